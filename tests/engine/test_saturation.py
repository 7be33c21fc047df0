"""Why the scores are divided: drawn scores against the theory, worked rows, torch's Jacobian and gradients."""

import json
import math
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch

from engine.problems import Cancelled, Problem, Sentence
from engine.saturation.curve import MEASURES, curve, d_k_grid
from engine.saturation.draw import Draw
from engine.saturation.sample import (
    PRESET_RATIO,
    SaturationSample,
    effective_keys,
    head_entropies,
    histogram,
    jacobian_norm,
    query_gradient,
    ratio,
    sample,
    theory_density,
    weight_row,
)

PAIRS = 6000


class Watcher:
    """A job that notes what is reported and is cancelled after so many checks."""

    def __init__(self, checks: int = 10**9) -> None:
        self.left, self.reported = checks, list[float]()

    def report(self, what: Sentence, done: float | None = None) -> None:
        assert str(what)
        self.reported.append(done or 0.0)

    def check(self) -> None:
        self.left -= 1
        if self.left < 0:
            raise Cancelled


@pytest.mark.parametrize("d_k", [1, 4, 16, 64, 256, 1024])
def test_the_variance_of_a_score_is_d_k(d_k: int) -> None:
    drawn = histogram(Draw(d_k=d_k, seed=1), PAIRS)
    assert drawn.scores.shape == (PAIRS,)
    assert drawn.theory == d_k
    assert drawn.standard_error < 0.1 * d_k
    assert abs(drawn.variance - d_k) < 3 * drawn.standard_error


def test_the_spread_enters_the_variance_with_its_fourth_power() -> None:
    drawn = histogram(Draw(d_k=32, spread=1.5, seed=2), PAIRS)
    assert drawn.theory == pytest.approx(32 * 1.5**4)
    assert abs(drawn.variance - drawn.theory) < 3 * drawn.standard_error


def test_the_standard_error_is_the_spread_of_the_measured_variance() -> None:
    measured = [histogram(Draw(d_k=8, seed=seed), 1000) for seed in range(200)]
    spread = np.std([m.variance for m in measured])
    assert np.mean([m.standard_error for m in measured]) == pytest.approx(spread, rel=0.15)


def test_the_density_of_the_theory_is_a_normal_one() -> None:
    x = np.linspace(-200, 200, 4001)
    density = theory_density(x, 16, 1.5)
    mean, deviation = torch.tensor([0.0, 4 * 1.5**2], dtype=torch.float64)
    expected = torch.distributions.Normal(mean, deviation).log_prob(torch.tensor(x)).exp().numpy()
    assert density == pytest.approx(expected, abs=1e-15)


def test_keys_of_one_zero_and_minus_one_saturate_as_given(data: Path) -> None:
    table = json.loads((data / "saturation_of_ones" / "case.json").read_text(encoding="utf-8"))["table"]
    for line in table:
        d_k = line["d_k"]
        q, k = np.ones(d_k), np.outer([1.0, 0.0, -1.0], np.ones(d_k))
        row = weight_row(k @ q, 1 / math.sqrt(d_k) if line["scaled"] else 1.0)
        assert row.weights == pytest.approx(line["weights"], abs=1e-12)
        assert row.largest == pytest.approx(line["max_weight"], abs=1e-12)
        assert row.entropy == pytest.approx(line["entropy_nats"], abs=1e-12)
        assert row.bits == pytest.approx(line["entropy_nats"] / math.log(2), abs=1e-12)
    assert {line["d_k"] for line in table} >= {1, 16, 512}


def test_eight_against_zero_is_2981_to_1() -> None:
    larger, smaller = weight_row(PRESET_RATIO).weights
    assert round(ratio(PRESET_RATIO[0] - PRESET_RATIO[1])) == 2981
    assert larger / smaller == pytest.approx(math.e**8)
    assert ratio(1000) == math.inf


def test_uniform_and_one_hot_rows_are_the_extremes() -> None:
    for n in (2, 7, 256):
        uniform, one_hot = weight_row(np.zeros(n)), weight_row([0.0] + [-1e4] * (n - 1))
        assert (uniform.entropy, uniform.relative_entropy) == pytest.approx((math.log(n), 1), abs=1e-12)
        assert uniform.effective_keys == pytest.approx(n, abs=1e-9)
        assert (one_hot.entropy, one_hot.relative_entropy) == pytest.approx((0, 0), abs=1e-12)
        assert (one_hot.effective_keys, one_hot.jacobian_norm) == pytest.approx((1, 0), abs=1e-12)


