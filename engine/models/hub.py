"""Models by their hub name: taken from the local cache if all of it is there, fetched otherwise, and only then."""

import queue
import threading
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

from engine.cancel import Job
from engine.models.folder import INDEX, SINGLE, TOKENIZERS, check_tokenizer, weight_files
from engine.problems import QT_TRANSLATE_NOOP, Cancelled, Problem, sentence

_TIMEOUT = 10.0  # seconds that a server may take to answer
_POLL = 0.1  # seconds between two looks at Cancel
_SETTINGS = ("tokenizer_config.json", "special_tokens_map.json", "added_tokens.json", "merges.txt")

T = TypeVar("T")


def hub_folder(name: str, job: Job) -> Path:
    """The folder of the hub model `name` in the local cache; downloads what is missing.

    Raises Problem: no connection, no such model, needs permission, or weights in another format than safetensors.
    """
    return cached(name) or _download(name, job)


def cached(name: str) -> Path | None:
    """The folder of `name` in the cache, None if it is not all there. Never uses the network."""
    from huggingface_hub import try_to_load_from_cache
    from huggingface_hub.errors import HFValidationError

    try:
        config = try_to_load_from_cache(name, "config.json")
    except HFValidationError as error:
        raise _no_such_model(name) from error
    if not isinstance(config, str):
        return None
    folder = Path(config).parent
    try:
        weight_files(folder)
        check_tokenizer(folder)
    except Problem:
        return None
    return folder


def _download(name: str, job: Job) -> Path:
    job.report(sentence(QT_TRANSLATE_NOOP("engine", "Asking the hub for {name}"), name=name))
    try:
        return _fetch(name, job)
    except (Problem, Cancelled):
        raise
    except Exception as error:
        raise _explained(name, error) from error


def _fetch(name: str, job: Job) -> Path:
    """Get the files one after the other: config first, weights last, so that a cut download is never taken for a model."""
    from huggingface_hub import HfApi

    info = _waiting(lambda: HfApi().model_info(name, timeout=_TIMEOUT), job, _Progress())
    path = Path()
    for file in _wanted(name, [sibling.rfilename for sibling in info.siblings or ()]):
        path = _get(name, file, job)
    if path.name == INDEX:
        for file in sorted({str(part) for part in _parts(path)}):
            _get(name, file, job)
    return path.parent


def _wanted(name: str, there: list[str]) -> list[str]:
    """The files to get of those that are there; no other format of weights than safetensors is ever fetched."""
    weights = SINGLE if SINGLE in there else INDEX
    if "config.json" not in there or weights not in there:
        raise Problem(
            QT_TRANSLATE_NOOP(
                "engine", "{name} has no safetensors weights with a config.json on the hub: choose another model."
            ),
            field="model",
            name=name,
        )
    return ["config.json", *(file for file in (*_SETTINGS, *TOKENIZERS) if file in there), weights]


def _parts(index: Path) -> list[str]:
    import json

    return list(json.loads(index.read_bytes())["weight_map"].values())


@dataclass
class _Progress:
    """How far a download is, written by its thread; `stop` is written by the one that waits."""

    file: str = ""
    done: int = 0
    total: int = 0
    stop: bool = False


def _get(name: str, file: str, job: Job) -> Path:
    from huggingface_hub import hf_hub_download

    progress = _Progress(file)
    bar = _bar_class(progress)
    call = lambda: hf_hub_download(name, file, etag_timeout=_TIMEOUT, tqdm_class=bar)  # noqa: E731
    return Path(_waiting(call, job, progress))


def _waiting(call: Callable[[], T], job: Job, progress: _Progress) -> T:
    """The result of `call`, run on a thread of its own so that Cancel works even while no server answers."""
    answer: queue.SimpleQueue[tuple[bool, Any]] = queue.SimpleQueue()
    threading.Thread(target=lambda: answer.put(_tried(call)), name="download", daemon=True).start()
    try:
        while True:
            job.check()
            try:
                fine, value = answer.get(timeout=_POLL)
            except queue.Empty:
                _tell(job, progress)
                continue
            if fine:
                return value  # type: ignore[no-any-return]  # the queue holds what `call` returned
            raise value
    finally:
        progress.stop = True


def _tried(call: Callable[[], T]) -> tuple[bool, Any]:
    try:
        return True, call()
    except Exception as error:  # handed over to the thread that waits
        return False, error


def _tell(job: Job, progress: _Progress) -> None:
    if progress.total:
        what = sentence(QT_TRANSLATE_NOOP("engine", "Downloading {file}"), file=progress.file)
        job.report(what, min(progress.done / progress.total, 1.0))


def _bar_class(progress: _Progress) -> Any:
    """What the hub library draws its progress bar with: one that draws nothing, counts, and stops when told to."""
    from tqdm import tqdm  # type: ignore[import-untyped]

    class Bar(tqdm):  # type: ignore[misc]  # tqdm has no types
        def __init__(self, *args: Any, **kwargs: Any) -> None:
            super().__init__(*args, **(kwargs | {"disable": True}))
            progress.total = max(progress.total, int(kwargs.get("total") or 0))
            progress.done = max(progress.done, int(kwargs.get("initial") or 0))

        def update(self, n: float | None = 1) -> bool | None:
            if progress.stop:
                raise Cancelled
            progress.done += int(n or 0)
            return None

    return Bar


def _no_such_model(name: str) -> Problem:
    return Problem(
        QT_TRANSLATE_NOOP(
            "engine", "There is no folder and no public model on the hub called {name}: check how it is spelled."
        ),
        field="model",
        name=name,
    )


def _explained(name: str, error: Exception) -> Problem:
    """What went wrong, by kind. A gated model is also "not found" to the library, so it is asked for first."""
    from huggingface_hub import errors

    if isinstance(error, errors.GatedRepoError):
        template = QT_TRANSLATE_NOOP(
            "engine",
            "{name} needs permission: accept its conditions on its hub page and log in with hf auth login, then try again.",
        )
        return Problem(template, field="model", name=name)
    if isinstance(error, (errors.RepositoryNotFoundError, errors.RevisionNotFoundError, errors.HFValidationError)):
        return _no_such_model(name)
    status = getattr(getattr(error, "response", None), "status_code", None)
    if status is not None:
        template = QT_TRANSLATE_NOOP("engine", "The hub answered with error {status} for {name}: try again later.")
        return Problem(template, field="model", name=name, status=status)
    if _is_disk(error):
        template = QT_TRANSLATE_NOOP(
            "engine",
            "{name} could not be written to the cache folder ({reason}): "
            "free some space there, or choose another folder with HF_HOME.",
        )
        return Problem(template, field="model", name=name, reason=str(error))
    template = QT_TRANSLATE_NOOP(
        "engine",
        "There is no connection to the hub and {name} is not in the cache: "
        "connect to the internet, or give the folder of a model.",
    )
    return Problem(template, field="model", name=name)


def _is_disk(error: Exception) -> bool:
    """True for a full disk or a folder that may not be written; a network error has no file name."""
    return isinstance(error, OSError) and (error.filename is not None or error.errno in (28, 122))
