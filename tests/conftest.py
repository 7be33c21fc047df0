"""What tests of every kind share: the data folder and the attention examples with independently computed answers."""

import json
import os
import shutil
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

os.environ["QT_QPA_PLATFORM"] = "offscreen"  # no test needs a screen, except those that start a process of their own
os.environ["HF_HUB_OFFLINE"] = "1"

DATA = Path(__file__).parent / "data"


@pytest.fixture
def data() -> Path:
    """The folder of the test data."""
    return DATA


@pytest.fixture
def copy_of_tiny(tmp_path: Path) -> Callable[..., Path]:
    """A copy of the tiny model under a name, without some files and with others from a folder of broken ones."""

    def make(name: str = "copy", without: tuple[str, ...] = (), broken: str = "") -> Path:
        folder = tmp_path / name
        shutil.copytree(DATA / "tiny-gpt2", folder)
        for file in without:
            (folder / file).unlink()
        if broken:
            shutil.copytree(DATA / "broken-models" / broken, folder, dirs_exist_ok=True)
        return folder

    return make


def attention_cases() -> list[Any]:
    """One example per variant of each file: q, k, v, scale, visible, and the expected arrays by name."""
    cases = []
    for path in sorted((DATA / "attention").glob("*.json")):
        content = json.loads(path.read_text(encoding="utf-8"))
        for variant, answer in content.get("variants", {}).items():
            values = {name: content[name] for name in ("q", "k", "v")}
            values |= {name: answer[name] for name in ("scale", "visible")}
            expected = {name: np.array(array) for name, array in answer["expected"].items()}
            case = SimpleNamespace(values=values, expected=expected)
            cases.append(pytest.param(case, id=f"{path.stem}-{variant}"))
    return cases


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """A test that asks for `attention_case` runs once for each example."""
    if "attention_case" in metafunc.fixturenames:
        metafunc.parametrize("attention_case", attention_cases())
