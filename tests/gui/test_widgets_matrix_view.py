"""MatrixView on the screen: which way round it lies, pointing, the cursor, copying, and what an owner decides."""

import numpy as np
import pytest
from PySide6.QtCore import QEvent, QPoint, QPointF, QSize, Qt
from PySide6.QtGui import QFont, QGuiApplication, QImage, QMouseEvent, QWheelEvent
from PySide6.QtWidgets import QScrollArea, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from gui.widgets.colours import FIRST, LEVELS, SPECIAL, table
from gui.widgets.matrix_view import MatrixView
from gui.widgets.picture import Picture

Key = Qt.Key
HIDDEN = np.array([[0, 0, 0, 1, 1], [0, 0, 0, 0, 1], [0, 0, 0, 0, 0]], bool)
VALUES = np.where(HIDDEN, 0.0, np.arange(15).reshape(3, 5) / 14)


@pytest.fixture
def view(qtbot: QtBot) -> MatrixView:
    """Three queries by five keys, the last keys masked, cells of 40 x 30 pixels."""
    view = MatrixView()
    qtbot.addWidget(view)
    view.set_picture(Picture(VALUES, "weights", HIDDEN, title="weights"))
    view.set_cell_size(40, 30)
    view.resize(view.sizeHint())
    return view


def corner_colour(image: QImage, view: MatrixView, row: int, col: int) -> int:
    """The colour near the corner of a cell, where no number stands."""
    spot = view.cell_rect(row, col).topLeft() + QPointF(4, 4)
    return image.pixel(spot.toPoint())


def test_rows_run_down_and_columns_to_the_right(view: MatrixView) -> None:
    image = view.grab().toImage()
    marks = {SPECIAL[0], SPECIAL[248]}
    for row, col in np.ndindex(3, 5):
        colour = corner_colour(image, view, row, col)
        if HIDDEN[row, col]:
            assert f"#{colour & 0xFFFFFF:06X}" in marks
        else:
            assert colour == table("weights")[FIRST + int(VALUES[row, col] * (LEVELS - 1) + 0.5)]


@pytest.mark.parametrize("place", [(0, 0), (0, 4), (2, 0), (2, 4)])
def test_pointing_at_a_corner_names_its_cell(view: MatrixView, place: tuple[int, int]) -> None:
    rect = view.cell_rect(*place)
    seen: list[tuple[int, int]] = []
    view.hovered.connect(lambda row, col: seen.append((row, col)))
    for spot in (rect.topLeft() + QPointF(1, 1), rect.bottomRight() - QPointF(1, 1)):
        move(view, QPointF(0, 0))
        move(view, spot)
        assert view.cell_at(spot) == place
    assert place in seen
    assert set(seen) == {place, (-1, -1)}


def test_pointer_that_leaves_says_so(view: MatrixView, qtbot: QtBot) -> None:
    move(view, view.cell_rect(1, 1).center())
    with qtbot.waitSignal(view.hovered) as left:
        QGuiApplication.sendEvent(view, QEvent(QEvent.Type.Leave))
    assert left.args == [-1, -1]


def test_hovering_does_not_depend_on_the_size_of_cells(view: MatrixView) -> None:
    view.set_cell_size(3.5, 2.25)
    for place in np.ndindex(3, 5):
        assert view.cell_at(view.cell_rect(*place).center()) == place


@pytest.mark.parametrize(
    ("keys", "place"),
    [
        ([Key.Key_Down, Key.Key_Right, Key.Key_Right], (1, 2)),
        ([Key.Key_Up, Key.Key_Left], (0, 0)),
        ([Key.Key_End], (0, 4)),
        ([Key.Key_PageDown, Key.Key_End], (2, 4)),
        ([Key.Key_PageDown, Key.Key_End, Key.Key_PageUp, Key.Key_Home], (0, 0)),
    ],
)
def test_keys_move_the_cursor(view: MatrixView, qtbot: QtBot, keys: list[Qt.Key], place: tuple[int, int]) -> None:
    for key in keys:
        qtbot.keyClick(view, key)
    assert view.cursor_place() == place


