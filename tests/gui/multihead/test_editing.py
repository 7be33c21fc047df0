"""Editing what is on the bench: its settings, its matrices, and what is refused."""

from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QComboBox
from pytestqt.qtbot import QtBot

from engine.config import Matrix
from engine.heads.bench import new_bench
from engine.heads.trace import multihead
from gui.jobs import Jobs
from gui.rooms.multihead import MultiHeadRoom
from gui.runner import Runner
from gui.session import Session
from gui.theme import LIGHT


def test_equal_projections_make_the_scores_symmetric(
    room: MultiHeadRoom, session: Session, click: Callable[[str], None], opened: Callable[[str], Matrix]
) -> None:
    assert "|S − Sᵀ| 0\n" not in room.figures.text()
    before = session.heads.bench.matrix("w_k")
    click("equal_qk")
    scores = opened("scores")
    assert abs(scores - scores.T).max() == 0
    assert "|S − Sᵀ| 0\n" in room.figures.text()
    np.testing.assert_array_equal(opened("w_k"), opened("w_q"))
    click("equal_qk")
    np.testing.assert_array_equal(opened("w_k"), before)


def test_seven_heads_of_eight_columns_are_refused_with_numbers_that_fit(
    room: MultiHeadRoom, session: Session, enter: Callable[[str, str], None]
) -> None:
    before = session.document
    enter("heads", "7")
    assert session.document is before
    assert "7 equal heads" in room.settings.banner.text()
    assert "4, 8" in room.settings.banner.text()
    assert room.settings.fields["heads"].text() == "7"
    enter("heads", "4")
    assert room.settings.banner.text() == ""
    assert len(room.maps.thumbs) == 4


@pytest.mark.parametrize(
    ("name", "text"), [("tokens", "0"), ("tokens", "1000"), ("d_model", "9"), ("heads", "x"), ("heads", "0")]
)
def test_what_cannot_be_is_refused_at_its_field(
    room: MultiHeadRoom, session: Session, name: str, text: str, enter: Callable[[str, str], None]
) -> None:
    before = session.document
    enter(name, text)
    assert session.document is before
    assert room.settings.banner.text() != ""


def test_other_heads_cut_the_same_matrices(
    session: Session, enter: Callable[[str, str], None], shapes: Callable[[], dict[str, str]]
) -> None:
    w_q = session.heads.bench.projections.w_q
    session.edit_heads("Head", head=1)
    enter("heads", "1")
    assert session.heads.bench.projections.w_q is not None
    np.testing.assert_array_equal(session.heads.bench.projections.w_q, w_q)
    assert session.heads.head == 0
    assert shapes()["q"] == "(5, 8)"


def test_another_shape_keeps_the_numbers_that_fit(
    room: MultiHeadRoom, session: Session, enter: Callable[[str, str], None]
) -> None:
    x, w_q = session.heads.bench.x, session.heads.bench.projections.w_q
    enter("tokens", "7")
    enter("d_model", "10")
    np.testing.assert_array_equal(session.heads.bench.x[:5, :8], x)
    np.testing.assert_array_equal(session.heads.bench.projections.w_q[:8, :8], w_q)
    assert room.join.output.view.picture().values.shape == (7, 10)


