"""The quick tests that are not run on Windows, each with its reason. There are few, and no reason is that one fails."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from typing import Final

from mandala_net.shell import ON_WINDOWS

MODE_BITS: Final = "who may read a file is not said in bits of its mode there"
LINKS: Final = "only some users may make symbolic links there"
NAMES: Final = "programs have other names and paths there"

NOT_ON_WINDOWS: Final[Mapping[str, str]] = {
    "tests/client/test_own_command.py::test_the_name_is_enough_where_it_finds_this_very_program": NAMES,
    "tests/client/test_own_command.py::test_the_path_is_told_as_it_was_typed": NAMES,
    "tests/client/test_own_command.py::test_started_as_a_module_the_program_beside_the_interpreter_is_told": NAMES,
    "tests/client/test_own_command.py::test_a_program_that_is_one_file_is_told_by_its_path_whatever_its_name": NAMES,
    "tests/client/test_own_command.py::test_a_zip_that_may_not_be_started_by_itself_is_told_with_its_python": NAMES,
    "tests/client/test_settings_file.py::test_a_new_file_is_only_for_its_owner": MODE_BITS,
    "tests/client/test_settings_file.py::test_a_link_to_a_file_elsewhere_stays_a_link": LINKS,
    "tests/client/test_settings_file.py::test_a_device_is_not_read": LINKS,
    "tests/client/test_settings_file.py::test_a_file_that_cannot_be_read_is_told_and_left": LINKS,
}
"""By the name of the test, without its parameters; what is of POSIX systems by nature."""

NOT_UNDER_WINE: Final[Mapping[str, str]] = {}
"""Tests of parts of Windows that wine 8 lacks, with the reason of each."""


def reason_to_skip(test: str) -> str | None:
    """Return why a test is not run on this system, by the id that pytest gives it; None if it is."""
    if not ON_WINDOWS:
        return None
    name = test.partition("[")[0].replace("\\", "/")
    return NOT_ON_WINDOWS.get(name) or (NOT_UNDER_WINE.get(name) if _is_wine() else None)


def _is_wine() -> bool:
    """Return whether this Windows is wine, which tells so by a function of its own."""
    if sys.platform == "win32":
        import ctypes

        return hasattr(ctypes.WinDLL("ntdll"), "wine_get_version")
    return False
