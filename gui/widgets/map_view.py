"""The large map of one Head: pan, zoom, tokens on both edges, the exact value under the pointer or the cursor."""

from collections.abc import Set as AbstractSet
from math import ceil

import pyqtgraph as pg
from PySide6.QtCore import QEvent, QPointF, QRectF, QSizeF, Qt, QTimer, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent, QPainter, QPaintEvent, QPalette, QPen, QResizeEvent
from PySide6.QtWidgets import QFrame, QGridLayout, QLabel, QSizePolicy, QSpacerItem, QWidget

from gui.theme import GRID, theme_of
from gui.widgets.colour_bar import ColourBar
from gui.widgets.grid import NOWHERE, Grid, Place, clamped, moved
from gui.widgets.map_axes import TokenAxis
from gui.widgets.map_box import ZOOM, MapBox
from gui.widgets.map_item import MapItem
from gui.widgets.matrix_paint import bold, shape_text
from gui.widgets.painting import Shades
from gui.widgets.picture import Picture, axis_word

LABEL_SHARE = 0.3
"""The most that labels take of the width and of the height; longer ones end in an ellipsis."""


class MapView(QWidget):
    """One map with everything that belongs to it. Wheel and keys + - 0 zoom, a drag pans, arrows move the cursor."""

    hovered = Signal(int, int, str)
    """(row, col, exact value in words) under the pointer; (-1, -1, "") when it leaves."""
    cursor_moved = Signal(int, int)
    """(row, col) of the cursor after a key or a click."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._cursor: Place = (0, 0)
        self._hover: Place = NOWHERE
        self._lit: tuple[frozenset[int], frozenset[int]] = (frozenset(), frozenset())
        self._item = MapItem()
        self._axes = {side: TokenAxis(side, self.font()) for side in ("left", "top")}
        self._box = MapBox()
        self._canvas = pg.PlotWidget(viewBox=self._box, axisItems=self._axes)
        self._title, self._hint = QLabel(), QLabel(self._canvas)
        self._bar = ColourBar()
        self._build()
        self._restyle()
        self._show_hint()

    def _build(self) -> None:
        plot = self._canvas.getPlotItem()
        plot.hideButtons()
        plot.layout.setContentsMargins(0, 0, 0, GRID)  # half a label stands below the last row
        for side, shown in (("left", True), ("top", True), ("right", False), ("bottom", False)):
            plot.showAxis(side, shown)
        self._box.addItem(self._item)
        self._box.sigResized.connect(self._hug)
        self._later = QTimer(self, singleShot=True, interval=0)  # the axes know their size after the first layout
        self._later.timeout.connect(self._hug)
        for axis in self._axes.values():
            axis.geometryChanged.connect(self._later.start)
        self._canvas.setFrameShape(QFrame.Shape.NoFrame)
        self._canvas.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._canvas.setMinimumSize(20 * GRID, 16 * GRID)
        self._canvas.scene().sigMouseMoved.connect(self._pointer_moved)
        self._canvas.scene().sigMouseClicked.connect(self._clicked)
        self._arrange()
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)

    def _arrange(self) -> None:
        layout = QGridLayout(self)
        layout.setContentsMargins(GRID // 2, GRID // 2, GRID // 2, GRID // 2)
        layout.setSpacing(GRID // 2)
        layout.setColumnStretch(0, 100)  # up to the size of the map; the rest stays empty
        layout.setColumnStretch(2, 1)
        layout.setRowStretch(1, 1)
        layout.addWidget(self._title, 0, 0, 1, 3)
        layout.addWidget(self._canvas, 1, 0)
        layout.addWidget(self._bar, 1, 1)
        layout.addItem(QSpacerItem(0, 0, QSizePolicy.Policy.Minimum, QSizePolicy.Policy.Expanding), 2, 0)

    def _hug(self) -> None:
        """No larger than the whole map, so that axis names and colour bar stand beside it."""
        if not self.picture().size:
            return
        plot = self._canvas.getPlotItem()
        left, top = plot.getAxis("left").width(), plot.getAxis("top").height()
        room = self._room() - QSizeF(left, top + GRID)
        whole = self._box.whole(room)
        least = self._canvas.minimumSize()
        height = max(ceil(whole.height() + top) + GRID, least.height())
        self._canvas.setMaximumSize(max(ceil(whole.width() + left) + 2 * GRID, least.width()), height)
        self._bar.setMaximumHeight(height)

    def _room(self) -> QSizeF:
        """What canvas and axes may take of this widget."""
        across = self.width() - self._bar.sizeHint().width() - 2 * GRID
        return QSizeF(across, self.height() - self._title.sizeHint().height() - 2 * GRID)

    # What it shows

    def picture(self) -> Picture:
        """The picture shown."""
        return self._item.shades.picture

    def set_picture(self, picture: Picture) -> None:
        """Show `picture`. The zoom stays if the number of rows and columns stays; the same picture changes nothing."""
        if picture.same_as(self.picture()):
            return
        other_shape = picture.shape != self.picture().shape
        self._item.set_shades(Shades(picture))
        self._bar.set_range(picture.limits(), picture.kind)
        rows, cols = picture.shape
        self._axes["left"].set_words(picture.row_labels, rows, axis_word(picture.row_axis))
        self._axes["top"].set_words(picture.column_labels, cols, axis_word(picture.column_axis))
        self._title.setText(f"{picture.title}  {shape_text(picture)}".strip())
        self.setAccessibleName(self._title.text())
        if other_shape:
            self._cursor, self._hover = clamped(self._cursor, picture.shape), NOWHERE
            self._box.set_counts(rows, cols)
        self._hug()
        self._later.start()
        self._show_marks()
        self._show_hint()

    def set_lit(self, rows: AbstractSet[int] = frozenset(), cols: AbstractSet[int] = frozenset()) -> None:
        """Outline whole rows and columns, beside those of the pointer."""
        self._lit = (frozenset(rows), frozenset(cols))
        self._show_marks()

    def set_cursor(self, row: int, col: int) -> None:
        """Put the cursor on a cell without a signal."""
        self._cursor = clamped((row, col), self.picture().shape)
        self._show_marks()

    def cursor_place(self) -> Place:
        """(row, col) of the cursor."""
        return self._cursor

    # Zoom

    def show_all(self) -> None:
        """All cells in sight, the first and last at full size."""
        self._box.show_all()

    def zoom(self, factor: float) -> None:
        """Closer (factor > 1) or farther, around the cursor if it is in sight."""
        sight, (row, col) = self._box.viewRect(), self._cursor
        centre = QPointF(col + 0.5, row + 0.5)
        self._box.zoom_at(centre if sight.contains(centre) else sight.center(), factor)

    # Pointer and cursor

    def cell_at(self, point: QPointF) -> Place:
        """The (row, col) at a point of this widget, or (-1, -1)."""
        inside = self._canvas.mapFrom(self, point)
        return self._cell_in_scene(self._canvas.mapToScene(inside.toPoint()))

    def cell_rect(self, row: int, col: int) -> QRectF:
        """A cell's place in this widget at the present zoom."""
        in_scene = self._box.mapViewToScene(QPointF(col, row)), self._box.mapViewToScene(QPointF(col + 1, row + 1))
        corners = [self._canvas.mapTo(self, QPointF(self._canvas.mapFromScene(corner))) for corner in in_scene]
        return QRectF(corners[0], corners[1])

    def _cell_in_scene(self, point: QPointF) -> Place:
        if not self._box.sceneBoundingRect().contains(point):
            return NOWHERE
        return Grid(0, 0, 1, 1, *self.picture().shape).at(self._box.mapSceneToView(point))

    def _pointer_moved(self, point: QPointF) -> None:
        self._point(self._cell_in_scene(point))

    def _point(self, place: Place) -> None:
        if place == self._hover:
            return
        self._hover = place
        self._show_marks()
        self.hovered.emit(*place, "" if place == NOWHERE else self.picture().cell_text(*place))

    def _clicked(self, event: object) -> None:
        place = self._cell_in_scene(event.scenePos())  # type: ignore[attr-defined]  # pyqtgraph's own event
        self.setFocus()
        if place != NOWHERE:
            self._move(place)

    def _move(self, place: Place) -> None:
        if place != self._cursor:
            self._cursor = place
            self._box.reveal(*place)
            self._show_marks()
            self.cursor_moved.emit(*place)

    def _show_marks(self) -> None:
        rows, cols = self._lit
        focused = self.hasFocus() and bool(self.picture().size)
        place = self._hover if self._hover != NOWHERE else self._cursor if focused else NOWHERE
        if place != NOWHERE:
            rows, cols = rows | {place[0]}, cols | {place[1]}
        self._item.rows, self._item.cols = rows, cols
        self._item.cursor = self._cursor if focused else None
        self._item.update()

    def _show_hint(self) -> None:
        self._hint.setVisible(not self.picture().size)
        self._bar.setVisible(bool(self.picture().size))

    # Events and looks

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Plus, Qt.Key.Key_Equal):
            self.zoom(ZOOM)
        elif event.key() == Qt.Key.Key_Minus:
            self.zoom(1 / ZOOM)
        elif event.key() == Qt.Key.Key_0:
            self.show_all()
        else:
            to_end = bool(event.modifiers() & Qt.KeyboardModifier.ControlModifier)
            place = moved(self._cursor, event.key(), to_end, self.picture().shape)
            if place is None or not self.picture().size:
                super().keyPressEvent(event)
            else:
                self._move(place)

    def leaveEvent(self, event: QEvent) -> None:
        self._point(NOWHERE)

    def focusInEvent(self, event: QFocusEvent) -> None:
        self._show_marks()
        self.update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        self._show_marks()
        self.update()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._axes["left"].set_room(min(self.width(), self.height()) * LABEL_SHARE)
        self._axes["top"].set_room(self._room().height() * LABEL_SHARE)
        self._hug()
        self._later.start()

    def paintEvent(self, event: QPaintEvent) -> None:
        if self.hasFocus():
            painter = QPainter(self)
            painter.setPen(QPen(theme_of(self).colour("link"), 2))
            painter.drawRect(self.rect().adjusted(1, 1, -1, -1))

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() in (QEvent.Type.PaletteChange, QEvent.Type.FontChange):
            self._restyle()

    def _restyle(self) -> None:
        theme = theme_of(self)
        self._canvas.setBackground(self.palette().color(QPalette.ColorRole.Window))
        self._title.setFont(bold(self.font()))
        self._hint.setText(self.tr("Nothing to show yet"))
        self._hint.adjustSize()
        self._hint.move(2 * GRID, 2 * GRID)
        for axis in self._axes.values():
            axis.set_look(theme, self.font())
