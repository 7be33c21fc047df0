"""Random matrices are what they are called and come back with their seed; another shape keeps what fits."""

from typing import Any

import numpy as np
import pytest

from engine.config import Config
from engine.masks import Mask
from engine.problems import Problem
from engine.random_inputs import KINDS, random_matrix, resize
from engine.steps import trace


@pytest.mark.parametrize("kind", ["normal", "uniform", "orthogonal", "identity", "one_hot"])
@pytest.mark.parametrize("shape", [(1, 1), (3, 5), (5, 3), (4, 4)])
def test_a_seed_decides_every_kind(kind: str, shape: tuple[int, int]) -> None:
    first, again = (random_matrix(kind, *shape, seed=4) for _ in range(2))
    assert first.shape == shape
    assert first.dtype == np.float64
    np.testing.assert_array_equal(first, again)
    assert kind in KINDS


@pytest.mark.parametrize("kind", ["normal", "uniform", "orthogonal", "one_hot"])
def test_another_seed_gives_another_matrix(kind: str) -> None:
    assert (random_matrix(kind, 6, 6, seed=0) != random_matrix(kind, 6, 6, seed=1)).any()


def test_normal_and_uniform_have_their_mean_and_spread() -> None:
    normal, uniform = (random_matrix(kind, 200, 200, seed=0) for kind in ("normal", "uniform"))
    assert (normal.mean(), normal.std()) == pytest.approx((0, 1), abs=0.02)
    assert (uniform.mean(), uniform.std()) == pytest.approx((0, 1 / np.sqrt(3)), abs=0.02)
    assert uniform.min() >= -1
    assert uniform.max() < 1


@pytest.mark.parametrize("shape", [(5, 3), (3, 5), (4, 4), (1, 1)])
def test_orthogonal_is_orthonormal_and_prefers_no_direction(shape: tuple[int, int]) -> None:
    matrix = random_matrix("orthogonal", *shape, seed=1)
    product = matrix.T @ matrix if shape[0] >= shape[1] else matrix @ matrix.T
    np.testing.assert_allclose(product, np.eye(min(shape)), atol=1e-14)
    corners = [random_matrix("orthogonal", *shape, seed=seed)[0, 0] for seed in range(200)]
    assert np.mean(corners) == pytest.approx(0, abs=0.2), "without care for its signs QR prefers one"


def test_identity_and_one_hot() -> None:
    assert random_matrix("identity", 2, 3, seed=9).tolist() == [[1, 0, 0], [0, 1, 0]]
    one_hot = random_matrix("one_hot", 50, 4, seed=0)
    np.testing.assert_array_equal(np.sort(one_hot), np.tile([0.0, 0, 0, 1], (50, 1)))
    assert one_hot.any(axis=0).all()


@pytest.mark.parametrize(
    ("arguments", "field"), [(("gaussian", 2, 2), "kind"), (("normal", 0, 2), "rows"), (("normal", 2, -1), "columns")]
)
def test_what_cannot_be_made_is_refused(arguments: Any, field: str) -> None:
    with pytest.raises(Problem) as caught:
        random_matrix(*arguments, seed=0)
    assert caught.value.field == field


def some(**more: Any) -> Config:
    rng = np.random.default_rng(8)
    return Config(*(rng.standard_normal(shape) for shape in ((3, 2), (4, 2), (4, 5))), **more)


@pytest.mark.parametrize("sizes", [{"n_q": 5}, {"n_k": 2}, {"d_k": 4}, {"d_v": 1}, {"n_q": 1, "n_k": 6, "d_k": 1}])
def test_what_fits_stays(sizes: dict[str, int]) -> None:
    before = some(scale=0.3, dropout=0.2, seed=5)
    after = resize(before, **sizes)
    assert all(getattr(after, name) == size for name, size in sizes.items())
    for name in "qkv":
        old, new = getattr(before, name), getattr(after, name)
        both = tuple(map(min, old.shape, new.shape))
        np.testing.assert_array_equal(new[: both[0], : both[1]], old[: both[0], : both[1]])
    assert (after.scale, after.dropout, after.seed) == (0.3, 0.2, 5)
    assert trace(after).steps["output"].shape == (after.n_q, after.d_v)


def test_no_change_changes_nothing() -> None:
    config = some(mask=Mask(causal=True, visible=np.ones((3, 4), dtype=bool)))
    assert resize(config).same_as(config)


def test_new_cells_depend_on_seed_and_place_alone() -> None:
    config = some()
    at_once = resize(config, n_q=6, n_k=7, d_k=5, d_v=8, seed=2)
    in_steps = resize(resize(resize(config, n_k=7, seed=2), n_q=6, d_k=3, seed=2), d_k=5, d_v=8, seed=2)
    assert at_once.same_as(in_steps)
    other = resize(config, n_q=6, seed=3)
    assert (other.q[3:] != at_once.q[3:, :2]).all()
    new = resize(config, n_q=300, d_k=50).q
    assert (new.mean(), new.std()) == pytest.approx((0, 1), abs=0.03)


def test_leading_axes_keep_their_entries() -> None:
    q = np.random.default_rng(0).standard_normal((2, 3, 4, 2))
    bigger = resize(Config(q, q[0], q[0, 0]), n_q=5, n_k=3)
    assert bigger.q.shape == (2, 3, 5, 2)
    np.testing.assert_array_equal(bigger.q[..., :4, :], q)
    assert len(np.unique(bigger.q[..., 4, :])) == 12, "each entry gets cells of its own"
    np.testing.assert_array_equal(bigger.k, q[0, :, :3])


def test_the_mask_keeps_what_exists() -> None:
    painted = np.ones((3, 4), dtype=bool)
    painted[0, 1] = painted[2, 3] = False
    mask = Mask(causal=True, padding=(0, 3), global_tokens=(1, 3), prefix=4, window=3, visible=painted)
    smaller = resize(some(mask=mask), n_q=2, n_k=2).mask
    assert (smaller.padding, smaller.global_tokens, smaller.prefix, smaller.window) == ((0,), (1,), 2, 3)
    assert smaller.causal
    assert smaller.visible is not None
    assert smaller.visible.tolist() == [[True, False], [True, True]]
    larger = resize(some(mask=mask), n_q=4, n_k=5).mask
    assert larger.visible is not None
    np.testing.assert_array_equal(larger.visible[:3, :4], painted)
    assert larger.visible[3].all()
    assert larger.visible[:, 4].all(), "new cells are visible"
    assert larger.padding == (0, 3)


def test_a_painted_row_that_stood_for_all_queries_still_does() -> None:
    row = np.array([[True, False, True, True]])
    after = resize(some(mask=Mask(visible=row)), n_q=5, n_k=5).mask
    assert after.visible is not None
    assert after.visible.tolist() == [[True, False, True, True, True]]
    single = resize(some(mask=Mask(visible=row)), n_q=1)
    grown = resize(single, n_q=2).mask
    assert grown.visible is not None
    assert grown.visible.tolist() == [[True, False, True, True], [True] * 4], "then it was the mask of that one query"


@pytest.mark.parametrize("name", ["n_q", "n_k", "d_k", "d_v"])
def test_a_size_below_one_is_refused(name: str) -> None:
    with pytest.raises(Problem, match="1 or more") as caught:
        resize(some(), **{name: 0})
    assert caught.value.field == name
