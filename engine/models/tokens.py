"""Tokens of a text with labels that people can read: never raw vocabulary pieces, never a line break."""

import codecs
import json
import re
from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

SPACE, NEWLINE, RETURN, TAB = "·", "⏎", "␍", "⇥"
_MARKS = {" ": SPACE, "\n": NEWLINE, "\r": RETURN, "\t": TAB}
_BYTE_PIECE = re.compile(r"<0x([0-9A-Fa-f]{2})>")
_BROKEN_BYTES = "engine.models.tokens"


@dataclass(frozen=True)
class Tokens:
    """The tokens of one text, in order.

    ids     their numbers in the model's vocabulary
    labels  readable: white space has a visible mark, the bytes of a split character stand in ‹ ›
    added   True where the tokenizer put the token there itself ([CLS], <s> ...), or where it is padding
    words   the number of the text's word (split at white space) that the token belongs to, -1 for an added one
    """

    ids: tuple[int, ...]
    labels: tuple[str, ...]
    added: tuple[bool, ...]
    words: tuple[int, ...] = ()

    def __len__(self) -> int:
        return len(self.ids)


def tokenize(tokenizer: Any, text: str) -> Tokens:
    """`text` cut into tokens as the model's own tokenizer does, nothing cut off at the end."""
    text = text.encode("utf-8", "replace").decode("utf-8")  # half a surrogate pair would stop the tokenizer
    encoded = tokenizer(text, truncation=False, return_offsets_mapping=bool(tokenizer.is_fast))
    ids = tuple(encoded["input_ids"])
    added = _added(tokenizer, encoded, ids)
    if tokenizer.is_fast:
        words = _words(text, encoded["offset_mapping"], added)
    else:
        words = tuple(-1 if a else i for i, a in enumerate(added))
    return Tokens(ids, labels_of(tokenizer, ids), added, words)


def labels_of(tokenizer: Any, ids: Sequence[int]) -> tuple[str, ...]:
    """A readable label for each id; the number itself if there is no tokenizer."""
    if tokenizer is None:
        return tuple(str(i) for i in ids)
    spelling = _Spelling.of(tokenizer)
    return tuple(spelling.label(tokenizer, i) for i in ids)


def readable(text: str) -> str:
    """`text` with marks for white space and for what cannot be printed."""
    return "".join(_MARKS.get(c) or (c if c.isprintable() else f"‹U+{ord(c):04X}›") for c in text)


@dataclass(frozen=True)
class _Spelling:
    """How a tokenizer spells text in its vocabulary."""

    byte_level: bool
    prefix: str  # of a piece that continues a word, such as ## of WordPiece
    suffix: str  # of a piece that ends a word, such as </w>
    literal: frozenset[int]  # added tokens, which stand as they are

    @classmethod
    def of(cls, tokenizer: Any) -> "_Spelling":
        literal = frozenset(tokenizer.added_tokens_decoder)
        if not tokenizer.is_fast:
            return cls(False, "", "", literal)
        backend = tokenizer.backend_tokenizer
        parts = [_state(backend.decoder), _state(backend.pre_tokenizer)]
        byte_level = any('"ByteLevel"' in json.dumps(part) for part in parts)
        prefix = getattr(backend.model, "continuing_subword_prefix", None) or ""
        suffix = getattr(backend.model, "end_of_word_suffix", None) or ""
        return cls(byte_level, prefix, suffix, literal)

    def label(self, tokenizer: Any, token: int) -> str:
        piece = tokenizer.convert_ids_to_tokens(token)
        if not isinstance(piece, str):
            return f"‹{token}›"
        if token in self.literal:
            return readable(piece) or f"‹{token}›"
        if self.prefix and piece.startswith(self.prefix) and piece != self.prefix:
            return "-" + self._plain(piece[len(self.prefix) :])
        return self._plain(piece) or f"‹{token}›"

    def _plain(self, piece: str) -> str:
        if self.suffix and piece.endswith(self.suffix) and piece != self.suffix:
            piece = piece[: -len(self.suffix)]
        table = _byte_of_letter()
        if self.byte_level and all(c in table for c in piece):
            return _from_bytes(bytes(table[c] for c in piece))
        found = _BYTE_PIECE.fullmatch(piece)
        if found is not None:
            return _from_bytes(bytes.fromhex(found.group(1)))
        return readable(piece.replace("▁", " "))


def _state(part: Any) -> Any:
    return None if part is None else json.loads(part.__getstate__())


@lru_cache(maxsize=1)
def _byte_of_letter() -> dict[str, int]:
    """The letter that stands for each byte in byte-level vocabularies: itself if printable, else one from U+0100 on."""
    printable = [*range(0x21, 0x7F), *range(0xA1, 0xAD), *range(0xAE, 0x100)]
    others = (b for b in range(256) if b not in printable)
    return {chr(b): b for b in printable} | {chr(0x100 + i): b for i, b in enumerate(others)}


def _from_bytes(raw: bytes) -> str:
    return "".join(
        part if part.startswith("‹") else readable(part)
        for part in re.split(r"(‹[0-9a-f ]+›)", raw.decode("utf-8", errors=_BROKEN_BYTES))
    )


def _mark_broken(error: UnicodeError) -> tuple[str, int]:
    """A part of a character shows its bytes in hexadecimal."""
    if not isinstance(error, UnicodeDecodeError):
        raise error
    return f"‹{error.object[error.start : error.end].hex(' ')}›", error.end


codecs.register_error(_BROKEN_BYTES, _mark_broken)


def _added(tokenizer: Any, encoded: Any, ids: Sequence[int]) -> tuple[bool, ...]:
    """A token that belongs to no text was added; a special token that the person typed was not."""
    if tokenizer.is_fast:
        return tuple(sequence is None for sequence in encoded.sequence_ids(0))
    flags = tokenizer.get_special_tokens_mask(list(ids), already_has_special_tokens=True)
    return tuple(bool(flag) for flag in flags)


def _words(text: str, spans: Sequence[tuple[int, int]], added: Sequence[bool]) -> tuple[int, ...]:
    """Each token's word: that of its first character which is not white space, or of the next such character."""
    starts = [found.start() for found in re.finditer(r"\S+", text)]
    numbers = []
    for (start, end), extra in zip(spans, added, strict=True):
        first = start + len(text[start:end]) - len(text[start:end].lstrip())
        before = bisect_right(starts, first)
        inside = first < len(text) and not text[first].isspace()
        number = before - 1 if inside else min(before, len(starts) - 1)
        numbers.append(-1 if extra else max(number, 0))
    return tuple(numbers)
