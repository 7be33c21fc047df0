"""Take a layer of the loaded model to the bench of heads: its own weights, and X as the person's text made it."""

from pathlib import Path

import numpy as np
from PySide6.QtCore import QSignalBlocker, Slot
from PySide6.QtWidgets import QComboBox, QHBoxLayout, QLabel, QPushButton, QVBoxLayout, QWidget

from gui.i18n import say
from gui.jobs import Jobs
from gui.panels.panel import Panel
from gui.session import Document, HeadsResult, Session


class HeadsSource(Panel):
    """A layer is taken on the torch lane; why one cannot be taken is said here, and nothing changes."""

    def __init__(self, session: Session, jobs: Jobs, parent: QWidget | None = None) -> None:
        super().__init__(session, parent)
        self._jobs = jobs
        self.layer = QComboBox()
        self.layer.setAccessibleName(self.tr("Layer of the model"))
        self.take = QPushButton(self.tr("Take layer"))
        self.take.setToolTip(
            self.tr("Take the weights of this layer, and what enters it for the text in the Model room")
        )
        self.take.clicked.connect(self._take)
        self._about = QLabel(wordWrap=True)
        row = QHBoxLayout()
        row.addWidget(self.take, 1)
        row.addWidget(self.layer)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addLayout(row)
        layout.addWidget(self.banner)
        layout.addWidget(self._about)
        session.changed.connect(self._on_changed)
        session.result_changed.connect(self._on_result)
        self._render_layers()
        self._render_problem()
        self._render_about()

    def about(self) -> str:
        """The sentence about where the numbers come from."""
        return self._about.text()

    @Slot()
    def _take(self) -> None:
        self._jobs.take_layer(self.layer.currentData())

    def _render_layers(self) -> None:
        reading = self._session.reading
        for widget in (self.layer, self.take):
            widget.setEnabled(reading is not None)
        if reading is None or self.layer.count() == reading.model.layers:
            return
        with QSignalBlocker(self.layer):
            self.layer.clear()
            for layer in range(reading.model.layers):
                self.layer.addItem(str(layer), layer)

    def _render_problem(self) -> None:
        problem = self._session.problem("heads_layer")
        self.banner.show_text(say(problem) if problem else "")

    def _render_about(self) -> None:
        taken, reading = self._session.heads.taken, self._session.reading
        if taken is not None:
            name = self.tr("Layer {layer} of {model}.").format(layer=taken.layer, model=taken.model)
            self._about.setText(f"{name} {self._compared()}".strip())
        elif reading is None:
            self._about.setText(self.tr("A layer can be taken when the model has read its text."))
        else:
            name = Path(reading.model.name).name
            self._about.setText(self.tr("From {model}, for the text in the Model room.").format(model=name))

    def _compared(self) -> str:
        taken, result = self._session.heads.taken, self._session.result("heads")
        if taken is None or not isinstance(result, HeadsResult) or result.trace.output.shape != taken.output.shape:
            return ""
        difference = f"{float(np.abs(result.trace.output - taken.output).max()):.2g}"
        if result.bench is taken.bench:
            return self.tr("The output equals the model's own: largest difference {difference}.").format(
                difference=difference
            )
        return self.tr("Changed since: the output differs from the model's own by up to {difference}.").format(
            difference=difference
        )

    @Slot(object, object)
    def _on_changed(self, old: Document, new: Document) -> None:
        if old.view.text != new.view.text:
            self._render_layers()
        if old.heads is not new.heads or old.view.text != new.view.text:
            self._render_about()

    @Slot(str)
    def _on_result(self, kind: str) -> None:
        if kind in ("model", "capture"):
            self._render_layers()
        if kind == "heads_layer":
            self._render_problem()
        if kind in ("model", "capture", "heads", "heads_layer"):
            self._render_about()
