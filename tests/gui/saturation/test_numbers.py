"""The numbers that are shown: of a draw, of the measures' curves, and of a head of a real model."""

import math
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PySide6.QtWidgets import QLineEdit

from engine.problems import Problem
from engine.saturation.curve import curve, d_k_grid
from engine.saturation.draw import Draw
from engine.saturation.sample import Row, histogram, sample
from gui.draw_jobs import DRAWS
from gui.export import save_numbers
from gui.rooms.saturation import SaturationRoom
from gui.session import Reading, Session


def numbers(text: str) -> list[float]:
    """Every number in a text."""
    return [float(word) for word in re.findall(r"-?\d+\.?\d*(?:e-?\d+)?", text)]


# -- a draw ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "changes", [{}, {"d_k": 512}, {"d_k": 3, "keys": 7, "spread": 0.5, "temperature": 2, "seed": 9}]
)
def test_the_numbers_on_screen_are_those_of_the_draw(
    room: SaturationRoom, changes: dict[str, Any], type_into: Callable[[str, str], QLineEdit]
) -> None:
    for name, value in changes.items():
        type_into(name, str(value))
    drawn = sample(Draw(**changes))
    for side, row in (("unscaled", drawn.unscaled), ("scaled", drawn.scaled)):
        np.testing.assert_array_equal(room.rows.bars[side].weights(), np.sort(row.weights)[::-1])
        check_numbers({key: label.text() for key, label in room.rows.numbers[side].values.items()}, row)


def check_numbers(texts: dict[str, str], row: Row) -> None:
    """The texts beside the measures are the row's numbers."""
    n = len(row.weights)
    assert numbers(texts["entropy"]) == pytest.approx([row.entropy, row.entropy / math.log(2)], rel=1e-3)
    expected = [100 * row.entropy / math.log(n), math.log(n)]
    assert numbers(texts["relative_entropy"]) == pytest.approx(expected, rel=5e-3)
    assert numbers(texts["largest"]) == pytest.approx([row.weights.max()], rel=1e-3)
    assert numbers(texts["effective_keys"]) == pytest.approx([math.exp(row.entropy), n], rel=1e-3)
    jacobian = np.diag(row.weights) - np.outer(row.weights, row.weights)
    assert numbers(texts["jacobian_norm"]) == pytest.approx([np.linalg.norm(jacobian)], rel=1e-3, abs=1e-9)
    assert row.gradient_norm is not None
    assert numbers(texts["gradient_norm"]) == pytest.approx([row.gradient_norm], rel=1e-3)


def test_at_512_components_the_entropy_collapses_without_scaling_only(
    room: SaturationRoom, type_into: Callable[[str, str], QLineEdit]
) -> None:
    type_into("d_k", "512")
    d_k, off, on, *_ = numbers(room.entropy.plot.caption())
    assert d_k == 512
    assert off < 5
    assert on > 50
    *_, drawn = curve(Draw(), d_k_grid(), DRAWS)
    place = list(drawn.d_k).index(512)
    assert off == pytest.approx(100 * drawn.unscaled["relative_entropy"].mean[place], rel=5e-3)
    assert on == pytest.approx(100 * drawn.scaled["relative_entropy"].mean[place], rel=5e-3)


@pytest.mark.parametrize("d_k", [16, 256])
def test_the_measured_variance_stands_beside_d_k(
    room: SaturationRoom, d_k: int, rest: Callable[[], None], type_into: Callable[[str, str], QLineEdit]
) -> None:
    type_into("d_k", str(d_k))
    rest()
    measured, error, pairs, theory = numbers(room.scores.plot.caption())
    drawn = histogram(Draw(d_k=d_k), round(pairs))
    assert pairs > 5000
    assert measured == pytest.approx(drawn.variance, rel=1e-3)
    assert theory == d_k
    assert abs(measured - theory) < 4 * error


def test_with_a_spread_the_theory_is_its_fourth_power_times_d_k(
    room: SaturationRoom, type_into: Callable[[str, str], QLineEdit]
) -> None:
    type_into("spread", "0,5")
    assert numbers(room.scores.plot.caption())[-1] == 64 * 0.5**4
    assert "spread" in room.scores.plot.caption()


