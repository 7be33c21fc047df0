"""A plot to a PNG file or to the clipboard."""

import errno
import os
from pathlib import Path

from PySide6.QtCore import QCoreApplication
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QMainWindow

from engine.export import atomic_write, with_suffix_rule
from engine.problems import Problem
from gui.i18n import say
from gui.panels.export import ask_file
from gui.widgets.plot import Plot

WIDTH = 1000
SHOWN_MS = 8000


def offer(plot: Plot) -> None:
    """Do what the plot's menu asks for."""
    plot.export_wanted.connect(lambda: ask_plot(plot))
    plot.copy_wanted.connect(lambda: copy_plot(plot))


def ask_plot(plot: Plot) -> None:
    """Ask for a file and write the plot there."""
    title = QCoreApplication.translate("words", "Export plot")
    kinds = {QCoreApplication.translate("words", "PNG picture (*.png)"): "png"}
    path = ask_file(plot.window(), title, plot.accessibleName() or "plot", kinds)
    if path is not None:
        _tell(plot, _saved(plot, path))


def _saved(plot: Plot, path: Path) -> str:
    try:
        written = save_plot(plot, path)
    except Problem as problem:
        return say(problem)
    return QCoreApplication.translate("words", "Written: {path}").format(path=written)


def copy_plot(plot: Plot) -> None:
    """Put the plot on the clipboard."""
    QGuiApplication.clipboard().setImage(plot.image(WIDTH))
    _tell(plot, QCoreApplication.translate("words", "The plot is on the clipboard."))


def save_plot(plot: Plot, path: Path, width: int = WIDTH) -> Path:
    """Write a PNG; returns where, with ".png" added if the name has no such ending. Problem(field="path") on failure."""
    target = with_suffix_rule(path, ".png")
    image = plot.image(width)
    with atomic_write(target) as temporary:
        if not image.save(str(temporary)):
            raise OSError(errno.EIO, os.strerror(errno.EIO))
    return target


def _tell(plot: Plot, text: str) -> None:
    window = plot.window()
    if isinstance(window, QMainWindow):
        window.statusBar().showMessage(text, SHOWN_MS)
