"""Numbers and text out into files: CSV, NPZ, JSON, text. A file is either written whole or not at all."""

import csv
import errno
import json
import math
import os
import secrets
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from engine.problems import QT_TRANSLATE_NOOP, Problem


def with_suffix_rule(path: str | Path, default: str, known: Collection[str] = ()) -> Path:
    """`path` with the ending `default` (".png") added, unless it ends so already, in any case, or in a `known` ending.

    What follows another dot belongs to the name: "map.v2" becomes "map.v2.png".
    """
    path = Path(path)
    endings = {ending.lower() for ending in (default, *known)}
    return path if path.suffix.lower() in endings else path.with_name(path.name + default)


def check_target(path: str | Path) -> None:
    """Raise Problem (field "path") where `path` plainly cannot be written, before a long computation begins."""
    path = Path(path)
    with _os_errors_as_problems(path):
        if path.is_dir():
            raise _refusal(path, QT_TRANSLATE_NOOP("engine", "{path} is a folder: name a file in it."))
        if not path.parent.is_dir():
            template = QT_TRANSLATE_NOOP("engine", "There is no folder {folder}: create it or choose another one.")
            raise _refusal(path, template)
        if not os.access(path.parent, os.W_OK) or (path.exists() and not os.access(path, os.W_OK)):
            template = QT_TRANSLATE_NOOP("engine", "{path} may not be written to: choose another folder or name.")
            raise _refusal(path, template)


@contextmanager
def atomic_write(path: str | Path) -> Iterator[Path]:
    """Give a temporary path beside `path`, with its ending; what was written there replaces `path` when all went well.

    On any failure the old file stays and the temporary one is removed; an OSError becomes a Problem (field "path").
    """
    check_target(path)
    with _os_errors_as_problems(path):
        target = Path(path).resolve()  # a link stays a link
        temporary = target.with_name(f".{secrets.token_hex(8)}{target.suffix}")
        try:
            yield temporary
            temporary.replace(target)
        finally:
            temporary.unlink(missing_ok=True)


@contextmanager
def _os_errors_as_problems(path: str | Path) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        if error.errno == errno.ENOSPC:
            template = QT_TRANSLATE_NOOP("engine", "The disk is full, so {path} was not written: free some space.")
        else:
            template = QT_TRANSLATE_NOOP("engine", "{path} could not be written ({reason}): choose another place.")
        raise _refusal(path, template, reason=error.strerror or error) from error


def write_csv(
    path: str | Path, matrix: NDArray[Any], row_labels: Sequence[str] = (), column_labels: Sequence[str] = ()
) -> None:
    """(rows, columns) as CSV in UTF-8 with point decimals; every number reads back as the same one.

    Labels stand in the first column and the first line; without labels there are only numbers.
    """
    rows: list[list[Any]] = matrix.tolist()
    if row_labels:
        rows = [[label, *row] for label, row in zip(row_labels, rows, strict=True)]
    if column_labels:
        rows.insert(0, [""] * bool(row_labels) + list(column_labels))
    with atomic_write(path) as temporary, temporary.open("w", encoding="utf-8", newline="") as file:
        csv.writer(file, lineterminator="\n").writerows(rows)


def write_npz(path: str | Path, arrays: Mapping[str, NDArray[Any]]) -> None:
    """Arrays by name as a compressed NPZ archive that needs no unpickling."""
    with atomic_write(path) as temporary, temporary.open("wb") as file:
        np.savez_compressed(file, allow_pickle=False, **arrays)


def write_json(path: str | Path, value: Any) -> None:
    """`value` as `json_text`."""
    write_text(path, json_text(value) + "\n")


def write_text(path: str | Path, text: str) -> None:
    """Text in UTF-8, its line ends as they are."""
    with atomic_write(path) as temporary:
        temporary.write_text(text, encoding="utf-8", newline="")


def json_text(value: Any) -> str:
    """Valid JSON, a matrix row per line. Arrays become lists; infinite and NaN numbers "inf", "-inf" and "nan"."""
    return _layout(_plain(value), "")


def _refusal(path: str | Path, template: str, **values: Any) -> Problem:
    return Problem(template, field="path", path=path, folder=Path(path).parent, **values)


def _plain(value: Any) -> Any:
    """`value` made of what JSON has."""
    if isinstance(value, np.ndarray | np.generic):
        finite = value.dtype.kind not in "fc" or bool(np.isfinite(value).all())
        return value.tolist() if finite else _plain(value.tolist())
    if isinstance(value, float):
        return value if math.isfinite(value) else str(value)
    if isinstance(value, Mapping):
        return {str(key): _plain(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [_plain(item) for item in value]
    return value


def _layout(value: Any, indent: str) -> str:
    """Objects and lists of lists one item per line, everything else on one line."""
    inner = indent + "  "
    if isinstance(value, dict) and value:
        items = [f"{inner}{json.dumps(key, ensure_ascii=False)}: {_layout(item, inner)}" for key, item in value.items()]
        return "{\n" + ",\n".join(items) + "\n" + indent + "}"
    if isinstance(value, list) and any(isinstance(item, list | dict) for item in value):
        return "[\n" + ",\n".join(inner + _layout(item, inner) for item in value) + "\n" + indent + "]"
    return json.dumps(value, ensure_ascii=False, allow_nan=False)
