"""Which cells of the large map are in sight: pan and zoom that never lose the map and never distort a cell."""

import pyqtgraph as pg
from PySide6.QtCore import QPointF, QSizeF, Qt, Signal

ZOOM = 1.25
SQUARE = 4
"""Cells are square unless the map is more than this many times as long as it is wide, or the other way round."""
LARGEST = 160.0
"""A cell does not grow beyond this many pixels."""


class MapBox(pg.ViewBox):  # type: ignore[misc]  # pyqtgraph has no types
    """The part of the map in sight, in cells: x is the column, y the row, (0, 0) the top left corner.

    pyqtgraph's own aspect lock and limits contradict each other when the window is resized, so both are kept here:
    the person's zoom and the top left corner decide, and the corner stays on the map.
    """

    moved = Signal()

    def __init__(self) -> None:
        super().__init__(enableMenu=False, invertY=True, defaultPadding=0)
        self.setMouseEnabled(False, False)
        self._counts = (0, 0)
        self._zoom = 1.0
        self._corner = QPointF(0, 0)
        self.sigResized.connect(self.settle)

    def set_counts(self, rows: int, cols: int) -> None:
        """Show a map of rows x cols as a whole."""
        self._counts = (rows, cols)
        self.show_all()

    def show_all(self) -> None:
        """All cells in sight, the first and last at full size."""
        self._zoom, self._corner = 1.0, QPointF(0, 0)
        self.settle()

    def cell_size(self) -> QSizeF:
        """Pixels of one cell."""
        fit = self._fit(self.size())
        return QSizeF(fit.width() * self._zoom, fit.height() * self._zoom)

    def whole(self, room: QSizeF) -> QSizeF:
        """Pixels of the whole map, as large as it can be in `room`."""
        rows, cols = self._counts
        cell = self._fit(room)
        return QSizeF(cell.width() * cols, cell.height() * rows)

    def _fit(self, room: QSizeF) -> QSizeF:
        """Pixels of one cell when all are in sight."""
        rows, cols = self._counts
        width = max(1.0, room.width()) / max(1, cols)
        height = max(1.0, room.height()) / max(1, rows)
        if max(rows, cols) <= SQUARE * min(rows, cols):
            width = height = min(width, height)
        return QSizeF(min(width, LARGEST), min(height, LARGEST))

    def zoom_at(self, place: QPointF, factor: float) -> None:
        """Closer (factor > 1) or farther; the point `place` of the map stays where it is on the screen."""
        before = self.cell_size()
        fit = self._fit(self.size())
        closest = max(1.0, LARGEST / min(fit.width(), fit.height()))
        self._zoom = min(max(1.0, self._zoom * factor), closest)
        after = self.cell_size()
        away = place - self._corner
        shift = QPointF(
            away.x() * (1 - before.width() / after.width()), away.y() * (1 - before.height() / after.height())
        )
        self.go_to(self._corner + shift)

    def go_to(self, corner: QPointF) -> None:
        """Bring a point of the map into the top left corner, as far as the map reaches."""
        self._corner = corner
        self.settle()

    def reveal(self, row: int, col: int) -> None:
        """Move just as far as needed to have a whole cell in sight."""
        width, height = self._span()
        x = min(max(self._corner.x(), col + 1 - width), col)
        y = min(max(self._corner.y(), row + 1 - height), row)
        self.go_to(QPointF(x, y))

    def _span(self) -> tuple[float, float]:
        """(columns, rows) that fit into sight."""
        cell = self.cell_size()
        return max(1.0, self.width()) / cell.width(), max(1.0, self.height()) / cell.height()

    def settle(self, *_: object) -> None:
        """Tell pyqtgraph the range that zoom, corner and size of the window come to."""
        rows, cols = self._counts
        if not rows or not cols:
            return
        width, height = self._span()
        x = min(max(0.0, self._corner.x()), max(0.0, cols - width))
        y = min(max(0.0, self._corner.y()), max(0.0, rows - height))
        self._corner = QPointF(x, y)
        self.setRange(xRange=(x, x + width), yRange=(y, y + height), padding=0, disableAutoRange=True)
        self.moved.emit()

    def wheelEvent(self, event: object, axis: int | None = None) -> None:
        """The wheel zooms around the pointer; nothing outside this view scrolls."""
        event.accept()  # type: ignore[attr-defined]  # pyqtgraph hands on Qt's scene event
        steps = event.delta() / 120  # type: ignore[attr-defined]
        self.zoom_at(self.mapToView(event.pos()), ZOOM**steps)  # type: ignore[attr-defined]

    def mouseDragEvent(self, event: object, axis: int | None = None) -> None:
        """A drag with the left button moves the map with the pointer."""
        if event.button() != Qt.MouseButton.LeftButton:  # type: ignore[attr-defined]
            event.ignore()  # type: ignore[attr-defined]
            return
        event.accept()  # type: ignore[attr-defined]
        step = event.pos() - event.lastPos()  # type: ignore[attr-defined]
        cell = self.cell_size()
        self.go_to(self._corner - QPointF(step.x() / cell.width(), step.y() / cell.height()))
