"""What the Multi-head room shows as Pictures: the matrix of a box, a head's map, contributions, the output. Pure functions."""

from dataclasses import dataclass
from typing import cast

import numpy as np
from PySide6.QtCore import QCoreApplication

from engine.config import Matrix
from engine.heads.trace import MultiHeadTrace
from engine.problems import QT_TRANSLATE_NOOP
from gui.panels.words import word
from gui.session import HeadsResult, HeadsView
from gui.widgets.picture import Picture

BOX_NAMES = {
    "x": QT_TRANSLATE_NOOP("words", "X"),
    "y": QT_TRANSLATE_NOOP("words", "Y"),
    "w_q": QT_TRANSLATE_NOOP("words", "W_Q"),
    "w_k": QT_TRANSLATE_NOOP("words", "W_K"),
    "w_v": QT_TRANSLATE_NOOP("words", "W_V"),
    "q": QT_TRANSLATE_NOOP("words", "Q"),
    "k": QT_TRANSLATE_NOOP("words", "K"),
    "v": QT_TRANSLATE_NOOP("words", "V"),
    "scores": QT_TRANSLATE_NOOP("words", "scores"),
    "weights": QT_TRANSLATE_NOOP("words", "weights"),
    "head_output": QT_TRANSLATE_NOOP("words", "head output"),
    "concat": QT_TRANSLATE_NOOP("words", "concat"),
    "w_o": QT_TRANSLATE_NOOP("words", "W_O"),
    "output": QT_TRANSLATE_NOOP("words", "output"),
}
INPUTS = ("x", "y", "w_q", "w_k", "w_v", "w_o")
OF_A_HEAD = ("q", "k", "v", "scores", "weights", "head_output")
ROLES = {"w_q": "q", "w_k": "k", "w_v": "v", "q": "q", "k": "k", "v": "v", "w_o": "output", "output": "output"}


@dataclass(frozen=True, eq=False)
class RangedPicture(Picture):
    """A Picture whose colours reach from -largest to largest, so that it can be compared with another one."""

    largest: float = 1.0

    def limits(self) -> tuple[float, float]:
        return -self.largest, self.largest

    def frame(self) -> tuple[object, ...]:
        return (*super().frame(), self.largest)


def shown_head(view: HeadsView, trace: MultiHeadTrace) -> int:
    """The head looked at; for a moment after an edit the trace may still have fewer."""
    return min(view.head, len(trace.q) - 1)


def key_head(trace: MultiHeadTrace, head: int) -> int:
    """The key head that a head uses."""
    return head * len(trace.k) // len(trace.q)


def box_picture(view: HeadsView, result: HeadsResult, box: str) -> Picture:
    """The matrix behind a box of the walk: whole where all heads share it, else that of the head looked at."""
    if box in INPUTS:
        return input_picture(view, box)
    trace = result.trace
    head = shown_head(view, trace)
    title = word(BOX_NAMES, box)
    if box in OF_A_HEAD:
        one = key_head(trace, head) if box in ("k", "v") else head
        title = _of_head(title, one, box in ("k", "v"))
    if box in ("scores", "weights"):
        return map_picture(view, result, head, box)
    values = {
        "q": trace.q[head],
        "k": trace.k[key_head(trace, head)],
        "v": trace.v[key_head(trace, head)],
        "head_output": trace.steps["output"][head],
        "concat": trace.concat,
        "output": trace.output,
    }[box]
    keys = box in ("k", "v")
    labels = _key_labels(view, trace) if keys else _query_labels(view, trace)
    axis = "key" if keys else "query"
    return Picture(values, title=title, row_labels=labels, row_axis=axis, column_axis="feature")


def input_picture(view: HeadsView, name: str) -> Picture:
    """X, Y, a W or a bias as they are in use."""
    values = view.bench.matrix(name)
    if name in ("x", "y"):
        labels = view.labels if name == "x" else ()
        return Picture(values, title=name.upper(), row_labels=labels, row_axis="token", column_axis="feature")
    title = name[0] + "_" + name[2].upper() if name[0] == "b" else name.upper()
    if view.bench.equal_qk and name in ("w_k", "b_k"):
        title = f"{title} = {title[0]}_Q"
    return Picture(values, title=title, row_axis="" if name[0] == "b" else "feature", column_axis="feature")


def map_picture(view: HeadsView, result: HeadsResult, head: int, step: str = "weights") -> Picture:
    """The scores or the weights of one head; the weights' colours always reach from 0 to 1."""
    trace = result.trace
    return _map(trace.steps[step][head], trace, view, step, _of_head(_step_title(step), head))


def one_head_picture(view: HeadsView, trace: MultiHeadTrace) -> Picture:
    """The weights of a single head with the same weight matrices."""
    title = QCoreApplication.translate("words", "one head")
    return _map(trace.steps["weights"][0], trace, view, "weights", title)


def contribution_picture(view: HeadsView, result: HeadsResult) -> Picture:
    """What the head looked at adds to the output, in the output's range of colours."""
    trace = result.trace
    head = shown_head(view, trace)
    title = QCoreApplication.translate("words", "contribution of head {head}").format(head=head)
    return _ranged(view, trace, trace.contributions[head], title)


def output_picture(view: HeadsView, result: HeadsResult) -> Picture:
    """The output with as much of the head looked at as is kept."""
    trace = result.trace
    title = word(BOX_NAMES, "output")
    if view.kept < 1:
        title = QCoreApplication.translate("words", "output, head {head} at {percent} %").format(
            percent=f"{100 * view.kept:g}", head=shown_head(view, trace)
        )
    return _ranged(view, trace, kept_output(view, trace), title)


def kept_output(view: HeadsView, trace: MultiHeadTrace) -> Matrix:
    """The output (n_q, d_model) less what is not kept of the head looked at."""
    if view.kept == 1:
        return trace.output
    return cast(Matrix, trace.output - (1 - view.kept) * trace.contributions[shown_head(view, trace)])


def _ranged(view: HeadsView, trace: MultiHeadTrace, values: Matrix, title: str) -> Picture:
    largest = float(max(np.abs(trace.output).max(), np.abs(trace.contributions).max())) or 1.0
    labels = _query_labels(view, trace)
    return RangedPicture(values, title=title, row_labels=labels, column_axis="feature", largest=largest)


def _map(values: Matrix, trace: MultiHeadTrace, view: HeadsView, step: str, title: str) -> Picture:
    visible = trace.attention.visible.reshape(-1, *values.shape)[0]  # the same for every head
    return Picture(
        values,
        kind="weights" if step == "weights" else "scores",
        hidden=~visible if step == "weights" else None,
        row_labels=_query_labels(view, trace),
        column_labels=_key_labels(view, trace),
        title=title,
    )


def _step_title(step: str) -> str:
    return word(BOX_NAMES, step)


def _of_head(title: str, head: int, is_key_head: bool = False) -> str:
    if is_key_head:
        return QCoreApplication.translate("words", "{name}, key head {head}").format(name=title, head=head)
    return QCoreApplication.translate("words", "{name}, head {head}").format(name=title, head=head)


def _query_labels(view: HeadsView, trace: MultiHeadTrace) -> tuple[str, ...]:
    return view.labels if len(view.labels) == len(trace.config.x) else ()


def _key_labels(view: HeadsView, trace: MultiHeadTrace) -> tuple[str, ...]:
    return () if trace.config.y is not None else _query_labels(view, trace)
