"""One short motion from 0 to 1, and whether the person wants any motion at all."""

import os
import sys
from typing import Final

from PySide6.QtCore import QEasingCurve, QObject, Qt, QVariantAnimation, Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication, QStyle

DURATION_MS: Final = 250
SWITCH: Final = "ATTENTION_EXPLORER_REDUCED_MOTION"
"""With this environment variable at 1 nothing moves, whatever the desktop says."""


def reduced() -> bool:
    """True if things should jump rather than move. Asked at each motion, since the person may change their mind."""
    return os.environ.get(SWITCH) == "1" or _desktop_asks() or _style_asks()


def _desktop_asks() -> bool:
    """The setting for reduced motion, on the desktops that tell Qt about it; Qt before 6.12 never asks them."""
    style_hints = QGuiApplication.styleHints()  # kept in a name: its child is gone when it is
    hints = getattr(style_hints, "accessibility", lambda: None)()
    preference = getattr(hints, "motionPreference", None)
    return preference is not None and preference().name == "ReducedMotion"  # older Qt lacks the enum too


def _style_asks() -> bool:
    """Animations switched off in the style or, on Windows, in "Visual effects". Elsewhere Qt reports effects as off."""
    if QApplication.style().styleHint(QStyle.StyleHint.SH_Widget_Animation_Duration) == 0:
        return True
    return sys.platform == "win32" and not QApplication.isEffectEnabled(Qt.UIEffect.UI_General)


class Motion(QObject):
    """Runs from 0 to 1 once per `start`. Between motions no timer runs."""

    moved = Signal()
    """`position` has changed, also at the end."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._animation = QVariantAnimation(self)
        self._animation.setStartValue(0.0)
        self._animation.setEndValue(1.0)
        self._animation.setDuration(DURATION_MS)
        self._animation.setEasingCurve(QEasingCurve.Type.InOutQuad)
        self._animation.valueChanged.connect(self.moved)
        self._animation.finished.connect(self.moved)

    def start(self) -> None:
        """From the beginning; nothing at all where motion is reduced."""
        self._animation.stop()
        if not reduced():
            self._animation.start()

    def stop(self) -> None:
        """Jump to the end."""
        self._animation.stop()

    def running(self) -> bool:
        """True until the end is reached."""
        return self._animation.state() == QVariantAnimation.State.Running

    def position(self) -> float | None:
        """The share of the way that is done, or None if nothing moves."""
        return float(self._animation.currentValue()) if self.running() else None
