"""Write examples.json: `python -m resources.demo_gpt2.examples FOLDER`, with the heads measured in that folder."""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from random import Random
from typing import Any

import torch

from . import words as w
from .evaluate import load
from .grammar import LANGS, Doc
from .heads import find_heads
from .memory import recall, repetition
from .sentences import agreement, reference_pair

Look = dict[str, Any]


def example(skill: str, lang: str, doc: Doc, look_at: Look, twin: Doc | None = None) -> dict[str, Any]:
    """Texts end right before the last word that can be known."""
    end = doc.known_at()[-1]
    return {
        "skill": skill,
        "lang": lang,
        "text": doc.before(end),
        "text2": twin.before(twin.known_at()[-1]) if twin else None,
        "answer": doc.words[end],
        "look_at": look_at,
    }


def trophy_pair(lang: str) -> tuple[Doc, Doc]:
    trophy = next(noun for noun in w.NOUNS if noun.pt == "troféu")
    suitcase = next(noun for noun in w.NOUNS if noun.pt == "mala")
    return reference_pair(lang, trophy, suitcase, "fit", 0)


def examples(looks: dict[str, Look]) -> list[dict[str, Any]]:
    """One text for each skill and language, all of them held out; the look of recall may be another kind of head."""
    found = []
    for lang in LANGS:
        rng = Random(f"example {lang}")
        doc, twin = trophy_pair(lang)
        found += [
            example("reference", lang, doc, looks["reference"], twin),
            example("repetition", lang, repetition(lang, rng, True, 8), looks["induction"]),
            example("agreement", lang, agreement(lang, rng, True), looks["previous-token"]),
            example("recall", lang, recall(lang, rng, True, 48), looks["recall"]),
        ]
    return found


def measured_looks(folder: Path) -> dict[str, Look]:
    """The clearest head of each kind; the one of recall looks at what the answer names, as the one of reference."""
    heads = find_heads(*load(folder))
    kinds = {name: "reference" if name == "recall" else name for name in heads}
    return {name: {"layer": heads[name]["layer"], "head": heads[name]["head"], "kind": kinds[name]} for name in heads}


def main() -> None:
    parser = argparse.ArgumentParser(description="Write the example texts for the app.")
    parser.add_argument("folder", type=Path)
    folder = parser.parse_args().folder
    torch.set_num_threads(1)
    written = json.dumps(examples(measured_looks(folder)), ensure_ascii=False, indent=1)
    (folder / "examples.json").write_text(written + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
