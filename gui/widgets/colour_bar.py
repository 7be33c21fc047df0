"""The colours of a picture beside it, from the lowest value to the highest."""

from math import ceil

from PySide6.QtCore import QRectF, QSize
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from gui.theme import GRID, theme_of
from gui.widgets.painting import bar_width, draw_colour_bar
from gui.widgets.picture import Kind


class ColourBar(QWidget):
    """An upright colour bar with three numbers."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._limits: tuple[float, float] = (0.0, 1.0)
        self._kind: Kind = "weights"
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Expanding)

    def set_range(self, limits: tuple[float, float], kind: Kind) -> None:
        """The values at both ends and the kind of picture that it belongs to."""
        if (limits, kind) != (self._limits, self._kind):
            self._limits, self._kind = limits, kind
            self.updateGeometry()
            self.update()

    def sizeHint(self) -> QSize:
        return QSize(ceil(bar_width(self._limits, self._kind, self.font())), 8 * GRID)

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    def paintEvent(self, event: QPaintEvent) -> None:
        area = QRectF(self.rect()).adjusted(0, GRID, 0, -GRID)
        draw_colour_bar(QPainter(self), area, self._limits, self._kind, theme_of(self).colour("muted"), self.font())
