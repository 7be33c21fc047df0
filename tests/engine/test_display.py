"""A missing display or library is said in words, before Qt would end the process."""

import pytest

from engine.display import check_display
from engine.problems import Problem


def test_no_display() -> None:
    with pytest.raises(Problem, match="There is no display"):
        check_display({}, "linux", lambda _: True, lambda _: True)


def test_missing_libraries_are_named_with_their_packages() -> None:
    with pytest.raises(Problem, match=r"libxcb-cursor\.so\.0.*apt install libxcb-cursor0 libxcb-icccm4") as caught:
        check_display(
            {"DISPLAY": ":1"},
            "linux",
            lambda name: name not in ("libxcb-cursor.so.0", "libxcb-icccm.so.4"),
            lambda _: True,
        )
    assert caught.value.field == "display"


def test_libraries_that_every_platform_needs() -> None:
    with pytest.raises(Problem, match="apt install libegl1"):
        check_display({"QT_QPA_PLATFORM": "offscreen"}, "linux", lambda name: name != "libEGL.so.1")


def test_a_display_that_does_not_answer() -> None:
    with pytest.raises(Problem, match="The display :77 does not answer"):
        check_display({"DISPLAY": ":77"}, "linux", lambda _: True, lambda _: False)


@pytest.mark.parametrize(
    ("environment", "system"),
    [
        ({"DISPLAY": ":0"}, "linux"),
        ({"WAYLAND_DISPLAY": "wayland-0"}, "linux"),
        ({"QT_QPA_PLATFORM": "offscreen"}, "linux"),
        ({}, "darwin"),
        ({}, "win32"),
    ],
)
def test_where_a_window_can_open(environment: dict[str, str], system: str) -> None:
    check_display(environment, system, lambda _: True, lambda _: True)
