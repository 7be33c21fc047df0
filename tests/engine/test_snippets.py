"""Copied code runs alone and gives the numbers of the Trace; copied LaTeX is balanced and holds them."""

import contextlib
import io
import math
import re
import subprocess
import sys
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.config import Config
from engine.masks import Mask
from engine.mistakes import MISTAKES
from engine.snippets.code import as_latex, as_numpy, as_pytorch
from engine.steps import trace

SMALLEST = -sys.float_info.max
LANGUAGES = {"numpy": as_numpy, "pytorch": as_pytorch}


def some(lead: tuple[int, ...] = (), n_q: int = 4, n_k: int = 5, **more: Any) -> Config:
    rng = np.random.default_rng(17)
    shapes = ((*lead, n_q, 3), (*lead, n_k, 3), (*lead, n_k, 2))
    return Config(*(rng.standard_normal(shape) for shape in shapes), **more)


def painted(*lead: int) -> Mask:
    """About half visible, and one query that sees nothing."""
    visible = np.random.default_rng(5).random((*lead, 4, 5)) < 0.6
    visible[..., 2, :] = False
    return Mask(visible=visible)


CONFIGS = {
    "plain": some(),
    "no scale": some(scale="none"),
    "own scale": some(scale=-0.37),
    "tiny own scale": some(scale=1e-7),
    "causal": some(mask=Mask(causal=True)),
    "causal, bottom right": some(mask=Mask(causal=True, causal_align="bottom_right")),
    "causal, more queries, empty rows": some(n_q=6, mask=Mask(causal=True, causal_align="bottom_right")),
    "prefix": some(mask=Mask(causal=True, prefix=2)),
    "window": some(mask=Mask(window=2)),
    "window with global tokens": some(mask=Mask(window=1, global_tokens=(0, 4))),
    "window, bottom right": some(mask=Mask(window=2, causal_align="bottom_right", global_tokens=(3,))),
    "padding": some(mask=Mask(padding=(0, 3))),
    "all is padding": some(mask=Mask(padding=(0, 1, 2, 3, 4))),
    "painted with an empty row": some(mask=painted()),
    "painted row": some(mask=Mask(visible=np.array([[1, 0, 1, 1, 0]], dtype=bool))),
    "everything": some(
        mask=Mask(causal=True, causal_align="bottom_right", prefix=1, padding=(2,), window=3, visible=painted().visible)
    ),
    "one batch axis": some((2,), mask=Mask(causal=True)),
    "batch and heads": some((2, 3), mask=painted(2, 1), dropout=0.2),
    "the mask adds an axis": some(mask=painted(3), dropout=0.5),
    "dropout": some(dropout=0.3, seed=12),
    "dropout with an empty row": some(dropout=0.3, mask=painted()),
    "filler": some(filler=-1e4, mask=painted()),
    "leaking filler": some(filler=-0.5, mask=Mask(causal=True)),
    "lowest filler": some(filler=SMALLEST, mask=painted()),
    "large numbers": Config(
        [[3000.0, -1.0], [2.5, 900.0]],  # type: ignore[arg-type]
        [[3e3, 1.0], [-3e3, 2.0], [3e3, 1.0]],  # type: ignore[arg-type]
        [[1.0], [2.0], [4e6]],  # type: ignore[arg-type]
        scale="none",
    ),
    "every digit counts": Config([[0.1 + 0.2, -1 / 3]], [[-0.0, 1e-17], [1 / 7, 5e-324]], [[1e-9], [1 / 9]]),  # type: ignore[arg-type]
    "one cell": Config([[0.5]], [[2.0]], [[3.0]], mask=Mask(causal=True)),  # type: ignore[arg-type]
    **{mistake: some(mask=painted(), mistakes={mistake}) for mistake in MISTAKES},
    **{f"{mistake}, no mask": some(mistakes={mistake}) for mistake in MISTAKES},
    **{f"{mistake}, heads": some((2, 2), mask=Mask(causal=True), mistakes={mistake}) for mistake in MISTAKES},
    "columns, mask after": some(mask=painted(), mistakes={"softmax_over_queries", "mask_after_softmax"}),
    "columns, renormalised": some(
        mask=Mask(causal=True, padding=(1,)), mistakes={"softmax_over_queries", "mask_after_renormalised"}
    ),
    "columns, hidden key": some(mask=Mask(padding=(1,)), mistakes={"softmax_over_queries"}),
    "columns, hidden key, naive": some(mask=Mask(padding=(1,)), mistakes={"softmax_over_queries", "naive_empty_row"}),
    "naive, renormalised": some(mask=painted(), mistakes={"naive_empty_row", "mask_after_renormalised"}),
    "inverted, filler, dropout": some(
        mask=Mask(causal=True), filler=-2.0, mistakes={"inverted_mask", "dropout_at_evaluation"}
    ),
}


