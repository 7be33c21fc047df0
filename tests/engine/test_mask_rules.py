"""Every mask rule against a loop over single cells written from its description, and the reason of each hidden cell."""

import itertools
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.masks import Mask

SIZES = [(1, 1), (4, 4), (3, 6), (6, 3), (1, 5), (5, 1)]
ALIGNS = ("top_left", "bottom_right")


def hidden_because(mask: Mask, n_q: int, n_k: int, i: int, j: int) -> set[str]:
    """The rules that hide key j from query i, cell by cell."""
    place = i if mask.causal_align == "top_left" else i + (n_k - n_q)  # where query i stands among the keys
    reasons = set()
    if mask.causal and j > place and not j < mask.prefix:
        reasons.add("causal")
    bound = place not in mask.global_tokens and j not in mask.global_tokens
    if mask.window is not None and max(place, j) - min(place, j) >= mask.window and bound:
        reasons.add("window")
    if j in mask.padding:
        reasons.add("padding")
    if mask.visible is not None and not np.broadcast_to(mask.visible, (n_q, n_k))[i, j]:
        reasons.add("painted")
    return reasons


def agree(mask: Mask, n_q: int, n_k: int) -> None:
    mask.check(n_q, n_k)
    visible, reasons = mask.resolve(n_q, n_k), mask.reasons(n_q, n_k)
    for i, j in itertools.product(range(n_q), range(n_k)):
        wanted = hidden_because(mask, n_q, n_k, i, j)
        assert {name for name, hides in reasons.items() if hides[i, j]} == wanted, (i, j)
        assert visible[i, j] == (not wanted), (i, j)


@pytest.mark.parametrize("align", ALIGNS)
@pytest.mark.parametrize(("n_q", "n_k"), SIZES)
@pytest.mark.parametrize("causal", [False, True])
@pytest.mark.parametrize("window", [None, 1, 2, 4])
def test_window_and_causal_together(n_q: int, n_k: int, align: Any, causal: bool, window: int | None) -> None:
    agree(Mask(causal=causal, causal_align=align, window=window), n_q, n_k)


@st.composite
def masks(draw: st.DrawFn) -> tuple[Mask, int, int]:
    """Any mask on up to 7 queries and keys."""
    n_q, n_k = draw(st.integers(1, 7)), draw(st.integers(1, 7))
    cells = draw(st.none() | st.lists(st.booleans(), min_size=n_q * n_k, max_size=n_q * n_k))
    mask = Mask(
        causal=draw(st.booleans()),
        causal_align=draw(st.sampled_from(ALIGNS)),
        padding=tuple(draw(st.lists(st.integers(0, n_k - 1), max_size=3))),
        window=draw(st.none() | st.integers(1, 8)),
        global_tokens=tuple(draw(st.lists(st.integers(0, max(n_q, n_k) - 1), max_size=2))),
        prefix=draw(st.integers(0, n_k)),
        visible=None if cells is None else np.array(cells).reshape(n_q, n_k),
    )
    return mask, n_q, n_k


@settings(max_examples=200, deadline=None)
@given(masks())
def test_all_rules_together(case: tuple[Mask, int, int]) -> None:
    agree(*case)


def test_a_hidden_cell_can_have_several_reasons() -> None:
    reasons = Mask(causal=True, padding=(3,), window=2).reasons(4, 4)
    assert [name for name, hides in reasons.items() if hides[0, 3]] == ["causal", "window", "padding"]
    assert [name for name, hides in reasons.items() if hides[0, 1]] == ["causal"]


def test_reasons_have_the_full_shape_whatever_was_painted() -> None:
    row = np.array([[True, False, True]])
    assert Mask(visible=row).reasons(2, 3)["painted"].tolist() == [[False, True, False]] * 2
    stacked = np.ones((2, 5, 1, 3), dtype=bool)
    assert Mask(causal=True, visible=stacked).reasons(2, 3)["painted"].shape == (2, 5, 2, 3)
    assert Mask(causal=True, visible=stacked).reasons(2, 3)["causal"].shape == (2, 3)
    assert Mask().reasons(2, 3) == {}
