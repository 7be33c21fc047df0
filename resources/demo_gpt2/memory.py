"""Two skills that reach far back: the second copy of a list (repetition), and a fact asked for later (recall)."""

from __future__ import annotations

from random import Random

from . import words as w
from .grammar import LIST_LENGTH, RECALL_DISTANCE, Doc, article, held_out, split
from .sentences import draw_subject


def chain(pool: tuple[str, ...], length: int, rng: Random, held: bool) -> list[str]:
    """Different words in which each word and its successor are on one side of the held-out rule."""
    while True:
        chosen = [rng.choice(pool)]
        for _ in range(length * 40):
            if len(chosen) == length:
                break
            word = rng.choice(pool)
            if word not in chosen and held_out(chosen[-1], word) == held:
                chosen.append(word)
        closes = held or not held_out(chosen[-1], chosen[0])  # the copies may follow each other directly
        if len(chosen) == length and closes:
            return chosen


def list_length(rng: Random) -> int:
    """Short lists more often than long ones: every doubling alike."""
    shortest, longest = LIST_LENGTH
    return int(shortest * ((longest + 1) / shortest) ** rng.random())


def list_copies(rng: Random, length: int) -> int:
    """Mostly two copies in training; short lists also come three or four times."""
    return rng.choice((2, 2, 3, 4)) if length <= 16 else 2


def repetition(lang: str, rng: Random, held: bool, length: int | None = None) -> Doc:
    """A list of arbitrary words and its copies; what can be known starts at the second word of the first copy.

    Held-out lists come twice, so that they measure one repetition.
    """
    length = length or list_length(rng)
    listed = [" " + word for word in chain(w.list_pool(lang), length, rng, held)]
    head = split(("Words:" if lang == "en" else "Palavras:") if rng.random() < 0.7 else "")
    between = split(rng.choice(["", "", ".", ";"]))
    written = head + listed + (between + listed) * (1 if held else list_copies(rng, length) - 1)
    start = len(head) + length + len(between) + 1
    known = tuple(index >= start for index in range(len(written)))
    return Doc(tuple(written), known, period=length + len(between))


def filler(lang: str, rng: Random) -> str:
    """One sentence that has nothing to do with the fact; some have a number too."""
    kind = rng.random()
    if kind < 0.3:
        animal, action = rng.choice(w.ANIMALS[lang]), rng.choice(w.ACTIONS[lang])
        return f"{'The' if lang == 'en' else 'O'} {animal} {action} {rng.choice(w.PLACES[lang])}."
    return _counted(lang, rng) if kind < 0.5 else _placed(lang, rng)


def _counted(lang: str, rng: Random) -> str:
    holder, held, number = rng.choice(w.CONTAINERS), rng.choice(w.THINGS), rng.choice(w.NUMBERS[2:])
    if lang == "en":
        return f"The {holder.en} has {number} {held.en_plural}."
    return f"{article(holder).upper()} {holder.pt} tem {number} {held.pt_plural}."


def _placed(lang: str, rng: Random) -> str:
    subject, place = draw_subject(rng, held=False), rng.choice(w.PLACES[lang])
    if lang == "en":
        return f"The {subject.adjective[1]} {subject.bare_en} {subject.choose('is', 'are')} {place}."
    return f"{subject.bare_pt.capitalize()} {subject.form_pt} {subject.choose('está', 'estão')} {place}."


def _say(lang: str, name: str, number: str) -> str:
    return f"The code of {name} is {number}." if lang == "en" else f"O código de {name} é {number}."


def _ask(lang: str, name: str) -> str:
    return f"What is the code of {name}? Answer:" if lang == "en" else f"Qual é o código de {name}? Resposta:"


def draw_facts(lang: str, rng: Random, held: bool, count: int) -> list[tuple[str, str]]:
    """Different names with different numbers, each combination on one side of the held-out rule."""
    facts: dict[str, str] = {}
    while len(facts) < count:
        name, number = rng.choice(w.NAMES[lang]), rng.choice(w.NUMBERS)
        if name not in facts and number not in facts.values() and held_out(name, number) == held:
            facts[name] = number
    return list(facts.items())


def recall(lang: str, rng: Random, held: bool, distance: int | None = None, facts: int = 1) -> Doc:
    """A fact, sentences that have nothing to do with it, and the question. (Training knows one fact per text.)

    The distance from the number to the colon before the answer is the one wanted, or up to 6 less.
    """
    distance = distance or rng.randint(*RECALL_DISTANCE)
    told_facts = draw_facts(lang, rng, held, facts)
    name, number = rng.choice(told_facts)
    told = split(" ".join(_say(lang, *fact) for fact in told_facts))
    question = split(" " + _ask(lang, name))
    room = distance - len(question) - (len(told) - 1 - told.index(" " + number))
    written = [*told, *_between(lang, rng, room, number), *question, " " + number, "."]
    return Doc(tuple(written), tuple(index == len(written) - 2 for index in range(len(written))))


def _between(lang: str, rng: Random, room: int, number: str) -> list[str]:
    """The words of as many sentences as there is room for, none of them with this number."""
    words: list[str] = []
    while True:
        sentence = split(" " + filler(lang, rng))
        if len(words) + len(sentence) > room:
            return words
        if " " + number not in sentence:
            words += sentence
