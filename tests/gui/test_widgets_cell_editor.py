"""Editing cells: what is typed arrives as typed, what is not typed never changes, and nothing typed is lost."""

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QLabel, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from gui.widgets.cell_editor import CellEditor
from gui.widgets.matrix_view import MatrixView
from gui.widgets.picture import Picture

Key = Qt.Key
MANY_DIGITS = np.array([[0.123456789012, 1e-05], [0.30000000000000004, -1234.5]])


class Owner(QWidget):
    """What a panel does: parse, then show the new numbers or the error."""

    def __init__(self, values: np.ndarray) -> None:
        super().__init__()
        self.view = MatrixView(editable=True, role="q")
        self.values = values.copy()
        self.edits: list[tuple[int, int, str]] = []
        self.view.edited.connect(self._edit)
        QVBoxLayout(self).addWidget(self.view)
        self.view.set_picture(Picture(self.values.copy(), title="Q"))

    def _edit(self, row: int, col: int, text: str) -> None:
        self.edits.append((row, col, text))
        try:
            self.values[row, col] = float(text.replace(",", "."))
        except ValueError:
            self.view.show_error(row, col, f"{text} is not a number.")
        else:
            self.view.set_picture(Picture(self.values.copy(), title="Q"))

    def editor(self) -> CellEditor:
        """The open editor."""
        editor = self.view.editor()
        assert editor is not None
        return editor

    def banner(self) -> str:
        """The sentence on screen, if any."""
        texts = [label.text() for label in self.findChildren(QLabel) if not label.isHidden()]
        return texts[0] if texts else ""


@pytest.fixture
def owner(qtbot: QtBot) -> Owner:
    """A shown panel with a 2 x 2 matrix."""
    owner = Owner(MANY_DIGITS)
    qtbot.addWidget(owner)
    owner.resize(500, 300)
    owner.show()
    return owner


def test_typing_replaces_and_enter_moves_down(owner: Owner, qtbot: QtBot) -> None:
    qtbot.keyClick(owner.view, Key.Key_2)
    qtbot.keyClicks(owner.editor(), ",5")
    qtbot.keyClick(owner.editor(), Key.Key_Return)
    assert owner.edits == [(0, 0, "2,5")]
    assert owner.view.editor() is None
    assert owner.view.cursor_place() == (1, 0)
    assert owner.view.picture().values[0, 0] == 2.5


@pytest.mark.parametrize("key", [Key.Key_F2, Key.Key_Return])
def test_opening_shows_the_full_value(owner: Owner, qtbot: QtBot, key: Qt.Key) -> None:
    owner.view.set_cursor(1, 0)
    qtbot.keyClick(owner.view, key)
    assert owner.editor().text() == "0.30000000000000004"
    assert owner.editor().selectedText() == owner.editor().text()


def test_double_click_opens(owner: Owner, qtbot: QtBot) -> None:
    spot = owner.view.cell_rect(0, 1).center().toPoint()
    qtbot.mouseDClick(owner.view, Qt.MouseButton.LeftButton, pos=spot)
    assert owner.editor().text() == "1e-05"


def test_minus_opens_too(owner: Owner, qtbot: QtBot) -> None:
    qtbot.keyClick(owner.view, Key.Key_Minus)
    assert owner.editor().text() == "-"


def test_escape_changes_nothing(owner: Owner, qtbot: QtBot) -> None:
    qtbot.keyClick(owner.view, Key.Key_9)
    qtbot.keyClick(owner.editor(), Key.Key_Escape)
    assert owner.edits == []
    assert owner.view.editor() is None
    assert np.array_equal(owner.view.picture().values, MANY_DIGITS)


def test_walking_through_all_cells_with_tab_changes_no_bit(owner: Owner, qtbot: QtBot) -> None:
    owner.view.edit(0, 0)
    visited = []
    while owner.view.editor() is not None:
        visited.append(owner.view.cursor_place())
        qtbot.keyClick(owner.editor(), Key.Key_Tab)
    assert visited == [(0, 0), (0, 1), (1, 0), (1, 1)]
    assert owner.edits == []
    assert owner.view.picture().values.tobytes() == MANY_DIGITS.tobytes()


def test_tab_commits_and_goes_right_and_back(owner: Owner, qtbot: QtBot) -> None:
    owner.view.edit(0, 0)
    owner.editor().setText("4")
    qtbot.keyClick(owner.editor(), Key.Key_Tab)
    assert owner.edits == [(0, 0, "4")]
    assert owner.view.cursor_place() == (0, 1)
    qtbot.keyClick(owner.editor(), Key.Key_Tab, Qt.KeyboardModifier.NoModifier)
    qtbot.keyClick(owner.editor(), Key.Key_Backtab)
    assert owner.view.cursor_place() == (0, 1)


