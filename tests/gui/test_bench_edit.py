"""Filling, pulling, painting, reshaping and importing on the bench."""

from pathlib import Path

import numpy as np
import pytest

from engine.audit import audit
from engine.config import Config
from engine.masks import Mask
from engine.problems import Problem
from engine.steps import trace
from engine.tables import read_config
from gui.panels.formula.bench_edit import BenchEdit
from gui.panels.formula.shape import ShapePanel
from gui.panels.matrix_edit import FINE_STEP
from gui.panels.words import PRESET_NAMES
from gui.presets import PRESETS
from gui.session import Session
from gui.widgets.gesture import new_gesture


@pytest.fixture
def edit(session: Session) -> BenchEdit:
    """What the strip edits with."""
    return BenchEdit(session)


def test_a_pulled_cell_follows_from_where_it_was_and_is_one_entry(edit: BenchEdit, session: Session) -> None:
    gesture = new_gesture()
    for steps in range(1, 21):
        edit.drag("k", 2, 3, steps, gesture)
    assert session.config.k[3, 2] == pytest.approx(-0.7 + 20 * FINE_STEP, abs=1e-12)
    assert session.undo_stack.count() == 1
    edit.drag("k", 2, 3, 0, gesture)
    assert session.undo_stack.count() == 0  # it ended where it began


def test_painting_hides_and_shows_and_one_gesture_does_one_of_both(edit: BenchEdit, session: Session) -> None:
    stroke = new_gesture()
    edit.paint(3, 0, stroke, "Paint")
    edit.paint(3, 1, stroke, "Paint")
    assert session.undo_stack.count() == 1
    np.testing.assert_array_equal(session.config.visible[3], [False, False, True, True])
    stroke = new_gesture()
    edit.paint(3, 1, stroke, "Paint")
    edit.paint(3, 2, stroke, "Paint")  # visible already: this stroke shows cells
    np.testing.assert_array_equal(session.config.visible[3], [False, True, True, True])


def test_painting_one_head_leaves_the_others(edit: BenchEdit, session: Session) -> None:
    rng = np.random.default_rng(1)
    visible = np.ones((2, 1, 3, 3), dtype=bool)
    session.replace_config(
        Config(
            rng.normal(size=(2, 1, 3, 2)),
            rng.normal(size=(2, 1, 3, 2)),
            rng.normal(size=(2, 1, 3, 2)),
            mask=Mask(visible=visible),
        ),
        "batch",
    )
    session.set_lead(1)
    edit.paint(0, 2, new_gesture(), "Paint")
    assert session.config.visible.sum() == 17
    assert not session.config.visible[1, 0, 0, 2]


def test_typing_into_one_entry_of_a_batch(edit: BenchEdit, session: Session) -> None:
    session.replace_config(Config(np.zeros((2, 3, 2)), np.zeros((1, 3, 2)), np.zeros((3, 2))), "batch")
    session.set_lead(1)
    edit.type("q", 0, 1, "5")
    edit.type("k", 1, 0, "6")
    edit.type("v", 2, 1, "7")
    assert session.config.q[1, 0, 1] == 5 and session.config.q[0, 0, 1] == 0
    assert session.config.k[0, 0, 1] == 6
    assert session.config.v[2, 1] == 7


def test_typing_over_a_selection_fills_it_as_one_entry(edit: BenchEdit, session: Session) -> None:
    edit.type("v", 1, 1, "0,5", (0, 1, 2, 2))
    np.testing.assert_array_equal(session.config.v[:3, 1:], np.full((3, 2), 0.5))
    assert session.undo_stack.count() == 1
    edit.type("v", 3, 0, "9", (0, 1, 2, 2))  # the selection lies elsewhere
    assert session.config.v[3, 0] == 9 and session.config.v[0, 1] == 0.5


@pytest.mark.parametrize("preset", sorted(PRESET_NAMES))
def test_every_example_can_be_computed(preset: str, session: Session) -> None:
    session.replace_config(read_config(PRESETS / f"{preset}.json"), preset)
    assert all(check.ok for check in audit(trace(session.config)))


def test_the_same_seed_fills_the_same_numbers(edit: BenchEdit, session: Session) -> None:
    edit.fill(("q", "k", "v"), "normal", "Fill", seed=3)
    first = session.config
    edit.fill(("q", "k", "v"), "uniform", "Fill", seed=3)
    edit.fill(("q", "k", "v"), "normal", "Fill", seed=3)
    np.testing.assert_array_equal(first.q, session.config.q)
    assert not np.array_equal(session.config.q, session.config.k)


def test_identity_and_zeros(edit: BenchEdit, session: Session) -> None:
    edit.fill(("v",), "identity", "Fill")
    np.testing.assert_array_equal(session.config.v, np.eye(4, 3))
    edit.fill(("q",), "zeros", "Fill")
    assert not session.config.q.any()


def test_an_imported_matrix_must_fit(edit: BenchEdit, session: Session) -> None:
    before = session.config
    with pytest.raises(Problem, match="K and Q differ in columns, 3 against 5"):
        edit.replace("q", np.ones((4, 5)), "Import Q")
    assert session.config is before
    edit.replace("q", np.ones((2, 3)), "Import Q")
    assert session.config.n_q == 2


def test_shape_keeps_what_fits(session: Session) -> None:
    panel = ShapePanel(session)
    before = session.config
    field = panel._fields["n_q"]
    field.setText("6")
    field.returnPressed.emit()
    assert (session.config.n_q, session.config.n_k) == (6, 6)  # self-attention: keys follow
    np.testing.assert_array_equal(session.config.q[:4], before.q)
    np.testing.assert_array_equal(session.config.v[:4], before.v)
    session.undo_stack.undo()
    assert session.config is before


@pytest.mark.parametrize("text", ["0", "x", "99999", "1.5", ""])
def test_a_shape_that_cannot_be_is_refused_at_its_field(session: Session, text: str) -> None:
    panel = ShapePanel(session)
    before = session.config
    field = panel._fields["d_k"]
    field.setText(text)
    field.returnPressed.emit()
    assert session.config is before
    assert panel.banner._label.text()
    assert field.text() == text


def test_reading_a_matrix_from_a_file_keeps_every_digit(tmp_path: Path) -> None:
    from engine.tables import read_matrix

    path = tmp_path / "m.csv"
    path.write_text("0.123456789012,1e-05\n", encoding="utf-8")
    np.testing.assert_array_equal(read_matrix(path, "q"), [[0.123456789012, 1e-05]])
