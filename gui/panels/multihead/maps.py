"""One map per head in a row, and the map of the head looked at large."""

from dataclasses import replace
from functools import partial

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QScrollArea, QWidget

from gui.panels.multihead.matrix import readout
from gui.panels.multihead.pictures import map_picture, one_head_picture, shown_head
from gui.session import Document, HeadsResult, Session
from gui.theme import GRID
from gui.widgets.map_view import MapView
from gui.widgets.matrix_view import MatrixView
from gui.widgets.picture import Picture

SIDE, LARGEST_CELL = 10.5 * GRID, 2.5 * GRID


class HeadsMaps(QScrollArea):
    """Every head's weights in the colours of 0 to 1. A click, or Enter, looks at a head; Tab enters at that head."""

    pointed = Signal(str)
    recounted = Signal()
    """There are other views now, as many as there are heads."""

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self.thumbs: list[MatrixView] = []
        self.one = self._make()
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setWidgetResizable(True)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        page = QWidget()
        self._row = QHBoxLayout(page)
        self._row.setContentsMargins(0, 0, 0, 0)
        self._row.setSpacing(GRID)
        self._row.addSpacing(2 * GRID)
        self._row.addWidget(self.one, 0, Qt.AlignmentFlag.AlignTop)
        self._row.addStretch(1)
        self.setWidget(page)
        session.changed.connect(self._on_changed)
        session.result_changed.connect(self._on_result)
        self.render_maps()

    @Slot()
    def render_maps(self) -> None:
        """Show the newest maps and which head is looked at."""
        result: HeadsResult | None = self._session.result("heads")
        if result is None:
            return
        self._count(len(result.trace.q))
        for head, thumb in enumerate(self.thumbs):
            picture = map_picture(self._session.heads, result, head)
            self._show(thumb, replace(picture, title=self.tr("head {head}").format(head=head)))
        self.one.setVisible(result.one is not None)
        if result.one is not None:
            self._show(self.one, one_head_picture(self._session.heads, result.one))
        self._mark()
        self._fit()

    def _mark(self) -> None:
        result: HeadsResult = self._session.result("heads")
        chosen = shown_head(self._session.heads, result.trace)
        for head, thumb in enumerate(self.thumbs):
            thumb.set_present(head == chosen)
            thumb.setFocusPolicy(Qt.FocusPolicy.StrongFocus if head == chosen else Qt.FocusPolicy.ClickFocus)
        self.ensureWidgetVisible(self.thumbs[chosen], GRID, 0)

    def _count(self, heads: int) -> None:
        """As many views as there are heads; those that stay are kept."""
        if len(self.thumbs) == heads:
            return
        while len(self.thumbs) > heads:
            thumb = self.thumbs.pop()
            self._row.removeWidget(thumb)
            thumb.hide()
            thumb.deleteLater()
        while len(self.thumbs) < heads:
            thumb = self._make()
            thumb.pressed.connect(partial(self._choose, len(self.thumbs)))
            self._row.insertWidget(len(self.thumbs), thumb, 0, Qt.AlignmentFlag.AlignTop)
            self.thumbs.append(thumb)
        self.recounted.emit()

    def _show(self, thumb: MatrixView, picture: Picture) -> None:
        thumb.set_picture(picture)
        cell = min(SIDE / max(picture.shape), LARGEST_CELL)
        thumb.set_cell_size(cell, cell)

    def _fit(self) -> None:
        needed = max(thumb.sizeHint().height() for thumb in (*self.thumbs, self.one))
        page = self.widget()
        wide = page is not None and page.minimumSizeHint().width() > self.width()
        self.setFixedHeight(needed + (self.horizontalScrollBar().sizeHint().height() if wide else 0))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def _make(self) -> MatrixView:
        thumb = MatrixView()
        thumb.set_labels_shown(rows=False, columns=False)
        thumb.hovered.connect(partial(self._point, thumb))
        thumb.cursor_moved.connect(partial(self._point, thumb))
        return thumb

    def _point(self, thumb: MatrixView, row: int, column: int) -> None:
        self.pointed.emit(readout(thumb.picture(), row, column))

    def _choose(self, head: int, *_place: int) -> None:
        self._session.edit_heads(self.tr("Look at a head"), head=head)

    @Slot(object, object)
    def _on_changed(self, old: Document, new: Document) -> None:
        if old.heads.head != new.heads.head and self.thumbs:
            self._mark()

    @Slot(str)
    def _on_result(self, kind: str) -> None:
        if kind == "heads":
            self.render_maps()


class HeadMapLarge(MapView):
    """The weights of the head looked at."""

    pointed = Signal(str)

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self.hovered.connect(lambda row, column, _text: self._read(row, column))
        self.cursor_moved.connect(self._read)
        session.changed.connect(self._on_changed)
        session.result_changed.connect(self._on_result)
        self.render_map()

    @Slot()
    def render_map(self) -> None:
        """Show the newest map."""
        result: HeadsResult | None = self._session.result("heads")
        if result is not None:
            view = self._session.heads
            self.set_picture(map_picture(view, result, shown_head(view, result.trace)))

    @Slot(int, int)
    def _read(self, row: int, column: int) -> None:
        self.pointed.emit(readout(self.picture(), row, column))

    @Slot(object, object)
    def _on_changed(self, old: Document, new: Document) -> None:
        if old.heads is not new.heads:
            self.render_map()

    @Slot(str)
    def _on_result(self, kind: str) -> None:
        if kind == "heads":
            self.render_map()
