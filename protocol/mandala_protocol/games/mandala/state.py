"""The public state of Mandala: what both players know.

Areas of cards are counts by colour, in canonical order. Whatever belongs to a player is in the order of the seats.
"""

from __future__ import annotations

from typing import TypeAlias

from attrs import frozen

from mandala_protocol.games.counts import union
from mandala_protocol.games.game import Counts, EndReason, Termination
from mandala_protocol.games.mandala.colours import COLOURS, NO_CARDS, Colour
from mandala_protocol.seats import Seat


class MandalaEnd(Termination):
    """A way in which the rules of Mandala end a game: D2, E1, D10, D11."""

    DECK = "deck"
    RIVER = "river"
    COLOUR = "colour"
    STALEMATE = "stalemate"


MandalaTermination: TypeAlias = MandalaEnd | EndReason
"""A way in which a game of Mandala ends: by its rules, or by its players."""


@frozen
class Mandala:
    """A mountain and one field for each seat (S2)."""

    mountain: Counts
    fields: tuple[Counts, Counts]


@frozen
class PlayerArea:
    """The public part of one player's cards (S7).

    ``river``: its colours, slot 1 first. ``claimed``: cards that went from mountains into the cup.
    ``sealed``: the number of starting cards in the cup. ``hand``: the number of cards in hand.
    """

    river: tuple[Colour, ...]
    claimed: Counts
    sealed: int
    hand: int


# What is awaited. Up to the end of the game ``seat`` is the player whose turn it is.


@frozen
class Shuffling:
    """The shuffle of all 108 cards (S5)."""


@frozen
class Dealing:
    """The first deal (S5)."""


@frozen
class Turn:
    """A seat's turn, in which it makes a move of kind A, B or C."""

    seat: Seat


@frozen
class Drawing:
    """``count`` more cards for the hand. ``mandala`` is the one built before, None after a discard."""

    seat: Seat
    mandala: int | None
    count: int


@frozen
class Claiming:
    """``seat`` completed this mandala; ``chooser`` takes a colour of its mountain."""

    seat: Seat
    mandala: int
    chooser: Seat


@frozen
class Refilling:
    """``count`` more cards for the mountain of the mandala that ``seat`` completed (K9)."""

    seat: Seat
    mandala: int
    count: int


@frozen
class Revealing:
    """The game has ended at a move of ``seat``; hands and cups are still hidden. ``resigned`` is the seat that did."""

    seat: Seat
    termination: MandalaTermination
    resigned: Seat | None


@frozen
class GameOver:
    """All is revealed: hands and starting cup cards by seat."""

    seat: Seat
    termination: MandalaTermination
    resigned: Seat | None
    hands: tuple[Counts, Counts]
    cups: tuple[Counts, Counts]


Phase: TypeAlias = Shuffling | Dealing | Turn | Drawing | Claiming | Refilling | Revealing | GameOver


@frozen
class MandalaState:
    """The whole public state.

    ``first``: the first player of S5. ``draw_pile``: its size. ``discard``: public by S8.
    ``triggered``: the draw pile has run out once (D1). ``discards_in_a_row``: consecutive C moves (D11).
    """

    first: Seat
    phase: Phase
    mandalas: tuple[Mandala, Mandala]
    players: tuple[PlayerArea, PlayerArea]
    draw_pile: int
    discard: Counts
    triggered: bool
    discards_in_a_row: int


EMPTY_MANDALA = Mandala(NO_CARDS, (NO_CARDS, NO_CARDS))


def is_complete(mandala: Mandala) -> bool:
    """Return whether the mandala has all six colours (K1)."""
    host, guest = mandala.fields
    return all(map(_any_of_three, mandala.mountain, host, guest))


def _any_of_three(mountain: int, host: int, guest: int) -> int:
    return mountain or host or guest


def missing_colours(mandala: Mandala) -> tuple[Colour, ...]:
    """The colours without which it is not complete, in canonical order."""
    host, guest = mandala.fields
    return tuple(colour for colour in COLOURS if not (mandala.mountain[colour] or host[colour] or guest[colour]))


def with_river(counts: Counts, river: tuple[Colour, ...]) -> Counts:
    """Return the cards with one more for each slot of the river."""
    return tuple(number + (colour in river) for colour, number in enumerate(counts))


def claimed_in_all(state: MandalaState) -> Counts:
    """The cards that lie publicly in rivers and claimed cups, of both players together (D10)."""
    host, guest = state.players
    return union(with_river(host.claimed, host.river), with_river(guest.claimed, guest.river))


def visible(state: MandalaState) -> Counts:
    """Every card that lies where both players know its colour; the others are in the draw pile, hands and cups."""
    counts = union(state.discard, claimed_in_all(state))
    for mandala in state.mandalas:
        for area in (mandala.mountain, *mandala.fields):
            counts = union(counts, area)
    return counts
