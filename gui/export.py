"""Pictures and numbers to files and to the clipboard. Also used by the command line, without a window."""

import errno
import os
import sys
from dataclasses import dataclass
from itertools import product
from pathlib import Path

import numpy as np
from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QGuiApplication, QImage, QPainter

from engine.export import atomic_write, with_suffix_rule, write_csv, write_npz
from gui.theme import GRID, LIGHT
from gui.widgets.grid import Grid
from gui.widgets.labels import GAP, Edge, draw_labels, label_font
from gui.widgets.matrix_paint import MOST_NUMBERS, bold, hint, shape_text
from gui.widgets.painting import Shades, bar_width, cell_numbers, draw_cells, draw_colour_bar, draw_numbers, number_font
from gui.widgets.picture import Picture, axis_word

GROUND = "#FFFFFF"
PAD = 2 * GRID
LARGEST_CELL = 96
TALLEST = 3
"""A picture is at most this many times as high as wide."""
LOWEST = 12 * GRID
"""Room for a colour bar, however few rows there are."""


@dataclass(frozen=True)
class Sheet:
    """Where everything stands on an exported picture, in pixels."""

    size: QSize
    grid: Grid
    font: QFont
    label_width: float
    label_height: float
    bar: QRectF


def lay_out(picture: Picture, width: int) -> Sheet:
    """A sheet exactly `width` pixels wide; cells of one size, whole pixels where at least one fits."""
    font = QFont(QGuiApplication.font())
    font.setPixelSize(max(11, round(width / 76)))
    small = label_font(font)
    line, (rows, cols) = QFontMetricsF(small).height(), picture.shape
    label_width = min(Edge(picture.row_labels, rows, small).widest, width / 5)
    left = PAD + line + GAP + label_width + GAP
    bar = bar_width(picture.limits(), picture.kind, font)
    across = max(1.0, width - left - bar - PAD - 2 * GRID)
    cell_width, cell_height = _cell(across, TALLEST * width, rows, cols)
    label_height = Edge(picture.column_labels, cols, small).height(cell_width)
    top = PAD + QFontMetricsF(bold(font)).height() + GRID + line + GAP + label_height + GAP
    grid = Grid(round(left), round(top), cell_width, cell_height, rows, cols)
    height = max(grid.rect.height(), LOWEST)
    bar_area = QRectF(max(grid.rect.right(), PAD) + 2 * GRID, grid.y, bar, height)
    return Sheet(QSize(width, round(grid.y + height + PAD)), grid, font, label_width, label_height, bar_area)


def _cell(across: float, down: float, rows: int, cols: int) -> tuple[float, float]:
    """(width, height) of a cell: square, unless a long matrix would then be a thread."""
    width = min(LARGEST_CELL, across / max(1, cols))
    height = min(width, down / max(1, rows))
    if rows and height * rows < LOWEST / 2:
        height = min(LARGEST_CELL / 2, LOWEST / 2 / rows)
    return _whole(width), _whole(height)


def _whole(cell: float) -> float:
    return float(int(cell)) if cell >= 1 else cell


def paint_picture(painter: QPainter, picture: Picture, sheet: Sheet) -> None:
    """Draw the whole sheet in dark ink on white with any painter: pixels on an image, rectangles in a vector file."""
    painter.fillRect(QRectF(0, 0, sheet.size.width(), sheet.size.height()), QColor(GROUND))
    _draw_title(painter, picture, sheet)
    if not picture.size:
        painter.drawText(QPointF(PAD, sheet.grid.y + 2 * GRID), hint(picture))
        return
    shades = Shades(picture)
    draw_cells(painter, shades, sheet.grid)
    _draw_numbers(painter, shades, sheet.grid)
    _draw_edges(painter, picture, sheet)
    draw_colour_bar(painter, sheet.bar, picture.limits(), picture.kind, LIGHT.colour("text"), sheet.font)


def _draw_title(painter: QPainter, picture: Picture, sheet: Sheet) -> None:
    font = bold(sheet.font)
    metrics = QFontMetricsF(font)
    shape = shape_text(picture)
    room = sheet.size.width() - 2 * PAD - QFontMetricsF(sheet.font).horizontalAdvance(shape) - 2 * GRID
    title = metrics.elidedText(picture.title, Qt.TextElideMode.ElideRight, max(0.0, room))
    base = PAD + metrics.ascent()
    painter.setPen(LIGHT.colour("text"))
    painter.setFont(font)
    painter.drawText(QPointF(PAD, base), title)
    painter.setFont(sheet.font)
    painter.setPen(LIGHT.colour("muted"))
    painter.drawText(QPointF(PAD + metrics.horizontalAdvance(title) + (2 * GRID if title else 0), base), shape)


