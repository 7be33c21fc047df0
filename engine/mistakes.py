"""Mistakes that people make with attention, switched on on purpose: each replaces one part of the formula."""

import math
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from difflib import get_close_matches
from functools import partial
from typing import TYPE_CHECKING

from engine.attention import Array, hide, namespace, softmax
from engine.problems import QT_TRANSLATE_NOOP, Problem, Sentence, sentence

if TYPE_CHECKING:  # a Config checks its mistakes with this module
    from engine.config import Config

ASSUMED_HEADS = 8
ASSUMED_DROPOUT = 0.1

# What each mistake does, in words. Mistakes that are on together are applied in this order.
MISTAKES: Mapping[str, Sentence] = {
    "scale_by_d_model": sentence(
        QT_TRANSLATE_NOOP(
            "engine",
            "The scores are divided by sqrt(d_model) instead of sqrt(d_k); d_model is the number of heads times d_k "
            "(the last leading axis counts the heads; without one, {heads} heads are assumed).",
        ),
        heads=ASSUMED_HEADS,
    ),
    "inverted_mask": sentence(
        QT_TRANSLATE_NOOP("engine", "The mask is read the other way round: what may be seen is hidden.")
    ),
    "naive_empty_row": sentence(
        QT_TRANSLATE_NOOP("engine", "A query that sees no key becomes NaN (0 divided by 0) instead of 0.")
    ),
    "softmax_over_queries": sentence(
        QT_TRANSLATE_NOOP("engine", "Softmax runs down each column (over the queries) instead of along each row.")
    ),
    "mask_after_softmax": sentence(
        QT_TRANSLATE_NOOP(
            "engine", "The mask comes after the softmax: hidden weights are set to 0, the others stay as they are."
        )
    ),
    "mask_after_renormalised": sentence(
        QT_TRANSLATE_NOOP(
            "engine", "The mask comes after the softmax, and the weights that are left are divided by their sum."
        )
    ),
    "dropout_at_evaluation": sentence(
        QT_TRANSLATE_NOOP("engine", "Dropout stays on when the model is used, with probability {p} if none is set."),
        p=ASSUMED_DROPOUT,
    ),
}


@dataclass(frozen=True, eq=False)
class Parts:
    """What the lines of the formula use, after `scores`; as `parts` makes it without mistakes, the right ones.

    factor   multiplies the scores
    visible  True = this query may see this key
    hide     (scaled, visible, filler) -> masked
    softmax  (masked, axis) -> weights, along `axis`
    dropout  the probability with which a weight is dropped
    """

    factor: float
    visible: Array
    dropout: float
    hide: Callable[[Array, Array, float], Array] = hide
    softmax: Callable[[Array, int], Array] = softmax
    axis: int = -1


def parts(config: "Config", visible: Array | None = None) -> Parts:
    """The parts of `config`'s formula, with its mistakes in; `visible` is its visible mask, as a tensor if need be."""
    found = Parts(config.factor, config.visible if visible is None else visible, config.dropout)
    for key, mistaken in _REPLACEMENTS.items():
        if key in config.mistakes:
            found = mistaken(found, config)
    return found


def as_mistakes(keys: Iterable[str]) -> frozenset[str]:
    """The keys as a set. Raises Problem for an unknown one and for two that contradict each other."""
    mistakes = frozenset((keys,) if isinstance(keys, str) else keys)
    for key in sorted(map(str, mistakes - MISTAKES.keys())):
        raise Problem(
            QT_TRANSLATE_NOOP("engine", 'There is no mistake "{key}"; known ones are {known}.'),
            field="mistakes",
            key=key,
            known=", ".join(get_close_matches(key, MISTAKES, n=1, cutoff=0.7) or MISTAKES),
        )
    if {"mask_after_softmax", "mask_after_renormalised"} <= mistakes:
        raise Problem(
            QT_TRANSLATE_NOOP(
                "engine",
                "mask_after_softmax leaves the weights as they are and mask_after_renormalised divides them by their "
                "sum: switch one of the two off.",
            ),
            field="mistakes",
        )
    return mistakes


def naive_softmax(masked: Array, axis: int = -1) -> Array:
    """Softmax without the care for rows that are -inf throughout: they become NaN."""
    xp = namespace(masked)
    powers = xp.exp(masked - xp.amax(masked, axis=axis, keepdims=True))
    return powers / xp.sum(powers, axis=axis, keepdims=True)


def _scale_by_d_model(right: Parts, config: "Config") -> Parts:
    return replace(right, factor=1 / math.sqrt(config.d_model))


def _inverted_mask(right: Parts, _config: "Config") -> Parts:
    return replace(right, visible=~right.visible)


def _naive_empty_row(right: Parts, _config: "Config") -> Parts:
    return replace(right, softmax=naive_softmax)


def _softmax_over_queries(right: Parts, _config: "Config") -> Parts:
    return replace(right, axis=-2)


def _mask_after_softmax(right: Parts, _config: "Config") -> Parts:
    return replace(right, hide=_leave, softmax=partial(_zeroed, right))


def _mask_after_renormalised(right: Parts, _config: "Config") -> Parts:
    return replace(right, hide=_leave, softmax=partial(_renormalised, right))


def _dropout_at_evaluation(right: Parts, _config: "Config") -> Parts:
    return replace(right, dropout=right.dropout or ASSUMED_DROPOUT)


_REPLACEMENTS: Mapping[str, Callable[[Parts, "Config"], Parts]] = {
    "scale_by_d_model": _scale_by_d_model,
    "inverted_mask": _inverted_mask,
    "naive_empty_row": _naive_empty_row,
    "softmax_over_queries": _softmax_over_queries,
    "mask_after_softmax": _mask_after_softmax,
    "mask_after_renormalised": _mask_after_renormalised,
    "dropout_at_evaluation": _dropout_at_evaluation,
}


def _leave(scaled: Array, visible: Array, _filler: float) -> Array:
    """Nothing is hidden before the softmax; only the shape becomes that of masked scores."""
    return namespace(scaled).where(visible, scaled, scaled)


def _zeroed(right: Parts, masked: Array, axis: int) -> Array:
    return namespace(masked).where(right.visible, right.softmax(masked, axis), 0.0)


def _renormalised(right: Parts, masked: Array, axis: int) -> Array:
    xp = namespace(masked)
    weights = _zeroed(right, masked, axis)
    total = xp.sum(weights, axis=axis, keepdims=True)
    if right.softmax is not naive_softmax:
        total = xp.where(total == 0, xp.ones_like(total), total)
    return weights / total
