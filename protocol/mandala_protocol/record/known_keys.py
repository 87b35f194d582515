"""The keys of the two seats, as far as they are known here, and the cards that they open."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from mandala_protocol.games.game import Face
from mandala_protocol.poker.ciphertexts import Ciphertext, open_face, share_point
from mandala_protocol.poker.game_keys import KeyPair
from mandala_protocol.poker.group import Point
from mandala_protocol.seats import Seat


class KnownKeys:
    """The known keys: a player's own, and both after the reveal. An observer knows none before."""

    def __init__(self) -> None:
        self._keys: dict[Seat, KeyPair] = {}
        self._ready: dict[tuple[Seat, Ciphertext], Point] = {}

    def learn(self, seat: Seat, key: KeyPair) -> None:
        """Keep the key of this seat, to open its cards with."""
        self._keys[seat] = key

    def knows(self, seat: Seat) -> bool:
        """Return whether the key of this seat is known here."""
        return seat in self._keys

    def pair(self, seat: Seat) -> KeyPair:
        """The key of a seat of which it is known here."""
        return self._keys[seat]

    def lend(self, seat: Seat, shares: Mapping[Ciphertext, Point]) -> None:
        """Keep shares of a seat whose key stays hidden, to open its cards with; they must have been proven."""
        self._ready |= {(seat, card): share for card, share in shares.items()}

    def has_share(self, seat: Seat, card: Ciphertext) -> bool:
        """Return whether this seat's share of a card can be had here: its key is known, or it has lent the share."""
        return seat in self._keys or (seat, card) in self._ready

    @property
    def knows_both(self) -> bool:
        """Return whether every card can be opened here."""
        return len(self._keys) == len(Seat)

    def share(self, seat: Seat, card: Ciphertext) -> Point:
        """The share of a card under the key of this seat; see ``has_share``."""
        ready = self._ready.get((seat, card))
        return share_point(self._keys[seat].secret, card) if ready is None else ready

    def open(self, card: Ciphertext, faces: int) -> Face:
        """Return the face of a card, one of the first ``faces``; both keys must be known."""
        return open_face(card, self.share(Seat.HOST, card), self.share(Seat.GUEST, card), faces)

    def face(self, owner: Seat, card: Ciphertext, other_share: Point, faces: int) -> Face | None:
        """The face of a card of this owner, with the share of the other seat; None if it cannot be opened here."""
        if not self.has_share(owner, card):
            return None
        return open_face(card, self.share(owner, card), other_share, faces)

    # Shares that are computed before they are needed.

    def unready(self, seat: Seat, cards: Sequence[Ciphertext]) -> list[Ciphertext]:
        """The cards whose share under this seat's key is not computed yet; none without the key."""
        return [card for card in cards if (seat, card) not in self._ready] if seat in self._keys else []

    def make_ready(self, seat: Seat, cards: Sequence[Ciphertext]) -> None:
        """Compute the shares of these cards now."""
        for card in self.unready(seat, cards):
            self._ready[seat, card] = share_point(self._keys[seat].secret, card)

    def forget_ready(self) -> None:
        """Forget the shares of the cards before: other cards are drawn from now on."""
        self._ready = {}
