"""Both languages are complete and fresh, and nothing is said that cannot be translated."""

import ast
import re
import xml.etree.ElementTree as ET
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtWidgets import QAbstractButton, QApplication, QLabel, QWidget

from engine.problems import QT_TRANSLATE_NOOP, Problem
from gui import i18n
from gui.app import Application
from gui.preferences import Preferences
from gui.rooms.formula import FormulaRoom
from gui.widgets.painting import number_font
from resources.translations.update import FOLDER, LANGUAGES, ROOT, collect, release

SOURCES = sorted(path for folder in ("engine", "gui") for path in (ROOT / folder).rglob("*.py"))


def ts_file(language: str) -> Path:
    """The committed texts of a language."""
    return FOLDER / f"attention_explorer_{language}.ts"


def messages(path: Path) -> dict[tuple[str, str], ET.Element]:
    """Each message of a .ts file by context and source text."""
    return {
        (context.findtext("name", ""), message.findtext("source", "")): message
        for context in ET.parse(path).getroot().iter("context")
        for message in context.iter("message")
    }


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_text_is_collected_and_none_is_stale(language: str, tmp_path: Path) -> None:
    fresh = tmp_path / ts_file(language).name
    collect(fresh)
    ours, theirs = messages(ts_file(language)).keys(), messages(fresh).keys()
    assert ours - theirs == set(), "texts that are gone: python -m resources.translations.update"
    assert theirs - ours == set(), "new texts: python -m resources.translations.update, then translate them"


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_text_is_translated_and_keeps_its_places(language: str) -> None:
    assert len(messages(ts_file(language))) > 150
    for (context, source), message in messages(ts_file(language)).items():
        translation = message.find("translation")
        assert translation is not None and translation.get("type") is None, f"{context}: {source!r} is unfinished"
        assert translation.text, f"{context}: {source!r} has no translation"
        places = [sorted(re.findall(r"\{(\w*)[^}]*\}", text)) for text in (source, translation.text)]
        assert places[0] == places[1], f"{context}: {source!r} -> {translation.text!r}"
        assert source.count("&") == 0 or "&" in translation.text, f"{source!r} lost its key"


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_compiled_file_is_that_of_the_texts(language: str, tmp_path: Path) -> None:
    release(ts_file(language), tmp_path / "fresh.qm")
    committed = ts_file(language).with_suffix(".qm").read_bytes()
    assert (tmp_path / "fresh.qm").read_bytes() == committed, "python -m resources.translations.update"


def calls() -> Iterator[tuple[Path, ast.Call, str]]:
    """Every call in engine and gui with the last part of its name."""
    for path in SOURCES:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call):
                function = node.func
                name = function.attr if isinstance(function, ast.Attribute) else getattr(function, "id", "")
                yield path, node, name


def test_what_is_translated_is_a_plain_text() -> None:
    """An f-string is collected with its braces and never found again."""
    position = {"tr": 0, "QT_TRANSLATE_NOOP": 1}
    for path, call, name in calls():
        if name in position and len(call.args) > position[name] and path.name != "problems.py":
            text = call.args[position[name]]
            assert isinstance(text, ast.Constant) and isinstance(text.value, str), f"{path}:{call.lineno}"


def test_every_problem_and_sentence_can_be_translated() -> None:
    """The text is marked in its place, or comes from a variable or a table of marked ones."""
    for path, call, name in calls():
        if name in ("Problem", "sentence") and call.args and path.name != "problems.py":
            marked = call.args[0]
            is_marked = isinstance(marked, ast.Call) and getattr(marked.func, "id", "") == "QT_TRANSLATE_NOOP"
            assert is_marked or isinstance(marked, ast.Name | ast.Subscript), f"{path}:{call.lineno}"


def texts(window: QWidget) -> set[str]:
    """What stands on labels, buttons and in menus."""
    found = {w.text() for w in window.findChildren(QLabel)} | {w.text() for w in window.findChildren(QAbstractButton)}
    return {re.sub(r"[\d.,×/√\s]+", " ", text).strip() for text in found if re.search(r"[A-Za-z]{4,}", text)}


def test_language_and_theme_change_around_the_same_session(application: Application, preferences: Preferences) -> None:
    application.window.show()
    session = application.session
    session.edit_config("Scale", scale=2.0)
    english = texts(application.window)
    application.set_language("pt_BR")
    assert preferences.language == "pt_BR"
    portuguese = texts(application.window)
    application.set_theme("dark")
    assert application.session is session and session.config.scale == 2.0 and session.undo_stack.count() == 1
    assert "Máscara causal" in portuguese and "Causal mask" in english
    same = {t for t in english & portuguese if not t.startswith("softmax")}
    assert same <= {"Softmax", "MatMul", "Dropout"}, same


def test_an_engine_sentence_speaks_the_language_of_the_window(qapp: QApplication) -> None:
    problem = Problem(
        QT_TRANSLATE_NOOP(
            "engine",
            "K and Q differ in columns, {d_key} against {d_query}: a dot product needs the same number in both.",
        ),
        d_key=2,
        d_query=3,
    )
    assert i18n.say(problem).startswith("K and Q differ in columns, 2 against 3")
    i18n.install("pt_BR")
    assert i18n.say(problem).startswith("K e Q diferem em colunas, 2 contra 3")
    assert QApplication.translate("QPlatformTheme", "Cancel") == "Cancelar"  # Qt's own texts too


def test_the_first_screen_shows_numbers_in_both_languages(application: Application) -> None:
    for language in ("en", "pt_BR"):
        application.set_language(language)
        application.window.resize(1400, 880)
        application.window.show()
        QApplication.processEvents()
        room = application.window.room()
        assert isinstance(room, FormulaRoom)
        for name in ("q", "k", "v", "scores", "weights", "output"):
            assert number_font(["−0.0500"], room.strip.views[name].grid()) is not None, (language, name)
