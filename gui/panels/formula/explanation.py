"""How the cell under the pointer or cursor came about: its arithmetic with the real numbers, to read and to copy."""

from math import isinf

from PySide6.QtCore import QCoreApplication, Qt, Slot
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QHBoxLayout, QLabel, QToolButton, QVBoxLayout, QWidget

from engine.explain.explanation import explain
from gui.i18n import say
from gui.panels.formula.strip import Strip
from gui.panels.words import ROLES, STEP_NAMES, word
from gui.session import Session
from gui.theme import monospace
from gui.widgets.elided_label import ElidedLabel


class ExplanationPanel(QWidget):
    """Follows the strip. Where no cell is meant it says what Q, K and V are for."""

    def __init__(self, session: Session, strip: Strip, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._session, self._strip = session, strip
        self._cell: tuple[str, int, int] | None = None
        self._lines = QLabel(wordWrap=True, textFormat=Qt.TextFormat.PlainText)
        self._lines.setFont(monospace())
        self._lines.setAlignment(Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignLeft)
        self._lines.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self._role = QLabel(wordWrap=True)
        copy = QToolButton(autoRaise=True)
        copy.setText(self.tr("Copy"))
        copy.setToolTip(self.tr("Copy this explanation as text"))
        copy.clicked.connect(lambda: QGuiApplication.clipboard().setText(self._lines.text()))
        self._title = ElidedLabel()
        head = QHBoxLayout()
        head.addWidget(self._title, 1)
        head.addWidget(copy)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addLayout(head)
        layout.addWidget(self._lines)
        layout.addWidget(self._role)
        layout.addStretch(1)
        strip.pointed.connect(self.explain_cell)
        session.result_changed.connect(self._on_result)
        self.explain_cell("", -1, -1)

    def text(self) -> str:
        """The lines shown."""
        return self._lines.text()

    @Slot(str, int, int)
    def explain_cell(self, block: str, row: int, column: int) -> None:
        """Explain the cell at (row, column) of what the strip shows as `block`."""
        self._cell = (block, row, column) if row >= 0 and column >= 0 else None
        self._render()

    @Slot(str)
    def _on_result(self, kind: str) -> None:
        if kind == "trace":
            self._render()

    def _render(self) -> None:
        if self._cell is None:
            self._title.setText(self.tr("What the three are for"))
            self._lines.setText(self.tr("Point at a cell to see its arithmetic; type into Q, K or V to change it."))
            self._role.setText("\n".join(word(ROLES, name) for name in ("q", "k", "v", "soft")))
            return
        if self._session.trace.config is not self._session.config:
            return  # the Trace of what is shown is on its way, or could not be computed
        block, row, column = self._cell
        picture = self._strip.picture(block)
        if row >= picture.shape[0] or column >= picture.shape[1]:
            self.explain_cell("", -1, -1)
            return
        self._title.setText(
            self.tr("{block}, exactly {value}").format(block=picture.title, value=picture.cell_text(row, column))
        )
        at = (column, row) if block == "k" else (row, column)
        names = {step: word(STEP_NAMES, step) for step in STEP_NAMES}
        names["entropy"] = QCoreApplication.translate("words", "entropy")
        explanation = explain(self._session.trace, block, *at, lead=self._session.lead, names=names)
        self._lines.setText(explanation.text(say))
        config = self._session.config
        right = not config.mistakes and isinf(config.filler)  # what the roles say is true of the right formula only
        self._role.setText(word(ROLES, block) if block in ROLES and right else "")
