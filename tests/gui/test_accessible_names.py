"""A screen reader can say what every widget is that takes the keyboard's focus."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QAbstractButton, QComboBox, QScrollArea, QWidget
from pytestqt.qtbot import QtBot

from gui.app import Application
from gui.rooms.catalogue import CLASSES


def focusable(page: QWidget) -> list[QWidget]:
    """What Tab stops at, and every list to choose from, shown or not; a page that scrolls speaks through what is on it."""
    widgets = [widget for widget in page.findChildren(QWidget) if widget.focusPolicy() & Qt.FocusPolicy.TabFocus]
    own = [w for w in widgets if not isinstance(w, QScrollArea) and w.focusProxy() is None]
    return [widget for widget in own if widget.isVisibleTo(page) or isinstance(widget, QComboBox)]


def spoken(widget: QWidget) -> str:
    """What a screen reader says: the accessible name, or else the words on a button."""
    return widget.accessibleName() or (widget.text() if isinstance(widget, QAbstractButton) else "")


@pytest.mark.parametrize("room", list(CLASSES))
def test_every_widget_with_focus_has_a_name(qtbot: QtBot, application: Application, room: str) -> None:
    window = application.window
    window.show()
    window.show_room(room)
    widgets = focusable(window)
    assert len(widgets) > 8
    nameless = [
        f"{type(widget).__name__} in {type(widget.parent()).__name__}" for widget in widgets if not spoken(widget)
    ]
    assert nameless == []
