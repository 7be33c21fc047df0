"""One attention layer of a loaded model in plain numbers: its projections, what enters it and what leaves it."""

import inspect
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from engine.config import Matrix, Scale
from engine.devices import memory_guard
from engine.heads.projections import Projections
from engine.heads.trace import MultiHeadConfig, multihead
from engine.masks import Mask
from engine.problems import QT_TRANSLATE_NOOP, Problem

Module = Any  # torch's own type cannot be named without importing torch

# Where an attention module keeps its projections W_Q, W_K, W_V and W_O, in the models that can be read here.
_LAYOUTS = (
    ("c_attn", "c_attn", "c_attn", "c_proj"),  # GPT-2: one matrix for all three
    ("q_proj", "k_proj", "v_proj", "o_proj"),
    ("q_proj", "k_proj", "v_proj", "out_proj"),  # OPT, BART
    ("q_lin", "k_lin", "v_lin", "out_lin"),  # DistilBERT
    ("self.query", "self.key", "self.value", "output.dense"),  # BERT, RoBERTa
)
_HEAD_COUNTS = ("num_heads", "num_attention_heads", "n_heads")
_CLOSE = 1e-3  # of the largest output: float32 stays far below it, another formula far above


@dataclass(frozen=True, eq=False)
class LayerPass:
    """What one layer's attention received (after the layer norm) and gave (before the residual), both (T, d_model)."""

    x: Matrix
    output: Matrix


@dataclass(frozen=True, eq=False)
class ModelLayer:
    """A layer ready for `multihead`, and the output (T, d_model) that the model itself computed from the same x."""

    config: MultiHeadConfig
    output: Matrix


def model_layer(module: Module, layer: int, ids: Sequence[int]) -> ModelLayer:
    """The attention of `layer` as it ran on `ids`.

    Raises Problem (fields "model", "layer") if `multihead` would not give what the model gave: rotary or other positions
    between projection and scores, an unknown layout, a layer that is not there.
    """
    projections = layer_projections(module, layer)
    passed = layer_pass(module, layer, ids)
    inner = _inner(_attention(module, layer)[0])
    mask = Mask(causal=bool(getattr(inner, "is_causal", False)))
    config = MultiHeadConfig(passed.x, projections, mask=mask, scale=_scale(inner, projections))
    difference = float(abs(multihead(config).output - passed.output).max())
    if difference > _CLOSE * float(abs(passed.output).max()):
        raise Problem(
            QT_TRANSLATE_NOOP(
                "engine",
                "Layer {layer} of this model does more than project, attend and join (its output differs by "
                "{difference:.2g}), so its heads cannot be taken apart: choose another model, such as GPT-2.",
            ),
            field="model",
            layer=layer,
            difference=difference,
        )
    return ModelLayer(config, passed.output)


def layer_projections(module: Module, layer: int) -> Projections:
    """W_Q, W_K, W_V, W_O and biases of `layer` in float64, applied as x @ W + b. Raises Problem as `model_layer`."""
    attention, names = _attention(module, layer)
    _refuse_rotary(module, attention)
    heads = _heads(attention, module.config)
    w_o, b_o = _affine(attention.get_submodule(names[3]))
    if names[0] == names[1]:
        weights, bias = _affine(attention.get_submodule(names[0]))
        if weights.shape[1] % 3:
            raise _unknown(module)
        (w_q, w_k, w_v), (b_q, b_k, b_v) = np.split(weights, 3, axis=1), _thirds(bias)
    else:
        (w_q, b_q), (w_k, b_k), (w_v, b_v) = (_affine(attention.get_submodule(name)) for name in names[:3])
    kv_heads = w_k.shape[1] * heads // w_q.shape[1]
    return Projections(w_q, w_k, w_v, w_o, heads, kv_heads, b_q, b_k, b_v, b_o)


