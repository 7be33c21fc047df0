"""Texts of every skill, for training and for measuring."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random

from .grammar import LANGS, Doc
from .memory import filler, recall, repetition
from .sentences import agreement, reference

WRITERS: dict[str, Callable[[str, Random, bool], Doc]] = {
    "reference": reference,
    "repetition": repetition,
    "agreement": agreement,
    "recall": recall,
}


def draw(rng: Random, shares: Mapping[str, float], held: bool = False) -> Doc:
    """A text of any language; `shares` says how often each skill is drawn."""
    skill = rng.choices(list(shares), weights=list(shares.values()))[0]
    return WRITERS[skill](rng.choice(LANGS), rng, held)


def corpus(count: int, seed: int) -> list[str]:
    """Training texts for the tokenizer: all skills alike, at the start of a text and after a sentence."""
    rng = Random(seed)
    return [
        start + WRITERS[skill](lang, rng, False).text
        for skill in WRITERS
        for lang in LANGS
        for _ in range(count)
        for start in ("", filler(lang, rng) + " ")
    ]
