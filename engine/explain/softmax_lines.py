"""Why a cell is hidden, and how its weight came about: the lines of "masked" and "weights"."""

import math

from engine.explain.arithmetic import PLAIN, POWER, Line, Sum, enough, number
from engine.explain.lineage import AFTER
from engine.explain.place import Place
from engine.masks import Visible
from engine.problems import QT_TRANSLATE_NOOP, Sentence, sentence


def masked_lines(cell: Place) -> list[Line]:
    if cell.is_(cell.tables.filled):
        return [f"{cell.name} = {number(cell.value)}", *_why_hidden(cell)]
    line = f"{cell.name} = {cell.name_of('scaled')} = {number(cell.value)}"
    if cell.is_(cell.tables.hidden):
        return [line, sentence(QT_TRANSLATE_NOOP("engine", "Not hidden yet: the mask comes after the softmax."))]
    return [line, *_why_shown(cell)]


def _why_hidden(cell: Place) -> list[Line]:
    """One Sentence for each rule that hides the cell."""
    c, place = cell.config, {"query": cell.row, "key": cell.column}
    if "inverted_mask" in c.mistakes:
        template = QT_TRANSLATE_NOOP(
            "engine", "The mask is read the other way round: query {query} may see key {key}, so it is hidden."
        )
        return [sentence(template, **place)]
    reasons = {rule: cell.tables.entry(hides) for rule, hides in c.mask.reasons(c.n_q, c.n_k).items()}
    offset = c.n_k - c.n_q if c.mask.causal_align == "bottom_right" else 0
    rules = _RULES_FROM_THE_END if offset else _RULES
    place["position"] = cell.row + offset
    return [sentence(rules[rule], **place) for rule, hides in reasons.items() if cell.is_(hides)]


def _why_shown(cell: Place) -> list[Line]:
    if "inverted_mask" not in cell.config.mistakes:
        return []
    template = QT_TRANSLATE_NOOP(
        "engine", "The mask is read the other way round: query {query} may not see key {key}, so it is shown."
    )
    return [sentence(template, query=cell.row, key=cell.column)]


_RULES = {
    "causal": QT_TRANSLATE_NOOP("engine", "Hidden by the causal rule: key {key} comes after query {query}."),
    "window": QT_TRANSLATE_NOOP("engine", "Hidden by the window: key {key} is too far from query {query}."),
    "padding": QT_TRANSLATE_NOOP("engine", "Hidden as padding: no query sees key {key}."),
    "painted": QT_TRANSLATE_NOOP("engine", "Hidden by the hand-made mask at query {query}, key {key}."),
}

_RULES_FROM_THE_END = {
    **_RULES,
    "causal": QT_TRANSLATE_NOOP(
        "engine",
        "Hidden by the causal rule: aligned bottom right, query {query} stands at position {position}, and key {key} "
        "comes after it.",
    ),
    "window": QT_TRANSLATE_NOOP(
        "engine",
        "Hidden by the window: aligned bottom right, query {query} stands at position {position}, too far from key {key}.",
    ),
}


def weights_lines(cell: Place) -> list[Line]:
    mistakes = cell.config.mistakes
    if math.isnan(cell.value):
        template = QT_TRANSLATE_NOOP("engine", "{cell} = 0 / 0 = NaN: nothing is left to share out.")
        return [sentence(template, cell=cell.name)]
    if not cell.is_(cell.tables.weighted):
        return [_no_weight(cell), *(_why_hidden(cell) if mistakes & AFTER else [])]
    if "mask_after_renormalised" in mistakes:
        return _renormalised(cell)
    return _softmax(cell, cell.value, cell.name)


def _no_weight(cell: Place) -> Sentence:
    if cell.config.mistakes & AFTER:
        template = QT_TRANSLATE_NOOP("engine", "{cell} = 0: the mask sets it to 0 after the softmax.")
    elif not _scores(cell, cell.tables.taking_part):
        template = QT_TRANSLATE_NOOP("engine", "{cell} = 0: every score is hidden, so there is nothing to share out.")
    else:
        template = QT_TRANSLATE_NOOP("engine", "{cell} = 0: a hidden score counts as −∞, and exp(−∞) = 0.")
    return sentence(template, cell=cell.name)


def _scores(cell: Place, where: Visible) -> list[float]:
    """The masked scores of the cell's row (its column, if the softmax runs over the queries) at the places `where`."""
    line = (slice(None), cell.column) if cell.tables.trace.parts.axis == -2 else (cell.row, slice(None))
    scores: list[float] = cell.tables.values["masked"][line][where[line]].tolist()
    return scores


def _softmax(cell: Place, value: float, name: str) -> list[Line]:
    """`name` = exp over the sum of exp, of the cell's masked score."""
    score, scores = cell.at("masked"), _scores(cell, cell.tables.taking_part)
    peak = max(scores)
    total = Sum(POWER, [(other, peak) for other in scores])
    digits = enough(lambda rounded: POWER.value((rounded(score), rounded(peak))) / total.value(rounded), value)
    top, bottom = POWER.value((score, peak)), total.value(float)
    line = total.line(
        f"{name} = {POWER.write((score, peak), digits)} / (",
        f") = {number(top)} / {number(bottom)} = {number(value)}",
        digits,
    )
    return [line, _about_peak(cell, number(peak, digits))]


def _about_peak(cell: Place, peak: str) -> Sentence:
    if cell.tables.trace.parts.axis == -2:
        template = QT_TRANSLATE_NOOP(
            "engine", "{peak} is the largest score of the column: the softmax runs over the queries here."
        )
    else:
        template = QT_TRANSLATE_NOOP(
            "engine",
            "{peak} is the largest score of the row; taking it off changes no weight and keeps exp from overflowing.",
        )
    return sentence(template, peak=peak)


def _renormalised(cell: Place) -> list[Line]:
    """The softmax over everything, then the weights that the mask leaves over their sum."""
    scores = _scores(cell, cell.tables.taking_part)
    whole = math.fsum(math.exp(score - max(scores)) for score in scores)
    before = math.exp(cell.at("masked") - max(scores)) / whole
    left = Sum(PLAIN, [(math.exp(score - max(scores)) / whole,) for score in _scores(cell, cell.tables.weighted)])
    lines = _softmax(cell, before, "softmax")
    lines.append(
        sentence(
            QT_TRANSLATE_NOOP(
                "engine",
                "Then the mask sets hidden weights to 0, and each one left is divided by the sum of those left:",
            )
        )
    )
    if left.value(float) == 0:
        return [*lines, f"{cell.name} = 0"]
    digits = enough(lambda rounded: rounded(before) / left.value(rounded), cell.value)
    last = left.line(f"{cell.name} = {number(before, digits)} / (", f") = {number(cell.value)}", digits)
    return [*lines, last]
