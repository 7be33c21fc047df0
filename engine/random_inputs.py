"""Seeded matrices to try things with, and a Config in another shape that keeps the numbers that fit."""

from collections.abc import Callable
from dataclasses import replace

import numpy as np

from engine.config import Config, Matrix
from engine.masks import Mask, Visible
from engine.problems import QT_TRANSLATE_NOOP, Problem

Generator = np.random.Generator


def random_matrix(kind: str, rows: int, columns: int, seed: int) -> Matrix:
    """A matrix (rows, columns) of a kind in `KINDS`; the same for the same seed. Raises Problem for another kind or size.

    normal      mean 0, variance 1
    uniform     evenly spread over -1 to 1
    orthogonal  orthonormal rows, or orthonormal columns if there are more rows than columns; evenly spread (Haar)
    identity    1 where row = column; needs no seed
    one_hot     each row has a single 1, in a random column
    """
    if kind not in _MAKE:
        raise Problem(
            QT_TRANSLATE_NOOP("engine", 'There is no random matrix of the kind "{kind}": choose one of {known}.'),
            field="kind",
            kind=kind,
            known=", ".join(KINDS),
        )
    _check_size("rows", rows)
    _check_size("columns", columns)
    return _MAKE[kind](np.random.default_rng(seed), rows, columns)


def resize(
    config: Config,
    n_q: int | None = None,
    n_k: int | None = None,
    d_k: int | None = None,
    d_v: int | None = None,
    seed: int = 0,
) -> Config:
    """`config` in another shape; what fits stays where it is. Raises Problem for a size below 1.

    New cells are drawn from a normal distribution: each is decided by `seed` and its place alone, so growing in two
    steps and in one gives the same. Positions of the mask that no longer exist are dropped, and the part of a hand-made
    mask that fits is kept; its new cells are visible.
    """
    sizes = {"n_q": n_q, "n_k": n_k, "d_k": d_k, "d_v": d_v}
    n_q, n_k, d_k, d_v = (_size(config, name, size) for name, size in sizes.items())
    return config.with_(
        q=_resized(config.q, n_q, d_k, (seed, 0)),
        k=_resized(config.k, n_k, d_k, (seed, 1)),
        v=_resized(config.v, n_k, d_v, (seed, 2)),
        mask=_fitting(config, n_q, n_k),
    )


def _size(config: Config, name: str, size: int | None) -> int:
    if size is None:
        return int(getattr(config, name))
    _check_size(name, size)
    return size


def _check_size(name: str, size: int) -> None:
    if size < 1:
        raise Problem(
            QT_TRANSLATE_NOOP("engine", "{name} is {value}: it must be 1 or more."), field=name, name=name, value=size
        )


def _resized(matrix: Matrix, rows: int, columns: int, seed: tuple[int, int]) -> Matrix:
    """(..., rows, columns); each row of each entry of the leading axes has a generator of its own for its new cells."""
    if matrix.shape[-2:] == (rows, columns):
        return matrix
    lead = matrix.shape[:-2]
    new = np.empty((*lead, rows, columns))
    for place in np.ndindex(*lead, rows):
        new[place] = np.random.default_rng((*seed, *place)).standard_normal(columns)
    kept = (..., slice(min(rows, matrix.shape[-2])), slice(min(columns, matrix.shape[-1])))
    new[kept] = matrix[kept]
    return new


def _fitting(config: Config, n_q: int, n_k: int) -> Mask:
    mask = config.mask
    return replace(
        mask,
        padding=tuple(key for key in mask.padding if key < n_k),
        global_tokens=tuple(place for place in mask.global_tokens if place < max(n_q, n_k)),
        prefix=min(mask.prefix, n_k),
        visible=None if mask.visible is None else _repainted(mask.visible, (config.n_q, config.n_k), (n_q, n_k)),
    )


def _repainted(painted: Visible, old: tuple[int, int], new: tuple[int, int]) -> Visible:
    """A row or column that stood for several (size 1) still stands for all."""
    size = [1 if own < before else after for own, before, after in zip(painted.shape[-2:], old, new, strict=True)]
    visible = np.ones((*painted.shape[:-2], *size), dtype=np.bool_)
    kept = (..., slice(min(painted.shape[-2], size[0])), slice(min(painted.shape[-1], size[1])))
    visible[kept] = painted[kept]
    return visible


def _orthogonal(rng: Generator, rows: int, columns: int) -> Matrix:
    """The Q of a QR decomposition, its signs settled by R, so that no direction is preferred."""
    tall = rng.standard_normal((max(rows, columns), min(rows, columns)))
    q, r = np.linalg.qr(tall)
    spread: Matrix = q * np.sign(np.diagonal(r))
    return spread if rows >= columns else spread.T


def _one_hot(rng: Generator, rows: int, columns: int) -> Matrix:
    return np.eye(columns)[rng.integers(columns, size=rows)]


_MAKE: dict[str, Callable[[Generator, int, int], Matrix]] = {
    "normal": lambda rng, rows, columns: rng.standard_normal((rows, columns)),
    "uniform": lambda rng, rows, columns: rng.uniform(-1, 1, (rows, columns)),
    "orthogonal": _orthogonal,
    "identity": lambda _rng, rows, columns: np.eye(rows, columns),
    "one_hot": _one_hot,
}
KINDS = tuple(_MAKE)
