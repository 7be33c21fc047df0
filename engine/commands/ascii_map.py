"""A map of weights as plain text: one line per query, one mark per key, readable in a terminal."""

import unicodedata
from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

MARKS = " .:-=+*#%@"
LEGEND = "rows: queries, columns: keys; weight 0 is blank, then " + " ".join(MARKS[1:]) + " up to 1"
LABEL_WIDTH = 14


def ascii_map(weights: NDArray[Any], labels: Sequence[str], title: str, width: int = 80) -> str:
    """The map (T, T) of the tokens `labels` within `width` columns; longer texts are cut, and a line says so.

    Exactly 0 is a blank, so that masked keys differ from keys with a small weight. Behind each row stands its strongest
    key if there is room.
    """
    count = len(labels)
    digits = len(str(count - 1))
    left = digits + 1 + min(LABEL_WIDTH, max(map(display_width, labels))) + 1
    shown = max(1, min(count, width - left))
    cell = 2 if left + 2 * shown <= width else 1
    lines = [title, LEGEND, *_heading(shown, cell, left)]
    for row in range(shown):
        marks = "".join(mark(weight).ljust(cell) for weight in weights[row, :shown])
        head = f"{row:>{digits}} {fit(labels[row], left - digits - 2)} "
        lines.append((head + _with_peak(marks, weights[row], labels, width - left)).rstrip())
    if shown < count:
        lines.append(f"the first {shown} of {count} tokens; --out with .csv, .npz or .json has them all")
    return "\n".join(lines)


def mark(weight: float) -> str:
    """The character for one weight: ten steps from a blank (exactly 0) to "@"; "?" for NaN."""
    if np.isnan(weight):
        return "?"
    return MARKS[0] if weight == 0 else MARKS[1 + min(8, int(9 * weight))]


def display_width(text: str) -> int:
    """The columns that `text` takes in a terminal."""
    return sum(_columns(c) for c in text)


def fit(text: str, width: int) -> str:
    """`text` cut or filled with blanks to exactly `width` columns; control characters become "?"."""
    text = "".join("?" if unicodedata.category(c) in ("Cc", "Cs") else c for c in text)
    if display_width(text) > width:
        while display_width(text) > width - 1:
            text = text[:-1]
        text += "…"
    return text + " " * (width - display_width(text))


def _columns(character: str) -> int:
    if unicodedata.combining(character):
        return 0
    return 2 if unicodedata.east_asian_width(character) in "WF" else 1


def _heading(shown: int, cell: int, left: int) -> list[str]:
    """The key indices above their columns, read downwards."""
    digits = len(str(shown - 1))
    numbers = [f"{key:>{digits}}" for key in range(shown)]
    return [" " * left + "".join(n[d].ljust(cell) for n in numbers).rstrip() for d in range(digits)]


def _with_peak(marks: str, row: NDArray[Any], labels: Sequence[str], room: int) -> str:
    """The row's marks and, if it fits into `room` columns, its strongest key."""
    if not row.any():
        peak = "sees no key"
    elif np.isnan(row).any():
        peak = "has no numbers (NaN)"
    else:
        key = int(np.argmax(row))
        peak = f"{row[key]:.2f} on {key} {fit(labels[key], LABEL_WIDTH).rstrip()}"
    line = f"{marks}  {peak}"
    return line if display_width(line) <= room else marks
