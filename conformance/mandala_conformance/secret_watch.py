"""A watch over the secrets of an implementation, in all games of a run, whatever case is running.

It hears every entry that the referee has taken, and remembers what was drawn for it. What it finds is a ``Fault``:
a finding of its own, beside that of the case.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from threading import Lock
from typing import Final

from attrs import evolve, frozen

from mandala_conformance.findings import Fault
from mandala_conformance.order_watch import OpenedShuffle, OrderWatch
from mandala_conformance.puppet import Puppet
from mandala_conformance.raw_connection import LinkKey
from mandala_conformance.shuffle_watch import (
    HeardShuffle,
    masks_of,
    most_alike,
    randomness_of,
    shows_its_order,
    unchanged,
)
from mandala_protocol.games.test_games.test_game_names import is_test_game
from mandala_protocol.poker.ciphertexts import Ciphertext, open_face, share_point
from mandala_protocol.poker.group import IDENTITY, Point, Scalar, scalar_add
from mandala_protocol.poker.hashing import Context
from mandala_protocol.record import card_values
from mandala_protocol.record.key_exposure import GUESSED_BITS, KeyProof, key_proof, secret_from
from mandala_protocol.record.transcript import Entry
from mandala_protocol.wire.messages import (
    Accept,
    EntryMessage,
    Key,
    Mix,
    Move,
    Open,
    Propose,
    Share,
    Shuffle,
    name_of_kind,
)

_SHORT_BITS: Final = 192
"""A mask is no chance below 2¹⁹²: of all about 2²⁵² it is so small with 2⁻⁶⁰."""

_NEAR_BITS: Final = 128
"""Two masks that differ by less than 2¹²⁸ are no chance: of two in a game that happens with 2⁻¹²³."""

_FEW: Final = 8
"""The randomness of so many inputs and outputs of each shuffle is compared with that of all others."""

FULL_MASK: Final = "each mask drawn uniformly from all scalars"
NEW_MASK: Final = "a new mask for each challenge, drawn uniformly or derived as the table of CV12 says"
NEW_RANDOMNESS: Final = "new re-encryption randomness for each card"

_ONCE: Final = ("told", "once in a run: later cases say nothing of it, whether or not it comes again")

_PROOF_OF: Final = {"open": "OP1", "share": "DK10", "move": "DK10", "shuffle": "DK9", "mix": "DK9"}
"""The requirement that says of each kind of entry where the mask of its proof is drawn."""


@frozen
class Origin:
    """The place where something was drawn: the entry, in the game of this id, which ``case`` played."""

    game: bytes
    case: str
    number: int
    kind: str

    def __str__(self) -> str:
        return f"entry {self.number} ({self.kind})"

    def seen_from(self, later: Origin) -> str:
        """The words for it in a sentence about a later one."""
        return str(self) if self.game == later.game else f"{self} in an earlier game, of {self.case}"


@frozen
class DrawnOnce:
    """Something that is drawn for one game, as ``requirement`` says."""

    requirement: str
    what: str

    @property
    def expected(self) -> str:
        """The expectation, for people."""
        return f"a new one for every game: {self.what}"


_AGREEING: Final = DrawnOnce("OR7", "the nonce of the proposal or the acceptance")
_NONCE: Final = DrawnOnce("OP1", "the nonce of the opening")
_KEY: Final = DrawnOnce("OP1", "the key")


@frozen
class _Mask:
    origin: Origin
    challenge: Scalar
    proof: KeyProof | None


class SecretWatch:
    """The memory of a watch over one implementation."""

    def __init__(self) -> None:
        self._guard = Lock()
        self._heard: set[bytes] = set()
        self._masks: dict[Point, _Mask] = {}
        self._drawn: dict[bytes, tuple[DrawnOnce, Origin]] = {}
        self._link_keys: dict[bytes, str] = {}
        self._randomness: dict[bytes, Origin] = {}
        self._orders = OrderWatch()
        self._told: set[tuple[str, str]] = set()

    def new(self, breaches: Iterator[Fault]) -> list[Fault]:
        """The breaches of kinds that were not found before: one of each kind is enough in a run."""
        found = []
        with self._guard:
            for breach in breaches:
                kind = (breach.requirement, breach.expected)
                if kind not in self._told:
                    self._told.add(kind)
                    found.append(evolve(breach, evidence=(*breach.evidence, _ONCE)))
        return found

    def link_key(self, kind: LinkKey, key: bytes, connection: str) -> Iterator[Fault]:
        """Take a key of Noise from the handshake of a connection, which has this name for people."""
        if (earlier := self._link_keys.get(key)) is not None:
            requirement = "LK4" if kind is LinkKey.EPHEMERAL else "LK10"
            yield Fault(
                requirement,
                f"a new {kind.value} for each connection",
                f"on {connection} the public key of {earlier}: {key.hex()}",
            )
        self._link_keys[key] = connection

    def is_new_entry(self, entry: Entry) -> bool:
        """Return whether this entry is heard for the first time; a peer may say it again."""
        is_new = entry.head not in self._heard
        self._heard.add(entry.head)
        return is_new

    def drawn(self, drawn: DrawnOnce, value: bytes, origin: Origin) -> Iterator[Fault]:
        """Take a nonce or a key of a game on which both have agreed."""
        before, earlier = self._drawn.setdefault(value, (drawn, origin))
        if (before, earlier.game) != (drawn, origin.game):
            got = f"{drawn.what} in the game of {origin} is {before.what} in that of {earlier.seen_from(origin)}"
            yield Fault(drawn.requirement, drawn.expected, got)

    def mask(self, point: Point, challenge: Scalar, origin: Origin, proof: KeyProof | None) -> Iterator[Fault]:
        """Take the point of a mask."""
        earlier = self._masks.setdefault(point, _Mask(origin, challenge, proof))
        if earlier.challenge == challenge:
            return
        got = f"{origin} has the mask of {earlier.origin.seen_from(origin)}"
        if proof is not None and earlier.proof is not None and secret_from(earlier.proof, proof) is not None:
            got += (
                f": x = (s − s') / (c − c') is the secret key, so from entry {origin.number} on anyone can compute it"
            )
        yield Fault("CV12", NEW_MASK, got, also=(_PROOF_OF[origin.kind],))

    def randomness(self, found: Sequence[tuple[int, int, Point]], origin: Origin) -> Iterator[Fault]:
        """Take what the outputs of a shuffle can have been encrypted again with."""
        alike = most_alike(found)
        if alike > 1:
            got = f"{alike} cards in {origin} have the same randomness, a' − a"
            yield Fault("DK9", NEW_RANDOMNESS, got)
        for place, source, point in found:
            if min(place, source) < _FEW:
                earlier = self._randomness.setdefault(point[:16], origin)
                if earlier != origin:
                    got = f"a card in {origin} has the randomness of one in {earlier.seen_from(origin)}"
                    yield Fault("DK9", NEW_RANDOMNESS, got)

    def order(self, opened: OpenedShuffle) -> Iterator[Fault]:
        """Take the order of a shuffle."""
        yield from self._orders.note(opened)


class GameWatch:
    """The watch over one game, which ``case`` plays. Its ``breaches`` are those found by it first in the run."""

    def __init__(self, run: SecretWatch, puppet: Puppet, case: str, breaches: list[Fault]) -> None:
        self._run, self._puppet, self._case, self._breaches = run, puppet, case, breaches
        self._proofs: list[KeyProof] = []
        self._shuffles: list[tuple[Origin, HeardShuffle]] = []

    def hear(self, message: EntryMessage) -> None:
        """Let the puppet take an entry of the implementation, and look at it.

        Raises ``RemoteProtocolError`` if it is not right.
        """
        referee = self._puppet.referee
        due = referee.due
        inputs = referee.shuffle_input()[0] if due is not None and due.kind in (Shuffle, Mix) else ()
        self._puppet.hear(message)
        entry = referee.transcript.entries[-1]
        if referee.last_speaker is not self._puppet.seat:
            self._breaches += self._run.new(self._judged(entry, inputs))

    def _judged(self, entry: Entry, inputs: Sequence[Ciphertext]) -> Iterator[Fault]:
        if not self._run.is_new_entry(entry):
            return
        referee, seat, body = self._puppet.referee, self._puppet.seat.other, entry.body
        game = referee.game_id if entry.number > 0 else b""
        origin = Origin(game, self._case, entry.number, name_of_kind(type(body)))
        match body:
            case Propose(nonce=nonce) | Accept(nonce=nonce):
                yield from _not_constant(_AGREEING, nonce, origin)
            case Open():
                yield from self._opening(body, origin)
            case Shuffle() | Mix():
                outputs, proof = card_values.shuffled(body, len(inputs))
                shuffled = HeardShuffle(inputs, outputs, proof, referee.joint, Context(entry.previous, seat))
                yield from self._shuffled(shuffled, origin)
            case Key():
                yield from self._opened()
            case _:
                pass
        if isinstance(body, Open | Share | Move):
            proof_of_key = key_proof(entry, seat, referee.public_key(seat))
            if proof_of_key is not None:
                self._proofs.append(proof_of_key)
                yield from self._run.mask(proof_of_key.mask_point, proof_of_key.challenge, origin, proof_of_key)

    def _opening(self, body: Open, origin: Origin) -> Iterator[Fault]:
        """Judge what was drawn for a game on which both have agreed now. In a test game all but one nonce follows."""
        agreeing = self._puppet.referee.transcript.entries[self._puppet.seat.other].body
        assert isinstance(agreeing, Propose | Accept), "a game begins with one of each"
        yield from self._run.drawn(_AGREEING, agreeing.nonce, origin)
        if not self._is_test_game:
            yield from _not_constant(_NONCE, body.nonce, origin)
            yield from self._run.drawn(_NONCE, body.nonce, origin)
            yield from self._run.drawn(_KEY, body.key, origin)

    @property
    def _is_test_game(self) -> bool:
        return is_test_game(self._puppet.referee.game)

    def _shuffled(self, heard: HeardShuffle, origin: Origin) -> Iterator[Fault]:
        self._shuffles.append((origin, heard))
        count = unchanged(heard)
        if count:
            yield Fault("DK9", NEW_RANDOMNESS, f"{count} of the cards in {origin} are those that went in, to the byte")
        if shows_its_order(heard):
            got = f"{origin} has one ω', ω̂, t or t̂ for two cards: its order can be computed"
            yield Fault("CV12", NEW_MASK, got)
        masks = masks_of(heard)
        if masks[0] == masks[1]:
            yield Fault("CV12", NEW_MASK, f"{origin} has one mask for two sums, ω̄ and ω̂")
        for point in masks:
            yield from self._run.mask(point, heard.proof.challenge, origin, None)

    def _opened(self) -> Iterator[Fault]:
        """Judge what the keys show, which are both known now."""
        referee, seat = self._puppet.referee, self._puppet.seat.other
        secret = referee.keys.pair(seat).secret
        yield from _short(self._proofs, secret)
        joint = scalar_add(secret, referee.keys.pair(seat.other).secret)
        faces: dict[Ciphertext, int] = {}
        for origin, heard in self._shuffles:
            for card in {*heard.inputs, *heard.outputs} - faces.keys():
                faces[card] = open_face(card, share_point(joint, card), IDENTITY, referee.rules.faces)
            before, after = (tuple(faces[card] for card in cards) for cards in (heard.inputs, heard.outputs))
            yield from self._run.randomness(list(randomness_of(heard, before, after)), origin)
            if origin.kind == name_of_kind(Mix) or not self._is_test_game:
                yield from self._run.order(OpenedShuffle(str(origin), origin.kind, before, after))


def _not_constant(drawn: DrawnOnce, value: bytes, origin: Origin) -> Iterator[Fault]:
    if len(set(value)) == 1:
        yield Fault(drawn.requirement, drawn.expected, f"{drawn.what} in {origin} is {value.hex()}")


def _short(proofs: Sequence[KeyProof], secret: Scalar) -> Iterator[Fault]:
    """Judge the masks of a game by the secret key that is open now."""
    masks = sorted((proof.mask(secret), proof.number) for proof in proofs)
    for mask, number in masks:
        if mask < 2**_SHORT_BITS:
            got = f"entry {number} has a mask of {mask.bit_length()} bits"
            guessed = f": whoever tries them all knows the secret key from entry {number} on"
            yield Fault("CV12", FULL_MASK, got + (guessed if mask < 2**GUESSED_BITS else ""))
    for (mask, number), (next_mask, next_number) in pairwise(masks):
        if 0 < next_mask - mask < 2**_NEAR_BITS:
            first, second = sorted((number, next_number))
            got = f"the masks of the entries {first} and {second} differ by only {next_mask - mask}"
            yield Fault("CV12", FULL_MASK, got)
