"""Training windows: texts one after the other, with a weight on each token to be predicted."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from random import Random
from typing import NamedTuple

import torch
from transformers import GPT2TokenizerFast

from . import words as w
from .grammar import LANGS, Doc
from .memory import list_copies, list_length
from .pieces import encode
from .texts import draw

# With all tokens alike the loss is ruled by what nobody can know. In a window there are about ten times as many
# second copies as answers, and fifty times as many tokens that cannot be known: the weights even that out.
WEIGHT_ANSWER, WEIGHT_COPY, WEIGHT_REST = 1.0, 0.1, 0.04
PIECES_SHARE = 0.05
AT_START_SHARE = 0.5


@dataclass(frozen=True)
class Stage:
    """Windows of one length, and how often a text of each skill starts in them; what does not fit is left out."""

    steps: int
    window: int
    batch: int
    shares: Mapping[str, float]
    induction_share: float = 0.0  # of the loss: the nudge for one head, see train.py


@dataclass(frozen=True)
class Batch:
    """All are (batch, window).

    `weights` says how much it counts to predict the token at its place; the first of a row is never used.
    `periods` says how many tokens back the same token stands in a repeated list, 0 outside of second copies.
    """

    ids: torch.Tensor
    weights: torch.Tensor
    positions: torch.Tensor
    periods: torch.Tensor


class Token(NamedTuple):
    id: int
    weight: float
    period: int = 0


def doc_tokens(tokenizer: GPT2TokenizerFast, doc: Doc) -> list[Token]:
    weight = WEIGHT_COPY if doc.period else WEIGHT_ANSWER
    return [
        Token(number, weight, doc.period) if known else Token(number, WEIGHT_REST)
        for number, known in zip(encode(tokenizer, doc), doc.known, strict=True)
    ]


class Windows:
    """Endless training windows from one seed."""

    def __init__(self, tokenizer: GPT2TokenizerFast, n_positions: int, seed: int) -> None:
        self.tokenizer = tokenizer
        self.n_positions = n_positions
        self.rng = Random(seed)
        listed = [word for lang in LANGS for word in w.list_pool(lang)]
        in_lists = set(tokenizer.convert_tokens_to_ids([tokenizer.tokenize(" " + word)[0] for word in listed]))
        # Pieces of words are repeated too, so that a list of any text works; never the words of the word lists,
        # because some of their neighbours are held out.
        self.pieces = [i for i in range(len(tokenizer)) if i not in in_lists and i != tokenizer.eos_token_id]

    def batch(self, stage: Stage) -> Batch:
        rows = [self._window(stage) for _ in range(stage.batch)]
        ids, weights, periods = (torch.tensor(list(column)) for column in zip(*map(_columns, rows), strict=True))
        return Batch(ids, weights, torch.stack([self._positions(stage.window) for _ in rows]), periods)

    def _positions(self, window: int) -> torch.Tensor:
        """Half of the windows begin at position 0, as a text in use does; the others anywhere, so that every
        position is trained."""
        start = 0
        if self.rng.random() >= AT_START_SHARE:
            start = self.rng.randint(0, self.n_positions - window)
        return torch.arange(start, start + window)

    def _window(self, stage: Stage) -> list[Token]:
        end = self.tokenizer.eos_token_id
        row: list[Token] = []
        misfits = 0
        while misfits < 6:
            text = self._text(stage.shares)
            if len(row) + len(text) > stage.window:
                misfits += 1
            else:
                row += [*text, Token(end, WEIGHT_REST)]
        return (row + [Token(end, 0.0)] * (stage.window - len(row)))[: stage.window]

    def _text(self, shares: Mapping[str, float]) -> list[Token]:
        if self.rng.random() < PIECES_SHARE:
            return self._pieces()
        return doc_tokens(self.tokenizer, draw(self.rng, shares))

    def _pieces(self) -> list[Token]:
        """Arbitrary pieces and their copies."""
        length = list_length(self.rng)
        copy = [self.rng.choice(self.pieces) for _ in range(length)]
        first = [Token(number, WEIGHT_REST) for number in copy]
        later = [Token(number, WEIGHT_COPY, length) for number in copy] * (list_copies(self.rng, length) - 1)
        return [*first, Token(copy[0], WEIGHT_REST), *later[1:]]


def _columns(row: list[Token]) -> tuple[list[int], list[float], list[int]]:
    return [t.id for t in row], [t.weight for t in row], [t.period for t in row]
