"""Export from the window: where it goes, and what is said when it cannot."""

from pathlib import Path

import numpy as np
import pytest
from PySide6.QtGui import QGuiApplication, QImage
from PySide6.QtWidgets import QApplication, QFileDialog
from pytestqt.qtbot import QtBot

from gui.app import Application
from gui.export import save_numbers, save_picture


def test_the_picture_and_its_numbers_are_those_on_screen(application: Application, tmp_path: Path) -> None:
    application.window.show()
    application.session.set_step("weights")
    export = application.window.export
    picture = application.window.room().picture()
    assert picture is not None
    assert export.save(picture, tmp_path / "map.png", save_picture)
    assert QImage(str(tmp_path / "map.png")).width() == 1000
    assert export.save(picture, tmp_path / "map.csv", save_numbers)
    weights = application.session.trace.steps["weights"]
    np.testing.assert_array_equal(np.loadtxt(tmp_path / "map.csv", delimiter=","), weights)
    assert export.save(picture, tmp_path / "map.npz", save_numbers)
    with np.load(tmp_path / "map.npz", allow_pickle=False) as archive:
        assert any(np.array_equal(archive[name], weights) for name in archive.files)
    assert application.window.banner.text() == ""


@pytest.mark.parametrize(("name", "write"), [("x.png", save_picture), ("x.csv", save_numbers), ("x.npz", save_numbers)])
def test_a_folder_that_cannot_be_written_is_said_in_the_banner(
    application: Application, tmp_path: Path, name: str, write: object
) -> None:
    application.window.show()
    (tmp_path / "file").write_text("not a folder", encoding="utf-8")
    picture = application.window.room().picture()
    assert picture is not None
    assert not application.window.export.save(picture, tmp_path / "file" / name, write)  # type: ignore[arg-type]
    assert "file" in application.window.banner.text()
    assert [p.name for p in tmp_path.iterdir() if p.suffix in (".png", ".csv", ".npz")] == []


def test_copy_puts_the_picture_on_the_clipboard(application: Application, qapp: QApplication) -> None:
    application.window.show()
    application.window.export.copy()
    assert QGuiApplication.clipboard().image().width() == 1000


def test_before_there_is_a_map_it_says_so(application: Application) -> None:
    application.window.show()
    application.window.show_room("model")
    application.window.export.copy()
    assert application.window.banner.text() == "There is no picture here yet."


def test_the_dialog_adds_the_ending_that_goes_with_the_filter(
    application: Application, qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    application.window.show()
    seen: list[tuple[str, list[str]]] = []

    def answer(dialog: QFileDialog) -> int:
        dialog.filterSelected.emit(dialog.nameFilters()[1])
        seen.append((dialog.defaultSuffix(), dialog.nameFilters()))
        dialog.selectedFiles = lambda: [str(tmp_path / "m.v2.npz")]  # type: ignore[method-assign]
        return 1

    monkeypatch.setattr(QFileDialog, "exec", answer)
    application.window.export.ask_numbers()
    assert seen[0][0] == "npz"
    assert (tmp_path / "m.v2.npz").exists()


def test_copy_as_code_runs_and_gives_the_numbers(application: Application) -> None:
    application.window.show()
    application.window.copy_as.copy("NumPy")
    code = QGuiApplication.clipboard().text()
    names: dict[str, object] = {"print": lambda *_: None}
    exec(code, names)
    np.testing.assert_allclose(names["weights"], application.session.trace.steps["weights"], atol=1e-6)


def test_the_bench_goes_to_a_file_and_back_bit_for_bit(application: Application, tmp_path: Path) -> None:
    application.window.show()
    session, files = application.session, application.window.bench_file
    first = session.config
    assert files.save(tmp_path / "bench.json")
    session.edit_config("Scale", scale=0.1)
    assert files.open(tmp_path / "bench.json")
    assert session.config is not first and session.config.same_as(first)
    (tmp_path / "broken.json").write_text('{"q": [[1', encoding="utf-8")
    before = session.config
    assert not files.open(tmp_path / "broken.json")
    assert "broken.json" in application.window.banner.text()
    assert session.config is before
    assert not files.save(tmp_path / "no" / "such" / "folder.json")
    assert application.window.banner.text() != ""
