"""The torch modules against torch's own multi-head attention."""

import pytest
import torch

from engine.multihead import MultiHeadAttention, ScaledDotProductAttention
from engine.problems import Problem

CAUSAL = torch.ones(10, 10, dtype=torch.bool).tril()


def torchs_own(ours: MultiHeadAttention, d_model: int, heads: int, bias: bool) -> torch.nn.MultiheadAttention:
    theirs = torch.nn.MultiheadAttention(d_model, heads, bias=bias, batch_first=True).eval()
    with torch.no_grad():
        theirs.in_proj_weight.copy_(torch.cat([ours.w_q.weight, ours.w_k.weight, ours.w_v.weight]))
        theirs.out_proj.weight.copy_(ours.w_o.weight)
        if bias:
            theirs.in_proj_bias.copy_(torch.cat([ours.w_q.bias, ours.w_k.bias, ours.w_v.bias]))
            theirs.out_proj.bias.copy_(ours.w_o.bias)
    return theirs


@pytest.mark.parametrize("bias", [True, False])
@pytest.mark.parametrize("causal", [True, False])
def test_equal_to_torch_given_the_same_weights(bias: bool, causal: bool) -> None:
    torch.manual_seed(0)
    ours = MultiHeadAttention(128, 8, bias=bias).eval()
    x = torch.randn(1, 10, 128)
    output, weights = ours(x, x, x, CAUSAL if causal else None)
    assert output.shape == (1, 10, 128) and weights.shape == (1, 8, 10, 10)
    theirs = torchs_own(ours, 128, 8, bias)
    hidden = ~CAUSAL if causal else None  # torch's mask has the opposite meaning
    expected, maps = theirs(x, x, x, attn_mask=hidden, average_attn_weights=False)
    torch.testing.assert_close(output, expected, rtol=0, atol=1e-5)
    torch.testing.assert_close(weights, maps, rtol=0, atol=1e-5)


def test_cross_attention_over_another_number_of_keys() -> None:
    torch.manual_seed(1)
    ours = MultiHeadAttention(12, 3).eval()
    q, kv = torch.randn(2, 4, 12), torch.randn(2, 7, 12)
    output, weights = ours(q, kv, kv)
    expected, maps = torchs_own(ours, 12, 3, True)(q, kv, kv, average_attn_weights=False)
    torch.testing.assert_close(output, expected, rtol=0, atol=1e-5)
    torch.testing.assert_close(weights, maps, rtol=0, atol=1e-5)


def test_gradients_reach_all_four_projections() -> None:
    torch.manual_seed(2)
    ours = MultiHeadAttention(128, 8)
    output, _ = ours(*[torch.randn(1, 10, 128)] * 3, CAUSAL)
    output.square().sum().backward()
    for name in ("w_q", "w_k", "w_v", "w_o"):
        gradient = getattr(ours, name).weight.grad
        assert gradient is not None and torch.isfinite(gradient).all() and gradient.norm() > 1e-4


def test_the_mask_may_be_numbers_and_per_text() -> None:
    torch.manual_seed(3)
    ours = MultiHeadAttention(8, 2).eval()
    x = torch.randn(2, 10, 8)
    expected, _ = ours(x, x, x, CAUSAL)
    for mask in (CAUSAL.int(), CAUSAL.float(), CAUSAL.expand(2, 10, 10), CAUSAL.expand(2, 1, 10, 10)):
        torch.testing.assert_close(ours(x, x, x, mask)[0], expected, rtol=0, atol=0)
    with pytest.raises(Problem, match="1 = may see") as caught:
        ours(x, x, x, torch.where(CAUSAL, 0.0, -torch.inf))
    assert caught.value.field == "mask"


def test_masks_differ_between_texts() -> None:
    torch.manual_seed(4)
    ours = MultiHeadAttention(8, 2).eval()
    x = torch.randn(2, 5, 8)
    mask = torch.ones(2, 5, 5, dtype=torch.bool)
    mask[1, :, 3:] = False
    _, weights = ours(x, x, x, mask)
    assert not weights[1, :, :, 3:].any() and weights[0, :, :, 3:].all()


def test_dropout_is_active_in_training_only() -> None:
    torch.manual_seed(5)
    attention = ScaledDotProductAttention(dropout=0.5)
    q, k, v = torch.randn(3, 2, 64, 16)
    _, dropped = attention(q, k, v)
    assert 0.3 < float((dropped == 0).float().mean()) < 0.7
    context, weights = attention.eval()(q, k, v)
    expected = torch.nn.functional.scaled_dot_product_attention(q, k, v)
    torch.testing.assert_close(context, expected, rtol=0, atol=1e-5)
    torch.testing.assert_close(weights.sum(-1), torch.ones(2, 64))


def test_a_query_without_keys_gives_zero() -> None:
    q, k, v = torch.randn(3, 4, 8)
    mask = torch.ones(4, 4, dtype=torch.bool)
    mask[2] = False
    context, weights = ScaledDotProductAttention()(q, k, v, mask)
    assert not weights[2].any() and not context[2].any() and torch.isfinite(context).all()


@pytest.mark.parametrize(("heads", "near"), [(3, "2, 4"), (0, "1"), (7, "4, 8"), (-2, "1")])
def test_heads_that_do_not_divide_are_refused_with_numbers_that_do(heads: int, near: str) -> None:
    with pytest.raises(Problem) as caught:
        MultiHeadAttention(128, heads)
    assert caught.value.field == "heads" and near in str(caught.value) and "128" in str(caught.value)
