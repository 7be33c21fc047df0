"""Walking through the boxes and reading the maps of the heads."""

from collections.abc import Callable

import numpy as np
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QAbstractSlider, QApplication, QScrollBar
from pytestqt.qtbot import QtBot

from engine.config import Matrix
from engine.heads.bench import new_bench
from engine.heads.trace import multihead
from gui.app import Application
from gui.preferences import Preferences
from gui.rooms.multihead import MultiHeadRoom
from gui.session import Session
from gui.widgets.matrix_view import MatrixView

LEFT = Qt.MouseButton.LeftButton


def test_every_number_on_screen_is_the_engines(
    room: MultiHeadRoom, session: Session, opened: Callable[[str], Matrix]
) -> None:
    trace = multihead(session.heads.bench.config)
    session.edit_heads("Head", head=1)
    expected = {
        "x": trace.config.x,
        "w_q": trace.config.projections.w_q,
        "w_o": trace.config.projections.w_o,
        "q": trace.q[1],
        "k": trace.k[1],
        "v": trace.v[1],
        "scores": trace.steps["scores"][1],
        "weights": trace.steps["weights"][1],
        "head_output": trace.steps["output"][1],
        "concat": trace.concat,
        "output": trace.output,
    }
    for box, values in expected.items():
        np.testing.assert_array_equal(opened(box), values, err_msg=box)
    for head, thumb in enumerate(room.maps.thumbs):
        np.testing.assert_array_equal(thumb.picture().values, trace.steps["weights"][head])
        assert thumb.picture().limits() == (0, 1)
    np.testing.assert_array_equal(room.map.picture().values, trace.steps["weights"][1])


def test_one_head_by_hand(room: MultiHeadRoom, session: Session) -> None:
    x, w = session.heads.bench.x, session.heads.bench.projections
    columns = slice(4, 8)
    q, k, v = x @ w.w_q[:, columns], x @ w.w_k[:, columns], x @ w.w_v[:, columns]
    powers = np.exp(q @ k.T / 2)  # d_k = 4
    weights = powers / powers.sum(axis=1, keepdims=True)
    session.edit_heads("Head", head=1)
    np.testing.assert_allclose(room.map.picture().values, weights, atol=1e-12)
    np.testing.assert_allclose(room.join.contribution.view.picture().values, weights @ v @ w.w_o[columns], atol=1e-12)


def test_the_walk_says_every_shape(session: Session, shapes: Callable[[], dict[str, str]]) -> None:
    assert shapes() == {
        "x": "(5, 8)",
        "w_q": "2 × (8, 4)",
        "w_k": "2 × (8, 4)",
        "w_v": "2 × (8, 4)",
        "q": "2 × (5, 4)",
        "k": "2 × (5, 4)",
        "v": "2 × (5, 4)",
        "scores": "2 × (5, 5)",
        "weights": "2 × (5, 5)",
        "head_output": "2 × (5, 4)",
        "concat": "(5, 8)",
        "w_o": "(8, 8)",
        "output": "(5, 8)",
    }
    session.edit_heads("Wide", bench=new_bench(5, 768, 12))
    assert shapes()["q"] == "12 × (5, 64)"
    assert shapes()["concat"] == "(5, 768)"


def test_the_shown_contributions_add_up_to_the_shown_output(room: MultiHeadRoom, session: Session) -> None:
    session.edit_heads("Heads", bench=new_bench(5, 8, 4).with_(biases=True))
    total = np.zeros((5, 8))
    for thumb in room.maps.thumbs:
        thumb.pressed.emit(0, 0, 1)
        total = total + room.join.contribution.view.picture().values
    bias = session.heads.bench.matrix("b_o")
    np.testing.assert_allclose(total + bias, room.join.output.view.picture().values, atol=1e-5)
    assert "+ b_O = output" in room.figures.text()


def test_a_drag_takes_the_head_out_live_and_is_one_entry(room: MultiHeadRoom, session: Session) -> None:
    trace = multihead(session.heads.bench.config)
    slider = room.join.slider
    slider.began.emit()
    for percent in range(99, -1, -1):
        slider.setValue(percent)
        kept = percent / 100
        np.testing.assert_allclose(
            room.join.output.view.picture().values, trace.output - (1 - kept) * trace.contributions[0], atol=1e-12
        )
    np.testing.assert_allclose(room.join.output.view.picture().values, trace.contributions[1], atol=1e-12)
    assert f"{abs(trace.contributions[0]).max():.3g}" in room.join.loss()
    assert session.undo_stack.count() == 1
    session.undo_stack.undo()
    np.testing.assert_array_equal(room.join.output.view.picture().values, trace.output)
    assert slider.value() == 100


def test_contribution_and_output_share_their_colours(room: MultiHeadRoom, session: Session) -> None:
    limits = room.join.contribution.view.picture().limits()
    assert limits == room.join.output.view.picture().limits()
    trace = multihead(session.heads.bench.config)
    assert limits[1] == max(abs(trace.output).max(), abs(trace.contributions).max())


def test_a_head_is_chosen_by_its_map_and_by_key(qtbot: QtBot, room: MultiHeadRoom, session: Session) -> None:
    qtbot.mouseClick(room.maps.thumbs[1], LEFT, pos=room.maps.thumbs[1].cell_rect(2, 2).center().toPoint())
    assert session.heads.head == 1
    assert "head 1" in room.map.picture().title
    assert room.maps.thumbs[1].focusPolicy() == Qt.FocusPolicy.StrongFocus
    room.maps.thumbs[0].setFocus()
    qtbot.keyClick(room.maps.thumbs[0], Qt.Key.Key_Return)
    assert session.heads.head == 0


