"""Spelling German and Dutch in ASCII, as people do who have no other letters at hand."""

from __future__ import annotations

import unicodedata
from typing import Final

_SPELLED: Final = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "Ä": "Ae", "Ö": "Oe", "Ü": "Ue", "ß": "ss"})


def spelled(text: str) -> str:
    """The text with "ae" for "ä" and the like, and all other letters without their accents.

    It may become wider, so it has to be spelled before it is laid out. What is no Latin letter stays as it is.
    """
    if text.isascii():
        return text
    parts = unicodedata.normalize("NFD", unicodedata.normalize("NFC", text).translate(_SPELLED))
    return "".join(part for part in parts if not unicodedata.combining(part))
