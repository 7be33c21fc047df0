"""Marks at points of a plot, of a fixed size on the screen. pyqtgraph's own take longer to make than to paint."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import nan

import numpy as np
import pyqtgraph as pg
from numpy.typing import NDArray
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen, QPolygonF
from PySide6.QtWidgets import QStyleOptionGraphicsItem, QWidget


@dataclass(frozen=True, eq=False)
class Marks:
    """Places (n, 2) in the plane, a fill and an outline (None = none), the size in pixels; round, or diamonds."""

    places: NDArray[np.float64]
    fill: QColor | None
    outline: QColor | None
    size: float
    diamond: bool = False


class MarksItem(pg.GraphicsObject):  # type: ignore[misc]  # pyqtgraph has no types
    """Paints Marks over everything else in the view."""

    def __init__(self) -> None:
        super().__init__()
        self._marks: tuple[Marks, ...] = ()

    def set_marks(self, marks: Sequence[Marks]) -> None:
        """Show these marks and no others."""
        if marks or self._marks:
            self._marks = tuple(marks)
            self.update()

    def dataBounds(self, axis: int, frac: float = 1.0, orthoRange: object = None) -> tuple[float, float]:  # noqa: N803 - theirs
        """No mark changes what is in sight."""
        return nan, nan

    def boundingRect(self) -> QRectF:
        """All that is in sight."""
        return QRectF(self.viewRect())

    def viewTransformChanged(self) -> None:
        """pyqtgraph calls this when another part of the plane is in sight."""
        self.prepareGeometryChange()

    def paint(self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None) -> None:
        """In the scene's coordinates, which are pixels, or their multiples in an exported image."""
        to_scene = self.sceneTransform()
        painter.setWorldTransform(to_scene.inverted()[0] * painter.worldTransform())
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        for marks in self._marks:
            painter.setBrush(Qt.BrushStyle.NoBrush if marks.fill is None else marks.fill)
            painter.setPen(
                Qt.PenStyle.NoPen if marks.outline is None else QPen(marks.outline, 2 if marks.fill is None else 1.5)
            )
            for x, y in marks.places:
                _draw(painter, to_scene.map(QPointF(x, y)), marks.size / 2, marks.diamond)


def _draw(painter: QPainter, centre: QPointF, radius: float, diamond: bool) -> None:
    if diamond:
        ends = ((0, -radius), (radius, 0), (0, radius), (-radius, 0))
        painter.drawPolygon(QPolygonF([centre + QPointF(*end) for end in ends]))
    else:
        painter.drawEllipse(centre, radius, radius)
