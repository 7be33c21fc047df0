"""Paints the data-flow diagram: what is done in full, the present Step in the accent, what is to come muted."""

from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPalette, QPen, QPolygonF
from PySide6.QtWidgets import QWidget

from gui.theme import ACCENT, ON_ACCENT, Theme, contrast, data_colour, mixed, readable, theme_of
from gui.widgets.flow_layout import END, Arrow, Box, Flow, FlowState, Line
from gui.widgets.labels import label_font

HEAD = 7.0
"""Length of an arrow's head."""
DOT = 4.5
"""Radius of the dot that travels."""
ROUND = 4.0


@dataclass(frozen=True)
class Pointing:
    """Which Step's box the keyboard is on, which the pointer; "" for none. `travelled`: the dot's share of its way."""

    focus: str = ""
    hover: str = ""
    travelled: float | None = None


@dataclass(frozen=True)
class Ink:
    """The colours of a box."""

    ground: QColor
    edge: QColor
    text: QColor


class FlowPainter:
    """Draws one Flow on one widget."""

    def __init__(self, widget: QWidget, state: FlowState) -> None:
        self._widget, self._state = widget, state
        self._theme: Theme = theme_of(widget)
        self._ground = widget.palette().color(QPalette.ColorRole.Window)
        self._accent = readable(QColor(ACCENT), self._ground, 3)

    def paint(self, flow: Flow, pointing: Pointing) -> None:
        """Everything, back to front."""
        painter = QPainter(self._widget)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        for arrow in flow.arrows:
            self._draw_arrow(painter, arrow)
        for box in flow.boxes:
            self._draw_box(painter, box, self._box_ink(box.key, box.key == pointing.hover))
        for end in flow.ends:
            self._draw_box(painter, end, self._end_ink(end.key))
        if pointing.focus:
            self._draw_focus(painter, flow.box(pointing.focus).rect)
        if pointing.travelled is not None:
            for arrow in flow.into(self._state.present):
                self._draw_dot(painter, dot_place(arrow, pointing.travelled))

    def _is_present(self, key: str) -> bool:
        return key == self._state.present or (key == END and self._state.present == "output")

    def _is_later(self, key: str) -> bool:
        order = (*self._state.steps, END)
        return not self._is_present(key) and order.index(key) > order.index(self._state.present)

    def _box_ink(self, key: str, hovered: bool) -> Ink:
        text, muted = self._theme.colour("text"), self._theme.colour("muted")
        if self._is_present(key):
            return Ink(QColor(ACCENT), mixed(self._accent, text, 0.5) if hovered else self._accent, QColor(ON_ACCENT))
        if self._is_later(key):
            return Ink(self._ground, muted if hovered else self._theme.colour("line"), muted)
        return Ink(self._theme.colour("raised"), text if hovered else muted, text)

    def _end_ink(self, key: str) -> Ink:
        colour = data_colour("output" if key == END else key)
        if key == END and self._is_later(key):
            return Ink(self._ground, colour, self._theme.colour("muted"))
        text = max(QColor("black"), QColor("white"), key=lambda ink: contrast(ink, colour))
        return Ink(colour, colour, text)

    def _draw_box(self, painter: QPainter, box: Box, ink: Ink) -> None:
        painter.setPen(QPen(ink.edge, 1))
        painter.setBrush(ink.ground)
        # on half pixels, so that a line one pixel wide is sharp
        painter.drawRoundedRect(box.rect.toAlignedRect().toRectF().adjusted(0.5, 0.5, -0.5, -0.5), ROUND, ROUND)
        for line in box.lines:
            self._draw_line(painter, line, ink.text)

    def _draw_line(self, painter: QPainter, line: Line, colour: QColor) -> None:
        font = self._widget.font()
        if line.strong:
            font.setBold(True)
        painter.setFont(font if line.strong else label_font(font))
        painter.setPen(colour)
        painter.drawText(line.rect, Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextDontClip, line.text)

    def _draw_arrow(self, painter: QPainter, arrow: Arrow) -> None:
        colour, text = self._arrow_ink(arrow)
        if arrow.leader is not None:
            painter.setPen(QPen(self._theme.colour("line"), 1))
            painter.drawLine(*arrow.leader)
        thick = 2.5 if self._is_present(arrow.into) else 1.5
        along = _unit(arrow)
        neck = arrow.end - along * HEAD
        painter.setPen(QPen(colour, thick, Qt.PenStyle.SolidLine, Qt.PenCapStyle.FlatCap))
        painter.drawLine(arrow.start, neck)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(colour)
        aside = QPointF(-along.y(), along.x()) * (HEAD / 2 + thick / 4)
        painter.drawPolygon(QPolygonF([arrow.end, neck + aside, neck - aside]))
        self._draw_line(painter, arrow.label, text)

    def _arrow_ink(self, arrow: Arrow) -> tuple[QColor, QColor]:
        """(colour of the arrow, of its label)."""
        muted = self._theme.colour("muted")
        if self._is_present(arrow.into):
            return self._accent, self._theme.colour("text")
        if self._is_later(arrow.into):
            return self._theme.colour("line"), muted
        return muted, self._theme.colour("text")

    def _draw_focus(self, painter: QPainter, rect: QRectF) -> None:
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(QPen(self._theme.colour("link"), 2))
        painter.drawRoundedRect(rect.adjusted(-2.5, -2.5, 2.5, 2.5), ROUND + 2, ROUND + 2)

    def _draw_dot(self, painter: QPainter, place: QPointF) -> None:
        painter.setPen(QPen(self._theme.colour("text"), 1.5))
        painter.setBrush(QColor(ACCENT))
        painter.drawEllipse(place, DOT, DOT)


def dot_place(arrow: Arrow, share: float) -> QPointF:
    """The centre of the dot after `share` (0 to 1) of its way along an arrow."""
    return arrow.start + (arrow.end - arrow.start) * share


def dot_area(arrow: Arrow) -> QRectF:
    """All that the dot touches on its way."""
    reach = DOT + 2
    return QRectF(arrow.start, arrow.end).normalized().adjusted(-reach, -reach, reach, reach)


def _unit(arrow: Arrow) -> QPointF:
    way = arrow.end - arrow.start
    return way / (abs(way.x()) + abs(way.y()))  # arrows run level or upright
