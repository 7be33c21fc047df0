"""What the Multi-head room works on: every number of multi-head attention, and which variants of it are switched on.

The numbers stay whole while a variant is on, so that switching it off brings everything back bit for bit.
"""

from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

import numpy as np

from engine.config import Matrix, Scale
from engine.heads.projections import Projections, check_heads, seeded
from engine.heads.trace import MultiHeadConfig, with_equal_qk
from engine.masks import Mask
from engine.problems import QT_TRANSLATE_NOOP, Problem

MOST_TOKENS, WIDEST = 512, 4096
WEIGHTS = ("w_q", "w_k", "w_v", "w_o")
BIASES = ("b_q", "b_k", "b_v", "b_o")
SHARED = ("w_k", "w_v", "b_k", "b_v")
BIAS_SPREAD = 0.1
ROUND_UP_TO = 16
"""Random numbers of a model not wider than this have one decimal, so that they can be checked by hand."""


@dataclass(frozen=True, eq=False)
class HeadsBench:
    """x (n, d_model), y (n_y, d_model) for cross-attention, the projections with all four biases, and the variants.

    kv_heads  how many key heads are in use: those of the projections, or a divisor of them; then the heads of a group
              use the keys and values of the group's first one (grouped-query attention, Ainslie et al. 2023)
    cross     keys and values are made of y
    equal_qk  W_Q and b_Q stand in the place of W_K and b_K
    biases    the biases are added

    Raises Problem if `config` could not be computed.
    """

    x: Matrix
    y: Matrix
    projections: Projections
    kv_heads: int
    cross: bool = False
    equal_qk: bool = False
    biases: bool = False
    mask: Mask = field(default_factory=Mask)
    scale: Scale = "sqrt_dk"

    def __post_init__(self) -> None:
        _ = self.config

    def with_(self, **changes: Any) -> "HeadsBench":
        """This bench with some fields changed; raises Problem if the result cannot be computed."""
        return replace(self, **changes)

    @cached_property
    def config(self) -> MultiHeadConfig:
        """What is computed: the numbers with the variants applied."""
        w = self.projections
        if self.kv_heads < 1 or w.kv_heads % self.kv_heads:
            raise _not_shared(w.kv_heads, self.kv_heads)
        changes: dict[str, Any] = {}
        if self._group > 1:
            changes = {name: self._in_use(name) for name in SHARED} | {"kv_heads": self.kv_heads}
        if not self.biases:
            changes |= dict.fromkeys(BIASES)
        used = w.with_(**changes) if changes else w
        config = MultiHeadConfig(self.x, used, self.y if self.cross else None, self.mask, self.scale)
        return with_equal_qk(config) if self.equal_qk else config

    def matrix(self, name: str) -> Matrix:
        """One matrix as it is in use, "x", "y", "w_q" ... or "b_q" ..., a bias as one row."""
        if name in ("x", "y"):
            return self.x if name == "x" else self.y
        if name in BIASES and not self.biases:
            return self._in_use(name)[None]
        values: Matrix = getattr(self.config.projections, name)
        return np.atleast_2d(values)

    def with_matrix(self, name: str, values: Matrix) -> "HeadsBench":
        """`values` in the place of `matrix(name)`; the numbers not in use stay as they are.

        x and y may have another number of rows; all others keep their shape. Raises Problem naming what does not fit.
        """
        if name in ("x", "y"):
            _checked(name, len(values), MOST_TOKENS)
            return self.with_(**{name: values})
        _check_shape(name, values.shape, self.matrix(name).shape)
        if self.equal_qk and name in ("w_k", "b_k"):
            name = name[0] + "_q"
        values = values[0] if name in BIASES else values
        if name in SHARED:
            whole = getattr(self.projections, name).copy()
            self._heads_of(whole)[..., :: self._group, :] = values.reshape(*values.shape[:-1], self.kv_heads, -1)
            values = whole
        return self.with_(projections=self.projections.with_(**{name: values}))

    def same_as(self, other: "HeadsBench") -> bool:
        """True if both hold the same numbers and variants, bit for bit."""
        arrays = [(self.x, other.x), (self.y, other.y)]
        arrays += [(getattr(self.projections, n), getattr(other.projections, n)) for n in (*WEIGHTS, *BIASES)]
        settings = ("kv_heads", "cross", "equal_qk", "biases", "scale")
        return (
            all(getattr(self, name) == getattr(other, name) for name in settings)
            and self.projections.heads == other.projections.heads
            and self.mask.same_as(other.mask)
            and all(a is b or (a.shape == b.shape and a.tobytes() == b.tobytes()) for a, b in arrays)
        )

    @property
    def _group(self) -> int:
        return self.projections.kv_heads // self.kv_heads

    def _heads_of(self, values: Matrix) -> Matrix:
        """A view (..., kv_heads, columns of a head)."""
        return values.reshape(*values.shape[:-1], self.projections.kv_heads, -1)

    def _in_use(self, name: str) -> Matrix:
        values: Matrix = getattr(self.projections, name)
        if name not in SHARED or self._group == 1:
            return values
        return self._heads_of(values)[..., :: self._group, :].reshape(*values.shape[:-1], -1)


