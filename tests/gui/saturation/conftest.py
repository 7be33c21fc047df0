"""The Saturation room on screen, and what a person does in it."""

from collections.abc import Callable

import pytest
from PySide6.QtWidgets import QLineEdit
from pytestqt.qtbot import QtBot

from gui.jobs import Jobs
from gui.rooms.saturation import SaturationRoom
from gui.runner import Runner
from gui.session import Session
from gui.theme import LIGHT


@pytest.fixture
def make_room(qtbot: QtBot, session: Session) -> Callable[[Runner], SaturationRoom]:
    """Put the room on screen, given its worker."""

    def make(runner: Runner) -> SaturationRoom:
        room = SaturationRoom(session, Jobs(session, runner), LIGHT)
        qtbot.addWidget(room)
        room.resize(1280, 800)
        room.show()
        return room

    return make


@pytest.fixture
def room(make_room: Callable[[Runner], SaturationRoom], inline_runner: Runner) -> SaturationRoom:
    """The room, with a worker that answers at once."""
    return make_room(inline_runner)


@pytest.fixture
def rest(room: SaturationRoom, session: Session) -> Callable[[], None]:
    """Let go of what is dragged, without the wait."""

    def rest() -> None:
        jobs = session.findChild(Jobs)
        assert isinstance(jobs, Jobs)
        jobs.draws._rest.stop()
        jobs.draws._at_rest()

    return rest


@pytest.fixture
def type_into(room: SaturationRoom) -> Callable[[str, str], QLineEdit]:
    """Type a number of the draw, given its name, and press Enter; its field."""

    def type_into(name: str, text: str) -> QLineEdit:
        field = room.draw.rows[name].field
        field.setText(text)
        field.returnPressed.emit()
        return field

    return type_into