def test_the_example_shows_2981_to_1(
    room: SaturationRoom, session: Session, type_into: Callable[[str, str], QLineEdit]
) -> None:
    room.draw.example.click()
    assert "2980.96 : 1" in room.rows.bars["unscaled"].caption()
    assert "2.71828 : 1" in room.rows.bars["scaled"].caption()  # 8 / sqrt(64) = 1
    larger, smaller = room.rows.bars["unscaled"].weights()
    assert larger / smaller == pytest.approx(math.exp(8))
    assert room.rows.numbers["unscaled"].values["gradient_norm"].text() == "–"
    type_into("d_k", "16")
    assert "7.38906 : 1" in room.rows.bars["scaled"].caption()  # 8 / 4 = 2
    session.undo_stack.undo()
    session.undo_stack.undo()
    assert not room.draw.example.isChecked()
    np.testing.assert_array_equal(room.rows.bars["scaled"].weights(), np.sort(sample(Draw()).scaled.weights)[::-1])


def test_the_picture_is_both_rows(room: SaturationRoom, tmp_path: Path) -> None:
    picture = room.picture()
    assert picture is not None
    assert picture.kind == "weights"
    assert picture.row_labels == ("no scale", "1/√d_k")
    drawn = sample(Draw())
    keys = [int(label) for label in picture.column_labels]
    np.testing.assert_array_equal(picture.values, [drawn.unscaled.weights[keys], drawn.scaled.weights[keys]])
    assert list(picture.values[0]) == sorted(picture.values[0], reverse=True)
    lines = save_numbers(picture, tmp_path / "rows.csv").read_text(encoding="utf-8").splitlines()
    assert len(lines) == 3


# -- measures ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("measure", ["jacobian_norm", "largest", "effective_keys", "gradient_norm"])
def test_another_measure_is_chosen_and_undone(room: SaturationRoom, session: Session, measure: str) -> None:
    room.measure.chooser.setCurrentIndex(room.measure.chooser.findData(measure))
    room.measure.chooser.activated.emit(room.measure.chooser.currentIndex())
    *_, drawn = curve(Draw(), d_k_grid(), DRAWS)
    band = drawn.unscaled[measure]
    (unscaled, scaled) = room.measure.plot.lines()
    np.testing.assert_array_equal(unscaled.middle, band.median if measure == "gradient_norm" else band.mean)
    np.testing.assert_array_equal(unscaled.low, band.low)
    np.testing.assert_array_equal(scaled.high, drawn.scaled[measure].high)
    assert (unscaled.name, scaled.name) == ("no scale", "1/√d_k")
    assert unscaled.dashed and not scaled.dashed
    if measure != "jacobian_norm":
        session.undo_stack.undo()
    assert room.measure.chooser.currentData() == "jacobian_norm"


@pytest.mark.parametrize("keys", [8, 64, 256])
def test_what_is_said_about_the_curves_is_true(keys: int) -> None:
    *_, drawn = curve(Draw(keys=keys), d_k_grid(), 2000)
    off, on = drawn.unscaled, drawn.scaled
    for measure in ("relative_entropy", "jacobian_norm", "largest", "effective_keys"):
        late = on[measure].mean[5:]
        assert late.max() / late.min() < 1.3  # with 1/sqrt(d_k), d_k hardly matters
    assert off["relative_entropy"].mean[-1] < 0.06
    assert off["largest"].mean[-1] > 0.9
    assert off["effective_keys"].mean[-1] < 1.5
    jacobian = off["jacobian_norm"].mean
    assert jacobian[-1] < 0.4 * jacobian.max()
    assert np.argmax(jacobian) < len(jacobian) / 2
    typical, mean = off["gradient_norm"].median, off["gradient_norm"].mean
    assert typical[-1] < 0.05 * typical.max()
    assert typical.max() > 2 * typical[0]
    assert mean[-1] > 0.8 * mean.max()


