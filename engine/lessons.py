"""What each mistake breaks: which checks of the audit fail because of it, and what there is to learn from it."""

import math
from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from engine.attention import attention_output
from engine.audit import SDPA_TOLERANCE, audit, judged_weights
from engine.config import Config
from engine.mistakes import MISTAKES
from engine.problems import QT_TRANSLATE_NOOP, Sentence, sentence
from engine.steps import Trace, trace

FILLER = "filler"


@dataclass(frozen=True)
class Broken:
    """The keys of the checks that one mistake makes fail (none: it changes nothing that shows here), and why."""

    checks: tuple[str, ...]
    why: Sentence


def broken_by(result: Trace) -> Mapping[str, Broken]:
    """Each mistake that is on in `result` ("filler" for a finite one) with what it breaks, taken alone.

    "sdpa" stands for the difference from the right formula, computed here in NumPy: torch is not asked.
    """
    right = trace(_only(result.config, None))
    return {key: _broken(key, trace(_only(result.config, key)), right) for key in _switched_on(result.config)}


def _switched_on(config: Config) -> list[str]:
    return [key for key in MISTAKES if key in config.mistakes] + [FILLER] * math.isfinite(config.filler)


def _only(config: Config, key: str | None) -> Config:
    """`config` with only this mistake, or none."""
    filler = config.filler if key == FILLER else -math.inf
    return config.with_(mistakes=frozenset({key} & MISTAKES.keys()), filler=filler)


def _broken(key: str, wrong: Trace, right: Trace) -> Broken:
    held = {check.key for check in audit(right) if check.ok is not False}
    failing = [check.key for check in audit(wrong) if check.ok is False and check.key in held]
    if _differs(wrong, right):
        failing.append("sdpa")
    return Broken(tuple(failing), LESSONS[key] if failing else UNSEEN.get(key, NOTHING))


def _differs(wrong: Trace, right: Trace) -> bool:
    v = right.config.v
    outputs = [attention_output(judged_weights(each), v) for each in (wrong, right)]
    return not np.abs(outputs[0] - outputs[1]).max() <= SDPA_TOLERANCE * max(1.0, float(np.abs(v).max()))


LESSONS: Mapping[str, Sentence] = {
    "scale_by_d_model": sentence(
        QT_TRANSLATE_NOOP(
            "engine",
            "Dividing by sqrt(d_model) makes the weights too even. Each row still adds up to 1 and hidden cells are 0: "
            "only the comparison with torch finds it.",
        )
    ),
    "inverted_mask": sentence(
        QT_TRANSLATE_NOOP(
            "engine",
            "The weight lies where the mask hides. A row can still add up to 1, so row sums alone prove nothing about "
            "the mask.",
        )
    ),
    "naive_empty_row": sentence(
        QT_TRANSLATE_NOOP(
            "engine",
            "A query that sees no key divides 0 by 0: its row is NaN, and so is everything computed from it later.",
        )
    ),
    "softmax_over_queries": sentence(
        QT_TRANSLATE_NOOP(
            "engine",
            "Each column adds up to 1, not each row: the queries share out a key instead of the keys a query.",
        )
    ),
    "mask_after_softmax": sentence(
        QT_TRANSLATE_NOOP(
            "engine",
            "Hidden cells are 0, but their scores took part in the softmax: what is left of a row adds up to less than 1.",
        )
    ),
    "mask_after_renormalised": sentence(
        QT_TRANSLATE_NOOP(
            "engine",
            "A hidden score lies so far above the visible ones that their weights were rounded to 0 before the sum was "
            "taken: nothing, or little of it, can be brought back.",
        )
    ),
    "dropout_at_evaluation": sentence(
        QT_TRANSLATE_NOOP(
            "engine",
            "Some weights are 0 and the others too large, so the rows do not add up to 1, and every run differs: "
            "dropout belongs to training only.",
        )
    ),
    FILLER: sentence(
        QT_TRANSLATE_NOOP(
            "engine",
            "The filler is a number like any other: where the visible scores lie near or below it, or where a query sees "
            "no key, hidden keys get weight. Only -inf hides for sure.",
        )
    ),
}

# Mistakes that leave most results as they are have a lesson even then.
UNSEEN: Mapping[str, Sentence] = {
    "mask_after_renormalised": sentence(
        QT_TRANSLATE_NOOP(
            "engine",
            "Dividing by the sum again gives the right weights, so no check fails; it goes wrong once a hidden score is "
            "hundreds above the visible ones.",
        )
    ),
    FILLER: sentence(
        QT_TRANSLATE_NOOP(
            "engine", "With these scores the filler lies low enough: every hidden weight is rounded to exactly 0."
        )
    ),
}

NOTHING = sentence(QT_TRANSLATE_NOOP("engine", "With these numbers it changes no result, so no check can find it."))
