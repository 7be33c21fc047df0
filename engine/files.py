"""Files read with care: each thing that can be wrong with one becomes a Problem (field "path"); nothing is unpickled."""

import codecs
import io
import json
import os
import zipfile
import zlib
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from engine.problems import QT_TRANSLATE_NOOP, Problem

_BROKEN = (OSError, EOFError, ValueError, KeyError, RuntimeError, MemoryError, zlib.error, zipfile.BadZipFile)


def read_bytes(path: str | Path) -> bytes:
    """The whole file. Raises Problem if there is none or it cannot be read."""
    try:
        return Path(path).read_bytes()
    except (FileNotFoundError, IsADirectoryError) as error:
        raise no_file(path) from error
    except (OSError, ValueError) as error:
        template = QT_TRANSLATE_NOOP("engine", "{path} cannot be read ({reason}): choose another file.")
        raise Problem(template, field="path", path=path, reason=getattr(error, "strerror", None) or error) from error


def no_file(path: str | Path) -> Problem:
    """What to say where a file was meant and none is there, or a folder."""
    if os.path.isdir(path):  # noqa: PTH112 - Path raises for a name that is too long
        template = QT_TRANSLATE_NOOP("engine", "{path} is a folder: name a file in it.")
    else:
        template = QT_TRANSLATE_NOOP("engine", "There is no file {path}: check the name and the folder.")
    return Problem(template, field="path", path=path)


def read_text(path: str | Path) -> str:
    """The file as text: UTF-8, or UTF-16 with its byte-order mark."""
    data = read_bytes(path)
    utf16 = data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE))
    try:
        return data.decode("utf-16" if utf16 else "utf-8-sig")
    except UnicodeDecodeError as error:
        raise Problem(
            QT_TRANSLATE_NOOP("engine", "{path} is not a text file in UTF-8: save it again as UTF-8 text."),
            field="path",
            path=path,
        ) from error


def read_json(path: str | Path) -> Any:
    """The value in a JSON file."""
    text = read_text(path)
    try:
        return json.loads(text, object_pairs_hook=_once_each)
    except json.JSONDecodeError as error:
        raise Problem(
            QT_TRANSLATE_NOOP("engine", "{path} is not JSON: line {line}, column {column} is wrong ({reason})."),
            field="path",
            path=path,
            line=error.lineno,
            column=error.colno,
            reason=error.msg,
        ) from error
    except (ValueError, RecursionError) as error:
        raise Problem(
            QT_TRANSLATE_NOOP("engine", "{path} is JSON of a kind that cannot be read ({reason}): make it simpler."),
            field="path",
            path=path,
            reason=error,
        ) from error


def _once_each(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """A JSON object; one of two values under the same name would be lost without a word."""
    values = dict(pairs)
    if len(values) < len(pairs):
        names = [name for name, _ in pairs]
        twice = next(name for name in names if names.count(name) > 1)
        raise Problem(QT_TRANSLATE_NOOP("engine", "{name} is given twice: keep one."), field="path", name=twice)
    return values


def read_npz(path: str | Path) -> dict[str, NDArray[Any]]:
    """The arrays of an NPZ archive by name. Arrays of Python objects are refused, never unpickled."""
    file = io.BytesIO(read_bytes(path))
    try:
        if not zipfile.is_zipfile(file):
            raise zipfile.BadZipFile
        with np.load(file, allow_pickle=False) as archive:
            return {name: _member(archive, name) for name in archive.files}
    except _BROKEN as error:
        raise Problem(
            QT_TRANSLATE_NOOP(
                "engine", "{path} is not a whole NPZ archive, so Q, K and V cannot be read from it: save it again."
            ),
            field="path",
            path=path,
        ) from error


def _member(archive: Any, name: str) -> NDArray[Any]:
    try:
        array = archive[name]
        if not isinstance(array, np.ndarray):
            raise ValueError(type(array))
    except _BROKEN as error:
        raise Problem(
            QT_TRANSLATE_NOOP(
                "engine",
                "The array {name} is damaged or holds Python objects, which are never unpickled: "
                "save it again as plain numbers.",
            ),
            field=name.lower(),
            name=name,
        ) from error
    return array
