"""The test games that were searched for: what they are said to lead to happens, and two sides play them as foreseen."""

from __future__ import annotations

from typing import Any

import pytest
from attrs import evolve

from mandala_conformance.puppet import Puppet
from mandala_conformance.rare_games import RARE_GAMES, Policy, RareGame, find, played_out
from mandala_conformance.rare_scripts import SCRIPTS
from mandala_net.trust.identity import Identity
from mandala_protocol.conversation.speaker import GameTerms
from mandala_protocol.errors import Code, RemoteProtocolError
from mandala_protocol.games.catalogue import GAMES, GAMES_AND_TESTS
from mandala_protocol.games.test_games.fixed_chance import FixedChance, first_by_notation
from mandala_protocol.poker.workers import Serial
from mandala_protocol.record.verification import verify, write
from mandala_protocol.seats import Seat
from mandala_protocol.wire.messages import First, Move

ALL = [(game, what, rare) for game, rows in RARE_GAMES.items() for what, rare in rows.items()]


@pytest.mark.parametrize("seat", Seat)
@pytest.mark.parametrize(("game", "what", "rare"), ALL, ids=[f"{game}: {what}" for game, what, _ in ALL])
def test_what_is_rare_happens_at_whichever_seat_the_tester_moves_first(
    game: str, what: str, rare: RareGame, seat: Seat
) -> None:
    assert what in played_out(evolve(rare, seat=seat, first=seat))[0]
    assert rare.name.startswith(f"{game}-test-")


def test_each_script_is_played_to_its_last_move() -> None:
    scripted = {rare.name for _, _, rare in ALL if rare.policy is Policy.SCRIPT}
    assert scripted == set(SCRIPTS)
    for name, script in SCRIPTS.items():
        moves = script.split()
        made = iter(played_out(RareGame(name, Policy.SCRIPT))[1])
        assert all(move in made for move in moves), name


def test_the_search_finds_them_again() -> None:
    found = find("patterns", range(72, 74))
    assert found["three turns"] == RARE_GAMES["patterns"]["three turns"]
    assert "end: resigned" not in found


def two_sides(rare: RareGame, games: Any = GAMES_AND_TESTS) -> tuple[Puppet, Puppet]:
    """Both sides of a test game, each with secrets of its own."""
    choose = rare.policy.chooser(rare.name)
    host = Puppet(
        Seat.HOST,
        Identity.generate(),
        "Anna",
        bytes(32),
        terms=GameTerms(rare.name, First.HOST),
        choose=lambda puppet, moves: choose(puppet.referee.rules, moves),
    )
    guest = Puppet(
        Seat.GUEST,
        Identity.generate(),
        "Ben",
        b"\x01" * 32,
        choose=lambda puppet, moves: first_by_notation(puppet.referee.rules, moves),
        games=games,
    )
    return host, guest


@pytest.mark.parametrize(
    "rare", [RareGame("mandala-test-3", Policy.LAST), RARE_GAMES["patterns"]["three turns"]], ids=str
)
def test_two_sides_play_what_was_foreseen(rare: RareGame) -> None:
    sides = host, guest = two_sides(rare)
    while not (host.over and guest.over):
        speaker = host if host.is_to_speak else guest
        sides[speaker.seat.other].hear(speaker.say_next())
    entries = host.referee.transcript.entries
    assert [entry.body.move for entry in entries if isinstance(entry.body, Move)] == played_out(rare)[1]
    agreed = host.referee.agreed
    assert agreed is not None
    assert agreed.seed == FixedChance(rare.name).seed
    assert verify(write(entries), GAMES_AND_TESTS, Serial()).complete


def test_OR4_a_test_game_is_unknown_to_whoever_was_not_asked_to_play_any() -> None:
    host, guest = two_sides(RareGame("patterns-test-0", Policy.FIRST), GAMES)
    with pytest.raises(RemoteProtocolError) as refused:
        guest.hear(host.say_next())
    assert (refused.value.code, refused.value.requirement) == (Code.NOT_AGREED, "OR4")
