"""Mistakes switched on on purpose compute what people really compute by mistake, and the audit says what they break."""

import json
import math
import sys
from typing import Any

import numpy as np
import pytest

from engine.audit import audit, audit_torch
from engine.config import Config
from engine.config_files import config_from, config_json, read_config
from engine.lessons import broken_by
from engine.masks import Mask
from engine.mistakes import MISTAKES
from engine.problems import Problem
from engine.steps import STEPS, Trace, trace

SMALLEST = -sys.float_info.max


def some(lead: tuple[int, ...] = (), mask: Mask | None = None, **more: Any) -> Config:
    rng = np.random.default_rng(11)
    return Config(*(rng.standard_normal((*lead, 4, 3)) for _ in range(3)), mask=mask or Mask(causal=True), **more)


def with_empty_row(**more: Any) -> Config:
    visible = np.tri(4, dtype=bool)
    visible[2] = False
    return some(mask=Mask(visible=visible), **more)


def failing(result: Trace) -> set[str]:
    return {check.key for check in audit(result) + audit_torch(result) if check.ok is False}


def by_hand(config: Config, factor: float | None = None) -> tuple[Any, Any]:
    """The scaled scores of one table and their powers, written out in loops of Python's own floats."""
    factor = 1 / math.sqrt(config.d_k) if factor is None else factor
    scaled = [[factor * sum(a * b for a, b in zip(q, k, strict=True)) for k in config.k] for q in config.q]
    return np.array(scaled), np.array([[math.exp(s) for s in row] for row in scaled])


def test_without_mistakes_nothing_is_broken() -> None:
    assert failing(trace(some())) == set()
    assert broken_by(trace(some())) == {}


def test_softmax_over_the_queries_makes_columns_sum_to_one() -> None:
    result = trace(some(mistakes={"softmax_over_queries"}))
    powers = by_hand(result.config)[1] * np.tri(4)
    np.testing.assert_allclose(result.steps["weights"], powers / powers.sum(axis=0), atol=1e-14)
    assert failing(result) == {"rows", "sdpa"}


def test_inverted_mask_shows_only_the_future() -> None:
    result = trace(some(mistakes={"inverted_mask"}))
    powers = by_hand(result.config)[1] * (1 - np.tri(4))
    np.testing.assert_allclose(result.steps["weights"][:3], (powers / powers.sum(axis=1, keepdims=True).clip(1e-9))[:3])
    assert not result.steps["weights"][3].any(), "the last query sees everything, so all of it is hidden"
    assert {"masked", "visible", "sdpa"} <= failing(result)


def test_an_inverted_mask_can_keep_every_row_sum() -> None:
    visible = np.eye(3, dtype=bool)
    rng = np.random.default_rng(0)
    result = trace(Config(*rng.standard_normal((3, 3, 2)), mask=Mask(visible=visible), mistakes={"inverted_mask"}))  # type: ignore[arg-type]
    found = failing(result)
    assert "rows" not in found
    assert {"masked", "visible", "sdpa"} <= found
    (check,) = (check for check in audit(result) if check.key == "visible")
    assert "3 of 3" in str(check.detail)
    assert "row sums alone prove nothing" in str(check.detail)


def test_masking_after_softmax_loses_weight() -> None:
    result = trace(some(mistakes={"mask_after_softmax"}))
    powers = by_hand(result.config)[1]
    np.testing.assert_allclose(result.steps["weights"], powers / powers.sum(axis=1, keepdims=True) * np.tri(4))
    np.testing.assert_array_equal(result.steps["masked"], result.steps["scaled"])
    assert failing(result) == {"rows", "sdpa"}


def test_masking_after_softmax_with_a_new_sum_is_right_until_weights_underflow() -> None:
    right = some()
    result = trace(right.with_(mistakes={"mask_after_renormalised"}))
    np.testing.assert_allclose(result.steps["weights"], trace(right).steps["weights"], atol=1e-15)
    assert failing(result) == set()
    (broken,) = broken_by(result).values()
    assert broken.checks == ()
    assert "no check fails" in str(broken.why)
    steep = Config([[1.0]], [[0.0], [800.0]], [[1.0], [2.0]], scale="none", mask=Mask(causal=True))  # type: ignore[arg-type]
    assert trace(steep).steps["output"].tolist() == [[1]]
    lost = trace(steep.with_(mistakes={"mask_after_renormalised"}))
    assert lost.steps["weights"].tolist() == [[0, 0]], "the visible weight was rounded to 0 before the mask came"
    assert broken_by(lost)["mask_after_renormalised"].checks == ("rows", "visible", "sdpa")


