"""Devices: what can be used, and what is said about the rest. The GPU itself is not needed."""

import pytest
import torch

from engine.devices import available, memory_guard, resolve
from engine.models.load import load
from engine.problems import Problem


@pytest.fixture
def cpu_build(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(torch.version, "cuda", None)
    monkeypatch.setattr(torch.cuda, "is_available", lambda: False)


@pytest.fixture
def cuda_build(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(torch.version, "cuda", "13.0")
    monkeypatch.setattr(torch.cuda, "is_available", lambda: True)
    monkeypatch.setattr(torch.cuda, "get_device_name", lambda: "NVIDIA H200")


def test_the_cpu_can_always_be_used(cpu_build: None) -> None:
    cpu, cuda = available()
    assert (cpu.key, cpu.name, cpu.reason) == ("cpu", "CPU", None)
    assert cuda.key == "cuda" and "CPU only" in str(cuda.reason)
    assert resolve("auto") == resolve("cpu") == "cpu"


def test_cuda_on_a_build_without_it(cpu_build: None) -> None:
    with pytest.raises(Problem, match="Choose cpu or auto") as caught:
        load("/not/even/looked/at", "cuda")
    assert caught.value.field == "device"


def test_a_driver_that_is_missing(monkeypatch: pytest.MonkeyPatch, cuda_build: None) -> None:
    monkeypatch.setattr(torch.cuda, "is_available", lambda: False)
    with pytest.raises(Problem, match="no NVIDIA GPU"):
        resolve("cuda")
    assert resolve("auto") == "cpu"


def test_a_gpu_that_runs_no_kernel_is_not_used(monkeypatch: pytest.MonkeyPatch, cuda_build: None) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise RuntimeError("no kernel image is available for execution on the device\nmore")

    monkeypatch.setattr(torch, "ones", refuse)
    assert "no kernel image" in str(available()[1].reason)
    assert resolve("auto") == "cpu"


def test_a_gpu_that_works_is_taken(monkeypatch: pytest.MonkeyPatch, cuda_build: None) -> None:
    tensor = torch.ones(2)
    monkeypatch.setattr(torch, "ones", lambda *_, **__: tensor)
    assert available()[1].name == "CUDA: NVIDIA H200" and available()[1].reason is None
    assert resolve("auto") == resolve("cuda") == "cuda"


def test_another_word_is_refused() -> None:
    with pytest.raises(Problem, match="'gpu'") as caught:
        resolve("gpu")
    assert caught.value.field == "device"


@pytest.mark.parametrize(
    ("error", "size"),
    [
        (torch.OutOfMemoryError("CUDA out of memory. Tried to allocate 20.00 GiB. GPU 0 has"), "20.00 GiB"),
        (
            RuntimeError("DefaultCPUAllocator: can't allocate memory: you tried to allocate 1600000000 bytes."),
            "1.49 GiB",
        ),
        (MemoryError("Unable to allocate 2.98 GiB for an array with shape (20000, 20000)"), "2.98 GiB"),
        (MemoryError(), "?"),
    ],
)
def test_running_out_of_memory_names_the_size(error: Exception, size: str) -> None:
    with pytest.raises(Problem) as caught, memory_guard("text"):
        raise error
    assert size in str(caught.value) and caught.value.field == "text"


def test_other_errors_pass_through() -> None:
    with pytest.raises(RuntimeError, match="shapes"), memory_guard("text"):
        raise RuntimeError("shapes do not match")


def test_float32_products_keep_full_precision() -> None:
    assert not torch.backends.cuda.matmul.allow_tf32
