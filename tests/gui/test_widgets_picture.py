"""A Picture: its range of colours, its labels and what it says about a cell."""

import numpy as np
import pytest

from gui.widgets.picture import Picture, short

Q = np.array([[1.0, 0.5], [-0.5, 2.0], [0.25, -1.0]])
K = np.array([[0.5, 1.0], [1.5, -0.5], [-1.0, 0.75]])
LOWER = np.tri(3, dtype=bool)


def masked_scores(filler: float) -> Picture:
    """Three queries that see no later key; hidden cells hold `filler`."""
    scores = Q @ K.T / np.sqrt(2)
    return Picture(np.where(LOWER, scores, filler), "scores", ~LOWER)


@pytest.mark.parametrize("filler", [-np.inf, -3.4e38, np.nan])
def test_range_comes_from_finite_visible_cells(filler: float) -> None:
    low, high = masked_scores(filler).limits()
    # the largest and smallest visible score of this example, computed apart from this program
    assert low == pytest.approx(-1.2374368670764582, abs=1e-12)
    assert high == pytest.approx(1.2374368670764582, abs=1e-12)


def test_one_infinite_cell_does_not_flatten_the_others() -> None:
    assert Picture(np.array([[1.0, np.inf], [np.nan, -2.0]]), "scores").limits() == (-2.0, 2.0)


@pytest.mark.parametrize("values", [np.zeros((2, 2)), np.zeros((0, 3)), np.full((1, 1), np.nan)])
def test_range_is_never_empty(values: np.ndarray) -> None:
    assert Picture(values, "values").limits() == (-1.0, 1.0)


def test_weights_have_a_fixed_range() -> None:
    assert Picture(np.full((3, 3), 1 / 3), "weights").limits() == (0.0, 1.0)


@pytest.mark.parametrize("filler", [-np.inf, -3.4e38, np.nan])
def test_a_masked_score_is_called_masked(filler: float) -> None:
    assert masked_scores(filler).cell_text(0, 2) == "masked"


def test_a_masked_weight_is_zero_or_a_leak_that_is_told() -> None:
    picture = Picture(np.array([[1.0, 0.0], [0.25, 0.75]]), "weights", np.array([[False, True], [True, False]]))
    assert picture.cell_text(0, 1) == "0.0 (masked)"
    assert picture.cell_text(1, 0) == "0.25 (masked)"


def test_cell_text_is_exact() -> None:
    values = np.array([[0.123456789012, 1e-05, 0.30000000000000004, -1234.5]])
    picture = Picture(values)
    assert [float(picture.cell_text(0, col)) for col in range(4)] == values[0].tolist()
    assert Picture(np.array([[0.1]], np.float32)).cell_text(0, 0) == "0.1"


def test_nan_and_infinities_have_names() -> None:
    picture = Picture(np.array([[np.nan, np.inf, -np.inf]]))
    assert [picture.cell_text(0, col) for col in range(3)] == ["NaN (not a number)", "+∞ (infinite)", "−∞ (infinite)"]


def test_readout_names_query_and_key() -> None:
    picture = Picture(np.array([[0.25, 0.75]]), "weights", column_labels=("The", "cat"))
    assert picture.readout(0, 1) == "query 0, key 1 “cat”: 0.75"
    assert Picture(np.array([[0.5]]), column_axis="").readout(0, 0) == "query 0: 0.5"


def test_text_for_a_spreadsheet_reads_back_the_same() -> None:
    values = np.random.default_rng(1).normal(size=(4, 3)) * 1e-7
    lines = Picture(values).as_text().split("\n")
    assert np.array_equal(np.array([line.split("\t") for line in lines], dtype=float), values)


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (0.0, "0"),
        (-0.0146, "−0.0146"),
        (1.23456, "1.23"),
        (7.0, "7"),
        (-1234.5, "−1234"),
        (1e-05, "1.0e−5"),
        (3.4e38, "3.4e38"),
    ],
)
def test_short_numbers(value: float, text: str) -> None:
    assert short(value, "values") == text


def test_short_weights_never_round_to_nothing() -> None:
    assert [short(w, "weights") for w in (1 / 3, 0.0, 1e-9, 1.0)] == ["0.333", "0", "<.001", "1.000"]


def test_same_picture_is_recognised() -> None:
    values = np.array([[1.0, np.nan]])
    assert Picture(values).same_as(Picture(values.copy()))
    assert not Picture(values).same_as(Picture(values, "scores"))
    assert not Picture(values).same_as(Picture(values, hidden=np.array([[True, False]])))
    assert not Picture(values).same_as(Picture(values + 1))
    assert not Picture(values).same_as(None)


def test_shapes_must_match() -> None:
    with pytest.raises(ValueError, match="hidden"):
        Picture(np.zeros((2, 3)), hidden=np.zeros((3, 2), bool))
    with pytest.raises(ValueError, match="labels"):
        Picture(np.zeros((2, 3)), row_labels=("a", "b", "c"))
    with pytest.raises(ValueError, match="matrix"):
        Picture(np.zeros(3))
