"""Captures of the tiny GPT-2 against maps computed apart from this project, in float64."""

import dataclasses
import gc
import subprocess
import sys
import weakref
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from engine.attention import attention_weights
from engine.models.capture import capture, capture_ids
from engine.models.load import Model
from engine.problems import Cancelled, Problem, Sentence

ROOT = Path(__file__).parents[2]
MAPS = ROOT / "tests" / "data" / "tiny-gpt2-maps"
LONG, SHORT = "a cat sat on the mat", "the cat"


def known(text: str) -> Any:
    return np.load(MAPS / f"{text.replace(' ', '_')}.npz")


@pytest.mark.parametrize("text", [LONG, SHORT])
def test_every_map_equals_the_known_one(tiny: Model, text: str) -> None:
    ours, truth = capture(tiny, text), known(text)
    assert ours.tokens.ids == tuple(truth["ids"])
    maps = ours.maps()
    assert maps.dtype == np.float32 and maps.shape == truth["attentions"].shape
    np.testing.assert_allclose(maps, truth["attentions"], rtol=0, atol=2e-5)
    assert not np.triu(maps, 1).any()
    assert maps.max() <= 1
    np.testing.assert_allclose(maps.sum(-1), 1, atol=1e-5)


def test_a_head_is_itself_and_the_mean_is_the_mean(tiny: Model) -> None:
    ours, truth = capture(tiny, LONG), known(LONG)["attentions"]
    assert np.abs(truth[1, 0] - truth[1, 1]).max() > 0.98
    for head in (0, 1):
        np.testing.assert_allclose(ours.map(1, head), truth[1, head], rtol=0, atol=2e-5)
    np.testing.assert_allclose(ours.mean(1), truth[1].mean(0), rtol=0, atol=2e-5)


def test_a_head_for_the_bench_has_the_known_numbers(tiny: Model) -> None:
    ours, truth = capture(tiny, LONG), known(LONG)
    for layer in range(3):
        for head in range(2):
            one = ours.head(layer, head)
            for name in "qkv":
                np.testing.assert_allclose(getattr(one, name), truth[name][layer, head], rtol=0, atol=2e-5)
            weights = attention_weights(one.q, one.k, factor=one.factor, visible=one.visible, bias=one.bias)
            np.testing.assert_allclose(weights, truth["attentions"][layer, head], rtol=0, atol=2e-5)


def test_changing_a_head_on_the_bench_leaves_the_capture_alone(tiny: Model) -> None:
    ours = capture(tiny, LONG)
    before = ours.map(0, 0)
    ours.head(0, 0).q[:] = 0
    np.testing.assert_array_equal(ours.map(0, 0), before)


def test_three_runs_are_identical_although_the_config_has_dropout(tiny: Model) -> None:
    assert tiny.module.config.attn_pdrop > 0
    first, second, third = (capture(tiny, LONG).maps() for _ in range(3))
    np.testing.assert_array_equal(first, second)
    np.testing.assert_array_equal(first, third)


@pytest.mark.parametrize("left", [True, False])
@pytest.mark.parametrize("pad", [0, 32, 264])
def test_a_shorter_text_in_a_batch_keeps_its_maps(tiny: Model, left: bool, pad: int) -> None:
    """With positions that count the padding too, the left-padded map would be off by 0.39."""
    long, short = known(LONG), known(SHORT)
    ids = [pad] * 12 + list(short["ids"]) if left else list(short["ids"]) + [pad] * 12
    mask = [0] * 12 + [1] * 2 if left else [1] * 2 + [0] * 12
    a, b = capture_ids(tiny, [list(long["ids"]), ids], [[1] * 14, mask])
    np.testing.assert_allclose(a.maps(), long["attentions"], rtol=0, atol=2e-5)
    assert len(b.tokens) == 14 and b.maps().shape[-1] == 14
    assert b.tokens.added == tuple(not m for m in mask)
    assert not b.maps()[:, :, b.real][..., ~b.real].any()
    cut = b.trimmed()
    assert cut.tokens.labels == ("the", "·cat")
    np.testing.assert_allclose(cut.maps(), short["attentions"], rtol=0, atol=2e-5)
    np.testing.assert_allclose(cut.head(2, 1).q, short["q"][2, 1], rtol=0, atol=2e-5)


