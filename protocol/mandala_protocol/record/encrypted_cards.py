"""The encrypted cards: the draw pile and each seat's holdings, with the faces that this side can see.

Cards that lie face up on the table are no longer here: their faces are in the game's state.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TypeAlias

from mandala_protocol.games.counts import counted
from mandala_protocol.games.game import HAND, Draw, ExpectDeal, Face, Holding
from mandala_protocol.poker.ciphertexts import Ciphertext
from mandala_protocol.seats import Seat

CardPlace: TypeAlias = tuple[Seat, str]
"""A holding: its owner, and its name."""


class Cards:
    """The deck of one game in the course of play."""

    def __init__(self) -> None:
        self._pile: tuple[Ciphertext, ...] = ()
        self._top = 0
        self._holdings: dict[CardPlace, tuple[Ciphertext, ...]] = {}
        self._faces: dict[CardPlace, tuple[Face | None, ...]] = {}

    def new_pile(self, cards: Sequence[Ciphertext]) -> None:
        """Put a freshly shuffled pile in place of the empty one."""
        assert self._top == len(self._pile), "a shuffle comes when the pile is empty"
        self._pile, self._top = tuple(cards), 0

    def at_top(self, count: int, skip: int = 0) -> dict[int, Ciphertext]:
        """The next ``count`` cards after ``skip``, by their number in the pile as it was shuffled."""
        first = self._top + skip
        assert first + count <= len(self._pile), "the game deals no more than there is"
        return {number: self._pile[number] for number in range(first, first + count)}

    def drawn(self, draws: Sequence[Draw]) -> list[tuple[Draw, dict[int, Ciphertext]]]:
        """Each draw with the cards that it takes."""
        taken, skip = [], 0
        for draw in draws:
            taken.append((draw, self.at_top(draw.count, skip)))
            skip += draw.count
        return taken

    def remove_from_top(self, count: int) -> None:
        self._top += count

    def next_in_pile(self, count: int) -> tuple[Ciphertext, ...]:
        """The next ``count`` cards, fewer if there are no more."""
        return self._pile[self._top : self._top + count]

    def rest_of_pile(self) -> tuple[Ciphertext, ...]:
        return self._pile[self._top :]

    def places(self) -> tuple[CardPlace, ...]:
        return tuple(self._holdings)

    def held(self, seat: Seat, name: str = HAND) -> tuple[Ciphertext, ...]:
        return self._holdings.get((seat, name), ())

    def faces(self, seat: Seat, name: str = HAND) -> tuple[Face | None, ...]:
        """The faces in the order of ``held``; None where this side cannot see them."""
        return self._faces.get((seat, name), ())

    def receive(self, place: Holding, cards: Sequence[Ciphertext], faces: Sequence[Face | None]) -> None:
        """Add cards to a holding."""
        key = (place.seat, place.name)
        self._holdings[key] = self._holdings.get(key, ()) + tuple(cards)
        self._faces[key] = self._faces.get(key, ()) + tuple(faces)

    def show(self, seat: Seat, name: str, faces: Sequence[Face]) -> None:
        """Keep the faces of a holding, in the order of ``held``, to be seen from now on."""
        self._faces[seat, name] = tuple(faces)

    def replace_hand(self, seat: Seat, cards: Sequence[Ciphertext], faces: Sequence[Face | None]) -> None:
        """Replace the hand after its owner mixed it."""
        self._holdings[seat, HAND], self._faces[seat, HAND] = tuple(cards), tuple(faces)

    def remove_from_hand(self, seat: Seat, positions: Sequence[int]) -> None:
        """Take the cards at these positions out of the hand."""
        kept = [position for position in range(len(self.held(seat))) if position not in positions]
        cards, faces = self.held(seat), self.faces(seat)
        self.replace_hand(seat, [cards[position] for position in kept], [faces[position] for position in kept])


def owed_by(seat: Seat, deal: ExpectDeal, cards: Cards) -> dict[int, Ciphertext]:
    """The cards for which this seat owes its share: all but those dealt to itself."""
    owed: dict[int, Ciphertext] = {}
    for draw, taken in cards.drawn(deal.draws):
        if not (isinstance(draw.to, Holding) and draw.to.seat is seat):
            owed |= taken
    return owed


def holdings_seen(cards: Cards, seat: Seat, kinds: int) -> Mapping[str, tuple[int, ...]]:
    """Return how many of each face a seat holds, by name of holding, as far as this side can see them."""
    return {
        name: counted((face for face in cards.faces(seat, name) if face is not None), kinds)
        for owner, name in cards.places()
        if owner is seat
    }
