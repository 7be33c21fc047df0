"""Names of what is measured on a row of weights, in the person's language."""

from PySide6.QtCore import QCoreApplication

from engine.problems import QT_TRANSLATE_NOOP

SQRT = "1/√d_k"

MEASURE_NAMES = {
    "entropy": QT_TRANSLATE_NOOP("words", "Entropy"),
    "relative_entropy": QT_TRANSLATE_NOOP("words", "Entropy / log n"),
    "jacobian_norm": QT_TRANSLATE_NOOP("words", "Jacobian norm"),
    "largest": QT_TRANSLATE_NOOP("words", "Largest weight"),
    "effective_keys": QT_TRANSLATE_NOOP("words", "Effective keys"),
    "gradient_norm": QT_TRANSLATE_NOOP("words", "Gradient at Q"),
}

# What is true of each curve: with the median or the mean that it shows, for any number of keys
MEASURE_LESSONS = {
    "relative_entropy": QT_TRANSLATE_NOOP("words", "With it, d_k hardly matters; without, entropy falls towards 0."),
    "jacobian_norm": QT_TRANSLATE_NOOP(
        "words", "What softmax lets through backwards: with it, alike for every d_k; without, it dies out in the end."
    ),
    "largest": QT_TRANSLATE_NOOP("words", "Without, one key ends up with nearly all the weight."),
    "effective_keys": QT_TRANSLATE_NOOP("words", "How many keys a row looks at: without, one in the end."),
    "gradient_norm": QT_TRANSLATE_NOOP(
        "words",
        "Without, the typical gradient rises, then vanishes. Not so the mean: rare rows where two keys nearly tie carry it.",
    ),
}

MEASURE_HELP = {
    "entropy": QT_TRANSLATE_NOOP("words", "0 if the query looks at one key only, log n if at all n alike."),
    "relative_entropy": QT_TRANSLATE_NOOP(
        "words", "The part of the largest possible entropy, log n: how soft the row is."
    ),
    "largest": QT_TRANSLATE_NOOP("words", "The share that the first key takes."),
    "effective_keys": QT_TRANSLATE_NOOP("words", "exp(entropy): as many keys looked at alike would be as soft."),
    "jacobian_norm": QT_TRANSLATE_NOOP(
        "words", "Frobenius norm of diag(p) − p pᵀ: how much the weights move when the scores do; 0 = saturated."
    ),
    "gradient_norm": QT_TRANSLATE_NOOP(
        "words",
        "Length of the gradient that reaches this query if the output is one number: the weights times one drawn value "
        "per key.",
    ),
}


def no_scale() -> str:
    """The name of what is not scaled."""
    return QCoreApplication.translate("words", "no scale")
