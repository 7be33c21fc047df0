"""Config: everything that decides one attention computation. Frozen; an edit makes a new one."""

import math
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from engine.attention import scale_factor
from engine.masks import Mask, Visible
from engine.mistakes import ASSUMED_HEADS, as_mistakes
from engine.problems import QT_TRANSLATE_NOOP, Problem

Matrix = NDArray[np.float64]
Scale = Literal["sqrt_dk", "none"] | float
INPUTS = ("q", "k", "v")
SETTINGS = ("scale", "dropout", "seed", "filler", "mistakes")


@dataclass(frozen=True, eq=False)
class Config:
    """Q (..., n_q, d_k), K (..., n_k, d_k), V (..., n_k, d_v), the scale, the mask and the dropout.

    scale    "sqrt_dk" multiplies the scores by 1 / sqrt(d_k), "none" by 1, a number by that number
    dropout  the probability with which a weight is dropped, 0 <= dropout < 1; `seed` decides which ones
    filler   what stands in the hidden cells of the Step "masked": -inf, or a finite number, which may leak
    mistakes those switched on on purpose, keys of `engine.mistakes.MISTAKES`

    Arrays become read-only float64 copies. Raises Problem for what cannot be computed, naming the field.
    """

    q: Matrix
    k: Matrix
    v: Matrix
    scale: Scale = "sqrt_dk"
    mask: Mask = field(default_factory=Mask)
    dropout: float = 0.0
    seed: int = 0
    filler: float = -math.inf
    mistakes: frozenset[str] = frozenset()

    def __post_init__(self) -> None:
        for name in INPUTS:
            object.__setattr__(self, name, as_matrix(getattr(self, name), name))
        self._check_shapes()
        if not (isinstance(self.scale, str) and self.scale in ("sqrt_dk", "none")):
            object.__setattr__(self, "scale", _number(self.scale))
        object.__setattr__(self, "filler", _filler(self.filler))
        object.__setattr__(self, "mistakes", as_mistakes(self.mistakes))
        self._check_one_scale()
        if not 0 <= self.dropout < 1:
            raise Problem(
                QT_TRANSLATE_NOOP("engine", "Dropout is {value}: it must be at least 0 and below 1."),
                field="dropout",
                value=f"{self.dropout:g}",
            )
        self.mask.check(self.n_q, self.n_k)
        self._check_leading_axes()

    @property
    def n_q(self) -> int:
        """Number of queries."""
        return int(self.q.shape[-2])

    @property
    def n_k(self) -> int:
        """Number of keys."""
        return int(self.k.shape[-2])

    @property
    def d_k(self) -> int:
        """Components of a query and of a key."""
        return int(self.q.shape[-1])

    @property
    def d_v(self) -> int:
        """Components of a value."""
        return int(self.v.shape[-1])

    @property
    def lead(self) -> tuple[int, ...]:
        """The leading axes (batch, heads) of the output."""
        shapes = [getattr(self, name).shape[:-2] for name in INPUTS]
        painted = () if self.mask.visible is None else self.mask.visible.shape[:-2]
        return np.broadcast_shapes(*shapes, painted)

    @property
    def d_model(self) -> int:
        """The width of a model that these heads would come from: the number of heads times d_k.

        The last leading axis counts the heads; where there is none, 8 are assumed, as in the paper.
        """
        return (self.lead[-1] if self.lead else ASSUMED_HEADS) * self.d_k

    @property
    def factor(self) -> float:
        """The number that the scores are multiplied by."""
        if self.scale == "sqrt_dk":
            return scale_factor(None, self.d_k)
        return 1.0 if self.scale == "none" else float(self.scale)

    @cached_property
    def visible(self) -> Visible:
        """The visible mask, (n_q, n_k) or (..., n_q, n_k)."""
        visible = self.mask.resolve(self.n_q, self.n_k)
        visible.flags.writeable = False
        return visible

    def with_(self, **changes: Any) -> "Config":
        """This Config with some fields changed; raises Problem if the result cannot be computed."""
        return replace(self, **changes)

    def same_as(self, other: "Config") -> bool:
        """True if both hold the same numbers and settings, bit for bit."""
        return (
            all(_identical(getattr(self, name), getattr(other, name)) for name in INPUTS)
            and all(getattr(self, name) == getattr(other, name) for name in SETTINGS)
            and self.mask.same_as(other.mask)
        )

    def _check_shapes(self) -> None:
        if self.k.shape[-1] != self.q.shape[-1]:
            raise Problem(
                QT_TRANSLATE_NOOP(
                    "engine",
                    "K and Q differ in columns, {d_key} against {d_query}: a dot product needs the same number in both.",
                ),
                field="k",
                d_key=self.k.shape[-1],
                d_query=self.q.shape[-1],
            )
        if self.v.shape[-2] != self.k.shape[-2]:
            raise Problem(
                QT_TRANSLATE_NOOP(
                    "engine", "V and K differ in rows, {n_v} against {n_k}: every key needs exactly one value."
                ),
                field="v",
                n_v=self.v.shape[-2],
                n_k=self.k.shape[-2],
            )

    def _check_one_scale(self) -> None:
        if "scale_by_d_model" in self.mistakes and self.scale != "sqrt_dk":
            raise Problem(
                QT_TRANSLATE_NOOP(
                    "engine",
                    "The mistake scale_by_d_model takes the place of 1/sqrt(d_k): "
                    'set the scale to "sqrt_dk", or switch the mistake off.',
                ),
                field="mistakes",
            )

    def _check_leading_axes(self) -> None:
        lead = [getattr(self, name).shape[:-2] for name in INPUTS]
        try:
            _ = self.lead
        except ValueError as error:
            raise Problem(
                QT_TRANSLATE_NOOP(
                    "engine",
                    "The leading axes (batch, heads) do not fit together: Q {q}, K {k}, V {v}; "
                    "give each array the same ones, or 1.",
                ),
                field="q",
                q=lead[0],
                k=lead[1],
                v=lead[2],
            ) from error


