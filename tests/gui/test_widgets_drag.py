"""Numbers pulled with Ctrl and the mouse, or with Alt and the arrow keys; a plain drag still selects."""

import numpy as np
import pytest
from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QColor, QGuiApplication, QKeyEvent, QMouseEvent, QWheelEvent
from pytestqt.qtbot import QtBot

from gui.theme import ACCENT
from gui.widgets.matrix_view import MatrixView
from gui.widgets.picture import Picture

Key, Shape = Qt.Key, Qt.CursorShape
CTRL, ALT, PLAIN = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.AltModifier, Qt.KeyboardModifier.NoModifier
LEFT, NO_BUTTON = Qt.MouseButton.LeftButton, Qt.MouseButton.NoButton

Told = tuple[int, int, float, int]


@pytest.fixture
def view(qtbot: QtBot) -> MatrixView:
    """Three rows of four numbers that can be edited, in cells of 40 x 30 pixels, with the focus."""
    view = MatrixView(editable=True)
    qtbot.addWidget(view)
    view.set_picture(Picture(np.arange(12.0).reshape(3, 4), title="Q"))
    view.set_cell_size(40, 30)
    view.resize(view.sizeHint())
    with qtbot.waitExposed(view):
        view.show()
    view.setFocus()
    return view


@pytest.fixture
def told(view: MatrixView) -> list[Told]:
    """All that `dragged` says."""
    told: list[Told] = []
    view.dragged.connect(lambda *args: told.append(args))
    return told


def mouse(
    view: MatrixView,
    kind: QEvent.Type,
    point: QPointF,
    keys: Qt.KeyboardModifier = PLAIN,
    held: Qt.MouseButton = LEFT,
) -> None:
    """One event of the pointer; `held` is the button that is down meanwhile."""
    button = NO_BUTTON if kind == QEvent.Type.MouseMove else LEFT
    QGuiApplication.sendEvent(view, QMouseEvent(kind, point, view.mapToGlobal(point), button, held, keys))


def pull(view: MatrixView, place: tuple[int, int], *ways: QPointF, keys: Qt.KeyboardModifier = CTRL) -> None:
    """Press on the middle of a cell, move to each of `ways` from there, and let go."""
    start = view.cell_rect(*place).center()
    mouse(view, QEvent.Type.MouseButtonPress, start, keys)
    for way in ways:
        mouse(view, QEvent.Type.MouseMove, start + way, keys)
    mouse(view, QEvent.Type.MouseButtonRelease, start, keys, NO_BUTTON)


def key(view: MatrixView, kind: QEvent.Type, which: Qt.Key, keys: Qt.KeyboardModifier, repeats: bool = False) -> None:
    """One event of the keyboard."""
    QGuiApplication.sendEvent(view, QKeyEvent(kind, which, keys, "", repeats))


@pytest.mark.parametrize(
    ("way", "steps"),
    [
        ((0, -10), 5.0),
        ((0, 10), -5.0),
        ((7, 0), 3.5),
        ((-8, 0), -4.0),
        ((6, -6), 6.0),
        ((0, -500), 250.0),
    ],
)
def test_two_pixels_are_one_step_up_and_right_are_more(
    view: MatrixView, told: list[Told], way: tuple[int, int], steps: float
) -> None:
    pull(view, (1, 2), QPointF(*way))
    assert [what[:3] for what in told] == [(1, 2, steps)]


def test_a_drag_counts_from_its_press_and_is_one_gesture(view: MatrixView, told: list[Told]) -> None:
    pull(view, (0, 0), QPointF(0, -4), QPointF(0, -40), QPointF(0, 0), QPointF(0, 2))
    assert [what[2] for what in told] == [2, 20, 0, -1]
    assert len({what[3] for what in told}) == 1
    pull(view, (0, 0), QPointF(0, -4))
    assert told[-1][2] == 2
    assert told[-1][3] != told[0][3]


def test_a_pointer_that_stands_still_says_nothing(view: MatrixView, told: list[Told]) -> None:
    pull(view, (0, 0), QPointF(0, 0), QPointF(0, -4), QPointF(0, -4))
    assert [what[2] for what in told] == [2]


