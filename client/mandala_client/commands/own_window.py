"""The window of a console that Windows opens for this program alone, as by a double click: it closes at the end."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from typing import Final

_MOST_PROCESSES: Final = 16
"""A console with more programs is surely not ours alone."""

_AFTER_SIGNALS: Final = 128
"""A program that a signal stops has this and its number as the exit code."""

_QUERY_LIMITED_INFORMATION: Final = 0x1000
_LONGEST_PATH: Final = 32_768


@contextmanager
def kept_open(in_own_window: Callable[[], bool]) -> Iterator[None]:
    """After an error, keep a window that is ours alone open until Enter is pressed, so that the error can be read.

    Who told the program to stop, as by Ctrl-C, is not kept waiting. An error that no one has caught is printed here,
    and becomes the exit code 1.
    """
    try:
        yield
    except SystemExit as ended:
        if ended.code not in (None, 0) and not _is_told_to_stop(ended.code) and in_own_window():
            _wait_for_enter()
        raise
    except Exception as error:
        if not in_own_window():
            raise
        sys.excepthook(type(error), error, error.__traceback__)
        _wait_for_enter()
        raise SystemExit(1) from error


def _is_told_to_stop(code: object) -> bool:
    return isinstance(code, int) and code > _AFTER_SIGNALS


def _wait_for_enter() -> None:
    from mandala_client.text.language import _
    from mandala_client.text.lines import print_line

    print_line(_("Press Enter to close this window."), aside=True)
    with suppress(EOFError, KeyboardInterrupt, OSError):
        input()


def in_own_window() -> bool:
    """Return whether the console was opened for this program: no other program, such as a shell, is in it."""
    if sys.platform != "win32":
        return False
    else:  # noqa: RET505 - the types of the other systems are read only here
        import ctypes

        from mandala_net.interpreter import own_file

        kernel = ctypes.WinDLL("kernel32")
        processes = (ctypes.c_uint32 * _MOST_PROCESSES)()
        count = kernel.GetConsoleProcessList(processes, _MOST_PROCESSES)
        if not 0 < count <= _MOST_PROCESSES:
            return False
        file = own_file()
        # In a virtual environment Python runs twice; and a launcher of pip, or what unpacks the one file, runs beside.
        ours = [sys.executable, getattr(sys, "_base_executable", sys.executable), *([file.path] if file else [])]
        return is_alone(map(_image_of, processes[:count]), ours)


def is_alone(images: Iterable[str], ours: Iterable[str]) -> bool:
    """Return whether all programs in a console are parts of ours.

    ``images`` are the paths of their files, "" for a program that does not say; ``ours`` are the paths that count.
    """
    known = {path.casefold() for path in ours}
    found = {image.casefold() for image in images}
    return bool(found) and found <= known


def _image_of(process: int) -> str:
    """Return the path of the file of a process of Windows, by its number; "" if it does not say."""
    if sys.platform != "win32":
        return ""
    else:  # noqa: RET505 - the types of the other systems are read only here
        import ctypes

        kernel = ctypes.WinDLL("kernel32")
        kernel.OpenProcess.restype = ctypes.c_void_p
        handle = ctypes.c_void_p(kernel.OpenProcess(_QUERY_LIMITED_INFORMATION, False, process))
        if handle.value is None:
            return ""
        path, size = ctypes.create_unicode_buffer(_LONGEST_PATH), ctypes.c_uint32(_LONGEST_PATH)
        known = kernel.QueryFullProcessImageNameW(handle, 0, path, ctypes.byref(size))
        kernel.CloseHandle(handle)
        return path.value if known else ""
