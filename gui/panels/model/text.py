"""The person's own sentence, and how many tokens it became."""

from functools import partial

from PySide6.QtCore import Slot
from PySide6.QtWidgets import QHBoxLayout, QLabel, QLineEdit, QMenu, QPushButton, QToolButton, QVBoxLayout, QWidget

from gui.examples import Example, examples
from gui.i18n import say
from gui.jobs import Jobs
from gui.panels.panel import Panel
from gui.panels.words import SKILL_NAMES, word
from gui.session import Document, Session


class ModelText(Panel):
    """A text is read by the model on Enter or by the button; a text that cannot be read stays in the field."""

    def __init__(self, session: Session, jobs: Jobs, parent: QWidget | None = None) -> None:
        super().__init__(session, parent)
        self._jobs = jobs
        self.field = QLineEdit()
        self.field.textEdited.connect(lambda text: session.drafts.update(text=text))
        self.field.setAccessibleName(self.tr("Text"))
        self.field.setPlaceholderText(self.tr("Write a sentence"))
        self.field.returnPressed.connect(self.read)
        button = QPushButton(self.tr("Show attention"))
        button.clicked.connect(self.read)
        self._count = QLabel()
        row = QHBoxLayout()
        row.addWidget(QLabel(self.tr("Text")))
        row.addWidget(self.field, 1)
        row.addWidget(button)
        row.addWidget(self._count)
        row.addWidget(self._examples())
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addLayout(row)
        layout.addWidget(self.banner)
        session.changed.connect(self._on_changed)
        session.result_changed.connect(self._on_result)
        self._render()

    @Slot()
    def read(self) -> None:
        """Let the model read the text in the field; the same text again is read anew."""
        self._session.drafts.pop("text", None)
        if self.field.text() == self._session.view.text:
            self._jobs.read_text()
        else:
            self._session.edit_view(self.tr("Text"), text=self.field.text())

    def _render(self) -> None:
        text = self._session.drafts.get("text", self._session.view.text)
        if self.field.text() != text:
            self.field.setText(text)
        self._render_result()

    def _render_result(self) -> None:
        problem, reading = self._session.problem("capture"), self._session.reading
        self.banner.show_text(say(problem) if problem else "")
        self._count.setText("")
        if reading is not None:
            self._count.setText(self.tr("Tokens: {count}").format(count=len(reading.capture.tokens.ids)))

    def _examples(self) -> QToolButton:
        button = QToolButton()
        button.setText(self.tr("Examples"))
        button.setToolTip(self.tr("Texts that show what the bundled model has learnt, each at the head that does it"))
        button.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        menu = QMenu(button)
        for skill in SKILL_NAMES:
            menu.addSection(word(SKILL_NAMES, skill))
            for example in (e for e in examples() if e.skill == skill):
                menu.addAction(_shortened(example.text), partial(self._show, example))
        button.setMenu(menu)
        return button

    def _show(self, example: Example) -> None:
        self._session.edit_view(
            self.tr("Example"), name="demo", text=example.text, layer=example.layer, head=example.head
        )

    @Slot(object, object)
    def _on_changed(self, old: Document, new: Document) -> None:
        if old.view.text != new.view.text:
            self._session.drafts.pop("text", None)
            self._render()

    @Slot(str)
    def _on_result(self, kind: str) -> None:
        if kind in ("model", "capture"):
            self._render_result()


def _shortened(text: str, longest: int = 90) -> str:
    """A menu entry: one line, the end of a long text, since that is where the question stands."""
    line = " ".join(text.split()).replace("&", "&&")
    return line if len(line) <= longest else "… " + line[-longest:]
