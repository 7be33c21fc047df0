"""Labels of tokens: readable, one per row, none that the person did not type unless marked as added."""

from pathlib import Path
from typing import Any

import pytest
import tokenizers
from tokenizers import decoders, models, normalizers, pre_tokenizers, processors
from transformers import PreTrainedTokenizerFast

from engine.models.load import Model
from engine.models.tokens import labels_of, tokenize


def fast(model: Any, pre: Any = None, decoder: Any = None, post: Any = None, **special: str) -> Any:
    backend = tokenizers.Tokenizer(model)
    backend.pre_tokenizer = pre or pre_tokenizers.Whitespace()
    if decoder is not None:
        backend.decoder = decoder
    if post is not None:
        backend.post_processor = post
    return PreTrainedTokenizerFast(tokenizer_object=backend, **special)


def wordpiece() -> Any:
    words = ["[UNK]", "[CLS]", "[SEP]", "run", "##ning", "cat", "não", "##"]
    post = processors.TemplateProcessing(
        single="[CLS] $A [SEP]", pair=None, special_tokens=[("[CLS]", 1), ("[SEP]", 2)]
    )
    model = models.WordPiece({w: i for i, w in enumerate(words)}, unk_token="[UNK]")
    return fast(model, None, decoders.WordPiece(), post, unk_token="[UNK]", cls_token="[CLS]", sep_token="[SEP]")


def sentencepiece() -> Any:
    """A BPE vocabulary with ▁ for a space and single bytes for what is not in it, as Llama's."""
    vocab = {"<unk>": 0, "<s>": 1, **{f"<0x{b:02X}>": 2 + b for b in range(256)}}
    for piece in ("▁", "n", "ã", "o", "▁n", "ão", "▁não"):
        vocab[piece] = len(vocab)
    merges = [("▁", "n"), ("ã", "o"), ("▁n", "ão")]
    backend = tokenizers.Tokenizer(models.BPE(vocab, merges, byte_fallback=True, unk_token="<unk>"))
    backend.normalizer = normalizers.Sequence([normalizers.Prepend("▁"), normalizers.Replace(" ", "▁")])
    backend.post_processor = processors.TemplateProcessing(single="<s> $A", pair=None, special_tokens=[("<s>", 1)])
    return PreTrainedTokenizerFast(tokenizer_object=backend, bos_token="<s>", unk_token="<unk>")


def test_accents_spaces_tabs_and_line_breaks(tiny: Model) -> None:
    tokens = tokenize(tiny.tokenizer, "café the\tcat\nthe")
    assert tokens.ids == (259, 102, 262, 258, 9, 260, 10, 257)
    assert tokens.labels == ("ca", "f", "é", "·the", "⇥", "cat", "⏎", "the")
    assert not any(tokens.added)


@pytest.mark.parametrize(
    ("text", "ids", "labels"),
    [
        ("the cat", (257, 261), ("the", "·cat")),
        ("cat", (260,), ("cat",)),
        (" cat", (261,), ("·cat",)),
        (
            "a cat sat on the mat",
            (97, 261, 32, 115, 97, 116, 32, 111, 110, 258, 32, 109, 97, 116),
            ("a", "·cat", "·", "s", "a", "t", "·", "o", "n", "·the", "·", "m", "a", "t"),
        ),
    ],
)
def test_one_label_per_row_and_no_hidden_start(
    tiny: Model, text: str, ids: tuple[int, ...], labels: tuple[str, ...]
) -> None:
    tokens = tokenize(tiny.tokenizer, text)
    assert (tokens.ids, tokens.labels) == (ids, labels)
    assert len(tokens) == len(tokens.added) == len(tokens.words) == len(ids)


def test_the_bytes_of_a_split_character_are_marked(tiny: Model) -> None:
    assert tokenize(tiny.tokenizer, "ã").labels == ("‹c3›", "‹a3›")
    assert tokenize(tiny.tokenizer, "🙂").labels == ("‹f0›", "‹9f›", "‹99›", "‹82›")


def test_no_label_of_any_vocabulary_entry_breaks_a_line_or_is_empty(tiny: Model) -> None:
    labels = labels_of(tiny.tokenizer, range(len(tiny.tokenizer)))
    assert all(label and label.isprintable() and not set(label) & set("ĠĊĉÃ") for label in labels)


def test_a_special_token_that_was_typed_is_not_added(tiny: Model) -> None:
    tokens = tokenize(tiny.tokenizer, "the<|endoftext|>")
    assert tokens.labels == ("the", "<|endoftext|>") and tokens.added == (False, False)


def test_half_a_surrogate_pair_does_not_stop_it(tiny: Model) -> None:
    assert tokenize(tiny.tokenizer, "a\ud83d").labels == ("a", "?")


def test_wordpiece_continues_with_a_hyphen_and_shows_what_was_added() -> None:
    tokens = tokenize(wordpiece(), "não running cat zzz")
    assert tokens.labels == ("[CLS]", "não", "run", "-ning", "cat", "[UNK]", "[SEP]")
    assert tokens.added == (True, False, False, False, False, False, True)
    assert tokens.words == (-1, 0, 1, 1, 2, 3, -1)


def test_sentencepiece_shows_spaces_and_marks_bytes() -> None:
    tokens = tokenize(sentencepiece(), "não 東\n")
    assert tokens.labels == ("<s>", "·não", "·", "‹e6›", "‹9d›", "‹b1›", "⏎")
    assert tokens.added == (True, *[False] * 6)


def test_words_join_pieces(tiny: Model) -> None:
    tokens = tokenize(tiny.tokenizer, "a cat  sat")
    assert tokens.words == (0, 1, 2, 2, 2, 2, 2)


def test_without_a_tokenizer_a_label_is_the_number() -> None:
    assert labels_of(None, [3, 265]) == ("3", "265")


def test_labels_do_not_depend_on_where_the_tokenizer_lies(tiny: Model, tmp_path: Path) -> None:
    from transformers import AutoTokenizer

    tiny.tokenizer.save_pretrained(tmp_path)
    again = AutoTokenizer.from_pretrained(tmp_path, local_files_only=True)
    assert labels_of(again, range(265)) == labels_of(tiny.tokenizer, range(265))
