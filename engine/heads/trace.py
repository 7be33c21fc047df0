"""How attention heads split and join, every number kept: projections, one attention per head, concatenation, W_O.

The projections are applied as x @ W + b with W (columns in, columns out), so head h owns the h-th run of columns of W_Q,
W_K and W_V and the h-th run of rows of W_O (Vaswani et al. 2017, 3.2.2; shared keys and values: Ainslie et al. 2023).
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple

import numpy as np

from engine.attention import share_heads
from engine.config import Config, Matrix, Scale, as_matrix
from engine.heads.projections import Projections
from engine.masks import Mask
from engine.problems import QT_TRANSLATE_NOOP, Problem
from engine.steps import Trace, trace


@dataclass(frozen=True, eq=False)
class MultiHeadConfig:
    """The tokens x (n_q, d_model), how they are projected, the mask and the scale of every head.

    y  (n_k, d) the tokens that keys and values are made of (cross-attention); None = x (self-attention)

    Raises Problem naming the field for what does not fit together.
    """

    x: Matrix
    projections: Projections
    y: Matrix | None = None
    mask: Mask = field(default_factory=Mask)
    scale: Scale = "sqrt_dk"

    def __post_init__(self) -> None:
        object.__setattr__(self, "x", _tokens(self.x, "x", self.projections, ("w_q",)))
        y = self.x if self.y is None else _tokens(self.y, "y", self.projections, ("w_k", "w_v"))
        if self.y is None:
            _tokens(self.x, "x", self.projections, ("w_k", "w_v"))
        else:
            object.__setattr__(self, "y", y)
        self.mask.check(len(self.x), len(y))

    def with_(self, **changes: Any) -> "MultiHeadConfig":
        """This MultiHeadConfig with some fields changed; raises Problem if the result cannot be computed."""
        return replace(self, **changes)


class Shape(NamedTuple):
    """One box of the diagram: the key of what is in it, its rows and columns, and how many of them there are."""

    name: str
    shape: tuple[int, int]
    copies: int = 1


@dataclass(frozen=True, eq=False)
class MultiHeadTrace:
    """Everything between the tokens and the output.

    q              (heads, n_q, d_head)
    k, v           (kv_heads, n_k, d_head), before heads share them
    attention      the Trace of all heads at once: each Step is (heads, n_q, n_k), "output" (heads, n_q, d_head)
    concat         (n_q, heads * d_head)
    contributions  (heads, n_q, d_model): each head's output through its rows of W_O; their sum and b_o are the output
    output         (n_q, d_model)
    """

    config: MultiHeadConfig
    q: Matrix
    k: Matrix
    v: Matrix
    attention: Trace
    concat: Matrix
    contributions: Matrix
    output: Matrix

    @property
    def steps(self) -> Mapping[str, Matrix]:
        """Each Step's array for all heads, under the same keys as a single Trace."""
        return self.attention.steps

    @property
    def shapes(self) -> tuple[Shape, ...]:
        """The boxes of the diagram in walking order, weight matrices cut to one head's part."""
        heads, kv_heads = len(self.q), len(self.k)
        w = self.config.projections
        y = () if self.config.y is None else (Shape("y", _shape(self.config.y)),)
        parts = [
            Shape(f"w_{name}", (getattr(w, f"w_{name}").shape[0], a.shape[-1]), len(a))
            for name, a in (("q", self.q), ("k", self.k), ("v", self.v))
        ]
        return (
            Shape("x", _shape(self.config.x)),
            *y,
            *parts,
            Shape("q", _shape(self.q), heads),
            Shape("k", _shape(self.k), kv_heads),
            Shape("v", _shape(self.v), kv_heads),
            *(Shape(key, _shape(self.steps[key]), heads) for key in ("scores", "scaled", "masked", "weights")),
            Shape("head_output", _shape(self.steps["output"]), heads),
            Shape("concat", _shape(self.concat)),
            Shape("w_o", _shape(w.w_o)),
            Shape("output", _shape(self.output)),
        )


