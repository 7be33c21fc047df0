"""Names, paths and broken folders: each ends in a model or in one clear sentence."""

import json
import pickle
import shutil
import socket
from collections.abc import Callable
from pathlib import Path
from typing import Any, NoReturn

import numpy as np
import pytest
import torch
import transformers
from safetensors.torch import load_file, save_file

from engine.models.capture import capture
from engine.models.folder import local_folder
from engine.models.load import Model, load
from engine.problems import Problem

Maker = Callable[..., Path]


@pytest.fixture(autouse=True)
def no_network(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever is asked for in this file, nothing may even look up a host."""

    def refuse(*_: Any, **__: Any) -> NoReturn:
        raise AssertionError("a folder was taken for a hub name")

    monkeypatch.setattr(socket.socket, "connect", refuse)
    monkeypatch.setattr(socket, "getaddrinfo", refuse)


def problem(name: str) -> str:
    with pytest.raises(Problem) as caught:
        load(name, "cpu")
    assert caught.value.field == "model"
    text = str(caught.value)
    assert text.count("\n") == 0 and text.rstrip().endswith(".")
    return text


@pytest.mark.parametrize("name", ["modèle 模型 é 🙂", "plain"])
def test_a_folder_loads_under_any_name(copy_of_tiny: Maker, name: str) -> None:
    folder = copy_of_tiny(name)
    for spelled in (str(folder), f"{folder}/", f'  "{folder}" ', f"'{folder}'"):
        model = load(spelled, "cpu")
        assert model.folder == folder and not model.module.training
        assert not any(p.requires_grad for p in model.module.parameters())
        assert model.module.dtype == torch.float32
    assert capture(model, "the cat").layers == 3


def test_home_and_relative_paths(copy_of_tiny: Maker, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = copy_of_tiny("tiny-gpt2")
    monkeypatch.setenv("HOME", str(folder.parent))
    monkeypatch.setenv("USERPROFILE", str(folder.parent))
    monkeypatch.chdir(folder.parent)
    for spelled in ("~/tiny-gpt2", " tiny-gpt2 ", "./tiny-gpt2"):
        assert load(spelled, "cpu").layers == 3


@pytest.mark.parametrize(
    "name",
    [
        "/nope/tiny-gpt2",
        "/nope/tiny-gpt2/",
        "tiny-gpt2/",
        "~/not-there",
        "~nobody-here/model",
        '"tiny-gpt2"',
        "C:\\models\\gpt2",
        "C:/models/gpt2",
        "\\\\server\\share\\gpt2",
        "../gpt2",
        "a/b/c",
        "modèle",
        "x" * 5000 + "/y",
    ],
)
def test_a_missing_folder_is_called_missing(name: str) -> None:
    text = problem(name)
    assert "does not exist" in text and name.strip("\"'") in text and "repo" not in text.lower()


def test_a_mistyped_name_in_a_folder_that_exists_is_a_path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "models").mkdir()
    monkeypatch.chdir(tmp_path)
    assert "does not exist" in problem("models/gpt3")


@pytest.mark.parametrize("name", ["gpt2", "owner/model", "openai-community/gpt2", "Qwen/Qwen2.5-0.5B"])
def test_hub_names_are_not_paths(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert local_folder(name) is None


def test_no_name_at_all() -> None:
    assert "No model is named" in problem("  ")


def test_a_file_is_not_a_folder(copy_of_tiny: Maker) -> None:
    assert "is a file" in problem(str(copy_of_tiny() / "model.safetensors"))


@pytest.mark.parametrize(
    ("broken", "words"),
    [
        ("empty-file", ("model.safetensors", "empty")),
        ("html-config", ("config.json", "web page")),
        ("lfs-pointer", ("model.safetensors", "git lfs pull")),
        ("shape-mismatch", ("transformer.h.0.attn.c_attn", "(96,)")),
        ("truncated", ("model.safetensors", "too early", "31080")),
    ],
)
def test_broken_files_are_named_with_the_likely_cause(
    copy_of_tiny: Maker, tiny: Model, broken: str, words: tuple[str, ...]
) -> None:
    before = capture(tiny, "the cat").maps()
    text = problem(str(copy_of_tiny(broken=broken)))
    assert all(word in text for word in words)
    np.testing.assert_array_equal(capture(tiny, "the cat").maps(), before)


@pytest.mark.parametrize(
    ("without", "words"),
    [
        ("config.json", "no config.json"),
        ("model.safetensors", "no weights"),
        ("tokenizer.json", "no tokenizer"),
    ],
)
def test_missing_files_are_named(copy_of_tiny: Maker, without: str, words: str) -> None:
    assert words in problem(str(copy_of_tiny(without=(without,))))


@pytest.mark.parametrize("content", [b"\x00" * 40, b"junk" * 50, b"<!DOCTYPE html><p>404", b"\x05\0\0\0\0\0\0\0[1,2]"])
def test_junk_instead_of_weights(copy_of_tiny: Maker, content: bytes) -> None:
    folder = copy_of_tiny()
    (folder / "model.safetensors").write_bytes(content)
    assert "model.safetensors" in problem(str(folder)) and "download" in problem(str(folder))


def with_one_weight(folder: Path, value: float) -> str:
    """`folder` with `value` as the first number of layer 0's c_attn."""
    weights = load_file(folder / "model.safetensors")
    weights["transformer.h.0.attn.c_attn.weight"][0, 0] = value
    save_file(weights, folder / "model.safetensors", metadata={"format": "pt"})
    return str(folder)


@pytest.mark.parametrize("value", [float("nan"), float("inf"), float("-inf")])
def test_weights_that_are_no_numbers_are_refused(copy_of_tiny: Maker, value: float) -> None:
    text = problem(with_one_weight(copy_of_tiny(), value))
    assert "NaN or infinite" in text and "transformer.h.0.attn.c_attn.weight" in text and "download" in text


def test_finite_weights_load_even_if_their_sum_overflows(copy_of_tiny: Maker) -> None:
    folder = copy_of_tiny()
    weights = load_file(folder / "model.safetensors")
    weights["transformer.wpe.weight"][20:22] = 3e38
    save_file(weights, folder / "model.safetensors", metadata={"format": "pt"})
    assert load(str(folder), "cpu").layers == 3


class Bomb:
    """A pickle that leaves a file behind when it is opened."""

    def __init__(self, target: Path) -> None:
        self.target = target

    def __reduce__(self) -> tuple[Any, ...]:
        return Path.touch, (self.target,)


@pytest.mark.parametrize("name", ["pytorch_model.bin", "model.pt"])
def test_a_pickle_is_refused_unopened(copy_of_tiny: Maker, name: str) -> None:
    folder = copy_of_tiny(without=("model.safetensors",))
    fired = folder / "fired"
    (folder / name).write_bytes(pickle.dumps(Bomb(fired)))
    text = problem(str(folder))
    assert name in text and "safetensors" in text and not fired.exists()


def test_a_junk_bin_is_refused(copy_of_tiny: Maker) -> None:
    folder = copy_of_tiny(without=("model.safetensors",))
    (folder / "pytorch_model.bin").write_bytes(b"not a model")
    assert "pytorch_model.bin" in problem(str(folder))


def test_a_pickle_beside_good_weights_stays_closed(copy_of_tiny: Maker) -> None:
    folder = copy_of_tiny()
    fired = folder / "fired"
    (folder / "pytorch_model.bin").write_bytes(pickle.dumps(Bomb(fired)))
    load(str(folder), "cpu")
    assert not fired.exists()


def test_gguf_is_refused(copy_of_tiny: Maker) -> None:
    folder = copy_of_tiny(without=("model.safetensors",))
    (folder / "tiny.gguf").write_bytes(b"GGUF")
    assert "tiny.gguf" in problem(str(folder))


def edit_config(folder: Path, **changes: Any) -> None:
    path = folder / "config.json"
    path.write_text(json.dumps(json.loads(path.read_text()) | changes))


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"model_type": "gpt99"}, "gpt99"),
        ({"model_type": None}, "model_type"),
        ({"n_layer": 2}, "layers that it does not have"),
        ({"n_layer": 5}, "are missing"),
        ({"n_head": 5}, "cannot be used"),
        ({"n_layer": "three"}, "cannot be used"),
    ],
)
def test_configs_that_do_not_fit(copy_of_tiny: Maker, changes: dict[str, Any], words: str) -> None:
    folder = copy_of_tiny()
    edit_config(folder, **changes)
    assert words in problem(str(folder))


