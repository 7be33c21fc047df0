"""The large map: which way round it lies, exact values at its corners, labels, pan and zoom."""

import itertools

import numpy as np
import pytest
from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QImage, QWheelEvent
from PySide6.QtWidgets import QAbstractScrollArea, QApplication, QScrollArea, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from gui.theme import GRID
from gui.widgets.colours import FIRST, LEVELS, SPECIAL, table
from gui.widgets.map_view import MapView
from gui.widgets.picture import Picture

Key = Qt.Key
HIDDEN = np.array([[0, 0, 0, 1, 1], [0, 0, 0, 0, 1], [0, 0, 0, 0, 0]], bool)
VALUES = np.where(HIDDEN, 0.0, np.arange(15).reshape(3, 5) / 14)
CORNERS = [(0, 0), (0, 4), (2, 0), (2, 4)]


def shown(qtbot: QtBot, picture: Picture, width: int = 700, height: int = 600) -> MapView:
    """A map on the screen."""
    view = MapView()
    qtbot.addWidget(view)
    view.resize(width, height)
    view.set_picture(picture)
    view.show()
    QApplication.processEvents()
    return view


@pytest.fixture
def view(qtbot: QtBot) -> MapView:
    """Three queries by five keys, the last keys masked."""
    return shown(qtbot, Picture(VALUES, "weights", HIDDEN, title="Head"))


def viewport_of(view: MapView) -> QWidget:
    """The part that the pointer moves over."""
    area = view.findChild(QAbstractScrollArea)
    assert area is not None
    return area.viewport()


def colour_at(image: QImage, view: MapView, row: int, col: int) -> int:
    """The colour near the corner of a cell, where no number stands."""
    spot = view.cell_rect(row, col).topLeft() + QPointF(6, 6)
    return image.pixel(spot.toPoint())


def test_rows_run_down_and_columns_to_the_right(view: MapView) -> None:
    image = view.grab().toImage()
    for row, col in np.ndindex(3, 5):
        colour = colour_at(image, view, row, col)
        if HIDDEN[row, col]:
            assert f"#{colour & 0xFFFFFF:06X}" in {SPECIAL[0], SPECIAL[248]}
        else:
            assert colour == table("weights")[FIRST + int(VALUES[row, col] * (LEVELS - 1) + 0.5)]


@pytest.mark.parametrize("place", CORNERS)
def test_the_pointer_at_a_corner_reads_its_exact_value(view: MapView, qtbot: QtBot, place: tuple[int, int]) -> None:
    rect = view.cell_rect(*place)
    for spot in (rect.topLeft() + QPointF(2, 2), rect.bottomRight() - QPointF(2, 2)):
        assert view.cell_at(spot) == place
    viewport = viewport_of(view)
    with qtbot.waitSignal(view.hovered) as hovered:
        qtbot.mouseMove(viewport, viewport.mapFrom(view, rect.center().toPoint()))
    value = f"{VALUES[place]}" if not HIDDEN[place] else "0.0 (masked)"
    assert hovered.args == [*place, value]
    with qtbot.waitSignal(view.hovered) as left:
        QApplication.sendEvent(view, QEvent(QEvent.Type.Leave))
    assert left.args == [-1, -1, ""]


def test_first_and_last_rows_have_full_size(view: MapView) -> None:
    first, last = view.cell_rect(0, 0), view.cell_rect(2, 4)
    assert first.height() == pytest.approx(last.height(), abs=1.5)
    image = view.grab().toImage()
    below = image.pixelColor((last.bottomLeft() + QPointF(5, 4)).toPoint())
    assert below == view.palette().window().color()
    assert view.rect().contains(last.toAlignedRect())


@pytest.mark.parametrize("size", [(900, 300), (300, 900), (260, 240)])
def test_cells_are_square_and_all_in_sight_in_any_window(qtbot: QtBot, size: tuple[int, int]) -> None:
    view = shown(qtbot, Picture(np.eye(40), "weights"), *size)
    cell = view.cell_rect(7, 7)
    assert cell.width() == pytest.approx(cell.height(), abs=1.5)
    for place in [(0, 0), (39, 39)]:
        assert view.cell_at(view.cell_rect(*place).center()) == place


def test_a_single_row_is_not_a_thread(qtbot: QtBot) -> None:
    view = shown(qtbot, Picture(np.linspace(0, 1, 200)[None, :], "weights"))
    assert view.cell_rect(0, 100).height() > 30


@pytest.mark.parametrize("values", [np.ones((1, 1)), np.full((3, 3), 1 / 3)])
def test_constant_maps_keep_the_fixed_range(qtbot: QtBot, values: np.ndarray) -> None:
    view = shown(qtbot, Picture(values, "weights"))
    expected = table("weights")[FIRST + int(values[0, 0] * (LEVELS - 1) + 0.5)]
    assert colour_at(view.grab().toImage(), view, 0, 0) == expected


def test_an_empty_map_shows_a_hint(qtbot: QtBot) -> None:
    view = shown(qtbot, Picture(np.zeros((0, 5)), "weights"))
    assert view.cell_at(QPointF(100, 100)) == (-1, -1)
    qtbot.keyClick(view, Key.Key_Plus)
    qtbot.keyClick(view, Key.Key_Right)
    assert view.cursor_place() == (0, 0)


