"""The audit that is always on: what must hold of attention, and whether it does."""

from PySide6.QtCore import Slot
from PySide6.QtWidgets import QGridLayout, QLabel, QWidget

from engine.audit import Check
from gui.i18n import say
from gui.panels.words import CHECK_NAMES, word
from gui.session import Session
from gui.widgets.elided_label import ElidedLabel

SIGNS = {True: "✓", False: "✗", None: "–"}


class AuditPanel(QWidget):
    """One line per check: a sign, the invariant, the figure."""

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._session = session
        layout = QGridLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setHorizontalSpacing(8)
        layout.setVerticalSpacing(2)
        layout.setColumnStretch(2, 1)
        self._rows = {key: (QLabel(), QLabel(), ElidedLabel()) for key in CHECK_NAMES}
        for row, (key, labels) in enumerate(self._rows.items()):
            labels[1].setText(word(CHECK_NAMES, key))
            for column, label in enumerate(labels):
                layout.addWidget(label, row, column)
        session.result_changed.connect(self.render_checks)
        self.render_checks("audit")

    @Slot(str)
    def render_checks(self, kind: str) -> None:
        """Show the newest checks; those that ask torch are "…" until the worker has made them."""
        if kind not in ("trace", "audit"):
            return
        stale = self._session.problem("trace")
        checks = {} if stale else {check.key: check for check in self._session.checks}
        problem = stale or self._session.problem("audit")
        for key, labels in self._rows.items():
            self._render_row(labels, checks.get(key), say(problem) if problem else self.tr("waiting for torch"))

    def _render_row(self, labels: tuple[QLabel, QLabel, QLabel], check: Check | None, waiting: str) -> None:
        labels[0].setText(SIGNS[check.ok] if check else "…")
        labels[0].setStyleSheet("color: #D55E00; font-weight: bold" if check and check.ok is False else "")
        labels[2].setText(say(check.detail) if check else waiting)
