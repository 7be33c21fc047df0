"""Two skills within a sentence or two: which noun a pronoun means (reference), and forms that agree."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from . import words as w
from .grammar import Doc, article, held_out, mark, noun_form

FRAMES = {
    "fit": (w.CONTAINERS, w.SIZE_PAIRS),
    "pass": (w.PASSAGES, w.SIZE_PAIRS),
    "break": (w.BREAKABLES, w.FORCE_PAIRS),
}
_ENGLISH = {"fit": "did not fit in the", "pass": "did not go through the", "break": "broke the"}
_PORTUGUESE = {"fit": "não coube n", "pass": "não passou pel", "break": "quebrou "}


def reference_pair(lang: str, first: w.Noun, second: w.Noun, frame: str, pair: int) -> tuple[Doc, Doc]:
    """The two versions of one sentence, which differ in the adjective and so in the answer."""
    write = _reference_en if lang == "en" else _reference_pt
    nouns = noun_form(first, lang), noun_form(second, lang)
    adjectives = FRAMES[frame][1][lang][pair]
    one, other = (write(first, second, frame, *choice) for choice in zip(adjectives, nouns, strict=True))
    return one, other


def _reference_en(first: w.Noun, second: w.Noun, frame: str, adjective: str, answer: str) -> Doc:
    return mark(
        f"The {first.en} {_ENGLISH[frame]} {second.en} because it was too {adjective}. "
        f"Which of the two? Answer:* {answer}*."
    )


def _reference_pt(first: w.Noun, second: w.Noun, frame: str, adjective: str, answer: str) -> Doc:
    # As in the well-known sentence, pronoun and adjective agree with the first noun in both versions:
    # their gender must not give the answer away.
    pronoun = "ela" if first.gender == "f" else "ele"
    form = w.inflect(adjective, first.gender, plural=False)
    return mark(
        f"{article(first).upper()} {first.pt} {_PORTUGUESE[frame]}{article(second)} {second.pt} "
        f"porque {pronoun} era muito {form}. Qual dos dois? Resposta:* {answer}*."
    )


def reference_choices(held: bool) -> list[tuple[w.Noun, w.Noun, str]]:
    """All (first noun, second noun, frame) on one side of the held-out rule, in a fixed order."""
    return [
        (first, second, frame)
        for frame, (seconds, _) in FRAMES.items()
        for first in w.THINGS + w.CONTAINERS
        for second in seconds
        if first != second and held_out(first.pt, second.pt) == held
    ]


_CHOICES = {held: reference_choices(held) for held in (False, True)}


def draw_reference_pair(lang: str, rng: Random, held: bool) -> tuple[Doc, Doc]:
    first, second, frame = rng.choice(_CHOICES[held])
    return reference_pair(lang, first, second, frame, rng.randrange(len(FRAMES[frame][1][lang])))


def reference(lang: str, rng: Random, held: bool) -> Doc:
    return rng.choice(draw_reference_pair(lang, rng, held))


@dataclass(frozen=True)
class Subject:
    """A noun in one number, and an adjective as (Portuguese, English)."""

    noun: w.Noun
    plural: bool
    adjective: tuple[str, str]

    @property
    def form_pt(self) -> str:
        return w.inflect(self.adjective[0], self.noun.gender, self.plural)

    @property
    def bare_pt(self) -> str:
        return f"{article(self.noun, self.plural)} {noun_form(self.noun, 'pt_BR', self.plural)}"

    @property
    def bare_en(self) -> str:
        return noun_form(self.noun, "en", self.plural)

    def choose(self, singular: str, plural: str) -> str:
        return plural if self.plural else singular


def draw_subject(rng: Random, held: bool, adjective: tuple[str, str] | None = None) -> Subject:
    """A noun and an adjective whose combination is on one side of the held-out rule."""
    while True:
        found = Subject(rng.choice(w.NOUNS), rng.random() < 0.5, adjective or rng.choice(w.DESCRIPTIONS))
        if held_out(found.noun.pt, found.adjective[0]) == held:
            return found


def agreement(lang: str, rng: Random, held: bool) -> Doc:
    """Held out are noun and adjective of the subject whose forms are asked for."""
    subject = draw_subject(rng, held)
    other = draw_subject(rng, False, subject.adjective)
    while other.noun == subject.noun:
        other = draw_subject(rng, False, subject.adjective)
    return mark(rng.choice(_AGREEMENT[lang])(subject, other, rng.choice(w.PLACES[lang])))


def _same_pt(subject: Subject, other: Subject, _place: str) -> str:
    first = f"{other.bare_pt.capitalize()} {other.choose('é', 'são')} {other.form_pt}."
    second = f"{subject.bare_pt.capitalize()} também* {subject.choose('é', 'são')} {subject.form_pt}*."
    return f"{first} {second}"


def _near_pt(subject: Subject, other: Subject, place: str) -> str:
    named = f"{subject.bare_pt.capitalize()} {subject.form_pt} perto d{other.bare_pt}"
    return f"{named}* {subject.choose('está', 'estão')}* {place}."


def _same_en(subject: Subject, other: Subject, _place: str) -> str:
    first = f"{other.choose('This', 'These')} {other.bare_en} {other.choose('is', 'are')} {other.adjective[1]}."
    second = f"{subject.choose('This', 'These')} {subject.bare_en}* {subject.choose('is', 'are')}* also"
    return f"{first} {second}* {subject.adjective[1]}*."


def _near_en(subject: Subject, other: Subject, place: str) -> str:
    named = f"The {subject.adjective[1]} {subject.bare_en} near the {other.bare_en}"
    return f"{named}* {subject.choose('is', 'are')}* {place}."


_AGREEMENT = {"pt_BR": (_same_pt, _near_pt), "en": (_same_en, _near_en)}
