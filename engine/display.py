"""Can a window open here? Asked before Qt is imported, since Qt ends the process when the answer is no."""

import ctypes
import os
import sys
from collections.abc import Callable, Mapping

from engine.problems import QT_TRANSLATE_NOOP, Problem

QT_LIBRARIES = {
    "libEGL.so.1": "libegl1",
    "libGL.so.1": "libgl1",
    "libxkbcommon.so.0": "libxkbcommon0",
    "libfontconfig.so.1": "libfontconfig1",
    "libdbus-1.so.3": "libdbus-1-3",
    "libglib-2.0.so.0": "libglib2.0-0",
}
"""What Qt needs on Linux even without a screen, and the Debian and Ubuntu package that brings it."""

XCB_LIBRARIES = {
    "libxcb.so.1": "libxcb1",
    "libX11-xcb.so.1": "libx11-xcb1",
    "libxcb-cursor.so.0": "libxcb-cursor0",
    "libxcb-icccm.so.4": "libxcb-icccm4",
    "libxcb-image.so.0": "libxcb-image0",
    "libxcb-keysyms.so.1": "libxcb-keysyms1",
    "libxcb-randr.so.0": "libxcb-randr0",
    "libxcb-render-util.so.0": "libxcb-render-util0",
    "libxcb-shape.so.0": "libxcb-shape0",
    "libxcb-sync.so.1": "libxcb-sync1",
    "libxcb-xfixes.so.0": "libxcb-xfixes0",
    "libxcb-xkb.so.1": "libxcb-xkb1",
    "libxkbcommon-x11.so.0": "libxkbcommon-x11-0",
}
"""What Qt's X11 plugin loads beyond that."""

Loads = Callable[[str], bool]


def loads(library: str) -> bool:
    """True if the system's loader finds `library`."""
    try:
        ctypes.CDLL(library)
    except OSError:
        return False
    return True


def answers(environment: Mapping[str, str]) -> bool:
    """True if an X server answers at the display that the environment names.

    The connection stays open until the process ends: a server without other clients resets itself when its last one
    leaves, and would then refuse Qt.
    """
    xcb = ctypes.CDLL("libxcb.so.1")
    xcb.xcb_connect.restype = ctypes.c_void_p
    xcb.xcb_connection_has_error.argtypes = [ctypes.c_void_p]
    connection = xcb.xcb_connect(environment["DISPLAY"].encode(), None)
    return not xcb.xcb_connection_has_error(connection)


def check_display(
    environment: Mapping[str, str] = os.environ,
    system: str = sys.platform,
    loads: Loads = loads,
    answers: Callable[[Mapping[str, str]], bool] = answers,
) -> None:
    """Raise a Problem (field "display") that says what is missing and what to install, if no window can open."""
    if system != "linux":
        return
    check_libraries(QT_LIBRARIES, loads)
    if environment.get("QT_QPA_PLATFORM", "xcb").split(":")[0] not in ("xcb", "") or environment.get("WAYLAND_DISPLAY"):
        return
    if not environment.get("DISPLAY"):
        raise Problem(
            QT_TRANSLATE_NOOP(
                "engine",
                "There is no display (DISPLAY and WAYLAND_DISPLAY are not set): start the program in a desktop session; "
                "the commands trace, map and doctor need no display.",
            ),
            field="display",
        )
    check_libraries(XCB_LIBRARIES, loads)
    if not answers(environment):
        raise Problem(
            QT_TRANSLATE_NOOP(
                "engine",
                "The display {display} does not answer: is the desktop session running, and may this user open windows there?",
            ),
            field="display",
            display=environment["DISPLAY"],
        )


def check_libraries(libraries: Mapping[str, str], loads: Loads = loads) -> None:
    """Raise a Problem that names the libraries that are missing and the packages that bring them."""
    missing = [library for library in libraries if not loads(library)]
    if missing:
        raise Problem(
            QT_TRANSLATE_NOOP(
                "engine",
                "The window needs {libraries}, missing on this system: install with `sudo apt install {packages}` "
                "(or your system's packages of these names).",
            ),
            field="display",
            libraries=", ".join(missing),
            packages=" ".join(libraries[library] for library in missing),
        )
