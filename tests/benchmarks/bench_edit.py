"""From an edit to all heatmaps repainted, through the real worker, beside the repaint alone. Medians in milliseconds.

Usage: python tests/benchmarks/bench_edit.py [TIMES]
"""

import os
import statistics
import sys
import tempfile
import time
from dataclasses import replace
from pathlib import Path

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

import numpy as np
from PySide6.QtCore import QEventLoop, QSettings
from PySide6.QtWidgets import QApplication

from engine.config import Config
from engine.masks import Mask
from gui.app import Application
from gui.preferences import Preferences
from gui.rooms.formula import FormulaRoom


def spin(application: Application) -> None:
    """Let the loop run until the newest Trace is there and everything is painted."""
    session = application.session
    while session.trace.config is not session.config:
        QApplication.processEvents(QEventLoop.ProcessEventsFlag.WaitForMoreEvents)
    QApplication.processEvents()


def edit_ms(application: Application, times: int) -> float:
    """Median from an edited cell of Q to the last repaint."""
    taken = []
    for number in range(times):
        q = application.session.config.q.copy()
        q[number % len(q), 0] += 0.5
        start = time.perf_counter()
        application.session.edit_config("Edit", q=q)
        spin(application)
        taken.append(1000 * (time.perf_counter() - start))
    return statistics.median(taken)


def repaint_ms(room: FormulaRoom, times: int) -> float:
    """Median of giving all blocks another picture and painting them: no worker, no arithmetic, no other panel."""
    taken = []
    views = [view for view in room.strip.views.values() if view.isVisible()]
    shown = [view.picture() for view in views]
    others = [replace(picture, values=picture.values * 0.5) for picture in shown]
    for number in range(times):
        start = time.perf_counter()
        for view, picture in zip(views, (shown, others)[number % 2], strict=True):
            view.set_picture(picture)
            view.repaint()
        taken.append(1000 * (time.perf_counter() - start))
    return statistics.median(taken)


def main() -> None:
    """Print one line per size."""
    times = int(sys.argv[1]) if len(sys.argv) > 1 else 40
    app = QApplication([])
    with tempfile.TemporaryDirectory() as home:
        application = Application(Preferences(QSettings(f"{home}/s.ini", QSettings.Format.IniFormat)))
        application.jobs._audit_timer.setInterval(10**9)  # torch is not what is measured
        application.window.show()
        room = application.window.room()
        assert isinstance(room, FormulaRoom)
        for n, d in ((8, 4), (64, 64), (256, 64), (512, 64)):
            rng = np.random.default_rng(n)
            q, k, v = (rng.normal(size=(n, d)) for _ in range(3))
            application.session.replace_config(Config(q, k, v, mask=Mask(causal=True)), "bench")
            spin(application)
            print(f"T = {n:4}, d = {d}: edit to repaint {edit_ms(application, times):6.1f} ms", end=", ")
            print(f"repaint alone {repaint_ms(room, times):6.1f} ms")
        application.close()
    app.quit()


if __name__ == "__main__":
    main()
