"""The moves of the cases about the rules of Patterns: whoever forgets one condition takes its move, and no one else."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest
from attrs import frozen

from mandala_conformance.cases.rule_cases import BREACHES, MOST_GAMES
from mandala_conformance.puppet import Puppet, by_chance
from mandala_net.trust.identity import Identity
from mandala_protocol.conversation.speaker import GameTerms
from mandala_protocol.games.catalogue import GAMES
from mandala_protocol.games.game import IllegalMove, Moved
from mandala_protocol.games.patterns import flow, legality
from mandala_protocol.seats import Seat
from mandala_protocol.wire.messages import First, Move
from tests.conformance.defects.defect import Defect
from tests.conformance.defects.rule_defects import RULES

PATTERNS = GAMES["patterns"]
DEFECTS = [defect for defect in RULES if defect.game == "patterns" and defect.command == "host"]
FEWEST_GAMES = 4
BROKEN_BY_A_DEFECT = ((legality, "judge"), (flow, "judge"), (flow, "_with_bowl_tile"))


def before_each_move(seed: int) -> Iterator[Puppet]:
    """Play a whole game by chance; the player who is to move, before each move."""
    terms = GameTerms("patterns", First.LOT, 0)
    host, guest = (
        Puppet(
            seat,
            Identity.generate(),
            seat.name,
            bytes([2 * seed + seat]) * 32,
            terms=terms,
            choose=by_chance(2 * seed + seat),
        )
        for seat in Seat
    )
    while not host.over:
        speaker, hearer = (host, guest) if host.is_to_speak else (guest, host)
        if speaker.pending(Move):
            yield speaker
        hearer.hear(speaker.say_next())


@frozen
class Place:
    """A position for a case, the player to move, and the move that the rules forbid there."""

    case: str
    state: Any
    seat: Seat
    notation: str


@cache
def places() -> tuple[Place, ...]:
    """The first place of each game for each case; as many games as it takes, and some more."""
    wanted = {word: breach for game, word, _title, breach in BREACHES if game == "patterns"}
    found: list[Place] = []
    for seed in range(MOST_GAMES["patterns"]):
        begun = len(found)
        for puppet in before_each_move(seed):
            for word in wanted.keys() - {place.case.removeprefix("PL3/") for place in found[begun:]}:
                notation = wanted[word].move(puppet)
                if notation is not None:
                    found.append(Place(f"PL3/{word}", puppet.referee.state, puppet.seat, notation))
        if seed >= FEWEST_GAMES and len({place.case for place in found}) == len(wanted):
            break
    return tuple(found)


def is_taken(place: Place) -> bool:
    """Return whether the rules, as they are now, allow the move of a place."""
    try:
        PATTERNS.apply(place.state, Moved(place.seat, PATTERNS.parse_move(place.notation)))
    except IllegalMove:
        return False
    return True


def test_games_come_to_a_place_for_every_case_and_each_has_its_defect() -> None:
    cases = {f"PL3/{word}" for game, word, _title, _breach in BREACHES if game == "patterns"}
    assert {place.case for place in places()} == cases == {defect.case for defect in DEFECTS}
    assert not any(map(is_taken, places()))


@pytest.mark.parametrize("defect", DEFECTS, ids=lambda defect: defect.name)
def test_whoever_forgets_a_condition_takes_the_move_of_its_case_alone(
    monkeypatch: pytest.MonkeyPatch, defect: Defect
) -> None:
    every = places()
    for module, name in BROKEN_BY_A_DEFECT:
        monkeypatch.setattr(module, name, getattr(module, name))  # as it is, to be so again after the test
    defect.break_it()
    assert [place for place in every if is_taken(place)] == [place for place in every if place.case == defect.case]
