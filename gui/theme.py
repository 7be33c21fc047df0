"""The two looks of the window, and the data colours that are the same in both."""

from dataclasses import dataclass
from typing import Final

from PySide6.QtGui import QColor, QFont, QPalette
from PySide6.QtWidgets import QApplication, QToolTip, QWidget

GRID: Final = 8
"""Every margin and gap is a multiple of this many logical pixels (half of it inside one control)."""

# Okabe and Ito's colours, told apart by people with any kind of colour blindness. They never change with the theme.
DATA: Final = {"q": "#0072B2", "k": "#D55E00", "v": "#009E73", "output": "#CC79A7"}
ACCENT: Final = "#E69F00"
ON_ACCENT: Final = "#14161A"

Role = QPalette.ColorRole


def data_colour(role: str) -> QColor:
    """The fixed colour of "q", "k", "v" or "output". KeyError for another role."""
    return QColor(DATA[role])


def luminance(colour: QColor) -> float:
    """Relative luminance, 0 (black) to 1 (white), as WCAG 2.2 defines it."""
    red, green, blue = (_linear(channel) for channel in (colour.redF(), colour.greenF(), colour.blueF()))
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def _linear(channel: float) -> float:
    return channel / 12.92 if channel <= 0.04045 else ((channel + 0.055) / 1.055) ** 2.4


def contrast(one: QColor, other: QColor) -> float:
    """Contrast ratio of two opaque colours, 1 to 21, as WCAG 2.2 defines it."""
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


def readable(colour: QColor, background: QColor, ratio: float = 4.5) -> QColor:
    """`colour` itself, or the nearest tint or shade of it whose contrast on `background` reaches `ratio`."""
    goal = QColor("white") if luminance(background) < 0.18 else QColor("black")
    for share in range(0, 101, 4):
        tint = mixed(colour, goal, share / 100)
        if contrast(tint, background) >= ratio:
            return tint
    return goal


def mixed(one: QColor, other: QColor, share: float) -> QColor:
    """`share` (0 to 1) of the way from `one` to `other`, channel by channel."""
    pairs = zip(one.getRgb()[:3], other.getRgb()[:3], strict=True)  # type: ignore[index]  # stub says object
    return QColor(*(round(a + (b - a) * share) for a, b in pairs))


@dataclass(frozen=True)
class Theme:
    """One explicit Fusion palette. Widgets ask for a colour by what it is for, never by its value."""

    key: str
    window: str
    base: str
    raised: str
    text: str
    muted: str
    disabled: str
    line: str
    danger: str
    danger_ground: str
    good: str
    link: str

    def colour(self, role: str) -> QColor:
        """The chrome colour of a role named like the fields above, e.g. "muted"."""
        return QColor(getattr(self, role))

    def palette(self) -> QPalette:
        """Every role set, so that nothing is left to the desktop's own colours."""
        palette = QPalette()
        for role, value in self._roles().items():
            palette.setColor(role, QColor(value))
        for role in (Role.WindowText, Role.Text, Role.ButtonText, Role.HighlightedText, Role.PlaceholderText):
            palette.setColor(QPalette.ColorGroup.Disabled, role, QColor(self.disabled))
        palette.setColor(QPalette.ColorGroup.Disabled, Role.Highlight, QColor(self.raised))
        return palette

    def _roles(self) -> dict[Role, str]:
        return {
            Role.Window: self.window,
            Role.WindowText: self.text,
            Role.Base: self.base,
            Role.AlternateBase: self.raised,
            Role.Text: self.text,
            Role.PlaceholderText: self.muted,
            Role.Button: self.raised,
            Role.ButtonText: self.text,
            Role.BrightText: self.danger,
            Role.ToolTipBase: self.raised,
            Role.ToolTipText: self.text,
            Role.Highlight: ACCENT,
            Role.HighlightedText: ON_ACCENT,
            Role.Accent: ACCENT,
            Role.Link: self.link,
            Role.LinkVisited: self.link,
            Role.Light: self.base,
            Role.Midlight: self.raised,
            Role.Mid: self.line,
            Role.Dark: self.line,
            Role.Shadow: self.line,
        }

    def apply(self, app: QApplication) -> None:
        """Give the whole app this look. Fusion follows a palette on every platform; native styles do not."""
        app.setStyle("Fusion")
        app.setPalette(self.palette())
        QToolTip.setPalette(self.palette())


LIGHT: Final = Theme(
    key="light",
    window="#F6F7F9",
    base="#FFFFFF",
    raised="#E9ECF0",
    text="#1B1F24",
    muted="#57606A",
    disabled="#7B838C",
    line="#C6CCD4",
    danger="#B3261E",
    danger_ground="#FCE8E6",
    good="#0B6B50",
    link="#005F94",
)
DARK: Final = Theme(
    key="dark",
    window="#1B1E23",
    base="#272C34",
    raised="#333A45",
    text="#E8EAED",
    muted="#A6AEB8",
    disabled="#7E8792",
    line="#434A54",
    danger="#FFB4AB",
    danger_ground="#4A1F1C",
    good="#6FD8B4",
    link="#7CC4F2",
)
THEMES: Final = {theme.key: theme for theme in (LIGHT, DARK)}


def theme_of(widget: QWidget) -> Theme:
    """The theme that `widget` is drawn in, told by its palette: widgets hold no theme of their own."""
    return DARK if widget.palette().color(Role.Window).lightnessF() < 0.5 else LIGHT


def monospace(pixel_size: int = 12) -> QFont:
    """The face for numbers in matrices: every digit equally wide. `pixel_size` is in logical pixels."""
    font = QFont(["Cascadia Mono", "SF Mono", "Menlo", "Consolas", "DejaVu Sans Mono", "Liberation Mono", "monospace"])
    font.setStyleHint(QFont.StyleHint.Monospace)
    font.setPixelSize(pixel_size)
    return font


def tabular(font: QFont) -> QFont:
    """`font` with digits of equal width, so that a number does not shake while it changes."""
    steady = QFont(font)
    steady.setFeature(QFont.Tag("tnum"), 1)
    return steady
