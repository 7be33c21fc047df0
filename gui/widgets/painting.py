"""Drawing a picture's cells, their numbers and a colour bar with any QPainter: screen, image, and vector file."""

from collections.abc import Iterable, Iterator

import numpy as np
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QBrush, QColor, QFont, QFontMetricsF, QImage, QPaintEngine, QPainter, QPen

from gui.theme import ACCENT, GRID, monospace
from gui.widgets.colours import (
    FIRST,
    INK,
    LEVELS,
    MASKED,
    SPECIAL,
    Coded,
    Codes,
    Index,
    coarser,
    code,
    dark_codes,
    pixels,
    table,
)
from gui.widgets.grid import Grid, Place
from gui.widgets.labels import label_font
from gui.widgets.picture import Kind, Picture, short

NUMBER_PIXELS = (9, 13)
"""Smallest and largest size of the numbers inside cells."""
COMMON = "−0.1234"
"""As long as most numbers get."""


class Shades:
    """A picture's cells ready to be drawn at any size, also at less than one pixel per cell."""

    def __init__(self, picture: Picture) -> None:
        self.picture = picture
        self._levels: list[Coded] = [code(picture)]

    @property
    def coded(self) -> Coded:
        """One code per cell."""
        return self._levels[0]

    def image(self, grid: Grid, clip: QRectF, ratio: float = 1.0) -> QImage:
        """What `clip` shows of the cells of `grid` (both in logical pixels), with `ratio` pixels per logical one.

        Every pixel shows exactly one cell, so edges are sharp at any size. `clip` must lie on the cells.
        """
        down = _cells(clip.top() - grid.y, clip.height(), grid.cell_height, grid.rows, ratio)
        across = _cells(clip.left() - grid.x, clip.width(), grid.cell_width, grid.cols, ratio)
        level = self._level(min(grid.cell_width, grid.cell_height) * ratio)
        image = pixels(self._levels[level], down >> level, across >> level)
        image.setDevicePixelRatio(ratio)
        return image

    def _level(self, cell: float) -> int:
        """How often to halve the cells so that one of the rest fills a pixel: none is skipped. `cell` is in pixels."""
        level = 0
        while cell * 2**level < 1 and self._levels[level].codes.size > 1:
            level += 1
            if level == len(self._levels):
                self._levels.append(coarser(self._levels[-1]))
        return level


def _cells(offset: float, length: float, cell: float, count: int, ratio: float) -> Index:
    """The cell under the middle of each pixel of a stretch that begins `offset` after the edge of cell 0."""
    middles = np.arange(max(1, round(length * ratio))) + 0.5
    return np.asarray(np.clip(np.floor((offset + middles / ratio) / cell), 0, count - 1), np.intp)


def draw_cells(painter: QPainter, shades: Shades, grid: Grid) -> None:
    """All cells of `grid`: as pixels on a screen or image, as rectangles in a vector file."""
    if not shades.picture.size:
        return
    if painter.paintEngine().type() == QPaintEngine.Type.Raster:
        ratio = painter.device().devicePixelRatioF()
        painter.drawImage(grid.rect.topLeft(), shades.image(grid, grid.rect, ratio))
    else:
        _draw_rectangles(painter, shades.coded, grid)


def _draw_rectangles(painter: QPainter, coded: Coded, grid: Grid) -> None:
    painter.save()
    painter.setPen(Qt.PenStyle.NoPen)
    for row, first, last, mark in _runs(coded.codes):
        rect = grid.block(row, first, row, last)
        painter.fillRect(rect, QColor.fromRgb(coded.colours[mark]))
        if mark in INK:
            painter.fillRect(
                rect, QBrush(QColor(SPECIAL[INK[mark]]), _BRUSHES.get(mark, Qt.BrushStyle.DiagCrossPattern))
            )
    if coded.hatched is not None:
        for row, col in np.argwhere(coded.hatched & (coded.codes != MASKED)):
            painter.fillRect(grid.cell(int(row), int(col)), QBrush(QColor(SPECIAL[INK[MASKED]]), _BRUSHES[MASKED]))
    painter.restore()


_BRUSHES = {MASKED: Qt.BrushStyle.BDiagPattern}


def _runs(codes: Codes) -> Iterator[tuple[int, int, int, int]]:
    """(row, first column, last column, code) of neighbours of one code in a row: fewer, larger rectangles."""
    for row, line in enumerate(codes):
        starts = np.flatnonzero(np.r_[True, line[1:] != line[:-1]])
        ends = np.r_[starts[1:], len(line)] - 1
        for first, last in zip(starts.tolist(), ends.tolist(), strict=True):
            yield row, first, last, int(line[first])


def number_font(texts: Iterable[str], grid: Grid) -> QFont | None:
    """The largest face in which every text fits its cell, or None if the cells are too small for numbers.

    Room for a common number is always kept, so that matrices with cells of one size show numbers of one size.
    """
    longest = max((COMMON, *texts), key=len)
    small, large = NUMBER_PIXELS
    for size in range(min(large, int(grid.cell_height * 0.55)), small - 1, -1):
        font = monospace(size)
        if QFontMetricsF(font).horizontalAdvance(longest) + 4 <= grid.cell_width:
            return font
    return None


