"""An explained cell: each printed line, computed again from its print, gives its result; the links are those of the numbers."""

import math
import re
from itertools import pairwise
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.config import Config
from engine.explain.explanation import explain
from engine.explain.lineage import BLOCKS
from engine.masks import Mask
from engine.mistakes import MISTAKES
from engine.problems import Sentence
from engine.steps import trace

ARITHMETIC = {"exp": math.exp, "sqrt": math.sqrt, "ln": math.log, "inf": math.inf, "nan": math.nan}


def some(n: int = 4, d: int = 3, lead: tuple[int, ...] = (), spread: float = 1.0, **more: Any) -> Config:
    rng = np.random.default_rng(21)
    return Config(*(rng.standard_normal((*lead, n, d)) * spread for _ in range(3)), **more)


def compute(expression: str) -> float:
    """The value of a printed expression."""
    if expression == "0 / 0":
        return math.nan
    for old, new in {"·": "*", "−": "-", "∞": "inf", "NaN": "nan"}.items():
        expression = expression.replace(old, new)
    expression = re.sub(r"\(\d+ more terms: ([^)]*)\)", r"(\1)", expression)
    expression = re.sub(r"ln ([\d.e-]+)", r"ln(\1)", expression)
    return float(eval(expression, {"__builtins__": {}}, ARITHMETIC))


def check_printed_line(line: str) -> None:
    """Every part between two equals signs has the value of the next, to about three digits."""
    parts = [part.strip().removesuffix(":") for part in line.split(" = ")[1:]]
    values = [compute(part) for part in parts if "[" not in part]
    for left, right in pairwise(values):
        assert left == pytest.approx(right, rel=1.5e-3, abs=1e-300, nan_ok=True), line


def check_all_lines(config: Config, lead: int = 0) -> None:
    result = trace(config)
    for block in BLOCKS:
        table = np.broadcast_to(array := block_array(result, block), (*config.lead, *array.shape[-2:]))
        table = table.reshape(-1, *table.shape[-2:])[lead]
        for (row, column), value in np.ndenumerate(table):
            found = explain(result, block, row, column, lead=lead)
            np.testing.assert_equal(found.value, float(value))
            equations = [line for line in map(str, found.lines) if " = " in line and not line.startswith("Divided")]
            assert equations
            for line in equations:
                check_printed_line(line.split(": ")[0] if "more terms" not in line else line)
            last = equations[-1].split(": ")[0] if "more terms" not in equations[-1] else equations[-1]
            stated = compute(last.split(" = ")[-1])
            assert stated == pytest.approx(value, rel=1e-3, abs=1e-300, nan_ok=True), last


def block_array(result: Any, block: str) -> Any:
    if block == "entropy":
        return result.entropy[..., None]
    return getattr(result.config, block) if block in "qkv" else result.steps[block]


PAINTED = np.array([[1, 0, 1, 0], [0, 0, 0, 0], [1, 1, 1, 1], [0, 1, 1, 0]], dtype=bool)
CONFIGS = {
    "plain": some(),
    "causal": some(mask=Mask(causal=True)),
    "no scale": some(scale="none", mask=Mask(causal=True)),
    "own scale": some(scale=-0.37),
    "painted with an empty row": some(mask=Mask(visible=PAINTED)),
    "filler": some(mask=Mask(visible=PAINTED), filler=-1.5),
    "lowest filler": some(mask=Mask(visible=PAINTED), filler=-1.7976931348623157e308),
    "dropout": some(dropout=0.4, seed=2, mask=Mask(causal=True)),
    "long sums": some(12, 11, mask=Mask(window=10)),
    "large scores": some(spread=300.0),
    "tiny": some(spread=1e-90),
    "cancelling": Config([[0.1, 0.3, 1e8]], [[3.0, -1.0, 1e-17], [0.2, 0.1, -1e-9]], [[1.0], [-1.0]]),  # type: ignore[arg-type]
    "whole numbers": Config([[1, -2]], [[24000, 0], [3, 4]], [[1], [2]], scale="none"),  # type: ignore[arg-type]
    "naive": some(mask=Mask(visible=PAINTED), mistakes={"naive_empty_row"}),
    "naive, renormalised": some(mask=Mask(visible=PAINTED), mistakes={"naive_empty_row", "mask_after_renormalised"}),
    **{mistake: some(mask=Mask(visible=PAINTED), mistakes={mistake}) for mistake in MISTAKES},
    "columns, renormalised": some(
        mask=Mask(visible=PAINTED), mistakes={"softmax_over_queries", "mask_after_renormalised"}
    ),
}