def run(code: str) -> dict[str, Any]:
    """What the code leaves behind, run on its own with warnings as errors; what it prints is thrown away."""
    names: dict[str, Any] = {}
    with contextlib.redirect_stdout(io.StringIO()):
        exec(compile(code, "snippet", "exec"), names)
    return names


def check_code(config: Config, write: Callable[[Config], str]) -> None:
    code, wanted = write(config), trace(config)
    found = run(code)
    scale = max(1.0, float(abs(config.v).max()))
    for step, tolerance in (("weights", 1e-9), ("output", 1e-9 * scale)):
        array = np.asarray(found[step])
        assert array.shape == wanted.steps[step].shape
        np.testing.assert_allclose(array, wanted.steps[step], rtol=0, atol=tolerance, equal_nan=True)


def test_there_are_enough_kinds() -> None:
    assert len(CONFIGS) >= 30


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", CONFIGS)
def test_the_code_gives_the_weights_and_the_output(name: str, language: str) -> None:
    check_code(CONFIGS[name], LANGUAGES[language])


@st.composite
def configs(draw: st.DrawFn) -> Config:
    """Any Config on a small scale."""
    n_q, n_k = draw(st.integers(1, 5)), draw(st.integers(1, 5))
    lead = draw(st.sampled_from([(), (), (2,), (1, 2)]))
    seed = draw(st.integers(0, 999))
    mistakes = set(draw(st.sets(st.sampled_from(list(MISTAKES)), max_size=3)))
    scale: Any = draw(st.sampled_from(["sqrt_dk", "none", 0.3]))
    if scale != "sqrt_dk":
        mistakes.discard("scale_by_d_model")
    if "mask_after_softmax" in mistakes:
        mistakes.discard("mask_after_renormalised")
    mask = Mask(
        causal=draw(st.booleans()),
        causal_align=draw(st.sampled_from(["top_left", "bottom_right"])),
        padding=tuple(draw(st.sets(st.integers(0, n_k - 1), max_size=2))),
        window=draw(st.none() | st.integers(1, 4)),
        global_tokens=tuple(draw(st.sets(st.integers(0, n_k - 1), max_size=2))),
        prefix=draw(st.integers(0, n_k)),
        visible=draw(st.sampled_from([None, np.random.default_rng(seed).random((*lead, n_q, n_k)) < 0.7])),
    )
    filler = draw(st.sampled_from([-math.inf, -math.inf, -1e9, -1.0, SMALLEST]))
    more = {"scale": scale, "filler": filler, "mistakes": frozenset(mistakes), "mask": mask}
    return some(lead, n_q, n_k, dropout=draw(st.sampled_from([0.0, 0.25])), seed=seed, **more)


@settings(max_examples=80, deadline=None)
@given(configs())
def test_the_code_of_any_config_gives_the_same(config: Config) -> None:
    for write in LANGUAGES.values():
        check_code(config, write)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_code_runs_as_a_file_of_its_own(language: str, tmp_path: Any) -> None:
    config = CONFIGS["everything"]
    path = tmp_path / "snippet.py"
    path.write_text(LANGUAGES[language](config), encoding="utf-8")
    done = subprocess.run(
        [sys.executable, "-W", "error", path], capture_output=True, text=True, check=True, cwd=tmp_path
    )
    printed = [float(number) for number in re.findall(r"-?\d+\.\d*", done.stdout)]
    output = trace(config).steps["output"].ravel()
    np.testing.assert_allclose(printed[-output.size :], output, atol=1e-4)


