"""The Multi-head room: how heads split and join, every shape beside its box."""

from itertools import pairwise

from PySide6.QtCore import Qt, Slot
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QScrollArea, QSplitter, QVBoxLayout, QWidget

from gui.jobs import Jobs
from gui.panels.multihead.figures import HeadsFigures
from gui.panels.multihead.join import HeadsJoin
from gui.panels.multihead.maps import HeadMapLarge, HeadsMaps
from gui.panels.multihead.matrix import HeadsMatrix
from gui.panels.multihead.settings import HeadsSettings
from gui.panels.multihead.source import HeadsSource
from gui.panels.multihead.walk import HeadsWalk
from gui.rooms.room import Room
from gui.session import Session
from gui.theme import GRID, Theme, monospace
from gui.widgets.picture import Picture

SIDE = 27 * GRID


class MultiHeadRoom(Room):
    """The walk above; settings at the left; one map per head, the open matrix, the large map and the output."""

    key = "multihead"

    def __init__(self, session: Session, jobs: Jobs, _theme: Theme) -> None:
        super().__init__()
        jobs.first_heads()
        self.walk = HeadsWalk(session)
        self.settings, self.source = HeadsSettings(session), HeadsSource(session, jobs)
        self.figures = HeadsFigures(session)
        self.maps, self.map = HeadsMaps(session), HeadMapLarge(session)
        self.matrix, self.join = HeadsMatrix(session), HeadsJoin(session)
        self._exact = QLabel()
        self._exact.setFont(monospace())
        for panel in (self.maps, self.map, self.matrix, self.join):
            panel.pointed.connect(self._exact.setText)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(2 * GRID, GRID, 2 * GRID, GRID)
        layout.setSpacing(GRID)
        layout.addWidget(self.walk)
        below = QHBoxLayout()
        below.setSpacing(2 * GRID)
        below.addWidget(self._left())
        below.addLayout(self._right(), 1)
        layout.addLayout(below, 1)
        layout.addWidget(self._exact)
        self.map.hovered.connect(lambda row, _column, _text: self.join.light(row))
        self.maps.recounted.connect(self._order)
        self._order()

    def picture(self) -> Picture:
        """The matrix with the focus, or the map of the head looked at."""
        views = [*self.maps.thumbs, self.maps.one, self.join.contribution.view, self.join.output.view]
        focused = next((view for view in views if view.hasFocus()), None)
        if focused is not None:
            return focused.picture()
        if self.matrix.matrix.view.hasFocus() or self.matrix.bias.view.hasFocus():
            return self.matrix.picture()
        return self.map.picture()

    @Slot()
    def _order(self) -> None:
        """Tab goes along the walk: diagram, settings, maps, open matrix, large map, output."""
        settings, matrix, join = self.settings, self.matrix, self.join
        widgets = [self.walk.path, *settings.fields.values(), settings.kv_heads, settings.head]
        widgets += [
            *settings.boxes.values(),
            self.source.take,
            self.source.layer,
            self.figures.lines,
            *self.maps.thumbs,
            self.maps.one,
        ]
        widgets += [matrix.matrix.view, matrix.bias.view, self.map, join.contribution.view, join.slider]
        for first, then in pairwise([*widgets, join.output.view]):
            QWidget.setTabOrder(first, then)

    def _left(self) -> QScrollArea:
        page = QWidget()
        layout = QVBoxLayout(page)
        layout.setContentsMargins(0, 0, GRID, 0)
        layout.setSpacing(2 * GRID)
        for panel in (self.settings, self.source, self.figures):
            layout.addWidget(panel)
        layout.addStretch(1)
        area = QScrollArea()
        area.setWidget(page)
        area.setWidgetResizable(True)
        area.setFrameShape(QFrame.Shape.NoFrame)
        area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        area.setFixedWidth(SIDE)
        return area

    def _right(self) -> QVBoxLayout:
        parts = QSplitter()
        parts.setChildrenCollapsible(False)
        parts.setHandleWidth(2 * GRID)
        for place, (panel, share) in enumerate(((self.matrix, 37), (self.map, 30), (self.join, 33))):
            parts.addWidget(panel)
            parts.setStretchFactor(place, share)
        parts.setSizes([370, 300, 330])
        layout = QVBoxLayout()
        layout.setSpacing(GRID)
        layout.addWidget(self.maps)
        layout.addWidget(parts, 1)
        return layout
