"""Laws of the whole computation, for Configs of every kind that Hypothesis finds."""

import sys
from typing import Any

import numpy as np
import pytest
import torch
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from engine.attention import attention_output, attention_weights, hide, softmax
from engine.config import Config
from engine.masks import Mask
from engine.problems import Problem
from engine.steps import STEPS, trace

SOME = st.floats(-20, 20, width=32)
ANY_FINITE = st.floats(allow_nan=False, allow_infinity=False)
EXTREME = st.sampled_from([0.0, -0.0, 5e-324, -1e-310, 1e-200, 1.0, -1e15, 1e30, -1e30, 1e150, -1e153])
SEEDS = st.integers(0, 2**32 - 1)
some_examples = settings(max_examples=60, deadline=None)


@st.composite
def masks(draw: st.DrawFn, n_q: int, n_k: int, lead: tuple[int, ...]) -> Mask:
    """Any mask that fits, with all rules on or off."""
    return Mask(
        causal=draw(st.booleans()),
        causal_align=draw(st.sampled_from(["top_left", "bottom_right"])),
        padding=tuple(draw(st.sets(st.integers(0, n_k - 1), max_size=2))),
        window=draw(st.none() | st.integers(1, 6)),
        global_tokens=tuple(draw(st.sets(st.integers(0, n_k - 1), max_size=1))),
        prefix=draw(st.integers(0, n_k)),
        visible=draw(st.none() | arrays(np.bool_, (*lead, n_q, n_k))),
    )


@st.composite
def configs(draw: st.DrawFn, numbers: st.SearchStrategy[float] = SOME, most: int = 6) -> Config:
    """Any Config without mistakes."""
    n_q, n_k, d_k, d_v = (draw(st.integers(1, most)) for _ in range(4))
    lead = draw(st.sampled_from([(), (2,), (2, 1)]))
    shapes = ((*lead, n_q, d_k), (*lead, n_k, d_k), (n_k, d_v))
    q, k, v = (draw(arrays(np.float64, shape, elements=numbers)) for shape in shapes)
    return Config(
        q,
        k,
        v,
        scale=draw(st.sampled_from(["sqrt_dk", "none", 0.3, -1.5])),
        mask=draw(masks(n_q, n_k, lead)),
        dropout=draw(st.sampled_from([0.0, 0.0, 0.4])),
        seed=draw(st.integers(0, 9)),
    )


@some_examples
@given(configs())
def test_every_row_sums_to_one_or_is_marked_and_hidden_weights_are_exactly_zero(config: Config) -> None:
    result = trace(config)
    weights = result.steps["weights"]
    np.testing.assert_allclose(weights.sum(axis=-1), np.where(result.empty_rows, 0.0, 1.0), atol=1e-12)
    for reason in config.mask.reasons(config.n_q, config.n_k).values():
        assert not weights[np.broadcast_to(reason, weights.shape)].any()
    assert not result.steps["output"][np.broadcast_to(result.empty_rows, result.steps["output"].shape[:-1])].any()


@some_examples
@given(configs(), st.randoms(use_true_random=False))
def test_the_order_of_keys_with_their_values_does_not_matter(config: Config, random: Any) -> None:
    order = list(range(config.n_k))
    random.shuffle(order)
    plain = config.with_(
        mask=Mask(visible=config.visible), dropout=0
    )  # the rules speak of places, a painted mask moves
    moved = plain.with_(
        k=plain.k[..., order, :], v=plain.v[..., order, :], mask=Mask(visible=config.visible[..., order])
    )
    bound = 1e-12 * max(1.0, float(abs(config.v).max()))
    np.testing.assert_allclose(trace(moved).steps["output"], trace(plain).steps["output"], rtol=0, atol=bound)
    np.testing.assert_array_equal(trace(moved).empty_rows, trace(plain).empty_rows)


@some_examples
@given(configs(), SEEDS)
def test_one_vector_added_to_every_key_changes_no_weight(config: Config, seed: int) -> None:
    """It adds the same number to a whole row of scores."""
    shift = np.random.default_rng(seed).standard_normal(config.d_k)
    moved = config.with_(k=config.k + shift)
    np.testing.assert_allclose(trace(moved).steps["weights"], trace(config).steps["weights"], atol=1e-10)


@some_examples
@given(configs(), st.integers(0, 5), SEEDS)
def test_under_a_causal_mask_nothing_later_reaches_a_query(config: Config, at: int, seed: int) -> None:
    assume(at < config.n_q)
    config = config.with_(mask=Mask(causal=True, causal_align=config.mask.causal_align))
    last_key = at + (config.n_k - config.n_q if config.mask.causal_align == "bottom_right" else 0)
    rng = np.random.default_rng(seed)
    q, k, v = (getattr(config, name).copy() for name in "qkv")
    for array, last in ((q, at), (k, last_key), (v, last_key)):
        later = array[..., max(last + 1, 0) :, :]
        later[...] = rng.standard_normal(later.shape) * 10
    before, after = trace(config), trace(config.with_(q=q, k=k, v=v))
    for step in ("weights", "output"):
        found, wanted = (each.steps[step][..., at, :] for each in (after, before))
        np.testing.assert_allclose(found, wanted, rtol=1e-12, atol=1e-13 * max(1.0, float(abs(config.v).max())))


