"""The open box's matrix, to read or to edit; under a weight matrix its bias."""

from collections.abc import Callable
from functools import partial

import numpy as np
from PySide6.QtCore import QPoint, Qt, Signal, Slot
from PySide6.QtWidgets import QVBoxLayout, QWidget

from engine.config import Matrix
from engine.problems import Problem
from engine.random_inputs import random_matrix
from gui.i18n import say
from gui.panels import matrix_edit
from gui.panels.matrix_menu import ask_matrix, matrix_menu
from gui.panels.multihead.pictures import INPUTS, ROLES, box_picture, input_picture, key_head, shown_head
from gui.session import Document, HeadsResult, Session
from gui.widgets.fitted_matrix import FittedMatrix
from gui.widgets.matrix_view import MatrixView
from gui.widgets.picture import Picture

BIAS_HEIGHT = 62


class HeadsMatrix(QWidget):
    """`pointed(text)` follows pointer and cursor. What cannot be entered is said under its cell."""

    pointed = Signal(str)

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self._pull = matrix_edit.Pull()
        self._box = ""
        self._run: tuple[str, int, int] = ("", 0, 0)
        self.matrix = self._make(lambda: self._box)
        self.bias = self._make(self._bias_name)
        self.bias.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.bias.setFixedHeight(BIAS_HEIGHT + self.bias.horizontalScrollBar().sizeHint().height())
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(self.matrix, 1)
        layout.addWidget(self.bias)
        session.changed.connect(self._on_changed)
        session.box_changed.connect(self.render_box)
        session.result_changed.connect(self._on_result)
        self.render_box()

    def picture(self) -> Picture:
        """What is shown: the bias if it has the focus, else the matrix."""
        return (self.bias if self.bias.view.hasFocus() else self.matrix).view.picture()

    @Slot()
    def render_box(self) -> None:
        """Show the open box."""
        result: HeadsResult | None = self._session.result("heads")
        if result is None:
            return
        box, view = self._open_box(), self._session.heads
        if box != self._box:
            for fitted in (self.matrix, self.bias):
                fitted.view.set_editable(False)  # a cell being typed belongs to the box before
        self._box = box
        self.matrix.view.set_role(ROLES.get(box, ""))
        self.matrix.set_picture(box_picture(view, result, box))
        self.matrix.view.set_editable(box in INPUTS)
        has_bias = box.startswith("w_") and view.bench.biases
        self.bias.setVisible(has_bias)
        if has_bias:
            self.bias.view.set_role(ROLES[box])
            self.bias.view.set_label_space(left=self.matrix.view.label_space()[0])
            self.bias.set_picture(input_picture(view, self._bias_name()))
            self.bias.view.set_editable(True)
        self._light(result)

    def _open_box(self) -> str:
        box = self._session.box
        return "x" if box == "y" and not self._session.heads.bench.cross else box

    def _bias_name(self) -> str:
        return "b" + self._box[1:]

    def _light(self, result: HeadsResult) -> None:
        """The run of columns, or of rows of W_O, that belongs to the head looked at."""
        trace = result.trace
        head = shown_head(self._session.heads, trace)
        of_keys = self._box in ("w_k", "w_v")
        width = {"w_q": trace.q, "w_k": trace.k}.get(self._box, trace.v).shape[-1]
        first = (key_head(trace, head) if of_keys else head) * width
        run = set(range(first, first + width)) if len(trace.q) > 1 else set()
        if run and (self._box, first, width) != self._run:
            self._run = (self._box, first, width)
            last = first + width - 1
            ends = ((first, 0), (last, 0)) if self._box == "w_o" else ((0, first), (0, last))
            self.matrix.reveal(*ends)
            self.bias.reveal(*ends)
        columns = run if self._box in ("w_q", "w_k", "w_v", "concat") else set()
        self.matrix.view.set_lit(run if self._box == "w_o" else set(), columns)
        self.bias.view.set_lit(cols=columns)

    @Slot(object, object)
    def _on_changed(self, old: Document, new: Document) -> None:
        if old.heads is not new.heads:
            self.render_box()

    @Slot(str)
    def _on_result(self, kind: str) -> None:
        if kind == "heads":
            self.render_box()

    # -- pointing and editing --------------------------------------------------------------------------------------

    def _make(self, name: Callable[[], str]) -> FittedMatrix:
        fitted = FittedMatrix(MatrixView(editable=True))
        view = fitted.view
        view.hovered.connect(partial(self._point, view))
        view.cursor_moved.connect(partial(self._point, view))
        view.edited.connect(partial(self._type, view, name))
        view.pasted.connect(partial(self._paste, view, name))
        view.dragged.connect(partial(self._drag, view, name))
        view.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        view.customContextMenuRequested.connect(partial(self._open_menu, view, name))
        return fitted

    def _point(self, view: MatrixView, row: int, column: int) -> None:
        self.pointed.emit(readout(view.picture(), row, column))

    def _type(self, view: MatrixView, name: Callable[[], str], row: int, column: int, text: str) -> None:
        self._attempt(view, (row, column), lambda: self._write(name(), row, column, matrix_edit.typed(text)))

    def _paste(self, view: MatrixView, name: Callable[[], str], row: int, column: int, text: str) -> None:
        self._attempt(view, (row, column), lambda: self._write(name(), row, column, matrix_edit.pasted(text)))

    def _drag(
        self, view: MatrixView, name: Callable[[], str], row: int, column: int, steps: float, gesture: int
    ) -> None:
        block = self._pull.block(self._session.heads.bench.matrix(name()), row, column, steps, gesture)
        self._attempt(view, (row, column), lambda: self._write(name(), row, column, block, gesture))

    def _open_menu(self, view: MatrixView, name: Callable[[], str], at: QPoint) -> None:
        place = view.cursor_place()
        menu = matrix_menu(
            view,
            lambda kind, label: self._attempt(view, place, lambda: self._fill(name(), kind, label)),
            lambda: self._attempt(view, place, lambda: self._import(name())),
        )
        menu.popup(view.mapToGlobal(at))

    def _attempt(self, view: MatrixView, place: tuple[int, int], edit: Callable[[], object]) -> None:
        try:
            edit()
        except Problem as problem:
            view.show_error(*place, say(problem))

    def _write(self, name: str, row: int, column: int, block: Matrix, gesture: int = -1) -> None:
        values = self._session.heads.bench.matrix(name).copy()
        matrix_edit.put(values, row, column, block)
        self._replace(name, values, self.tr("Edit {name}").format(name=name.upper()), gesture)

    def _fill(self, name: str, kind: str, label: str) -> None:
        rows, columns = self._session.heads.bench.matrix(name).shape
        seed = self._session.heads.seed
        values = np.zeros((rows, columns)) if kind == "zeros" else random_matrix(kind, rows, columns, seed)
        self._replace(name, values, label)

    def _import(self, name: str) -> None:
        values = ask_matrix(self, name)
        if values is not None:
            self._replace(name, values, self.tr("Import {name}").format(name=name.upper()))

    def _replace(self, name: str, values: Matrix, label: str, gesture: int = -1) -> None:
        self._session.edit_heads(label, gesture, bench=self._session.heads.bench.with_matrix(name, values))


def readout(picture: Picture, row: int, column: int) -> str:
    """One line about a cell, with the name of its matrix; empty where there is no cell."""
    inside = 0 <= row < picture.shape[0] and 0 <= column < picture.shape[1]
    return f"{picture.title}: {picture.readout(row, column)}" if inside else ""
