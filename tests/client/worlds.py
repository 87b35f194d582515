"""The same game in two worlds that differ in nothing but cards that one player cannot see."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Final

from mandala_client.records.told_simulation import ToldSimulation
from mandala_protocol.conversation.snapshot import Pending, Snapshot
from mandala_protocol.games.mandala import COLOURS, MANDALA
from mandala_protocol.record.order import Due, Occasion
from mandala_protocol.seats import Seat
from mandala_protocol.wire.messages import Move


class Told(ToldSimulation):
    """A game with open cards, dealt in the order of this deck."""

    def __init__(self, deck: list[int]) -> None:
        super().__init__(MANDALA, Seat.HOST, bytes(32), lambda _pile: tuple(deck))

    def snapshot(self) -> Snapshot:
        """The host's view of it now; someone must be to move."""
        to_move = self.to_move
        assert to_move is not None
        return Snapshot(
            game=MANDALA.name,
            seat=Seat.HOST,
            names=("Anna", "Ben"),
            due=Due(Occasion.TURN, Move, to_move),
            pending=Pending.MOVE if to_move is Seat.HOST else Pending.NOTHING,
            words=None,
            view=self.view(Seat.HOST),
            steps=self.steps,
            result=None,
            connected=True,
            length=len(self.steps),
            live_score=True,
        )


MOUNTAINS: Final = 4
HANDFUL: Final = 6
CUPFUL: Final = 2
"""How many cards are dealt to the mountains, and to a hand and a cup."""

LEFT: Final = 12
"""The game is looked at until so many cards are left to draw: among the last are those that were swapped."""


def two_worlds(seed: int) -> Iterator[tuple[Told, Told]]:
    """The same game twice, but for one card of Ben's hand and both in his cup; as long as nobody comes to see them."""
    source = random.Random(seed)
    deck: list[int] = [colour for colour in COLOURS for _ in range(18)]
    source.shuffle(deck)
    bens = MOUNTAINS + HANDFUL + CUPFUL
    swapped = list(deck)
    for here, there in ((bens, -1), (bens + HANDFUL, -2), (bens + HANDFUL + 1, -3)):
        other = next(place for place in range(len(deck) + there, 0, -1) if deck[place] != deck[here])
        swapped[here], swapped[other] = swapped[other], swapped[here]
    worlds = Told(deck), Told(swapped)
    while worlds[0].to_move is not None and len(worlds[0].draw_pile) > LEFT:
        yield worlds
        moves = [set(world.legal_moves()) for world in worlds]
        both = [move for move in worlds[0].legal_moves() if move in moves[1]]
        if not both:
            return
        move = source.choice(both)
        for world in worlds:
            world.play(move)
