"""One sentence about what went wrong, at its place, with its mend as a button where there is one."""

from PySide6.QtCore import Qt
from PySide6.QtGui import QPalette
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QPushButton, QToolButton, QWidget

from gui.theme import theme_of


class Banner(QFrame):
    """Hidden until `show_text`; the person can close it."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._label = QLabel(wordWrap=True, textFormat=Qt.TextFormat.PlainText)
        self._label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.mend = QPushButton()
        close = QToolButton(autoRaise=True)
        close.setText("×")
        close.setAccessibleName(self.tr("Close this message"))
        close.clicked.connect(self.hide)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(12, 6, 6, 6)
        layout.addWidget(self._label, 1)
        layout.addWidget(self.mend)
        layout.addWidget(close)
        self._tint()
        self.hide()

    def text(self) -> str:
        """The sentence shown, empty if the banner is hidden."""
        return "" if self.isHidden() else self._label.text()

    def show_text(self, text: str, mend: str = "") -> None:
        """Show `text`; a `mend` labels the button (connect to `self.mend.clicked`). An empty text hides the banner."""
        self._label.setText(text)
        self.mend.setText(mend)
        self.mend.setVisible(bool(mend))
        self.setVisible(bool(text))

    def _tint(self) -> None:
        theme, palette = theme_of(self), self.palette()
        palette.setColor(QPalette.ColorRole.Window, theme.colour("danger_ground"))
        palette.setColor(QPalette.ColorRole.WindowText, theme.colour("danger"))
        self.setAutoFillBackground(True)
        self.setPalette(palette)
