"""Exported files: the right way round, exactly as wide as asked on any screen, whole or not there at all."""

import csv
import os
import subprocess
import sys
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import QMarginsF, QPoint, QRectF, QSizeF
from PySide6.QtGui import QColor, QGuiApplication, QImage, QPageSize, QPainter, QPdfWriter
from pytestqt.qtbot import QtBot

from engine.problems import Problem
from gui.export import copy_picture, lay_out, paint_picture, render, save_numbers, save_picture
from gui.widgets.colours import FIRST, LEVELS, SPECIAL, table
from gui.widgets.labels import Edge, label_font
from gui.widgets.picture import Picture

HIDDEN = np.array([[0, 0, 0, 1, 1], [0, 0, 0, 0, 1], [0, 0, 0, 0, 0]], bool)
VALUES = np.where(HIDDEN, 0.0, np.arange(15).reshape(3, 5) / 14)
HEAD = Picture(VALUES, "weights", HIDDEN, ("The", "cat", "sat"), ("a", "b", "c", "d", "e"), title="Layer 0, head 1")
FOLDER = Path(__file__).resolve().parents[2]


@pytest.fixture(autouse=True)
def app(qapp: object) -> None:
    """Fonts need a running app."""


def test_the_file_is_the_right_way_round(tmp_path: Path) -> None:
    image = QImage(str(save_picture(HEAD, tmp_path / "map.png")))
    grid = lay_out(HEAD, 1000).grid
    for row, col in np.ndindex(3, 5):
        colour = image.pixel(grid.cell(row, col).topLeft().toPoint() + QPoint(4, 4))
        if HIDDEN[row, col]:
            assert f"#{colour & 0xFFFFFF:06X}" in {SPECIAL[0], SPECIAL[248]}
        else:
            assert colour == table("weights")[FIRST + int(VALUES[row, col] * (LEVELS - 1) + 0.5)]
    assert image.pixelColor(2, 2) == QColor("white")


@pytest.mark.parametrize("width", [400, 1000, 1777])
def test_width_is_as_asked(width: int) -> None:
    image = render(HEAD, width)
    assert (image.width(), image.devicePixelRatio()) == (width, 1.0)


@pytest.mark.parametrize("factor", ["1", "1.5", "2"])
def test_width_is_the_same_on_scaled_screens_and_needs_no_window(tmp_path: Path, factor: str) -> None:
    program = (
        "import sys, numpy as np\n"
        "from gui.export import save_picture\n"
        "from gui.widgets.picture import Picture\n"
        "save_picture(Picture(np.eye(3), 'weights', title='eye'), sys.argv[1])\n"
        "assert 'pyqtgraph' not in sys.modules and 'torch' not in sys.modules\n"
    )
    target = tmp_path / "map.png"
    env = {**os.environ, "QT_SCALE_FACTOR": factor, "QT_QPA_PLATFORM": "offscreen"}
    done = subprocess.run(
        [sys.executable, "-c", program, str(target)], cwd=FOLDER, env=env, capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    assert QImage(str(target)).width() == 1000


@pytest.mark.parametrize(("name", "written"), [("map", "map.png"), ("map.v2", "map.v2.png"), ("map.PNG", "map.PNG")])
def test_the_ending_is_added_where_it_is_missing(tmp_path: Path, name: str, written: str) -> None:
    assert save_picture(HEAD, tmp_path / name) == tmp_path / written
    assert [path.name for path in tmp_path.iterdir()] == [written]
    assert not QImage(str(tmp_path / written), "PNG").isNull()


def test_a_folder_that_is_not_there_is_a_problem_and_leaves_nothing(tmp_path: Path) -> None:
    with pytest.raises(Problem) as raised:
        save_picture(HEAD, tmp_path / "nowhere" / "map.png")
    assert raised.value.field == "path"
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("write", [save_picture, save_numbers])
def test_a_write_that_fails_midway_keeps_the_old_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, write: object
) -> None:
    target = tmp_path / ("map.png" if write is save_picture else "map.csv")
    target.write_bytes(b"old")
    monkeypatch.setattr(Path, "replace", lambda *_: (_ for _ in ()).throw(OSError(28, "No space left on device")))
    with pytest.raises(Problem) as raised:
        write(HEAD, target)  # type: ignore[operator]
    assert raised.value.field == "path"
    assert target.read_bytes() == b"old"
    assert [path.name for path in tmp_path.iterdir()] == [target.name]


