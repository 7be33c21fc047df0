"""The command `trace`: the formula on given numbers, every Step of it, with the audit."""

from pathlib import Path
from typing import Any

import numpy as np

from engine.audit import Check, audit, audit_torch
from engine.commands.output import PICTURES, Draw, PictureRequest, ending
from engine.config import INPUTS, Matrix
from engine.config_files import read_config
from engine.export import json_text, write_csv, write_json, write_npz, write_text
from engine.problems import QT_TRANSLATE_NOOP, Problem
from engine.steps import STEPS, Trace, trace

KINDS = {"scores": "scores", "scaled": "scores", "masked": "scores", "weights": "weights"}


def run(file: str, step: str | None, out: Path | None, draw: Draw) -> None:
    """Compute the Config in `file`; print JSON or write what the ending of `out` says."""
    suffix = ending(out)
    result = trace(read_config(file))
    if suffix == ".csv" or suffix in PICTURES:
        table = _one_table(result, step)  # refused before torch is asked
    if out is None:
        print(json_text(trace_json(result, step)))
    elif suffix == ".csv":
        write_csv(out, table)
    elif suffix in PICTURES:
        draw(picture(result, step or ""), out)
    elif suffix == ".npz":
        write_npz(out, {**_chosen(result, step), "entropy": result.entropy})
    elif suffix == ".json":
        write_json(out, trace_json(result, step))
    else:
        write_text(out, trace_text(result, step))


def trace_json(result: Trace, step: str | None = None) -> dict[str, Any]:
    """The answer as plain values: steps (all, or only `step`), shapes, audit and the entropy of each row in nats."""
    shapes = {name: getattr(result.config, name).shape for name in INPUTS}
    return {
        "steps": _chosen(result, step),
        "shapes": shapes | {key: result.steps[key].shape for key in STEPS},
        "audit": [{"check": c.key, "ok": c.ok, "detail": str(c.detail)} for c in _checks(result)],
        "entropy": result.entropy,
    }


def trace_text(result: Trace, step: str | None = None) -> str:
    """The answer to read: each Step as a table, then the audit."""
    parts = [_table_text(key, array) for key, array in _chosen(result, step).items()]
    words = {True: "ok", False: "FAILS", None: "says nothing here"}
    checks = [f"{check.key}: {words[check.ok]} ({check.detail})" for check in _checks(result)]
    return "\n\n".join([*parts, "\n".join(checks)]) + "\n"


def picture(result: Trace, step: str) -> PictureRequest:
    """One Step as a picture; masked cells are hidden from `masked` on, in the columns that are keys."""
    keys = step != "output"
    hiding = step in ("masked", "weights", "dropped")
    return PictureRequest(
        result.steps[step],
        KINDS.get(step, "values"),  # type: ignore[arg-type]  # the table above holds nothing else
        hidden=~result.visible if hiding else None,
        empty_rows=result.empty_rows if hiding else None,
        title=step,
        column_axis="key" if keys else "feature",
    )


def _checks(result: Trace) -> tuple[Check, ...]:
    return audit(result) + audit_torch(result)


def _chosen(result: Trace, step: str | None) -> dict[str, Matrix]:
    return {key: result.steps[key] for key in STEPS if step in (None, key)}


def _one_table(result: Trace, step: str | None) -> Matrix:
    """The Step for a format that holds one table. Raises Problem if none is named or it has leading axes."""
    if step is None:
        raise Problem(
            QT_TRANSLATE_NOOP("engine", "CSV files and pictures hold one Step: name it with --step {steps}."),
            field="step",
            steps=" | ".join(STEPS),
        )
    array = result.steps[step]
    if array.ndim > 2:
        raise Problem(
            QT_TRANSLATE_NOOP(
                "engine", "{step} has the shape {shape}, more than one table: use --out with .npz, .json or .txt."
            ),
            field="path",
            step=step,
            shape=array.shape,
        )
    return array


def _table_text(key: str, array: Matrix) -> str:
    lines = [f"{key} {array.shape}"]
    for lead in np.ndindex(array.shape[:-2]):
        lines += [f"{list(lead)}"] if lead else []
        lines += ["".join(f"{number:>12.6g}" for number in row) for row in array[lead]]
    return "\n".join(lines)
