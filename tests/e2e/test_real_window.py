"""The program as a person starts and ends it: a real process, a real window."""

import signal
import subprocess
import time
from collections.abc import Callable
from pathlib import Path

import pytest

Start = Callable[..., subprocess.Popen[str]]


def window_of(display: str, process: subprocess.Popen[str]) -> str:
    """The window's id, once it is on screen."""
    for _ in range(300):
        found = subprocess.run(
            ["xdotool", "search", "--onlyvisible", "--name", "Attention Explorer"],
            check=False,
            env={"DISPLAY": display},
            capture_output=True,
            text=True,
        )
        if found.stdout.strip():
            return found.stdout.split()[0]
        assert process.poll() is None, process.communicate()
        time.sleep(0.05)
    raise AssertionError("no window appeared")


def press(display: str, window: str, keys: str) -> None:
    """Press keys in the window, which a bare X server has given no focus."""
    subprocess.run(
        ["xdotool", "windowfocus", "--sync", window, "key", "--clearmodifiers", keys],
        env={"DISPLAY": display},
        check=True,
    )


def ends_well(process: subprocess.Popen[str], seconds: float = 3.0) -> None:
    """Ends within `seconds` with status 0, nothing about threads or deleted objects on stderr."""
    try:
        _, said = process.communicate(timeout=seconds)
    except subprocess.TimeoutExpired:
        process.send_signal(signal.SIGABRT)  # faulthandler prints where it hangs
        raise AssertionError(process.communicate()[1]) from None
    assert process.returncode == 0, said
    assert said == ""


@pytest.mark.parametrize("delay", [0.0, 0.4, 1.0, 2.0, 3.5, 6.0])
def test_closing_while_torch_and_a_model_are_loading(display: str, start: Start, delay: float) -> None:
    process = start(DISPLAY=display)
    window = window_of(display, process)
    time.sleep(delay)
    press(display, window, "ctrl+q")
    ends_well(process)


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_ctrl_c_and_the_end_of_the_session_close_it(display: str, start: Start, number: signal.Signals) -> None:
    process = start(DISPLAY=display)
    window_of(display, process)
    time.sleep(1)
    process.send_signal(number)
    ends_well(process)


def test_a_file_of_numbers_opens_on_the_bench_or_is_refused_in_one_line(
    display: str, start: Start, tmp_path: Path
) -> None:
    good, bad = tmp_path / "good.json", tmp_path / "bad.json"
    good.write_text('{"q": [[1, 0]], "k": [[1, 0], [0, 1]], "v": [[1], [2]]}', encoding="utf-8")
    bad.write_text('{"q": [[1, 0]], "k": [[1]], "v": [[1]]}', encoding="utf-8")
    process = start(str(good), DISPLAY=display)
    press(display, window_of(display, process), "ctrl+q")
    ends_well(process)
    refused = start(str(bad), DISPLAY=display)
    said = refused.communicate(timeout=20)[1]
    assert refused.returncode == 2
    assert said.startswith("error: K and Q differ in columns, 1 against 2") and said.count("\n") == 1


def test_without_a_display_it_says_so(start: Start) -> None:
    process = start()
    said = process.communicate(timeout=20)[1]
    assert process.returncode == 2
    assert said.startswith("error: There is no display") and said.count("\n") == 1


def test_a_display_that_does_not_answer(start: Start) -> None:
    process = start(DISPLAY=":9876")
    said = process.communicate(timeout=20)[1]
    assert process.returncode == 2
    assert said.startswith("error: The display :9876 does not answer") and said.count("\n") == 1