def test_grouped_query_shares_keys_and_values(
    room: MultiHeadRoom,
    session: Session,
    enter: Callable[[str, str], None],
    choose: Callable[[QComboBox, object], None],
    shapes: Callable[[], dict[str, str]],
) -> None:
    enter("heads", "4")
    own = session.heads.bench.projections
    choose(room.settings.kv_heads, 2)
    trace = multihead(session.heads.bench.config)
    assert shapes()["k"] == "2 × (5, 2)"
    for head in range(4):
        keys = session.heads.bench.x @ own.w_k[:, 4 * (head // 2) : 4 * (head // 2) + 2]
        np.testing.assert_allclose(trace.steps["scores"][head], trace.q[head] @ keys.T, atol=1e-12)
    # 5 tokens, K and V, 2 key heads of 2 numbers, 2 bytes each; twice that with 4 key heads
    assert "80 bytes" in room.figures.text() and "160" in room.figures.text()
    choose(room.settings.kv_heads, 4)
    np.testing.assert_array_equal(session.heads.bench.config.projections.w_k, own.w_k)


def test_a_shared_key_matrix_is_edited_as_it_is_shown(
    room: MultiHeadRoom, session: Session, opened: Callable[[str], Matrix]
) -> None:
    session.edit_heads("Heads", bench=new_bench(5, 8, 4).with_(kv_heads=2))
    before = opened("w_k").copy()
    room.matrix.matrix.view.edited.emit(0, 3, "0.3")
    before[0, 3] = 0.3
    np.testing.assert_array_equal(opened("w_k"), before)


def test_shared_keys_refuse_to_be_queries_too(
    room: MultiHeadRoom, session: Session, click: Callable[[str], None], choose: Callable[[QComboBox, object], None]
) -> None:
    choose(room.settings.kv_heads, 1)
    before = session.document
    click("equal_qk")
    assert session.document is before
    assert "share" in room.settings.banner.text()
    assert not room.settings.boxes["equal_qk"].isChecked()


def test_cross_attention_makes_keys_and_values_of_y(
    room: MultiHeadRoom,
    session: Session,
    click: Callable[[str], None],
    enter: Callable[[str, str], None],
    opened: Callable[[str], Matrix],
    shapes: Callable[[], dict[str, str]],
) -> None:
    click("cross")
    enter("y_tokens", "3")
    y, w = session.heads.bench.y, session.heads.bench.projections
    assert room.map.picture().values.shape == (5, 3)
    assert shapes()["y"] == "(3, 8)" and shapes()["v"] == "2 × (3, 4)"
    np.testing.assert_allclose(opened("v"), y @ w.w_v[:, :4], atol=1e-12)
    assert "Sᵀ" not in room.figures.text()
    session.set_box("y")
    room.matrix.matrix.view.edited.emit(2, 0, "9")
    assert session.heads.bench.y[2, 0] == 9
    click("cross")
    assert room.map.picture().values.shape == (5, 5)
    assert opened("y").shape == (5, 8)  # there is no Y now: X is open


def test_causal_hides_what_comes_later(room: MultiHeadRoom, click: Callable[[str], None]) -> None:
    click("causal")
    assert not np.triu(room.map.picture().values, 1).any()
    hidden = room.map.picture().hidden
    assert hidden is not None and (hidden == np.triu(np.ones((5, 5), bool), 1)).all()


def test_one_head_beside_them_uses_the_same_matrices(
    room: MultiHeadRoom, session: Session, click: Callable[[str], None]
) -> None:
    assert room.maps.one.isHidden()
    click("beside_one")
    x, w = session.heads.bench.x, session.heads.bench.projections
    powers = np.exp((x @ w.w_q) @ (x @ w.w_k).T / np.sqrt(8))
    np.testing.assert_allclose(room.maps.one.picture().values, powers / powers.sum(axis=1, keepdims=True), atol=1e-12)
    assert "One head" in room.figures.text()


def test_a_cell_is_typed_pasted_and_pulled(qtbot: QtBot, room: MultiHeadRoom, session: Session) -> None:
    session.set_box("w_q")
    view = room.matrix.matrix.view
    view.setFocus()
    qtbot.keyClick(view, Qt.Key.Key_F2)
    editor = view.editor()
    assert editor is not None
    editor.selectAll()
    qtbot.keyClicks(editor, "1,5")
    qtbot.keyClick(editor, Qt.Key.Key_Return)
    assert session.heads.bench.projections.w_q[0, 0] == 1.5
    view.pasted.emit(6, 6, "1\t2,5\r\n3\t4\r\n")
    np.testing.assert_array_equal(session.heads.bench.projections.w_q[6:, 6:], [[1, 2.5], [3, 4]])
    for steps in (1, 2, 3):
        view.dragged.emit(0, 0, steps, 12345)
    assert session.heads.bench.projections.w_q[0, 0] == 1.65
    assert session.undo_stack.count() == 3
    np.testing.assert_array_equal(room.map.picture().values, multihead(session.heads.bench.config).steps["weights"][0])


@pytest.mark.parametrize("text", ["", "abc", "nan", "1;2"])
def test_a_cell_that_cannot_be_read_changes_nothing(room: MultiHeadRoom, session: Session, text: str) -> None:
    before = session.document
    room.matrix.matrix.view.edited.emit(0, 0, text)
    assert session.document is before


def test_a_table_that_does_not_fit_is_refused(room: MultiHeadRoom, session: Session) -> None:
    before = session.document
    room.matrix.matrix.view.pasted.emit(4, 0, "1 2\n3 4")
    assert session.document is before


def test_what_was_computed_cannot_be_edited(room: MultiHeadRoom, session: Session) -> None:
    for box, editable in (("w_o", True), ("q", False), ("x", True), ("concat", False)):
        session.set_box(box)
        assert room.matrix.matrix.view.is_editable() == editable


def test_biases_stand_under_their_matrix_and_are_edited(
    room: MultiHeadRoom, session: Session, click: Callable[[str], None], opened: Callable[[str], Matrix]
) -> None:
    session.set_box("w_v")
    assert room.matrix.bias.isHidden()
    click("biases")
    assert not room.matrix.bias.isHidden()
    room.matrix.bias.view.edited.emit(0, 2, "7")
    assert session.heads.bench.projections.b_v is not None
    assert session.heads.bench.projections.b_v[2] == 7
    x, w = session.heads.bench.x, session.heads.bench.projections
    np.testing.assert_allclose(opened("v"), x @ w.w_v[:, :4] + w.b_v[:4], atol=1e-12)


def test_undo_brings_everything_back(
    room: MultiHeadRoom,
    session: Session,
    click: Callable[[str], None],
    enter: Callable[[str, str], None],
    choose: Callable[[QComboBox, object], None],
) -> None:
    first, numbers = session.heads, room.join.output.view.picture().values.copy()
    for name in ("causal", "biases", "equal_qk", "cross", "beside_one"):
        click(name)
    click("equal_qk")
    enter("heads", "4")
    choose(room.settings.kv_heads, 2)
    enter("seed", "5")
    enter("tokens", "3")
    choose(room.settings.head, 3)
    room.matrix.matrix.view.edited.emit(0, 0, "2")
    last = session.heads
    assert session.undo_stack.count() == 12
    while session.undo_stack.canUndo():
        session.undo_stack.undo()
    assert session.heads == first
    np.testing.assert_array_equal(room.join.output.view.picture().values, numbers)
    assert not any(box.isChecked() for box in room.settings.boxes.values())
    while session.undo_stack.canRedo():
        session.undo_stack.redo()
    assert session.heads == last


def test_a_pull_that_ends_where_it_began_leaves_no_entry(room: MultiHeadRoom, session: Session) -> None:
    for steps in (1.0, 2.0, 0.0):
        room.matrix.matrix.view.dragged.emit(0, 0, steps, 999)
    assert session.undo_stack.count() == 0


def test_a_wide_model_is_shown_as_pictures_and_stays_usable(
    qtbot: QtBot, room: MultiHeadRoom, session: Session
) -> None:
    session.edit_heads("Wide", bench=new_bench(6, 768, 12), head=11)
    session.set_box("w_o")
    fitted = room.matrix.matrix
    assert fitted.view.width() > fitted.viewport().width()  # scrolled, not squeezed
    assert fitted.verticalScrollBar().value() > 0  # at the rows of head 11
    fitted.view.setFocus()
    qtbot.keyClick(fitted.view, Qt.Key.Key_End, Qt.KeyboardModifier.ControlModifier)
    qtbot.keyClick(fitted.view, Qt.Key.Key_F2)
    editor = fitted.view.editor()
    assert editor is not None
    editor.selectAll()
    qtbot.keyClicks(editor, "2")
    qtbot.keyClick(editor, Qt.Key.Key_Return)
    assert session.heads.bench.projections.w_o[767, 767] == 2
    assert room.join.output.view.width() <= room.join.output.viewport().width() + 8
    assert not room.grab().isNull()


def test_a_worker_ends_on_the_newest_of_many_edits(qtbot: QtBot, session: Session, runner: Runner) -> None:
    room = MultiHeadRoom(session, Jobs(session, runner), LIGHT)
    qtbot.addWidget(room)
    for steps in range(60):
        room.matrix.matrix.view.dragged.emit(0, 0, float(steps), 77)
    qtbot.waitUntil(lambda: session.result("heads").bench is session.heads.bench)
    np.testing.assert_array_equal(room.map.picture().values, multihead(session.heads.bench.config).steps["weights"][0])
    assert session.undo_stack.count() == 1


def test_pasting_uses_the_clipboard(qtbot: QtBot, room: MultiHeadRoom, session: Session) -> None:
    view = room.matrix.matrix.view
    view.setFocus()
    QGuiApplication.clipboard().setText("8\t9")
    qtbot.keyClick(view, Qt.Key.Key_V, Qt.KeyboardModifier.ControlModifier)
    np.testing.assert_array_equal(session.heads.bench.x[0, :2], [8, 9])


def test_numbers_too_large_are_said_and_the_figures_stay(room: MultiHeadRoom, session: Session) -> None:
    before = room.figures.text()
    bench = session.heads.bench
    session.edit_heads("Huge", bench=replace(bench, x=np.full((5, 8), 1e200)))
    assert "float64" in room.figures.banner.text()
    assert room.figures.text() == before
    session.undo_stack.undo()
    assert room.figures.banner.text() == ""


def test_a_bench_that_cannot_be_computed_still_opens_the_room(
    qtbot: QtBot, session: Session, inline_runner: Runner
) -> None:
    session.edit_heads("Huge", bench=replace(session.heads.bench, x=np.full((5, 8), 1e200)))
    room = MultiHeadRoom(session, Jobs(session, inline_runner), LIGHT)
    qtbot.addWidget(room)
    assert "float64" in room.figures.banner.text()
    session.undo_stack.undo()
    assert room.figures.banner.text() == ""
    np.testing.assert_array_equal(room.map.picture().values, multihead(session.heads.bench.config).steps["weights"][0])
