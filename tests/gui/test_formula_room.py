"""The Formula room, used as a person uses it."""

from collections.abc import Callable

import numpy as np
import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QComboBox, QLineEdit, QSlider
from pytestqt.qtbot import QtBot

from engine.tables import read_config
from gui.jobs import Jobs
from gui.panels.formula.audit import AuditPanel
from gui.presets import PRESETS
from gui.rooms.formula import FormulaRoom
from gui.runner import Runner
from gui.session import Session
from gui.theme import LIGHT


@pytest.fixture
def room(qtbot: QtBot, session: Session, inline_runner: Runner) -> FormulaRoom:
    """The room, with a worker that answers at once."""
    jobs = Jobs(session, inline_runner)
    room = FormulaRoom(session, jobs, LIGHT)
    qtbot.addWidget(room)
    room.resize(1300, 800)
    room.show()
    return room


def type_into(qtbot: QtBot, room: FormulaRoom, block: str, row: int, column: int, text: str) -> None:
    """Type `text` and Enter into a cell."""
    view = room.strip.views[block]
    qtbot.mouseClick(view, Qt.MouseButton.LeftButton, pos=view.cell_rect(row, column).center().toPoint())
    qtbot.keyClick(view, Qt.Key.Key_F2)
    editor = view.editor()
    assert editor is not None
    editor.selectAll()
    qtbot.keyClicks(editor, text)
    qtbot.keyClick(editor, Qt.Key.Key_Return)


def shown(room: FormulaRoom, block: str) -> np.ndarray:
    """The numbers that a block shows."""
    return room.strip.views[block].picture().values


def test_an_edited_query_changes_every_step_by_hand(qtbot: QtBot, room: FormulaRoom, session: Session) -> None:
    type_into(qtbot, room, "q", 1, 0, "2.5")
    k = session.config.k
    q = np.array([2.5, 1.1, 0.2])
    scores = k @ q
    scaled = scores / np.sqrt(3)
    powers = np.exp(scaled[:2])
    np.testing.assert_allclose(shown(room, "scores")[1], scores, atol=1e-12)
    np.testing.assert_allclose(shown(room, "weights")[1], [*(powers / powers.sum()), 0, 0], atol=1e-12)
    np.testing.assert_allclose(shown(room, "output")[1], powers / powers.sum() @ session.config.v[:2], atol=1e-12)


def test_k_is_edited_as_it_stands_transposed(qtbot: QtBot, room: FormulaRoom, session: Session) -> None:
    type_into(qtbot, room, "k", 2, 3, "7")
    assert session.config.k[3, 2] == 7
    assert shown(room, "k")[2, 3] == 7


@pytest.mark.parametrize(("text", "says"), [("abc", "abc"), ("", "empty cell"), ("nan", "nan"), ("1;2", "1;2")])
def test_a_cell_that_cannot_be_read_changes_nothing_and_says_why(
    qtbot: QtBot, room: FormulaRoom, session: Session, text: str, says: str
) -> None:
    before = session.config
    view = room.strip.views["q"]
    errors: list[str] = []
    original = view.show_error
    view.show_error = lambda row, column, sentence: (errors.append(sentence), original(row, column, sentence))  # type: ignore[method-assign]
    view.edited.emit(0, 0, text)
    assert session.config is before
    assert session.undo_stack.count() == 0
    assert len(errors) == 1 and says in errors[0]


def test_a_decimal_comma_is_read_in_a_cell(qtbot: QtBot, room: FormulaRoom, session: Session) -> None:
    type_into(qtbot, room, "v", 0, 0, "1,5")
    assert session.config.v[0, 0] == 1.5


def test_walking_through_all_cells_changes_no_bit(qtbot: QtBot, room: FormulaRoom, session: Session) -> None:
    view = room.strip.views["q"]
    view.setFocus()
    view.edit(0, 0)
    for _ in range(session.config.q.size):
        editor = view.editor()
        if editor is None:
            break
        qtbot.keyClick(editor, Qt.Key.Key_Tab)
    assert session.undo_stack.count() == 0


def test_pasted_table_is_one_undo_entry(qtbot: QtBot, room: FormulaRoom, session: Session) -> None:
    view = room.strip.views["v"]
    view.setFocus()
    before = session.config
    QGuiApplication.clipboard().setText("1\t2,5\r\n3\t4\r\n")
    qtbot.keyClick(view, Qt.Key.Key_V, Qt.KeyboardModifier.ControlModifier)
    np.testing.assert_array_equal(session.config.v[:2, :2], [[1, 2.5], [3, 4]])
    assert session.undo_stack.count() == 1
    session.undo_stack.undo()
    assert session.config is before


