"""The effect of a move by the rules: worked out once on each side, by who makes it and by who checks it."""

from __future__ import annotations

from typing import Any

from attrs import frozen

from mandala_protocol.errors import Code, RemoteProtocolError
from mandala_protocol.games.game import BadNotation, Face, Game, Moved
from mandala_protocol.record.transcript import Entry
from mandala_protocol.seats import Seat
from mandala_protocol.sentence import Sentence


@frozen
class MoveEffect:
    """A move of a game and what comes of it.

    ``played``: the faces that it takes from the hand of the mover; ``digest``: that of the state ``after`` it.
    """

    moved: Moved[Any]
    before: Any
    after: Any
    played: tuple[Face, ...]
    digest: bytes


def effect_of(rules: Game[Any, Any], state: Any, moved: Moved[Any]) -> MoveEffect:
    """The effect of a move in this state. Raises ``IllegalMove``."""
    after = rules.apply(state, moved)
    return MoveEffect(moved, state, after, rules.played(state, moved.move), rules.digest(after))


def effect_said(rules: Game[Any, Any], state: Any, speaker: Seat, notation: str, entry: Entry) -> MoveEffect:
    """The effect of a move that an entry says in notation.

    Raises ``RemoteProtocolError`` for text that is no move (PL1), and ``IllegalMove``.
    """
    try:
        move = rules.parse_move(notation)
    except BadNotation as error:
        detail = Sentence("not a move of this game")
        raise RemoteProtocolError(Code.ILLEGAL_MOVE, "PL1", detail, entry.evidence) from error
    return effect_of(rules, state, Moved(speaker, move))