def test_the_cursor_tells_where_it_went(view: MatrixView, qtbot: QtBot) -> None:
    with qtbot.waitSignal(view.cursor_moved) as moved:
        qtbot.keyClick(view, Key.Key_End, Qt.KeyboardModifier.ControlModifier)
    assert moved.args == [2, 4]
    with qtbot.assertNotEmitted(view.cursor_moved):
        qtbot.keyClick(view, Key.Key_Down)


def test_shift_selects_and_copying_keeps_every_digit(view: MatrixView, qtbot: QtBot) -> None:
    view.set_cursor(0, 1)
    for key in (Key.Key_Right, Key.Key_Down):
        qtbot.keyClick(view, key, Qt.KeyboardModifier.ShiftModifier)
    assert view.selection() == (0, 1, 1, 2)
    view.copy()
    copied = [line.split("\t") for line in QGuiApplication.clipboard().text().split("\n")]
    assert np.array_equal(np.array(copied, float), VALUES[0:2, 1:3])


def test_without_a_selection_all_cells_are_copied(view: MatrixView, qtbot: QtBot) -> None:
    qtbot.keyClick(view, Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    copied = [line.split("\t") for line in QGuiApplication.clipboard().text().split("\n")]
    assert np.array_equal(np.array(copied, float), VALUES)


def test_dragging_selects_a_rectangle(view: MatrixView, qtbot: QtBot) -> None:
    qtbot.mousePress(view, Qt.MouseButton.LeftButton, pos=view.cell_rect(0, 1).center().toPoint())
    move(view, view.cell_rect(2, 3).center(), Qt.MouseButton.LeftButton)
    assert view.selection() == (0, 1, 2, 3)


def move(view: MatrixView, point: QPointF, button: Qt.MouseButton = Qt.MouseButton.NoButton) -> None:
    """A move of the pointer, also with a button held."""
    glob = QPointF(view.mapToGlobal(point.toPoint()))
    no = Qt.KeyboardModifier.NoModifier
    QGuiApplication.sendEvent(view, QMouseEvent(QEvent.Type.MouseMove, point, glob, button, button, no))


def test_setting_the_same_picture_repaints_nothing(
    view: MatrixView, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    repaints: list[int] = []
    monkeypatch.setattr(view, "update", lambda: repaints.append(1))
    view.set_picture(Picture(VALUES.copy(), "weights", HIDDEN.copy(), title="weights"))
    assert repaints == []
    view.set_picture(Picture(VALUES * 0.5, "weights", HIDDEN, title="weights"))
    assert repaints == [1]


def test_lit_rows_and_columns_show_and_foreign_ones_do_not_matter(view: MatrixView) -> None:
    plain = view.grab().toImage()
    view.set_lit({1}, {2})
    lit = view.grab().toImage()
    assert lit != plain
    view.set_lit({1, 99}, {2, -1})
    assert view.grab().toImage() == lit
    view.set_lit()
    assert view.grab().toImage() == plain


def test_dimmed_is_paler(view: MatrixView) -> None:
    spot = (view.cell_rect(0, 0).topLeft() + QPointF(4, 4)).toPoint()
    full = view.grab().toImage().pixelColor(spot)
    view.set_dimmed(True)
    ground = view.palette().window().color()
    dim = view.grab().toImage().pixelColor(spot)
    assert abs(dim.lightness() - ground.lightness()) < abs(full.lightness() - ground.lightness())


def test_all_views_given_the_same_room_stand_in_line(qtbot: QtBot) -> None:
    views = [MatrixView(), MatrixView()]
    views[0].set_picture(Picture(np.zeros((3, 2)), row_labels=("a", "longer", "c"), title="Q"))
    views[1].set_picture(Picture(np.zeros((3, 4)), column_labels=("one", "two", "thirteen", "four"), title="scores"))
    top = max(view.label_space()[1] for view in views)
    for view in views:
        qtbot.addWidget(view)
        view.set_cell_size(20, 20)
        view.set_label_space(top=top)
    assert views[0].cell_rect(2, 0).top() == views[1].cell_rect(2, 0).top()


def test_size_follows_cells_and_labels(view: MatrixView) -> None:
    small = view.sizeHint()
    view.set_cell_size(80, 60)
    assert view.sizeHint() - small == QSize(5 * 40, 3 * 30)
    view.set_labels_shown(rows=False, columns=False)
    assert view.sizeHint().height() < small.height() + 3 * 30


@pytest.mark.parametrize("shape", [(0, 0), (0, 4), (3, 0)])
def test_an_empty_matrix_shows_a_hint_and_takes_keys(qtbot: QtBot, shape: tuple[int, int]) -> None:
    view = MatrixView(editable=True)
    qtbot.addWidget(view)
    blank = view.grab().toImage()
    view.set_picture(Picture(np.ones((2, 2)), title="V"))
    view.set_picture(Picture(np.zeros(shape), title="V"))
    view.resize(view.sizeHint())
    assert view.grab().toImage() != blank
    for key in (Key.Key_Down, Key.Key_F2, Key.Key_Delete, Key.Key_1):
        qtbot.keyClick(view, key)
    assert view.editor() is None
    assert view.cell_at(QPointF(10, 10)) == (-1, -1)


def test_the_cursor_stays_inside_a_smaller_matrix(view: MatrixView) -> None:
    view.set_cursor(2, 4)
    view.set_picture(Picture(np.zeros((2, 2))))
    assert view.cursor_place() == (1, 1)


def test_tab_leaves_the_view(qtbot: QtBot) -> None:
    page = QWidget()
    qtbot.addWidget(page)
    column = QVBoxLayout(page)
    first, second = MatrixView(editable=True), MatrixView()
    for view in (first, second):
        view.set_picture(Picture(VALUES, "weights"))
        column.addWidget(view)
    page.show()
    page.activateWindow()
    first.setFocus()
    qtbot.waitUntil(first.hasFocus)
    qtbot.keyClick(first, Key.Key_Tab)
    assert second.hasFocus()
    assert first.cursor_place() == (0, 0)


def test_the_wheel_is_left_to_the_page(qtbot: QtBot) -> None:
    page = QScrollArea()
    qtbot.addWidget(page)
    view = MatrixView(editable=True)
    view.set_picture(Picture(np.zeros((40, 4))))
    page.setWidget(view)
    view.resize(view.sizeHint())
    spot = QPointF(50, 50)
    no = Qt.KeyboardModifier.NoModifier
    wheel = QWheelEvent(
        spot, spot, QPoint(), QPoint(0, -120), Qt.MouseButton.NoButton, no, Qt.ScrollPhase.NoScrollPhase, False
    )
    QGuiApplication.sendEvent(view, wheel)
    assert not wheel.isAccepted()


def test_numbers_show_in_large_cells_only(view: MatrixView) -> None:
    def colours(row: int, col: int) -> int:
        image, rect = view.grab().toImage(), view.cell_rect(row, col).toAlignedRect().adjusted(2, 2, -2, -2)
        return len(
            {image.pixel(x, y) for x in range(rect.left(), rect.right()) for y in range(rect.top(), rect.bottom())}
        )

    view.set_cell_size(64, 32)
    view.resize(view.sizeHint())
    assert colours(1, 1) > 1
    view.set_cell_size(24, 12)
    assert colours(1, 1) == 1


def test_a_query_without_keys_is_marked(view: MatrixView) -> None:
    plain = view.grab().toImage()
    view.set_picture(Picture(VALUES, "weights", HIDDEN, title="weights", empty_rows=np.array([True, False, False])))
    assert view.grab().toImage() != plain


def test_a_larger_face_makes_more_room_for_labels(view: MatrixView) -> None:
    before = view.label_space()
    font = QFont(view.font())
    font.setPixelSize(30)
    view.setFont(font)
    assert view.label_space()[0] > before[0]
    assert view.label_space()[1] > before[1]