def test_keys_zoom_around_the_cursor_and_back(qtbot: QtBot) -> None:
    view = shown(qtbot, Picture(np.eye(300), "weights"))
    whole = view.cell_rect(150, 150)
    view.set_cursor(150, 150)
    for _ in range(8):
        qtbot.keyClick(view, Key.Key_Plus)
    assert view.cell_rect(150, 150).width() > 4 * whole.width()
    assert view.rect().contains(view.cell_rect(150, 150).toAlignedRect())
    qtbot.keyClick(view, Key.Key_Minus)
    qtbot.keyClick(view, Key.Key_0)
    assert view.cell_rect(150, 150).topLeft().toPoint() == whole.topLeft().toPoint()


def test_the_cursor_stays_in_sight(qtbot: QtBot) -> None:
    view = shown(qtbot, Picture(np.eye(300), "weights"))
    for _ in range(12):
        qtbot.keyClick(view, Key.Key_Plus)
    with qtbot.waitSignal(view.cursor_moved) as moved:
        qtbot.keyClick(view, Key.Key_End, Qt.KeyboardModifier.ControlModifier)
    assert moved.args == [299, 299]
    assert view.cell_at(view.cell_rect(299, 299).center()) == (299, 299)


def test_zoom_stays_for_another_map_of_the_same_size(qtbot: QtBot) -> None:
    view = shown(qtbot, Picture(np.eye(300), "weights"))
    for _ in range(5):
        qtbot.keyClick(view, Key.Key_Plus)
    zoomed = view.cell_rect(3, 3)
    view.set_picture(Picture(np.eye(300)[::-1], "weights"))
    assert view.cell_rect(3, 3) == zoomed
    view.set_picture(Picture(np.eye(20), "weights"))
    assert view.cell_at(view.cell_rect(19, 19).center()) == (19, 19)


def test_the_wheel_zooms_this_view_and_scrolls_no_page(qtbot: QtBot) -> None:
    page = QScrollArea()
    qtbot.addWidget(page)
    inside = QWidget()
    view = MapView()
    view.set_picture(Picture(np.eye(100), "weights"))
    view.setFixedSize(500, 500)
    QVBoxLayout(inside).addWidget(view)
    inside.setMinimumHeight(2000)
    page.setWidget(inside)
    page.resize(560, 560)
    page.show()
    QApplication.processEvents()
    viewport = viewport_of(view)
    spot = QPointF(viewport.rect().center())
    glob = QPointF(viewport.mapToGlobal(spot.toPoint()))
    before = view.cell_rect(50, 50).width()
    buttons, no, phase = Qt.MouseButton.NoButton, Qt.KeyboardModifier.NoModifier, Qt.ScrollPhase.NoScrollPhase
    QApplication.sendEvent(viewport, QWheelEvent(spot, glob, QPoint(), QPoint(0, 120), buttons, no, phase, False))
    assert view.cell_rect(50, 50).width() > before
    assert page.verticalScrollBar().value() == 0


def test_labels_thin_out_and_come_back(qtbot: QtBot) -> None:
    tokens = tuple(f"token{index}" for index in range(300))
    view = shown(qtbot, Picture(np.eye(300), "weights", row_labels=tokens, column_labels=tokens))
    for axis in view._axes.values():
        crowded = axis.placed()
        assert 5 < len(crowded) < 100
        for one, two in itertools.pairwise(crowded):
            assert not one.rect.adjusted(0.01, 0.01, -0.01, -0.01).intersects(two.rect)
    for _ in range(14):
        qtbot.keyClick(view, Key.Key_Plus)
    for axis in view._axes.values():
        indices = [label.index for label in axis.placed()]
        assert indices == list(range(indices[0], indices[-1] + 1))


def test_setting_the_same_map_changes_nothing(view: MapView, monkeypatch: pytest.MonkeyPatch) -> None:
    calls: list[int] = []
    monkeypatch.setattr(view._item, "set_shades", lambda _: calls.append(1))
    view.set_picture(Picture(VALUES.copy(), "weights", HIDDEN.copy(), title="Head"))
    assert calls == []


def test_lit_rows_and_columns_show(view: MapView) -> None:
    plain = view.grab().toImage()
    view.set_lit({1}, {2, 77})
    assert view.grab().toImage() != plain
    view.set_lit()
    assert view.grab().toImage() == plain


@pytest.mark.parametrize("size", [(330, 700), (900, 330), (560, 560)])
@pytest.mark.parametrize("shape", [(21, 21), (4, 6), (200, 200), (1, 200)])
def test_bar_and_axis_name_stand_beside_the_map(qtbot: QtBot, size: tuple[int, int], shape: tuple[int, int]) -> None:
    view = shown(qtbot, Picture(np.zeros(shape), "weights"), *size)
    first, last = view.cell_rect(0, 0), view.cell_rect(shape[0] - 1, shape[1] - 1)
    canvas, bar = view._canvas.geometry(), view._bar.geometry()
    floor = max(last.bottom() + 2 * GRID, canvas.top() + view._canvas.minimumHeight())
    assert canvas.bottom() <= floor and bar.bottom() <= floor
    assert (bar.top(), bar.height()) == (canvas.top(), canvas.height())
    wall = max(last.right() + 3 * GRID, canvas.left() + view._canvas.minimumWidth())
    assert canvas.right() <= wall
    assert view.rect().contains(last.toAlignedRect()) and view.rect().contains(bar)
    assert first.top() < view.height() / 2


@pytest.mark.parametrize("width", range(300, 700, 7))
def test_no_label_is_cut_at_the_right(qtbot: QtBot, width: int) -> None:
    view = shown(qtbot, Picture(np.zeros((512, 512)), "weights"), width, 900)
    axis = view._axes["top"]
    labels = axis.placed()
    assert len(labels) > 3
    for label in labels:
        reach = label.rect.center().x() + axis._edge.metrics.horizontalAdvance(label.text) / 2
        assert reach <= axis.size().width() + 0.01
