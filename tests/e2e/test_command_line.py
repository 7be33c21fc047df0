"""What the first word decides: a command, the window, or one line that says neither is possible."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

import main

ROOT = Path(__file__).resolve().parents[2]


@pytest.mark.parametrize(
    ("words", "window"),
    [([], True), (["work.safetensors"], True), (["trace"], False), (["lost.safetensors"], False), (["--help"], False)],
)
def test_the_window_opens_without_words_or_with_a_file_that_is_there(
    words: list[str], window: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    for name in ("work.safetensors", "trace"):
        Path(name).touch()
    opened: list[list[str]] = []
    monkeypatch.setattr(main, "_open_window", lambda given: opened.append(given) or 0)
    status = main.main(words)
    assert opened == ([words] if window else [])
    assert status == (0 if window or words == ["--help"] else 2)


@pytest.mark.parametrize(
    ("word", "said"),
    [
        ("trcae", "invalid choice: 'trcae'"),
        ("lost.npz", "There is no file lost.npz: check"),
        ("folder/lost", "There is no file folder/lost: check"),
        ("C:\\lost", "There is no file C:\\lost: check"),
        ("x" * 5000 + ".json", ".json: check"),
        ("folder", "folder is a folder: name a file in it."),
    ],
)
def test_a_word_that_is_no_command_and_no_file_is_one_line(
    word: str, said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("folder").mkdir()
    assert main.main([word]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith("error: ")
    assert said in err
    assert err.count("\n") == 1


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux can be without a display")
def test_without_a_display_the_window_is_refused_in_one_line() -> None:
    hidden = ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM")
    done = subprocess.run(
        [sys.executable, "main.py"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
        env={name: value for name, value in os.environ.items() if name not in hidden},
    )
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("error: There is no display")
    assert done.stderr.count("\n") == 1