def test_a_table_that_does_not_fit_is_refused(qtbot: QtBot, room: FormulaRoom, session: Session) -> None:
    view = room.strip.views["v"]
    view.setFocus()
    before = session.config
    QGuiApplication.clipboard().setText("\n".join(["1 2 3 4"] * 4))
    qtbot.keyClick(view, Qt.Key.Key_V, Qt.KeyboardModifier.ControlModifier)
    assert session.config is before


def test_scale_buttons_and_causal_box(qtbot: QtBot, room: FormulaRoom, session: Session) -> None:
    panel = room.scale_panel
    qtbot.mouseClick(panel._none, Qt.MouseButton.LeftButton, pos=QPoint(6, panel._none.height() // 2))
    assert session.config.scale == "none"
    np.testing.assert_array_equal(shown(room, "scaled"), shown(room, "scores"))
    qtbot.mouseClick(
        room.mask_panel._causal, Qt.MouseButton.LeftButton, pos=QPoint(6, room.mask_panel._causal.height() // 2)
    )
    assert not session.config.mask.causal
    assert (shown(room, "weights") > 0).all()
    session.undo_stack.undo()
    assert room.mask_panel._causal.isChecked()


def test_a_drag_of_the_slider_saturates_and_is_one_entry(qtbot: QtBot, room: FormulaRoom, session: Session) -> None:
    slider = room.scale_panel.slider.findChild(QSlider)
    assert isinstance(slider, QSlider)
    slider.setFocus()
    slider.began.emit()  # type: ignore[attr-defined]
    for position in range(200, 401, 2):
        slider.setValue(position)
    assert session.undo_stack.count() == 1
    assert session.config.scale == 1000.0
    weights = shown(room, "weights")
    np.testing.assert_allclose(weights.max(axis=1), 1, atol=1e-12)
    np.testing.assert_allclose(shown(room, "entropy"), 0, atol=1e-9)


@pytest.mark.parametrize("text", ["0, 9", "x", "-1", "1.5"])
def test_padding_that_cannot_be_is_refused_at_its_field(room: FormulaRoom, session: Session, text: str) -> None:
    before = session.config
    field = room.mask_panel._padding
    field.setText(text)
    field.returnPressed.emit()
    assert session.config is before
    assert room.mask_panel.banner.text() != ""
    assert field.text() == text


def test_padding_hides_keys(room: FormulaRoom, session: Session) -> None:
    field = room.mask_panel._padding
    field.setText("0; 2")
    field.returnPressed.emit()
    assert session.config.mask.padding == (0, 2)
    assert not shown(room, "weights")[:, [0, 2]].any()
    assert room.mask_panel.banner.text() == ""
    assert field.text() == "0, 2"


def test_steps_by_keys(qtbot: QtBot, room: FormulaRoom, session: Session) -> None:
    room.steps.setFocus()
    session.set_show_all_steps(False)
    qtbot.keyClick(room.steps, Qt.Key.Key_Home)
    assert session.step == "scores"
    qtbot.keyClick(room.steps, Qt.Key.Key_Right)
    assert session.step == "scaled"
    qtbot.keyClick(room.steps, Qt.Key.Key_End)
    assert session.step == "output"


def test_play_ends_at_the_output(qtbot: QtBot, room: FormulaRoom, session: Session) -> None:
    room.steps._timer.setInterval(5)
    room.steps.setFocus()
    seen: list[str] = []
    session.step_changed.connect(seen.append)
    qtbot.keyClick(room.steps, Qt.Key.Key_Space)
    qtbot.waitUntil(lambda: session.step == "output" and not room.steps._timer.isActive(), timeout=3000)
    assert seen[-5:] == ["scores", "scaled", "masked", "weights", "output"]


def test_pointing_explains_the_cell_with_its_numbers(room: FormulaRoom) -> None:
    room.strip.views["scores"].hovered.emit(1, 0)
    text = room.explanation.text()
    assert "0.4" in text and "0.8" in text and "0.37" in text  # 0.4·0.8 + 1.1·0.1 + 0.2·(−0.3) = 0.37
    room.strip.views["scores"].hovered.emit(-1, -1)
    assert "Point at a cell" in room.explanation.text()


def test_the_picture_is_that_of_the_focused_block(qtbot: QtBot, room: FormulaRoom, session: Session) -> None:
    session.set_step("weights")
    room.steps.setFocus()
    assert room.picture().title == "weights"  # type: ignore[union-attr]
    room.strip.views["masked"].setFocus()
    assert room.picture().title == "masked"  # type: ignore[union-attr]


def test_mistakes_are_named_with_what_they_break(room: FormulaRoom, session: Session) -> None:
    session.edit_config("Mistake", mistakes=frozenset({"softmax_over_queries"}))
    from gui.panels.formula.mistakes import MistakesPanel

    panel = room.findChild(MistakesPanel)
    assert panel is not None
    assert "Rows sum to 1" in panel._lessons.text()
    session.undo_stack.undo()
    assert panel._lessons.text() == ""


def test_wheel_over_fields_changes_nothing(
    room: FormulaRoom, session: Session, turn_wheel: Callable[..., None]
) -> None:
    before = session.document
    fields = [*room.findChildren(QSlider), *room.findChildren(QComboBox), *room.findChildren(QLineEdit)]
    for widget in [*fields, *room.strip.views.values()]:
        turn_wheel(widget)
    assert session.document is before


def test_cells_stay_visible_where_the_titles_alone_are_too_wide(
    qtbot: QtBot, room: FormulaRoom, session: Session
) -> None:
    session.edit_config("Dropout", dropout=0.5)
    room.resize(700, 800)
    for name in ("scores", "dropped", "output"):
        assert room.strip.views[name].cell_rect(0, 0).width() >= 3


def test_dropout_left_on_shows_its_step(room: FormulaRoom, session: Session) -> None:
    assert room.strip.views["dropped"].isHidden()
    session.edit_config("Mistake", mistakes=frozenset({"dropout_at_evaluation"}))
    assert not room.strip.views["dropped"].isHidden()
    assert "dropped" in room.flow.state().steps
    output = shown(room, "dropped") @ session.config.v
    np.testing.assert_allclose(shown(room, "output"), output, atol=1e-12)


def test_the_diagram_and_the_texts_say_what_was_computed(room: FormulaRoom, session: Session) -> None:
    def boxes() -> str:
        return " ".join(text for pair in room.flow._texts().values() for text in pair)

    assert "−∞" in boxes() and "row by row" in boxes() and "1/√3" in boxes()
    room.strip.views["masked"].hovered.emit(0, 1)
    assert "−∞" in room.explanation._role.text()
    session.edit_config("Filler", filler=-1e4)
    assert "−1e+04" in boxes() and "−∞" not in boxes()
    assert room.explanation._role.text() == ""
    for mistake, says in (
        ("softmax_over_queries", "column by column"),
        ("scale_by_d_model", "1/√24"),
        ("mask_after_softmax", "too late"),
        ("inverted_mask", "inverted"),
    ):
        session.edit_config("Mistake", mistakes=frozenset({mistake}), filler=-np.inf)
        assert says in boxes(), mistake


def test_the_kind_of_attention_follows_the_example_and_the_persons_choice(room: FormulaRoom, session: Session) -> None:
    panel = room.shape_panel
    session.replace_config(read_config(PRESETS / "cross.json"), "Example")
    assert panel._kind.currentData() is False
    session.replace_config(read_config(PRESETS / "identity_values.json"), "Example")
    assert panel._kind.currentData() is True
    panel._kind.setCurrentIndex(1)
    panel._kind.activated.emit(1)
    for size in ("3", "4"):  # cross-attention stays, also when the numbers meet again
        panel._fields["n_q"].setText(size)
        panel._fields["n_q"].returnPressed.emit()
    assert panel._kind.currentData() is False
    assert (session.config.n_q, session.config.n_k) == (4, 4)


def test_a_refusal_goes_when_it_is_taken_back(qtbot: QtBot, room: FormulaRoom) -> None:
    field, banner = room.mask_panel._window, room.mask_panel.banner
    for take_back in (Qt.Key.Key_Escape, Qt.Key.Key_Return):
        field.setText("x")
        qtbot.keyClick(field, Qt.Key.Key_Return)
        assert banner.text() != ""
        if take_back == Qt.Key.Key_Return:
            field.setText("")
        qtbot.keyClick(field, take_back)
        assert banner.text() == "" and field.text() == ""


def test_numbers_beyond_float64_are_said_and_nothing_old_is_taken_for_new(
    qtbot: QtBot, room: FormulaRoom, session: Session, inline_runner: Runner
) -> None:
    q = session.config.q.copy()
    q[0, 0] = 1e300
    k = session.config.k.copy()
    k[0, 0] = 1e300
    session.edit_config("Edit", q=q, k=k)
    again = FormulaRoom(session, Jobs(session, inline_runner), LIGHT)  # as after a change of the theme
    qtbot.addWidget(again)
    again.show()
    for each in (room, again):
        assert "beyond what a float64 can hold" in each.problem.text()
        assert each.picture() is None
        signs = [labels[0].text() for labels in each.findChildren(AuditPanel)[0]._rows.values()]
        assert set(signs) == {"…"}
        assert each.strip.views["entropy"]._dimmed and each.strip.views["output"]._dimmed
    session.undo_stack.undo()
    assert room.problem.text() == "" and room.picture() is not None
    assert not room.strip.views["entropy"]._dimmed
