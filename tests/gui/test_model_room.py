"""The Model room, used as a person uses it: a real folder, a real pass, and everything that can go wrong."""

import shutil
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from gui.examples import examples
from gui.jobs import Jobs
from gui.rooms.model import ModelRoom
from gui.runner import Runner
from gui.session import Session
from gui.theme import LIGHT

SENTENCE = "a cat sat on the mat"


@pytest.fixture
def room(qtbot: QtBot, session: Session, inline_runner: Runner) -> ModelRoom:
    """The room with a worker that answers at once; nothing is loaded yet."""
    room = ModelRoom(session, Jobs(session, inline_runner), LIGHT)
    qtbot.addWidget(room)
    room.resize(1200, 800)
    room.show()
    return room


def load(room: ModelRoom, name: str | Path) -> None:
    """Type a name or folder and press Enter."""
    room.source.name.setEditText(str(name))
    room.source.load()


def read(qtbot: QtBot, room: ModelRoom, text: str) -> None:
    """Type a text and press Enter."""
    room.text.field.setText(text)
    qtbot.keyClick(room.text.field, Qt.Key.Key_Return)


def test_every_head_shown_is_the_one_known(qtbot: QtBot, room: ModelRoom, session: Session, data: Path) -> None:
    load(room, data / "tiny-gpt2")
    read(qtbot, room, SENTENCE)
    expected = np.load(data / "tiny-gpt2-maps" / "a_cat_sat_on_the_mat.npz")["attentions"]
    for layer in range(3):
        for head in range(2):
            session.edit_view("Head", layer=layer, head=head)
            picture = room.picture()
            assert picture is not None
            np.testing.assert_allclose(picture.values, expected[layer, head], atol=2e-5)
            assert room.head_map.map.picture() is not None
            np.testing.assert_array_equal(room.head_map.map.picture().values, picture.values)
            assert picture.limits() == (0, 1)
            assert picture.hidden is not None and picture.hidden[0, 1:].all() and not picture.hidden[-1].any()
    assert picture.row_labels == picture.column_labels
    assert picture.row_labels[:4] == ("a", "·cat", "·", "s")


def test_the_mean_is_named_a_mean(qtbot: QtBot, room: ModelRoom, session: Session, data: Path) -> None:
    load(room, data / "tiny-gpt2")
    read(qtbot, room, SENTENCE)
    session.edit_view("Head", head=None)
    picture = room.picture()
    assert picture is not None and "mean" in picture.title
    expected = np.load(data / "tiny-gpt2-maps" / "a_cat_sat_on_the_mat.npz")["attentions"][0].mean(axis=0)
    np.testing.assert_allclose(picture.values, expected, atol=2e-5)


def test_the_value_under_the_pointer_names_its_tokens(
    qtbot: QtBot, room: ModelRoom, session: Session, data: Path
) -> None:
    load(room, data / "tiny-gpt2")
    read(qtbot, room, SENTENCE)
    room.head_map.map.hovered.emit(3, 1, "")
    text = room.head_map._exact.text()
    assert "“s”" in text and "“·cat”" in text
    assert str(room.picture().values[3, 1]) in text  # type: ignore[union-attr]


@pytest.mark.parametrize(
    ("how", "says"),
    [
        ({"without": ("config.json",)}, "config.json"),
        ({"without": ("model.safetensors",)}, "model.safetensors"),
        ({"without": ("tokenizer.json", "tokenizer_config.json")}, "tokenizer"),
        ({"broken": "html-config"}, "config.json"),
        ({"broken": "truncated"}, "model.safetensors"),
        ({"broken": "empty-file"}, "model.safetensors"),
        ({"broken": "lfs-pointer"}, "model.safetensors"),
        ({"broken": "shape-mismatch"}, "config"),
    ],
    ids=str,
)
def test_a_folder_that_cannot_be_opened_is_said_and_the_model_before_stays(
    qtbot: QtBot,
    room: ModelRoom,
    session: Session,
    data: Path,
    copy_of_tiny: Callable[..., Path],
    how: dict[str, Any],
    says: str,
) -> None:
    load(room, data / "tiny-gpt2")
    read(qtbot, room, SENTENCE)
    before, shown = session.result("model"), room.picture()
    load(room, copy_of_tiny(**how))
    assert says in room.source.banner.text()
    assert session.result("model") is before
    assert room.picture() is not None and room.picture().values is shown.values  # type: ignore[union-attr]


