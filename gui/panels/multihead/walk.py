"""The walk through multi-head attention: every matrix a box with its shape, from X to the output."""

from PySide6.QtCore import Qt, Slot
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QFrame, QLabel, QScrollArea, QVBoxLayout, QWidget

from engine.heads.trace import MultiHeadTrace
from engine.problems import QT_TRANSLATE_NOOP
from gui.panels.multihead.pictures import BOX_NAMES, ROLES
from gui.panels.words import word
from gui.session import HeadsResult, Session
from gui.theme import GRID
from gui.widgets.shape_path import PathBox, ShapePath

PLACES: dict[str, tuple[int, float]] = {
    "x": (0, 1),
    "y": (0, 1.5),
    "w_q": (1, 0),
    "w_k": (1, 1),
    "w_v": (1, 2),
    "q": (2, 0),
    "k": (2, 1),
    "v": (2, 2),
    "scores": (3, 0.5),
    "weights": (4, 0.5),
    "head_output": (5, 0.5),
    "concat": (6, 0.5),
    "w_o": (7, 0.5),
    "output": (8, 0.5),
}
ARROWS = (
    ("w_q", "q"),
    ("w_k", "k"),
    ("w_v", "v"),
    ("q", "scores"),
    ("k", "scores"),
    ("scores", "weights"),
    ("weights", "head_output"),
    ("v", "head_output"),
    ("head_output", "concat"),
    ("concat", "w_o"),
    ("w_o", "output"),
)
NOTES = {
    "x": QT_TRANSLATE_NOOP("words", "One row per token: what the layer receives. Every projection starts here."),
    "y": QT_TRANSLATE_NOOP("words", "The other tokens of cross-attention: keys and values are made of these rows."),
    "w_q": QT_TRANSLATE_NOOP(
        "words", "Makes the queries. Its columns are cut into runs, one per head; the lit ones are this head's."
    ),
    "w_k": QT_TRANSLATE_NOOP(
        "words", "Makes the keys. A matrix of its own: with W_K = W_Q every score would read the same both ways."
    ),
    "w_v": QT_TRANSLATE_NOOP("words", "Makes the values: what a token hands over when it is looked at."),
    "q": QT_TRANSLATE_NOOP("words", "X · W_Q, this head's columns only: what each token looks for, in this head."),
    "k": QT_TRANSLATE_NOOP("words", "X · W_K, this head's columns only: what each token offers to be found by."),
    "v": QT_TRANSLATE_NOOP("words", "X · W_V, this head's columns only: what each token hands over."),
    "scores": QT_TRANSLATE_NOOP("words", "Q · Kᵀ in every head by itself: heads do not see each other here."),
    "weights": QT_TRANSLATE_NOOP(
        "words", "Scaled, masked, softmax: where each token looks, a map of its own per head."
    ),
    "head_output": QT_TRANSLATE_NOOP("words", "weights · V: what this head has gathered for each token."),
    "concat": QT_TRANSLATE_NOOP("words", "The heads' outputs side by side: as wide as they are together."),
    "w_o": QT_TRANSLATE_NOOP(
        "words", "Mixes the heads. Its lit rows are this head's: through them alone it reaches the output."
    ),
    "output": QT_TRANSLATE_NOOP("words", "concat · W_O: the sum of what all heads contribute, as wide as X."),
}


class HeadsWalk(QWidget):
    """The diagram, and one sentence about the open box; a box that is chosen is opened below."""

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self.path = ShapePath()
        self.path.chosen.connect(session.set_box)
        self._area = QScrollArea(widgetResizable=True)
        self._area.setWidget(self.path)
        self._area.setFrameShape(QFrame.Shape.NoFrame)
        self._area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._area.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._note = QLabel(wordWrap=True)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(GRID // 2)
        layout.addWidget(self._area)
        layout.addWidget(self._note)
        session.box_changed.connect(self.render_walk)
        session.result_changed.connect(self._on_result)
        self.render_walk()

    @Slot()
    def render_walk(self) -> None:
        """Show every shape of the newest trace, and which box is open."""
        result: HeadsResult | None = self._session.result("heads")
        if result is None:
            return
        boxes = _boxes(result.trace)
        present = next((box for box in boxes if box.key == self._session.box), boxes[0])
        cross = result.trace.config.y is not None
        self.path.set_path(boxes, [*_entries(cross), *ARROWS], present.key)
        self._note.setText(f"{present.title}: {present.note}")
        self._fit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        """As high as the diagram; with room for a scroll bar only where the window is too narrow for it."""
        bar = self._area.horizontalScrollBar().sizeHint().height()
        wide = self.path.minimumSizeHint().width() > self.width()
        self._area.setFixedHeight(self.path.sizeHint().height() + (bar if wide else 0))

    @Slot(str)
    def _on_result(self, kind: str) -> None:
        if kind == "heads":
            self.render_walk()


def _boxes(trace: MultiHeadTrace) -> list[PathBox]:
    boxes = []
    cross = trace.config.y is not None
    for name, shape, copies in trace.shapes:
        if name in PLACES:
            column, row = (0, 0.0) if name == "x" and cross else PLACES[name]
            text = f"({shape[0]}, {shape[1]})"
            text = f"{copies} × {text}" if copies > 1 else text
            boxes.append(
                PathBox(name, column, row, word(BOX_NAMES, name), text, ROLES.get(name, ""), word(NOTES, name))
            )
    return boxes


def _entries(cross: bool) -> list[tuple[str, str]]:
    keys = "y" if cross else "x"
    return [("x", "w_q"), (keys, "w_k"), (keys, "w_v")]
