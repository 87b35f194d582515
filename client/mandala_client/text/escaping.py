"""Text of others as it may go to a terminal: nothing in it can steer the terminal, hide text or begin a line."""

from __future__ import annotations

import unicodedata
from typing import Final

_UNSEEN_LETTERS: Final = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u180f\u2800\u3164\uffa0")
"""Letters and marks, by their category, that show nothing."""


def written_out(line: str) -> str:
    r"""The line with ``\x1b``, ``\n``, ``\u202e`` or the like in place of each character that is not seen as itself.

    These are control characters with line breaks and tabs, formatting characters such as bidirectional overrides and
    zero-width spaces, surrogates, private and unassigned characters. Spaces of all kinds stay.
    """
    if line.isprintable() and _UNSEEN_LETTERS.isdisjoint(line):
        return line
    return "".join(sign.encode("unicode_escape").decode() if _is_unseen(sign) else sign for sign in line)


def _is_unseen(character: str) -> bool:
    category = unicodedata.category(character)
    return category.startswith("C") or category in ("Zl", "Zp") or character in _UNSEEN_LETTERS
