"""A head of a real model as a Config for the bench: its own q, k, v, mask and scale."""

import math

import numpy as np

from engine.config import Config, Scale
from engine.masks import Mask, Visible
from engine.models.capture import Capture
from engine.problems import QT_TRANSLATE_NOOP, Problem

LARGEST = 512


def bench_config(capture: Capture, layer: int, head: int) -> Config:
    """The Config that computes what this head did, in float64.

    Raises Problem for a head whose scores hold more than q, k and a factor (relative positions, a soft cap), for a model
    that does not give its queries and keys, and for a text longer than the bench takes.
    """
    inputs = capture.head(layer, head)
    if inputs.bias is not None:
        raise Problem(
            QT_TRANSLATE_NOOP(
                "engine",
                "This head adds something to its scores (relative positions or a soft cap) that the bench does not have: "
                "look at its map here.",
            ),
            field="model",
        )
    if len(inputs.q) > LARGEST:
        raise Problem(
            QT_TRANSLATE_NOOP(
                "engine",
                "The text has {tokens} tokens and the bench takes {largest}: send a shorter text to the bench.",
            ),
            field="text",
            tokens=len(inputs.q),
            largest=LARGEST,
        )
    q, k, v = (array.astype(np.float64) for array in (inputs.q, inputs.k, inputs.v))
    return Config(q, k, v, scale=_scale(inputs.factor, q.shape[-1]), mask=_mask(inputs.visible))


def _scale(factor: float, d_k: int) -> Scale:
    return "sqrt_dk" if math.isclose(factor, d_k**-0.5, rel_tol=1e-6) else factor


def _mask(visible: Visible) -> Mask:
    """The causal rule where it is that, else the cells themselves."""
    if np.array_equal(visible, np.tri(*visible.shape, dtype=np.bool_)):
        return Mask(causal=True)
    return Mask() if visible.all() else Mask(visible=visible)
