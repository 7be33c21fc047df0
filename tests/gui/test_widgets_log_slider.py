"""The logarithmic slider: exact typed numbers, one id per gesture, and no change that nobody made."""

import math
from itertools import pairwise

import pytest
from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QKeyEvent, QMouseEvent, QWheelEvent
from PySide6.QtWidgets import QApplication, QLabel, QLineEdit, QSlider, QStyle, QStyleOptionSlider
from pytestqt.qtbot import QtBot

from gui.widgets.log_slider import LogSlider, number

Key = Qt.Key


@pytest.fixture
def slider(qtbot: QtBot) -> LogSlider:
    """From a hundredth to a thousand, at one."""
    slider = LogSlider(0.01, 1000, 1.0)
    qtbot.addWidget(slider)
    return slider


def changes(slider: LogSlider) -> list[tuple[float, int]]:
    """All that the slider will tell from now on."""
    told: list[tuple[float, int]] = []
    slider.changed.connect(lambda value, gesture: told.append((value, gesture)))
    return told


def handle(slider: LogSlider) -> QSlider:
    """The part that slides."""
    part = slider.findChild(QSlider)
    assert part is not None
    return part


def field(slider: LogSlider) -> QLineEdit:
    """The part that is typed into."""
    part = slider.findChild(QLineEdit)
    assert part is not None
    return part


def test_equal_steps_are_equal_ratios(slider: LogSlider) -> None:
    told = changes(slider)
    positions = handle(slider).maximum()
    assert positions >= 100
    for position in range(0, positions + 1, positions // 5):
        handle(slider).setValue(position)
    values = [value for value, _ in told]
    assert values[0] == 0.01
    assert values[-1] == 1000
    ratios = [math.log10(b / a) for a, b in pairwise(values)]
    assert ratios == pytest.approx([1.0] * 5, abs=0.01)


def test_a_typed_number_keeps_every_digit(slider: LogSlider, qtbot: QtBot) -> None:
    told = changes(slider)
    field(slider).setText("0.35355339059327373")
    qtbot.keyClick(field(slider), Key.Key_Return)
    assert slider.value() == 0.35355339059327373
    assert field(slider).text() == "0.35355339059327373"
    assert [value for value, _ in told] == [0.35355339059327373]


def test_setting_tells_nothing_and_keeps_the_number(slider: LogSlider) -> None:
    told = changes(slider)
    for value in (0.123456789, 7.0, 5000.0, 1e-9):
        slider.set_value(value)
        assert slider.value() == value
        assert float(field(slider).text()) == value
    assert told == []


def test_leaving_the_field_untouched_changes_nothing(slider: LogSlider, qtbot: QtBot) -> None:
    slider.set_value(1 / math.sqrt(3))
    told = changes(slider)
    qtbot.keyClick(field(slider), Key.Key_Return)
    assert told == []
    assert slider.value() == 1 / math.sqrt(3)


def drag(slider: LogSlider, qtbot: QtBot, steps: int) -> None:
    """Take the handle, move it to the right in some steps, let it go."""
    part = handle(slider)
    option = QStyleOptionSlider()
    part.initStyleOption(option)
    style, groove = part.style(), QStyle.ComplexControl.CC_Slider
    spot = style.subControlRect(groove, option, QStyle.SubControl.SC_SliderHandle, part).center()
    left, no = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
    qtbot.mousePress(part, left, pos=spot)
    for _ in range(steps):
        spot += QPoint(9, 0)
        there = QPointF(part.mapToGlobal(spot))
        QApplication.sendEvent(part, QMouseEvent(QEvent.Type.MouseMove, QPointF(spot), there, left, left, no))
    qtbot.mouseRelease(part, left, pos=spot)


def test_one_drag_has_one_id_and_the_next_another(slider: LogSlider, qtbot: QtBot) -> None:
    slider.resize(600, 40)
    told = changes(slider)
    with qtbot.waitSignals([slider.released, slider.released]):
        drag(slider, qtbot, 4)
        drag(slider, qtbot, 3)
    gestures = [gesture for _, gesture in told]
    assert len(gestures) == 7
    assert len(set(gestures[:4])) == len(set(gestures[4:])) == 1
    assert gestures[0] != gestures[4]


def test_each_key_press_has_an_id_of_its_own_and_a_held_key_one(slider: LogSlider, qtbot: QtBot) -> None:
    told = changes(slider)
    part = handle(slider)
    for repeated in (False, True, True, False):
        no = Qt.KeyboardModifier.NoModifier
        QApplication.sendEvent(part, QKeyEvent(QEvent.Type.KeyPress, Key.Key_Right, no, "", repeated))
    first, second = told[0][1], told[3][1]
    assert [gesture for _, gesture in told] == [first, first, first, second]
    assert first != second


@pytest.mark.parametrize("text", ["abc", "", "0", "-1", "nan", "inf", "1,2,3", "1e9"])
def test_a_text_that_does_not_fit_is_kept_and_explained(slider: LogSlider, qtbot: QtBot, text: str) -> None:
    told = changes(slider)
    field(slider).setText(text)
    qtbot.keyClick(field(slider), Key.Key_Return)
    assert told == []
    assert slider.value() == 1.0
    assert field(slider).text() == text
    reason = slider.findChild(QLabel)
    assert reason is not None
    assert not reason.isHidden()
    assert "0.01" in reason.text()
    qtbot.keyClick(field(slider), Key.Key_Escape)
    assert field(slider).text() == "1"
    assert reason.isHidden()


@pytest.mark.parametrize("part", [QSlider, QLineEdit])
def test_the_wheel_changes_nothing_and_is_left_to_the_page(slider: LogSlider, part: type) -> None:
    told = changes(slider)
    child = slider.findChild(part)
    child.setFocus()
    spot = QPointF(5, 5)
    buttons, no, phase = Qt.MouseButton.NoButton, Qt.KeyboardModifier.NoModifier, Qt.ScrollPhase.NoScrollPhase
    wheel = QWheelEvent(spot, spot, QPoint(), QPoint(0, 120), buttons, no, phase, False)
    QApplication.sendEvent(child, wheel)
    assert told == []
    assert not wheel.isAccepted()


def test_decimal_comma_and_minus_sign() -> None:
    assert number("0,5") == 0.5
    assert number("−2") == -2
    assert number("1.5e-3") == 0.0015
    assert number("1,2,3") is None


def test_screen_readers_hear_the_name_on_both_parts(slider: LogSlider) -> None:
    slider.setAccessibleName("Score multiplier")
    assert handle(slider).accessibleName() == field(slider).accessibleName() == "Score multiplier"


def test_a_range_must_be_positive(qtbot: QtBot) -> None:
    with pytest.raises(ValueError, match="logarithmic"):
        LogSlider(0, 1)
