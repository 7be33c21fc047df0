"""The data flow of attention as boxes and arrows, with the present Step lit."""

from PySide6.QtCore import QEvent, QPoint, QPointF, QSize, Qt, Signal
from PySide6.QtGui import QFocusEvent, QHelpEvent, QHideEvent, QKeyEvent, QMouseEvent, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QSizePolicy, QToolTip, QWidget

from gui.widgets.flow_layout import END, Flow, FlowState, Measures, Texts, arranged
from gui.widgets.flow_paint import FlowPainter, Pointing, dot_area
from gui.widgets.motion import Motion

__all__ = ["FlowDiagram", "FlowState"]

Key = Qt.Key
NOTHING = FlowState("scores", {}, "1", masked=False, dropout=False)


class FlowDiagram(QWidget):
    """Q and K to the scores, and on through every Step to the output. Shows a FlowState; holds no numbers.

    Left, Right, Home and End go from box to box; Enter, Space or a click chooses one. When the present Step changes,
    a dot runs along the arrows into its box.
    """

    step_chosen = Signal(str)
    """The Step whose box was clicked, or chosen by key."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._state = NOTHING
        self._flow: Flow | None = None
        self._focus = NOTHING.present
        self._hover = ""
        self._motion = Motion(self)
        self._motion.moved.connect(self._repaint_dots)
        self.setMouseTracking(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self._name()

    def state(self) -> FlowState:
        """What is shown."""
        return self._state

    def set_state(self, state: FlowState) -> None:
        """Show `state`. Repaints only if it differs from the present one; moves only if another Step became present."""
        if state == self._state:
            return
        comes = state.present != self._state.present
        self._state = state.kept()
        self._motion.stop()
        if comes or self._focus not in state.steps:
            self._focus = state.present
        self._renew()
        if comes and self.isVisible():
            self._motion.start()

    def is_moving(self) -> bool:
        """True while the dot runs."""
        return self._motion.running()

    def focused_step(self) -> str:
        """The Step whose box Enter would choose."""
        return self._focus

    # Where things are

    def flow(self) -> Flow:
        """Boxes, arrows and texts where they lie in this widget."""
        if self._flow is None:
            self._flow = arranged(self._measures(), self.width())
        return self._flow

    def _measures(self) -> Measures:
        return Measures(self._state, self._texts(), self.font())

    def sizeHint(self) -> QSize:
        return self._measures().size

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    def _renew(self) -> None:
        self._flow = None
        self._name()
        self.updateGeometry()
        self.update()

    # Words

    def _texts(self) -> Texts:
        over = self.tr("column by column") if self._state.columns else self.tr("row by row")
        return {
            "scores": (self.tr("MatMul"), "Q Kᵀ"),
            "scaled": (self.tr("Scale"), self.tr("× {factor}").format(factor=self._state.scale)),
            "masked": (self.tr("Mask?"), self._mask()),
            "weights": (self.tr("Softmax"), over),
            "dropped": (self.tr("Dropout"), self.tr("at random")),
            "output": (self.tr("MatMul"), self.tr("weights · V")),
            END: (self.tr("output"), ""),
        }

    def _mask(self) -> str:
        if not self._state.masked:
            return self.tr("no")
        if self._state.late:
            return self.tr("too late:\nafter softmax")
        text = (
            self.tr("inverted: {filler}\nwhere visible")
            if self._state.inverted
            else self.tr("yes: {filler}\nwhere hidden")
        )
        return text.format(filler=self._state.filler)

    def _explained(self, step: str) -> str:
        hidden = self.tr("masked: {mask}").format(mask=self._mask().replace("\n", " "))
        sentences = {
            "scores": self.tr("scores: every query times every key"),
            "scaled": self.tr("scaled: every score times {factor}").format(factor=self._state.scale),
            "masked": hidden if self._state.masked else self.tr("masked: no mask is on, the scores stay as they are"),
            "weights": self.tr("weights: the softmax of each key's column (a mistake)")
            if self._state.columns
            else self.tr("weights: the softmax of each query's row, which sums to 1"),
            "dropped": self.tr("dropped: some weights set to 0 at random, the others made larger"),
            "output": self.tr("output: for each query the mean of V under its weights"),
        }
        shape = self._state.shapes.get(step, "")
        return sentences[step] + (f"\n{shape}" if shape else "")

    def _name(self) -> None:
        title = self._texts()[self._focus][0]
        present = self._focus == self._state.present
        name = self.tr("Data flow: {box}, present step") if present else self.tr("Data flow: {box}")
        self.setAccessibleName(name.format(box=title))
        self.setAccessibleDescription(self._explained(self._focus))

    # Events

    def keyPressEvent(self, event: QKeyEvent) -> None:
        steps = self._state.steps
        here = steps.index(self._focus)
        moves = {Key.Key_Left: here - 1, Key.Key_Right: here + 1, Key.Key_Home: 0, Key.Key_End: len(steps) - 1}
        plain = event.modifiers() in (Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.KeypadModifier)
        if plain and event.key() in moves:
            self._focus_on(steps[min(max(moves[Key(event.key())], 0), len(steps) - 1)])
        elif plain and event.key() in (Key.Key_Return, Key.Key_Enter, Key.Key_Space):
            self.step_chosen.emit(self._focus)
        else:
            super().keyPressEvent(event)

    def _focus_on(self, step: str) -> None:
        if step != self._focus:
            self._focus = step
            self._name()
            self.update()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        step = self.flow().at(event.position())
        if event.button() == Qt.MouseButton.LeftButton and step:
            self._focus_on(step)
            self.step_chosen.emit(step)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        self._hover_over(self.flow().at(event.position()))

    def leaveEvent(self, event: QEvent) -> None:
        self._hover_over("")

    def _hover_over(self, step: str) -> None:
        if step != self._hover:
            self._hover = step
            self.setCursor(Qt.CursorShape.PointingHandCursor if step else Qt.CursorShape.ArrowCursor)
            self.update()

    def event(self, event: QEvent) -> bool:
        if isinstance(event, QHelpEvent) and event.type() == QEvent.Type.ToolTip:
            self._show_tip(event.pos(), event.globalPos())
            return True
        return super().event(event)

    def _show_tip(self, point: QPoint, on_screen: QPoint) -> None:
        step = self.flow().at(QPointF(point))
        if step:
            QToolTip.showText(on_screen, self._explained(step), self, self.flow().box(step).rect.toAlignedRect())
        else:
            QToolTip.hideText()

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self.update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self.update()

    def hideEvent(self, event: QHideEvent) -> None:
        self._motion.stop()
        super().hideEvent(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        self._flow = None

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() in (QEvent.Type.FontChange, QEvent.Type.PaletteChange, QEvent.Type.LanguageChange):
            self._renew()

    def paintEvent(self, event: QPaintEvent) -> None:
        focus = self._focus if self.hasFocus() else ""
        pointing = Pointing(focus, self._hover, self._motion.position())
        FlowPainter(self, self._state).paint(self.flow(), pointing)

    def _repaint_dots(self) -> None:
        for arrow in self.flow().into(self._state.present):
            self.update(dot_area(arrow).toAlignedRect())
