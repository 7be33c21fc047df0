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
    "finite": QT_TRANSLATE_NOOP("words", "All numbers are finite"),
    "gradient": QT_TRANSLATE_NOOP("words", "Gradient reaches Q, K and V"),
    "sdpa": QT_TRANSLATE_NOOP("words", "Equal to torch's SDPA"),
}

PRESET_NAMES = {
    "four_tokens": QT_TRANSLATE_NOOP("words", "Four tokens, causal"),
    "minimal": QT_TRANSLATE_NOOP("words", "Smallest example"),
    "saturating": QT_TRANSLATE_NOOP("words", "Saturating scores"),
    "identity_values": QT_TRANSLATE_NOOP("words", "Identity values"),
    "tie": QT_TRANSLATE_NOOP("words", "Two keys tie"),
    "cross": QT_TRANSLATE_NOOP("words", "Cross-attention, 3 × 5"),
    "padded": QT_TRANSLATE_NOOP("words", "Last key is padding"),
}


def word(names: dict[str, str], key: str) -> str:
    """The name of `key` in the present language."""
    return QCoreApplication.translate("words", names[key])
