"""Is this really attention? Invariants of a Trace, some by arithmetic alone, some by asking torch."""

import math
from dataclasses import dataclass

import numpy as np

from engine.attention import attention_output, dot_scores
from engine.config import Config, Matrix
from engine.mistakes import parts
from engine.problems import QT_TRANSLATE_NOOP, Sentence, sentence
from engine.steps import STEPS, Trace
from engine.steps import trace as compute

ROW_TOLERANCE = 1e-12
SDPA_TOLERANCE = 1e-9


@dataclass(frozen=True)
class Check:
    """One invariant: its key, whether it holds (None = it says nothing about this Config) and why."""

    key: str
    ok: bool | None
    detail: Sentence


@dataclass(frozen=True, eq=False)
class Audited:
    """A Trace with the checks that need no torch."""

    trace: Trace
    checks: tuple[Check, ...]


def audited(config: Config) -> Audited:
    """The Trace of `config`, its entropy and its checks included. Raises Problem as `engine.steps.trace`."""
    result = compute(config)
    _ = result.entropy  # computed here and kept, so that whoever draws it need not
    return Audited(result, audit(result))


def audit(trace: Trace) -> tuple[Check, ...]:
    """The checks that need no torch: shapes, rows, masked, visible, finite."""
    return (_shapes(trace), _rows(trace), _masked(trace), _visible(trace), _finite(trace))


def audit_torch(trace: Trace, device: str = "cpu") -> tuple[Check, ...]:
    """The checks that ask torch, on `device` in float64: gradient, sdpa. Imports torch: call it on a worker."""
    return (_gradient(trace, device), _sdpa(trace, device))


def _shapes(trace: Trace) -> Check:
    c = trace.config
    scores = (*np.broadcast_shapes(c.q.shape[:-2], c.k.shape[:-2]), c.n_q, c.n_k)
    weights = np.broadcast_shapes(scores, c.visible.shape)
    output = (*np.broadcast_shapes(weights[:-2], c.v.shape[:-2]), c.n_q, c.d_v)
    wanted = (scores, scores, weights, weights, weights, output)
    ok = all(trace.steps[step].shape == shape for step, shape in zip(STEPS, wanted, strict=True))
    detail = sentence(
        QT_TRANSLATE_NOOP("engine", "weights {weights}, output {output}"),
        weights=trace.steps["weights"].shape,
        output=trace.steps["output"].shape,
    )
    return Check("shapes", ok, detail)


def judged_weights(trace: Trace) -> Matrix:
    """The weights that must be right: those before dropout, or after it where the mistake is that it is still on."""
    return trace.steps["dropped" if "dropout_at_evaluation" in trace.config.mistakes else "weights"]


def _rows(trace: Trace) -> Check:
    sums = judged_weights(trace).sum(axis=-1)
    empty = trace.empty_rows
    worst = float(np.abs(sums - 1, where=~empty, out=np.zeros_like(sums)).max())
    if empty.any():
        detail = sentence(
            QT_TRANSLATE_NOOP("engine", "largest difference from 1: {worst}; rows that see no key: {empty}"),
            worst=f"{worst:.1e}",
            empty=int(empty.sum()),
        )
    else:
        detail = sentence(QT_TRANSLATE_NOOP("engine", "largest difference from 1: {worst}"), worst=f"{worst:.1e}")
    return Check("rows", worst <= ROW_TOLERANCE, detail)


def _masked(trace: Trace) -> Check:
    hidden = ~trace.visible
    leaks = int(np.count_nonzero(trace.steps["weights"][hidden]))
    counts = {"hidden": int(hidden.sum()), "leaks": leaks}
    if leaks and math.isfinite(trace.config.filler):
        detail = sentence(
            QT_TRANSLATE_NOOP(
                "engine", "{hidden} hidden cells, {leaks} of them with a weight: the filler {filler} does not hide them"
            ),
            **counts,
            filler=f"{trace.config.filler:g}",
        )
    else:
        detail = sentence(QT_TRANSLATE_NOOP("engine", "{hidden} hidden cells, {leaks} of them with a weight"), **counts)
    return Check("masked", leaks == 0, detail)


