"""The scores of many independent pairs against the normal distribution of theory, and a real head's beside them."""

from math import ceil, log2

import numpy as np
from PySide6.QtCore import Slot
from PySide6.QtWidgets import QVBoxLayout, QWidget

from engine.saturation.sample import Histogram, theory_density
from gui.draw_jobs import DrawnHistogram, HeadScores
from gui.panels.saturation.export import offer
from gui.session import Document, Session
from gui.widgets.plot import Points
from gui.widgets.plot_bars import Distribution, HistogramPlot, distribution

HEAD_ENDS = ("model", "capture")
"""Results with which a head that is laid over the plots may have become that of another text or model."""
BINS = 61
PLACES = 121
DEVIATIONS = 4.0
"""The axis reaches at least so many standard deviations of the theory to either side."""


class ScoresPanel(QWidget):
    """q.k as bars, N(0, d_k) as a line, the measured variance beside d_k."""

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self.plot = HistogramPlot()
        offer(self.plot)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(self.plot)
        session.changed.connect(self._on_changed)
        session.result_changed.connect(self._on_result)
        self.render_scores()

    def render_scores(self) -> None:
        """Show the newest histogram."""
        drawn: DrawnHistogram | None = self._session.result("histogram")
        self.plot.set_title(self.tr("Scores q·k before scaling"))
        self.plot.set_axis_names(self.tr("score"), self.tr("density"))
        if drawn is None:
            return
        head = shown_head(self._session)
        edges = self._edges(drawn.histogram, head)
        places = np.linspace(edges[0], edges[-1], PLACES)
        theory = np.column_stack([places, theory_density(places, drawn.draw.d_k, drawn.draw.spread)])
        measured = distribution(self.tr("drawn"), drawn.histogram.scores, edges)
        self.plot.show_numbers(measured, self._theory_name(drawn), theory, self._of_head(head, edges))
        self.plot.set_caption("\n".join(filter(None, [self._variance(drawn), self._head_variance(head)])))

    def _theory_name(self, drawn: DrawnHistogram) -> str:
        return "N(0, d_k)" if drawn.draw.spread == 1 else self.tr("N(0, d_k · spread⁴)")

    def _variance(self, drawn: DrawnHistogram) -> str:
        numbers, spread = drawn.histogram, drawn.draw.spread
        values = {
            "variance": f"{numbers.variance:.4g}",
            "error": f"{numbers.standard_error:.2g}",
            "theory": f"{numbers.theory:.4g}",
            "pairs": len(numbers.scores),
        }
        if spread == 1:
            text = self.tr("Variance {variance} ± {error} of {pairs} drawn pairs; theory: d_k = {theory}")
        else:
            text = self.tr("Variance {variance} ± {error} of {pairs} drawn pairs; theory: d_k · spread⁴ = {theory}")
        return text.format(**values)

    def _head_variance(self, head: HeadScores | None) -> str:
        if head is None:
            return ""
        words = self.tr("Layer {layer}, head {head}: mean {mean}, variance {variance}, d_k = {d_k}")
        mean, variance = f"{head.scores.mean():.3g}", f"{head.scores.var():.4g}"
        return words.format(layer=head.layer, head=head.head, mean=mean, variance=variance, d_k=head.d_k)

    def _edges(self, numbers: Histogram, head: HeadScores | None) -> Points:
        """Even bins, wide enough for the theory and for all but the outermost of a head's scores.

        The axis doubles when it must, and stays as it is in between: then one sees the scores spread.
        """
        far = 2.0 ** ceil(log2(DEVIATIONS * numbers.theory**0.5))
        low, high = -far, far
        if head is not None and head.scores.size:
            low, high = (f(limit, q) for f, limit, q in zip((min, max), (low, high), self._ends(head), strict=True))
        return np.linspace(low, high, BINS + 1)

    def _ends(self, head: HeadScores) -> tuple[float, float]:
        low, high = np.quantile(head.scores, (0.005, 0.995))
        return float(low), float(high)

    def _of_head(self, head: HeadScores | None, edges: Points) -> Distribution | None:
        if head is None or not head.scores.size:
            return None
        name = self.tr("layer {layer}, head {head}").format(layer=head.layer, head=head.head)
        return distribution(name, head.scores, edges)

    @Slot(object, object)
    def _on_changed(self, old: Document, new: Document) -> None:
        if new.draw_view.overlay != old.draw_view.overlay or new.view.text != old.view.text:
            self.render_scores()

    @Slot(str)
    def _on_result(self, kind: str) -> None:
        if kind in ("histogram", "head_scores", *HEAD_ENDS):
            self.render_scores()


def shown_head(session: Session) -> HeadScores | None:
    """The real head laid over the plots, None if there is none."""
    view = session.document.draw_view
    if not view.overlay or session.problem("head_scores") is not None:
        return None
    head: HeadScores | None = session.result("head_scores")
    return head if head is not None and head.reading is session.reading else None
