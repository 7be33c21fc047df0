"""Every layer and head of tiny models of many kinds: our maps against transformers' own eager attention."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch
import transformers

from engine.attention import attention_output, attention_weights
from engine.models.capture import capture_ids
from engine.models.load import Model, load_module
from engine.problems import Problem

IDS = [5, 17, 3, 80, 44, 5, 17, 3, 60, 12]
SHORT = IDS[:6]


SMALL = {"vocab_size": 99, "hidden_size": 32, "num_hidden_layers": 3, "num_attention_heads": 4, "intermediate_size": 48}
NO_SPECIAL = {"bos_token_id": None, "eos_token_id": None, "pad_token_id": None}

ARCHES: dict[str, tuple[str, str, dict[str, Any]]] = {
    "gpt2": ("GPT2", "GPT2LMHeadModel", {}),
    "gpt2-by-layer": ("GPT2", "GPT2LMHeadModel", {"scale_attn_by_inverse_layer_idx": True}),
    "gpt2-upcast": ("GPT2", "GPT2LMHeadModel", {"reorder_and_upcast_attn": True}),
    "gpt2-unscaled": ("GPT2", "GPT2LMHeadModel", {"scale_attn_weights": False}),
    "llama-grouped": ("Llama", "LlamaForCausalLM", {"num_key_value_heads": 2}),
    "mistral-window": ("Mistral", "MistralForCausalLM", {"num_key_value_heads": 2, "sliding_window": 4}),
    "qwen2": ("Qwen2", "Qwen2ForCausalLM", {"num_key_value_heads": 2}),
    "gemma2-softcap": (
        "Gemma2",
        "Gemma2ForCausalLM",
        {"num_key_value_heads": 2, "head_dim": 8, "sliding_window": 4, "attn_logit_softcapping": 2.0},
    ),
    "gpt-oss-sinks": (
        "GptOss",
        "GptOssForCausalLM",
        {
            "num_key_value_heads": 2,
            "head_dim": 8,
            "sliding_window": 4,
            "num_local_experts": 2,
            "num_experts_per_tok": 1,
        },
    ),
    "gpt-neox": ("GPTNeoX", "GPTNeoXForCausalLM", {}),
    "opt": ("OPT", "OPTForCausalLM", {"ffn_dim": 48, "word_embed_proj_dim": 32}),
    "bert": ("Bert", "BertForMaskedLM", {}),
    "bert-base": ("Bert", "BertModel", {}),
    "roberta": ("Roberta", "RobertaForMaskedLM", {"pad_token_id": 1}),
    "distilbert": ("DistilBert", "DistilBertForMaskedLM", {"dim": 32, "n_layers": 3, "n_heads": 4, "hidden_dim": 48}),
    "albert-shared": ("Albert", "AlbertForMaskedLM", {"embedding_size": 16}),
    "gpt-neo": (
        "GPTNeo",
        "GPTNeoForCausalLM",
        {"attention_types": [[["global", "local"], 1]], "num_layers": 2, "num_heads": 4, "window_size": 4},
    ),
    "t5-encoder": ("T5", "T5Model", {"d_model": 32, "d_kv": 8, "d_ff": 48, "num_layers": 3, "num_heads": 4}),
    "bart-encoder": (
        "Bart",
        "BartModel",
        {
            "d_model": 32,
            "encoder_layers": 3,
            "decoder_layers": 1,
            "encoder_attention_heads": 4,
            "decoder_attention_heads": 4,
            "encoder_ffn_dim": 48,
            "decoder_ffn_dim": 48,
        },
    ),
}


def save(arch: str, folder: Path) -> Path:
    """A model of this architecture with fixed random weights, saved without a tokenizer."""
    family, cls, extra = ARCHES[arch]
    own_sizes = {"DistilBert", "GPTNeo", "T5", "Bart"}
    sizes = {"vocab_size": 99, "hidden_size": 32} if family == "GPTNeo" else {"vocab_size": 99}
    settings = {**(sizes if family in own_sizes else SMALL), **NO_SPECIAL, **extra}
    if family == "Bart":
        settings |= {"decoder_start_token_id": 2, "pad_token_id": 1, "forced_eos_token_id": None}
    if family in ("T5",):
        settings |= {"pad_token_id": 0, "decoder_start_token_id": 0}
    config = getattr(transformers, f"{family}Config")(**settings)
    torch.manual_seed(7)
    model = getattr(transformers, cls)(config)
    with torch.no_grad():
        for weights in model.parameters():
            if weights.ndim > 1:
                weights.normal_(std=0.3)
        for name, weights in model.named_parameters():
            if name.endswith("sinks"):
                weights.normal_()
    model.save_pretrained(folder)
    return folder


def eager(folder: Path, cls: str, ids: torch.Tensor, **arguments: Any) -> Any:
    """What transformers says of the same folder: its eager attention, asked for at load time."""
    model = getattr(transformers, cls).from_pretrained(folder, attn_implementation="eager", dtype=torch.float32).eval()
    run = model.get_encoder() if model.config.is_encoder_decoder else model
    with torch.no_grad():
        return run(input_ids=ids, output_attentions=True, **arguments)


@pytest.fixture(scope="module", params=list(ARCHES))
def made(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> tuple[str, Path, Model]:
    folder = save(request.param, tmp_path_factory.mktemp(request.param))
    return request.param, folder, load_module(folder, "cpu")


def test_maps_and_predictions_equal_eager(made: tuple[str, Path, Model]) -> None:
    arch, folder, model = made
    theirs = eager(folder, ARCHES[arch][1], torch.tensor([IDS]))
    (ours,) = capture_ids(model, [IDS], all_logits=True)
    expected = torch.cat(theirs.attentions).numpy()
    assert expected.max() > 0.5  # far from uniform, so that a wrong map cannot pass
    assert (ours.layers, ours.heads) == (model.layers, model.heads) == expected.shape[:2]
    np.testing.assert_allclose(ours.maps(), expected, rtol=0, atol=1e-5)
    assert ours.kept == (arch != "gpt-neo")
    if getattr(theirs, "logits", None) is not None:
        assert ours.logits is not None
        np.testing.assert_allclose(ours.logits, theirs.logits[0].numpy(), rtol=0, atol=1e-4)


@pytest.mark.parametrize("left", [True, False])
def test_padding_does_not_change_a_row(made: tuple[str, Path, Model], left: bool) -> None:
    arch, _, model = made
    pad, gap = [9] * 4, [0] * 4
    row, mask = (pad + SHORT, gap + [1] * 6) if left else (SHORT + pad, [1] * 6 + gap)
    (alone,) = capture_ids(model, [SHORT])
    if arch == "bart-encoder" and left:
        with pytest.raises(Problem, match="on the right"):
            capture_ids(model, [IDS, row], [[1] * 10, mask])
        return
    _, padded = capture_ids(model, [IDS, row], [[1] * 10, mask])
    if arch != "gpt-oss-sinks":
        np.testing.assert_allclose(padded.maps()[:, :, padded.real].sum(-1), 1, atol=1e-5)
    assert not padded.maps()[:, :, padded.real][..., ~padded.real].any()
    np.testing.assert_allclose(padded.trimmed().maps(), alone.maps(), rtol=0, atol=1e-5)
    if alone.logits is not None and len(alone.logits) == 1:
        assert padded.logits is not None
        np.testing.assert_allclose(padded.logits, alone.logits, rtol=0, atol=1e-4)


def test_a_head_on_the_bench_gives_its_own_map(made: tuple[str, Path, Model]) -> None:
    arch, _, model = made
    (ours,) = capture_ids(model, [IDS])
    for layer, head in ((0, 0), (1, 3), (model.layers - 1, 2)):
        if arch in ("gpt-neo", "gpt-oss-sinks"):
            with pytest.raises(Problem, match="sent to the bench"):
                ours.head(layer, head)
            continue
        one = ours.head(layer, head)
        q, k = one.q.astype(np.float64), one.k.astype(np.float64)
        weights = attention_weights(q, k, factor=one.factor, visible=one.visible, bias=one.bias)
        np.testing.assert_allclose(weights, ours.map(layer, head), rtol=0, atol=1e-5)


def test_some_queries_are_rows_of_the_whole_map(made: tuple[str, Path, Model]) -> None:
    _, _, model = made
    (ours,) = capture_ids(model, [IDS])
    np.testing.assert_allclose(ours.maps(1, rows=[1, 4, 9]), ours.maps(1)[:, [1, 4, 9]], rtol=0, atol=1e-6)


def test_the_window_of_mistral_hides_far_keys(tmp_path: Path) -> None:
    model = load_module(save("mistral-window", tmp_path), "cpu")
    far = np.subtract.outer(np.arange(10), np.arange(10)) >= 4
    assert not capture_ids(model, [IDS])[0].maps()[..., far].any()


@pytest.mark.parametrize("arch", ["gpt2", "llama-grouped"])
def test_a_head_switched_off_gives_zero(arch: str, tmp_path: Path) -> None:
    """The same as a model whose output projection ignores that head's columns."""
    folder = save(arch, tmp_path)
    model = load_module(folder, "cpu")
    whole = capture_ids(model, [IDS])[0].logits
    off = capture_ids(model, [IDS], off={(1, 2)})[0].logits
    if arch == "gpt2":
        model.module.transformer.h[1].attn.c_proj.weight[16:24] = 0
    else:
        model.module.model.layers[1].self_attn.o_proj.weight[:, 16:24] = 0
    expected = capture_ids(model, [IDS])[0].logits
    assert whole is not None and off is not None and expected is not None
    np.testing.assert_allclose(off, expected, rtol=0, atol=1e-5)
    assert np.abs(off - whole).max() > 1e-2


