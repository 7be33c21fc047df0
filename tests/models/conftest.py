"""The tiny GPT-2 that most tests load: 3 layers, 2 heads, 32 positions, byte vocabulary, random weights."""

from collections.abc import Iterator
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
