"""Dropout of the weights, with the seed that decides which ones."""

from PySide6.QtCore import Slot
from PySide6.QtWidgets import QHBoxLayout, QLabel, QVBoxLayout, QWidget

from engine.tables import parse_number
from gui.panels.entries import index
from gui.panels.panel import Panel
from gui.session import Document, Session
from gui.widgets.number_field import EntryField


class DropoutPanel(Panel):
    """A probability and a seed, typed."""

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(session, parent)
        self._dropout = EntryField(width_in_characters=5)
        self._dropout.setAccessibleName(self.tr("Dropout"))
        self._dropout.entered.connect(self._enter_dropout)
        self._seed = EntryField(width_in_characters=5)
        self._seed.setAccessibleName(self.tr("Seed"))
        self._seed.entered.connect(self._enter_seed)
        for field in (self._dropout, self._seed):
            self.mind(field)
        row = QHBoxLayout()
        for widget in (QLabel(self.tr("Dropout")), self._dropout, QLabel(self.tr("Seed")), self._seed):
            row.addWidget(widget)
        row.addStretch(1)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addLayout(row)
        layout.addWidget(self.banner)
        session.changed.connect(self._on_changed)
        self._render()

    def _render(self) -> None:
        config = self._session.config
        self._dropout.show_value(f"{config.dropout:g}" if config.dropout else "0")
        self._seed.show_value(str(config.seed))
        self._seed.setEnabled(config.dropout > 0 or "dropout_at_evaluation" in config.mistakes)

    @Slot(object, object)
    def _on_changed(self, old: Document, new: Document) -> None:
        if old.config is not new.config:
            self.banner.hide()
            self._render()

    def _enter_dropout(self, text: str) -> None:
        self.attempt(lambda: self._session.edit_config(self.tr("Dropout"), dropout=parse_number(text, True)))

    def _enter_seed(self, text: str) -> None:
        self.attempt(lambda: self._session.edit_config(self.tr("Seed"), seed=index(text, "seed")))
