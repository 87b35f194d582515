"""Targets: everything that makes values of bytes or text from outside, without a state of its own."""

from __future__ import annotations

import json
import math
import unicodedata
from collections.abc import Mapping
from functools import cache
from importlib import resources
from typing import Any, Final

import zeroconf

from fuzz.choices import Choices
from fuzz.standard import require_lawful
from fuzz.target import Target, require
from mandala_client.linear.word_help import next_of
from mandala_client.text.quoting import quoted
from mandala_client.text.typed_words import answer_of, word_of
from mandala_net.discovery.listing import MAX_ADDRESSES, SERVICE_TYPE, Announcement, parse_listing
from mandala_net.link.address import BadAddress, parse_address
from mandala_protocol.conversation.greeting import Greeting
from mandala_protocol.errors import RemoteProtocolError
from mandala_protocol.games.game import BadNotation
from mandala_protocol.games.mandala import MANDALA
from mandala_protocol.games.mandala.moves import ALL_MOVES
from mandala_protocol.games.mandala.position import format_position, parse_position
from mandala_protocol.games.patterns import ALL_MOVES as PATTERNS_MOVES
from mandala_protocol.games.patterns import PATTERNS
from mandala_protocol.games.patterns.position import parse_position as parse_patterns_position
from mandala_protocol.names import MAX_SHOWN_LINE, MAX_SHOWN_NAME, clean_line, clean_name
from mandala_protocol.poker.deck_errors import DeckError
from mandala_protocol.poker.generators import derived_point
from mandala_protocol.poker.group import join, parse_point, parse_scalar, split_points, split_scalars
from mandala_protocol.record.transcript import read
from mandala_protocol.wire import codec, messages
from mandala_protocol.wire.messages import EntryMessage, Hello, Message, MessageReader, name_of_kind

_PLAIN: Final = (type(None), bool, int, float, str, bytes)


@cache
def _vectors(name: str, kind: str) -> Mapping[str, bytes]:
    """The bytes of the vectors of one kind in a file, by their names."""
    found = {}
    for number, given in enumerate(_given(name, kind)):
        content = bytes.fromhex(given["bytes"])
        if len(content) <= 4096:
            found[f"{kind}-{number:03}"] = content
    return found


def _given(name: str, kind: str) -> list[dict[str, Any]]:
    """The values that the vectors of one kind in a file give."""
    text = resources.files("mandala_protocol").joinpath("vectors", name).read_text(encoding="utf-8")
    groups = json.loads(text)["groups"]
    return [case["given"] for group in groups if group["kind"] == kind for case in group["cases"]]


# Messages and entries.


def _message(data: bytes) -> None:
    try:
        message = messages.decode(data)
    except RemoteProtocolError as error:
        require_lawful(error)
        return
    if message is not None:
        require(messages.encode(message)[messages.LENGTH_BYTES :] == data, "another encoding of a message was taken")
        require(name_of_kind(type(message)) != "", "a message without a name")


def _message_seeds() -> Mapping[str, bytes]:
    return {
        name: content[messages.LENGTH_BYTES :]
        for name, content in _vectors("messages.json", "message").items()
        if len(content) > messages.LENGTH_BYTES
    }


def _read_in_pieces(data: bytes, piece: int) -> tuple[list[Message], tuple[int, str] | None, bytes]:
    """The result of reading a stream that comes in pieces: the messages, the error, and the rest."""
    reader, heard = MessageReader(), list[Message]()
    try:
        for start in range(0, len(data), piece):
            for message in reader.feed(data[start : start + piece]):
                heard.append(message)
    except RemoteProtocolError as error:
        require_lawful(error)
        return heard, (int(error.code), error.requirement), b""
    return heard, None, reader.rest()


def _stream(data: bytes) -> None:
    piece, stream = 1 + data[0] % 7 if data else 1, data[1:]
    whole = _read_in_pieces(stream, max(len(stream), 1))
    require(_read_in_pieces(stream, piece) == whole, f"a stream in pieces of {piece} bytes says something else")


def _stream_seeds() -> Mapping[str, bytes]:
    said = _vectors("messages.json", "message")
    single = {name: b"\0" + content for name, content in said.items()}
    return {**single, "all": b"\5" + b"".join(list(said.values())[:12])}


def _entry(data: bytes) -> None:
    message = EntryMessage(data, bytes(64))
    try:
        entry = read(message)
    except RemoteProtocolError as error:
        require_lawful(error)
        return
    kind = entry.body.kind_number
    again = codec.pack([entry.number, entry.previous, kind, codec.unstructure(entry.body)])
    require(again == data, "another encoding of an entry was taken")
    require(len(entry.head) == messages.HEAD, "a head of another size")
    require(codec.unpack(entry.evidence) == [data, bytes(64)], "the evidence is not what was said")


