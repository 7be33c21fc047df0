"""The rail at the left: one button per room."""

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtWidgets import QButtonGroup, QFrame, QToolButton, QVBoxLayout, QWidget

from gui.theme import Theme
from gui.widgets.icons import icon


class Rail(QFrame):
    """Emits `chosen(key)`; `entries` are (key, name) in their order."""

    chosen = Signal(str)

    def __init__(self, entries: list[tuple[str, str]], theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.entries = entries
        self.setObjectName("rail")
        self._buttons: dict[str, QToolButton] = {}
        group = QButtonGroup(self)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(8, 8, 8, 8)
        layout.setSpacing(8)
        for key, name in entries:
            button = self._button(key, name, theme)
            group.addButton(button)
            layout.addWidget(button)
            self._buttons[key] = button
        width = max(button.sizeHint().width() for button in self._buttons.values())
        for button in self._buttons.values():
            button.setFixedWidth(width + 16)
        layout.addStretch(1)

    def show_chosen(self, key: str) -> None:
        """Mark the room on screen."""
        self._buttons[key].setChecked(True)

    def _button(self, key: str, name: str, theme: Theme) -> QToolButton:
        button = QToolButton(autoRaise=True)
        button.setText(name)
        button.setCheckable(True)
        button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextUnderIcon)
        button.setIcon(icon(key, theme))
        button.setIconSize(QSize(24, 24))
        button.clicked.connect(lambda: self.chosen.emit(key))
        return button
