"""Cells of the strip meet where they must, fit where they can, and stay legible where a long axis would shrink them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gui.panels.formula.fit import HIGHEST, LARGEST, SMALLEST, Counts, fitted

sizes = st.integers(1, 512)


@given(sizes, sizes, sizes, sizes, st.integers(4, 5), st.integers(300, 3000), st.integers(100, 2000))
def test_what_stands_in_line_has_one_size(
    n_q: int, n_k: int, d_k: int, d_v: int, maps: int, wide: int, high: int
) -> None:
    cells = fitted(Counts(n_q, n_k, d_k, d_v, maps), wide, high)
    assert cells["k"][0] == cells["maps"][0]  # key j of K^T stands above column j of the scores
    assert cells["v"][0] == cells["output"][0]
    assert cells["q"][1] == cells["maps"][1] == cells["output"][1] == cells["entropy"][1]
    assert all(SMALLEST <= w <= LARGEST and SMALLEST <= h <= HIGHEST for w, h in cells.values())


@given(sizes, sizes, sizes, sizes, st.integers(1000, 3000), st.integers(400, 2000))
def test_all_blocks_fit(n_q: int, n_k: int, d_k: int, d_v: int, wide: int, high: int) -> None:
    cells = fitted(Counts(n_q, n_k, d_k, d_v, 4), wide, high)
    width = d_k * cells["q"][0] + (4 * n_k + 1) * cells["maps"][0] + d_v * cells["v"][0]
    height = n_q * cells["q"][1] + max(d_k * cells["k"][1], n_k * cells["v"][1])
    least = SMALLEST * (d_k + d_v + 4 * n_k + 1)
    assert width <= wide + least and height <= high + SMALLEST * (n_q + max(d_k, n_k))


@pytest.mark.parametrize("components", [64, 256])
def test_a_head_of_many_components_keeps_its_maps_legible(components: int) -> None:
    cells = fitted(Counts(5, 5, components, components, 4), 1100, 320)
    assert cells["maps"][0] >= 30 and cells["maps"][1] >= 25


def test_small_matrices_have_one_size() -> None:
    cells = fitted(Counts(4, 4, 3, 3, 4), 1100, 320)
    assert len(set(cells.values())) == 1
