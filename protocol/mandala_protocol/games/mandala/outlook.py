"""The consequences of a move, for screens and bots. All of it is public."""

from __future__ import annotations

from mandala_protocol.games.counts import plus
from mandala_protocol.games.mandala.moves import HAND_LIMIT, Build, Grow, MandalaMove
from mandala_protocol.games.mandala.state import Mandala, MandalaState, missing_colours
from mandala_protocol.seats import Seat

BUILD_DRAW = 3
"""Cards drawn after a build where the hand has room (A2)."""


def drawn_by_build(state: MandalaState, seat: Seat) -> int:
    """The number of cards that a build by this seat asks for (A2). Fewer come only if both piles run out (A5)."""
    return min(BUILD_DRAW, HAND_LIMIT + 1 - state.players[seat].hand)


def drawable(state: MandalaState) -> int:
    """The number of cards that can still be drawn, with the discard pile shuffled in (D6)."""
    return state.draw_pile + sum(state.discard)


def drawn_by_build_now(state: MandalaState, seat: Seat) -> int:
    """The number of cards that a build by this seat would really draw."""
    return min(drawn_by_build(state, seat), drawable(state))


def chooser_if_completed(mandala: Mandala, completer: Seat) -> Seat:
    """Return who chooses first if this seat completes this mandala as it lies (K2)."""
    own, other = sum(mandala.fields[completer]), sum(mandala.fields[completer.other])
    return completer if own > other else completer.other


def after_play(mandala: Mandala, seat: Seat, move: Build | Grow) -> Mandala:
    """The mandala with the cards of this move laid down, legal or not."""
    if isinstance(move, Build):
        return Mandala(plus(mandala.mountain, move.colour, 1), mandala.fields)
    own = plus(mandala.fields[seat], move.colour, move.count)
    return Mandala(mandala.mountain, (own, mandala.fields[1]) if seat is Seat.HOST else (mandala.fields[0], own))


def completes(state: MandalaState, move: MandalaMove) -> bool:
    """Return whether this move, legal now, brings the sixth colour into its mandala (K1)."""
    if not isinstance(move, (Build, Grow)):
        return False
    return missing_colours(state.mandalas[move.mandala]) == (move.colour,)
