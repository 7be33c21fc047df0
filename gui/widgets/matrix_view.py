"""One matrix of the formula: coloured cells with their numbers, a cursor, lit rows and columns, and editing."""

from collections.abc import Set as AbstractSet

import numpy as np
from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QFocusEvent,
    QGuiApplication,
    QHideEvent,
    QKeyEvent,
    QKeySequence,
    QMouseEvent,
    QPaintEvent,
    QResizeEvent,
    QShowEvent,
    QWheelEvent,
)
from PySide6.QtWidgets import QSizePolicy, QWidget

from gui.widgets.cell_drag import CellDrag
from gui.widgets.cell_editor import CellEditor, Editing, Leave
from gui.widgets.gesture import new_gesture
from gui.widgets.grid import NOWHERE, Grid, Place, clamped, moved
from gui.widgets.matrix_paint import Layout, Marks, MatrixPainter, shape_text
from gui.widgets.painting import Shades
from gui.widgets.picture import Picture

EMPTY = Picture(np.zeros((0, 0)))
Key = Qt.Key


class MatrixView(QWidget):
    """A grid of cells of a fixed size. Shows a Picture and says what the person does with it; holds no numbers.

    The owner answers `edited` by setting a new picture or by calling `show_error`.
    """

    hovered = Signal(int, int)
    """(row, col) under the pointer, (-1, -1) when it leaves."""
    cursor_moved = Signal(int, int)
    """(row, col) of the cursor after a key or a click."""
    pressed = Signal(int, int, int)
    """(row, col, gesture) pressed with the left button, dragged over, or Enter on it where nothing can be edited."""
    edited = Signal(int, int, str)
    """(row, col, text) that the person typed; an empty text if a cell was deleted."""
    pasted = Signal(int, int, str)
    """(row, col) of the cursor and the text of the clipboard."""
    dragged = Signal(int, int, float, int)
    """(row, col, steps, gesture) of an editable cell pulled with Ctrl, or Alt+Up and Alt+Down on the cursor.

    `steps` (one per two pixels, up and right positive; one per key) count from the number that the cell had when the
    gesture began; all that carry the same gesture are one change.
    """

    def __init__(self, parent: QWidget | None = None, *, editable: bool = False, role: str = "") -> None:
        super().__init__(parent)
        self._editable = editable
        self._shades = Shades(EMPTY)
        self._layout = Layout(role=role)
        self._painter = MatrixPainter()
        self._cursor: Place = (0, 0)
        self._anchor: Place | None = None
        self._hover: Place = NOWHERE
        self._lit: tuple[frozenset[int], frozenset[int]] = (frozenset(), frozenset())
        self._dimmed = False
        self._press = 0
        self._present = False
        self._drag = CellDrag(self)
        self._editing = Editing(self)
        self.setMouseTracking(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)

    # What it shows

    def picture(self) -> Picture:
        """The picture shown."""
        return self._shades.picture

    def set_picture(self, picture: Picture) -> None:
        """Show `picture`. Repaints only if it looks or reads different from the present one."""
        if picture.same_as(self.picture()):
            return
        before = self.picture()
        self._shades = Shades(picture)
        self._painter.forget()
        if picture.frame() != before.frame():
            self.setAccessibleName(f"{picture.title} {shape_text(picture)}".strip())
            if picture.shape != before.shape:
                self._reshape()
            self._measure()
        self.update()

    def _reshape(self) -> None:
        """Keep cursor, selection and editor inside a matrix of another shape."""
        self._drag.end()
        self._cursor, self._anchor, self._hover = clamped(self._cursor, self.picture().shape), None, NOWHERE
        place = self._editing.place
        if place is not None and clamped(place, self.picture().shape) != place:
            self._editing.close()

    def set_cell_size(self, width: float, height: float) -> None:
        """The size of every cell in logical pixels; below 1 several cells share a pixel."""
        self._change(cell_width=float(width), cell_height=float(height))

    def set_label_space(self, left: float | None = None, top: float | None = None) -> None:
        """Room for labels, so that several views stand in line; None: as much as its own labels need."""
        self._change(left=left, top=top)

    def set_labels_shown(self, rows: bool = True, columns: bool = True) -> None:
        """Whether rows and columns have labels at their edge."""
        self._change(row_labels=rows, column_labels=columns)

    def set_role(self, role: str) -> None:
        """ "q", "k", "v" or "output" draws the title in that fixed colour; "" in the colour of text."""
        self._change(role=role)

    def set_lit(self, rows: AbstractSet[int] = frozenset(), cols: AbstractSet[int] = frozenset()) -> None:
        """Outline whole rows and columns. Those outside the matrix are left out."""
        lit = (frozenset(rows), frozenset(cols))
        if lit != self._lit:
            self._lit = lit
            self.update()

    def set_dimmed(self, dimmed: bool) -> None:
        """Pale, for a step that is not reached yet."""
        if dimmed != self._dimmed:
            self._dimmed = dimmed
            self.update()

    def set_present(self, present: bool) -> None:
        """Underline the title: this is the step that the person is at."""
        if present != self._present:
            self._present = present
            self.update()

    def set_editable(self, editable: bool) -> None:
        """Whether cells can be typed into and dragged."""
        if not editable:
            self._editing.close()
            self._drag.end()
        self._editable = editable

    def is_editable(self) -> bool:
        """Whether cells can be typed into."""
        return self._editable

    # Where things are

    def grid(self) -> Grid:
        """Where the cells lie in this widget."""
        return self._layout.grid(self.picture(), self.font())

    def cell_rect(self, row: int, col: int) -> QRectF:
        """A cell's place in this widget."""
        return self.grid().cell(row, col)

    def cell_at(self, point: QPointF) -> Place:
        """The (row, col) at a point of this widget, or (-1, -1)."""
        return self.grid().at(point)

    def label_space(self) -> tuple[float, float]:
        """(left, top): the room that title and labels need, whatever `set_label_space` asked for."""
        return self._layout.needed(self.picture(), self.font())

    def sizeHint(self) -> QSize:
        return self._layout.size(self.picture(), self.font())

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    def _change(self, **changes: object) -> None:
        layout = self._layout.changed(**changes)
        if layout != self._layout:
            self._layout = layout
            self._painter.forget()
            self._measure()
            self.update()

    def _measure(self) -> None:
        self.updateGeometry()
        self._editing.fit()

    # Cursor, selection, editing

    def cursor_place(self) -> Place:
        """(row, col) of the cursor."""
        return self._cursor

    def set_cursor(self, row: int, col: int) -> None:
        """Put the cursor on a cell without a signal, e.g. when another view leads."""
        place = clamped((row, col), self.picture().shape)
        if place != self._cursor:
            self._cursor, self._anchor = place, None
            self.update()

    def selection(self) -> tuple[int, int, int, int] | None:
        """(row, col, last row, last col) of the selected rectangle, or None."""
        if self._anchor is None:
            return None
        (row, col), (other_row, other_col) = self._anchor, self._cursor
        return min(row, other_row), min(col, other_col), max(row, other_row), max(col, other_col)

    def editor(self) -> CellEditor | None:
        """The line edit over a cell, while one is edited."""
        return self._editing.editor

    def edit(self, row: int, col: int) -> None:
        """Open the editor over a cell."""
        if self._editable and self.picture().size:
            self._move((row, col))
            self._editing.open((row, col))

    def show_error(self, row: int, col: int, sentence: str) -> None:
        """Refuse the text of a cell: says why under its editor, which stays open with the text."""
        if clamped((row, col), self.picture().shape) == (row, col):
            self._editing.refuse((row, col), sentence)

    def go_on(self, place: Place, how: Leave) -> None:
        """After the editor of `place` was left by a key: down one cell, or on to edit the cell before or after it."""
        rows, cols = self.picture().shape
        if how is Leave.DOWN:
            self._move(clamped((place[0] + 1, place[1]), (rows, cols)))
            return
        after = place[0] * cols + place[1] + (1 if how is Leave.NEXT else -1)
        if 0 <= after < rows * cols:
            self.edit(*divmod(after, cols))

    def copy(self) -> None:
        """Put the selected cells, or all, on the clipboard: tab-separated, full precision."""
        chosen = self.selection()
        if chosen is None:
            text = self.picture().as_text()
        else:
            row, col, last_row, last_col = chosen
            text = self.picture().as_text(slice(row, last_row + 1), slice(col, last_col + 1))
        QGuiApplication.clipboard().setText(text)

    def _move(self, place: Place, extend: bool = False) -> None:
        if extend and self._anchor is None:
            self._anchor = self._cursor
        elif not extend:
            self._anchor = None
        came = place != self._cursor
        self._cursor = place
        self.update()
        if came:
            self.cursor_moved.emit(*place)

    def _point(self, place: Place) -> None:
        if place != self._hover:
            self._hover = place
            self.hovered.emit(*place)

    # Events

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if not self.picture().size or not self._take_key(event):
            super().keyPressEvent(event)

    def _take_key(self, event: QKeyEvent) -> bool:
        return self._drag.key(event, self._cursor, self._hover) or self._edit_key(event) or self._move_key(event)

    def keyReleaseEvent(self, event: QKeyEvent) -> None:
        self._drag.key_up(event)
        super().keyReleaseEvent(event)

    def _move_key(self, event: QKeyEvent) -> bool:
        modifiers = event.modifiers()
        if modifiers & Qt.KeyboardModifier.AltModifier:
            return False
        to_end = bool(modifiers & Qt.KeyboardModifier.ControlModifier)
        place = moved(self._cursor, event.key(), to_end, self.picture().shape)
        if place is not None:
            self._move(place, extend=bool(modifiers & Qt.KeyboardModifier.ShiftModifier))
        return place is not None

    def _edit_key(self, event: QKeyEvent) -> bool:
        if event.matches(QKeySequence.StandardKey.Copy):
            self.copy()
        elif event.matches(QKeySequence.StandardKey.SelectAll):
            self._anchor = (0, 0)
            self._move((self.picture().shape[0] - 1, self.picture().shape[1] - 1), extend=True)
        elif not self._editable:
            if event.key() not in (Key.Key_Return, Key.Key_Enter):
                return False
            self.pressed.emit(*self._cursor, new_gesture())
        else:
            return self._type_key(event)
        return True

    def _type_key(self, event: QKeyEvent) -> bool:
        if event.matches(QKeySequence.StandardKey.Paste):
            self.pasted.emit(*self._cursor, QGuiApplication.clipboard().text())
        elif event.key() in (Key.Key_F2, Key.Key_Return, Key.Key_Enter):
            self.edit(*self._cursor)
        elif event.key() in (Key.Key_Delete, Key.Key_Backspace):
            self.edited.emit(*self._cursor, "")
        elif event.text() and event.text() in "0123456789-+.,−":
            self._editing.open(self._cursor, event.text())
        else:
            return False
        return True

    def mousePressEvent(self, event: QMouseEvent) -> None:
        place = self.cell_at(event.position())
        if event.button() != Qt.MouseButton.LeftButton or place == NOWHERE:
            return
        if not self._editing.commit():
            return
        if self._drag.press(event, place):
            self._move(place)
            return
        self._move(place, extend=bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier))
        self._press = new_gesture()
        self.pressed.emit(*place, self._press)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if self._drag.move(event, self.cell_at(event.position())):
            return
        self._point(self.cell_at(event.position()))
        if event.buttons() & Qt.MouseButton.LeftButton and self.picture().size:
            place = self.grid().nearest(event.position())
            if place != self._cursor:
                self._move(place, extend=True)
                self.pressed.emit(*place, self._press)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton:
            self._drag.end()

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        if self._drag.wants(event):  # the second of two quick drags
            self.mousePressEvent(event)
            return
        place = self.cell_at(event.position())
        if event.button() == Qt.MouseButton.LeftButton and place != NOWHERE:
            self.edit(*place)

    def wheelEvent(self, event: QWheelEvent) -> None:
        event.ignore()  # the page around it scrolls; a wheel that passes over a cell changes nothing

    def leaveEvent(self, event: QEvent) -> None:
        self._point(NOWHERE)
        self._drag.show_grip(False)

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self.update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self._drag.end()
        self.update()

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        if not event.spontaneous():
            self._editing.rest()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._editing.resume()

    def resizeEvent(self, event: QResizeEvent) -> None:
        self._editing.fit()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() in (QEvent.Type.FontChange, QEvent.Type.PaletteChange, QEvent.Type.LanguageChange):
            self._painter = MatrixPainter()
            self._measure()
            self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        self._painter.paint(self, self._shades, self._layout, self._marks())

    def _marks(self) -> Marks:
        rows, cols = self.picture().shape
        return Marks(
            rows=frozenset(row for row in self._lit[0] if 0 <= row < rows),
            cols=frozenset(col for col in self._lit[1] if 0 <= col < cols),
            cursor=self._cursor if self.hasFocus() and self.picture().size else None,
            selection=self.selection(),
            focused=self.hasFocus(),
            dimmed=self._dimmed,
            present=self._present,
        )
