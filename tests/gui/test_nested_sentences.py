"""A sentence inside a sentence speaks the language of the window too."""

from collections.abc import Iterator

import pytest
import torch
from PySide6.QtWidgets import QApplication

from engine.devices import resolve
from engine.problems import Problem, sentence
from gui import i18n


@pytest.fixture(autouse=True)
def portuguese(qapp: QApplication) -> Iterator[None]:
    i18n.install("pt_BR")
    yield
    i18n.install("en")


def test_why_cuda_cannot_be_used_is_said_in_one_language(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(torch.version, "cuda", None)
    with pytest.raises(Problem) as caught:
        resolve("cuda")
    reason = "this torch was built for the CPU only"
    translated = QApplication.translate("engine", reason)
    assert translated != reason
    assert i18n.say(caught.value) == f"CUDA não pode ser usado: {translated}. Escolha cpu ou auto."
    assert str(caught.value) == f"CUDA cannot be used: {reason}. Choose cpu or auto."


def test_any_depth_is_translated() -> None:
    inner = sentence("the GPU does not run this torch ({error})", error="sm_120")
    outer = sentence("CUDA cannot be used: {reason}. Choose cpu or auto.", reason=inner)
    twice = sentence("CUDA cannot be used: {reason}. Choose cpu or auto.", reason=outer)
    inner_said = QApplication.translate("engine", inner.template).format(error="sm_120")
    assert i18n.say(outer) in i18n.say(twice) and inner_said in i18n.say(outer)
    assert "GPU does not" not in i18n.say(twice) and "cannot" not in i18n.say(twice)
