"""What a matrix or a map shows, as one frozen value: numbers, which cells are masked, labels, axis names."""

from dataclasses import dataclass
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QT_TRANSLATE_NOOP, QCoreApplication

Kind = Literal["weights", "scores", "values"]
Numbers = NDArray[np.floating[Any]]
Cells = NDArray[np.bool_]

AXES = (
    QT_TRANSLATE_NOOP("Picture", "query"),
    QT_TRANSLATE_NOOP("Picture", "key"),
    QT_TRANSLATE_NOOP("Picture", "feature"),
    QT_TRANSLATE_NOOP("Picture", "token"),
)
"""Axis names that are translated when shown. Any other name is shown as it is."""


def axis_word(text: str) -> str:
    """A marked axis name in the language of the window."""
    return QCoreApplication.translate("Picture", text)


@dataclass(frozen=True, eq=False)
class Picture:
    """A matrix to look at. Rows are queries and run from the top down, columns are keys and run to the right.

    values       (rows, cols) floats; either side may be 0. Shared, not copied: do not write into it afterwards.
    kind         "weights" has the fixed range 0..1; "scores" and "values" are centred on 0.
    hidden       (rows, cols), True = masked cell.
    empty_rows   (rows,), True = a query that sees no key.
    row_labels, column_labels   as many as rows and columns, or none: then the index is the label.
    ValueError if a shape or a number of labels does not match.
    """

    values: Numbers
    kind: Kind = "values"
    hidden: Cells | None = None
    row_labels: tuple[str, ...] = ()
    column_labels: tuple[str, ...] = ()
    title: str = ""
    row_axis: str = "query"
    column_axis: str = "key"
    empty_rows: Cells | None = None

    def __post_init__(self) -> None:
        values = np.asarray(self.values)
        if values.ndim != 2:
            raise ValueError(f"a picture shows a matrix, not an array of shape {values.shape}")
        if not np.issubdtype(values.dtype, np.floating):
            values = values.astype(np.float64)
        object.__setattr__(self, "values", values)
        self._check()

    def _check(self) -> None:
        rows, cols = self.shape
        for name, array, shape in (("hidden", self.hidden, (rows, cols)), ("empty_rows", self.empty_rows, (rows,))):
            if array is not None and array.shape != shape:
                raise ValueError(f"{name} has the shape {array.shape}, the values need {shape}")
        for name, labels, count in (("row", self.row_labels, rows), ("column", self.column_labels, cols)):
            if labels and len(labels) != count:
                raise ValueError(f"{len(labels)} {name} labels for {count} {name}s")

    @property
    def shape(self) -> tuple[int, int]:
        """(rows, cols)."""
        rows, cols = self.values.shape
        return int(rows), int(cols)

    @property
    def size(self) -> int:
        """Number of cells; 0 for an empty matrix."""
        return int(self.values.size)

    def same_as(self, other: "Picture | None") -> bool:
        """True if `other` would look and read exactly the same."""
        if other is self:
            return True
        return other is not None and self.frame() == other.frame() and self._same_arrays(other)

    def frame(self) -> tuple[object, ...]:
        """What is drawn around the cells, to be compared: equal frames need no new layout and no new labels."""
        words = (self.row_labels, self.column_labels, self.title, self.row_axis, self.column_axis)
        empty = None if self.empty_rows is None else self.empty_rows.tobytes()
        return (self.shape, *words, empty)

    def _same_arrays(self, other: "Picture") -> bool:
        if self.kind != other.kind or self.values.dtype != other.values.dtype:
            return False
        if (self.hidden is None) != (other.hidden is None):
            return False
        return _same(self.values, other.values) and (
            self.hidden is None or other.hidden is None or _same(self.hidden, other.hidden)
        )

    def limits(self) -> tuple[float, float]:
        """The values at both ends of the colour bar, from what is fixed or from the finite, visible cells."""
        if self.kind == "weights":
            return 0.0, 1.0
        size = np.abs(self.values)
        usable = np.isfinite(size)
        if self.hidden is not None:
            usable &= ~self.hidden
        largest = float(np.max(size, initial=0.0, where=usable)) or 1.0
        return -largest, largest

    def is_hidden(self, row: int, col: int) -> bool:
        """True for a masked cell."""
        return self.hidden is not None and bool(self.hidden[row, col])

    def is_empty_row(self, row: int) -> bool:
        """True for a query that sees no key."""
        return self.empty_rows is not None and bool(self.empty_rows[row])

    def cell_text(self, row: int, col: int) -> str:
        """The exact value of a cell in words for a person. A masked score has no number: it is "masked"."""
        masked = QCoreApplication.translate("Picture", "masked")
        if not self.is_hidden(row, col):
            return exact(self.values[row, col])
        if self.kind != "weights":
            return masked
        return QCoreApplication.translate("Picture", "{value} (masked)").format(value=exact(self.values[row, col]))

    def readout(self, row: int, col: int) -> str:
        """One line about a cell: where it is and its exact value, e.g. 'query 2 "sat", key 0 "The": 0.25'."""
        places = (_place(self.row_axis, row, self.row_labels), _place(self.column_axis, col, self.column_labels))
        return f"{', '.join(filter(None, places))}: {self.cell_text(row, col)}"

    def as_text(self, rows: slice = slice(None), cols: slice = slice(None)) -> str:
        """The cells as tab-separated lines in full precision: what a spreadsheet pastes."""
        return "\n".join("\t".join(str(value) for value in line) for line in self.values[rows, cols])


def _same(one: NDArray[Any], other: NDArray[Any]) -> bool:
    """Equal bit for bit: several times as fast as a comparison that must look out for NaN."""
    if one is other:
        return True
    integers = np.dtype(f"i{one.dtype.itemsize}")
    return np.array_equal(one.view(integers), other.view(integers))


def _place(axis: str, index: int, labels: tuple[str, ...]) -> str:
    return f"{axis_word(axis)} {index}" + (f" “{labels[index]}”" if labels else "") if axis else ""


def exact(value: np.floating[Any] | float) -> str:
    """The shortest text that stands for exactly this number; NaN and the infinities by name."""
    if np.isnan(value):
        return QCoreApplication.translate("Picture", "NaN (not a number)")
    if np.isinf(value):
        if value > 0:
            return QCoreApplication.translate("Picture", "+∞ (infinite)")
        return QCoreApplication.translate("Picture", "−∞ (infinite)")
    return str(value)


def short(value: np.floating[Any] | float, kind: Kind) -> str:
    """The text inside a cell: weights with three decimals, anything else with three significant digits."""
    number = float(value)
    if np.isnan(number):
        return "NaN"
    if np.isinf(number):
        return "∞" if number > 0 else "−∞"
    text = _weight(number) if kind == "weights" else _significant(number)
    return text.replace("-", "−")


def _weight(number: float) -> str:
    if number != 0 and abs(number) < 0.0005:
        return "<.001"
    return "0" if number == 0 else f"{number:.3f}"


def _significant(number: float) -> str:
    """Three significant digits without an exponent from 0.001 to 99999; a whole number stays whole."""
    if number == 0:
        return "0"
    if number.is_integer() and abs(number) < 1e5:
        return str(int(number))
    if not 1e-3 <= abs(number) < 1e5:
        mantissa, exponent = f"{number:.1e}".split("e")
        return f"{mantissa}e{int(exponent)}"
    decimals = max(0, 2 - int(np.floor(np.log10(abs(number)))))
    return f"{number:.{decimals}f}"
