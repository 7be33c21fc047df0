"""A model's folder: find it, and say what is wrong with it before anything is loaded from it."""

import importlib.resources
import json
import re
from pathlib import Path
from typing import Any

from engine.problems import QT_TRANSLATE_NOOP, Problem

DEMO = "demo"
INDEX = "model.safetensors.index.json"
SINGLE = "model.safetensors"
TOKENIZERS = ("tokenizer.json", "vocab.txt", "vocab.json", "tokenizer.model", "spiece.model", "sentencepiece.bpe.model")
_TOKENIZER_JSON = (
    "tokenizer.json",
    "tokenizer_config.json",
    "special_tokens_map.json",
    "added_tokens.json",
    "vocab.json",
)
_PICKLES = ("*.bin", "*.pt", "*.pth", "*.ckpt", "*.pkl")
_HUB_NAME = re.compile(r"[A-Za-z0-9][\w.-]{0,95}(/[A-Za-z0-9][\w.-]{0,95})?", re.ASCII)
_QUOTES = "\"'“”‘’«»"


def local_folder(name: str) -> Path | None:
    """The folder that `name` stands for, None if it is a hub name ("gpt2", "owner/model").

    Spaces and quotes around it are dropped, ~ is the home folder, "demo" is the bundled model. What exists is a folder;
    of what does not, anything but a plain hub name is a path. Raises Problem if there is no such folder.
    """
    bare = name.strip()
    path_text = bare.strip(_QUOTES).strip()
    if not path_text:
        raise Problem(QT_TRANSLATE_NOOP("engine", "No model is named: give a folder or a hub name."), field="model")
    if path_text == DEMO:
        return demo_folder()
    path = _expanded(path_text)
    if _exists(path):
        return _checked(path)
    if path_text == bare and _HUB_NAME.fullmatch(bare) and not _starts_in_a_folder(path):
        return None
    raise Problem(
        QT_TRANSLATE_NOOP("engine", "This folder does not exist: {path}. Check how it is spelled."),
        field="model",
        path=path_text,
    )


def demo_folder() -> Path:
    """The bundled model's folder. Raises Problem if it is not installed."""
    try:
        folder = Path(str(importlib.resources.files("resources"))) / "demo_gpt2"
    except ModuleNotFoundError:
        folder = Path(__file__).parents[2] / "resources" / "demo_gpt2"
    if not (folder / "config.json").is_file():
        raise Problem(
            QT_TRANSLATE_NOOP(
                "engine", "The bundled demo model is missing from {path}: install the app again or load another model."
            ),
            field="model",
            path=folder,
        )
    return folder


def check_folder(folder: Path) -> None:
    """Raise Problem, naming the file and the likely cause, unless a model can be loaded from `folder`."""
    read_config(folder)
    for file in weight_files(folder):
        check_weights(file)
    check_tokenizer(folder)


def read_config(folder: Path) -> dict[str, Any]:
    """What config.json says."""
    path = folder / "config.json"
    if not path.is_file():
        raise Problem(
            QT_TRANSLATE_NOOP(
                "engine",
                "{folder} has no config.json: choose the folder that a model was saved in, all files together.",
            ),
            field="model",
            folder=folder,
        )
    config = _read_json(path)
    if not isinstance(config.get("model_type"), str):
        raise Problem(
            QT_TRANSLATE_NOOP(
                "engine",
                "{path} does not say what kind of model it is (model_type): download it again from its source.",
            ),
            field="model",
            path=path,
        )
    return config


def weight_files(folder: Path) -> list[Path]:
    """The safetensors files that hold the weights, of which there is at least one."""
    index, single = folder / INDEX, folder / SINGLE
    if single.is_file():
        return [single]
    if not index.is_file():
        raise _no_weights(folder)
    parts = _read_json(index).get("weight_map")
    if not isinstance(parts, dict) or not parts:
        raise _not_json(index)
    files = [folder / Path(str(part)).name for part in sorted(set(parts.values()))]
    for file in files:
        if not file.is_file():
            raise Problem(
                QT_TRANSLATE_NOOP(
                    "engine", "{file} is missing: the weights are in {count} files, download all of them."
                ),
                field="model",
                file=file,
                count=len(files),
            )
    return files


def check_weights(file: Path) -> None:
    """Raise Problem unless `file` is a whole safetensors file: 8 bytes of header length, a JSON header, the numbers."""
    size = file.stat().st_size
    with file.open("rb") as stream:
        start = stream.read(8)
        length = int.from_bytes(start, "little")
        rest = stream.read(min(length, size))
    text = (start + rest[:200]).lstrip().lower()
    if size == 0:
        raise _broken(QT_TRANSLATE_NOOP("engine", "{file} is empty: download it again."), file)
    if text.startswith(b"version https://git-lfs"):
        raise _broken(
            QT_TRANSLATE_NOOP(
                "engine",
                "{file} is only a pointer to the weights, as a git clone without LFS leaves it: run git lfs pull there.",
            ),
            file,
        )
    if text.startswith((b"<!doctype", b"<html", b"<?xml")):
        raise _broken(QT_TRANSLATE_NOOP("engine", "{file} is a web page, not weights: download the file itself."), file)
    if length + 8 > size and not rest.startswith(b"{"):
        raise _junk(file)
    _check_length(file, length, rest, size)


