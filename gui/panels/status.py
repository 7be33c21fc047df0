"""The status bar: the device, what the worker is doing, how far it is, Cancel."""

from PySide6.QtCore import QCoreApplication, QSignalBlocker, Qt, Slot
from PySide6.QtGui import QStandardItemModel
from PySide6.QtWidgets import QComboBox, QLabel, QProgressBar, QPushButton, QStatusBar, QWidget

from engine.problems import QT_TRANSLATE_NOOP
from gui.i18n import say
from gui.runner import Runner
from gui.session import Session

KINDS = {
    "devices": QT_TRANSLATE_NOOP("status", "looking for devices"),
    "audit": QT_TRANSLATE_NOOP("status", "checking with torch"),
    "model": QT_TRANSLATE_NOOP("status", "loading the model"),
    "capture": QT_TRANSLATE_NOOP("status", "running the model"),
    "heads_layer": QT_TRANSLATE_NOOP("status", "taking a layer"),
    "send": QT_TRANSLATE_NOOP("status", "sending the head to the bench"),
    "map": QT_TRANSLATE_NOOP("status", "drawing the map"),
    "head_scores": QT_TRANSLATE_NOOP("status", "reading a head"),
}


class StatusBar(QStatusBar):
    """Shows the Runner's activity; the device is chosen here."""

    def __init__(self, session: Session, runner: Runner, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._session, self._runner = session, runner
        self._device = QComboBox()
        self._device.setAccessibleName(self.tr("Device"))
        self._device.activated.connect(self._choose)
        self._device.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self._what = QLabel()
        self._bar = QProgressBar(textVisible=False)
        self._bar.setFixedWidth(160)
        self._cancel = QPushButton(self.tr("Cancel"))
        self._cancel.clicked.connect(runner.cancel)
        self.addWidget(QLabel(self.tr("Device")))
        self.addWidget(self._device)
        self.addWidget(self._what, 1)
        self.addPermanentWidget(self._bar)
        self.addPermanentWidget(self._cancel)
        runner.activity_changed.connect(self.render_activity)
        session.result_changed.connect(self._on_result)
        session.device_changed.connect(self.render_devices)
        self.render_devices()
        self.render_activity()

    @Slot()
    def render_activity(self) -> None:
        """Show what the worker is doing now."""
        job = self._runner.activity
        for widget in (self._bar, self._cancel):
            widget.setVisible(job is not None)
        if job is None:
            self._what.setText(self.tr("Ready"))
            return
        self._what.setText(say(job.what) if job.what else QCoreApplication.translate("status", KINDS[job.kind]))
        self._bar.setRange(0, 0 if job.fraction is None else 100)
        self._bar.setValue(round(100 * (job.fraction or 0)))
        self._cancel.setEnabled(not job.cancelled)

    @Slot()
    def render_devices(self) -> None:
        """Show the devices found; one that cannot be used is greyed out and says why."""
        with QSignalBlocker(self._device):
            self._device.clear()
            self._device.addItem(self.tr("automatic"), "auto")
            for device in self._session.result("devices") or ():
                self._device.addItem(device.name, device.key)
                if device.reason is not None:
                    self._grey_out(self._device.count() - 1, say(device.reason))
            index = self._device.findData(self._session.device)
            self._device.setCurrentIndex(max(index, 0))

    def _grey_out(self, index: int, reason: str) -> None:
        model = self._device.model()
        assert isinstance(model, QStandardItemModel)
        model.item(index).setEnabled(False)
        self._device.setItemData(index, reason, Qt.ItemDataRole.ToolTipRole)

    @Slot(str)
    def _on_result(self, kind: str) -> None:
        if kind == "devices":
            self.render_devices()

    @Slot()
    def _choose(self) -> None:
        self._session.set_device(self._device.currentData())
