"""A layer taken out of a randomly initialised model gives what the model's own attention gave, or says why it cannot."""

from typing import Any

import pytest
import torch
from torch import nn
from transformers import (
    BartConfig,
    BartModel,
    BertConfig,
    BertModel,
    DistilBertConfig,
    DistilBertModel,
    GPT2Config,
    GPT2LMHeadModel,
    LlamaConfig,
    LlamaModel,
    OPTConfig,
    OPTModel,
    T5Config,
    T5EncoderModel,
)

from engine.heads.trace import multihead
from engine.models.layer import layer_pass, layer_projections, model_layer
from engine.problems import Problem

IDS = [3, 17, 4, 99, 5, 17]
SMALL = {
    "vocab_size": 100,
    "hidden_size": 48,
    "num_attention_heads": 4,
    "num_hidden_layers": 2,
    "intermediate_size": 64,
}


def randomised(model: Any) -> Any:
    """The model with every number, biases and norms too, drawn anew: what is left at 0 or 1 would hide a mistake."""
    torch.manual_seed(5)
    for parameter in model.parameters():
        nn.init.normal_(parameter, std=0.3)
    return model.eval()


def gpt2(**changes: Any) -> Any:
    config = GPT2Config(vocab_size=100, n_embd=48, n_head=4, n_layer=3, n_positions=32, **changes)
    return randomised(GPT2LMHeadModel(config))


def opt() -> Any:
    return randomised(OPTModel(OPTConfig(**SMALL, ffn_dim=64, word_embed_proj_dim=48, max_position_embeddings=32)))


def bart() -> Any:
    config = BartConfig(
        vocab_size=100, d_model=48, encoder_layers=2, decoder_layers=2, encoder_attention_heads=4,
        decoder_attention_heads=4, encoder_ffn_dim=64, decoder_ffn_dim=64,
    )  # fmt: skip
    return randomised(BartModel(config)).get_encoder()


def distilbert() -> Any:
    return randomised(DistilBertModel(DistilBertConfig(vocab_size=100, dim=48, n_heads=4, n_layers=2, hidden_dim=64)))


MODELS = {
    "GPT-2": gpt2,
    "GPT-2 with scores divided by the layer": lambda: gpt2(scale_attn_by_inverse_layer_idx=True),
    "GPT-2 without scaling": lambda: gpt2(scale_attn_weights=False),
    "BERT": lambda: randomised(BertModel(BertConfig(**SMALL))),
    "DistilBERT": distilbert,
    "OPT": opt,
    "BART's encoder": bart,
}


@pytest.mark.parametrize("make", MODELS.values(), ids=MODELS)
def test_a_layer_gives_what_the_model_gave(make: Any) -> None:
    taken = model_layer(make(), 1, IDS)
    assert taken.config.x.shape == (6, 48)
    assert taken.config.projections.heads == taken.config.projections.kv_heads == 4
    output = multihead(taken.config).output
    assert abs(taken.output).max() > 0.1
    assert output == pytest.approx(taken.output, abs=1e-5 * max(1, abs(taken.output).max()))


@pytest.mark.parametrize("layer", [0, 1, 2])
def test_the_attention_of_gpt2_is_met_before_its_residual(layer: int) -> None:
    model = gpt2(attn_implementation="eager")
    block = model.transformer.h[layer]
    seen: dict[str, Any] = {}
    block.attn.register_forward_hook(lambda _m, _i, output: seen.update(output=output[0][0], weights=output[1][0]))
    block.ln_1.register_forward_hook(lambda _m, _i, output: seen.update(x=output[0]))
    taken = model_layer(model, layer, IDS)
    traced = multihead(taken.config)
    assert taken.config.x == pytest.approx(seen["x"].numpy(), abs=0)
    assert taken.output == pytest.approx(seen["output"].numpy(), abs=0)
    assert traced.output == pytest.approx(seen["output"].numpy(), abs=1e-5)
    assert traced.steps["weights"] == pytest.approx(seen["weights"].numpy(), abs=1e-5)
    assert traced.contributions.sum(axis=0) + taken.config.projections.b_o == pytest.approx(taken.output, abs=1e-5)


def test_the_hooks_are_gone_after_the_pass() -> None:
    model = gpt2()
    layer_pass(model, 0, IDS)
    with pytest.raises(IndexError):
        layer_pass(model, 0, [*range(40)])
    assert not any(m._forward_hooks or m._forward_pre_hooks for m in model.modules())


def test_rotary_positions_are_refused_with_the_reason() -> None:
    model = randomised(LlamaModel(LlamaConfig(**SMALL, num_key_value_heads=2)))
    with pytest.raises(Problem, match="rotary positions") as problem:
        layer_projections(model, 0)
    assert problem.value.field == "model"
    assert "'llama'" in str(problem.value)


def test_an_unknown_layout_is_refused() -> None:
    config = T5Config(vocab_size=100, d_model=48, d_kv=12, num_heads=4, num_layers=2, d_ff=64)
    with pytest.raises(Problem, match="'t5'") as problem:
        model_layer(randomised(T5EncoderModel(config)), 0, IDS)
    assert problem.value.field == "model"


def test_a_layer_that_does_more_than_attend_is_refused() -> None:
    model = gpt2()
    model.transformer.h[1].attn.c_proj.register_forward_hook(lambda _m, _i, output: output * 1.1)
    with pytest.raises(Problem, match="Layer 1 of this model does more") as problem:
        model_layer(model, 1, IDS)
    assert problem.value.field == "model"
    model_layer(model, 0, IDS)


@pytest.mark.parametrize("layer", [-1, 3])
def test_a_layer_that_is_not_there_is_named(layer: int) -> None:
    with pytest.raises(Problem, match=f"no layer {layer}.*layers 0 to 2") as problem:
        model_layer(gpt2(), layer, IDS)
    assert problem.value.field == "layer"
