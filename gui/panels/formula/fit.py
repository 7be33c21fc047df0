"""How large the cells of the strip are: what stands above each other or side by side must meet, and all must fit."""

from collections.abc import Mapping
from dataclasses import dataclass
from math import floor

LARGEST, HIGHEST = 52.0, 36.0
SMALLEST = 0.25  # several cells to a pixel: a picture of the whole, to be zoomed into
FOR_MAPS, FOR_QUERIES = 0.7, 0.5  # what the maps may claim of the width, and their rows of the height

Size = tuple[float, float]


@dataclass(frozen=True)
class Counts:
    """Numbers of queries, keys, components of a key and of a value, and of maps side by side."""

    n_q: int
    n_k: int
    d_k: int
    d_v: int
    maps: int


def fitted(counts: Counts, width: float, height: float) -> Mapping[str, Size]:
    """(width, height) of a cell of "q", "k" (as it stands, transposed), "v", the "maps", "entropy" and "output".

    One size for all where that fits; where a long axis would make every cell tiny (64 components beside 5 tokens), the
    maps keep most of the room and the components share the rest.
    """
    c = counts
    columns = c.maps * c.n_k + 1
    key = _share(width, columns, c.d_k + c.d_v, FOR_MAPS, LARGEST)
    component = min(key, _rest(width, key * columns, c.d_k + c.d_v))
    row = min(_share(height, c.n_q, max(c.d_k, c.n_k), FOR_QUERIES, HIGHEST), max(key, SMALLEST))
    above = {length: min(row, _rest(height, row * c.n_q, length)) for length in (c.d_k, c.n_k)}
    sizes = {
        "q": (component, row),
        "k": (key, above[c.d_k]),
        "v": (component, above[c.n_k]),
        "maps": (key, row),
        "entropy": (key, row),
        "output": (component, row),
    }
    return {name: (_crisp(wide), _crisp(high)) for name, (wide, high) in sizes.items()}


def scaled(sizes: Mapping[str, Size], factor: float) -> Mapping[str, Size]:
    """All sizes times `factor`, none below the smallest."""
    return {name: (_crisp(wide * factor), _crisp(high * factor)) for name, (wide, high) in sizes.items()}


def _share(room: float, own: int, others: int, claim: float, most: float) -> float:
    """The size at which all cells are alike, or a larger one if that leaves `own` less than they may claim."""
    return min(max(room / (own + others), claim * room / own), most)


def _rest(room: float, taken: float, cells: int) -> float:
    return max(room - taken, 0.0) / cells


def _crisp(cell: float) -> float:
    """Whole pixels where there are some to spare."""
    return float(floor(cell)) if cell >= 3 else max(cell, SMALLEST)
