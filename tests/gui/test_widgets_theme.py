"""Both looks can be read: every text against every ground it stands on, measured as WCAG 2.2 does."""

import itertools

import pytest
from PySide6.QtGui import QColor, QPalette
from PySide6.QtWidgets import QApplication, QWidget

from gui.theme import ACCENT, DARK, DATA, LIGHT, ON_ACCENT, THEMES, Theme, contrast, data_colour, readable, theme_of

Role, Group = QPalette.ColorRole, QPalette.ColorGroup
BOTH = pytest.mark.parametrize("theme", THEMES.values(), ids=THEMES)
PAIRS = [
    (Role.WindowText, Role.Window),
    (Role.Text, Role.Base),
    (Role.Text, Role.AlternateBase),
    (Role.PlaceholderText, Role.Base),
    (Role.ButtonText, Role.Button),
    (Role.ToolTipText, Role.ToolTipBase),
    (Role.HighlightedText, Role.Highlight),
    (Role.Link, Role.Window),
    (Role.LinkVisited, Role.Base),
    (Role.BrightText, Role.Button),
]


def test_contrast_is_that_of_wcag() -> None:
    """The two values that everyone knows: black on white 21, the grey #767676 on white 4.54."""
    assert contrast(QColor("black"), QColor("white")) == pytest.approx(21)
    assert contrast(QColor("#767676"), QColor("white")) == pytest.approx(4.54, abs=0.01)


@BOTH
@pytest.mark.parametrize("pair", PAIRS, ids=lambda pair: f"{pair[0].name}-{pair[1].name}")
def test_palette_texts_are_readable(theme: Theme, pair: tuple[Role, Role]) -> None:
    palette = theme.palette()
    text, ground = (palette.color(Group.Active, role) for role in pair)
    assert contrast(text, ground) >= 4.5
    text, ground = (palette.color(Group.Disabled, role) for role in pair)
    assert contrast(text, ground) >= 3


@BOTH
def test_chrome_texts_are_readable_on_every_ground(theme: Theme) -> None:
    for text, ground in itertools.product(("text", "muted", "danger", "good", "link"), ("window", "base", "raised")):
        assert contrast(theme.colour(text), theme.colour(ground)) >= 4.5, (text, ground)
    assert contrast(theme.colour("danger"), theme.colour("danger_ground")) >= 4.5
    assert contrast(theme.colour("text"), theme.colour("danger_ground")) >= 4.5
    assert contrast(QColor(ON_ACCENT), QColor(ACCENT)) >= 4.5


@BOTH
@pytest.mark.parametrize("role", DATA)
def test_letters_in_data_colours_are_readable(theme: Theme, role: str) -> None:
    for ground in ("window", "base", "raised"):
        letter = readable(data_colour(role), theme.colour(ground))
        assert contrast(letter, theme.colour(ground)) >= 4.5
        assert abs(letter.hslHue() - data_colour(role).hslHue()) <= 6  # still the same colour to the eye


def test_a_colour_that_is_readable_stays_itself() -> None:
    assert readable(data_colour("q"), QColor("white")) == data_colour("q")


@BOTH
def test_applied_theme_is_told_by_a_widget(theme: Theme, qapp: QApplication) -> None:
    before = qapp.palette()
    theme.apply(qapp)
    try:
        assert theme_of(QWidget()) is theme
    finally:
        qapp.setPalette(before)


def test_no_role_is_left_to_the_desktop(qapp: QApplication) -> None:
    """Both palettes set the same roles, and all that a widget can be drawn with."""
    for theme in (LIGHT, DARK):
        palette = theme.palette()
        unset = [role for role in Role if role != Role.NColorRoles and not palette.isBrushSet(Group.Active, role)]
        assert unset in ([], [Role.NoRole])
