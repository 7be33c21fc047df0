"""The edges of the large map: token labels that thin out when they are crowded and come back on zooming in."""

from math import ceil, floor

import pyqtgraph as pg
from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QFont, QFontMetricsF, QPainter
from PySide6.QtWidgets import QGraphicsSceneWheelEvent, QStyleOptionGraphicsItem, QWidget

from gui.theme import GRID, LIGHT, Theme
from gui.widgets.labels import GAP, Edge, Label, draw_labels, label_font


class TokenAxis(pg.AxisItem):  # type: ignore[misc]  # pyqtgraph has no types
    """The axis at the "left" (queries) or at the "top" (keys). Draws its own labels; pyqtgraph only tells the range."""

    def __init__(self, orientation: str, font: QFont) -> None:
        super().__init__(orientation)
        self._name, self._theme, self._room = "", LIGHT, float("inf")
        self._font = label_font(font)
        self._edge = Edge((), 0, self._font)

    def set_words(self, labels: tuple[str, ...], count: int, name: str) -> None:
        """The labels of `count` cells (or none) and the name of the axis."""
        self._edge, self._name = Edge(labels, count, self._font), name
        self._fit()

    def set_room(self, pixels: float) -> None:
        """The most that this axis takes; longer labels end in an ellipsis."""
        self._room = pixels
        self._fit()

    def _fit(self) -> None:
        words = self._edge.widest if self._edge.labels or self.orientation == "left" else self._edge.line
        least = self._name_height() + 2 * GAP + self._edge.line
        room = ceil(max(least, min(self._name_height() + 2 * GAP + words, self._room)))
        if self.orientation == "left":
            self.setWidth(room)
        else:
            self.setHeight(room)
        self.update()

    def set_look(self, theme: Theme, font: QFont) -> None:
        """The colours of `theme`, and labels a little smaller than `font`."""
        self._theme, self._font = theme, label_font(font)
        self.set_words(tuple(self._edge.labels), self._edge.count, self._name)

    def placed(self) -> list[Label]:
        """The labels in sight, in this item's coordinates."""
        low, high = sorted(self.range)
        length = self.size().height() if self.orientation == "left" else self.size().width()
        if high <= low or length <= 0 or not self._edge.count:
            return []
        cell = length / (high - low)
        cells = range(max(0, floor(low)), min(self._edge.count, ceil(high)))
        if self.orientation == "left":
            width = self.size().width() - self._name_height() - 2 * GAP
            labels = self._edge.beside(cells, -low * cell, cell, self._name_height() + GAP, width)
            return [label for label in labels if 0 <= label.rect.center().y() <= length]
        height = self.size().height() - self._name_height() - GAP
        cells = range(
            cells.start, min(cells.stop, floor(low + length / cell + 0.5))
        )  # those with their middle in sight
        labels = self._edge.above(cells, -low * cell, cell, self.size().height() - GAP / 2, height, length)
        return [label for label in labels if label.rect.center().x() >= 0]

    def wheelEvent(self, event: QGraphicsSceneWheelEvent) -> None:
        """pyqtgraph would stretch one direction; a cell keeps its shape here."""
        event.accept()

    def mouseDragEvent(self, event: object) -> None:
        """Neither does a drag over the labels stretch anything."""
        event.ignore()  # type: ignore[attr-defined]  # pyqtgraph's own event

    def _name_height(self) -> float:
        return QFontMetricsF(self._font).height()

    def paint(self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None) -> None:
        """The labels in sight and the name of the axis."""
        painter.setFont(self._font)
        painter.setPen(self._theme.colour("muted"))
        draw_labels(painter, self.placed())
        painter.setPen(self._theme.colour("text"))
        size = self.size()
        if self.orientation == "left":
            painter.rotate(-90)
            area = QRectF(-size.height(), 0, size.height(), self._name_height())
        else:
            area = QRectF(0, 0, size.width(), self._name_height())
        painter.drawText(area, Qt.AlignmentFlag.AlignCenter, self._name)

    def boundingRect(self) -> QRectF:
        """Half a label more than the item at each end, where the first and last labels stand."""
        return QRectF(self.rect()).adjusted(-2 * GRID, -2 * GRID, 2 * GRID, 2 * GRID)
