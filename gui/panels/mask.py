"""Which query may see which key: the causal rule with its alignment, and padding; and dropout beside it."""

from dataclasses import replace
from typing import Any

from PySide6.QtCore import QSignalBlocker, Slot
from PySide6.QtWidgets import QCheckBox, QComboBox, QHBoxLayout, QLabel, QVBoxLayout, QWidget

from engine.problems import QT_TRANSLATE_NOOP, Problem
from engine.tables import parse_number
from gui.panels.panel import Panel
from gui.session import Document, Session
from gui.widgets.number_field import EntryField


class MaskPanel(Panel):
    """Causal, its alignment where queries and keys differ in number, padding by key index, dropout with a seed."""

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(session, parent)
        self._causal = QCheckBox(self.tr("Causal mask"))
        self._causal.toggled.connect(lambda on: self._edit_mask(self.tr("Causal mask"), causal=on))
        self._align = QComboBox()
        self._align.addItem(self.tr("aligned top left (as torch's is_causal)"), "top_left")
        self._align.addItem(self.tr("aligned bottom right (as with a KV cache)"), "bottom_right")
        self._align.activated.connect(
            lambda _: self._edit_mask(self.tr("Causal alignment"), causal_align=self._align.currentData())
        )
        self._padding = EntryField(width_in_characters=8)
        self._padding.setPlaceholderText(self.tr("none"))
        self._padding.setToolTip(self.tr("Keys that are padding, by number: 0, 3"))
        self._padding.entered.connect(self._enter_padding)
        self._dropout = EntryField(width_in_characters=5)
        self._dropout.entered.connect(self._enter_dropout)
        self._seed = EntryField(width_in_characters=5)
        self._seed.entered.connect(self._enter_seed)
        self._arrange()
        session.changed.connect(self._on_changed)
        self.render_mask()

    def render_mask(self) -> None:
        """Show the Session's mask and dropout."""
        config, mask = self._session.config, self._session.config.mask
        with QSignalBlocker(self._causal):
            self._causal.setChecked(mask.causal)
        self._align.setCurrentIndex(self._align.findData(mask.causal_align))
        self._align.setVisible(mask.causal and config.n_q != config.n_k)
        self._padding.show_value(", ".join(map(str, mask.padding)))
        self._dropout.show_value(f"{config.dropout!r}")
        self._seed.show_value(str(config.seed))
        self._seed.setEnabled(config.dropout > 0)

    @Slot(object, object)
    def _on_changed(self, old: Document, new: Document) -> None:
        if old.config is not new.config:
            self.banner.hide()
            self.render_mask()

    def _edit_mask(self, text: str, **changes: Any) -> None:
        mask = replace(self._session.config.mask, **changes)
        if not self.attempt(lambda: self._session.edit_config(text, mask=mask)):
            self.render_mask()

    def _enter_padding(self, text: str) -> None:
        self.attempt(lambda: self._set_padding(_indices(text)))

    def _set_padding(self, padding: tuple[int, ...]) -> None:
        self._session.edit_config(self.tr("Padding"), mask=replace(self._session.config.mask, padding=padding))

    def _enter_dropout(self, text: str) -> None:
        self.attempt(lambda: self._session.edit_config(self.tr("Dropout"), dropout=parse_number(text, True)))

    def _enter_seed(self, text: str) -> None:
        self.attempt(lambda: self._session.edit_config(self.tr("Seed"), seed=_index(text, "seed")))

    def _arrange(self) -> None:
        row = QHBoxLayout()
        for widget in (
            self._causal,
            self._align,
            QLabel(self.tr("Padding keys")),
            self._padding,
            QLabel(self.tr("Dropout")),
            self._dropout,
            QLabel(self.tr("Seed")),
            self._seed,
        ):
            row.addWidget(widget)
        row.addStretch(1)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addLayout(row)
        layout.addWidget(self.banner)


def _indices(text: str) -> tuple[int, ...]:
    parts = text.replace(";", ",").replace(" ", ",").split(",")
    return tuple(sorted({_index(part, "mask") for part in parts if part}))


def _index(text: str, field: str) -> int:
    if not text.strip().isdecimal():
        raise Problem(
            QT_TRANSLATE_NOOP("engine", '"{text}" is not a whole number from 0 on.'), field=field, text=text.strip()
        )
    return int(text)
