"""Heads split and join as torch's own multi-head attention does, every number kept; bad shapes are named."""

import subprocess
import sys
from typing import Any

import numpy as np
import pytest
import torch
from torch import nn

from engine.heads.projections import Projections, seeded
from engine.heads.trace import (
    MultiHeadConfig,
    MultiHeadTrace,
    kv_cache_bytes,
    multihead,
    symmetry,
    with_equal_qk,
)
from engine.masks import Mask
from engine.multihead import MultiHeadAttention
from engine.problems import Problem
from engine.steps import trace


def tokens(n: int, d_model: int, seed: int = 0) -> Any:
    return np.random.default_rng(seed).standard_normal((n, d_model))


def self_attention(heads: int = 4, kv_heads: int | None = None, d_model: int = 24, n: int = 5) -> MultiHeadConfig:
    return MultiHeadConfig(tokens(n, d_model), seeded(d_model, heads, 1, kv_heads))


def from_torch(module: nn.MultiheadAttention) -> Projections:
    """The weights of torch's module, which keeps W (columns out, columns in)."""
    if module.in_proj_weight is None:
        parts = [module.q_proj_weight, module.k_proj_weight, module.v_proj_weight]
    else:
        parts = list(module.in_proj_weight.chunk(3))
    w_q, w_k, w_v, w_o = (w.detach().numpy().T for w in (*parts, module.out_proj.weight))
    if module.in_proj_bias is None:
        return Projections(w_q, w_k, w_v, w_o, module.num_heads, module.num_heads)
    b_q, b_k, b_v = (b.detach().numpy() for b in module.in_proj_bias.chunk(3))
    b_o = module.out_proj.bias.detach().numpy()
    return Projections(w_q, w_k, w_v, w_o, module.num_heads, module.num_heads, b_q, b_k, b_v, b_o)


PAINTED = np.random.default_rng(7).random((6, 6)) < 0.6
PAINTED[:, 0] = True  # torch gives NaN to a query that sees no key


@pytest.mark.parametrize("bias", [True, False])
@pytest.mark.parametrize("mask", [Mask(), Mask(causal=True), Mask(padding=(4, 5)), Mask(visible=PAINTED)])
@pytest.mark.parametrize("cross", [False, True])
def test_it_is_the_multi_head_attention_of_torch(bias: bool, mask: Mask, cross: bool) -> None:
    torch.manual_seed(0)
    module = nn.MultiheadAttention(
        32, 4, bias=bias, batch_first=True, kdim=20 if cross else None, vdim=20 if cross else None
    )
    if bias:
        nn.init.normal_(module.in_proj_bias)
        nn.init.normal_(module.out_proj.bias)
    x, y = tokens(6, 32), tokens(6, 20, seed=1) if cross else None
    traced = multihead(MultiHeadConfig(x, from_torch(module), y, mask))
    module = module.double()
    query, key = torch.tensor(x)[None], torch.tensor(x if y is None else y)[None]
    hidden = torch.tensor(~mask.resolve(6, 6))
    output, weights = module(query, key, key, attn_mask=hidden, average_attn_weights=False)
    assert traced.output == pytest.approx(output[0].detach().numpy(), abs=1e-12)
    assert traced.steps["weights"] == pytest.approx(weights[0].detach().numpy(), abs=1e-12)


def test_more_keys_than_queries() -> None:
    torch.manual_seed(1)
    module = nn.MultiheadAttention(16, 2, batch_first=True).double()
    x, y = tokens(3, 16), tokens(7, 16, seed=1)
    traced = multihead(MultiHeadConfig(x, from_torch(module), y))
    expected = module(*(torch.tensor(a)[None] for a in (x, y, y)))[0][0].detach().numpy()
    assert traced.output == pytest.approx(expected, abs=1e-12)