def test_rules_are_written_as_rules_and_mistakes_are_named() -> None:
    code = as_pytorch(some(mask=Mask(causal=True, padding=(1,)), mistakes={"inverted_mask"}))
    assert ".tril()" in code
    assert "padding[[1]] = False" in code
    assert "visible = causal & padding" in code
    assert code.count("mistake") == 1
    assert "nan_to_num" in as_pytorch(some(mask=painted()))
    assert "nan_to_num" not in as_pytorch(some(mask=Mask(causal=True)))
    assert "nan_to_num" not in as_pytorch(some(mask=painted(), mistakes={"mask_after_softmax"}))
    assert "visible" not in as_numpy(some())
    assert "import math" not in as_numpy(some(scale="none"))


MATRIX = re.compile(r"\\begin\{pmatrix\} (.*?) \\end\{pmatrix\}")


def read_number(text: str) -> float:
    text = text.replace(r"\mathrm{NaN}", "nan").replace(r"\infty", "inf")
    return float(re.sub(r" \\cdot 10\^\{(-?\d+)\}", r"e\1", text))


def read_matrix(body: str) -> Any:
    return np.array([[read_number(cell) for cell in row.split(" & ")] for row in body.split(r" \\ ")])


def check_balanced(text: str) -> None:
    assert text.count("{") == text.count("}")
    assert text.count(r"\begin{pmatrix}") == text.count(r"\end{pmatrix}") > 0
    depth = 0
    for mark in re.findall(r"[{}]", text):
        depth += 1 if mark == "{" else -1
        assert depth >= 0
    for line in text.splitlines():
        assert (
            line.startswith("%")
            or line.startswith(r"\setcounter")
            or (line.startswith(r"\[ ") and line.endswith(r" \]"))
        )


@pytest.mark.parametrize("name", CONFIGS)
def test_the_latex_is_balanced_and_holds_every_matrix(name: str) -> None:
    config = CONFIGS[name]
    result, text = trace(config), as_latex(config)
    check_balanced(text)
    entries = re.split(r"(?m)^% entry .*$", text)[1 if config.lead else 0 :]
    assert len(entries) == math.prod(config.lead)
    for place, entry in zip(np.ndindex(config.lead), entries, strict=True):
        found = [read_matrix(body) for body in MATRIX.findall(entry)]
        steps = [result.steps[step] for step in ("scores", "scaled", "weights", "output")]
        arrays = [config.q, config.k, config.v, *steps]
        for array in arrays:
            full = np.broadcast_to(array, (*config.lead, *array.shape[-2:]))[place]
            assert any(
                matrix.shape == full.shape and np.allclose(matrix, full, rtol=5e-4, atol=1e-320, equal_nan=True)
                for matrix in found
            )


def test_latex_of_a_small_example() -> None:
    config = Config([[0.4, 1.1]], [[0.8, 0.1], [0.5, -2e-5]], [[1.0], [3.0]], mask=Mask(causal=True))  # type: ignore[arg-type]
    lines = as_latex(config).splitlines()
    assert lines[0] == r"% needs \usepackage{amsmath}"
    assert r"K = \begin{pmatrix} 0.8 & 0.1 \\ 0.5 & -2 \cdot 10^{-5} \end{pmatrix}" in lines[1]
    assert lines[2] == r"\[ Q K^{\top} = \begin{pmatrix} 0.43 & 0.2 \end{pmatrix} \]"
    assert lines[3] == r"\[ S = \frac{Q K^{\top}}{\sqrt{2}} = \begin{pmatrix} 0.3041 & 0.1414 \end{pmatrix} \]"
    assert lines[4] == r"\[ \tilde{S} = \begin{pmatrix} 0.3041 & -\infty \end{pmatrix} \]"
    assert lines[6] == r"\[ A V = \begin{pmatrix} 1 \end{pmatrix} \]"


def test_latex_of_a_mask_after_the_softmax_shows_the_mask() -> None:
    lines = as_latex(some(n_q=2, n_k=2, mask=Mask(causal=True), mistakes={"mask_after_softmax"})).splitlines()
    assert lines[4] == r"\[ M = \begin{pmatrix} 1 & 0 \\ 1 & 1 \end{pmatrix} \]"
    assert lines[5].startswith(r"\[ A = M \odot \operatorname{softmax}(S) = ")


def test_latex_of_wide_matrices_raises_the_limit_on_columns() -> None:
    assert r"\setcounter{MaxMatrixCols}{12}" in as_latex(some(n_k=12))
    assert "MaxMatrixCols" not in as_latex(some(n_k=10))
