"""What can be done to one whole matrix, opened with a right click or the menu key: fill, import, copy, paste, export."""

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QCoreApplication
from PySide6.QtGui import QGuiApplication, QKeySequence
from PySide6.QtWidgets import QFileDialog, QMenu, QWidget

from engine.config import Matrix
from engine.problems import QT_TRANSLATE_NOOP
from engine.tables import read_matrix
from gui.widgets.matrix_view import MatrixView

FILLS = {
    "normal": QT_TRANSLATE_NOOP("words", "Random, normal"),
    "uniform": QT_TRANSLATE_NOOP("words", "Random, uniform from −1 to 1"),
    "orthogonal": QT_TRANSLATE_NOOP("words", "Random, orthogonal"),
    "one_hot": QT_TRANSLATE_NOOP("words", "Random, one-hot rows"),
    "identity": QT_TRANSLATE_NOOP("words", "Identity"),
    "zeros": QT_TRANSLATE_NOOP("words", "All 0"),
}


def add_fills(menu: QMenu, choose: Callable[[str, str], object]) -> None:
    """One entry per kind of FILLS; `choose(kind, name)` is called with the one chosen."""
    for kind, marked in FILLS.items():
        name = QCoreApplication.translate("words", marked)
        menu.addAction(name).triggered.connect(lambda _=False, kind=kind, name=name: choose(kind, name))


def matrix_menu(view: MatrixView, fill: Callable[[str, str], object], bring: Callable[[], object]) -> QMenu:
    """The menu of a matrix; fill and import only where it can be edited. Deletes itself when closed."""
    menu = QMenu(view)
    menu.aboutToHide.connect(menu.deleteLater)
    copy = menu.addAction(QCoreApplication.translate("words", "Copy cells"), view.copy)
    copy.setShortcut(QKeySequence(QKeySequence.StandardKey.Copy))
    if view.is_editable():
        paste = menu.addAction(
            QCoreApplication.translate("words", "Paste cells"),
            lambda: view.pasted.emit(*view.cursor_place(), QGuiApplication.clipboard().text()),
        )
        paste.setShortcut(QKeySequence(QKeySequence.StandardKey.Paste))
        menu.addSeparator()
        add_fills(menu.addMenu(QCoreApplication.translate("words", "Fill")), fill)
        menu.addAction(QCoreApplication.translate("words", "Import…"), bring)
    return menu


def ask_matrix(parent: QWidget, name: str) -> Matrix | None:
    """The matrix of a file that the person chooses, None if none is chosen. Raises Problem if it cannot be read."""
    title = QCoreApplication.translate("words", "Import {name}").format(name=name.upper())
    kinds = QCoreApplication.translate("words", "Matrices (*.csv *.tsv *.txt *.npz *.json)")
    path, _ = QFileDialog.getOpenFileName(parent, title, "", kinds)
    return read_matrix(Path(path), name) if path else None
