"""Names of players as they may be shown: whatever was claimed, what comes out is one short, harmless line."""

from __future__ import annotations

import unicodedata
from functools import lru_cache
from typing import Final

MAX_SHOWN_NAME: Final = 32
"""The most characters (code points) of a name that is shown."""

MAX_SHOWN_LINE: Final = 500
"""The most characters of a line of talk that is shown."""

NO_NAME: Final = "?"

_MOST_READ: Final = 512
_MOST_MARKS: Final = 3
"""The most accents on one letter; some scripts need two or three, more would run into the lines around."""

_QUOTATION_MARKS: Final = frozenset('"„‚‟‛〝〞〟＂ˮʺ״″‶〃˝❝❞❛❜❠❟🙶🙷🙸')
"""The quotation marks, and what looks like them, that Unicode does not count as opening or closing something."""

_BLANK_LETTERS: Final = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u180f\u2800\u3164\uffa0")
"""Characters of other categories that show nothing."""


def clean_name(text: str) -> str:
    """``text`` fit to be shown: at most 32 characters on one line, in NFC, never empty, "?" if nothing is left.

    Control, formatting (bidirectional overrides among them), private, unassigned and invisible characters go;
    runs of white space become one space; an accent is never parted from its letter; an apostrophe stands in place of a
    quotation mark, as no name shall look like the end of a quotation. Cleaning twice changes nothing.
    """
    return _cleaned_name(text[:_MOST_READ])


@lru_cache(maxsize=64)
def _cleaned_name(text: str) -> str:
    """Kept, as the same two names are asked for whenever something is shown."""
    return _clean(without_quotation_marks(text), MAX_SHOWN_NAME) or NO_NAME


def clean_line(text: str) -> str:
    """A line of talk, or a reason, as it may be shown: at most 500 characters, cleaned like a name; perhaps empty."""
    return _clean(text, MAX_SHOWN_LINE)


def without_quotation_marks(text: str) -> str:
    """``text`` with an apostrophe in place of every quotation mark, and of what looks like one."""
    return "".join("'" if _is_quotation_mark(character) else character for character in text)


def _is_quotation_mark(character: str) -> bool:
    return character in _QUOTATION_MARKS or unicodedata.category(character) in ("Pi", "Pf")


def _clean(text: str, most: int) -> str:
    visible = "".join(_visible(character) for character in text[: max(most, _MOST_READ)])
    shown: list[str] = []
    length = 0
    for cluster in _clusters(unicodedata.normalize("NFC", visible)):
        length += len(cluster)
        if length > most:
            break
        shown.append(cluster)
    return "".join(shown).strip()


def _visible(character: str) -> str:
    category = unicodedata.category(character)
    if character.isspace() or category.startswith("Z"):
        return " "
    if category.startswith("C") or character in _BLANK_LETTERS:
        return ""
    return character


def _clusters(text: str) -> list[str]:
    """``text`` in letters, each with its accents, and single spaces.

    Accents without a letter, and too many on one, are left out.
    """
    clusters: list[str] = []
    for character in text:
        after_letter = bool(clusters) and clusters[-1] != " "
        if unicodedata.category(character).startswith("M"):
            if after_letter and len(clusters[-1]) <= _MOST_MARKS:
                clusters[-1] += character
        elif character != " " or after_letter:
            clusters.append(character)
    return clusters