def test_the_temperature_divides_the_scores() -> None:
    assert weight_row([1.0, 4.0], factor=0.5, temperature=3).weights == pytest.approx(
        weight_row([1 / 6, 4 / 6]).weights
    )
    hot, cold = sample(Draw(temperature=4)), sample(Draw(temperature=0.25))
    assert hot.scores == pytest.approx(cold.scores)
    assert hot.scaled.entropy > cold.scaled.entropy
    assert hot.unscaled.weights == pytest.approx(weight_row(hot.scores / 4).weights)


@pytest.mark.parametrize("factor", [0.02, 0.3, 1.0, 8.0])
def test_the_jacobian_norm_is_the_one_of_autograd(factor: float) -> None:
    scores = np.random.default_rng(5).standard_normal((6, 20)) * 8 * factor
    softmax = torch.func.vmap(torch.func.jacrev(lambda row: torch.softmax(row, -1)))
    weights = torch.softmax(torch.tensor(scores), -1).numpy()
    expected = torch.linalg.matrix_norm(softmax(torch.tensor(scores))).numpy()
    assert jacobian_norm(weights) == pytest.approx(expected, abs=1e-12)
    assert jacobian_norm(weights[0]) == pytest.approx(expected[0], abs=1e-12)
    assert effective_keys(weights) == pytest.approx(np.exp([weight_row(row).entropy for row in scores]))


@pytest.mark.parametrize("small", [Fraction(1, 10**20), Fraction(1, 10**12), Fraction(1, 100), Fraction(1, 2)])
def test_the_jacobian_norm_keeps_its_digits_near_one_hot(small: Fraction) -> None:
    exact = 2 * small * (1 - small)  # of (1 - small, small), all four entries are +-small (1 - small)
    weights = np.array([float(1 - small), float(small)])
    assert jacobian_norm(weights) == pytest.approx(float(exact), rel=1e-12, abs=0)


def gradient_of_autograd(drawn: SaturationSample, factor: float) -> Any:
    q = torch.tensor(drawn.q.copy(), requires_grad=True)
    weights = torch.softmax(torch.tensor(drawn.k.copy()) @ q * (factor / drawn.draw.temperature), -1)
    (weights @ torch.tensor(drawn.values.copy())).backward()  # type: ignore[no-untyped-call]  # torch has no types here
    assert q.grad is not None
    return q.grad.numpy()


@pytest.mark.parametrize("draw", [Draw(seed=3), Draw(1, 5), Draw(256, 32, spread=0.7, temperature=2, seed=8)])
def test_the_gradient_is_the_one_of_autograd(draw: Draw) -> None:
    drawn = sample(draw)
    for row, factor in ((drawn.scaled, draw.d_k**-0.5), (drawn.unscaled, 1.0)):
        expected = gradient_of_autograd(drawn, factor)
        own = query_gradient(row.weights, drawn.k, drawn.values, factor / draw.temperature)
        assert own == pytest.approx(expected, abs=1e-9)
        assert row.gradient_norm == pytest.approx(np.linalg.norm(expected), abs=1e-9)


def test_a_sample_holds_one_draw_and_both_of_its_rows() -> None:
    drawn = sample(Draw(d_k=100, keys=30, seed=4))
    assert (drawn.q.shape, drawn.k.shape, drawn.values.shape) == ((100,), (30, 100), (30,))
    assert drawn.scores == pytest.approx([key @ drawn.q for key in drawn.k])
    assert drawn.unscaled.weights == pytest.approx(weight_row(drawn.scores).weights)
    assert drawn.scaled.weights == pytest.approx(weight_row(drawn.scores / 10).weights)
    assert drawn.log_n == math.log(30)
    assert not drawn.scores.flags.writeable


def test_the_seed_decides_and_a_longer_query_keeps_its_beginning() -> None:
    first, again, other = sample(Draw(seed=1)), sample(Draw(seed=1)), sample(Draw(seed=2))
    longer = sample(Draw(d_k=100, seed=1))
    assert np.array_equal(first.scores, again.scores)
    assert not np.array_equal(first.scores, other.scores)
    assert np.array_equal(longer.k[:, :64], first.k)
    assert np.array_equal(longer.values, first.values)


def test_without_scaling_large_heads_look_at_one_key() -> None:
    *_, drawn = curve(Draw(keys=64), [512], draws=2000)
    assert drawn.unscaled["relative_entropy"].mean[0] < 0.05
    assert drawn.scaled["relative_entropy"].mean[0] > 0.5
    assert drawn.unscaled["gradient_norm"].median[0] < 0.5 * drawn.scaled["gradient_norm"].median[0]


