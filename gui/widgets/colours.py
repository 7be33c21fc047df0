"""From numbers to colours: one byte per cell, then one colour per pixel.

A code says what a cell is: masked, one of 247 levels of the colour map, infinite or not a number. Codes are sampled
for the pixels of the screen, hatched there, and become colours last, so a picture costs what its pixels cost,
however many cells there are.
"""

from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray
from PySide6.QtGui import QColor, QImage

from gui.widgets.picture import Cells, Kind, Picture

Codes = NDArray[np.uint8]
Index = NDArray[np.intp]
Floats = NDArray[np.floating[Any]]

BLOCK: Final = 32768
"""Cells that are worked on at a time."""

MASKED: Final = 0
FIRST: Final = 1
LEVELS: Final = 247  # odd, so that 0 has a level of its own in the middle of a diverging map
MASKED_INK, MINUS_INF, MINUS_INF_INK, PLUS_INF, PLUS_INF_INK, NAN, NAN_INK = range(248, 255)

INK: Final = {MASKED: MASKED_INK, MINUS_INF: MINUS_INF_INK, PLUS_INF: PLUS_INF_INK, NAN: NAN_INK}
SPECIAL: Final = {
    MASKED: "#AEB4BD",
    MASKED_INK: "#7F8792",
    MINUS_INF: "#00E5FF",
    MINUS_INF_INK: "#00343D",
    PLUS_INF: "#FFB000",
    PLUS_INF_INK: "#4A2500",
    NAN: "#FF4FD8",
    NAN_INK: "#2B0022",
}

# Viridis (van der Walt and Smith, 2015, public domain): equal steps in value look like equal steps in colour.
VIRIDIS: Final = (
    "440154 470d60 48186a 482374 472d7b 453781 424086 3e4989 3b528b 375b8d 33638d 2f6b8e 2c728e 297a8e 26828e 23898e "
    "21918c 1f978b 1f9f88 21a685 27ad81 31b57b 3dbc74 4cc26c 5cc863 6ece58 81d34d 95d840 aadc32 c0df25 d5e21a eae51a "
    "fde725"
)


def sequential() -> Codes:
    """The map of weights as (LEVELS, 3) bytes: 0 dark violet, 1 yellow."""
    anchors = np.array([list(bytes.fromhex(word)) for word in VIRIDIS.split()], dtype=np.float64)
    place, level = np.linspace(0, 1, len(anchors)), np.linspace(0, 1, LEVELS)
    return np.stack([np.interp(level, place, anchors[:, channel]) for channel in range(3)], axis=1).round().astype("u1")


def diverging() -> Codes:
    """The map of scores and values as (LEVELS, 3) bytes: blue below 0, near white at 0, red above.

    Built in OKLab (Ottosson 2020): lightness falls and chroma grows alike on both sides, so -x and x look equally far
    from 0.
    """
    signed = np.linspace(-1, 1, LEVELS)
    size = np.abs(signed)
    lightness, chroma = 0.97 - 0.52 * size, 0.165 * np.sin(size * np.pi / 2) ** 1.2
    hue = np.deg2rad(np.where(signed < 0, 258.0, 28.0))
    linear = _linear_rgb(lightness, chroma * np.cos(hue), chroma * np.sin(hue)).clip(0, 1)
    return (_srgb(linear) * 255).round().astype("u1")


def _linear_rgb(lightness: Floats, a: Floats, b: Floats) -> Floats:
    """(n, 3) linear sRGB of n OKLab colours."""
    to_cone = np.array(
        [[1, 0.3963377774, 0.2158037573], [1, -0.1055613458, -0.0638541728], [1, -0.0894841775, -1.291485548]]
    )
    to_rgb = np.array(
        [
            [4.0767416621, -3.3077115913, 0.2309699292],
            [-1.2684380046, 2.6097574011, -0.3413193965],
            [-0.0041960863, -0.7034186147, 1.707614701],
        ]
    )
    cone: Floats = np.stack([lightness, a, b], axis=1) @ to_cone.T
    return np.asarray(cone**3 @ to_rgb.T)


