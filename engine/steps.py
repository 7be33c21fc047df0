"""Config -> Trace: every line of the formula kept, under keys that the window, the command line and tests share."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from types import MappingProxyType

import numpy as np

from engine.attention import attention_output, dot_scores, entropy, hide, softmax
from engine.config import Config, Matrix
from engine.masks import Visible
from engine.problems import QT_TRANSLATE_NOOP, Problem

STEPS = ("scores", "scaled", "masked", "weights", "dropped", "output")


@dataclass(frozen=True, eq=False)
class Trace:
    """The Config and each Step's array: (..., n_q, n_k) for all but "output", which is (..., n_q, d_v)."""

    config: Config
    steps: Mapping[str, Matrix]

    @cached_property
    def visible(self) -> Visible:
        """The visible mask in the full shape of the weights."""
        return np.broadcast_to(self.config.visible, self.steps["weights"].shape)

    @cached_property
    def entropy(self) -> Matrix:
        """Entropy of each row of weights in nats, (..., n_q)."""
        return np.asarray(entropy(self.steps["weights"]))

    @cached_property
    def empty_rows(self) -> Visible:
        """True for a query that sees no key, (..., n_q)."""
        return np.logical_not(self.visible.any(axis=-1))


def trace(config: Config) -> Trace:
    """Compute every Step of `config` in float64. Raises Problem if a number grows beyond float64."""
    with np.errstate(over="ignore", under="ignore", invalid="ignore"):
        scores = _finite(dot_scores(config.q, config.k), "q")
        scaled = _finite(scores * config.factor, "scale")
        masked = hide(scaled, config.visible)
        weights = softmax(masked)
        dropped = _drop(weights, config)
        output = _finite(attention_output(dropped, config.v), "v")
    arrays = (scores, scaled, masked, weights, dropped, output)
    for array in arrays:
        array.flags.writeable = False
    return Trace(config, MappingProxyType(dict(zip(STEPS, arrays, strict=True))))


def _drop(weights: Matrix, config: Config) -> Matrix:
    """Weights with some set to 0 and the rest divided by 1 - p (inverted dropout, Srivastava et al. 2014)."""
    if config.dropout == 0:
        return weights
    kept = np.random.default_rng(config.seed).random(weights.shape) >= config.dropout
    return np.asarray(weights * kept / (1 - config.dropout))


def _finite(array: Matrix, field: str) -> Matrix:
    if np.isfinite(array).all():
        return array
    raise Problem(
        QT_TRANSLATE_NOOP(
            "engine", "The numbers grow beyond what a float64 can hold (about 1.8e308): make them smaller."
        ),
        field=field,
    )
