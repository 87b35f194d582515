"""The way to a tie in Mandala: equal points, and cups that are not equal (E6).

Nobody can be led there in a test game: whoever makes the first move by its notation builds while it can, so it never
has a card in a field, nor a point. In any other game two cards of the other cup are hidden from the tester.
"""

from __future__ import annotations

from typing import Any, Final

from mandala_conformance.puppet import Chooser, Puppet, by_chance
from mandala_protocol.games.counts import union
from mandala_protocol.games.game import HAND, Moved
from mandala_protocol.games.mandala.colours import CARDS_PER_COLOUR, COLOURS
from mandala_protocol.games.mandala.moves import Claim
from mandala_protocol.games.mandala.scoring import live_score, score_sheet, seat_score
from mandala_protocol.games.mandala.state import MandalaState, visible
from mandala_protocol.wire.messages import Move

_MOST_MOVES: Final = 45
"""After so many moves rivers are long, and a tie is seldom likely."""

_LIKELY_ENOUGH: Final = 0.15
"""The chance of a tie at which an offer takes fewer moves in all than to wait for a better one."""


def _lead(puppet: Puppet, state: MandalaState) -> int:
    """The tester's points less those that the cards which the other has claimed are worth."""
    own, other = state.players[puppet.seat], state.players[puppet.seat.other]
    cup = union(own.claimed, puppet.referee.view(puppet.seat).holdings["cup"])
    return seat_score(own.river, cup).total - live_score(other)


def _chance_of_tie(puppet: Puppet) -> float:
    """The chance that points are equal and cups are not, now: two cards in the other cup are hidden."""
    view, state = puppet.referee.view(puppet.seat), puppet.referee.state
    own, other = state.players[puppet.seat], state.players[puppet.seat.other]
    if sum(own.claimed) == sum(other.claimed):
        return 0
    known = union(union(visible(state), view.holdings[HAND]), view.holdings["cup"])
    hidden = [CARDS_PER_COLOUR - count for count in known]
    worth = {colour: slot for slot, colour in enumerate(other.river, start=1)}
    wanted = _lead(puppet, state)
    ties = sum(
        hidden[one] * (hidden[two] - (one is two))
        for one in COLOURS
        for two in COLOURS
        if worth.get(one, 0) + worth.get(two, 0) == wanted
    )
    return ties / (sum(hidden) * (sum(hidden) - 1))


def is_worth_an_offer(puppet: Puppet) -> bool:
    """Return whether the tester is to move, and the game is likely to end in a tie if both end it now."""
    return puppet.pending(Move) and _chance_of_tie(puppet) >= _LIKELY_ENOUGH


def is_worth_an_offer_or_late(puppet: Puppet) -> bool:
    """Return whether the tester is to move where an offer is worth it, or none will be soon."""
    return is_worth_an_offer(puppet) or (puppet.pending(Move) and puppet.referee.moves_made >= _MOST_MOVES)


def towards_a_tie(seed: int) -> Chooser:
    """Claim what leads to equal points, and make any other move by chance."""
    otherwise = by_chance(seed)

    def choose(puppet: Puppet, moves: tuple[Any, ...]) -> Any:
        referee = puppet.referee
        if not isinstance(moves[0], Claim):
            return otherwise(puppet, moves)
        after = {move: referee.rules.apply(referee.state, Moved(puppet.seat, move)) for move in moves}
        return min(moves, key=lambda move: abs(_lead(puppet, after[move])))

    return choose


def is_tie_by_cup(puppet: Puppet) -> bool:
    """Return whether the game is over with equal points, and its winner has fewer cards in the cup."""
    return score_sheet(puppet.referee.state).by_cup