@pytest.mark.parametrize("draw", [Draw(1, 8), Draw(16, 8, spread=0.8, temperature=1.5), Draw(64, 24)])
def test_the_curve_agrees_with_drawing_the_vectors(draw: Draw) -> None:
    draws = 2500
    *_, drawn = curve(draw, [draw.d_k], draws)
    samples = [sample(Draw(draw.d_k, draw.keys, draw.spread, draw.temperature, seed)) for seed in range(draws)]
    for side in ("scaled", "unscaled"):
        for name in MEASURES:
            direct = np.array([getattr(getattr(s, side), name) for s in samples])
            band = getattr(drawn, side)[name]
            assert band.mean[0] == pytest.approx(direct.mean(), abs=5 * direct.std() / math.sqrt(draws))
            for quantile, value in ((0.1, band.low[0]), (0.5, band.median[0]), (0.9, band.high[0])):
                assert np.mean(direct < value) == pytest.approx(quantile, abs=0.04)


def test_the_curve_grows_point_by_point_and_reports() -> None:
    watcher = Watcher()
    partial = list(curve(Draw(keys=256, seed=3), (1, 8, 64), 300, watcher))
    assert [list(c.d_k) for c in partial] == [[1], [1, 8], [1, 8, 64]]
    assert len(watcher.reported) == 9
    assert watcher.reported == sorted(watcher.reported)
    assert watcher.reported[-1] == 1
    for name in MEASURES:
        final = partial[-1].unscaled[name]
        assert np.array_equal(final.mean[:2], partial[1].unscaled[name].mean)
        assert np.all((final.low <= final.median) & (final.median <= final.high))
    (alone,) = curve(Draw(keys=256, seed=3), [64], 300)
    for name in MEASURES:
        assert alone.scaled[name].mean[0] == partial[-1].scaled[name].mean[2]


def test_a_curve_and_a_histogram_can_be_cancelled() -> None:
    points = curve(Draw(), d_k_grid(), 50, Watcher(checks=2))
    next(points), next(points)
    with pytest.raises(Cancelled):
        next(points)
    with pytest.raises(Cancelled):
        histogram(Draw(d_k=1024), 1000, Watcher(checks=3))


def test_the_grid_covers_the_range_evenly_on_a_logarithmic_axis() -> None:
    grid = d_k_grid(11)
    assert grid == tuple(2**n for n in range(11))
    assert d_k_grid()[0] == 1
    assert len(set(d_k_grid())) == len(d_k_grid())


def test_a_real_head_with_and_without_its_factor() -> None:
    rng = np.random.default_rng(9)
    q, k = rng.standard_normal((2, 3, 6, 16)).astype(np.float32)
    visible = np.tri(6, dtype=np.bool_)
    bias = rng.standard_normal((6, 6))
    entropies = head_entropies(q, k, 0.25, visible, bias)
    scores = torch.tensor(q).double() @ torch.tensor(k).double().mT
    for own, factor in ((entropies.own, 0.25), (entropies.unscaled, 1.0)):
        hidden = (scores * factor + torch.tensor(bias)).masked_fill(~torch.tensor(visible), -math.inf)
        expected = torch.distributions.Categorical(logits=hidden).entropy().numpy()
        assert own == pytest.approx(expected, abs=1e-6)
    assert entropies.limit == pytest.approx(np.broadcast_to(np.log(np.arange(1, 7)), (3, 6)))
    assert head_entropies(q, k, 0.25, None).limit == pytest.approx(np.full((3, 6), math.log(6)))


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("d_k", 0), ("d_k", 1025), ("d_k", 2.5), ("d_k", True), ("keys", 1), ("keys", 257), ("keys", "8"),
        ("spread", 0), ("spread", -1), ("spread", math.nan), ("spread", math.inf), ("spread", None),
        ("temperature", 0), ("temperature", 10**400), ("seed", -1), ("seed", 1.0),
    ],
)  # fmt: skip
def test_a_parameter_out_of_range_is_named(name: str, value: Any) -> None:
    with pytest.raises(Problem) as problem:
        Draw(**{name: value})
    assert problem.value.field == name
    assert str(value) in str(problem.value)


def test_the_ends_of_every_range_can_be_computed() -> None:
    for draw in (Draw(1, 2, 1e-6, 1e6), Draw(1, 2, 1e6, 1e-6), Draw(1024, 256, 1e6, 1e-6)):
        (point,) = curve(draw, [draw.d_k], 1)
        drawn = sample(draw)
        for name in MEASURES:
            assert np.isfinite([getattr(drawn.scaled, name), getattr(drawn.unscaled, name)]).all()
            assert np.isfinite([point.scaled[name].mean, point.unscaled[name].mean]).all()


def test_too_few_draws_or_pairs_are_named() -> None:
    with pytest.raises(Problem) as problem:
        next(curve(Draw(), [4], 0))
    assert problem.value.field == "draws"
    with pytest.raises(Problem) as problem:
        histogram(Draw(), 1)
    assert problem.value.field == "pairs"
    with pytest.raises(Problem) as problem:
        next(curve(Draw(), [4, 2000]))
    assert problem.value.field == "d_k"
