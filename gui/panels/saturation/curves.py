"""What happens as d_k grows: the entropy, and one more measure, over d_k, with and without 1/sqrt(d_k)."""

import numpy as np
from PySide6.QtCore import Slot
from PySide6.QtWidgets import QComboBox, QHBoxLayout, QVBoxLayout, QWidget

from engine.saturation.curve import MEASURES, Band
from engine.saturation.draw import RANGES
from engine.saturation.sample import SaturationSample
from gui.draw_jobs import DrawnCurve
from gui.panels.saturation.export import offer
from gui.panels.saturation.rows import percent
from gui.panels.saturation.scores import HEAD_ENDS, shown_head
from gui.panels.saturation.words import MEASURE_LESSONS, MEASURE_NAMES, SQRT, no_scale
from gui.panels.words import word
from gui.session import Document, Session
from gui.theme import GRID
from gui.widgets.plot import INK, SCALED, UNSCALED, Points
from gui.widgets.plot_lines import Dots, Line, LinePlot

MEDIAN = ("gradient_norm",)
"""Measures whose mean a few rows decide: their line is the median."""
NOTHING = 1e-20
"""What is not above it is 0 but for rounding: a line along the axis, not one to be enlarged."""
SHARES = ("relative_entropy", "largest")
COLOURS = {"unscaled": UNSCALED, "scaled": SCALED}


