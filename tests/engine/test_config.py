"""A Config is frozen, keeps float64 copies and refuses what cannot be computed, naming the field."""

import dataclasses
from typing import Any

import numpy as np
import pytest

from engine.config import Config, as_matrix
from engine.masks import Mask
from engine.problems import Problem

Q, K, V = np.ones((2, 3)), np.ones((4, 3)), np.ones((4, 5))


def test_sizes_and_factor() -> None:
    config = Config(Q, K, V)
    assert (config.n_q, config.n_k, config.d_k, config.d_v) == (2, 4, 3, 5)
    assert config.factor == pytest.approx(3**-0.5)
    assert config.with_(scale="none").factor == 1
    assert config.with_(scale=-0.25).factor == -0.25


def test_arrays_are_read_only_copies() -> None:
    mine = Q.copy()
    config = Config(mine, K, V)
    mine[0, 0] = 9
    assert config.q[0, 0] == 1
    with pytest.raises(ValueError, match="read-only"):
        config.q[0, 0] = 9
    with pytest.raises(dataclasses.FrozenInstanceError):
        config.dropout = 0.5  # type: ignore[misc]


@pytest.mark.parametrize("dtype", [">f8", "<f2", "int8", "uint64", "bool", "float32"])
def test_every_real_number_type_becomes_native_float64(dtype: str) -> None:
    matrix = as_matrix(np.ones((2, 2), dtype=dtype)[::-1], "q")
    assert matrix.dtype == np.dtype("=f8")
    assert matrix.dtype.isnative
    assert (matrix == 1).all()


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"q": [[1, 2], [3]]}, "q"),
        ({"q": [["a", "b", "c"]]}, "q"),
        ({"k": np.ones((4, 2))}, "k"),
        ({"v": np.ones((3, 5))}, "v"),
        ({"v": np.ones((4, 0))}, "v"),
        ({"k": np.ones(3)}, "k"),
        ({"q": [[1, 2, np.nan]]}, "q"),
        ({"q": [[1, 2, np.inf]]}, "q"),
        ({"q": np.ones((2, 3), dtype=complex)}, "q"),
        ({"scale": "sqrt"}, "scale"),
        ({"scale": np.nan}, "scale"),
        ({"scale": True}, "scale"),
        ({"scale": None}, "scale"),
        ({"dropout": 1.0}, "dropout"),
        ({"dropout": -0.1}, "dropout"),
        ({"dropout": float("nan")}, "dropout"),
        ({"mask": Mask(padding=(4,))}, "mask"),
        ({"q": np.ones((2, 2, 3)), "k": np.ones((3, 4, 3))}, "q"),
    ],
)
def test_what_cannot_be_computed_is_refused(change: dict[str, Any], field: str) -> None:
    with pytest.raises(Problem) as caught:
        Config(**{"q": Q, "k": K, "v": V, **change})
    assert caught.value.field == field
    assert "{" not in str(caught.value)


def test_a_bad_cell_is_named() -> None:
    with pytest.raises(Problem, match=r"V\[1, 2\] is nan"):
        as_matrix([[1, 1, 1], [1, 1, np.nan]], "v")