def _entry_seeds() -> Mapping[str, bytes]:
    return _vectors("messages.json", "payload")


def _value(data: bytes) -> None:
    try:
        value = codec.unpack(data)
    except RemoteProtocolError as error:
        require_lawful(error)
        return
    _require_plain(value, codec.MAX_DEPTH)
    if not _has_nan(value):
        require(codec.unpack(codec.pack(value)) == value, "a value reads back as another")


def _require_plain(value: object, depth: int) -> None:
    match value:
        case list():
            require(depth > 0 and len(value) <= codec.MAX_ITEMS, "an array too long or too deep")
            for item in value:
                _require_plain(item, depth - 1)
        case dict():
            require(depth > 0 and len(value) <= codec.MAX_FIELDS, "a map too large or too deep")
            for key, item in value.items():
                require(type(key) is str, "a key that is no text")
                _require_plain(item, depth - 1)
        case _:
            require(type(value) in _PLAIN, f"a value that msgpack of this protocol does not have: {value!r}")


def _has_nan(value: object) -> bool:
    match value:
        case float():
            return math.isnan(value)
        case list():
            return any(map(_has_nan, value))
        case dict():
            return any(map(_has_nan, value.values()))
        case _:
            return False


def _value_seeds() -> Mapping[str, bytes]:
    return {
        **_message_seeds(),
        "ext": bytes.fromhex("d60500000000"),
        "ext-empty": bytes.fromhex("c70005"),
        "nan": bytes.fromhex("cb7ff8000000000000"),
    }


def _greeting(data: bytes) -> None:
    piece, stream = 1 + data[0] % 7 if data else 1, data[1:]
    greeting, greeted = Greeting("Anna", "fuzz"), None
    try:
        for start in range(0, len(stream), piece):
            greeted = greeting.receive(stream[start : start + piece])
            if greeted is not None:
                break
    except RemoteProtocolError as error:
        require_lawful(error)
        return
    if greeted is not None:
        seat = None if greeted.seat is None else int(greeted.seat)
        again = messages.encode(Hello(messages.PROTOCOL_VERSION, greeted.software, greeted.name, greeted.game, seat))
        require(again in stream, "a hello that was not said")


def _greeting_seeds() -> Mapping[str, bytes]:
    return {
        **{name: content for name, content in _stream_seeds().items() if len(content) < 400},
        "game": b"\3" + Greeting("Ben", "fuzz", bytes(32)).hello() + b"\0\4\x92\1\x80",
    }


# The deck.


def _deck(data: bytes) -> None:
    choices = Choices(data)
    count, kind = choices.number(5), choices.byte() % 4
    content = choices.rest()
    try:
        match kind:
            case 0:
                require(parse_point(content) == content, "a point became another")
            case 1:
                require(parse_scalar(content) == content, "a scalar became another")
            case 2:
                require(join(split_points(content, count)) == content, "points became others")
            case _:
                require(join(split_scalars(content, count)) == content, "scalars became others")
    except DeckError as error:
        require_lawful(RemoteProtocolError(error.code, error.requirement, error.detail))


def _deck_seeds() -> Mapping[str, bytes]:
    given = [*_given("deck.json", "point"), *_given("deck.json", "scalar")]
    encodings = [bytes.fromhex(case["encoding"]) for case in given]
    good = derived_point("generator", 0)
    return {
        **{f"encoding-{number:02}": bytes([1, number % 2]) + content for number, content in enumerate(encodings)},
        "point": b"\1\0" + good,
        "points": b"\2\2" + good + good,
    }


# Text.


def _move(data: bytes) -> None:
    text = data.decode("utf-8", "surrogateescape")
    try:
        move = MANDALA.parse_move(text)
    except BadNotation as error:
        require(text[:16] == "" or len(str(error)) < 200, "a long sentence about a move")
        return
    require(MANDALA.format_move(move) == text, "another notation of a move was taken")


def _move_seeds() -> Mapping[str, bytes]:
    return {f"move-{number:03}": MANDALA.format_move(move).encode() for number, move in enumerate(ALL_MOVES)}


def _position(data: bytes) -> None:
    line = data.decode("utf-8", "surrogateescape")
    try:
        state = parse_position(line)
    except ValueError:
        return
    require(format_position(state) == line, "another line for a position was taken")


