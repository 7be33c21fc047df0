"""What the head looked at contributes to the output, the whole output, and how much of that head it keeps."""

from functools import partial

import numpy as np
from PySide6.QtCore import QSignalBlocker, Qt, Signal, Slot
from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QLabel, QWidget

from gui.panels.multihead.matrix import readout
from gui.panels.multihead.pictures import contribution_picture, kept_output, output_picture, shown_head
from gui.session import Document, HeadsResult, Session
from gui.theme import GRID
from gui.widgets.colour_bar import ColourBar
from gui.widgets.fitted_matrix import FittedMatrix
from gui.widgets.gesture import new_gesture
from gui.widgets.log_slider import GestureSlider
from gui.widgets.matrix_view import MatrixView

SMALLEST = 0.2


class HeadsJoin(QWidget):
    """Both matrices have the same range of colours; the slider takes the head out of the output, live."""

    pointed = Signal(str)

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self._gesture = new_gesture()
        self.contribution, self.output = self._make(), self._make()
        self._bar = ColourBar()
        self._name, self._loss = QLabel(), QLabel(wordWrap=True)
        self.slider = GestureSlider(Qt.Orientation.Horizontal)
        self.slider.setRange(0, 100)
        self.slider.setPageStep(10)
        self.slider.setAccessibleName(self.tr("How much of the head the output keeps, in percent"))
        self.slider.began.connect(self._begin)
        self.slider.valueChanged.connect(self._slide)
        self._arrange()
        session.changed.connect(self._on_changed)
        session.result_changed.connect(self._on_result)
        self.render_join()

    def loss(self) -> str:
        """The sentence about what the output has lost."""
        return self._loss.text()

    def light(self, row: int, column: int = -1) -> None:
        """Light a token's row and a column in both matrices; -1 for none."""
        for fitted in (self.contribution, self.output):
            fitted.view.set_lit({row} - {-1}, {column} - {-1})

    @Slot()
    def render_join(self) -> None:
        """Show the newest contribution and output."""
        result: HeadsResult | None = self._session.result("heads")
        if result is None:
            return
        view = self._session.heads
        self.contribution.set_picture(contribution_picture(view, result))
        self.output.set_picture(output_picture(view, result))
        self._bar.set_range(self.output.view.picture().limits(), "values")
        with QSignalBlocker(self.slider):
            self.slider.setValue(round(100 * view.kept))
        head = shown_head(view, result.trace)
        self._name.setText(
            self.tr("Keep of head {head}: {percent} %").format(head=head, percent=f"{100 * view.kept:g}")
        )
        self._loss.setText(self._lost(result))

    def _lost(self, result: HeadsResult) -> str:
        view, whole = self._session.heads, result.trace.output
        if view.kept == 1:
            return self.tr("Drag to take this head out of the output.")
        lost = whole - kept_output(view, result.trace)
        size = float(np.linalg.norm(whole))
        share = 100 * float(np.linalg.norm(lost)) / size if size else 0.0
        return self.tr(
            "The output has changed by up to {largest}; the change is {percent} % as long as the output."
        ).format(largest=f"{float(np.abs(lost).max()):.3g}", percent=f"{share:.3g}")

    @Slot(object, object)
    def _on_changed(self, old: Document, new: Document) -> None:
        if old.heads is not new.heads:
            self.render_join()

    @Slot(str)
    def _on_result(self, kind: str) -> None:
        if kind == "heads":
            self.render_join()

    @Slot()
    def _begin(self) -> None:
        self._gesture = new_gesture()

    @Slot(int)
    def _slide(self, percent: int) -> None:
        self._session.edit_heads(self.tr("Keep of a head"), self._gesture, kept=percent / 100)

    def _make(self) -> FittedMatrix:
        view = MatrixView(role="output")
        view.hovered.connect(partial(self._point, view))
        view.cursor_moved.connect(partial(self._point, view))
        return FittedMatrix(view, SMALLEST)

    def _point(self, view: MatrixView, row: int, column: int) -> None:
        """A row is a token: it is lit in both."""
        self.light(row, column)
        self.pointed.emit(readout(view.picture(), row, column))

    def _arrange(self) -> None:
        keep = QHBoxLayout()
        keep.addWidget(self._name)
        keep.addWidget(self.slider, 1)
        layout = QGridLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(GRID // 2)
        layout.addWidget(self.contribution, 0, 0)
        layout.addWidget(self._bar, 0, 1)
        layout.addLayout(keep, 1, 0, 1, 2)
        layout.addWidget(self.output, 2, 0)
        layout.addWidget(self._loss, 3, 0, 1, 2)
        for line in (0, 2):
            layout.setRowStretch(line, 1)
        layout.setColumnStretch(0, 1)
