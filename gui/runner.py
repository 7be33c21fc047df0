"""Work off the window's thread: one current and one pending job per kind, the newest replaces the pending one.

Two lanes, one QThread each. "bench" does the small NumPy work of the bench, so that a drag is never behind a model that
loads; "torch" is the only thread that ever imports torch and transformers.
"""

import logging
from collections.abc import Callable
from typing import Any, Literal

from PySide6.QtCore import QObject, Qt, QThread, Signal, Slot

from engine.problems import QT_TRANSLATE_NOOP, Cancelled, Problem, Sentence

Lane = Literal["bench", "torch"]
Work = Callable[["RunningJob"], Any]
Done = Callable[[Any], None]
Failed = Callable[[Problem], None]

BACKGROUND = ("devices", "audit")
"""Kinds of jobs that nobody asked for and that are short: Cancel leaves them alone."""

CANCELLED = QT_TRANSLATE_NOOP("engine", "Cancelled before it was done: ask again when you want it.")

log = logging.getLogger(__name__)


class RunningJob(QObject):
    """One job: what to do, whom to tell. Its `report` and `check` are called from the worker's thread."""

    progressed = Signal(object)

    def __init__(self, kind: str, work: Work, done: Done, failed: Failed) -> None:
        super().__init__()
        self.kind, self.work, self.done, self.failed = kind, work, done, failed
        self.what: Sentence | None = None
        self.fraction: float | None = None
        self.cancelled = False

    def report(self, what: Sentence, done: float | None = None) -> None:
        """Say what is being done and which part of it (0..1) is finished."""
        self.what, self.fraction = what, done
        self.progressed.emit(self)

    def check(self) -> None:
        """Raise Cancelled if the person cancelled."""
        if self.cancelled:
            raise Cancelled


class _Worker(QObject):
    """Lives on the worker thread, runs one job at a time."""

    finished = Signal(object, object)  # the job, and its result, a Problem or Cancelled

    @Slot(object)
    def run(self, job: RunningJob) -> None:
        self.finished.emit(job, _outcome(job))


def _outcome(job: RunningJob) -> Any:
    try:
        job.check()
        return job.work(job)
    except (Problem, Cancelled) as said:
        return said.with_traceback(None)  # a kept traceback would keep the job's arrays alive
    except MemoryError:
        return Problem(QT_TRANSLATE_NOOP("engine", "There is not enough memory for this: try something smaller."))
    except Exception as error:
        log.exception("a job of the kind %r failed", job.kind)
        return Problem(
            QT_TRANSLATE_NOOP("engine", "This failed inside the program ({error}); the details are in the log file."),
            error=f"{type(error).__name__}: {error}",
        )


class _Lane(QObject):
    """One thread, its current job and the pending ones."""

    start = Signal(object)

    def __init__(self, runner: "Runner", name: str) -> None:
        super().__init__(runner)
        self._runner = runner
        self.current: RunningJob | None = None
        self.pending: dict[str, RunningJob] = {}
        self._thread = QThread(self)
        self._thread.setObjectName(name)
        self._worker = _Worker()
        self._worker.moveToThread(self._thread)
        self.start.connect(self._worker.run)
        self._worker.finished.connect(self._finished, Qt.ConnectionType.QueuedConnection)

    def submit(self, job: RunningJob) -> None:
        job.progressed.connect(self._runner.on_progress, Qt.ConnectionType.QueuedConnection)
        self.pending[job.kind] = job
        self._next()

    def cancel(self) -> None:
        """What the person asked for is not done any more, and its owner is told."""
        dropped = [job for kind, job in self.pending.items() if kind not in BACKGROUND]
        self.pending = {kind: job for kind, job in self.pending.items() if kind in BACKGROUND}
        if self.current and self.current.kind not in BACKGROUND:
            self.current.cancelled = True
        for job in dropped:
            job.failed(Problem(CANCELLED, field="cancelled"))

    def close(self, milliseconds: int) -> bool:
        self.pending.clear()
        if self.current:
            self.current.cancelled = True
        self._thread.quit()
        return self._thread.wait(milliseconds)

    def _next(self) -> None:
        if self.current is None and self.pending:
            self.current = self.pending.pop(next(iter(self.pending)))
            if not self._thread.isRunning():
                self._thread.start()
            self.start.emit(self.current)
        self._runner.activity_changed.emit()

    @Slot(object, object)
    def _finished(self, job: RunningJob, outcome: Any) -> None:
        self.current = None
        if isinstance(outcome, Problem):
            job.failed(outcome)
        elif not isinstance(outcome, Cancelled):
            job.done(outcome)
        elif not self._runner.closed:
            job.failed(Problem(CANCELLED, field="cancelled"))
        self._next()


class Runner(QObject):
    """Takes jobs, runs them on its lanes, calls `done` or `failed` on the window's thread."""

    activity_changed = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._lanes: dict[str, _Lane] = {name: _Lane(self, name) for name in ("bench", "torch")}
        self.closed = False

    def submit(self, kind: str, work: Work, done: Done, failed: Failed, lane: Lane = "torch") -> None:
        """Run `work(job)` after what its lane is doing; a pending job of the same kind is forgotten.

        `done(result)` or `failed(problem)` is called on the window's thread; a cancelled job fails and says so.
        """
        if not self.closed:
            self._lanes[lane].submit(RunningJob(kind, work, done, failed))

    @property
    def activity(self) -> RunningJob | None:
        """The job of the torch lane that is running, None if it is idle."""
        return self._lanes["torch"].current

    @property
    def idle(self) -> bool:
        """True if nothing runs and nothing is pending."""
        return all(lane.current is None and not lane.pending for lane in self._lanes.values())

    def cancel(self) -> None:
        """Forget what the person asked the torch lane for, and ask its running job to stop."""
        self._lanes["torch"].cancel()
        self.activity_changed.emit()

    def close(self, milliseconds: int = 1500) -> bool:
        """Cancel everything and end the threads; False if one is still inside a call that cannot be interrupted."""
        self.closed = True
        ended = [lane.close(milliseconds // len(self._lanes)) for lane in self._lanes.values()]
        return all(ended)

    @Slot(object)
    def on_progress(self, _job: RunningJob) -> None:
        """A running job has said what it is doing."""
        self.activity_changed.emit()
