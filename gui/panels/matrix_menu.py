"""What can be done to one whole matrix: fill it, import it, copy, paste or export it. Opened with a right click."""

from collections.abc import Callable
from pathlib import Path

import numpy as np
from PySide6.QtCore import QCoreApplication, QPoint
from PySide6.QtWidgets import QFileDialog, QMenu, QWidget

from engine.config import Matrix
from engine.problems import QT_TRANSLATE_NOOP
from engine.random_inputs import random_matrix
from engine.tables import read_matrix

FILLS = {
    "normal": QT_TRANSLATE_NOOP("words", "Random, normal"),
    "uniform": QT_TRANSLATE_NOOP("words", "Random, uniform from −1 to 1"),
    "orthogonal": QT_TRANSLATE_NOOP("words", "Random, orthogonal"),
    "one_hot": QT_TRANSLATE_NOOP("words", "Random, one-hot rows"),
    "identity": QT_TRANSLATE_NOOP("words", "Identity"),
    "zeros": QT_TRANSLATE_NOOP("words", "All 0"),
}

Put = Callable[[Matrix, str], None]


def filled(kind: str, rows: int, columns: int, seed: int) -> Matrix:
    """A matrix (rows, columns) of one of the FILLS."""
    return np.zeros((rows, columns)) if kind == "zeros" else random_matrix(kind, rows, columns, seed)


def fill_menu(parent: QWidget, title: str, choose: Callable[[str, str], None]) -> QMenu:
    """A menu of FILLS; `choose(kind, name)` is called with the one chosen."""
    menu = QMenu(title, parent)
    for kind, marked in FILLS.items():
        name = QCoreApplication.translate("words", marked)
        menu.addAction(name).triggered.connect(lambda _=False, kind=kind, name=name: choose(kind, name))
    return menu


def ask_matrix(parent: QWidget, name: str, put: Put) -> None:
    """Ask for a file and give its matrix to `put`."""
    title = QCoreApplication.translate("words", "Import {name}").format(name=name.upper())
    kinds = QCoreApplication.translate("words", "Matrices (*.csv *.tsv *.txt *.npz *.json)")
    path, _ = QFileDialog.getOpenFileName(parent, title, "", kinds)
    if path:
        put(read_matrix(Path(path), name), title)


def popup(menu: QMenu, widget: QWidget, at: QPoint) -> None:
    """Open `menu` at a point of `widget`."""
    menu.popup(widget.mapToGlobal(at))
