"""Sentences for people: English templates that the window can translate, and the error that carries one."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any


def QT_TRANSLATE_NOOP(context: str, text: str) -> str:
    """Mark `text` for translation under `context` and return it unchanged. The engine needs no Qt for that."""
    return text


@dataclass(frozen=True)
class Sentence:
    """One sentence: an English template marked with `QT_TRANSLATE_NOOP("engine", ...)` and its values.

    `str()` gives the English text; the window looks the template up in its language first. A value may be a Sentence.
    """

    template: str
    values: tuple[tuple[str, Any], ...] = ()

    def __str__(self) -> str:
        return self.told(str)

    def told(self, translate: Callable[[str], str]) -> str:
        """This sentence, and those among its values, with `translate` giving each template's words."""
        values = {name: v.told(translate) if isinstance(v, Sentence) else v for name, v in self.values}
        return translate(self.template).format(**values)


def sentence(template: str, **values: Any) -> Sentence:
    """A Sentence from keyword values."""
    return Sentence(template, tuple(values.items()))


class Problem(Exception):  # noqa: N818 - a person's problem, shown as a sentence, not a programming error
    """Something that a person can mend, said in one sentence: what is wrong and what to do.

    `field` names the place where it belongs ("q", "k", "v", "mask", "scale", "text", "model", "device", "path" ...).
    """

    def __init__(self, template: str, *, field: str = "", **values: Any) -> None:
        self.sentence = sentence(template, **values)
        self.field = field
        super().__init__(str(self.sentence))


class Cancelled(Exception):  # noqa: N818 - a person's wish, not an error
    """The person cancelled the job."""
