"""Typed, pasted and filed numbers: read exactly or refused with a sentence that says where."""

import io
import json
import locale
import pickle
import zipfile
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import array_shapes, arrays

from engine.problems import Problem
from engine.steps import trace
from engine.tables import (
    config_from,
    config_json,
    format_table,
    parse_number,
    parse_table,
    read_config,
    read_matrix,
)

TABLE = [[1, 0, 2], [0.5, -1, 3]]
FINITE = st.floats(allow_nan=False, allow_infinity=False, width=64)


@pytest.mark.parametrize(
    ("text", "point", "comma"),
    [
        ("1.5", 1.5, 1.5),
        ("1,5", None, 1.5),
        ("1.234", 1.234, 1.234),
        ("1,234", None, 1.234),
        ("-0,25", None, -0.25),
        ("1e-3", 0.001, 0.001),
        ("2,5E2", None, 250.0),
        ("\u22123", -3.0, -3.0),
        ("+.5", 0.5, 0.5),
        ("5.", 5.0, 5.0),
        (" \u00a07\t", 7.0, 7.0),
        ("0.1", 0.1, 0.1),
        ("1/3", 1 / 3, 1 / 3),
        ("1,5 / -2", None, -0.75),
        ("1,234.5", None, None),
        ("1.234,5", None, None),
        ("1,2,3", None, None),
        ("1 234", None, None),
        ("abc", None, None),
        ("", None, None),
        ("  ", None, None),
        ("nan", None, None),
        ("-inf", None, None),
        ("Infinity", None, None),
        ("1e999", None, None),
        ("1/0", None, None),
        ("/2", None, None),
        ("1/2/3", None, None),
        ("0x10", None, None),
        ("1_000", None, None),
        ("1e", None, None),
        ("\u0663", None, None),
        ("1j", None, None),
        ("{text}", None, None),
    ],
)
def test_typed_numbers(text: str, point: float | None, comma: float | None) -> None:
    for decimal_comma, right in ((False, point), (True, comma)):
        if right is not None:
            assert parse_number(text, decimal_comma) == right
            continue
        with pytest.raises(Problem) as caught:
            parse_number(text, decimal_comma)
        assert caught.value.field == "cell"


@pytest.mark.parametrize("name", ["de_DE.UTF-8", "fr_FR.UTF-8"])
def test_the_system_locale_changes_nothing(name: str) -> None:
    before = locale.setlocale(locale.LC_ALL)
    try:
        locale.setlocale(locale.LC_ALL, name)
    except locale.Error:
        pytest.skip(f"this system has no locale {name}")
    try:
        assert parse_number("2.1") == 2.1
        assert parse_table("1.5;2").tolist() == [[1.5, 2]]
        assert format_table(np.array([[0.5, 2]])) == "0.5\t2.0"
        with pytest.raises(Problem):
            parse_number("1,5")
    finally:
        locale.setlocale(locale.LC_ALL, before)


@settings(deadline=None)
@given(FINITE)
def test_every_number_survives_being_shown_in_full_and_typed_again(number: float) -> None:
    for decimal_comma in (False, True):
        again = parse_number(repr(number).replace(".", "," if decimal_comma else "."), decimal_comma)
        assert again.hex() == number.hex()


@pytest.mark.parametrize("name", ["calc_lf", "comma", "excel_crlf_trailing", "excel_decimal_comma", "quoted", "spaces"])
@pytest.mark.parametrize("decimal_comma", [False, True])
def test_well_formed_pastes(data: Path, name: str, decimal_comma: bool) -> None:
    text = (data / "spreadsheet_paste" / f"{name}.txt").read_bytes().decode()
    assert parse_table(text, decimal_comma).tolist() == TABLE


def test_one_pasted_cell(data: Path) -> None:
    assert parse_table((data / "spreadsheet_paste" / "one_cell.txt").read_bytes().decode()).tolist() == [[4]]


@pytest.mark.parametrize(
    ("name", "where"),
    [("hole", "Line 1, column 2 "), ("ragged", "Line 2 has nothing in column 3"), ("header", 'Line 1 .*"q1"')],
)
def test_pastes_that_are_refused_say_where(data: Path, name: str, where: str) -> None:
    with pytest.raises(Problem, match=where):
        parse_table((data / "spreadsheet_paste" / f"{name}.txt").read_bytes().decode())


