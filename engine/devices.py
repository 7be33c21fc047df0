"""Where tensors live: which devices this computer has, which one to use, and what to say when memory runs out."""

import gc
import re
import sys
import traceback
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from engine.problems import QT_TRANSLATE_NOOP, Problem, Sentence, sentence

_ALLOCATOR_SIGNS = ("out of memory", "not enough memory", "can't allocate memory", "alloc_failed")
_SIZE_ASKED = re.compile(r"allocate ([\d.]+ ?\w+)")


@dataclass(frozen=True)
class Device:
    """One device: its key for `resolve`, a readable name, and why it cannot be used (None = it can)."""

    key: str
    name: str
    reason: Sentence | None = None


def available() -> tuple[Device, ...]:
    """The CPU and CUDA, each with the reason if it cannot be used. Imports torch: call it on a worker."""
    return (Device("cpu", "CPU"), _cuda())


def resolve(choice: str) -> str:
    """The device to use for "auto", "cpu" or "cuda": "auto" takes CUDA when it works.

    Raises Problem (field "device") for CUDA that cannot be used and for any other word.
    """
    if choice not in ("auto", "cpu", "cuda"):
        raise Problem(
            QT_TRANSLATE_NOOP("engine", "There is no device called {choice}: choose auto, cpu or cuda."),
            field="device",
            choice=repr(choice),
        )
    if choice == "cpu":
        return "cpu"
    cuda = _cuda()
    if cuda.reason is None:
        return "cuda"
    if choice == "cuda":
        raise Problem(
            QT_TRANSLATE_NOOP("engine", "CUDA cannot be used: {reason}. Choose cpu or auto."),
            field="device",
            reason=cuda.reason,
        )
    return "cpu"


def _cuda() -> Device:
    import torch

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # an old driver warns; here it becomes a reason
        if torch.version.cuda is None:
            reason = sentence(QT_TRANSLATE_NOOP("engine", "this torch was built for the CPU only"))
            return Device("cuda", "CUDA", reason)
        if not torch.cuda.is_available():
            reason = sentence(QT_TRANSLATE_NOOP("engine", "torch finds no NVIDIA GPU or no driver that fits"))
            return Device("cuda", "CUDA", reason)
        return _tried_cuda()


def _tried_cuda() -> Device:
    """A GPU may be listed and still not run this torch's kernels, so run one."""
    import torch

    try:
        name = f"CUDA: {torch.cuda.get_device_name()}"
        torch.ones(2, device="cuda").sum().item()
    except RuntimeError as error:
        lines = str(error).splitlines() or [type(error).__name__]
        reason = sentence(QT_TRANSLATE_NOOP("engine", "the GPU does not run this torch ({error})"), error=lines[0])
        return Device("cuda", "CUDA", reason)
    return Device("cuda", name)


@contextmanager
def memory_guard(field: str) -> Iterator[None]:
    """Turn an allocation that fails inside the block into a Problem that names the size asked for.

    What the block had allocated by then is free again when the Problem is raised.
    """
    refused: str | None = None
    try:
        yield
    except (MemoryError, RuntimeError) as error:
        if not _is_about_memory(error):
            raise
        found = _SIZE_ASKED.search(str(error).replace("you tried to ", ""))
        refused = str(error) if found is None else found.group(1)
        refused = refused.splitlines()[0] if refused else "?"
        traceback.clear_frames(error.__traceback__)  # the Problem refers to the error and through it to their tensors
    if refused is not None:
        _free()
        raise Problem(
            QT_TRANSLATE_NOOP(
                "engine",
                "There is not enough memory ({size} asked for): use a shorter text, a smaller model or another device.",
            ),
            field=field,
            size=_readable(refused),
        )


def _is_about_memory(error: BaseException) -> bool:
    text = str(error).lower()
    return isinstance(error, MemoryError) or any(sign in text for sign in _ALLOCATOR_SIGNS)


def _readable(size: str) -> str:
    """Bytes as GiB with two digits; any other size as it stands."""
    number, _, unit = size.partition(" ")
    return f"{int(number) / 2**30:.2f} GiB" if unit == "bytes" and number.isdigit() else size


def _free() -> None:
    gc.collect()
    torch = sys.modules.get("torch")
    if torch is not None and torch.cuda.is_available():
        torch.cuda.empty_cache()
