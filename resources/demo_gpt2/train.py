"""Train the demo model: `python -m resources.demo_gpt2.train OUTDIR [--quick]` from the root of the checkout.

Everything comes from one seed: the tokenizer, the first weights and the texts. With the same versions of torch,
transformers and tokenizers on the same processor, a second run gives the same model.
"""

from __future__ import annotations

import argparse
import json
import math
import time
from collections.abc import Sequence
from pathlib import Path

import torch
from transformers import GPT2Config, GPT2LMHeadModel, GPT2TokenizerFast

from .batches import Batch, Stage, Windows
from .evaluate import progress
from .pieces import train_tokenizer

SEED = 20
# Short windows first: with everything near, the skills appear after far fewer multiply-adds.
STAGES = (
    Stage(900, 32, 32, {"repetition": 0.5, "reference": 0.25, "agreement": 0.15, "recall": 0.1}, induction_share=0.1),
    Stage(900, 64, 16, {"repetition": 0.25, "reference": 0.25, "agreement": 0.2, "recall": 0.3}),
    Stage(2400, 192, 8, {"repetition": 0.2, "reference": 0.25, "agreement": 0.2, "recall": 0.35}),
)
QUICK_STAGES = (Stage(60, 32, 32, STAGES[0].shares),)
PEAK_RATE, LAST_RATE = 1e-3, 5e-5
WARM_UP = 100
# Two heads (layer, head) are told where to look, which the model card says: one at the token before, during the
# whole training, and one at the token after the earlier copy, in the first stage only.
PREVIOUS_TOKEN_HEAD, PREVIOUS_TOKEN_SHARE = (0, 0), 0.1
INDUCTION_HEAD = (1, 0)


def config(tokenizer: GPT2TokenizerFast) -> GPT2Config:
    end = tokenizer.eos_token_id
    return GPT2Config(
        vocab_size=len(tokenizer),
        n_positions=512,
        n_embd=128,
        n_layer=4,
        n_head=4,
        initializer_range=0.05,  # GPT-2's 0.02 belongs to its width of 768
        resid_pdrop=0.0,
        embd_pdrop=0.0,
        attn_pdrop=0.0,
        bos_token_id=end,
        eos_token_id=end,
        tie_word_embeddings=True,
    )


def learning_rate(step: int, steps: int) -> float:
    """A straight rise over the warm-up, then a half cosine."""
    warm = min(WARM_UP, steps // 4)
    if step < warm:
        return PEAK_RATE * (step + 1) / warm
    turn = (step - warm) / max(1, steps - warm)
    return LAST_RATE + (PEAK_RATE - LAST_RATE) * 0.5 * (1 + math.cos(math.pi * turn))


def losses(model: GPT2LMHeadModel, batch: Batch) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
    """The weighted loss on the next token, and the mean weights of the two heads that are told where to look."""
    result = model(input_ids=batch.ids, position_ids=batch.positions, output_attentions=True)
    each = torch.nn.functional.cross_entropy(
        result.logits[:, :-1].flatten(0, 1), batch.ids[:, 1:].flatten(), reduction="none"
    )
    weights = batch.weights[:, 1:].flatten()
    layer, head = PREVIOUS_TOKEN_HEAD
    before = result.attentions[layer][:, head].diagonal(offset=-1, dim1=-2, dim2=-1)
    return (each * weights).sum() / weights.sum(), before.mean(), induction_weight(result.attentions, batch)


def induction_weight(attentions: Sequence[torch.Tensor], batch: Batch) -> torch.Tensor:
    """Mean weight from each token before a copied one to the token that it was copied from."""
    layer, head = INDUCTION_HEAD
    row, copied = batch.periods.nonzero(as_tuple=True)
    if not len(row):  # no list in this batch: nothing to correct
        return torch.ones(())
    return attentions[layer][row, head, copied - 1, copied - batch.periods[row, copied]].mean()


def optimizer(model: GPT2LMHeadModel) -> torch.optim.AdamW:
    matrices = [p for p in model.parameters() if p.dim() > 1]
    others = [p for p in model.parameters() if p.dim() <= 1]
    groups = [{"params": matrices, "weight_decay": 0.01}, {"params": others, "weight_decay": 0.0}]
    return torch.optim.AdamW(groups, lr=PEAK_RATE, betas=(0.9, 0.98))


def save(model: GPT2LMHeadModel, tokenizer: GPT2TokenizerFast, folder: Path) -> None:
    model.save_pretrained(folder)
    tokenizer.save_pretrained(folder)
    (folder / "generation_config.json").unlink(missing_ok=True)  # nothing in it that config.json lacks


def update(
    model: GPT2LMHeadModel, rule: torch.optim.AdamW, batch: Batch, rate: float, induction_share: float
) -> dict[str, float]:
    """One step at this learning rate; returns its loss and the mean weights of the two heads."""
    for group in rule.param_groups:
        group["lr"] = rate
    loss, previous, induction = losses(model, batch)
    rule.zero_grad()
    (loss - PREVIOUS_TOKEN_SHARE * previous.log() - induction_share * induction.log()).backward()
    torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
    rule.step()
    figures = {"loss": loss, "previous-token": previous, "induction": induction}
    return {name: round(figure.item(), 4) for name, figure in figures.items()}


def train(folder: Path, stages: Sequence[Stage], report_every: int, look: bool) -> None:
    """Train through the stages; with `look`, measure and keep the model at every report."""
    torch.manual_seed(SEED)
    tokenizer = train_tokenizer(SEED)
    settings = config(tokenizer)
    settings._attn_implementation = "eager"  # the only one that hands out its weights
    model = GPT2LMHeadModel(settings)
    rule, windows = optimizer(model), Windows(tokenizer, settings.n_positions, SEED)
    plan = [stage for stage in stages for _ in range(stage.steps)]
    began = time.monotonic()
    with (folder / "training_log.jsonl").open("w") as log:
        for step, stage in enumerate(plan):
            line = {"step": step, "window": stage.window}
            line |= update(model, rule, windows.batch(stage), learning_rate(step, len(plan)), stage.induction_share)
            if step % report_every and step != len(plan) - 1:
                continue
            line["seconds"] = round(time.monotonic() - began)
            if look and step:
                line |= progress(model, tokenizer)
                save(model, tokenizer, folder)
            print(json.dumps(line), file=log, flush=True)
            print(json.dumps(line), flush=True)
    save(model, tokenizer, folder)


def main() -> None:
    parser = argparse.ArgumentParser(description="Train the demo model.")
    parser.add_argument("outdir", type=Path)
    parser.add_argument("--quick", action="store_true", help="a few steps, to see that the loss falls")
    arguments = parser.parse_args()
    torch.set_num_threads(1)
    arguments.outdir.mkdir(parents=True, exist_ok=True)
    if arguments.quick:
        train(arguments.outdir, QUICK_STAGES, report_every=10, look=False)
    else:
        train(arguments.outdir, STAGES, report_every=250, look=True)


if __name__ == "__main__":
    main()
