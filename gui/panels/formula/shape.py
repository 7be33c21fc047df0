"""The shape of the bench: how many queries, keys, components; self- or cross-attention; which entry of leading axes."""

from typing import Any

import numpy as np
from PySide6.QtCore import QSignalBlocker, Slot
from PySide6.QtWidgets import QComboBox, QHBoxLayout, QLabel, QVBoxLayout, QWidget

from engine.problems import QT_TRANSLATE_NOOP, Problem
from engine.random_inputs import resize
from gui.panels.entries import index
from gui.panels.panel import Panel
from gui.session import Document, Session
from gui.theme import GRID
from gui.widgets.number_field import EntryField

LARGEST = 1024


class ShapePanel(Panel):
    """n_q, n_k, d_k, d_v typed; what fits of the numbers stays. Self-attention keeps n_k equal to n_q."""

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(session, parent)
        self._row = QHBoxLayout()
        self._row.setSpacing(GRID // 2)
        self._kind = QComboBox()
        self._kind.addItem(self.tr("Self-attention"), True)
        self._kind.addItem(self.tr("Cross-attention"), False)
        self._kind.setAccessibleName(self.tr("Self- or cross-attention"))
        self._kind.setToolTip(self.tr("Self: queries, keys and values are of one text. Cross: queries are of another."))
        self._kind.activated.connect(self._choose_kind)
        self._row.addWidget(self._kind)
        self._fields = {
            "n_q": self._entry("n_q", self.tr("Number of queries")),
            "n_k": self._entry("n_k", self.tr("Number of keys and values")),
            "d_k": self._entry("d_k", self.tr("Components of a query and of a key")),
            "d_v": self._entry("d_v", self.tr("Components of a value")),
        }
        self._lead = QComboBox()
        self._lead.setAccessibleName(self.tr("Entry of the leading axes"))
        self._lead.setToolTip(self.tr("Which entry of the leading axes (batch, heads) is shown"))
        self._lead.activated.connect(session.set_lead)
        self._row.addWidget(self._lead)
        self._row.addStretch(1)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addLayout(self._row)
        layout.addWidget(self.banner)
        session.changed.connect(self._on_changed)
        self._self_attention = session.config.n_q == session.config.n_k
        self._resizing = False
        self._render()

    def _render(self) -> None:
        config = self._session.config
        self._kind.setCurrentIndex(0 if self._self_attention else 1)
        for name, field in self._fields.items():
            field.show_value(str(getattr(config, name)))
        self._fields["n_k"].setEnabled(not self._self_attention)
        self._render_lead(config.lead)

    def _render_lead(self, shape: tuple[int, ...]) -> None:
        with QSignalBlocker(self._lead):
            self._lead.clear()
            for place in np.ndindex(shape):
                self._lead.addItem("[" + ", ".join(map(str, place)) + "]")
            self._lead.setCurrentIndex(min(self._session.lead, self._lead.count() - 1))
        self._lead.setVisible(bool(shape))

    @Slot(object, object)
    def _on_changed(self, old: Document, new: Document) -> None:
        if old.config is not new.config:
            self.banner.hide()
            reshaped = (old.config.n_q, old.config.n_k) != (new.config.n_q, new.config.n_k)
            if reshaped and not self._resizing:  # another example: which kind it is follows from its shape
                self._self_attention = new.config.n_q == new.config.n_k
            self._render()

    @Slot()
    def _choose_kind(self) -> None:
        self._self_attention = bool(self._kind.currentData())
        config = self._session.config
        if self._self_attention and config.n_k != config.n_q:
            self.attempt(lambda: self._resize(n_k=config.n_q))
        self._render()

    def _enter(self, name: str, text: str) -> None:
        self.attempt(lambda: self._resize(**self._wanted(name, _size(text))))

    def _wanted(self, name: str, size: int) -> dict[str, int]:
        return {"n_q": size, "n_k": size} if name == "n_q" and self._self_attention else {name: size}

    def _resize(self, **sizes: int) -> None:
        self._resizing = True
        try:
            self._session.replace_config(resize(self._session.config, **sizes), self.tr("Shape"))
        finally:
            self._resizing = False

    def _entry(self, name: str, help_text: str) -> EntryField:
        field = EntryField(width_in_characters=4)
        self.mind(field)
        field.setToolTip(help_text)
        field.setAccessibleName(help_text)
        field.entered.connect(lambda text: self._enter(name, text))
        label = QLabel(f"{name[0]}<sub>{name[2]}</sub>")
        label.setToolTip(help_text)
        self._row.addWidget(label)
        self._row.addWidget(field)
        return field


def _size(text: str) -> int:
    size: Any = index(text, "shape")
    if not 1 <= size <= LARGEST:
        raise Problem(
            QT_TRANSLATE_NOOP("engine", "{size} does not fit here: the bench takes 1 to {largest} rows and columns."),
            field="shape",
            size=size,
            largest=LARGEST,
        )
    return int(size)
