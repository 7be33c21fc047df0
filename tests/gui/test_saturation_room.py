"""The Saturation room, used as a person uses it."""

import math
import re
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QColor, QImage, QWheelEvent
from PySide6.QtWidgets import QApplication, QComboBox, QFileDialog, QLineEdit, QSlider
from pytestqt.qtbot import QtBot

from engine.problems import Problem
from engine.saturation.curve import curve, d_k_grid
from engine.saturation.draw import Draw
from engine.saturation.sample import Row, histogram, sample
from gui.app import Application
from gui.draw_jobs import DRAWS
from gui.export import save_numbers
from gui.jobs import Jobs
from gui.panels.saturation.export import save_plot
from gui.rooms.saturation import SaturationRoom
from gui.runner import Runner
from gui.session import Reading, Session
from gui.theme import DARK, LIGHT
from gui.widgets.plot import Plot
from gui.widgets.wheel_guard import WheelGuard


def make_room(qtbot: QtBot, session: Session, runner: Runner) -> SaturationRoom:
    """The room on screen."""
    room = SaturationRoom(session, Jobs(session, runner), LIGHT)
    qtbot.addWidget(room)
    room.resize(1280, 800)
    room.show()
    return room


@pytest.fixture
def room(qtbot: QtBot, session: Session, inline_runner: Runner) -> SaturationRoom:
    """The room, with a worker that answers at once."""
    return make_room(qtbot, session, inline_runner)


def rest(room: SaturationRoom) -> None:
    """Let go of what is dragged, without the wait."""
    jobs = room.draw._session.findChild(Jobs)
    assert isinstance(jobs, Jobs)
    jobs.draws._rest.stop()
    jobs.draws._at_rest()


def type_into(room: SaturationRoom, name: str, text: str) -> QLineEdit:
    """Type a number of the draw and press Enter."""
    field = room.draw.rows[name].field
    field.setText(text)
    field.returnPressed.emit()
    return field


def numbers(text: str) -> list[float]:
    """Every number in a text."""
    return [float(word) for word in re.findall(r"-?\d+\.?\d*(?:e-?\d+)?", text)]


def plots(room: SaturationRoom) -> list[Plot]:
    """All five."""
    return [*room.rows.bars.values(), room.scores.plot, room.entropy.plot, room.measure.plot]


# -- numbers -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "changes", [{}, {"d_k": 512}, {"d_k": 3, "keys": 7, "spread": 0.5, "temperature": 2, "seed": 9}]
)
def test_the_numbers_on_screen_are_those_of_the_draw(
    room: SaturationRoom, session: Session, changes: dict[str, Any]
) -> None:
    for name, value in changes.items():
        type_into(room, name, str(value))
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


def test_at_512_components_the_entropy_collapses_without_scaling_only(room: SaturationRoom) -> None:
    type_into(room, "d_k", "512")
    d_k, off, on, *_ = numbers(room.entropy.plot.caption())
    assert d_k == 512
    assert off < 5
    assert on > 50
    *_, drawn = curve(Draw(), d_k_grid(), DRAWS)
    place = list(drawn.d_k).index(512)
    assert off == pytest.approx(100 * drawn.unscaled["relative_entropy"].mean[place], rel=5e-3)
    assert on == pytest.approx(100 * drawn.scaled["relative_entropy"].mean[place], rel=5e-3)


@pytest.mark.parametrize("d_k", [16, 256])
def test_the_measured_variance_stands_beside_d_k(room: SaturationRoom, d_k: int) -> None:
    type_into(room, "d_k", str(d_k))
    rest(room)
    measured, error, pairs, theory = numbers(room.scores.plot.caption())
    drawn = histogram(Draw(d_k=d_k), round(pairs))
    assert pairs > 5000
    assert measured == pytest.approx(drawn.variance, rel=1e-3)
    assert theory == d_k
    assert abs(measured - theory) < 4 * error


def test_with_a_spread_the_theory_is_its_fourth_power_times_d_k(room: SaturationRoom) -> None:
    type_into(room, "spread", "0,5")
    assert numbers(room.scores.plot.caption())[-1] == 64 * 0.5**4
    assert "spread" in room.scores.plot.caption()


