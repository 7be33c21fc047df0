"""A Config from a JSON file or an NPZ archive, and back to JSON."""

import math
from collections.abc import Callable, Mapping
from difflib import SequenceMatcher
from pathlib import Path
from typing import Any

from engine.config import INPUTS, Config
from engine.files import read_json, read_npz
from engine.masks import Mask, as_visible
from engine.problems import QT_TRANSLATE_NOOP, Problem


def read_config(path: str | Path) -> Config:
    """The Config in `path`: an NPZ archive if it ends in .npz, otherwise a JSON object; the names are those of
    `config_from`. Raises Problem naming the array, the option or the file ("path")."""
    if Path(path).suffix.lower() == ".npz":
        return config_from({name: _unwrap(array) for name, array in read_npz(path).items()})
    values = read_json(path)
    if not isinstance(values, dict):
        raise Problem(
            QT_TRANSLATE_NOOP(
                "engine", '{path} holds no JSON object: write {{"q": [[..]], "k": [[..]], "v": [[..]]}}.'
            ),
            field="path",
            path=path,
        )
    return config_from(values)


def config_from(values: Mapping[str, Any]) -> Config:
    """A Config from plain values. Needed: q, k, v (or Q, K, V), (..., rows, columns).

    Optional: scale ("sqrt_dk", "none" or a number), dropout, seed, filler ("-inf" or a number), mistakes (a list of
    keys of `engine.mistakes.MISTAKES`), and what the Mask consists of: causal, causal_align, padding, window,
    global_tokens, prefix, visible (1 = this query may see this key).
    """
    named = _known(values)
    for name in INPUTS:
        if name not in named:
            raise Problem(
                QT_TRANSLATE_NOOP("engine", "{name} is missing: q, k and v are needed."), field=name, name=name.upper()
            )
    options = {name: read(name, named[name]) for name, read in _OPTIONS.items() if name in named}
    mask = {name: options.pop(name) for name in _MASK if name in options}
    return Config(**{name: named[name] for name in INPUTS}, **options, mask=Mask(**mask))


def config_json(config: Config) -> dict[str, Any]:
    """The values of `config` for a JSON file; `config_from` gives back the same Config, bit for bit."""
    mask = config.mask
    values: dict[str, Any] = {name: getattr(config, name).tolist() for name in INPUTS}
    values |= {"scale": config.scale, "causal": mask.causal, "causal_align": mask.causal_align}
    values |= {"padding": list(mask.padding), "window": mask.window}
    values |= {"global_tokens": list(mask.global_tokens), "prefix": mask.prefix}
    values |= {"visible": None if mask.visible is None else mask.visible.astype(int).tolist()}
    values |= {"dropout": config.dropout, "seed": config.seed, "mistakes": sorted(config.mistakes)}
    return values | {"filler": config.filler if math.isfinite(config.filler) else "-inf"}


def _unwrap(array: Any) -> Any:
    """Single values and lists of an archive as Python's own; tables stay arrays."""
    return array if array.ndim > 1 else array.tolist()


def _known(values: Mapping[str, Any]) -> dict[str, Any]:
    """`values` with Q, K and V in lower case; an unknown name is refused rather than overlooked."""
    named: dict[str, Any] = {}
    for given, value in values.items():
        name = given.lower() if given in ("Q", "K", "V") else given
        if name in named:
            raise Problem(
                QT_TRANSLATE_NOOP("engine", "{name} is given twice: keep one."), field=name, name=name.upper()
            )
        if name not in INPUTS and name not in _OPTIONS:
            nearest = max((*INPUTS, *_OPTIONS), key=lambda known: SequenceMatcher(None, known, given.lower()).ratio())
            raise Problem(
                QT_TRANSLATE_NOOP("engine", 'The name "{name}" is unknown; the nearest known one is "{nearest}".'),
                field="path",
                name=given,
                nearest=nearest,
            )
        named[name] = value
    return named


def _expected(name: str, template: str, value: object) -> Problem:
    field = "mask" if name in _MASK else name
    return Problem(template, field=field, name=name, value=repr(value))


def _word_or_number(name: str, value: Any) -> str | float:
    """The Config and the Mask check which one."""
    if isinstance(value, str | int | float) and not isinstance(value, bool):
        return value
    raise _expected(name, QT_TRANSLATE_NOOP("engine", "{name} is a word or a number, not {value}."), value)


def _truth(name: str, value: Any) -> bool:
    if isinstance(value, bool | int) and value in (0, 1):
        return bool(value)
    raise _expected(name, QT_TRANSLATE_NOOP("engine", "{name} is true or false, not {value}."), value)


def _count(name: str, value: Any) -> int:
    if isinstance(value, int) and not isinstance(value, bool) and value >= 0:
        return value
    raise _expected(name, QT_TRANSLATE_NOOP("engine", "{name} is a whole number from 0 on, not {value}."), value)


def _count_or_none(name: str, value: Any) -> int | None:
    return None if value is None else _count(name, value)


def _number(name: str, value: Any) -> float:
    if isinstance(value, int | float) and not isinstance(value, bool):
        return float(value)
    raise _expected(name, QT_TRANSLATE_NOOP("engine", "{name} is a number, not {value}."), value)


def _filler(name: str, value: Any) -> float:
    """JSON has no infinity of its own, so it is a word there."""
    return -math.inf if isinstance(value, str) and value == "-inf" else _number(name, value)


def _mistakes(name: str, value: Any) -> frozenset[str]:
    if isinstance(value, list) and all(isinstance(key, str) for key in value):
        return frozenset(value)
    template = QT_TRANSLATE_NOOP("engine", '{name} is a list of names such as ["inverted_mask"], not {value}.')
    raise _expected(name, template, value)


def _indices(name: str, value: Any) -> tuple[int, ...]:
    if isinstance(value, list) and all(isinstance(i, int) and not isinstance(i, bool) for i in value):
        return tuple(value)
    template = QT_TRANSLATE_NOOP("engine", "{name} is a list of positions such as [0, 3], not {value}.")
    raise _expected(name, template, value)


def _visible(_name: str, value: Any) -> Any:
    return None if value is None else as_visible(value)


_MASK: dict[str, Callable[[str, Any], Any]] = {
    "causal": _truth,
    "causal_align": _word_or_number,
    "padding": _indices,
    "window": _count_or_none,
    "global_tokens": _indices,
    "prefix": _count,
    "visible": _visible,
}
_OPTIONS: dict[str, Callable[[str, Any], Any]] = {
    "scale": _word_or_number,
    "dropout": _number,
    "seed": _count,
    "filler": _filler,
    "mistakes": _mistakes,
    **_MASK,
}
