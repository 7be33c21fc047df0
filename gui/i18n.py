"""Two languages, switched at run time: English is the source, the others are Qt Linguist files."""

from pathlib import Path

from PySide6.QtCore import QCoreApplication, QLibraryInfo, QLocale, QTranslator

from engine.problems import Problem, Sentence

TRANSLATIONS = Path(__file__).resolve().parent.parent / "resources" / "translations"
LANGUAGES = {"en": "English", "pt_BR": "Português (Brasil)"}

_installed: list[QTranslator] = []


def system_language() -> str:
    """The language to start in when the person has not chosen one."""
    return "pt_BR" if QLocale.system().language() == QLocale.Language.Portuguese else "en"


def install(language: str) -> None:
    """Make `language` (a key of LANGUAGES) the one in which every later `tr()` answers, Qt's own texts included."""
    while _installed:
        QCoreApplication.removeTranslator(_installed.pop())
    QLocale.setDefault(QLocale(language))
    if language == "en":
        return
    qt_folder = QLibraryInfo.path(QLibraryInfo.LibraryPath.TranslationsPath)
    for name, folder in (
        (f"qtbase_{language}", qt_folder),
        (f"attention_explorer_{language}", str(TRANSLATIONS)),
    ):
        translator = QTranslator()
        if translator.load(name, folder):
            QCoreApplication.installTranslator(translator)
            _installed.append(translator)


def say(message: Sentence | Problem) -> str:
    """An engine's sentence, and those inside it, in the present language."""
    sentence = message.sentence if isinstance(message, Problem) else message
    return sentence.told(lambda template: QCoreApplication.translate("engine", template))
