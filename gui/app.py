"""Puts everything together and runs it: the Session lives as long as the application, windows come and go around it."""

import logging
import os
import signal
import socket
import sys
from collections.abc import Sequence
from logging.handlers import RotatingFileHandler
from pathlib import Path
from types import TracebackType

from PySide6.QtCore import QObject, QSocketNotifier, QStandardPaths, Qt, QTimer, Slot
from PySide6.QtGui import QIcon
from PySide6.QtWidgets import QApplication

from engine.config import Config
from engine.tables import read_config
from gui import i18n
from gui.examples import examples
from gui.jobs import Jobs
from gui.main_window import MainWindow
from gui.preferences import Preferences
from gui.presets import FIRST_PRESET
from gui.runner import Runner
from gui.session import ModelView, Session
from gui.theme import THEMES
from gui.widgets.icons import ICONS
from gui.widgets.wheel_guard import WheelGuard


class Application(QObject):
    """One Session with its Runner and its window; a new language or theme makes a new window around the same Session."""

    def __init__(self, preferences: Preferences, config: Config | None = None) -> None:
        super().__init__()
        self._preferences = preferences
        self.session = Session(config or read_config(FIRST_PRESET), first_view(preferences.language), self)
        self.runner = Runner(self)
        self.jobs = Jobs(self.session, self.runner)
        self._room = "formula"
        self.window = self._make_window()
        self.window.restoreGeometry(preferences.geometry)

    def start(self) -> None:
        """Show the window; what imports torch begins when it is on screen."""
        self.window.painted.connect(self.jobs.start)
        self.window.show()

    def close(self) -> bool:
        """Remember the window's place, end the work; False if a thread could not be ended."""
        self._preferences.geometry = self.window.saveGeometry()
        self.window.close()
        return self.runner.close()

    @Slot(str)
    def set_language(self, language: str) -> None:
        """Speak `language` from now on."""
        self._preferences.language = language
        self._rebuild()

    @Slot(str)
    def set_theme(self, theme: str) -> None:
        """Look like `theme` from now on."""
        self._preferences.theme = theme
        self._rebuild()

    def _make_window(self) -> MainWindow:
        language, theme = self._preferences.language, THEMES[self._preferences.theme]
        i18n.install(language)
        app = QApplication.instance()
        assert isinstance(app, QApplication)
        theme.apply(app)
        window = MainWindow(self.session, self.runner, self.jobs, theme, language)
        window.language_chosen.connect(self.set_language, Qt.ConnectionType.QueuedConnection)
        window.theme_chosen.connect(self.set_theme, Qt.ConnectionType.QueuedConnection)
        window.closed.connect(app.quit)
        return window

    def _rebuild(self) -> None:
        old, room = self.window, self.window.room().key
        self.window = self._make_window()
        self.window.show_room(room)
        self.window.setGeometry(old.geometry())
        self.window.setWindowState(old.windowState())
        self.window.show()
        old.closed.disconnect()
        old.hide()
        old.deleteLater()


def run(words: Sequence[str] = ()) -> int:
    """Open the window and stay until it is closed; returns the exit status.

    A file among `words` (JSON or NPZ, as the command `trace` reads it) is what the bench begins with. Raises Problem if
    it cannot be read.
    """
    config = read_config(words[0] if words else FIRST_PRESET)
    _log_to_file()
    app = QApplication.instance() or QApplication(sys.argv[:1])
    assert isinstance(app, QApplication)
    app.setApplicationName("Attention Explorer")
    app.setWindowIcon(QIcon(str(ICONS / "app.svg")))
    app.setQuitOnLastWindowClosed(False)
    app.installEventFilter(WheelGuard(app))
    application = Application(Preferences(), config)
    QuitOnSignals(app)
    application.start()
    status = app.exec()
    if not application.close():
        # A thread is inside a call that nothing can interrupt (an import, a read from disk). Nothing is left to save,
        # and waiting for it would keep the person waiting: end the process here, without tearing Qt down under it.
        logging.shutdown()
        os._exit(status)
    return status


def first_view(language: str) -> ModelView:
    """The sentence with which the course begins, in the person's language, at the head that finds what it means."""
    example = next(e for e in examples() if (e.skill, e.language) == ("reference", language))
    return ModelView(text=example.text, layer=example.layer, head=example.head)


class QuitOnSignals(QObject):
    """Ctrl+C and SIGTERM close the window as the person would. Qt's loop sees Python's signals through a socket."""

    def __init__(self, app: QApplication) -> None:
        super().__init__(app)
        self._reading, self._writing = socket.socketpair()
        for end in (self._reading, self._writing):
            end.setblocking(False)
        notifier = QSocketNotifier(self._reading.fileno(), QSocketNotifier.Type.Read, self)
        notifier.activated.connect(self._drain)
        for number in (signal.SIGINT, signal.SIGTERM):
            signal.signal(number, lambda *_: QTimer.singleShot(0, app.closeAllWindows))
        signal.set_wakeup_fd(self._writing.fileno())
        app.aboutToQuit.connect(self._stop)

    def _drain(self) -> None:
        self._reading.recv(64)

    def _stop(self) -> None:
        signal.set_wakeup_fd(-1)


def log_path() -> Path:
    """The file in which errors inside the program are kept."""
    folder = QStandardPaths.writableLocation(QStandardPaths.StandardLocation.GenericDataLocation)
    return Path(folder) / "attention-explorer" / "attention-explorer.log"


def _log_to_file() -> None:
    path = log_path()
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        handler: logging.Handler = RotatingFileHandler(path, maxBytes=1_000_000, backupCount=1, encoding="utf-8")
    except OSError:
        handler = logging.StreamHandler()
    logging.basicConfig(handlers=[handler], level=logging.WARNING, format="%(asctime)s %(name)s %(message)s")
    sys.excepthook = _log_exception


def _log_exception(kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
    logging.getLogger("attention-explorer").critical("unexpected", exc_info=(kind, error, trace))
    sys.__excepthook__(kind, error, trace)