@pytest.mark.parametrize(("text", "count"), [("x" * 32, 32), ("x", 1), ("   ", 3), ("\n", 1)])
def test_texts_of_every_length_that_fits(tiny: Model, text: str, count: int) -> None:
    ours = capture(tiny, text)
    assert len(ours.tokens) == count and ours.map(2, 1).shape == (count, count)
    assert ours.map(0, 0)[0, 0] == 1


def test_texts_that_do_not_fit_are_refused_and_the_next_one_runs(tiny: Model) -> None:
    for text, words in ((("x" * 33), ("33", "32")), ("", ("empty",))):
        with pytest.raises(Problem) as caught:
            capture(tiny, text)
        assert caught.value.field == "text" and all(word in str(caught.value) for word in words)
    np.testing.assert_allclose(capture(tiny, SHORT).maps(), known(SHORT)["attentions"], rtol=0, atol=2e-5)


def test_layers_and_heads_that_are_not_there(tiny: Model) -> None:
    ours = capture(tiny, SHORT)
    for layer, head, field in ((3, 0, "layer"), (-1, 0, "layer"), (0, 2, "head"), (0, -1, "head")):
        with pytest.raises(Problem, match="0 to") as caught:
            ours.map(layer, head)
        assert caught.value.field == field


def test_an_id_outside_the_vocabulary_is_refused(tiny: Model) -> None:
    with pytest.raises(Problem, match="265"):
        capture_ids(tiny, [[265]])


def test_predictions_are_kept_for_the_last_token_or_for_all(tiny: Model) -> None:
    last, every = capture(tiny, LONG).logits, capture(tiny, LONG, all_logits=True).logits
    assert last is not None and every is not None
    assert last.shape == (1, 265) and every.shape == (14, 265)
    np.testing.assert_allclose(last[0], every[-1], rtol=0, atol=1e-5)


def test_importing_needs_neither_torch_nor_transformers() -> None:
    modules = "engine.devices, engine.models.capture, engine.models.load, engine.models.tokens"
    code = f"import sys, {modules}; print({{'torch', 'transformers'}} & set(sys.modules))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, cwd=ROOT, check=True)
    assert done.stdout.strip() == "set()"


class CancelsAt:
    """A job that is cancelled at its n-th check."""

    def __init__(self, n: int) -> None:
        self.left = n

    def report(self, what: Sentence, done: float | None = None) -> None:
        pass

    def check(self) -> None:
        self.left -= 1
        if self.left < 0:
            raise Cancelled


def test_cancel_stops_between_layers(tiny: Model) -> None:
    for layer in range(3):
        with pytest.raises(Cancelled):
            capture(tiny, LONG, CancelsAt(layer))
    assert capture(tiny, LONG, CancelsAt(3)).layers == 3


def test_out_of_memory_is_a_sentence_and_frees_what_was_held(tiny: Model) -> None:
    held: list[weakref.ref[Any]] = []

    class Greedy:
        config = tiny.module.config

        def forward(self) -> None: ...

        def __call__(self, **arguments: Any) -> None:
            import torch

            hoard = torch.zeros(1000)
            held.append(weakref.ref(hoard))
            torch.empty(2**60)

    greedy = dataclasses.replace(tiny, module=Greedy())
    for _ in range(2):
        with pytest.raises(Problem, match="GiB asked for") as caught:
            capture(greedy, SHORT)
        assert caught.value.field == "text"
    gc.collect()
    assert [ref() for ref in held] == [None, None]
    assert capture(tiny, SHORT).layers == 3


def test_captures_on_two_threads_do_not_mix(tiny: Model) -> None:
    from concurrent.futures import ThreadPoolExecutor

    with ThreadPoolExecutor(2) as pool:
        results = list(pool.map(lambda text: capture(tiny, text).maps(), [LONG, SHORT] * 6))
    for text, maps in zip([LONG, SHORT] * 6, results, strict=True):
        np.testing.assert_allclose(maps, known(text)["attentions"], rtol=0, atol=2e-5)
