"""Icons from resources/icons, drawn in the theme's text colour."""

from pathlib import Path

from PySide6.QtCore import QByteArray, Qt
from PySide6.QtGui import QIcon, QPainter, QPalette, QPixmap
from PySide6.QtSvg import QSvgRenderer

from gui.theme import Theme

ICONS = Path(__file__).resolve().parent.parent.parent / "resources" / "icons"
SIZE = 48


def icon(name: str, theme: Theme) -> QIcon:
    """resources/icons/NAME.svg with every `currentColor` in the colour of the theme's text."""
    colour = theme.palette().color(QPalette.ColorRole.WindowText).name()
    svg = (ICONS / f"{name}.svg").read_text(encoding="utf-8").replace("currentColor", colour)
    pixmap = QPixmap(SIZE, SIZE)
    pixmap.fill(Qt.GlobalColor.transparent)
    painter = QPainter(pixmap)
    QSvgRenderer(QByteArray(svg.encode())).render(painter)
    painter.end()
    return QIcon(pixmap)
