"""Statements that a player signs out of turn, and checks of the entries that end or adjourn a game by them."""

from __future__ import annotations

from mandala_protocol.errors import Code, RemoteProtocolError
from mandala_protocol.poker.hashing import tagged_hash
from mandala_protocol.record.signatures import verify
from mandala_protocol.record.transcript import Entry
from mandala_protocol.sentence import Sentence
from mandala_protocol.wire.messages import Adjourn, End


def offer_statement(game_id: bytes, wish: str, turn: int) -> bytes:
    """The 64 bytes that a player signs to resign, or to offer ending or adjourning, out of turn (EN6)."""
    return tagged_hash("wish", game_id, wish.encode(), turn.to_bytes(2, "big"))


def require_turn(body: End | Adjourn, moves_made: int, entry: Entry) -> None:
    """Require that an entry is about this turn. Raises ``RemoteProtocolError`` (EN1)."""
    if body.turn != moves_made:
        detail = Sentence("the statement belongs to another turn")
        raise RemoteProtocolError(Code.NOT_AGREED, "EN1", detail, entry.evidence)


def require_offer(wish: str, body: End | Adjourn, game_id: bytes, offerer: bytes, entry: Entry) -> None:
    """Require that the identity ``offerer`` (32 bytes) has signed this offer. Raises ``RemoteProtocolError`` (EN2)."""
    if not verify(offerer, body.statement, offer_statement(game_id, wish, body.turn)):
        detail = Sentence("the other player did not state this")
        raise RemoteProtocolError(Code.BAD_SIGNATURE, "EN2", detail, entry.evidence)


def require_first_adjournment(adjourned: bool, entry: Entry) -> None:
    """Require that the game was not ``adjourned`` in this turn already. Raises ``RemoteProtocolError`` (EN13)."""
    if adjourned:
        detail = Sentence("the game was already adjourned in this turn")
        raise RemoteProtocolError(Code.NOT_AGREED, "EN13", detail, entry.evidence)


def require_grace(body: End, grace: int, entry: Entry) -> None:
    """Require a game that can be called abandoned, without a statement. Raises ``RemoteProtocolError`` (EN14)."""
    if not grace or body.statement:
        detail = Sentence("the players did not agree that a game can be abandoned")
        raise RemoteProtocolError(Code.NOT_AGREED, "EN14", detail, entry.evidence)
