"""Cold start: our window against a bare PySide6 + pyqtgraph window, in turn, in one run.

Usage: python tests/benchmarks/bench_start.py [RUNS]. Prints the medians and their ratio.
"""

import os
import statistics
import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
BARE = """
import sys
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication
import pyqtgraph
app = QApplication([])
window = pyqtgraph.PlotWidget()
window.resize(1400, 880)
window.show()
window.repaint()
QTimer.singleShot(0, app.quit)
app.exec()
"""
OURS = """
import sys
from PySide6.QtCore import QSettings, QTimer
from PySide6.QtWidgets import QApplication
app = QApplication([])
from gui.app import Application
from gui.preferences import Preferences
application = Application(Preferences(QSettings("/dev/null", QSettings.Format.IniFormat)))
application.window.show()
application.window.repaint()
assert "torch" not in sys.modules and "transformers" not in sys.modules
QTimer.singleShot(0, app.quit)
app.exec()
application.close()
"""


def seconds(code: str) -> float:
    """How long a fresh process needs until its window has been painted and it has ended."""
    environment = {**os.environ, "QT_QPA_PLATFORM": os.environ.get("QT_QPA_PLATFORM", "offscreen")}
    start = time.perf_counter()
    subprocess.run([sys.executable, "-c", code], cwd=ROOT, env=environment, check=True, stderr=subprocess.DEVNULL)
    return time.perf_counter() - start


def main() -> None:
    """Time both in turn, after one run of each that is not counted."""
    runs = int(sys.argv[1]) if len(sys.argv) > 1 else 7
    seconds(BARE), seconds(OURS)
    pairs = [(seconds(BARE), seconds(OURS)) for _ in range(runs)]
    bare, ours = (statistics.median(column) for column in zip(*pairs, strict=True))
    ratio = statistics.median(o / b for b, o in pairs)
    print(f"bare window {bare:.3f} s, our window {ours:.3f} s, ratio {ratio:.2f} (median of {runs} pairs)")


if __name__ == "__main__":
    main()
