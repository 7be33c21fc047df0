"""Numbers that people type, paste or keep in files -> float64; and back to text. The same under every system locale."""

import csv
import math
import re
from pathlib import Path
from typing import Any

import numpy as np

from engine.config import Matrix, as_matrix
from engine.config_files import config_from, config_json, read_config
from engine.files import read_json, read_npz, read_text
from engine.problems import QT_TRANSLATE_NOOP, Problem

__all__ = ("config_from", "config_json", "format_table", "parse_number", "parse_table", "read_config", "read_matrix")

Rows = dict[int, list[str]]

_NUMBER = re.compile(r"[+-]?([0-9]+\.?[0-9]*|\.[0-9]+)([eE][+-]?[0-9]+)?")
_THOUSANDS = re.compile(r"[+-]?[1-9][0-9]{0,2}(,[0-9]{3})+")
_POINTS_AND_COMMA = re.compile(r"[+-]?[1-9][0-9]{0,2}(\.[0-9]{3})+,[0-9]+")
_NOT_FINITE = re.compile(r"[+-]?(nan|inf|infinity)", re.IGNORECASE)


def parse_number(text: str, decimal_comma: bool = False) -> float:
    """One typed number, exactly: "1.5", "-3", "1e-5" or a fraction, "1/3". Raises Problem (field "cell") otherwise.

    A point is always the decimal mark; a comma is one too if `decimal_comma`, but not beside a point. There are no
    thousands separators, so "1.234" is 1.234 everywhere, and "1,234" is 1.234 or refused, never 1234.
    """
    top, slash, bottom = text.partition("/")
    number, divisor = _typed(top, text, decimal_comma), _typed(bottom, text, decimal_comma) if slash else 1.0
    if divisor == 0:
        raise Problem(
            QT_TRANSLATE_NOOP("engine", '"{text}" divides by 0: write another number.'), field="cell", text=text
        )
    quotient = number / divisor
    if not math.isfinite(quotient):
        raise Problem(
            QT_TRANSLATE_NOOP(
                "engine", '"{text}" is beyond what a float64 can hold (about 1.8e308): write a smaller one.'
            ),
            field="cell",
            text=text,
        )
    return quotient


def parse_table(text: str, decimal_comma: bool = False) -> Matrix:
    """The numbers of pasted or CSV text, (rows, columns). Raises Problem (field "cell") naming the line and column.

    Tabs separate the cells, or else semicolons, commas or blanks. A comma inside a cell is a decimal mark if no cell has
    a point and it cannot be a thousands separator; `decimal_comma` says that the person writes it that way. Lines
    without anything are skipped; holes, ragged rows, headings, NaN and infinity are refused.
    """
    lines = re.split("\r\n|\r|\n", text.removeprefix("\ufeff"))
    separator = _separator(lines, decimal_comma)
    if separator == ",":
        _refuse_thousands(lines)
    rows = {number: _cells(line, number, separator) for number, line in enumerate(lines, 1) if line.strip(" \xa0")}
    _check_rows(rows)
    comma = _comma_is_decimal(rows, decimal_comma or separator == ";")
    return np.array(
        [[_cell(text, line, column, comma) for column, text in enumerate(row, 1)] for line, row in rows.items()]
    )


def format_table(table: Matrix) -> str:
    """(rows, columns) as tab-separated text for the clipboard, with as many digits as tell each float64 from the next."""
    return "\n".join("\t".join(map(repr, row)) for row in table.tolist())


def read_matrix(path: str | Path, name: str = "") -> Matrix:
    """One matrix from a file: CSV, TSV and other text, .npz or .json; (..., rows, columns) for the latter two.

    An archive or a JSON object with several arrays is asked for `name` ("q" also finds "Q").
    Raises Problem; its field is `name`, "matrix", "cell" or "path".
    """
    path = Path(path)
    if path.suffix.lower() not in (".npz", ".json"):
        return as_matrix(parse_table(read_text(path)), name or "matrix")
    values: Any = read_npz(path) if path.suffix.lower() == ".npz" else read_json(path)
    if isinstance(values, dict):
        values = _choose(values, name)
    return as_matrix(values, name or "matrix")


def _typed(part: str, text: str, decimal_comma: bool) -> float:
    """One side of a fraction; `text` is what to quote if it is no number."""
    plain = _plain(part, decimal_comma)
    if _NUMBER.fullmatch(plain):
        return float(plain)
    if not text.strip():
        raise Problem(QT_TRANSLATE_NOOP("engine", "The cell is empty: write a number."), field="cell")
    if _NOT_FINITE.fullmatch(plain):
        template = QT_TRANSLATE_NOOP("engine", '"{text}" is not a finite number: every cell needs one.')
    elif "," in plain and not decimal_comma:
        template = QT_TRANSLATE_NOOP("engine", '"{text}" holds a comma: write the decimal mark as a point, as in 1.5.')
    else:
        template = QT_TRANSLATE_NOOP("engine", '"{text}" is not a number: write one like 1.5, -3, 1e-5 or 1/3.')
    raise Problem(template, field="cell", text=text)