def test_code_that_comes_with_a_model_is_never_run(copy_of_tiny: Maker) -> None:
    folder = copy_of_tiny()
    fired = folder / "fired"
    edit_config(folder, model_type="own", auto_map={"AutoConfig": "own.C", "AutoModel": "own.M"})
    (folder / "own.py").write_text(f"open({str(fired)!r}, 'w')")
    assert "own" in problem(str(folder)) and not fired.exists()


def test_weights_with_other_names_are_refused(copy_of_tiny: Maker) -> None:
    folder = copy_of_tiny()
    weights = load_file(folder / "model.safetensors")
    renamed = {name.replace("attn.c_attn", "attention.qkv"): value for name, value in weights.items()}
    save_file(renamed, folder / "model.safetensors", metadata={"format": "pt"})
    text = problem(str(folder))
    assert "missing" in text and "c_attn" in text


@pytest.mark.parametrize(
    ("file", "content", "words"),
    [
        ("tokenizer.json", '{"version": "1.0"', "is not what its name says"),
        ("tokenizer.json", "<html>404</html>", "is not what its name says"),
        ("tokenizer_config.json", '{"a": ', "is not what its name says"),
        ("tokenizer.json", '{"version": "1.0"}', "No tokenizer can be made"),
        ("tokenizer.json", "{}", "No tokenizer can be made"),
    ],
)
def test_a_damaged_file_of_the_tokenizer_is_named(copy_of_tiny: Maker, file: str, content: str, words: str) -> None:
    folder = copy_of_tiny()
    (folder / file).write_text(content)
    text = problem(str(folder))
    assert str(folder / file) in text and words in text and "download it again" in text
    assert "('" not in text, "a bare key tells nobody anything"


