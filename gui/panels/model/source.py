"""Which model: the bundled one, a folder, or a name on the hub."""

from pathlib import Path

from PySide6.QtCore import QTimer, Slot
from PySide6.QtWidgets import QComboBox, QFileDialog, QHBoxLayout, QLabel, QPushButton, QVBoxLayout, QWidget

from gui.i18n import say
from gui.jobs import Jobs
from gui.panels.panel import Panel
from gui.session import Document, Session


class ModelSource(Panel):
    """A name is loaded on Enter or by the button; what went wrong stands below, and the model before stays."""

    def __init__(self, session: Session, jobs: Jobs, parent: QWidget | None = None) -> None:
        super().__init__(session, parent)
        self._jobs = jobs
        self.name = QComboBox(editable=True)
        self.name.setInsertPolicy(QComboBox.InsertPolicy.NoInsert)
        self.name.addItems(["demo", "gpt2"])
        self.name.setMinimumContentsLength(28)
        self.name.setAccessibleName(self.tr("Model: name or folder"))
        edit = self.name.lineEdit()
        assert edit is not None
        edit.setPlaceholderText(self.tr("demo, a folder, or a name on the hub"))
        edit.textEdited.connect(lambda text: session.drafts.update(model=text))
        # Enter on a listed name is told twice, as Enter and as a choice: it is loaded once
        self._soon = QTimer(self, singleShot=True, interval=0)
        self._soon.timeout.connect(self.load)
        edit.returnPressed.connect(self._soon.start)
        self.name.activated.connect(self._soon.start)
        folder = QPushButton(self.tr("Folder…"))
        folder.clicked.connect(self._ask_folder)
        load = QPushButton(self.tr("Load"))
        load.clicked.connect(self.load)
        self._about = QLabel()
        row = QHBoxLayout()
        row.addWidget(QLabel(self.tr("Model")))
        row.addWidget(self.name)
        row.addWidget(folder)
        row.addWidget(load)
        row.addWidget(self._about, 1)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addLayout(row)
        layout.addWidget(self.banner)
        session.changed.connect(self._on_changed)
        session.result_changed.connect(self._on_result)
        self._render()

    @Slot()
    def load(self) -> None:
        """Load what the field names; the same name again loads it anew."""
        self._soon.stop()
        self._session.drafts.pop("model", None)
        name = self.name.currentText().strip()
        if name == self._session.view.name:
            self._jobs.load_model()
        else:
            self._session.edit_view(self.tr("Model"), name=name)

    def _render(self) -> None:
        self.name.setEditText(self._session.drafts.get("model", self._session.view.name))
        problem, model = self._session.problem("model"), self._session.result("model")
        self.banner.show_text(say(problem) if problem else "")
        self._about.setText("")
        if model is not None:
            self._about.setText(
                self.tr("{name}: {layers} layers, {heads} heads, on {device}").format(
                    name=Path(model.name).name, layers=model.layers, heads=model.heads, device=model.device
                )
            )

    @Slot(object, object)
    def _on_changed(self, old: Document, new: Document) -> None:
        if old.view.name != new.view.name:
            self._session.drafts.pop("model", None)
            self._render()

    @Slot(str)
    def _on_result(self, kind: str) -> None:
        if kind == "model":
            self._render()

    def _ask_folder(self) -> None:
        folder = QFileDialog.getExistingDirectory(self, self.tr("A model's folder"))
        if folder:
            self.name.setEditText(folder)
            self.load()