def as_matrix(values: object, name: str) -> Matrix:
    """`values` as a read-only float64 array (..., rows, columns); raises Problem naming the array and the cell."""
    letter = name.upper()
    try:
        array = values if _is_frozen(values) else np.array(values)
        assert isinstance(array, np.ndarray)
        if array.dtype.kind not in "biuf":
            raise ValueError(array.dtype)
    except ValueError as error:
        raise Problem(
            QT_TRANSLATE_NOOP(
                "engine",
                "{name} needs a full table of numbers: every row as long as the others, nothing but numbers.",
            ),
            field=name,
            name=letter,
        ) from error
    if isinstance(values, list):
        _refuse_truths(values, name)
    if array.ndim < 2 or 0 in array.shape:
        raise Problem(
            QT_TRANSLATE_NOOP("engine", "{name} needs at least one row and one column; its shape is {shape}."),
            field=name,
            name=letter,
            shape=array.shape,
        )
    with np.errstate(over="ignore"):
        matrix: Matrix = array.astype(np.float64, copy=False)
    if not np.isfinite(matrix).all():
        where = tuple(int(i) for i in np.argwhere(~np.isfinite(matrix))[0])
        raise Problem(
            QT_TRANSLATE_NOOP("engine", "{name}{cell} is {value}: every cell needs a finite number."),
            field=name,
            name=letter,
            cell=list(where),
            value=f"{matrix[where]}",
        )
    matrix.flags.writeable = False
    return matrix


def _refuse_truths(values: list[Any], name: str, place: tuple[int, ...] = ()) -> None:
    """NumPy would take true for 1 without a word."""
    for index, value in enumerate(values):
        if isinstance(value, list):
            _refuse_truths(value, name, (*place, index))
        elif isinstance(value, bool):
            raise Problem(
                QT_TRANSLATE_NOOP("engine", "{name}{cell} is {value}: every cell needs a finite number."),
                field=name,
                name=name.upper(),
                cell=[*place, index],
                value=str(value).lower(),
            )


def _is_frozen(values: object) -> bool:
    """True for an array that nobody can write to: it needs no copy."""
    return isinstance(values, np.ndarray) and values.flags.owndata and not values.flags.writeable


def _identical(a: Matrix, b: Matrix) -> bool:
    return a is b or (a.shape == b.shape and a.tobytes() == b.tobytes())


def _number(scale: object) -> float:
    try:
        number = float(scale)  # type: ignore[arg-type]  # anything may come from a file
        if isinstance(scale, bool) or not np.isfinite(number):
            raise ValueError(scale)
    except (TypeError, ValueError) as error:
        raise Problem(
            QT_TRANSLATE_NOOP("engine", 'The scale is "sqrt_dk", "none" or a finite number, not {value}.'),
            field="scale",
            value=repr(scale),
        ) from error
    return number


def _filler(filler: object) -> float:
    try:
        number = float(filler)  # type: ignore[arg-type]  # anything may come from a file
        if isinstance(filler, bool) or not number < math.inf:  # NaN is not below infinity either
            raise ValueError(filler)
    except (TypeError, ValueError, OverflowError) as error:
        raise Problem(
            QT_TRANSLATE_NOOP("engine", "The filler of hidden cells is -inf or a finite number, not {value}."),
            field="filler",
            value=repr(filler),
        ) from error
    return number
