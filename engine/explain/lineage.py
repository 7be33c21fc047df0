"""Which cells a cell is computed from, and which cells are computed from it: the formula's links, followed both ways.

A block is "q", "k", "v", a Step or "entropy" (one column); all are the tables of one entry of the leading axes. K is
read as it is stored: row = key, column = component.
"""

import math
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from engine.config import Matrix
from engine.masks import Visible
from engine.steps import Trace

BLOCKS = ("q", "k", "v", "scores", "scaled", "masked", "weights", "dropped", "entropy", "output")
AFTER = frozenset({"mask_after_softmax", "mask_after_renormalised"})

Cells = Mapping[str, Visible]


@dataclass(frozen=True, eq=False)
class Tables:
    """The tables of one entry of a Trace's leading axes, counted in their flat order."""

    trace: Trace
    lead: int = 0

    @cached_property
    def values(self) -> Mapping[str, Matrix]:
        """Each block's numbers, (rows, columns)."""
        c, steps = self.trace.config, self.trace.steps
        arrays = {"q": c.q, "k": c.k, "v": c.v, **steps, "entropy": self.trace.entropy[..., None]}
        return {block: self.entry(arrays[block]) for block in BLOCKS}

    @cached_property
    def hidden(self) -> Visible:
        """True where the formula, as it was used, hides the key; an inverted mask hides other cells than the mask says."""
        visible = np.broadcast_to(self.trace.parts.visible, self.trace.steps["weights"].shape)
        hidden: Visible = np.logical_not(self.entry(visible))
        return hidden

    @cached_property
    def filled(self) -> Visible:
        """True where "masked" holds the filler."""
        return np.zeros_like(self.hidden) if self.trace.config.mistakes & AFTER else self.hidden

    @cached_property
    def taking_part(self) -> Visible:
        """True where exp of "masked" is a term of the softmax; exp(-inf) adds nothing, a finite filler does."""
        return ~self.filled | math.isfinite(self.trace.config.filler)

    @cached_property
    def weighted(self) -> Visible:
        """True where the weight depends on scores; elsewhere it is 0 whatever they are."""
        return self.taking_part & ~(self.hidden & ~self.filled)

    @cached_property
    def used(self) -> Visible:
        """True where the weight, after dropout, depends on scores."""
        used: Visible = self.weighted & self.entry(self.trace.kept)
        return used

    def entry(self, array: NDArray[Any]) -> NDArray[Any]:
        """The table of this entry: a view into `array`, whose leading axes broadcast to those of the output."""
        shape = self.trace.config.lead
        full = np.broadcast_to(array, (*shape, *array.shape[-2:]))
        return full[np.unravel_index(min(self.lead, math.prod(shape) - 1), shape)] if shape else full

    def no_cells(self) -> dict[str, Visible]:
        """Every block without any cell chosen."""
        return {block: np.zeros(array.shape, dtype=np.bool_) for block, array in self.values.items()}


def sources(tables: Tables, block: str, row: int, column: int) -> Cells:
    """By block, True for each cell that this one is computed from, down to Q, K and V; not the cell itself."""
    lit = tables.no_cells()
    lit[block][row, column] = True
    lit["v"] |= tables.used.T @ lit["output"]
    lit["dropped"] |= lit["output"].any(axis=1, keepdims=True) & tables.used
    lit["weights"] |= lit["dropped"] & tables.used
    lit["weights"] |= lit["entropy"] & tables.weighted
    lit["masked"] |= _shared(tables, lit["weights"] & tables.weighted) & tables.taking_part
    lit["scaled"] |= lit["masked"] & ~tables.filled
    lit["scores"] |= lit["scaled"]
    lit["q"] |= lit["scores"].any(axis=1, keepdims=True)
    lit["k"] |= lit["scores"].any(axis=0, keepdims=True).T
    lit[block][row, column] = False
    return lit


def dependents(tables: Tables, block: str, row: int, column: int) -> Cells:
    """By block, True for each cell that is computed from this one, up to the output; not the cell itself."""
    lit = tables.no_cells()
    lit[block][row, column] = True
    lit["scores"] |= lit["q"].any(axis=1, keepdims=True) | lit["k"].any(axis=1, keepdims=True).T
    lit["scaled"] |= lit["scores"]
    lit["masked"] |= lit["scaled"] & ~tables.filled
    lit["weights"] |= _shared(tables, lit["masked"] & tables.taking_part) & tables.weighted
    lit["dropped"] |= lit["weights"] & tables.used
    lit["entropy"] |= (lit["weights"] & tables.weighted).any(axis=1, keepdims=True)
    lit["output"] |= (lit["dropped"] & tables.used).any(axis=1, keepdims=True) | (tables.used @ lit["v"])
    lit[block][row, column] = False
    return lit


def _shared(tables: Tables, cells: Visible) -> Visible:
    """The whole row of each cell (the column, if the softmax runs over the queries): softmax makes them depend on another."""
    return np.broadcast_to(cells.any(axis=tables.trace.parts.axis, keepdims=True), cells.shape)