@pytest.mark.parametrize("name", CONFIGS)
def test_every_line_can_be_computed_again_from_its_print(name: str) -> None:
    check_all_lines(CONFIGS[name])


def test_an_entry_of_the_leading_axes() -> None:
    rng = np.random.default_rng(3)
    q, k, v = rng.standard_normal((2, 3, 2, 4)), rng.standard_normal((3, 5, 4)), rng.standard_normal((2, 1, 5, 2))
    config = Config(q, k, v, mask=Mask(causal=True))
    for lead in range(6):
        check_all_lines(config, lead)
    assert explain(trace(config), "k", 4, 1, lead=5).value == k[2, 4, 1]


def lines(config: Config, block: str, row: int, column: int = 0) -> list[str]:
    return [str(line) for line in explain(trace(config), block, row, column).lines]


TINY = Config([[0.4, 1.1]], [[0.8, 0.1], [0.5, -2.0]], [[1.0], [3.0]])  # type: ignore[arg-type]


def test_the_lines_of_a_small_example() -> None:
    assert lines(TINY, "q", 0, 1) == ["Q[0, 1] = 1.1"]
    assert lines(TINY, "k", 1, 1) == ["K[1, 1] = −2"]
    assert lines(TINY, "scores", 0, 0) == ["scores[0, 0] = Q[0]·K[0] = 0.4·0.8 + 1.1·0.1 = 0.43"]
    assert lines(TINY, "scaled", 0, 0) == ["scaled[0, 0] = 0.43 / sqrt(2) = 0.3041"]
    assert lines(TINY, "masked", 0, 0) == ["masked[0, 0] = scaled[0, 0] = 0.3041"]
    weight = lines(TINY, "weights", 0, 1)[0]
    assert weight.startswith("weights[0, 1] = exp(−1.414 − 0.3041) / (exp(0.3041 − 0.3041) + exp(−1.414 − 0.3041)) = ")
    assert lines(TINY, "output", 0) == ["output[0, 0] = 0.8479·1 + 0.1521·3 = 1.304"]
    assert lines(TINY, "entropy", 0)[0].startswith("entropy[0] = −(0.8479·ln 0.8479 + 0.1521·ln 0.1521) = ")


def test_blocks_can_be_called_by_other_names() -> None:
    found = explain(trace(TINY), "scaled", 0, 1, names={"scaled": "escaladas"})
    assert found.text().startswith("escaladas[0, 1] = ")


@pytest.mark.parametrize(
    ("mask", "cell", "words"),
    [
        (Mask(causal=True), (0, 2), ["causal rule: key 2 comes after query 0"]),
        (Mask(window=2), (3, 1), ["window: key 1 is too far from query 3"]),
        (Mask(padding=(1,)), (3, 1), ["padding: no query sees key 1"]),
        (Mask(visible=PAINTED), (0, 1), ["hand-made mask at query 0, key 1"]),
        (Mask(causal=True, padding=(3,)), (0, 3), ["causal", "padding"]),
    ],
)
def test_a_hidden_cell_says_which_rules_hide_it(mask: Mask, cell: tuple[int, int], words: list[str]) -> None:
    found = lines(some(mask=mask), "masked", *cell)
    assert found[0] == f"masked[{cell[0]}, {cell[1]}] = −∞"
    assert len(found) == 1 + len(words)
    assert all(word in line for word, line in zip(words, found[1:], strict=True))


def test_mistakes_are_named_where_they_act() -> None:
    inverted = some(mask=Mask(causal=True), mistakes={"inverted_mask"})
    assert "query 2 may see key 0, so it is hidden" in lines(inverted, "masked", 2, 0)[1]
    assert "query 0 may not see key 2, so it is shown" in lines(inverted, "masked", 0, 2)[1]
    wide = lines(some(mistakes={"scale_by_d_model"}), "scaled", 0, 0)
    assert "/ sqrt(24) = " in wide[0]
    assert "d_model = 8 · 3" in wide[1]
    after = some(mask=Mask(causal=True), mistakes={"mask_after_softmax"})
    assert "after the softmax" in lines(after, "masked", 0, 2)[1]
    assert "sets it to 0 after the softmax" in lines(after, "weights", 0, 2)[0]
    columns = lines(some(mistakes={"softmax_over_queries"}), "weights", 0, 2)
    assert "largest score of the column" in columns[1]
    naive = some(mask=Mask(visible=PAINTED), mistakes={"naive_empty_row"})
    assert lines(naive, "weights", 1, 2)[0].startswith("weights[1, 2] = 0 / 0 = NaN")
    assert lines(naive, "output", 1, 2) == ["output[1, 2] = NaN: a weight of this row is NaN."]
    assert "nothing to share out" in lines(some(mask=Mask(visible=PAINTED)), "weights", 1, 2)[0]
    assert lines(some(mask=Mask(visible=PAINTED), filler=-1e4), "masked", 1, 2)[0] == "masked[1, 2] = −10000"


