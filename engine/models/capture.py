"""Capture: one forward pass of a model, and the attention maps that can be computed from what it leaves behind."""

import inspect
import warnings
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from engine.cancel import QUIET, Job
from engine.devices import memory_guard
from engine.models.keeping import ATTENTION, Keeper, LayerInputs, keeping
from engine.models.tokens import Tokens, labels_of, tokenize
from engine.problems import QT_TRANSLATE_NOOP, Problem, sentence

if TYPE_CHECKING:
    from engine.models.load import Model

Floats = NDArray[np.float32]
Bools = NDArray[np.bool_]
Off = Collection[tuple[int, int]]
Tensor = Any


@dataclass(frozen=True, eq=False)
class HeadInputs:
    """One head's numbers for the bench: softmax(q k^T * factor + bias) v over the visible cells is what the head did.

    q (T, d_k), k (T, d_k), v (T, d_v), visible (T, T), bias (T, T) or None.
    """

    q: Floats
    k: Floats
    v: Floats
    visible: Bools
    factor: float
    bias: Floats | None


@dataclass(frozen=True, eq=False)
class _Weights:
    """A layer's maps as the model itself returned them, (H, T, T); stands in for LayerInputs where nothing was kept."""

    maps: Tensor

    @property
    def heads(self) -> int:
        return int(self.maps.shape[0])

    def pick(self, index: int) -> "_Weights":
        return _Weights(self.maps[index])

    def only(self, rows: Tensor) -> "_Weights":
        return _Weights(self.maps.index_select(-2, rows).index_select(-1, rows))

    def queries(self, rows: Tensor) -> "_Weights":
        return _Weights(self.maps.index_select(-2, rows))

    def weights(self) -> Tensor:
        return self.maps


@dataclass(frozen=True, eq=False)
class Capture:
    """What one text left behind. T tokens; layers and heads are numbered from 0; rows of a map are queries.

    logits  (n, vocabulary): for the last token that is not padding (n = 1) or for each token (n = T); None if the
            model has no head that predicts tokens
    kept    False if the model does not use the attention interface: it has maps, but `head` has nothing to give
    real    (T,) False where the token is padding
    """

    tokens: Tokens
    logits: Floats | None
    kept: bool
    real: Bools
    _layers: tuple[LayerInputs | _Weights, ...]

    @property
    def layers(self) -> int:
        """Number of layers with attention."""
        return len(self._layers)

    @property
    def heads(self) -> int:
        """Number of heads in each layer."""
        return self._layers[0].heads

    def map(self, layer: int, head: int) -> Floats:
        """The weights of one head, (T, T), computed now. Raises Problem for a layer or head that is not there."""
        self._check(layer, head)
        return self._weights(self._layers[layer].pick(head))

    def maps(self, layer: int | None = None, rows: Sequence[int] | None = None) -> Floats:
        """The weights of every head: (H, T, T) of one layer, or (L, H, T, T) of all.

        rows  only these queries, (..., len(rows), T): a thumbnail needs no more of them than it has lines
        """
        if layer is None:
            return np.stack([self.maps(i, rows) for i in range(self.layers)])
        self._check(layer, 0)
        source = self._layers[layer]
        return self._weights(source if rows is None else source.queries(_indices(source, rows)))

    def mean(self, layer: int) -> Floats:
        """The mean of a layer's heads, (T, T)."""
        mean: Floats = self.maps(layer).mean(axis=0, dtype=np.float32)
        return mean

    def head(self, layer: int, head: int) -> HeadInputs:
        """One head's own numbers, to compute with. Raises Problem if the model does not give them."""
        self._check(layer, head)
        inputs = self._layers[layer].pick(head)
        if isinstance(inputs, _Weights):
            raise Problem(
                QT_TRANSLATE_NOOP(
                    "engine",
                    "This kind of model gives its maps but not its queries and keys, "
                    "so its heads cannot be sent to the bench.",
                ),
                field="model",
            )
        return _head_inputs(inputs)

    def trimmed(self) -> "Capture":
        """This Capture without its padding. Hidden padding has weight 0, so the maps of the others stay as they are."""
        if self.real.all():
            return self
        keep = np.flatnonzero(self.real)
        return replace(
            self,
            tokens=_only(self.tokens, keep),
            logits=self.logits if self.logits is None or len(self.logits) == 1 else self.logits[keep],
            real=self.real[keep],
            _layers=tuple(_cut(layer, keep) for layer in self._layers),
        )

    def _weights(self, source: LayerInputs | _Weights) -> Floats:
        import torch

        with torch.inference_mode(), memory_guard("text"):
            return _numpy(source.weights())

    def _check(self, layer: int, head: int) -> None:
        if not 0 <= layer < self.layers:
            raise Problem(
                QT_TRANSLATE_NOOP("engine", "There is no layer {layer}: this model has layers 0 to {last}."),
                field="layer",
                layer=layer,
                last=self.layers - 1,
            )
        if not 0 <= head < self._layers[layer].heads:
            raise Problem(
                QT_TRANSLATE_NOOP("engine", "There is no head {head}: layer {layer} has heads 0 to {last}."),
                field="head",
                head=head,
                layer=layer,
                last=self._layers[layer].heads - 1,
            )


