"""The Formula room's strip: one query is one line across all blocks, K^T stands above the scores, V above the output."""

from collections.abc import Callable, Mapping
from functools import partial

from PySide6.QtCore import QPoint, Qt, Signal, Slot
from PySide6.QtGui import QKeyEvent, QResizeEvent, QWheelEvent
from PySide6.QtWidgets import QGridLayout, QScrollArea, QWidget

from engine.problems import Problem
from gui.i18n import say
from gui.panels import pictures
from gui.panels.formula import fit
from gui.panels.formula.bench_edit import BenchEdit
from gui.panels.formula.step_bar import shown_steps
from gui.panels.matrix_menu import ask_matrix, matrix_menu
from gui.session import Document, Session
from gui.widgets.matrix_view import MatrixView
from gui.widgets.picture import Picture

ZOOM_STEP = 1.25
BLOCKS = ("q", "k", "v", "scores", "scaled", "masked", "weights", "dropped", "entropy", "output")
EDITABLE = ("q", "k", "v")
MAPS = ("scores", "scaled", "masked", "weights", "dropped")
ABOVE = {"scores": "k", "output": "v"}
BELOW = {above: below for below, above in ABOVE.items()}


class Strip(QScrollArea):
    """Q, K^T and V to edit, every Step as a heatmap. `pointed(block, row, column)` follows pointer and cursor."""

    pointed = Signal(str, int, int)

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self._shapes: tuple[tuple[int, int], ...] = ()
        self._selected = ("", -1, -1)
        self._zoom = 0
        self.edit = BenchEdit(session)
        self.views = {name: self._make_view(name) for name in BLOCKS}
        self.setWidgetResizable(True)
        self.setFrameShape(QScrollArea.Shape.NoFrame)
        self._grid = QGridLayout()
        self._grid.setSpacing(12)
        page = QWidget()
        page.setLayout(self._grid)
        self.setWidget(page)
        self._arrange()
        session.changed.connect(self._on_changed)
        session.result_changed.connect(self._on_result)
        session.step_changed.connect(self.render_steps)
        session.lead_changed.connect(self.render_all)
        self.render_all()

    def picture(self, block: str) -> Picture:
        """What a block shows."""
        lead = self._session.lead
        if block in EDITABLE:
            return pictures.input_picture(self._session.config, block, lead)
        if block == "entropy":
            return pictures.entropy_picture(self._session.trace, lead)
        return pictures.step_picture(self._session.trace, block, lead)

    def focused_block(self) -> str:
        """The block that has the focus, or the present Step's."""
        return next((name for name, view in self.views.items() if view.hasFocus()), self._session.step)

    # -- rendering -------------------------------------------------------------------------------------------------

    @Slot()
    def render_all(self) -> None:
        """Show every block; sizes follow the number of rows and columns."""
        self._render_inputs()
        self._render_trace()
        self.render_steps()

    def _render_inputs(self) -> None:
        for name in EDITABLE:
            self.views[name].set_picture(self.picture(name))
        self._fit_if_reshaped()

    def _render_trace(self) -> None:
        for name in BLOCKS:
            if name not in EDITABLE and (name != "dropped" or "dropped" in shown_steps(self._session)):
                self.views[name].set_picture(self.picture(name))
        self._fit_if_reshaped()

    @Slot()
    def render_steps(self) -> None:
        """Dim what comes after the present Step, unless all are shown."""
        steps = shown_steps(self._session)
        step = self._session.step if self._session.step in steps else "weights"
        stale = self._session.problem("trace") is not None
        later = () if self._session.show_all_steps else steps[steps.index(step) + 1 :]
        for name in steps:
            self.views[name].set_dimmed(name in later or stale)
            self.views[name].set_present(name == step)
        if self.views["dropped"].isHidden() == ("dropped" in steps):
            self.views["dropped"].setVisible("dropped" in steps)
            self._fit()
        self.views["entropy"].set_dimmed("weights" in later or stale)

    @Slot(object, object)
    def _on_changed(self, old: Document, new: Document) -> None:
        if old.config is not new.config:
            self._render_inputs()
            self.render_steps()

    @Slot(str)
    def _on_result(self, kind: str) -> None:
        if kind == "trace":
            self._render_trace()
            self.render_steps()

    # -- size ------------------------------------------------------------------------------------------------------

    def _fit_if_reshaped(self) -> None:
        shapes = tuple(view.picture().shape for view in self.views.values())
        if shapes != self._shapes:
            self._shapes = shapes
            self._fit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def zoom(self, steps: int) -> None:
        """Larger (steps > 0) or smaller cells; 0 fits all blocks into the window again."""
        self._zoom = self._zoom + steps if steps else 0
        self._fit()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        zooms = {Qt.Key.Key_Plus: 1, Qt.Key.Key_Equal: 1, Qt.Key.Key_Minus: -1, Qt.Key.Key_0: 0}
        steps = zooms.get(Qt.Key(event.key()))
        if steps is None or not event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            super().keyPressEvent(event)
        else:
            self.zoom(steps)

    def wheelEvent(self, event: QWheelEvent) -> None:
        if event.modifiers() & Qt.KeyboardModifier.ControlModifier and event.angleDelta().y():
            self.zoom(1 if event.angleDelta().y() > 0 else -1)
        else:
            super().wheelEvent(event)

    def _fit(self) -> None:
        """Cells as large as the strip allows: rows and columns meet across blocks."""
        c = self._session.config
        counts = fit.Counts(c.n_q, c.n_k, c.d_k, c.d_v, maps=len(shown_steps(self._session)) - 1)
        self._line_up()
        room, gap = self.viewport().size(), self._grid.spacing()
        edge = max(view.label_space()[1] for view in self.views.values())
        width, height = float(room.width() - (counts.maps + 5) * gap), room.height() - 2 * edge - 4 * gap
        self._set_cells(fit.fitted(counts, 0, height))
        needed = max(room.width(), self._content_width())  # titles may be wider than their cells
        sizes = fit.fitted(counts, width, height)
        self._set_cells(sizes)
        while width > 1 and self._content_width() > needed:
            width *= 0.98
            sizes = fit.fitted(counts, width, height)
            self._set_cells(sizes)
        if self._zoom:
            self._set_cells(fit.scaled(sizes, ZOOM_STEP**self._zoom))

    def _set_cells(self, sizes: Mapping[str, fit.Size]) -> None:
        for name, view in self.views.items():
            view.set_cell_size(*sizes["maps" if name in MAPS else name])

    def _content_width(self) -> int:
        margins = self._grid.contentsMargins()
        columns = [max(self.views[name].sizeHint().width() for name in column) for column in self._columns()]
        return sum(columns) + len(columns) * self._grid.spacing() + margins.left() + margins.right()

    def _columns(self) -> list[list[str]]:
        names = ("q", *shown_steps(self._session)[:-1], "entropy", "output")
        return [[name, ABOVE[name]] if name in ABOVE else [name] for name in names]

    def _line_up(self) -> None:
        """The same room for labels in views that stand above each other or side by side."""
        needed = {name: view.label_space() for name, view in self.views.items()}
        top = max(needed[name][1] for name in BLOCKS if name not in ABOVE.values())
        for name, view in self.views.items():
            pair = ABOVE.get(name) or BELOW.get(name)
            left = max(needed[name][0], needed[pair][0]) if pair else None
            view.set_label_space(left=left, top=None if name in ABOVE.values() else top)

    def _arrange(self) -> None:
        top, bottom, left = Qt.AlignmentFlag.AlignTop, Qt.AlignmentFlag.AlignBottom, Qt.AlignmentFlag.AlignLeft
        for column, name in enumerate(("q", "scores", "scaled", "masked", "weights", "dropped", "entropy", "output")):
            self._grid.addWidget(self.views[name], 1, column, top | left)
        self._grid.addWidget(self.views["k"], 0, 1, bottom | left)
        self._grid.addWidget(self.views["v"], 0, 7, bottom | left)
        self._grid.setColumnStretch(8, 1)
        self._grid.setRowStretch(2, 1)

    # -- pointing --------------------------------------------------------------------------------------------------

    def light(self, block: str, row: int, column: int) -> None:
        """Light the row and column that a cell came from, in every block; row < 0 puts all lights out."""
        place = _place(block, row, column)
        for name, view in self.views.items():
            view.set_lit(*_lit(name, *place))

    def _make_view(self, name: str) -> MatrixView:
        view = MatrixView(editable=name in EDITABLE, role=name if name in (*EDITABLE, "output") else "")
        view.set_labels_shown(rows=name in EDITABLE, columns=name != "entropy")
        view.hovered.connect(partial(self._hover, name))
        view.cursor_moved.connect(partial(self._select, name))
        view.pressed.connect(partial(self._press, name))
        view.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        view.customContextMenuRequested.connect(partial(self._open_menu, name))
        if name in EDITABLE:
            view.edited.connect(partial(self._type, name))
            view.pasted.connect(partial(self._paste, name))
            view.dragged.connect(partial(self._drag, name))
        return view

    def _hover(self, name: str, row: int, column: int) -> None:
        """The pointer is on a cell; where it is on none, the cursor's cell counts again."""
        self._show_place(*((name, row, column) if row >= 0 else self._selected))

    def _select(self, name: str, row: int, column: int) -> None:
        self._selected = (name, row, column)
        self._show_place(*self._selected)

    def _show_place(self, name: str, row: int, column: int) -> None:
        self.light(name, row, column)
        self.pointed.emit(name, row, column)

    # -- editing ---------------------------------------------------------------------------------------------------

    def _attempt(self, view: MatrixView, place: tuple[int, int], edit: Callable[[], object]) -> None:
        """Do `edit`; what forbids it is said under the cell, and nothing has changed then."""
        try:
            edit()
        except Problem as problem:
            view.show_error(*place, say(problem))

    def _type(self, name: str, row: int, column: int, text: str) -> None:
        view = self.views[name]
        self._attempt(view, (row, column), lambda: self.edit.type(name, row, column, text, view.selection()))

    def _paste(self, name: str, row: int, column: int, text: str) -> None:
        self._attempt(self.views[name], (row, column), lambda: self.edit.paste(name, row, column, text))

    def _drag(self, name: str, row: int, column: int, steps: float, gesture: int) -> None:
        self._attempt(self.views[name], (row, column), lambda: self.edit.drag(name, row, column, steps, gesture))

    def _press(self, name: str, row: int, column: int, gesture: int) -> None:
        self._select(name, row, column)
        if self._session.painting and name in MAPS:
            self.edit.paint(row, column, gesture, self.tr("Paint the mask"))

    def _open_menu(self, name: str, at: QPoint) -> None:
        view = self.views[name]
        place = view.cursor_place()
        menu = matrix_menu(
            view,
            lambda kind, label: self._attempt(view, place, lambda: self.edit.fill((name,), kind, label)),
            lambda: self._attempt(view, place, lambda: self._import(name)),
        )
        menu.popup(view.mapToGlobal(at))

    def _import(self, name: str) -> None:
        matrix = ask_matrix(self, name)
        if matrix is not None:
            self.edit.replace(name, matrix, self.tr("Import {name}").format(name=name.upper()))


def _place(block: str, row: int, column: int) -> tuple[int, int, int]:
    """Which query, which key and which component of the values a cell belongs to; -1 where it belongs to none."""
    if row < 0 or column < 0:
        return -1, -1, -1
    places = {"k": (-1, column, -1), "v": (-1, row, column), "output": (row, -1, column)}
    return places.get(block, (row, column if block in MAPS else -1, -1))


def _lit(name: str, query: int, key: int, component: int) -> tuple[set[int], set[int]]:
    """The rows and columns to light in the block `name` for that query, key and component."""
    rows = {"k": -1, "v": key}.get(name, query)
    columns = {"k": key, "v": component, "output": component}.get(name, key if name in MAPS else -1)
    return {rows} - {-1}, {columns} - {-1}