def new_bench(tokens: int = 5, d_model: int = 8, heads: int = 2, seed: int = 0) -> HeadsBench:
    """Random numbers, the same for the same seed: tokens with variance 1, small biases (not in use)."""
    w = _drawn(d_model, heads, seed, heads)
    x, y = _tokens(tokens, d_model, seed)
    return HeadsBench(x, y, w, heads)


def bench_of(config: MultiHeadConfig, seed: int = 0) -> HeadsBench:
    """The bench on which `config` is what is computed; y is drawn anew if it has none."""
    w = config.projections
    biased = any(getattr(w, name) is not None for name in BIASES)
    full = _with_zeros(w) if biased else _with_biases(w, seed)
    _, y = _tokens(len(config.x), w.w_k.shape[0], seed)
    cross = config.y is not None
    y = y * float(config.x.std() or 1) if config.y is None else config.y
    return HeadsBench(config.x, y, full, w.kv_heads, cross, biases=biased, mask=config.mask, scale=config.scale)


def drawn_anew(bench: HeadsBench, seed: int) -> HeadsBench:
    """Other random numbers in the same shapes, under the same variants."""
    w = bench.projections
    new = _drawn(w.w_q.shape[0], w.heads, seed, w.kv_heads)
    x, _ = _tokens(len(bench.x), w.w_q.shape[0], seed)
    _, y = _tokens(len(bench.y), w.w_q.shape[0], seed)
    return bench.with_(x=x, y=y, projections=new)


def resized(
    bench: HeadsBench, tokens: int | None = None, y_tokens: int | None = None, d_model: int | None = None, seed: int = 0
) -> HeadsBench:
    """`bench` in another shape: what fits stays, new cells are drawn. Raises Problem (field "tokens", "d_model" ...)."""
    w, width = bench.projections, bench.x.shape[1]
    n = _checked("tokens", len(bench.x) if tokens is None else tokens, MOST_TOKENS)
    n_y = _checked("y_tokens", len(bench.y) if y_tokens is None else y_tokens, MOST_TOKENS)
    wanted = _checked("d_model", width if d_model is None else d_model, WIDEST)
    (x, _), (_, y) = _tokens(n, wanted, seed), _tokens(n_y, wanted, seed)
    projections = w if wanted == width else _projections(w, wanted, seed)
    mask = replace(bench.mask, padding=(), window=None, global_tokens=(), prefix=0, visible=None)
    return bench.with_(x=_kept(bench.x, x), y=_kept(bench.y, y), projections=projections, mask=mask)


def cut_into(bench: HeadsBench, heads: int) -> HeadsBench:
    """The same matrices cut into another number of heads. Raises Problem (field "heads") naming numbers that fit."""
    w = bench.projections
    check_heads(w.w_q.shape[1], heads)
    all_own = w.kv_heads == w.heads
    kv_heads = heads if all_own else w.w_k.shape[1] * heads // w.w_q.shape[1]
    projections = w.with_(heads=heads, kv_heads=kv_heads)
    in_use = heads if bench.kv_heads == w.heads else _largest_divisor(kv_heads, bench.kv_heads)
    return bench.with_(projections=projections, kv_heads=in_use)


