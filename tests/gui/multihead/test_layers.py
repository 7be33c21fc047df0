"""Taking a layer of a model to the bench."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch
from PySide6.QtWidgets import QComboBox

from engine.models.load import load
from gui.jobs import Jobs
from gui.rooms.multihead import MultiHeadRoom
from gui.session import Session


@pytest.fixture
def one_thread() -> Iterator[None]:
    """A tiny model is read faster by one thread."""
    before = torch.get_num_threads()
    torch.set_num_threads(1)
    yield
    torch.set_num_threads(before)


@pytest.fixture
def with_tiny(session: Session, room: MultiHeadRoom, one_thread: None, data: Path) -> MultiHeadRoom:
    """The room, when the tiny GPT-2 has read a text."""
    session.edit_view("Model", name=str(data / "tiny-gpt2"), text="The cat sat")
    assert session.problem("model") is None and session.problem("capture") is None
    return room


def test_a_layer_is_taken_from_the_model(
    with_tiny: MultiHeadRoom, session: Session, data: Path, choose: Callable[[QComboBox, object], None]
) -> None:
    room = with_tiny
    choose(room.source.layer, 2)
    room.source.take.click()
    model = load(str(data / "tiny-gpt2"), "cpu")
    seen: dict[str, Any] = {}
    block = model.module.get_submodule("transformer.h.2.attn")
    hook = block.register_forward_hook(lambda _m, _i, output: seen.update(output=output[0][0].numpy()))
    ids = session.result("capture").capture.tokens.ids
    with torch.inference_mode():
        model.module(input_ids=torch.tensor([ids]))
    hook.remove()
    np.testing.assert_allclose(room.join.output.view.picture().values, seen["output"], atol=1e-5)
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
        room.map.picture().values, session.result("capture").capture.map(2, 0), atol=1e-5
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


def test_no_layer_is_taken_for_a_text_that_the_model_cannot_read(with_tiny: MultiHeadRoom, session: Session) -> None:
    room, before = with_tiny, session.heads
    session.edit_view("Text", text="x" * 33)  # more than its 32 positions
    assert session.problem("capture") is not None
    assert session.reading is None
    assert not room.source.take.isEnabled() and not room.source.layer.isEnabled()
    assert "when the model has read its text" in room.source.about()
    jobs = session.findChild(Jobs)
    assert isinstance(jobs, Jobs)
    jobs.take_layer(0)
    assert session.heads is before
    session.undo_stack.undo()
    assert room.source.take.isEnabled()


def test_no_layer_is_taken_of_the_model_before(with_tiny: MultiHeadRoom, session: Session) -> None:
    room, reading = with_tiny, session.reading
    assert reading is not None and room.source.take.isEnabled()
    session._results["model"] = object()
    session.result_changed.emit("model")  # loaded, and the text not yet read
    assert session.reading is None
    assert not room.source.take.isEnabled()
    session.set_result("model", reading.model)
    assert session.reading is not None
    assert room.source.take.isEnabled()


def test_rows_that_the_text_did_not_make_are_not_named_after_its_tokens(
    with_tiny: MultiHeadRoom, session: Session, enter: Callable[[str, str], None]
) -> None:
    room = with_tiny
    room.source.take.click()
    labels = session.heads.labels
    count = len(labels)
    assert count > 4
    enter("tokens", "2")
    assert room.map.picture().row_labels == labels[:2]
    enter("tokens", str(count))
    random_rows = tuple(str(row) for row in range(2, count))
    assert room.map.picture().row_labels == labels[:2] + random_rows
    session.set_box("x")
    room.matrix.matrix.view.edited.emit(0, 0, "7")
    assert room.map.picture().row_labels == ("0", labels[1], *random_rows)
    for _ in range(3):
        session.undo_stack.undo()
    assert room.map.picture().row_labels == labels
    enter("d_model", "4")
    assert room.map.picture().row_labels == ()
