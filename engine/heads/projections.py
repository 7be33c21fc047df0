"""The four projections of multi-head attention and how they are cut into heads."""

from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from engine.config import Matrix, as_matrix
from engine.problems import QT_TRANSLATE_NOOP, Problem


@dataclass(frozen=True, eq=False)
class Projections:
    """W_Q (d_x, heads * d_k), W_K (d_y, kv_heads * d_k), W_V (d_y, kv_heads * d_v), W_O (heads * d_v, d_model), biases.

    heads     query heads
    kv_heads  key and value heads: as many, or fewer that neighbours share (grouped-query attention)

    Arrays become read-only float64 copies. Raises Problem naming the field for what cannot be cut or does not fit.
    """

    w_q: Matrix
    w_k: Matrix
    w_v: Matrix
    w_o: Matrix
    heads: int
    kv_heads: int
    b_q: Matrix | None = None
    b_k: Matrix | None = None
    b_v: Matrix | None = None
    b_o: Matrix | None = None

    def __post_init__(self) -> None:
        for letter in "qkvo":
            weights = _table(getattr(self, f"w_{letter}"), f"w_{letter}")
            object.__setattr__(self, f"w_{letter}", weights)
            bias = getattr(self, f"b_{letter}")
            if bias is not None:
                object.__setattr__(self, f"b_{letter}", _bias(bias, f"b_{letter}", weights))
        self._check_heads()
        self._check_fit()

    def with_(self, **changes: Any) -> "Projections":
        """These Projections with some fields changed; raises Problem if they do not fit."""
        return replace(self, **changes)

    def _check_heads(self) -> None:
        check_heads(self.w_q.shape[1], self.heads)
        if self.kv_heads < 1 or self.heads % self.kv_heads:
            raise Problem(
                QT_TRANSLATE_NOOP(
                    "engine",
                    "The number of key heads, {kv_heads}, must divide that of the heads, {heads}: take {near}, for example.",
                ),
                field="kv_heads",
                heads=self.heads,
                kv_heads=self.kv_heads,
                near=_near(self.heads, self.kv_heads),
            )

    def _check_fit(self) -> None:
        d_k = self.w_q.shape[1] // self.heads
        _check_size(self.w_k.shape[1], self.kv_heads * d_k, "W_K", "w_k")
        check_heads(self.w_v.shape[1], self.kv_heads, "w_v")
        d_v = self.w_v.shape[1] // self.kv_heads
        if self.w_o.shape[0] != self.heads * d_v:
            raise Problem(
                QT_TRANSLATE_NOOP(
                    "engine",
                    "The rows of W_O, {rows}, must be as many as the columns that all heads give together, {columns}.",
                ),
                field="w_o",
                rows=self.w_o.shape[0],
                columns=self.heads * d_v,
            )


def seeded(d_model: int, heads: int, seed: int, kv_heads: int | None = None) -> Projections:
    """Random projections without biases, kv_heads = heads unless given; normal with variance 2 / (rows + columns) (Glorot and Bengio 2010)."""
    check_heads(d_model, heads)
    shared = heads if kv_heads is None else kv_heads
    stream, kv_columns = np.random.default_rng(seed), d_model // heads * max(shared, 1)
    widths = (d_model, kv_columns, kv_columns, d_model)
    w_q, w_k, w_v, w_o = (stream.standard_normal((d_model, n)) * np.sqrt(2 / (d_model + n)) for n in widths)
    return Projections(w_q, w_k, w_v, w_o, heads, shared)


def check_heads(columns: int, heads: int, field: str = "heads") -> None:
    """Raise Problem unless `columns` can be cut into `heads` equal heads, naming numbers nearby that fit."""
    if heads >= 1 and columns % heads == 0:
        return
    raise Problem(
        QT_TRANSLATE_NOOP(
            "engine", "A width of {d_model} cannot be split into {heads} equal heads: take {near}, for example."
        ),
        field=field,
        d_model=columns,
        heads=heads,
        near=_near(columns, heads),
    )


def _near(number: int, wanted: int) -> str:
    """The three divisors of `number` that are closest to `wanted`."""
    divisors = [n for n in range(1, number + 1) if number % n == 0]
    return ", ".join(map(str, sorted(sorted(divisors, key=lambda n: abs(n - wanted))[:3])))


def _table(values: object, name: str) -> Matrix:
    table = as_matrix(values, name)
    if table.ndim != 2:
        raise Problem(
            QT_TRANSLATE_NOOP("engine", "{name} needs rows and columns, not the shape {shape}: give a single table."),
            field=name,
            name=name.upper(),
            shape=table.shape,
        )
    return table


def _bias(values: object, name: str, weights: Matrix) -> Matrix:
    bias = as_matrix([values], name)
    _check_size(bias.size if bias.ndim == 2 else 0, weights.shape[1], name.upper(), name)
    row: Matrix = bias[0]
    return row


def _check_size(given: int, needed: int, name: str, field: str) -> None:
    if given != needed:
        raise Problem(
            QT_TRANSLATE_NOOP("engine", "The number of columns of {name} is {given}: it must be {needed}."),
            field=field,
            name=name,
            given=given,
            needed=needed,
        )
