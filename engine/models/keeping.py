"""The way into every model: one attention function, registered in transformers, that keeps what each layer attends with.

The forward pass itself runs torch's fused attention; no map is computed until somebody looks at one.
"""

from collections.abc import Collection, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field, replace
from typing import Any

from engine.attention import (
    attention_output,
    attention_weights,
    dot_scores,
    hide,
    scale_factor,
    share_heads,
    softmax,
)
from engine.cancel import QUIET, Job
from engine.problems import QT_TRANSLATE_NOOP, Problem

# Without "sdpa" in it: a model that refuses SDPA, because of its soft cap, is served by `_attend` itself.
ATTENTION = "attention_explorer"
# Arguments of attentions that choose their own keys: neither SDPA nor the formula alone says what they compute.
_FOREIGN = ("sinks", "indices", "block_indices")

Tensor = Any  # torch's own type cannot be named without importing torch


@dataclass(frozen=True, eq=False)
class LayerInputs:
    """What one layer attends with: q (..., H, T, d), k and v (..., H_kv, T, d), and what is done to the scores.

    mask     True = may see, or numbers to add with a very low one for "hidden"; None = `causal` decides
    bias     added to the scaled scores (relative positions)
    softcap  the scaled scores become softcap * tanh(scaled / softcap)
    sinks    one more score per head that takes its share of the softmax and gives no value

    Leading axes are batch and head; `pick` takes one of them off.
    """

    q: Tensor
    k: Tensor
    v: Tensor
    factor: float
    causal: bool
    mask: Tensor | None = None
    bias: Tensor | None = None
    softcap: float | None = None
    sinks: Tensor | None = None

    @property
    def heads(self) -> int:
        """Number of query heads, for (H, T, d)."""
        return int(self.q.shape[0])

    def pick(self, index: int) -> "LayerInputs":
        """The inputs at `index` of the first axis; heads that share a key and a value get theirs."""
        shared = self.q.shape[0] // self.k.shape[0]
        return replace(
            self,
            q=self.q[index],
            k=self.k[index // shared],
            v=self.v[index // shared],
            mask=_pick(self.mask, index),
            bias=_pick(self.bias, index),
            sinks=_pick(self.sinks, index),
        )

    def only(self, rows: Tensor) -> "LayerInputs":
        """These inputs for some of the tokens: `rows` are their indices on the token axis."""
        cut = {name: getattr(self, name).index_select(-2, rows) for name in ("q", "k", "v")}
        for name in ("mask", "bias"):
            cells = getattr(self, name)
            if cells is not None:
                full = cells.expand(*cells.shape[:-2], self.q.shape[-2], self.k.shape[-2])
                cut[name] = full.index_select(-2, rows).index_select(-1, rows)
        return replace(self, **cut)

    def queries(self, rows: Tensor) -> "LayerInputs":
        """These inputs for some of the queries and all keys."""
        n_q, n_k = self.q.shape[-2], self.k.shape[-2]
        cut = {"q": self.q.index_select(-2, rows)}
        for name, cells in (("mask", self.visible), ("bias", self.added)):
            cut[name] = None if cells is None else cells.expand(*cells.shape[:-2], n_q, n_k).index_select(-2, rows)
        return replace(self, **cut, causal=False)

    @property
    def visible(self) -> Tensor | None:
        """The visible mask, None where every query sees every key."""
        import torch

        if self.mask is None:
            n_q, n_k = self.q.shape[-2], self.k.shape[-2]
            return torch.ones(n_q, n_k, dtype=torch.bool, device=self.q.device).tril() if self.causal else None
        return self.mask if self.mask.dtype == torch.bool else self.mask > _hidden_below(self.mask)

    @property
    def added(self) -> Tensor | None:
        """What is added to the scaled scores of visible cells, None for nothing."""
        import torch

        mask = self.mask
        if mask is None or mask.dtype == torch.bool:
            return self.bias
        extra = torch.where(mask > _hidden_below(mask), mask, torch.zeros_like(mask))
        if not bool(extra.any()):
            return self.bias
        return extra if self.bias is None else self.bias + extra

    def weights(self) -> Tensor:
        """The attention weights (..., H, T, T) of these inputs."""
        k = share_heads(self.k, self.q.shape[-3]) if self.q.ndim > 2 else self.k
        if self.softcap is None and self.sinks is None:
            return attention_weights(self.q, k, factor=self.factor, visible=self.visible, bias=self.added)
        return self._capped(k)

    def _capped(self, k: Tensor) -> Tensor:
        import torch

        scaled = dot_scores(self.q, k) * self.factor
        if self.softcap is not None:
            scaled = self.softcap * torch.tanh(scaled / self.softcap)
        if self.added is not None:
            scaled = scaled + self.added
        masked = hide(scaled, self.visible)
        if self.sinks is None:
            return softmax(masked)
        column = self.sinks.to(masked.dtype).expand(*masked.shape[:-1], 1)
        return softmax(torch.cat([masked, column], dim=-1))[..., :-1]


@dataclass
class Keeper:
    """What one forward pass collects: `layers` fills up as it runs.

    length  number of tokens; attention over another number of keys (to an encoder, to blocks) is not kept
    off     heads that are switched off, as (layer, head): their output is 0
    """

    length: int
    job: Job = QUIET
    off: Collection[tuple[int, int]] = ()
    layers: list[LayerInputs] = field(default_factory=list)

    def keep(self, inputs: LayerInputs) -> int:
        """Keep one layer's inputs; the number of that layer."""
        if inputs.q.shape[-2] == self.length == inputs.k.shape[-2]:
            self.layers.append(inputs)
        return len(self.layers) - 1


# Per thread and per call, so that two passes never mix and nothing stays behind after an error.
_keeper: ContextVar[Keeper | None] = ContextVar("keeper", default=None)


@contextmanager
def keeping(keeper: Keeper) -> Iterator[None]:
    """Attention layers that run inside the block hand their inputs to `keeper`."""
    token = _keeper.set(keeper)
    try:
        yield
    finally:
        _keeper.reset(token)


def register() -> None:
    """Make the attention function known to transformers under the name `ATTENTION`; harmless if done before."""
    from transformers import AttentionInterface, AttentionMaskInterface
    from transformers.masking_utils import sdpa_mask

    AttentionInterface.register(ATTENTION, _attend)
    AttentionMaskInterface.register(ATTENTION, sdpa_mask)


def _attend(
    module: Any,
    query: Tensor,
    key: Tensor,
    value: Tensor,
    attention_mask: Tensor | None,
    scaling: float | None = None,
    is_causal: bool | None = None,
    position_bias: Tensor | None = None,
    softcap: float | None = None,
    s_aux: Tensor | None = None,
    **others: Any,
) -> tuple[Tensor, None]:
    """The attention function: q (B, H, T, d), k and v (B, H_kv, T, d) -> output (B, T, H, d), no weights."""
    _refuse_foreign(module, others)
    wants_causal = getattr(module, "is_causal", True) if is_causal is None else is_causal
    inputs = LayerInputs(
        q=query,
        k=key,
        v=value,
        factor=scale_factor(None if scaling is None else float(scaling), query.shape[-1]),
        causal=attention_mask is None and bool(wants_causal),
        mask=attention_mask,
        bias=position_bias,
        softcap=softcap,
        sinks=None if s_aux is None else s_aux.reshape(1, -1, 1, 1),
    )
    keeper = _keeper.get()
    if keeper is not None:
        keeper.job.check()
    layer = -1 if keeper is None else keeper.keep(inputs)
    if softcap is None and s_aux is None:
        output = _fused(module, inputs, scaling, is_causal)
    else:
        output = attention_output(inputs.weights(), share_heads(value, query.shape[1])).transpose(1, 2).contiguous()
    for head in [] if keeper is None else [h for off, h in keeper.off if off == layer]:
        output[:, :, head] = 0
    return output, None


def _fused(module: Any, inputs: LayerInputs, scaling: float | None, is_causal: bool | None) -> Tensor:
    from transformers.integrations.sdpa_attention import sdpa_attention_forward

    output, _ = sdpa_attention_forward(
        module,
        inputs.q,
        inputs.k,
        inputs.v,
        inputs.mask,
        scaling=scaling,
        is_causal=is_causal,
        position_bias=inputs.bias,
    )
    return output


def _refuse_foreign(module: Any, others: dict[str, Any]) -> None:
    if any(others.get(name) is not None for name in _FOREIGN):
        raise Problem(
            QT_TRANSLATE_NOOP(
                "engine", "{kind} uses an attention that is more than the formula: choose another model."
            ),
            field="model",
            kind=type(module).__name__,
        )


def _pick(cells: Tensor | None, index: int) -> Tensor | None:
    """The part at `index` of the first axis, which may have length 1 for "the same everywhere"."""
    return None if cells is None else cells[index if cells.shape[0] > 1 else 0]


def _hidden_below(mask: Tensor) -> float:
    """Numbers under this one mean "hidden" in a mask that is added: models use the dtype's lowest number or -inf."""
    import torch

    return float(torch.finfo(mask.dtype).min) / 2
