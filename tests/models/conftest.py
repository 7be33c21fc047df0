"""The tiny GPT-2 that most tests load: 3 layers, 2 heads, 32 positions, byte vocabulary, random weights."""

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
import torch

from engine.models.load import Model, load

DATA = Path(__file__).parents[1] / "data"
TINY = DATA / "tiny-gpt2"


@pytest.fixture(scope="session", autouse=True)
def one_thread() -> Iterator[None]:
    """Threads that wait for each other cost more than these tiny models take."""
    before = torch.get_num_threads()
    torch.set_num_threads(1)
    yield
    torch.set_num_threads(before)


@pytest.fixture(scope="session")
def tiny() -> Model:
    return load(str(TINY), "cpu")


@pytest.fixture
def copy_of_tiny(tmp_path: Path) -> Callable[..., Path]:
    """A copy of the tiny model under a name, without some files and with others from a folder of broken ones."""

    def make(name: str = "copy", without: tuple[str, ...] = (), broken: str = "") -> Path:
        folder = tmp_path / name
        shutil.copytree(TINY, folder)
        for file in without:
            (folder / file).unlink()
        if broken:
            shutil.copytree(DATA / "broken-models" / broken, folder, dirs_exist_ok=True)
        return folder

    return make
