"""Reading the plots, their looks and files, and the room in its window."""

from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QColor, QImage
from PySide6.QtWidgets import QApplication, QComboBox, QFileDialog, QLineEdit, QSlider
from pytestqt.qtbot import QtBot

from engine.problems import Problem
from engine.saturation.curve import d_k_grid
from engine.saturation.draw import Draw
from engine.saturation.sample import sample
from gui.app import Application
from gui.panels.saturation.export import save_plot
from gui.rooms.saturation import SaturationRoom
from gui.runner import Runner
from gui.session import Session
from gui.theme import DARK
from gui.widgets.plot import Plot
from gui.widgets.wheel_guard import WheelGuard


def plots(room: SaturationRoom) -> list[Plot]:
    """All five."""
    return [*room.rows.bars.values(), room.scores.plot, room.entropy.plot, room.measure.plot]


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


def test_a_reading_follows_the_numbers_and_ends_with_them(
    room: SaturationRoom, type_into: Callable[[str, str], QLineEdit]
) -> None:
    bars = room.rows.bars["unscaled"]
    bars.read_at(QPointF(60, 0.5))
    first = bars.reading()
    type_into("seed", "5")
    assert bars.reading() not in ("", first)
    type_into("keys", "4")
    assert bars.reading() == ""


def test_every_plot_is_written_in_dark_ink_on_white(
    inline_runner: Runner, tmp_path: Path, make_room: Callable[[Runner], SaturationRoom]
) -> None:
    app = QApplication.instance()
    assert isinstance(app, QApplication)
    before = app.palette()
    DARK.apply(app)
    try:
        room = make_room(inline_runner)
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


def test_the_wheel_changes_nothing(room: SaturationRoom, session: Session, turn_wheel: Callable[..., None]) -> None:
    app = QApplication.instance()
    assert app is not None
    guard = WheelGuard(app)
    app.installEventFilter(guard)
    before = session.document
    viewports = [plot._canvas.viewport() for plot in plots(room)]
    fields = [*room.findChildren(QSlider), *room.findChildren(QLineEdit), *room.findChildren(QComboBox), *viewports]
    ranges = [plot.box.viewRange() for plot in plots(room)]
    for widget in fields:
        turn_wheel(widget, QPointF(30, 3))
    app.removeEventFilter(guard)
    assert session.document is before
    assert [plot.box.viewRange() for plot in plots(room)] == ranges
    assert room.measure.chooser.currentData() == "jacobian_norm"


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
