"""Sentences for people: English templates that the window can translate, and the error that carries one."""

from dataclasses import dataclass
from typing import Any


def QT_TRANSLATE_NOOP(context: str, text: str) -> str:
    """Mark `text` for translation under `context` and return it unchanged. The engine needs no Qt for that."""
    return text


@dataclass(frozen=True)
class Sentence:
    """One sentence: an English template marked with `QT_TRANSLATE_NOOP("engine", ...)` and its values.

    `str()` gives the English text; the window looks the template up in its language first.
    """

    template: str
    values: tuple[tuple[str, Any], ...] = ()

    def __str__(self) -> str:
        return self.format(self.template)

    def format(self, template: str) -> str:
        """This sentence's values put into `template` (the English one or its translation)."""
        return template.format(**dict(self.values))


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
