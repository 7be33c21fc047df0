"""The wheel scrolls the panel under it; it never changes a field that merely lies in its way."""

from PySide6.QtCore import QEvent, QObject
from PySide6.QtWidgets import QAbstractSlider, QAbstractSpinBox, QComboBox, QScrollBar, QWidget


class WheelGuard(QObject):
    """An event filter for the whole application: wheel events pass over values that do not have the focus."""

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() != QEvent.Type.Wheel or isinstance(watched, QScrollBar):
            return False
        if isinstance(watched, QComboBox | QAbstractSpinBox | QAbstractSlider) and not watched.hasFocus():
            event.ignore()
            parent = watched.parent()
            return isinstance(parent, QWidget)
        return False
