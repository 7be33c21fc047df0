"""How a MatrixView is laid out and painted."""

from dataclasses import dataclass, replace
from itertools import product
from math import ceil
from typing import Any

from PySide6.QtCore import QCoreApplication, QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QImage, QPainter, QPalette, QPen, QPixmap
from PySide6.QtWidgets import QWidget

from gui.theme import ACCENT, GRID, data_colour, readable, theme_of
from gui.widgets.grid import Grid, Place
from gui.widgets.labels import GAP, Edge, draw_labels, label_font
from gui.widgets.painting import Shades, cell_numbers, draw_numbers, light_up, number_font, outline
from gui.widgets.picture import Picture, axis_word

RING = 3.0
"""Room around the cells for the focus ring."""
MOST_NUMBERS = 32 * 32
"""With more cells than this a matrix is a picture, however large its cells."""
PALE = 0.28
"""Opacity of a step that is not reached yet."""


@dataclass(frozen=True)
class Layout:
    """What the owner decided about sizes. `left` and `top` are the room for labels; None: as much as needed."""

    role: str = ""
    cell_width: float = 7.0 * GRID
    cell_height: float = 3.5 * GRID
    left: float | None = None
    top: float | None = None
    row_labels: bool = True
    column_labels: bool = True

    def changed(self, **changes: Any) -> "Layout":
        """A copy with other values."""
        return replace(self, **changes)

    def needed(self, picture: Picture, font: QFont) -> tuple[float, float]:
        """(left, top): room for the row labels; for title and column labels."""
        small = label_font(font)
        rows, cols = picture.shape
        left = Edge(picture.row_labels, rows, small).widest + GAP if self.row_labels else 0.0
        top = QFontMetricsF(bold(font)).height() + GAP
        if self.column_labels:
            top += Edge(picture.column_labels, cols, small).height(self.cell_width) + GAP / 2
        return left + RING, top + RING

    def grid(self, picture: Picture, font: QFont) -> Grid:
        """Where the cells lie."""
        left, top = self.needed(picture, font)
        left, top = left if self.left is None else self.left, top if self.top is None else self.top
        return Grid(left, top, self.cell_width, self.cell_height, *picture.shape)

    def size(self, picture: Picture, font: QFont) -> QSize:
        """The size of the whole view: as wide as the cells or the title; what else stands beside that may be left out."""
        grid = self.grid(picture, font)
        title = QFontMetricsF(bold(font)).horizontalAdvance(picture.title)
        if not picture.size:
            title = max(title, QFontMetricsF(font).horizontalAdvance(hint(picture)))
        width = max(grid.rect.right(), min(grid.x, RING) + title) + RING
        return QSize(ceil(width), ceil(grid.y + max(grid.rect.height(), self.cell_height) + RING))


@dataclass(frozen=True)
class Marks:
    """What lies over the frame and the cells: lit rows and columns, cursor, selection, focus, the present step."""

    rows: frozenset[int]
    cols: frozenset[int]
    cursor: Place | None
    selection: tuple[int, int, int, int] | None
    focused: bool
    dimmed: bool
    present: bool = False


def bold(font: QFont) -> QFont:
    """The face of a title."""
    strong = QFont(font)
    strong.setBold(True)
    return strong


def shape_text(picture: Picture) -> str:
    """The shape as people write it."""
    return f"{picture.shape[0]} × {picture.shape[1]}"


def axes_text(picture: Picture) -> str:
    """The names of both axes, rows first; one without a name is left out."""
    return " × ".join(axis_word(axis) for axis in (picture.row_axis, picture.column_axis) if axis)


def hint(picture: Picture) -> str:
    """What stands in place of the cells of an empty matrix."""
    if picture.shape == (0, 0):
        return QCoreApplication.translate("MatrixView", "Nothing to show yet")
    return QCoreApplication.translate("MatrixView", "No cells: {rows} × {cols}").format(
        rows=picture.shape[0], cols=picture.shape[1]
    )


class MatrixPainter:
    """Paints a view in three layers: frame (title and labels), cells, marks.

    Frame and cells are kept as images. Moving the pointer then repaints the marks only, new numbers only the cells.
    """

    def __init__(self) -> None:
        self._cells: QImage | None = None
        self._frame: QPixmap | None = None
        self._frame_key: tuple[object, ...] = ()

    def forget(self) -> None:
        """The numbers, a size or the face has changed."""
        self._cells = None

    def paint(self, widget: QWidget, shades: Shades, layout: Layout, marks: Marks) -> None:
        """Everything, back to front."""
        picture = shades.picture
        grid = layout.grid(picture, widget.font())
        painter = QPainter(widget)
        painter.drawPixmap(0, 0, self._framed(widget, picture, layout, grid, marks.dimmed))
        if marks.present:
            _underline_title(painter, widget, picture)
        if picture.size:
            painter.setOpacity(PALE if marks.dimmed else 1)
            self._draw_cells(painter, shades, grid)
            painter.setOpacity(1)
            _draw_marks(painter, widget, grid, marks)

    def _framed(self, widget: QWidget, picture: Picture, layout: Layout, grid: Grid, dimmed: bool) -> QPixmap:
        ratio = widget.devicePixelRatioF()
        look = (widget.size().toTuple(), widget.font().key(), widget.palette().cacheKey(), ratio, dimmed)
        key = (picture.frame(), layout, *look)
        if self._frame is None or key != self._frame_key:
            self._frame = QPixmap(widget.size() * ratio)
            self._frame.setDevicePixelRatio(ratio)
            self._frame.fill(Qt.GlobalColor.transparent)
            painter = QPainter(self._frame)
            _draw_frame(painter, widget, picture, layout, grid, dimmed)
            painter.end()
            self._frame_key = key
        return self._frame

    def _draw_cells(self, painter: QPainter, shades: Shades, grid: Grid) -> None:
        ratio = painter.device().devicePixelRatioF()
        if self._cells is None or self._cells.devicePixelRatio() != ratio:
            self._cells = shades.image(grid, grid.rect, ratio)
            _draw_texts(self._cells, shades, replace(grid, x=0.0, y=0.0))
        painter.drawImage(grid.rect.topLeft(), self._cells)


