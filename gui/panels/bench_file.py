"""The whole bench to and from a file, in the form that the command line reads: JSON, or NPZ to open."""

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QObject
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QFileDialog, QMainWindow

from engine.export import write_json
from engine.problems import Problem
from engine.tables import config_json, read_config
from gui.i18n import say
from gui.panels.export import ask_file
from gui.session import Session
from gui.widgets.banner import Banner


class BenchFile(QObject):
    """Open replaces the Config as one undo entry; what cannot be read is said in the banner and changes nothing."""

    def __init__(self, window: QMainWindow, banner: Banner, session: Session) -> None:
        super().__init__(window)
        self._window, self._banner, self._session = window, banner, session
        self.actions = [
            self._action(self.tr("&Open Q, K, V…"), QKeySequence.StandardKey.Open, self.ask_open),
            self._action(self.tr("&Save Q, K, V…"), QKeySequence.StandardKey.Save, self.ask_save),
        ]

    def ask_open(self) -> None:
        """Ask for a file and open it."""
        kinds = self.tr("Q, K, V with scale and mask (*.json *.npz)")
        name, _ = QFileDialog.getOpenFileName(self._window, self.tr("Open Q, K, V"), "", kinds)
        if name:
            self.open(Path(name))

    def ask_save(self) -> None:
        """Ask for a file and save to it."""
        path = ask_file(self._window, self.tr("Save Q, K, V"), "bench", {self.tr("JSON (*.json)"): "json"})
        if path is not None:
            self.save(path)

    def open(self, path: Path) -> bool:
        """Put what the file holds on the bench."""
        label = self.tr("Open {name}").format(name=path.name)
        return self._attempt(lambda: self._session.replace_config(read_config(path), label))

    def save(self, path: Path) -> bool:
        """Write the Config on the bench, every digit of it."""
        return self._attempt(lambda: write_json(path, config_json(self._session.config)))

    def _attempt(self, do: Callable[[], object]) -> bool:
        try:
            do()
        except Problem as problem:
            self._banner.show_text(say(problem))
            return False
        self._banner.hide()
        return True

    def _action(self, text: str, keys: QKeySequence.StandardKey, do: Callable[[], None]) -> QAction:
        action = QAction(text, self)
        action.setShortcut(QKeySequence(keys))
        action.triggered.connect(do)
        return action
