"""The audit passes for attention and fails for what only looks like it."""

import dataclasses
from typing import Any

import numpy as np
import pytest

from engine.audit import audit, audit_torch
from engine.config import Config
from engine.config_files import config_from
from engine.masks import Mask
from engine.steps import Trace, trace


def checks(result: Trace) -> dict[str, bool | None]:
    return {check.key: check.ok for check in audit(result) + audit_torch(result)}


def tampered(result: Trace, **steps: Any) -> Trace:
    return dataclasses.replace(result, steps={**result.steps, **steps})


@pytest.fixture
def good() -> Trace:
    rng = np.random.default_rng(4)
    return trace(Config(*rng.standard_normal((3, 4, 3)), mask=Mask(causal=True)))


def test_the_examples_are_attention(attention_case: Any) -> None:
    found = checks(trace(config_from(attention_case.values)))
    assert all(found[key] for key in ("shapes", "rows", "masked", "finite", "sdpa"))


def test_attention_passes_every_check(good: Trace) -> None:
    assert checks(good) == dict.fromkeys(("shapes", "rows", "masked", "visible", "finite", "gradient", "sdpa"), True)


@pytest.mark.parametrize("scale", ["none", 0.0, -2.0])
def test_any_scale_with_leading_axes_dropout_and_an_empty_row_passes(scale: Any) -> None:
    rng = np.random.default_rng(4)
    visible = np.ones((2, 1, 4, 4), dtype=bool)
    visible[1, 0, 2] = False
    mask = Mask(visible=visible)
    found = checks(trace(Config(*rng.standard_normal((3, 3, 4, 3)), scale=scale, mask=mask, dropout=0.3)))
    assert all(found[key] for key in ("shapes", "rows", "masked", "finite", "sdpa"))
    assert found["gradient"] is (scale != 0), "with all scores 0 nothing depends on Q and K"


def test_rows_that_do_not_sum_to_one_fail(good: Trace) -> None:
    found = checks(tampered(good, weights=good.steps["weights"] * (1 + 1e-11)))
    assert found["rows"] is False
    assert found["masked"]


def test_a_weight_on_a_hidden_key_fails(good: Trace) -> None:
    weights = good.steps["weights"].copy()
    weights[0] = [1 - 1e-15, 1e-15, 0, 0]
    found = checks(tampered(good, weights=weights))
    assert found["masked"] is False
    assert found["rows"]


@pytest.mark.parametrize("step", ["weights", "dropped", "output"])
@pytest.mark.parametrize("bad", [np.nan, np.inf])
def test_a_number_that_is_not_finite_fails(good: Trace, step: str, bad: float) -> None:
    array = good.steps[step].copy()
    array[2, 1] = bad
    assert checks(tampered(good, **{step: array}))["finite"] is False


@pytest.mark.parametrize("step", ["scores", "scaled", "masked", "dropped", "output"])
def test_a_wrong_shape_fails(good: Trace, step: str) -> None:
    assert checks(tampered(good, **{step: good.steps[step][:, :2]}))["shapes"] is False


def test_weights_of_another_formula_differ_from_torch(good: Trace) -> None:
    unscaled = trace(good.config.with_(scale="none")).steps["weights"]
    found = checks(tampered(good, weights=unscaled))
    assert found["sdpa"] is False
    assert found["rows"]


def test_softmax_over_the_queries_fails(good: Trace) -> None:
    powers = np.exp(good.steps["masked"])
    assert checks(tampered(good, weights=powers / powers.sum(axis=0)))["rows"] is False


def test_the_gradient_says_nothing_when_every_query_sees_one_key() -> None:
    config = Config(np.ones((3, 2)), np.ones((3, 2)), np.ones((3, 2)), mask=Mask(visible=np.eye(3, dtype=bool)))
    assert checks(trace(config))["gradient"] is None


def test_the_gradient_does_not_reach_through_saturated_weights() -> None:
    config = Config([[1e4], [1e4]], [[1.0], [-1.0]], [[1.0], [2.0]])  # type: ignore[arg-type]
    assert checks(trace(config))["gradient"] is False


def test_an_empty_row_is_told() -> None:
    visible = np.array([[1, 1], [0, 0]], dtype=bool)
    result = trace(Config(np.eye(2), np.eye(2), np.eye(2), mask=Mask(visible=visible)))
    (rows,) = (check for check in audit(result) if check.key == "rows")
    assert str(rows.detail).endswith("rows that see no key: 1")
