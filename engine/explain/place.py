"""The place of a cell that is explained: where it is, its number and its name."""

from collections.abc import Mapping
from dataclasses import dataclass

from engine.config import Config
from engine.explain.arithmetic import Line, Sum, enough, number
from engine.explain.lineage import Tables
from engine.masks import Visible


@dataclass(frozen=True, eq=False)
class Place:
    """The cell that is explained, and what its lines need."""

    tables: Tables
    block: str
    row: int
    column: int
    names: Mapping[str, str]

    @property
    def config(self) -> Config:
        """The Config of the Trace."""
        return self.tables.trace.config

    @property
    def value(self) -> float:
        """The cell's number."""
        return self.at(self.block)

    @property
    def name(self) -> str:
        """The cell in words, such as "weights[1, 2]"."""
        return self.name_of(self.block)

    def at(self, block: str) -> float:
        """The number at the same place in another block."""
        return float(self.tables.values[block][self.row, self.column])

    def is_(self, table: Visible) -> bool:
        """What a table of truths says of the cell."""
        return bool(table[self.row, self.column])

    def name_of(self, block: str) -> str:
        """The cell at the same place in another block, in words."""
        place = f"{self.row}" if block == "entropy" else f"{self.row}, {self.column}"
        return f"{self.names.get(block, block)}[{place}]"

    def sum_line(self, total: Sum, before: str = "", after: str = "", sign: float = 1.0) -> Line:
        """The cell as a sum: "scores[0, 1] = 1·2 + 3·4 = 14"."""
        digits = enough(lambda rounded: sign * total.value(rounded), self.value)
        return total.line(f"{self.name} = {before}", f"{after} = {number(self.value)}", digits)
