"""Taking a layer of a model to the bench."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch
from PySide6.QtWidgets import QComboBox

from engine.models.load import load
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