class CurvePanel(QWidget):
    """One measure over d_k. Points appear as they are computed; a drag of d_k only moves the mark."""

    def __init__(self, session: Session, measure: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self._measure = measure
        self.plot = LinePlot()
        offer(self.plot)
        self.layout_ = QVBoxLayout(self)
        self.layout_.setContentsMargins(0, 0, 0, 0)
        self.layout_.setSpacing(0)
        self.layout_.addWidget(self.plot, 1)
        session.changed.connect(self._on_changed)
        session.result_changed.connect(self._on_result)
        self.render_curve()

    def measure(self) -> str:
        """Which of MEASURES is shown."""
        return self._measure

    def render_curve(self) -> None:
        """Show the points so far, and everything on them."""
        name = word(MEASURE_NAMES, self.measure())
        self.plot.set_title(self.tr("{measure} over d_k").format(measure=name))
        self.plot.set_axis_names("d_k", self._up())
        drawn: DrawnCurve | None = self._session.result("curve")
        if drawn is None:
            return
        low, high = RANGES["d_k"]
        self.plot.set_range(low, high, self._values(drawn), self.measure() in SHARES)
        self.plot.set_lines(
            [self._line(drawn, side) for side in COLOURS], faded=not drawn.belongs_to(self._session.draw)
        )
        self._render_present()

    def _up(self) -> str:
        """What the lines are, for the axis."""
        return self.tr("median, band 10–90 %") if self.measure() in MEDIAN else self.tr("mean, band 10–90 %")

    def _render_present(self) -> None:
        drawn: SaturationSample | None = self._session.result("sample")
        self.plot.set_dots([*self._of_head(), *self._of_draw()])
        self.plot.set_now((self._session.draw if drawn is None else drawn.draw).d_k)
        self._render_caption()

    def _line(self, drawn: DrawnCurve, side: str) -> Line:
        band = self._band(drawn, side)
        name = no_scale() if side == "unscaled" else SQRT
        return Line(name, COLOURS[side], side == "unscaled", drawn.curve.d_k, self._middle(band), band.low, band.high)

    def _band(self, drawn: DrawnCurve, side: str) -> Band:
        bands = drawn.curve.scaled if side == "scaled" else drawn.curve.unscaled
        return bands[self.measure()]

    def _middle(self, band: Band) -> Points:
        return band.median if self.measure() in MEDIAN else band.mean

    def _values(self, drawn: DrawnCurve) -> tuple[float, float]:
        """From 0 to the largest value possible, or to the largest one that there is."""
        if self.measure() in SHARES:
            return 0.0, 1.0
        if self.measure() == "effective_keys":
            return 0.0, float(drawn.draw.keys)
        bands = [self._band(drawn, side) for side in COLOURS]
        if self.measure() in MEDIAN:  # rare rows reach far above
            highest = 1.5 * max(float(band.median.max()) for band in bands)
        else:
            highest = 1.05 * max(float(band.high.max()) for band in bands)
        return 0.0, highest if highest > NOTHING else 1.0

    def _of_draw(self) -> list[Dots]:
        """This draw's own values at its d_k."""
        drawn: SaturationSample | None = self._session.result("sample")
        if drawn is None:
            return []
        x = np.array([float(drawn.draw.d_k)])
        rows = {"unscaled": (drawn.unscaled, no_scale()), "scaled": (drawn.scaled, SQRT)}
        words = self.tr("This draw, {side}, d_k = {d_k}")
        return [
            Dots(
                words.format(side=name, d_k=drawn.draw.d_k),
                COLOURS[side],
                x,
                np.array([getattr(row, self.measure())]),
            )
            for side, (row, name) in rows.items()
        ]

    def _of_head(self) -> list[Dots]:
        """The rows of a real head, faint, and their mean."""
        head = shown_head(self._session)
        if head is None or self.measure() != "relative_entropy" or not head.own.size:
            return []
        shares = head.unscaled if self._session.document.draw_view.unscaled else head.own
        place = {"layer": head.layer, "head": head.head}
        x = np.full(len(shares), float(head.d_k))
        return [
            Dots(self.tr("Layer {layer}, head {head}: a row").format(**place), INK, x, shares, faint=True),
            Dots(
                self.tr("Layer {layer}, head {head}: mean of its rows").format(**place),
                INK,
                x[:1],
                shares.mean(keepdims=True),
                diamond=True,
            ),
        ]

    def _render_caption(self) -> None:
        drawn: DrawnCurve | None = self._session.result("curve")
        d_k = self._session.draw.d_k
        if drawn is None or d_k > drawn.curve.d_k[-1] or not drawn.belongs_to(self._session.draw):
            self.plot.set_caption(self.tr("Drawing…"))
            return
        values = {side: self._written(self._at(drawn, side, d_k)) for side in COLOURS}
        words = self.tr("At d_k = {d_k}: {off} with no scale, {on} with 1/√d_k.")
        text = words.format(d_k=d_k, off=values["unscaled"], on=values["scaled"])
        self.plot.set_caption(f"{text} {word(MEASURE_LESSONS, self.measure())}")

    def _at(self, drawn: DrawnCurve, side: str, d_k: int) -> float:
        """The line's value at `d_k`: a point of the curve, or between two of them."""
        middle = self._middle(self._band(drawn, side))
        return float(np.interp(np.log(d_k), np.log(drawn.curve.d_k), middle))

    def _written(self, value: float) -> str:
        return percent(value) if self.measure() in SHARES else f"{value:.3g}"

    @Slot(object, object)
    def _on_changed(self, old: Document, new: Document) -> None:
        if (new.draw.keys, new.draw.spread, new.draw.temperature, new.draw.seed) != (
            old.draw.keys,
            old.draw.spread,
            old.draw.temperature,
            old.draw.seed,
        ):
            self.render_curve()
        elif new.draw_view != old.draw_view or new.view.text != old.view.text:
            self._render_present()

    @Slot(str)
    def _on_result(self, kind: str) -> None:
        if kind == "curve":
            self.render_curve()
        elif kind in ("sample", "head_scores", *HEAD_ENDS):
            self._render_present()


class MeasurePanel(CurvePanel):
    """The measure that the person chooses, beside the entropy."""

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        self.chooser = QComboBox()
        super().__init__(session, "", parent)
        self.chooser.setAccessibleName(self.tr("Measure over d_k"))
        for measure in MEASURES[1:]:
            self.chooser.addItem(word(MEASURE_NAMES, measure), measure)
        self.chooser.activated.connect(self._choose)
        row = QHBoxLayout()
        row.setContentsMargins(GRID // 2, 0, GRID // 2, 0)
        row.addWidget(self.chooser)
        row.addStretch(1)
        self.plot.hide_title()
        self.layout_.insertLayout(0, row)
        self.render_curve()

    def measure(self) -> str:
        return self._session.document.draw_view.measure

    def render_curve(self) -> None:
        self.chooser.setCurrentIndex(max(0, self.chooser.findData(self.measure())))
        super().render_curve()

    @Slot()
    def _choose(self) -> None:
        self._session.edit_draw_view(self.tr("Measure over d_k"), measure=self.chooser.currentData())

    @Slot(object, object)
    def _on_changed(self, old: Document, new: Document) -> None:
        if new.draw_view.measure != old.draw_view.measure:
            self.render_curve()
        else:
            super()._on_changed(old, new)
