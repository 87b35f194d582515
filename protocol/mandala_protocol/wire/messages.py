"""The messages of the link and the bodies of the entries, with their bounds.

A message on the wire is its length (two bytes, big-endian) and then ``[kind, body]`` in msgpack.
Message kinds that a program does not know are ignored when odd; even ones end the session.
Each kind is a class with its number, and belongs to ``Message`` or ``Body``: all else about kinds follows from these.
"""

from __future__ import annotations

import enum
import itertools
from collections.abc import Iterator
from typing import Any, ClassVar, Final, TypeAlias, get_args

from attrs import field, frozen
from attrs import validators as v

from mandala_protocol.errors import Code, RemoteProtocolError
from mandala_protocol.seats import First as First  # part of what is said
from mandala_protocol.sentence import Sentence
from mandala_protocol.wire import codec
from mandala_protocol.wire.field_bounds import OutOfBounds
from mandala_protocol.wire.malformed import name_of_kind as name_of_kind
from mandala_protocol.wire.rate_limit import Allowance

PROTOCOL_VERSION: Final = 1

LENGTH_BYTES: Final = 2
MAX_MESSAGE_BYTES: Final = 61_000
"""The largest message after its length: one entry of the largest size and its wrapping."""

MAX_KIND: Final = 65_535
MAX_NAME: Final = 64
MAX_CHAT: Final = 500
MAX_REASON: Final = 200
MAX_CARDS: Final = 120
"""The most cards that one entry speaks of: more than the 108 of Mandala, few enough to be checked in a blink."""

MAX_ENTRIES: Final = 10_000
"""Far more than any game has: a bound for whoever reads a record."""

MAX_GRACE: Final = 86_400
"""A day, in seconds."""

MAX_SCORE: Final = 65_535
"""Far more points than any game brings."""

HEAD: Final = 32
POINT: Final = 32
CIPHERTEXT: Final = 64


def _size(count: int) -> Any:
    return v.and_(v.min_len(count), v.max_len(count))


def _nothing_or(count: int) -> Any:
    return v.or_(v.max_len(0), _size(count))


def _between(low: int, high: int) -> Any:
    return v.and_(v.ge(low), v.le(high))


def _only_with_a_game(hello: Hello, _attribute: object, seat: int | None) -> None:
    if seat is not None and not hello.game:
        raise OutOfBounds(Sentence("but a seat needs a game"))


@frozen
class _Row:
    """Bytes that are up to ``MAX_CARDS`` items of ``size`` bytes each, one after the other."""

    size: int

    def __call__(self, _: object, _attribute: object, value: bytes) -> None:
        if len(value) % self.size or len(value) > self.size * MAX_CARDS:
            raise OutOfBounds(
                Sentence("expected items of {size} bytes, at most {most} of them", size=self.size, most=MAX_CARDS)
            )


def _card_numbers(_: object, _attribute: object, value: tuple[int, ...]) -> None:
    if len(value) > MAX_CARDS or any(not 0 <= number < MAX_CARDS for number in value):
        raise OutOfBounds(Sentence("expected at most {most} card numbers below {most}", most=MAX_CARDS))
    if any(left >= right for left, right in itertools.pairwise(value)):
        raise OutOfBounds(Sentence("expected card numbers in rising order"))


# Messages of the link: not part of the game.


@frozen
class Hello:
    """The first message of each side.

    ``game`` is empty for a new game, or says which one to resume, the head after its proposal; ``seat`` is the
    sender's in that game. A ``game`` without a ``seat`` is one that is over, and after which there may be another.
    """

    kind_number: ClassVar[int] = 0
    version: int = field(validator=_between(0, 65_535))
    software: str = field(validator=v.max_len(MAX_NAME))
    name: str = field(validator=v.max_len(MAX_NAME))
    game: bytes = field(validator=_nothing_or(HEAD))
    seat: int | None = field(validator=[v.optional(v.in_((0, 1))), _only_with_a_game])


@frozen
class Resume:
    """The length of the sender's record: the number of its entries, and the head after the last."""

    kind_number: ClassVar[int] = 4
    length: int = field(validator=_between(1, MAX_ENTRIES))
    head: bytes = field(validator=_size(HEAD))


