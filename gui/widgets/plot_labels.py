"""Where the names of lines stand: beside their own line, near its end, across no line, no mark and no other name."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

Pixels = NDArray[np.float64]
"""Places (n, 2) or sizes in pixels; the origin is the upper left corner of the plot."""

STEP, STRIDE = 5.0, 4
"""A line is looked at every so many pixels, and a name is tried at every so many of these places."""
CLEAR = 3.0
"""Free pixels around a name."""
OUTSIDE, TAKEN = 10_000, 100
"""What it costs to leave the plot, and to lie over another name; to lie over a place of a line costs 1."""


def name_places(
    lines: Sequence[Pixels], sizes: Sequence[tuple[float, float]], marks: Sequence[Pixels], room: tuple[float, float]
) -> list[Pixels]:
    """The upper left corner (2,) of the name of each line, one line or more; `sizes` and `room` are (width, height).

    Of all the places beside a line that cost least, a name takes the one nearest to the line's end.
    """
    fences = [_sampled(line) for line in lines]
    obstacles = np.concatenate([*fences, *marks])
    placed: list[Pixels] = []
    for line, size in zip(fences, sizes, strict=True):
        corners = _beside(line, size)
        cost = _crossed(corners, size, obstacles) + OUTSIDE * _outside(corners, size, room)
        for corner, other in zip(placed, sizes, strict=False):
            cost = cost + TAKEN * _overlapping(corners, size, corner, other)
        placed.append(corners[int(np.argmin(cost))])
    return placed


def _sampled(line: Pixels) -> Pixels:
    """As many places on the line as make it a fence, the end first."""
    along = np.append(np.arange(line[0, 0], line[-1, 0], STEP), line[-1, 0])[::-1]
    return np.column_stack([along, np.interp(along, line[:, 0], line[:, 1])])


def _beside(line: Pixels, size: tuple[float, float]) -> Pixels:
    """Corners at which a name ends or begins at a place of the line, above it or below, (n, 2)."""
    width, height = size
    shifts = np.array([(x, y) for x in (-width, 0.0) for y in (-height - CLEAR, CLEAR)])
    corners: Pixels = (line[::STRIDE, None] + shifts).reshape(-1, 2)
    return corners


def _crossed(corners: Pixels, size: tuple[float, float], obstacles: Pixels) -> Pixels:
    """How many of the obstacles lie within a name at each corner, or nearer to it than CLEAR."""
    away = obstacles - corners[:, None]
    low, high = 1.0 - CLEAR, np.array(size) + CLEAR - 1.0
    inside: Pixels = ((away > low) & (away < high)).all(axis=-1).sum(axis=-1)
    return inside


def _outside(corners: Pixels, size: tuple[float, float], room: tuple[float, float]) -> Pixels:
    out: Pixels = np.any((corners < 0) | (corners + size > room), axis=-1).astype(np.float64)
    return out


def _overlapping(corners: Pixels, size: tuple[float, float], other: Pixels, other_size: tuple[float, float]) -> Pixels:
    over: Pixels = np.all((corners < other + other_size) & (other < corners + size), axis=-1).astype(np.float64)
    return over