def _plain(text: str, decimal_comma: bool) -> str:
    """`text` as `_NUMBER` wants it: no blanks around it, an ASCII minus, a decimal point."""
    text = text.strip().replace("−", "-")
    return text.replace(",", ".") if decimal_comma and "." not in text else text


def _separator(lines: list[str], decimal_comma: bool) -> str:
    """The strongest separator that stands outside quotes; " " if there is none."""
    bare = [re.sub('"[^"]*"', "", line) for line in lines]
    for mark in "\t;":
        if any(mark in line for line in bare):
            return mark
    words = " ".join(bare).split()
    if decimal_comma and all(_NUMBER.fullmatch(_plain(word, True)) and not word.endswith(",") for word in words):
        return " "  # one column, or columns parted by blanks, as somebody with a decimal comma writes them
    return "," if any("," in line for line in bare) else " "


def _refuse_thousands(lines: list[str]) -> None:
    """Text such as "1.234,5" may be one number, as half the world writes it, or two: neither is taken for granted."""
    words = [(number, word) for number, line in enumerate(lines, 1) for word in line.split() if "," in word]
    if words and all(_POINTS_AND_COMMA.fullmatch(word) for _, word in words):
        line, text = words[0]
        raise Problem(
            QT_TRANSLATE_NOOP(
                "engine", 'Line {line} has "{text}", one number or two: write 1234.5, or put a tab between two numbers.'
            ),
            field="cell",
            line=line,
            text=text,
        )


def _cells(line: str, number: int, separator: str) -> list[str]:
    try:
        row = next(csv.reader([line.strip(" \xa0")], delimiter=separator, skipinitialspace=True, strict=True))
    except csv.Error as error:
        raise Problem(
            QT_TRANSLATE_NOOP("engine", "Line {line} has a quotation mark that does not fit: remove it."),
            field="cell",
            line=number,
        ) from error
    return [cell.strip() for cell in row]


def _check_rows(rows: Rows) -> None:
    """Raise a Problem unless there are rows, all equally long, and the first is no heading."""
    if not rows:
        raise Problem(QT_TRANSLATE_NOOP("engine", "Line 1 is empty: the text holds no numbers."), field="cell")
    first, heading = next(iter(rows.items()))
    words = [cell for cell in heading if cell and not _NOT_FINITE.fullmatch(cell)]
    if words and len(rows) > 1 and not any(_NUMBER.fullmatch(_plain(word, True)) for word in words):
        raise Problem(
            QT_TRANSLATE_NOOP("engine", 'Line {line} holds words ("{text}") where numbers belong: delete the heading.'),
            field="cell",
            line=first,
            text=words[0],
        )
    for line, row in rows.items():
        if len(row) != len(heading):
            _refuse_ragged(line, len(row), first, len(heading))


def _refuse_ragged(line: int, found: int, first: int, wanted: int) -> None:
    if found < wanted:
        template = QT_TRANSLATE_NOOP(
            "engine", "Line {line} has nothing in column {column}, but line {first} has: fill it in."
        )
    else:
        template = QT_TRANSLATE_NOOP(
            "engine", "Line {line} goes on in column {column}, but line {first} does not: cut it off."
        )
    raise Problem(template, field="cell", line=line, column=min(found, wanted) + 1, first=first)


def _comma_is_decimal(rows: Rows, certain: bool) -> bool:
    cells = [cell for row in rows.values() for cell in row]
    if any("." in cell for cell in cells):
        return False
    return certain or not all(_THOUSANDS.fullmatch(cell) for cell in cells if "," in cell)


def _cell(text: str, line: int, column: int, decimal_comma: bool) -> float:
    plain = _plain(text, decimal_comma)
    number = float(plain) if _NUMBER.fullmatch(plain) else math.nan
    if math.isfinite(number):
        return number
    if not text:
        template = QT_TRANSLATE_NOOP("engine", "Line {line}, column {column} is empty: every cell needs a number.")
    elif "," in text:
        template = QT_TRANSLATE_NOOP(
            "engine", 'Line {line}, column {column} is "{text}": write the decimal mark as a point, as in 1.5.'
        )
    else:
        template = QT_TRANSLATE_NOOP(
            "engine", 'Line {line}, column {column} is "{text}": every cell needs a finite number like 1.5, -3 or 1e-5.'
        )
    raise Problem(template, field="cell", line=line, column=column, text=text)


def _choose(arrays: dict[str, Any], name: str) -> Any:
    """The array called `name` among `arrays`, or the only one."""
    found = [key for key in arrays if name and key.lower() == name.lower()] or (
        list(arrays) if len(arrays) == 1 else []
    )
    if len(found) == 1:
        return arrays[found[0]]
    raise Problem(
        QT_TRANSLATE_NOOP("engine", 'The file has the arrays {names}: keep one of them, or name it "{name}".'),
        field=name or "path",
        names=", ".join(arrays) or "(none)",
        name=name or "q",
    )
