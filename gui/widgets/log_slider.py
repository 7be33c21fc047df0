"""A slider and a typed field for one positive number over several powers of ten."""

from math import exp, isfinite, log

from PySide6.QtCore import QEvent, QSignalBlocker, Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent, QPalette, QWheelEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QLineEdit, QSizePolicy, QSlider, QVBoxLayout, QWidget

from gui.theme import GRID, monospace, theme_of
from gui.widgets.gesture import new_gesture

POSITIONS = 400


class GestureSlider(QSlider):
    """A slider that tells where one gesture ends and the next begins, and that the wheel does not move."""

    began = Signal()
    ended = Signal()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        self.began.emit()
        super().mousePressEvent(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if not event.isAutoRepeat():
            self.began.emit()
        super().keyPressEvent(event)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        super().mouseReleaseEvent(event)
        self.ended.emit()

    def keyReleaseEvent(self, event: QKeyEvent) -> None:
        super().keyReleaseEvent(event)
        if not event.isAutoRepeat():
            self.ended.emit()

    def wheelEvent(self, event: QWheelEvent) -> None:
        event.ignore()  # a page that is scrolled past it changes nothing


class LogSlider(QWidget):
    """One positive number: the slider takes it in equal ratios, the field keeps every digit that is typed."""

    changed = Signal(float, int)
    """(value, gesture id): all changes of one drag, or of one key held down, carry the same id."""
    released = Signal()
    """The slider was let go, or a number was typed."""

    def __init__(self, low: float, high: float, value: float | None = None, parent: QWidget | None = None) -> None:
        """From `low` to `high`, starting at `value` or else at `low`. ValueError unless 0 < low < high."""
        super().__init__(parent)
        if not 0 < low < high:
            raise ValueError(f"a logarithmic range needs 0 < low < high, not {low} and {high}")
        self._low, self._high = low, high
        self._gesture = new_gesture()
        self._slider = GestureSlider(Qt.Orientation.Horizontal)
        self._field = QLineEdit()
        self._error = QLabel()
        self._build()
        self._value = low if value is None else value
        self._show()

    def _build(self) -> None:
        self._slider.setRange(0, POSITIONS)
        self._slider.setPageStep(POSITIONS // 20)
        self._slider.setMinimumWidth(12 * GRID)
        self._field.setFont(monospace(12))
        self._field.setFixedWidth(11 * GRID)
        self._error.setWordWrap(True)
        self._error.hide()
        self._arrange()
        self._slider.began.connect(self._begin)
        self._slider.valueChanged.connect(self._slid)
        self._slider.ended.connect(self.released)
        self._field.editingFinished.connect(self._typed)
        self._field.textEdited.connect(lambda _: self._error.hide())
        self._field.installEventFilter(self)
        self.setFocusProxy(self._slider)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)

    def _arrange(self) -> None:
        row = QHBoxLayout()
        row.setSpacing(GRID)
        row.addWidget(self._slider, 1)
        row.addWidget(self._field)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(GRID // 2)
        column.addLayout(row)
        column.addWidget(self._error)

    def setAccessibleName(self, name: str) -> None:
        """What a screen reader calls the slider and the field: they have the focus, not this widget."""
        super().setAccessibleName(name)
        self._slider.setAccessibleName(name)
        self._field.setAccessibleName(name)

    def value(self) -> float:
        """The number, exactly as it was set, typed or slid."""
        return self._value

    def set_value(self, value: float) -> None:
        """Show another number without a signal. Outside the range the field shows it, the slider stands at its end."""
        if value != self._value:
            self._value = value
            self._show()

    def _show(self) -> None:
        with QSignalBlocker(self._slider):
            self._slider.setValue(self._position(self._value))
        self._field.setText(written(self._value))
        self._field.setCursorPosition(0)  # a long number shows its first digits
        self._error.hide()

    def _position(self, value: float) -> int:
        inside = min(max(value, self._low), self._high)
        return round(POSITIONS * log(inside / self._low) / log(self._high / self._low))

    def _at(self, position: int) -> float:
        """The value of a position with as many digits as make a difference; both ends are exact."""
        if position in (0, POSITIONS):
            return self._low if position == 0 else self._high
        return float(f"{self._low * exp(position / POSITIONS * log(self._high / self._low)):.4g}")

    def _begin(self) -> None:
        self._gesture = new_gesture()

    def _slid(self, position: int) -> None:
        self._take(self._at(position))

    def _take(self, value: float) -> None:
        self._value = value
        self._show()
        self.changed.emit(value, self._gesture)

    def _typed(self) -> None:
        """The field was left: take its number if it is another one, or say why not and keep the text."""
        text = self._field.text().strip()
        if text == written(self._value):
            return
        value = number(text)
        if value is None or not self._low <= value <= self._high:
            self._refuse(text)
            return
        self._begin()
        if value == self._value:
            self._show()
        else:
            self._take(value)
            self.released.emit()

    def _refuse(self, text: str) -> None:
        palette = self._error.palette()
        palette.setColor(QPalette.ColorRole.WindowText, theme_of(self).colour("danger"))
        self._error.setPalette(palette)
        sentence = self.tr("“{text}” does not fit here. Type a number from {low} to {high}.")
        self._error.setText(sentence.format(text=text, low=f"{self._low:g}", high=f"{self._high:g}"))
        self._error.show()

    def eventFilter(self, watched: object, event: QEvent) -> bool:
        """Esc in the field brings the number back."""
        if isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress and event.key() == Qt.Key.Key_Escape:
            self._show()
            return True
        return False


def number(text: str) -> float | None:
    """A number as people type it, with a point or a decimal comma; None if it is none."""
    try:
        value = float(text.strip().replace("−", "-").replace(",", "."))
    except ValueError:
        return None
    return value if isfinite(value) else None


def written(value: float) -> str:
    """The shortest text that stands for exactly this number."""
    return str(value).removesuffix(".0")
