"""Colours of cells: which way round the matrix lies, what 1/3 looks like, and that no mark looks like a number."""

import json
from pathlib import Path

import numpy as np
import pyqtgraph as pg
import pytest
from PySide6.QtCore import QRectF
from PySide6.QtGui import QColor, QImage, QPainter, QPicture

from gui.widgets.colours import (
    FIRST,
    LEVELS,
    SPECIAL,
    coarser,
    code,
    diverging,
    pixels,
    sequential,
    table,
    to_image,
)
from gui.widgets.grid import Grid
from gui.widgets.painting import Shades, draw_cells, number_font
from gui.widgets.picture import Picture

MARKS = {QColor(name).rgb() for name in SPECIAL.values()}


def lightness(rgb: np.ndarray) -> np.ndarray:
    """CIE L* of (n, 3) sRGB bytes."""
    channel = rgb / 255
    linear = np.where(channel <= 0.04045, channel / 12.92, ((channel + 0.055) / 1.055) ** 2.4)
    y = linear @ [0.2126, 0.7152, 0.0722]
    return np.where(y > 216 / 24389, 116 * np.cbrt(y) - 16, y * 24389 / 27)


def level(share: float, kind: str = "weights") -> int:
    """The colour that stands for a share of the range."""
    return table(kind)[FIRST + int(share * (LEVELS - 1) + 0.5)]


def test_weights_use_viridis() -> None:
    known = pg.colormap.get("viridis").getLookupTable(0, 1, LEVELS)[:, :3].astype(int)
    assert np.abs(sequential().astype(int) - known).max() <= 3