def test_dropout_says_which_weights_it_dropped() -> None:
    config = some(dropout=0.5, seed=1)
    result = trace(config)
    dropped, kept = (tuple(map(int, np.argwhere(result.kept == truth)[0])) for truth in (False, True))
    assert "has dropped this weight" in lines(config, "dropped", *dropped)[0]
    assert "/ (1 − 0.5) = " in lines(config, "dropped", *kept)[0]


def test_a_long_sum_shows_its_ends_and_the_rest_as_one_number() -> None:
    config = some(3, 40)
    (line,) = explain(trace(config), "scores", 1, 2).lines
    assert isinstance(line, Sentence)
    assert "(35 more terms: " in str(line)
    assert str(line).count("·") == 1 + 5
    check_printed_line(str(line))


def test_the_text_to_copy_is_all_lines_in_the_words_of_the_window() -> None:
    found = explain(trace(some(mask=Mask(causal=True))), "masked", 0, 2)
    assert found.text() == "masked[0, 2] = −∞\nHidden by the causal rule: key 2 comes after query 0."
    assert found.text(lambda s: s.template.upper()).endswith("QUERY {QUERY}.")


@pytest.mark.parametrize("cell", [("q", 4, 0), ("q", 0, 3), ("weights", -1, 0), ("entropy", 0, 1)])
def test_a_cell_outside_is_refused(cell: tuple[str, int, int]) -> None:
    with pytest.raises(IndexError):
        explain(trace(some()), *cell)


def test_sources_and_dependents_of_a_causal_example() -> None:
    result = trace(some(3, 2, mask=Mask(causal=True)))
    score = explain(result, "scores", 1, 2)
    assert score.sources == {("q", 1, 0), ("q", 1, 1), ("k", 2, 0), ("k", 2, 1)}
    assert score.dependents == {("scaled", 1, 2)}, "the mask stops it"
    query = explain(result, "q", 1, 0).dependents
    assert {(block, row) for block, row, _ in query} == {
        (block, 1) for block in ("scores", "scaled", "masked", "weights", "dropped", "entropy", "output")
    }
    assert {c for block, _, c in query if block == "weights"} == {0, 1}
    key = explain(result, "k", 2, 1).dependents
    assert {(r, c) for block, r, c in key if block == "scores"} == {(0, 2), (1, 2), (2, 2)}
    assert {r for block, r, _ in key if block == "output"} == {2}
    value = explain(result, "v", 1, 0)
    assert value.dependents == {("output", 1, 0), ("output", 2, 0)}
    assert value.sources == frozenset()


def blocks_of(cells: frozenset[tuple[str, int, int]], block: str) -> set[tuple[int, int]]:
    return {(row, column) for name, row, column in cells if name == block}


def test_a_softmax_over_the_queries_links_the_cells_of_a_column() -> None:
    result = trace(some(3, 2, mistakes={"softmax_over_queries"}))
    weight = explain(result, "weights", 1, 2).sources
    assert blocks_of(weight, "masked") == {(0, 2), (1, 2), (2, 2)}
    assert {row for row, _ in blocks_of(weight, "q")} == {0, 1, 2}
    assert {row for row, _ in blocks_of(weight, "k")} == {2}
    query = explain(result, "q", 0, 0).dependents
    assert len(blocks_of(query, "weights")) == 9


def test_a_dropped_weight_leads_nowhere() -> None:
    result = trace(some(3, 2, dropout=0.5, seed=1))
    (row, key), kept = np.argwhere(~result.kept)[0], result.kept
    assert ("output", row, 0) not in explain(result, "v", key, 0).dependents
    assert explain(result, "dropped", row, key).sources == frozenset()
    assert blocks_of(explain(result, "output", row, 0).sources, "v") == {(j, 0) for j in np.flatnonzero(kept[row])}


