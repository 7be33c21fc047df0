"""The Formula room: its layout is the formula."""

from functools import partial

from PySide6.QtCore import Qt, Slot
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import QHBoxLayout, QLabel, QMenu, QScrollArea, QToolButton, QVBoxLayout, QWidget

from gui.i18n import say
from gui.jobs import Jobs
from gui.panels.formula.audit import AuditPanel
from gui.panels.formula.dropout import DropoutPanel
from gui.panels.formula.explanation import ExplanationPanel
from gui.panels.formula.flow import FlowPanel
from gui.panels.formula.mask import MaskPanel
from gui.panels.formula.mistakes import MistakesPanel
from gui.panels.formula.presets import PresetBox
from gui.panels.formula.scale import ScalePanel
from gui.panels.formula.shape import ShapePanel
from gui.panels.formula.step_bar import StepBar
from gui.panels.formula.strip import EDITABLE, Strip
from gui.panels.matrix_menu import add_fills
from gui.rooms.room import Room
from gui.session import Session
from gui.theme import GRID, Theme, data_colour, readable
from gui.widgets.banner import Banner
from gui.widgets.picture import Picture

FOOT_HEIGHT = 18 * GRID


class FormulaRoom(Room):
    """Edit Q, K and V, choose scale and mask, step through softmax(Q K^T / sqrt(d_k)) V."""

    key = "formula"

    def __init__(self, session: Session, _jobs: Jobs, theme: Theme) -> None:
        super().__init__()
        self._session = session
        self.strip = Strip(session)
        self.steps = StepBar(session)
        self.problem = Banner()
        session.result_changed.connect(self._on_result)
        self.flow = FlowPanel(session)
        self.shape_panel = ShapePanel(session)
        self.scale_panel = ScalePanel(session)
        self.mask_panel = MaskPanel(session)
        self.explanation = ExplanationPanel(session, self.strip)
        self.mistakes = MistakesPanel(session)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(2 * GRID, GRID, 2 * GRID, GRID)
        layout.setSpacing(GRID)
        layout.addLayout(
            _row(_formula(theme), None, self.steps, None, *self._zooms(), self._random(), PresetBox(session))
        )
        layout.addWidget(self.flow)
        layout.addWidget(self.problem)
        layout.addWidget(self.strip, 1)
        layout.addWidget(self.scale_panel)
        layout.addWidget(self.mask_panel)
        layout.addLayout(_row(self.shape_panel, None, self.mask_panel.filler, DropoutPanel(session)))
        layout.addWidget(_foot(_scrolled(self.explanation), AuditPanel(session), _scrolled(self.mistakes)))
        for keys, move in (("Ctrl+Left", self.steps.back), ("Ctrl+Right", self.steps.forward)):
            QShortcut(QKeySequence(keys), self, move)
        self.steps.setFocus()
        self._on_result("trace")

    def picture(self) -> Picture | None:
        """The block with the focus, or the present Step; None if it is of other numbers than those on the bench."""
        block = self.strip.focused_block()
        stale = self._session.problem("trace") is not None and block not in EDITABLE
        return None if stale else self.strip.picture(block)

    @Slot(str)
    def _on_result(self, kind: str) -> None:
        """Say why the numbers on the bench have no Trace; the Steps of the Config before stay, dimmed."""
        if kind == "trace":
            problem = self._session.problem("trace")
            self.problem.show_text(say(problem) if problem else "")

    def _zooms(self) -> list[QToolButton]:
        names = {"−": (self.tr("Smaller cells (Ctrl+−)"), -1), "+": (self.tr("Larger cells (Ctrl++)"), 1)}
        buttons = []
        for sign, (name, steps) in names.items():
            button = QToolButton(autoRaise=True)
            button.setText(sign)
            button.setToolTip(name)
            button.setAccessibleName(name)
            button.clicked.connect(partial(self.strip.zoom, steps))
            buttons.append(button)
        return buttons

    def _random(self) -> QToolButton:
        button = QToolButton()
        button.setText(self.tr("Fill Q, K, V"))
        button.setToolTip(self.tr("Other numbers in all three; a right click on a matrix fills that one"))
        button.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        menu = QMenu(button)
        add_fills(menu, self._fill)
        button.setMenu(menu)
        return button

    def _fill(self, kind: str, name: str) -> None:
        """Each time other numbers, but the same ones in every session: the seed counts the undo entries."""
        self.strip.edit.fill(EDITABLE, kind, name, seed=self._session.undo_stack.index())


def _foot(*widgets: QWidget) -> QWidget:
    """The foot of the room: always as high, so that the strip does not jump while the pointer moves."""
    foot = QWidget()
    row = _row(*widgets)
    row.setContentsMargins(0, 0, 0, 0)
    for column, share in enumerate((5, 6, 4)):
        row.setStretch(column, share)
    foot.setLayout(row)
    foot.setFixedHeight(FOOT_HEIGHT)
    return foot


def _scrolled(widget: QWidget) -> QScrollArea:
    area = QScrollArea()
    area.setWidgetResizable(True)
    area.setFrameShape(QScrollArea.Shape.NoFrame)
    area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
    area.setWidget(widget)
    return area


def _row(*widgets: QWidget | None) -> QHBoxLayout:
    """Widgets side by side; None is a stretch."""
    row = QHBoxLayout()
    row.setSpacing(2 * GRID)
    for widget in widgets:
        if widget is None:
            row.addStretch(1)
        else:
            row.addWidget(widget)
    return row


def _formula(theme: Theme) -> QWidget:
    q, k, v = (readable(data_colour(role), theme.colour("window")).name() for role in "qkv")
    label = QLabel(
        f'softmax( <b style="color:{q}">Q</b> <b style="color:{k}">K</b><sup>T</sup> / √d<sub>k</sub> ) '
        f'<b style="color:{v}">V</b>'
    )
    label.setTextFormat(Qt.TextFormat.RichText)
    font = label.font()
    font.setPointSizeF(font.pointSizeF() * 1.3)
    label.setFont(font)
    return label
