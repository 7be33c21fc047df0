"""Configs from JSON files and NPZ archives: read bit for bit or refused with a sentence that names the place."""

import io
import json
import pickle
import zipfile
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from engine.problems import Problem
from engine.steps import trace
from engine.tables import config_from, config_json, read_config, read_matrix


@pytest.mark.parametrize("name", ["good", "big_endian", "fortran", "half", "lowercase", "three_d"])
def test_archives_that_are_read(data: Path, name: str) -> None:
    weights = trace(read_config(data / "npz_archives" / f"{name}.npz")).steps["weights"]
    expected = [[0.5874790008396098, 0.41252099916039026], [0.06588735899891446, 0.9341126410010855]]
    np.testing.assert_allclose(weights.reshape(2, 2), expected, atol=1e-12)


def test_whole_numbers_in_an_archive(data: Path) -> None:
    config = read_config(data / "npz_archives" / "int.npz")
    assert config.q.tolist() == [[1, 0], [3, 2]]
    assert config.q.dtype == np.float64


@pytest.mark.parametrize(
    ("name", "field", "words"),
    [
        ("missing_V", "v", "^V is missing"),
        ("shape_mismatch", "k", "^K and Q differ in columns, 3"),
        ("complex", "q", "^Q "),
        ("zero_rows", "q", "^Q "),
        ("object_array", "q", "array Q .* never unpickled"),
        ("not_a_zip", "path", "Q, K and V cannot be read"),
        ("cut", "path", "Q, K and V cannot be read"),
    ],
)
def test_archives_that_are_refused_name_the_array(data: Path, name: str, field: str, words: str) -> None:
    with pytest.raises(Problem, match=words) as caught:
        read_config(data / "npz_archives" / f"{name}.npz")
    assert caught.value.field == field


class Explosive:
    """Something whose unpickling would be noticed."""

    def __reduce__(self) -> Any:
        return pytest.fail, ("this was unpickled",)


def test_nothing_is_unpickled(tmp_path: Path) -> None:
    pickled = tmp_path / "pickle.npz"
    pickled.write_bytes(pickle.dumps(Explosive()))
    inside = tmp_path / "inside.npz"
    array = io.BytesIO()
    np.lib.format.write_array_header_1_0(array, {"descr": "|O", "fortran_order": False, "shape": (1,)})
    with zipfile.ZipFile(inside, "w") as archive:
        archive.writestr("q.npy", array.getvalue() + pickle.dumps(Explosive()))
    for path in (pickled, inside):
        with pytest.raises(Problem):
            read_config(path)


def test_a_damaged_array_in_an_archive_is_named(tmp_path: Path) -> None:
    path = tmp_path / "damaged.npz"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("q.npy", b"\x93NUMPY\x01\x00")
    with pytest.raises(Problem, match="array q is damaged"):
        read_config(path)


def test_options_in_an_archive(tmp_path: Path) -> None:
    path = tmp_path / "a.npz"
    eye = np.eye(2)
    np.savez(path, Q=eye, K=eye, V=eye, scale=np.array("none"), causal=np.array(True), padding=np.array([1]), seed=4)
    config = read_config(path)
    assert (config.scale, config.mask.causal, config.mask.padding, config.seed) == ("none", True, (1,), 4)


def write(folder: Path, values: Any) -> Path:
    path = folder / "config.json"
    path.write_text(values if isinstance(values, str) else json.dumps(values), encoding="utf-8")
    return path


QKV = {"q": [[1, 2]], "k": [[1, 2], [3, 4]], "v": [[1], [2]]}


