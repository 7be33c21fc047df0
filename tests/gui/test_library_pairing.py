"""The Qt binding and this Python go together."""

import sys

from PySide6.QtCore import QObject, Signal


class Sender(QObject):
    """Has a signal."""

    sent = Signal(int)


def test_a_signal_takes_no_reference_of_the_constants(qapp: object) -> None:
    """PySide6 6.12.0 took one of True at each emit, which ends a process on Python 3.11 after some hundreds."""
    sender, seen = Sender(), []
    sender.sent.connect(seen.append)
    before = [sys.getrefcount(constant) for constant in (None, True, False)]
    for number in range(40):
        sender.sent.emit(number)
    after = [sys.getrefcount(constant) for constant in (None, True, False)]
    assert all(abs(b - a) < 20 for a, b in zip(before, after, strict=True))
    assert len(seen) == 40