def test_a_folder_that_is_not_there_is_no_hub_name(room: ModelRoom) -> None:
    load(room, "not/a/folder/")
    assert "not/a/folder" in room.source.banner.text()
    assert "network" not in room.source.banner.text() and "connection" not in room.source.banner.text()


@pytest.mark.parametrize(
    ("text", "says"), [("", "text"), ("x" * 33, "33"), ("x" * 33, "32")], ids=["empty", "has", "fits"]
)
def test_a_text_that_cannot_be_read_is_said_and_stays_in_the_field(
    qtbot: QtBot, room: ModelRoom, session: Session, data: Path, text: str, says: str
) -> None:
    load(room, data / "tiny-gpt2")
    read(qtbot, room, SENTENCE)
    read(qtbot, room, text)
    assert says in room.text.banner.text()
    assert room.text.field.text() == text
    assert not room.head_map.map.isEnabled()  # the map of another text is not to be taken for this one's
    read(qtbot, room, "a cat")
    assert room.text.banner.text() == ""
    assert room.head_map.map.isEnabled()
    assert room.picture().values.shape == (2, 2)  # type: ignore[union-attr]


def test_weights_by_pickle_and_weights_of_another_model_are_refused(
    qtbot: QtBot, room: ModelRoom, data: Path, tmp_path: Path
) -> None:
    from safetensors.numpy import load_file, save_file

    pickle_only = tmp_path / "pickle"
    shutil.copytree(data / "tiny-gpt2", pickle_only)
    (pickle_only / "model.safetensors").rename(pickle_only / "pytorch_model.bin")
    load(room, pickle_only)
    assert "pytorch_model.bin" in room.source.banner.text()

    renamed = tmp_path / "renamed"
    shutil.copytree(data / "tiny-gpt2", renamed)
    weights = load_file(renamed / "model.safetensors")
    save_file(
        {name.replace("h.1.", "layer.1."): array for name, array in weights.items()}, renamed / "model.safetensors"
    )
    load(room, renamed)
    assert "h.1" in room.source.banner.text()


def test_undo_brings_back_text_layer_and_model(qtbot: QtBot, room: ModelRoom, session: Session, data: Path) -> None:
    load(room, data / "tiny-gpt2")
    read(qtbot, room, SENTENCE)
    read(qtbot, room, "the cat")
    assert room.picture().values.shape == (2, 2)  # type: ignore[union-attr]
    session.undo_stack.undo()
    assert room.text.field.text() == SENTENCE
    assert room.picture().values.shape == (14, 14)  # type: ignore[union-attr]


def test_a_head_that_the_next_model_lacks_becomes_its_last(
    qtbot: QtBot, room: ModelRoom, session: Session, data: Path
) -> None:
    session.edit_view("Head", layer=11, head=11)
    load(room, data / "tiny-gpt2")
    read(qtbot, room, SENTENCE)
    assert "layer 2, head 1" in room.picture().title  # type: ignore[union-attr]


def test_a_head_on_the_bench_has_the_models_own_weights(
    qtbot: QtBot, room: ModelRoom, session: Session, data: Path
) -> None:
    load(room, data / "tiny-gpt2")
    read(qtbot, room, SENTENCE)
    session.edit_view("Head", layer=2, head=1)
    before = session.config
    qtbot.mouseClick(room.head_map.send, Qt.MouseButton.LeftButton)
    expected = np.load(data / "tiny-gpt2-maps" / "a_cat_sat_on_the_mat.npz")
    np.testing.assert_allclose(session.trace.steps["weights"], expected["attentions"][2, 1], atol=2e-5)
    np.testing.assert_allclose(session.config.q, expected["q"][2, 1], atol=2e-5)
    assert session.config.mask.causal and session.config.scale == "sqrt_dk"
    session.undo_stack.undo()
    assert session.config is before
    session.edit_view("Head", head=None)
    assert not room.head_map.send.isEnabled()  # a mean has no queries and keys


def test_the_demo_answers_and_its_head_looks_at_the_right_noun(qtbot: QtBot, room: ModelRoom, session: Session) -> None:
    big, small = (e for e in examples() if (e.skill, e.language) == ("reference", "pt_BR"))
    load(room, "demo")
    for example, noun, other in ((big, "·troféu", "·mala"), (small, "·mala", "·troféu")):
        room.text._show(example)
        picture = room.picture()
        assert picture is not None
        labels = picture.column_labels
        weights = dict(zip(labels, picture.values[-1], strict=True))
        assert weights[noun] > 0.5 > weights[other]
        assert room.head_map.next_tokens.text().startswith(noun)