def capture(model: "Model", text: str, job: Job = QUIET, *, all_logits: bool = False, off: Off = ()) -> Capture:
    """Run `text` through `model` and keep what its attention worked with.

    all_logits  keep the predictions at every token, not only the last
    off         heads (layer, head) whose output is replaced by 0

    Raises Problem (field "text") for a text without tokens or with too many, or when memory runs out.
    """
    tokens = tokenize(model.tokenizer, text)
    if all(tokens.added):
        raise Problem(QT_TRANSLATE_NOOP("engine", "The text is empty: type at least one character."), field="text")
    (result,) = capture_ids(model, [tokens.ids], job=job, all_logits=all_logits, off=off)
    return replace(result, tokens=tokens)


def capture_ids(
    model: "Model",
    ids: Sequence[Sequence[int]],
    attention_mask: Sequence[Sequence[int]] | None = None,
    job: Job = QUIET,
    *,
    all_logits: bool = False,
    off: Off = (),
) -> tuple[Capture, ...]:
    """One Capture per row of `ids` (B, T), all run at once.

    attention_mask  (B, T), 1 or True for a token, 0 for padding on either side; positions count the tokens only, so a
                    row's maps are those of its single run. `Capture.trimmed` takes the padding away
    """
    import torch

    real = (
        np.ones(np.shape(ids), dtype=np.bool_) if attention_mask is None else np.array(attention_mask, dtype=np.bool_)
    )
    _check_ids(model, np.array(ids), real)
    job.report(sentence(QT_TRANSLATE_NOOP("engine", "Running the model")))
    with torch.inference_mode(), memory_guard("text"), warnings.catch_warnings():
        warnings.simplefilter("ignore")
        batch = torch.tensor(np.array(ids), device=model.device)
        mask = None if real.all() else torch.tensor(real, device=model.device)
        return _run(model, batch, mask, real, Keeper(batch.shape[1], job, off), all_logits)


def _run(
    model: "Model", batch: Tensor, mask: Tensor | None, real: Bools, keeper: Keeper, all_logits: bool
) -> tuple[Capture, ...]:
    with keeping(keeper):
        output = model.module(**_arguments(model, batch, mask, all_logits))
    layers: Sequence[LayerInputs | _Weights] = keeper.layers or _ask_eager(model, batch, mask, keeper)
    kept = bool(keeper.layers)
    rows = []
    for row, ids in enumerate(batch.tolist()):
        padding = tuple(not r for r in real[row].tolist())
        tokens = Tokens(tuple(ids), labels_of(model.tokenizer, ids), padding)
        logits = _logits(model, output, row, real[row], all_logits)
        rows.append(Capture(tokens, logits, kept, real[row], tuple(layer.pick(row) for layer in layers)))
    return tuple(rows)


def _arguments(model: "Model", batch: Tensor, mask: Tensor | None, all_logits: bool) -> dict[str, Any]:
    """What the forward pass is called with; models take different arguments."""
    takes = inspect.signature(model.module.forward).parameters
    arguments = {"input_ids": batch, "attention_mask": mask, "return_dict": True}
    if "use_cache" in takes:
        arguments["use_cache"] = False
    if mask is None and "logits_to_keep" in takes and not all_logits:
        arguments["logits_to_keep"] = 1  # the whole vocabulary for each token would need more memory than the maps
    if mask is not None and "position_ids" in takes:
        arguments["position_ids"] = (mask.long().cumsum(-1) - 1).clamp(min=0) + model.first_position
    elif mask is not None and model.positions is not None and not bool(mask[:, 0].all()):
        raise Problem(
            QT_TRANSLATE_NOOP("engine", "This kind of model counts padding as positions: pad on the right."),
            field="text",
        )
    return arguments


