"""The Multi-head room, used as a person uses it."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QGuiApplication, QWheelEvent
from PySide6.QtWidgets import QAbstractSlider, QApplication, QComboBox, QScrollBar
from pytestqt.qtbot import QtBot

from engine.config import Matrix
from engine.heads.bench import new_bench
from engine.heads.trace import MultiHeadTrace, multihead
from engine.models.load import load
from gui.app import Application
from gui.jobs import Jobs
from gui.preferences import Preferences
from gui.rooms.multihead import MultiHeadRoom
from gui.runner import Runner
from gui.session import Session
from gui.theme import LIGHT
from gui.widgets.matrix_view import MatrixView

TINY = str(Path(__file__).parents[1] / "data" / "tiny-gpt2")
LEFT = Qt.MouseButton.LeftButton


@pytest.fixture
def room(qtbot: QtBot, session: Session, inline_runner: Runner) -> MultiHeadRoom:
    """The room, with a worker that answers at once."""
    room = MultiHeadRoom(session, Jobs(session, inline_runner), LIGHT)
    qtbot.addWidget(room)
    room.resize(1270, 800)
    room.show()
    return room


@pytest.fixture
def one_thread() -> Iterator[None]:
    """A tiny model is read faster by one thread."""
    before = torch.get_num_threads()
    torch.set_num_threads(1)
    yield
    torch.set_num_threads(before)


@pytest.fixture
def with_tiny(session: Session, room: MultiHeadRoom, one_thread: None) -> MultiHeadRoom:
    """The room, when the tiny GPT-2 has read a text."""
    session.edit_view("Model", name=TINY, text="The cat sat")
    assert session.problem("model") is None and session.problem("capture") is None
    return room


def computed(session: Session) -> MultiHeadTrace:
    """What the engine gives for what is on the bench."""
    return multihead(session.heads.bench.config)


def click(qtbot: QtBot, room: MultiHeadRoom, name: str) -> None:
    """Click a check box."""
    box = room.settings.boxes[name]
    qtbot.mouseClick(box, LEFT, pos=QPoint(6, box.height() // 2))


def enter(qtbot: QtBot, room: MultiHeadRoom, name: str, text: str) -> None:
    """Type into a field and press Enter."""
    field = room.settings.fields[name]
    field.selectAll()
    qtbot.keyClicks(field, text)
    qtbot.keyClick(field, Qt.Key.Key_Return)


def choose(box: QComboBox, value: object) -> None:
    """Choose an entry by its value."""
    box.setCurrentIndex(box.findData(value))
    box.activated.emit(box.currentIndex())


def shown(view: Any) -> Matrix:
    """The numbers that a view shows."""
    values: Matrix = view.picture().values
    return values


def opened(room: MultiHeadRoom, session: Session, box: str) -> Matrix:
    """The numbers of a box, opened."""
    session.set_box(box)
    return shown(room.matrix.matrix.view)


def shapes(room: MultiHeadRoom) -> dict[str, str]:
    """The shape written in each box of the walk."""
    return {box.key: box.shape for box in room.walk.path.boxes()}


def test_every_number_on_screen_is_the_engines(room: MultiHeadRoom, session: Session) -> None:
    trace = computed(session)
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
        np.testing.assert_array_equal(opened(room, session, box), values, err_msg=box)
    for head, thumb in enumerate(room.maps.thumbs):
        np.testing.assert_array_equal(shown(thumb), trace.steps["weights"][head])
        assert thumb.picture().limits() == (0, 1)
    np.testing.assert_array_equal(shown(room.map), trace.steps["weights"][1])


def test_one_head_by_hand(room: MultiHeadRoom, session: Session) -> None:
    x, w = session.heads.bench.x, session.heads.bench.projections
    columns = slice(4, 8)
    q, k, v = x @ w.w_q[:, columns], x @ w.w_k[:, columns], x @ w.w_v[:, columns]
    powers = np.exp(q @ k.T / 2)  # d_k = 4
    weights = powers / powers.sum(axis=1, keepdims=True)
    session.edit_heads("Head", head=1)
    np.testing.assert_allclose(shown(room.map), weights, atol=1e-12)
    np.testing.assert_allclose(shown(room.join.contribution.view), weights @ v @ w.w_o[columns], atol=1e-12)


def test_the_walk_says_every_shape(room: MultiHeadRoom, session: Session) -> None:
    assert shapes(room) == {
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
    assert shapes(room)["q"] == "12 × (5, 64)"
    assert shapes(room)["concat"] == "(5, 768)"


def test_the_shown_contributions_add_up_to_the_shown_output(room: MultiHeadRoom, session: Session) -> None:
    session.edit_heads("Heads", bench=new_bench(5, 8, 4).with_(biases=True))
    total = np.zeros((5, 8))
    for thumb in room.maps.thumbs:
        thumb.pressed.emit(0, 0, 1)
        total = total + shown(room.join.contribution.view)
    bias = session.heads.bench.matrix("b_o")
    np.testing.assert_allclose(total + bias, shown(room.join.output.view), atol=1e-5)
    assert "+ b_O = output" in room.figures.text()


def test_a_drag_takes_the_head_out_live_and_is_one_entry(room: MultiHeadRoom, session: Session) -> None:
    trace = computed(session)
    slider = room.join.slider
    slider.began.emit()
    for percent in range(99, -1, -1):
        slider.setValue(percent)
        kept = percent / 100
        np.testing.assert_allclose(
            shown(room.join.output.view), trace.output - (1 - kept) * trace.contributions[0], atol=1e-12
        )
    np.testing.assert_allclose(shown(room.join.output.view), trace.contributions[1], atol=1e-12)
    assert f"{abs(trace.contributions[0]).max():.3g}" in room.join.loss()
    assert session.undo_stack.count() == 1
    session.undo_stack.undo()
    np.testing.assert_array_equal(shown(room.join.output.view), trace.output)
    assert slider.value() == 100


def test_contribution_and_output_share_their_colours(room: MultiHeadRoom, session: Session) -> None:
    limits = room.join.contribution.view.picture().limits()
    assert limits == room.join.output.view.picture().limits()
    trace = computed(session)
    assert limits[1] == max(abs(trace.output).max(), abs(trace.contributions).max())


def test_equal_projections_make_the_scores_symmetric(qtbot: QtBot, room: MultiHeadRoom, session: Session) -> None:
    assert "|S − Sᵀ| 0\n" not in room.figures.text()
    before = session.heads.bench.matrix("w_k")
    click(qtbot, room, "equal_qk")
    scores = opened(room, session, "scores")
    assert abs(scores - scores.T).max() == 0
    assert "|S − Sᵀ| 0\n" in room.figures.text()
    np.testing.assert_array_equal(opened(room, session, "w_k"), opened(room, session, "w_q"))
    click(qtbot, room, "equal_qk")
    np.testing.assert_array_equal(opened(room, session, "w_k"), before)


def test_seven_heads_of_eight_columns_are_refused_with_numbers_that_fit(
    qtbot: QtBot, room: MultiHeadRoom, session: Session
) -> None:
    before = session.document
    enter(qtbot, room, "heads", "7")
    assert session.document is before
    assert "7 equal heads" in room.settings.banner.text()
    assert "4, 8" in room.settings.banner.text()
    assert room.settings.fields["heads"].text() == "7"
    enter(qtbot, room, "heads", "4")
    assert room.settings.banner.text() == ""
    assert len(room.maps.thumbs) == 4


@pytest.mark.parametrize(
    ("name", "text"), [("tokens", "0"), ("tokens", "1000"), ("d_model", "9"), ("heads", "x"), ("heads", "0")]
)
def test_what_cannot_be_is_refused_at_its_field(
    qtbot: QtBot, room: MultiHeadRoom, session: Session, name: str, text: str
) -> None:
    before = session.document
    enter(qtbot, room, name, text)
    assert session.document is before
    assert room.settings.banner.text() != ""


def test_other_heads_cut_the_same_matrices(qtbot: QtBot, room: MultiHeadRoom, session: Session) -> None:
    w_q = session.heads.bench.projections.w_q
    session.edit_heads("Head", head=1)
    enter(qtbot, room, "heads", "1")
    assert session.heads.bench.projections.w_q is not None
    np.testing.assert_array_equal(session.heads.bench.projections.w_q, w_q)
    assert session.heads.head == 0
    assert shapes(room)["q"] == "(5, 8)"


def test_another_shape_keeps_the_numbers_that_fit(qtbot: QtBot, room: MultiHeadRoom, session: Session) -> None:
    x, w_q = session.heads.bench.x, session.heads.bench.projections.w_q
    enter(qtbot, room, "tokens", "7")
    enter(qtbot, room, "d_model", "10")
    np.testing.assert_array_equal(session.heads.bench.x[:5, :8], x)
    np.testing.assert_array_equal(session.heads.bench.projections.w_q[:8, :8], w_q)
    assert shown(room.join.output.view).shape == (7, 10)


def test_grouped_query_shares_keys_and_values(qtbot: QtBot, room: MultiHeadRoom, session: Session) -> None:
    enter(qtbot, room, "heads", "4")
    own = session.heads.bench.projections
    choose(room.settings.kv_heads, 2)
    trace = computed(session)
    assert shapes(room)["k"] == "2 × (5, 2)"
    for head in range(4):
        keys = session.heads.bench.x @ own.w_k[:, 4 * (head // 2) : 4 * (head // 2) + 2]
        np.testing.assert_allclose(trace.steps["scores"][head], trace.q[head] @ keys.T, atol=1e-12)
    # 5 tokens, K and V, 2 key heads of 2 numbers, 2 bytes each; twice that with 4 key heads
    assert "80 bytes" in room.figures.text() and "160" in room.figures.text()
    choose(room.settings.kv_heads, 4)
    np.testing.assert_array_equal(session.heads.bench.config.projections.w_k, own.w_k)


def test_a_shared_key_matrix_is_edited_as_it_is_shown(room: MultiHeadRoom, session: Session) -> None:
    session.edit_heads("Heads", bench=new_bench(5, 8, 4).with_(kv_heads=2))
    before = opened(room, session, "w_k").copy()
    room.matrix.matrix.view.edited.emit(0, 3, "0.3")
    before[0, 3] = 0.3
    np.testing.assert_array_equal(opened(room, session, "w_k"), before)


def test_shared_keys_refuse_to_be_queries_too(qtbot: QtBot, room: MultiHeadRoom, session: Session) -> None:
    choose(room.settings.kv_heads, 1)
    before = session.document
    click(qtbot, room, "equal_qk")
    assert session.document is before
    assert "share" in room.settings.banner.text()
    assert not room.settings.boxes["equal_qk"].isChecked()


def test_cross_attention_makes_keys_and_values_of_y(qtbot: QtBot, room: MultiHeadRoom, session: Session) -> None:
    click(qtbot, room, "cross")
    enter(qtbot, room, "y_tokens", "3")
    y, w = session.heads.bench.y, session.heads.bench.projections
    assert shown(room.map).shape == (5, 3)
    assert shapes(room)["y"] == "(3, 8)" and shapes(room)["v"] == "2 × (3, 4)"
    np.testing.assert_allclose(opened(room, session, "v"), y @ w.w_v[:, :4], atol=1e-12)
    assert "Sᵀ" not in room.figures.text()
    session.set_box("y")
    room.matrix.matrix.view.edited.emit(2, 0, "9")
    assert session.heads.bench.y[2, 0] == 9
    click(qtbot, room, "cross")
    assert shown(room.map).shape == (5, 5)
    assert opened(room, session, "y").shape == (5, 8)  # there is no Y now: X is open


def test_causal_hides_what_comes_later(qtbot: QtBot, room: MultiHeadRoom) -> None:
    click(qtbot, room, "causal")
    assert not np.triu(shown(room.map), 1).any()
    hidden = room.map.picture().hidden
    assert hidden is not None and (hidden == np.triu(np.ones((5, 5), bool), 1)).all()


def test_one_head_beside_them_uses_the_same_matrices(qtbot: QtBot, room: MultiHeadRoom, session: Session) -> None:
    assert room.maps.one.isHidden()
    click(qtbot, room, "beside_one")
    x, w = session.heads.bench.x, session.heads.bench.projections
    powers = np.exp((x @ w.w_q) @ (x @ w.w_k).T / np.sqrt(8))
    np.testing.assert_allclose(shown(room.maps.one), powers / powers.sum(axis=1, keepdims=True), atol=1e-12)
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
    np.testing.assert_array_equal(shown(room.map), computed(session).steps["weights"][0])


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


def test_biases_stand_under_their_matrix_and_are_edited(qtbot: QtBot, room: MultiHeadRoom, session: Session) -> None:
    session.set_box("w_v")
    assert room.matrix.bias.isHidden()
    click(qtbot, room, "biases")
    assert not room.matrix.bias.isHidden()
    room.matrix.bias.view.edited.emit(0, 2, "7")
    assert session.heads.bench.projections.b_v is not None
    assert session.heads.bench.projections.b_v[2] == 7
    x, w = session.heads.bench.x, session.heads.bench.projections
    np.testing.assert_allclose(opened(room, session, "v"), x @ w.w_v[:, :4] + w.b_v[:4], atol=1e-12)


def test_undo_brings_everything_back(qtbot: QtBot, room: MultiHeadRoom, session: Session) -> None:
    first, numbers = session.heads, shown(room.join.output.view).copy()
    for name in ("causal", "biases", "equal_qk", "cross", "beside_one"):
        click(qtbot, room, name)
    click(qtbot, room, "equal_qk")
    enter(qtbot, room, "heads", "4")
    choose(room.settings.kv_heads, 2)
    enter(qtbot, room, "seed", "5")
    enter(qtbot, room, "tokens", "3")
    choose(room.settings.head, 3)
    room.matrix.matrix.view.edited.emit(0, 0, "2")
    last = session.heads
    assert session.undo_stack.count() == 12
    while session.undo_stack.canUndo():
        session.undo_stack.undo()
    assert session.heads == first
    np.testing.assert_array_equal(shown(room.join.output.view), numbers)
    assert not any(box.isChecked() for box in room.settings.boxes.values())
    while session.undo_stack.canRedo():
        session.undo_stack.redo()
    assert session.heads == last


def test_a_pull_that_ends_where_it_began_leaves_no_entry(room: MultiHeadRoom, session: Session) -> None:
    for steps in (1.0, 2.0, 0.0):
        room.matrix.matrix.view.dragged.emit(0, 0, steps, 999)
    assert session.undo_stack.count() == 0


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
    assert str(computed(session).steps["weights"][0, 1, 2]) in room._exact.text()
    room.join.output.view.hovered.emit(3, 4)
    assert str(computed(session).output[3, 4]) in room._exact.text()
    assert room.join.contribution.view._lit == ({3}, {4})


def test_wheel_changes_nothing(room: MultiHeadRoom, session: Session) -> None:
    before = session.document
    sliders = [w for w in room.findChildren(QAbstractSlider) if not isinstance(w, QScrollBar)]
    for widget in [*sliders, *room.findChildren(MatrixView)]:
        event = QWheelEvent(
            QPointF(3, 3),
            widget.mapToGlobal(QPointF(3, 3)),
            QPoint(0, 0),
            QPoint(0, 120),
            Qt.MouseButton.NoButton,
            Qt.KeyboardModifier.NoModifier,
            Qt.ScrollPhase.NoScrollPhase,
            False,
        )
        QApplication.sendEvent(widget, event)
    assert session.document is before


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


def test_a_layer_is_taken_from_the_model(with_tiny: MultiHeadRoom, session: Session) -> None:
    room = with_tiny
    choose(room.source.layer, 2)
    room.source.take.click()
    model = load(TINY, "cpu")
    seen: dict[str, Any] = {}
    block = model.module.get_submodule("transformer.h.2.attn")
    hook = block.register_forward_hook(lambda _m, _i, output: seen.update(output=output[0][0].numpy()))
    ids = session.result("capture").capture.tokens.ids
    with torch.inference_mode():
        model.module(input_ids=torch.tensor([ids]))
    hook.remove()
    np.testing.assert_allclose(shown(room.join.output.view), seen["output"], atol=1e-5)
    labels = session.result("capture").capture.tokens.labels
    assert len(labels) == len(ids) > 3
    for view in (room.join.output.view, room.map):
        assert view.picture().row_labels == labels
    assert room.map.picture().column_labels == labels
    session.set_box("x")
    assert room.matrix.matrix.view.picture().row_labels == labels
    assert "Layer 2 of tiny-gpt2" in room.source.about()
    assert "equals the model's own" in room.source.about()
    np.testing.assert_allclose(
        shown(room.map), session.result("capture").capture.map(2, 0), atol=1e-5
    )  # what the Model room shows of the same head


def test_a_change_to_a_taken_layer_is_said_and_undone(with_tiny: MultiHeadRoom, session: Session) -> None:
    room, first = with_tiny, session.heads
    room.source.take.click()
    session.set_box("w_v")
    room.matrix.matrix.view.edited.emit(0, 0, "5")
    assert "Changed since" in room.source.about()
    session.undo_stack.undo()
    assert "equals the model's own" in room.source.about()
    session.undo_stack.undo()
    assert session.heads == first
    assert room.map.picture().row_labels == ()


def test_a_layer_that_cannot_be_taken_says_why(
    with_tiny: MultiHeadRoom, session: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    room, before = with_tiny, session.heads
    module = session.result("capture").model.module
    monkeypatch.setattr(module.get_submodule("transformer.h.0.attn"), "rotary_dim", 4, raising=False)
    room.source.take.click()
    assert "rotary positions" in room.source.banner.text()
    assert session.heads is before


def test_no_layer_can_be_taken_before_a_model_has_read_the_text(room: MultiHeadRoom) -> None:
    assert not room.source.take.isEnabled()
    assert room.source.about() != ""


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
        np.testing.assert_array_equal(shown(room.map), computed(session).steps["weights"][2])
    assert application.close()


def test_a_worker_ends_on_the_newest_of_many_edits(qtbot: QtBot, session: Session, runner: Runner) -> None:
    room = MultiHeadRoom(session, Jobs(session, runner), LIGHT)
    qtbot.addWidget(room)
    for steps in range(60):
        room.matrix.matrix.view.dragged.emit(0, 0, float(steps), 77)
    qtbot.waitUntil(lambda: session.result("heads").bench is session.heads.bench)
    np.testing.assert_array_equal(shown(room.map), computed(session).steps["weights"][0])
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


def test_pointing_at_the_map_lights_the_token_in_the_output(room: MultiHeadRoom) -> None:
    room.map.hovered.emit(2, 1, "")
    assert room.join.output.view._lit == ({2}, set())


def test_a_bench_that_cannot_be_computed_still_opens_the_room(
    qtbot: QtBot, session: Session, inline_runner: Runner
) -> None:
    session.edit_heads("Huge", bench=replace(session.heads.bench, x=np.full((5, 8), 1e200)))
    room = MultiHeadRoom(session, Jobs(session, inline_runner), LIGHT)
    qtbot.addWidget(room)
    assert "float64" in room.figures.banner.text()
    session.undo_stack.undo()
    assert room.figures.banner.text() == ""
    np.testing.assert_array_equal(shown(room.map), computed(session).steps["weights"][0])
