"""Files come out whole or not at all, and their numbers read back as the same ones."""

import csv
import errno
import json
import locale
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.export import atomic_write, json_text, with_suffix_rule, write_csv, write_json, write_npz, write_text
from engine.problems import Problem
from engine.tables import read_matrix

TINY = np.array([[1 / 3, 2 / 3, 0.0], [1e-12, 0.999999999999, 0.0], [0.1, 0.2, 0.7000000000000001]])
LABELS = ["a, b", 'say "x"', "two\nlines"]


@pytest.mark.parametrize("name", ["C", "de_DE.UTF-8"])
def test_csv_reads_back_exactly_under_any_locale(tmp_path: Path, name: str) -> None:
    before = locale.setlocale(locale.LC_ALL)
    try:
        locale.setlocale(locale.LC_ALL, name)
    except locale.Error:
        pytest.skip(f"this system has no locale {name}")
    try:
        write_csv(tmp_path / "weights.csv", TINY)
        assert read_matrix(tmp_path / "weights.csv").tobytes() == TINY.tobytes()
    finally:
        locale.setlocale(locale.LC_ALL, before)


def test_csv_is_plain_text_with_points(tmp_path: Path) -> None:
    write_csv(tmp_path / "a.csv", TINY)
    assert (tmp_path / "a.csv").read_bytes() == (
        b"0.3333333333333333,0.6666666666666666,0.0\n1e-12,0.999999999999,0.0\n0.1,0.2,0.7000000000000001\n"
    )


def test_labels_with_commas_quotes_and_line_breaks_come_back(tmp_path: Path) -> None:
    write_csv(tmp_path / "a.csv", TINY, LABELS, LABELS)
    with (tmp_path / "a.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.reader(file))
    assert rows[0] == ["", *LABELS]
    assert [row[0] for row in rows[1:]] == LABELS
    assert [[float(cell) for cell in row[1:]] for row in rows[1:]] == TINY.tolist()


def test_float32_numbers_read_back_as_the_same(tmp_path: Path) -> None:
    weights = np.array([[1 / 3, 1e-30]], dtype=np.float32)
    write_csv(tmp_path / "a.csv", weights)
    np.testing.assert_array_equal(read_matrix(tmp_path / "a.csv").astype(np.float32), weights)


def test_npz_needs_no_unpickling(tmp_path: Path) -> None:
    write_npz(tmp_path / "a.npz", {"attention": TINY, "tokens": np.array(LABELS)})
    with np.load(tmp_path / "a.npz", allow_pickle=False) as archive:
        assert archive["attention"].tobytes() == TINY.tobytes()
        assert archive["tokens"].tolist() == LABELS


def test_json_is_valid_and_exact(tmp_path: Path) -> None:
    value = {
        "a": TINY,
        "b": [-np.inf, np.nan, np.float64(np.inf)],
        "c": "東京\n",
        "d": [],
        "e": {},
        "f": [{"g": (1, 2)}],
    }
    write_json(tmp_path / "a.json", value)
    text = (tmp_path / "a.json").read_text(encoding="utf-8")
    read = json.loads(text, parse_constant=lambda name: pytest.fail(f"{name} is no JSON"))
    assert read["a"] == TINY.tolist()
    assert read["b"] == ["-inf", "nan", "inf"]
    assert {name: read[name] for name in "cdef"} == {"c": "東京\n", "d": [], "e": {}, "f": [{"g": [1, 2]}]}
    assert '"東京' in text
    assert "\n    [0.1, 0.2, 0.7000000000000001]\n" in text, "one line per row"


plain = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=12,
)


@settings(deadline=None)
@given(plain)
def test_plain_values_survive_json(value: Any) -> None:
    assert json.loads(json_text(value)) == value


@pytest.mark.parametrize(
    ("name", "right"),
    [
        ("map", "map.png"),
        ("map.v2", "map.v2.png"),
        ("map.PNG", "map.PNG"),
        ("map.png", "map.png"),
        (".png", ".png.png"),
        ("map.svg", "map.svg"),
        ("dir.png/map", "dir.png/map.png"),
    ],
)
def test_the_ending_is_added_when_it_is_missing(name: str, right: str) -> None:
    assert with_suffix_rule(name, ".png", known=(".svg",)) == Path(right)


WRITERS: list[Any] = [
    lambda path: write_csv(path, TINY),
    lambda path: write_npz(path, {"a": TINY}),
    lambda path: write_json(path, {"a": TINY}),
    lambda path: write_text(path, "text"),
]


@pytest.mark.parametrize("write", WRITERS)
def test_places_that_cannot_be_written_are_refused(tmp_path: Path, write: Any) -> None:
    (tmp_path / "file").write_text("x")
    (tmp_path / "folder.csv").mkdir()
    impossible = ("none/a.csv", "file/a.csv", "folder.csv", "x" * 300 + ".csv")
    for path in (tmp_path / name for name in impossible):
        with pytest.raises(Problem) as caught:
            write(path)
        assert caught.value.field == "path"
        assert str(tmp_path) in str(caught.value)
    assert sorted(p.name for p in tmp_path.iterdir()) == ["file", "folder.csv"]


@pytest.mark.parametrize("write", WRITERS)
def test_a_file_is_replaced_and_nothing_else_remains(tmp_path: Path, write: Any) -> None:
    path = tmp_path / "out.dat"
    path.write_bytes(b"old")
    write(path)
    assert path.read_bytes() != b"old"
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.parametrize("error", [OSError(errno.ENOSPC, "No space left"), OSError(errno.EIO, "Input/output error")])
def test_a_failed_write_leaves_the_old_file_and_nothing_else(tmp_path: Path, error: OSError) -> None:
    path = tmp_path / "a.csv"
    path.write_text("old")
    with pytest.raises(Problem) as caught, atomic_write(path) as temporary:
        temporary.write_text("half")
        raise error
    assert caught.value.field == "path"
    assert ("disk is full" in str(caught.value)) is (error.errno == errno.ENOSPC)
    assert path.read_text() == "old"
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.parametrize("error", [KeyboardInterrupt, ZeroDivisionError])
def test_any_other_error_passes_through_and_cleans_up(tmp_path: Path, error: type[BaseException]) -> None:
    with pytest.raises(error), atomic_write(tmp_path / "a.csv") as temporary:
        temporary.write_text("half")
        raise error
    assert not list(tmp_path.iterdir())


def test_the_temporary_file_has_the_ending_and_the_usual_rights(tmp_path: Path) -> None:
    with atomic_write(tmp_path / "a.png") as temporary:
        assert (temporary.parent, temporary.suffix) == (tmp_path, ".png")
        temporary.write_text("x")
    (tmp_path / "b").write_text("x")
    assert (tmp_path / "a.png").stat().st_mode == (tmp_path / "b").stat().st_mode


def test_a_link_stays_a_link(tmp_path: Path) -> None:
    target, link = tmp_path / "target.txt", tmp_path / "link.txt"
    target.write_text("old")
    link.symlink_to(target)
    write_text(link, "new")
    assert link.is_symlink()
    assert target.read_text() == "new"


def test_a_label_that_is_no_text_leaves_nothing_half_written(tmp_path: Path) -> None:
    with pytest.raises(UnicodeEncodeError):
        write_text(tmp_path / "a.txt", "lone \udc80")
    assert not list(tmp_path.iterdir())