def test_a_finite_filler_takes_part_but_comes_from_nowhere() -> None:
    result = trace(some(3, 2, mask=Mask(causal=True), filler=-2.0))
    weight = explain(result, "weights", 0, 0).sources
    assert blocks_of(weight, "masked") == {(0, 0), (0, 1), (0, 2)}
    assert blocks_of(weight, "scaled") == {(0, 0)}
    assert explain(result, "masked", 0, 2).sources == frozenset()
    assert blocks_of(explain(result, "masked", 0, 2).dependents, "output") == {(0, 0), (0, 1)}


@st.composite
def places(draw: st.DrawFn) -> tuple[Config, str, int, int]:
    """A Config with any mask, mistakes and filler, and one of its cells."""
    mistakes = set(draw(st.sets(st.sampled_from(list(MISTAKES)), max_size=3))) - {"mask_after_renormalised"}
    n_q, n_k, d = draw(st.integers(1, 4)), draw(st.integers(1, 4)), draw(st.integers(1, 3))
    rng = np.random.default_rng(draw(st.integers(0, 999)))
    painted = rng.random((n_q, n_k)) < 0.7
    mask = draw(st.sampled_from([Mask(), Mask(causal=True), Mask(padding=(0,)), Mask(visible=painted)]))
    config = Config(
        rng.standard_normal((n_q, d)),
        rng.standard_normal((n_k, d)),
        rng.standard_normal((n_k, 2)),
        mask=mask,
        filler=draw(st.sampled_from([-math.inf, -math.inf, -1.0])),
        dropout=draw(st.sampled_from([0.0, 0.5])),
        mistakes=frozenset(mistakes),
    )
    block = draw(st.sampled_from(BLOCKS))
    height, width = block_array(trace(config), block).shape
    return config, block, draw(st.integers(0, height - 1)), draw(st.integers(0, width - 1))


@settings(max_examples=150, deadline=None)
@given(places())
def test_a_number_that_is_no_source_can_change_and_nothing_happens(case: tuple[Config, str, int, int]) -> None:
    config, block, row, column = case
    found = explain(trace(config), block, row, column)
    for name in "qkv":
        for cell in np.ndindex(getattr(config, name).shape):
            if (name, *cell) == (block, row, column):
                continue
            array = getattr(config, name).copy()
            array[cell] += 0.7
            changed = trace(config.with_(**{name: array}))
            same = np.allclose(
                block_array(changed, block)[row, column], found.value, rtol=1e-13, atol=0, equal_nan=True
            )
            assert same or (name, *cell) in found.sources


@settings(max_examples=100, deadline=None)
@given(places())
def test_an_edit_changes_only_dependents_and_links_are_the_same_both_ways(case: tuple[Config, str, int, int]) -> None:
    config, block, row, column = case
    before = trace(config)
    found = explain(before, block, row, column)
    if block in "qkv":
        array = getattr(config, block).copy()
        array[row, column] += 0.7
        after = trace(config.with_(**{block: array}))
        for other in BLOCKS[3:]:
            old, new = block_array(before, other), block_array(after, other)
            changed = ~np.isclose(new, old, rtol=1e-13, atol=0, equal_nan=True)
            assert not (changed & ~found.dependent_cells[other]).any(), other
    for other, i, j in found.dependents:
        assert (block, row, column) in explain(before, other, i, j).sources
    for other, i, j in found.sources:
        assert (block, row, column) in explain(before, other, i, j).dependents


def test_every_source_of_an_output_without_a_mask_matters() -> None:
    config = some(3, 2)
    found = explain(trace(config), "output", 1, 0)
    for name, *cell in found.sources:
        if name in "qkv":
            array = getattr(config, name).copy()
            array[tuple(cell)] += 0.7
            assert trace(config.with_(**{name: array})).steps["output"][1, 0] != found.value


def test_a_cell_hidden_from_the_end_names_the_position_of_its_query() -> None:
    config = Config(
        np.ones((5, 2)), np.ones((2, 2)), np.ones((2, 1)), mask=Mask(causal=True, causal_align="bottom_right", window=1)
    )
    text = explain(trace(config), "masked", 0, 0).text()
    assert "stands at position -3, and key 0 comes after it" in text
    assert "position -3, too far from key 0" in text
    top = explain(trace(config.with_(mask=Mask(causal=True))), "masked", 0, 1).text()
    assert "key 1 comes after query 0" in top
