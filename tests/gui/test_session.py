"""Edits, undo and redo."""

import numpy as np
import pytest

from engine.problems import Problem
from gui.session import Session
from gui.widgets.gesture import new_gesture


def test_first_picture_is_computed_without_a_worker(session: Session) -> None:
    assert session.trace.config is session.config
    assert session.trace.steps["weights"].shape == (4, 4)


def test_edit_undo_redo_bring_back_the_same_numbers(session: Session) -> None:
    first = session.config
    q = first.q.copy()
    q[0, 0] = 0.1 + 0.2
    session.edit_config("Edit Q", q=q)
    assert session.config.q[0, 0] == 0.1 + 0.2
    session.undo_stack.undo()
    assert session.config is first
    session.undo_stack.redo()
    assert session.config.q[0, 0] == 0.1 + 0.2


def test_a_drag_is_one_entry(session: Session) -> None:
    gesture = new_gesture()
    for factor in np.linspace(0.5, 3, 100):
        session.edit_config("Scale", gesture, scale=float(factor))
    assert session.undo_stack.count() == 1
    session.undo_stack.undo()
    assert session.config.scale == "sqrt_dk"


def test_two_drags_are_two_entries(session: Session) -> None:
    for gesture in (new_gesture(), new_gesture()):
        session.edit_config("Scale", gesture, scale=float(gesture))
        session.edit_config("Scale", gesture, scale=float(gesture) + 0.5)
    assert session.undo_stack.count() == 2


def test_a_drag_that_ends_where_it_began_leaves_no_entry(session: Session) -> None:
    session.edit_config("Scale", scale=1.0)
    gesture = new_gesture()
    for factor in (2.0, 3.0, 1.0):
        session.edit_config("Scale", gesture, scale=factor)
    assert session.undo_stack.count() == 1
    assert session.config.scale == 1.0


def test_a_refused_edit_changes_nothing(session: Session) -> None:
    before = session.document
    with pytest.raises(Problem, match="K and Q differ in columns, 3 against 2"):
        session.edit_config("Edit Q", q=np.ones((4, 2)))
    assert session.document is before
    assert session.undo_stack.count() == 0


def test_the_same_view_again_is_no_entry(session: Session) -> None:
    session.edit_view("Layer", layer=session.view.layer)
    assert session.undo_stack.count() == 0
