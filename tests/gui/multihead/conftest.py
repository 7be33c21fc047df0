"""The Multi-head room on screen, and what a person does in it."""

from collections.abc import Callable

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QComboBox
from pytestqt.qtbot import QtBot

from engine.config import Matrix
from gui.jobs import Jobs
from gui.rooms.multihead import MultiHeadRoom
from gui.runner import Runner
from gui.session import Session
from gui.theme import LIGHT


@pytest.fixture
def room(qtbot: QtBot, session: Session, inline_runner: Runner) -> MultiHeadRoom:
    """The room, with a worker that answers at once."""
    room = MultiHeadRoom(session, Jobs(session, inline_runner), LIGHT)
    qtbot.addWidget(room)
    room.resize(1270, 800)
    room.show()
    return room


@pytest.fixture
def click(qtbot: QtBot, room: MultiHeadRoom) -> Callable[[str], None]:
    """Click a check box, given its name."""

    def click(name: str) -> None:
        box = room.settings.boxes[name]
        qtbot.mouseClick(box, Qt.MouseButton.LeftButton, pos=QPoint(6, box.height() // 2))

    return click


@pytest.fixture
def enter(qtbot: QtBot, room: MultiHeadRoom) -> Callable[[str, str], None]:
    """Type into the field of a name and press Enter."""

    def enter(name: str, text: str) -> None:
        field = room.settings.fields[name]
        field.selectAll()
        qtbot.keyClicks(field, text)
        qtbot.keyClick(field, Qt.Key.Key_Return)

    return enter


@pytest.fixture
def choose() -> Callable[[QComboBox, object], None]:
    """Choose an entry of a list by its value."""

    def choose(box: QComboBox, value: object) -> None:
        box.setCurrentIndex(box.findData(value))
        box.activated.emit(box.currentIndex())

    return choose


@pytest.fixture
def opened(room: MultiHeadRoom, session: Session) -> Callable[[str], Matrix]:
    """Open a box of the walk: the numbers that are shown of it."""

    def opened(box: str) -> Matrix:
        session.set_box(box)
        values: Matrix = room.matrix.matrix.view.picture().values
        return values

    return opened


@pytest.fixture
def shapes(room: MultiHeadRoom) -> Callable[[], dict[str, str]]:
    """The shape that is written in each box of the walk."""
    return lambda: {box.key: box.shape for box in room.walk.path.boxes()}
