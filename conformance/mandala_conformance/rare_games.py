"""Test games that lead into rare phases, found by trying numbers one after the other.

The peer makes the first legal move by its notation, and the tester moves by a ``Policy``; so a number and a policy
give a whole game. ``find`` searches; ``RARE_GAMES`` is what it found, and a test plays them all again. Where no way of
choosing leads to a phase, the tester's moves are one of the ``rare_scripts``: these were found by trying all moves and
going on with the positions nearest to the phase.
"""

from __future__ import annotations

import enum
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, Final

from attrs import frozen

from mandala_conformance.rare_scripts import SCRIPTS
from mandala_protocol.games.catalogue import GAMES_AND_TESTS
from mandala_protocol.games.game import Counts, ExpectShuffle, Face, Game, GameEvent, Moved, Over
from mandala_protocol.games.simulation import Simulation
from mandala_protocol.games.test_games.fixed_chance import TestGame, first_by_notation
from mandala_protocol.poker.sampling import HashStream, below
from mandala_protocol.poker.shuffle import draw_permutation
from mandala_protocol.seats import Seat


class Policy(enum.Enum):
    """A way for the tester to choose a move: the first or the last, drawn from the name of the game, or by a script."""

    FIRST = "first"
    LAST = "last"
    DRAWN = "drawn"
    SCRIPT = "script"

    def chooser(self, name: str) -> Callable[[Game[Any, Any], Sequence[Any]], Any]:
        """Return a chooser for one game, to be asked once for every move of the tester."""
        stream = HashStream(name.encode(), "tester-moves")
        script = iter(SCRIPTS[name].split() if self is Policy.SCRIPT else ())

        def choose(game: Game[Any, Any], moves: Sequence[Any]) -> Any:
            ordered = sorted(moves, key=lambda move: game.format_move(move).encode("ascii"))
            match self:
                case Policy.FIRST:
                    return ordered[0]
                case Policy.LAST:
                    return ordered[-1]
                case Policy.DRAWN:
                    return ordered[below(stream, len(ordered))]
                case Policy.SCRIPT:
                    wanted = next(script, None)
                    return ordered[0] if wanted is None else game.parse_move(wanted)

        return choose


SIMPLE_POLICIES: Final = (Policy.FIRST, Policy.LAST, Policy.DRAWN)
"""The policies by which any test game can be played."""


@frozen
class RareGame:
    """A test game, and how the tester plays it: from its ``seat``, by its ``policy``; ``first``: who moves first."""

    name: str
    policy: Policy
    seat: Seat = Seat.HOST
    first: Seat = Seat.HOST


class _Watched(Simulation[Any, Any]):
    """A game of two known players that notes what happens in it."""

    __slots__ = ("seen",)

    def __init__(self, *given: Any) -> None:
        self.seen: set[str] = set()
        super().__init__(*given)

    def _become(self, after: Any, event: GameEvent[Any]) -> None:
        before = self.game.position(self.state) if self.state is not None else ""
        super()._become(after, event)
        self.seen.update(_features(self.game, before, after, event))


def _features(game: Game[Any, Any], before: str, after: Any, event: GameEvent[Any]) -> Iterator[str]:
    """The names of the rare things in one step, by the position lines of the standard."""
    fields = game.position(after).split(" ")
    kind, *phase = fields[2].split(":")
    if kind == "reveal":
        yield f"end: {phase[1]}"
        if len(phase) > 3 and phase[3] != "-":
            yield "final flips"
    expected = game.expects(after)
    if isinstance(expected, Over) and expected.result.winner is None:
        yield "a draw"
    if isinstance(expected, ExpectShuffle) and kind in ("draw", "refill"):
        yield f"reshuffle in {kind}"
        yield f"{kind} with COUNT 0 and a shuffle" if phase[2] == "0" else f"{kind} over a shuffle"
    came_from = before.split(" ")[2].split(":")[0] if before else ""
    if kind == "refill" and came_from in ("turn", "draw"):
        yield "K7: no card in either field"
    if isinstance(event, Moved) and kind == "reveal" and came_from == "claim":
        yield "end by a claim"
    if kind == "turn" and fields[0] == "mandala" and fields[3:5] == ["0", "-"]:
        hand = fields[7 + int(phase[0])].split("/")[3]
        yield "nothing left to draw"
        if hand == "1":
            yield "A6: one card in the hand, and nothing left to draw"


