"""Masks: one polarity, rules combined by AND, and sentences for what does not fit."""

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch
from torch.nn.attention.bias import causal_lower_right

from engine.masks import Mask, as_visible
from engine.problems import Problem


def given_mask(data: Path, name: str, variant: str) -> Any:
    content = json.loads((data / "attention" / f"{name}.json").read_text())
    return np.array(content["variants"][variant]["visible"], dtype=bool)


def test_without_a_rule_every_key_is_visible() -> None:
    assert Mask().resolve(2, 3).all()
    assert Mask().rules(2, 3) == {}


@pytest.mark.parametrize("shape", [(4, 4), (2, 5), (5, 2)])
def test_causal_from_the_top_left_is_lower_triangular(shape: tuple[int, int]) -> None:
    np.testing.assert_array_equal(Mask(causal=True).resolve(*shape), np.tri(*shape, dtype=bool))


@pytest.mark.filterwarnings("ignore:Lower right causal bias")  # torch warns of rows without keys
@pytest.mark.parametrize("shape", [(4, 4), (2, 5), (5, 2)])
def test_causal_from_the_bottom_right_is_that_of_torch(shape: tuple[int, int]) -> None:
    found = Mask(causal=True, causal_align="bottom_right").resolve(*shape)
    np.testing.assert_array_equal(found, causal_lower_right(*shape)._materialize(torch.device("cpu")).numpy())


def test_rules_make_the_masks_of_the_examples(data: Path) -> None:
    bottom_right = Mask(causal=True, causal_align="bottom_right").resolve(3, 5)
    np.testing.assert_array_equal(bottom_right, given_mask(data, "causal_bottom_right", "causal_bottom_right"))
    padding = {
        "left_pad_causal": Mask(causal=True, padding=(0, 1)),
        "right_pad_causal": Mask(causal=True, padding=(2, 3)),
        "right_pad_no_causal": Mask(padding=(2, 3)),
    }
    for variant, mask in padding.items():
        np.testing.assert_array_equal(mask.resolve(4, 4), given_mask(data, "padding_left_and_right", variant))


def test_a_file_in_which_1_means_blocked_is_the_complement(data: Path) -> None:
    file = given_mask(data, "mask_of_either_meaning", "read_as_keep")
    np.testing.assert_array_equal(as_visible(file.astype(int)), file)
    blocked = given_mask(data, "mask_of_either_meaning", "read_as_block")
    np.testing.assert_array_equal(as_visible(1 - file.astype(int)), blocked)


def test_window_and_global_tokens() -> None:
    near = Mask(window=2).resolve(4, 4)
    np.testing.assert_array_equal(near, [[1, 1, 0, 0], [1, 1, 1, 0], [0, 1, 1, 1], [0, 0, 1, 1]])
    with_global = Mask(window=2, global_tokens=(0,)).resolve(4, 4)
    np.testing.assert_array_equal(with_global, [[1, 1, 1, 1], [1, 1, 1, 0], [1, 1, 1, 1], [1, 0, 1, 1]])


def test_prefix_is_seen_by_every_query() -> None:
    found = Mask(causal=True, prefix=2).resolve(3, 3)
    np.testing.assert_array_equal(found, [[1, 1, 0], [1, 1, 0], [1, 1, 1]])


def test_rules_are_combined_by_and() -> None:
    painted = np.ones((3, 3), dtype=bool)
    painted[2, 1] = False
    mask = Mask(causal=True, padding=(0,), window=2, visible=painted)
    np.testing.assert_array_equal(mask.resolve(3, 3), [[0, 0, 0], [0, 1, 0], [0, 0, 1]])
    assert list(mask.rules(3, 3)) == ["causal", "window", "padding", "painted"]


def test_a_painted_mask_may_have_leading_axes() -> None:
    painted = np.stack([np.eye(3, dtype=bool), np.ones((3, 3), dtype=bool)])
    assert Mask(causal=True, visible=painted).resolve(3, 3).shape == (2, 3, 3)


@pytest.mark.parametrize(
    ("mask", "word"),
    [
        (Mask(causal_align="middle"), "middle"),  # type: ignore[arg-type]
        (Mask(window=0), "window"),
        (Mask(padding=(3,)), "position 3"),
        (Mask(padding=(-1,)), "position -1"),
        (Mask(global_tokens=(9,)), "position 9"),
        (Mask(prefix=4), "prefix"),
        (Mask(visible=np.ones((2, 2), dtype=bool)), "2 × 2"),
        (Mask(visible=np.ones(3, dtype=bool)), "shape 3"),
    ],
)
def test_a_mask_that_does_not_fit_is_refused(mask: Mask, word: str) -> None:
    with pytest.raises(Problem, match=word) as caught:
        mask.check(3, 3)
    assert caught.value.field == "mask"


@pytest.mark.parametrize("bad", [[[1, 0], [1]], [[0.5, 1]], [[float("nan")]], [["1"]], [[1j]], [[-1e4, 0]], [[None]]])
def test_only_zeros_and_ones_are_a_visible_mask(bad: Any) -> None:
    with pytest.raises(Problem) as caught:
        as_visible(bad)
    assert caught.value.field == "mask"
