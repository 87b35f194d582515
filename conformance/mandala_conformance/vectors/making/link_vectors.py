"""The vectors of the link: Noise, handshakes, the first frames, fingerprints and listings."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Final

from mandala_conformance.made_games.given_identity import GivenIdentity
from mandala_conformance.vectors.all_kinds import KINDS
from mandala_conformance.vectors.form.vector_fields import VectorValue
from mandala_conformance.vectors.making.making import invalid, valid, vector_file
from mandala_conformance.vectors.vector_file import VectorCase, VectorFile
from mandala_net.link.framing import frame
from mandala_net.link.handshake import IDENTITY_TAG, PREAMBLE, PROLOGUE
from mandala_net.link.noise import HandshakeState, NoiseTransport
from mandala_protocol.conversation.greeting import Greeting
from mandala_protocol.errors import Code

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
    for one in json.loads(PUBLISHED.read_text())["vectors"]:
        given = {name: one[name] for name in KINDS["noise"].given if name in one}
        messages = one["messages"]
        case = valid(
            "noise",
            f"noise/{one['source']}",
            {**given, "payloads": [message["payload"] for message in messages]},
            f"Noise_XX_25519_ChaChaPoly_BLAKE2s of the collection {one['source']}",
            flags=["public"],
        )
        assert case.expected["ciphertexts"] == [message["ciphertext"] for message in messages]
        assert case.expected["handshake_hash"] == one.get("handshake_hash", case.expected["handshake_hash"])
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
    """What is right, whole and in part."""
    for side in ("guest", "host"):
        peer = Peer("host" if side == "guest" else "guest")
        said, transport = peer.said(peer.payload())
        assert transport is not None
        content = bytes.fromhex(hello(peer.side))
        frames = [frame(transport.encrypt(content[:10])), frame(transport.encrypt(content[10:] + b"\0"))]
        yield valid("link-heard", f"{side}/the whole handshake", heard(side, said))
        yield valid(
            "link-heard",
            f"{side}/frames that divide a message",
            heard(side, said + b"".join(frames)),
            "a frame may hold a part of a message, or more than one (LK9)",
        )
        for name, size in (("nothing", 0), ("half of the preamble", 4), ("the preamble", 8), ("a part of a frame", 30)):
            yield valid("link-heard", f"{side}/{name}", heard(side, said[:size]), flags=["piece"])


def refused(
    side: str, name: str, received: bytes, code: Code, number: str, note: str = "", *, ends: bool = False
) -> VectorCase:
    return invalid("link-heard", f"{side}/{name}", heard(side, received, ends=ends), code, number, note)


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
            "a frame without content": lambda one: frame(one.encrypt(b"")),
            "a frame of nothing": lambda _: frame(b""),
            "a frame that is no ciphertext": lambda _: frame(bytes(40)),
            "a changed frame": lambda one: frame(flipped(one.encrypt(b"hello"), 3)),
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


IDENTITY: Final = GivenIdentity(bytes([1]) * 32).public.hex()
PROPOSAL: Final = bytes(range(32)).hex()


def listings() -> Iterator[VectorCase]:
    for number in (1, 2):
        public = GivenIdentity(bytes([number]) * 32).public.hex()
        yield valid("fingerprint", f"fingerprint/{number}", {"identity": public})
    new = {"name": "Anna", "game": "mandala", "identity": IDENTITY, "host": "kitchen", "proposal": None}
    announced = valid("announcement", "announcement/a new game", new)
    resuming = valid("announcement", "announcement/a game to resume", {**new, "game": "patterns", "proposal": PROPOSAL})
    accents = valid("announcement", "announcement/a name in UTF-8", {**new, "name": "Jürgen Ångström"})
    yield from (announced, resuming, accents)
    for case in (announced, resuming, accents):
        yield valid("listing", case.id.replace("announcement", "listing"), {"txt": case.expected["txt"]})
    strings: list[str] = list(announced.expected["strings"])
    yield valid("listing", "listing/an unknown field", txt([*strings, "colour=red"]), "to be tolerated (LK15)")
    yield valid("listing", "listing/another order", txt(strings[::-1]))
    yield valid("listing", "listing/another version", txt(replaced(strings, "v", "7")), "it is listed, but not joined")
    for place, string in enumerate(strings):
        missing = [*strings[:place], *strings[place + 1 :]]
        yield ignored(f"no {string.partition('=')[0]}", missing)
    for name, value, reason in (
        ("txtvers", "2", "another form"),
        ("v", "0", "version 0"),
        ("v", "256", "version 256"),
        ("v", "01", "a leading zero"),
        ("v", "one", "no number"),
        ("game", "Mandala", "a capital letter"),
        ("game", "", "no name"),
        ("game", "g" * 33, "33 characters"),
        ("fp", "abcd-2345-efgh-6723", "small letters"),
        ("fp", "ABCD-2345-EFGH-6721", "1 is no letter of Base32"),
        ("fp", "ABCD2345EFGH6723", "no groups"),
        ("host", "h" * 201, "201 bytes"),
        ("name", "n" * 201, "201 bytes"),
    ):
        yield ignored(f"{name}: {reason}", replaced(strings, name, value))
    yield ignored("resume: 15 digits", [*strings, "resume=" + PROPOSAL[:15]])
    yield ignored("resume: capital letters", [*strings, "resume=ABCDEF0123456789"])
    yield ignored("name: no value", [*(one for one in strings if not one.startswith("name=")), "name"])
    data = bytes.fromhex(announced.expected["txt"]).replace(b"name=Anna", b"name=Ann\xff")
    yield invalid("listing", "listing/name: not UTF-8", {"txt": data.hex()}, None, "LK15")


def ignored(name: str, strings: list[str]) -> VectorCase:
    return invalid("listing", f"listing/{name}", txt(strings), None, "LK15")


def replaced(strings: list[str], name: str, value: str) -> list[str]:
    return [f"{name}={value}" if one.startswith(f"{name}=") else one for one in strings]


def txt(strings: list[str]) -> dict[str, str]:
    packed = [one.encode() for one in strings]
    return {"txt": b"".join(bytes([len(one)]) + one for one in packed).hex()}


def make() -> VectorFile:
    """The file."""
    handshake = valid("handshake", "handshake/whole", {**SECRETS, "contents": CONTENTS})
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
