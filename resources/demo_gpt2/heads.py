"""Where the heads look: mean weights of every head on one (query, key) per text."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from random import Random

import torch
from transformers import GPT2LMHeadModel, GPT2TokenizerFast

from .grammar import LANGS, Doc
from .pieces import encode
from .sentences import draw_reference_pair
from .texts import WRITERS

Place = tuple[int, int]  # query, key


@torch.no_grad()
def attention(model: GPT2LMHeadModel, ids: Sequence[int]) -> torch.Tensor:
    """(layers, heads, T, T) of one text. The model must have been loaded with eager attention."""
    return torch.stack(model(input_ids=torch.tensor([ids]), output_attentions=True).attentions)[:, 0]


def mean_weights(
    model: GPT2LMHeadModel, tokenizer: GPT2TokenizerFast, looks: Iterable[tuple[Doc, Sequence[Place]]]
) -> torch.Tensor:
    """(layers, heads): the mean weight over all places of all texts."""
    found = []
    for doc, places in looks:
        queries, keys = zip(*places, strict=True)
        found.append(attention(model, encode(tokenizer, doc))[:, :, list(queries), list(keys)])
    return torch.cat(found, dim=-1).mean(-1)


def ordinary_texts(count: int, seed: int) -> list[Doc]:
    """Held-out texts of all kinds, as many of each skill and language."""
    rng = Random(seed)
    return [write(lang, rng, True) for write in WRITERS.values() for lang in LANGS for _ in range(count)]


def previous_token(doc: Doc) -> list[Place]:
    return [(index, index - 1) for index in range(1, len(doc.words))]


def induction(doc: Doc) -> list[Place]:
    """From each word of the second copy to the word that followed it in the first."""
    return [(index - 1, doc.words.index(doc.words[index])) for index in doc.known_at()]


def answer(doc: Doc) -> list[Place]:
    """From the colon to the first mention of what the answer names."""
    (index,) = doc.known_at()
    return [(index - 1, doc.words.index(doc.words[index]))]


def wrong_noun(doc: Doc, twin: Doc) -> list[Place]:
    """From the colon to the noun that the other version is about."""
    return [(doc.known_at()[0] - 1, answer(twin)[0][1])]


def best(weights: torch.Tensor) -> dict[str, float]:
    """The head with the largest weight."""
    layer, head = divmod(int(weights.argmax()), weights.shape[1])
    return {"layer": layer, "head": head, "weight": round(float(weights[layer, head]), 3)}


def reference_weights(
    model: GPT2LMHeadModel, tokenizer: GPT2TokenizerFast, pairs: Sequence[tuple[Doc, Doc]]
) -> torch.Tensor:
    """(2 versions, right and wrong noun, layers, heads)."""
    versions = [pairs, [(twin, doc) for doc, twin in pairs]]
    return torch.stack(
        [
            torch.stack(
                [
                    mean_weights(model, tokenizer, [(doc, answer(doc)) for doc, _ in version]),
                    mean_weights(model, tokenizer, [(doc, wrong_noun(doc, twin)) for doc, twin in version]),
                ]
            )
            for version in versions
        ]
    )


def find_heads(model: GPT2LMHeadModel, tokenizer: GPT2TokenizerFast, count: int = 40) -> dict[str, dict[str, float]]:
    """The clearest head of each kind, each measured on `count` held-out texts of each language."""
    rng = Random(3)
    texts = ordinary_texts(max(1, count // 4), seed=4)
    lists = [WRITERS["repetition"](lang, rng, True) for lang in LANGS for _ in range(count)]
    pairs = [draw_reference_pair(lang, rng, True) for lang in LANGS for _ in range(count)]
    recalls = [WRITERS["recall"](lang, rng, True) for lang in LANGS for _ in range(count)]
    noun = reference_weights(model, tokenizer, pairs)
    clearest = best(noun[:, 0].amin(0))  # the weaker of the two versions counts
    place = int(clearest["layer"]), int(clearest["head"])
    for number, version in enumerate(("first noun", "second noun")):
        clearest[f"right, {version}"] = round(float(noun[number, 0][place]), 3)
        clearest[f"wrong, {version}"] = round(float(noun[number, 1][place]), 3)
    return {
        "previous-token": best(mean_weights(model, tokenizer, [(doc, previous_token(doc)) for doc in texts])),
        "induction": best(mean_weights(model, tokenizer, [(doc, induction(doc)) for doc in lists])),
        "reference": clearest,
        "recall": best(mean_weights(model, tokenizer, [(doc, answer(doc)) for doc in recalls])),
    }
