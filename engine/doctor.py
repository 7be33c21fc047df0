"""The command `doctor`: what somebody needs to know to understand a report of a fault. Works when parts are missing."""

import ctypes
import os
import platform
import sys
from collections.abc import Callable, Mapping
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

PACKAGES = ("numpy", "torch", "transformers", "safetensors", "PySide6-Essentials", "PySide6", "pyqtgraph")
XCB_LIBRARIES = {
    "libxcb-cursor.so.0": "libxcb-cursor0",
    "libxcb-icccm.so.4": "libxcb-icccm4",
    "libxcb-image.so.0": "libxcb-image0",
    "libxcb-keysyms.so.1": "libxcb-keysyms1",
    "libxcb-render-util.so.0": "libxcb-render-util0",
    "libxkbcommon-x11.so.0": "libxkbcommon-x11-0",
    "libEGL.so.1": "libegl1",
}
"""What Qt's X11 plugin loads, and the Debian and Ubuntu package that brings it."""


def report() -> str:
    """One line per fact, `name: value`. The home folder is written as ~, so that it names nobody."""
    lines = [f"python: {platform.python_version()}", f"system: {platform.platform()}"]
    lines += [f"{package}: {_version(package)}" for package in PACKAGES]
    lines += [f"{name}: {_attempt(fact)}" for name, fact in FACTS.items()]
    return "\n".join(lines).replace(str(Path.home()), "~")


def display(environment: Mapping[str, str], system: str, loads: Callable[[str], bool]) -> str:
    """Whether a window can open: the display that the environment names and the libraries that Qt needs there."""
    platform_plugin = environment.get("QT_QPA_PLATFORM", "")
    named = [f"{name}={environment[name]}" for name in ("DISPLAY", "WAYLAND_DISPLAY") if environment.get(name)]
    found = ", ".join([f"QT_QPA_PLATFORM={platform_plugin}"] * bool(platform_plugin) + named)
    if system != "linux" or platform_plugin == "offscreen":
        return found or "ok"
    missing = [package for library, package in XCB_LIBRARIES.items() if not loads(library)]
    words = found or "none (neither DISPLAY nor WAYLAND_DISPLAY is set); trace and map need none"
    return words + (f"; missing libraries, install: {' '.join(missing)}" if missing else "")


def _version(package: str) -> str:
    try:
        return version(package)
    except PackageNotFoundError:
        return "not installed"


def _attempt(fact: Callable[[], str]) -> str:
    """A fact, or why it cannot be told: a broken part must not hide the others."""
    try:
        return fact()
    except Exception as error:
        return f"cannot be told ({type(error).__name__}: {error})".replace("\n", " ")


def _devices() -> str:
    from engine.devices import available

    return ", ".join(d.name if d.reason is None else f"{d.name} (not usable: {d.reason})" for d in available())


def _display() -> str:
    return display(os.environ, sys.platform, _loads)


def _loads(library: str) -> bool:
    try:
        ctypes.CDLL(library)
    except OSError:
        return False
    return True


def _model_cache() -> str:
    from huggingface_hub.constants import HF_HUB_CACHE

    folder = Path(HF_HUB_CACHE)
    return f"{folder} ({'present' if folder.is_dir() else 'not there yet'})"


def _demo_model() -> str:
    folder = Path(__file__).resolve().parent.parent / "resources" / "demo_gpt2"
    return f"{folder} ({'present' if any(folder.glob('*.safetensors')) else 'missing'})"


FACTS: dict[str, Callable[[], str]] = {
    "devices": _devices,
    "display": _display,
    "model cache": _model_cache,
    "demo model": _demo_model,
}