@some_examples
@given(configs())
def test_float32_stays_within_its_rounding_errors_of_float64(config: Config) -> None:
    """A sum of d products errs by at most (d + 1) half-ulps of the sum of their sizes, and exp turns what a score is off
    into a share of the weight; that bound is what is checked, in NumPy and in torch."""
    unit, factor = 2.0**-24, abs(config.factor)
    sizes = factor * (abs(config.q) @ abs(config.k).mT)
    off = (config.d_k + 4) * unit * sizes.max()
    share = np.expm1(2 * off + (2 * config.n_k + 16) * unit)
    exact = attention_weights(config.q, config.k, factor=config.factor, visible=config.visible)
    q, k, v = (getattr(config, name).astype(np.float32) for name in "qkv")
    narrow = attention_weights(q, k, factor=config.factor, visible=config.visible)
    assert narrow.dtype == np.float32
    tensors = [torch.from_numpy(array) for array in (q, k)]
    seen = torch.tensor(config.visible)
    from_torch = attention_weights(*tensors, factor=config.factor, visible=seen).numpy()
    for found in (narrow, from_torch):
        assert (abs(found - exact) <= share * exact + 1e-37).all()
    output = attention_output(narrow, v)
    bound = (share + (config.n_k + 1) * unit) * (exact @ abs(config.v)) + 1e-36
    assert (abs(output - attention_output(exact, config.v)) <= bound).all()


@some_examples
@given(configs(EXTREME, most=3))
def test_extreme_numbers_give_finite_numbers_or_a_sentence(config: Config) -> None:
    finite_or_refused(config)


@some_examples
@given(configs(ANY_FINITE, most=3))
def test_any_finite_numbers_give_finite_numbers_or_a_sentence(config: Config) -> None:
    finite_or_refused(config)


def finite_or_refused(config: Config) -> None:
    try:
        result = trace(config)
    except Problem as problem:
        assert "float64" in str(problem)
        largest = max(float(abs(getattr(config, name)).max()) for name in "qkv")
        assert largest > 1e100, "numbers of ordinary size are never refused"
        return
    for step in STEPS:
        hidden = ~result.visible if step == "masked" else False
        assert np.isfinite(np.where(hidden, 0.0, result.steps[step])).all()
    assert np.isfinite(result.entropy).all()


@pytest.mark.parametrize("score", [1e30, 1e300, sys.float_info.max, 5e-324, -1e30, -sys.float_info.max])
def test_a_row_of_equal_extreme_scores_is_uniform(score: float) -> None:
    result = trace(Config([[1.0]], [[score]] * 4, [[1.0], [2.0], [3.0], [6.0]], scale="none"))  # type: ignore[arg-type]
    assert result.steps["weights"].tolist() == [[0.25] * 4]
    assert result.steps["output"].tolist() == [[3]]


@pytest.mark.parametrize("name", ["q", "k", "v"])
@pytest.mark.parametrize("bad", [np.nan, np.inf, -np.inf])
def test_a_number_that_is_not_finite_is_refused_by_name_and_cell(name: str, bad: float) -> None:
    arrays = {letter: np.ones((2, 3, 3)) for letter in "qkv"}
    arrays[name][1, 0, 2] = bad
    with pytest.raises(
        Problem, match=rf"{name.upper()}\[1, 0, 2\] is {bad}: every cell needs a finite number"
    ) as caught:
        Config(**arrays)
    assert caught.value.field == name


@some_examples
@given(configs(), st.sampled_from([np.nan, np.inf, -np.inf]), st.data())
def test_a_bad_number_in_a_key_that_no_query_sees_reaches_nothing(config: Config, bad: float, data: Any) -> None:
    key = data.draw(st.integers(0, config.n_k - 1))
    visible = np.broadcast_to(config.visible, (*config.lead, config.n_q, config.n_k)).copy()
    visible[..., key] = False
    q, k, v = (getattr(config, name).copy() for name in "qkv")
    clean = attention_weights(q, k, visible=visible)
    k[..., key, :] = bad
    v[..., key, :] = bad
    with np.errstate(invalid="ignore"):  # inf - inf in a score that is hidden afterwards
        weights = attention_weights(q, k, visible=visible)
    np.testing.assert_array_equal(weights, clean)
    tensors = [torch.tensor(array) for array in (q, k, v, visible)]
    from_torch = attention_weights(tensors[0], tensors[1], visible=tensors[3])
    np.testing.assert_allclose(from_torch.numpy(), clean, atol=1e-12)
    without = attention_output(np.delete(clean, key, axis=-1), np.delete(v, key, axis=-2))
    bound = 1e-12 * max(1.0, float(abs(config.v).max()))
    np.testing.assert_allclose(attention_output(weights, v), without, rtol=0, atol=bound)
    np.testing.assert_allclose(attention_output(from_torch, tensors[2]).numpy(), without, rtol=0, atol=bound)


def test_a_bad_query_spoils_its_own_row_only() -> None:
    q, k, v = np.random.default_rng(0).standard_normal((3, 4, 3))
    clean = attention_output(attention_weights(q, k), v)
    q[2, 1] = np.nan
    output = attention_output(attention_weights(q, k), v)
    np.testing.assert_allclose(output[[0, 1, 3]], clean[[0, 1, 3]], atol=1e-15)
    assert np.isnan(output[2]).all()


@pytest.mark.parametrize("filler", [-np.inf, -1e9, -sys.float_info.max])
def test_a_hidden_bad_score_is_replaced_by_any_filler(filler: float) -> None:
    scores = np.array([[1.0, np.nan, 2.0], [np.inf, 1.0, 1.0]])
    visible = np.array([[True, False, True], [False, True, True]])
    for hidden in (hide(scores, visible, filler), hide(torch.tensor(scores), torch.tensor(visible), filler)):
        weights = np.asarray(softmax(hidden))
        np.testing.assert_allclose(weights, [[0.26894142, 0, 0.73105858], [0, 0.5, 0.5]], atol=1e-8)
