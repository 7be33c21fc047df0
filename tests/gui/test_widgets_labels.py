"""Labels thin out when they are crowded: none lies over another, and none leaves its band."""

import itertools

import pytest
from PySide6.QtGui import QFont, QFontMetricsF
from PySide6.QtWidgets import QApplication

from gui.widgets.labels import Edge, Label, shown, stride

TOKENS = tuple(
    itertools.islice(
        itertools.cycle(["The", "trophy", "extraordinarily-long-token-without-end", " ", "é", "東京", "\n"]), 300
    )
)


def overlapping(labels: list[Label]) -> list[tuple[str, str]]:
    """Neighbours that touch each other by more than rounding."""
    pairs = itertools.pairwise(labels)
    return [(a.text, b.text) for a, b in pairs if a.rect.adjusted(0.01, 0.01, -0.01, -0.01).intersects(b.rect)]


@pytest.fixture
def font(qapp: QApplication) -> QFont:
    """Eleven pixels high."""
    font = QFont()
    font.setPixelSize(11)
    return font


@pytest.mark.parametrize("cell", [0.4, 1, 3.7, 12, 40, 150])
@pytest.mark.parametrize("labels", [(), TOKENS], ids=["indices", "tokens"])
def test_labels_never_overlap(font: QFont, labels: tuple[str, ...], cell: float) -> None:
    edge = Edge(labels, 300, font)
    assert overlapping(edge.beside(range(300), 0, cell, 0, 80)) == []
    above = edge.above(range(300), 0, cell, 100, edge.height(cell))
    assert overlapping(above) == []
    assert above[0].index == 0


@pytest.mark.parametrize("cell", [0.4, 12, 150])
def test_labels_stay_in_their_band(font: QFont, cell: float) -> None:
    edge = Edge(TOKENS, 300, font)
    metrics = QFontMetricsF(font)
    for label in edge.beside(range(300), 0, cell, 10, 60):
        assert (label.rect.left(), label.rect.width()) == (10, 60)
        assert metrics.horizontalAdvance(label.text) <= 60
    for label in edge.above(range(300), 0, cell, 100, 50):
        assert label.rect.bottom() == pytest.approx(100)
        assert metrics.horizontalAdvance(label.text) <= max(50, edge.widest)


def test_zooming_in_brings_every_label_back(font: QFont) -> None:
    edge = Edge(TOKENS, 300, font)
    crowded = edge.beside(range(300), 0, 2, 0, 80)
    zoomed = edge.beside(range(40, 60), 0, 30, 0, 80)
    assert len(crowded) < 60
    assert [label.index for label in zoomed] == list(range(40, 60))


def test_a_label_stands_in_the_middle_of_its_cell(font: QFont) -> None:
    edge = Edge((), 10, font)
    assert edge.beside(range(10), 5, 20, 0, 30)[3].rect.center().y() == pytest.approx(5 + 3.5 * 20)
    assert edge.above(range(10), 5, 40, 90, 20)[3].rect.center().x() == pytest.approx(5 + 3.5 * 40)


def test_wide_tokens_stand_upright_and_short_ones_lie(font: QFont) -> None:
    assert Edge(("a", "b"), 2, font).stands(40) is False
    assert Edge(("a", "trophy"), 2, font).stands(20) is True
    assert Edge((), 2000, font).stands(2) is False


def test_strides_are_round_numbers() -> None:
    assert [stride(cell, 14) for cell in (20, 14, 8, 3, 1.5, 0.5)] == [1, 1, 2, 5, 10, 50]


def test_blank_tokens_are_visible() -> None:
    assert (shown(" "), shown("\n"), shown(""), shown("a\tb")) == ("␣", "↵", "␣", "a⇥b")


@pytest.mark.parametrize("cell", [0.4, 0.66, 0.9, 2.1, 7, 30])
def test_the_last_label_stays_left_of_the_edge(font: QFont, cell: float) -> None:
    metrics = QFontMetricsF(font)
    for labels in ((), TOKENS * 2):
        edge, right = Edge(labels, 512, font), 512 * cell + 3
        above = edge.above(range(512), 0, cell, 100, edge.height(cell), right)
        assert overlapping(above) == []
        assert len(above) > 2
        for label in above:
            width = label.rect.width() if label.upright else metrics.horizontalAdvance(label.text)
            assert label.rect.center().x() + width / 2 <= right + 0.01