@pytest.mark.parametrize(("lead", "heads"), [((), 8), ((2,), 2), ((3, 5), 5)])
def test_scale_by_d_model_divides_by_the_root_of_heads_times_d_k(lead: tuple[int, ...], heads: int) -> None:
    config = some(lead, mistakes={"scale_by_d_model"})
    assert config.d_model == heads * 3
    result = trace(config)
    np.testing.assert_allclose(result.steps["scaled"], result.steps["scores"] / math.sqrt(heads * 3), rtol=1e-15)
    assert failing(result) == {"sdpa"}
    assert broken_by(result)["scale_by_d_model"].checks == ("sdpa",)


@pytest.mark.parametrize(("dropout", "p"), [(0.0, 0.1), (0.4, 0.4)])
def test_dropout_at_evaluation_breaks_the_rows(dropout: float, p: float) -> None:
    config = some(mask=Mask(), dropout=dropout, seed=3)
    assert failing(trace(config)) == set(), "dropout in training is no mistake"
    result = trace(config.with_(mistakes={"dropout_at_evaluation"}))
    kept = result.steps["dropped"] != 0
    np.testing.assert_allclose(result.steps["dropped"][kept], result.steps["weights"][kept] / (1 - p))
    assert failing(result) == {"rows", "sdpa"}
    np.testing.assert_array_equal(result.kept, kept)


def test_the_naive_empty_row_is_nan_and_no_other_row_is() -> None:
    right, naive = trace(with_empty_row()), trace(with_empty_row(mistakes={"naive_empty_row"}))
    for step in ("weights", "dropped", "output"):
        assert np.isnan(naive.steps[step][2]).all()
        others = [0, 1, 3]
        np.testing.assert_allclose(naive.steps[step][others], right.steps[step][others], atol=1e-15)
        assert not right.steps[step][2].any()
    assert np.isnan(naive.entropy[2])
    assert {"finite", "sdpa", "gradient"} <= failing(naive)
    assert naive.empty_rows.tolist() == [False, False, True, False]


@pytest.mark.parametrize("mistake", ["mask_after_renormalised", "softmax_over_queries"])
def test_the_naive_nan_comes_from_each_zero_divided_by_zero(mistake: str) -> None:
    hidden_row = trace(with_empty_row(mistakes={mistake, "naive_empty_row"})).steps["weights"]
    hidden_column = trace(some(mask=Mask(padding=(1,)), mistakes={mistake, "naive_empty_row"})).steps["weights"]
    rows = mistake == "mask_after_renormalised"
    np.testing.assert_array_equal(np.isnan(hidden_row).any(axis=1), [False, False, rows, False])
    np.testing.assert_array_equal(np.isnan(hidden_column).any(axis=0), [False, not rows, False, False])


def test_a_filler_of_minus_10000_lets_scores_below_it_leak() -> None:
    values = {"q": [[100], [150], [-120]], "k": [[-160], [-110], [130]], "v": [[1], [2], [3]]}
    config = config_from({**values, "scale": "none", "causal": True})
    right, leaking = trace(config), trace(config.with_(filler=-1e4))
    assert leaking.steps["scores"].min() == -24000
    np.testing.assert_array_equal(right.steps["weights"], [[1, 0, 0], [0, 1, 0], [1, 0, 0]])
    np.testing.assert_array_equal(leaking.steps["weights"][0], [0, 0.5, 0.5])
    assert failing(leaking) >= {"masked", "visible", "sdpa"}
    (masked,) = (check for check in audit(leaking) if check.key == "masked")
    assert "the filler -10000 does not hide them" in str(masked.detail)
    broken = broken_by(leaking)["filler"]
    assert broken.checks == ("masked", "visible", "sdpa")
    assert "Only -inf hides for sure" in str(broken.why)


@pytest.mark.parametrize("filler", [-1e9, -1e4, SMALLEST])
def test_a_finite_filler_spreads_a_query_without_keys_over_the_hidden_ones(filler: float) -> None:
    result = trace(with_empty_row(filler=filler))
    assert result.steps["masked"][2].tolist() == [filler] * 4
    np.testing.assert_array_equal(result.steps["weights"][2], [0.25] * 4)
    np.testing.assert_allclose(result.steps["output"][2], result.config.v.mean(axis=0), atol=1e-15)
    assert result.empty_rows.tolist() == [False, False, True, False]
    assert failing(result) == {"masked", "sdpa"}
    others = [0, 1, 3]
    np.testing.assert_array_equal(result.steps["weights"][others], trace(with_empty_row()).steps["weights"][others])


