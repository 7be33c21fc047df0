"""The exact number under the pointer, in words: which cell of which block, and its value."""

from PySide6.QtCore import Slot
from PySide6.QtWidgets import QLabel, QWidget

from gui.panels.strip import Strip
from gui.theme import monospace


class Readout(QLabel):
    """Follows the strip's pointer and cursor."""

    def __init__(self, strip: Strip, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._strip = strip
        self.setFont(monospace())
        strip.pointed.connect(self.render_cell)
        self.render_cell("", -1, -1)

    @Slot(str, int, int)
    def render_cell(self, block: str, row: int, column: int) -> None:
        """Show the cell's exact value; a hint where no cell is meant."""
        if row < 0 or column < 0:
            self.setText(self.tr("Point at a cell to read its exact value; type into Q, K or V to change it."))
            return
        picture = self._strip.picture(block)
        self.setText(
            self.tr("{block}[{row}, {column}] = {value}").format(
                block=picture.title, row=row, column=column, value=picture.cell_text(row, column)
            )
        )
