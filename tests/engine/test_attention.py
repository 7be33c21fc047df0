"""The formula, in NumPy and torch, against worked numbers, given answers and the laws that it obeys."""

import json
import math
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from engine.attention import attention_output, attention_weights, dot_scores, entropy, hide, share_heads, softmax

NUMBERS = st.floats(-50, 50, allow_nan=False, width=64)
few = settings(max_examples=60, deadline=None)


@st.composite
def inputs(draw: st.DrawFn) -> tuple[Any, Any, Any, Any]:
    """q (n_q, d), k (n_k, d), v (n_k, d_v) and any visible mask (n_q, n_k)."""
    n_q, n_k, d, d_v = (draw(st.integers(1, 6)) for _ in range(4))
    q, k, v = (draw(arrays(np.float64, shape, elements=NUMBERS)) for shape in ((n_q, d), (n_k, d), (n_k, d_v)))
    return q, k, v, draw(arrays(np.bool_, (n_q, n_k)))


def test_one_query_and_two_keys_by_hand() -> None:
    q, k, v = np.array([[1.0, 0.0]]), np.eye(2), np.array([[10.0, 0.0], [0.0, 10.0]])
    unscaled = attention_weights(q, k, factor=1.0)
    np.testing.assert_allclose(unscaled, [[0.7310586, 0.2689414]], atol=5e-8)
    np.testing.assert_allclose(attention_output(unscaled, v), [[7.310586, 2.689414]], atol=5e-7)
    np.testing.assert_allclose(attention_weights(q, k), [[0.6697615, 0.3302385]], atol=5e-8)


def test_four_tokens_with_a_causal_mask() -> None:
    rng = np.random.default_rng(3)
    weights = attention_weights(*rng.standard_normal((2, 4, 8)), visible=np.tri(4, dtype=bool))
    assert (weights[np.triu_indices(4, 1)] == 0).all()
    assert (weights[np.tril_indices(4)] > 0).all()
    np.testing.assert_allclose(weights.sum(axis=1), 1, atol=1e-12)


def test_numpy_and_torch_give_the_expected_weights_and_output(attention_case: Any) -> None:
    values, expected = attention_case.values, attention_case.expected
    factor = None if values["scale"] == "sqrt_dk" else 1.0
    visible = None if values["visible"] is None else np.array(values["visible"], dtype=bool)
    q, k, v = (np.array(values[name]) for name in "qkv")
    weights = attention_weights(q, k, factor=factor, visible=visible)
    np.testing.assert_allclose(weights, expected["weights"], atol=1e-12)
    np.testing.assert_allclose(attention_output(weights, v), expected["output"], atol=1e-12)
    tensors = [torch.tensor(x) for x in (q, k, v)]
    seen = None if visible is None else torch.tensor(visible)
    tensor = attention_weights(tensors[0], tensors[1], factor=factor, visible=seen)
    np.testing.assert_allclose(tensor.numpy(), expected["weights"], atol=1e-12)
    np.testing.assert_allclose(attention_output(tensor, tensors[2]).numpy(), expected["output"], atol=1e-12)


@pytest.mark.parametrize("device", ["cpu", *(["cuda"] if torch.cuda.is_available() else [])])
def test_identity_queries_give_back_the_keys_bit_for_bit_in_float32(data: Path, device: str) -> None:
    """A matmul that shortens the mantissa on the way (TF32, half types) would lose the last digits."""
    case = json.loads((data / "attention" / "identity_queries.json").read_text(encoding="utf-8"))
    q, k = (torch.tensor(case[name], dtype=torch.float32, device=device) for name in "qk")
    assert torch.equal(dot_scores(q, k), k.mT)
    assert torch.equal(k.double(), torch.tensor(case["k"], dtype=torch.float64, device=device))


def test_saturation_with_growing_d_k(data: Path) -> None:
    for row in json.loads((data / "attention" / "saturation_by_d_k.json").read_text())["table"]:
        d_k = row["d_k"]
        q, k = np.ones((1, d_k)), np.array([[1.0], [0.0], [-1.0]]) * np.ones(d_k)
        weights = attention_weights(q, k, factor=None if row["scaled"] else 1.0)
        np.testing.assert_allclose(weights[0], row["weights"], rtol=1e-9, atol=1e-300)
        np.testing.assert_allclose(entropy(weights)[0], row["entropy_nats"], rtol=1e-9, atol=1e-300)


@few
@given(inputs())
def test_rows_sum_to_one_or_see_nothing_and_hidden_cells_are_zero(case: Any) -> None:
    q, k, _, visible = case
    weights = attention_weights(q, k, visible=visible)
    assert (weights[~visible] == 0).all()
    assert (weights >= 0).all()
    np.testing.assert_allclose(weights.sum(axis=1), visible.any(axis=1).astype(float), atol=1e-12)


@few
@given(inputs(), st.randoms(use_true_random=False))
def test_keys_and_values_in_another_order_give_the_same_output(case: Any, random: Any) -> None:
    q, k, v, visible = case
    order = list(range(len(k)))
    random.shuffle(order)
    before = attention_output(attention_weights(q, k, visible=visible), v)
    after = attention_output(attention_weights(q, k[order], visible=visible[:, order]), v[order])
    np.testing.assert_allclose(after, before, rtol=1e-12, atol=1e-12 * max(1, abs(v).max()))


