"""The command `map`: the attention of a model for one text or two, as a text map, numbers or a picture."""

import shutil
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from engine.commands.ascii_map import ascii_map
from engine.commands.output import PICTURES, Draw, PictureRequest, ending
from engine.export import write_csv, write_json, write_npz, write_text
from engine.problems import QT_TRANSLATE_NOOP, Problem

if TYPE_CHECKING:
    from engine.models.capture import Capture

SAME_ROWS = 1e-5
"""Two float32 passes over the same tokens agree within this, whatever follows the tokens."""


@dataclass(frozen=True)
class Choice:
    """Which maps of which model. `head` is a number, "mean" (over the heads of the layer) or "all" (of all layers)."""

    model: str = "demo"
    layer: int | None = None
    head: str = "0"
    device: str = "auto"


@dataclass(frozen=True, eq=False)
class Reading:
    """One text as the model read it: its tokens and the chosen weights, (T, T) or (layers, heads, T, T) for "all"."""

    text: str
    ids: list[int]
    labels: list[str]
    weights: NDArray[np.float32]


def run(texts: Sequence[str], choice: Choice, out: Path | None, draw: Draw) -> None:
    """Read the texts with the model; print the maps or write what the ending of `out` says."""
    suffix = ending(out)
    _check_combination(len(texts), choice, suffix)
    _check_text(texts)
    title, readings = read(texts, choice)
    first = readings[0]
    if out is None:
        print(maps_text(title, readings, shutil.get_terminal_size((80, 24)).columns))
    elif suffix == ".csv":
        write_csv(out, first.weights, first.labels, first.labels)
    elif suffix == ".npz":
        write_npz(out, npz_arrays(readings))
    elif suffix == ".json":
        write_json(out, maps_json(choice, readings))
    elif suffix in PICTURES:
        draw(_picture(title, first), out)
    else:
        write_text(out, maps_text(title, readings) + "\n")


def read(texts: Sequence[str], choice: Choice) -> tuple[str, list[Reading]]:
    """Run the model over each text; what was chosen, in words, and one Reading per text. Imports torch."""
    from engine.models.capture import capture
    from engine.models.load import load

    model = load(choice.model, device=choice.device)
    layer = _index("layer", str(choice.layer or 0), model.layers)
    if choice.head == "all":
        title = f"{model.name}, all {model.layers} layers and {model.heads} heads"
    elif choice.head == "mean":
        title = f"{model.name}, layer {layer}, mean of its {model.heads} heads"
    else:
        title = f"{model.name}, layer {layer}, head {_index('head', choice.head, model.heads)}"
    return title, [_reading(text, capture(model, text), layer, choice.head) for text in texts]


def first_difference(readings: Sequence[Reading]) -> int | None:
    """The first position at which the tokens of two texts differ; None if they are the same."""
    one, two = (reading.ids for reading in readings)
    if one == two:
        return None
    return next((i for i, (a, b) in enumerate(zip(one, two, strict=False)) if a != b), min(len(one), len(two)))


def difference_text(readings: Sequence[Reading]) -> str:
    """Where two texts part, and whether the rows before that are the same in both maps."""
    at = first_difference(readings)
    if at is None:
        return "Both texts have the same tokens."
    tokens = (f'"{r.labels[at]}"' if at < len(r.labels) else "the end" for r in readings)
    where = "The texts first differ at token {}: {} and {}.".format(at, *tokens)
    if at == 0:
        return where
    one, two = (reading.weights[..., :at, :] for reading in readings)
    later = max(float(weights[..., at:].max(initial=0)) for weights in (one, two))
    worst = max(later, float(np.abs(one[..., :at] - two[..., :at]).max()))
    if worst <= SAME_ROWS:
        return f"{where} The rows before it are the same in both maps: no query there sees a later key."
    return f"{where} The rows before it differ by up to {worst:.2g}: these queries see later keys too."


def maps_text(title: str, readings: Sequence[Reading], width: int = 80) -> str:
    """The maps of one head in plain text, and for two texts where they part."""
    parts = [ascii_map(reading.weights, reading.labels, title, width) for reading in readings]
    if len(readings) == 2:
        parts.append(difference_text(readings))
    return "\n\n".join(parts)


def maps_json(choice: Choice, readings: Sequence[Reading]) -> dict[str, Any]:
    """The same as plain values; `first_difference` is there for two texts."""
    answer: dict[str, Any] = {
        "model": choice.model,
        "layer": "all" if choice.head == "all" else choice.layer or 0,
        "head": int(choice.head) if choice.head.isdecimal() else choice.head,
        "maps": [{"text": r.text, "ids": r.ids, "tokens": r.labels, "attention": r.weights} for r in readings],
    }
    return answer | {"first_difference": first_difference(readings)} if len(readings) == 2 else answer


def npz_arrays(readings: Sequence[Reading]) -> dict[str, NDArray[Any]]:
    """`attention`, `ids` and `tokens`; those of a second text end in _2."""
    arrays: dict[str, NDArray[Any]] = {}
    for reading, end in zip(readings, ("", "_2"), strict=False):
        arrays["attention" + end] = reading.weights
        arrays["ids" + end] = np.array(reading.ids, dtype=np.int64)
        arrays["tokens" + end] = np.array(reading.labels, dtype=np.str_)
    return arrays


def _reading(text: str, taken: "Capture", layer: int, head: str) -> Reading:
    weights = taken.maps() if head == "all" else taken.mean(layer) if head == "mean" else taken.map(layer, int(head))
    return Reading(text, [int(i) for i in taken.tokens.ids], [str(label) for label in taken.tokens.labels], weights)


def _picture(title: str, reading: Reading) -> PictureRequest:
    labels = tuple(reading.labels)
    return PictureRequest(reading.weights, "weights", row_labels=labels, column_labels=labels, title=title)


def _check_combination(texts: int, choice: Choice, suffix: str) -> None:
    """Refuse what one output cannot hold, before a model is loaded."""
    if choice.head == "all" and suffix not in (".npz", ".json"):
        raise Problem(
            QT_TRANSLATE_NOOP(
                "engine", "All heads together need --out with .npz or .json; here name one head or mean."
            ),
            field="head",
        )
    if choice.head == "all" and choice.layer is not None:
        raise Problem(
            QT_TRANSLATE_NOOP("engine", "--head all takes the heads of every layer: leave --layer out."), field="layer"
        )
    if texts == 2 and suffix in (".csv", *PICTURES):
        raise Problem(
            QT_TRANSLATE_NOOP("engine", "A {ending} file holds one map: give one text, or use .npz, .json or .txt."),
            field="path",
            ending=suffix,
        )


def _check_text(texts: Sequence[str]) -> None:
    """Refuse bytes of another encoding, which Python smuggles in as half characters that no file can hold."""
    for text in texts:
        try:
            text.encode()
        except UnicodeEncodeError as error:
            raise Problem(
                QT_TRANSLATE_NOOP("engine", "The text holds bytes that are not UTF-8: type it in a UTF-8 terminal."),
                field="text",
            ) from error


def _index(what: str, text: str, count: int) -> int:
    """`text` as the index of one of `count` layers or heads."""
    if text.isdecimal() and int(text) < count:
        return int(text)
    if what == "layer":
        template = QT_TRANSLATE_NOOP("engine", "There is no layer {text}: this model has the layers 0 to {last}.")
    else:
        template = QT_TRANSLATE_NOOP("engine", "There is no head {text}: name 0 to {last}, mean or all.")
    raise Problem(template, field=what, text=text, last=count - 1)
