"""The keys of one game: made, committed to, opened with a proof that the secret is known, and shown at the end."""

from __future__ import annotations

from attrs import field, frozen

from mandala_protocol.poker.deck_errors import BadCommitment, BadScalar, FailedProof, RelatedKeys, WrongSecret
from mandala_protocol.poker.group import IDENTITY, Point, Scalar, add, base_mul, mul, scalar_add, scalar_mul, sub
from mandala_protocol.poker.hashing import Context, challenge, tagged_hash
from mandala_protocol.poker.sampling import Random, random_scalar


@frozen
class KeyPair:
    """A seat's key of one game: the secret x, and the public key Y = xG."""

    secret: Scalar = field(repr=False)
    public: Point


@frozen
class KnowledgeProof:
    """Schnorr's proof that the secret of a public key is known."""

    challenge: Scalar
    response: Scalar


def make_key(random: Random) -> KeyPair:
    """A new key, for one game only."""
    secret = random_scalar(random)
    return KeyPair(secret, base_mul(secret))


def prove_knowledge(key: KeyPair, context: Context, random: Random) -> KnowledgeProof:
    """A proof that the secret of ``key`` is known to who speaks in this context."""
    nonce = random_scalar(random)
    hashed = _challenge(key.public, base_mul(nonce), context)
    return KnowledgeProof(hashed, scalar_add(nonce, scalar_mul(hashed, key.secret)))


def verify_knowledge(public: Point, proof: KnowledgeProof, context: Context) -> None:
    """Check the proof, and that ``public`` is a valid point.

    Raises ``BadPoint``, ``BadScalar``, ``FailedProof``.
    """
    if _challenge(public, mask_point(public, proof.challenge, proof.response), context) != proof.challenge:
        raise FailedProof("knowledge")


def mask_point(known: Point, hashed: Scalar, response: Scalar) -> Point:
    """w·G of the mask w by which ``response`` = w + ``hashed``·x hides x, where ``known`` is x·G.

    Raises ``BadPoint``, ``BadScalar``.
    """
    return sub(base_mul(response), mul(hashed, known))


def _challenge(public: Point, commitment: Point, context: Context) -> Scalar:
    return challenge("knowledge", *context.items, public, commitment)


def commit(nonce: bytes, public: Point, proof: KnowledgeProof) -> bytes:
    """The commitment (64 bytes) to what is opened later; the 32 random bytes of ``nonce`` hide it till then."""
    return tagged_hash("key-commitment", nonce, public, proof.challenge, proof.response)


def open_commitment(commitment: bytes, nonce: bytes, public: Point, proof: KnowledgeProof) -> None:
    """Check that this is what was committed to; raises ``BadCommitment``."""
    if commit(nonce, public, proof) != commitment:
        raise BadCommitment


def joint_key(host: Point, guest: Point) -> Point:
    """Y = Y₀ + Y₁ of two keys whose knowledge is proven.

    Raises ``RelatedKeys`` if one is the copy or the negative of the other, so that the joint key is never the identity.
    """
    if host == guest:
        raise RelatedKeys("copy")
    joint = add(host, guest)
    if joint == IDENTITY:
        raise RelatedKeys("negative")
    return joint


def check_secret(secret: Scalar, public: Point) -> None:
    """Check that a secret opened at the end belongs to the public key of the game; raises ``WrongSecret``."""
    try:
        expected = base_mul(secret)
    except BadScalar:
        raise WrongSecret from None
    if expected != public:
        raise WrongSecret
