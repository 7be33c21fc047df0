"""The map of one Head, large: choose layer and head, read exact weights under the pointer."""

from typing import Any

from PySide6.QtCore import QSignalBlocker, Slot
from PySide6.QtWidgets import QComboBox, QHBoxLayout, QLabel, QPushButton, QVBoxLayout, QWidget

from gui.i18n import say
from gui.jobs import Jobs
from gui.panels.model.next_tokens import NextTokens
from gui.panels.panel import Panel
from gui.session import Document, HeadMap, Session
from gui.theme import monospace
from gui.widgets.map_view import MapView
from gui.widgets.picture import Picture


class HeadMapPanel(Panel):
    """Rows are queries, columns are keys; the range of colours is always 0..1, so that two heads can be compared."""

    def __init__(self, session: Session, jobs: Jobs, parent: QWidget | None = None) -> None:
        super().__init__(session, parent)
        self.next_tokens = NextTokens(session)
        self.send = QPushButton(self.tr("Send to bench"))
        self.send.setToolTip(self.tr("Open this head's own Q, K, V, mask and scale in the Formula room"))
        self.send.clicked.connect(jobs.send_to_bench)
        self._layer, self._head = QComboBox(), QComboBox()
        self._layer.setAccessibleName(self.tr("Layer"))
        self._head.setAccessibleName(self.tr("Head"))
        self._layer.activated.connect(lambda: self._edit(self.tr("Layer"), layer=self._layer.currentData()))
        self._head.activated.connect(lambda: self._edit(self.tr("Head"), head=self._head.currentData()))
        self.map = MapView()
        self._hint = QLabel(self.tr("The map appears here when the model has read the text."))
        self._exact = QLabel()
        self._exact.setFont(monospace())
        self.map.hovered.connect(lambda row, column, _text: self._read(row, column))
        self.map.cursor_moved.connect(self._read)
        self._arrange()
        session.changed.connect(self._on_changed)
        session.result_changed.connect(self._on_result)
        self._render_choices()
        self._render_map()

    def picture(self) -> Picture | None:
        """The map on screen, None before the first."""
        head_map = self._session.result("map")
        return None if head_map is None else _picture(head_map, self._title(head_map))

    def _title(self, head_map: HeadMap) -> str:
        if head_map.head is None:
            return self.tr("{model}, layer {layer}, mean of all heads").format(
                model=head_map.model, layer=head_map.layer
            )
        return self.tr("{model}, layer {layer}, head {head}").format(
            model=head_map.model, layer=head_map.layer, head=head_map.head
        )

    def _render_choices(self) -> None:
        model, view = self._session.result("model"), self._session.view
        self.setEnabled(model is not None)
        if model is None:
            return
        _fill(self._layer, [(str(n), n) for n in range(model.layers)], view.layer)
        heads: list[tuple[str, int | None]] = [(str(n), n) for n in range(model.heads)]
        _fill(self._head, [*heads, (self.tr("mean of all heads"), None)], view.head)

    def _render_map(self) -> None:
        picture, problem = self.picture(), self._session.problem("map") or self._session.problem("send")
        self._render_own()
        self.banner.show_text(say(problem) if problem else "")
        self.map.setVisible(picture is not None)
        self._hint.setVisible(picture is None)
        if picture is not None:
            self.map.set_picture(picture)

    def _render_own(self) -> None:
        """A map of another text, or by another model, is not to be taken for that of the ones above it."""
        own = self._session.reading is not None
        self.map.setEnabled(own)
        self.send.setEnabled(own and self._session.view.head is not None)

    def _edit(self, text: str, **changes: Any) -> None:
        self._session.edit_view(text, **changes)

    @Slot(int, int)
    def _read(self, row: int, column: int) -> None:
        picture = self.picture()
        inside = picture is not None and 0 <= row < picture.shape[0] and 0 <= column < picture.shape[1]
        self._exact.setText(picture.readout(row, column) if picture is not None and inside else "")

    @Slot(object, object)
    def _on_changed(self, old: Document, new: Document) -> None:
        if old.view != new.view:
            self._render_choices()
            self._render_own()

    @Slot(str)
    def _on_result(self, kind: str) -> None:
        if kind == "model":
            self._render_choices()
        elif kind in ("map", "send"):
            self._render_map()
        if kind in ("model", "capture"):
            self._render_own()

    def _arrange(self) -> None:
        row = QHBoxLayout()
        for widget in (QLabel(self.tr("Layer")), self._layer, QLabel(self.tr("Head")), self._head):
            row.addWidget(widget)
        row.addWidget(self.send)
        row.addStretch(1)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addLayout(row)
        layout.addWidget(self.banner)
        layout.addWidget(self._hint)
        beside = QHBoxLayout()
        beside.addWidget(self.map, 1)
        side = QVBoxLayout()
        side.addWidget(self.next_tokens)
        side.addStretch(1)
        beside.addLayout(side)
        layout.addLayout(beside, 1)
        layout.addWidget(self._exact)


def _picture(head_map: HeadMap, title: str) -> Picture:
    return Picture(
        head_map.weights,
        kind="weights",
        hidden=head_map.hidden,
        row_labels=head_map.labels,
        column_labels=head_map.labels,
        title=title,
    )


def _fill(box: QComboBox, entries: list[tuple[str, int | None]], chosen: int | None) -> None:
    """Show `entries`; a number that this model does not have shows its last one."""
    with QSignalBlocker(box):
        box.clear()
        for name, value in entries:
            box.addItem(name, value)
        values = [value for _, value in entries]
        numbers = [value for value in values if value is not None]
        index = values.index(chosen) if chosen in values else values.index(max(numbers))
        box.setCurrentIndex(index)
