"""The vectors of the link: Noise, the handshake, the first frames, and how a host is found."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from typing import Final

from mandala_conformance.made_games.given_identity import GivenIdentity
from mandala_conformance.vectors.form.vector_fields import (
    VectorFields,
    array,
    exactly,
    hexadecimal,
    integer,
    one_of,
    or_null,
    record,
    text,
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
from mandala_net.discovery.listing import Announcement, Listing, parse_listing, resume_tag
from mandala_net.link.framing import frame, take_frame
from mandala_net.link.handshake import IDENTITY_TAG, PREAMBLE, PROLOGUE, Established, Handshake, LinkKeys, Role
from mandala_net.link.noise import HandshakeState, NoiseError, NoiseTransport
from mandala_net.link.secure_link import content_of_frame
from mandala_net.trust.identity import FINGERPRINT_TAG, fingerprint

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
        "frames": [one.hex() for one in (first, second, third)],
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
    transports = {name: one.transport for name, one in zip(_SIDES, ended, strict=True) if one is not None}
    return [frame(transports[one["from"]].encrypt(unhex(one["content"]))) for one in contents]


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


# Being found.


def run_fingerprint(given: Given, _: FileRecords) -> Computed:
    identity = unhex(given["identity"])
    hashed = FINGERPRINT_TAG + identity
    return {
        "hashed": hashed.hex(),
        "sha256": hashlib.sha256(hashed).hexdigest(),
        "fingerprint": fingerprint(identity),
    }


def run_announcement(given: Given, _: FileRecords) -> Computed:
    tag = None if given["proposal"] is None else resume_tag(unhex(given["proposal"]))
    announced = Announcement(
        given["name"], given["game"], fingerprint(unhex(given["identity"])), given["host"], resume=tag
    )
    strings = [f"{name}={value}" for name, value in announced.properties().items()]
    packed = [one.encode() for one in strings]
    return {"strings": strings, "txt": b"".join(bytes([len(one)]) + one for one in packed).hex()}


def run_listing(given: Given, _: FileRecords) -> Computed:
    properties = _properties(unhex(given["txt"]))
    listing = parse_listing("mandala-0", properties, 28_108, ["192.0.2.1"])
    if listing is None:
        raise CaseRefused(RefusedBy(None, "LK15"))
    return _shown(listing)


def _properties(txt: bytes) -> dict[bytes, bytes | None]:
    """The keys and values of a TXT record (RFC 6763, 6.4); of a key that comes twice the first counts."""
    found: dict[bytes, bytes | None] = {}
    while txt:
        size = txt[0]
        if len(txt) <= size:
            raise WrongCase("the TXT record ends within a string")
        name, equals, value = txt[1 : 1 + size].partition(b"=")
        found.setdefault(name, value if equals else None)
        txt = txt[1 + size :]
    return found


def _shown(listing: Listing) -> Computed:
    announced = listing.announcement
    return {
        "version": announced.protocol_version,
        "name": announced.player_name,
        "game": announced.game,
        "fingerprint": announced.fingerprint,
        "host": announced.host_name,
        "resume": announced.resume,
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
_NAMES: Final = text(300)

LINK_KINDS: Final = (
    VectorKind(
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
    ),
    VectorKind(
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
    ),
    VectorKind(
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
    ),
    VectorKind(
        "fingerprint",
        "The fingerprint of an identity (LK14).",
        {"identity": exactly(32)},
        {"hashed": hexadecimal(0, 100), "sha256": exactly(32), "fingerprint": text(19)},
        run_fingerprint,
    ),
    VectorKind(
        "announcement",
        "The TXT record of a host (LK14), as strings and as bytes. proposal is that of the game to resume, or null.",
        {
            "name": _NAMES,
            "game": _NAMES,
            "identity": exactly(32),
            "host": _NAMES,
            "proposal": or_null(exactly(32)),
        },
        {"strings": array(_NAMES, 0, 16), "txt": hexadecimal(0, 4_000)},
        run_announcement,
    ),
    VectorKind(
        "listing",
        "A TXT record as a reader takes it (LK14, LK15); invalid ones are to be ignored.",
        {"txt": hexadecimal(0, 4_000)},
        {
            "version": integer(1, 255),
            "name": _NAMES,
            "game": _NAMES,
            "fingerprint": text(19),
            "host": _NAMES,
            "resume": or_null(text(16)),
        },
        run_listing,
    ),
)
