"""Names of Steps and checks in the person's language: one table for every panel."""

from PySide6.QtCore import QCoreApplication

from engine.problems import QT_TRANSLATE_NOOP

STEP_NAMES = {
    "scores": QT_TRANSLATE_NOOP("words", "scores"),
    "scaled": QT_TRANSLATE_NOOP("words", "scaled"),
    "masked": QT_TRANSLATE_NOOP("words", "masked"),
    "weights": QT_TRANSLATE_NOOP("words", "weights"),
    "dropped": QT_TRANSLATE_NOOP("words", "dropped"),
    "output": QT_TRANSLATE_NOOP("words", "output"),
}

CHECK_NAMES = {
    "shapes": QT_TRANSLATE_NOOP("words", "Shapes fit"),
    "rows": QT_TRANSLATE_NOOP("words", "Rows sum to 1"),
    "masked": QT_TRANSLATE_NOOP("words", "Hidden cells are exactly 0"),
    "visible": QT_TRANSLATE_NOOP("words", "Weight lies where the mask allows"),
    "finite": QT_TRANSLATE_NOOP("words", "All numbers are finite"),
    "gradient": QT_TRANSLATE_NOOP("words", "Gradient reaches Q, K and V"),
    "sdpa": QT_TRANSLATE_NOOP("words", "Equal to torch's SDPA"),
}

SKILL_NAMES = {
    "reference": QT_TRANSLATE_NOOP("words", "Reference: which noun does the adjective mean?"),
    "repetition": QT_TRANSLATE_NOOP("words", "Repetition: what came after this word before?"),
    "agreement": QT_TRANSLATE_NOOP("words", "Agreement: gender and number"),
    "recall": QT_TRANSLATE_NOOP("words", "Recall: a fact from the beginning"),
}

MISTAKE_NAMES = {
    "scale_by_d_model": QT_TRANSLATE_NOOP("words", "Scale by √d_model"),
    "inverted_mask": QT_TRANSLATE_NOOP("words", "Inverted mask"),
    "naive_empty_row": QT_TRANSLATE_NOOP("words", "Naive row without keys (NaN)"),
    "softmax_over_queries": QT_TRANSLATE_NOOP("words", "Softmax over queries"),
    "mask_after_softmax": QT_TRANSLATE_NOOP("words", "Mask after softmax"),
    "mask_after_renormalised": QT_TRANSLATE_NOOP("words", "Mask after softmax, renormalised"),
    "dropout_at_evaluation": QT_TRANSLATE_NOOP("words", "Dropout left on"),
    "filler": QT_TRANSLATE_NOOP("words", "Finite filler"),
}

ROLES = {
    "q": QT_TRANSLATE_NOOP("words", "Q, the query: what is this token looking for?"),
    "k": QT_TRANSLATE_NOOP("words", "K, the key: what does this token offer to be found by?"),
    "v": QT_TRANSLATE_NOOP("words", "V, the value: what does this token hand over when it is found?"),
    "soft": QT_TRANSLATE_NOOP(
        "words",
        "A database looks up hard: one key matches and its value comes back. Attention looks up softly: every key matches "
        "a little, and the output is the average of all values, weighted by how well their keys match.",
    ),
    "scores": QT_TRANSLATE_NOOP(
        "words", "A score says how well a query and a key point the same way: their dot product."
    ),
    "scaled": QT_TRANSLATE_NOOP(
        "words", "Dot products grow with d_k: their variance is d_k. Divided by √d_k they stay where softmax is soft."
    ),
    "masked": QT_TRANSLATE_NOOP("words", "A hidden cell becomes −∞ before softmax, so that its weight is exactly 0."),
    "weights": QT_TRANSLATE_NOOP("words", "Softmax turns each row into shares that sum to 1: where this query looks."),
    "output": QT_TRANSLATE_NOOP("words", "The values, mixed in these shares: what this query takes with it."),
    "entropy": QT_TRANSLATE_NOOP(
        "words", "0 if the query looks at one key only, log n if at all n alike: how soft the look-up is."
    ),
}

PRESET_NAMES = {
    "four_tokens": QT_TRANSLATE_NOOP("words", "Four tokens, causal"),
    "minimal": QT_TRANSLATE_NOOP("words", "Smallest example"),
    "saturating": QT_TRANSLATE_NOOP("words", "Saturating scores"),
    "identity_values": QT_TRANSLATE_NOOP("words", "Identity values"),
    "tie": QT_TRANSLATE_NOOP("words", "Two keys tie"),
    "cross": QT_TRANSLATE_NOOP("words", "Cross-attention, 3 × 5"),
    "padded": QT_TRANSLATE_NOOP("words", "Padded batch of two"),
}


def word(names: dict[str, str], key: str) -> str:
    """The name of `key` in the present language."""
    return QCoreApplication.translate("words", names[key])
