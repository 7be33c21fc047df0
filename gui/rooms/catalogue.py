"""The rooms by their key. One is imported when it is first shown: the window is on screen before pyqtgraph is loaded."""

from importlib import import_module

from gui.jobs import Jobs
from gui.rooms.room import Room
from gui.session import Session
from gui.theme import Theme

CLASSES = {
    "formula": "FormulaRoom",
    "saturation": "SaturationRoom",
    "multihead": "MultiHeadRoom",
    "model": "ModelRoom",
}


def make_room(key: str, session: Session, jobs: Jobs, theme: Theme) -> Room:
    """A new room; `key` names its module in gui.rooms."""
    room: Room = getattr(import_module(f"gui.rooms.{key}"), CLASSES[key])(session, jobs, theme)
    return room
