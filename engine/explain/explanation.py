"""How one cell came about: its arithmetic with the real numbers, the cells that it comes from and those it leads to."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from engine.explain.arithmetic import Line
from engine.explain.derivation import lines_of
from engine.explain.lineage import Cells, Tables, dependents, sources
from engine.explain.place import Place
from engine.problems import Sentence
from engine.steps import Trace

Cell = tuple[str, int, int]


@dataclass(frozen=True, eq=False)
class Explanation:
    """One cell of one block: its value, how it came about, and its links to other cells.

    lines            pure arithmetic is text, what has words is a Sentence
    source_cells     by block, True for each cell that it is computed from, down to Q, K and V
    dependent_cells  by block, True for each cell that is computed from it, up to the output
    """

    block: str
    row: int
    column: int
    value: float
    lines: tuple[Line, ...]
    source_cells: Cells
    dependent_cells: Cells

    @cached_property
    def sources(self) -> frozenset[Cell]:
        """`source_cells` as (block, row, column); in "k" the row is the key, in "entropy" the column is 0."""
        return _listed(self.source_cells)

    @cached_property
    def dependents(self) -> frozenset[Cell]:
        """`dependent_cells` as (block, row, column)."""
        return _listed(self.dependent_cells)

    def text(self, say: Callable[[Sentence], str] = str) -> str:
        """All lines to copy; `say` puts a Sentence into words."""
        return "\n".join(line if isinstance(line, str) else say(line) for line in self.lines)


def explain(
    trace: Trace, block: str, row: int, column: int = 0, *, lead: int = 0, names: Mapping[str, str] | None = None
) -> Explanation:
    """Explain a cell of "q", "k" (row = key), "v", a Step or "entropy" in one entry of the leading axes.

    lead   which entry, counted in flat order; the last one if there are fewer
    names  what to call the blocks in the lines, if not by their keys

    What is explained is what was computed, mistakes and filler included. Raises IndexError for a cell outside.
    """
    tables = Tables(trace, lead)
    height, width = tables.values[block].shape
    if not (0 <= row < height and 0 <= column < width):
        raise IndexError((block, row, column))
    place = Place(tables, block, row, column, {"q": "Q", "k": "K", "v": "V"} | dict(names or {}))
    links = [follow(tables, block, row, column) for follow in (sources, dependents)]
    return Explanation(block, row, column, place.value, lines_of(place), *links)


def _listed(cells: Cells) -> frozenset[Cell]:
    return frozenset((block, int(i), int(j)) for block, chosen in cells.items() for i, j in np.argwhere(chosen))