def test_a_refused_text_stays_with_the_reason_until_it_is_mended(owner: Owner, qtbot: QtBot) -> None:
    owner.view.edit(0, 1)
    owner.editor().setText("1,2,3")
    qtbot.keyClick(owner.editor(), Key.Key_Return)
    assert owner.editor().text() == "1,2,3"
    assert owner.banner() == "1,2,3 is not a number."
    assert owner.view.cursor_place() == (0, 1)
    owner.editor().setText("1.25")
    qtbot.keyClick(owner.editor(), Key.Key_Return)
    assert owner.view.editor() is None
    assert owner.banner() == ""
    assert owner.view.picture().values[0, 1] == 1.25


def test_a_refused_text_is_not_lost_by_clicking_elsewhere(owner: Owner, qtbot: QtBot) -> None:
    owner.view.edit(0, 0)
    owner.editor().setText("abc")
    qtbot.mouseClick(owner.view, Qt.MouseButton.LeftButton, pos=owner.view.cell_rect(1, 1).center().toPoint())
    assert owner.editor().text() == "abc"
    assert owner.edits == [(0, 0, "abc")]
    owner.view.edit(1, 1)
    assert owner.editor().text() == "abc"


def test_clicking_elsewhere_commits(owner: Owner, qtbot: QtBot) -> None:
    owner.view.edit(0, 0)
    owner.editor().setText("6")
    qtbot.mouseClick(owner.view, Qt.MouseButton.LeftButton, pos=owner.view.cell_rect(1, 1).center().toPoint())
    assert owner.edits == [(0, 0, "6")]
    assert owner.view.editor() is None
    assert owner.view.cursor_place() == (1, 1)


def test_an_error_that_comes_later_brings_the_text_back(qtbot: QtBot) -> None:
    view = MatrixView(editable=True)
    qtbot.addWidget(view)
    view.set_picture(Picture(MANY_DIGITS))
    view.edit(0, 0)
    editor = view.editor()
    assert editor is not None
    editor.setText("1e999")
    qtbot.keyClick(editor, Key.Key_Return)
    assert view.editor() is None
    view.show_error(0, 0, "Too large.")
    again = view.editor()
    assert again is not None
    assert again.text() == "1e999"


def test_delete_asks_the_owner_who_may_refuse(owner: Owner, qtbot: QtBot) -> None:
    qtbot.keyClick(owner.view, Key.Key_Delete)
    assert owner.edits == [(0, 0, "")]
    assert owner.view.picture().values[0, 0] == MANY_DIGITS[0, 0]
    assert owner.banner() != ""


def test_pasting_is_left_to_the_owner(owner: Owner, qtbot: QtBot) -> None:
    QGuiApplication.clipboard().setText("1\t2\n3\t4")
    owner.view.set_cursor(1, 0)
    with qtbot.waitSignal(owner.view.pasted) as pasted:
        qtbot.keyClick(owner.view, Key.Key_V, Qt.KeyboardModifier.ControlModifier)
    assert pasted.args == [1, 0, "1\t2\n3\t4"]


def test_a_view_that_is_not_editable_opens_nothing(qtbot: QtBot) -> None:
    view = MatrixView()
    qtbot.addWidget(view)
    view.set_picture(Picture(MANY_DIGITS))
    with qtbot.assertNotEmitted(view.edited), qtbot.waitSignal(view.pressed):
        for key in (Key.Key_1, Key.Key_F2, Key.Key_Delete, Key.Key_Return):
            qtbot.keyClick(view, key)
    assert view.editor() is None


def test_a_smaller_matrix_closes_the_editor_of_a_lost_cell(owner: Owner) -> None:
    owner.view.edit(1, 1)
    owner.view.set_picture(Picture(np.zeros((1, 1))))
    assert owner.view.editor() is None


def test_new_numbers_meanwhile_do_not_disturb_the_editor(owner: Owner) -> None:
    owner.view.edit(0, 0)
    owner.editor().setText("5")
    owner.view.set_picture(Picture(MANY_DIGITS * 2, title="Q"))
    assert owner.editor().text() == "5"


def test_hiding_the_page_keeps_a_refused_text(owner: Owner, qtbot: QtBot) -> None:
    owner.view.edit(0, 0)
    owner.editor().setText("abc")
    owner.view.hide()
    assert owner.banner() == ""
    owner.view.show()
    assert owner.editor().text() == "abc"
    assert owner.banner() != ""
