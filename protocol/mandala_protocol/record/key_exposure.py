"""The entry from which on anyone could compute a secret key of a game, because its speaker drew badly (CV12).

Each proof that a seat knows its secret x answers a challenge c with s = w + c·x, where the mask w hides x. Whoever
knows w knows x. Two answers with one mask give x = (s − s') / (c − c'); a small mask is found by trying.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from attrs import frozen

from mandala_protocol.poker.deck_errors import DeckError
from mandala_protocol.poker.game_keys import KeyPair, mask_point
from mandala_protocol.poker.group import ORDER, SIZE, Point, Scalar, base_mul
from mandala_protocol.record.referee import Referee
from mandala_protocol.record.transcript import Entry
from mandala_protocol.seats import Seat
from mandala_protocol.wire.messages import Move, Open, Share

GUESSED_BITS: Final = 64
"""The bits of a mask that is found by trying: by baby steps and giant steps it takes 2³² of each."""


@frozen
class KeyProof:
    """The answer of a seat, in the entry of this number, that proves its secret key; ``mask_point`` is w·G."""

    number: int
    seat: Seat
    public: Point
    challenge: Scalar
    response: Scalar
    mask_point: Point

    def mask(self, secret: Scalar) -> int:
        """The mask w, by the secret key x."""
        return (_int(self.response) - _int(self.challenge) * _int(secret)) % ORDER


def key_proof(entry: Entry, seat: Seat, public: Point) -> KeyProof | None:
    """The proof in an entry of ``seat``, whose key is ``public``, that a referee has taken; None if it has none."""
    match entry.body:
        case Open() | Share() as body:
            pass
        case Move(played=Share() as body):
            pass
        case _:
            return None
    hashed, response = Scalar(body.challenge), Scalar(body.response)
    return KeyProof(entry.number, seat, public, hashed, response, mask_point(public, hashed, response))


def secret_from(first: KeyProof, second: KeyProof) -> Scalar | None:
    """The secret key, as anyone can compute it from two answers with one mask; None if the masks differ."""
    if first.public != second.public or first.challenge == second.challenge:
        return None
    answers = _int(first.response) - _int(second.response)
    challenges = _int(first.challenge) - _int(second.challenge)
    secret = Scalar((answers * pow(challenges, -1, ORDER) % ORDER).to_bytes(SIZE, "little"))
    try:
        return secret if base_mul(secret) == first.public else None
    except DeckError:
        return None


@frozen
class Exposure:
    """The entry from which on anyone can compute the secret key of a seat.

    ``earlier`` is the number of the entry with the same mask; None if the mask is found by trying.
    """

    seat: Seat
    number: int
    earlier: int | None


def exposures(referee: Referee) -> tuple[Exposure, ...]:
    """The first exposure of each seat, by its record. A small mask is only seen once the key is open."""
    found: dict[Seat, Exposure] = {}
    seen: dict[Point, KeyProof] = {}
    for proof in _key_proofs(referee):
        earlier = seen.setdefault(proof.mask_point, proof)
        if proof.seat in found:
            continue
        if secret_from(earlier, proof) is not None:
            found[proof.seat] = Exposure(proof.seat, proof.number, earlier.number)
        elif referee.keys.knows(proof.seat) and is_guessed(proof, referee.keys.pair(proof.seat)):
            found[proof.seat] = Exposure(proof.seat, proof.number, None)
    return tuple(found[seat] for seat in sorted(found))


def is_guessed(proof: KeyProof, key: KeyPair) -> bool:
    """Return whether the mask of a proof is so small that anyone finds it by trying."""
    return proof.mask(key.secret) >> GUESSED_BITS == 0


def _key_proofs(referee: Referee) -> Iterator[KeyProof]:
    """The proofs of the secret keys in a record whose openings are all there, in their order."""
    if referee.agreed is None:
        return
    for entry, seat in _spoken(referee):
        proof = key_proof(entry, seat, referee.public_key(seat))
        if proof is not None:
            yield proof


def _spoken(referee: Referee) -> Iterable[tuple[Entry, Seat]]:
    """Each entry with a proof of a key, and its speaker."""
    speakers = {step.number: step.speaker for step in referee.steps}
    openings = iter(Seat)
    for entry in referee.transcript.entries:
        if isinstance(entry.body, Open):
            yield entry, next(openings)
        elif isinstance(entry.body, Share | Move):
            # A share that ends no deal is the host's: of two it comes first.
            yield entry, speakers.get(entry.number, Seat.HOST)


def _int(scalar: Scalar) -> int:
    return int.from_bytes(scalar, "little")
