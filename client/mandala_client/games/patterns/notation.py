"""Moves of Patterns as people write and type them."""

from __future__ import annotations

import re
from typing import Final

from mandala_client.games.colour_words import with_english_letters, with_own_letters
from mandala_protocol.games.colours import LETTERS
from mandala_protocol.games.game import BadNotation
from mandala_protocol.games.patterns import PATTERNS, FlipTile, PatternsMove

_TYPED: Final = re.compile(f"([S])([{LETTERS}])|([OFX]?)0?([0-9]{{1,2}})", re.ASCII)
"""The form of a typed line that is taken for a move; ``O07`` is understood as ``O7``, and ``9`` as ``F9``."""

_MOST_TYPED: Final = 64


def as_move(line: str) -> PatternsMove | None:
    """The move that someone typed; None if it looks like none. Upper and lower case and spaces are forgiven."""
    typed = "".join(line[:_MOST_TYPED].split())
    found = _TYPED.fullmatch(typed[:1].upper() + with_english_letters(typed[1:].lower()))
    if found is None:
        return None
    action, place = (found[1], found[2]) if found[1] else (found[3] or "F", str(int(found[4])))
    try:
        return PATTERNS.parse_move(action + place)
    except BadNotation:
        return None


def written(move: PatternsMove) -> str:
    """A move in the notation for people, such as ``O17`` or ``Sg``, with the letter of their language."""
    notation = PATTERNS.format_move(move)
    return notation[0] + with_own_letters(notation[1:])


def as_typed(move: PatternsMove) -> str:
    """The shortest that can be typed for a move, as its tile says: a flip is the number of its field."""
    return str(move.field) if isinstance(move, FlipTile) else written(move)


def is_action(text: str) -> bool:
    """Return whether this looks like a move without its field, such as "O"."""
    return len(text.strip()) == 1 and text.strip().upper() in "OFX"
