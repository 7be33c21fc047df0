"""What a model expects next."""

from typing import Any

import numpy as np

from engine.models.capture import Capture
from engine.models.tokens import labels_of


def next_tokens(model: Any, capture: Capture, count: int = 5) -> tuple[tuple[str, float], ...]:
    """The `count` most probable next tokens after the text, as (label, probability); () if the model predicts none."""
    if capture.logits is None or not model.predicts:
        return ()
    logits = np.asarray(capture.logits[-1], dtype=np.float64)
    powers = np.exp(logits - logits.max())
    probabilities = powers / powers.sum()
    best = np.argsort(-probabilities, kind="stable")[:count]
    labels = labels_of(model.tokenizer, [int(i) for i in best])
    return tuple((label, float(probabilities[i])) for label, i in zip(labels, best, strict=True))
