"""Cases about chance: whether the places that moves open say something of the other cards."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from math import comb, prod
from typing import Final

import trio
from attrs import frozen

from mandala_conformance.case import CaseBook
from mandala_conformance.case_stage import Stage
from mandala_conformance.findings import NotTried, Unmet
from mandala_conformance.probe_game import ProbeGame
from mandala_conformance.puppet import never
from mandala_protocol.games.catalogue import GAMES_AND_TESTS
from mandala_protocol.poker.workers import Serial
from mandala_protocol.record.referee import Referee
from mandala_protocol.record.transcript import Entry
from mandala_protocol.record.verification import opened_keys
from mandala_protocol.seats import Seat
from mandala_protocol.wire.messages import Move

CHANCE = CaseBook()

_UNLIKELY: Final = Fraction(1, 2**20)
"""The odds below which opening always the first, or the last, of several equal cards is no chance."""

_MOST_GAMES: Final = 6


@frozen
class _Choice:
    """The places that a move opened of those at which the hand had this face."""

    held: tuple[int, ...]
    opened: tuple[int, ...]

    @property
    def odds(self) -> Fraction:
        """The odds of each way to choose this number of equal cards."""
        return Fraction(1, comb(len(self.held), len(self.opened)))

    @property
    def is_first(self) -> bool:
        return self.opened == self.held[: len(self.opened)]

    @property
    def is_last(self) -> bool:
        return self.opened == self.held[-len(self.opened) :]


@CHANCE.case("PL7/places", "The places of equal cards in the moves of whole games", games=("mandala",))
async def places(stage: Stage) -> None:
    """Once both keys are open, every card of the game can be opened."""
    stage.note_expectation("not always the first, nor always the last, of several equal cards")
    choices: list[_Choice] = []
    for number in range(_MOST_GAMES):
        game = await (stage.begin() if number else stage.whole_game())
        choices += await _made_in(game)
        if prod(choice.odds for choice in choices) <= _UNLIKELY:
            break
    else:
        raise NotTried(f"in {_MOST_GAMES} games only {len(choices)} moves had a choice among equal cards")
    if all(choice.is_first for choice in choices):
        raise Unmet(stage.expected, f"always the first, in {len(choices)} moves")
    if all(choice.is_last for choice in choices):
        raise Unmet(stage.expected, f"always the last, in {len(choices)} moves")
    stage.got = f"no such pattern in {len(choices)} moves"


async def _made_in(game: ProbeGame) -> list[_Choice]:
    """The choices of the implementation in one game, which both play to its end."""
    await game.go_to(never)
    if not game.line.ended:
        await game.end()
    entries, seat = game.puppet.referee.transcript.entries, game.puppet.seat.other
    return await trio.to_thread.run_sync(lambda: list(_choices(entries, seat)))


def _choices(entries: Sequence[Entry], seat: Seat) -> Iterator[_Choice]:
    """The choices of a seat among equal cards, in a game whose keys are open."""
    referee = Referee(GAMES_AND_TESTS, Serial())
    for owner, key in opened_keys([entry.message() for entry in entries]).items():
        referee.keys.learn(owner, key)
    for entry in entries:
        body, due = entry.body, referee.due
        if isinstance(body, Move) and body.played is not None and due is not None and due.speaker is seat:
            faces = referee.cards.faces(seat)
            for face in {faces[place] for place in body.played.cards}:
                held = tuple(place for place, found in enumerate(faces) if found == face)
                opened = tuple(place for place in body.played.cards if faces[place] == face)
                if len(opened) < len(held):
                    yield _Choice(held, opened)
        referee.take(entry, trusted=True)
