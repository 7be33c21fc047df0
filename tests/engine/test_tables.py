"""Typed, pasted and filed numbers: read exactly or refused with a sentence that says where."""

import json
import locale
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import array_shapes, arrays

from engine.problems import Problem
from engine.tables import (
    format_table,
    parse_number,
    parse_table,
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


def write(folder: Path, values: Any) -> Path:
    path = folder / "values.json"
    path.write_text(json.dumps(values), encoding="utf-8")
    return path


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
    assert read_matrix(write(tmp_path, {"k": [[3]], "v": [[1], [2]]}), "v").tolist() == [[1], [2]]
    with pytest.raises(Problem) as caught:
        read_matrix(write(tmp_path, [[1, None]]), "v")
    assert caught.value.field == "v"


@pytest.mark.parametrize("text", ["1.234,5", "1.234,5\n2.345,6", "-12.345.678,9"])
def test_a_point_for_thousands_before_a_decimal_comma_is_not_two_numbers(text: str) -> None:
    for decimal_comma in (False, True):
        with pytest.raises(Problem, match="one number or two"):
            parse_table(text, decimal_comma)


@pytest.mark.parametrize(
    ("text", "numbers"), [("0.123,5", [0.123, 5]), ("1.234,5.678", [1.234, 5.678]), ("1.5,2", [1.5, 2])]
)
def test_numbers_parted_by_commas_are_still_read(text: str, numbers: list[float]) -> None:
    assert parse_table(text).tolist() == [numbers]