def test_the_second_of_two_quick_drags_is_a_drag(view: MatrixView, told: list[Told]) -> None:
    start = view.cell_rect(1, 1).center()
    mouse(view, QEvent.Type.MouseButtonDblClick, start, CTRL)
    mouse(view, QEvent.Type.MouseMove, start + QPointF(0, -6), CTRL)
    assert [what[:3] for what in told] == [(1, 1, 3.0)]
    assert view.editor() is None


def test_a_drag_moves_the_cursor_to_its_cell_and_neither_selects_nor_presses(view: MatrixView, qtbot: QtBot) -> None:
    with qtbot.assertNotEmitted(view.pressed):
        pull(view, (2, 1), QPointF(0, -60))
    assert view.cursor_place() == (2, 1)
    assert view.selection() is None


def test_letting_ctrl_go_meanwhile_does_not_end_the_drag(view: MatrixView, told: list[Told]) -> None:
    start = view.cell_rect(1, 1).center()
    mouse(view, QEvent.Type.MouseButtonPress, start, CTRL)
    key(view, QEvent.Type.KeyRelease, Key.Key_Control, CTRL)
    mouse(view, QEvent.Type.MouseMove, start + QPointF(0, -8), PLAIN)
    assert [what[2] for what in told] == [4]


def test_after_a_release_that_never_came_nothing_is_pulled(view: MatrixView, told: list[Told]) -> None:
    start = view.cell_rect(1, 1).center()
    mouse(view, QEvent.Type.MouseButtonPress, start, CTRL)
    mouse(view, QEvent.Type.MouseMove, start + QPointF(0, -8), PLAIN, NO_BUTTON)
    mouse(view, QEvent.Type.MouseMove, start + QPointF(0, -12), PLAIN)
    assert told == []


def test_a_plain_drag_selects_and_changes_nothing(view: MatrixView, told: list[Told]) -> None:
    pull(view, (0, 1), QPointF(80, 60), keys=PLAIN)
    assert view.selection() == (0, 1, 2, 3)
    assert told == []


def test_a_view_to_look_at_cannot_be_pulled(view: MatrixView, told: list[Told]) -> None:
    view.set_editable(False)
    pull(view, (0, 1), QPointF(80, 60))
    key(view, QEvent.Type.KeyPress, Key.Key_Up, ALT)
    assert told == []
    assert view.selection() == (0, 1, 2, 3)


def test_another_shape_meanwhile_ends_the_drag(view: MatrixView, told: list[Told]) -> None:
    start = view.cell_rect(2, 3).center()
    mouse(view, QEvent.Type.MouseButtonPress, start, CTRL)
    view.set_picture(Picture(np.zeros((1, 1)), title="Q"))
    mouse(view, QEvent.Type.MouseMove, start + QPointF(0, -8), CTRL)
    assert told == []


def test_the_same_shape_meanwhile_does_not(view: MatrixView, told: list[Told]) -> None:
    """The owner answers each step with a new picture."""
    view.dragged.connect(lambda row, col, steps, gesture: view.set_picture(Picture(np.full((3, 4), steps), title="Q")))
    pull(view, (2, 3), QPointF(0, -4), QPointF(0, -8))
    assert [what[2] for what in told] == [2, 4]


def test_the_pointer_shows_where_a_number_can_be_pulled(view: MatrixView) -> None:
    inside, outside = view.cell_rect(1, 1).center(), QPointF(1, 1)
    for point, keys, shape in (
        (inside, PLAIN, Shape.ArrowCursor),
        (inside, CTRL, Shape.SizeVerCursor),
        (outside, CTRL, Shape.ArrowCursor),
    ):
        mouse(view, QEvent.Type.MouseMove, point, keys, NO_BUTTON)
        assert view.cursor().shape() == shape
    view.set_editable(False)
    mouse(view, QEvent.Type.MouseMove, inside, CTRL, NO_BUTTON)
    assert view.cursor().shape() == Shape.ArrowCursor


def test_the_pointer_need_not_move_to_show_it(view: MatrixView) -> None:
    mouse(view, QEvent.Type.MouseMove, view.cell_rect(1, 1).center(), PLAIN, NO_BUTTON)
    key(view, QEvent.Type.KeyPress, Key.Key_Control, PLAIN)
    assert view.cursor().shape() == Shape.SizeVerCursor
    key(view, QEvent.Type.KeyRelease, Key.Key_Control, CTRL)
    assert view.cursor().shape() == Shape.ArrowCursor


