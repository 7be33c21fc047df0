"""Make the pictures of the README: `python tests/pictures/make.py`. Needs no screen; the demo model is loaded for real."""

import os
import sys
import tempfile
from pathlib import Path

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

from PySide6.QtCore import QEventLoop, QSettings, QTimer  # noqa: E402 - the platform must be chosen first
from PySide6.QtWidgets import QApplication  # noqa: E402

from gui.app import Application  # noqa: E402
from gui.preferences import Preferences  # noqa: E402

PICTURES = ROOT / "resources" / "pictures"
ROOMS = ("formula", "saturation", "multihead", "model")


def wait(milliseconds: int) -> None:
    """Let the event loop run (QTest.qWait would keep Python's lock, and the worker from running)."""
    loop = QEventLoop()
    QTimer.singleShot(milliseconds, loop.quit)
    loop.exec()


def pictures(folder: Path, language: str = "en", theme: str = "light", patience_s: int = 120) -> list[Path]:
    """Write one PNG of each room to `folder`, when the worker has nothing left to do."""
    with tempfile.TemporaryDirectory() as home:
        preferences = Preferences(QSettings(f"{home}/settings.ini", QSettings.Format.IniFormat))
        preferences.language, preferences.theme = language, theme
        application = Application(preferences)
        application.start()
        window = application.window
        window.resize(1400, 880)
        application.session.set_step("weights")
        for _ in range(10 * patience_s):
            wait(100)
            if application.runner.idle and application.session.result("map") is not None:
                break
        written = []
        for room in ROOMS:
            window.show_room(room)
            wait(2000)
            written.append(folder / f"{room}.png")
            window.grab().save(str(written[-1]))
        application.close()
    return written


if __name__ == "__main__":
    app = QApplication([])
    suffix = sys.argv[1:] or ["en", "light"]
    target = Path(sys.argv[3]) if len(sys.argv) > 3 else PICTURES
    target.mkdir(parents=True, exist_ok=True)
    for path in pictures(target, *suffix[:2]):
        print(path)
