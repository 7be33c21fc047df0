"""Editing one cell of a MatrixView: a line edit over the cell, and a banner under it when the text is refused."""

from enum import Enum
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, QPoint, QRect, Qt, Signal
from PySide6.QtGui import QFocusEvent, QFontMetrics, QKeyEvent, QPainter, QPaintEvent, QPalette, QPen
from PySide6.QtWidgets import QAbstractScrollArea, QLabel, QLineEdit, QScrollBar, QWidget

from gui.theme import GRID, monospace, theme_of
from gui.widgets.grid import Place

if TYPE_CHECKING:
    from gui.widgets.matrix_view import MatrixView


class Leave(Enum):
    """How a person left the editor."""

    DOWN = "down"
    NEXT = "next"
    PREVIOUS = "previous"
    ELSEWHERE = "elsewhere"
    CANCEL = "cancel"


KEYS = {
    Qt.Key.Key_Return: Leave.DOWN,
    Qt.Key.Key_Enter: Leave.DOWN,
    Qt.Key.Key_Tab: Leave.NEXT,
    Qt.Key.Key_Backtab: Leave.PREVIOUS,
    Qt.Key.Key_Escape: Leave.CANCEL,
}


class CellEditor(QLineEdit):
    """The line edit. It says how it was left and decides nothing."""

    left = Signal(Leave)

    def event(self, event: QEvent) -> bool:
        # Qt moves the focus on Tab before keyPressEvent would see it
        if isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress:
            how = KEYS.get(Qt.Key(event.key()))
            if how is not None:
                event.accept()
                self.left.emit(how)
                return True
        return super().event(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        painter = QPainter(self)
        painter.setPen(QPen(theme_of(self).colour("danger" if self.accessibleDescription() else "link"), 2))
        painter.drawRect(self.rect().adjusted(1, 1, -1, -1))

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        away = (Qt.FocusReason.ActiveWindowFocusReason, Qt.FocusReason.PopupFocusReason)
        if event.reason() not in away:
            self.left.emit(Leave.ELSEWHERE)


class Refusal(QLabel):
    """One sentence at the place that it is about. It lies in the window, so that a small matrix does not cut it off."""

    def __init__(self, owner: QWidget) -> None:
        super().__init__(owner.window())
        self._owner = owner
        self.setWordWrap(True)
        self.setMargin(GRID)
        self.setAutoFillBackground(True)
        self.hide()
        for bar in _scroll_bars(owner):
            bar.valueChanged.connect(self.place)

    def say(self, sentence: str) -> None:
        """Show `sentence` under the owner."""
        theme = theme_of(self._owner)
        palette = self.palette()
        palette.setColor(QPalette.ColorRole.Window, theme.colour("danger_ground"))
        palette.setColor(QPalette.ColorRole.WindowText, theme.colour("danger"))
        self.setPalette(palette)
        self.setText(sentence)
        self.place()
        self.show()
        self.raise_()

    def place(self) -> None:
        """Go under the owner again, inside the window."""
        window = self._owner.window()
        width = min(
            40 * GRID, window.width() - 2 * GRID, QFontMetrics(self.font()).horizontalAdvance(self.text()) + 4 * GRID
        )
        self.resize(width, self.heightForWidth(width))
        corner = self._owner.mapTo(window, QPoint(0, self._owner.height() + 2))
        below = corner.y() + self.height() <= window.height()
        top = corner.y() if below else corner.y() - self._owner.height() - self.height() - 4
        self.move(max(0, min(corner.x(), window.width() - width)), max(0, top))


def _scroll_bars(widget: QWidget) -> list[QScrollBar]:
    bars: list[QScrollBar] = []
    parent = widget.parentWidget()
    while parent is not None:
        if isinstance(parent, QAbstractScrollArea):
            bars += [parent.verticalScrollBar(), parent.horizontalScrollBar()]
        parent = parent.parentWidget()
    return bars


class Editing(QObject):
    """The one editor of a view: opening, committing, refusing. Nothing that a person typed is lost on the way."""

    def __init__(self, view: "MatrixView") -> None:
        super().__init__(view)
        self._view = view
        self._editor: CellEditor | None = None
        self._banner: Refusal | None = None
        self._place: Place = (0, 0)
        self._original = ""
        self._refused: str | None = None
        self._committed: tuple[Place, str] = ((-1, -1), "")

    @property
    def editor(self) -> CellEditor | None:
        """The line edit, while a cell is edited."""
        return self._editor

    @property
    def place(self) -> Place | None:
        """The cell that is being edited."""
        return self._place if self._editor is not None else None

    def open(self, place: Place, typed: str | None = None) -> bool:
        """Edit a cell, starting from its full value or from what was `typed`. False if another cell needs mending."""
        if not self.commit():
            self._return_to_editor()
            return False
        self._place = place
        self._original = str(self._view.picture().values[place])
        self._editor = self._new_editor(self._original if typed is None else typed)
        if typed is None:
            self._editor.selectAll()
        return True

    def _new_editor(self, text: str) -> CellEditor:
        editor = CellEditor(text, self._view)
        editor.setFont(monospace(12))
        editor.setAlignment(Qt.AlignmentFlag.AlignRight)
        editor.setAccessibleName(self._view.picture().readout(*self._place))
        editor.textChanged.connect(self.fit)
        editor.left.connect(self.leave)
        self._editor = editor
        self.fit()
        editor.show()
        editor.setFocus()
        return editor

    def fit(self) -> None:
        """Lie over the cell, wider than it if the text needs more room and the view has it."""
        if self._editor is None:
            return
        cell = self._view.cell_rect(*self._place).toAlignedRect().adjusted(-2, -2, 2, 2)
        metrics = self._editor.fontMetrics()
        width = min(max(cell.width(), metrics.horizontalAdvance(self._editor.text()) + 2 * GRID), self._view.width())
        height = max(cell.height(), metrics.height() + 6)
        left = max(0, min(cell.left(), self._view.width() - width))
        top = max(0, min(cell.center().y() - height // 2, self._view.height() - height))
        self._editor.setGeometry(QRect(left, top, width, height))
        if self._banner is not None:
            self._banner.place()

    def leave(self, how: Leave) -> None:
        """The person left the editor."""
        if how is Leave.CANCEL:
            self.close()
            self._view.setFocus()
        elif self.commit() and how is not Leave.ELSEWHERE:
            self._view.setFocus()
            self._view.go_on(self._place, how)

    def commit(self) -> bool:
        """Hand a changed text to the owner and close. False if the owner refused it: then the editor stays as it is."""
        if self._editor is None:
            return True
        text = self._editor.text()
        if text == self._refused:
            return False
        if text != self._original:
            self._refused = None
            self._committed = (self._place, text)
            self._view.edited.emit(*self._place, text)
        if self._refused is not None:
            return False
        self.close()
        return True

    def refuse(self, place: Place, sentence: str) -> None:
        """Say under the cell what is wrong with its text, and keep the text; also after the editor has closed."""
        if self.place != place:
            typed = self._committed[1] if self._committed[0] == place else None
            if not self.open(place, typed):
                return
        assert self._editor is not None
        self._refused = self._editor.text()
        self._banner = self._banner or Refusal(self._editor)
        self._banner.say(sentence)
        self._editor.setAccessibleDescription(sentence)
        self._editor.update()

    def _return_to_editor(self) -> None:
        if self._editor is not None:
            self._editor.setFocus()

    def rest(self) -> None:
        """The view is hidden: commit; a refused text waits for it to come back."""
        if not self.commit() and self._banner is not None:
            self._banner.hide()

    def resume(self) -> None:
        """The view is shown again."""
        if self._banner is not None and self._refused is not None:
            self._banner.show()
            self._banner.place()

    def close(self) -> None:
        """Drop the editor and its banner; nothing is handed on."""
        editor, banner = self._editor, self._banner
        self._editor = self._banner = self._refused = None
        for widget in (banner, editor):
            if widget is not None:
                widget.hide()
                widget.deleteLater()
