"""The open document, its undo stack, and the results that belong to it. Every panel looks here; nothing else decides."""

from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QUndoCommand, QUndoStack

from engine.audit import Audited, Check, audited
from engine.config import Config, Matrix
from engine.heads.bench import HeadsBench, new_bench
from engine.heads.trace import MultiHeadTrace
from engine.problems import Problem
from engine.saturation.draw import Draw
from engine.steps import STEPS, Trace


@dataclass(frozen=True, eq=False)
class Reading:
    """A text as a model read it: the Model, its Capture and the most probable next tokens with their probabilities."""

    model: Any
    text: str
    capture: Any
    next_tokens: tuple[tuple[str, float], ...] = ()


@dataclass(frozen=True, eq=False)
class HeadMap:
    """The map of one Head: weights (T, T) in float32, the cells hidden by the mask, the token labels; head None = mean."""

    layer: int
    head: int | None
    weights: NDArray[np.float32]
    hidden: NDArray[np.bool_] | None
    labels: tuple[str, ...]
    model: str


@dataclass(frozen=True)
class ModelView:
    """What the Model room is asked to show: which model on which device, the text, the layer and the head."""

    name: str = "demo"
    text: str = "O troféu não coube na mala porque ele era muito grande."
    layer: int = 0
    head: int | None = 0  # None = the mean of the layer's heads


@dataclass(frozen=True)
class DrawView:
    """How the Saturation room shows its Draw."""

    example: bool = False  # two given scores instead of the drawn ones
    measure: str = "jacobian_norm"  # of saturation_curve.MEASURES: the one beside the entropy
    overlay: bool = False  # whether a real head is laid over the plots, and which one
    layer: int = 0
    head: int = 0
    unscaled: bool = False  # what if that head were not scaled


@dataclass(frozen=True, eq=False)
class TakenLayer:
    """A layer of a model on the bench of heads: whose, the labels of its tokens, and the output (T, d_model) it gave."""

    model: str
    layer: int
    labels: tuple[str, ...]
    bench: HeadsBench
    output: Matrix


@dataclass(frozen=True)
class HeadsView:
    """What the Multi-head room shows.

    head        the one looked at
    kept        how much of its contribution the output keeps, 0 to 1
    beside_one  whether a single head with the same weights stands beside the many
    seed        of the random numbers
    taken       the layer that the numbers come from, None if they come from none
    """

    bench: HeadsBench = field(default_factory=new_bench)
    head: int = 0
    kept: float = 1.0
    beside_one: bool = False
    seed: int = 0
    taken: TakenLayer | None = None

    @property
    def labels(self) -> tuple[str, ...]:
        """One for each row of X: its token's label, or its index if the row is no longer that of the text.

        None at all if no row is.
        """
        taken = self.taken
        if taken is None or taken.bench.x is self.bench.x:
            return () if taken is None else taken.labels
        own = _own_rows(self.bench.x, taken.bench.x)
        return tuple(taken.labels[row] if own[row] else str(row) for row in range(len(own))) if any(own) else ()

    def same_as(self, other: "HeadsView") -> bool:
        """True if both show the same numbers in the same way."""
        return replace(self, bench=other.bench) == other and self.bench.same_as(other.bench)


@dataclass(frozen=True, eq=False)
class HeadsResult:
    """The MultiHeadTrace of a HeadsBench, and that of a single head with the same weights if it was asked for."""

    bench: HeadsBench
    trace: MultiHeadTrace
    one: MultiHeadTrace | None


@dataclass(frozen=True, eq=False)
class Document:
    """Everything that an edit can change; what a workspace stores. Frozen: an edit makes a new one."""

    config: Config
    view: ModelView = field(default_factory=ModelView)
    heads: HeadsView = field(default_factory=HeadsView)
    draw: Draw = field(default_factory=Draw)
    draw_view: DrawView = field(default_factory=DrawView)


