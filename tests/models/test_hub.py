"""Hub names, against a small server that answers as the hub does: found, unknown, gated, broken, silent, away."""

import json
import socket
import threading
import time
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
from huggingface_hub import constants

from engine.models.capture import capture
from engine.models.load import load
from engine.problems import Cancelled, Problem, Sentence

TINY = Path(__file__).parents[1] / "data" / "tiny-gpt2"
SHA = "0123456789abcdef0123456789abcdef01234567"
FILES = sorted(file.name for file in TINY.iterdir())


class Hub(BaseHTTPRequestHandler):
    """owner/tiny exists; gated/* needs permission; old/tiny has no safetensors; broken/* fails; silent/* never answers."""

    asked: list[str]
    closing: threading.Event

    def do_GET(self) -> None:
        self.asked.append(self.path)
        if self.path.startswith("/api/models/"):
            self._info(self.path.removeprefix("/api/models/").split("?")[0].split("/revision")[0])
        else:
            self._file()

    def do_HEAD(self) -> None:
        self.asked.append(self.path)
        self._file()

    def log_message(self, *_: object) -> None:
        pass

    def _info(self, name: str) -> None:
        owner = name.split("/", maxsplit=1)[0]
        if owner == "silent":
            self.closing.wait(20)
        elif owner == "broken":
            self._answer(503)
        elif owner in ("owner", "gated", "old"):
            files = ["config.json", "pytorch_model.bin"] if owner == "old" else [*FILES, "pytorch_model.bin"]
            self._json({"id": name, "sha": SHA, "siblings": [{"rfilename": file} for file in files]})
        else:
            self._answer(401, {"X-Error-Code": "RepoNotFound"})

    def _file(self) -> None:
        owner, *_, file = self.path.strip("/").split("/")
        if owner == "gated":
            return self._answer(403, {"X-Error-Code": "GatedRepo"})
        if file not in FILES:
            return self._answer(404, {"X-Error-Code": "EntryNotFound", "X-Repo-Commit": SHA})
        content = (TINY / file).read_bytes()
        return self._answer(200, {"X-Repo-Commit": SHA, "ETag": f'"{file}"'}, content)

    def _json(self, value: object) -> None:
        self._answer(200, {"Content-Type": "application/json"}, json.dumps(value).encode())

    def _answer(self, status: int, headers: dict[str, str] | None = None, content: bytes = b"") -> None:
        self.send_response(status)
        for key, value in ((headers or {}) | {"Content-Length": str(len(content))}).items():
            self.send_header(key, value)
        self.end_headers()
        if self.command == "GET":
            self.wfile.write(content)


class Watching:
    """A job that remembers what was reported and is cancelled after some seconds."""

    def __init__(self, seconds: float = 60) -> None:
        self.said: list[str] = []
        self.end = time.monotonic() + seconds

    def report(self, what: Sentence, done: float | None = None) -> None:
        assert done is None or 0 <= done <= 1
        self.said.append(str(what))

    def check(self) -> None:
        if time.monotonic() > self.end:
            raise Cancelled


@pytest.fixture(autouse=True)
def empty_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(constants, "HF_HUB_CACHE", str(tmp_path / "cache"))
    monkeypatch.setattr(constants, "HF_HUB_OFFLINE", False)
    return tmp_path / "cache"


@pytest.fixture
def hub(monkeypatch: pytest.MonkeyPatch) -> Iterator[type[Hub]]:
    handler = type("FreshHub", (Hub,), {"asked": [], "closing": threading.Event()})
    server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
    server.daemon_threads = True
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05})
    thread.start()
    address = f"http://127.0.0.1:{server.server_port}"
    monkeypatch.setattr(constants, "ENDPOINT", address)
    monkeypatch.setattr(constants, "HUGGINGFACE_CO_URL_TEMPLATE", address + "/{repo_id}/resolve/{revision}/{filename}")
    yield handler
    handler.closing.set()
    server.shutdown()
    thread.join()
    server.server_close()
    for left in threading.enumerate():
        if left.name == "download":
            left.join(15)


@pytest.fixture
def no_network(monkeypatch: pytest.MonkeyPatch) -> list[object]:
    tried: list[object] = []

    def refuse(*address: object, **_: object) -> None:
        tried.append(address)
        raise socket.gaierror(-3, "Temporary failure in name resolution")

    monkeypatch.setattr(socket, "getaddrinfo", refuse)
    return tried


def problem(name: str) -> str:
    with pytest.raises(Problem) as caught:
        load(name, "cpu")
    assert caught.value.field == "model"
    return str(caught.value)


def test_a_model_is_downloaded_once_and_then_needs_no_network(hub: type[Hub]) -> None:
    job = Watching()
    model = load(" owner/tiny ", "cpu", job)
    assert model.name == "owner/tiny" and capture(model, "the cat").tokens.ids == (257, 261)
    assert not any(path.endswith(".bin") for path in hub.asked)
    assert "Asking the hub for owner/tiny" in job.said and job.said[-1] == "The model is ready"
    hub.asked.clear()
    assert load("owner/tiny", "cpu").layers == 3
    assert not hub.asked


def test_a_mistyped_name(hub: type[Hub]) -> None:
    text = problem("gpt3-smal")
    assert "gpt3-smal" in text and "spelled" in text


def test_a_gated_model(hub: type[Hub]) -> None:
    text = problem("gated/tiny")
    assert "gated/tiny needs permission" in text


def test_a_model_in_the_old_format_only(hub: type[Hub]) -> None:
    assert "no safetensors weights" in problem("old/tiny")
    assert not any("resolve" in path for path in hub.asked)


def test_a_hub_in_trouble(hub: type[Hub]) -> None:
    assert "error 503" in problem("broken/tiny")


def test_cancel_works_while_the_hub_is_silent(hub: type[Hub]) -> None:
    with pytest.raises(Cancelled):
        load("silent/tiny", "cpu", Watching(seconds=0.3))


def test_an_interrupted_download_is_not_taken_for_a_model(
    hub: type[Hub], empty_cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    load("owner/tiny", "cpu")
    next(empty_cache.rglob("snapshots/*/model.safetensors")).unlink()
    hub.asked.clear()
    assert load("owner/tiny", "cpu").layers == 3
    assert hub.asked


def test_no_connection(no_network: list[object]) -> None:
    text = problem("owner/tiny")
    assert "no connection" in text and no_network


def test_offline_by_choice(no_network: list[object], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(constants, "HF_HUB_OFFLINE", True)
    assert "no connection" in problem("owner/tiny") and not no_network


def test_stages_are_reported_and_cancel_works_at_each(copy_of_tiny: Callable[..., Path]) -> None:
    folder = str(copy_of_tiny())
    job = Watching()
    load(folder, "cpu", job)
    assert job.said[-1] == "The model is ready" and len(job.said) >= 3
    with pytest.raises(Cancelled):
        load(folder, "cpu", Watching(seconds=-1))
