"""What the worker is asked to do when the Session changes. Results go back into the Session and nowhere else."""

import math
from collections.abc import Callable
from pathlib import Path
from typing import Any

from PySide6.QtCore import QObject, QTimer, Signal, Slot

from engine.audit import audited
from engine.heads.bench import MOST_TOKENS, as_one_head, bench_of
from engine.heads.trace import multihead
from engine.lessons import broken_by
from engine.problems import QT_TRANSLATE_NOOP, Problem
from engine.steps import Trace
from gui.draw_jobs import DrawJobs
from gui.runner import Runner, RunningJob
from gui.session import Document, HeadMap, HeadsResult, HeadsView, ModelView, Reading, Session, TakenLayer

AUDIT_DELAY_MS = 150  # a drag is over before torch is asked


class Jobs(QObject):
    """Keeps the results of a Session up to date with its Document, through a Runner."""

    sent = Signal()
    """A head of a model has been put on the bench."""

    def __init__(self, session: Session, runner: Runner) -> None:
        super().__init__(session)
        self._session, self._runner = session, runner
        self._audit_timer = QTimer(self, singleShot=True, interval=AUDIT_DELAY_MS)
        self._audit_timer.timeout.connect(self._audit)
        self.draws = DrawJobs(session, self._submit)
        session.changed.connect(self._on_changed)
        session.result_changed.connect(self._on_result)
        session.device_changed.connect(self._on_device)

    def start(self) -> None:
        """Begin what must wait until the window is on screen: everything that imports torch."""
        self._submit("devices", _devices)
        self._audit_timer.start()
        self.load_model()

    def load_model(self) -> None:
        """Load the model that the Session names, then read its text."""
        name, device = self._session.view.name, self._session.device
        self._submit("model", lambda job: _load(name, device, job))

    def first_heads(self) -> None:
        """Compute what the Multi-head room shows at its first visit: small and without torch, so at once."""
        if self._session.result("heads") is None:
            try:
                self._session.set_result("heads", _heads(self._session.heads))
            except Problem as problem:
                self._session.set_problem("heads", problem)

    def read_text(self) -> None:
        """Let the model read the Session's text again, after a cancel; a model that was not loaded is loaded first."""
        if self._session.result("model") is None:
            self.load_model()
        else:
            self._capture()

    def take_layer(self, layer: int) -> None:
        """Take a layer of the model that has read the Session's text to the bench of heads."""
        reading = self._session.reading
        if reading is not None:
            self._submit("heads_layer", lambda _job: _take_layer(reading, layer))

    @Slot(object, object)
    def _on_changed(self, old: Document, new: Document) -> None:
        if new.config is not old.config:
            config = new.config
            self._submit("trace", lambda _job: audited(config), lane="bench")
        if (new.heads.bench, new.heads.beside_one) != (old.heads.bench, old.heads.beside_one):
            heads = new.heads
            self._submit("heads", lambda _job: _heads(heads), lane="bench")
        if new.view.name != old.view.name:
            self.load_model()
        elif new.view.text != old.view.text:
            self._capture()
        elif new.view != old.view:
            self._map()

    @Slot(str)
    def _on_result(self, kind: str) -> None:
        if kind == "trace" and self._session.problem("trace") is None:
            self._audit_timer.start()
            self._lessons()
        elif kind == "model" and self._session.problem("model") is None:
            self._capture()
        elif kind == "send" and self._session.problem("send") is None:
            config, name = self._session.result("send")
            self._session.replace_config(config, name)
            self.sent.emit()
        elif kind == "capture" and self._session.problem("capture") is None:
            self._map()
        elif kind == "heads_layer" and self._session.problem("heads_layer") is None:
            taken = self._session.result("heads_layer")
            label = self.tr("Take layer {layer} of {model}").format(layer=taken.layer, model=taken.model)
            self._session.edit_heads(label, bench=taken.bench, taken=taken, head=0, kept=1.0)

    @Slot(str)
    def _on_device(self, _device: str) -> None:
        self.load_model()
        self._audit_timer.start()

    @Slot()
    def _audit(self) -> None:
        of_trace, device = self._session.trace, self._session.device
        self._submit("audit", lambda _job: _audit(of_trace, device))

    def _lessons(self) -> None:
        """What the mistakes that are on break; asked only if there are any, or were."""
        of_trace = self._session.trace
        on = bool(of_trace.config.mistakes) or math.isfinite(of_trace.config.filler)
        if on or self._session.result("lessons") or self._session.problem("lessons"):
            self._submit("lessons", lambda _job: broken_by(of_trace) if on else {}, lane="bench")

    def send_to_bench(self) -> None:
        """Put the head that the Model room shows on the bench, with its own numbers; `sent` follows."""
        reading, view = self._session.reading, self._session.view
        if reading is not None and view.head is not None:
            self._submit("send", lambda _job: _bench_config(reading, view))

    def _capture(self) -> None:
        model, text = self._session.result("model"), self._session.view.text
        if model is not None:
            self._submit("capture", lambda job: _read(model, text, job))

    def _map(self) -> None:
        reading, view = self._session.reading, self._session.view
        self._session.clear_problem("send")
        if reading is not None:
            self._submit("map", lambda _job: _head_map(reading, view))

    def _submit(self, kind: str, work: Callable[[RunningJob], Any], lane: Any = "torch") -> None:
        def done(result: Any) -> None:
            self._session.set_result(kind, result)

        def failed(problem: Problem) -> None:
            self._session.set_problem(kind, problem)

        self._runner.submit(kind, work, done, failed, lane)


