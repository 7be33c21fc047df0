"""A person pastes what `doctor` prints into a report of a fault."""

import platform
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

import numpy as np
import pytest

from engine import cli
from engine.commands import doctor
from engine.commands.output import PictureRequest


def no_picture(request: PictureRequest, path: Path) -> None:
    pytest.fail("nobody asked for a picture")


def report(capsys: pytest.CaptureFixture[str]) -> dict[str, str]:
    assert cli.main(["doctor"], no_picture) == 0
    return dict(line.split(": ", 1) for line in capsys.readouterr().out.splitlines())


def test_versions_devices_display_and_models(capsys: pytest.CaptureFixture[str]) -> None:
    facts = report(capsys)
    assert facts["python"] == platform.python_version()
    assert facts["numpy"] == np.__version__
    assert facts["torch"] == version("torch")
    assert facts["devices"].startswith("CPU, CUDA")
    assert {"system", "transformers", "PySide6-Essentials", "pyqtgraph", "display", "model cache", "demo model"} <= set(
        facts
    )


def test_a_missing_display_is_told(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM"):
        monkeypatch.delenv(name, raising=False)
    if platform.system() == "Linux":
        assert report(capsys)["display"].startswith("none: ")
    monkeypatch.setenv("QT_QPA_PLATFORM", "offscreen")
    assert report(capsys)["display"].startswith("QT_QPA_PLATFORM=offscreen")


def test_missing_and_broken_parts_do_not_hide_the_others(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def missing(package: str) -> str:
        raise PackageNotFoundError(package)

    def broken() -> str:
        raise OSError("libcudart.so:\ncannot open")

    monkeypatch.setattr(doctor, "version", missing)
    monkeypatch.setitem(doctor.FACTS, "devices", broken)
    facts = report(capsys)
    assert facts["torch"] == "not installed"
    assert facts["devices"] == "cannot be told (OSError: libcudart.so: cannot open)"
    assert "display" in facts


def test_the_home_folder_names_nobody(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Path, "home", lambda: Path("/home/maria"))
    monkeypatch.setitem(doctor.FACTS, "model cache", lambda: "/home/maria/.cache/x")
    assert report(capsys)["model cache"] == "~/.cache/x"
