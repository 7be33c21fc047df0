"""Numbers and sums as a person writes them: few digits, but enough that the line, computed again, gives its result."""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from engine.problems import QT_TRANSLATE_NOOP, Sentence, sentence

FEWEST, MOST = 4, 17  # significant digits; 17 tell each float64 from the next
ACCURACY = 5e-4  # how far, relatively, a line computed from its printed numbers may be from its result
LONGEST = 8  # terms of a sum that are written out; of a longer one the first and the last few
FIRST, LAST = 3, 2

Line = str | Sentence
Round = Callable[[float], float]


def number(x: float, digits: int = FEWEST) -> str:
    """`x` with so many significant digits; whole numbers below a million in full."""
    if not math.isfinite(x):
        return "NaN" if math.isnan(x) else "∞" if x > 0 else "−∞"
    whole = x == round(x) and abs(x) < 1e6
    before_point = len(str(int(abs(x)))) if abs(x) < 1e6 else 0
    text = str(round(x)) if whole else f"{x:.{max(digits, before_point)}g}"
    if math.isinf(float(text)):  # rounded up beyond the largest float64
        text = repr(x)
    return text.replace("-", "−", 1) if text.startswith("-") else text


def printed(x: float, digits: int) -> float:
    """The number that `number` prints."""
    text = number(x, digits).replace("−", "-").replace("∞", "inf")
    return float(text)


def signed(x: float, digits: int) -> str:
    """`x` as a factor or a subtrahend: a negative one in brackets."""
    text = number(x, digits)
    return f"({text})" if text.startswith("−") else text


def enough(compute: Callable[[Round], float], result: float) -> int:
    """The fewest digits with which `compute`, applied to printed numbers, still gives `result` to three digits."""
    for digits in range(FEWEST, MOST):
        found = compute(lambda x, digits=digits: printed(x, digits))  # type: ignore[misc]  # a default, to bind it now
        if found == result or abs(found - result) <= ACCURACY * abs(result):
            return digits
    return MOST


@dataclass(frozen=True)
class Kind:
    """A form of term: how it is written from its printed numbers, and its value."""

    write: Callable[[Sequence[float], int], str]
    value: Callable[[Sequence[float]], float]


PLAIN = Kind(lambda x, d: signed(x[0], d), lambda x: x[0])
PRODUCT = Kind(lambda x, d: f"{signed(x[0], d)}·{signed(x[1], d)}", lambda x: x[0] * x[1])
POWER = Kind(lambda x, d: f"exp({number(x[0], d)} − {signed(x[1], d)})", lambda x: math.exp(x[0] - x[1]))
SURPRISE = Kind(lambda x, d: f"{number(x[0], d)}·ln {number(x[0], d)}", lambda x: x[0] * math.log(x[0]))


@dataclass(frozen=True)
class Sum:
    """Terms of one Kind, each given by its numbers, at least one; a long sum keeps the ends and adds up its middle."""

    kind: Kind
    terms: Sequence[Sequence[float]]

    @property
    def long(self) -> bool:
        """True if the middle is not written out."""
        return len(self.terms) > LONGEST

    @property
    def middle(self) -> float:
        """What the terms that are not written out add up to."""
        return math.fsum(map(self.kind.value, self.terms[FIRST:-LAST])) if self.long else 0.0

    def value(self, rounded: Round) -> float:
        """The sum computed from the numbers that are printed."""
        shown = [*self.terms[:FIRST], *self.terms[-LAST:]] if self.long else self.terms
        values = [self.kind.value([rounded(x) for x in term]) for term in shown]
        return math.fsum([*values, rounded(self.middle)])

    def line(self, before: str, after: str, digits: int) -> Line:
        """The sum with so many digits between two pieces of text."""
        words = [self.kind.write(term, digits) for term in self.terms]
        if not self.long:
            return before + " + ".join(words) + after
        return sentence(
            QT_TRANSLATE_NOOP("engine", "{start} + ({count} more terms: {sum}) + {end}"),
            start=before + " + ".join(words[:FIRST]),
            count=len(words) - FIRST - LAST,
            sum=number(self.middle, digits),
            end=" + ".join(words[-LAST:]) + after,
        )