def test_a_model_on_eager_cannot_switch_heads_off(tmp_path: Path) -> None:
    with pytest.raises(Problem, match="switched off"):
        capture_ids(load_module(save("gpt-neo", tmp_path), "cpu"), [IDS], off={(0, 0)})


def test_shared_keys_and_values_belong_to_the_head(tmp_path: Path) -> None:
    """Grouped queries: the output computed from each head's own numbers is what the layer put out."""
    model = load_module(save("llama-grouped", tmp_path), "cpu")
    seen: list[torch.Tensor] = []
    hook = model.module.model.layers[0].self_attn.o_proj.register_forward_pre_hook(lambda _, x: seen.append(x[0]))
    (ours,) = capture_ids(model, [IDS])
    hook.remove()
    heads = [ours.head(0, h) for h in range(4)]
    outputs = [attention_output(ours.map(0, h), one.v) for h, one in enumerate(heads)]
    np.testing.assert_allclose(np.concatenate(outputs, axis=-1), seen[0][0].numpy(), rtol=0, atol=1e-5)
    np.testing.assert_array_equal(heads[0].k, heads[1].k)


def test_a_model_without_attention_is_refused(tmp_path: Path) -> None:
    config = transformers.MambaConfig(vocab_size=99, hidden_size=16, num_hidden_layers=2, state_size=4)
    transformers.MambaForCausalLM(config).save_pretrained(tmp_path)
    with pytest.raises(Problem, match="no attention maps") as caught:
        capture_ids(load_module(tmp_path, "cpu"), [IDS])
    assert caught.value.field == "model"
