"""The command `doctor`: what somebody needs to know to understand a report of a fault. Works when parts are missing."""

import os
import platform
from collections.abc import Callable
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from engine.display import check_display
from engine.problems import Problem

PACKAGES = ("numpy", "torch", "transformers", "safetensors", "PySide6-Essentials", "PySide6", "pyqtgraph")


def report() -> str:
    """One line per fact, `name: value`. The home folder is written as ~, so that it names nobody."""
    lines = [f"python: {platform.python_version()}", f"system: {platform.platform()}"]
    lines += [f"{package}: {_version(package)}" for package in PACKAGES]
    lines += [f"{name}: {_attempt(fact)}" for name, fact in FACTS.items()]
    return "\n".join(lines).replace(str(Path.home()), "~")


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
    names = ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM")
    named = ", ".join(f"{name}={os.environ[name]}" for name in names if os.environ.get(name))
    try:
        check_display()
    except Problem as problem:
        return f"{named or 'none'}: {problem}"
    return named or "ok"


def _model_cache() -> str:
    from huggingface_hub.constants import HF_HUB_CACHE

    folder = Path(HF_HUB_CACHE)
    return f"{folder} ({'present' if folder.is_dir() else 'not there yet'})"


def _demo_model() -> str:
    from engine.models.folder import demo_folder

    return f"{demo_folder()} (present)"


FACTS: dict[str, Callable[[], str]] = {
    "devices": _devices,
    "display": _display,
    "model cache": _model_cache,
    "demo model": _demo_model,
}