def _visible(trace: Trace) -> Check:
    """A query that sees keys must have weight on one of them: a row can add up to 1 on the wrong keys."""
    seeing = ~trace.empty_rows
    blind = seeing & ~(trace.visible & (trace.steps["weights"] > 0)).any(axis=-1)
    counts = {"seeing": int(seeing.sum()), "blind": int(blind.sum())}
    if not seeing.any():
        return Check("visible", None, sentence(QT_TRANSLATE_NOOP("engine", "no query sees a key")))
    if blind.any():
        detail = sentence(
            QT_TRANSLATE_NOOP(
                "engine",
                "{blind} of {seeing} queries that see keys have no weight on any of them; such a row may still add up "
                "to 1 on hidden keys, so row sums alone prove nothing",
            ),
            **counts,
        )
    else:
        detail = sentence(
            QT_TRANSLATE_NOOP("engine", "each of {seeing} queries that see keys has weight on one of them"), **counts
        )
    return Check("visible", not blind.any(), detail)


def _finite(trace: Trace) -> Check:
    bad = sum(int((~np.isfinite(trace.steps[s])).sum()) for s in ("weights", "dropped", "output"))
    detail = sentence(QT_TRANSLATE_NOOP("engine", "{bad} cells are NaN or infinite"), bad=bad)
    return Check("finite", bad == 0, detail)


def _gradient(trace: Trace, device: str) -> Check:
    """Send a fixed random gradient back from the output; it must arrive, finite and not all 0, at Q, K and V."""
    import torch

    c = trace.config
    leaves = [torch.tensor(x, device=device, requires_grad=True) for x in (c.q, c.k, c.v)]
    use = parts(c, torch.tensor(c.visible, device=device))
    with torch.enable_grad():
        masked = use.hide(dot_scores(leaves[0], leaves[1]) * use.factor, use.visible, c.filler)
        weights = use.softmax(masked, use.axis)
        output = attention_output(weights, leaves[2])
        pull = np.random.default_rng(0).standard_normal(tuple(output.shape))
        grads = torch.autograd.grad(output, leaves, torch.tensor(pull, device=device))
    norms = [float(g.norm()) for g in grads]
    lone = bool((np.isfinite(trace.steps["masked"]).sum(axis=use.axis) <= 1).all())
    if lone:
        detail = sentence(
            QT_TRANSLATE_NOOP("engine", "every query sees at most one key, so no weight depends on Q or K")
        )
        return Check("gradient", None, detail)
    detail = sentence(
        QT_TRANSLATE_NOOP("engine", "norms: Q {q}, K {k}, V {v}"),
        **{name: f"{norm:.3g}" for name, norm in zip("qkv", norms, strict=True)},
    )
    return Check("gradient", all(np.isfinite(n) and n > 0 for n in norms), detail)


def _sdpa(trace: Trace, device: str) -> Check:
    """The output, before dropout unless that is the mistake, against torch.nn.functional.scaled_dot_product_attention on the same numbers."""
    import torch
    from torch.nn.functional import scaled_dot_product_attention

    c = trace.config
    lead = trace.steps["output"].shape[:-2]
    q, k, v = (torch.tensor(np.broadcast_to(x, (*lead, *x.shape[-2:])), device=device) for x in (c.q, c.k, c.v))
    visible = torch.tensor(np.broadcast_to(c.visible, (*lead, c.n_q, c.n_k)), device=device)
    with torch.no_grad():
        theirs = scaled_dot_product_attention(q, k, v, attn_mask=visible, scale=c.factor).cpu().numpy()
    with np.errstate(invalid="ignore"):  # weights may be NaN or infinite; then the difference is, too
        worst = float(np.abs(attention_output(judged_weights(trace), c.v) - theirs).max())
    detail = sentence(QT_TRANSLATE_NOOP("engine", "largest difference: {worst}"), worst=f"{worst:.1e}")
    return Check("sdpa", worst <= SDPA_TOLERANCE * max(1.0, float(np.abs(c.v).max())), detail)