@pytest.mark.parametrize("language", ["en", "pt_BR"])
@pytest.mark.parametrize("skill", ["reference", "repetition", "agreement", "recall"])
def test_each_skill_has_an_example_in_each_language(skill: str, language: str) -> None:
    assert [e for e in examples() if (e.skill, e.language) == (skill, language)]


def test_nothing_of_the_model_before_is_shown_as_the_next_ones(
    qtbot: QtBot, room: ModelRoom, session: Session, data: Path
) -> None:
    load(room, "demo")
    read(qtbot, room, "The trophy did not fit in the suitcase because it was too big, so big that it stayed at home.")
    assert room.head_map.next_tokens.text() and room.head_map.send.isEnabled()
    load(room, data / "tiny-gpt2")  # takes 32 tokens at most
    assert "32" in room.text.banner.text()
    assert session.reading is None
    assert not room.head_map.map.isEnabled() and not room.head_map.send.isEnabled()
    assert room.head_map.next_tokens.text() == ""
    before = session.config
    room.head_map._layer.activated.emit(1)
    jobs = session.findChild(Jobs)
    assert isinstance(jobs, Jobs)
    jobs.send_to_bench()
    assert session.config is before
    read(qtbot, room, "a cat")
    assert room.head_map.map.isEnabled() and room.head_map.send.isEnabled()


def test_a_cancelled_reading_is_said_and_can_be_asked_again(
    qtbot: QtBot, session: Session, runner: Runner, data: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    import gui.jobs

    jobs = Jobs(session, runner)
    room = ModelRoom(session, jobs, LIGHT)
    qtbot.addWidget(room)
    room.show()
    load(room, data / "tiny-gpt2")
    read(qtbot, room, SENTENCE)
    qtbot.waitUntil(lambda: session.reading is not None and room.picture() is not None, timeout=60_000)
    started, original = threading.Event(), gui.jobs._read

    def slow(model: Any, text: str, job: Any) -> Any:
        started.set()
        while not job.cancelled:
            time.sleep(0.01)
        return original(model, text, job)

    monkeypatch.setattr(gui.jobs, "_read", slow)
    read(qtbot, room, "the cat")
    qtbot.waitUntil(started.is_set, timeout=5000)
    runner.cancel()
    qtbot.waitUntil(lambda: runner.idle, timeout=5000)
    assert "Cancelled" in room.text.banner.text()
    assert room.picture() is None and not room.head_map.map.isEnabled() and not room.head_map.send.isEnabled()
    monkeypatch.setattr(gui.jobs, "_read", original)
    qtbot.keyClick(room.text.field, Qt.Key.Key_Return)  # the same text again
    qtbot.waitUntil(lambda: session.reading is not None and runner.idle, timeout=20_000)
    assert room.text.banner.text() == ""
    assert room.picture().values.shape == (2, 2)  # type: ignore[union-attr]


def test_what_is_typed_and_not_entered_survives_a_load_and_a_new_window(
    qtbot: QtBot, room: ModelRoom, session: Session, inline_runner: Runner, data: Path
) -> None:
    load(room, data / "tiny-gpt2")
    edit = room.source.name.lineEdit()
    assert edit is not None
    edit.selectAll()
    qtbot.keyClicks(edit, "/some/other")
    room.text.field.selectAll()
    qtbot.keyClicks(room.text.field, "not yet")
    session.set_result("model", session.result("model"))  # a load that ends meanwhile
    assert room.source.name.currentText() == "/some/other"
    again = ModelRoom(session, Jobs(session, inline_runner), LIGHT)
    qtbot.addWidget(again)
    assert again.source.name.currentText() == "/some/other"
    assert again.text.field.text() == "not yet"


def test_enter_on_a_listed_name_loads_once(qtbot: QtBot, room: ModelRoom, session: Session) -> None:
    loads: list[str] = []
    session.result_changed.connect(lambda kind: loads.append(kind) if kind == "model" else None)
    edit = room.source.name.lineEdit()
    assert edit is not None
    edit.selectAll()
    qtbot.keyClicks(edit, "demo")
    qtbot.keyClick(edit, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: bool(loads), timeout=20_000)
    qtbot.wait(50)
    assert loads == ["model"]