def _srgb(linear: Floats) -> Floats:
    return np.where(linear <= 0.0031308, 12.92 * linear, 1.055 * np.maximum(linear, 0.0031308) ** (1 / 2.4) - 0.055)


@lru_cache(maxsize=2)
def table(kind: str) -> tuple[int, ...]:
    """256 opaque 0xAARRGGBB colours, one per code, for "weights" or anything else (centred on 0)."""
    levels = sequential() if kind == "weights" else diverging()
    colours = [QColor("#000000").rgb()] * 256
    colours[FIRST : FIRST + LEVELS] = [QColor(*map(int, level)).rgb() for level in levels]
    for code, name in SPECIAL.items():
        colours[code] = QColor(name).rgb()
    return tuple(colours)


@lru_cache(maxsize=2)
def dark_codes(kind: str) -> tuple[bool, ...]:
    """For each code, True if white text reads better on its colour than black text."""
    return tuple(0.2126 * r**2.2 + 0.7152 * g**2.2 + 0.0722 * b**2.2 < 0.18 for r, g, b in map(_unit, table(kind)))


def _unit(rgb: int) -> tuple[float, float, float]:
    colour = QColor.fromRgb(rgb)
    return colour.redF(), colour.greenF(), colour.blueF()


@dataclass(frozen=True, eq=False)
class Coded:
    """A picture's cells as codes, and the marks among them.

    codes      (rows, cols) bytes
    hatched    masked cells that are hatched over a level, or None
    marks      which of MASKED, MINUS_INF, PLUS_INF and NAN occur
    """

    codes: Codes
    kind: Kind
    hatched: Cells | None
    marks: frozenset[int]

    @property
    def colours(self) -> tuple[int, ...]:
        """The colour of each code."""
        return table("weights" if self.kind == "weights" else "values")


