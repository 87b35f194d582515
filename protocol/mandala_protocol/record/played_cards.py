"""The cards that a move opens, and the check that they are the ones it claims."""

from __future__ import annotations

from collections.abc import Sequence

from mandala_protocol.errors import Code, RemoteProtocolError
from mandala_protocol.games.game import Face
from mandala_protocol.poker.ciphertexts import Ciphertext, open_face
from mandala_protocol.poker.group import Point
from mandala_protocol.record.known_keys import KnownKeys
from mandala_protocol.record.transcript import Entry
from mandala_protocol.seats import Seat
from mandala_protocol.sentence import Sentence
from mandala_protocol.wire.messages import Share


def opened_cards(
    played: Share | None, claimed: Sequence[Face], hand: Sequence[Ciphertext], entry: Entry
) -> list[Ciphertext]:
    """The cards of the hand that are opened, as many as are claimed. Raises ``RemoteProtocolError``."""
    positions = () if played is None else played.cards
    if played is None and claimed:
        detail = Sentence("the move plays cards, but opens none")
        raise RemoteProtocolError(Code.WRONG_CARD, "PL8", detail, entry.evidence)
    if played is not None and not claimed:
        detail = Sentence("cards are opened, but the move plays none")
        raise RemoteProtocolError(Code.WRONG_CARD, "PL8", detail, entry.evidence)
    if len(positions) != len(claimed) or any(position >= len(hand) for position in positions):
        detail = Sentence("the opened cards are not the cards played")
        raise RemoteProtocolError(Code.WRONG_CARD, "PL4", detail, entry.evidence)
    return [hand[position] for position in positions]


def require_faces(
    cards: Sequence[Ciphertext],
    shares: Sequence[Point],
    keys: KnownKeys,
    seat: Seat,
    faces: int,
    claimed: tuple[Face, ...],
    entry: Entry,
) -> None:
    """Require that these cards, opened with the shares of their owner and those known of ``seat``, have the claimed
    faces.

    Raises ``RemoteProtocolError``, and ``DeckError`` for a card without a face.
    """
    opened = [open_face(card, share, keys.share(seat, card), faces) for card, share in zip(cards, shares, strict=True)]
    if tuple(sorted(opened)) != claimed:
        raise RemoteProtocolError(
            Code.FALSE_FACE, "PL5", Sentence("the cards are not the ones claimed"), entry.evidence
        )
