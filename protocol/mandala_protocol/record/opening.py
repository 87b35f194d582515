"""The opening: both commit to a key and a nonce, then both open them; from the nonces comes the common seed.

What is committed to cannot depend on the other's choice, so neither controls the seed, and a machine in the middle
has one try at making the words of both sides agree.
"""

from __future__ import annotations

from typing import Final

from attrs import field, frozen

from mandala_protocol.authentication_words import spoken
from mandala_protocol.poker.game_keys import KnowledgeProof, joint_key, open_commitment, verify_knowledge
from mandala_protocol.poker.group import Point
from mandala_protocol.poker.hashing import Context, tagged_hash
from mandala_protocol.poker.sampling import HashStream, below
from mandala_protocol.seats import Seat
from mandala_protocol.wire.messages import First

SEED_BYTES: Final = 32


@frozen
class Opened:
    """The opening of a commitment: 32 bytes of the seat's choice, its public key, the proof of knowing the secret."""

    nonce: bytes
    public: Point
    proof: KnowledgeProof


@frozen
class Agreed:
    """The values that both share after the opening."""

    joint: Point
    seed: bytes
    words: str = field(init=False)

    @words.default
    def _spoken_words(self) -> str:
        return spoken(tagged_hash("words", self.seed))

    def first_player(self, wanted: First) -> Seat:
        """Return who plays first (rule S9): fixed by the host, or drawn by lot from the seed."""
        match wanted:
            case First.HOST:
                return Seat.HOST
            case First.GUEST:
                return Seat.GUEST
            case First.LOT:
                return Seat(below(HashStream(self.seed, "lot"), len(Seat)))


class Opening:
    """The commitments, and what they turned out to be."""

    def __init__(self) -> None:
        self._commitments: dict[Seat, bytes] = {}
        self._opened: dict[Seat, Opened] = {}

    def take_commitment(self, seat: Seat, commitment: bytes) -> None:
        self._commitments[seat] = commitment

    def take_opened(self, seat: Seat, opened: Opened, context: Context) -> None:
        """Refuse (``DeckError``) what was not committed to, or a key whose secret the speaker does not know."""
        open_commitment(self._commitments[seat], opened.nonce, opened.public, opened.proof)
        verify_knowledge(opened.public, opened.proof, context)
        self._opened[seat] = opened

    def public(self, seat: Seat) -> Point:
        """The public key of a seat that has opened."""
        return self._opened[seat].public

    def agree(self, committed: bytes) -> Agreed:
        """Derive the values that both share; ``committed`` is the head after both commitments.

        Nothing said later goes into the seed: the last to open must have no choice left. Raises ``DeckError``
        if one key is a copy or the negative of the other.
        """
        host, guest = self._opened[Seat.HOST], self._opened[Seat.GUEST]
        joint = joint_key(host.public, guest.public)
        seed = tagged_hash("seed", committed, host.nonce, host.public, guest.nonce, guest.public)[:SEED_BYTES]
        return Agreed(joint, seed)