def layer_pass(module: Module, layer: int, ids: Sequence[int]) -> LayerPass:
    """Run `ids` (T,) through the model and note what enters W_Q and what leaves W_O in `layer`."""
    import torch

    attention, names = _attention(module, layer)
    seen: dict[str, Matrix] = {}

    def entering(_module: Module, inputs: tuple[Any, ...]) -> None:
        seen["x"] = _numbers(inputs[0][0])

    def leaving(_module: Module, _inputs: tuple[Any, ...], output: Any) -> None:
        seen["output"] = _numbers(output[0])

    hooks = (
        attention.get_submodule(names[0]).register_forward_pre_hook(entering),
        attention.get_submodule(names[3]).register_forward_hook(leaving),
    )
    try:
        with torch.inference_mode(), memory_guard("text"):
            module(input_ids=torch.tensor([list(ids)], device=next(module.parameters()).device))
    finally:
        for hook in hooks:
            hook.remove()
    return LayerPass(seen["x"], seen["output"])


def _attention(module: Module, layer: int) -> tuple[Module, tuple[str, str, str, str]]:
    """The self-attention of `layer` and the names of its four projections."""
    found = [
        (child, names)
        for path, child in module.named_modules()
        if "encoder_attn" not in path and not getattr(child, "is_cross_attention", False)
        for names in _LAYOUTS
        if all(_has(child, name) for name in names)
    ]
    if not found:
        raise _unknown(module)
    if not 0 <= layer < len(found):
        raise Problem(
            QT_TRANSLATE_NOOP("engine", "There is no layer {layer}: this model has layers 0 to {last}."),
            field="layer",
            layer=layer,
            last=len(found) - 1,
        )
    return found[layer]


def _has(module: Module, name: str) -> bool:
    try:
        module.get_submodule(name)
    except AttributeError:
        return False
    return True


def _inner(attention: Module) -> Module:
    """The part that attends: BERT wraps it together with its output projection."""
    return getattr(attention, "self", attention)


def _refuse_rotary(module: Module, attention: Module) -> None:
    turned = (
        "position_embeddings" in inspect.signature(_inner(attention).forward).parameters
        or hasattr(attention, "rotary_dim")
        or any("rotary" in name for name, _ in module.named_modules())
    )
    if turned:
        raise Problem(
            QT_TRANSLATE_NOOP(
                "engine",
                "A model of the kind {kind} turns queries and keys by their position (rotary positions) between "
                "projection and scores, so its heads cannot be taken apart here: choose another model, such as GPT-2.",
            ),
            field="model",
            kind=repr(module.config.model_type),
        )


def _heads(attention: Module, config: Any) -> int:
    for place in (_inner(attention), config):
        for name in _HEAD_COUNTS:
            if hasattr(place, name):
                return int(getattr(place, name))
    raise Problem(
        QT_TRANSLATE_NOOP("engine", "This model does not say how many heads it has: choose another model."),
        field="model",
    )


def _scale(attention: Module, projections: Projections) -> Scale:
    """The model's own factor; by its name if it is the paper's, so that it is shown as such."""
    own = getattr(attention, "scaling", None)
    paper = (projections.w_q.shape[1] // projections.heads) ** -0.5
    return "sqrt_dk" if own is None or abs(float(own) - paper) < 1e-12 else float(own)


def _affine(linear: Module) -> tuple[Matrix, Matrix | None]:
    """W (columns in, columns out) and b of a Linear or of GPT-2's Conv1D, which keeps W the other way round."""
    from torch import nn

    weights, bias = _numbers(linear.weight), getattr(linear, "bias", None)
    if isinstance(linear, nn.Linear):
        weights = weights.T
    return weights, None if bias is None else _numbers(bias)


def _thirds(bias: Matrix | None) -> Sequence[Matrix | None]:
    return (None, None, None) if bias is None else np.split(bias, 3)


def _numbers(tensor: Any) -> Matrix:
    numbers: Matrix = tensor.detach().double().cpu().numpy()
    return numbers


def _unknown(module: Module) -> Problem:
    template = QT_TRANSLATE_NOOP(
        "engine",
        "A model of the kind {kind} keeps its projections in a way that is not known here: "
        "choose another model, such as GPT-2.",
    )
    return Problem(template, field="model", kind=repr(module.config.model_type))
