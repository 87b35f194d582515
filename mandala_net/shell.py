"""Commands for a person to type, quoted for the shells of this system."""

from __future__ import annotations

import re
import shlex
import sys
from collections.abc import Iterable
from typing import Final

ON_WINDOWS: Final = sys.platform == "win32"

_PLAIN: Final = frozenset("-_./\\:+")
"""Characters beside letters and digits that mean nothing else to cmd and PowerShell, the shells of Windows."""

_ALIVE: Final = frozenset("$`%")
"""Characters that have a meaning even between quotation marks, in cmd or in PowerShell."""


def quoted(word: str, *, windows: bool = ON_WINDOWS) -> str:
    """Return a word of a command as a person can type it: quoted for a POSIX shell, or for both shells of Windows."""
    if not windows:
        return shlex.quote(word)
    if word and all(character.isalnum() or character in _PLAIN for character in word):
        return word
    # Programs read backslashes before a quotation mark by half, and two of these marks as one.
    inner = re.sub(r'(\\*)("|\Z)', lambda found: found[1] * 2 + found[2] * 2, word)
    return f'"{inner}"'


def joined(words: Iterable[str], *, windows: bool = ON_WINDOWS) -> str:
    """Return a command as a person can type it, its words quoted where they need it."""
    return " ".join(quoted(word, windows=windows) for word in words)


def can_be_quoted(word: str, *, windows: bool = ON_WINDOWS) -> bool:
    """Return whether a quoted word means itself in every shell of this system."""
    return not (windows and _ALIVE.intersection(word))