@few
@given(arrays(np.float64, (3, 4), elements=NUMBERS), arrays(np.float64, (3, 1), elements=NUMBERS))
def test_a_constant_added_to_a_row_of_scores_changes_no_weight(scores: Any, shift: Any) -> None:
    np.testing.assert_allclose(softmax(scores + shift), softmax(scores), atol=1e-12)


@few
@given(inputs(), st.integers(0, 5), NUMBERS)
def test_causal_output_does_not_depend_on_what_follows(case: Any, at: int, other: float) -> None:
    q, k, v, _ = case
    visible = np.tri(len(q), len(k), dtype=bool)
    before = attention_output(attention_weights(q, k, visible=visible), v)[: at + 1]
    k, v = k.copy(), v.copy()
    k[at + 1 :], v[at + 1 :] = other, other
    after = attention_output(attention_weights(q, k, visible=visible), v)[: at + 1]
    np.testing.assert_array_equal(after, before)


@few
@given(inputs())
def test_entropy_lies_between_zero_and_the_logarithm_of_the_visible_keys(case: Any) -> None:
    q, k, _, visible = case
    found = entropy(attention_weights(q, k, visible=visible))
    assert (found >= 0).all()
    assert (found <= np.log(np.maximum(1, visible.sum(axis=1))) + 1e-12).all()


def test_entropy_of_one_hot_and_uniform_rows() -> None:
    np.testing.assert_allclose(entropy(np.array([[0.0, 1, 0, 0], [0.25] * 4])), [0, math.log(4)], atol=1e-15)


@few
@given(inputs())
def test_torch_attention_gives_the_same(case: Any) -> None:
    q, k, v, visible = case
    theirs = torch.nn.functional.scaled_dot_product_attention(
        *(torch.tensor(x)[None] for x in (q, k, v)), attn_mask=torch.tensor(visible)
    )
    ours = attention_output(attention_weights(q, k, visible=visible), v)
    np.testing.assert_allclose(ours, theirs[0].numpy(), atol=1e-9)


@pytest.mark.parametrize("bad", [np.nan, np.inf, -np.inf])
def test_a_bad_number_in_a_hidden_value_reaches_no_visible_row(bad: float) -> None:
    rng = np.random.default_rng(0)
    q, k, v = rng.standard_normal((3, 4, 3))
    visible = np.ones((4, 4), dtype=bool)
    visible[:3, 2] = False
    clean = attention_output(attention_weights(q, k, visible=visible), v)
    v[2] = bad
    weights = attention_weights(q, k, visible=visible)
    for output in (attention_output(weights, v), attention_output(torch.tensor(weights), torch.tensor(v)).numpy()):
        np.testing.assert_allclose(output[:3], clean[:3], atol=1e-15)
        assert not np.isfinite(output[3]).any(), "the last query sees the bad value"


def test_huge_scores_stay_finite() -> None:
    weights = softmax(np.array([[8e307, -8e307, 8e307], [-8e307, -8e307, -math.inf]]))
    np.testing.assert_array_equal(weights, [[0.5, 0, 0.5], [0.5, 0.5, 0]])


def test_a_query_without_keys_has_zero_weights_and_gradient_zero() -> None:
    scores = torch.ones(2, 3, dtype=torch.float64, requires_grad=True)
    weights = softmax(hide(scores, torch.tensor([[True, True, False], [False, False, False]])))
    weights.square().sum().backward()
    np.testing.assert_array_equal(weights.detach().numpy(), [[0.5, 0.5, 0], [0, 0, 0]])
    assert scores.grad is not None
    assert torch.isfinite(scores.grad).all()


def test_bias_is_added_to_the_scaled_scores() -> None:
    q, k = np.random.default_rng(1).standard_normal((2, 3, 4))
    bias = np.log(np.array([[1.0, 2, 3]]))
    plain = np.exp(q @ k.T / 2) * [[1, 2, 3]]
    np.testing.assert_allclose(attention_weights(q, k, bias=bias), plain / plain.sum(axis=1, keepdims=True), atol=1e-14)


def test_shared_heads_are_those_of_torch_grouped_attention() -> None:
    torch.manual_seed(0)
    q, k, v = torch.randn(1, 6, 5, 4), torch.randn(1, 2, 5, 4), torch.randn(1, 2, 5, 4)
    theirs = torch.nn.functional.scaled_dot_product_attention(q, k, v, enable_gqa=True)
    ours = attention_output(attention_weights(q, share_heads(k, 6)), share_heads(v, 6))
    torch.testing.assert_close(ours, theirs)


@pytest.mark.parametrize("module", ["engine", "engine.steps", "engine.audit", "engine.tables", "engine.cli"])
def test_importing_the_core_loads_neither_torch_nor_transformers_nor_qt(module: str) -> None:
    code = f"import sys, {module}; print({{'torch', 'transformers', 'PySide6'}} & set(sys.modules))"
    root = Path(__file__).resolve().parents[2]
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=root)
    assert done.stdout.strip() == "set()"
