"""Copy the Config on the bench as code that runs alone, or as LaTeX."""

from collections.abc import Callable

from PySide6.QtCore import QObject
from PySide6.QtGui import QAction, QGuiApplication
from PySide6.QtWidgets import QMainWindow

from engine.config import Config
from engine.snippets.code import as_latex, as_numpy, as_pytorch
from gui.session import Session

FORMS: dict[str, Callable[[Config], str]] = {"PyTorch": as_pytorch, "NumPy": as_numpy, "LaTeX": as_latex}


class CopyAs(QObject):
    """One action per form."""

    def __init__(self, window: QMainWindow, session: Session) -> None:
        super().__init__(window)
        self._window, self._session = window, session
        self.actions = [self._action(name) for name in FORMS]

    def copy(self, name: str) -> None:
        """Put the code on the clipboard."""
        QGuiApplication.clipboard().setText(FORMS[name](self._session.config))
        self._window.statusBar().showMessage(
            self.tr("The formula is on the clipboard as {form}.").format(form=name), 8000
        )

    def _action(self, name: str) -> QAction:
        action = QAction(self.tr("Copy formula as {form}").format(form=name), self)
        action.triggered.connect(lambda: self.copy(name))
        return action
