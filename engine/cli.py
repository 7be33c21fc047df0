"""The command line: which command, with which options; every error one line, every exit a status."""

import argparse
import io
import os
import re
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import NoReturn

from engine.commands.output import ENDINGS, Draw
from engine.problems import Cancelled, Problem
from engine.steps import STEPS

COMMANDS = ("trace", "map", "doctor")
_LIKE_A_FILE = re.compile(r"[./\\]")
OK, FAILED, INTERRUPTED, BROKEN_PIPE = 0, 2, 130, 141


def main(argv: Sequence[str], draw: Draw) -> int:
    """Run the command in `argv`; `draw` makes pictures. Returns the exit status and never raises an Exception.

    0 done, 2 refused or failed with one line `error: ...` on stderr, 130 Ctrl+C, 141 the reader of stdout went away.
    """
    _speak_utf8()
    try:
        return _answer(argv, draw)
    except SystemExit as end:  # argparse: --help, or a wrong option
        return int(end.code or OK)
    except (KeyboardInterrupt, Cancelled):
        return INTERRUPTED
    except BrokenPipeError:
        _close_stdout()
        return BROKEN_PIPE


def _answer(argv: Sequence[str], draw: Draw) -> int:
    try:
        _check_lost_file(argv)
        _run(_parser().parse_args(argv), draw)
        sys.stdout.flush()
    except BrokenPipeError:
        raise
    except Problem as problem:
        return refuse(str(problem))
    except MemoryError:
        return refuse("There is not enough memory for this: use smaller numbers or a shorter text.")
    except Exception as fault:
        if sys.flags.dev_mode:
            raise
        return refuse(
            f"The program has a fault ({type(fault).__name__}: {fault}): please report it with what `doctor` prints; "
            "`python -X dev main.py ...` shows where it is."
        )
    return OK


def refuse(message: str) -> int:
    """Say on stderr, in one line, what is wrong; the exit status for that."""
    print("error: " + " ".join(message.splitlines()), file=sys.stderr)
    return FAILED


def _check_lost_file(argv: Sequence[str]) -> None:
    """One word that looks like a file was meant for the window, which opens only with one that is there."""
    word = argv[0] if len(argv) == 1 else ""
    if word in COMMANDS or word.startswith("-"):
        return
    if os.path.isdir(word) or (_LIKE_A_FILE.search(word) and not os.path.exists(word)):  # noqa: PTH110, PTH112
        from engine.files import no_file

        raise no_file(word)


class _Parser(argparse.ArgumentParser):
    """Says what is wrong in the form of every other error."""

    def error(self, message: str) -> NoReturn:
        self.exit(refuse(f"{message} (see {self.prog} --help)"))


def _run(args: argparse.Namespace, draw: Draw) -> None:
    if args.command == "trace":
        from engine.commands import trace as cli_trace

        cli_trace.run(args.file, args.step, args.out, draw)
    elif args.command == "map":
        from engine.commands import map as cli_map

        choice = cli_map.Choice(args.model, args.layer, args.head, args.device)
        cli_map.run([text for text in (args.text, args.text2) if text is not None], choice, args.out, draw)
    else:
        from engine.commands import doctor

        print(doctor.report())


def _parser() -> argparse.ArgumentParser:
    parser = _Parser(
        prog="main.py",
        description="Attention Explorer: see and touch scaled dot-product attention. Without a command, or with a "
        "file of Q, K and V, the window opens.",
        allow_abbrev=False,
    )
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")
    _add_trace(commands.add_parser("trace", help="the formula on given numbers", allow_abbrev=False))
    _add_map(commands.add_parser("map", help="the attention of a model for a text", allow_abbrev=False))
    commands.add_parser("doctor", help="versions, devices, display: what to paste into a bug report")
    return parser


def _add_trace(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "file",
        metavar="FILE",
        help='JSON {"q": [[..]], "k": [[..]], "v": [[..]]} with, if wanted, "scale" ("sqrt_dk", "none" or a number), '
        '"causal", "causal_align", "padding", "window", "global_tokens", "prefix", "visible" (1 = this query may see '
        'this key), "filler", "dropout", "seed", "mistakes"; or an NPZ archive with the same names',
    )
    parser.add_argument("--step", metavar="KEY", choices=STEPS, help="only this Step: " + ", ".join(STEPS))
    _add_out(parser, "instead of printing JSON; .csv and .png hold one Step, so they need --step")


def _add_map(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("text", metavar="TEXT", help="the text to read")
    parser.add_argument("text2", metavar="TEXT2", nargs="?", help="a second text to compare it with")
    parser.add_argument("--model", default="demo", help="demo (the default), a hub name such as gpt2, or a folder")
    parser.add_argument("--layer", type=int, help="numbered from 0 (the default)")
    parser.add_argument(
        "--head", default="0", help="numbered from 0 (the default), mean over the layer's heads, or all of all layers"
    )
    parser.add_argument("--device", default="auto", choices=("auto", "cpu", "cuda"), help="auto takes CUDA if it works")
    _add_out(parser, "instead of printing a text map; .csv and .png hold one map, --head all needs .npz or .json")


def _add_out(parser: argparse.ArgumentParser, rule: str) -> None:
    parser.add_argument("--out", metavar="PATH", type=Path, help=f"write {' '.join(ENDINGS)} {rule}")


def _speak_utf8() -> None:
    """Tokens have every script, whatever the system's locale; what cannot be UTF-8 is shown escaped."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(encoding="utf-8", errors="backslashreplace")


def _close_stdout() -> None:
    """Send what is still buffered nowhere, so that Python does not complain when it ends."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
