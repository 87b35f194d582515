"""The next entry and its speaker: the order of entries, applied to the state of a game."""

from __future__ import annotations

from mandala_protocol.errors import Code, RemoteProtocolError
from mandala_protocol.games.game import HAND, Expectation, ExpectDeal, ExpectMove, Holding
from mandala_protocol.record.encrypted_cards import Cards, owed_by
from mandala_protocol.record.order import BEFORE_PLAY, ORDER, Due, OrderRow, When, occasion_of
from mandala_protocol.record.transcript import Entry
from mandala_protocol.sentence import Sentence
from mandala_protocol.wire.messages import name_of_kind


def agenda_before_play() -> list[Due]:
    """Return the entries due from the proposal until the rules of the game say what must happen."""
    return [Due(occasion, row.kind, row.speaker) for occasion in BEFORE_PLAY for row in ORDER[occasion]]


def agenda_for(expected: Expectation, cards: Cards) -> list[Due]:
    """The entries that the rules expect now, with the cards they are about."""
    occasion = occasion_of(expected)
    return [Due(occasion, row.kind, row.speaker) for row in ORDER[occasion] if _applies(row, expected, cards)]


def _applies(row: OrderRow, expected: Expectation, cards: Cards) -> bool:
    match row.when:
        case When.ALWAYS:
            return True
        case When.MOVES:
            return isinstance(expected, ExpectMove) and expected.seat is row.speaker
        case When.OWES_SHARES:
            assert isinstance(expected, ExpectDeal)
            return bool(owed_by(row.speaker, expected, cards))
        case When.GOT_CARDS:
            assert isinstance(expected, ExpectDeal)
            hand = Holding(row.speaker, HAND)
            got = sum(draw.count for draw in expected.draws if draw.to == hand)
            return got > 0 and got + len(cards.held(row.speaker)) >= 2


def not_due(entry: Entry, due: Due | None) -> RemoteProtocolError:
    """The error of an entry of another kind than the one that is due."""
    assert due is not None, "after the end of a game nothing is due"
    said, expected = name_of_kind(type(entry.body)), name_of_kind(due.kind)
    detail = Sentence("{due} was expected, but {said} came", said=said, due=expected)
    return RemoteProtocolError(Code.OUT_OF_TURN, "OR1", detail, entry.evidence)