class Session(QObject):
    """Holds the Document, the present Step and the latest results; tells those who listen what has changed.

    `changed(old, new)` follows every edit, undo and redo; `result_changed(kind)` follows a new result or Problem of
    a kind of job ("trace", "audit", "devices", "model", "capture", "map", "heads", "heads_layer").
    """

    changed = Signal(object, object)
    result_changed = Signal(str)
    step_changed = Signal(str)
    device_changed = Signal(str)
    painting_changed = Signal()
    lead_changed = Signal()
    box_changed = Signal()

    def __init__(self, config: Config, view: ModelView | None = None, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.document = Document(config, view or ModelView())
        self.undo_stack = QUndoStack(self)
        self.step = STEPS[-1]
        self.show_all_steps = True
        self.painting = False  # whether a click on a cell of the mask changes it
        self.lead = 0  # which entry of the leading axes is shown
        self.box = "x"  # which box of the walk through the heads is open
        self.device = "auto"
        self.drafts: dict[str, str] = {}  # what is typed and not entered yet, by field: a new theme must not lose it
        self._results: dict[str, Any] = {}
        self._problems: dict[str, Problem] = {}
        self.set_result("trace", audited(config))  # small and without torch: the first picture is there at once

    # -- the document ----------------------------------------------------------------------------------------------

    @property
    def config(self) -> Config:
        """The Config on the bench."""
        return self.document.config

    @property
    def view(self) -> ModelView:
        """What the Model room shows."""
        return self.document.view

    @property
    def heads(self) -> HeadsView:
        """What the Multi-head room shows."""
        return self.document.heads

    def edit_config(self, label: str, /, gesture: int = -1, **changes: Any) -> None:
        """Change fields of the Config as one undo entry named `label`; edits with the same `gesture` are one entry.

        Raises Problem, and changes nothing, if the result could not be computed.
        """
        self.replace(replace(self.document, config=self.config.with_(**changes)), label, gesture)

    def replace_config(self, config: Config, text: str) -> None:
        """Put another Config on the bench as one undo entry named `text`."""
        self.replace(replace(self.document, config=config), text)

    def edit_view(self, label: str, /, gesture: int = -1, **changes: Any) -> None:
        """Change fields of the ModelView as one undo entry named `label`."""
        view = replace(self.view, **changes)
        if view != self.view:
            self.replace(replace(self.document, view=view), label, gesture)

    @property
    def draw(self) -> Draw:
        """The Draw of the Saturation room."""
        return self.document.draw

    def edit_draw(self, label: str, /, gesture: int = -1, **changes: Any) -> None:
        """Change fields of the Draw as one undo entry named `label`. Raises Problem for a value out of range."""
        draw = replace(self.draw, **changes)
        if draw != self.draw:
            self.replace(replace(self.document, draw=draw), label, gesture)

    def edit_draw_view(self, label: str, /, **changes: Any) -> None:
        """Change fields of the DrawView as one undo entry named `label`."""
        view = replace(self.document.draw_view, **changes)
        if view != self.document.draw_view:
            self.replace(replace(self.document, draw_view=view), label)

    def edit_heads(self, label: str, /, gesture: int = -1, **changes: Any) -> None:
        """Change fields of the HeadsView as one undo entry named `label`; edits with the same `gesture` are one entry."""
        heads = replace(self.heads, **changes)
        if heads != self.heads:
            self.replace(replace(self.document, heads=heads), label, gesture)

    def replace(self, document: Document, text: str, gesture: int = -1) -> None:
        """Make `document` the present one, through the undo stack."""
        self.undo_stack.push(_Change(self, document, text, gesture))

    def _show(self, document: Document) -> None:
        old, self.document = self.document, document
        self.changed.emit(old, document)

    # -- results ---------------------------------------------------------------------------------------------------

    @property
    def trace(self) -> Trace:
        """The newest Trace; for a moment after an edit it may still be that of the Config before."""
        result: Audited = self._results["trace"]
        return result.trace

    @property
    def checks(self) -> tuple[Check, ...]:
        """The audit of the newest Trace; the checks that ask torch follow when the worker has made them."""
        of_trace, checks = self._results.get("audit", (None, ()))
        own: Audited = self._results["trace"]
        return own.checks + (checks if of_trace is own.trace else ())

    def result(self, kind: str) -> Any:
        """The newest result of that kind of job, None if there is none."""
        return self._results.get(kind)

    @property
    def reading(self) -> Reading | None:
        """The present text as the loaded model read it; None before that, and if it cannot read it."""
        reading: Reading | None = self._results.get("capture")
        if reading is None or "capture" in self._problems:
            return None
        own = reading.model is self._results.get("model") and reading.text == self.view.text
        return reading if own else None

    def problem(self, kind: str) -> Problem | None:
        """The Problem with which the newest job of that kind ended, None if it succeeded."""
        return self._problems.get(kind)

    def set_result(self, kind: str, result: Any) -> None:
        """Keep a result and tell those who draw it."""
        self._problems.pop(kind, None)
        self._results[kind] = result
        self.result_changed.emit(kind)

    def clear_problem(self, kind: str) -> None:
        """Forget why a job of that kind failed: what it was about is no longer on screen. Nobody is told."""
        self._problems.pop(kind, None)

    def set_problem(self, kind: str, problem: Problem) -> None:
        """Keep why the newest job of that kind failed; the result before it stays."""
        self._problems[kind] = problem
        self.result_changed.emit(kind)

    # -- how it is looked at (not undone) --------------------------------------------------------------------------

    def set_step(self, step: str) -> None:
        """Make `step` the present Step."""
        if step != self.step:
            self.step = step
            self.step_changed.emit(step)

    def set_show_all_steps(self, show: bool) -> None:
        """Show the Steps after the present one in full, or dimmed until they are reached."""
        if show != self.show_all_steps:
            self.show_all_steps = show
            self.step_changed.emit(self.step)

    def set_painting(self, painting: bool) -> None:
        """Whether a click on a cell hides it or shows it again."""
        if painting != self.painting:
            self.painting = painting
            self.painting_changed.emit()

    def set_lead(self, lead: int) -> None:
        """Which entry of the leading axes (batch, heads) is shown, counted in their flat order."""
        if lead != self.lead:
            self.lead = lead
            self.lead_changed.emit()

    def set_box(self, box: str) -> None:
        """Open another box of the walk through the heads."""
        if box != self.box:
            self.box = box
            self.box_changed.emit()

    def set_device(self, device: str) -> None:
        """Choose the device for models and for the checks by torch: "auto", "cpu" or "cuda"."""
        if device != self.device:
            self.device = device
            self.device_changed.emit(device)


class _Change(QUndoCommand):
    """Holds the Document before and after; the entry vanishes if a drag ends where it began."""

    def __init__(self, session: Session, document: Document, text: str, gesture: int) -> None:
        super().__init__(text)
        self._session = session
        self.before, self.after = session.document, document
        self._gesture = gesture

    def id(self) -> int:
        return self._gesture

    def mergeWith(self, other: QUndoCommand) -> bool:
        assert isinstance(other, _Change)
        self.after = other.after
        self.setObsolete(_same(self.before, self.after))
        return True

    def redo(self) -> None:
        self._session._show(self.after)

    def undo(self) -> None:
        self._session._show(self.before)


def _own_rows(x: Matrix, taken: Matrix) -> list[bool]:
    """For each row of `x` if it is still the one of `taken`."""
    both = min(len(x), len(taken)) if x.shape[1] == taken.shape[1] else 0
    own = np.zeros(len(x), dtype=bool)
    if both:
        own[:both] = (x[:both] == taken[:both]).all(axis=1)
    return [bool(same) for same in own]


def _same(a: Document, b: Document) -> bool:
    same = (a.view, a.draw, a.draw_view) == (b.view, b.draw, b.draw_view)
    return same and a.heads.same_as(b.heads) and a.config.same_as(b.config)
