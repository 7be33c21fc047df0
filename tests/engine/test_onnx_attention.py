"""The published node tests of ONNX's Attention operator, all 93 of them, computed with the engine's functions.

The `_expanded` twins of the tests hold the same numbers for a graph of primitive operators, so they are left out.
"""

import math
import warnings
from collections import Counter
from typing import Any

import numpy as np
import pytest

from engine.attention import (
    attention_output,
    attention_weights,
    cap,
    dot_scores,
    hide,
    scale_factor,
    share_heads,
    softmax,
)

COUNT = 93
HALF_TYPES = ("float16", "bfloat16")


@pytest.fixture(scope="module")
def cases() -> list[Any]:
    """The test cases, made by the package's own generator."""
    from onnx.backend.test.case.node import collect_testcases

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # making the other operators' cases overflows and divides by 0 on purpose
        found = collect_testcases("Attention")
    return [case for case in found if not case.name.endswith("_expanded")]


def attend(given: dict[str, Any], options: dict[str, Any]) -> dict[str, Any]:
    """The operator from the engine's functions, in float64: its inputs by name and attributes -> its outputs by name."""
    flat = given["Q"].ndim == 3
    q, k, v = (given[name].astype(np.float64) for name in ("Q", "K", "V"))
    if flat:
        q, k, v = split(q, options["q_num_heads"]), split(k, options["kv_num_heads"]), split(v, options["kv_num_heads"])
    if "past_key" in given:
        k = np.concatenate([given["past_key"].astype(np.float64), k], axis=2)
        v = np.concatenate([given["past_value"].astype(np.float64), v], axis=2)
    present = {"present_key": k, "present_value": v}
    k, v = share_heads(k, q.shape[1]), share_heads(v, q.shape[1])
    visible, bias = rules(given, options, q.shape[2], k.shape[2])
    factor, softcap = options.get("scale"), options.get("softcap") or None
    weights = attention_weights(q, k, factor=factor, visible=visible, bias=bias, softcap=softcap)
    output = attention_output(weights, v)
    scaled = dot_scores(q, k) * scale_factor(factor, q.shape[-1])
    capped = scaled if softcap is None else cap(scaled, softcap)
    masked = hide(capped + bias, visible)
    np.testing.assert_array_equal(softmax(masked), weights)
    looked_at = (scaled, capped, masked, weights)[options.get("qk_matmul_output_mode", 0)]
    return {"Y": join(output) if flat else output, "qk_matmul_output": looked_at, **present}


def rules(given: dict[str, Any], options: dict[str, Any], n_q: int, n_k: int) -> tuple[Any, Any]:
    """The visible mask and the additive one, both (batch, heads, n_q, n_k) or broadcastable to it."""
    position, key = positions(given, n_q)[..., None], np.arange(n_k)
    visible = np.ones((1, 1, n_q, n_k), dtype=bool)
    if "nonpad_kv_seqlen" in given:
        visible = visible & (key < given["nonpad_kv_seqlen"][:, None, None, None])
    if options.get("is_causal"):
        visible = visible & (key <= position)
    left, right = options.get("left_window_size", -1), options.get("right_window_size", -1)
    visible = visible & ((left < 0) | (key >= position - left)) & ((right < 0) | (key <= position + right))
    mask = given.get("attn_mask")
    if mask is None:
        return visible, 0.0
    short = [(0, 0)] * (mask.ndim - 1) + [(0, n_k - mask.shape[-1])]
    if mask.dtype == bool:
        return visible & np.pad(mask, short), 0.0
    return visible, np.pad(mask.astype(np.float64), short, constant_values=-math.inf)


def positions(given: dict[str, Any], n_q: int) -> Any:
    """Where each query stands among the keys: (batch or 1, 1, n_q)."""
    before = given["past_key"].shape[2] if "past_key" in given else given.get("nonpad_kv_seqlen", n_q) - n_q
    return np.reshape(before, (-1, 1, 1)) + np.arange(n_q)


def split(x: Any, heads: int) -> Any:
    """(batch, n, heads * d) -> (batch, heads, n, d)."""
    return np.swapaxes(x.reshape(*x.shape[:2], heads, -1), 1, 2)


def join(x: Any) -> Any:
    """(batch, heads, n, d) -> (batch, n, heads * d)."""
    return np.swapaxes(x, 1, 2).reshape(x.shape[0], x.shape[2], -1)


def read(case: Any) -> tuple[dict[str, Any], dict[str, Any], dict[str, Any]]:
    """A case's inputs and outputs by the operator's names (empty slots take no array), and its attributes."""
    from onnx import defs, helper

    (node,) = case.model.graph.node
    opset = next(entry.version for entry in case.model.opset_import if entry.domain == "")
    schema = defs.get_schema("Attention", opset)
    inputs, outputs = (list(map(np.asarray, arrays)) for arrays in case.data_sets[0])
    named = [
        {slot.name: arrays.pop(0) for slot, used in zip(slots, names, strict=False) if used}
        for slots, names, arrays in ((schema.inputs, node.input, inputs), (schema.outputs, node.output, outputs))
    ]
    assert not inputs
    assert not outputs, "every array of the case has a name"
    return named[0], named[1], {a.name: helper.get_attribute_value(a) for a in node.attribute}


def test_the_published_tests_are_the_expected_ones(cases: list[Any]) -> None:
    assert len(cases) == COUNT
    read_cases = [read(case) for case in cases]
    dtypes = Counter(str(given["Q"].dtype) for given, _, _ in read_cases)
    assert dtypes == {"float32": 82, "float16": 6, "bfloat16": 5}
    assert Counter(given["Q"].ndim for given, _, _ in read_cases) == {4: 68, 3: 25}
    assert sum(bool(options.get("is_causal")) for _, _, options in read_cases) == 32


@pytest.mark.parametrize("number", range(COUNT))
def test_the_engine_computes_what_the_operator_must(cases: list[Any], number: int) -> None:
    given, expected, options = read(cases[number])
    found = attend(given, options)
    half = str(given["Q"].dtype) in HALF_TYPES  # the expected numbers were rounded at every operation
    tolerance = {"rtol": 2e-2, "atol": 2e-2} if half else {"rtol": 1e-5, "atol": 1e-6}
    assert "Y" in expected
    for name, array in expected.items():
        wanted = array.astype(np.float64)
        assert found[name].shape == wanted.shape
        np.testing.assert_allclose(found[name], wanted, **tolerance, err_msg=f"{cases[number].name}: {name}")
