"""What every game shares speaks of no cards where the game is played with tiles."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from attrs import evolve

from mandala_client.games.deal import Deal, GameOfDeal, Practised
from mandala_client.games.series import Series
from mandala_client.records.verdict import verdict_lines
from mandala_client.screens.table.table_pages import screen
from mandala_client.table import updates
from mandala_client.table.table_model import Helping, TableModel
from mandala_client.text.language import Language, speak
from mandala_client.ui.style import FULL_LOOK
from mandala_net.match.news import GameEnded, GameFinished
from mandala_protocol.conversation.events import Play
from mandala_protocol.conversation.snapshot import Pending
from mandala_protocol.games.catalogue import GAMES
from mandala_protocol.games.patterns import PATTERNS
from mandala_protocol.poker.workers import Serial
from mandala_protocol.record.verification import verify, write
from mandala_protocol.seats import Seat
from tests.client.patterns.conftest import Sitting
from tests.client.sessions import join, settle
from tests.hearing import hear

_CARDS = re.compile(r"\bcards?\b|karte|(?<!overzichts)kaart", re.IGNORECASE)


@pytest.fixture(autouse=True, params=list(Language))
def language(request: pytest.FixtureRequest) -> Iterator[None]:
    """Each test is done in every language."""
    speak(request.param)
    yield
    speak(Language.ENGLISH)


@pytest.fixture(scope="module")
def record() -> bytes:
    """The record of a whole game, in which every move is the first one that is legal."""
    secrets, seeds = (bytes([40]) * 32, bytes([41]) * 32), (bytes([50]) * 32, bytes([51]) * 32)
    pair = join(secrets, seeds, game="patterns")
    settle(*pair)
    while pair[0].referee.due is not None:
        speaker, listener = pair if pair[0].pending is Pending.MOVE else pair[::-1]
        move = PATTERNS.legal_moves(speaker.referee.view(speaker.seat))[0]
        hear(listener, speaker.send(Play(move)))
        settle(*pair)
    return write(pair[0].referee.transcript.entries)


def _read(model: TableModel) -> str:
    rows = screen(model, FULL_LOOK, 80, 60).rows
    text = "\n".join("".join(part.text for part in row).rstrip() for row in rows)
    assert "Patterns" in text or not model.laid
    return text


def test_the_end_of_a_practice_game_and_its_help_speak_of_no_cards(sitting: Sitting) -> None:
    snapshot = sitting.ended.snapshot
    assert snapshot is not None
    result = snapshot.result
    assert result is not None
    for other_finished in (True, False):
        games = tuple(GameOfDeal(seat, (40, 30), other_finished) for seat in (Seat.GUEST, Seat.HOST))
        practised = Practised("greedy", Deal(11), games, game="patterns")
        ended = GameEnded(GameFinished(result), None, snapshot)
        model = updates.with_end(sitting.ended, ended, Series((1, 1)), rematch=True, practised=practised)
        for page in (model, evolve(model, overlay=Helping())):
            said = _read(page)
            assert re.search(r"^ +w |  w ", said, re.MULTILINE), said
            assert not _CARDS.search(said), said


def test_the_help_before_the_game_has_begun_speaks_of_no_cards() -> None:
    model = evolve(TableModel(expected_game="patterns"), overlay=Helping())
    assert not _CARDS.search(_read(model)), _read(model)


def test_the_verdict_on_a_record_speaks_of_no_cards(record: bytes) -> None:
    verdict = verify(record, GAMES, Serial())
    assert verdict.complete
    sentences = verdict_lines(verdict)
    assert sentences[-1].startswith(("VALID", "GÜLTIG", "GELDIG"))
    assert not _CARDS.search("\n".join(sentences)), sentences