@pytest.mark.parametrize(
    ("change", "field", "words"),
    [
        ({"q": [[1, 2], [3]]}, "q", "^Q "),
        ({"q": [[1, "x"]]}, "q", "^Q "),
        ({"q": [1, 2]}, "q", "^Q "),
        ({"q": None}, "q", "^Q "),
        ({"q": [[1, float("nan")]]}, "q", r"Q\[0, 1\] is nan"),
        ({"q": [[1, True]]}, "q", r"Q\[0, 1\] is true"),
        ({"k": [[1, 2], [False, 4]]}, "k", r"K\[1, 0\] is false"),
        ({"v": [[True], [False]]}, "v", r"V\[0, 0\] is true"),
        ({"Q": [[1, 2]]}, "q", "Q is given twice"),
        ({"k": [[1], [3]]}, "k", "differ in columns, 1 against 2"),
        ({"scale": "sqrt"}, "scale", "sqrt_dk"),
        ({"scale": [1]}, "scale", "scale"),
        ({"scale": None}, "scale", "scale"),
        ({"causal": "yes"}, "mask", "causal is true or false"),
        ({"causal_align": "left"}, "mask", "top_left"),
        ({"causal_align": []}, "mask", "causal_align"),
        ({"padding": 1}, "mask", "padding is a list"),
        ({"padding": [0.5]}, "mask", "padding is a list"),
        ({"padding": [2]}, "mask", "no position 2"),
        ({"window": 0}, "mask", "window"),
        ({"window": 1.5}, "mask", "window"),
        ({"visible": [[1, 0, 1]]}, "mask", "1 × 3"),
        ({"visible": [[1, 2]]}, "mask", "holds 2"),
        ({"dropout": 1}, "dropout", "below 1"),
        ({"dropout": "0.1"}, "dropout", "number"),
        ({"seed": -1}, "seed", "whole number"),
        ({"seed": True}, "seed", "whole number"),
        ({"casual": True}, "path", '"casual" is unknown; .* "causal"'),
        ({"Scale": "none"}, "path", '"Scale" is unknown; .* "scale"'),
        ({"weights": [[1]]}, "path", '"weights" is unknown'),
    ],
)
def test_a_config_that_is_refused_names_the_place(tmp_path: Path, change: Any, field: str, words: str) -> None:
    with pytest.raises(Problem, match=words) as caught:
        read_config(write(tmp_path, {**QKV, **change}))
    assert caught.value.field == field


@pytest.mark.parametrize("missing", ["q", "k", "v"])
def test_a_missing_array_is_named(tmp_path: Path, missing: str) -> None:
    with pytest.raises(Problem, match=f"^{missing.upper()} is missing") as caught:
        read_config(write(tmp_path, {name: value for name, value in QKV.items() if name != missing}))
    assert caught.value.field == missing


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"", "not JSON: line 1"),
        (b"{", "not JSON: line 1, column 2"),
        (b"1,0\n0.5,2\n", "not JSON"),
        (b"[[1]]", "no JSON object"),
        (b'{"q": [[1]], "k": [[1]], "v": [[1]], "q": [[2]]}', "^q is given twice"),
        (b'{"q": [[\xff]]}', "UTF-8"),
        (b"[" * 100_000, "simpler"),
        (b'{"q": ' + b"9" * 5000 + b"}", "simpler"),
    ],
)
def test_a_file_that_is_no_config_is_refused(tmp_path: Path, content: bytes, words: str) -> None:
    path = tmp_path / "config.json"
    path.write_bytes(content)
    with pytest.raises(Problem, match=words) as caught:
        read_config(path)
    assert caught.value.field == "path"


@pytest.mark.parametrize("ending", ["json", "npz", "csv"])
def test_no_file_a_folder_or_an_impossible_name(tmp_path: Path, ending: str) -> None:
    folder = tmp_path / f"folder.{ending}"
    folder.mkdir()
    impossible = (
        f"{tmp_path}/none.{ending}",
        folder,
        f"{folder}/a/b.{ending}",
        f"\0.{ending}",
        "a" * 5000 + f".{ending}",
    )
    for path in impossible:
        for read in (read_config, read_matrix):
            with pytest.raises(Problem) as caught:
                read(path)
            assert caught.value.field == "path"


def test_json_with_a_byte_order_mark_is_read(tmp_path: Path) -> None:
    path = tmp_path / "bom.json"
    path.write_bytes(b"\xef\xbb\xbf" + json.dumps(QKV).encode())
    assert read_config(path).n_k == 2


@pytest.mark.parametrize(
    "more",
    [
        {},
        {"scale": "none", "causal": True, "causal_align": "bottom_right", "padding": [0], "dropout": 0.1, "seed": 3},
        {"scale": 0.1, "window": 2, "global_tokens": [1], "prefix": 1, "visible": [[1, 0]]},
        {"q": [[[0.1, -0.0]], [[1 / 3, 5e-324]]], "visible": [[[0, 1]], [[1, 1]]]},
    ],
)
def test_a_config_written_as_json_reads_back_bit_for_bit(tmp_path: Path, more: dict[str, Any]) -> None:
    config = config_from({**QKV, **more})
    again = read_config(write(tmp_path, config_json(config)))
    for name in ("q", "k", "v"):
        assert getattr(again, name).tobytes() == getattr(config, name).tobytes()
        assert getattr(again, name).shape == getattr(config, name).shape
    np.testing.assert_array_equal(again.visible, config.visible)
    assert (again.scale, again.dropout, again.seed) == (config.scale, config.dropout, config.seed)
    assert config_json(again) == config_json(config)
