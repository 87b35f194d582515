"""A game with open cards that keeps all that happens in it, to be told and to be replayed."""

from __future__ import annotations

from typing import Any, Self

from mandala_net.bots.batch import seeded_shuffle
from mandala_protocol.games.game import HAND, Dealt, Game, GameEvent, Moved
from mandala_protocol.games.simulation import Holdings, ShuffleCards, Simulation
from mandala_protocol.poker.randomness import SEED_BYTES
from mandala_protocol.record.steps import Drawn, Step
from mandala_protocol.seats import Seat


class ToldSimulation(Simulation[Any, Any]):
    """A game with open cards that keeps what happened; ``first`` plays first, all chance in it is in ``shuffle``.

    ``seed`` (32 bytes) stands for the seed that two players would have agreed on. What happens by itself is told by the
    host, whoever that is. ``held``: all hidden cards after each step, by seat; ``drawn``: what came into each hand.
    """

    __slots__ = ("drawn", "held", "steps")

    def __init__(self, rules: Game[Any, Any], first: Seat, seed: bytes, shuffle: ShuffleCards) -> None:
        self.steps: tuple[Step, ...] = ()
        self.held: tuple[tuple[Holdings, Holdings], ...] = ()
        self.drawn: tuple[Drawn, ...] = ()
        super().__init__(rules, rules.initial(first, seed), (), ({}, {}), shuffle)

    @classmethod
    def of_deal(cls, rules: Game[Any, Any], first: Seat, number: int) -> Self:
        """The game with the cards of this set-up, from its first shuffle on: all chance follows from the number."""
        return cls(rules, first, number.to_bytes(SEED_BYTES, "big"), seeded_shuffle(number))

    def _become(self, after: Any, event: GameEvent[Any]) -> None:
        speaker = event.seat if isinstance(event, Moved) else Seat.HOST
        if isinstance(event, Dealt):
            self.drawn += tuple(drawn for seat in Seat if (drawn := self._drawn_now(seat)).faces)
        self.steps = (*self.steps, Step(len(self.steps), speaker, event, self.state, after))
        self.held = (*self.held, self.holdings)
        super()._become(after, event)

    def _drawn_now(self, seat: Seat) -> Drawn:
        """The cards that the present deal brought into the hand at this seat; nothing else changes it then."""
        nothing = (0,) * self.game.faces
        before = self.held[-1][seat].get(HAND, nothing) if self.held else nothing
        after = self.holdings[seat].get(HAND, nothing)
        faces = tuple(face for face, count in enumerate(after) for _card in range(count - before[face]))
        return Drawn(len(self.steps), seat, faces)
