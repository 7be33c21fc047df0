"""A drag of the multiplier with the real worker behind it."""

from PySide6.QtCore import QEvent, QEventLoop, QObject, QTimer
from PySide6.QtWidgets import QSlider

from gui.app import Application
from gui.rooms.formula import FormulaRoom


class Paints(QObject):
    """Counts how often a widget is painted."""

    def __init__(self, watched: QObject) -> None:
        super().__init__()
        self.count = 0
        watched.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        self.count += event.type() == QEvent.Type.Paint
        return False


def test_a_drag_repaints_on_the_way_ends_on_the_newest_and_is_one_entry(application: Application) -> None:
    application.window.show()
    session, room = application.session, application.window.room()
    assert isinstance(room, FormulaRoom)
    paints = Paints(room.strip.views["weights"])
    slider = room.scale_panel.slider.findChild(QSlider)
    assert isinstance(slider, QSlider)
    start = slider.value()
    slider.began.emit()  # type: ignore[attr-defined]
    loop, timer = QEventLoop(), QTimer(interval=8)  # a mouse reports about every 8 ms
    positions = iter(range(start + 1, start + 101))

    def move() -> None:
        position = next(positions, None)
        if position is None:
            timer.stop()
            loop.quit()
        else:
            slider.setValue(position)

    timer.timeout.connect(move)
    timer.start()
    loop.exec()
    during = paints.count
    assert during >= 20
    for _ in range(500):
        if application.runner.idle and session.trace.config is session.config:
            break
        QTimer.singleShot(10, loop.quit)
        loop.exec()
    assert session.trace.config is session.config
    assert session.config.scale == room.scale_panel.slider.value()
    assert (room.strip.views["weights"].picture().values == session.trace.steps["weights"]).all()
    assert session.undo_stack.count() == 1
