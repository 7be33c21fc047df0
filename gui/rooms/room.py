"""What every room offers the window: its title and the picture that Export and Copy mean."""

from PySide6.QtWidgets import QWidget

from gui.widgets.picture import Picture


class Room(QWidget):
    """One page of the window. The window knows no more about it than this."""

    key = ""

    def picture(self) -> Picture | None:
        """The heatmap that the person is looking at, with its labels; None if there is none."""
        raise TypeError(f"{type(self).__name__} must say which picture it shows")