def test_weights_grow_lighter_in_equal_steps() -> None:
    steps = np.diff(lightness(sequential()[:: LEVELS // 12]))
    assert steps.min() > 0
    assert steps.max() < 2 * steps.min()


def test_scores_are_balanced_around_zero() -> None:
    light = lightness(diverging())
    middle = LEVELS // 2
    assert light.argmax() == middle
    assert light[middle] > 95
    assert np.abs(light[:middle] - light[:middle:-1]).max() < 6
    assert diverging()[0][2] > diverging()[0][0]  # below zero blue
    assert diverging()[-1][0] > diverging()[-1][2]  # above zero red


def test_three_queries_and_five_keys_are_neither_transposed_nor_flipped(data: Path) -> None:
    variant = json.loads((data / "attention/causal_bottom_right.json").read_text())["variants"]["causal_bottom_right"]
    weights, visible = np.array(variant["expected"]["weights"]), np.array(variant["visible"], bool)
    image = to_image(Picture(weights, "weights", ~visible))
    assert (image.width(), image.height()) == (5, 3)
    for row, col in np.ndindex(3, 5):
        if visible[row, col]:
            assert image.pixel(col, row) == level(weights[row, col])
        else:
            assert image.pixel(col, row) in MARKS
    assert [(row, col) for row, col in np.ndindex(3, 5) if image.pixel(col, row) in MARKS] == [(0, 3), (0, 4), (1, 4)]


def test_a_constant_third_is_drawn_as_a_third() -> None:
    image = to_image(Picture(np.full((3, 3), 1 / 3), "weights"))
    assert {image.pixel(x, y) for x in range(3) for y in range(3)} == {level(1 / 3)}


def test_one_cell_and_one_row() -> None:
    assert to_image(Picture(np.ones((1, 1)), "weights")).pixel(0, 0) == level(1)
    assert to_image(Picture(np.array([[7.0]]))).pixel(0, 0) == level(1, "values")
    row = to_image(Picture(np.linspace(0, 1, 5)[None, :], "weights"))
    assert [row.pixel(x, 0) for x in range(5)] == [level(x / 4) for x in range(5)]


def test_no_cells_make_no_image() -> None:
    assert to_image(Picture(np.zeros((0, 5)), "weights")).isNull()


def test_zero_has_the_middle_colour_and_the_range_is_symmetric() -> None:
    image = to_image(Picture(np.array([[0.0, 1.0, -2.0]]), "scores"))
    assert [image.pixel(x, 0) for x in range(3)] == [level(0.5, "scores"), level(0.75, "scores"), level(0, "scores")]


@pytest.mark.parametrize("largest", [5e-324, 1e-300, 1e308])
def test_extreme_numbers_keep_their_colours(largest: float) -> None:
    image = to_image(Picture(np.array([[-largest, 0.0, largest]]), "scores"))
    assert [image.pixel(x, 0) for x in range(3)] == [level(share, "scores") for share in (0, 0.5, 1)]


def big_cells(picture: Picture, cell: int = 24) -> QImage:
    """Every cell `cell` pixels wide and high."""
    rows, cols = picture.shape
    return Shades(picture).image(Grid(0, 0, cell, cell, rows, cols), QRectF(0, 0, cols * cell, rows * cell))


def colours_of(image: QImage, row: int, col: int, cell: int = 24) -> set[int]:
    """All colours of one cell."""
    return {image.pixel(col * cell + x, row * cell + y) for x in range(cell) for y in range(cell)}


@pytest.mark.parametrize("kind", ["weights", "scores"])
def test_masked_cells_are_hatched_and_look_like_no_number(kind: str) -> None:
    hidden = np.array([[False, True]])
    masked = colours_of(big_cells(Picture(np.array([[0.5, 0.0]]), kind, hidden)), 0, 1)
    assert len(masked) == 2
    assert masked.isdisjoint(table(kind)[FIRST : FIRST + LEVELS])


def test_nan_and_infinite_cells_are_marked_each_in_its_own_way() -> None:
    hidden = np.array([[False, False, False, True, False]])
    image = big_cells(Picture(np.array([[np.nan, np.inf, -np.inf, -np.inf, 1.0]]), "scores", hidden))
    looks = [frozenset(colours_of(image, 0, col)) for col in range(5)]
    assert len(set(looks)) == 5
    assert all(len(look) == 2 for look in looks[:4])
    for look in looks[:4]:
        assert look.isdisjoint(table("scores")[FIRST : FIRST + LEVELS])


def test_a_leak_keeps_its_colour_under_the_hatching() -> None:
    image = big_cells(Picture(np.array([[0.5, 0.5]]), "weights", np.array([[False, True]])))
    leak = colours_of(image, 0, 1)
    assert level(0.5) in leak
    assert len(leak) == 2


def test_edges_are_sharp_where_cells_share_pixels_unevenly() -> None:
    values = np.random.default_rng(0).random((7, 7))
    image = Shades(Picture(values, "weights")).image(Grid(0, 0, 100 / 7, 100 / 7, 7, 7), QRectF(0, 0, 100, 100))
    assert {image.pixel(x, y) for x in range(100) for y in range(100)} == {level(value) for value in values.ravel()}


@pytest.mark.parametrize("kind", ["weights", "scores"])
def test_a_thin_line_stays_in_sight_when_cells_are_smaller_than_pixels(kind: str) -> None:
    values = np.zeros((1000, 1000))
    values[np.arange(1, 1000), np.arange(999)] = -1.0 if kind == "scores" else 1.0
    image = Shades(Picture(values, kind)).image(Grid(0, 0, 0.13, 0.13, 1000, 1000), QRectF(0, 0, 130, 130))
    line = level(0 if kind == "scores" else 1, kind)
    assert all(any(image.pixel(x, y) == line for x in range(130)) for y in range(130))


def test_coarser_keeps_the_strongest_and_every_mark() -> None:
    values = np.array([[0.1, -0.9, np.nan], [0.2, 0.3, 0.4], [0.0, 0.5, -0.6]])
    codes = code(Picture(values, "scores"))
    small = coarser(codes)
    assert small.codes.shape == (2, 2)
    assert small.codes[0, 0] == codes.codes[0, 1]
    assert small.codes[0, 1] == codes.codes[0, 2]
    assert small.codes[1, 1] == codes.codes[2, 2]


def test_a_vector_painter_gets_rectangles_of_the_same_colours() -> None:
    picture = Picture(np.random.default_rng(3).random((4, 6)), "weights")
    grid = Grid(5, 7, 10, 10, 4, 6)
    recorded = QPicture()
    painter = QPainter(recorded)
    draw_cells(painter, Shades(picture), grid)
    painter.end()
    image = QImage(80, 60, QImage.Format.Format_RGB32)
    painter = QPainter(image)
    painter.drawPicture(0, 0, recorded)
    painter.end()
    for row, col in np.ndindex(4, 6):
        assert image.pixelColor(5 + col * 10 + 5, 7 + row * 10 + 5).rgb() == level(picture.values[row, col])


def test_numbers_appear_only_where_they_fit(qapp: object) -> None:
    assert number_font(["0.333"], Grid(0, 0, 56, 28, 3, 3)) is not None
    assert number_font(["0.333"], Grid(0, 0, 20, 28, 3, 3)) is None
    assert number_font(["0.333"], Grid(0, 0, 56, 10, 3, 3)) is None


def test_pixels_follow_their_indices() -> None:
    coded = code(Picture(np.eye(3), "weights"))
    image = pixels(coded, np.array([2, 0]), np.array([2, 2, 0]))
    assert [[image.pixel(x, y) for x in range(3)] for y in range(2)] == [
        [level(1), level(1), level(0)],
        [level(0), level(0), level(1)],
    ]