def _patterns_move(data: bytes) -> None:
    text = data.decode("utf-8", "surrogateescape")
    try:
        move = PATTERNS.parse_move(text)
    except BadNotation as error:
        require(len(str(error)) < 200, "a long sentence about a move")
        return
    require(PATTERNS.format_move(move) == text, "another notation of a move was taken")


def _patterns_move_seeds() -> Mapping[str, bytes]:
    return {f"move-{number:03}": PATTERNS.format_move(move).encode() for number, move in enumerate(PATTERNS_MOVES)}


def _patterns_position(data: bytes) -> None:
    line = data.decode("utf-8", "surrogateescape")
    try:
        state = parse_patterns_position(line)
    except ValueError:
        return
    require(PATTERNS.position(state) == line, "another line for a position was taken")


_PATTERNS_POSITIONS: Final = (
    f"patterns 0 start:1 pk gopkrgpkopgryrypkkpkpyrkygpoooggrkgoygyyyrorkroygrop {'.' * 52} -/- -/-",
    "patterns 0 turn:0 yk gkkogyrkppropooroyrrpgogpokkpprygkkgorkpygryoyypyygg "
    ".00....0..1.0..0..110.....110.....11.......0.11100.. r/y48k2p20r15 k/k26g35y46p47r10",
    "patterns 0 over:0:stuck:-:41,40 yk ypppyyyggrgggkkkpprkkgryyprokkorrgookpooggooyyrkoyrr "
    "000000000....11111.00....1.1000001110.001111111.1111 p/k36g7r31y6p1o39 p/y49p16o34k14r51g33",
)


def _patterns_position_seeds() -> Mapping[str, bytes]:
    return {f"position-{number}": line.encode() for number, line in enumerate(_PATTERNS_POSITIONS)}


_POSITIONS: Final = (
    "mandala 0 shuffle 0 - -/-/- -/-/- -/-/0/0 -/-/0/0 - 0",
    "mandala 0 turn:0 88 - r1p1/-/- r1k1/-/- -/-/2/6 -/-/2/6 - 0",
    "mandala 0 claim:1:0:1 88 - y1/r1k1/g1p1 p1k1/-/- o/-/2/4 -/-/2/4 - 0",
    "mandala 0 refill:1:0:2 88 r1g1p1k1 -/-/- p1k1/-/- o/-/2/4 y/-/2/4 - 0",
    "mandala 0 draw:0:1:3 86 r1g1p1k1 o1g1/-/- o1p1k1/-/- o/-/2/3 y/-/2/4 - 0",
    "mandala 0 over:0:resigned:1:r1y2g1p2:o1p1:o1y2k1:y1p1 82 r2g1p1k1 o1g1/-/- o1p1k1/-/- o/-/2/6 y/-/2/4 - 1",
)


def _position_seeds() -> Mapping[str, bytes]:
    return {f"position-{number}": line.encode() for number, line in enumerate(_POSITIONS)}


def _address(data: bytes) -> None:
    text = data.decode("utf-8", "surrogateescape")
    try:
        address = parse_address(text)
    except BadAddress as error:
        require("\n" not in str(error), "more than a line about an address")
        return
    require(1 <= address.port <= 65_535, "a port that there is not")
    require(parse_address(str(address)) == address, "an address reads back as another")


_ADDRESSES: Final = (
    "anna.local",
    "192.168.1.7:28108",
    "[fe80::1%eth0]:28108",
    "::1",
    "'[::1]'",
    "a:1:2",
    "host:0",
    "[",
)


def _address_seeds() -> Mapping[str, bytes]:
    return {f"address-{number}": address.encode() for number, address in enumerate(_ADDRESSES)}


def _name(data: bytes) -> None:
    text = data.decode("utf-8", "surrogateescape")
    name, line = clean_name(text), clean_line(text)
    for shown, most in ((name, MAX_SHOWN_NAME), (line, MAX_SHOWN_LINE), (quoted(text), MAX_SHOWN_LINE + 2)):
        require(len(shown) <= most, "too long to be shown")
        require(not any(unicodedata.category(character)[0] == "C" for character in shown), "shows what cannot be seen")
    require(name != "", "a name of nothing")
    require((clean_name(name), clean_line(line)) == (name, line), "cleaning twice changes something")
    require(quoted(text)[1:-1].count("”") == 0, "a quotation that closes itself")


_NAMES: Final = (
    "Anna",
    "  Änna  B. ",
    "a\u0301\u0301\u0301\u0301",
    "\u202eevil",
    "„x“",
    "\u3164",
    "ﷺ" * 40,
    "👩‍👩‍👧",
    "a\x1b[2J",
)


def _name_seeds() -> Mapping[str, bytes]:
    return {f"name-{number}": name.encode() for number, name in enumerate(_NAMES)}


