"""The vectors of the link: Noise, handshakes, and the first frames; with those of being found they are one file."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Final

from mandala_conformance.made_games.given_identity import GivenIdentity
from mandala_conformance.vectors.form.making import invalid, valid, vector_file
from mandala_conformance.vectors.form.vector_case import VectorCase, VectorFile
from mandala_conformance.vectors.form.vector_fields import (
    VectorFields,
    VectorValue,
    array,
    exactly,
    hexadecimal,
    one_of,
    or_null,
    record,
    truth,
)
from mandala_conformance.vectors.form.vector_kinds import (
    CaseRefused,
    Computed,
    FileRecords,
    Given,
    RefusedBy,
    VectorKind,
    WrongCase,
    unhex,
)
from mandala_conformance.vectors.kinds.listing_vectors import LISTING_KINDS, listings
from mandala_net.link.framing import frame, take_frame
from mandala_net.link.handshake import IDENTITY_TAG, PREAMBLE, PROLOGUE, Established, Handshake, LinkKeys, Role
from mandala_net.link.noise import HandshakeState, NoiseError, NoiseTransport
from mandala_net.link.secure_link import content_of_frame
from mandala_protocol.conversation.greeting import Greeting
from mandala_protocol.errors import Code

_SIDES: Final = ("guest", "host")


def given_handshake(role: Role, identity: GivenIdentity, keys: LinkKeys) -> Handshake:
    """One side of a handshake with these keys."""
    return Handshake(role, identity, keys=keys)


# Noise alone.


def run_noise(given: Given, _: FileRecords) -> Computed:
    sides = [
        HandshakeState(
            initiator=side == "init",
            prologue=unhex(given[f"{side}_prologue"]),
            static=unhex(given[f"{side}_static"]),
            ephemeral=unhex(given[f"{side}_ephemeral"]),
        )
        for side in ("init", "resp")
    ]
    ciphertexts = []
    transports: tuple[NoiseTransport, NoiseTransport] | None = None
    try:
        for number, payload in enumerate(map(unhex, given["payloads"])):
            writer, reader = sides if number % 2 == 0 else sides[::-1]
            if number < 3:
                message = writer.write_message(payload)
                arrived = reader.read_message(message)
            else:
                transports = transports or (sides[0].transport(), sides[1].transport())
                sender, receiver = transports if number % 2 == 0 else transports[::-1]
                message = sender.encrypt(payload)
                arrived = receiver.decrypt(message)
            if arrived != payload:
                raise WrongCase("what arrives is not what was sent")
            ciphertexts.append(message.hex())
    except NoiseError as error:
        raise CaseRefused(RefusedBy("handshake", "LK4")) from error
    if not sides[0].finished:
        raise WrongCase("a handshake has three messages")
    return {"ciphertexts": ciphertexts, "handshake_hash": sides[0].handshake_hash.hex()}


# The handshake.


def side_of(given: Mapping[str, str]) -> tuple[GivenIdentity, LinkKeys]:
    """The identity and the keys of one side."""
    keys = LinkKeys(unhex(given["static"]), unhex(given["ephemeral"]))
    return GivenIdentity(unhex(given["identity_secret"])), keys


def run_handshake(given: Given, _: FileRecords) -> Computed:
    people = {role: side_of(given[role.value]) for role in Role}
    sides = {role: given_handshake(role, *people[role]) for role in Role}
    guest, host = sides[Role.GUEST], sides[Role.HOST]
    preambles = guest.start(), host.start()
    host.receive(preambles[0])
    first = guest.receive(preambles[1])
    second = host.receive(first)
    third = guest.receive(second)
    host.receive(third)
    ended = guest.established, host.established
    if ended[0] is None or ended[1] is None:
        raise WrongCase("the handshake does not end")
    values: dict[str, object] = {
        "guest_preamble": preambles[0].hex(),
        "host_preamble": preambles[1].hex(),
        "prologue": (PROLOGUE + preambles[0] + preambles[1]).hex(),
        "frames": [encoded.hex() for encoded in (first, second, third)],
        "handshake_hash": ended[0].handshake_hash.hex(),
    }
    for role in Role:
        identity, keys = people[role]
        static = HandshakeState(
            initiator=True, prologue=b"", static=keys.static, ephemeral=keys.ephemeral
        ).static_public
        values[role.value] = {
            "identity": identity.public.hex(),
            "static_public": static.hex(),
            "signed": (IDENTITY_TAG + static).hex(),
            "payload": (identity.public + identity.sign(IDENTITY_TAG + static)).hex(),
        }
    values["transport"] = [sent.hex() for sent in _sent(given["contents"], ended)]
    return values


def _sent(contents: Sequence[Mapping[str, str]], ended: Sequence[Established | None]) -> list[bytes]:
    """The frames after the handshake that carry these contents."""
    transports = {name: end.transport for name, end in zip(_SIDES, ended, strict=True) if end is not None}
    return [frame(transports[content["from"]].encrypt(unhex(content["content"]))) for content in contents]


def run_heard(given: Given, _: FileRecords) -> Computed:
    """One side hears these bytes, whatever they are."""
    role = Role(given["role"])
    handshake = given_handshake(role, *side_of(given))
    sent = handshake.start() + handshake.receive(unhex(given["received"]))
    ended = handshake.established
    if ended is None:
        if given["ends"]:
            handshake.end_of_stream()
        return {"sent": sent.hex(), "peer": None, "handshake_hash": None, "contents": []}
    rest, contents = bytearray(ended.rest), []
    while (message := take_frame(rest)) is not None:
        contents.append(content_of_frame(ended.transport, message).hex())
    return {
        "sent": sent.hex(),
        "peer": ended.peer.hex(),
        "handshake_hash": ended.handshake_hash.hex(),
        "contents": contents,
    }


_SECRETS: Final[VectorFields] = {"identity_secret": exactly(32), "static": exactly(32), "ephemeral": exactly(32)}

_SIDE: Final = record(
    {
        "identity": exactly(32),
        "static_public": exactly(32),
        "signed": hexadecimal(0, 100),
        "payload": hexadecimal(0, 200),
    }
)

_FRAME: Final = hexadecimal(0, 65_537)

NOISE_KIND: Final = VectorKind(
    "noise",
    "Noise_XX_25519_ChaChaPoly_BLAKE2s alone, as the published collections have it: the payloads of the messages "
    "in turn, the initiator first.",
    {
        name: hexadecimal(0, 100) if name.endswith("prologue") else exactly(32)
        for side in ("init", "resp")
        for name in (f"{side}_prologue", f"{side}_static", f"{side}_ephemeral")
    }
    | {"payloads": array(hexadecimal(0, 1_000), 3, 32)},
    {"ciphertexts": array(hexadecimal(0, 2_000), 0, 32), "handshake_hash": exactly(32)},
    run_noise,
    ("LK4",),
)

HANDSHAKE_KIND: Final = VectorKind(
    "handshake",
    "A whole handshake (2.2, 2.3) with the secret keys of both sides, and the first frames after it. frames and "
    "transport are with their length in front; transport has a frame for each of the contents, in order.",
    {
        "guest": record(_SECRETS),
        "host": record(_SECRETS),
        "contents": array(record({"from": one_of(*_SIDES), "content": hexadecimal(0, 65_519)}), 0, 16),
    },
    {
        "guest_preamble": exactly(len(PREAMBLE)),
        "host_preamble": exactly(len(PREAMBLE)),
        "prologue": hexadecimal(0, 100),
        "guest": _SIDE,
        "host": _SIDE,
        "frames": array(_FRAME, 3, 3),
        "handshake_hash": exactly(32),
        "transport": array(_FRAME, 0, 16),
    },
    run_handshake,
    (
        "LK1",
        "LK3",
        "LK4",
        "LK5",
    ),
)

LINK_HEARD_KIND: Final = VectorKind(
    "link-heard",
    "One side of a connection, its secret keys, and all bytes that come to it, in any pieces: what it sends, whom "
    "it finds at the other end, and the contents of the frames after the handshake. ends: the stream ends then. "
    "peer and handshake_hash are null while the handshake has not ended.",
    {"role": one_of(*_SIDES), **_SECRETS, "received": hexadecimal(0, 140_000), "ends": truth()},
    {
        "sent": hexadecimal(0, 2_000),
        "peer": or_null(exactly(32)),
        "handshake_hash": or_null(exactly(32)),
        "contents": array(_FRAME, 0, 16),
    },
    run_heard,
    (
        "LK1",
        "LK3",
    ),
)

LINK_KINDS: Final = (
    NOISE_KIND,
    HANDSHAKE_KIND,
    LINK_HEARD_KIND,
    *LISTING_KINDS,
)


# The making of its cases.

ABOUT: Final = (
    "The link (chapter 2): the published vectors of Noise (cacophony and snow collections), a handshake with all that "
    "is sent and derived, what either side makes of bytes that come to it, fingerprints, and listings. Byte strings "
    "are in hexadecimal."
)

FLAGS: Final = {
    "piece": "What has come is only a part; nothing is wrong with it.",
    "public": "From a public collection.",
}

SECRETS: Final = {
    "guest": {"identity_secret": "02" * 32, "static": "22" * 32, "ephemeral": "42" * 32},
    "host": {"identity_secret": "01" * 32, "static": "11" * 32, "ephemeral": "31" * 32},
}

NAMES: Final = {"guest": "Ben", "host": "Anna"}
PUBLISHED: Final = Path(__file__).parents[1] / "published" / "noise-xx.json"


def hello(side: str) -> str:
    return Greeting(NAMES[side], "vectors", b"", None).hello().hex()


CONTENTS: Final = [
    {"from": "host", "content": hello("host")},
    {"from": "guest", "content": hello("guest")},
    {"from": "guest", "content": "00"},
]


def published() -> Iterator[VectorCase]:
    for vector in json.loads(PUBLISHED.read_text())["vectors"]:
        given = {name: vector[name] for name in NOISE_KIND.given if name in vector}
        messages = vector["messages"]
        case = valid(
            NOISE_KIND,
            f"noise/{vector['source']}",
            {**given, "payloads": [message["payload"] for message in messages]},
            f"Noise_XX_25519_ChaChaPoly_BLAKE2s of the collection {vector['source']}",
            flags=["public"],
        )
        assert case.expected["ciphertexts"] == [message["ciphertext"] for message in messages]
        assert case.expected["handshake_hash"] == vector.get("handshake_hash", case.expected["handshake_hash"])
        yield case


class Peer:
    """A side that sends whatever payload it is told, right or wrong, to the other side of the handshake."""

    def __init__(self, side: str) -> None:
        self.side, self.other = side, "host" if side == "guest" else "guest"
        given = SECRETS[side]
        self.identity = GivenIdentity(bytes.fromhex(given["identity_secret"]))
        self.noise = HandshakeState(
            initiator=side == "guest",
            prologue=PROLOGUE + PREAMBLE + PREAMBLE,
            static=bytes.fromhex(given["static"]),
            ephemeral=bytes.fromhex(given["ephemeral"]),
        )
        self.static = self.noise.static_public

    def payload(self) -> bytes:
        """The right payload."""
        return self.identity.public + self.identity.sign(IDENTITY_TAG + self.static)

    def said(self, payload: bytes) -> tuple[bytes, NoiseTransport | None]:
        """All that this side sends up to the end of the handshake, and its ciphers if it knows them then."""
        other = Peer(self.other).noise
        if self.side == "host":
            self.noise.read_message(other.write_message())
            second = self.noise.write_message(payload)
            other.read_message(second)
            self.noise.read_message(other.write_message(Peer("guest").payload()))
            return PREAMBLE + frame(second), self.noise.transport()
        first = self.noise.write_message()
        other.read_message(first)
        self.noise.read_message(other.write_message(Peer("host").payload()))
        third = self.noise.write_message(payload)
        return PREAMBLE + frame(first) + frame(third), self.noise.transport()


def heard(side: str, received: bytes, *, ends: bool = False) -> Mapping[str, VectorValue]:
    return {"role": side, **SECRETS[side], "received": received.hex(), "ends": ends}


def parts() -> Iterator[VectorCase]:
    """The cases of a right handshake, whole and in part."""
    for side in ("guest", "host"):
        peer = Peer("host" if side == "guest" else "guest")
        said, transport = peer.said(peer.payload())
        assert transport is not None
        content = bytes.fromhex(hello(peer.side))
        frames = [frame(transport.encrypt(content[:10])), frame(transport.encrypt(content[10:] + b"\0"))]
        yield valid(LINK_HEARD_KIND, f"{side}/the whole handshake", heard(side, said))
        yield valid(
            LINK_HEARD_KIND,
            f"{side}/frames that divide a message",
            heard(side, said + b"".join(frames)),
            "a frame may hold a part of a message, or more than one (LK9)",
            shows=["LK8", "LK9"],
        )
        for name, size in (("nothing", 0), ("half of the preamble", 4), ("the preamble", 8), ("a part of a frame", 30)):
            yield valid(LINK_HEARD_KIND, f"{side}/{name}", heard(side, said[:size]), flags=["piece"])


def refused(
    side: str, name: str, received: bytes, code: Code, number: str, note: str = "", *, ends: bool = False
) -> VectorCase:
    return invalid(LINK_HEARD_KIND, f"{side}/{name}", heard(side, received, ends=ends), code, number, note)


def flipped(data: bytes, place: int) -> bytes:
    return data[:place] + bytes([data[place] ^ 1]) + data[place + 1 :]


def false_starts() -> Iterator[VectorCase]:
    for side in ("guest", "host"):
        peer = Peer("host" if side == "guest" else "guest")
        said, _ = peer.said(peer.payload())
        frames = said[len(PREAMBLE) :]
        size = int.from_bytes(frames[:2], "big")
        yield refused(side, "another protocol", b"GET / HTTP/1.1\r\n", Code.HANDSHAKE, "LK1")
        yield refused(side, "a wrong first byte", b"m", Code.HANDSHAKE, "LK1", "refused before a second one comes")
        yield refused(side, "a wrong last letter", b"MANDALE", Code.HANDSHAKE, "LK1")
        for version in (0, 2, 255):
            yield refused(side, f"version {version}", b"MANDALA" + bytes([version]), Code.VERSION, "LK2")
        for name, length, code in (
            ("a frame that is too long", size + 1, Code.OVERSIZED),
            ("the longest frame", 65_535, Code.OVERSIZED),
            ("a frame that is too short", size - 1, Code.HANDSHAKE),
            ("an empty frame", 0, Code.HANDSHAKE),
        ):
            yield refused(side, name, PREAMBLE + length.to_bytes(2, "big"), code, "LK3", "refused by its length alone")
        yield refused(side, "the stream ends within", said[:-1], Code.HANDSHAKE, "LK6", ends=True)
        last = len(said) - 1
        yield refused(side, "the last byte is changed", flipped(said, last), Code.HANDSHAKE, "LK4")
        zero = PREAMBLE + frames[:2] + bytes(32) + frames[34:]
        yield refused(
            side, "an ephemeral key of zeros", zero, Code.HANDSHAKE, "LK4", "the shared secret would be all zero"
        )


def false_identities() -> Iterator[VectorCase]:
    stranger = GivenIdentity(bytes([9]) * 32)
    for side in ("guest", "host"):
        peer = Peer("host" if side == "guest" else "guest")
        right = peer.payload()
        other_key = Peer(side).static
        payloads = {
            "a signature with one bit changed": flipped(right, 70),
            "the signature of somebody else": peer.identity.public + stranger.sign(IDENTITY_TAG + peer.static),
            "the identity of somebody else": stranger.public + right[32:],
            "a signature over another key": peer.identity.public + peer.identity.sign(IDENTITY_TAG + other_key),
            "a signature without the tag": peer.identity.public + peer.identity.sign(peer.static),
            "an identity of small order": bytes([1]) + bytes(31) + right[32:],
            "zeros": bytes(96),
        }
        for name, payload in payloads.items():
            said, _ = Peer(peer.side).said(payload)
            yield refused(side, name, said, Code.WRONG_IDENTITY, "LK5")


def false_frames() -> Iterator[VectorCase]:
    for side in ("guest", "host"):
        name = "host" if side == "guest" else "guest"

        def after(made: Callable[[NoiseTransport], bytes], name: str = name) -> bytes:
            peer = Peer(name)
            said, transport = peer.said(peer.payload())
            assert transport is not None
            return said + made(transport)

        spoilt: dict[str, Callable[[NoiseTransport], bytes]] = {
            "a frame without content": lambda cipher: frame(cipher.encrypt(b"")),
            "a frame of nothing": lambda _: frame(b""),
            "a frame that is no ciphertext": lambda _: frame(bytes(40)),
            "a changed frame": lambda cipher: frame(flipped(cipher.encrypt(b"hello"), 3)),
            "a frame twice": twice,
            "a frame left out": second_only,
        }
        for reason, made in spoilt.items():
            yield refused(side, reason, after(made), Code.MALFORMED, "LK8")


def twice(transport: NoiseTransport) -> bytes:
    return 2 * frame(transport.encrypt(b"hello"))


def second_only(transport: NoiseTransport) -> bytes:
    transport.encrypt(b"first")
    return frame(transport.encrypt(b"second"))


def make() -> VectorFile:
    """The file."""
    handshake = valid(HANDSHAKE_KIND, "handshake/whole", {**SECRETS, "contents": CONTENTS})
    cases = [
        *published(),
        handshake,
        *parts(),
        *false_starts(),
        *false_identities(),
        *false_frames(),
        *listings(),
    ]
    return vector_file("link", ABOUT, cases, FLAGS)
