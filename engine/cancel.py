"""What a long computation is given: a way to report progress and to learn that the person cancelled."""

from typing import Protocol

from engine.problems import Sentence


class Job(Protocol):
    """A running job, seen from the inside."""

    def report(self, what: Sentence, done: float | None = None) -> None:
        """Say what is being done; `done` is the finished part in 0..1, None if it cannot be known."""

    def check(self) -> None:
        """Raise Cancelled if the person cancelled; call it between layers or chunks."""


class QuietJob:
    """A job that nobody watches or cancels."""

    def report(self, what: Sentence, done: float | None = None) -> None:
        """Nobody listens."""

    def check(self) -> None:
        """Never cancelled."""


QUIET: Job = QuietJob()
