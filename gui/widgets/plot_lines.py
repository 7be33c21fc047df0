"""Lines with a band over a logarithmic axis: one per series, single points on them, the present place as a line."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import log2
from typing import Any

import numpy as np
import pyqtgraph as pg
from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QColor
from PySide6.QtWidgets import QWidget

from gui.widgets.matrix_paint import bold
from gui.widgets.plot import INK, Plot, Points
from gui.widgets.plot_labels import name_places
from gui.widgets.plot_marks import Marks, MarksItem


@dataclass(frozen=True, eq=False)
class Line:
    """One line: over `x` > 0 its `middle` and the band from `low` to `high`, each (n,)."""

    name: str
    colour: str
    dashed: bool
    x: Points
    middle: Points
    low: Points
    high: Points


@dataclass(frozen=True, eq=False)
class Dots:
    """Single points: `x` > 0 and `y`, each (n,)."""

    name: str
    colour: str
    x: Points
    y: Points
    diamond: bool = False
    faint: bool = False


class LinePlot(Plot):
    """Lines, dots and the present place. All numbers are given in their own units; the axis shows powers of two."""

    def __init__(self, parent: QWidget | None = None, caption_lines: int = 5) -> None:
        super().__init__(parent, caption_lines)
        self._lines: tuple[Line, ...] = ()
        self._dots: tuple[Dots, ...] = ()
        self._now = 1.0
        self._faded = False
        self._value_range = (0.0, 1.0)
        self._items: list[Any] = []
        self._names: list[Any] = []
        self._marked: list[Marks] = []
        self._marks = MarksItem()
        self._marks.setZValue(10)
        self.box.addItem(self._marks, ignoreBounds=True)
        self._now_line = pg.InfiniteLine(angle=90)
        self.box.addItem(self._now_line, ignoreBounds=True)
        for moved in (self.box.sigResized, self.box.sigRangeChanged):
            moved.connect(lambda *_: self._place_names())
        self.redraw()

    def set_range(self, low: float, high: float, values: tuple[float, float], percent: bool = False) -> None:
        """From `low` to `high` across, both powers of two; from one to the other of `values` up, written in percent."""
        self._axes["left"].percent = percent
        exponents = range(round(log2(low)), round(log2(high)) + 1, 2)
        self._axes["bottom"].setTicks([[(exponent, str(2**exponent)) for exponent in exponents]])
        self._value_range = values
        self.set_view(QPointF(log2(low), values[0]), QPointF(log2(high), values[1]))

    def set_lines(self, lines: Sequence[Line], faded: bool = False) -> None:
        """Show these lines; `faded` if they belong to other settings and new ones are on their way."""
        self._lines, self._faded = tuple(lines), faded
        self._draw_lines()
        self._draw_dots()
        self.refresh_reading()

    def set_dots(self, dots: Sequence[Dots]) -> None:
        """Show these points on top of the lines."""
        self._dots = tuple(dots)
        self._draw_dots()
        self.refresh_reading()

    def set_now(self, x: float) -> None:
        """Mark the present place on the axis, and on each line that has come so far with a ring."""
        self._now = x
        self._now_line.setValue(log2(x))
        self._draw_dots()

    def lines(self) -> tuple[Line, ...]:
        """The lines shown."""
        return self._lines

    def dots(self) -> tuple[Dots, ...]:
        """The points shown."""
        return self._dots

    def points(self) -> Sequence[Points]:
        pairs = [(line.x, line.middle) for line in self._lines] + [(dots.x, dots.y) for dots in self._dots]
        return [np.column_stack([np.log2(x), y]) for x, y in pairs]

    def describe(self, series: int, index: int) -> str:
        if series >= len(self._lines):
            dots = self._dots[series - len(self._lines)]
            return f"{dots.name}\n{dots.y[index]!s}"
        line = self._lines[series]
        across = self._axes["bottom"].labelText
        band = self.tr("10–90 %: {low} to {high}").format(low=f"{line.low[index]:.4g}", high=f"{line.high[index]:.4g}")
        return f"{line.name}, {across} = {line.x[index]:g}\n{line.middle[index]:.6g}\n{band}"

    def redraw(self) -> None:
        self._now_line.setPen(pg.mkPen(self._theme.colour("muted"), width=1, style=Qt.PenStyle.DotLine))
        self._draw_lines()
        self._draw_dots()

    def _draw_lines(self) -> None:
        """All is made before anything is taken away: what fails in between leaves the plot as it was."""
        names = [self._name(line) for line in self._lines]
        items = [*map(self._band, self._lines), *map(self._line, self._lines), *names]
        for item in self._items:
            self.box.removeItem(item)
        self._items, self._names = items, names
        for item in items:
            item.setOpacity(0.35 if self._faded else 1.0)
            self.box.addItem(item, ignoreBounds=True)

    def _band(self, line: Line) -> Any:
        colour = QColor(self.colour(line.colour))
        colour.setAlphaF(0.18)
        across = np.log2(line.x)
        return pg.PlotCurveItem(
            np.concatenate([across, across[::-1]]),
            np.concatenate([line.low, line.high[::-1]]),
            pen=None,
            fillLevel="enclosed",
            brush=pg.mkBrush(colour),
        )

    def _line(self, line: Line) -> Any:
        style = Qt.PenStyle.DashLine if line.dashed else Qt.PenStyle.SolidLine
        pen = pg.mkPen(self.colour(line.colour), width=2, style=style)
        return pg.PlotCurveItem(np.log2(line.x), line.middle, pen=pen, antialias=True)

    def _name(self, line: Line) -> Any:
        label = pg.TextItem(line.name, color=self.text_colour(line.colour))
        label.setFont(bold(self._caption.font()))
        label.setZValue(15)
        return label

    def _place_names(self) -> None:
        """Beside their lines, where there is space. Nothing while lines and names do not belong together."""
        if len(self._names) != len(self._lines) or not self._names:
            return
        (left, right), (bottom, top) = self.box.viewRange()
        room = float(self.box.width()), float(self.box.height())
        origin, pixels = np.array([left, top]), np.array([room[0] / (right - left), room[1] / (bottom - top)])
        lines = [(points - origin) * pixels for points in self.points()[: len(self._lines)]]
        marks = [(mark.places - origin) * pixels for mark in self._marked]
        sizes = [(label.boundingRect().width(), label.boundingRect().height()) for label in self._names]
        for label, place in zip(self._names, name_places(lines, sizes, marks, room), strict=True):
            label.setPos(*(place / pixels + origin))

    def _draw_dots(self) -> None:
        places = self.points()[len(self._lines) :]
        dots = [self._dotted(dots, at) for dots, at in zip(self._dots, places, strict=True)]
        self._marked = dots + [self._ringed(line) for line in self._lines if self._now <= line.x[-1]]
        self._marks.set_marks(self._marked)
        self._place_names()

    def _ringed(self, line: Line) -> Marks:
        place = log2(self._now), float(np.interp(log2(self._now), np.log2(line.x), line.middle))
        return Marks(np.array([place]), self._theme.colour("window"), self.colour(line.colour), 7)

    def _dotted(self, dots: Dots, places: Points) -> Marks:
        fill = self.colour(dots.colour)
        places = np.column_stack([places[:, 0], np.clip(places[:, 1], *self._value_range)])  # at the edge, not beyond
        if dots.faint:
            fill.setAlphaF(0.3)
            return Marks(places, fill, None, 6)
        outline = self._theme.colour("window" if dots.colour == INK else "text")
        return Marks(places, fill, outline, 13 if dots.diamond else 10, dots.diamond)
