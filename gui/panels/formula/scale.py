"""What the scores are multiplied by: 1/sqrt(d_k), nothing, or any number on a slider that drives softmax to saturation."""

from PySide6.QtCore import QSignalBlocker, Slot
from PySide6.QtWidgets import QButtonGroup, QHBoxLayout, QLabel, QRadioButton, QVBoxLayout, QWidget

from engine.config import Scale
from gui.panels.panel import Panel
from gui.session import Document, Session
from gui.widgets.log_slider import LogSlider

SMALLEST, LARGEST = 0.01, 1000.0


class ScalePanel(Panel):
    """Three choices; the slider shows the factor in force and, moved, becomes the third."""

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(session, parent)
        self.slider = LogSlider(SMALLEST, LARGEST)
        self._sqrt = QRadioButton()
        self._none = QRadioButton(self.tr("no scale"))
        self._number = QRadioButton(self.tr("score multiplier"))
        group = QButtonGroup(self)
        for button in (self._sqrt, self._none, self._number):
            group.addButton(button)
        self._sqrt.clicked.connect(lambda: self._set("sqrt_dk"))
        self._none.clicked.connect(lambda: self._set("none"))
        self._number.clicked.connect(lambda: self._set(self.slider.value()))
        self.slider.setAccessibleName(self.tr("Score multiplier"))
        self.slider.changed.connect(self._slide)
        row = QHBoxLayout()
        for widget in (QLabel(self.tr("Scale")), self._sqrt, self._none, self._number):
            row.addWidget(widget)
        row.addWidget(self.slider, 1)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addLayout(row)
        layout.addWidget(self.banner)
        session.changed.connect(self._on_changed)
        self.render_scale()

    def render_scale(self) -> None:
        """Show the Session's scale."""
        config = self._session.config
        self._sqrt.setText(
            self.tr("1/√d_k = 1/√{d_k} = {value}").format(d_k=config.d_k, value=f"{config.d_k**-0.5:.4g}")
        )
        chosen = {"sqrt_dk": self._sqrt, "none": self._none}.get(str(config.scale), self._number)
        with QSignalBlocker(chosen):
            chosen.setChecked(True)
        self.slider.set_value(config.factor)

    @Slot(object, object)
    def _on_changed(self, old: Document, new: Document) -> None:
        if old.config is not new.config:
            self.render_scale()

    @Slot(float, int)
    def _slide(self, value: float, gesture: int) -> None:
        self._set(value, gesture)

    def _set(self, scale: Scale, gesture: int = -1) -> None:
        if scale != self._session.config.scale:
            self.attempt(lambda: self._session.edit_config(self.tr("Scale"), gesture, scale=scale))
