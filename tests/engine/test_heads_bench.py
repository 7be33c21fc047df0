"""The bench of heads: what a variant changes, what it leaves alone, and that it equals torch's own layer."""

from typing import Any

import numpy as np
import pytest
import torch
from torch import nn

from engine.heads.bench import as_one_head, bench_of, cut_into, divisors, drawn_anew, new_bench, resized
from engine.heads.projections import seeded
from engine.heads.trace import MultiHeadConfig, multihead
from engine.problems import Problem


def torchs_output(bench: Any) -> np.ndarray:
    """What torch.nn.MultiheadAttention gives for the same numbers."""
    w, x = bench.config.projections, torch.tensor(bench.config.x)
    layer = nn.MultiheadAttention(x.shape[1], w.heads, bias=w.b_q is not None, batch_first=True, dtype=torch.float64)
    with torch.no_grad():
        layer.in_proj_weight.copy_(torch.tensor(np.concatenate([w.w_q.T, w.w_k.T, w.w_v.T])))
        layer.out_proj.weight.copy_(torch.tensor(np.ascontiguousarray(w.w_o.T)))
        if w.b_q is not None:
            layer.in_proj_bias.copy_(torch.tensor(np.concatenate([w.b_q, w.b_k, w.b_v])))
            layer.out_proj.bias.copy_(torch.tensor(np.array(w.b_o)))
        y = x if bench.config.y is None else torch.tensor(np.array(bench.config.y))
        output: np.ndarray = layer(x[None], y[None], y[None], need_weights=False)[0][0].numpy()
    return output


@pytest.mark.parametrize("biases", [False, True])
@pytest.mark.parametrize("cross", [False, True])
@pytest.mark.parametrize("equal_qk", [False, True])
def test_variants_equal_torch(biases: bool, cross: bool, equal_qk: bool) -> None:
    bench = resized(new_bench(5, 12, 3, seed=4), y_tokens=7).with_(biases=biases, cross=cross, equal_qk=equal_qk)
    np.testing.assert_allclose(multihead(bench.config).output, torchs_output(bench), atol=1e-12)


def test_one_head_is_torchs_layer_with_one_head() -> None:
    one = as_one_head(new_bench(5, 12, 3).config)
    np.testing.assert_allclose(multihead(one).output, torchs_output(bench_of(one)), atol=1e-12)


def test_one_head_repeats_what_heads_share() -> None:
    bench = new_bench(5, 8, 4).with_(kv_heads=2, biases=True)
    one = as_one_head(bench.config).projections
    own = bench.config.projections
    np.testing.assert_array_equal(one.w_k, np.concatenate([own.w_k[:, [0, 1]]] * 2 + [own.w_k[:, [2, 3]]] * 2, axis=1))
    assert one.b_v is not None and one.b_v.shape == (8,)


def test_sharing_uses_the_first_of_a_group_and_gives_all_back() -> None:
    bench = new_bench(5, 12, 6)
    shared = bench.with_(kv_heads=2)
    columns = [0, 1, 6, 7]  # heads 0 and 3
    np.testing.assert_array_equal(shared.matrix("w_v"), bench.projections.w_v[:, columns])
    assert shared.with_(kv_heads=6).same_as(bench)


@pytest.mark.parametrize("name", ["x", "y", "w_q", "w_k", "w_v", "w_o", "b_q", "b_k", "b_v", "b_o"])
@pytest.mark.parametrize("kv_heads", [4, 2, 1])
def test_what_is_put_is_what_is_there(name: str, kv_heads: int) -> None:
    bench = new_bench(5, 8, 4).with_(kv_heads=kv_heads, cross=True, biases=True)
    values = np.random.default_rng(1).standard_normal(bench.matrix(name).shape)
    changed = bench.with_matrix(name, values)
    np.testing.assert_array_equal(changed.matrix(name), values)
    assert not changed.same_as(bench)
    others = {"x", "y", "w_q", "w_k", "w_v", "w_o", "b_q", "b_k", "b_v", "b_o"} - {name}
    for other in others:
        np.testing.assert_array_equal(changed.matrix(other), bench.matrix(other))


def test_the_key_matrix_that_is_the_query_matrix_is_edited_as_one() -> None:
    bench = new_bench().with_(equal_qk=True)
    changed = bench.with_matrix("w_k", np.eye(8))
    np.testing.assert_array_equal(changed.matrix("w_q"), np.eye(8))
    np.testing.assert_array_equal(changed.with_(equal_qk=False).matrix("w_k"), bench.projections.w_k)


def test_a_layer_with_shared_keys_of_its_own_can_be_cut_only_where_they_fit() -> None:
    bench = bench_of(MultiHeadConfig(np.ones((3, 16)), seeded(16, 4, 0, 2)))
    assert bench.kv_heads == 2 and cut_into(bench, 8).kv_heads == 2
    with pytest.raises(Problem):
        cut_into(bench, 1)


def test_growing_and_shrinking_keep_what_fits() -> None:
    bench = new_bench(5, 8, 2)
    back = resized(resized(bench, tokens=9, d_model=20), tokens=5, d_model=8)
    assert back.same_as(bench)
    assert not drawn_anew(bench, 1).same_as(bench)
    assert drawn_anew(bench, 0).same_as(bench)


@pytest.mark.parametrize(
    ("field", "make"),
    [
        ("heads", lambda: cut_into(new_bench(), 7)),
        ("kv_heads", lambda: new_bench(5, 8, 4).with_(kv_heads=3)),
        ("kv_heads", lambda: new_bench().with_(kv_heads=0)),
        ("kv_heads", lambda: new_bench(5, 8, 4).with_(kv_heads=2, equal_qk=True)),
        ("d_model", lambda: resized(new_bench(), d_model=9)),
        ("tokens", lambda: resized(new_bench(), tokens=0)),
        ("x", lambda: new_bench().with_matrix("x", np.ones((600, 8)))),
        ("x", lambda: new_bench().with_matrix("x", np.ones((5, 7)))),
        ("w_k", lambda: new_bench().with_matrix("w_k", np.ones((8, 7)))),
        ("w_v", lambda: new_bench().with_matrix("w_v", np.ones((2, 8, 8)))),
    ],
)
def test_what_does_not_fit_is_named(field: str, make: Any) -> None:
    with pytest.raises(Problem) as problem:
        make()
    assert problem.value.field == field


def test_divisors_are_the_numbers_that_divide() -> None:
    assert divisors(12) == (12, 6, 4, 3, 2, 1)