@pytest.mark.parametrize("kv_heads", [8, 4, 2, 1])
def test_shared_keys_are_keys_repeated(kv_heads: int) -> None:
    torch.manual_seed(2)
    config = self_attention(8, kv_heads, d_model=32)
    traced = multihead(config)
    w, x = config.projections, torch.tensor(config.x.copy())
    q, k, v = (
        (x @ torch.tensor(a.copy())).unflatten(-1, (h, 4)).transpose(0, 1)
        for a, h in ((w.w_q, 8), (w.w_k, kv_heads), (w.w_v, kv_heads))
    )
    k, v = (a.repeat_interleave(8 // kv_heads, dim=0) for a in (k, v))
    heads = nn.functional.scaled_dot_product_attention(q, k, v)
    expected = heads.transpose(0, 1).flatten(1) @ torch.tensor(w.w_o.copy())
    assert traced.k.shape == (kv_heads, 5, 4)
    assert traced.steps["output"] == pytest.approx(heads.numpy(), abs=1e-12)
    assert traced.output == pytest.approx(expected.numpy(), abs=1e-12)


def test_the_contributions_of_the_heads_add_up_to_the_output() -> None:
    torch.manual_seed(3)
    module = nn.MultiheadAttention(32, 4)
    nn.init.normal_(module.out_proj.bias)
    traced = multihead(MultiHeadConfig(tokens(6, 32), from_torch(module)))
    b_o = traced.config.projections.b_o
    assert traced.contributions.shape == (4, 6, 32)
    assert traced.contributions.sum(axis=0) + b_o == pytest.approx(traced.output, abs=1e-12)


def test_a_contribution_is_the_output_when_the_other_heads_give_nothing() -> None:
    config = self_attention()
    w_v = config.projections.w_v.copy()
    w_v[:, np.arange(24) // 6 != 2] = 0
    alone = multihead(config.with_(projections=config.projections.with_(w_v=w_v)))
    assert multihead(config).contributions[2] == pytest.approx(alone.output, abs=1e-12)


def test_every_head_is_a_trace_of_its_own() -> None:
    traced = multihead(self_attention().with_(mask=Mask(causal=True), scale=0.3))
    for head in range(4):
        inputs = {name: getattr(traced, name)[head] for name in ("q", "k", "v")}
        alone = trace(traced.attention.config.with_(**inputs))
        for key, array in alone.steps.items():
            assert np.allclose(traced.steps[key][head], array, rtol=0, atol=1e-12)
    assert traced.concat[:, 6:12] == pytest.approx(traced.steps["output"][1])


def test_the_modules_in_torch_agree_and_gradients_reach_all_projections() -> None:
    traced = multihead(self_attention().with_(mask=Mask(causal=True)))
    module = MultiHeadAttention(24, 4, bias=False).double()
    for name in ("w_q", "w_k", "w_v", "w_o"):
        weights = getattr(traced.config.projections, name)
        getattr(module, name).weight = nn.Parameter(torch.tensor(weights.T.copy()))
    x = torch.tensor(traced.config.x.copy())[None]
    output, weights = module(x, x, x, torch.tensor(traced.attention.visible[0].copy()))
    assert traced.output == pytest.approx(output[0].detach().numpy(), abs=1e-12)
    assert traced.steps["weights"] == pytest.approx(weights[0].detach().numpy(), abs=1e-12)
    output.square().sum().backward()
    for name in ("w_q", "w_k", "w_v", "w_o"):
        grad = getattr(module, name).weight.grad
        assert torch.isfinite(grad).all()
        assert grad.abs().max() > 1e-3


def test_one_matrix_for_queries_and_keys_forces_symmetry() -> None:
    config = self_attention()
    assert (symmetry(multihead(config)) > 0.1).all()
    equal = multihead(with_equal_qk(config))
    assert symmetry(equal).shape == (4,)
    assert (symmetry(equal) <= 1e-12).all()
    scores = equal.steps["scores"]
    assert abs(scores - scores.swapaxes(-1, -2)).max() <= 1e-12


def test_the_equal_projections_have_equal_biases_too() -> None:
    torch.manual_seed(4)
    module = nn.MultiheadAttention(16, 2)
    nn.init.normal_(module.in_proj_bias)
    equal = multihead(with_equal_qk(MultiHeadConfig(tokens(4, 16), from_torch(module))))
    assert (symmetry(equal) <= 1e-12).all()


def boxes(traced: MultiHeadTrace) -> list[tuple[str, tuple[int, int], int]]:
    return [tuple(shape) for shape in traced.shapes]  # type: ignore[misc]  # NamedTuples as plain ones


def test_the_walk_of_shapes_of_a_small_gpt() -> None:
    traced = multihead(MultiHeadConfig(tokens(5, 768), seeded(768, 12, 0)))
    assert boxes(traced) == [
        ("x", (5, 768), 1),
        *((name, (768, 64), 12) for name in ("w_q", "w_k", "w_v")),
        *((name, (5, 64), 12) for name in ("q", "k", "v")),
        *((name, (5, 5), 12) for name in ("scores", "scaled", "masked", "weights")),
        ("head_output", (5, 64), 12),
        ("concat", (5, 768), 1),
        ("w_o", (768, 768), 1),
        ("output", (5, 768), 1),
    ]


def test_the_shapes_of_cross_attention_with_shared_keys() -> None:
    config = MultiHeadConfig(tokens(3, 24), seeded(24, 4, 0, kv_heads=2), tokens(7, 24))
    shapes = {name: (shape, copies) for name, shape, copies in boxes(multihead(config))}
    assert shapes["y"] == ((7, 24), 1)
    assert shapes["w_k"] == ((24, 6), 2)
    assert shapes["k"] == ((7, 6), 2)
    assert shapes["weights"] == ((3, 7), 4)


def test_the_cache_of_keys_and_values() -> None:
    full, shared = (self_attention(12, kv, d_model=768) for kv in (12, 2))
    assert kv_cache_bytes(full, 1024) == 2 * 1024 * 768 * 2
    assert kv_cache_bytes(full, 1024, bytes_per_number=4) == 2 * kv_cache_bytes(full, 1024)
    assert kv_cache_bytes(shared, 1024) * 6 == kv_cache_bytes(full, 1024)


def test_seeded_projections_keep_the_size_of_the_numbers() -> None:
    first, again, other = seeded(256, 4, 1), seeded(256, 4, 1), seeded(256, 4, 2)
    assert np.array_equal(first.w_o, again.w_o)
    assert not np.array_equal(first.w_o, other.w_o)
    assert (tokens(50, 256) @ first.w_q).std() == pytest.approx(1, rel=0.1)


def test_everything_is_frozen() -> None:
    traced = multihead(self_attention())
    arrays = (traced.q, traced.k, traced.v, traced.concat, traced.contributions, traced.output, traced.config.x)
    assert not any(array.flags.writeable for array in (*arrays, *traced.steps.values()))


def test_importing_it_loads_neither_torch_nor_transformers() -> None:
    code = (
        "import sys, engine.heads.trace, engine.saturation.curve, engine.models.layer;"
        "sys.exit('torch' in sys.modules or 'transformers' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


GOOD = seeded(12, 3, 0)


@pytest.mark.parametrize(
    ("field", "said", "make"),
    [
        ("heads", "A width of 12 cannot be split into 5 equal heads: take 3, 4, 6", lambda: seeded(12, 5, 0)),
        ("heads", "0 equal heads: take 1, 2, 3", lambda: seeded(12, 0, 0)),
        ("kv_heads", "key heads, 3, must divide that of the heads, 4: take 1, 2, 4", lambda: seeded(16, 4, 0, 3)),
        ("kv_heads", "key heads, 0, must divide", lambda: seeded(16, 4, 0, 0)),
        ("w_k", "columns of W_K is 11: it must be 12", lambda: GOOD.with_(w_k=np.ones((12, 11)))),
        ("w_v", "A width of 13", lambda: GOOD.with_(w_v=np.ones((12, 13)))),
        ("w_o", "rows of W_O, 10, must be as many as the columns that all heads give together, 12", lambda: GOOD.with_(w_o=np.ones((10, 12)))),
        ("w_q", "(2, 12, 12)", lambda: GOOD.with_(w_q=np.ones((2, 12, 12)))),
        ("b_q", "columns of B_Q is 4: it must be 12", lambda: GOOD.with_(b_q=np.ones(4))),
        ("b_o", "B_O", lambda: GOOD.with_(b_o=np.ones((1, 12)))),
        ("x", "columns of X, 11, and the rows of W_Q, 12", lambda: MultiHeadConfig(np.ones((4, 11)), GOOD)),
        ("y", "columns of Y, 11, and the rows of W_K, 12", lambda: MultiHeadConfig(np.ones((4, 12)), GOOD, np.ones((4, 11)))),
        ("x", "(2, 4, 12)", lambda: MultiHeadConfig(np.ones((2, 4, 12)), GOOD)),
        ("x", "nan", lambda: MultiHeadConfig(np.full((4, 12), np.nan), GOOD)),
        ("mask", "no position 9", lambda: MultiHeadConfig(np.ones((4, 12)), GOOD, mask=Mask(padding=(9,)))),
        ("scale", "sqrt_dk", lambda: multihead(MultiHeadConfig(np.ones((4, 12)), GOOD, scale="half"))),  # type: ignore[arg-type]
        ("w_o", "float64", lambda: multihead(MultiHeadConfig(np.ones((2, 12)), GOOD.with_(w_o=np.full((12, 12), 1e308))))),
        ("y", "The scores are 2 × 3", lambda: symmetry(multihead(MultiHeadConfig(np.ones((2, 12)), GOOD, np.ones((3, 12)))))),
        ("kv_heads", "share", lambda: with_equal_qk(MultiHeadConfig(np.ones((2, 12)), seeded(12, 4, 0, 2)))),
    ],
)  # fmt: skip
def test_what_does_not_fit_is_named(field: str, said: str, make: Any) -> None:
    with pytest.raises(Problem) as problem:
        make()
    assert problem.value.field == field
    assert said in str(problem.value)
