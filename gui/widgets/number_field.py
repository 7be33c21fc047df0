"""A line to type a value in: tells when the person has entered one, never changes it by itself."""

from PySide6.QtCore import Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent, Qt
from PySide6.QtWidgets import QLineEdit, QWidget


class EntryField(QLineEdit):
    """Emits `entered(text)` on Enter or on leaving, only if the text differs from what was shown; Esc takes it back."""

    entered = Signal(str)
    taken_back = Signal()
    """The text shown stands there again: what was refused before no longer counts."""

    def __init__(self, parent: QWidget | None = None, width_in_characters: int = 10) -> None:
        super().__init__(parent)
        self._shown = ""
        self.setFixedWidth(self.fontMetrics().horizontalAdvance("0" * width_in_characters) + 24)
        self.returnPressed.connect(self._enter)

    def show_value(self, text: str) -> None:
        """Show `text` as the present value. A text being typed that was refused stays until this is called."""
        self._shown = text
        if self.text() != text:
            self.setText(text)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape and self.text() != self._shown:
            self.setText(self._shown)
            self.taken_back.emit()
        else:
            super().keyPressEvent(event)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        if self.text() != self._shown:
            self._enter()

    def _enter(self) -> None:
        if self.text() != self._shown:
            self.entered.emit(self.text())
        else:
            self.taken_back.emit()