def test_the_example_shows_2981_to_1(room: SaturationRoom, session: Session) -> None:
    room.draw.example.click()
    assert "2980.96 : 1" in room.rows.bars["unscaled"].caption()
    assert "2.71828 : 1" in room.rows.bars["scaled"].caption()  # 8 / sqrt(64) = 1
    larger, smaller = room.rows.bars["unscaled"].weights()
    assert larger / smaller == pytest.approx(math.exp(8))
    assert room.rows.numbers["unscaled"].values["gradient_norm"].text() == "–"
    type_into(room, "d_k", "16")
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


# -- dragging ----------------------------------------------------------------------------------------------------------


def test_a_drag_over_all_d_k_is_one_entry_and_ends_on_the_newest(
    qtbot: QtBot, session: Session, runner: Runner
) -> None:
    room = make_room(qtbot, session, runner)
    slider = room.draw.rows["d_k"].slider
    slider.began.emit()
    for stop in range(slider.maximum() + 1):
        slider.setValue(stop)
        QApplication.processEvents()
    assert session.undo_stack.count() == 1
    qtbot.waitUntil(lambda: session.result("sample").draw.d_k == 1024, timeout=10_000)
    drawn = sample(Draw(d_k=1024))
    np.testing.assert_array_equal(room.rows.bars["unscaled"].weights(), np.sort(drawn.unscaled.weights)[::-1])
    session.undo_stack.undo()
    assert session.draw == Draw()
    assert slider.value() == int(np.argmin(abs(room.draw.rows["d_k"]._stops - 64)))


def test_a_drag_of_d_k_leaves_the_curve_and_moves_the_mark(room: SaturationRoom, session: Session) -> None:
    lines = room.entropy.plot.lines()
    kinds: list[str] = []
    session.result_changed.connect(kinds.append)
    for d_k in (2, 200, 1000):
        session.edit_draw("d_k", d_k=d_k)
    rest(room)
    assert "curve" not in kinds
    assert room.entropy.plot.lines() is lines
    drawn = sample(Draw(d_k=1000))
    assert [(dots.x[0], dots.y[0]) for dots in room.entropy.plot.dots()] == [
        (1000, drawn.unscaled.relative_entropy),
        (1000, drawn.scaled.relative_entropy),
    ]


def test_the_curve_appears_point_by_point_and_ends_on_the_newest_draw(
    qtbot: QtBot, session: Session, runner: Runner
) -> None:
    lengths: list[int] = []
    session.result_changed.connect(
        lambda kind: lengths.append(len(session.result("curve").curve.d_k)) if kind == "curve" else None
    )
    room = make_room(qtbot, session, runner)
    qtbot.waitUntil(lambda: len(lengths) > 3, timeout=10_000)
    session.edit_draw("Keys", keys=8)
    assert room.entropy.plot._faded
    qtbot.waitUntil(
        lambda: session.result("curve").draw == Draw(keys=8) and session.result("curve").complete, timeout=20_000
    )
    points = len(d_k_grid())
    assert lengths[:3] == [1, 2, 3]
    assert lengths[-points:] == list(range(1, points + 1))
    assert not room.entropy.plot._faded
    assert room.entropy.plot.lines()[0].middle.shape == (points,)


def test_every_press_of_a_key_moves_d_k_on(qtbot: QtBot, room: SaturationRoom, session: Session) -> None:
    slider = room.draw.rows["d_k"].slider
    slider.setFocus()
    qtbot.keyClick(slider, Qt.Key.Key_Home)
    seen = [session.draw.d_k]
    for _ in range(10):
        qtbot.keyClick(slider, Qt.Key.Key_Right)
        seen.append(session.draw.d_k)
    assert seen == sorted(set(seen))
    assert seen[0] == 1


def test_closing_while_curves_are_computed_ends_cleanly(qtbot: QtBot, session: Session) -> None:
    runner = Runner()
    make_room(qtbot, session, runner)
    qtbot.waitUntil(lambda: session.result("curve") is not None, timeout=10_000)
    assert not session.result("curve").complete
    assert runner.close(5000)


