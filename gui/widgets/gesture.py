"""One number per gesture (a drag, a key held down): edits that carry the same one are one undo entry."""

from itertools import count

_numbers = count(1)


def new_gesture() -> int:
    """A number that no gesture before has had."""
    return next(_numbers)
