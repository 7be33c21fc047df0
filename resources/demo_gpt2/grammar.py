"""What all made-up texts are written with: marked words, and the rule for what training never sees.

A `Doc` is a list of words in the form in which they occur (" troféu", "."), each of them one token, and marks
the words that a reader of what comes before can know: answers, second copies, forms that agree.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from zlib import crc32

from . import words as w

LANGS = ("en", "pt_BR")
SKILLS = ("reference", "repetition", "agreement", "recall")

# Trained range of recall: tokens from the fact's number to the colon after which the number is asked for.
RECALL_DISTANCE = (16, 128)
# Trained range of the number of words in a repeated list.
LIST_LENGTH = (4, 40)

_WORD = re.compile(r" ?\w+| ?[^\w\s]+")


@dataclass(frozen=True)
class Doc:
    words: tuple[str, ...]
    known: tuple[bool, ...]
    period: int = 0  # in a repeated list: how many words back the same word stands in the copy before

    @property
    def text(self) -> str:
        return "".join(self.words)

    def known_at(self) -> list[int]:
        """Indices of the words that can be known."""
        return [index for index, known in enumerate(self.known) if known]

    def before(self, index: int) -> str:
        """The text that ends right before the word at this index."""
        return "".join(self.words[:index])


def split(text: str) -> list[str]:
    """The words of a text, each with the space before it."""
    return _WORD.findall(text)


def mark(text: str) -> Doc:
    """A Doc from a text in which a word that can be known is written *word*."""
    parts: list[tuple[str, bool]] = []
    for number, piece in enumerate(text.split("*")):
        parts += [(word, number % 2 == 1) for word in split(piece)]
    return Doc(tuple(word for word, _ in parts), tuple(known for _, known in parts))


@cache
def held_out(*key: str) -> bool:
    """Whether training never sees this combination: about one in ten, and always the trophy in the suitcase."""
    return key == ("troféu", "mala") or crc32("|".join(key).encode()) % 10 == 0


def article(noun: w.Noun, plural: bool = False) -> str:
    """The Portuguese definite article."""
    return ("a" if noun.gender == "f" else "o") + ("s" if plural else "")


def noun_form(noun: w.Noun, lang: str, plural: bool = False) -> str:
    if lang == "en":
        return noun.en_plural if plural else noun.en
    return noun.pt_plural if plural else noun.pt
