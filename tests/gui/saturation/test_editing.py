"""Dragging and typing the numbers of a draw."""

from collections.abc import Callable

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QLineEdit
from pytestqt.qtbot import QtBot

from engine.saturation.curve import d_k_grid
from engine.saturation.draw import Draw
from engine.saturation.sample import sample
from gui.rooms.saturation import SaturationRoom
from gui.runner import Runner
from gui.session import Session

# -- dragging ----------------------------------------------------------------------------------------------------------


def test_a_drag_over_all_d_k_is_one_entry_and_ends_on_the_newest(
    qtbot: QtBot, session: Session, runner: Runner, make_room: Callable[[Runner], SaturationRoom]
) -> None:
    room = make_room(runner)
    slider = room.draw.rows["d_k"].slider
    slider.began.emit()
    for stop in range(slider.maximum() + 1):
        slider.setValue(stop)
        QApplication.processEvents()
    assert session.undo_stack.count() == 1
    qtbot.waitUntil(lambda: session.result("sample").draw.d_k == 1024, timeout=10_000)
    drawn = sample(Draw(d_k=1024))
    np.testing.assert_array_equal(room.rows.bars["unscaled"].weights(), np.sort(drawn.unscaled.weights)[::-1])
    session.undo_stack.undo()
    assert session.draw == Draw()
    assert slider.value() == int(np.argmin(abs(room.draw.rows["d_k"]._stops - 64)))


def test_a_drag_of_d_k_leaves_the_curve_and_moves_the_mark(
    room: SaturationRoom, session: Session, rest: Callable[[], None]
) -> None:
    lines = room.entropy.plot.lines()
    kinds: list[str] = []
    session.result_changed.connect(kinds.append)
    for d_k in (2, 200, 1000):
        session.edit_draw("d_k", d_k=d_k)
    rest()
    assert "curve" not in kinds
    assert room.entropy.plot.lines() is lines
    drawn = sample(Draw(d_k=1000))
    assert [(dots.x[0], dots.y[0]) for dots in room.entropy.plot.dots()] == [
        (1000, drawn.unscaled.relative_entropy),
        (1000, drawn.scaled.relative_entropy),
    ]


def test_the_curve_appears_point_by_point_and_ends_on_the_newest_draw(
    qtbot: QtBot, session: Session, runner: Runner, make_room: Callable[[Runner], SaturationRoom]
) -> None:
    lengths: list[int] = []
    session.result_changed.connect(
        lambda kind: lengths.append(len(session.result("curve").curve.d_k)) if kind == "curve" else None
    )
    room = make_room(runner)
    qtbot.waitUntil(lambda: len(lengths) > 3, timeout=10_000)
    session.edit_draw("Keys", keys=8)
    assert room.entropy.plot._faded
    qtbot.waitUntil(
        lambda: session.result("curve").draw == Draw(keys=8) and session.result("curve").complete, timeout=20_000
    )
    points = len(d_k_grid())
    assert lengths[:3] == [1, 2, 3]
    assert lengths[-points:] == list(range(1, points + 1))
    assert not room.entropy.plot._faded
    assert room.entropy.plot.lines()[0].middle.shape == (points,)


def test_every_press_of_a_key_moves_d_k_on(qtbot: QtBot, room: SaturationRoom, session: Session) -> None:
    slider = room.draw.rows["d_k"].slider
    slider.setFocus()
    qtbot.keyClick(slider, Qt.Key.Key_Home)
    seen = [session.draw.d_k]
    for _ in range(10):
        qtbot.keyClick(slider, Qt.Key.Key_Right)
        seen.append(session.draw.d_k)
    assert seen == sorted(set(seen))
    assert seen[0] == 1


def test_closing_while_curves_are_computed_ends_cleanly(
    qtbot: QtBot, session: Session, make_room: Callable[[Runner], SaturationRoom]
) -> None:
    runner = Runner()
    make_room(runner)
    qtbot.waitUntil(lambda: session.result("curve") is not None, timeout=10_000)
    assert not session.result("curve").complete
    assert runner.close(5000)


