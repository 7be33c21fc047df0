"""A cell's number changed in small steps: pulled with Ctrl and the mouse, or by Alt+Up and Alt+Down."""

from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QKeyEvent, QMouseEvent

from gui.widgets.gesture import new_gesture
from gui.widgets.grid import NOWHERE, Place

if TYPE_CHECKING:
    from gui.widgets.matrix_view import MatrixView

PIXELS_PER_STEP = 2.0
LEFT = Qt.MouseButton.LeftButton
Key, Modifier = Qt.Key, Qt.KeyboardModifier


class CellDrag:
    """One gesture at a time on one cell of a view. Steps count from where it began, so that nothing adds up wrongly."""

    def __init__(self, view: "MatrixView") -> None:
        self._view = view
        self._place = NOWHERE
        self._start: QPointF | None = None
        self._steps = 0.0
        self._gesture = 0

    def end(self) -> None:
        """The button or the key was let go, or the view has changed under the hand."""
        self._place, self._start = NOWHERE, None
        self.show_grip(False)

    def wants(self, event: QMouseEvent) -> bool:
        """True if a press like this would pull a number."""
        return self._view.is_editable() and bool(event.modifiers() & Modifier.ControlModifier)

    def press(self, event: QMouseEvent, place: Place) -> bool:
        """Begin to pull the cell at `place`; False if this is a plain press."""
        self._start = event.position() if self.wants(event) else None
        if self._start is not None:
            self._begin(place)
        return self._start is not None

    def move(self, event: QMouseEvent, place: Place) -> bool:
        """Pull on, or show over `place` that one could; False if the move means something else."""
        if self._start is None or not event.buttons() & LEFT:
            self._start = None
            self.show_grip(self.wants(event) and place != NOWHERE)
            return False
        way = event.position() - self._start
        self._tell((way.x() - way.y()) / PIXELS_PER_STEP)
        return True

    def key(self, event: QKeyEvent, cursor: Place, hover: Place) -> bool:
        """Alt+Up and Alt+Down; False for any other key. Until `key_up` all of them on one cell are one gesture."""
        if event.key() == Key.Key_Control:
            self.show_grip(hover != NOWHERE)
        step = int(event.key() == Key.Key_Up) - int(event.key() == Key.Key_Down)
        plain = event.modifiers() & ~Modifier.KeypadModifier
        if not step or not self._view.is_editable() or plain != Modifier.AltModifier:
            return False
        if cursor != self._place:
            self._begin(cursor)
        self._tell(self._steps + step)
        return True

    def key_up(self, event: QKeyEvent) -> None:
        """A key was let go, unless it only repeats or a button is held."""
        if not event.isAutoRepeat() and self._start is None:
            self.end()

    def show_grip(self, grip: bool) -> None:
        """The pointer's shape: an upright double arrow where a number can be pulled."""
        if grip and self._view.is_editable():
            self._view.setCursor(Qt.CursorShape.SizeVerCursor)
        elif self._start is None:
            self._view.unsetCursor()

    def _begin(self, place: Place) -> None:
        self._place, self._steps, self._gesture = place, 0.0, new_gesture()

    def _tell(self, steps: float) -> None:
        if steps != self._steps:
            self._steps = steps
            self._view.dragged.emit(*self._place, steps, self._gesture)
