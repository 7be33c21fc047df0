"""How often the Saturation room is repainted while d_k is dragged over its whole range, with the real worker.

Run by hand: python -m tests.benchmarks.bench_saturation [--keys 64] [--scale 2]
"""

import argparse
import os
import statistics
import time

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from PySide6.QtCore import QEvent, QEventLoop, QObject, QTimer
from PySide6.QtWidgets import QApplication

from engine.tables import read_config
from gui.jobs import Jobs
from gui.presets import FIRST_PRESET
from gui.rooms.saturation import SaturationRoom
from gui.runner import Runner
from gui.session import Session
from gui.theme import LIGHT

MOUSE_MS = 8
"""A mouse tells where it is 125 times a second."""


class Painted(QObject):
    """Notes when a widget has been painted with a draw that it had not shown before."""

    def __init__(self, session: Session) -> None:
        super().__init__()
        self.session, self.times, self._last = session, list[float](), None

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Every paint event of the widget watched comes by here."""
        if event.type() == QEvent.Type.Paint and self.session.result("sample") is not self._last:
            self._last = self.session.result("sample")
            self.times.append(time.perf_counter())
        return False


def wait(milliseconds: int) -> None:
    """Let events and the worker run."""
    loop = QEventLoop()
    QTimer.singleShot(milliseconds, loop.quit)
    loop.exec()


def drag(room: SaturationRoom) -> None:
    """Pull the slider of d_k from its first to its last stop, one stop for each move of the mouse."""
    slider, loop = room.draw.rows["d_k"].slider, QEventLoop()
    slider.setValue(0)
    wait(500)
    slider.began.emit()

    def move() -> None:
        slider.setValue(slider.value() + 1)
        if slider.value() == slider.maximum():
            loop.quit()

    timer = QTimer(interval=MOUSE_MS)
    timer.timeout.connect(move)
    timer.start()
    loop.exec()
    timer.stop()


def main() -> None:
    """Print the median interval between two frames, its worst tenth, and the time of a repaint alone."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--keys", type=int, default=64)
    parser.add_argument("--scale", default="1", help="pixels per logical pixel")
    options = parser.parse_args()
    os.environ["QT_SCALE_FACTOR"] = options.scale
    app = QApplication([])
    LIGHT.apply(app)
    session, runner = Session(read_config(FIRST_PRESET)), Runner()
    session.edit_draw("Keys", keys=options.keys)
    room = SaturationRoom(session, Jobs(session, runner), LIGHT)
    room.resize(1280, 800)
    room.show()
    wait(1500)
    painted = Painted(session)
    room.rows.bars["scaled"]._canvas.viewport().installEventFilter(painted)
    before = session.undo_stack.count()
    for turn in range(3):
        painted.times.clear()
        drag(room)
        gaps = sorted(1e3 * (b - a) for a, b in zip(painted.times, painted.times[1:], strict=False))
        print(
            f"drag {turn}: {len(gaps)} frames, median {statistics.median(gaps):.1f} ms between two "
            f"({1e3 / statistics.median(gaps):.0f} a second), slowest tenth from {gaps[len(gaps) * 9 // 10]:.1f} ms"
        )
    print(f"undo entries: {session.undo_stack.count() - before}")
    start = time.perf_counter()
    for _ in range(20):
        room.repaint()
        for plot in (*room.rows.bars.values(), room.scores.plot, room.entropy.plot, room.measure.plot):
            plot._canvas.viewport().repaint()
    print(f"repaint of all five plots alone: {(time.perf_counter() - start) / 20 * 1e3:.1f} ms")
    room.close()
    runner.close()


if __name__ == "__main__":
    main()
