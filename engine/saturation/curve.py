"""How saturation grows with d_k: the same measures over many draws, with and without 1 / sqrt(d_k), point by point."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from engine.attention import entropy, scale_factor, softmax
from engine.cancel import QUIET, Job
from engine.config import Matrix
from engine.problems import QT_TRANSLATE_NOOP, Problem, sentence
from engine.saturation.draw import LENGTHS, NORMALS, RANGES, Draw, stream
from engine.saturation.sample import jacobian_norm, through_softmax

# The names are those of the attributes of `saturation.Row`, so that the present point can be put on its curve.
MEASURES = ("relative_entropy", "largest", "effective_keys", "jacobian_norm", "gradient_norm")
_CELLS = 2**15  # weights computed between two checks: a few milliseconds

Measured = dict[str, Matrix]


@dataclass(frozen=True, eq=False)
class Band:
    """One measure over the draws at each d_k: mean, 10 %, 50 % and 90 % quantile, each (points,)."""

    mean: Matrix
    low: Matrix
    median: Matrix
    high: Matrix


@dataclass(frozen=True, eq=False)
class Curve:
    """The points so far: d_k (points,), and each of MEASURES as a Band, with and without 1 / sqrt(d_k)."""

    d_k: Matrix
    scaled: Mapping[str, Band]
    unscaled: Mapping[str, Band]


def d_k_grid(points: int = 31) -> tuple[int, ...]:
    """At most `points` whole numbers, evenly spread on a logarithmic axis over the whole range of d_k."""
    low, high = RANGES["d_k"]
    return tuple(int(d) for d in np.unique(np.geomspace(low, high, points).round()))


def curve(draw: Draw, d_ks: Sequence[int], draws: int = 200, job: Job = QUIET) -> Iterator[Curve]:
    """The curve over `d_ks`, one point longer each time; all else is taken from `draw`.

    Every point uses the same directions, so that the curve is smooth and two d_k differ by d_k alone. Raises Problem
    for a d_k out of range or draws < 1, Cancelled between chunks of some milliseconds.
    """
    if draws < 1:
        raise Problem(
            QT_TRANSLATE_NOOP("engine", "The number of draws is {value}: it must be 1 or more."),
            field="draws",
            value=draws,
        )
    places = [replace(draw, d_k=d_k) for d_k in d_ks]
    bands: list[tuple[Measured, Measured]] = []
    for done, place in enumerate(places):
        scaled, unscaled = _measure(place, draws, job, done, len(places))
        bands.append((_quantiles(scaled), _quantiles(unscaled)))
        yield Curve(
            np.array([p.d_k for p in places[: done + 1]], dtype=np.float64),
            _joined([first for first, _ in bands]),
            _joined([second for _, second in bands]),
        )


def _measure(draw: Draw, draws: int, job: Job, done: int, points: int) -> tuple[Measured, Measured]:
    """Each measure of each draw, (draws,), with and without 1 / sqrt(d_k)."""
    normals, lengths = stream(draw, NORMALS), stream(draw, LENGTHS)
    step = max(1, _CELLS // draw.keys)
    chunks: list[tuple[Measured, Measured]] = []
    what = sentence(QT_TRANSLATE_NOOP("engine", "Drawing weights for d_k = {d_k}"), d_k=draw.d_k)
    for start in range(0, draws, step):
        job.check()
        chunks.append(_chunk(draw, min(step, draws - start), normals, lengths))
        job.report(what, (done + min(1.0, (start + step) / draws)) / points)
    return _concatenated([first for first, _ in chunks]), _concatenated([second for _, second in chunks])


def _chunk(
    draw: Draw, count: int, normals: np.random.Generator, lengths: np.random.Generator
) -> tuple[Measured, Measured]:
    """Both rows' measures of `count` draws, without drawing the vectors: exact in distribution, and as fast for any d_k.

    Turn the axes so that the first one lies along q. The scores are then |q| times the keys' first components, and the
    gradient K^T u has the first component z.u and, across it, d_k - 1 independent ones with standard deviation |u| s.
    """
    z, values = normals.standard_normal((2, count, draw.keys))
    q_length = draw.spread * np.sqrt(lengths.chisquare(draw.d_k, count))[:, None]
    across = lengths.chisquare(draw.d_k - 1, count) if draw.d_k > 1 else np.zeros(count)
    both = []
    for factor in (scale_factor(None, draw.d_k) / draw.temperature, 1.0 / draw.temperature):
        weights = softmax(q_length * draw.spread * z * factor)
        u = through_softmax(weights, values)
        squared = np.sum(z * u, axis=-1) ** 2 + across * np.sum(u * u, axis=-1)
        both.append(_measured(weights, factor * draw.spread * np.sqrt(squared)))
    return both[0], both[1]


def _measured(weights: Matrix, gradient_norm: Matrix) -> Measured:
    nats = entropy(weights)
    arrays = (
        nats / np.log(weights.shape[-1]),
        weights.max(axis=-1),
        np.exp(nats),
        jacobian_norm(weights),
        gradient_norm,
    )
    return dict(zip(MEASURES, arrays, strict=True))


def _quantiles(measured: Measured) -> Measured:
    """Mean and quantiles of each measure, in the order of Band's fields: (4,)."""
    return {name: np.array([values.mean(), *np.quantile(values, (0.1, 0.5, 0.9))]) for name, values in measured.items()}


def _concatenated(parts: list[Measured]) -> Measured:
    return {name: np.concatenate([part[name] for part in parts]) for name in MEASURES}


def _joined(points: list[Measured]) -> dict[str, Band]:
    return {name: Band(*np.stack([point[name] for point in points], axis=-1)) for name in MEASURES}
