"""Common mistakes, switched on on purpose; what each breaks stands beside it."""

from PySide6.QtCore import QSignalBlocker, Slot
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QHBoxLayout, QLabel, QMenu, QToolButton, QVBoxLayout, QWidget

from engine.lessons import Broken
from engine.mistakes import MISTAKES
from gui.i18n import say
from gui.panels.panel import Panel
from gui.panels.words import CHECK_NAMES, MISTAKE_NAMES, word
from gui.session import Document, Session


class MistakesPanel(Panel):
    """A menu of mistakes; those that are on are named, with the checks that they break and the lesson."""

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(session, parent)
        self._button = QToolButton()
        self._button.setText(self.tr("Common mistakes"))
        self._button.setToolTip(self.tr("Switch a mistake on on purpose, and see which check finds it"))
        self._button.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        menu = QMenu(self._button)
        menu.setToolTipsVisible(True)
        self._actions = {key: self._action(menu, key) for key in MISTAKES}
        self._button.setMenu(menu)
        self._lessons = QLabel(wordWrap=True)
        row = QHBoxLayout()
        row.addWidget(self._button)
        row.addStretch(1)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addLayout(row)
        layout.addWidget(self._lessons)
        layout.addWidget(self.banner)
        layout.addStretch(1)
        session.changed.connect(self._on_changed)
        session.result_changed.connect(self._on_result)
        self._render()

    def _render(self) -> None:
        for key, action in self._actions.items():
            with QSignalBlocker(action):
                action.setChecked(key in self._session.config.mistakes)
        problem, lessons = self._session.problem("lessons"), self._session.result("lessons") or {}
        self.banner.show_text(say(problem) if problem else "")
        self._lessons.setText("\n\n".join(self._lesson(key, broken) for key, broken in lessons.items()))

    def _lesson(self, key: str, broken: Broken) -> str:
        checks = ", ".join(word(CHECK_NAMES, check) for check in broken.checks) or self.tr("nothing that shows here")
        return self.tr("{mistake}. Breaks: {checks}. {why}").format(
            mistake=word(MISTAKE_NAMES, key), checks=checks, why=say(broken.why)
        )

    @Slot(object, object)
    def _on_changed(self, old: Document, new: Document) -> None:
        if old.config is not new.config:
            self.banner.hide()

    @Slot(str)
    def _on_result(self, kind: str) -> None:
        if kind == "lessons":
            self._render()

    def _switch(self, key: str, on: bool) -> None:
        mistakes = self._session.config.mistakes | {key} if on else self._session.config.mistakes - {key}
        label = word(MISTAKE_NAMES, key)
        if not self.attempt(lambda: self._session.edit_config(label, mistakes=frozenset(mistakes))):
            self._render()

    def _action(self, menu: QMenu, key: str) -> QAction:
        action = menu.addAction(word(MISTAKE_NAMES, key))
        action.setToolTip(say(MISTAKES[key]))
        action.setCheckable(True)
        action.toggled.connect(lambda on: self._switch(key, on))
        return action