def code(picture: Picture) -> Coded:
    """The codes of a picture. A masked weight that is not 0 keeps its colour under the hatching: it is a leak.

    Works on a few rows at a time: what fits the cache is several times as fast.
    """
    values, hidden, limits = picture.values, picture.hidden, picture.limits()
    codes = np.empty(values.shape, np.uint8)
    marks: set[int] = set()
    leaks = False
    step = max(1, BLOCK // max(1, values.shape[1]))
    for start in range(0, len(values), step):
        rows = slice(start, start + step)
        marks |= _code(codes[rows], values[rows], *limits)
        if hidden is not None and hidden[rows].any():
            marks.add(MASKED)
            leaks |= _hide(codes[rows], values[rows], hidden[rows], picture.kind)
    return Coded(codes, picture.kind, hidden if leaks else None, frozenset(marks))


def _code(codes: Codes, values: Floats, low: float, high: float) -> set[int]:
    """Write levels FIRST .. FIRST + LEVELS - 1 and marks into `codes`; returns the marks.

    Divides by the larger end first: it may be as large or as small as a float gets.
    """
    gain, middle = (1.0, 0.0) if low == 0 else (0.5, 0.5)
    with np.errstate(invalid="ignore", over="ignore"):
        share = values / high
        finite = bool(np.isfinite(share.sum()))
        share *= gain
        share += middle
        np.clip(share, 0, 1, out=share)
        share *= LEVELS - 1
        share += FIRST + 0.5
        codes[...] = share
    return set() if finite else _mark(codes, values)


def _mark(codes: Codes, values: Floats) -> set[int]:
    """Mark the cells that are not finite; returns the marks that were needed."""
    kinds = {NAN: np.isnan(values), PLUS_INF: np.isposinf(values), MINUS_INF: np.isneginf(values)}
    for mark, where in kinds.items():
        codes[where] = mark
    return {mark for mark, where in kinds.items() if where.any()}


def _hide(codes: Codes, values: Floats, hidden: Cells, kind: Kind) -> bool:
    """Mark masked cells, but for leaks; returns whether there are any."""
    if kind != "weights":
        np.copyto(codes, MASKED, where=hidden)
        return False
    leaks = values != 0
    leaks &= hidden
    np.copyto(codes, MASKED, where=hidden & ~leaks)
    return bool(leaks.any())


def pixels(coded: Coded, down: Index, across: Index) -> QImage:
    """The picture of the cells `down` x `across`, one per pixel, hatched and marked, in RGB32.

    down      for each row of pixels the row of cells that it shows
    across    for each column of pixels the column of cells that it shows
    """
    sample = sampled(coded.codes, down, across)
    if coded.marks:
        _ink(sample, coded, None if coded.hatched is None else sampled(coded.hatched, down, across))
    return _image(sample, coded.colours)


def sampled(cells: NDArray[Any], down: Index, across: Index) -> NDArray[Any]:
    """`cells[down][:, across]`, the axis that makes it smaller first."""
    if len(down) < len(cells):
        return np.take(np.take(cells, down, axis=0), across, axis=1)
    return np.take(np.take(cells, across, axis=1), down, axis=0)


def _ink(sample: Codes, coded: Coded, hatched: Cells | None) -> None:
    """Draw the patterns of masked, infinite and NaN pixels into `sample`."""
    for mark in sorted(coded.marks):
        where = sample == mark
        if mark == MASKED and hatched is not None:
            where |= hatched
        where &= _pattern(mark, *sample.shape)
        np.copyto(sample, INK[mark], where=where)


@lru_cache(maxsize=32)
def _pattern(mark: int, height: int, width: int) -> Cells:
    """Where a mark's ink goes: diagonal stripes for masked, level for -inf, upright for +inf, a checkerboard for NaN."""
    y, x = np.arange(height)[:, None], np.arange(width)[None, :]
    drawn = {
        MASKED: (x + y) % 6 < 2,
        MINUS_INF: y % 4 + 0 * x < 1,
        PLUS_INF: x % 4 + 0 * y < 1,
        NAN: (x // 3 + y // 3) % 2 == 0,
    }
    return np.asarray(drawn[mark])


def _image(sample: Codes, colours: tuple[int, ...]) -> QImage:
    height, width = sample.shape
    image = QImage(width, height, QImage.Format.Format_Indexed8)
    image.setColorTable(colours)
    lines = np.frombuffer(image.bits(), np.uint8).reshape(height, image.bytesPerLine())
    lines[:, :width] = sample
    return image.convertToFormat(QImage.Format.Format_RGB32)


def to_image(picture: Picture) -> QImage:
    """The picture with one pixel per cell, queries from the top down, keys to the right; null if it has no cells."""
    rows, cols = picture.shape
    if not picture.size:
        return QImage()
    return pixels(code(picture), np.arange(rows), np.arange(cols))


def coarser(coded: Coded) -> Coded:
    """Half as many rows and columns: of each 2 x 2 cells the most telling, so that a thin line stays in sight.

    The largest weight, the score farthest from 0; a mark before any number, and masked only where all are masked.
    """
    codes = coded.codes
    for axis in (0, 1):
        codes = _stronger(codes, axis, coded.kind == "weights")
    hatched = None if coded.hatched is None else coded.hatched[::2, ::2]
    return Coded(codes, coded.kind, hatched, coded.marks)


def _stronger(codes: Codes, axis: int, upward: bool) -> Codes:
    """The stronger code of each pair of neighbours along `axis`; an odd one out stays alone."""
    cut = (slice(None),) * axis
    one, two = codes[(*cut, slice(0, None, 2))], codes[(*cut, slice(1, None, 2))]
    if two.shape[axis] < one.shape[axis]:
        two = np.concatenate([two, one[(*cut, slice(-1, None))]], axis=axis)
    if upward:
        return np.maximum(one, two)
    rank = _ranks()
    return np.where(rank[one] >= rank[two], one, two)


@lru_cache(maxsize=1)
def _ranks() -> Codes:
    """How telling each code of a diverging map is: farther from 0 is more, a mark most, masked least."""
    ranks = np.abs(np.arange(256) - (FIRST + LEVELS // 2)) + 1
    ranks[MASKED], ranks[MASKED_INK:] = 0, 255
    return ranks.astype(np.uint8)
