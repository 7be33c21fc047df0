"""Config, Trace and head maps as Pictures: which numbers, which colours, which labels. Pure functions."""

from typing import TypeVar, cast

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QCoreApplication

from engine.config import Config
from engine.explain.lineage import Tables
from engine.steps import Trace
from gui.panels.words import STEP_NAMES, word
from gui.widgets.picture import Kind, Picture

T = TypeVar("T", bound=np.generic)
KINDS: dict[str, Kind] = {
    "scores": "scores",
    "scaled": "scores",
    "masked": "scores",
    "weights": "weights",
    "dropped": "values",
}


def input_picture(config: Config, name: str, lead: int = 0) -> Picture:
    """Q, V, or K transposed (as it stands above the scores); `lead` picks one of the leading axes' entries."""
    matrix = entry(getattr(config, name), config, lead)
    if name == "k":
        return Picture(matrix.T, kind="values", title="Kᵀ", row_axis="feature", column_axis="key")
    return Picture(
        matrix, kind="values", title=name.upper(), row_axis="query" if name == "q" else "key", column_axis="feature"
    )


def step_picture(trace: Trace, step: str, lead: int = 0) -> Picture:
    """One Step's heatmap; hidden cells are marked from "masked" on."""
    tables = Tables(trace, lead)
    values = tables.entry(trace.steps[step])
    empty = tables.entry(trace.empty_rows[..., None])[:, 0]
    title = word(STEP_NAMES, step)
    if step == "output":
        return Picture(values, kind="values", title=title, row_axis="query", column_axis="feature", empty_rows=empty)
    hidden = None
    if step == "masked":  # as the formula used the mask, mistakes included
        hidden = tables.filled
    elif step in ("weights", "dropped"):  # as it should be: a weight there is a leak
        hidden = ~tables.entry(trace.visible)
    return Picture(
        values,
        kind=KINDS[step],
        hidden=hidden,
        title=title,
        row_axis="query",
        column_axis="key",
        empty_rows=None if hidden is None else empty,
    )


def entropy_picture(trace: Trace, lead: int = 0) -> Picture:
    """The entropy of each row of weights in nats, as one column."""
    values = Tables(trace, lead).entry(trace.entropy[..., None])
    title = QCoreApplication.translate("words", "entropy (nats)")
    return Picture(values, kind="values", title=title, row_axis="query", column_axis="")


def entry(array: NDArray[T], config: Config, lead: int) -> NDArray[T]:
    """The matrix (rows, columns) of one entry of the leading axes, counted in their flat order: a view into `array`."""
    own = array.shape[:-2]
    shape = config.lead
    if not own:
        return array
    index = np.unravel_index(min(lead, int(np.prod(shape)) - 1), shape)[len(shape) - len(own) :]
    place = tuple(0 if size == 1 else int(i) for i, size in zip(index, own, strict=True))
    return cast(NDArray[T], array[place])