# -- a real head -------------------------------------------------------------------------------------------------------


@pytest.fixture
def reading(session: Session, data: Path) -> Reading:
    """A tiny model that has read a sentence."""
    from engine.models.capture import capture
    from engine.models.load import load

    model = load(str(data / "tiny-gpt2"), "cpu")
    session.edit_view("Text", text="a cat sat on the mat")
    session.set_result("model", model)
    return Reading(model, session.view.text, capture(model, session.view.text))


def test_without_a_model_the_overlay_says_what_to_do(room: SaturationRoom) -> None:
    room.overlay.overlay.click()
    assert "Model room" in room.overlay.words.text()
    assert room.overlay.words.isVisible()


def test_a_real_head_is_laid_over_the_plots(
    room: SaturationRoom, session: Session, reading: Reading, data: Path
) -> None:
    session.set_result("capture", reading)
    session.edit_view("Head", layer=2, head=1)
    room.overlay.overlay.click()
    assert (room.overlay.layer.currentText(), room.overlay.head.currentText()) == ("2", "1")
    expected = np.load(data / "tiny-gpt2-maps" / "a_cat_sat_on_the_mat.npz")["attentions"][2, 1].astype(np.float64)
    rows = [row[row > 0] for row in expected[1:]]  # the first query sees one key only
    shares = [-(row * np.log(row)).sum() / math.log(index + 2) for index, row in enumerate(rows)]
    cloud, mean = room.entropy.plot.dots()[:2]
    np.testing.assert_allclose(cloud.y, shares, atol=1e-4)
    assert mean.y[0] == pytest.approx(np.mean(shares), abs=1e-4)
    assert cloud.x[0] == 8
    assert f"{100 * np.mean(shares):.3g} %" in room.overlay.words.text()
    outline = room.scores.plot._other
    assert outline is not None and outline.total == 14 * 15 / 2
    head = reading.capture.head(2, 1)
    scores = (head.q @ head.k.T)[head.visible]
    assert numbers(room.scores.plot.caption())[-2] == pytest.approx(scores.var(), rel=1e-3)
    room.overlay.unscaled.click()
    assert room.entropy.plot.dots()[1].y[0] < mean.y[0]
    session.undo_stack.undo()
    room.overlay.layer.activated.emit(0)
    assert "Layer 0, head 1" in room.entropy.plot.dots()[0].name
    room.overlay.overlay.click()
    assert len(room.entropy.plot.dots()) == 2
    assert room.scores.plot._other is None


class MapsOnly:
    """A Capture of a model that gives no queries and keys."""

    layers, heads = 2, 2

    def head(self, layer: int, head: int) -> Any:
        raise Problem("This kind of model gives its maps only.", field="model")


def test_a_head_that_gives_no_scores_says_why(room: SaturationRoom, session: Session, reading: Reading) -> None:
    room.overlay.overlay.click()
    session.set_result("capture", reading)
    assert room.overlay.banner.text() == ""
    session.set_result("capture", Reading(reading.model, session.view.text, MapsOnly()))
    assert room.overlay.banner.text() == "This kind of model gives its maps only."
    assert len(room.entropy.plot.dots()) == 2
    session.set_result("capture", reading)
    assert room.overlay.banner.text() == ""
    assert len(room.entropy.plot.dots()) == 4


def test_a_head_of_another_text_or_model_is_taken_off_the_plots(
    room: SaturationRoom, session: Session, reading: Reading
) -> None:
    session.set_result("capture", reading)
    room.overlay.overlay.click()
    assert len(room.entropy.plot.dots()) == 4
    session.set_problem("capture", Problem("The text is empty."))
    assert len(room.entropy.plot.dots()) == 2
    assert "has not read the text" in room.overlay.words.text()
    assert not room.overlay.layer.isVisible()
    session.set_result("capture", reading)
    assert len(room.entropy.plot.dots()) == 4
    session.set_result("model", object())
    assert len(room.entropy.plot.dots()) == 2
    assert room.scores.plot._other is None
    assert "has not read the text" in room.overlay.words.text()
