"""Lay a real head over the plots: which one, what its rows' entropies are, and what they would be without its scaling."""

from typing import Any

from PySide6.QtCore import QSignalBlocker, Slot
from PySide6.QtWidgets import QCheckBox, QComboBox, QHBoxLayout, QLabel, QVBoxLayout, QWidget

from gui.draw_jobs import HeadScores
from gui.i18n import say
from gui.panels.panel import Panel
from gui.panels.saturation.rows import percent
from gui.panels.saturation.scores import shown_head
from gui.session import Document, Session
from gui.theme import GRID


class HeadOverlay(Panel):
    """A switch, a layer, a head, "what if"; and in words what the plots then show."""

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(session, parent)
        self.overlay = QCheckBox(self.tr("Overlay a real head"))
        self.layer, self.head = QComboBox(), QComboBox()
        self.unscaled = QCheckBox(self.tr("What if it were not scaled"))
        self.words = QLabel(wordWrap=True)
        self.layer.setAccessibleName(self.tr("Layer"))
        self.head.setAccessibleName(self.tr("Head"))
        self.overlay.clicked.connect(self._switch)
        self.layer.activated.connect(lambda number: self._edit(self.tr("Layer"), layer=number))
        self.head.activated.connect(lambda number: self._edit(self.tr("Head"), head=number))
        self.unscaled.clicked.connect(lambda on: self._edit(self.unscaled.text(), unscaled=on))
        self._arrange()
        session.changed.connect(self._on_changed)
        session.result_changed.connect(self._on_result)
        self.render_head()

    def _arrange(self) -> None:
        self._choice = QWidget()
        row = QHBoxLayout(self._choice)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(GRID // 2)
        for label, box in ((self.tr("Layer"), self.layer), (self.tr("Head"), self.head)):
            row.addWidget(QLabel(label))
            box.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
            box.setMinimumContentsLength(1)
            row.addWidget(box, 1)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(GRID // 2)
        for widget in (self.overlay, self._choice, self.unscaled, self.words, self.banner):
            layout.addWidget(widget)

    def render_head(self) -> None:
        """Show what is chosen, and what is known about it."""
        view, reading = self._session.document.draw_view, self._session.reading
        self.overlay.setChecked(view.overlay)
        self.unscaled.setChecked(view.unscaled)
        shown = view.overlay and reading is not None
        for widget in (self._choice, self.unscaled):
            widget.setVisible(shown)
        self.banner.hide()
        self.words.setVisible(view.overlay)
        if reading is None:
            self.words.setText(self._missing())
        elif view.overlay:
            _fill(self.layer, reading.capture.layers, view.layer)
            _fill(self.head, reading.capture.heads, view.head)
            self._render_words()

    def _missing(self) -> str:
        if self._session.result("model") is None:
            return self.tr("No model has read a text yet: load one in the Model room.")
        return self.tr("The model has not read the text in the Model room: there is no head of it to show.")

    def _render_words(self) -> None:
        problem, head = self._session.problem("head_scores"), shown_head(self._session)
        if problem is not None:
            self.banner.show_text(say(problem))
        self.words.setText("" if head is None else self._sentence(head))

    def _sentence(self, head: HeadScores) -> str:
        if not head.own.size:
            return self.tr("No row of this head sees two keys or more.")
        words = self.tr(
            "Entropy of its {rows} rows, mean, of the largest possible: {own} with its factor {factor}, "
            "{unscaled} without."
        )
        return words.format(
            rows=len(head.own),
            own=percent(float(head.own.mean())),
            factor=f"{head.factor:.4g}",
            unscaled=percent(float(head.unscaled.mean())),
        )

    @Slot(bool)
    def _switch(self, on: bool) -> None:
        """The first head shown is the one that the Model room shows."""
        view = self._session.view
        place = {"layer": view.layer, "head": view.head or 0} if self._session.result("head_scores") is None else {}
        self._edit(self.overlay.text(), overlay=on, **place)

    def _edit(self, label: str, **changes: Any) -> None:
        self._session.edit_draw_view(label, **changes)

    @Slot(object, object)
    def _on_changed(self, old: Document, new: Document) -> None:
        if old.draw_view != new.draw_view or old.view.text != new.view.text:
            self.render_head()

    @Slot(str)
    def _on_result(self, kind: str) -> None:
        if kind in ("model", "capture", "head_scores"):
            self.render_head()


def _fill(box: QComboBox, count: int, chosen: int) -> None:
    """Numbers from 0; one that this model does not have shows its last one."""
    with QSignalBlocker(box):
        if box.count() != count:
            box.clear()
            box.addItems([str(number) for number in range(count)])
        box.setCurrentIndex(min(chosen, count - 1))
