"""The cells of the large map as an item in pyqtgraph's view."""

from itertools import product
from math import ceil, floor

import numpy as np
import pyqtgraph as pg
from PySide6.QtCore import QRectF
from PySide6.QtGui import QColor, QImage, QPainter, QTransform
from PySide6.QtWidgets import QStyleOptionGraphicsItem, QWidget

from gui.theme import GRID
from gui.widgets.grid import Grid, Place
from gui.widgets.painting import Shades, cell_numbers, draw_numbers, light_up, number_font, outline
from gui.widgets.picture import Picture

EMPTY = Picture(np.zeros((0, 0)), "weights")


class MapItem(pg.GraphicsObject):  # type: ignore[misc]  # pyqtgraph has no types
    """The cells in view coordinates: row i lies from y = i to i + 1 and column j from x = j to j + 1.

    It samples rows and columns itself, so the column-major default of pyqtgraph's images does not matter here, and
    panning costs the pixels in sight instead of all cells.
    """

    def __init__(self) -> None:
        super().__init__()
        self.shades = Shades(EMPTY)
        self._key: tuple[object, ...] = ()
        self._kept = QImage()
        self.rows: frozenset[int] = frozenset()
        self.cols: frozenset[int] = frozenset()
        self.cursor: Place | None = None

    def set_shades(self, shades: Shades) -> None:
        """Other cells."""
        self.prepareGeometryChange()
        self.shades, self._key = shades, ()
        self.update()

    def boundingRect(self) -> QRectF:
        """All cells."""
        rows, cols = self.shades.picture.shape
        return QRectF(0, 0, cols, rows)

    def paint(self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None) -> None:
        """The cells in sight, sharp at any zoom, then what is lit."""
        view = self.getViewBox()
        sight = self.boundingRect().intersected(view.viewRect()) if view is not None else QRectF()
        if sight.isEmpty():
            return
        to_pixels: QTransform = painter.worldTransform()
        painter.save()
        painter.resetTransform()
        grid = self._grid(to_pixels)
        clip = _whole(to_pixels.mapRect(sight), painter.device().devicePixelRatioF())
        painter.drawImage(clip.topLeft(), self._image(grid, clip, painter.device().devicePixelRatioF()))
        painter.setClipRect(clip.adjusted(-2, -2, 2, 2))
        self._draw_numbers(painter, grid, sight)
        self._draw_marks(painter, grid)
        painter.restore()

    def _image(self, grid: Grid, clip: QRectF, ratio: float) -> QImage:
        """The cells in sight; kept, because most repaints only move what is lit."""
        key = (grid, clip.getRect(), ratio)
        if key != self._key:
            self._key, self._kept = key, self.shades.image(grid, clip, ratio)
        return self._kept

    def _grid(self, to_pixels: QTransform) -> Grid:
        rows, cols = self.shades.picture.shape
        return Grid(to_pixels.dx(), to_pixels.dy(), to_pixels.m11(), to_pixels.m22(), rows, cols)

    def _draw_numbers(self, painter: QPainter, grid: Grid, sight: QRectF) -> None:
        rows = range(floor(sight.top()), min(grid.rows, ceil(sight.bottom())))
        cols = range(floor(sight.left()), min(grid.cols, ceil(sight.right())))
        if min(grid.cell_width / 5, grid.cell_height / 2) < GRID or len(rows) * len(cols) > 1024:
            return
        texts = cell_numbers(self.shades.picture, product(rows, cols))
        font = number_font(texts.values(), grid)
        if font is not None:
            draw_numbers(painter, self.shades, grid, texts, font)

    def _draw_marks(self, painter: QPainter, grid: Grid) -> None:
        for row in self.rows:
            if row < grid.rows:
                light_up(painter, grid.row(row), grid.cell_height)
        for col in self.cols:
            if col < grid.cols:
                light_up(painter, grid.col(col), grid.cell_width)
        if self.cursor is not None:
            cell = grid.cell(*self.cursor)
            grow = max(0.0, (GRID - cell.width()) / 2)
            outline(painter, cell.adjusted(-grow, -grow, grow, grow), QColor("white"))


def _whole(rect: QRectF, ratio: float) -> QRectF:
    """`rect` with its edges on whole pixels, at least one pixel large."""
    left, top = round(rect.left() * ratio), round(rect.top() * ratio)
    right, bottom = max(left + 1, round(rect.right() * ratio)), max(top + 1, round(rect.bottom() * ratio))
    return QRectF(left / ratio, top / ratio, (right - left) / ratio, (bottom - top) / ratio)
