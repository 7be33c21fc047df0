"""Bars: the weights of one row, sorted; and a histogram with the curve of theory and another distribution over it."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil, log2

import numpy as np
import pyqtgraph as pg
from PySide6.QtCore import QPointF, Qt
from PySide6.QtWidgets import QWidget

from gui.widgets.matrix_paint import bold
from gui.widgets.picture import exact
from gui.widgets.plot import INK, UNSCALED, Plot, Points

NOTHING: Points = np.zeros(0)


class BarPlot(Plot):
    """The weights of one row on the fixed range 0..1, largest first; a dotted line where all would be alike."""

    HEIGHT_COUNTS = 0.0

    def __init__(self, colour: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._colour = colour
        self._weights, self._keys = NOTHING, np.zeros(0, dtype=np.intp)
        self._bars = pg.BarGraphItem(x=[], height=[], width=0.8)
        self._even = pg.InfiniteLine(angle=0)
        for item in (self._bars, self._even):
            self.box.addItem(item, ignoreBounds=True)
        self._axes["bottom"].setTicks([[]])
        self.redraw()

    def set_weights(self, weights: Points) -> None:
        """Show a row (n,), n >= 1, in any order."""
        self._keys = np.argsort(-weights, kind="stable")
        other_count = len(weights) != len(self._weights)
        self._weights = weights[self._keys]
        self._bars.setOpts(x=np.arange(len(weights)), height=self._weights)
        if other_count:
            self._even.setValue(1 / len(weights))
            self.set_view(QPointF(-0.6, 0), QPointF(len(weights) - 0.4, 1))
        self.refresh_reading()

    def weights(self) -> Points:
        """The weights shown, largest first."""
        return self._weights

    def points(self) -> Sequence[Points]:
        return [np.column_stack([np.arange(len(self._weights)), self._weights])]

    def describe(self, series: int, index: int) -> str:
        return self.tr("key {key}: {value}").format(key=int(self._keys[index]), value=exact(self._weights[index]))

    def redraw(self) -> None:
        self._bars.setOpts(brush=pg.mkBrush(self.colour(self._colour)), pen=pg.mkPen(None))
        self._even.setPen(pg.mkPen(self._theme.colour("muted"), width=1, style=Qt.PenStyle.DotLine))


@dataclass(frozen=True, eq=False)
class Distribution:
    """How often numbers fall between neighbours of `edges` (n + 1,): `counts` (n,) of `total`, some may lie outside."""

    name: str
    edges: Points
    counts: Points
    total: int

    @property
    def density(self) -> Points:
        """Counts over total and width."""
        return np.asarray(self.counts / (self.total * np.diff(self.edges)))

    @property
    def middles(self) -> Points:
        """The middle of each bin."""
        return np.asarray((self.edges[1:] + self.edges[:-1]) / 2)


def distribution(name: str, numbers: Points, edges: Points) -> Distribution:
    """Count `numbers` between `edges`."""
    return Distribution(name, edges, np.histogram(numbers, edges)[0].astype(np.float64), len(numbers))


class HistogramPlot(Plot):
    """What was measured as bars, the curve of theory as a line, another distribution as an outline."""

    HEIGHT_COUNTS = 0.3

    def __init__(self, parent: QWidget | None = None, caption_lines: int = 5) -> None:
        super().__init__(parent, caption_lines)
        self._measured: Distribution | None = None
        self._other: Distribution | None = None
        self._theory_name, self._theory = "", np.zeros((0, 2))
        self._bars = pg.BarGraphItem(x0=[], x1=[], height=[])
        self._curve = pg.PlotCurveItem(antialias=True)
        self._outline = pg.PlotCurveItem(antialias=True)
        for item in (self._bars, self._outline, self._curve):
            self.box.addItem(item, ignoreBounds=True)
        self._key = pg.TextItem(anchor=(0, 0))
        self._key.setParentItem(self.box)
        self._key.setPos(4, 0)
        self.redraw()

    def show_numbers(
        self, measured: Distribution, theory_name: str, theory: Points, other: Distribution | None = None
    ) -> None:
        """`theory` is the density at some places, (n, 2)."""
        self._measured, self._theory_name, self._theory, self._other = measured, theory_name, theory, other
        self._bars.setOpts(x0=measured.edges[:-1], x1=measured.edges[1:], height=measured.density)
        self._curve.setData(theory[:, 0], theory[:, 1])
        highest = max(measured.density.max(), theory[:, 1].max())
        self._outline.setVisible(other is not None)
        if other is not None:
            self._outline.setData(other.edges, other.density, stepMode="center")
            highest = max(highest, other.density.max())
        top = 2 ** (ceil(2 * log2((1.2 if other is None else 1.4) * highest)) / 2)  # in steps: the axis mostly stays
        self.set_view(QPointF(theory[0, 0], 0), QPointF(theory[-1, 0], top))
        self._write_key()
        self.refresh_reading()

    def points(self) -> Sequence[Points]:
        shown = [self._measured, self._other]
        bars = [np.column_stack([each.middles, each.density]) for each in shown if each is not None]
        return [*bars[:1], self._theory, *bars[1:]] if bars else []

    def describe(self, series: int, index: int) -> str:
        if series == 1:
            x, y = self._theory[index]
            return f"{self._theory_name}\n{x:.4g}: {y:.4g}"
        shown = self._measured if series == 0 else self._other
        assert shown is not None
        words = self.tr("{name}\nfrom {low} to {high}: {count} of {total}")
        low, high = shown.edges[index : index + 2]
        count = int(shown.counts[index])
        return words.format(name=shown.name, low=f"{low:.4g}", high=f"{high:.4g}", count=count, total=shown.total)

    def redraw(self) -> None:
        fill = self.colour(UNSCALED)
        fill.setAlphaF(0.45)
        self._bars.setOpts(brush=pg.mkBrush(fill), pen=pg.mkPen(None))
        self._curve.setPen(pg.mkPen(self.colour(INK), width=2))
        self._outline.setPen(pg.mkPen(self._theme.colour("link"), width=2, style=Qt.PenStyle.DashLine))
        self._write_key()

    def _write_key(self) -> None:
        """Who is who, in the upper left corner: the curves of a distribution leave it free."""
        if self._measured is None:
            return
        names = [(self._measured.name, self.text_colour(UNSCALED)), (self._theory_name, self._theme.colour("text"))]
        if self._other is not None:
            names.append((self._other.name, self._theme.colour("link")))
        self._key.setFont(bold(self._caption.font()))
        self._key.setHtml("<br>".join(f'<span style="color:{colour.name()}">{name}</span>' for name, colour in names))
