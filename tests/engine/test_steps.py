"""Config -> Trace: every Step of the formula."""

from typing import Any

import numpy as np
import pytest
import torch

from engine.config import Config
from engine.config_files import config_from
from engine.masks import Mask
from engine.problems import Problem
from engine.steps import STEPS, trace


def some(lead: tuple[int, ...] = (), **more: Any) -> Config:
    rng = np.random.default_rng(5)
    return Config(*(rng.standard_normal((*lead, 4, 3)) for _ in range(3)), **more)


def test_each_step_has_the_expected_numbers(attention_case: Any) -> None:
    result = trace(config_from(attention_case.values))
    expected = attention_case.expected
    for step, name in {"scores": "raw_scores", "scaled": "scores", "weights": "weights", "output": "output"}.items():
        np.testing.assert_allclose(result.steps[step], expected[name], atol=1e-12)
    assert tuple(result.steps) == STEPS
    for row in np.flatnonzero(result.empty_rows):
        assert not result.steps["weights"][row].any()
        assert not result.steps["output"][row].any()


def test_only_the_query_without_keys_is_marked() -> None:
    visible = np.array([[1, 0], [0, 0]], dtype=bool)
    config = Config(np.ones((2, 1)), np.ones((2, 1)), np.ones((2, 1)), mask=Mask(visible=visible))
    np.testing.assert_array_equal(trace(config).empty_rows, [False, True])


def test_masked_cells_are_minus_infinity_and_the_others_untouched() -> None:
    result = trace(some(mask=Mask(causal=True)))
    above = np.triu_indices(4, 1)
    assert (result.steps["masked"][above] == -np.inf).all()
    below = np.tril_indices(4)
    np.testing.assert_array_equal(result.steps["masked"][below], result.steps["scaled"][below])


def test_one_cell() -> None:
    result = trace(Config([[0]], [[0]], [[7]]))  # type: ignore[arg-type]
    assert result.steps["weights"].tolist() == [[1]]
    assert result.steps["output"].tolist() == [[7]]
    assert result.entropy.tolist() == [0]


@pytest.mark.parametrize("lead", [(2,), (2, 3)])
def test_leading_axes_are_computed_one_by_one(lead: tuple[int, ...]) -> None:
    config = some(lead, mask=Mask(causal=True), scale=0.3)
    whole = trace(config)
    for at in np.ndindex(lead):
        alone = trace(config.with_(q=config.q[at], k=config.k[at], v=config.v[at]))
        for step in STEPS:
            np.testing.assert_allclose(whole.steps[step][at], alone.steps[step], atol=1e-14)


def test_leading_axes_broadcast_as_in_torch() -> None:
    rng = np.random.default_rng(2)
    q, k, v = rng.standard_normal((2, 3, 4, 3)), rng.standard_normal((1, 5, 3)), rng.standard_normal((3, 5, 2))
    theirs = torch.nn.functional.scaled_dot_product_attention(
        torch.tensor(q), torch.tensor(np.broadcast_to(k, (2, 3, 5, 3))), torch.tensor(np.broadcast_to(v, (2, 3, 5, 2)))
    )
    np.testing.assert_allclose(trace(Config(q, k, v)).steps["output"], theirs.numpy(), atol=1e-13)


def test_dropout_drops_the_asked_part_and_keeps_the_mean() -> None:
    ones = np.ones((1, 1))
    config = Config(np.zeros((300, 1)), np.zeros((300, 1)), np.ones((300, 1)), dropout=0.25, seed=7)
    result = trace(config)
    dropped, weights = result.steps["dropped"], result.steps["weights"]
    kept = dropped != 0
    np.testing.assert_allclose(dropped[kept], weights[kept] / 0.75)
    assert kept.mean() == pytest.approx(0.75, abs=0.01)
    assert result.steps["output"].mean() == pytest.approx(1, abs=0.01)
    np.testing.assert_array_equal(trace(config).steps["dropped"], dropped)
    assert (trace(config.with_(seed=8)).steps["dropped"] != dropped).any()
    assert trace(Config(ones, ones, ones)).steps["dropped"].tolist() == [[1]]


def test_steps_are_read_only() -> None:
    result = trace(some())
    for step in STEPS:
        with pytest.raises(ValueError, match="read-only"):
            result.steps[step][0, 0] = 1
    with pytest.raises(TypeError):
        result.steps["weights"] = result.steps["scores"]  # type: ignore[index]


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"q": [[1e200]], "k": [[1e200]]}, "q"),
        ({"q": [[1e100]], "k": [[1e100]], "scale": 1e200}, "scale"),
        ({"q": [[1.0]], "k": [[1.0]], "v": [[1e308]], "dropout": 0.9, "seed": 10}, "v"),
    ],
)
def test_numbers_beyond_float64_are_refused(change: dict[str, Any], field: str) -> None:
    with pytest.raises(Problem, match="float64") as caught:
        trace(config_from({"v": [[1.0]], **change}))
    assert caught.value.field == field
