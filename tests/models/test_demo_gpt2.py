"""The bundled demo model does what its card says, on combinations that its training never saw."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from itertools import pairwise
from pathlib import Path
from random import Random

import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st
from transformers import AutoModelForCausalLM, AutoTokenizer, GPT2LMHeadModel, GPT2TokenizerFast

from resources.demo_gpt2 import evaluate, heads, texts
from resources.demo_gpt2.examples import trophy_pair
from resources.demo_gpt2.grammar import LANGS, RECALL_DISTANCE, SKILLS, Doc, held_out
from resources.demo_gpt2.sentences import draw_reference_pair
from resources.demo_gpt2.words import DESCRIPTIONS, NOUNS, inflect

ROOT = Path(__file__).parents[2]
FOLDER = ROOT / "resources" / "demo_gpt2"


@pytest.fixture(scope="module")
def model() -> GPT2LMHeadModel:
    loaded = AutoModelForCausalLM.from_pretrained(FOLDER, attn_implementation="eager", local_files_only=True)
    return loaded.eval()


@pytest.fixture(scope="module")
def tokenizer() -> GPT2TokenizerFast:
    return AutoTokenizer.from_pretrained(FOLDER, local_files_only=True)


def run(*arguments: str) -> str:
    environment = os.environ | {"HF_HUB_OFFLINE": "1", "TRANSFORMERS_OFFLINE": "1"}
    done = subprocess.run(
        [sys.executable, *arguments],
        check=False,
        cwd=ROOT,
        env=environment,
        capture_output=True,
        text=True,
        timeout=300,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


# --- what ships ------------------------------------------------------------------------------------------------


def test_the_folder_loads_alone_and_offline() -> None:
    code = (
        "from transformers import AutoModelForCausalLM as M, AutoTokenizer as T\n"
        f"m, t = M.from_pretrained({str(FOLDER)!r}), T.from_pretrained({str(FOLDER)!r})\n"
        "print(type(m).__name__, t.is_fast, len(t) == m.config.vocab_size, m.config.n_positions, m.training)"
    )
    assert run("-c", code).split() == ["GPT2LMHeadModel", "True", "True", "512", "False"]


def test_the_folder_is_small() -> None:
    assert sum(file.stat().st_size for file in FOLDER.iterdir() if file.is_file()) <= 8_000_000


def test_every_position_can_be_used(model: GPT2LMHeadModel) -> None:
    ids = torch.arange(model.config.n_positions)[None] % model.config.vocab_size
    with torch.no_grad():
        assert model(ids).logits.isfinite().all()


def test_the_two_trophy_sentences_are_spelled_as_everyone_knows_them() -> None:
    starts = [doc.text.split(". ")[0] + "." for lang in LANGS for doc in trophy_pair(lang)]
    assert starts == [
        "The trophy did not fit in the suitcase because it was too big.",
        "The trophy did not fit in the suitcase because it was too small.",
        "O troféu não coube na mala porque ele era muito grande.",
        "O troféu não coube na mala porque ele era muito pequeno.",
    ]


# --- tokenizer -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text", ["O troféu não coube na mala; coração, água, pé, avó, às, ü.", " dois  espaços\n\te fim "]
)
def test_portuguese_text_round_trips(tokenizer: GPT2TokenizerFast, text: str) -> None:
    assert tokenizer.decode(tokenizer.encode(text)) == text


@settings(deadline=None, derandomize=True)
@given(text=st.text(st.characters(exclude_categories=["Cs"])))
def test_any_text_round_trips(tokenizer: GPT2TokenizerFast, text: str) -> None:
    assert tokenizer.decode(tokenizer.encode(text)) == text


def test_every_word_of_the_texts_is_one_token(tokenizer: GPT2TokenizerFast) -> None:
    shares = dict.fromkeys(SKILLS, 1.0)
    rng = Random(8)
    for doc in (texts.draw(rng, shares, held) for held in (False, True) for _ in range(300)):
        assert len(tokenizer.encode(doc.text)) == len(doc.words), doc.text


# --- training never sees what is asked here --------------------------------------------------------------------


def test_training_texts_hold_no_held_out_pair_of_nouns() -> None:
    rng = Random(9)
    keys = {" " + form: noun.pt for noun in NOUNS for form in (noun.pt, noun.en)}
    for _ in range(2000):
        doc = texts.WRITERS["reference"](rng.choice(LANGS), rng, False)
        first, second = [keys[word] for word in doc.words if word in keys][:2]
        assert not held_out(first, second)
    assert held_out("troféu", "mala")


def test_training_lists_hold_no_held_out_neighbours() -> None:
    rng = Random(10)
    for _ in range(300):
        doc = texts.WRITERS["repetition"](rng.choice(LANGS), rng, False)
        listed = [word.strip() for word in doc.words if word.strip().isalpha() and word.startswith(" ")]
        assert not any(held_out(*pair) for pair in pairwise(listed) if len(set(pair)) == 2)


def test_training_facts_hold_no_held_out_name_and_number() -> None:
    rng = Random(11)
    for _ in range(500):
        words = [word.strip() for word in texts.WRITERS["recall"](rng.choice(LANGS), rng, False).words]
        facts = [(words[i - 2], word) for i, word in enumerate(words) if word.isdigit() and words[i - 1] in ("is", "é")]
        assert facts and not any(held_out(*fact) for fact in facts)


def test_training_sentences_hold_no_held_out_noun_and_adjective() -> None:
    nouns = {form: noun.pt for noun in NOUNS for form in (noun.pt, noun.pt_plural, noun.en, noun.en_plural)}
    forms = [(pt, inflect(pt, gender, plural)) for pt, _ in DESCRIPTIONS for gender in "mf" for plural in (False, True)]
    adjectives = {form: pt for pt, form in forms} | {en: pt for pt, en in DESCRIPTIONS}
    rng = Random(12)
    for _ in range(1000):
        doc = texts.WRITERS[rng.choice(["agreement", "recall"])](rng.choice(LANGS), rng, False)
        for sentence in doc.text.split("."):
            words = sentence.split()
            for at in [index for index, word in enumerate(words) if word in adjectives]:
                near = min((i for i, word in enumerate(words) if word in nouns), key=lambda i: abs(i - at))
                assert not held_out(nouns[words[near]], adjectives[words[at]])


# --- skills ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("lang", LANGS)
def test_reference_finds_the_right_noun_in_both_versions(
    model: GPT2LMHeadModel, tokenizer: GPT2TokenizerFast, lang: str
) -> None:
    figures = evaluate.reference_figures(model, tokenizer, lang)
    assert figures["pairs"] > 300
    assert figures["first noun"] >= 0.95
    assert figures["second noun"] >= 0.95


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("skill", ["repetition", "agreement", "recall"])
def test_held_out_texts_are_answered(
    model: GPT2LMHeadModel, tokenizer: GPT2TokenizerFast, skill: str, lang: str
) -> None:
    found = evaluate.hits(model, tokenizer, evaluate.held_out_texts(skill, lang, 100))
    assert evaluate.share(found) >= 0.95


@pytest.mark.parametrize("lang", LANGS)
def test_recall_holds_over_the_whole_trained_range(
    model: GPT2LMHeadModel, tokenizer: GPT2TokenizerFast, lang: str
) -> None:
    for distance in (RECALL_DISTANCE[0], RECALL_DISTANCE[1]):
        assert evaluate.share(evaluate.recall_at(model, tokenizer, lang, distance, 40)) >= 0.95


# --- heads -----------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def found(model: GPT2LMHeadModel, tokenizer: GPT2TokenizerFast) -> dict[str, dict[str, float]]:
    return heads.find_heads(model, tokenizer, count=24)


def test_a_head_looks_at_the_previous_token(found: dict[str, dict[str, float]]) -> None:
    assert found["previous-token"]["weight"] >= 0.7


def test_a_head_looks_at_what_followed_the_earlier_copy(found: dict[str, dict[str, float]]) -> None:
    assert found["induction"]["weight"] >= 0.5


def test_a_head_looks_at_the_right_noun_and_moves_with_the_adjective(found: dict[str, dict[str, float]]) -> None:
    for version in ("first noun", "second noun"):
        assert found["reference"][f"right, {version}"] >= 0.5
        assert found["reference"][f"wrong, {version}"] < 0.25


# --- what the causal mask hides --------------------------------------------------------------------------------


@pytest.mark.parametrize("lang", LANGS)
def test_nothing_before_the_adjective_knows_which_one_comes(
    model: GPT2LMHeadModel, tokenizer: GPT2TokenizerFast, lang: str
) -> None:
    docs: tuple[Doc, Doc] = trophy_pair(lang)
    ids = torch.tensor([tokenizer.encode(doc.before(doc.known_at()[0])) for doc in docs])
    adjective = int((ids[0] != ids[1]).nonzero()[0])
    assert {tokenizer.decode(row[adjective]) for row in ids} in ({" big", " small"}, {" grande", " pequeno"})
    with torch.no_grad():
        one, two = (model(row[None], output_hidden_states=True, output_attentions=True) for row in ids)
    for a, b in zip(one.hidden_states, two.hidden_states, strict=True):
        assert torch.equal(a[:, :adjective], b[:, :adjective])
        assert not torch.equal(a[:, adjective], b[:, adjective])
    for a, b in zip(one.attentions, two.attentions, strict=True):
        assert torch.equal(a[:, :, :adjective], b[:, :, :adjective])
        assert not torch.equal(a[:, :, adjective], b[:, :, adjective])


# --- examples, training script, card ---------------------------------------------------------------------------


def test_examples_are_answered_and_point_at_heads_that_exist(
    model: GPT2LMHeadModel, tokenizer: GPT2TokenizerFast
) -> None:
    listed = json.loads((FOLDER / "examples.json").read_text(encoding="utf-8"))
    assert {(item["skill"], item["lang"]) for item in listed} == {(s, lang) for s in SKILLS for lang in LANGS}
    for item in listed:
        with torch.no_grad():
            best = model(torch.tensor([tokenizer.encode(item["text"])])).logits[0, -1].argmax()
        assert tokenizer.decode(best) == item["answer"]
        assert item["look_at"]["layer"] < model.config.n_layer and item["look_at"]["head"] < model.config.n_head


def test_a_quick_training_falls_in_loss_and_writes_a_folder_that_loads(tmp_path: Path) -> None:
    lines = run("-m", "resources.demo_gpt2.train", str(tmp_path), "--quick").splitlines()
    losses = [json.loads(line)["loss"] for line in lines]
    assert losses[-1] < 0.9 * losses[0]
    small, pieces = evaluate.load(tmp_path)
    doc, _ = draw_reference_pair("pt_BR", Random(0), True)
    assert small(torch.tensor([pieces.encode(doc.text)])).logits.isfinite().all()
