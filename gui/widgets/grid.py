"""Where the cells of a matrix lie on the screen, and where a key takes the cursor."""

from dataclasses import dataclass
from math import floor

from PySide6.QtCore import QPointF, QRectF, Qt

Place = tuple[int, int]
"""(row, col) of a cell."""

NOWHERE: Place = (-1, -1)


@dataclass(frozen=True)
class Grid:
    """rows x cols cells of equal size; (x, y) is the top left corner of cell (0, 0). Row 0 is on top."""

    x: float
    y: float
    cell_width: float
    cell_height: float
    rows: int
    cols: int

    @property
    def rect(self) -> QRectF:
        """All cells."""
        return QRectF(self.x, self.y, self.cols * self.cell_width, self.rows * self.cell_height)

    def cell(self, row: int, col: int) -> QRectF:
        """One cell."""
        return self.block(row, col, row, col)

    def block(self, row: int, col: int, last_row: int, last_col: int) -> QRectF:
        """The cells from (row, col) to (last_row, last_col), both included."""
        x, y = self.x + col * self.cell_width, self.y + row * self.cell_height
        return QRectF(x, y, (last_col - col + 1) * self.cell_width, (last_row - row + 1) * self.cell_height)

    def row(self, row: int) -> QRectF:
        """A whole row."""
        return self.block(row, 0, row, self.cols - 1)

    def col(self, col: int) -> QRectF:
        """A whole column."""
        return self.block(0, col, self.rows - 1, col)

    def at(self, point: QPointF) -> Place:
        """The cell under a point, or NOWHERE."""
        row, col = floor((point.y() - self.y) / self.cell_height), floor((point.x() - self.x) / self.cell_width)
        return (row, col) if 0 <= row < self.rows and 0 <= col < self.cols else NOWHERE

    def nearest(self, point: QPointF) -> Place:
        """The cell under a point, or the one nearest to it. Needs at least one cell."""
        row, col = floor((point.y() - self.y) / self.cell_height), floor((point.x() - self.x) / self.cell_width)
        return clamped((row, col), (self.rows, self.cols))


def clamped(place: Place, shape: tuple[int, int]) -> Place:
    """`place` moved inside a matrix of this shape; (0, 0) if that has no cells."""
    return max(0, min(place[0], shape[0] - 1)), max(0, min(place[1], shape[1] - 1))


PAGE = 8
STEPS: dict[Qt.Key, Place] = {
    Qt.Key.Key_Up: (-1, 0),
    Qt.Key.Key_Down: (1, 0),
    Qt.Key.Key_Left: (0, -1),
    Qt.Key.Key_Right: (0, 1),
    Qt.Key.Key_PageUp: (-PAGE, 0),
    Qt.Key.Key_PageDown: (PAGE, 0),
}


def moved(place: Place, key: int, to_end: bool, shape: tuple[int, int]) -> Place | None:
    """Where a key takes the cursor, or None if it is not a key that moves. `to_end` (Ctrl) goes all the way."""
    if key == Qt.Key.Key_Home:
        return clamped((0 if to_end else place[0], 0), shape)
    if key == Qt.Key.Key_End:
        return clamped((shape[0] - 1 if to_end else place[0], shape[1] - 1), shape)
    step = STEPS.get(Qt.Key(key))
    if step is None:
        return None
    far = max(shape) if to_end else 1
    return clamped((place[0] + far * step[0], place[1] + far * step[1]), shape)
