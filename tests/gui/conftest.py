"""A Session, a Runner and a window for tests; a window or a thread that is left over fails the test."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QPoint, QPointF, QSettings, Qt, QThread
from PySide6.QtGui import QWheelEvent
from PySide6.QtWidgets import QApplication, QWidget

from engine.problems import Problem
from engine.tables import read_config
from gui import i18n
from gui.app import Application
from gui.preferences import Preferences
from gui.presets import FIRST_PRESET
from gui.runner import Runner, RunningJob, _outcome
from gui.session import Session

SPOT = QPointF(3, 3)  # inside even the smallest field


class InlineRunner(Runner):
    """Runs every job at once, on the caller's thread: most tests need no thread."""

    def submit(self, kind: str, work: Any, done: Any, failed: Any, lane: Any = "torch") -> None:
        outcome = _outcome(RunningJob(kind, work, done, failed))
        if isinstance(outcome, Problem):
            failed(outcome)
        else:
            done(outcome)


@pytest.fixture
def session(qapp: QApplication) -> Session:
    """The worked example."""
    return Session(read_config(FIRST_PRESET))


@pytest.fixture
def inline_runner(qapp: QApplication) -> InlineRunner:
    """A Runner without threads."""
    return InlineRunner()


@pytest.fixture
def runner(qapp: QApplication) -> Iterator[Runner]:
    """The real Runner."""
    runner = Runner()
    yield runner
    assert runner.close(10_000)


@pytest.fixture
def preferences(tmp_path: Path) -> Preferences:
    """Preferences of this test alone: English, light."""
    preferences = Preferences(QSettings(str(tmp_path / "settings.ini"), QSettings.Format.IniFormat))
    preferences.language = "en"
    return preferences


@pytest.fixture
def application(qapp: QApplication, preferences: Preferences) -> Iterator[Application]:
    """The whole application with its real worker; not yet shown."""
    application = Application(preferences)
    yield application
    application.window.close()
    assert application.runner.close(20_000)


@pytest.fixture
def turn_wheel(qapp: QApplication) -> Callable[..., None]:
    """Turn the wheel by one notch over a spot of a widget."""

    def turn(widget: QWidget, spot: QPointF = SPOT) -> None:
        event = QWheelEvent(
            spot, widget.mapToGlobal(spot), QPoint(0, 0), QPoint(0, 120), Qt.MouseButton.NoButton,
            Qt.KeyboardModifier.NoModifier, Qt.ScrollPhase.NoScrollPhase, False,
        )  # fmt: skip
        qapp.sendEvent(widget, event)

    return turn


@pytest.fixture(autouse=True)
def nothing_left_over(qapp: QApplication) -> Iterator[None]:
    """After the test no window is on screen, no thread runs, and English is spoken again."""
    yield
    i18n.install("en")
    left = [w for w in qapp.topLevelWidgets() if w.isVisible()]
    for window in left:
        window.close()
    assert not left
    assert not [t for t in qapp.findChildren(QThread) if t.isRunning()]