@pytest.mark.parametrize(
    "name",
    [
        "plain.csv",
        "bom.csv",
        "utf16.csv",
        "crlf.csv",
        "semicolon_comma.csv",
        "semicolon_point.csv",
        "tabs.tsv",
        "blank_lines.csv",
    ],
)
def test_csv_dialects_that_are_read(data: Path, name: str) -> None:
    assert read_matrix(data / "csv_dialects" / name).tolist() == [[1, 0], [0.5, 2]]


@pytest.mark.parametrize(
    ("name", "where"),
    [
        ("ragged", "Line 2 has nothing in column 2"),
        ("empty", "Line 1 is empty"),
        ("text", 'Line 1, column 1 is "hello"'),
        ("nan", 'Line 1, column 2 is "nan"'),
        ("trailing_comma", "Line 1, column 3 is empty"),
        ("header", "Line 1 holds words"),
        ("row_labels", "Line 1 holds words"),
        ("comment", "Line 1 holds words"),
    ],
)
def test_csv_dialects_that_are_refused_say_where(data: Path, name: str, where: str) -> None:
    with pytest.raises(Problem, match=where) as caught:
        read_matrix(data / "csv_dialects" / f"{name}.csv")
    assert caught.value.field == "cell"


@pytest.mark.parametrize(
    ("text", "point", "comma"),
    [
        ("1,5\n2,5", [[1, 5], [2, 5]], [[1.5], [2.5]]),
        ("1,5", [[1, 5]], [[1.5]]),
        ("0,5 1,5", None, [[0.5, 1.5]]),
        ("1,234\t5", None, [[1.234, 5]]),
        ("1,234\t5,1", [[1.234, 5.1]], [[1.234, 5.1]]),
        ("1.5\t2,5", None, None),
        ("1.234;0,5", None, None),
        ("1,000,000\t2", None, None),
        ('"1,5","2"', [[1.5, 2]], [[1.5, 2]]),
        ('"1"2\t3', None, None),
        ('"1\t3', None, None),
        ("1\t2\n\t\n3\t4", None, None),
        ("1\r2\r", [[1], [2]], [[1], [2]]),
        ("1, 2", [[1, 2]], [[1, 2]]),
        ("1 2 3 \n  4  5  6", [[1, 2, 3], [4, 5, 6]], [[1, 2, 3], [4, 5, 6]]),
        ("1,2\n3,4,5", None, None),
        ("1e999", None, None),
        ("\x001", None, None),
    ],
)
def test_ambiguous_tables(text: str, point: list[list[float]] | None, comma: list[list[float]] | None) -> None:
    for decimal_comma, right in ((False, point), (True, comma)):
        if right is not None:
            assert parse_table(text, decimal_comma).tolist() == right
            continue
        with pytest.raises(Problem, match=r"Line \d"):
            parse_table(text, decimal_comma)


@settings(deadline=None)
@given(arrays(np.float64, array_shapes(min_dims=2, max_dims=2, max_side=5), elements=FINITE))
def test_a_copied_table_pastes_as_the_same_bits(table: Any) -> None:
    for decimal_comma in (False, True):
        again = parse_table(format_table(table), decimal_comma)
        assert again.tobytes() == table.tobytes()
        assert again.shape == table.shape


@settings(deadline=None)
@given(st.text(alphabet='0123456789.,;-+eE \t\n"x', max_size=30), st.booleans())
def test_any_text_is_a_table_of_finite_numbers_or_refused(text: str, decimal_comma: bool) -> None:
    try:
        table = parse_table(text, decimal_comma)
    except Problem:
        return
    assert table.ndim == 2
    assert np.isfinite(table).all()


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
        ("shape_mismatch", "k", "^K has 3 columns"),
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
        ({"Q": [[1, 2]]}, "q", "Q is given twice"),
        ({"k": [[1], [3]]}, "k", "K has 1 columns"),
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


def test_a_matrix_by_name_or_alone(tmp_path: Path, data: Path) -> None:
    archive = data / "npz_archives" / "good.npz"
    assert read_matrix(archive, "k").tolist() == [[1, 0], [0.5, 2]]
    with pytest.raises(Problem, match="Q, K, V") as caught:
        read_matrix(archive)
    assert caught.value.field == "path"
    alone = tmp_path / "alone.npz"
    np.savez(alone, weights=np.eye(3))
    assert read_matrix(alone, "q").tolist() == np.eye(3).tolist()
    assert read_matrix(write(tmp_path, [[1, 2]])).tolist() == [[1, 2]]
    assert read_matrix(write(tmp_path, QKV), "v").tolist() == [[1], [2]]
    with pytest.raises(Problem) as caught:
        read_matrix(write(tmp_path, [[1, None]]), "v")
    assert caught.value.field == "v"