def test_an_image_that_cannot_be_encoded_is_a_problem(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(QImage, "save", lambda *_: False)
    with pytest.raises(Problem) as raised:
        save_picture(HEAD, tmp_path / "map.png")
    assert raised.value.field == "path"
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("shape", [(1, 1), (1, 200), (300, 3), (2048, 2048), (0, 4), (0, 0)])
def test_any_shape_gives_a_picture(shape: tuple[int, int]) -> None:
    image = render(Picture(np.full(shape, 0.5), "weights", title="any"))
    assert image.width() == 1000
    assert 80 < image.height() < 3300


def test_long_labels_stay_on_the_sheet_and_apart() -> None:
    tokens = tuple(f"a-token-that-does-not-want-to-end-{index}" for index in range(80))
    picture = Picture(np.eye(80), "weights", row_labels=tokens, column_labels=tokens)
    sheet = lay_out(picture, 1000)
    edge = Edge(tokens, 80, label_font(sheet.font))
    grid = sheet.grid
    rows = edge.beside(range(80), grid.y, grid.cell_height, grid.x - 4 - sheet.label_width, sheet.label_width)
    cols = edge.above(range(80), grid.x, grid.cell_width, grid.y - 4, sheet.label_height)
    page = QRectF(0, 0, sheet.size.width(), sheet.size.height())
    for labels in (rows, cols):
        assert all(page.contains(label.rect) for label in labels)
        for one, two in pairwise(labels):
            assert not one.rect.adjusted(0.01, 0.01, -0.01, -0.01).intersects(two.rect)
    assert page.contains(grid.rect)
    assert page.contains(sheet.bar)


def test_cells_of_one_export_have_one_size() -> None:
    grid = lay_out(Picture(np.eye(60), "weights"), 1000).grid
    assert grid.cell_width == int(grid.cell_width)
    assert (grid.x, grid.y) == (int(grid.x), int(grid.y))


def test_the_same_painting_fits_a_vector_file(tmp_path: Path) -> None:
    sheet = lay_out(HEAD, 600)
    writer = QPdfWriter(str(tmp_path / "map.pdf"))
    writer.setPageSize(QPageSize(QSizeF(sheet.size), QPageSize.Unit.Point))
    writer.setPageMargins(QMarginsF())
    writer.setResolution(72)
    painter = QPainter(writer)
    paint_picture(painter, HEAD, sheet)
    painter.end()
    content = (tmp_path / "map.pdf").read_bytes()
    assert content.startswith(b"%PDF")
    assert b"/Subtype /Image" not in content  # cells are rectangles, not an embedded picture


def test_copying_puts_the_picture_on_the_clipboard(qtbot: QtBot) -> None:
    copy_picture(HEAD)
    image = QGuiApplication.clipboard().image()
    assert image.convertToFormat(QImage.Format.Format_RGB32) == render(HEAD)


def test_numbers_are_written_exactly(tmp_path: Path) -> None:
    values = np.random.default_rng(0).normal(size=(2, 3)) * 1e-9
    picture = Picture(values, row_labels=("x", "y"), column_labels=("a", "b,c", "d"))
    with save_numbers(picture, tmp_path / "q").open(newline="", encoding="utf-8") as file:
        lines = list(csv.reader(file))
    assert lines[0] == ["", "a", "b,c", "d"]
    assert [line[0] for line in lines[1:]] == ["x", "y"]
    assert np.array_equal(np.array([line[1:] for line in lines[1:]], float), values)
    with np.load(save_numbers(picture, tmp_path / "q.npz"), allow_pickle=False) as arrays:
        assert np.array_equal(arrays["values"], values)
        assert arrays["column_labels"].tolist() == ["a", "b,c", "d"]