def cell_numbers(picture: Picture, places: Iterable[Place]) -> dict[Place, str]:
    """The rounded number of each cell that shows one: all but the masked ones."""
    return {place: short(picture.values[place], picture.kind) for place in places if not picture.is_hidden(*place)}


def draw_numbers(painter: QPainter, shades: Shades, grid: Grid, texts: dict[Place, str], font: QFont) -> None:
    """Each text in the middle of its cell, black or white, whichever reads better there."""
    painter.setFont(font)
    dark = dark_codes("weights" if shades.picture.kind == "weights" else "values")
    codes = shades.coded.codes
    for ink, is_dark in (("#FFFFFF", True), ("#000000", False)):
        painter.setPen(QColor(ink))
        for place, text in texts.items():
            if dark[codes[place]] == is_dark:
                _draw_number(painter, grid.cell(*place), text, int(codes[place]))


def _draw_number(painter: QPainter, cell: QRectF, text: str, mark: int) -> None:
    if mark in INK:  # on the pattern of a NaN or infinite cell a name needs plain ground
        plate = painter.boundingRect(cell, Qt.AlignmentFlag.AlignCenter, text).adjusted(-3, 0, 3, 0)
        painter.fillRect(plate.intersected(cell), QColor(SPECIAL[mark]))
    painter.drawText(cell, Qt.AlignmentFlag.AlignCenter, text)


def outline(painter: QPainter, rect: QRectF, colour: QColor, width: float = 2.0) -> None:
    """A frame just inside `rect` that is seen on every colour: `colour` between two dark lines."""
    painter.setBrush(Qt.BrushStyle.NoBrush)
    inset = width / 2 + 1
    for pen, line in ((QColor(0, 0, 0, 200), width + 2), (colour, width)):
        painter.setPen(QPen(pen, line, Qt.PenStyle.SolidLine, Qt.PenCapStyle.SquareCap, Qt.PenJoinStyle.MiterJoin))
        painter.drawRect(rect.adjusted(inset, inset, -inset, -inset))


def light_up(painter: QPainter, line: QRectF, thickness: float) -> None:
    """Mark a row or column of `thickness` pixels: a frame inside it, or around it where it is too thin for one."""
    accent = QColor(ACCENT)
    if thickness >= 2 * GRID:
        outline(painter, line, accent)
        return
    painter.setBrush(Qt.BrushStyle.NoBrush)
    for margin, colour in ((1.5, QColor(0, 0, 0, 150)), (0.5, accent)):
        painter.setPen(QPen(colour, 1))
        painter.drawRect(line.adjusted(-margin, -margin, margin, margin))


BAR = 12.0
"""Width of the coloured part of a colour bar."""


def bar_ticks(limits: tuple[float, float], kind: Kind) -> list[tuple[float, str]]:
    """(share of the height from the bottom, text) of the numbers beside a colour bar."""
    low, high = limits
    middle = 0.5 if kind == "weights" else 0.0
    return [(share, f"{value:.3g}".replace("-", "−")) for share, value in ((0.0, low), (0.5, middle), (1.0, high))]


def bar_width(limits: tuple[float, float], kind: Kind, font: QFont) -> float:
    """Pixels that a colour bar with its numbers needs."""
    metrics = QFontMetricsF(label_font(font))
    return BAR + 6 + max(metrics.horizontalAdvance(text) for _, text in bar_ticks(limits, kind)) + 2


def draw_colour_bar(
    painter: QPainter, rect: QRectF, limits: tuple[float, float], kind: Kind, text: QColor, font: QFont
) -> None:
    """The colours from the lowest value (bottom) to the highest (top) in `rect`, with three numbers at its right."""
    colours = table("weights" if kind == "weights" else "values")[FIRST : FIRST + LEVELS]
    _draw_bar(painter, QRectF(rect.left(), rect.top(), BAR, rect.height()), colours)
    painter.setFont(label_font(font))
    painter.setPen(text)
    line = QFontMetricsF(painter.font()).height()
    for share, label in bar_ticks(limits, kind):
        middle = rect.bottom() - share * rect.height()
        painter.drawLine(QPointF(rect.left() + BAR, middle), QPointF(rect.left() + BAR + 3, middle))
        top = min(max(middle - line / 2, rect.top() - line / 4), rect.bottom() - line * 0.75)
        place = QRectF(rect.left() + BAR + 6, top, rect.width() - BAR - 6, line)
        painter.drawText(
            place, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextDontClip, label
        )


def _draw_bar(painter: QPainter, bar: QRectF, colours: tuple[int, ...]) -> None:
    slices = min(len(colours), max(1, int(bar.height())))
    height = bar.height() / slices
    for index in range(slices):
        colour = colours[round(index * (len(colours) - 1) / max(1, slices - 1))]
        # half a pixel more than its share, so that no gap shows between two slices
        top = bar.bottom() - (index + 1) * height
        painter.fillRect(QRectF(bar.left(), top, bar.width(), height + (0.5 if index else 0)), QColor.fromRgb(colour))
