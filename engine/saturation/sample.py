"""Why the scores are divided by sqrt(d_k): drawn queries and keys, with and without it (Vaswani et al. 2017, 3.2.1).

Components with mean 0 and standard deviation s give scores with variance d_k s^4. Undivided, they drive the softmax to
one key as d_k grows and its Jacobian to 0, so nothing reaches Q from most rows. Rows where two keys happen to tie are
the exception: few, but with a gradient so large that the mean over rows does not fall. The median does.
"""

import math
from dataclasses import dataclass

import numpy as np

from engine.attention import attention_weights, dot_scores, entropy, scale_factor, softmax
from engine.cancel import QUIET, Job
from engine.config import Matrix
from engine.masks import Visible
from engine.problems import QT_TRANSLATE_NOOP, Problem, sentence
from engine.saturation.draw import PAIRS, VALUES, VECTORS, Draw, stream

PRESET_RATIO = (8.0, 0.0)  # two scores whose weights stand as e^8, about 2981, to 1
_CELLS = 2**18  # random numbers drawn at once: a few milliseconds


@dataclass(frozen=True, eq=False)
class Row:
    """One query's weights and what can be said about them; entropy in nats.

    gradient_norm  Euclidean norm of d(output)/dq where the output is one number, the weighted sum of one value per key;
                   None if the row was made from scores alone
    """

    weights: Matrix
    entropy: float
    largest: float
    effective_keys: float
    jacobian_norm: float
    gradient_norm: float | None = None

    @property
    def bits(self) -> float:
        """Entropy in bits."""
        return self.entropy / math.log(2)

    @property
    def relative_entropy(self) -> float:
        """Entropy over log n, its largest possible value: 0 for one-hot, 1 for uniform."""
        return self.entropy / math.log(len(self.weights))


@dataclass(frozen=True, eq=False)
class SaturationSample:
    """One draw: q (d_k,), k (keys, d_k), one value per key, the scores q.k (keys,), and both weight rows from them."""

    draw: Draw
    q: Matrix
    k: Matrix
    values: Matrix
    scores: Matrix
    scaled: Row
    unscaled: Row

    @property
    def log_n(self) -> float:
        """The largest possible entropy, in nats."""
        return math.log(self.draw.keys)


@dataclass(frozen=True, eq=False)
class Histogram:
    """The scores of many independent pairs, their measured variance and its standard error, and the theory's d_k s^4."""

    scores: Matrix
    variance: float
    standard_error: float
    theory: float


@dataclass(frozen=True, eq=False)
class HeadEntropies:
    """Entropy of each query's row in nats, (..., n_q): with the head's own factor, with factor 1, and at most."""

    own: Matrix
    unscaled: Matrix
    limit: Matrix


def sample(draw: Draw) -> SaturationSample:
    """Draw one query and its keys; both rows come from the same numbers.

    The same seed with a larger d_k keeps the components that it had and adds new ones.
    """
    components = stream(draw, VECTORS).standard_normal((draw.d_k, 1 + draw.keys)) * draw.spread
    values = stream(draw, VALUES).standard_normal(draw.keys)
    components.flags.writeable = values.flags.writeable = False
    q, k = components[:, 0], components[:, 1:].T
    scores = dot_scores(q[None], k)[0]
    scores.flags.writeable = False
    rows = []
    for factor in (scale_factor(None, draw.d_k), 1.0):
        weights = softmax(scores * (factor / draw.temperature))
        gradient = query_gradient(weights, k, values, factor / draw.temperature)
        rows.append(_row(weights, float(np.linalg.norm(gradient))))
    return SaturationSample(draw, q, k, values, scores, *rows)


def weight_row(scores: object, factor: float = 1.0, temperature: float = 1.0) -> Row:
    """The weights of given finite scores (n,), n >= 2, multiplied by `factor` and divided by `temperature`."""
    return _row(softmax(np.asarray(scores, dtype=np.float64) * (factor / temperature)))


