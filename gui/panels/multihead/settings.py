"""How many tokens, how wide, how many heads; and which variants of multi-head attention are switched on."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from PySide6.QtCore import QSignalBlocker, Slot
from PySide6.QtWidgets import QCheckBox, QComboBox, QGridLayout, QLabel, QVBoxLayout, QWidget

from engine.heads.bench import HeadsBench, cut_into, divisors, drawn_anew, resized
from gui.panels.entries import index
from gui.panels.panel import Panel
from gui.session import Document, Session
from gui.theme import GRID
from gui.widgets.number_field import EntryField


class HeadsSettings(Panel):
    """A number that cannot be is refused below the fields, and nothing changes."""

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(session, parent)
        self._grid = QGridLayout()
        self._grid.setHorizontalSpacing(GRID)
        self._grid.setVerticalSpacing(GRID // 2)
        self.fields = {
            "tokens": self._entry(self.tr("Tokens"), self.tr("Rows of X")),
            "y_tokens": self._entry(
                self.tr("Tokens of Y"), self.tr("Rows of Y: the keys and values of cross-attention")
            ),
            "d_model": self._entry(self.tr("d_model"), self.tr("Columns of X and of the output")),
            "heads": self._entry(self.tr("Heads"), self.tr("How many equal runs the columns are cut into")),
            "seed": self._entry(self.tr("Seed"), self.tr("Another seed draws all numbers anew")),
        }
        for name, field in self.fields.items():
            field.entered.connect(lambda text, name=name: self._enter(name, text))
        self.kv_heads = self._choice(
            self.tr("Key heads"), self.tr("Grouped-query attention: fewer keys and values, which neighbours share")
        )
        self.kv_heads.activated.connect(lambda: self._vary(self.tr("Key heads"), kv_heads=self.kv_heads.currentData()))
        self.head = self._choice(self.tr("Look at head"), self.tr("The head that is shown large"))
        self.head.activated.connect(lambda: session.edit_heads(self.tr("Look at a head"), head=self.head.currentData()))
        self.boxes = self._boxes()
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(GRID // 2)
        layout.addLayout(self._grid)
        layout.addWidget(self.banner)
        for box in self.boxes.values():
            layout.addWidget(box)
        session.changed.connect(self._on_changed)
        self.render_settings()

    def _boxes(self) -> dict[str, QCheckBox]:
        def vary(name: str) -> Callable[[str, bool], None]:
            return lambda label, on: self._vary(label, **{name: on})

        return {
            "causal": self._box(self.tr("Causal mask"), self.tr("No token sees the ones after it"), self._set_causal),
            "equal_qk": self._box(
                self.tr("W_Q = W_K"), self.tr("One matrix for both: the scores become symmetric"), vary("equal_qk")
            ),
            "cross": self._box(
                self.tr("Cross-attention"), self.tr("Queries are made of X, keys and values of Y"), vary("cross")
            ),
            "biases": self._box(self.tr("Biases"), self.tr("Add b_Q, b_K, b_V and b_O"), vary("biases")),
            "beside_one": self._box(
                self.tr("One head beside them"),
                self.tr("The map of a single head as wide as all of them, with the same weight matrices"),
                lambda label, on: self._session.edit_heads(label, beside_one=on),
            ),
        }

    @Slot()
    def render_settings(self) -> None:
        """Show the Session's bench of heads."""
        view = self._session.heads
        bench, w = view.bench, view.bench.projections
        values = {"tokens": len(bench.x), "y_tokens": len(bench.y), "d_model": bench.x.shape[1], "heads": w.heads}
        for name, value in (values | {"seed": view.seed}).items():
            self.fields[name].show_value(str(value))
        self._show_row(self.fields["y_tokens"], bench.cross)
        _fill(self.kv_heads, divisors(w.kv_heads), bench.kv_heads)
        _fill(self.head, range(w.heads), view.head)
        on = {"causal": bench.mask.causal, "beside_one": view.beside_one}
        for name, box in self.boxes.items():
            with QSignalBlocker(box):
                box.setChecked(on[name] if name in on else getattr(bench, name))

    @Slot(object, object)
    def _on_changed(self, old: Document, new: Document) -> None:
        if old.heads is not new.heads:
            self.banner.hide()
            self.render_settings()

    def _enter(self, name: str, text: str) -> None:
        self.attempt(lambda: self._put(name, index(text, name)))

    def _put(self, name: str, number: int) -> None:
        view = self._session.heads
        if name == "heads":
            bench = cut_into(view.bench, number)
            self._session.edit_heads(self.tr("Heads"), bench=bench, head=min(view.head, number - 1))
        elif name == "seed":
            bench = drawn_anew(view.bench, number)
            self._session.edit_heads(self.tr("Seed"), bench=bench, seed=number, taken=None)
        else:
            label = self.tr("d_model") if name == "d_model" else self.tr("Tokens")
            self._change(label, resized(view.bench, **{name: number}, seed=view.seed))

    def _set_causal(self, label: str, on: bool) -> None:
        self._vary(label, mask=replace(self._session.heads.bench.mask, causal=on))

    def _vary(self, label: str, **changes: Any) -> None:
        if not self.attempt(lambda: self._change(label, self._session.heads.bench.with_(**changes))):
            self.render_settings()

    def _change(self, label: str, bench: HeadsBench) -> None:
        self._session.edit_heads(label, bench=bench)

    # -- parts -----------------------------------------------------------------------------------------------------

    def _entry(self, name: str, help_text: str) -> EntryField:
        field = EntryField(width_in_characters=5)
        self.mind(field)
        self._row(name, help_text, field)
        return field

    def _choice(self, name: str, help_text: str) -> QComboBox:
        box = QComboBox()
        self._row(name, help_text, box)
        return box

    def _row(self, name: str, help_text: str, field: QWidget) -> None:
        label = QLabel(name)
        label.setBuddy(field)
        for widget in (label, field):
            widget.setToolTip(help_text)
        field.setAccessibleName(name)
        row = self._grid.rowCount()
        self._grid.addWidget(label, row, 0)
        self._grid.addWidget(field, row, 1)

    def _show_row(self, field: QWidget, shown: bool) -> None:
        row = self._grid.getItemPosition(self._grid.indexOf(field))[0]  # type: ignore[index]  # stub says object
        for column in (0, 1):
            item = self._grid.itemAtPosition(row, column)
            widget = item.widget() if item is not None else None
            if widget is not None:
                widget.setVisible(shown)

    def _box(self, name: str, help_text: str, change: Callable[[str, bool], None]) -> QCheckBox:
        box = QCheckBox(name)
        box.setToolTip(help_text)
        box.toggled.connect(lambda on: change(name, on))
        return box


def _fill(box: QComboBox, numbers: Any, chosen: int) -> None:
    with QSignalBlocker(box):
        if [box.itemData(i) for i in range(box.count())] != list(numbers):
            box.clear()
            for number in numbers:
                box.addItem(str(number), number)
        box.setCurrentIndex(max(box.findData(chosen), 0))
