"""The text map: every row and column where it belongs, within the width."""

import numpy as np
import pytest

from engine.commands.ascii_map import ascii_map, display_width, fit, mark


def test_a_small_map_to_the_letter() -> None:
    weights = np.array([[1, 0, 0], [0.25, 0.75, 0], [0.004, 0.5, 0.496]])
    assert ascii_map(weights, ["The", "cat", "sat"], "head 0").splitlines() == [
        "head 0",
        "rows: queries, columns: keys; weight 0 is blank, then . : - = + * # % @ up to 1",
        "      0 1 2",
        "0 The @       1.00 on 0 The",
        "1 cat - #     0.75 on 1 cat",
        "2 sat . + +   0.50 on 1 cat",
    ]


def test_a_query_without_keys_is_told() -> None:
    assert ascii_map(np.zeros((1, 1)), ["a"], "").endswith("sees no key")


def test_what_is_no_number_is_told_apart_from_every_weight() -> None:
    lines = ascii_map(np.array([[1, 0], [np.nan, 0.5]]), ["a", "b"], "").splitlines()
    assert lines[-2:] == ["0 a @     1.00 on 0 a", "1 b ? +   has no numbers (NaN)"]


def test_marks_grow_with_the_weight_and_only_zero_is_blank() -> None:
    assert mark(0.0) == " "
    assert mark(5e-324) == "."
    assert "".join(mark(w) for w in np.linspace(0.05, 1, 9)) == ".:-=+*#%@"


@pytest.mark.parametrize("count", [1, 2, 11, 30, 60, 200])
@pytest.mark.parametrize("label", ["a", "a very long token indeed", "東京", "e\u0301", "\n\x1b"])
def test_no_line_is_wider_than_asked(count: int, label: str) -> None:
    text = ascii_map(np.full((count, count), 1 / count), [label] * count, "title", 80)
    assert max(map(display_width, text.splitlines())) <= 80
    cut = text.splitlines()[-1].startswith("the first ")
    assert cut is (count > 80 - (len(str(count - 1)) + 2 + min(14, display_width(label))))
    assert "\x1b" not in text


def test_two_digit_indices_are_read_downwards() -> None:
    lines = ascii_map(np.eye(12), ["x"] * 12, "").splitlines()
    assert lines[2].split() == ["1", "1"]
    assert lines[3].split() == list("012345678901")
    assert lines[3].rindex("1") == lines[-1].index("@")


def test_labels_are_cut_and_filled_by_what_the_terminal_shows() -> None:
    assert fit("abc", 5) == "abc  "
    assert fit("abcdef", 4) == "abc…"
    assert fit("東京都", 5) == "東京…"
    assert fit("a\tb", 3) == "a?b"
