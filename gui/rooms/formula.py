"""The Formula room: its layout is the formula."""

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import QHBoxLayout, QLabel, QVBoxLayout, QWidget

from gui.panels.audit import AuditPanel
from gui.panels.explanation import ExplanationPanel
from gui.panels.mask import MaskPanel
from gui.panels.mistakes import MistakesPanel
from gui.panels.presets import PresetBox
from gui.panels.scale import ScalePanel
from gui.panels.step_bar import StepBar
from gui.panels.strip import Strip
from gui.rooms.room import Room
from gui.session import Session
from gui.theme import GRID, Theme, data_colour, readable
from gui.widgets.picture import Picture


class FormulaRoom(Room):
    """Edit Q, K and V, choose scale and mask, step through softmax(Q K^T / sqrt(d_k)) V."""

    key = "formula"

    def __init__(self, session: Session, theme: Theme) -> None:
        super().__init__()
        self._session = session
        self.strip = Strip(session)
        self.steps = StepBar(session)
        self.scale_panel = ScalePanel(session)
        self.mask_panel = MaskPanel(session)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(2 * GRID, GRID, 2 * GRID, GRID)
        layout.setSpacing(GRID)
        layout.addLayout(self._head(theme))
        layout.addWidget(self.strip, 1)
        layout.addWidget(self.scale_panel)
        layout.addWidget(self.mask_panel)
        layout.addLayout(self._foot())
        for keys, move in (("Ctrl+Left", self.steps.back), ("Ctrl+Right", self.steps.forward)):
            QShortcut(QKeySequence(keys), self, move)
        self.steps.setFocus()

    def picture(self) -> Picture:
        """The block with the focus, or the present Step."""
        return self.strip.picture(self.strip.focused_block())

    def _foot(self) -> QHBoxLayout:
        row = QHBoxLayout()
        row.setSpacing(3 * GRID)
        self.explanation = ExplanationPanel(self._session, self.strip)
        row.addWidget(self.explanation, 4)
        row.addWidget(AuditPanel(self._session), 3)
        row.addWidget(MistakesPanel(self._session), 3)
        return row

    def _head(self, theme: Theme) -> QHBoxLayout:
        row = QHBoxLayout()
        row.addWidget(_formula(theme))
        row.addStretch(1)
        row.addWidget(self.steps)
        row.addStretch(1)
        row.addWidget(PresetBox(self._session))
        return row


def _formula(theme: Theme) -> QWidget:
    q, k, v = (readable(data_colour(role), theme.colour("window")).name() for role in "qkv")
    label = QLabel(
        f'softmax( <b style="color:{q}">Q</b> <b style="color:{k}">K</b><sup>T</sup> / √d<sub>k</sub> ) '
        f'<b style="color:{v}">V</b>'
    )
    label.setTextFormat(Qt.TextFormat.RichText)
    font = label.font()
    font.setPointSizeF(font.pointSizeF() * 1.3)
    label.setFont(font)
    return label
