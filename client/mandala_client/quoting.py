"""What other people and programs say, set apart from what this program says: always between quotation marks."""

from __future__ import annotations

import unicodedata
from typing import Final

from mandala_client.language import pgettext
from mandala_protocol.names import clean_line

_OTHER_MARKS: Final = frozenset('"„‚‟‛〝〞〟＂')
"""Quotation marks that Unicode does not count among those that open or close something."""


def quoted(text: str) -> str:
    """A line of somebody else between quotation marks that it cannot close by itself; nothing of an empty line."""
    line = without_marks(clean_line(text))
    return pgettext("what somebody says", "“{text}”").format(text=line) if line else ""


def without_marks(text: str) -> str:
    """The text with an apostrophe in place of every quotation mark."""
    return "".join("'" if _is_mark(character) else character for character in text)


def _is_mark(character: str) -> bool:
    return character in _OTHER_MARKS or unicodedata.category(character) in ("Pi", "Pf")
