"""The byte-level BPE tokenizer: any text survives encode and decode, and every word of the grammar is one token."""

from __future__ import annotations

from tokenizers import AddedToken, Tokenizer, decoders, models, pre_tokenizers, processors, trainers
from transformers import GPT2TokenizerFast

from . import words as w
from .grammar import Doc
from .texts import corpus

VOCABULARY = 1536
END = "<|endoftext|>"


def _word_list() -> list[str]:
    """Every inflected form once per line, so that rare ones become one token too."""
    forms = [form for noun in w.NOUNS for form in (noun.pt, noun.pt_plural, noun.en, noun.en_plural)]
    described = [portuguese for portuguese, _ in w.DESCRIPTIONS]
    decisive = [word for pairs in (w.SIZE_PAIRS, w.FORCE_PAIRS) for pair in pairs["pt_BR"] for word in pair]
    forms += [w.inflect(word, gender, plural) for word in described for gender in "mf" for plural in (False, True)]
    forms += [w.inflect(word, gender, False) for word in decisive for gender in "mf"]
    forms += [word for pairs in (w.SIZE_PAIRS, w.FORCE_PAIRS) for pair in pairs["en"] for word in pair]
    forms += [*w.NUMBERS, *w.list_pool("en"), *w.list_pool("pt_BR")]
    return [" " + form for form in dict.fromkeys(forms)]


def train_tokenizer(seed: int) -> GPT2TokenizerFast:
    tokenizer = Tokenizer(models.BPE())
    tokenizer.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    tokenizer.decoder = decoders.ByteLevel()
    tokenizer.post_processor = processors.ByteLevel(trim_offsets=False)
    trainer = trainers.BpeTrainer(
        vocab_size=VOCABULARY,
        special_tokens=[AddedToken(END, normalized=False)],
        initial_alphabet=sorted(pre_tokenizers.ByteLevel.alphabet()),
        show_progress=False,
    )
    tokenizer.train_from_iterator(corpus(400, seed) + _word_list() * 20, trainer)
    return GPT2TokenizerFast(
        tokenizer_object=tokenizer,
        bos_token=END,
        eos_token=END,
        unk_token=END,
        add_prefix_space=False,
        clean_up_tokenization_spaces=False,
        model_max_length=512,
    )


def encode(tokenizer: GPT2TokenizerFast, doc: Doc) -> list[int]:
    """One id per word of the Doc."""
    ids = tokenizer.convert_tokens_to_ids(tokenizer.tokenize(doc.text))
    if len(ids) != len(doc.words):
        raise ValueError(f"not one token per word: {doc.text!r} became {tokenizer.tokenize(doc.text)}")
    return ids
