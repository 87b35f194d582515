"""The appraisal of a move of Patterns, one move ahead: a sum of named terms, in points."""

from __future__ import annotations

from attrs import frozen

from mandala_net.bots.patterns.weights import PatternsWeights
from mandala_protocol.games.colours import COLOURS
from mandala_protocol.games.game import Moved, View
from mandala_protocol.games.patterns import PATTERNS, PatternsMove, PatternsState
from mandala_protocol.games.patterns.outlook import Outlook, outlook
from mandala_protocol.games.patterns.scoring import points


@frozen
class Appraisal:
    """The merits of a move, term by term, compared with the position before it.

    ``points``: those that the mover scores. ``reach``: what flips could still add to the mover's groups; ``room``: what
    swaps could. ``bowl``: what the tile in the bowl is good for. ``hindrance``: what the other player can hope for no
    longer. ``end``: the game ends, ahead or behind.
    """

    move: PatternsMove
    points: float
    reach: float
    room: float
    bowl: float
    hindrance: float
    end: float

    @property
    def total(self) -> float:
        """All terms together."""
        return self.points + self.reach + self.room + self.bowl + self.hindrance + self.end


class Appraiser:
    """The judge of the moves that the seat of one view may make."""

    def __init__(self, view: View[PatternsState], weights: PatternsWeights) -> None:
        self._state, self._seat, self._weights = view.state, view.seat, weights
        self._own = outlook(view.state, view.seat)
        self._other = self._hopes(outlook(view.state, view.seat.other))

    def appraise(self, move: PatternsMove) -> Appraisal:
        """The terms of a legal move."""
        before, seat = self._own, self._seat
        after = PATTERNS.apply(self._state, Moved(seat, move))
        own = outlook(after, seat)
        if after.stopped is not None:
            # The final flips are part of it: nothing is left to hope for.
            lead = points(after.players[seat]) - points(after.players[seat.other])
            ahead = (lead > 0) - (lead < 0)
            gained = sum(own.points) - sum(before.points)
            return Appraisal(move, gained, 0.0, 0.0, 0.0, 0.0, ahead * self._weights.end)
        return Appraisal(
            move,
            points=sum(own.points) - sum(before.points),
            reach=self._reach(own) - self._reach(before),
            room=self._room(own) - self._room(before),
            bowl=self._bowl(own) - self._bowl(before),
            hindrance=self._weights.other * (self._other - self._hopes(outlook(after, seat.other))),
            end=0.0,
        )

    def _hopes(self, outlook: Outlook) -> float:
        return self._reach(outlook) + self._room(outlook) + self._bowl(outlook)

    def _reach(self, outlook: Outlook) -> float:
        return self._weights.reach * sum(outlook.values[colour] * outlook.reach[colour] for colour in COLOURS)

    def _room(self, outlook: Outlook) -> float:
        most = self._weights.most_room
        return self._weights.room * sum(outlook.values[colour] * min(outlook.room[colour], most) for colour in COLOURS)

    def _bowl(self, outlook: Outlook) -> float:
        colour = outlook.bowl
        if colour is None:
            return 0.0
        if outlook.room[colour]:
            return self._weights.bowl_fits * outlook.values[colour]
        if outlook.sites[colour]:
            return self._weights.bowl_opens * (outlook.opened + 1)
        return 0.0
