"""Every way to change the numbers and the painted mask on the bench. Each raises Problem if it cannot be, and is one undo entry."""

from dataclasses import replace
from typing import Any

import numpy as np
from PySide6.QtCore import QObject

from engine.config import INPUTS, Config, Matrix
from engine.masks import Visible
from engine.random_inputs import random_matrix
from gui.panels import matrix_edit
from gui.panels.pictures import entry
from gui.session import Session


class BenchEdit(QObject):
    """Places are those of the blocks as they are shown: "k" is transposed; one entry of the leading axes is meant."""

    def __init__(self, session: Session) -> None:
        super().__init__(session)
        self._session = session
        self._pull = matrix_edit.Pull()
        self._gesture = 0
        self._shows = True

    def type(
        self, name: str, row: int, column: int, text: str, selection: tuple[int, int, int, int] | None = None
    ) -> None:
        """A typed cell; with a selection (row, column, last row, last column) around it, all of its cells."""
        top, left, bottom, right = selection or (row, column, row, column)
        if not (top <= row <= bottom and left <= column <= right):
            top, left, bottom, right = row, column, row, column
        block = np.tile(matrix_edit.typed(text), (bottom - top + 1, right - left + 1))
        self._write(name, top, left, block)

    def paste(self, name: str, row: int, column: int, text: str) -> None:
        """A pasted table, its first cell at (row, column)."""
        self._write(name, row, column, matrix_edit.pasted(text))

    def drag(self, name: str, row: int, column: int, steps: float, gesture: int) -> None:
        """A cell pulled `steps` fine steps away from where it was when the gesture began."""
        block = self._pull.block(self._shown(self._session.config, name), row, column, steps, gesture)
        self._write(name, row, column, block, gesture)

    def fill(self, names: tuple[str, ...], kind: str, label: str, seed: int = 0) -> None:
        """Fill whole inputs with a random matrix of a kind, or with "zeros"; the same seed gives the same numbers."""
        config = self._session.config
        shapes = {name: getattr(config, name).shape for name in names}
        matrices: dict[str, Any] = {
            name: _filled(kind, shape, (seed, INPUTS.index(name))) for name, shape in shapes.items()
        }
        self._session.edit_config(label, **matrices)

    def replace(self, name: str, matrix: Matrix, label: str) -> None:
        """Put another matrix in the place of a whole input; it must have the shape that fits the others."""
        change: dict[str, Any] = {name: matrix}
        self._session.edit_config(label, **change)

    def paint(self, row: int, column: int, gesture: int, label: str) -> None:
        """Hide a cell of the mask, or show it again; one gesture does the same to every cell that it passes."""
        config = self._session.config
        if row >= config.n_q or column >= config.n_k:
            return  # a cell of a Trace whose Config is gone
        painted = self._painted(config)
        shown = entry(painted, config, self._session.lead)
        if gesture != self._gesture:
            self._gesture, self._shows = gesture, not shown[row, column]
        if shown[row, column] != self._shows:
            shown[row, column] = self._shows
            self._session.edit_config(label, gesture, mask=replace(config.mask, visible=painted))

    def _painted(self, config: Config) -> Visible:
        """A copy of the painted mask in full size, all visible if there is none."""
        visible = config.mask.visible
        lead = () if visible is None else visible.shape[:-2]
        full = np.broadcast_to(True if visible is None else visible, (*lead, config.n_q, config.n_k))
        return np.array(full)

    def _write(self, name: str, row: int, column: int, block: Matrix, gesture: int = -1) -> None:
        matrix = getattr(self._session.config, name).copy()
        shown = self._shown(self._session.config, name, matrix)
        matrix_edit.put(shown, row, column, block)
        label = self.tr("Edit {name}").format(name=name.upper())
        self._session.edit_config(label, gesture, **{name: matrix})

    def _shown(self, config: Config, name: str, matrix: Matrix | None = None) -> Matrix:
        shown = entry(getattr(config, name) if matrix is None else matrix, config, self._session.lead)
        return shown.T if name == "k" else shown


def _filled(kind: str, shape: tuple[int, ...], seed: tuple[int, int]) -> Matrix:
    """An array of this shape; each entry of the leading axes is drawn anew."""
    if kind == "zeros":
        return np.zeros(shape)
    stream = np.random.SeedSequence(seed)
    entries = int(np.prod(shape[:-2], dtype=int))
    seeds = [int(child.generate_state(1)[0]) for child in stream.spawn(entries)]
    return np.array([random_matrix(kind, shape[-2], shape[-1], each) for each in seeds]).reshape(shape)
