"""A matrix in the room that there is: its cells grow and shrink with it; what is still too large is scrolled."""

from math import ceil

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QFrame, QScrollArea, QWidget

from gui.theme import GRID
from gui.widgets.grid import clamped
from gui.widgets.matrix_view import MatrixView
from gui.widgets.picture import Picture

WIDEST, HIGHEST = 60.0, 32.0


class FittedMatrix(QScrollArea):
    """Holds a MatrixView as `view`. No cell is smaller than `smallest` pixels; below 1 several cells share a pixel."""

    def __init__(self, view: MatrixView, smallest: float = 2.0, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.view, self._smallest = view, smallest
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setWidgetResizable(False)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setWidget(view)
        view.cursor_moved.connect(self._reveal)

    def set_picture(self, picture: Picture) -> None:
        """Show `picture`, with cells of another size if it has another shape."""
        before = self.view.picture()
        self.view.set_picture(picture)
        if picture.frame() != before.frame():
            self._fit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        rows, cols = self.view.picture().shape
        if not rows or not cols:
            return
        for _ in range(2):  # column labels stand upright in narrow cells and need more room then
            self._fit_cells(rows, cols)

    def _fit_cells(self, rows: int, cols: int) -> None:
        room = self.maximumViewportSize()
        left, top = self.view.grid().x, self.view.grid().y
        width = min(max((room.width() - left - GRID) / cols, self._smallest), WIDEST)
        height = min(max((room.height() - top - GRID) / rows, self._smallest), HIGHEST)
        self.view.set_cell_size(_whole(width), _whole(min(height, max(width, 3 * self._smallest, 2 * GRID))))
        hint, cells = self.view.sizeHint(), ceil(self.view.grid().rect.right()) + GRID // 2
        self.view.resize(
            max(cells, min(hint.width(), room.width())), hint.height()
        )  # a long title is no reason to scroll

    def reveal(self, first: tuple[int, int], last: tuple[int, int]) -> None:
        """Scroll so that the cells from `first` to `last`, (row, column) each, are in sight, or as much as fits of them."""
        self._reveal(*last)
        self._reveal(*first)

    def _reveal(self, row: int, column: int) -> None:
        """The cell, and with one of the first row or column also what stands above or beside it."""
        row, column = clamped((row, column), self.view.picture().shape)
        centre = self.view.cell_rect(row, column).center()
        x, y = (round(centre.x()) if column else 0), (round(centre.y()) if row else 0)
        self.ensureVisible(x, y, 3 * GRID, 3 * GRID)

    def sizeHint(self) -> QSize:
        return QSize(30 * GRID, 16 * GRID)

    def minimumSizeHint(self) -> QSize:
        return QSize(12 * GRID, 9 * GRID)


def _whole(pixels: float) -> float:
    """Whole pixels where a fraction would not be missed."""
    return float(int(pixels)) if pixels >= 6 else pixels
