"""What is loaded when the window appears."""

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]

SCRIPT = """
import sys
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication
import gui.main_window
from gui import app

class Watched(gui.main_window.MainWindow):
    def showEvent(self, event):
        super().showEvent(event)
        heavy = sorted({"torch", "transformers"} & set(sys.modules))
        weights = self.room().strip.picture("weights").values
        print("shown with", heavy, weights[1].round(4).tolist(), flush=True)
        QTimer.singleShot(0, QApplication.instance().quit)

app.MainWindow = Watched
sys.exit(app.run())
"""


def test_the_window_is_shown_with_the_example_computed_before_torch_is_imported(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-c", SCRIPT],
        check=False,
        cwd=ROOT,
        env={**os.environ, "QT_QPA_PLATFORM": "offscreen", "HOME": str(tmp_path), "XDG_CONFIG_HOME": str(tmp_path)},
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert done.returncode == 0, done.stderr
    # row 1 of the causal example by hand: scores 0.37 and 1.43 over sqrt(3), then softmax
    assert done.stdout.startswith("shown with [] [0.3516, 0.6484, 0.0, 0.0]"), done.stdout
