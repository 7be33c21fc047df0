"""How long repainting takes: medians of new numbers to painted pixels, and the share that is the repaint alone.

Run by hand: python -m tests.benchmarks.bench_repaint [--scale 2]
"""

import argparse
import os
import statistics
import time
from collections.abc import Callable

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

import numpy as np
from PySide6.QtCore import QPointF
from PySide6.QtWidgets import QApplication, QHBoxLayout, QWidget

from gui.theme import LIGHT
from gui.widgets.map_view import MapView
from gui.widgets.matrix_view import MatrixView
from gui.widgets.picture import Picture

BLOCKS = 7
"""As many heatmaps as the Formula room shows."""


def milliseconds(work: Callable[[int], None], times: int) -> float:
    """Median duration of `work(0)`, `work(1)` ... after two rounds that are not counted."""
    taken = []
    for turn in range(times + 2):
        start = time.perf_counter()
        work(turn)
        taken.append((time.perf_counter() - start) * 1e3)
    return statistics.median(taken[2:])


def pictures(size: int, count: int = 6) -> list[Picture]:
    """Causal weights of random scores."""
    random = np.random.default_rng(0)
    visible = np.tri(size, dtype=bool)
    made = []
    for _ in range(count):
        scores = np.where(visible, random.normal(size=(size, size)) * 2, -np.inf)
        weights = np.exp(scores - scores.max(axis=1, keepdims=True))
        weights /= weights.sum(axis=1, keepdims=True)
        made.append(Picture(weights, "weights", ~visible, title="weights"))
    return made


def page_of(size: int, count: int) -> tuple[QWidget, list[MatrixView]]:
    """`count` views in a row, each about 300 pixels wide."""
    page = QWidget()
    row = QHBoxLayout(page)
    views = [MatrixView() for _ in range(count)]
    for view in views:
        view.set_cell_size(max(1.0, 320 // size), max(1.0, 320 // size))
        row.addWidget(view)
    return page, views


def measure_matrix(size: int, count: int) -> tuple[float, float]:
    """(new pictures and repaint, repaint alone) of `count` views of size x size cells."""
    page, views = page_of(size, count)
    shown = pictures(size)
    for view in views:
        view.set_picture(shown[0])
    page.show()
    QApplication.processEvents()

    def renew(turn: int) -> None:
        for view in views:
            view.set_picture(shown[turn % len(shown)])
            view.repaint()

    def repaint(_: int) -> None:
        for view in views:
            view.repaint()

    both = milliseconds(renew, 40), milliseconds(repaint, 40)
    page.close()
    return both


def measure_map(size: int) -> dict[str, float]:
    """Another map, one step of a pan, one step of a zoom, and the pointer moving on, for a window of 900 x 900."""
    view = MapView()
    view.resize(900, 900)
    shown = pictures(size, 3)
    view.set_picture(shown[0])
    view.show()
    QApplication.processEvents()
    box, canvas = view._box, view._canvas

    def painted() -> None:
        canvas.viewport().repaint()

    def another(turn: int) -> None:
        view.set_picture(shown[turn % 3])
        painted()

    def pan(turn: int) -> None:
        box.go_to(QPointF(turn * 3, turn * 2))
        painted()

    def zoom(turn: int) -> None:
        view.zoom(1.05 if turn % 2 else 1 / 1.05)
        painted()

    def point(turn: int) -> None:
        view._point((turn, turn))
        painted()

    result = {"another map": milliseconds(another, 9), "pointer": milliseconds(point, 40)}
    view.zoom(2)
    result |= {"pan, half in sight": milliseconds(pan, 60), "zoom": milliseconds(zoom, 60)}
    view.close()
    return result


def main() -> None:
    """Print all medians."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--scale", default="1", help="pixels per logical pixel")
    os.environ["QT_SCALE_FACTOR"] = parser.parse_args().scale
    app = QApplication([])
    LIGHT.apply(app)
    print("MatrixView, milliseconds: new picture and repaint | repaint alone")
    for size in (64, 256, 512):
        for count in (1, BLOCKS):
            both, alone = measure_matrix(size, count)
            print(f"  {size:5} x {size:<5} {count} views  {both:8.2f} | {alone:.2f}")
    print("MapView, milliseconds")
    for size in (256, 1024, 2048):
        print(
            f"  {size:5} x {size:<5} " + "   ".join(f"{name} {taken:.2f}" for name, taken in measure_map(size).items())
        )


if __name__ == "__main__":
    main()
