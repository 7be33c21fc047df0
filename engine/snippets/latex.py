"""A Config as LaTeX: every line of the formula with its matrices, to paste into a text."""

import math
from collections.abc import Iterator

import numpy as np

from engine.config import Config, Matrix
from engine.explain.lineage import AFTER, Tables
from engine.masks import Visible
from engine.steps import trace

DIGITS = 4
MOST_COLUMNS = 10  # what amsmath allows unless told otherwise


def as_latex(config: Config) -> str:
    r"""The formula with numbers: displayed equations for amsmath, rounded to four significant digits.

    One group of equations for each entry of the leading axes, mistakes as they were computed.
    """
    result = trace(config)
    widest = max(config.n_q, config.n_k, config.d_k, config.d_v)
    lines = [r"% needs \usepackage{amsmath}"]
    if widest > MOST_COLUMNS:
        lines.append(rf"\setcounter{{MaxMatrixCols}}{{{widest}}}")
    for lead, place in enumerate(np.ndindex(config.lead)):
        if place:
            lines.append(f"% entry {list(place)} of the leading axes")
        lines += [rf"\[ {equation} \]" for equation in _equations(Tables(result, lead))]
    return "\n".join(lines) + "\n"


def _equations(tables: Tables) -> Iterator[str]:
    result, values = tables.trace, tables.values
    yield r",\quad ".join(f"{name.upper()} = {matrix(values[name])}" for name in ("q", "k", "v"))
    yield rf"Q K^{{\top}} = {matrix(values['scores'])}"
    yield rf"S = {_scaled(result.config)} = {matrix(values['scaled'])}"
    yield from _softmax(tables)
    used = "A"
    if result.parts.dropout:
        used = "A'"
        yield rf"D = {matrix(tables.entry(result.kept))}"
        yield rf"A' = \frac{{1}}{{1 - {number(result.parts.dropout)}}}\, D \odot A = {matrix(values['dropped'])}"
    yield f"{used} V = {matrix(values['output'])}"


def _scaled(config: Config) -> str:
    if config.scale == "none":
        return r"Q K^{\top}"
    if config.scale != "sqrt_dk":
        return rf"{number(config.factor)}\, Q K^{{\top}}"
    size = config.d_model if "scale_by_d_model" in config.mistakes else config.d_k
    return rf"\frac{{Q K^{{\top}}}}{{\sqrt{{{size}}}}}"


def _softmax(tables: Tables) -> Iterator[str]:
    """From the scaled scores S to the weights A; M is 1 where a key is seen."""
    mistakes, weights = tables.trace.config.mistakes, matrix(tables.values["weights"])
    columns = tables.trace.parts.axis == -2
    softmax = r"\operatorname{softmax}_{\downarrow}" if columns else r"\operatorname{softmax}"
    if not tables.hidden.any():
        yield rf"A = {softmax}(S) = {weights}"
    elif not mistakes & AFTER:
        yield rf"\tilde{{S}} = {matrix(tables.values['masked'])}"
        yield rf"A = {softmax}(\tilde{{S}}) = {weights}"
    else:
        yield f"M = {matrix(~tables.hidden)}"
        if "mask_after_softmax" in mistakes:
            yield rf"A = M \odot {softmax}(S) = {weights}"
        else:
            divided = (
                r"B \operatorname{diag}(\mathbf{1}^{\top} B)^{-1}"
                if columns
                else r"\operatorname{diag}(B \mathbf{1})^{-1} B"
            )
            yield rf"B = M \odot {softmax}(S),\quad A = {divided} = {weights}"


def matrix(table: Matrix | Visible) -> str:
    """A table as a pmatrix; truths are 1 and 0."""
    return (
        r"\begin{pmatrix} "
        + r" \\ ".join(" & ".join(map(number, row)) for row in table.astype(float).tolist())
        + r" \end{pmatrix}"
    )


def number(x: float) -> str:
    """Four significant digits, powers of ten written out."""
    if not math.isfinite(x):
        return r"\mathrm{NaN}" if math.isnan(x) else r"\infty" if x > 0 else r"-\infty"
    text, _, exponent = f"{x + 0.0:.{DIGITS}g}".partition("e")
    return rf"{text} \cdot 10^{{{int(exponent)}}}" if exponent else text
