"""What decides the draw: d_k, the number of keys, spread, temperature and seed, each on a slider or typed."""

from collections.abc import Callable
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QSignalBlocker, Qt, Slot
from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QLabel, QPushButton, QVBoxLayout, QWidget

from engine.problems import QT_TRANSLATE_NOOP, Problem
from engine.saturation.draw import RANGES, Draw
from engine.tables import parse_number
from gui.panels.panel import Panel
from gui.session import Document, Session
from gui.theme import GRID
from gui.widgets.gesture import new_gesture
from gui.widgets.log_slider import GestureSlider, written
from gui.widgets.number_field import EntryField

SHORT, LONG = 6, 12
"""Widths of the fields, in characters."""


class DrawRow(Panel):
    """One number of the Draw: its name, a field that keeps every digit, and a slider with stops in equal ratios."""

    def __init__(self, session: Session, name: str, label: str, help_text: str, stops: NDArray[np.float64]) -> None:
        super().__init__(session)
        self._name, self._label, self._stops = name, label, stops
        self._gesture = new_gesture()
        self.field = EntryField(width_in_characters=SHORT if len(stops) else LONG)
        self.slider = GestureSlider(Qt.Orientation.Horizontal)
        self.slider.setRange(0, max(0, len(stops) - 1))
        self.slider.setPageStep(max(1, len(stops) // 20))
        self.slider.setVisible(bool(len(stops)))
        for widget in (self.field, self.slider):
            widget.setAccessibleName(label)
            widget.setToolTip(help_text)
        self.slider.began.connect(self._begin)
        self.slider.valueChanged.connect(self._slide)
        self.field.entered.connect(self._enter)
        self.field.textChanged.connect(lambda _: self.banner.hide())
        self._arrange(label)
        session.changed.connect(self._on_changed)
        self._render()

    def _arrange(self, label: str) -> None:
        name = QLabel(label)
        name.setBuddy(self.field)
        grid = QGridLayout(self)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setVerticalSpacing(2)
        grid.addWidget(name, 0, 0)
        grid.addWidget(self.field, 0, 1, Qt.AlignmentFlag.AlignRight)
        grid.addWidget(self.slider, 1, 0, 1, 2)
        grid.addWidget(self.banner, 2, 0, 1, 2)

    def _render(self) -> None:
        value = getattr(self._session.draw, self._name)
        self.banner.hide()
        self.field.show_value(written(value))
        if len(self._stops):
            with QSignalBlocker(self.slider):
                self.slider.setValue(int(np.argmin(np.abs(np.log(self._stops / value)))))

    @Slot(object, object)
    def _on_changed(self, old: Document, new: Document) -> None:
        if getattr(old.draw, self._name) != getattr(new.draw, self._name):
            self._render()

    def _begin(self) -> None:
        self._gesture = new_gesture()

    @Slot(int)
    def _slide(self, stop: int) -> None:
        self._edit(self._stops[stop].item(), self._gesture)

    @Slot(str)
    def _enter(self, text: str) -> None:
        """What is no number goes to the Draw as it is: its sentence says what it must be."""
        if not text.strip():
            self.attempt(self._refuse_empty)
            return
        value = whole(text) if self._whole else number(text)
        before = self._session.draw
        if self._edit(text.strip() if value is None else value) and self._session.draw is before:
            self._render()  # the same number in other words

    def _refuse_empty(self) -> None:
        low, high = (str(limit) if self._whole else f"{limit:g}" for limit in RANGES[self._name])
        raise Problem(
            QT_TRANSLATE_NOOP("engine", "The field is empty: type a number from {low} to {high}."),
            field=self._name,
            low=low,
            high=high,
        )

    @property
    def _whole(self) -> bool:
        return isinstance(getattr(self._session.draw, self._name), int)

    def _edit(self, value: float | str, gesture: int = -1) -> bool:
        value = int(value) if self._whole and isinstance(value, float) else value
        return self.attempt(lambda: self._session.edit_draw(self._label, gesture, **{self._name: value}))


class DrawPanel(QWidget):
    """All numbers of the Draw, another seed, the worked example, and back to the beginning."""

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self.rows = {
            "d_k": self._row("d_k", self.tr("Components d_k"), self.tr("How long queries and keys are"), counts("d_k")),
            "keys": self._row(
                "keys", self.tr("Number of keys n"), self.tr("How many keys the query sees"), counts("keys")
            ),
            "spread": self._row(
                "spread",
                self.tr("Spread"),
                self.tr("Standard deviation of every component of q and k"),
                ratios(0.1, 10),
            ),
            "temperature": self._row(
                "temperature",
                self.tr("Temperature"),
                self.tr("The scores are divided by it before softmax"),
                ratios(0.01, 100),
            ),
            "seed": self._row("seed", self.tr("Seed"), self.tr("The same seed draws the same numbers"), np.zeros(0)),
        }
        self.again = self._button(self.tr("Draw again"), self.tr("The next seed"), self._draw_again)
        self.reset = self._button(self.tr("Reset"), self.tr("Every number as it was at the beginning"), self._reset)
        self.example = self._button(
            self.tr("Example: e⁸ ≈ 2981 : 1"), self.tr("Two keys with the scores 8 and 0"), self._toggle_example
        )
        self.example.setCheckable(True)
        self._arrange()
        session.changed.connect(self._on_changed)
        self._render()

    def _arrange(self) -> None:
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(GRID)
        for row in self.rows.values():
            layout.addWidget(row)
        buttons = QHBoxLayout()
        buttons.addWidget(self.again)
        buttons.addWidget(self.reset)
        layout.addLayout(buttons)
        layout.addWidget(self.example)

    def _render(self) -> None:
        self.example.setChecked(self._session.document.draw_view.example)

    @Slot(object, object)
    def _on_changed(self, old: Document, new: Document) -> None:
        if old.draw_view != new.draw_view:
            self._render()

    @Slot()
    def _draw_again(self) -> None:
        seed = (self._session.draw.seed + 1) % (int(RANGES["seed"][1]) + 1)
        self._session.edit_draw(self.again.text(), seed=seed)

    @Slot()
    def _toggle_example(self) -> None:
        self._session.edit_draw_view(self.example.text(), example=self.example.isChecked())

    @Slot()
    def _reset(self) -> None:
        document = self._session.document
        first = replace(document, draw=Draw(), draw_view=replace(document.draw_view, example=False))
        if (first.draw, first.draw_view) != (document.draw, document.draw_view):
            self._session.replace(first, self.reset.text())

    def _row(self, name: str, label: str, help_text: str, stops: NDArray[np.float64]) -> DrawRow:
        return DrawRow(self._session, name, label, help_text, stops)

    def _button(self, text: str, help_text: str, do: Callable[[], None]) -> QPushButton:
        button = QPushButton(text)
        button.setToolTip(help_text)
        button.clicked.connect(do)
        return button


def counts(name: str) -> NDArray[np.float64]:
    """Whole numbers over the range of `name`: every key press moves on to another one."""
    low, high = RANGES[name]
    return np.unique(np.geomspace(low, high, 301).round())


def ratios(low: float, high: float) -> NDArray[np.float64]:
    """Numbers with three digits, each larger than the one before by the same share."""
    return np.array([float(f"{value:.3g}") for value in np.geomspace(low, high, 201)])


def whole(text: str) -> int | None:
    """A whole number as people type it, every digit of it, or a fraction that is one; None if it is none."""
    digits = text.strip().replace("−", "-")
    if digits.removeprefix("-").isdecimal() and len(digits) <= 20:
        return int(digits)
    value = number(text) if "/" in text else None
    return int(value) if value is not None and value.is_integer() else None


def number(text: str) -> float | None:
    """A number as in the cells of a matrix, a fraction or one with a decimal comma too; None if it is none."""
    try:
        return parse_number(text, decimal_comma=True)
    except Problem:
        return None
