"""The characters of a console that has one font with few signs: Linux's own console, and the old one of Windows.

Other terminals take from other fonts what theirs has not, so nothing is known about them, and nothing need be.
"""

from __future__ import annotations

import os
import re
import struct
import sys
from array import array
from collections.abc import Mapping
from typing import Final, TextIO, TypeAlias

Font: TypeAlias = frozenset[str]
"""The characters that can be drawn."""

FEW_SIGNS: Final[Font] = frozenset(map(chr, (*range(0x20, 0x7F), *range(0xA0, 0x100))))
"""The characters of Latin-1, which such a font has if nothing else is known about it."""

_LINUX_KINDS: Final = re.compile(r"(screen\.)?linux")
"""Linux's own console, and a program of many windows in it, by how ``TERM`` begins."""

_OLD_CONSOLE: Final = "ConsoleWindowClass"
"""The class of a window of the old console of Windows; that of the new Terminal has another one."""

_GET_MAP: Final = 0x4B66
"""The request GIO_UNIMAP (ioctl_console(2)): which characters the font has, and where."""

_MOST_PAIRS: Final = 0xFFFF
_DESCRIPTION: Final = "@HP"
"""The struct unimapdesc: the number of pairs, and the address of the first; a pair is a character and its place."""


def font_of(stream: TextIO) -> Font | None:
    """Return the characters that the terminal of this stream can draw; None if all, or if it is no terminal."""
    try:
        return font_at(stream.fileno()) if stream.isatty() else None
    except (OSError, ValueError):  # it has no descriptor, or is closed
        return None


def font_at(terminal: int, environment: Mapping[str, str] = os.environ) -> Font | None:
    """Return the characters that the terminal of this descriptor can draw; None if all, as far as is known."""
    if sys.platform == "win32":
        font = FEW_SIGNS if _in_old_console() else None
    elif _LINUX_KINDS.match(environment.get("TERM", "")):
        font = _linux_font(terminal) or FEW_SIGNS
    else:
        font = None
    return font


def _linux_font(terminal: int) -> Font | None:
    """Return what the console of Linux at this descriptor says about its font; None if it is not at this end."""
    if sys.platform == "win32":
        return None
    else:  # noqa: RET505 - the types of the other systems are read only here
        import fcntl

        pairs = array("H", bytes(4 * _MOST_PAIRS))
        description = bytearray(struct.pack(_DESCRIPTION, _MOST_PAIRS, pairs.buffer_info()[0]))
        try:
            fcntl.ioctl(terminal, _GET_MAP, description)
        except OSError:
            return None
        return font_in(bytes(description), pairs)


def font_in(description: bytes, pairs: array[int]) -> Font:
    """Return the characters of a font, as Linux describes it: so many pairs, each a character and its place."""
    (count, _address) = struct.unpack(_DESCRIPTION, description)
    return frozenset(map(chr, pairs[: 2 * count : 2]))


def _in_old_console() -> bool:
    if sys.platform != "win32":
        return False
    else:  # noqa: RET505 - the types of the other systems are read only here
        import ctypes

        kernel, user = ctypes.WinDLL("kernel32"), ctypes.WinDLL("user32")
        kernel.GetConsoleWindow.restype = ctypes.c_void_p
        name = ctypes.create_unicode_buffer(len(_OLD_CONSOLE) + 2)
        user.GetClassNameW(ctypes.c_void_p(kernel.GetConsoleWindow()), name, len(name))
        return name.value == _OLD_CONSOLE