def _draw_numbers(painter: QPainter, shades: Shades, grid: Grid) -> None:
    if shades.picture.size > MOST_NUMBERS:
        return
    texts = cell_numbers(shades.picture, product(range(grid.rows), range(grid.cols)))
    font = number_font(texts.values(), grid)
    if font is not None:
        draw_numbers(painter, shades, grid, texts, font)


def _draw_edges(painter: QPainter, picture: Picture, sheet: Sheet) -> None:
    grid, small = sheet.grid, label_font(sheet.font)
    line = QFontMetricsF(small).height()
    painter.setFont(small)
    painter.setPen(LIGHT.colour("text"))
    rows = Edge(picture.row_labels, grid.rows, small)
    cols = Edge(picture.column_labels, grid.cols, small)
    left = grid.x - GAP - sheet.label_width
    draw_labels(painter, rows.beside(range(grid.rows), grid.y, grid.cell_height, left, sheet.label_width))
    draw_labels(painter, cols.above(range(grid.cols), grid.x, grid.cell_width, grid.y - GAP, sheet.label_height))
    painter.setPen(LIGHT.colour("muted"))
    above = QRectF(grid.x, grid.y - GAP - sheet.label_height - GAP - line, grid.rect.width(), line)
    middle = Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextDontClip
    painter.drawText(above, middle, axis_word(picture.column_axis))
    painter.save()
    painter.translate(PAD, grid.rect.bottom())
    painter.rotate(-90)
    painter.drawText(QRectF(0, 0, grid.rect.height(), line), middle, axis_word(picture.row_axis))
    painter.restore()
    for row in range(grid.rows):
        if picture.is_empty_row(row):
            mark = grid.row(row)
            painter.fillRect(QRectF(grid.x - 3, mark.top(), 3, mark.height()), LIGHT.colour("danger"))


def ensure_app() -> None:
    """Fonts need a QGuiApplication: make one, without a screen, if there is none yet."""
    if QGuiApplication.instance() is None:
        os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
        _kept.append(QGuiApplication(sys.argv[:1]))


_kept: list[QGuiApplication] = []


def render(picture: Picture, width: int = 1000) -> QImage:
    """The picture with title, labels, axis names and colour bar on white, exactly `width` pixels wide on any screen."""
    ensure_app()
    sheet = lay_out(picture, width)
    image = QImage(sheet.size, QImage.Format.Format_RGB32)
    painter = QPainter(image)
    paint_picture(painter, picture, sheet)
    painter.end()
    return image


def save_picture(picture: Picture, path: str | Path, width: int = 1000) -> Path:
    """Write a PNG; returns where, with ".png" added if the name has no such ending. Problem(field="path") on failure."""
    target = with_suffix_rule(path, ".png")
    image = render(picture, width)
    with atomic_write(target) as temporary:
        if not image.save(str(temporary)):
            raise OSError(errno.EIO, os.strerror(errno.EIO))
    return target


def save_numbers(picture: Picture, path: str | Path) -> Path:
    """Write the exact numbers: a CSV with its labels, or an NPZ with "values", "hidden" and the labels."""
    target = with_suffix_rule(path, ".csv", (".npz",))
    if target.suffix.lower() == ".csv":
        write_csv(target, picture.values, picture.row_labels, picture.column_labels)
        return target
    arrays = {"values": picture.values, "hidden": picture.hidden, "empty_rows": picture.empty_rows}
    labels = {"row_labels": picture.row_labels, "column_labels": picture.column_labels}
    words = {name: np.array(texts, dtype=np.str_) for name, texts in labels.items() if texts}
    write_npz(target, {name: array for name, array in arrays.items() if array is not None} | words)
    return target


def copy_picture(picture: Picture, width: int = 1000) -> None:
    """Put the rendered picture on the clipboard. Needs a running app, which keeps the clipboard."""
    QGuiApplication.clipboard().setImage(render(picture, width))