def as_one_head(config: MultiHeadConfig) -> MultiHeadConfig:
    """The same weights used by a single head as wide as all of them; shared keys and values stand once for each head."""
    w = config.projections
    changes: dict[str, Any] = {}
    for name in SHARED:
        values = getattr(w, name)
        if values is not None:
            cut = values.reshape(*values.shape[:-1], w.kv_heads, -1)
            changes[name] = np.repeat(cut, w.heads // w.kv_heads, axis=-2).reshape(*values.shape[:-1], -1)
    return config.with_(projections=w.with_(heads=1, kv_heads=1, **changes))


def divisors(number: int) -> tuple[int, ...]:
    """Every number that divides `number`, the largest first."""
    return tuple(n for n in range(number, 0, -1) if number % n == 0)


def _largest_divisor(number: int, at_most: int) -> int:
    return next(n for n in divisors(number) if n <= max(at_most, 1))


def _checked(name: str, size: int, largest: int) -> int:
    if not 1 <= size <= largest:
        raise Problem(
            QT_TRANSLATE_NOOP("engine", "{size} does not fit here: take a number from 1 to {largest}."),
            field=name,
            size=size,
            largest=largest,
        )
    return size


def _check_shape(name: str, given: tuple[int, ...], needed: tuple[int, ...]) -> None:
    if given != needed:
        raise Problem(
            QT_TRANSLATE_NOOP("engine", "{name} has the shape {given} and needs {needed}."),
            field=name,
            name=name.upper(),
            given=given,
            needed=needed,
        )


def _not_shared(heads: int, wanted: int) -> Problem:
    return Problem(
        QT_TRANSLATE_NOOP("engine", "{heads} key heads cannot be cut down to {wanted}: take one of {near}."),
        field="kv_heads",
        heads=heads,
        wanted=wanted,
        near=", ".join(map(str, divisors(heads))),
    )


def _tokens(count: int, d_model: int, seed: int) -> tuple[Matrix, Matrix]:
    """(x, y), each from a stream of its own."""
    x, y = (np.random.default_rng((seed, which)).standard_normal((count, d_model)) for which in (1, 2))
    return _by_hand(x, d_model), _by_hand(y, d_model)


def _by_hand(values: Matrix, d_model: int) -> Matrix:
    return np.round(values, 1) + 0.0 if d_model <= ROUND_UP_TO else values  # + 0.0 makes a plain 0 of -0.0


def _drawn(d_model: int, heads: int, seed: int, kv_heads: int) -> Projections:
    w = seeded(d_model, heads, seed, kv_heads)
    return _with_biases(w.with_(**{name: _by_hand(getattr(w, name), d_model) for name in WEIGHTS}), seed)


def _projections(w: Projections, d_model: int, seed: int) -> Projections:
    check_heads(d_model, w.heads, "d_model")
    new = _drawn(d_model, w.heads, seed, w.kv_heads)
    return new.with_(**{name: _kept(getattr(w, name), getattr(new, name)) for name in (*WEIGHTS, *BIASES)})


def _with_biases(w: Projections, seed: int) -> Projections:
    stream = np.random.default_rng((seed, 3))
    widths = [getattr(w, name).shape[1] for name in WEIGHTS]
    drawn = (_by_hand(stream.standard_normal(width) * BIAS_SPREAD, w.w_q.shape[0]) for width in widths)
    return w.with_(**dict(zip(BIASES, drawn, strict=True)))


def _with_zeros(w: Projections) -> Projections:
    missing = [name for name in BIASES if getattr(w, name) is None]
    return w.with_(**{name: np.zeros(getattr(w, "w" + name[1:]).shape[1]) for name in missing})


def _kept(old: Matrix, new: Matrix) -> Matrix:
    """`new` with what fits of `old` at the same place."""
    kept = np.array(new)
    place = tuple(slice(min(a, b)) for a, b in zip(old.shape, new.shape, strict=True))
    kept[place] = old[place]
    return kept
