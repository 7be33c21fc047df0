"""The data-flow diagram: what is lit, what chooses a Step, that every text has its own place, and when it moves."""

import itertools
from collections.abc import Iterator
from types import SimpleNamespace

import pytest
from PySide6.QtCore import QAbstractAnimation, QEvent, QPoint, QPointF, QRectF, QSize, Qt, QTimer
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QGuiApplication, QHelpEvent, QImage
from PySide6.QtWidgets import QApplication, QToolTip
from pytestqt.qtbot import QtBot

from gui.theme import ACCENT, DATA, THEMES
from gui.widgets import motion
from gui.widgets.flow_diagram import FlowDiagram, FlowState
from gui.widgets.flow_layout import END, Line
from gui.widgets.labels import label_font

Key = Qt.Key
ALL = ("scores", "scaled", "masked", "weights", "dropped", "output")
LEFT = Qt.MouseButton.LeftButton


def shapes(n_q: int, n_k: int, width: int) -> dict[str, str]:
    """The text of every arrow for n_q queries, n_k keys and vectors of `width` numbers."""
    square = {step: f"{n_q} × {n_k}" for step in ALL if step != "output"}
    ends = {"q": f"{n_q} × {width}", "k": f"{n_k} × {width}", "v": f"{n_k} × {width}", "output": f"{n_q} × {width}"}
    return square | ends


def state(step: str = "weights", **changes: object) -> FlowState:
    """Three queries, five keys, a mask and no dropout, unless `changes` say otherwise."""
    usual: dict[str, object] = {"shapes": shapes(3, 5, 4), "scale": "1/√4", "masked": True, "dropout": False}
    return FlowState(step, **{**usual, **changes})  # type: ignore[arg-type]


