"""Attention Explorer. A command goes to the command line of the engine; everything else opens the window."""

import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from engine.commands.output import PictureRequest


def main(argv: Sequence[str] | None = None) -> int:
    """Run `argv` (default: the words after the program's name). Returns the exit status."""
    words = list(sys.argv[1:] if argv is None else argv)
    if _opens_window(words):
        return _open_window(words)
    from engine.cli import main as command_line

    return command_line(words, draw)


def draw(request: "PictureRequest", path: Path) -> None:
    """Draw a picture for the command line; that needs Qt, but no screen."""
    from engine.display import QT_LIBRARIES, check_libraries

    if sys.platform == "linux":
        check_libraries(QT_LIBRARIES)
    from gui.export import save_picture
    from gui.widgets.picture import Picture

    save_picture(Picture(**vars(request)), path)


def _open_window(words: list[str]) -> int:
    """Qt ends the process where no window can open, so that is asked first."""
    from engine.cli import refuse
    from engine.display import check_display
    from engine.problems import Problem

    try:
        check_display()
        from gui.app import run

        return run(words)
    except Problem as problem:
        return refuse(str(problem))


def _opens_window(words: list[str]) -> bool:
    """No words, or one file that is there. A command counts before a file of the same name."""
    from engine.cli import COMMANDS

    if len(words) != 1:
        return not words
    return words[0] not in COMMANDS and os.path.isfile(words[0])  # noqa: PTH113 - Path raises for a name too long


if __name__ == "__main__":
    sys.exit(main())
