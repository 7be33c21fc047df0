"""A Config as code to copy: it runs alone and gives the same weights and output as the Trace."""

import math

from engine.config import Config
from engine.explain.lineage import AFTER
from engine.masks import Mask
from engine.mistakes import Parts, parts
from engine.snippets.latex import as_latex
from engine.snippets.libraries import Library, NumPy, PyTorch
from engine.steps import Trace, trace

__all__ = ("as_latex", "as_numpy", "as_pytorch")


def as_numpy(config: Config) -> str:
    """NumPy code that computes `weights` and `output` of `config`, mistakes included, and prints them."""
    return _code(trace(config), NumPy())


def as_pytorch(config: Config) -> str:
    """PyTorch code that computes `weights` and `output` of `config` in float64, mistakes included, and prints them."""
    return _code(trace(config), PyTorch())


def _code(result: Trace, library: Library) -> str:
    config = result.config
    sections = (
        _inputs(config, library),
        _scores(config, library),
        _visible(config, library),
        _weights(config, library),
        _output(result, library),
    )
    body = "\n\n".join("\n".join(lines) for lines in sections if lines)
    head = ["import math", ""] if "math." in body else []
    return "\n".join([*head, library.import_, "", body, ""])


def _inputs(config: Config, library: Library) -> list[str]:
    arrays = [f"{name.upper()} = {library.table(getattr(config, name))}" for name in ("q", "k", "v")]
    return [*arrays, "n_q, n_k, d_k = Q.shape[-2], K.shape[-2], Q.shape[-1]"]


def _scores(config: Config, library: Library) -> list[str]:
    return [f"scores = Q @ {library.transposed(config.k.ndim > 2)}", *_scaled(config)]


def _scaled(config: Config) -> list[str]:
    if "scale_by_d_model" in config.mistakes:
        heads = config.d_model // config.d_k
        return [f"d_model = {heads} * d_k", "scaled = scores / math.sqrt(d_model)  # mistake: it must be sqrt(d_k)"]
    if config.scale == "sqrt_dk":
        return ["scaled = scores / math.sqrt(d_k)"]
    return ["scaled = scores" if config.scale == "none" else f"scaled = scores * {config.factor!r}"]


def _visible(config: Config, library: Library) -> list[str]:
    """Lines that make the visible mask, none if nothing is hidden."""
    rules = list(config.mask.rules(config.n_q, config.n_k))
    inverted = "inverted_mask" in config.mistakes
    if not rules and not inverted:
        return []
    lines = ["# True = this query may see this key"]
    for rule in rules:
        lines += _RULES[rule](config.mask, library)
    lines.append(f"visible = {' & '.join(rules) or library.all_seen('(n_q, n_k)')}")
    return [*lines, "visible = ~visible  # mistake: the mask is read the other way round"] if inverted else lines


def _causal(mask: Mask, library: Library) -> list[str]:
    lines = [f"causal = {library.lower_triangle(_offset(mask))}"]
    return [*lines, f"causal[:, :{mask.prefix}] = True  # the prefix"] if mask.prefix else lines


def _window(mask: Mask, library: Library) -> list[str]:
    offset = f" + {_offset(mask)}" if _offset(mask) else ""
    free = [
        f"window = window | (query == {place}) | (key == {place})  # a global token"
        for place in sorted(set(mask.global_tokens))
    ]
    return [
        f"query, key = {library.range_('n_q')}[:, None]{offset}, {library.range_('n_k')}[None, :]",
        f"window = abs(query - key) < {mask.window}",
        *free,
    ]


def _padding(mask: Mask, library: Library) -> list[str]:
    return [f"padding = {library.all_seen('n_k')}", f"padding[{sorted(set(mask.padding))}] = False"]


def _painted(mask: Mask, library: Library) -> list[str]:
    return [f"painted = {library.table(mask.visible, truths=True)}"]


_RULES = {"causal": _causal, "window": _window, "padding": _padding, "painted": _painted}


def _offset(mask: Mask) -> str:
    """What moves the last query to the last key."""
    return "n_k - n_q" if mask.causal_align == "bottom_right" else ""


def _weights(config: Config, library: Library) -> list[str]:
    use = parts(config)
    naive = "naive_empty_row" in config.mistakes
    hides = bool(_visible(config, library))
    after = bool(config.mistakes & AFTER)
    lines = []
    if use.axis == -2:
        lines.append("# mistake: softmax over the queries, down each column")
    if hides and not after:
        lines.append(f"masked = {library.where('scaled', library.filler(config.filler))}")
    else:
        lines.append("masked = scaled")
    empty = not after and math.isinf(config.filler) and bool((~use.visible).all(axis=use.axis).any())
    lines += library.softmax(use.axis, guard=empty and not naive, nan=empty and naive)
    if hides and after:
        lines += _mask_after(config, use, library)
    return lines


def _mask_after(config: Config, use: Parts, library: Library) -> list[str]:
    lines = [f"weights = {library.where('weights', '0.0')}  # mistake: the mask comes after the softmax"]
    if "mask_after_renormalised" in config.mistakes:
        naive = "naive_empty_row" in config.mistakes
        lines.append(f"left = {library.sum_(use.axis)}")
        lines += library.ratio(guard=not naive, nan=naive)
    return lines


def _output(result: Trace, library: Library) -> list[str]:
    p = result.parts.dropout
    printed = ["print(weights)", "print(output)"]
    if p == 0:
        return ["output = weights @ V", *printed]
    why = "mistake: dropout is still on" if "dropout_at_evaluation" in result.config.mistakes else "Dropout"
    return [
        f"# {why}, with probability {p!r}: these weights are kept",
        f"kept = {library.kept(result.kept, result.config.seed, p)}",
        f"dropped = weights * kept / (1 - {p!r})",
        "output = dropped @ V",
        *printed,
    ]
