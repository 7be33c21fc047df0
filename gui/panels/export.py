"""Export what is on screen: the picture as PNG, its numbers as CSV or NPZ, the picture to the clipboard."""

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QObject
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QFileDialog, QMainWindow

from engine.problems import Problem
from gui.export import copy_picture, save_numbers, save_picture
from gui.i18n import say
from gui.widgets.picture import Picture


class ExportActions(QObject):
    """The File menu's actions about the room's picture. `show` is told the outcome as a sentence."""

    def __init__(self, window: QMainWindow, picture: Callable[[], Picture | None]) -> None:
        super().__init__(window)
        self._window, self._picture = window, picture
        self._save_picture = self._action(self.tr("Export &picture…"), "Ctrl+E", self.ask_picture)
        self._save_numbers = self._action(self.tr("Export &numbers…"), "Ctrl+Shift+E", self.ask_numbers)
        self._copy = self._action(self.tr("&Copy picture"), "Ctrl+Shift+C", self.copy)
        self.show: Callable[[str], None] = lambda text: window.statusBar().showMessage(text, 8000)

    def actions(self) -> list[QAction]:
        """In their order in a menu."""
        return [self._save_picture, self._save_numbers, self._copy]

    def ask_picture(self) -> None:
        """Ask for a file and write the picture there."""
        self._ask(self.tr("Export picture"), [self.tr("PNG picture (*.png)")], ".png", save_picture)

    def ask_numbers(self) -> None:
        """Ask for a file and write the numbers there; the ending decides how."""
        kinds = [self.tr("Table with labels (*.csv)"), self.tr("NumPy archive (*.npz)")]
        self._ask(self.tr("Export numbers"), kinds, ".csv", save_numbers)

    def copy(self) -> None:
        """Put the picture on the clipboard."""
        picture = self._picture()
        if picture is None:
            self.show(self.tr("There is no picture here yet."))
            return
        copy_picture(picture)
        self.show(self.tr("The picture is on the clipboard."))

    def save(self, picture: Picture, path: Path, write: Callable[[Picture, Path], Path]) -> bool:
        """Write `picture` to `path`; say where it is, or why it could not be written."""
        try:
            written = write(picture, path)
        except Problem as problem:
            self.show(say(problem))
            return False
        self.show(self.tr("Written: {path}").format(path=written))
        return True

    def _ask(self, title: str, kinds: list[str], default: str, write: Callable[[Picture, Path], Path]) -> None:
        picture = self._picture()
        if picture is None:
            self.show(self.tr("There is no picture here yet."))
            return
        proposal = f"{picture.title or 'attention'}{default}".replace("/", "-")
        name, chosen = QFileDialog.getSaveFileName(self._window, title, proposal, ";;".join(kinds))
        if name:
            path = Path(name)
            ending = chosen[chosen.rfind("*") + 1 : chosen.rfind(")")] if "*" in chosen else default
            self.save(picture, path if path.suffix else path.with_name(path.name + ending), write)

    def _action(self, text: str, keys: str, do: Callable[[], None]) -> QAction:
        action = QAction(text, self)
        action.setShortcut(QKeySequence(keys))
        action.triggered.connect(do)
        return action
