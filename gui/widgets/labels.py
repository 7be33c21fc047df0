"""Labels along the edges of a matrix: as many as can be read, never one over another."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import inf

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QFont, QFontInfo, QFontMetricsF, QPainter

from gui.theme import tabular

GAP = 4.0
"""Free pixels between two labels, and between a label and the cells."""
WIDEST = 120.0
"""A label that needs more pixels than this is shortened with an ellipsis."""

Align = Qt.AlignmentFlag


@dataclass(frozen=True)
class Label:
    """One label where it stands. An upright one reads from the bottom up in its rectangle."""

    index: int
    rect: QRectF
    text: str
    align: Align
    upright: bool = False


def label_font(font: QFont) -> QFont:
    """The face of labels: `font` a little smaller, with digits of equal width."""
    small = tabular(font)
    small.setPixelSize(max(10, round(QFontInfo(font).pixelSize() * 0.88)))
    return small


def shown(text: str) -> str:
    """A token as its label: line breaks and tabs as signs, blanks alone as open boxes."""
    text = text.replace("\n", "↵").replace("\t", "⇥").replace("\r", "")
    return text if text.strip() else "␣" * max(1, len(text))


def stride(cell: float, needed: float) -> int:
    """Label every 1st, 2nd, 5th, 10th, 20th ... cell: the first of these that leaves `needed` pixels to each."""
    for exponent in range(12):
        for head in (1, 2, 5):
            step = int(head * 10**exponent)
            if step * cell >= needed:
                return step
    return 10**12


class Edge:
    """The labels of one axis in one font: how much room they need, and which of them fit where.

    labels    one per cell, or none: then the index is the label
    count     number of cells
    """

    def __init__(self, labels: Sequence[str], count: int, font: QFont) -> None:
        self.labels, self.count = labels, count
        self.metrics = QFontMetricsF(font)
        self.line = self.metrics.height()
        longest = max(labels, key=len) if labels else str(max(0, count - 1))
        self.widest = min(WIDEST, self.metrics.horizontalAdvance(shown(longest)) + 2)

    def stands(self, cell: float) -> bool:
        """True if column labels must stand upright: tokens wider than their column. Indices always lie flat."""
        return bool(self.labels) and self.widest + GAP > cell

    def height(self, cell: float) -> float:
        """Pixels that a band of column labels needs."""
        return self.widest if self.stands(cell) else self.line

    def beside(self, cells: range, start: float, cell: float, left: float, width: float) -> list[Label]:
        """Row labels, right-aligned between `left` and `left + width`.

        `start` is the top of row 0 and `cell` the height of a row, both in pixels; `cells` are the rows in sight.
        """
        placed = []
        for index in every(cells, stride(cell, self.line)):
            top = start + (index + 0.5) * cell - self.line / 2
            rect = QRectF(left, top, width, self.line)
            placed.append(Label(index, rect, self._text(index, width), Align.AlignRight))
        return placed

    def above(
        self, cells: range, start: float, cell: float, bottom: float, height: float, right: float = inf
    ) -> list[Label]:
        """Column labels that stand on `bottom` and reach up at most `height` pixels.

        `start` is the left edge of column 0 and `cell` the width of a column; `cells` are the columns in sight. A label
        that would reach beyond `right` moves to the left, or is left out if another one stands there.
        """
        upright = self.stands(cell)
        width, tall = (self.line, height) if upright else (self.widest, self.line)
        align = Align.AlignLeft if upright else Align.AlignHCenter
        placed: list[Label] = []
        for index in every(cells, stride(cell, width + (0 if upright else GAP))):
            text = self._text(index, height if upright else width)
            middle = start + (index + 0.5) * cell
            half = width / 2 if upright else self.metrics.horizontalAdvance(text) / 2
            left = min(middle, right - half) - width / 2
            if not placed or left >= placed[-1].rect.right():
                placed.append(Label(index, QRectF(left, bottom - tall, width, tall), text, align, upright))
        return placed

    def _text(self, index: int, width: float) -> str:
        text = shown(self.labels[index]) if self.labels else str(index)
        return self.metrics.elidedText(text, Qt.TextElideMode.ElideRight, width)


def every(cells: range, step: int) -> range:
    """The indices of `cells` that are multiples of `step`."""
    return range(-(-cells.start // step) * step, cells.stop, step)


def draw_labels(painter: QPainter, labels: Sequence[Label]) -> None:
    """Draw labels with the painter's font and pen."""
    for label in labels:
        flags = label.align | Align.AlignVCenter | Qt.TextFlag.TextDontClip | Qt.TextFlag.TextSingleLine
        if not label.upright:
            painter.drawText(label.rect, flags, label.text)
            continue
        painter.save()
        painter.translate(label.rect.left(), label.rect.bottom())
        painter.rotate(-90)
        painter.drawText(QRectF(0, 0, label.rect.height(), label.rect.width()), flags, label.text)
        painter.restore()