def test_boxes_are_opened_by_key_and_by_click(qtbot: QtBot, room: MultiHeadRoom, session: Session) -> None:
    path = room.walk.path
    path.setFocus()
    qtbot.keyClick(path, Qt.Key.Key_Right)
    assert session.box == "w_k"
    qtbot.keyClick(path, Qt.Key.Key_Up)
    assert session.box == "w_q"
    qtbot.keyClick(path, Qt.Key.Key_End)
    assert session.box == "output"
    qtbot.mouseClick(path, LEFT, pos=path.box_rect("concat").center().toPoint())
    assert session.box == "concat"
    assert "concat" in path.accessibleName()


def test_the_picture_is_the_focused_matrix_or_the_map(room: MultiHeadRoom, session: Session) -> None:
    room.settings.fields["heads"].setFocus()
    assert room.picture().title == "weights, head 0"
    session.set_box("w_o")
    room.matrix.matrix.view.setFocus()
    assert room.picture().title == "W_O"
    room.join.output.view.setFocus()
    assert room.picture().title == "output"
    room.maps.thumbs[1].setFocus()
    assert room.picture().title == "head 1"


def test_the_lit_run_belongs_to_the_head(room: MultiHeadRoom, session: Session) -> None:
    session.edit_heads("Head", head=1)
    for box, rows, columns in (("w_q", set(), {4, 5, 6, 7}), ("w_o", {4, 5, 6, 7}, set()), ("q", set(), set())):
        session.set_box(box)
        assert room.matrix.matrix.view._lit == (rows, columns)


def test_pointing_reads_the_exact_value(room: MultiHeadRoom, session: Session) -> None:
    room.maps.thumbs[0].hovered.emit(1, 2)
    assert str(multihead(session.heads.bench.config).steps["weights"][0, 1, 2]) in room._exact.text()
    room.join.output.view.hovered.emit(3, 4)
    assert str(multihead(session.heads.bench.config).output[3, 4]) in room._exact.text()
    assert room.join.contribution.view._lit == ({3}, {4})


def test_pointing_at_the_map_lights_the_token_in_the_output(room: MultiHeadRoom) -> None:
    room.map.hovered.emit(2, 1, "")
    assert room.join.output.view._lit == ({2}, set())


def test_wheel_changes_nothing(room: MultiHeadRoom, session: Session, turn_wheel: Callable[..., None]) -> None:
    before = session.document
    sliders = [w for w in room.findChildren(QAbstractSlider) if not isinstance(w, QScrollBar)]
    for widget in [*sliders, *room.findChildren(MatrixView)]:
        turn_wheel(widget)
    assert session.document is before


def test_tab_goes_along_the_walk(qtbot: QtBot, room: MultiHeadRoom, session: Session) -> None:
    session.edit_heads("Heads", bench=new_bench(5, 8, 4), head=2)
    qtbot.waitUntil(lambda: room.maps.thumbs[2].isVisible())
    room.activateWindow()
    start = room.walk.path
    start.setFocus()
    passed: list[object] = []
    for _ in range(40):
        room.focusNextChild()
        if QApplication.focusWidget() is start:
            break
        passed.append(QApplication.focusWidget())
    settings, join = room.settings, room.join
    expected = [settings.fields["tokens"], *settings.boxes.values(), room.maps.thumbs[2], room.matrix.matrix.view]
    expected += [room.map, join.contribution.view, join.slider, join.output.view]
    assert [widget for widget in passed if widget in expected] == expected
    assert room.maps.thumbs[0] not in passed


def test_everything_that_takes_the_focus_has_a_name(room: MultiHeadRoom) -> None:
    for widget in [*room.settings.fields.values(), room.settings.head, room.settings.kv_heads, room.source.layer]:
        assert widget.accessibleName()
    for view in [room.walk.path, room.map, room.join.slider, *room.findChildren(MatrixView)]:
        assert view.accessibleName() or not view.isVisible()


def test_another_language_and_theme_keep_the_state(qtbot: QtBot, preferences: Preferences) -> None:
    application = Application(preferences)
    application.window.show()
    session = application.session
    application.window.show_room("multihead")
    session.edit_heads("Head", bench=new_bench(4, 8, 4), head=2, kept=0.25)
    session.set_box("w_o")
    qtbot.waitUntil(lambda: session.result("heads").bench is session.heads.bench)
    for change in (lambda: application.set_language("pt_BR"), lambda: application.set_theme("dark")):
        change()
        room = application.window.room()
        assert isinstance(room, MultiHeadRoom)
        assert len(room.maps.thumbs) == 4
        assert room.join.slider.value() == 25
        assert room.walk.path._present == "w_o"
        np.testing.assert_array_equal(
            room.map.picture().values, multihead(session.heads.bench.config).steps["weights"][2]
        )
    assert application.close()


def test_the_figures_at_the_foot_are_reached_by_tab(qtbot: QtBot, room: MultiHeadRoom) -> None:
    room.resize(1180, 480)
    QApplication.processEvents()
    lines = room.figures.lines
    assert lines.visibleRegion().boundingRect().height() < lines.height()
    room.settings.fields["tokens"].setFocus()
    for _ in range(15):
        if room.focusWidget() is lines:
            break
        qtbot.keyClick(room.focusWidget(), Qt.Key.Key_Tab)
    assert room.focusWidget() is lines
    assert lines.visibleRegion().boundingRect().height() == lines.height()
