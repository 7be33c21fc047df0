"""What is remembered between starts: language, theme, the window's place. A damaged file means the defaults."""

from PySide6.QtCore import QByteArray, QSettings

from gui.i18n import LANGUAGES, system_language
from gui.theme import THEMES


class Preferences:
    """A small typed face of a QSettings."""

    def __init__(self, settings: QSettings | None = None) -> None:
        self._settings = settings or QSettings(
            QSettings.Format.IniFormat, QSettings.Scope.UserScope, "AttentionExplorer", "attention-explorer"
        )

    @property
    def language(self) -> str:
        """A key of LANGUAGES; the system's language until the person chooses."""
        return self._one_of("language", LANGUAGES, system_language())

    @language.setter
    def language(self, key: str) -> None:
        self._settings.setValue("language", key)

    @property
    def theme(self) -> str:
        """A key of THEMES."""
        return self._one_of("theme", THEMES, "light")

    @theme.setter
    def theme(self, key: str) -> None:
        self._settings.setValue("theme", key)

    @property
    def geometry(self) -> QByteArray:
        """As QWidget.saveGeometry made it; empty at the first start."""
        value = self._settings.value("geometry")
        return value if isinstance(value, QByteArray) else QByteArray()

    @geometry.setter
    def geometry(self, value: QByteArray) -> None:
        self._settings.setValue("geometry", value)

    def _one_of(self, key: str, allowed: object, default: str) -> str:
        value = self._settings.value(key)
        return value if isinstance(value, str) and value in allowed else default  # type: ignore[operator]