@frozen
class EntryMessage:
    """One entry of the record: the payload that is signed, and the speaker's signature over it."""

    kind_number: ClassVar[int] = 2
    wire_name: ClassVar[str] = "entry"
    payload: bytes
    signature: bytes = field(validator=_size(64))


RESIGN: Final = "resign"
"""The statement outside one's turn that no one has to agree to."""


class OfferKind(enum.Enum):
    """The kinds of offers that need both players, by their names on the wire."""

    END = "end"
    ADJOURN = "adjourn"


_OFFERED: Final = tuple(kind.value for kind in OfferKind)


@frozen
class Offer:
    """A signed statement outside one's turn: "resign", or "end" or "adjourn" to offer that by agreement.

    The standard calls the message a wish, and only one to end or to adjourn an offer. The peer whose turn it is to
    speak puts it into the record with an ``End`` or ``Adjourn`` entry. ``turn`` is the number of moves made so far; the
    statement is void at any other.
    """

    kind_number: ClassVar[int] = 6
    wire_name: ClassVar[str] = "wish"
    wish: str = field(validator=v.in_((RESIGN, *_OFFERED)))
    turn: int = field(validator=_between(0, 65_535))
    signature: bytes = field(validator=_size(64))


@frozen
class Busy:
    """The sender cannot or will not play now."""

    kind_number: ClassVar[int] = 8
    reason: str = field(validator=v.max_len(MAX_REASON))


@frozen
class Bye:
    """The sender leaves the connection on purpose."""

    kind_number: ClassVar[int] = 10
    reason: str = field(validator=v.max_len(MAX_REASON))


@frozen
class Error:
    """The sender ends the session: what the receiver did, by code and number of the requirement."""

    kind_number: ClassVar[int] = 12
    code: int = field(validator=_between(0, 65_535))
    requirement: str = field(validator=v.max_len(16))
    detail: str = field(validator=v.max_len(MAX_REASON))


@frozen
class Ping:
    """Asks for a sign of life."""

    kind_number: ClassVar[int] = 1


@frozen
class Pong:
    """A sign of life."""

    kind_number: ClassVar[int] = 3


@frozen
class Chat:
    """A line of text for the other player."""

    kind_number: ClassVar[int] = 5
    text: str = field(validator=v.max_len(MAX_CHAT))


@frozen
class Rematch:
    """The sender wants another game, after the one that is over."""

    kind_number: ClassVar[int] = 7


@frozen
class Decline:
    """The sender's player would rather play on than accept what the other's wish offers."""

    kind_number: ClassVar[int] = 9
    wish: str = field(validator=v.in_(_OFFERED))
    turn: int = field(validator=_between(0, 65_535))


Message: TypeAlias = Hello | EntryMessage | Resume | Offer | Busy | Bye | Error | Ping | Pong | Chat | Rematch | Decline

MESSAGE_KINDS: Final[dict[int, type[Message]]] = {kind.kind_number: kind for kind in get_args(Message)}


# Bodies of entries: what the record is made of.


@frozen
class Propose:
    """The host proposes a game.

    ``grace``: the seconds without the other after which a player may call the game abandoned; 0 for never.
    ``live_score``: the host wants both to see the points as they stand while the game goes on.
    """

    kind_number: ClassVar[int] = 0
    game: str = field(validator=v.max_len(32))
    first: str = field(validator=v.in_([first.value for first in First]))
    grace: int = field(validator=_between(0, MAX_GRACE))
    live_score: bool
    identity: bytes = field(validator=_size(32))
    name: str = field(validator=v.max_len(MAX_NAME))
    nonce: bytes = field(validator=_size(32))


@frozen
class Accept:
    """The guest accepts it.

    ``live_score``: whether the guest wants it too; it is on if both do.
    """

    kind_number: ClassVar[int] = 1
    live_score: bool
    identity: bytes = field(validator=_size(32))
    name: str = field(validator=v.max_len(MAX_NAME))
    nonce: bytes = field(validator=_size(32))