def shuffle_of(game: TestGame) -> Callable[[Counts], Sequence[Face]]:
    """Return what the shuffles of both seats make of the fresh decks of a test game, one after the other."""
    done = 0

    def shuffle(faces: Counts) -> Sequence[Face]:
        nonlocal done
        deck = [face for face, count in enumerate(faces) for _ in range(count)]
        for seat in Seat:
            deck = [deck[place] for place in draw_permutation(len(deck), game.chance.shuffle(seat, done))]
        done += 1
        return deck

    return shuffle


def played_out(rare: RareGame) -> tuple[set[str], list[str]]:
    """Play a test game out, and return what happens in it, and its moves in their notation."""
    game = GAMES_AND_TESTS[rare.name]
    assert isinstance(game, TestGame), "only of a test game all is known"
    choose = rare.policy.chooser(rare.name)
    simulation = _Watched.start(game, rare.first, game.chance.seed, shuffle_of(game))
    moves: list[str] = []
    while simulation.to_move is not None:
        legal = simulation.legal_moves()
        move = choose(game, legal) if simulation.to_move is rare.seat else first_by_notation(game, legal)
        moves.append(game.format_move(move))
        simulation.play(move)
    assert isinstance(simulation, _Watched)
    seen = simulation.seen
    if game.rules.name == "patterns" and len(moves) <= 4:
        seen = seen | {"three turns"}
    return seen, moves


def find(game: str, numbers: Iterable[int]) -> dict[str, RareGame]:
    """The first game found for each rare thing, among these numbers."""
    found: dict[str, RareGame] = {}
    for number in numbers:
        for policy in SIMPLE_POLICIES:
            rare = RareGame(f"{game}-test-{number}", policy)
            for what in played_out(rare)[0]:
                found.setdefault(what, rare)
    return found


_BUILT: Final = RareGame("mandala-test-0", Policy.FIRST)
_MIXED: Final = RareGame("mandala-test-0", Policy.DRAWN)

RARE_GAMES: Final[Mapping[str, Mapping[str, RareGame]]] = {
    "mandala": {
        "A6: one card in the hand, and nothing left to draw": RareGame("mandala-test-6", Policy.SCRIPT),
        "K7: no card in either field": _BUILT,
        "a draw": _BUILT,
        "draw over a shuffle": RareGame("mandala-test-6", Policy.SCRIPT),
        "draw with COUNT 0 and a shuffle": _BUILT,
        "end: deck": _BUILT,
        "reshuffle in draw": _BUILT,
        "end by a claim": _MIXED,
        "end: colour": RareGame("mandala-test-1", Policy.SCRIPT),
        "end: river": RareGame("mandala-test-1", Policy.DRAWN),
        "end: stalemate": RareGame("mandala-test-400", Policy.SCRIPT),
        "nothing left to draw": RareGame("mandala-test-28", Policy.FIRST),
        "refill with COUNT 0 and a shuffle": RareGame("mandala-test-30", Policy.DRAWN),
        "reshuffle in refill": RareGame("mandala-test-4", Policy.FIRST),
    },
    "patterns": {
        "a draw": RareGame("patterns-test-0", Policy.FIRST),
        "end: stuck": RareGame("patterns-test-0", Policy.FIRST),
        "final flips": RareGame("patterns-test-0", Policy.LAST),
        "three turns": RareGame("patterns-test-73", Policy.DRAWN),
    },
}
"""The rare things of each game, by name: “river” is the sixth colour (E1), “colour” the last card of one (D10).

A host's guest who moves first meets the same ones. Equal points with unequal cups (E6) are not among them: whoever
makes the first move by its notation builds while it can, so it never has a card in a field, nor a point. The case
``EN11/tie`` comes to them by agreement.
"""
