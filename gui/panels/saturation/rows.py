"""The weight row of one draw without and with 1/sqrt(d_k), side by side, with what can be said about each."""

from dataclasses import dataclass
from math import log, sqrt

import numpy as np
from PySide6.QtCore import Qt, Slot
from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QLabel, QSizePolicy, QVBoxLayout, QWidget

from engine.saturation.sample import PRESET_RATIO, Row, SaturationSample, ratio, weight_row
from gui.panels.saturation.export import offer
from gui.panels.saturation.words import MEASURE_HELP, MEASURE_NAMES, SQRT, no_scale
from gui.panels.words import word
from gui.session import Document, Session
from gui.theme import GRID, tabular
from gui.widgets.labels import label_font
from gui.widgets.picture import Picture
from gui.widgets.plot import SCALED, UNSCALED
from gui.widgets.plot_bars import BarPlot


@dataclass(frozen=True, eq=False)
class Pair:
    """The rows shown, and what each one's scores were multiplied by: 1 and 1 / sqrt(d_k), over the temperature."""

    unscaled: Row
    scaled: Row
    factors: tuple[float, float]


class RowNumbers(QWidget):
    """One line each: what is measured, and its value."""

    KEYS = ("entropy", "relative_entropy", "largest", "effective_keys", "jacobian_norm", "gradient_norm")

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        grid = QGridLayout(self)
        grid.setContentsMargins(GRID, 0, GRID, 0)
        grid.setVerticalSpacing(0)
        grid.setColumnStretch(1, 1)
        font = label_font(self.font())
        self.values: dict[str, QLabel] = {}
        for line, key in enumerate(self.KEYS):
            name, value = QLabel(word(MEASURE_NAMES, key)), QLabel()
            for column, label in enumerate((name, value)):
                label.setFont(tabular(font))
                label.setToolTip(word(MEASURE_HELP, key))
                grid.addWidget(label, line, column)
            value.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
            self.values[key] = value

    def show_row(self, row: Row) -> None:
        """Show what is known about `row`."""
        n = len(row.weights)
        gradient = "–" if row.gradient_norm is None else f"{row.gradient_norm:.4g}"
        texts = {
            "entropy": self.tr("{nats} nats = {bits} bits").format(nats=f"{row.entropy:.4g}", bits=f"{row.bits:.4g}"),
            "relative_entropy": self.tr("{share} of {limit} nats").format(
                share=percent(row.relative_entropy), limit=f"{log(n):.4g}"
            ),
            "largest": f"{row.largest:.4g}",
            "effective_keys": self.tr("{keys} of {n}").format(keys=f"{row.effective_keys:.4g}", n=n),
            "jacobian_norm": f"{row.jacobian_norm:.4g}",
            "gradient_norm": gradient,
        }
        for key, text in texts.items():
            self.values[key].setText(text)


class WeightRows(QWidget):
    """Both rows as sorted bars with their numbers: of the draw, or of the worked example."""

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self.bars = {"unscaled": BarPlot(UNSCALED), "scaled": BarPlot(SCALED)}
        self.numbers = {side: RowNumbers() for side in self.bars}
        layout = QHBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(2 * GRID)
        for side, plot in self.bars.items():
            column = QVBoxLayout()
            column.setSpacing(0)
            column.addWidget(plot, 1)
            column.addWidget(self.numbers[side])
            layout.addLayout(column, 1)
            offer(plot)
        session.changed.connect(self._on_changed)
        session.result_changed.connect(self._on_result)
        self.render_rows()

    def pair(self) -> Pair | None:
        """The rows on screen, None before the first draw."""
        draw = self._session.draw
        if self._session.document.draw_view.example:
            factors = (1 / draw.temperature, 1 / sqrt(draw.d_k) / draw.temperature)
            unscaled, scaled = (weight_row(PRESET_RATIO, factor) for factor in factors)
            return Pair(unscaled, scaled, factors)
        drawn: SaturationSample | None = self._session.result("sample")
        if drawn is None:
            return None
        temperature = drawn.draw.temperature
        return Pair(drawn.unscaled, drawn.scaled, (1 / temperature, 1 / sqrt(drawn.draw.d_k) / temperature))

    def picture(self) -> Picture | None:
        """Both rows, keys sorted as on screen."""
        pair = self.pair()
        if pair is None:
            return None
        keys = np.argsort(-pair.unscaled.weights, kind="stable")
        return Picture(
            np.stack([pair.unscaled.weights[keys], pair.scaled.weights[keys]]),
            kind="weights",
            row_labels=(no_scale(), SQRT),
            column_labels=tuple(str(key) for key in keys),
            title=self.tr("Weights without and with 1/√d_k"),
            row_axis="",
        )

    @Slot()
    def render_rows(self) -> None:
        """Show the present rows."""
        titles = (self.tr("Weights, no scale"), self.tr("Weights, scores × 1/√d_k"))
        for plot, title in zip(self.bars.values(), titles, strict=True):
            plot.set_title(title)
        pair = self.pair()
        if pair is None:
            return
        example = self._session.document.draw_view.example
        rows = (pair.unscaled, pair.scaled)
        for side, row, factor in zip(self.bars, rows, pair.factors, strict=True):
            plot = self.bars[side]
            plot.set_axis_names(self.tr("keys, largest weight first"), self.tr("weight"))
            plot.set_caption(self._example(factor) if example else self._largest(row))
            plot.set_weights(row.weights)
            self.numbers[side].show_row(row)

    def _largest(self, row: Row) -> str:
        key, share = int(np.argmax(row.weights)), percent(row.largest)
        return self.tr("Key {key} takes {share}; dotted: all keys alike").format(key=key, share=share)

    def _example(self, factor: float) -> str:
        """How the two keys' weights stand to each other, e.g. for the scores 8 and 0: 2980.96 to 1."""
        high, low = (f"{score * factor:.4g}" for score in PRESET_RATIO)
        times = f"{ratio((PRESET_RATIO[0] - PRESET_RATIO[1]) * factor):.6g}"
        words = self.tr("Scores {high} and {low}: the weights stand {times} : 1 = e^{high}")
        return words.format(high=high, low=low, times=times)

    @Slot(object, object)
    def _on_changed(self, old: Document, new: Document) -> None:
        if new.draw_view.example != old.draw_view.example or (new.draw_view.example and new.draw != old.draw):
            self.render_rows()

    @Slot(str)
    def _on_result(self, kind: str) -> None:
        if kind == "sample" and not self._session.document.draw_view.example:
            self.render_rows()


def percent(share: float) -> str:
    """A share of 1 as a percentage with two or three digits."""
    return f"{100 * share:.3g} %"
