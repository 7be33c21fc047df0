"""The texts that show what the bundled model has learnt, as its folder lists them."""

import json
from dataclasses import dataclass
from pathlib import Path

EXAMPLES = Path(__file__).resolve().parent.parent / "resources" / "demo_gpt2" / "examples.json"


@dataclass(frozen=True)
class Example:
    """A text for one skill ("reference", "repetition", "agreement", "recall") in one language, and a Head to look at."""

    skill: str
    language: str
    text: str
    layer: int
    head: int


def examples(path: Path = EXAMPLES) -> tuple[Example, ...]:
    """All examples; a text with a twin (one word differs) gives two."""
    found = []
    for entry in json.loads(path.read_text(encoding="utf-8")):
        look = entry["look_at"]
        texts = [text for text in (entry["text"], entry["text2"]) if text]
        found += [Example(entry["skill"], entry["lang"], text, look["layer"], look["head"]) for text in texts]
    return tuple(found)
