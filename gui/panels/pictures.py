"""Config, Trace and head maps as Pictures: which numbers, which colours, which labels. Pure functions."""

import numpy as np
from PySide6.QtCore import QCoreApplication

from engine.config import Config, Matrix
from engine.steps import Trace
from gui.panels.words import STEP_NAMES, word
from gui.widgets.picture import Picture

KINDS = {"scores": "scores", "scaled": "scores", "masked": "scores", "weights": "weights", "dropped": "values"}


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
    values = entry(trace.steps[step], trace.config, lead)
    empty = entry(trace.empty_rows[..., None], trace.config, lead)[:, 0]
    title = word(STEP_NAMES, step)
    if step == "output":
        return Picture(values, kind="values", title=title, row_axis="query", column_axis="feature", empty_rows=empty)
    hidden = None if step in ("scores", "scaled") else ~entry(trace.visible, trace.config, lead)
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
    values = entry(trace.entropy[..., None], trace.config, lead)
    nats = QCoreApplication.translate("words", "nats")
    title = QCoreApplication.translate("words", "entropy")
    return Picture(values, kind="values", title=title, row_axis="query", column_axis="", column_labels=(nats,))


def lead_shape(config: Config) -> tuple[int, ...]:
    """The leading axes (batch, heads) that all arrays of the Config broadcast to."""
    return np.broadcast_shapes(config.q.shape[:-2], config.k.shape[:-2], config.v.shape[:-2], config.visible.shape[:-2])


def entry(array: np.ndarray, config: Config, lead: int) -> Matrix:
    """The matrix (rows, columns) of one entry of the leading axes, counted in their flat order."""
    shape = lead_shape(config)
    if not shape:
        return array
    index = np.unravel_index(min(lead, int(np.prod(shape)) - 1), shape)
    full = np.broadcast_to(array, (*shape, *array.shape[-2:]))
    return np.asarray(full[index])


def entry_view(matrix: Matrix, config: Config, lead: int) -> Matrix:
    """As `entry`, but a view into `matrix` itself (an input array), to be written to."""
    own = matrix.shape[:-2]
    if not own:
        return matrix
    shape = lead_shape(config)
    index = np.unravel_index(min(lead, int(np.prod(shape)) - 1), shape)[len(shape) - len(own) :]
    return matrix[tuple(0 if size == 1 else i for i, size in zip(index, own, strict=True))]
