"""The Saturation room: why the scores are divided by sqrt(d_k)."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QHBoxLayout, QLabel, QScrollArea, QVBoxLayout, QWidget

from gui.jobs import Jobs
from gui.panels.saturation.curves import CurvePanel, MeasurePanel
from gui.panels.saturation.head import HeadOverlay
from gui.panels.saturation.rows import WeightRows
from gui.panels.saturation.scores import ScoresPanel
from gui.panels.saturation.sliders import DrawPanel
from gui.rooms.room import Room
from gui.session import Session
from gui.theme import GRID, Theme
from gui.widgets.picture import Picture

LEFT = 30 * GRID


class SaturationRoom(Room):
    """Drag d_k and watch one of two weight rows of the same draw collapse onto one key."""

    key = "saturation"

    def __init__(self, session: Session, jobs: Jobs, _theme: Theme) -> None:
        super().__init__()
        self.draw = DrawPanel(session)
        self.overlay = HeadOverlay(session)
        self.rows = WeightRows(session)
        self.scores = ScoresPanel(session)
        self.entropy = CurvePanel(session, "relative_entropy")
        self.measure = MeasurePanel(session)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(2 * GRID, GRID, 2 * GRID, GRID)
        layout.setSpacing(2 * GRID)
        layout.addWidget(self._left())
        layout.addLayout(self._right(), 1)
        jobs.draws.start()

    def picture(self) -> Picture | None:
        """Both weight rows."""
        return self.rows.picture()

    def _left(self) -> QScrollArea:
        page = QWidget()
        column = QVBoxLayout(page)
        column.setContentsMargins(0, 0, GRID, 0)
        column.setSpacing(2 * GRID)
        column.addWidget(self.draw)
        column.addWidget(self.overlay)
        column.addStretch(1)
        area = QScrollArea()
        area.setWidget(page)
        area.setWidgetResizable(True)
        area.setFrameShape(QScrollArea.Shape.NoFrame)
        area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        area.setFixedWidth(LEFT)
        return area

    def _right(self) -> QVBoxLayout:
        lesson = QLabel(wordWrap=True)
        lesson.setText(
            self.tr(
                "One query and its keys, drawn once: on the left with their scores as they are, on the right divided by "
                "√d_k. Drag d_k and watch the left row collapse onto one key. On the curves a ring marks their value here, a "
                "dot this one draw."
            )
        )
        lower = QHBoxLayout()
        lower.setSpacing(GRID)
        for panel in (self.scores, self.entropy, self.measure):
            lower.addWidget(panel, 1)
        column = QVBoxLayout()
        column.setSpacing(GRID)
        column.addWidget(lesson)
        column.addWidget(self.rows, 5)
        column.addLayout(lower, 6)
        return column