# -- typing ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "text", "says"),
    [
        ("d_k", "2000", "2000"), ("d_k", "0", "1 to 1024"), ("d_k", "6.5", "6.5"), ("d_k", "", "d_k is"),
        ("keys", "1", "2 to 256"), ("keys", "many", "many"), ("spread", "-1", "spread"), ("spread", "inf", "inf"),
        ("temperature", "0", "temperature"), ("seed", "-3", "-3"), ("seed", "9" * 30, "999"),
    ],
)  # fmt: skip
def test_what_does_not_fit_is_said_at_its_field_and_nothing_is_lost(
    room: SaturationRoom, session: Session, name: str, text: str, says: str
) -> None:
    before = session.document
    field = type_into(room, name, text)
    assert session.document is before
    assert field.text() == text
    assert says in room.draw.rows[name].banner.text()
    assert not any(row.banner.text() for other, row in room.draw.rows.items() if other != name)
    field.setText("7")
    assert room.draw.rows[name].banner.text() == ""


def test_typed_numbers_keep_every_digit(room: SaturationRoom, session: Session) -> None:
    type_into(room, "temperature", "1,23456789")
    type_into(room, "d_k", " 100 ")
    assert session.draw == Draw(d_k=100, temperature=1.23456789)
    assert room.draw.rows["temperature"].field.text() == "1.23456789"
    assert room.draw.rows["d_k"].field.text() == "100"
    assert session.undo_stack.count() == 2


def test_another_seed_and_reset_are_one_entry_each(room: SaturationRoom, session: Session) -> None:
    room.draw.again.click()
    type_into(room, "keys", "9")
    room.draw.example.click()
    assert session.draw == Draw(keys=9, seed=1)
    room.draw.reset.click()
    assert session.draw == Draw()
    assert not room.draw.example.isChecked()
    room.draw.reset.click()
    assert session.undo_stack.count() == 4
    session.undo_stack.undo()
    assert session.draw == Draw(keys=9, seed=1)
    assert room.draw.example.isChecked()


def test_the_wheel_changes_nothing(room: SaturationRoom, session: Session) -> None:
    app = QApplication.instance()
    assert app is not None
    guard = WheelGuard(app)
    app.installEventFilter(guard)
    before = session.document
    viewports = [plot._canvas.viewport() for plot in plots(room)]
    fields = [*room.findChildren(QSlider), *room.findChildren(QLineEdit), *room.findChildren(QComboBox), *viewports]
    ranges = [plot.box.viewRange() for plot in plots(room)]
    for widget in fields:
        event = QWheelEvent(
            QPointF(30, 3), widget.mapToGlobal(QPointF(30, 3)), QPoint(0, 0), QPoint(0, 120), Qt.MouseButton.NoButton,
            Qt.KeyboardModifier.NoModifier, Qt.ScrollPhase.NoScrollPhase, False,
        )  # fmt: skip
        QApplication.sendEvent(widget, event)
    app.removeEventFilter(guard)
    assert session.document is before
    assert [plot.box.viewRange() for plot in plots(room)] == ranges
    assert room.measure.chooser.currentData() == "jacobian_norm"


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


# -- reading, looks, files ---------------------------------------------------------------------------------------------


def test_the_exact_value_under_the_pointer_and_the_cursor(qtbot: QtBot, room: SaturationRoom) -> None:
    bars = room.rows.bars["scaled"]
    bars.read_at(QPointF(2.2, 0.9))
    weights = sample(Draw()).scaled.weights
    third = int(np.argsort(-weights)[2])
    assert bars.reading() == f"key {third}: {weights[third]}"
    bars.forget_reading()
    assert bars.reading() == ""
    plot = room.entropy.plot
    plot.setFocus()
    qtbot.keyClick(plot, Qt.Key.Key_End)
    assert plot.reading().startswith("no scale, d_k = 1024\n0.02")
    qtbot.keyClick(plot, Qt.Key.Key_Down)
    qtbot.keyClick(plot, Qt.Key.Key_Left)
    assert plot.reading().startswith("1/√d_k, d_k = 813\n0.88")
    qtbot.keyClick(plot, Qt.Key.Key_Up)
    qtbot.keyClick(plot, Qt.Key.Key_Up)
    assert plot.reading().startswith("This draw, 1/√d_k, d_k = 64")


