"""The Model room: a real model's attention over the person's own text."""

from PySide6.QtWidgets import QVBoxLayout

from gui.jobs import Jobs
from gui.panels.model.head_map import HeadMapPanel
from gui.panels.model.source import ModelSource
from gui.panels.model.text import ModelText
from gui.rooms.room import Room
from gui.session import Session
from gui.theme import GRID, Theme
from gui.widgets.picture import Picture


class ModelRoom(Room):
    """Choose a model, write a text, look at one Head's map."""

    key = "model"

    def __init__(self, session: Session, jobs: Jobs, _theme: Theme) -> None:
        super().__init__()
        self._session = session
        self.source = ModelSource(session, jobs)
        self.text = ModelText(session, jobs)
        self.head_map = HeadMapPanel(session, jobs)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(2 * GRID, GRID, 2 * GRID, GRID)
        layout.setSpacing(GRID)
        layout.addWidget(self.source)
        layout.addWidget(self.text)
        layout.addWidget(self.head_map, 1)

    def picture(self) -> Picture | None:
        """The map on screen; None if it is of another text or by another model than the ones above it."""
        return self.head_map.picture() if self._session.reading is not None else None
