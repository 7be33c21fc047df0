"""Composes the rail, the rooms, the menus and the status bar. Decides nothing."""

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import Qt, QTimer, Signal, Slot
from PySide6.QtGui import QAction, QActionGroup, QCloseEvent, QKeySequence, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QMainWindow, QMenu, QStackedWidget, QVBoxLayout, QWidget

from gui.i18n import LANGUAGES
from gui.jobs import Jobs
from gui.panels.bench_file import BenchFile
from gui.panels.copy_as import CopyAs
from gui.panels.export import ExportActions
from gui.panels.status import StatusBar
from gui.rooms.catalogue import make_room
from gui.rooms.room import Room
from gui.runner import Runner
from gui.session import Session
from gui.theme import Theme
from gui.widgets.banner import Banner
from gui.widgets.rail import Rail


class MainWindow(QMainWindow):
    """The window around one Session. A new language or theme needs a new one: `language_chosen`, `theme_chosen`."""

    language_chosen = Signal(str)
    theme_chosen = Signal(str)
    closed = Signal()
    painted = Signal()
    """The window has been painted for the first time."""

    def __init__(self, session: Session, runner: Runner, jobs: Jobs, theme: Theme, language: str) -> None:
        super().__init__()
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose, False)
        self.setWindowTitle(self.tr("Attention Explorer"))
        self.setMinimumSize(1080, 700)
        self.resize(1400, 880)
        self._session = session
        self._painted = False
        self._make: Callable[[str], Room] = partial(make_room, session=session, jobs=jobs, theme=theme)
        self._rooms: dict[str, Room] = {}
        self._stack = QStackedWidget()
        self.rail = Rail(
            [
                ("formula", self.tr("Formula")),
                ("saturation", self.tr("Saturation")),
                ("multihead", self.tr("Multi-head")),
                ("model", self.tr("Model")),
            ],
            theme,
        )
        self.rail.chosen.connect(self.show_room)
        self.banner = Banner()
        self.setCentralWidget(_beside(self.rail, self.banner, self._stack))
        self.setStatusBar(StatusBar(session, runner))
        self.export = ExportActions(self, self.banner, lambda: self.room().picture())
        self.bench_file = BenchFile(self, self.banner, session)
        self.copy_as = CopyAs(self, session)
        self._fill_menus(language, theme.key)
        jobs.sent.connect(self._show_bench)
        self.show_room("formula")

    def room(self) -> Room:
        """The room on screen."""
        room = self._stack.currentWidget()
        assert isinstance(room, Room)
        return room

    def show_room(self, key: str) -> None:
        """Show a room, made at its first visit: the window is up sooner."""
        if key not in self._rooms:
            self._rooms[key] = self._make(key)
            self._stack.addWidget(self._rooms[key])
        self._stack.setCurrentWidget(self._rooms[key])
        self.banner.hide()  # what it said was about another room
        self.rail.show_chosen(key)

    @Slot()
    def _show_bench(self) -> None:
        self.show_room("formula")

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        if not self._painted:
            self._painted = True
            QTimer.singleShot(0, self.painted.emit)

    def closeEvent(self, event: QCloseEvent) -> None:
        super().closeEvent(event)
        self.closed.emit()

    def _fill_menus(self, language: str, theme: str) -> None:
        file_menu = self.menuBar().addMenu(self.tr("&File"))
        file_menu.addActions(self.bench_file.actions)
        file_menu.addSeparator()
        file_menu.addActions(self.export.actions())
        file_menu.addSeparator()
        self._action(file_menu, self.tr("&Quit"), self.close, QKeySequence.StandardKey.Quit)
        edit_menu = self.menuBar().addMenu(self.tr("&Edit"))
        stack = self._session.undo_stack
        undo = stack.createUndoAction(self, self.tr("&Undo"))
        undo.setShortcut(QKeySequence.StandardKey.Undo)
        redo = stack.createRedoAction(self, self.tr("&Redo"))
        redo.setShortcuts([QKeySequence(QKeySequence.StandardKey.Redo), QKeySequence("Ctrl+Y")])
        edit_menu.addActions([undo, redo])
        edit_menu.addSeparator()
        edit_menu.addActions(self.copy_as.actions)
        view_menu = self.menuBar().addMenu(self.tr("&View"))
        for number, (key, name) in enumerate(self.rail.entries, start=1):
            self._action(view_menu, name, lambda _=False, key=key: self.show_room(key), f"Ctrl+{number}")
        view_menu.addSeparator()
        self._choices(view_menu.addMenu(self.tr("&Language")), LANGUAGES, language, self.language_chosen.emit)
        themes = {"light": self.tr("Light"), "dark": self.tr("Dark")}
        self._choices(view_menu.addMenu(self.tr("&Theme")), themes, theme, self.theme_chosen.emit)

    def _action(
        self, menu: QMenu, text: str, do: Callable[..., object], keys: QKeySequence.StandardKey | str
    ) -> QAction:
        action = menu.addAction(text)
        action.setShortcut(QKeySequence(keys))
        action.triggered.connect(do)
        return action

    def _choices(self, menu: QMenu, names: dict[str, str], present: str, choose: Callable[[str], object]) -> None:
        group = QActionGroup(menu)
        for key, name in names.items():
            action = menu.addAction(name)
            action.setCheckable(True)
            action.setChecked(key == present)
            action.triggered.connect(lambda _=False, key=key: choose(key))
            group.addAction(action)


def _beside(rail: QWidget, banner: QWidget, rooms: QWidget) -> QWidget:
    """The rail at the left, the room with the window's banner above it at the right."""
    both = QWidget()
    layout = QHBoxLayout(both)
    layout.setContentsMargins(0, 0, 0, 0)
    layout.setSpacing(0)
    layout.addWidget(rail)
    column = QVBoxLayout()
    column.setSpacing(0)
    column.addWidget(banner)
    column.addWidget(rooms, 1)
    layout.addLayout(column, 1)
    return both
