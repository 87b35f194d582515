"""Names that look like others though they are not the same: "Маllory" with Cyrillic letters, "corner" and "comer".

Two names look alike if they have a skeleton of UTS 39, chapter 4, in common: as they are, or in letters of one case.
An accent is easily overlooked, so beyond the skeleton none of them counts.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping
from functools import cache, lru_cache
from importlib.resources import files
from typing import Final

_DATA: Final = "confusables.txt"

_UNSEEN: Final = (range(0x180B, 0x1810), range(0xFE00, 0xFE10), range(0xE0100, 0xE01F0))
"""Selectors of variants: of what shows nothing, all else goes when a name is cleaned."""

_OVERLAY: Final = 1
_FIRST_ACCENT: Final = 200
"""Combining classes of marks through a letter, and of those around one. Marks that are letters of a script have others:
a vowel of Hindi or Thai is no accent."""


def names_like(name: str, others: tuple[str, ...]) -> list[str]:
    """The other names that can be taken for this one, in order; all are cleaned."""
    by_look = _by_look(others)
    return sorted({other for look in _looks(name) for other in by_look.get(look, ())})


def skeleton(text: str) -> str:
    """The skeleton of UTS 39 (``internalSkeleton``): the same for strings that look the same. Not to be shown."""
    prototypes = _prototypes()
    seen = (character for character in _decomposed(text) if not any(ord(character) in unseen for unseen in _UNSEEN))
    return _decomposed("".join(prototypes.get(character, character) for character in seen))


@lru_cache(8)
def _by_look(names: tuple[str, ...]) -> Mapping[tuple[str, str], list[str]]:
    """The names by each of their looks, kept because a screen asks again for each of many strangers."""
    by_look: dict[tuple[str, str], list[str]] = {}
    for name in names:
        for look in _looks(name):
            by_look.setdefault(look, []).append(name)
    return by_look


@lru_cache(4096)
def _looks(name: str) -> frozenset[tuple[str, str]]:
    """The looks of a name: as it is (with a capital I as an l), in small letters, and in capitals.

    Each is only compared with its like.
    """
    plain = _without_accents(name)
    return frozenset(
        {
            ("as it is", _without_accents(skeleton(plain)).casefold()),
            ("small", _without_accents(skeleton(plain.casefold()))),
            ("capitals", _without_accents(skeleton(plain.upper()))),
        }
    )


def _without_accents(text: str) -> str:
    return "".join(character for character in _decomposed(text) if not _is_accent(character))


def _is_accent(character: str) -> bool:
    combining = unicodedata.combining(character)
    return combining == _OVERLAY or combining >= _FIRST_ACCENT


def _decomposed(text: str) -> str:
    return unicodedata.normalize("NFD", text)


@cache
def _prototypes() -> dict[str, str]:
    """The prototype of each character that looks like another, read when it is needed first."""
    prototypes: dict[str, str] = {}
    for line in files(__package__).joinpath(_DATA).read_text(encoding="utf-8").splitlines():
        if line.startswith("#"):
            continue
        prototype, _, others = (part.split() for part in line.partition(" < "))
        shown = "".join(_character(point) for point in prototype)
        prototypes |= {_character(point): shown for point in others}
    return prototypes


def _character(point: str) -> str:
    return chr(int(point, 16))
