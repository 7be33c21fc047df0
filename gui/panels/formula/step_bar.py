"""Step through the formula: first, back, play or pause, forward, last; by button or by key."""

from collections.abc import Callable

from PySide6.QtCore import QEvent, QSize, Qt, QTimer, Slot
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QCheckBox, QHBoxLayout, QLabel, QToolButton, QWidget

from engine.mistakes import parts
from engine.steps import STEPS
from gui.panels.words import STEP_NAMES, word
from gui.session import Session
from gui.theme import theme_of
from gui.widgets.icons import icon

PLAY_MS = 900


class StepBar(QWidget):
    """With the focus here: Left and Right step, Home and End jump, Space plays and pauses."""

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAccessibleName(self.tr("Steps of the formula"))
        self._timer = QTimer(self, interval=PLAY_MS)
        self._timer.timeout.connect(self._advance)
        self._name = QLabel()
        self._name.setMinimumWidth(self.fontMetrics().horizontalAdvance("M" * 12))
        self._all = QCheckBox(self.tr("Show all steps"))
        self._all.toggled.connect(session.set_show_all_steps)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        self._button("first", self.tr("First step"), self.first)
        self._button("back", self.tr("Step back"), self.back)
        self._play = self._button("play", self.tr("Play or pause"), self.toggle_play)
        self._button("forward", self.tr("Step forward"), self.forward)
        self._button("last", self.tr("Last step"), self.last)
        layout.addWidget(self._name)
        layout.addWidget(self._all)
        session.step_changed.connect(self.render_step)
        session.changed.connect(self.render_step)
        self.render_step()

    def first(self) -> None:
        """Go to the scores."""
        self._go(0)

    def last(self) -> None:
        """Go to the output."""
        self._go(len(self._steps()) - 1)

    def back(self) -> None:
        """Go one Step back."""
        self._go(self._position() - 1)

    def forward(self) -> None:
        """Go one Step on."""
        self._go(self._position() + 1)

    def toggle_play(self) -> None:
        """Play from the present Step (from the first if at the last), or pause."""
        if self._timer.isActive():
            self._timer.stop()
        else:
            self._session.set_show_all_steps(False)
            if self._position() == len(self._steps()) - 1:
                self.first()
            self._timer.start()
        self.render_step()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        moves = {
            Qt.Key.Key_Left: self.back,
            Qt.Key.Key_Right: self.forward,
            Qt.Key.Key_Home: self.first,
            Qt.Key.Key_End: self.last,
            Qt.Key.Key_Space: self.toggle_play,
        }
        move = moves.get(Qt.Key(event.key()))
        if move is None:
            super().keyPressEvent(event)
        else:
            move()

    def hideEvent(self, event: QEvent) -> None:
        self._timer.stop()
        self.render_step()

    @Slot()
    def render_step(self) -> None:
        """Show the present Step."""
        steps, position = self._steps(), self._position()
        self._name.setText(
            self.tr("{number} of {count}: {name}").format(
                number=position + 1, count=len(steps), name=word(STEP_NAMES, steps[position])
            )
        )
        self._play.setIcon(icon("pause" if self._timer.isActive() else "play", theme_of(self)))
        self._all.blockSignals(True)
        self._all.setChecked(self._session.show_all_steps)
        self._all.blockSignals(False)

    def _steps(self) -> tuple[str, ...]:
        return shown_steps(self._session)

    def _position(self) -> int:
        steps = self._steps()
        return steps.index(self._session.step) if self._session.step in steps else steps.index("weights")

    def _go(self, position: int) -> None:
        steps = self._steps()
        self._session.set_step(steps[min(max(position, 0), len(steps) - 1)])

    def _advance(self) -> None:
        self.forward()
        if self._position() == len(self._steps()) - 1:
            self._timer.stop()
        self.render_step()

    def _button(self, sign: str, name: str, do: Callable[[], None]) -> QToolButton:
        button = QToolButton(autoRaise=True)
        button.setToolTip(name)
        button.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        button.setIcon(icon(sign, theme_of(self)))
        button.setAccessibleName(name)
        button.setMinimumSize(QSize(32, 32))
        button.clicked.connect(do)
        layout = self.layout()
        assert layout is not None
        layout.addWidget(button)
        return button


def shown_steps(session: Session) -> tuple[str, ...]:
    """The Steps that the room shows: "dropped" only where there is dropout."""
    return tuple(s for s in STEPS if s != "dropped" or parts(session.config).dropout > 0)
