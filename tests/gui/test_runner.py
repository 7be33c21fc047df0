"""The worker: newest wins, errors become sentences, cancel, close."""

import threading
from collections.abc import Callable
from typing import Any

import pytest
from pytestqt.qtbot import QtBot

from engine.problems import Problem, sentence
from gui.runner import Runner, RunningJob


def test_newest_pending_job_wins_and_the_window_thread_is_told(qtbot: QtBot, runner: Runner) -> None:
    results: list[Any] = []
    gate = threading.Event()
    done_on: list[bool] = []

    def done(result: Any) -> None:
        results.append(result)
        done_on.append(threading.current_thread() is threading.main_thread())

    runner.submit("trace", lambda _: (gate.wait(5), 0)[1], done, pytest.fail)
    for number in range(1, 6):
        runner.submit("trace", lambda _, number=number: number, done, pytest.fail)
    gate.set()
    qtbot.waitUntil(lambda: runner.idle, timeout=5000)
    assert results == [0, 5]
    assert all(done_on)


def test_work_is_done_off_the_window_thread(qtbot: QtBot, runner: Runner) -> None:
    threads: list[Any] = []
    runner.submit("a", lambda _: threading.get_ident(), threads.append, pytest.fail)
    runner.submit("b", lambda _: threading.get_ident(), threads.append, pytest.fail, lane="bench")
    qtbot.waitUntil(lambda: len(threads) == 2, timeout=5000)
    assert len({*threads, threading.get_ident()}) == 3


def test_the_bench_does_not_wait_for_a_model(qtbot: QtBot, runner: Runner) -> None:
    gate, done = threading.Event(), []
    runner.submit("model", lambda _: gate.wait(5), done.append, pytest.fail)
    runner.submit("trace", lambda _: "traced", done.append, pytest.fail, lane="bench")
    qtbot.waitUntil(lambda: done == ["traced"], timeout=2000)
    gate.set()
    qtbot.waitUntil(lambda: runner.idle, timeout=5000)


def _raise(error: Exception) -> Callable[[RunningJob], Any]:
    def work(_job: RunningJob) -> Any:
        raise error

    return work


def test_errors_come_back_as_sentences(qtbot: QtBot, runner: Runner, caplog: pytest.LogCaptureFixture) -> None:
    problems: list[Problem] = []
    runner.submit("a", _raise(Problem("The folder is gone.")), pytest.fail, problems.append)
    runner.submit("b", _raise(ZeroDivisionError("inside")), pytest.fail, problems.append)
    runner.submit("c", _raise(MemoryError()), pytest.fail, problems.append)
    qtbot.waitUntil(lambda: len(problems) == 3, timeout=5000)
    texts = [str(p) for p in problems]
    assert texts[0] == "The folder is gone."
    assert "ZeroDivisionError: inside" in texts[1] and "log file" in texts[1]
    assert "not enough memory" in texts[2]
    assert "ZeroDivisionError" in caplog.text  # the traceback is kept for a report
    done: list[int] = []
    runner.submit("a", lambda _: 7, done.append, pytest.fail)
    qtbot.waitUntil(lambda: done == [7], timeout=5000)


def test_cancel_stops_a_job_between_its_chunks_and_the_next_one_runs(qtbot: QtBot, runner: Runner) -> None:
    started = threading.Event()

    def endless(job: RunningJob) -> None:
        started.set()
        while True:
            job.check()

    problems: list[Problem] = []
    runner.submit("model", endless, pytest.fail, problems.append)
    runner.submit("capture", lambda _: 1, pytest.fail, problems.append)  # waits behind it, and is dropped with it
    audits: list[int] = []
    runner.submit("audit", lambda _: 2, audits.append, pytest.fail)  # nobody asked for it: it is not cancelled
    assert started.wait(5)
    runner.cancel()
    qtbot.waitUntil(lambda: runner.idle, timeout=5000)
    assert [str(p).startswith("Cancelled") for p in problems] == [True, True]
    assert audits == [2]
    done: list[int] = []
    runner.submit("model", lambda _: 1, done.append, pytest.fail)
    qtbot.waitUntil(lambda: done == [1], timeout=5000)


def test_progress_is_shown_while_the_job_runs(qtbot: QtBot, runner: Runner) -> None:
    gate, seen = threading.Event(), []

    def work(job: RunningJob) -> None:
        job.report(sentence("half way"), 0.5)
        gate.wait(5)

    runner.activity_changed.connect(lambda: seen.append(None if runner.activity is None else runner.activity.fraction))
    runner.submit("model", work, lambda _: None, pytest.fail)
    qtbot.waitUntil(lambda: 0.5 in seen, timeout=5000)
    gate.set()
    qtbot.waitUntil(lambda: runner.idle, timeout=5000)


def test_close_says_when_a_thread_cannot_be_ended(qtbot: QtBot) -> None:
    runner, gate, started = Runner(), threading.Event(), threading.Event()
    runner.submit("model", lambda _: (started.set(), gate.wait(10)), lambda _: None, lambda _: None)
    assert started.wait(5)
    assert not runner.close(200)
    gate.set()
    assert runner.close(5000)