def _devices(_job: RunningJob) -> Any:
    from engine.devices import available

    return available()


def _audit(of_trace: Trace, device: str) -> Any:
    from engine.audit import audit_torch
    from engine.devices import resolve

    return of_trace, audit_torch(of_trace, resolve(device))


def _load(name: str, device: str, job: RunningJob) -> Any:
    from engine.models.load import load

    return load(name, device, job)


def _read(model: Any, text: str, job: RunningJob) -> Reading:
    from engine.models.capture import capture
    from engine.models.predictions import next_tokens

    captured = capture(model, text, job)
    return Reading(model, text, captured, next_tokens(model, captured))


def _head_map(reading: Reading, view: ModelView) -> HeadMap:
    """The map that `view` asks for."""
    capture, (layer, head) = reading.capture, _place(reading, view)
    weights = capture.mean(layer) if head is None else capture.map(layer, head)
    visible = capture.head(layer, head or 0).visible if capture.kept else None
    hidden = None if visible is None else ~visible
    return HeadMap(layer, head, weights, hidden, capture.tokens.labels, Path(reading.model.name).name)


def _place(reading: Reading, view: ModelView) -> tuple[int, int | None]:
    """(layer, head) that `view` asks for; one that this model does not have becomes its last one."""
    model = reading.model
    return min(view.layer, model.layers - 1), None if view.head is None else min(view.head, model.heads - 1)


def _heads(view: HeadsView) -> HeadsResult:
    config = view.bench.config
    return HeadsResult(view.bench, multihead(config), multihead(as_one_head(config)) if view.beside_one else None)


def _take_layer(reading: Reading, layer: int) -> TakenLayer:
    from engine.models.layer import model_layer

    model, tokens = reading.model, reading.capture.tokens
    if len(tokens) > MOST_TOKENS:
        raise Problem(
            QT_TRANSLATE_NOOP("engine", "This text has {count} tokens and the heads take {most}: shorten it."),
            field="text",
            count=len(tokens),
            most=MOST_TOKENS,
        )
    taken = model_layer(model.module, layer, tokens.ids)
    return TakenLayer(Path(model.name).name, layer, tokens.labels, bench_of(taken.config), taken.output)


def _bench_config(reading: Reading, view: ModelView) -> Any:
    from engine.models.to_bench import bench_config

    layer, head = _place(reading, view)
    assert head is not None
    return bench_config(reading.capture, layer, head), f"{Path(reading.model.name).name} {layer}.{head}"