def _typed(data: bytes) -> None:
    text = data.decode("utf-8", "surrogateescape")
    number = None if not data or data[0] % 2 else data[0]
    meant = (word_of(text), answer_of(text, number), next_of(text, number))
    require(meant == (word_of(text), answer_of(text, number), next_of(text, number)), "a word of two meanings")


def _typed_seeds() -> Mapping[str, bytes]:
    words = ("table", ":help", "HAND", "yes 3", "n", "say hello", "ＹＥＳ", "ja", "décliner", "\udc80")
    return {f"typed-{number}": word.encode("utf-8", "surrogateescape") for number, word in enumerate(words)}


# Listings.


def _listing(data: bytes) -> None:
    """Read a TXT record as it comes off the network, taken apart by the library that does it in the program."""
    choices = Choices(data)
    port = choices.number(1 << 16)
    addresses = ("192.168.1.7", "fe80::1", "fe80::1%2", "::", "224.0.0.1", "x", "")[: choices.byte() % 8]
    info = zeroconf.ServiceInfo(SERVICE_TYPE, f"mandala-0.{SERVICE_TYPE}", port, properties=choices.rest())
    listing = parse_listing(info.name, info.properties, info.port, addresses)
    if listing is None:
        return
    announcement = listing.announcement
    require(clean_name(announcement.player_name) == announcement.player_name, "a name unfit to be shown")
    require(clean_name(announcement.host_name) == announcement.host_name, "a name of a machine unfit to be shown")
    require(1 <= len(listing.addresses) <= MAX_ADDRESSES, "too many addresses, or none")
    again = parse_listing(
        info.name, {key.encode(): text.encode() for key, text in announcement.properties().items()}, port, addresses
    )
    require(again == listing, "what is announced reads back as something else")


def _txt(announcement: Announcement) -> bytes:
    fields = (f"{key}={text}".encode() for key, text in announcement.properties().items())
    return b"".join(bytes([len(field)]) + field for field in fields)


def _listing_seeds() -> Mapping[str, bytes]:
    ahead = (28108).to_bytes(2, "big") + b"\3"
    open_game = Announcement("Anna", "mandala", "ABCD-2345-EFGH-6723", "desk")
    waiting = Announcement("Änna", "mandala", "ABCD-2345-EFGH-6723", "desk", 255, "0123456789abcdef")
    return {
        "open": ahead + _txt(open_game),
        "waiting": ahead + _txt(waiting),
        "bare": ahead + b"\4name\0\3v=1",
        "twice": ahead + _txt(open_game) + _txt(waiting),
    }


TARGETS: Final = (
    Target(
        "message",
        "parses to a message that encodes to the same bytes, is passed over, or is refused with a lawful error",
        _message,
        _message_seeds,
        share=3,
        quick=40,
    ),
    Target(
        "stream",
        "however a stream is cut into pieces, the same messages, error and rest come out of it",
        _stream,
        _stream_seeds,
        share=2,
        quick=40,
    ),
    Target(
        "entry",
        "parses to an entry that encodes to the same bytes, or is refused with a lawful error",
        _entry,
        _entry_seeds,
        share=3,
        quick=40,
    ),
    Target(
        "value",
        "gives a plain value within the limits that reads back as itself, or is refused with a lawful error",
        _value,
        _value_seeds,
        share=2,
    ),
    Target(
        "greeting", "greets with what was said, waits, or is refused with a lawful error", _greeting, _greeting_seeds
    ),
    Target(
        "deck",
        "points and scalars stay the bytes that they were, or are refused with a lawful error",
        _deck,
        _deck_seeds,
    ),
    Target("move", "the one notation of a move, or none", _move, _move_seeds, longest=64, share=0.5),
    Target("position", "the one line for a position, or none", _position, _position_seeds, longest=1100),
    Target("patterns-move", "the one notation of a move, or none", _patterns_move, _patterns_move_seeds, longest=64),
    Target(
        "patterns-position",
        "the one line for a position, or none",
        _patterns_position,
        _patterns_position_seeds,
        longest=600,
    ),
    Target("address", "an address that reads back as itself, or one sentence", _address, _address_seeds, longest=300),
    Target(
        "name",
        "what is shown is short and harmless, and cleaning it again changes nothing",
        _name,
        _name_seeds,
        longest=700,
    ),
    Target("typed", "a typed line means one thing, or nothing", _typed, _typed_seeds, longest=200, share=0.5),
    Target(
        "listing",
        "a listing fit to be shown that reads back as itself, or none",
        _listing,
        _listing_seeds,
        longest=1024,
    ),
)