def multihead(config: MultiHeadConfig) -> MultiHeadTrace:
    """Compute every intermediate of `config` in float64. Raises Problem if a number grows beyond float64."""
    w = config.projections
    y = config.x if config.y is None else config.y
    with np.errstate(over="ignore", under="ignore", invalid="ignore"):
        q = _split(_project(config.x, w.w_q, w.b_q), w.heads)
        k = _split(_project(y, w.w_k, w.b_k), w.kv_heads)
        v = _split(_project(y, w.w_v, w.b_v), w.kv_heads)
        inputs = Config(q, share_heads(k, w.heads), share_heads(v, w.heads), config.scale, config.mask)
        attention = trace(inputs)
        head_output = attention.steps["output"]  # (heads, n_q, d_head)
        concat = _join(head_output)
        output = _project(concat, w.w_o, w.b_o)
        contributions = head_output @ w.w_o.reshape(w.heads, -1, w.w_o.shape[-1])
    if not np.isfinite(output).all():
        raise Problem(
            QT_TRANSLATE_NOOP(
                "engine", "The numbers grow beyond what a float64 can hold (about 1.8e308): make them smaller."
            ),
            field="w_o",
        )
    for array in (q, k, v, concat, contributions, output):
        array.flags.writeable = False
    return MultiHeadTrace(config, q, k, v, attention, concat, contributions, output)


def symmetry(of: MultiHeadTrace) -> Matrix:
    """The largest |S - S^T| of each head's scores, (heads,): 0 if W_Q = W_K. Raises Problem unless n_q = n_k."""
    scores = of.steps["scores"]
    if scores.shape[-1] != scores.shape[-2]:
        raise Problem(
            QT_TRANSLATE_NOOP(
                "engine",
                "The scores are {n_q} × {n_k}: only a square table of scores can be symmetric, "
                "so use the same tokens for both.",
            ),
            field="y",
            n_q=scores.shape[-2],
            n_k=scores.shape[-1],
        )
    return np.asarray(abs(scores - scores.mT).max(axis=(-2, -1)))


def with_equal_qk(config: MultiHeadConfig) -> MultiHeadConfig:
    """`config` with W_Q and b_q in the place of W_K and b_k. Raises Problem if heads share their keys."""
    w = config.projections
    if w.heads != w.kv_heads:
        raise Problem(
            QT_TRANSLATE_NOOP(
                "engine",
                "Heads share their keys ({kv_heads} for {heads}), so W_Q cannot stand for W_K: give every head its own keys.",
            ),
            field="kv_heads",
            heads=w.heads,
            kv_heads=w.kv_heads,
        )
    return config.with_(projections=w.with_(w_k=w.w_q, b_k=w.b_q))


def kv_cache_bytes(config: MultiHeadConfig, tokens: int, bytes_per_number: int = 2) -> int:
    """What one layer keeps of `tokens` tokens while it writes text: a key and a value for each key head."""
    w = config.projections
    return tokens * int(w.w_k.shape[1] + w.w_v.shape[1]) * bytes_per_number


def _tokens(values: object, name: str, projections: Projections, used_by: tuple[str, ...]) -> Matrix:
    tokens = as_matrix(values, name)
    if tokens.ndim != 2:
        raise Problem(
            QT_TRANSLATE_NOOP("engine", "{name} needs one row per token, not the shape {shape}: give a single table."),
            field=name,
            name=name.upper(),
            shape=tokens.shape,
        )
    for matrix in used_by:
        rows = getattr(projections, matrix).shape[0]
        if tokens.shape[1] != rows:
            raise Problem(
                QT_TRANSLATE_NOOP(
                    "engine",
                    "The columns of {name}, {columns}, and the rows of {matrix}, {rows}, differ: a product needs the same number in both.",
                ),
                field=name,
                name=name.upper(),
                columns=tokens.shape[1],
                matrix=matrix.upper(),
                rows=rows,
            )
    return tokens


def _project(x: Matrix, w: Matrix, b: Matrix | None) -> Matrix:
    return x @ w if b is None else x @ w + b


def _split(x: Matrix, heads: int) -> Matrix:
    """(n, heads * d_head) -> (heads, n, d_head)."""
    return x.reshape(len(x), heads, -1).swapaxes(0, 1)


def _join(x: Matrix) -> Matrix:
    """(heads, n, d_head) -> (n, heads * d_head)."""
    return x.swapaxes(0, 1).reshape(x.shape[1], -1)


def _shape(array: Matrix) -> tuple[int, int]:
    return int(array.shape[-2]), int(array.shape[-1])
