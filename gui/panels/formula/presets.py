"""Worked examples to begin with."""

from PySide6.QtCore import Slot
from PySide6.QtWidgets import QComboBox, QWidget

from engine.tables import read_config
from gui.panels.words import PRESET_NAMES, word
from gui.presets import PRESETS
from gui.session import Session


class PresetBox(QComboBox):
    """Choosing a preset replaces the Config: one undo entry."""

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self.setPlaceholderText(self.tr("Examples"))
        self.setAccessibleName(self.tr("Examples"))
        for key in PRESET_NAMES:
            self.addItem(word(PRESET_NAMES, key), key)
        self.setCurrentIndex(-1)
        self.activated.connect(self._choose)

    @Slot()
    def _choose(self) -> None:
        config = read_config(PRESETS / f"{self.currentData()}.json")
        self._session.replace_config(config, self.tr("Example: {name}").format(name=self.currentText()))
        self.setCurrentIndex(-1)
