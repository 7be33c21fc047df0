"""Multi-head attention as torch modules (Vaswani et al. 2017, section 3.2.2), built on the functions of `attention`."""

import torch
from torch import Tensor, nn

from engine.attention import attention_output, attention_weights
from engine.heads.projections import check_heads
from engine.problems import QT_TRANSLATE_NOOP, Problem


class ScaledDotProductAttention(nn.Module):
    """softmax(Q K^T / sqrt(d_k)) V with dropout on the weights, active in training only."""

    def __init__(self, dropout: float = 0.0) -> None:
        super().__init__()
        self.dropout = nn.Dropout(dropout)

    def forward(self, query: Tensor, key: Tensor, value: Tensor, mask: Tensor | None = None) -> tuple[Tensor, Tensor]:
        """(..., n_q, d_k), (..., n_k, d_k), (..., n_k, d_v) -> output (..., n_q, d_v), weights (..., n_q, n_k).

        mask  True or 1 where the query may see the key, broadcastable to (..., n_q, n_k)

        The weights are returned as they multiply the values: after dropout when training.
        """
        weights = attention_weights(query, key, visible=as_visible(mask))
        weights = self.dropout(weights)
        return attention_output(weights, value), weights


class MultiHeadAttention(nn.Module):
    """Projections W_Q, W_K, W_V, split into heads, attention in each, concatenation, W_O."""

    def __init__(self, d_model: int, num_heads: int, bias: bool = True, dropout: float = 0.0) -> None:
        super().__init__()
        check_heads(d_model, num_heads)
        self.num_heads = num_heads
        self.w_q = nn.Linear(d_model, d_model, bias=bias)
        self.w_k = nn.Linear(d_model, d_model, bias=bias)
        self.w_v = nn.Linear(d_model, d_model, bias=bias)
        self.w_o = nn.Linear(d_model, d_model, bias=bias)
        self.attention = ScaledDotProductAttention(dropout)

    def forward(self, q: Tensor, k: Tensor, v: Tensor, mask: Tensor | None = None) -> tuple[Tensor, Tensor]:
        """(B, n_q, d_model), (B, n_k, d_model) twice -> output (B, n_q, d_model), weights (B, heads, n_q, n_k).

        mask  True or 1 where the query may see the key: (n_q, n_k), (B, n_q, n_k) or (B, heads, n_q, n_k)
        """
        if mask is not None and mask.ndim == 3:
            mask = mask[:, None]  # (B, 1, n_q, n_k), the same for every head
        query = split_heads(self.w_q(q), self.num_heads)  # (B, heads, n_q, d_head)
        key = split_heads(self.w_k(k), self.num_heads)  # (B, heads, n_k, d_head)
        value = split_heads(self.w_v(v), self.num_heads)  # (B, heads, n_k, d_head)
        output, weights = self.attention(query, key, value, mask)
        return self.w_o(join_heads(output)), weights


def split_heads(x: Tensor, num_heads: int) -> Tensor:
    """(..., n, d_model) -> (..., heads, n, d_head): head h takes the h-th run of d_head columns."""
    return x.reshape(*x.shape[:-1], num_heads, -1).transpose(-3, -2)


def join_heads(x: Tensor) -> Tensor:
    """(..., heads, n, d_head) -> (..., n, d_model), the inverse of `split_heads`."""
    return x.transpose(-3, -2).flatten(-2)


def as_visible(mask: Tensor | None) -> Tensor | None:
    """The mask as booleans; 0/1 numbers are taken as False/True. Raises Problem for any other number."""
    if mask is None or mask.dtype == torch.bool:
        return mask
    if not bool(((mask == 0) | (mask == 1)).all()):
        raise Problem(
            QT_TRANSLATE_NOOP("engine", "The mask holds other numbers than 0 and 1: 1 = may see, 0 = hidden."),
            field="mask",
        )
    return mask == 1
