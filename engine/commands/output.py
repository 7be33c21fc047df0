"""Where a command's answer goes: the endings of --out, and the picture that the window's code is asked to draw."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from numpy.typing import NDArray

from engine.export import check_target
from engine.problems import QT_TRANSLATE_NOOP, Problem

PICTURES = (".png",)
ENDINGS = (".json", ".csv", ".npz", ".txt", *PICTURES)


@dataclass(frozen=True, eq=False)
class PictureRequest:
    """What a picture shows, in the words of the window's Picture: values (rows, columns) and what stands around them."""

    values: NDArray[Any]
    kind: Literal["weights", "scores", "values"]
    hidden: NDArray[Any] | None = None
    empty_rows: NDArray[Any] | None = None
    row_labels: tuple[str, ...] = ()
    column_labels: tuple[str, ...] = ()
    title: str = ""
    row_axis: str = "query"
    column_axis: str = "key"


Draw = Callable[[PictureRequest, Path], None]


def ending(out: Path | None) -> str:
    """The ending of --out in lower case, "" without --out. Raises Problem for one that means nothing, or a bad folder."""
    if out is None:
        return ""
    suffix = out.suffix.lower()
    if suffix not in ENDINGS:
        raise Problem(
            QT_TRANSLATE_NOOP("engine", "The ending of {path} says nothing about the format: use {endings}."),
            field="path",
            path=out,
            endings=" ".join(ENDINGS),
        )
    check_target(out)
    return suffix
