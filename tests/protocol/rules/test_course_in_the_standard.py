"""PL11 as its pseudo-code in the standard has it, written down once more, against the rules in whole games."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Generator, Sequence
from typing import NoReturn, TypeAlias

from mandala_protocol.games.game import Dealt, GameEvent, Moved
from mandala_protocol.games.mandala import MANDALA, Build, Claim, Discard, Grow, MandalaMove
from mandala_protocol.games.mandala.state import MandalaState
from mandala_protocol.games.simulation import Simulation
from mandala_protocol.seats import Seat

Event: TypeAlias = GameEvent[MandalaMove]
Expecting: TypeAlias = Generator[str, Event, None]
"""Gives the phase that is expected, and takes what happened."""


class Course:
    """The functions of 8.4. ``turns`` is a loop where the standard has a call, as Python's stack is short."""

    def __init__(self, first: Seat) -> None:
        self.first, self.seat = first, first
        self.pile, self.run, self.run_out = 0, 0, ""
        self.discarded: Counter[int] = Counter()
        self.mountains = Counter[int](), Counter[int]()
        self.fields = tuple((Counter[int](), Counter[int]()) for _ in range(2))
        self.claimed: Counter[int] = Counter()
        self.rivers: tuple[set[int], set[int]] = (set(), set())
        self.hands = [6, 6]

    def game(self) -> Expecting:
        yield "shuffle"
        self.pile = 108
        event = yield "deal"
        self._see(0, event, 0)
        self._see(1, event, 1)
        self.pile = 88
        while True:
            yield from self.turn()

    def turn(self) -> Expecting:
        seat = self.seat
        match (yield f"turn:{seat:d}"):
            case Moved(move=Build(mandala=m, colour=colour)):
                self.mountains[m][colour] += 1
                self.hands[seat] -= 1
                self.run = 0
                yield from self.supply("draw", seat, m, min(3, 8 - self.hands[seat]))
                yield from self.completion(seat, m)
            case Moved(move=Grow(mandala=m, colour=colour, count=count)):
                self.fields[m][seat][colour] += count
                self.hands[seat] -= count
                self.run = 0
                yield from self.completion(seat, m)
            case Moved(move=Discard(colour=colour, count=count)):
                self.discarded[colour] += count
                self.hands[seat] -= count
                self.run += 1
                yield from self.supply("draw", seat, "-", count)
                yield from self.end_of_turn(seat)
            case other:
                raise AssertionError(other)

    def supply(self, phase: str, seat: Seat, m: int | str, count: int) -> Expecting:
        while (self.pile and count) or (not self.pile and self.discarded.total()):
            event = yield f"{phase}:{seat:d}:{m}:{count}"
            if not self.pile:
                self.pile = self.discarded.total()
                self.discarded.clear()
                continue
            dealt = min(count, self.pile)
            if phase == "draw":
                self.hands[seat] += dealt
            else:
                self._see(int(m), event, 0)
            self.pile -= dealt
            count -= dealt
            if not self.pile:
                self.run_out = "deck"

    def completion(self, seat: Seat, m: int) -> Expecting:
        host, guest = self.fields[m]
        if len(self.mountains[m].keys() | host.keys() | guest.keys()) < 6:
            yield from self.end_of_turn(seat)
        elif host or guest:
            own, other = self.fields[m][seat].total(), self.fields[m][seat.other].total()
            yield from self.claims(seat, m, seat if own > other else seat.other)
        else:
            self._throw_away(self.mountains[m])
            yield from self.destruction(seat, m, seat)

    def claims(self, seat: Seat, m: int, chooser: Seat) -> Expecting:
        event = yield f"claim:{seat:d}:{m}:{chooser:d}"
        assert isinstance(event, Moved)
        assert isinstance(event.move, Claim)
        cards = self.mountains[m].pop(event.move.colour)
        if self.fields[m][chooser]:
            self.rivers[chooser].add(event.move.colour)
            self.claimed[event.move.colour] += cards
        else:
            self.discarded[event.move.colour] += cards
        if self.mountains[m]:
            yield from self.claims(seat, m, chooser.other)
        else:
            yield from self.destruction(seat, m, chooser)

    def destruction(self, seat: Seat, m: int, last: Seat) -> Expecting:
        for field in self.fields[m]:
            self._throw_away(field)
        if self.run_out:
            yield from self.reveal(last, "deck")
        elif any(len(river) == 6 for river in self.rivers):
            yield from self.reveal(last, "river")
        else:
            yield from self.supply("refill", seat, m, 2)
            yield from self.end_of_turn(seat)

    def end_of_turn(self, seat: Seat) -> Expecting:
        if self.run == 40:
            yield from self.reveal(seat, "stalemate")
        elif self.run_out and 18 in self.claimed.values():
            yield from self.reveal(seat, "colour")
        self.seat = seat.other

    def reveal(self, seat: Seat, reason: str) -> Generator[str, Event, NoReturn]:
        yield f"reveal:{seat:d}:{reason}:-"
        yield f"over:{seat:d}:{reason}:-"
        raise AssertionError("nothing follows the end of a game")

    def _see(self, m: int, event: Event, draw: int) -> None:
        assert isinstance(event, Dealt)
        self.mountains[m].update(event.shown[draw] or ())

    def _throw_away(self, cards: Counter[int]) -> None:
        self.discarded.update(cards)
        cards.clear()


class Followed(Simulation[MandalaState, MandalaMove]):
    """A game in which every phase is compared with the one that the standard expects."""

    __slots__ = ("expecting", "phases")

    def __init__(self, first: Seat, chance: random.Random) -> None:
        self.phases: list[str] = []
        self.expecting = Course(first).game()
        assert next(self.expecting) == "shuffle"

        def shuffled(faces: Sequence[int]) -> list[int]:
            cards = [face for face, count in enumerate(faces) for _ in range(count)]
            chance.shuffle(cards)
            return cards

        super().__init__(MANDALA, MANDALA.initial(first, bytes(32)), (), ({}, {}), shuffled)

    def _become(self, after: MandalaState, event: Event) -> None:
        super()._become(after, event)
        expected = self.expecting.send(event)
        phase = MANDALA.position(after).split(" ")[2]
        self.phases.append(phase)
        assert phase == expected or (expected.startswith("over:") and phase.startswith(f"{expected}:"))


def followed(seed: int, choose: Callable[[random.Random, tuple[MandalaMove, ...]], MandalaMove]) -> list[str]:
    """The phases of one game, each move chosen so."""
    chance = random.Random(seed)
    game = Followed(Seat(seed % 2), chance)
    while game.to_move is not None:
        game.play(choose(chance, game.legal_moves()))
    return game.phases


def by_chance(chance: random.Random, moves: tuple[MandalaMove, ...]) -> MandalaMove:
    return chance.choice(moves)


def one_discards(chance: random.Random, moves: tuple[MandalaMove, ...]) -> MandalaMove:
    discards = [move for move in moves if isinstance(move, Discard)]
    return chance.choice(discards or moves)


def test_PL11_the_course_in_the_standard_is_that_of_the_rules_in_whole_games() -> None:
    phases = [phase for seed in range(60) for phase in followed(seed, by_chance)]
    kinds = {phase.partition(":")[0] for phase in phases}
    assert kinds == {"deal", "turn", "draw", "claim", "refill", "reveal", "over"}
    assert {phase.split(":")[2] for phase in phases if phase.startswith("over:")} >= {"deck", "river"}


def test_PL11_a_stalemate_comes_after_forty_discards() -> None:
    assert followed(1, one_discards)[-1].split(":")[2] == "stalemate"
