"""A real X display for tests of the real window."""

import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(scope="session")
def display() -> Iterator[str]:
    """The name of an X display of our own. Skipped only where Xvfb or xdotool is missing, never in CI."""
    if not (shutil.which("Xvfb") and shutil.which("xdotool")):
        if os.environ.get("REQUIRE_XVFB"):
            pytest.fail("Xvfb and xdotool must be installed here")
        pytest.skip("no Xvfb or no xdotool")
    reading, writing = os.pipe()
    server = subprocess.Popen(
        ["Xvfb", "-displayfd", str(writing), "-screen", "0", "1600x1000x24", "-nolisten", "tcp", "-noreset"],
        pass_fds=[writing],
        stderr=subprocess.DEVNULL,
    )
    os.close(writing)
    with os.fdopen(reading) as numbers:
        yield f":{numbers.readline().strip()}"
    server.terminate()
    server.wait(10)


@pytest.fixture
def start(tmp_path: Path) -> Iterator[Callable[..., subprocess.Popen[str]]]:
    """Starts `main.py` with a home of its own; `start(DISPLAY=...)` sets variables, None removes one."""
    started: list[subprocess.Popen[str]] = []

    def start(*words: str, **variables: str | None) -> subprocess.Popen[str]:
        environment = {**os.environ, "HOME": str(tmp_path), "XDG_CONFIG_HOME": str(tmp_path / "config")}
        environment |= {"XDG_DATA_HOME": str(tmp_path / "data"), "HF_HUB_OFFLINE": "1", "LANG": "C.UTF-8"}
        for name in ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM"):
            environment.pop(name, None)
        environment |= {name: value for name, value in variables.items() if value is not None}
        process = subprocess.Popen(
            [sys.executable, "-X", "faulthandler", str(ROOT / "main.py"), *words],
            env=environment,
            cwd=tmp_path,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        started.append(process)
        return process

    yield start
    for process in started:
        process.kill()
        process.communicate()