@frozen
class Commit:
    """A commitment to nonce, key and proof of knowledge."""

    kind_number: ClassVar[int] = 2
    commitment: bytes = field(validator=_size(64))


@frozen
class Open:
    """The opening of the commitment: the nonce, the public key and the proof of knowing its secret."""

    kind_number: ClassVar[int] = 3
    nonce: bytes = field(validator=_size(32))
    key: bytes = field(validator=_size(POINT))
    challenge: bytes = field(validator=_size(POINT))
    response: bytes = field(validator=_size(POINT))


@frozen
class ShuffleBody:
    """Cards in a new order and under new randomness, with the proof that they are the same cards."""

    cards: bytes = field(validator=_Row(CIPHERTEXT))
    commitments: bytes = field(validator=_Row(POINT))
    chain: bytes = field(validator=_Row(POINT))
    challenge: bytes = field(validator=_size(POINT))
    sums: bytes = field(validator=_size(4 * POINT))
    chain_responses: bytes = field(validator=_Row(POINT))
    order_responses: bytes = field(validator=_Row(POINT))


@frozen
class Shuffle(ShuffleBody):
    """A step of shuffling the draw pile."""

    kind_number: ClassVar[int] = 4


@frozen
class Mix(ShuffleBody):
    """A hand mixed by its owner after cards were dealt into it."""

    kind_number: ClassVar[int] = 6


@frozen
class Share:
    """The speaker's part of the keys of some cards, by their number, with one proof for all of them."""

    kind_number: ClassVar[int] = 5
    cards: tuple[int, ...] = field(validator=_card_numbers)
    shares: bytes = field(validator=_Row(POINT))
    challenge: bytes = field(validator=_size(POINT))
    response: bytes = field(validator=_size(POINT))


@frozen
class Move:
    """A move in the game's notation; ``played`` opens the cards it plays from the hand, by their place in it.

    ``digest`` is that of the state after the move.
    """

    kind_number: ClassVar[int] = 7
    move: str = field(validator=v.max_len(16))
    played: Share | None
    digest: bytes = field(validator=_size(32))


@frozen
class End:
    """The game ends before its rules end it: "resigned", "agreed" or "abandoned".

    ``turn`` is the number of moves made; ``statement`` the other seat's signature of its ``Offer``,
    or empty when the speaker resigns, or has waited for the other in vain.
    """

    kind_number: ClassVar[int] = 10
    reason: str = field(validator=v.in_(("resigned", "agreed", "abandoned")))
    turn: int = field(validator=_between(0, 65_535))
    statement: bytes = field(validator=_nothing_or(64))


@frozen
class Adjourn:
    """The game is adjourned: the speaker agrees to the wish of the other seat, whose signature is ``statement``."""

    kind_number: ClassVar[int] = 11
    turn: int = field(validator=_between(0, 65_535))
    statement: bytes = field(validator=_size(64))


@frozen
class Key:
    """The speaker's secret key of this game, opened at its end."""

    kind_number: ClassVar[int] = 8
    secret: bytes = field(validator=_size(32), repr=False)


@frozen
class ResultBody:
    """The result, signed by both; ``winner`` is a seat or nil for a draw."""

    kind_number: ClassVar[int] = 9
    wire_name: ClassVar[str] = "result"
    scores: tuple[int, ...] = field(validator=[_size(2), v.deep_iterable(_between(0, MAX_SCORE))])
    winner: int | None = field(validator=v.optional(v.in_((0, 1))))
    reason: str = field(validator=v.max_len(16))
    digest: bytes = field(validator=_size(32))


Body: TypeAlias = Propose | Accept | Commit | Open | Shuffle | Share | Mix | Move | End | Adjourn | Key | ResultBody

ENTRY_KINDS: Final[dict[int, type[Body]]] = {kind.kind_number: kind for kind in get_args(Body)}


# Bytes to messages and back.


def encode(message: Message) -> bytes:
    """The message as it goes on the wire, its length in front."""
    packed = codec.pack([message.kind_number, codec.unstructure(message)])
    if len(packed) > MAX_MESSAGE_BYTES:
        raise ValueError("message too large")
    return len(packed).to_bytes(LENGTH_BYTES, "big") + packed