@pytest.fixture(autouse=True)
def light(qapp: QApplication, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The light theme, and motion as nobody has asked against it."""
    before, style = qapp.palette(), qapp.style().name()
    monkeypatch.delenv(motion.SWITCH, raising=False)
    THEMES["light"].apply(qapp)
    yield
    qapp.setStyle(style)
    qapp.setPalette(before)
    QToolTip.hideText()


@pytest.fixture
def diagram(qtbot: QtBot) -> FlowDiagram:
    """On screen, at the present Step "weights"."""
    diagram = FlowDiagram()
    qtbot.addWidget(diagram)
    diagram.set_state(state())
    diagram.resize(700, diagram.sizeHint().height())
    with qtbot.waitExposed(diagram):
        diagram.show()
    diagram.setFocus()
    return diagram


def spot(diagram: FlowDiagram, step: str) -> QPoint:
    """A point inside a box."""
    return diagram.flow().box(step).rect.center().toPoint()


def ground(diagram: FlowDiagram, step: str) -> str:
    """The colour that a box is filled with."""
    return pixel(diagram.grab().toImage(), diagram.flow().box(step).rect.topLeft() + QPointF(6, 4))


def pixel(image: QImage, point: QPointF) -> str:
    """The colour at a point, as "#RRGGBB"."""
    return image.pixelColor(point.toPoint()).name().upper()


@pytest.mark.parametrize("dropout", [False, True])
def test_a_click_on_a_box_chooses_its_step(diagram: FlowDiagram, qtbot: QtBot, dropout: bool) -> None:
    diagram.set_state(state(dropout=dropout))
    steps = [step for step in ALL if dropout or step != "dropped"]
    assert [box.key for box in diagram.flow().boxes] == steps
    for step in steps:
        with qtbot.waitSignal(diagram.step_chosen) as chosen:
            qtbot.mouseClick(diagram, LEFT, pos=spot(diagram, step))
        assert chosen.args == [step]


def test_boxes_stand_from_left_to_right_in_the_order_of_the_formula(diagram: FlowDiagram) -> None:
    diagram.set_state(state(dropout=True))
    boxes = diagram.flow().boxes
    assert all(a.rect.right() < b.rect.left() for a, b in itertools.pairwise(boxes))


def test_a_click_beside_the_boxes_or_with_another_button_chooses_nothing(diagram: FlowDiagram, qtbot: QtBot) -> None:
    with qtbot.assertNotEmitted(diagram.step_chosen):
        qtbot.mouseClick(diagram, LEFT, pos=QPoint(2, 2))
        for arrow in diagram.flow().arrows:
            qtbot.mouseClick(diagram, LEFT, pos=((arrow.start + arrow.end) / 2).toPoint())
        qtbot.mouseClick(diagram, Qt.MouseButton.RightButton, pos=spot(diagram, "scaled"))


@pytest.mark.parametrize(
    ("keys", "step"),
    [
        ([Key.Key_Return], "weights"),
        ([Key.Key_Left, Key.Key_Enter], "masked"),
        ([Key.Key_Right, Key.Key_Space], "output"),
        ([Key.Key_Right, Key.Key_Right, Key.Key_Space], "output"),
        ([Key.Key_Home, Key.Key_Left, Key.Key_Space], "scores"),
        ([Key.Key_Home, Key.Key_End, Key.Key_Left, Key.Key_Space], "weights"),
    ],
)
def test_keys_go_from_box_to_box_and_choose(diagram: FlowDiagram, qtbot: QtBot, keys: list[Qt.Key], step: str) -> None:
    with qtbot.waitSignal(diagram.step_chosen) as chosen:
        for key in keys:
            qtbot.keyClick(diagram, key)
    assert chosen.args == [step]


def test_keys_with_a_modifier_are_left_to_the_window(diagram: FlowDiagram, qtbot: QtBot) -> None:
    qtbot.keyClick(diagram, Key.Key_Left, Qt.KeyboardModifier.ControlModifier)
    assert diagram.focused_step() == "weights"


def test_the_box_with_the_focus_has_a_ring_and_a_name(diagram: FlowDiagram, qtbot: QtBot) -> None:
    assert "Softmax" in diagram.accessibleName()
    before = diagram.grab().toImage()
    qtbot.keyClick(diagram, Key.Key_Left)
    assert diagram.grab().toImage() != before
    assert "Mask" in diagram.accessibleName()
    assert "3 × 5" in diagram.accessibleDescription()


@pytest.mark.parametrize("theme", THEMES.values(), ids=THEMES)
@pytest.mark.parametrize("present", ALL)
def test_only_the_present_step_is_lit(diagram: FlowDiagram, present: str, theme: object) -> None:
    theme.apply(QApplication.instance())  # type: ignore[attr-defined]
    diagram.set_state(state(present, dropout=True))
    assert [step for step in ALL if ground(diagram, step) == ACCENT] == [present]


def test_steps_before_and_after_the_present_one_look_different(diagram: FlowDiagram) -> None:
    looks = {step: ground(diagram, step) for step in ("scores", "scaled", "masked", "output")}
    assert looks["scores"] == looks["scaled"] == looks["masked"] != looks["output"]


@pytest.mark.parametrize("present", ["scores", "masked", "output"])
def test_the_arrows_into_the_present_box_are_lit(diagram: FlowDiagram, present: str) -> None:
    diagram.set_state(state(present))
    diagram.clearFocus()
    diagram.resize(1300, diagram.height())
    diagram.set_state(state(present, shapes={}))
    qimage, hue = diagram.grab().toImage(), QColor(ACCENT).hsvHue()
    for arrow in diagram.flow().arrows:
        line = qimage.pixelColor((arrow.start + (arrow.end - arrow.start) * 0.4).toPoint())
        is_lit = abs(line.hsvHue() - hue) < 12 and line.hsvSaturationF() > 0.5
        reached = arrow.into == END and present == "output"
        assert is_lit == (arrow.into == present or reached), arrow.carries


def test_two_arrows_lead_into_each_product(diagram: FlowDiagram) -> None:
    diagram.set_state(state(dropout=True))
    carried = {
        key: {arrow.carries for arrow in diagram.flow().into(key)} for key in ("scores", "output", "masked", END)
    }
    assert carried == {"scores": {"q", "k"}, "output": {"dropped", "v"}, "masked": {"scaled"}, END: {"output"}}


def test_without_dropout_its_step_is_that_of_the_weights(diagram: FlowDiagram) -> None:
    diagram.set_state(state("dropped"))
    assert ground(diagram, "weights") == ACCENT


def test_ends_have_their_fixed_colours(diagram: FlowDiagram) -> None:
    diagram.set_state(state("output"))
    qimage = diagram.grab().toImage()
    for end, role in zip(diagram.flow().ends, ("q", "k", "v", "output"), strict=True):
        assert pixel(qimage, end.rect.topLeft() + QPointF(5, 4)) == DATA[role]


def test_shapes_scale_and_mask_are_written(diagram: FlowDiagram) -> None:
    labels = {arrow.carries: arrow.label.text for arrow in diagram.flow().arrows}
    assert labels == {key: text for key, text in shapes(3, 5, 4).items() if key != "dropped"}
    inside = {box.key: " ".join(line.text for line in box.lines) for box in diagram.flow().boxes}
    assert "1/√4" in inside["scaled"]
    assert "−∞ where hidden" in inside["masked"]
    diagram.set_state(state(masked=False))
    assert "∞" not in " ".join(line.text for line in diagram.flow().box("masked").lines)


def test_a_text_is_drawn_where_it_is_said_to_be(diagram: FlowDiagram) -> None:
    """Without shapes the ground shows where the labels stood."""
    diagram.clearFocus()
    with_text = diagram.grab().toImage()
    places = [arrow.label.rect for arrow in diagram.flow().arrows]
    diagram.set_state(state(shapes={}))
    without = diagram.grab().toImage()
    for place in places:
        inner = place.toAlignedRect()
        assert with_text.copy(inner) != without.copy(inner)


def crossings(lines: list[Line], rects: list[QRectF]) -> list[tuple[str, object]]:
    """Texts that touch one another, or a box that they do not stand in."""
    pairs = [(a.text, b.text) for a, b in itertools.combinations(lines, 2) if touch(a.rect, b.rect)]
    over = [(a.text, r) for a in lines for r in rects if touch(a.rect, r) and not r.contains(a.rect)]
    return [*pairs, *over]


def touch(one: QRectF, other: QRectF) -> bool:
    """True if two rectangles overlap by more than rounding."""
    return one.adjusted(0.01, 0.01, -0.01, -0.01).intersects(other)


@pytest.mark.parametrize("pixels", [11, 12, 18], ids=lambda pixels: f"{pixels}px")
@pytest.mark.parametrize("size", [(3, 5, 4), (64, 64, 64), (2048, 2048, 128)], ids=str)
@pytest.mark.parametrize("dropout", [False, True], ids=["plain", "dropout"])
@pytest.mark.parametrize("width", [700, 1300])
def test_texts_never_touch_nor_leave(
    diagram: FlowDiagram, width: int, dropout: bool, size: tuple[int, int, int], pixels: int
) -> None:
    font = QFont(diagram.font())
    font.setPixelSize(pixels)
    diagram.setFont(font)
    diagram.set_state(state(shapes=shapes(*size), dropout=dropout))
    diagram.resize(QSize(width, 0).expandedTo(diagram.minimumSizeHint()))
    flow = diagram.flow()
    boxes = [box.rect for box in (*flow.boxes, *flow.ends)]
    assert crossings(flow.lines(), boxes) == []
    assert not [pair for pair in itertools.combinations(boxes, 2) if touch(*pair)]
    assert all(QRectF(diagram.rect()).contains(rect) for rect in [*boxes, *(line.rect for line in flow.lines())])
    assert all(
        QFontMetricsF(face(font, line)).horizontalAdvance(line.text) <= line.rect.width() + 0.01
        for line in flow.lines()
    )


def face(font: QFont, line: Line) -> QFont:
    """The face in which a line is written."""
    strong = QFont(font)
    strong.setBold(True)
    return strong if line.strong else label_font(font)


def test_it_fits_into_700_pixels_and_about_110(diagram: FlowDiagram) -> None:
    for dropout in (False, True):
        diagram.set_state(state(dropout=dropout, shapes=shapes(2048, 2048, 128)))
        size = diagram.minimumSizeHint()
        assert size.width() == 700
        assert 90 <= size.height() <= 120


def test_the_hand_and_a_tip_show_over_a_box_only(
    diagram: FlowDiagram, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    tips: list[str] = []
    monkeypatch.setattr(QToolTip, "showText", staticmethod(lambda place, text, *rest: tips.append(text)))
    for point, shape in ((spot(diagram, "masked"), "PointingHandCursor"), (QPoint(1, 1), "ArrowCursor")):
        qtbot.mouseMove(diagram, point)
        assert diagram.cursor().shape().name == shape
        QGuiApplication.sendEvent(diagram, QHelpEvent(QEvent.Type.ToolTip, point, diagram.mapToGlobal(point)))
    assert [("−∞" in text, "3 × 5" in text) for text in tips] == [(True, True)]


def test_the_same_state_again_repaints_nothing(diagram: FlowDiagram, monkeypatch: pytest.MonkeyPatch) -> None:
    repaints: list[int] = []
    monkeypatch.setattr(diagram, "update", lambda *area: repaints.append(1))
    diagram.set_state(state())
    assert repaints == []
    diagram.set_state(state(scale="1"))
    assert repaints


def test_a_change_of_the_owners_shapes_is_a_change(diagram: FlowDiagram) -> None:
    mine = shapes(3, 5, 4)
    diagram.set_state(state(shapes=mine))
    mine["q"] = "9 × 9"
    diagram.set_state(state(shapes=mine))
    assert diagram.flow().arrows[0].label.text == "9 × 9"


def test_an_unknown_step_is_refused() -> None:
    with pytest.raises(ValueError, match="softmaxed"):
        state("softmaxed")


def test_a_dot_runs_into_the_new_box_and_then_nothing_runs(diagram: FlowDiagram, qtbot: QtBot) -> None:
    still = diagram.grab().toImage()
    diagram.set_state(state("output"))
    assert diagram.is_moving()
    seen: list[QImage] = []
    while diagram.is_moving():
        qtbot.wait(20)
        seen.append(diagram.grab().toImage())
    settled = diagram.grab().toImage()
    assert any(frame != settled for frame in seen)
    clocks = diagram.findChildren(QAbstractAnimation)
    assert [clock.state() for clock in clocks] == [QAbstractAnimation.State.Stopped]
    assert diagram.findChildren(QTimer) == []
    assert settled not in (still, seen[0])


def test_after_the_motion_it_is_not_painted_any_more(
    diagram: FlowDiagram, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    diagram.set_state(state("output"))
    qtbot.waitUntil(lambda: not diagram.is_moving())
    qtbot.wait(30)
    repaints: list[int] = []
    monkeypatch.setattr(diagram, "update", lambda *area: repaints.append(1))
    qtbot.wait(60)
    assert repaints == []


def test_the_look_after_the_motion_is_that_without_one(diagram: FlowDiagram, qtbot: QtBot) -> None:
    diagram.set_state(state("output"))
    qtbot.waitUntil(lambda: not diagram.is_moving())
    other = FlowDiagram()
    qtbot.addWidget(other)
    other.set_state(state("output"))
    other.resize(diagram.size())
    diagram.clearFocus()
    assert diagram.grab().toImage() == other.grab().toImage()


def test_other_changes_move_nothing(diagram: FlowDiagram) -> None:
    diagram.set_state(state(masked=False, scale="1", shapes=shapes(7, 7, 7)))
    assert not diagram.is_moving()


def test_hiding_ends_the_motion_and_hidden_it_starts_none(diagram: FlowDiagram) -> None:
    diagram.set_state(state("output"))
    diagram.hide()
    assert not diagram.is_moving()
    diagram.set_state(state("scores"))
    assert not diagram.is_moving()


@pytest.mark.parametrize("reason", ["switch", "desktop", "style"])
def test_with_reduced_motion_nothing_moves(diagram: FlowDiagram, monkeypatch: pytest.MonkeyPatch, reason: str) -> None:
    assert not motion.reduced()
    if reason == "switch":
        monkeypatch.setenv(motion.SWITCH, "1")
    elif reason == "desktop":
        monkeypatch.setattr(QGuiApplication, "styleHints", staticmethod(Reduced))
    else:
        monkeypatch.setattr(QApplication, "style", staticmethod(Still))
    assert motion.reduced()
    diagram.set_state(state("output"))
    assert not diagram.is_moving()


class Reduced:
    """The hints of a desktop whose person asked for less motion."""

    def accessibility(self) -> "Reduced":
        return self

    def motionPreference(self) -> object:
        preferences = getattr(Qt, "MotionPreference", None)  # only Qt 6.12 and later have it
        return preferences.ReducedMotion if preferences else SimpleNamespace(name="ReducedMotion")


class Still:
    """A style without animations."""

    def styleHint(self, hint: object) -> int:
        return 0


def test_without_the_question_of_newer_qt_motion_stays(monkeypatch: pytest.MonkeyPatch, qapp: QApplication) -> None:
    monkeypatch.setattr(QGuiApplication, "styleHints", staticmethod(object))
    assert not motion.reduced()
