"""A walk through matrices as boxes in columns, each with its shape inside, joined by arrows; one box is open."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil

from PySide6.QtCore import QEvent, QPoint, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QFocusEvent,
    QFontMetricsF,
    QHelpEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPalette,
    QPen,
    QPolygonF,
)
from PySide6.QtWidgets import QSizePolicy, QToolTip, QWidget

from gui.theme import ACCENT, ON_ACCENT, data_colour, readable, theme_of
from gui.widgets.labels import label_font
from gui.widgets.matrix_paint import bold

MARGIN, PAD, BETWEEN = 4.0, 7.0, 6.0
SHORTEST, LONGEST = 16.0, 56.0
HEAD = 6.0
ROUND = 4.0
Key = Qt.Key


@dataclass(frozen=True)
class PathBox:
    """One box: where it stands (rows may be halves), its title, its shape in words, its fixed colour, what it is."""

    key: str
    column: int
    row: float
    title: str
    shape: str
    role: str = ""
    note: str = ""


Arrow = tuple[str, str]


class ShapePath(QWidget):
    """Left, Right, Up, Down, Home and End open the next box, a click opens any. Shows boxes; decides nothing."""

    chosen = Signal(str)
    """The key of the box that the person wants to open."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._boxes: tuple[PathBox, ...] = ()
        self._arrows: tuple[Arrow, ...] = ()
        self._present = ""
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def set_path(self, boxes: Sequence[PathBox], arrows: Sequence[Arrow], present: str) -> None:
        """Show `boxes` in walking order; `present` is the open one."""
        if (tuple(boxes), tuple(arrows), present) == (self._boxes, self._arrows, self._present):
            return
        self._boxes, self._arrows, self._present = tuple(boxes), tuple(arrows), present
        open_box = next((box for box in boxes if box.key == present), None)
        if open_box is not None:
            self.setAccessibleName(f"{open_box.title} {open_box.shape}")
            self.setAccessibleDescription(open_box.note)
        self.updateGeometry()
        self.update()

    def boxes(self) -> tuple[PathBox, ...]:
        """The boxes shown."""
        return self._boxes

    def box_rect(self, key: str) -> QRectF:
        """Where a box is. KeyError if there is none."""
        return self._rects()[key]

    # Where things are

    def _box_height(self) -> float:
        small = QFontMetricsF(label_font(self.font()))
        return ceil(QFontMetricsF(bold(self.font())).height() + small.height() + PAD)

    def _widths(self) -> list[float]:
        strong, small = QFontMetricsF(bold(self.font())), QFontMetricsF(label_font(self.font()))
        widths = [0.0] * (1 + max((box.column for box in self._boxes), default=0))
        for box in self._boxes:
            text = max(strong.horizontalAdvance(box.title), small.horizontalAdvance(box.shape))
            widths[box.column] = max(widths[box.column], ceil(text + 2 * PAD))
        return widths

    def _rects(self) -> dict[str, QRectF]:
        widths, height = self._widths(), self._box_height()
        spare = self.width() - 2 * MARGIN - sum(widths)
        gap = min(max(spare / max(len(widths) - 1, 1), SHORTEST), LONGEST)
        lefts = [MARGIN + sum(widths[:column]) + column * gap for column in range(len(widths))]
        return {
            box.key: QRectF(lefts[box.column], MARGIN + box.row * (height + BETWEEN), widths[box.column], height)
            for box in self._boxes
        }

    def sizeHint(self) -> QSize:
        widths, rows = self._widths(), 1 + max((box.row for box in self._boxes), default=0)
        height = rows * (self._box_height() + BETWEEN) - BETWEEN
        return QSize(ceil(sum(widths) + SHORTEST * (len(widths) - 1) + 2 * MARGIN), ceil(height + 2 * MARGIN))

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    def _at(self, point: QPointF) -> PathBox | None:
        rects = self._rects()
        return next((box for box in self._boxes if rects[box.key].contains(point)), None)

    # Events

    def keyPressEvent(self, event: QKeyEvent) -> None:
        target = self._target(Key(event.key())) if event.modifiers() == Qt.KeyboardModifier.NoModifier else None
        if target is None:
            super().keyPressEvent(event)
        elif target.key != self._present:
            self.chosen.emit(target.key)

    def _target(self, key: Qt.Key) -> PathBox | None:
        """The box that a key leads to; None for a key that means something else."""
        here = next((box for box in self._boxes if box.key == self._present), None)
        if here is None or key not in (
            Key.Key_Left,
            Key.Key_Right,
            Key.Key_Up,
            Key.Key_Down,
            Key.Key_Home,
            Key.Key_End,
        ):
            return None
        if key in (Key.Key_Home, Key.Key_End):
            return self._boxes[0 if key == Key.Key_Home else -1]
        if key in (Key.Key_Up, Key.Key_Down):
            down = key == Key.Key_Down
            column = [box for box in self._boxes if box.column == here.column and (box.row > here.row) == down]
        else:
            step = 1 if key == Key.Key_Right else -1
            column = [box for box in self._boxes if box.column == here.column + step]
        others = [box for box in column if box is not here]
        return min(others, key=lambda box: abs(box.row - here.row), default=here)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        box = self._at(event.position())
        if event.button() == Qt.MouseButton.LeftButton and box is not None and box.key != self._present:
            self.chosen.emit(box.key)

    def event(self, event: QEvent) -> bool:
        if isinstance(event, QHelpEvent) and event.type() == QEvent.Type.ToolTip:
            self._show_tip(event.pos(), event.globalPos())
            return True
        return super().event(event)

    def _show_tip(self, point: QPoint, on_screen: QPoint) -> None:
        box = self._at(QPointF(point))
        if box is None:
            QToolTip.hideText()
        else:
            QToolTip.showText(on_screen, f"{box.title} {box.shape}\n{box.note}".strip(), self)

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self.update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self.update()

    # Painting

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        rects = self._rects()
        for start, end in self._arrows:
            self._draw_arrow(painter, rects[start], rects[end])
        for box in self._boxes:
            self._draw_box(painter, box, rects[box.key])

    def _draw_box(self, painter: QPainter, box: PathBox, rect: QRectF) -> None:
        theme, present = theme_of(self), box.key == self._present
        ground = QColor(ACCENT) if present else theme.colour("raised")
        edge = readable(data_colour(box.role), self.palette().color(QPalette.ColorRole.Window), 3) if box.role else None
        painter.setPen(QPen(edge or theme.colour("line"), 1.5 if edge else 1))
        painter.setBrush(ground)
        painter.drawRoundedRect(rect.adjusted(0.5, 0.5, -0.5, -0.5), ROUND, ROUND)
        line = QFontMetricsF(bold(self.font())).height()
        title = QRectF(rect.left(), rect.top() + PAD / 2, rect.width(), line)
        shape = QRectF(rect.left(), title.bottom(), rect.width(), rect.bottom() - PAD / 2 - title.bottom())
        painter.setFont(bold(self.font()))
        named = readable(data_colour(box.role), ground) if box.role and not present else theme.colour("text")
        painter.setPen(QColor(ON_ACCENT) if present else named)
        painter.drawText(title, Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextDontClip, box.title)
        painter.setFont(label_font(self.font()))
        painter.setPen(QColor(ON_ACCENT) if present else theme.colour("text"))
        painter.drawText(shape, Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextDontClip, box.shape)
        if present and self.hasFocus():
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setPen(QPen(theme.colour("link"), 2))
            painter.drawRoundedRect(rect.adjusted(-2, -2, 2, 2), ROUND + 2, ROUND + 2)

    def _draw_arrow(self, painter: QPainter, start: QRectF, end: QRectF) -> None:
        """Level or slanting to the next column; under all that stands between, then up, if it is farther away."""
        tail = QPointF(start.right(), start.center().y())
        head, corner = QPointF(end.left(), end.center().y()), None
        if end.left() - start.right() > 2 * LONGEST and start.center().y() > end.bottom():
            head, corner = QPointF(end.center().x(), end.bottom()), QPointF(end.center().x(), tail.y())
        colour = theme_of(self).colour("muted")
        painter.setPen(QPen(colour, 1.3))
        if corner is not None:
            painter.drawLine(tail, corner)
        last = corner if corner is not None else tail
        way = head - last
        along = way / max((way.x() ** 2 + way.y() ** 2) ** 0.5, 1e-9)
        neck = head - along * HEAD
        painter.drawLine(last, neck)
        aside = QPointF(-along.y(), along.x()) * (HEAD / 2)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(colour)
        painter.drawPolygon(QPolygonF([head, neck + aside, neck - aside]))
