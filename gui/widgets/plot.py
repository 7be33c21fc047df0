"""What all plots have in common: a title, axes with names, the exact value under the pointer or the cursor, an image."""

from collections.abc import Sequence

import numpy as np
import pyqtgraph as pg
from numpy.typing import NDArray
from PySide6.QtCore import QEvent, QPointF, QRect, QRectF, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QContextMenuEvent,
    QFocusEvent,
    QFontMetrics,
    QFontMetricsF,
    QImage,
    QKeyEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QWheelEvent,
)
from PySide6.QtWidgets import QFrame, QLabel, QMenu, QSizePolicy, QVBoxLayout, QWidget

from gui.theme import GRID, LIGHT, Theme, readable, theme_of
from gui.widgets.labels import label_font
from gui.widgets.matrix_paint import bold
from gui.widgets.plot_marks import Marks, MarksItem

Points = NDArray[np.float64]

# Two more of Okabe and Ito's colours, beside those that Q, K, V and the output have
SCALED, UNSCALED = "#56B4E9", "#E69F00"
INK = "ink"
"""The colour of text, for what is neither scaled nor unscaled."""
PAPER = "#FFFFFF"
FLATNESS = 0.55
"""An exported plot is so many times as high as wide."""


class Plot(QWidget):
    """One plot. Left and right move the cursor along its points, up and down to its next series; no wheel, no drag.

    A subclass says which points it has (`points`) and what each of them is in words (`describe`).
    """

    HEIGHT_COUNTS = 1.0
    """How much the height of the pointer counts in finding the point that it means; 0: only how far across it is."""

    export_wanted = Signal()
    """The person asked for this plot as a file."""
    copy_wanted = Signal()
    """The person asked for this plot on the clipboard."""

    def __init__(self, parent: QWidget | None = None, caption_lines: int = 1) -> None:
        super().__init__(parent)
        self._theme, self._ground, self._lines_below = LIGHT, QColor(PAPER), caption_lines
        self._read: tuple[int, int] | None = None
        self._title, self._caption = QLabel(), QLabel(wordWrap=True)
        self._axes = {side: _Axis(side) for side in ("left", "bottom")}
        self._canvas = _Canvas(axisItems=self._axes)
        self.plot = self._canvas.getPlotItem()
        self.box = self.plot.getViewBox()
        self._readout = QLabel(self, wordWrap=True, textFormat=Qt.TextFormat.PlainText)
        self._ring = MarksItem()
        self._colours: dict[tuple[str, float], QColor] = {}
        self._sight: tuple[QPointF, QPointF] | None = None
        self._build()

    def _build(self) -> None:
        self.plot.hideButtons()
        self.plot.layout.setContentsMargins(0, GRID, 2 * GRID, 0)  # half a label stands beyond each end of an axis
        self.plot.setMenuEnabled(False)
        self.box.setMouseEnabled(False, False)
        self.box.setDefaultPadding(0.02)
        self.box.disableAutoRange()
        self._caption.setAlignment(Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignLeft)
        for label in (self._title, self._caption):  # words never push the plots about
            label.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self._ring.setZValue(20)
        self.box.addItem(self._ring, ignoreBounds=True)
        for axis in self._axes.values():
            axis.enableAutoSIPrefix(False)
        self._canvas.setFocusPolicy(Qt.FocusPolicy.ClickFocus)
        self._canvas.setFocusProxy(self)
        self._canvas.scene().sigMouseMoved.connect(self._pointer_moved)
        self._readout.hide()
        self._readout.setFrameShape(QFrame.Shape.Box)
        self._readout.setAutoFillBackground(True)
        self._readout.setMargin(GRID // 2)
        self._readout.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(GRID // 2, GRID // 2, GRID // 2, GRID // 2)
        layout.setSpacing(2)
        layout.addWidget(self._title)
        layout.addWidget(self._canvas, 1)
        layout.addWidget(self._caption)
        self._readout.raise_()
        self._dress(theme_of(self))

    # What it shows

    def set_title(self, title: str) -> None:
        """One line above the plot."""
        if title != self._title.text():
            self._title.setText(title)
            self.setAccessibleName(title)

    def hide_title(self) -> None:
        """The title stands elsewhere on the screen; an image still has it."""
        self._title.hide()

    def set_caption(self, text: str) -> None:
        """What to see in it, below the plot."""
        if text != self._caption.text():
            self._caption.setText(text)
            self._caption.setToolTip(text)
            self.setAccessibleDescription(text)

    def caption(self) -> str:
        """The words below the plot."""
        return self._caption.text()

    def set_axis_names(self, across: str, up: str) -> None:
        """What the axes count."""
        for side, name in (("bottom", across), ("left", up)):
            if name != self._axes[side].labelText:
                self._axes[side].setLabel(name)

    def set_view(self, low: QPointF, high: QPointF) -> None:
        """Which part of the plane is in sight."""
        if (low, high) == self._sight:
            return
        self._sight = (low, high)
        self.box.setRange(xRange=(low.x(), high.x()), yRange=(low.y(), high.y()), padding=0.02, disableAutoRange=True)

    def image(self, width: int = 1000) -> QImage:
        """The plot with its title and caption, in dark ink on white as every exported picture, `width` pixels wide."""
        theme, size = self._theme, self._canvas.size()
        self.restyle(LIGHT, PAPER)
        self._canvas.resize(width, round(width * FLATNESS))
        self.plot.layout.activate()
        try:
            return self._painted()
        finally:
            self._canvas.resize(size)
            self.restyle(theme)

    def _painted(self) -> QImage:
        canvas = self._canvas.rect()
        above = QRect(GRID, GRID, canvas.width() - 2 * GRID, QFontMetrics(self._title.font()).height() + GRID)
        words = Qt.AlignmentFlag.AlignTop | Qt.TextFlag.TextWordWrap
        room = QRect(GRID, 0, above.width(), canvas.height())
        below = QFontMetrics(self._caption.font()).boundingRect(room, words, self.caption())
        below.translate(0, above.height() + canvas.height() + 2 * GRID)
        image = QImage(canvas.width(), below.bottom() + 2 * GRID, QImage.Format.Format_RGB32)
        image.fill(QColor(PAPER))
        painter = QPainter(image)
        painter.setPen(LIGHT.colour("text"))
        for label, area in ((self._title, above), (self._caption, below)):
            painter.setFont(label.font())
            painter.drawText(area, words, label.text())
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        self._canvas.render(painter, QRectF(canvas.translated(0, above.height())), canvas)
        painter.end()
        return image

    # What it has to read

    def points(self) -> Sequence[Points]:
        """Each series as (n, 2) places in the plane."""
        raise TypeError(f"{type(self).__name__} must say which points it has")

    def describe(self, series: int, index: int) -> str:
        """One point in words, with its exact value."""
        raise TypeError(f"{type(self).__name__} must say what its points mean")

    def reading(self) -> str:
        """What is said about the point under the pointer or the cursor, empty if it is on none."""
        return self._readout.text() if self._read else ""

    def read_at(self, place: QPointF) -> None:
        """Read the point nearest to a place in the plane."""
        (left, right), (bottom, top) = self.box.viewRange()
        away = np.array([1 / (right - left), self.HEIGHT_COUNTS / (top - bottom)])
        found = []
        for series, points in enumerate(self.points()):
            if len(points):
                far = np.linalg.norm((points - (place.x(), place.y())) * away, axis=1)
                found.append((float(far.min()), series, int(far.argmin())))
        self._show_reading(min(found)[1:] if found else None)

    def forget_reading(self) -> None:
        """The pointer has left."""
        self._show_reading(None)

    def refresh_reading(self) -> None:
        """The numbers have changed under the pointer."""
        if self._read is not None:
            self._show_reading(self._read)

    def _show_reading(self, read: tuple[int, int] | None) -> None:
        points = self.points()
        if read is not None and not (read[0] < len(points) and read[1] < len(points[read[0]])):
            read = None
        self._read = read
        self._readout.setVisible(read is not None)
        if read is None:
            self._ring.set_marks(())
            return
        place = points[read[0]][read[1]]
        self._ring.set_marks([Marks(place[None], None, self._theme.colour("link"), 13)])
        self._readout.setText(self.describe(*read))
        self._place_readout(float(place[0]))

    def _place_readout(self, x: float) -> None:
        """In the upper corner that is farther from what is read."""
        room = self.box.sceneBoundingRect().toRect().translated(self._canvas.pos())
        self._readout.setFixedWidth(min(room.width(), self._readout_width()))
        self._readout.adjustSize()
        low, high = self.box.viewRange()[0]
        left = room.left() + GRID // 2 if x > (low + high) / 2 else room.right() - self._readout.width()
        self._readout.move(max(left, room.left()), room.top())

    def _readout_width(self) -> int:
        metrics = QFontMetricsF(self._readout.font())
        return round(max(metrics.horizontalAdvance(line) for line in self._readout.text().split("\n"))) + 2 * GRID

    # Events

    def _pointer_moved(self, point: QPointF) -> None:
        if self.box.sceneBoundingRect().contains(point):
            self.read_at(self.box.mapSceneToView(point))
        else:
            self.forget_reading()

    def leaveEvent(self, event: QEvent) -> None:
        self.forget_reading()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        points = self.points()
        if not points or not self._move(event.key(), [len(each) for each in points]):
            super().keyPressEvent(event)

    def _move(self, key: int, counts: list[int]) -> bool:
        series, index = self._read or (0, -1)
        last = counts[series] - 1
        ends = {Qt.Key.Key_Home: 0, Qt.Key.Key_End: last}
        steps = {Qt.Key.Key_Left: -1, Qt.Key.Key_Right: 1}
        lines = {Qt.Key.Key_Up: -1, Qt.Key.Key_Down: 1}
        if key in lines:
            series = (series + lines[Qt.Key(key)]) % len(counts)
        elif key in ends or key in steps:
            index = ends.get(Qt.Key(key), index + steps.get(Qt.Key(key), 0))
        else:
            return False
        self._show_reading((series, min(max(index, 0), counts[series] - 1)))
        return True

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.addAction(self.tr("Export plot…")).triggered.connect(self.export_wanted)
        menu.addAction(self.tr("Copy plot")).triggered.connect(self.copy_wanted)
        menu.popup(event.globalPos())

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self.update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self.forget_reading()
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        if self.hasFocus():
            painter = QPainter(self)
            painter.setPen(QPen(self._theme.colour("link"), 2))
            painter.drawRect(self.rect().adjusted(1, 1, -1, -1))

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() in (QEvent.Type.PaletteChange, QEvent.Type.FontChange):
            self.restyle(theme_of(self))

    # Looks

    def colour(self, name: str) -> QColor:
        """`name` itself or INK, so that it can be seen on the present ground."""
        return self._readable(name, 3.0)

    def text_colour(self, name: str) -> QColor:
        """The same for words."""
        return self._readable(name, 4.5)

    def _readable(self, name: str, ratio: float) -> QColor:
        if (name, ratio) not in self._colours:
            own = self._theme.colour("text") if name == INK else readable(QColor(name), self._ground, ratio)
            self._colours[name, ratio] = own
        return QColor(self._colours[name, ratio])

    def restyle(self, theme: Theme, ground: str = "") -> None:
        """Take the colours of `theme`, on its own ground or on another one."""
        self._dress(theme, ground)
        self.redraw()

    def redraw(self) -> None:
        """Draw everything in the plane anew: its colours may have changed."""
        raise TypeError(f"{type(self).__name__} must draw itself")

    def _dress(self, theme: Theme, ground: str = "") -> None:
        self._theme, self._ground = theme, QColor(ground or theme.window)
        self._colours.clear()
        small = label_font(self.font())
        self._title.setFont(bold(self.font()))
        for label in (self._caption, self._readout):
            label.setFont(small)
        self._caption.setFixedHeight(self._lines_below * QFontMetrics(small).lineSpacing() + 2)
        self._canvas.setBackground(self._ground)
        for axis in self._axes.values():
            axis.setPen(pg.mkPen(theme.colour("line")))
            axis.setTextPen(pg.mkPen(theme.colour("muted")))
            axis.setStyle(tickFont=small, tickTextOffset=3, tickLength=-4, hideOverlappingLabels=False)
            axis.label.setFont(small)


class _Axis(pg.AxisItem):  # type: ignore[misc]  # pyqtgraph has no types
    """Numbers as they are, or shares of 1 in percent."""

    percent = False

    def tickStrings(self, values: list[float], scale: float, spacing: float) -> list[str]:
        """pyqtgraph asks for the texts of its ticks."""
        if self.percent:
            return [f"{100 * value:.3g} %" for value in values]
        texts: list[str] = super().tickStrings(values, scale, spacing)
        return texts


class _Canvas(pg.PlotWidget):  # type: ignore[misc]  # pyqtgraph has no types
    """Lets the page scroll and leaves the menu to the plot around it."""

    def __init__(self, **options: object) -> None:
        super().__init__(**options)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setMinimumSize(16 * GRID, 10 * GRID)

    def wheelEvent(self, event: QWheelEvent) -> None:
        event.ignore()

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        event.ignore()
