"""How NumPy and PyTorch say the same thing: the pieces of code in which the two differ."""

import math
from typing import Any, Protocol


class Library(Protocol):
    """Pieces of code for one library: expressions, but for `import_`, and `softmax` and `ratio`, which are lines."""

    import_: str

    def table(self, values: Any, *, truths: bool = False) -> str:
        """An array of numbers, or of truths written as 0 and 1."""

    def all_seen(self, shape: str) -> str:
        """True everywhere."""

    def lower_triangle(self, offset: str) -> str:
        """True where key <= query + offset."""

    def range_(self, n: str) -> str:
        """0, 1 ... n - 1."""

    def transposed(self, leading: bool) -> str:
        """K with rows and columns exchanged."""

    def where(self, yes: str, no: str) -> str:
        """`yes` where `visible`, `no` elsewhere."""

    def filler(self, filler: float) -> str:
        """The number in hidden cells."""

    def sum_(self, axis: int) -> str:
        """The sums of `weights`, with their axis kept."""

    def softmax(self, axis: int, guard: bool, nan: bool) -> list[str]:
        """Lines from `masked` to `weights`. `guard`: an empty row becomes 0; `nan`: it becomes NaN on purpose."""

    def ratio(self, guard: bool, nan: bool) -> list[str]:
        """Lines that divide `weights` by `left`. `guard`: where that is 0, the weights stay 0."""

    def kept(self, values: Any, seed: int, p: float) -> str:
        """Which weights dropout keeps."""


class NumPy:
    """NumPy, any version from 1.20 on."""

    import_ = "import numpy as np"

    def table(self, values: Any, *, truths: bool = False) -> str:
        return f"np.array({written(values)}{', dtype=bool' if truths else ''})"

    def all_seen(self, shape: str) -> str:
        return f"np.ones({shape}, dtype=bool)"

    def lower_triangle(self, offset: str) -> str:
        return f"np.tri(n_q, n_k, {offset}, dtype=bool)" if offset else "np.tri(n_q, n_k, dtype=bool)"

    def range_(self, n: str) -> str:
        return f"np.arange({n})"

    def transposed(self, leading: bool) -> str:
        return "np.swapaxes(K, -1, -2)" if leading else "K.T"

    def where(self, yes: str, no: str) -> str:
        return f"np.where(visible, {yes}, {no})"

    def filler(self, filler: float) -> str:
        return "-np.inf" if math.isinf(filler) else repr(filler)

    def sum_(self, axis: int) -> str:
        return f"weights.sum(axis={axis}, keepdims=True)"

    def softmax(self, axis: int, guard: bool, nan: bool) -> list[str]:
        lines = [f"peak = masked.max(axis={axis}, keepdims=True)  # taken off, so that exp cannot overflow"]
        if guard:
            lines.append("peak = np.where(peak == -np.inf, 0, peak)  # nothing to see at all")
        lines += ["powers = np.exp(masked - peak)", f"total = powers.sum(axis={axis}, keepdims=True)"]
        lines.append("weights = powers / np.where(total == 0, 1, total)" if guard else "weights = powers / total")
        return _without_warnings(lines) if nan else lines

    def ratio(self, guard: bool, nan: bool) -> list[str]:
        lines = ["weights = weights / np.where(left == 0, 1, left)" if guard else "weights = weights / left"]
        return _without_warnings(lines) if nan else lines

    def kept(self, values: Any, seed: int, p: float) -> str:
        return f"np.random.default_rng({seed}).random(weights.shape) >= {p!r}"


class PyTorch:
    """PyTorch 2, in float64 on the CPU."""

    import_ = "import torch"

    def table(self, values: Any, *, truths: bool = False) -> str:
        return f"torch.tensor({written(values)}, dtype=torch.{'bool' if truths else 'float64'})"

    def all_seen(self, shape: str) -> str:
        return f"torch.ones({shape}, dtype=torch.bool)"

    def lower_triangle(self, offset: str) -> str:
        return f"torch.ones(n_q, n_k, dtype=torch.bool).tril({offset})"

    def range_(self, n: str) -> str:
        return f"torch.arange({n})"

    def transposed(self, leading: bool) -> str:
        return "K.mT" if leading else "K.T"

    def where(self, yes: str, no: str) -> str:
        return f"torch.where(visible, {yes}, {no})"

    def filler(self, filler: float) -> str:
        return "-math.inf" if math.isinf(filler) else repr(filler)

    def sum_(self, axis: int) -> str:
        return f"weights.sum(dim={axis}, keepdim=True)"

    def softmax(self, axis: int, guard: bool, nan: bool) -> list[str]:
        lines = [f"weights = torch.softmax(masked, dim={axis})"]
        return [*lines, "weights = weights.nan_to_num(0.0)  # nothing to see at all: 0, not NaN"] if guard else lines

    def ratio(self, guard: bool, nan: bool) -> list[str]:
        return ["weights = weights / torch.where(left == 0, 1.0, left)" if guard else "weights = weights / left"]

    def kept(self, values: Any, seed: int, p: float) -> str:
        return self.table(values, truths=True)


def written(values: Any, indent: int = 0) -> str:
    """An array as nested lists, one row of a table a line; every number with all its digits, truths as 0 and 1."""
    if values.ndim == 1:
        numbers = values.astype(int) if values.dtype == bool else values
        return "[" + ", ".join(map(repr, numbers.tolist())) + "]"
    pad = " " * (indent + 4)
    rows = "".join(f"{pad}{written(row, indent + 4)},\n" for row in values)
    return f"[\n{rows}{' ' * indent}]"


def _without_warnings(lines: list[str]) -> list[str]:
    return [
        'with np.errstate(invalid="ignore"):  # NaN is what the mistake is about',
        *(f"    {line}" for line in lines),
    ]
