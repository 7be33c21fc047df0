"""Where the boxes, arrows and texts of the data-flow diagram lie, for any width and face."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from math import ceil

from PySide6.QtCore import QPointF, QRectF, QSize
from PySide6.QtGui import QFont, QFontMetricsF

from engine.steps import STEPS
from gui.theme import GRID
from gui.widgets.labels import label_font

WIDTH = 700.0
"""Narrower than this the diagram never gets, even where its texts would allow it."""
MARGIN = 4.0
PAD = GRID / 2
SHORTEST = 22.0
"""Pixels of an arrow between two boxes of the narrowest diagram."""
WIDEST = 14.0 * GRID
"""Pixels of an arrow between two boxes of a wide one; what is left makes the boxes wider."""
END = "end"
"""The key of the output itself, where the last arrow leads."""

Texts = Mapping[str, tuple[str, str]]
"""(title, note) of each Step's box, and of END. A note may have two lines."""


@dataclass(frozen=True)
class FlowState:
    """What the diagram shows.

    step      the present Step
    shapes    the text on the arrow that carries "q", "k", "v" or a Step's array, e.g. "4 × 3"
    scale     the factor as people write it, e.g. "1/√3"
    masked    a mask is on
    dropout   dropout is on, so that the Step "dropped" exists
    filler    what stands in hidden cells, as people write it
    late      the mask comes after the softmax (a mistake)
    inverted  what may be seen is hidden (a mistake)
    columns   the softmax runs down the columns (a mistake)
    """

    step: str
    shapes: Mapping[str, str]
    scale: str
    masked: bool
    dropout: bool
    filler: str = "−∞"
    late: bool = False
    inverted: bool = False
    columns: bool = False

    def __post_init__(self) -> None:
        if self.step not in STEPS:
            raise ValueError(f"{self.step!r} is no Step; they are {', '.join(STEPS)}")

    @property
    def steps(self) -> tuple[str, ...]:
        """The Steps that have a box, in their order."""
        return tuple(step for step in STEPS if step != "dropped" or self.dropout)

    @property
    def present(self) -> str:
        """The Step whose box is lit: without dropout "dropped" is the same as "weights"."""
        return self.step if self.step in self.steps else "weights"

    def kept(self) -> "FlowState":
        """The same with shapes of its own, which nobody else can change."""
        return replace(self, shapes=dict(self.shapes))


@dataclass(frozen=True)
class Line:
    """One line of text in the middle of its rectangle."""

    text: str
    rect: QRectF
    strong: bool = False


@dataclass(frozen=True)
class Box:
    """A Step's box, or one of the coloured ends "q", "k", "v" and END."""

    key: str
    rect: QRectF
    lines: tuple[Line, ...]


@dataclass(frozen=True)
class Arrow:
    """Carries one array into a Step's box, or into END. `leader` ties a label to it that stands apart."""

    carries: str
    into: str
    start: QPointF
    end: QPointF
    label: Line
    leader: tuple[QPointF, QPointF] | None = None


@dataclass(frozen=True)
class Flow:
    """The whole diagram in logical pixels."""

    boxes: tuple[Box, ...]
    ends: tuple[Box, ...]
    arrows: tuple[Arrow, ...]

    def box(self, key: str) -> Box:
        """The box of a Step. KeyError if it has none."""
        return {box.key: box for box in self.boxes}[key]

    def at(self, point: QPointF) -> str:
        """The Step whose box is under a point, or ""."""
        return next((box.key for box in self.boxes if box.rect.contains(point)), "")

    def into(self, key: str) -> tuple[Arrow, ...]:
        """The arrows that lead into a box."""
        return tuple(arrow for arrow in self.arrows if arrow.into == key)

    def lines(self) -> list[Line]:
        """Every text that is drawn."""
        inside = [line for box in (*self.boxes, *self.ends) for line in box.lines]
        return inside + [arrow.label for arrow in self.arrows if arrow.label.text]