def decode(packed: bytes) -> Message | None:
    """The message of these bytes (without the length); None if its kind is unknown and odd.

    Raises ``RemoteProtocolError``: malformed, or unknown when the kind is unknown and even.
    """
    value = codec.unpack(packed)
    if type(value) is not list or len(value) != 2 or type(value[0]) is not int or not 0 <= value[0] <= MAX_KIND:
        raise RemoteProtocolError(Code.MALFORMED, "MS2", Sentence("a message must be an array: kind and body"), packed)
    number, body = value
    kind = MESSAGE_KINDS.get(number)
    if kind is not None:
        message = codec.structure(body, kind, packed)
        codec.require_one_encoding([number, codec.unstructure(message)], packed)
        return message
    if number % 2 == 1:
        return None
    raise RemoteProtocolError(
        Code.UNKNOWN_MESSAGE, "MS7", Sentence("unknown message kind {number}", number=number), packed
    )


MOST_LIGHT_BYTES: Final = 4_096
"""Up to this size a message is read in a blink: more than a line of chat has."""

_HEAVY: Final = tuple(b"\x92" + codec.pack(kind.kind_number) for kind in (EntryMessage, Offer))
"""The beginnings of messages that have to be checked by a signature or a proof, or saved."""


@frozen
class UnknownMessage:
    """A message of a kind that is not known and odd, to be passed over: its bytes without the length."""

    packed: bytes


class MessageReader:
    """Cuts a stream of bytes, fed in any pieces, into messages. ``allowance``: how much may come; None: anything."""

    def __init__(self, allowance: Allowance | None = None) -> None:
        self._buffer = bytearray()
        self._allowance = allowance

    def rest(self) -> bytes:
        """The bytes after the last message that was read."""
        return bytes(self._buffer)

    @property
    def announced(self) -> int | None:
        """The size of the message that is not whole yet, by its length; None if no length has come."""
        if len(self._buffer) < LENGTH_BYTES:
            return None
        return int.from_bytes(self._buffer[:LENGTH_BYTES], "big")

    def add(self, data: bytes) -> None:
        """Put these bytes behind those that have come before."""
        self._buffer += data

    @property
    def light(self) -> bool:
        """Return whether the next message is small, without signature or proof; also if none is complete yet."""
        length = self.announced
        if length is None or LENGTH_BYTES + length > len(self._buffer):
            return True
        return length <= MOST_LIGHT_BYTES and not self._buffer.startswith(_HEAVY, LENGTH_BYTES)

    def feed(self, data: bytes) -> Iterator[Message]:
        """Add ``data``, and take out the messages that are whole then, but for those of unknown odd kinds.

        Raises ``RemoteProtocolError`` at the first that is wrong.
        """
        self.add(data)
        while (message := self.next_message()) is not None:
            if not isinstance(message, UnknownMessage):
                yield message

    def next_message(self) -> Message | UnknownMessage | None:
        """Take out the next message; None if none is whole yet. Raises ``RemoteProtocolError`` if it is wrong."""
        if self._allowance is not None:
            self._allowance.require()
        packed = self._next()
        if packed is None:
            return None
        message = decode(packed)
        return UnknownMessage(packed) if message is None else message

    def _next(self) -> bytes | None:
        length = self.announced
        if length is None:
            return None
        if length > MAX_MESSAGE_BYTES:
            detail = Sentence(
                "a message of {length} bytes was announced ({bytes}, big-endian), and at most {most} are allowed",
                length=length,
                bytes=self._buffer[:LENGTH_BYTES].hex(" "),
                most=MAX_MESSAGE_BYTES,
            )
            raise RemoteProtocolError(Code.OVERSIZED, "MS1", detail)
        end = LENGTH_BYTES + length
        if len(self._buffer) < end:
            return None
        packed = bytes(self._buffer[LENGTH_BYTES:end])
        del self._buffer[:end]
        if self._allowance is not None:
            self._allowance.count_message(packed)
        return packed