def test_a_low_filler_without_empty_rows_hides_as_well() -> None:
    result = trace(some(filler=-1e9))
    assert failing(result) == set()
    assert broken_by(result)["filler"].checks == ()
    np.testing.assert_array_equal(result.steps["weights"], trace(some()).steps["weights"])


def test_several_mistakes_are_told_apart() -> None:
    config = some(mistakes={"inverted_mask", "scale_by_d_model", "mask_after_softmax"}, filler=-1e4)
    broken = broken_by(trace(config))
    assert set(broken) == {"inverted_mask", "scale_by_d_model", "mask_after_softmax", "filler"}
    assert broken["scale_by_d_model"].checks == ("sdpa",)
    assert broken["mask_after_softmax"].checks == ("rows", "sdpa")
    assert broken["filler"].checks == ()


def test_every_step_keeps_its_shape_under_every_mistake() -> None:
    rng = np.random.default_rng(1)
    painted = rng.random((2, 3, 4, 4)) < 0.5
    config = some((3,), mask=Mask(visible=painted))
    for mistake in MISTAKES:
        result = trace(config.with_(mistakes={mistake}))
        assert "shapes" not in failing(result)
        assert tuple(result.steps) == STEPS


@pytest.mark.parametrize("key", MISTAKES)
def test_each_mistake_is_described_and_has_a_lesson(key: str) -> None:
    result = trace(with_empty_row(mistakes={key}))
    assert len(str(MISTAKES[key])) > 30
    assert len(str(broken_by(result)[key].why)) > 30


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"mistakes": {"mask_after_softmax", "mask_after_renormalised"}}, "switch one of the two off"),
        ({"mistakes": {"scale_by_d_model"}, "scale": "none"}, "sqrt_dk"),
        ({"mistakes": {"scale_by_d_model"}, "scale": 0.5}, "sqrt_dk"),
        ({"mistakes": {"invert_mask"}}, "known ones are inverted_mask"),
        ({"mistakes": "softmax"}, "no mistake"),
        ({"filler": math.nan}, "filler"),
        ({"filler": math.inf}, "filler"),
        ({"filler": "low"}, "filler"),
        ({"filler": True}, "filler"),
        ({"filler": None}, "filler"),
    ],
)
def test_contradictions_and_unknown_words_are_refused(change: dict[str, Any], words: str) -> None:
    with pytest.raises(Problem, match=words) as caught:
        some(**change)
    assert caught.value.field == next(iter(change))


def test_filler_and_mistakes_tell_configs_apart() -> None:
    assert some().same_as(some())
    assert not some().same_as(some(filler=-1e9))
    assert not some().same_as(some(mistakes={"inverted_mask"}))


@pytest.mark.parametrize("filler", [-math.inf, -1e4, SMALLEST, 0.5])
def test_filler_and_mistakes_come_back_from_json_and_npz(filler: float, tmp_path: Any) -> None:
    config = some(filler=filler, mistakes={"softmax_over_queries", "inverted_mask"})
    values = config_json(config)
    (tmp_path / "config.json").write_text(json.dumps(values, allow_nan=False))
    assert read_config(tmp_path / "config.json").same_as(config)
    arrays = {name: values[name] for name in "qkv"}
    np.savez(tmp_path / "c.npz", **arrays, causal=True, filler=filler, mistakes=values["mistakes"])
    assert read_config(tmp_path / "c.npz").same_as(config)


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"filler": "minus infinity"}, "filler"),
        ({"filler": math.nan}, "filler"),
        ({"filler": [1]}, "filler"),
        ({"mistakes": "inverted_mask"}, "mistakes"),
        ({"mistakes": [1]}, "mistakes"),
        ({"mistakes": ["upside_down"]}, "mistakes"),
    ],
)
def test_bad_values_in_files_are_refused(change: dict[str, Any], field: str) -> None:
    with pytest.raises(Problem) as caught:
        config_from({"q": [[1]], "k": [[1]], "v": [[1]], **change})
    assert caught.value.field == field