def test_alt_and_an_arrow_is_one_step(view: MatrixView, told: list[Told]) -> None:
    view.set_cursor(1, 3)
    for which in (Key.Key_Up, Key.Key_Down):
        key(view, QEvent.Type.KeyPress, which, ALT)
        key(view, QEvent.Type.KeyRelease, which, ALT)
    assert [what[:3] for what in told] == [(1, 3, 1), (1, 3, -1)]
    assert told[0][3] != told[1][3]
    assert view.cursor_place() == (1, 3)


def test_a_key_held_down_is_one_gesture_and_counts_on(view: MatrixView, told: list[Told]) -> None:
    key(view, QEvent.Type.KeyPress, Key.Key_Up, ALT)
    for _ in range(3):
        key(view, QEvent.Type.KeyRelease, Key.Key_Up, ALT, repeats=True)
        key(view, QEvent.Type.KeyPress, Key.Key_Up, ALT, repeats=True)
    assert [what[2] for what in told] == [1, 2, 3, 4]
    assert len({what[3] for what in told}) == 1


def test_a_burst_back_to_where_it_began_says_so(view: MatrixView, told: list[Told]) -> None:
    key(view, QEvent.Type.KeyPress, Key.Key_Up, ALT)
    key(view, QEvent.Type.KeyPress, Key.Key_Down, ALT)
    assert [what[2] for what in told] == [1, 0]


def test_another_cell_is_another_gesture(view: MatrixView, told: list[Told]) -> None:
    key(view, QEvent.Type.KeyPress, Key.Key_Up, ALT)
    view.set_cursor(2, 2)
    key(view, QEvent.Type.KeyPress, Key.Key_Up, ALT)
    assert [what[:3] for what in told] == [(0, 0, 1), (2, 2, 1)]
    assert told[0][3] != told[1][3]


def test_other_arrows_still_move_the_cursor(view: MatrixView, told: list[Told], qtbot: QtBot) -> None:
    qtbot.keyClick(view, Key.Key_Down)
    qtbot.keyClick(view, Key.Key_Right, CTRL)
    assert view.cursor_place() == (1, 3)
    qtbot.keyClick(view, Key.Key_Up, ALT | Qt.KeyboardModifier.ShiftModifier)
    assert told == []


@pytest.mark.parametrize("keys", [PLAIN, CTRL, ALT])
def test_the_wheel_changes_nothing(view: MatrixView, told: list[Told], qtbot: QtBot, keys: Qt.KeyboardModifier) -> None:
    spot = view.cell_rect(1, 1).center()
    wheel = QWheelEvent(spot, spot, QPoint(), QPoint(0, 120), NO_BUTTON, keys, Qt.ScrollPhase.NoScrollPhase, False)
    with qtbot.assertNotEmitted(view.edited):
        QGuiApplication.sendEvent(view, wheel)
    assert told == []
    assert not wheel.isAccepted()


def test_the_present_step_is_underlined_in_the_accent(view: MatrixView) -> None:
    def accents() -> set[tuple[int, int]]:
        image, hue = view.grab().toImage(), QColor(ACCENT).hsvHue()
        colours = {(x, y): image.pixelColor(x, y) for x in range(image.width()) for y in range(image.height())}
        return {at for at, c in colours.items() if abs(c.hsvHue() - hue) < 8 and c.hsvSaturationF() > 0.9}

    view.set_picture(Picture(np.zeros((3, 4)), title="Q"))
    view.clearFocus()
    plain = view.grab().toImage()
    assert accents() == set()
    view.set_present(True)
    line = accents()
    assert line
    assert max(y for _, y in line) < view.cell_rect(0, 0).top()
    view.set_present(False)
    assert view.grab().toImage() == plain


def test_present_again_repaints_nothing(view: MatrixView, monkeypatch: pytest.MonkeyPatch) -> None:
    repaints: list[int] = []
    monkeypatch.setattr(view, "update", lambda: repaints.append(1))
    view.set_present(True)
    view.set_present(True)
    assert repaints == [1]
