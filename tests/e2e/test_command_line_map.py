"""A person runs `map` on a text and reads, exports or compares the attention of a model."""

import csv
import json
import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from safetensors.numpy import load_file, save_file

from engine import cli
from engine.commands.output import PictureRequest

ROOT = Path(__file__).resolve().parents[2]
TEXT = "a cat sat on the mat"
FLOAT32 = 2e-5


def no_picture(request: PictureRequest, path: Path) -> None:
    pytest.fail("nobody asked for a picture")


@pytest.fixture
def model(data: Path) -> str:
    return str(data / "tiny-gpt2")


@pytest.fixture
def expected(data: Path) -> Any:
    """Maps of TEXT computed in float64 by other means: attentions (3, 2, 14, 14) and ids."""
    with np.load(data / "tiny-gpt2-maps" / "a_cat_sat_on_the_mat.npz") as archive:
        return dict(archive)


def run(*argv: Any) -> None:
    assert cli.main(["map", *map(str, argv)], no_picture) == 0


def refused(capsys: pytest.CaptureFixture[str], *argv: Any) -> str:
    assert cli.main(["map", *map(str, argv)], no_picture) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith("error: ")
    assert err.count("\n") == 1
    return err


@pytest.mark.parametrize(("layer", "head"), [(0, 0), (1, 0), (1, 1), (2, 1)])
def test_csv_holds_exactly_the_head_that_was_asked_for(
    model: str, expected: Any, tmp_path: Path, layer: int, head: int
) -> None:
    run(TEXT, "--model", model, "--layer", layer, "--head", head, "--out", tmp_path / "a.csv")
    with (tmp_path / "a.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.reader(file))
    weights = np.array([[float(cell) for cell in row[1:]] for row in rows[1:]])
    np.testing.assert_allclose(weights, expected["attentions"][layer, head], atol=FLOAT32)
    assert rows[0][1:] == [row[0] for row in rows[1:]]
    assert len(rows[0]) == 15


def test_the_default_is_the_first_head_of_the_first_layer(model: str, expected: Any, tmp_path: Path) -> None:
    run(TEXT, "--model", model, "--out", tmp_path / "a.npz")
    with np.load(tmp_path / "a.npz") as arrays:
        np.testing.assert_allclose(arrays["attention"], expected["attentions"][0, 0], atol=FLOAT32)


def test_all_heads_in_an_archive(model: str, expected: Any, tmp_path: Path) -> None:
    run(TEXT, "--model", model, "--head", "all", "--out", tmp_path / "a.npz")
    with np.load(tmp_path / "a.npz", allow_pickle=False) as arrays:
        assert sorted(arrays) == ["attention", "ids", "tokens"]
        assert arrays["attention"].dtype == np.float32
        np.testing.assert_allclose(arrays["attention"], expected["attentions"], atol=FLOAT32)
        assert arrays["ids"].tolist() == expected["ids"].tolist()
        assert arrays["tokens"].shape == (14,)


def test_the_mean_is_named_a_mean(model: str, expected: Any, tmp_path: Path, capsys: Any) -> None:
    run(TEXT, "--model", model, "--layer", 1, "--head", "mean", "--out", tmp_path / "a.json")
    answer = json.loads((tmp_path / "a.json").read_text(encoding="utf-8"))
    assert (answer["layer"], answer["head"]) == (1, "mean")
    (the_map,) = answer["maps"]
    np.testing.assert_allclose(the_map["attention"], expected["attentions"][1].mean(axis=0), atol=FLOAT32)
    assert (the_map["text"], the_map["ids"]) == (TEXT, expected["ids"].tolist())
    run(TEXT, "--model", model, "--layer", 1, "--head", "mean")
    assert "layer 1, mean of its 2 heads" in capsys.readouterr().out.splitlines()[0]


def test_printed_map_has_a_row_and_a_column_per_token(
    model: str, expected: Any, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    run(TEXT, "--model", model, "--layer", 1, "--head", 1)
    lines = capsys.readouterr().out.splitlines()
    assert "layer 1, head 1" in lines[0]
    assert max(map(len, lines)) <= 80
    rows = lines[-14:]
    weights = expected["attentions"][1, 1]
    for query, row in enumerate(rows):
        assert row.split()[0] == str(query)
        peak = int(weights[query].argmax())
        assert f"{weights[query, peak]:.2f} on {peak}" in row
        marks = row[rows[0].index("@") :][: 2 * 14 : 2]
        assert not marks[query + 1 :].strip(), "no query sees a later key"


def test_two_texts_are_compared(model: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    run("a cat sat", "a cat ran", "--model", model)
    out = capsys.readouterr().out
    assert out.count("layer 0, head 0") == 2
    run("a cat sat", "a cat ran", "--model", model, "--out", tmp_path / "a.json")
    answer = json.loads((tmp_path / "a.json").read_text(encoding="utf-8"))
    one, two = (the_map["ids"] for the_map in answer["maps"])
    at = answer["first_difference"]
    assert one[:at] == two[:at]
    assert one[at] != two[at]
    assert f"The texts first differ at token {at}: " in out
    assert out.rstrip().endswith("no query there sees a later key.")
    run("a cat sat", "a cat ran", "--model", model, "--out", tmp_path / "a.npz", "--head", "all")
    with np.load(tmp_path / "a.npz") as arrays:
        assert arrays["ids"].tolist() == one
        assert arrays["ids_2"].tolist() == two
        np.testing.assert_allclose(
            arrays["attention"][..., :at, :at], arrays["attention_2"][..., :at, :at], atol=FLOAT32
        )


def test_a_text_and_its_beginning_and_the_same_text(model: str, capsys: pytest.CaptureFixture[str]) -> None:
    run("xyz", "xy", "--model", model)
    assert 'The texts first differ at token 2: "z" and the end.' in capsys.readouterr().out
    run("xy", "xy", "--model", model)
    assert capsys.readouterr().out.endswith("Both texts have the same tokens.\n")
    run("xy", "zy", "--model", model)
    assert capsys.readouterr().out.endswith('The texts first differ at token 0: "x" and "z".\n')


def test_a_text_file_holds_what_would_be_printed(model: str, tmp_path: Path, capsys: Any, monkeypatch: Any) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    run(TEXT, "--model", model)
    run(TEXT, "--model", model, "--out", tmp_path / "a.txt")
    assert (tmp_path / "a.txt").read_text(encoding="utf-8") == capsys.readouterr().out


def test_a_picture_is_asked_for_with_labels(model: str, expected: Any, tmp_path: Path) -> None:
    asked: list[tuple[PictureRequest, Path]] = []
    argv = ["map", TEXT, "--model", model, "--head", "1", "--out", str(tmp_path / "a.png")]
    assert cli.main(argv, lambda request, path: asked.append((request, path))) == 0
    ((request, _),) = asked
    np.testing.assert_allclose(request.values, expected["attentions"][0, 1], atol=FLOAT32)
    assert request.kind == "weights"
    assert request.row_labels == request.column_labels
    assert len(request.row_labels) == 14
    assert "layer 0, head 1" in request.title


def test_what_is_refused_says_why_and_writes_nothing(model: str, tmp_path: Path, capsys: Any) -> None:
    out = ("--out", tmp_path / "a.npz")
    assert "layers 0 to 2" in refused(capsys, TEXT, "--model", model, "--layer", 3, *out)
    assert "layers 0 to 2" in refused(capsys, TEXT, "--model", model, "--layer", -1, *out)
    assert "0 to 1, mean or all" in refused(capsys, TEXT, "--model", model, "--head", 2, *out)
    assert "0 to 1, mean or all" in refused(capsys, TEXT, "--model", model, "--head", "first", *out)
    assert "invalid int" in refused(capsys, TEXT, "--model", model, "--layer", "x", *out)
    assert "leave --layer out" in refused(capsys, TEXT, "--model", model, "--layer", 1, "--head", "all", *out)
    for rest in (("--out", tmp_path / "a.csv"), ("--out", tmp_path / "a.png"), ("--out", tmp_path / "a.txt"), ()):
        assert ".npz or .json" in refused(capsys, TEXT, "--model", model, "--head", "all", *rest)
    for ending in (".csv", ".png"):
        assert "one map" in refused(capsys, TEXT, TEXT, "--model", model, "--out", tmp_path / f"a{ending}")
    assert ".json .csv" in refused(capsys, TEXT, "--model", model, "--out", tmp_path / "a.jpeg")
    assert "no folder" in refused(capsys, TEXT, "--model", model, "--out", tmp_path / "none" / "a.csv")
    assert "TEXT" in refused(capsys, "--model", model)
    assert "text is empty" in refused(capsys, "", "--model", model, *out)
    assert "40 tokens" in refused(capsys, "x" * 40, "--model", model, *out)
    assert "UTF-8" in refused(capsys, "caf\udce9", "--model", model, *out)
    assert "not exist" in refused(capsys, TEXT, "--model", tmp_path / "none", *out)
    assert "config.json" in refused(capsys, TEXT, "--model", tmp_path, *out)
    assert "invalid choice: 'tpu'" in refused(capsys, TEXT, "--model", model, "--device", "tpu", *out)
    assert not list(tmp_path.iterdir())


def test_every_script_reaches_files_and_terminal(model: str, tmp_path: Path, capsys: Any) -> None:
    text = 'é東,"\n'
    run(text, "--model", model, "--out", tmp_path / "a.json")
    assert json.loads((tmp_path / "a.json").read_text(encoding="utf-8"))["maps"][0]["text"] == text
    run(text, "--model", model, "--out", tmp_path / "a.csv")
    with (tmp_path / "a.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.reader(file))
    assert {len(row) for row in rows} == {len(rows)}
    run(text, "--model", model)
    assert capsys.readouterr().out


def test_as_a_program_a_real_picture_without_a_display(model: str, tmp_path: Path) -> None:
    shutil.copytree(model, tmp_path / "modèle 東")
    environment = {name: value for name, value in os.environ.items() if name not in ("DISPLAY", "WAYLAND_DISPLAY")}
    environment.pop("QT_QPA_PLATFORM", None)
    done = subprocess.run(
        [
            sys.executable,
            "main.py",
            "map",
            TEXT,
            "--model",
            str(tmp_path / "modèle 東"),
            "--out",
            str(tmp_path / "a.png"),
        ],
        cwd=ROOT,
        capture_output=True,
        env=environment,
        check=False,
        timeout=180,
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, b"", b"")
    assert (tmp_path / "a.png").read_bytes().startswith(b"\x89PNG\r\n\x1a\n")


def test_weights_that_hold_nan_are_refused_by_name(
    copy_of_tiny: Callable[..., Path], capsys: pytest.CaptureFixture[str]
) -> None:
    folder = copy_of_tiny()
    weights = load_file(folder / "model.safetensors")
    weights["transformer.h.0.attn.c_attn.weight"][0, 0] = np.nan
    save_file(weights, folder / "model.safetensors", metadata={"format": "pt"})
    said = refused(capsys, "a cat", "--model", folder)
    assert f"The weights in {folder} hold NaN or infinite numbers, in transformer.h.0.attn.c_attn.weight" in said
