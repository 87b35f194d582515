"""The characters that an output can show: all of them, or only ASCII.

The person's choice goes first, then the locale, then the encoding of the terminal or the file.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import Final

_CHARACTER_VARIABLES: Final = ("LC_ALL", "LC_CTYPE", "LANG")
"""The variables that name the characters of the locale, the most decisive first (POSIX)."""

_ANY_CHARACTER: Final = "\U0001f0cf"
"""A playing card from beyond the first plane: an encoding that has it has whatever a name is made of."""


def writes_all(only_ascii: bool, encoding: str | None, environment: Mapping[str, str] = os.environ) -> bool:
    """Return whether more than ASCII may be written: not if the person, the locale or the encoding forbids it."""
    return not only_ascii and _locale_writes_all(environment) and encodes_all(encoding)


def encodes_all(encoding: str | None) -> bool:
    """Return whether this encoding has all characters; None is the usual one, UTF-8."""
    try:
        _ANY_CHARACTER.encode(encoding or "utf-8")
    except (UnicodeEncodeError, LookupError):
        return False
    return True


def _locale_writes_all(environment: Mapping[str, str]) -> bool:
    """Return whether the locale has all characters, or names none; "C" and "POSIX" have those of ASCII."""
    locale = next((environment[name] for name in _CHARACTER_VARIABLES if environment.get(name)), "")
    if locale in ("C", "POSIX"):
        return False
    _, named, encoding = locale.partition("@")[0].partition(".")
    return not named or encodes_all(encoding)
