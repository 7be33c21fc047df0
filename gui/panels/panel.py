"""What panels have in common: they try an edit, and show at their own place why it cannot be done."""

from collections.abc import Callable

from PySide6.QtWidgets import QWidget

from engine.problems import Problem
from gui.i18n import say
from gui.session import Session
from gui.widgets.banner import Banner
from gui.widgets.number_field import EntryField


class Panel(QWidget):
    """A widget that knows the Session and has a banner for its Problems; the subclass lays the banner out."""

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self.banner = Banner(self)

    def mind(self, field: EntryField) -> None:
        """Take the banner away when the person takes back what was refused in `field`."""
        field.taken_back.connect(self.banner.hide)

    def attempt(self, edit: Callable[[], None]) -> bool:
        """Do `edit`; if it raises a Problem, show its sentence and return False: nothing has changed then."""
        try:
            edit()
        except Problem as problem:
            self.banner.show_text(say(problem))
            return False
        self.banner.show_text("")
        return True
