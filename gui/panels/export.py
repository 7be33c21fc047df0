"""Export what is on screen: the picture as PNG, its numbers as CSV or NPZ, the picture to the clipboard."""

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QObject
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QFileDialog, QMainWindow, QWidget

from engine.problems import Problem
from gui.export import copy_picture, save_numbers, save_picture
from gui.i18n import say
from gui.widgets.banner import Banner
from gui.widgets.picture import Picture

FORBIDDEN = '/\\:*?"<>|'  # in the names of files, on one system or another

Write = Callable[[Picture, Path], Path]


class ExportActions(QObject):
    """The File menu's actions about the room's picture. What went well stands in the status bar, what not in the banner."""

    def __init__(self, window: QMainWindow, banner: Banner, picture: Callable[[], Picture | None]) -> None:
        super().__init__(window)
        self._window, self._banner, self._picture = window, banner, picture
        self._save_picture = self._action(self.tr("Export &picture…"), "Ctrl+E", self.ask_picture)
        self._save_numbers = self._action(self.tr("Export &numbers…"), "Ctrl+Shift+E", self.ask_numbers)
        self._copy = self._action(self.tr("&Copy picture"), "Ctrl+Shift+C", self.copy)

    def actions(self) -> list[QAction]:
        """In their order in a menu."""
        return [self._save_picture, self._save_numbers, self._copy]

    def ask_picture(self) -> None:
        """Ask for a file and write the picture there."""
        self._ask(self.tr("Export picture"), {self.tr("PNG picture (*.png)"): "png"}, save_picture)

    def ask_numbers(self) -> None:
        """Ask for a file and write the numbers there; the ending decides how."""
        kinds = {self.tr("Table with labels (*.csv)"): "csv", self.tr("NumPy archive (*.npz)"): "npz"}
        self._ask(self.tr("Export numbers"), kinds, save_numbers)

    def copy(self) -> None:
        """Put the picture on the clipboard."""
        picture = self._shown()
        if picture is not None:
            copy_picture(picture)
            self._tell(self.tr("The picture is on the clipboard."))

    def save(self, picture: Picture, path: Path, write: Write) -> bool:
        """Write `picture` to `path`; say where it is, or why it could not be written."""
        try:
            written = write(picture, path)
        except Problem as problem:
            self._banner.show_text(say(problem))
            return False
        self._banner.hide()
        self._tell(self.tr("Written: {path}").format(path=written))
        return True

    def _ask(self, title: str, kinds: dict[str, str], write: Write) -> None:
        picture = self._shown()
        if picture is None:
            return
        path = ask_file(self._window, title, picture.title or "attention", kinds)
        if path is not None:
            self.save(picture, path, write)

    def _shown(self) -> Picture | None:
        picture = self._picture()
        if picture is None:
            self._banner.show_text(self.tr("There is no picture here yet."))
        return picture

    def _tell(self, text: str) -> None:
        self._window.statusBar().showMessage(text, 8000)

    def _action(self, text: str, keys: str, do: Callable[[], None]) -> QAction:
        action = QAction(text, self)
        action.setShortcut(QKeySequence(keys))
        action.triggered.connect(do)
        return action


def ask_file(parent: QWidget, title: str, name: str, kinds: dict[str, str]) -> Path | None:
    """Ask where to save, proposing `name`; `kinds` gives the ending of each filter. The dialog adds it and asks before overwriting."""
    dialog = QFileDialog(parent, title, "", ";;".join(kinds))
    dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
    dialog.setDefaultSuffix(next(iter(kinds.values())))
    dialog.filterSelected.connect(lambda chosen: dialog.setDefaultSuffix(kinds[chosen]))
    dialog.selectFile("".join("-" if c in FORBIDDEN else c for c in name))
    accepted = dialog.exec()
    dialog.deleteLater()
    return Path(dialog.selectedFiles()[0]) if accepted else None
