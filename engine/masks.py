"""Which query may see which key. One polarity inside the project: True = this query may see this key."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from engine.problems import QT_TRANSLATE_NOOP, Problem

Align = Literal["top_left", "bottom_right"]
Visible = NDArray[np.bool_]


@dataclass(frozen=True, eq=False)
class Mask:
    """What hides keys from queries; the rules are combined by AND.

    causal        query i sees no key after itself
    causal_align  with n_q != n_k: query 0 stands at key 0 ("top_left", as `is_causal` in torch) or the last query
                  stands at the last key ("bottom_right", as with a KV cache)
    padding       key indices hidden from every query
    window        query i sees only keys at a distance below this many
    global_tokens positions that the window does not bind, as query and as key
    prefix        so many first keys are seen by every query, whatever `causal` says
    visible       a hand-made mask, boolean, broadcastable to (..., n_q, n_k)
    """

    causal: bool = False
    causal_align: Align = "top_left"
    padding: tuple[int, ...] = ()
    window: int | None = None
    global_tokens: tuple[int, ...] = ()
    prefix: int = 0
    visible: Visible | None = None

    def same_as(self, other: "Mask") -> bool:
        """True if both hide the same cells by the same rules."""
        rules = [replace(mask, visible=None) for mask in (self, other)]
        painted = [None if mask.visible is None else mask.visible.tolist() for mask in (self, other)]
        return vars(rules[0]) == vars(rules[1]) and painted[0] == painted[1]

    def check(self, n_q: int, n_k: int) -> None:
        """Raise a Problem unless this mask fits n_q queries and n_k keys."""
        if self.causal_align not in ("top_left", "bottom_right"):
            raise Problem(
                QT_TRANSLATE_NOOP(
                    "engine",
                    'The causal alignment is "top_left" or "bottom_right", not "{value}".',
                ),
                field="mask",
                value=self.causal_align,
            )
        if self.window is not None and self.window < 1:
            raise Problem(
                QT_TRANSLATE_NOOP("engine", "The window is {value}: it must be 1 key or more."),
                field="mask",
                value=self.window,
            )
        _check_indices(self.padding, n_k)
        _check_indices(self.global_tokens, max(n_q, n_k))
        if not 0 <= self.prefix <= n_k:
            raise Problem(
                QT_TRANSLATE_NOOP(
                    "engine", "The prefix is {value}: it must lie between 0 and the number of keys, {n_k}."
                ),
                field="mask",
                value=self.prefix,
                n_k=n_k,
            )
        if self.visible is not None and not _fits(self.visible.shape, n_q, n_k):
            raise Problem(
                QT_TRANSLATE_NOOP(
                    "engine",
                    "The hand-made mask has the shape {shape}; it must be queries × keys, {n_q} × {n_k}.",
                ),
                field="mask",
                shape=" × ".join(map(str, self.visible.shape)),
                n_q=n_q,
                n_k=n_k,
            )

    def rules(self, n_q: int, n_k: int) -> Mapping[str, Visible]:
        """Each active rule's own visible mask, (n_q, n_k) or (..., n_q, n_k), by its name."""
        offset = n_k - n_q if self.causal_align == "bottom_right" else 0
        query, key = np.arange(n_q)[:, None] + offset, np.arange(n_k)[None, :]
        active: dict[str, Visible] = {}
        if self.causal:
            active["causal"] = (key <= query) | (key < self.prefix)
        if self.window is not None:
            free = np.isin(query, self.global_tokens) | np.isin(key, self.global_tokens)
            active["window"] = (abs(query - key) < self.window) | free
        if self.padding:
            active["padding"] = np.broadcast_to(~np.isin(key, self.padding), (n_q, n_k))
        if self.visible is not None:
            active["painted"] = self.visible
        return active

    def reasons(self, n_q: int, n_k: int) -> Mapping[str, Visible]:
        """Which rule hides which cell: by the name of each active rule ("causal", "window", "padding", "painted"),
        True = hidden by it, (n_q, n_k) or (..., n_q, n_k). A cell may have several reasons."""
        rules = self.rules(n_q, n_k).items()
        return {name: ~np.broadcast_to(rule, (*rule.shape[:-2], n_q, n_k)) for name, rule in rules}

    def resolve(self, n_q: int, n_k: int) -> Visible:
        """All rules combined: boolean, (n_q, n_k) or, with a hand-made mask that has leading axes, (..., n_q, n_k)."""
        visible: Visible = np.ones((n_q, n_k), dtype=np.bool_)
        for rule in self.rules(n_q, n_k).values():
            visible = visible & rule
        return visible


def as_visible(mask: object) -> Visible:
    """A hand-made mask from booleans or numbers 0 and 1 (1 = may see), any shape of rank 1 or more.

    A number other than 0 and 1 is refused: it would be an additive mask, whose meaning is another one.
    """
    try:
        array = np.asarray(mask)
        if array.dtype.kind not in "biuf":
            raise ValueError(array.dtype)
    except ValueError as error:
        raise Problem(
            QT_TRANSLATE_NOOP(
                "engine",
                "The hand-made mask needs a full table of 0 and 1 (1 = this query may see this key).",
            ),
            field="mask",
        ) from error
    if not np.isin(array, (0.0, 1.0)).all():
        odd = array[~np.isin(array, (0.0, 1.0))].flat[0]
        raise Problem(
            QT_TRANSLATE_NOOP(
                "engine",
                "The hand-made mask holds {value}: it may only hold 0 (hidden) and 1 (this query may see this key).",
            ),
            field="mask",
            value=f"{odd:g}",
        )
    return array.astype(np.bool_)


def _fits(shape: tuple[int, ...], n_q: int, n_k: int) -> bool:
    return len(shape) >= 2 and shape[-2] in (1, n_q) and shape[-1] in (1, n_k)


def _check_indices(indices: tuple[int, ...], count: int) -> None:
    for index in indices:
        if not 0 <= index < count:
            raise Problem(
                QT_TRANSLATE_NOOP(
                    "engine",
                    "There is no position {index}: positions are numbered from 0 to {last}.",
                ),
                field="mask",
                index=index,
                last=count - 1,
            )