def _draw_frame(painter: QPainter, widget: QWidget, picture: Picture, layout: Layout, grid: Grid, dimmed: bool) -> None:
    _draw_title(painter, widget, picture, layout)
    if not picture.size:
        _draw_hint(painter, widget, picture, grid)
        return
    painter.setOpacity(PALE if dimmed else 1)
    _draw_edges(painter, widget, picture, layout, grid)


def _draw_edges(painter: QPainter, widget: QWidget, picture: Picture, layout: Layout, grid: Grid) -> None:
    theme = theme_of(widget)
    font = label_font(widget.font())
    painter.setFont(font)
    painter.setPen(theme.colour("muted"))
    rows, cols = picture.shape
    if layout.row_labels:
        edge, width = Edge(picture.row_labels, rows, font), grid.x - RING - GAP
        draw_labels(painter, edge.beside(range(rows), grid.y, grid.cell_height, 0, width))
    if layout.column_labels:
        columns, height = Edge(picture.column_labels, cols, font), grid.y - RING - _title_height(widget)
        bottom = grid.y - RING
        right = grid.rect.right() + RING
        draw_labels(painter, columns.above(range(cols), grid.x, grid.cell_width, bottom, height, right))
    for row in range(rows):
        if picture.is_empty_row(row):
            line = grid.row(row)
            painter.fillRect(QRectF(grid.x - RING, line.top(), RING, line.height()), theme.colour("danger"))


def _draw_title(painter: QPainter, widget: QWidget, picture: Picture, layout: Layout) -> None:
    theme, font = theme_of(widget), bold(widget.font())
    metrics, small = QFontMetricsF(font), label_font(widget.font())
    ground = widget.palette().color(QPalette.ColorRole.Window)
    left = RING
    base = metrics.ascent() + 1
    painter.setFont(font)
    painter.setPen(readable(data_colour(layout.role), ground) if layout.role else theme.colour("text"))
    painter.drawText(QPointF(left, base), picture.title)
    left += metrics.horizontalAdvance(picture.title) + GRID if picture.title else 0
    painter.setFont(small)
    painter.setPen(theme.colour("muted"))
    for text in (shape_text(picture), axes_text(picture)):
        if left + QFontMetricsF(small).horizontalAdvance(text) > widget.width():
            break
        painter.drawText(QPointF(left, base), text)
        left += QFontMetricsF(small).horizontalAdvance(text) + GRID


def _underline_title(painter: QPainter, widget: QWidget, picture: Picture) -> None:
    metrics = QFontMetricsF(bold(widget.font()))
    line = QRectF(RING, metrics.height() + 1, metrics.horizontalAdvance(picture.title), 2)
    painter.fillRect(line, readable(QColor(ACCENT), widget.palette().color(QPalette.ColorRole.Window), 3))


def _title_height(widget: QWidget) -> float:
    return QFontMetricsF(bold(widget.font())).height() + GAP


def _draw_texts(image: QImage, shades: Shades, grid: Grid) -> None:
    if shades.picture.size > MOST_NUMBERS:
        return
    texts = cell_numbers(shades.picture, product(range(grid.rows), range(grid.cols)))
    font = number_font(texts.values(), grid)
    if font is not None:
        painter = QPainter(image)
        draw_numbers(painter, shades, grid, texts, font)
        painter.end()


def _draw_marks(painter: QPainter, widget: QWidget, grid: Grid, marks: Marks) -> None:
    accent, theme = QColor(ACCENT), theme_of(widget)
    for first, last in _runs(marks.rows):
        light_up(painter, grid.block(first, 0, last, grid.cols - 1), grid.cell_height * (last - first + 1))
    for first, last in _runs(marks.cols):
        light_up(painter, grid.block(0, first, grid.rows - 1, last), grid.cell_width * (last - first + 1))
    if marks.selection is not None:
        veil = QColor(accent)
        veil.setAlpha(70)
        painter.fillRect(grid.block(*marks.selection), veil)
        outline(painter, grid.block(*marks.selection), accent)
    if marks.cursor is not None:
        outline(painter, grid.cell(*marks.cursor), QColor("white"), 2)
    if marks.focused:
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(QPen(theme.colour("link"), 2))
        painter.drawRect(grid.rect.adjusted(-2, -2, 2, 2))


def _runs(lines: frozenset[int]) -> list[tuple[int, int]]:
    """(first, last) of each run of neighbours: they are lit as one band."""
    firsts = sorted(line for line in lines if line - 1 not in lines)
    lasts = sorted(line for line in lines if line + 1 not in lines)
    return list(zip(firsts, lasts, strict=True))


def _draw_hint(painter: QPainter, widget: QWidget, picture: Picture, grid: Grid) -> None:
    painter.setFont(widget.font())
    painter.setPen(theme_of(widget).colour("muted"))
    area = QRectF(RING, grid.y, widget.width() - 2 * RING, widget.height() - grid.y)
    painter.drawText(
        area, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop | Qt.TextFlag.TextWordWrap, hint(picture)
    )