def test_a_reading_follows_the_numbers_and_ends_with_them(room: SaturationRoom) -> None:
    bars = room.rows.bars["unscaled"]
    bars.read_at(QPointF(60, 0.5))
    first = bars.reading()
    type_into(room, "seed", "5")
    assert bars.reading() not in ("", first)
    type_into(room, "keys", "4")
    assert bars.reading() == ""


def test_every_plot_is_written_in_dark_ink_on_white(
    qtbot: QtBot, session: Session, inline_runner: Runner, tmp_path: Path
) -> None:
    app = QApplication.instance()
    assert isinstance(app, QApplication)
    before = app.palette()
    DARK.apply(app)
    try:
        room = make_room(qtbot, session, inline_runner)
        for number, plot in enumerate(plots(room)):
            image = QImage(str(save_plot(plot, tmp_path / f"plot{number}")))
            assert image.width() == 1000
            assert image.pixelColor(2, 2) == QColor("white")
            assert plot._canvas.backgroundBrush().color() == DARK.colour("window")
        colours = {image.pixelColor(x, y).name() for x in range(0, 1000, 2) for y in range(0, image.height(), 2)}
        assert len(colours) > 50
    finally:
        app.setPalette(before)


def test_a_plot_is_exported_from_its_menu(
    room: SaturationRoom, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def answer(dialog: QFileDialog) -> int:
        assert dialog.defaultSuffix() == "png"
        dialog.selectedFiles = lambda: [str(tmp_path / "scores.png")]  # type: ignore[method-assign]
        return 1

    monkeypatch.setattr(QFileDialog, "exec", answer)
    room.scores.plot.export_wanted.emit()
    assert QImage(str(tmp_path / "scores.png")).width() == 1000
    with pytest.raises(Problem) as problem:
        save_plot(room.scores.plot, tmp_path / "no" / "scores.png")
    assert problem.value.field == "path"


def test_every_plot_says_what_it_shows(room: SaturationRoom) -> None:
    for plot in plots(room):
        assert plot.accessibleName()
        assert plot.accessibleDescription() == plot.caption() != ""
        assert plot._axes["bottom"].labelText and plot._axes["left"].labelText
        assert plot.focusPolicy() == Qt.FocusPolicy.StrongFocus
    for row in room.draw.rows.values():
        assert row.field.accessibleName()
        assert row.slider.accessibleName()


# -- a real head -------------------------------------------------------------------------------------------------------


@pytest.fixture
def reading(data: Path) -> Reading:
    """A tiny model that has read a sentence."""
    from engine.models.capture import capture
    from engine.models.load import load

    model = load(str(data / "tiny-gpt2"), "cpu")
    return Reading(model, capture(model, "a cat sat on the mat"))


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
    session.set_result("capture", Reading(None, MapsOnly()))
    assert room.overlay.banner.text() == "This kind of model gives its maps only."
    assert len(room.entropy.plot.dots()) == 2
    session.set_result("capture", reading)
    assert room.overlay.banner.text() == ""
    assert len(room.entropy.plot.dots()) == 4


# -- the window --------------------------------------------------------------------------------------------------------


def test_nothing_is_computed_before_the_first_visit(qtbot: QtBot, application: Application) -> None:
    session = application.session
    session.edit_draw("d_k", d_k=128)
    assert session.result("sample") is None
    application.window.show_room("saturation")
    qtbot.waitUntil(lambda: session.result("sample") is not None, timeout=5000)
    assert session.result("sample").draw.d_k == 128


def test_another_language_and_theme_keep_the_state(qtbot: QtBot, application: Application) -> None:
    session = application.session
    application.window.show_room("saturation")
    session.edit_draw("d_k", d_k=512)
    session.edit_draw_view("Measure", measure="gradient_norm", example=True)
    qtbot.waitUntil(lambda: session.result("curve") is not None and session.result("curve").complete, timeout=20_000)
    application.set_language("pt_BR")
    application.set_theme("dark")
    room = application.window.room()
    assert isinstance(room, SaturationRoom)
    assert room.draw.rows["d_k"].field.text() == "512"
    assert room.measure.chooser.currentData() == "gradient_norm"
    assert room.draw.example.isChecked()
    assert "2980.96" in room.rows.bars["unscaled"].caption()
    assert len(room.entropy.plot.lines()[0].x) == len(d_k_grid())
    assert room.entropy.plot._canvas.backgroundBrush().color() == DARK.colour("window")
