"""What the worker is asked to do for the Saturation room: the draw, its histogram, the curves, a real head's scores."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from PySide6.QtCore import QObject, QTimer, Slot

from engine.attention import dot_scores
from engine.cancel import Job
from engine.config import Matrix
from engine.problems import Cancelled, Sentence
from engine.saturation.curve import Curve, curve, d_k_grid
from engine.saturation.draw import Draw
from engine.saturation.sample import Histogram, head_entropies, histogram, sample
from gui.session import Document, DrawView, Reading, Session

REST_MS = 120
"""Curves and the fine histogram wait until a drag rests for so long."""
DRAWS = 200
COARSE, FINE = 2**18, 2**22
"""Random numbers of a histogram while it is dragged, a few milliseconds, and at rest."""
MOST_PAIRS = 20_000

Submit = Callable[[str, Callable[[Any], Any], Any], None]


@dataclass(frozen=True, eq=False)
class DrawnHistogram:
    """A Histogram and the Draw that it belongs to."""

    draw: Draw
    histogram: Histogram


@dataclass(frozen=True, eq=False)
class DrawnCurve:
    """The Curve so far and the Draw that it belongs to; the Draw's d_k plays no part."""

    draw: Draw
    curve: Curve

    @property
    def complete(self) -> bool:
        """True if no point is missing."""
        return len(self.curve.d_k) == len(d_k_grid())

    def belongs_to(self, draw: Draw) -> bool:
        """True if `draw` has this curve."""
        return replace(draw, d_k=self.draw.d_k) == self.draw


@dataclass(frozen=True, eq=False)
class HeadScores:
    """One real Head's q.k over the cells that its mask shows, and the entropies of its rows that see two keys or more.

    reading        whose head it is
    own, unscaled  (rows,) entropy over the largest possible one, with the head's own factor and with factor 1
    """

    reading: Reading
    layer: int
    head: int
    d_k: int
    factor: float
    scores: Matrix
    own: Matrix
    unscaled: Matrix


class DrawJobs(QObject):
    """Keeps "sample", "histogram", "curve" and "head_scores" up to date, from the room's first visit on.

    All but the last share a lane with what is dragged, so none of their jobs takes long: a curve is one job per point.
    """

    def __init__(self, session: Session, submit: Submit) -> None:
        super().__init__(session)
        self._session, self._submit = session, submit
        self._started = False
        self._points: Iterator[Curve] = iter(())
        self._curve_draw: Draw | None = None
        self._rest = QTimer(self, singleShot=True, interval=REST_MS)
        self._rest.timeout.connect(self._at_rest)
        session.changed.connect(self._on_changed)
        session.result_changed.connect(self._on_result)

    def start(self) -> None:
        """The room is on screen: compute what it shows. Calling it again does nothing."""
        if not self._started:
            self._started = True
            self._sample()
            self._at_rest()
            self._head_scores()

    @Slot(object, object)
    def _on_changed(self, old: Document, new: Document) -> None:
        if not self._started:
            return
        if new.draw != old.draw:
            self._stop_curve(new.draw)
            self._sample()
            self._rest.start()
        if new.draw_view != old.draw_view:
            self._head_scores()

    @Slot(str)
    def _on_result(self, kind: str) -> None:
        if not self._started:
            return
        if kind == "capture":
            self._head_scores()
        elif kind == "curve" and self._session.problem("curve") is None:
            drawn: DrawnCurve = self._session.result("curve")
            if drawn.draw is self._curve_draw and not drawn.complete:
                self._next_point()

    def _sample(self) -> None:
        draw = self._session.draw
        self._submit("sample", lambda _job: sample(draw), "bench")
        self._submit("histogram", lambda job: _histogram(draw, COARSE, job), "bench")

    @Slot()
    def _at_rest(self) -> None:
        draw = self._session.draw
        self._submit("histogram", lambda job: _histogram(draw, FINE, _WhileShown(job, self._session, draw)), "bench")
        drawn = self._session.result("curve")
        if self._curve_draw is None and (drawn is None or not drawn.complete or not drawn.belongs_to(draw)):
            self._curve_draw, self._points = draw, curve(draw, d_k_grid(), DRAWS)
            self._next_point()

    def _stop_curve(self, draw: Draw) -> None:
        """No further point of a curve that does not belong to `draw`."""
        if self._curve_draw is not None and replace(draw, d_k=self._curve_draw.d_k) != self._curve_draw:
            self._curve_draw = None

    def _next_point(self) -> None:
        draw, points = self._curve_draw, self._points
        assert draw is not None
        self._submit("curve", lambda _job: DrawnCurve(draw, next(points)), "bench")

    def _head_scores(self) -> None:
        reading, view = self._session.reading, self._session.document.draw_view
        if reading is not None and view.overlay:
            self._submit("head_scores", lambda _job: _head_scores(reading, view), "torch")


class _WhileShown:
    """A job that ends as soon as the Session shows another Draw: the person is dragging again."""

    def __init__(self, job: Job, session: Session, draw: Draw) -> None:
        self._job, self._session, self._draw = job, session, draw

    def report(self, what: Sentence, done: float | None = None) -> None:
        """Say what is being done."""
        self._job.report(what, done)

    def check(self) -> None:
        """Raise Cancelled if the person cancelled or went on."""
        self._job.check()
        if self._session.draw is not self._draw:
            raise Cancelled


def _histogram(draw: Draw, numbers: int, job: Job) -> DrawnHistogram:
    """With as many pairs as `numbers` random numbers make."""
    pairs = min(MOST_PAIRS, numbers // (2 * draw.d_k))
    return DrawnHistogram(draw, histogram(draw, pairs, job))


def _head_scores(reading: Reading, view: DrawView) -> HeadScores:
    """The head that `view` asks for; a layer or head that this model does not have becomes its last one."""
    capture = reading.capture
    layer, head = min(view.layer, capture.layers - 1), min(view.head, capture.heads - 1)
    inputs = capture.head(layer, head)
    entropies = head_entropies(inputs.q, inputs.k, inputs.factor, inputs.visible, inputs.bias)
    rows = entropies.limit > 0
    scores = dot_scores(inputs.q.astype(np.float64), inputs.k.astype(np.float64))[inputs.visible]
    own, unscaled = (each[rows] / entropies.limit[rows] for each in (entropies.own, entropies.unscaled))
    return HeadScores(reading, layer, head, inputs.q.shape[-1], inputs.factor, scores, own, unscaled)