def _ask_eager(model: "Model", batch: Tensor, mask: Tensor | None, keeper: Keeper) -> list[_Weights]:
    """The maps as the model returns them when asked: for models that do not use the attention interface."""
    if keeper.off:
        raise Problem(
            QT_TRANSLATE_NOOP("engine", "The heads of this kind of model cannot be switched off."), field="model"
        )
    keeper.job.check()
    if model.module.config._attn_implementation == ATTENTION:
        model.module.set_attn_implementation("eager")  # it took the name but never called the function
    output = model.module(**_arguments(model, batch, mask, False), output_attentions=True)
    maps = [m for m in (getattr(output, "attentions", None) or ()) if m is not None]
    if not maps:
        raise Problem(
            QT_TRANSLATE_NOOP("engine", "A model of the kind {kind} has no attention maps: choose another model."),
            field="model",
            kind=repr(model.module.config.model_type),
        )
    return [_Weights(m) for m in maps]


def _logits(model: "Model", output: Any, row: int, real: Bools, all_logits: bool) -> Floats | None:
    logits = getattr(output, "logits", None) if model.predicts else None
    if logits is None:
        return None
    mine = logits[row]
    if not all_logits and len(mine) > 1:
        last = int(np.flatnonzero(real)[-1])
        mine = mine[last : last + 1]
    return _numpy(mine).copy()  # so that the other rows' logits can be freed


def _check_ids(model: "Model", ids: NDArray[np.int64], real: Bools) -> None:
    longest = int(real.sum(axis=1).max()) if real.size else 0
    if longest == 0:
        raise Problem(QT_TRANSLATE_NOOP("engine", "The text has no tokens: type at least one character."), field="text")
    if model.positions is not None and longest > model.positions:
        raise Problem(
            QT_TRANSLATE_NOOP(
                "engine", "The text has {tokens} tokens and this model takes at most {positions}: shorten the text."
            ),
            field="text",
            tokens=longest,
            positions=model.positions,
        )
    if not (ids.min() >= 0 and ids.max() < model.vocabulary):
        raise Problem(
            QT_TRANSLATE_NOOP(
                "engine",
                "The tokenizer gives token {token} and the model knows {known} tokens: they do not belong together.",
            ),
            field="model",
            token=int(ids.max()),
            known=model.vocabulary,
        )


def _head_inputs(head: LayerInputs) -> HeadInputs:
    """A head whose scores are capped differs from the formula by a number per cell, which goes into the bias."""
    if head.sinks is not None:
        raise Problem(
            QT_TRANSLATE_NOOP(
                "engine",
                "The heads of this model share their attention with a sink that is no token, so they cannot be sent to the bench.",
            ),
            field="model",
        )
    n = head.q.shape[0]
    visible = np.ones((n, n), dtype=np.bool_) if head.visible is None else _numpy_full(head.visible, n)
    bias = None if head.added is None else _numpy_full(head.added, n).astype(np.float32)
    if head.softcap is not None:
        scaled = _numpy(head.q) @ _numpy(head.k).T * np.float32(head.factor)
        capped = np.float32(head.softcap) * np.tanh(scaled / np.float32(head.softcap)) - scaled
        bias = capped if bias is None else bias + capped
    q, k, v = (_numpy(x).copy() for x in (head.q, head.k, head.v))  # not a view of what the Capture holds
    return HeadInputs(q, k, v, visible, head.factor, bias)


def _cut(layer: LayerInputs | _Weights, keep: NDArray[np.intp]) -> LayerInputs | _Weights:
    import torch

    with torch.inference_mode():
        return layer.only(_indices(layer, keep))


def _indices(layer: LayerInputs | _Weights, rows: Sequence[int] | NDArray[np.intp]) -> Tensor:
    import torch

    return torch.tensor(np.array(rows), device=(layer.maps if isinstance(layer, _Weights) else layer.q).device)


def _only(tokens: Tokens, keep: NDArray[np.intp]) -> Tokens:
    fields = {name: getattr(tokens, name) for name in ("ids", "labels", "added", "words")}
    return Tokens(**{name: tuple(values[i] for i in keep) if values else () for name, values in fields.items()})


def _numpy(tensor: Tensor) -> Floats:
    """Float32 on the CPU."""
    import torch

    array: Floats = tensor.detach().to("cpu", torch.float32).numpy()
    return array


def _numpy_full(cells: Tensor, n: int) -> Any:
    return np.array(cells.detach().expand(n, n).cpu().numpy())
