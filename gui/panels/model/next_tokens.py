"""What the model expects after the text: the most probable next tokens as bars."""

from PySide6.QtCore import Qt, Slot
from PySide6.QtWidgets import QGridLayout, QLabel, QProgressBar, QWidget

from gui.session import Session

COUNT = 5
FULL = 1000


class NextTokens(QWidget):
    """One line per token: its label, a bar, its probability. Hidden for a model that predicts none."""

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._session = session
        layout = QGridLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setColumnStretch(1, 1)
        title = QLabel(self.tr("Expected next"))
        title.setToolTip(self.tr("The probabilities that the model gives to the token after the text"))
        layout.addWidget(title, 0, 0, 1, 3)
        self._rows = [(QLabel(), QProgressBar(textVisible=False), QLabel()) for _ in range(COUNT)]
        for number, row in enumerate(self._rows, start=1):
            row[1].setRange(0, FULL)
            row[1].setFixedHeight(10)
            row[2].setAlignment(Qt.AlignmentFlag.AlignRight)
            for column, widget in enumerate(row):
                layout.addWidget(widget, number, column)
        session.result_changed.connect(self._on_result)
        self._on_result("capture")

    def text(self) -> str:
        """The tokens shown and their probabilities, one a line."""
        return "\n".join(f"{row[0].text()} {row[2].text()}" for row in self._rows if row[0].text())

    @Slot(str)
    def _on_result(self, kind: str) -> None:
        if kind not in ("model", "capture"):
            return
        reading = self._session.reading
        tokens = () if reading is None else reading.next_tokens
        self.setVisible(bool(tokens))
        for row, (label, probability) in zip(self._rows, [*tokens, *[("", 0.0)] * COUNT][:COUNT], strict=True):
            row[0].setText(label)
            row[1].setValue(round(FULL * probability))
            row[2].setText(f"{probability:.1%}" if label else "")
