"""A person runs `trace` on numbers in a file and gets every Step, or one line that says what is wrong."""

import csv
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from engine import cli
from engine.commands.output import PictureRequest
from engine.steps import STEPS

ROOT = Path(__file__).resolve().parents[2]
QKV = {"q": [[1, 0], [0, 1], [1, 1]], "k": [[1, 0], [0, 1], [1, 1]], "v": [[1], [2], [3]]}


def no_picture(request: PictureRequest, path: Path) -> None:
    pytest.fail("nobody asked for a picture")


@pytest.fixture
def numbers(tmp_path: Path) -> Path:
    path = tmp_path / "numbers.json"
    path.write_text(json.dumps({**QKV, "causal": True}))
    return path


def refused(capsys: pytest.CaptureFixture[str], *argv: Any) -> str:
    """The one line that a refused command leaves."""
    assert cli.main([str(word) for word in argv], no_picture) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith("error: ")
    assert err.count("\n") == 1
    return err


def run_main(*argv: str, **environment: str) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(
        [sys.executable, "main.py", *argv],
        cwd=ROOT,
        capture_output=True,
        env={**os.environ, **environment},
        check=False,
        timeout=120,
    )


def test_printed_json_has_the_expected_numbers(
    attention_case: Any, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "case.json"
    path.write_text(json.dumps(attention_case.values))
    assert cli.main(["trace", str(path)], no_picture) == 0
    answer = json.loads(capsys.readouterr().out, parse_constant=lambda name: pytest.fail(f"{name} is no JSON"))
    assert list(answer) == ["steps", "shapes", "audit", "entropy"]
    assert list(answer["steps"]) == list(STEPS)
    for step, name in {"scores": "raw_scores", "scaled": "scores", "weights": "weights", "output": "output"}.items():
        np.testing.assert_allclose(answer["steps"][step], attention_case.expected[name], atol=1e-12)
        assert answer["shapes"][step] == list(attention_case.expected[name].shape)
    assert all(set(check) == {"check", "ok", "detail"} for check in answer["audit"])
    found = {check["check"]: check["ok"] for check in answer["audit"]}
    assert {key: found[key] for key in ("shapes", "rows", "masked", "finite", "sdpa")} == dict.fromkeys(
        ("shapes", "rows", "masked", "finite", "sdpa"), True
    )
    assert "gradient" in found
    weights = attention_case.expected["weights"]
    entropy = -np.sum(weights * np.log(np.where(weights > 0, weights, 1)), axis=1)
    np.testing.assert_allclose(answer["entropy"], entropy, atol=1e-12)


def test_masked_cells_are_the_word_minus_inf(numbers: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["trace", str(numbers), "--step", "masked"], no_picture) == 0
    answer = json.loads(capsys.readouterr().out)
    assert list(answer["steps"]) == ["masked"]
    assert answer["steps"]["masked"][0][1:] == ["-inf", "-inf"]


@pytest.mark.parametrize("align", ["top_left", "bottom_right"])
def test_the_causal_alignment_is_obeyed(align: str, data: Path, tmp_path: Path, capsys: Any) -> None:
    case = json.loads((data / "attention" / "causal_bottom_right.json").read_text())
    path = tmp_path / "a.json"
    path.write_text(json.dumps({**{n: case[n] for n in "qkv"}, "causal": True, "causal_align": align}))
    assert cli.main(["trace", str(path)], no_picture) == 0
    weights = np.array(json.loads(capsys.readouterr().out)["steps"]["weights"])
    if align == "bottom_right":
        expected = case["variants"]["causal_bottom_right"]["expected"]["weights"]
        np.testing.assert_allclose(weights, expected, atol=1e-12)
    else:
        np.testing.assert_array_equal(weights > 0, np.tri(3, 5, dtype=bool))


def test_an_archive_gives_the_same_as_json(data: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["trace", str(data / "npz_archives" / "good.npz")], no_picture) == 0
    answer = json.loads(capsys.readouterr().out)
    expected = [[0.7937395004198049, 0.8250419983207805], [0.5329436794994572, 1.868225282002171]]
    np.testing.assert_allclose(answer["steps"]["output"], expected, atol=1e-12)


def test_leading_axes_are_kept(data: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    archive = str(data / "npz_archives" / "three_d.npz")
    assert cli.main(["trace", archive], no_picture) == 0
    assert json.loads(capsys.readouterr().out)["shapes"]["weights"] == [1, 2, 2]
    assert ".npz, .json or .txt" in refused(capsys, "trace", archive, "--step", "weights", "--out", tmp_path / "a.csv")
    assert cli.main(["trace", archive, "--out", str(tmp_path / "a.npz")], no_picture) == 0
    with np.load(tmp_path / "a.npz") as steps:
        assert steps["output"].shape == (1, 2, 2)


def test_each_ending_writes_the_same_numbers(numbers: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["trace", str(numbers)], no_picture) == 0
    printed = capsys.readouterr().out
    weights = json.loads(printed)["steps"]["weights"]
    for ending in (".json", ".npz", ".csv", ".txt"):
        assert (
            cli.main(["trace", str(numbers), "--step", "weights", "--out", f"{tmp_path}/out{ending}"], no_picture) == 0
        )
        assert capsys.readouterr().out == ""
    assert json.loads((tmp_path / "out.json").read_text())["steps"]["weights"] == weights
    with np.load(tmp_path / "out.npz") as arrays:
        assert sorted(arrays) == ["entropy", "weights"]
        assert arrays["weights"].tolist() == weights
    with (tmp_path / "out.csv").open(newline="") as file:
        assert [[float(cell) for cell in row] for row in csv.reader(file)] == weights
    text = (tmp_path / "out.txt").read_text()
    assert text.startswith("weights (3, 3)\n")
    assert "rows: ok" in text


def test_all_steps_in_one_archive(numbers: Path, tmp_path: Path) -> None:
    assert cli.main(["trace", str(numbers), "--out", str(tmp_path / "a.NPZ")], no_picture) == 0
    with np.load(tmp_path / "a.NPZ") as arrays:
        assert sorted(arrays) == sorted([*STEPS, "entropy"])
        assert arrays["masked"][0, 1] == -np.inf


@pytest.mark.parametrize(
    ("step", "kind", "axis", "hides"),
    [("scaled", "scores", "key", False), ("weights", "weights", "key", True), ("output", "values", "feature", False)],
)
def test_a_picture_is_asked_for_with_what_it_shows(
    numbers: Path, tmp_path: Path, step: str, kind: str, axis: str, hides: bool
) -> None:
    asked: list[tuple[PictureRequest, Path]] = []
    argv = ["trace", str(numbers), "--step", step, "--out", str(tmp_path / "a.png")]
    assert cli.main(argv, lambda request, path: asked.append((request, path))) == 0
    ((request, path),) = asked
    assert (request.kind, request.column_axis, request.title) == (kind, axis, step)
    assert (request.hidden is not None) is hides
    if request.hidden is not None:
        np.testing.assert_array_equal(request.hidden, ~np.tri(3, dtype=bool))
    assert path == tmp_path / "a.png"


def test_what_is_refused_says_why_and_writes_nothing(numbers: Path, tmp_path: Path, capsys: Any) -> None:
    before = sorted(tmp_path.iterdir())
    assert ".json .csv .npz .txt" in refused(capsys, "trace", numbers, "--out", tmp_path / "a.xlsx")
    assert ".json .csv .npz .txt" in refused(capsys, "trace", numbers, "--out", tmp_path / "a")
    assert "--step" in refused(capsys, "trace", numbers, "--out", tmp_path / "a.csv")
    assert "--step" in refused(capsys, "trace", numbers, "--out", tmp_path / "a.png")
    assert "no folder" in refused(capsys, "trace", numbers, "--out", tmp_path / "none" / "a.json")
    assert "no folder" in refused(capsys, "trace", numbers, "--out", numbers / "a.json")
    assert "invalid choice: 'softmax'" in refused(capsys, "trace", numbers, "--step", "softmax")
    assert "FILE" in refused(capsys, "trace")
    assert "COMMAND" in refused(capsys)
    assert "'tarce'" in refused(capsys, "tarce", numbers)
    assert "no file" in refused(capsys, "trace", tmp_path / "none.json")
    assert "folder" in refused(capsys, "trace", tmp_path)
    assert sorted(tmp_path.iterdir()) == before


@pytest.mark.parametrize(
    "name", ["missing_V", "shape_mismatch", "complex", "zero_rows", "object_array", "not_a_zip", "cut"]
)
def test_bad_archives_are_one_line(name: str, data: Path, capsys: pytest.CaptureFixture[str]) -> None:
    refused(capsys, "trace", data / "npz_archives" / f"{name}.npz")


def test_bad_numbers_are_one_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "bad.json"
    for change, words in (
        ({"q": [[1, 2, 3]]}, "K and Q differ in columns, 2 against 3"),
        ({"dropout": 1.5}, "Dropout is 1.5"),
        ({"cuasal": True}, '"causal"'),
        ({"q": [[1e300, 0]], "k": [[1e300, 0]] * 3}, "float64"),
        ({"line\nbreak": 1}, '"line break" is unknown'),
    ):
        path.write_text(json.dumps({**QKV, **change}))
        assert words in refused(capsys, "trace", path)


def test_a_fault_of_the_program_is_one_line_too(numbers: Path, tmp_path: Path, capsys: Any) -> None:
    def broken(request: PictureRequest, path: Path) -> None:
        raise ZeroDivisionError("this is on purpose")

    argv = ["trace", str(numbers), "--step", "weights", "--out", str(tmp_path / "a.png")]
    assert cli.main(argv, broken) == 2
    err = capsys.readouterr().err
    assert err.startswith("error: ")
    assert "ZeroDivisionError" in err
    assert err.count("\n") == 1


def test_ctrl_c_ends_quietly(numbers: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    def interrupted(request: PictureRequest, path: Path) -> None:
        raise KeyboardInterrupt

    argv = ["trace", str(numbers), "--step", "weights", "--out", str(tmp_path / "a.png")]
    assert cli.main(argv, interrupted) == 130
    assert capsys.readouterr() == ("", "")


def test_help_names_the_rules(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["trace", "--help"], no_picture) == 0
    text = " ".join(capsys.readouterr().out.split())
    assert ".csv and .png hold one Step" in text


def test_as_a_program_without_a_display_under_the_c_locale(numbers: Path, tmp_path: Path) -> None:
    path = tmp_path / "東京.json"
    done = run_main("trace", str(path), LC_ALL="C", LANG="C", PYTHONCOERCECLOCALE="0", PYTHONUTF8="0", DISPLAY="")
    assert done.returncode == 2
    assert done.stdout == b""
    assert done.stderr.startswith(b"error: ")
    assert done.stderr.count(b"\n") == 1
    done = run_main("trace", str(numbers), LC_ALL="C", DISPLAY="", WAYLAND_DISPLAY="")
    assert done.returncode == 0
    assert done.stderr == b""
    assert json.loads(done.stdout)["audit"]


def test_as_a_program_whose_reader_goes_away(tmp_path: Path) -> None:
    size = 120
    table = np.random.default_rng(0).standard_normal((size, 2)).tolist()
    path = tmp_path / "long.json"
    path.write_text(json.dumps({"q": table, "k": table, "v": table}))
    with subprocess.Popen(
        [sys.executable, "main.py", "trace", str(path)], cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.readline()
        process.stdout.close()
        assert process.stderr.read() == b""
        assert process.wait(timeout=120) == 141


def test_trace_to_json_loads_neither_transformers_nor_qt(numbers: Path) -> None:
    code = (
        "import sys; from engine import cli; status = cli.main(['trace', sys.argv[1]], print); "
        "print(status, {'transformers', 'PySide6'} & set(sys.modules), file=sys.stderr)"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, str(numbers)], cwd=ROOT, capture_output=True, text=True, check=True, timeout=120
    )
    assert done.stderr == "0 set()\n"