class Measures:
    """What the face and the texts need, whatever the width."""

    def __init__(self, state: FlowState, texts: Texts, font: QFont) -> None:
        strong = QFont(font)
        strong.setBold(True)
        self.state, self.texts = state, texts
        self.strong, self.small = QFontMetricsF(strong), QFontMetricsF(label_font(font))
        self.chip = self.strong.height() + GRID
        self.spread = self.chip / 2 + 2  # half the distance between Q and K
        self.box_height = max(self.strong.height() + 2 * self.small.height() + 2 * PAD, 2 * self.spread + self.chip)
        self.top = MARGIN / 2 + self.small.height() + 2
        self.middle = self.top + self.box_height / 2
        self.bottom = self.top + self.box_height
        self.arrow_down = self.small.height() + PAD
        level = [text for key, text in state.shapes.items() if key != "v"]
        self.longest = max((self.small.horizontalAdvance(text) for text in level), default=0.0)

    def end_width(self, text: str) -> int:
        """Pixels of a coloured end."""
        return ceil(max(self.chip, self.strong.horizontalAdvance(text) + 3 * PAD))

    def box_width(self, key: str) -> int:
        """Pixels of a Step's box."""
        title, note = self.texts[key]
        notes = [self.small.horizontalAdvance(line) for line in note.split("\n")]
        return ceil(max(self.strong.horizontalAdvance(title), *notes) + 2 * PAD + 2)

    @property
    def fixed(self) -> float:
        """Pixels of all that does not grow: boxes, ends and margins."""
        ends = self.end_width("Q") + self.end_width(self.texts[END][0])
        return 2 * MARGIN + ends + sum(self.box_width(key) for key in self.state.steps)

    @property
    def shortest(self) -> float:
        """The least between two boxes: two labels above one box must not touch."""
        narrowest = min(self.box_width(key) for key in self.state.steps)
        return max(SHORTEST, self.longest + PAD - narrowest)

    @property
    def size(self) -> QSize:
        """The least that the diagram needs."""
        width = self.fixed + self.shortest * (len(self.state.steps) + 1)
        return QSize(ceil(max(WIDTH, width)), ceil(self.bottom + self.arrow_down + self.chip + MARGIN))

    def lines(self, rect: QRectF, title: str, note: str = "") -> tuple[Line, ...]:
        """The title and the note's lines, together in the middle of `rect`."""
        notes = note.split("\n") if note else []
        top = rect.center().y() - (self.strong.height() + len(notes) * self.small.height()) / 2
        lines = [Line(title, QRectF(rect.left(), top, rect.width(), self.strong.height()), strong=True)]
        top += self.strong.height()
        for text in notes:
            lines.append(Line(text, QRectF(rect.left(), top, rect.width(), self.small.height())))
            top += self.small.height()
        return tuple(lines)


def arranged(measures: Measures, width: float) -> Flow:
    """The diagram in `width` pixels, at least `measures.size`."""
    state = measures.state
    gaps = len(state.steps) + 1
    spare = max(width - measures.fixed, measures.shortest * gaps)
    gap = min(spare / gaps, WIDEST)
    wider = (spare - gap * gaps) / len(state.steps)
    boxes, x = [], MARGIN + measures.end_width("Q") + gap
    for key in state.steps:
        rect = QRectF(x, measures.top, measures.box_width(key) + wider, measures.box_height)
        boxes.append(Box(key, rect, measures.lines(rect, *measures.texts[key])))
        x = rect.right() + gap
    ends = _ends(measures, x, boxes[-1].rect.center().x())
    return Flow(tuple(boxes), ends, tuple(_arrows(measures, boxes, ends, gap)))


def _ends(measures: Measures, output_x: float, v_x: float) -> tuple[Box, ...]:
    chip, middle = measures.chip, measures.middle
    letter = measures.end_width("Q")
    output = measures.texts[END][0]
    places = {
        "q": ("Q", QRectF(MARGIN, middle - measures.spread - chip / 2, letter, chip)),
        "k": ("K", QRectF(MARGIN, middle + measures.spread - chip / 2, letter, chip)),
        "v": ("V", QRectF(v_x - letter / 2, measures.bottom + measures.arrow_down, letter, chip)),
        END: (output, QRectF(output_x, middle - chip / 2, measures.end_width(output), chip)),
    }
    return tuple(Box(key, rect, measures.lines(rect, text)) for key, (text, rect) in places.items())


def _arrows(measures: Measures, boxes: list[Box], ends: tuple[Box, ...], gap: float) -> list[Arrow]:
    """Labels stand on their arrows; if one of them is too long for that, all stand above the boxes, K's below."""
    q, k, v, output = ends
    level = [(q, boxes[0]), (k, boxes[0]), *zip(boxes, [*boxes[1:], output], strict=True)]
    apart = measures.longest + PAD > gap
    arrows = [_level_arrow(measures, start, end, apart) for start, end in level]
    down = boxes[-1].rect
    start, end = QPointF(down.center().x(), v.rect.top()), QPointF(down.center().x(), down.bottom())
    text = measures.state.shapes.get("v", "")
    beside = QRectF(
        start.x() + GRID, end.y() + PAD / 2, measures.small.horizontalAdvance(text), measures.small.height()
    )
    return [*arrows, Arrow("v", boxes[-1].key, start, end, Line(text, beside))]


def _level_arrow(measures: Measures, start: Box, end: Box, apart: bool) -> Arrow:
    chip_side = start if start.key in ("q", "k") else end
    y = chip_side.rect.center().y()
    tail, head = QPointF(start.rect.right(), y), QPointF(end.rect.left(), y)
    below = start.key == "k"
    text, line = measures.state.shapes.get(start.key, ""), measures.small.height()
    middle, width = (tail.x() + head.x()) / 2, measures.small.horizontalAdvance(text)
    if apart:
        top = measures.bottom + 2 if below else MARGIN / 2
        leader = QPointF(middle, top if below else top + line), QPointF(middle, y)
    else:
        top, leader = (y + 3 if below else y - 3 - line), None
    rect = QRectF(max(0.0, middle - width / 2), top, width, line)
    return Arrow(start.key, end.key, tail, head, Line(text, rect), leader if text else None)
