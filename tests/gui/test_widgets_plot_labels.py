"""The names of lines stand beside their own line and over nothing."""

import itertools

import numpy as np
import pytest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from gui.widgets.plot_labels import name_places
from gui.widgets.plot_lines import Line, LinePlot

ALONG = np.linspace(0, 600, 61)
SIZES = [(60.0, 18.0), (45.0, 18.0)]
ROOM = (600.0, 250.0)
SHAPES = {
    "falling": 20 + 210 / (1 + np.exp(-(ALONG - 350) / 60)),
    "rising": 240 - 230 * (ALONG / 600) ** 3,
    "high": np.full(61, 30.0),
    "along the axis": np.full(61, 250.0),
}


@pytest.mark.parametrize(("one", "two"), list(itertools.product(SHAPES, SHAPES)))
def test_a_name_lies_over_no_line_and_no_other_name(one: str, two: str) -> None:
    lines = [np.column_stack([ALONG, SHAPES[shape]]) for shape in (one, two)]
    places = name_places(lines, SIZES, [], ROOM)
    for line, place, size in zip(lines, places, SIZES, strict=True):
        assert (place >= 0).all() and (place + size <= ROOM).all()
        away = line - np.clip(line, place, place + size)
        assert 0 < np.linalg.norm(away, axis=1).min() < 10
    x = np.linspace(0, 600, 3001)
    for place, size in zip(places, SIZES, strict=True):
        for line in lines:
            y = np.interp(x, ALONG, line[:, 1])
            inside = (place[0] < x) & (x < place[0] + size[0]) & (place[1] < y) & (y < place[1] + size[1])
            assert not inside.any()
    apart = (places[0] + SIZES[0] <= places[1]) | (places[1] + SIZES[1] <= places[0])
    assert apart.any()


def test_a_name_keeps_off_the_marks_and_near_the_end() -> None:
    line = np.column_stack([ALONG, SHAPES["high"]])
    free = name_places([line], SIZES[:1], [], ROOM)[0]
    assert free[0] + 60 == 600
    marked = name_places([line], SIZES[:1], [np.array([[580.0, 15.0], [580.0, 45.0]])], ROOM)[0]
    assert marked[0] + 60 < 580
    assert marked[0] > 450


def drawn(name: str, middle: np.ndarray) -> Line:
    """A line over 1 to 1024 with no band."""
    return Line(name, "#E69F00", False, np.geomspace(1, 1024, len(middle)), middle, middle, middle)


def test_a_line_that_cannot_be_drawn_leaves_the_plot_as_it_was(qtbot: QtBot) -> None:
    plot = LinePlot()
    qtbot.addWidget(plot)
    plot.resize(500, 400)
    plot.show()
    plot.set_range(1, 1024, (0, 1))
    plot.set_lines([drawn("first", np.linspace(1, 0, 11))])
    before = list(plot._items)
    broken = Line("broken", "#E69F00", False, np.ones(3), np.ones(3), np.ones((3, 2)), np.ones(3))
    with pytest.raises(ValueError):
        plot.set_lines([broken])
    assert plot._items == before
    assert all(item.scene() is plot.box.scene() for item in before)
    plot.set_lines([drawn("next", np.linspace(0, 1, 11))])
    assert all(item.scene() is None for item in before)
    assert all(item.scene() is plot.box.scene() for item in plot._items)


def test_names_follow_the_size_of_the_plot(qtbot: QtBot) -> None:
    plot = LinePlot()
    qtbot.addWidget(plot)
    plot.set_range(1, 1024, (0, 1))
    plot.set_lines([drawn("no scale", np.linspace(0.9, 0.1, 11) ** 3), drawn("other", np.full(11, 0.9))])
    plot.show()
    for size in ((400, 300), (1000, 700), (320, 600)):
        plot.resize(*size)
        QApplication.processEvents()
        view = plot.box.sceneBoundingRect()
        for name in plot._names:
            assert view.adjusted(-1, -1, 1, 1).contains(name.sceneBoundingRect())
