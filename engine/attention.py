"""The formula: softmax(Q K^T / sqrt(d_k)) V (Vaswani et al. 2017, section 3.2.1), for NumPy arrays and torch tensors alike.

One implementation for both: the bench calls it with float64 arrays, the torch modules and the models' maps with
tensors on any device, and gradients pass through it. Leading axes (batch, heads) broadcast.
"""

import math
import sys
from typing import Any

import numpy as np

# A NumPy array or a torch tensor. torch's own type cannot be named here without importing torch.
Array = Any


def namespace(array: Array) -> Any:
    """The module whose functions take `array`: numpy, or torch if it is a tensor (torch is then imported already)."""
    return np if isinstance(array, np.ndarray) else sys.modules["torch"]


def dot_scores(q: Array, k: Array) -> Array:
    """The dot product of every query with every key: (..., n_q, d_k), (..., n_k, d_k) -> (..., n_q, n_k)."""
    return q @ k.mT


def hide(scaled: Array, visible: Array | None, filler: float = -math.inf) -> Array:
    """Scores with `filler` where the query may not see the key; `visible` broadcasts to (..., n_q, n_k).

    Only -inf hides for sure: a finite filler is a number like any other, and real scores can lie below it.
    """
    if visible is None:
        return scaled
    xp = namespace(scaled)
    return xp.where(visible, scaled, filler)


def cap(scaled: Array, softcap: float) -> Array:
    """Scores squeezed smoothly into -softcap..softcap."""
    return softcap * namespace(scaled).tanh(scaled / softcap)


def softmax(masked: Array, axis: int = -1) -> Array:
    """exp over its sum along `axis`. The maximum is taken off first, so exp never overflows.

    A row that is -inf throughout (a query that sees no key) becomes 0 throughout, as in torch's SDPA, not NaN.
    """
    xp = namespace(masked)
    peak = xp.amax(masked, axis=axis, keepdims=True)  # (..., n_q, 1)
    peak = xp.where(peak == -math.inf, xp.zeros_like(peak), peak)
    powers = xp.exp(masked - peak)  # (..., n_q, n_k), 0 where masked
    total = xp.sum(powers, axis=axis, keepdims=True)  # (..., n_q, 1), 0 where no key is seen
    return powers / xp.where(total == 0, xp.ones_like(total), total)


def attention_weights(
    q: Array,
    k: Array,
    *,
    factor: float | None = None,
    visible: Array | None = None,
    bias: Array | None = None,
    softcap: float | None = None,
) -> Array:
    """The attention weights: (..., n_q, d_k), (..., n_k, d_k) -> (..., n_q, n_k); each row sums to 1, hidden cells are 0.

    factor  multiplies the scores; None means 1 / sqrt(d_k)
    softcap the scaled scores are kept within +-softcap by softcap * tanh(scaled / softcap) (Gemma 2)
    bias    added to the scaled scores (relative positions of T5 and others), broadcastable to (..., n_q, n_k)
    """
    scaled = dot_scores(q, k) * scale_factor(factor, q.shape[-1])
    if softcap is not None:
        scaled = cap(scaled, softcap)
    if bias is not None:
        scaled = scaled + bias
    return softmax(hide(scaled, visible))


def attention_output(weights: Array, v: Array) -> Array:
    """The weighted sum of the values: (..., n_q, n_k), (..., n_k, d_v) -> (..., n_q, d_v).

    A value with weight 0 takes no part even if it is NaN or infinite, so padding never leaks into a visible row.
    """
    xp = namespace(v)
    if bool(xp.all(xp.isfinite(v))):
        return weights @ v
    shares = weights[..., None]  # (..., n_q, n_k, 1)
    return xp.sum(shares * xp.where(shares == 0, 0.0, v[..., None, :, :]), axis=-2)


def scale_factor(factor: float | None, d_k: int) -> float:
    """`factor`, or the paper's 1 / sqrt(d_k) if it is None."""
    return 1.0 / math.sqrt(d_k) if factor is None else factor


def share_heads(kv: Array, heads: int) -> Array:
    """Grouped-query attention (Ainslie et al. 2023): (..., h_kv, n, d) -> (..., heads, n, d), neighbours share one head."""
    xp = namespace(kv)
    *lead, h_kv, n, d = kv.shape
    if h_kv == heads:
        return kv
    grouped = xp.broadcast_to(kv[..., :, None, :, :], (*lead, h_kv, heads // h_kv, n, d))
    return grouped.reshape(*lead, heads, n, d)


def entropy(weights: Array) -> Array:
    """Shannon entropy of each row in nats: (..., n_q, n_k) -> (..., n_q); 0 for one-hot, log n_k for uniform."""
    xp = namespace(weights)
    positive = xp.where(weights > 0, weights, xp.ones_like(weights))
    return 0.0 - xp.sum(weights * xp.log(positive), axis=-1)
