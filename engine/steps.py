"""Config -> Trace: every line of the formula kept, under keys that the window, the command line and tests share."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from types import MappingProxyType

import numpy as np

from engine.attention import attention_output, dot_scores, entropy
from engine.config import Config, Matrix
from engine.masks import Visible
from engine.mistakes import Parts, parts
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

    @cached_property
    def parts(self) -> Parts:
        """The parts of the formula that were used: the right ones, but for the mistakes that are switched on."""
        return parts(self.config)

    @cached_property
    def kept(self) -> Visible:
        """True where dropout kept the weight, in the shape of the weights."""
        return kept(self.config, self.steps["weights"].shape)


def trace(config: Config) -> Trace:
    """Compute every Step of `config` in float64. Raises Problem if a number grows beyond float64.

    `use` is softmax, hide, the factor 1 / sqrt(d_k) and so on; a mistake that is switched on has replaced its part.
    """
    use = parts(config)
    with np.errstate(over="ignore", under="ignore", invalid="ignore"):
        scores = _finite(dot_scores(config.q, config.k), "q")
        scaled = _finite(scores * use.factor, "scale")
        masked = use.hide(scaled, use.visible, config.filler)
        weights = use.softmax(masked, use.axis)
        dropped = weights if use.dropout == 0 else weights * kept(config, weights.shape) / (1 - use.dropout)
        output = _finite(attention_output(dropped, config.v), "v", np.isnan(dropped).any(axis=-1))
    arrays = (scores, scaled, masked, weights, dropped, output)
    for array in arrays:
        array.flags.writeable = False
    return Trace(config, MappingProxyType(dict(zip(STEPS, arrays, strict=True))))


def kept(config: Config, shape: tuple[int, ...]) -> Visible:
    """Which weights dropout keeps; the others become 0 and these are divided by 1 - p (Srivastava et al. 2014)."""
    return np.asarray(np.random.default_rng(config.seed).random(shape) >= parts(config).dropout)


def _finite(array: Matrix, field: str, but: Visible | None = None) -> Matrix:
    """`array`, or a Problem if it is not finite; rows of `but` may be NaN, as a mistake makes them on purpose."""
    bad = ~np.isfinite(array)
    if but is not None:
        bad &= ~but[..., None]
    if not bad.any():
        return array
    raise Problem(
        QT_TRANSLATE_NOOP(
            "engine", "The numbers grow beyond what a float64 can hold (about 1.8e308): make them smaller."
        ),
        field=field,
    )