def test_weights_in_parts_need_all_of_them(copy_of_tiny: Maker) -> None:
    folder = copy_of_tiny()
    weights = load_file(folder / "model.safetensors")
    (folder / "model.safetensors").unlink()
    names = sorted(weights)
    parts = {"part-1.safetensors": names[::2], "part-2.safetensors": names[1::2]}
    for file, keys in parts.items():
        save_file({key: weights[key] for key in keys}, folder / file, metadata={"format": "pt"})
    index = {"metadata": {}, "weight_map": {key: file for file, keys in parts.items() for key in keys}}
    (folder / "model.safetensors.index.json").write_text(json.dumps(index))
    assert capture(load(str(folder), "cpu"), "the cat").layers == 3
    (folder / "part-2.safetensors").unlink()
    assert "part-2.safetensors is missing" in problem(str(folder))


def test_a_trunk_saved_without_its_head_loads(copy_of_tiny: Maker, tiny: Model) -> None:
    """GPT-2's head shares the embedding, so it still predicts; an encoder's own head is left out."""
    folder = copy_of_tiny()
    transformers.GPT2Model.from_pretrained(folder).save_pretrained(folder)
    model = load(str(folder), "cpu")
    np.testing.assert_array_equal(capture(model, "the cat").maps(), capture(tiny, "the cat").maps())


def test_the_trunk_of_a_model_with_its_own_head_loads(copy_of_tiny: Maker) -> None:
    folder = copy_of_tiny(without=("model.safetensors",))
    sizes = {"hidden_size": 8, "intermediate_size": 8, "num_hidden_layers": 2, "num_attention_heads": 2}
    config = transformers.LlamaConfig(vocab_size=265, tie_word_embeddings=False, **sizes)
    transformers.LlamaModel(config).save_pretrained(folder)
    model = load(str(folder), "cpu")
    result = capture(model, "the cat")
    assert not model.predicts and model.causal and result.logits is None and result.map(1, 1)[0, 1] == 0


def test_nothing_is_printed(copy_of_tiny: Maker, capfd: pytest.CaptureFixture[str]) -> None:
    capture(load(str(copy_of_tiny()), "cpu"), "the cat")
    shutil.rmtree(copy_of_tiny("gone"))
    out, err = capfd.readouterr()
    assert out == "" and err == ""
