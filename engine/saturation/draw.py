"""Draw: what decides one random draw of a query and its keys. Frozen; an edit makes a new one."""

import operator
from dataclasses import dataclass

import numpy as np

from engine.problems import QT_TRANSLATE_NOOP, Problem

RANGES: dict[str, tuple[float, float]] = {
    "d_k": (1, 1024),
    "keys": (2, 256),
    "spread": (1e-6, 1e6),
    "temperature": (1e-6, 1e6),
    "seed": (0, 2**63 - 1),
}
_NUMBERS = {
    "spread": QT_TRANSLATE_NOOP("engine", "The spread is {value}: it must be a number from {low:g} to {high:g}."),
    "temperature": QT_TRANSLATE_NOOP(
        "engine", "The temperature is {value}: it must be a number from {low:g} to {high:g}."
    ),
}
_COUNTS = {
    "d_k": QT_TRANSLATE_NOOP("engine", "d_k is {value}: it must be a whole number from {low} to {high}."),
    "keys": QT_TRANSLATE_NOOP(
        "engine", "The number of keys is {value}: it must be a whole number from {low} to {high}."
    ),
    "seed": QT_TRANSLATE_NOOP("engine", "The seed is {value}: it must be a whole number from {low} to {high}."),
}
# Independent random streams of one seed
VECTORS, VALUES, PAIRS, NORMALS, LENGTHS = range(5)


@dataclass(frozen=True)
class Draw:
    """What decides a draw of one query and `keys` keys, within RANGES. Raises Problem naming the parameter.

    spread       standard deviation of the components
    temperature  the scores are divided by it before the softmax
    """

    d_k: int = 64
    keys: int = 64
    spread: float = 1.0
    temperature: float = 1.0
    seed: int = 0

    def __post_init__(self) -> None:
        for name in _COUNTS:
            object.__setattr__(self, name, _count(name, getattr(self, name)))
        for name in _NUMBERS:
            object.__setattr__(self, name, _number(name, getattr(self, name)))


def stream(draw: Draw, which: int) -> np.random.Generator:
    """The random numbers of one purpose: the same ones for the same seed."""
    return np.random.default_rng([draw.seed, which])


def _count(name: str, value: object) -> int:
    low, high = RANGES[name]
    try:
        number = operator.index(value)  # type: ignore[arg-type]  # anything may come from a file
        if isinstance(value, bool) or not low <= number <= high:
            raise ValueError(value)
    except (TypeError, ValueError) as error:
        raise Problem(_COUNTS[name], field=name, value=value, low=low, high=high) from error
    return number


def _number(name: str, value: object) -> float:
    low, high = RANGES[name]
    try:
        number = float(value)  # type: ignore[arg-type]  # anything may come from a file
        if isinstance(value, bool | str) or not low <= number <= high:
            raise ValueError(value)
    except (TypeError, ValueError, OverflowError) as error:
        raise Problem(_NUMBERS[name], field=name, value=value, low=low, high=high) from error
    return number
