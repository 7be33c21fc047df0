"""Ten thousand edits, toggles, undos and redos in no order: nothing breaks, and undo leads back to the first Config."""

import sys
import warnings
from collections.abc import Callable
from dataclasses import replace

import numpy as np
from pytestqt.qtbot import QtBot

from engine.mistakes import MISTAKES
from engine.problems import Problem
from engine.random_inputs import KINDS, resize
from gui.jobs import Jobs
from gui.panels.formula.strip import EDITABLE, MAPS
from gui.rooms.formula import FormulaRoom
from gui.runner import Runner
from gui.session import Session
from gui.theme import LIGHT
from gui.widgets.gesture import new_gesture

TIMES = 10_000


class Person:
    """Somebody who tries everything. Each method is one thing to do; some are refused with a Problem."""

    def __init__(self, room: FormulaRoom, session: Session, seed: int) -> None:
        self.room, self.session, self.edit = room, session, room.strip.edit
        self.rng = np.random.default_rng(seed)

    def place(self, block: str) -> tuple[int, int]:
        rows, columns = self.room.strip.picture(block).shape
        return int(self.rng.integers(rows)), int(self.rng.integers(columns))

    def pick(self, choices: object) -> object:
        options = list(choices)  # type: ignore[call-overload]
        return options[int(self.rng.integers(len(options)))]

    def type(self) -> None:
        block = str(self.pick(EDITABLE))
        text = str(self.pick(["1.5", "-2", "0", "1e-5", "1,25", "x", "", "nan", "1e308", "-1/3"]))
        self.edit.type(block, *self.place(block), text)

    def drag(self) -> None:
        block, gesture = str(self.pick(EDITABLE)), new_gesture()
        place = self.place(block)
        for steps in self.rng.integers(-30, 30, size=4):
            self.edit.drag(block, *place, float(steps), gesture)

    def paint(self) -> None:
        gesture = new_gesture()
        for _ in range(3):
            self.edit.paint(*self.place("weights"), gesture, "Paint")

    def fill(self) -> None:
        self.edit.fill((str(self.pick(EDITABLE)),), str(self.pick(KINDS)), "Fill", int(self.rng.integers(9)))

    def paste(self) -> None:
        block = str(self.pick(EDITABLE))
        self.edit.paste(block, *self.place(block), str(self.pick(["1\t2\n3\t4", "5", "1 2 3 4 5 6 7 8 9", "a\tb"])))

    def scale(self) -> None:
        scale = self.pick(["sqrt_dk", "none", 0.0, -3.0, 1000.0, float(self.rng.normal())])
        self.session.edit_config("Scale", scale=scale)

    def mask(self) -> None:
        mask = self.session.config.mask
        change = self.pick(
            [
                {"causal": not mask.causal},
                {"causal_align": self.pick(["top_left", "bottom_right"])},
                {"padding": tuple(sorted({int(i) for i in self.rng.integers(0, 6, size=2)}))},
                {"window": self.pick([None, 1, 2, 3])},
                {"global_tokens": self.pick([(), (0,), (1, 5)])},
                {"prefix": int(self.rng.integers(0, 4))},
                {"visible": None},
            ]
        )
        assert isinstance(change, dict)
        self.session.edit_config("Mask", mask=replace(mask, **change))

    def other(self) -> None:
        change = self.pick(
            [
                {"dropout": float(self.pick([0.0, 0.1, 0.9, 1.0]))},  # type: ignore[arg-type]
                {"seed": int(self.rng.integers(5))},
                {"filler": self.pick([-np.inf, -1e9, -1e4, -sys.float_info.max])},
            ]
        )
        assert isinstance(change, dict)
        self.session.edit_config("Other", **change)

    def mistake(self) -> None:
        key = str(self.pick(MISTAKES))
        self.session.edit_config("Mistake", mistakes=self.session.config.mistakes ^ {key})

    def reshape(self) -> None:
        name = str(self.pick(["n_q", "n_k", "d_k", "d_v"]))
        self.session.replace_config(resize(self.session.config, **{name: int(self.rng.integers(1, 7))}), "Shape")

    def look(self) -> None:
        self.session.set_step(str(self.pick(MAPS)))
        self.session.set_show_all_steps(bool(self.rng.integers(2)))
        block = str(self.pick(self.room.strip.views))
        if self.room.strip.views[block].picture().size:
            self.room.strip.views[block].hovered.emit(*self.place(block))

    def undo(self) -> None:
        for _ in range(int(self.rng.integers(1, 6))):
            self.session.undo_stack.undo()

    def redo(self) -> None:
        for _ in range(int(self.rng.integers(1, 6))):
            self.session.undo_stack.redo()

    def things_to_do(self) -> list[Callable[[], None]]:
        often = [self.type, self.drag, self.paint, self.scale, self.mask, self.other, self.mistake, self.look]
        return [*often, *often, self.fill, self.paste, self.reshape, self.undo, self.redo]


def test_ten_thousand_things_in_no_order(qtbot: QtBot, session: Session, inline_runner: Runner) -> None:
    jobs = Jobs(session, inline_runner)
    jobs._audit_timer.setInterval(10**9)  # torch is asked elsewhere
    room = FormulaRoom(session, jobs, LIGHT)
    qtbot.addWidget(room)
    room.resize(1200, 760)
    room.show()
    first = session.config
    before = (first.q.tobytes(), first.k.tobytes(), first.v.tobytes())
    person = Person(room, session, seed=20)
    refused = 0
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        for number in range(TIMES):
            try:
                person.pick(person.things_to_do())()  # type: ignore[operator]
            except Problem:
                refused += 1
            if number % 50 == 0:
                qtbot.wait(1)  # paint
    assert 0 < refused < TIMES / 2
    assert session.undo_stack.count() > 100
    while session.undo_stack.canUndo():
        session.undo_stack.undo()
    assert session.config is first
    assert (first.q.tobytes(), first.k.tobytes(), first.v.tobytes()) == before
    assert room.strip.views["q"].picture().values is not None
    np.testing.assert_array_equal(room.strip.views["q"].picture().values, first.q)