def _check_length(file: Path, length: int, header: bytes, size: int) -> None:
    if len(header) < length:
        raise _cut_off(file, size)
    try:
        table = json.loads(header)
        ends = [entry["data_offsets"][1] for name, entry in table.items() if name != "__metadata__"]
        wanted = 8 + length + max(ends)
    except (ValueError, TypeError, KeyError, IndexError, AttributeError) as error:
        raise _junk(file) from error
    if size < wanted:
        raise _cut_off(file, size)


def check_tokenizer(folder: Path) -> None:
    """Raise Problem unless `folder` has the vocabulary of a tokenizer."""
    if not any((folder / name).is_file() for name in TOKENIZERS):
        raise Problem(
            QT_TRANSLATE_NOOP(
                "engine",
                "{folder} has no tokenizer (tokenizer.json), so text cannot be cut into tokens: "
                "copy the tokenizer's files from where the model came from.",
            ),
            field="model",
            folder=folder,
        )


def damaged_tokenizer(folder: Path, detail: str) -> Problem:
    """What to say of a tokenizer that its library cannot read: the first file that is no JSON, else the vocabulary."""
    for name in _TOKENIZER_JSON:
        if (folder / name).is_file():
            try:
                _read_json(folder / name)
            except Problem as problem:
                return problem
    return Problem(
        QT_TRANSLATE_NOOP(
            "engine", "No tokenizer can be made from {file} ({reason}): download it again from the model's source."
        ),
        field="model",
        file=next(folder / name for name in TOKENIZERS if (folder / name).is_file()),
        reason=detail,
    )


def _expanded(text: str) -> Path:
    try:
        return Path(text).expanduser()
    except RuntimeError:  # ~ of a person who is not here
        return Path(text)


def _exists(path: Path) -> bool:
    try:
        return path.exists()
    except (OSError, ValueError):  # too long a name, a zero byte
        return False


def _starts_in_a_folder(path: Path) -> bool:
    """True for "models/gpt2" where ./models exists: a mistyped path, not a hub name."""
    return len(path.parts) > 1 and path.parent.is_dir()


def _checked(path: Path) -> Path:
    if not path.is_dir():
        raise Problem(
            QT_TRANSLATE_NOOP("engine", "{path} is a file: choose the folder that holds config.json."),
            field="model",
            path=path,
        )
    return path


def _read_json(path: Path) -> dict[str, Any]:
    try:
        content = json.loads(path.read_bytes())
    except (ValueError, RecursionError) as error:
        raise _not_json(path) from error
    if not isinstance(content, dict):
        raise _not_json(path)
    return content


def _not_json(path: Path) -> Problem:
    return Problem(
        QT_TRANSLATE_NOOP(
            "engine", "{path} is not what its name says (perhaps a web page was saved instead): download it again."
        ),
        field="model",
        path=path,
    )


def _no_weights(folder: Path) -> Problem:
    pickles = [file for pattern in _PICKLES for file in sorted(folder.glob(pattern))]
    if pickles:
        template = QT_TRANSLATE_NOOP(
            "engine",
            "{folder} has its weights only in {file}, a format that can run code when it is opened, "
            "so it is never opened here: save the model as safetensors.",
        )
        return Problem(template, field="model", folder=folder, file=pickles[0].name)
    gguf = sorted(folder.glob("*.gguf"))
    if gguf:
        template = QT_TRANSLATE_NOOP(
            "engine", "{file} is in GGUF format, which is not read here: load the safetensors version of the model."
        )
        return Problem(template, field="model", file=gguf[0].name)
    template = QT_TRANSLATE_NOOP(
        "engine", "{folder} has no weights (model.safetensors): download that file into the folder too."
    )
    return Problem(template, field="model", folder=folder)


def _broken(template: str, file: Path) -> Problem:
    return Problem(template, field="model", file=file)


def _junk(file: Path) -> Problem:
    template = QT_TRANSLATE_NOOP("engine", "{file} is damaged or not a safetensors file: download it again.")
    return _broken(template, file)


def _cut_off(file: Path, size: int) -> Problem:
    template = QT_TRANSLATE_NOOP(
        "engine", "{file} ends too early, after {size} bytes, as after a broken download: download it again."
    )
    return Problem(template, field="model", file=file, size=size)
