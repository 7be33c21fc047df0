"""What people type into small fields, as whole numbers. A Problem says what else was typed."""

from engine.problems import QT_TRANSLATE_NOOP, Problem


def index(text: str, field: str) -> int:
    """One whole number from 0 on."""
    if not text.strip().isdecimal() or len(text.strip()) > 9:
        raise Problem(
            QT_TRANSLATE_NOOP("engine", '"{text}" is not a whole number from 0 on.'), field=field, text=text.strip()
        )
    return int(text)


def indices(text: str) -> tuple[int, ...]:
    """Several, between commas or blanks; sorted, each once."""
    parts = text.replace(";", ",").replace(" ", ",").split(",")
    return tuple(sorted({index(part, "mask") for part in parts if part}))
