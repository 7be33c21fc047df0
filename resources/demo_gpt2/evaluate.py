"""Measure the demo model on held-out texts: `python -m resources.demo_gpt2.evaluate FOLDER` prints JSON."""

from __future__ import annotations

import argparse
import json
from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Any

import torch
from transformers import AutoModelForCausalLM, AutoTokenizer, GPT2LMHeadModel, GPT2TokenizerFast

from .grammar import LANGS, RECALL_DISTANCE, Doc
from .heads import find_heads
from .memory import recall, repetition
from .pieces import encode
from .sentences import FRAMES, reference_choices, reference_pair
from .texts import WRITERS

DISTANCES = (16, 32, 64, 96, 128, 160, 192, 256, 320, 384, 448, 480)
LENGTHS = (4, 8, 16, 24, 32, 40, 56, 72)
GROUP = 8  # texts in one pass


def load(folder: Path) -> tuple[GPT2LMHeadModel, GPT2TokenizerFast]:
    """The model in eval mode with eager attention, and its tokenizer, from this folder only."""
    model = AutoModelForCausalLM.from_pretrained(folder, attn_implementation="eager", local_files_only=True)
    return model.eval(), AutoTokenizer.from_pretrained(folder, local_files_only=True)


@torch.no_grad()
def hits(model: GPT2LMHeadModel, tokenizer: GPT2TokenizerFast, docs: Sequence[Doc]) -> list[bool]:
    """For every word that can be known: whether it is the most probable next token."""
    found: list[bool] = []
    for start in range(0, len(docs), GROUP):
        group = docs[start : start + GROUP]
        rows = [encode(tokenizer, doc) for doc in group]
        longest = max(map(len, rows))
        # What stands to the right is invisible to a causal model, so padding needs no mask.
        ids = torch.tensor([row + [tokenizer.eos_token_id] * (longest - len(row)) for row in rows])
        best = model(input_ids=ids).logits.argmax(-1)
        found += [
            int(best[row, index - 1]) == rows[row][index] for row, doc in enumerate(group) for index in doc.known_at()
        ]
    return found


def share(values: Sequence[bool]) -> float:
    return round(sum(values) / len(values), 4)


def held_out_pairs(lang: str) -> list[tuple[Doc, Doc]]:
    """Every held-out pair of nouns with every pair of adjectives."""
    return [
        reference_pair(lang, first, second, frame, pair)
        for first, second, frame in reference_choices(held=True)
        for pair in range(len(FRAMES[frame][1][lang]))
    ]


def reference_figures(model: GPT2LMHeadModel, tokenizer: GPT2TokenizerFast, lang: str) -> dict[str, float]:
    """Share of right answers in each version, and of pairs in which both are right."""
    versions = zip(*held_out_pairs(lang), strict=True)
    first, second = (hits(model, tokenizer, version) for version in versions)
    both = [one and other for one, other in zip(first, second, strict=True)]
    return {"first noun": share(first), "second noun": share(second), "both": share(both), "pairs": len(both)}


def held_out_texts(skill: str, lang: str, count: int, seed: int = 5) -> list[Doc]:
    rng = Random(f"{skill} {lang} {seed}")
    return [WRITERS[skill](lang, rng, True) for _ in range(count)]


def recall_at(
    model: GPT2LMHeadModel, tokenizer: GPT2TokenizerFast, lang: str, distance: int, count: int, facts: int = 1
) -> list[bool]:
    """Hits of held-out facts asked for at (nearly) one distance."""
    rng = Random(f"{lang} {distance}")
    return hits(model, tokenizer, [recall(lang, rng, True, distance, facts) for _ in range(count)])


def lists_of(model: GPT2LMHeadModel, tokenizer: GPT2TokenizerFast, lang: str, length: int, count: int) -> list[bool]:
    """Hits in held-out lists of this many words."""
    rng = Random(f"{lang} {length}")
    return hits(model, tokenizer, [repetition(lang, rng, True, length) for _ in range(count)])


def measure(model: GPT2LMHeadModel, tokenizer: GPT2TokenizerFast, count: int = 200) -> dict[str, Any]:
    """All figures of the model card."""
    figures: dict[str, Any] = {"reference": {lang: reference_figures(model, tokenizer, lang) for lang in LANGS}}
    for skill in ("repetition", "agreement", "recall"):
        texts = {lang: held_out_texts(skill, lang, count) for lang in LANGS}
        figures[skill] = {lang: share(hits(model, tokenizer, docs)) for lang, docs in texts.items()}
    figures["trained recall distance"] = list(RECALL_DISTANCE)
    figures["recall by distance"] = {
        lang: {str(far): share(recall_at(model, tokenizer, lang, far, count // 2)) for far in DISTANCES}
        for lang in LANGS
    }
    figures["recall with two facts, not trained"] = {
        lang: share(recall_at(model, tokenizer, lang, 64, count, facts=2)) for lang in LANGS
    }
    figures["repetition by length"] = {
        lang: {str(length): share(lists_of(model, tokenizer, lang, length, count // 4)) for length in LENGTHS}
        for lang in LANGS
    }
    figures["heads"] = find_heads(model, tokenizer)
    return figures


def progress(model: GPT2LMHeadModel, tokenizer: GPT2TokenizerFast) -> dict[str, float]:
    """A short look during training: held-out accuracy of each skill and language."""
    model.eval()
    figures = {
        f"{skill} {lang}": share(hits(model, tokenizer, held_out_texts(skill, lang, 48)))
        for skill in WRITERS
        for lang in LANGS
    }
    model.train()
    return figures


def main() -> None:
    parser = argparse.ArgumentParser(description="Measure the demo model on held-out texts.")
    parser.add_argument("folder", type=Path)
    arguments = parser.parse_args()
    torch.set_num_threads(1)
    print(json.dumps(measure(*load(arguments.folder)), indent=1))


if __name__ == "__main__":
    main()
