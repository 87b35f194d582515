"""The log of a table that is laid before anything has happened at it."""

from __future__ import annotations

from attrs import evolve

from mandala_client.play.frontend import Company
from mandala_client.screens.table import updates
from mandala_client.screens.table.table_model import TableModel
from mandala_net.match.news import Talked
from mandala_protocol.conversation.events import Play
from mandala_protocol.conversation.session import Session
from mandala_protocol.conversation.snapshot import Pending
from mandala_protocol.games.patterns import PATTERNS
from tests.client.sessions import Pair, join, settle
from tests.hearing import hear


def _begun() -> Pair:
    """A game of Patterns in which the start tile is to be chosen."""
    pair = join(
        (bytes([40]) * 32, bytes([41]) * 32),
        (bytes([50]) * 32, bytes([51]) * 32),
        names=("Anna", "Ben"),
        game="patterns",
    )
    settle(*pair)
    return pair


def _move(speaker: Session, listener: Session) -> None:
    move = PATTERNS.legal_moves(speaker.table.view(speaker.seat))[0]
    hear(listener, speaker.send(Play(move)))
    settle(speaker, listener)


def test_what_was_said_before_the_first_move_stays_and_the_words_are_told_once() -> None:
    pair = _begun()
    host = pair[0]
    model = evolve(TableModel(expected_game="patterns"), company=Company.PERSON)
    model = updates.with_snapshot(model, host.snapshot())
    assert model.laid
    assert not host.snapshot().steps
    model = updates.with_news(model, Talked("good luck"))
    speaker, listener = pair if host.owes is Pending.MOVE else pair[::-1]
    _move(speaker, listener)
    model = updates.with_snapshot(model, host.snapshot())
    words, talk, chosen = (line.text for line in model.log)
    assert words.startswith("Authentication words:")
    assert talk == "Ben says: “good luck”"
    assert "start tile" in chosen
