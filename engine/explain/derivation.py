"""The arithmetic of one cell, line by line, with the numbers that were really used; mistakes and filler included."""

import math
from collections.abc import Callable, Mapping, Sequence

from engine.config import Config
from engine.explain.arithmetic import PRODUCT, SURPRISE, Line, Sum, enough, number
from engine.explain.place import Place
from engine.explain.softmax_lines import masked_lines, weights_lines
from engine.problems import QT_TRANSLATE_NOOP, Sentence, sentence


def lines_of(place: Place) -> tuple[Line, ...]:
    """How the cell's number came about."""
    return tuple(_LINES.get(place.block, _input)(place))


def _input(cell: Place) -> list[Line]:
    return [f"{cell.name} = {repr(cell.value).removesuffix('.0')}".replace("-", "−", 1)]


def _scores(cell: Place) -> list[Line]:
    q, k = cell.tables.values["q"][cell.row], cell.tables.values["k"][cell.column]
    factors = f"{cell.names['q']}[{cell.row}]·{cell.names['k']}[{cell.column}] = "
    return [cell.sum_line(Sum(PRODUCT, list(zip(q.tolist(), k.tolist(), strict=True))), factors)]


def _scaled(cell: Place) -> list[Line]:
    c, score = cell.config, cell.at("scores")
    if c.scale == "none":
        line = f"{cell.name} = {cell.name_of('scores')} = {number(cell.value)}"
        return [line, sentence(QT_TRANSLATE_NOOP("engine", "The scores are not scaled."))]
    if c.scale != "sqrt_dk":
        factor = c.factor
        digits = enough(lambda rounded: rounded(score) * rounded(factor), cell.value)
        return [f"{cell.name} = {PRODUCT.write((score, factor), digits)} = {number(cell.value)}"]
    wrong = "scale_by_d_model" in c.mistakes
    size = c.d_model if wrong else c.d_k
    digits = enough(lambda rounded: rounded(score) / math.sqrt(size), cell.value)
    line = f"{cell.name} = {number(score, digits)} / sqrt({size}) = {number(cell.value)}"
    return [line, _wrong_divisor(c)] if wrong else [line]


def _wrong_divisor(config: Config) -> Sentence:
    return sentence(
        QT_TRANSLATE_NOOP(
            "engine", "Divided by sqrt(d_model), with d_model = {heads} · {d_k}, instead of sqrt(d_k) = sqrt({d_k})."
        ),
        heads=config.d_model // config.d_k,
        d_k=config.d_k,
    )


def _dropped(cell: Place) -> list[Line]:
    p, weight = cell.tables.trace.parts.dropout, cell.at("weights")
    if p == 0:
        line = f"{cell.name} = {cell.name_of('weights')} = {number(cell.value)}"
        return [line, sentence(QT_TRANSLATE_NOOP("engine", "There is no dropout."))]
    if not cell.is_(cell.tables.entry(cell.tables.trace.kept)):
        template = QT_TRANSLATE_NOOP(
            "engine", "{cell} = {value}: dropout, with probability {p}, has dropped this weight."
        )
        return [sentence(template, cell=cell.name, value=number(cell.value), p=number(p))]
    digits = enough(lambda rounded: rounded(weight) / (1 - rounded(p)), cell.value)
    return [f"{cell.name} = {number(weight, digits)} / (1 − {number(p, digits)}) = {number(cell.value)}"]


def _entropy(cell: Place) -> list[Line]:
    weights = cell.tables.values["weights"][cell.row]
    terms = [(weight,) for weight in weights[weights > 0].tolist()]
    if math.isnan(cell.value):
        return [_spoilt(cell)]
    if not terms:
        return [f"{cell.name} = 0", *_nothing_added(len(weights))]
    total = Sum(SURPRISE, terms)
    line = cell.sum_line(total, "−(", ")", sign=-1.0)
    return [line, *_nothing_added(len(weights) - len(terms))]


def _output(cell: Place) -> list[Line]:
    weights, values = cell.tables.values["dropped"][cell.row], cell.tables.values["v"][:, cell.column]
    some = weights != 0
    terms = list(zip(weights[some].tolist(), values[some].tolist(), strict=True))
    if math.isnan(cell.value):
        return [_spoilt(cell)]
    if not terms:
        return [f"{cell.name} = 0", *_nothing_added(len(weights))]
    return [cell.sum_line(Sum(PRODUCT, terms)), *_nothing_added(len(weights) - len(terms))]


def _spoilt(cell: Place) -> Sentence:
    return sentence(QT_TRANSLATE_NOOP("engine", "{cell} = NaN: a weight of this row is NaN."), cell=cell.name)


def _nothing_added(count: int) -> Sequence[Sentence]:
    if count == 0:
        return ()
    return (sentence(QT_TRANSLATE_NOOP("engine", "Keys with weight 0 add nothing: {count}."), count=count),)


_LINES: Mapping[str, Callable[[Place], list[Line]]] = {
    "scores": _scores,
    "scaled": _scaled,
    "masked": masked_lines,
    "weights": weights_lines,
    "dropped": _dropped,
    "entropy": _entropy,
    "output": _output,
}