# -- typing ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "text", "says"),
    [
        ("d_k", "2000", "2000"), ("d_k", "0", "1 to 1024"), ("d_k", "6.5", "6.5"), ("d_k", "", "empty: type a number from 1 to 1024"),
        ("keys", "1", "2 to 256"), ("keys", "many", "many"), ("spread", "-1", "spread"), ("spread", "inf", "inf"), ("spread", " ", "empty: type a number from 1e-06 to 1e+06"),
        ("temperature", "1/0", "1/0"), ("d_k", "1/3", "1/3"),
        ("temperature", "0", "temperature"), ("seed", "-3", "-3"), ("seed", "9" * 30, "999"),
    ],
)  # fmt: skip
def test_what_does_not_fit_is_said_at_its_field_and_nothing_is_lost(
    room: SaturationRoom, session: Session, name: str, text: str, says: str, type_into: Callable[[str, str], QLineEdit]
) -> None:
    before = session.document
    field = type_into(name, text)
    assert session.document is before
    assert field.text() == text
    assert says in room.draw.rows[name].banner.text()
    assert not any(row.banner.text() for other, row in room.draw.rows.items() if other != name)
    field.setText("7")
    assert room.draw.rows[name].banner.text() == ""


def test_typed_numbers_keep_every_digit(
    room: SaturationRoom, session: Session, type_into: Callable[[str, str], QLineEdit]
) -> None:
    type_into("temperature", "1,23456789")
    type_into("d_k", " 100 ")
    assert session.draw == Draw(d_k=100, temperature=1.23456789)
    assert room.draw.rows["temperature"].field.text() == "1.23456789"
    assert room.draw.rows["d_k"].field.text() == "100"
    assert session.undo_stack.count() == 2
    type_into("spread", "1/3")
    type_into("keys", "64/2")
    assert (session.draw.spread, session.draw.keys) == (1 / 3, 32)
    assert room.draw.rows["spread"].field.text() == str(1 / 3)


def test_another_seed_and_reset_are_one_entry_each(
    room: SaturationRoom, session: Session, type_into: Callable[[str, str], QLineEdit]
) -> None:
    room.draw.again.click()
    type_into("keys", "9")
    room.draw.example.click()
    assert session.draw == Draw(keys=9, seed=1)
    room.draw.reset.click()
    assert session.draw == Draw()
    assert not room.draw.example.isChecked()
    room.draw.reset.click()
    assert session.undo_stack.count() == 4
    session.undo_stack.undo()
    assert session.draw == Draw(keys=9, seed=1)
    assert room.draw.example.isChecked()


@pytest.mark.parametrize(
    ("measure", "keys", "spread"), [("jacobian_norm", "8", "1e6"), ("gradient_norm", "256", "300")]
)
def test_rows_that_are_all_saturated_are_two_lines_at_0(
    room: SaturationRoom,
    session: Session,
    rest: Callable[[], None],
    type_into: Callable[[str, str], QLineEdit],
    measure: str,
    keys: str,
    spread: str,
) -> None:
    session.edit_draw_view("Measure", measure=measure)
    type_into("keys", keys)
    type_into("spread", spread)
    rest()
    plot = room.measure.plot
    lines = plot.lines()
    assert [line.name for line in lines] == ["no scale", "1/√d_k"]
    for line in lines:
        assert line.x.shape == (len(d_k_grid()),)
        np.testing.assert_allclose(line.middle, 0, atol=1e-9)
    assert all(item.scene() is plot.box.scene() for item in plot._items)
    assert plot.box.viewRange()[1][1] > 0.1  # rounding is not enlarged
    session.undo_stack.undo()
    rest()
    assert plot.lines()[0].middle.max() > 0.1
    session.undo_stack.redo()
    rest()
    assert plot.lines()[0].middle.max() < 1e-9
