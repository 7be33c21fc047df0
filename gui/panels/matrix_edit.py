"""What a person types, pastes or pulls into a matrix on screen, as the matrix that comes of it."""

import numpy as np

from engine.config import Matrix
from engine.problems import QT_TRANSLATE_NOOP, Problem
from engine.tables import parse_number, parse_table

FINE_STEP = 0.05


def typed(text: str) -> Matrix:
    """One typed cell as a block of 1 × 1. Raises Problem (field "cell")."""
    if not text.strip():
        raise Problem(
            QT_TRANSLATE_NOOP("engine", "An empty cell is no number: write one, 0 if you mean 0."), field="cell"
        )
    return np.array([[parse_number(text, decimal_comma=True)]])


def pasted(text: str) -> Matrix:
    """A pasted table. Raises Problem (field "cell")."""
    return parse_table(text, decimal_comma=True)


def put(matrix: Matrix, row: int, column: int, block: Matrix) -> None:
    """Write `block` into `matrix` with its first cell at (row, column). Raises Problem if it does not fit there."""
    place = matrix[row : row + block.shape[0], column : column + block.shape[1]]
    if place.shape != block.shape:
        raise Problem(
            QT_TRANSLATE_NOOP(
                "engine",
                "A table of {rows} × {columns} does not fit here: from this cell on there is room for {high} × {wide}.",
            ),
            field="cell",
            rows=block.shape[0],
            columns=block.shape[1],
            high=place.shape[0],
            wide=place.shape[1],
        )
    place[:] = block


class Pull:
    """A cell pulled in fine steps, counted from the number that it had when the gesture began."""

    def __init__(self) -> None:
        self._gesture = 0
        self._start = 0.0

    def block(self, matrix: Matrix, row: int, column: int, steps: float, gesture: int) -> Matrix:
        """The pulled cell of `matrix` as a block of 1 × 1."""
        if gesture != self._gesture:
            self._gesture, self._start = gesture, float(matrix[row, column])
        return np.array([[round(self._start + steps * FINE_STEP, 12)]])
