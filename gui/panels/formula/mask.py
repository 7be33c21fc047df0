"""Which query may see which key: every rule of the mask, and what stands in the cells that they hide."""

import math
import sys
from dataclasses import replace
from typing import Any

from PySide6.QtCore import QSignalBlocker, Slot
from PySide6.QtWidgets import QCheckBox, QComboBox, QHBoxLayout, QLabel, QPushButton, QVBoxLayout, QWidget

from gui.panels.entries import index, indices
from gui.panels.panel import Panel
from gui.session import Document, Session
from gui.theme import GRID
from gui.widgets.number_field import EntryField


class MaskPanel(Panel):
    """Causal with its alignment, padding, window, global tokens, prefix, painted cells: combined by AND; the filler."""

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(session, parent)
        self._row = QHBoxLayout()
        self._causal = QCheckBox(self.tr("Causal mask"))
        self._causal.toggled.connect(lambda on: self._edit(self.tr("Causal mask"), causal=on))
        self._row.addWidget(self._causal)
        self._align = self._choice(
            {"top_left": self.tr("top left (torch)"), "bottom_right": self.tr("bottom right (KV cache)")},
            lambda value: self._edit(self.tr("Causal alignment"), causal_align=value),
        )
        self._row.addWidget(self._align)
        self._align.setAccessibleName(self.tr("Causal alignment"))
        self._align.setToolTip(self.tr("Where the causal mask starts when queries and keys differ in number"))
        self._padding = self._entry(self.tr("Padding"), self.tr("Keys that are padding, by number: 0, 3"), 5)
        self._padding.entered.connect(lambda text: self._try(self.tr("Padding"), "padding", text, indices))
        self._window = self._entry(self.tr("Window"), self.tr("A query sees only keys nearer than this many"), 4)
        self._window.entered.connect(lambda text: self._try(self.tr("Window"), "window", text, _window))
        self._global = self._entry(
            self.tr("Global"), self.tr("Positions that the window does not bind, by number: 0, 3"), 4
        )
        self._global.entered.connect(lambda text: self._try(self.tr("Global"), "global_tokens", text, indices))
        self._prefix = self._entry(
            self.tr("Prefix"), self.tr("So many first keys are seen by every query, causal or not"), 3
        )
        self._prefix.entered.connect(lambda text: self._try(self.tr("Prefix"), "prefix", text, _prefix))
        self._paint = QPushButton(self.tr("Paint"))
        self._paint.setCheckable(True)
        self._paint.setToolTip(self.tr("Click or drag over cells of the masked scores to hide or show them"))
        self._paint.toggled.connect(session.set_painting)
        self._row.addWidget(self._paint)
        self._wipe = QPushButton(self.tr("Wipe"))
        self._wipe.setToolTip(self.tr("Take the painted mask away"))
        for button in (self._paint, self._wipe):
            button.setMaximumWidth(self.fontMetrics().horizontalAdvance(button.text()) + 3 * GRID)
        self._wipe.clicked.connect(lambda: self._edit(self.tr("Wipe the painted mask"), visible=None))
        self._row.addWidget(self._wipe)
        self._filler = self._choice(
            {-math.inf: "−∞", -1e9: "−1e9", -1e4: "−1e4", -sys.float_info.max: self.tr("smallest float")},
            lambda value: self.attempt(lambda: self._session.edit_config(self.tr("Filler"), filler=value)),
        )
        self._filler.setAccessibleName(self.tr("Filler"))
        self._filler.setToolTip(self.tr("What stands in hidden cells before softmax: anything but −∞ can leak"))
        self.filler = QWidget()
        """The filler with its label, for a row of the room that has the space: this one is full."""
        filler = QHBoxLayout(self.filler)
        filler.setContentsMargins(0, 0, 0, 0)
        filler.setSpacing(GRID // 2)
        filler.addWidget(QLabel(self.tr("Filler")))
        filler.addWidget(self._filler)
        self._row.addStretch(1)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addLayout(self._row)
        layout.addWidget(self.banner)
        session.changed.connect(self._on_changed)
        session.painting_changed.connect(self.render_mask)
        self.render_mask()

    @Slot()
    def render_mask(self) -> None:
        """Show the Session's mask."""
        config, mask = self._session.config, self._session.config.mask
        with QSignalBlocker(self._causal), QSignalBlocker(self._paint):
            self._causal.setChecked(mask.causal)
            self._paint.setChecked(self._session.painting)
        self._align.setCurrentIndex(self._align.findData(mask.causal_align))
        self._align.setVisible(config.n_q != config.n_k and (mask.causal or mask.window is not None))
        self._padding.show_value(", ".join(map(str, mask.padding)))
        self._window.show_value("" if mask.window is None else str(mask.window))
        self._global.show_value(", ".join(map(str, mask.global_tokens)))
        self._prefix.show_value(str(mask.prefix) if mask.prefix else "")
        self._wipe.setEnabled(mask.visible is not None)
        self._filler.setCurrentIndex(self._filler.findData(config.filler))

    @Slot(object, object)
    def _on_changed(self, old: Document, new: Document) -> None:
        if old.config is not new.config:
            self.banner.hide()
            self.render_mask()

    def _try(self, label: str, name: str, text: str, parse: Any) -> None:
        self.attempt(lambda: self._put(label, **{name: parse(text)}))

    def _edit(self, label: str, **changes: Any) -> None:
        if not self.attempt(lambda: self._put(label, **changes)):
            self.render_mask()

    def _put(self, label: str, **changes: Any) -> None:
        self._session.edit_config(label, mask=replace(self._session.config.mask, **changes))

    def _entry(self, name: str, help_text: str, width: int) -> EntryField:
        entry = EntryField(width_in_characters=width)
        self.mind(entry)
        entry.setToolTip(help_text)
        entry.setAccessibleName(name)
        label = QLabel(name)
        label.setToolTip(help_text)
        self._row.addWidget(label)
        self._row.addWidget(entry)
        return entry

    def _choice(self, names: dict[Any, str], choose: Any) -> QComboBox:
        box = QComboBox()
        for value, name in names.items():
            box.addItem(name, value)
        box.activated.connect(lambda _: choose(box.currentData()))
        return box


def _window(text: str) -> int | None:
    return index(text, "mask") if text.strip() else None


def _prefix(text: str) -> int:
    return index(text, "mask") if text.strip() else 0