def histogram(draw: Draw, pairs: int, job: Job = QUIET) -> Histogram:
    """The scores of `pairs` >= 2 independent pairs of a query and a key; the number of keys and the temperature play no part."""
    if pairs < 2:
        raise Problem(
            QT_TRANSLATE_NOOP("engine", "The number of pairs is {value}: it must be 2 or more."),
            field="pairs",
            value=pairs,
        )
    drawn, step = stream(draw, PAIRS), max(1, _CELLS // (2 * draw.d_k))
    scores = np.empty(pairs)
    for start in range(0, pairs, step):
        job.check()
        some = scores[start : start + step]
        q, k = drawn.standard_normal((2, len(some), draw.d_k)) * draw.spread
        some[:] = np.sum(q * k, axis=-1)
        job.report(sentence(QT_TRANSLATE_NOOP("engine", "Drawing scores")), (start + len(some)) / pairs)
    variance = float(scores.var(ddof=1))
    fourth = float(np.mean((scores - scores.mean()) ** 4))
    return Histogram(
        scores, variance, math.sqrt((fourth - variance**2) / pairs), theory_variance(draw.d_k, draw.spread)
    )


def theory_variance(d_k: int, spread: float) -> float:
    """The variance of a score: d_k products, each with variance spread^4."""
    return d_k * spread**4


def theory_density(x: Matrix, d_k: int, spread: float) -> Matrix:
    """The density of N(0, d_k spread^4) at `x`: what the scores' histogram approaches as d_k grows."""
    variance = theory_variance(d_k, spread)
    return np.asarray(np.exp(-np.square(x) / (2 * variance)) / math.sqrt(2 * math.pi * variance))


def ratio(score_difference: float) -> float:
    """How many times the weight of one key exceeds another's whose score is lower by this much; inf from 710 on."""
    with np.errstate(over="ignore"):
        return float(np.exp(score_difference))


def head_entropies(
    q: Matrix, k: Matrix, factor: float, visible: Visible | None, bias: Matrix | None = None
) -> HeadEntropies:
    """What a real head's rows would be were its scores not scaled: q (..., n_q, d_k), k (..., n_k, d_k).

    factor  the head's own; bias is added to the scaled scores, as in `attention_weights`
    visible the visible mask, broadcastable to (..., n_q, n_k); None = every query sees every key
    """
    q, k = np.asarray(q, dtype=np.float64), np.asarray(k, dtype=np.float64)
    own, unscaled = (
        np.asarray(entropy(attention_weights(q, k, factor=f, visible=visible, bias=bias))) for f in (factor, 1.0)
    )
    seen = np.full((q.shape[-2], k.shape[-2]), True) if visible is None else visible
    counts = np.broadcast_to(seen, (*own.shape, k.shape[-2])).sum(axis=-1)
    return HeadEntropies(own, unscaled, np.log(np.maximum(counts, 1)))


def effective_keys(weights: Matrix) -> Matrix:
    """exp(entropy): (..., n) -> (...); 1 for one-hot, n for uniform."""
    return np.asarray(np.exp(entropy(weights)))


def jacobian_norm(weights: Matrix) -> Matrix:
    """Frobenius norm of the softmax Jacobian diag(p) - p p^T: (..., n) -> (...).

    It is sqrt(sum p^2 - 2 sum p^3 + (sum p^2)^2), but near one-hot those terms cancel and nothing below 1e-8 is left. So
    the largest weight is taken apart: 1 minus it is the sum of the others, which is exact.
    """
    p = np.asarray(weights)
    peak = np.argmax(p, axis=-1)[..., None]
    largest = np.take_along_axis(p, peak, axis=-1)[..., 0]
    rest = p.copy()
    np.put_along_axis(rest, peak, 0.0, axis=-1)
    squares = np.square(rest)
    total = squares.sum(axis=-1)
    column = np.square(largest) * (np.square(rest.sum(axis=-1)) + total)
    others = squares * (np.square(1 - rest) + (np.square(largest) + total)[..., None] - squares)
    return np.asarray(np.sqrt(column + others.sum(axis=-1)))


def query_gradient(weights: Matrix, k: Matrix, values: Matrix, factor: float) -> Matrix:
    """d(output)/dq where output = weights . values, one value per key: (..., n), (..., n, d_k), (..., n) -> (..., d_k).

    With J = diag(p) - p p^T it is factor K^T J v, and J v = p (v - p.v).
    """
    return np.asarray(factor * np.einsum("...nd,...n->...d", k, through_softmax(weights, values)))


def through_softmax(weights: Matrix, values: Matrix) -> Matrix:
    """The softmax Jacobian times `values`, without building it: (..., n), (..., n) -> (..., n)."""
    mean = np.sum(weights * values, axis=-1, keepdims=True)
    return np.asarray(weights * (values - mean))


def _row(weights: Matrix, gradient_norm: float | None = None) -> Row:
    return Row(
        weights,
        entropy=float(entropy(weights)),
        largest=float(weights.max()),
        effective_keys=float(effective_keys(weights)),
        jacobian_norm=float(jacobian_norm(weights)),
        gradient_norm=gradient_norm,
    )
