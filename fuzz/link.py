"""Targets: the link, before and after it is encrypted, with a peer that knows what it does."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Final

from fuzz.choices import Choices
from fuzz.conversation import FixedIdentity
from fuzz.edits import edited
from fuzz.standard import require_lawful
from fuzz.target import Target, require
from mandala_net.link.framing import frame, length_of_next, take_frame
from mandala_net.link.handshake import PREAMBLE, Handshake, Role
from mandala_net.link.noise import NoiseError
from mandala_protocol.errors import RemoteProtocolError

_OURS, _THEIRS = FixedIdentity(1), FixedIdentity(2)


def _stranger(data: bytes) -> None:
    """Bytes of somebody who holds no conversation at all: they come as they are, whatever is answered."""
    role, piece = (Role.HOST, Role.GUEST)[(data[0] if data else 0) % 2], 1 + (data[1] if len(data) > 1 else 0)
    side = Handshake(role, _OURS)
    try:
        for start in range(2, len(data), piece):
            side.receive(data[start : start + piece])
            require(side.established is None, "a stranger has proven to be somebody")
        side.end_of_stream()
    except RemoteProtocolError as error:
        require_lawful(error)


def _stranger_seeds() -> Mapping[str, bytes]:
    return {
        "nothing": b"\0\0",
        "http": b"\0\xffGET / HTTP/1.1\r\n",
        "version": b"\1\7" + PREAMBLE[:-1] + b"\2",
        "host": b"\0\xff" + PREAMBLE + frame(bytes(32)),
        "host-point": b"\0\xff" + PREAMBLE + frame(b"\x09" + bytes(31)) + frame(bytes(160)),
        "guest": b"\1\xff" + PREAMBLE + frame(bytes(192)),
        "oversized": b"\0\1" + PREAMBLE + b"\xff\xff",
    }


def _handshake(data: bytes) -> None:
    """Try an honest handshake in which what the peer says at one point is changed on its way."""
    choices = Choices(data)
    role, place, piece = choices.one_of((Role.HOST, Role.GUEST)), choices.byte() % 4, 1 + choices.byte()
    ours = Handshake(role, _OURS)
    theirs = Handshake(Role.GUEST if role is Role.HOST else Role.HOST, _THEIRS)
    for_ours, for_theirs, said, changed = theirs.start(), ours.start(), 0, False
    try:
        while for_ours or for_theirs:
            if for_ours and said == place:
                honest, for_ours = for_ours, edited(for_ours, choices)
                changed = for_ours != honest
            said += 1
            answer = b""
            for start in range(0, len(for_ours), piece):
                answer += ours.receive(for_ours[start : start + piece])
            for_ours, for_theirs = theirs.receive(for_theirs), answer
    except RemoteProtocolError as error:
        require_lawful(error)
        require(changed, "an honest handshake fails")
        return
    established = ours.established
    if established is not None:
        require(established.peer == _THEIRS.public, "somebody else has proven to be the peer")
        require(not changed or established.rest != b"", "a changed handshake holds")
    else:
        require(changed, "an honest handshake does not come to its end")


def _handshake_seeds() -> Mapping[str, bytes]:
    return {
        f"{role}-{place}-{name}": bytes([role, place, piece]) + edit
        for role in range(2)
        for place in range(3)
        for name, piece, edit in (
            ("honest", 255, b""),
            ("first", 0, b"\2\0\0\0\1"),
            ("length", 8, b"\0\0\0\1\0"),
            ("key", 255, b"\2\0\0\x22\x80"),
            ("cut", 255, b"\3\0\0\x14"),
            ("more", 255, b"\5\0\xff\xff\3abc"),
        )
    }


@cache
def _established() -> tuple[Handshake, Handshake]:
    """Both ends of a link, host first. Nothing that comes is ever understood, so it can be used again."""
    host, guest = Handshake(Role.HOST, _OURS), Handshake(Role.GUEST, _THEIRS)
    for_host, for_guest = guest.start(), host.start()
    while for_host or for_guest:
        for_host, for_guest = guest.receive(for_guest), host.receive(for_host)
    return host, guest


def _frames(data: bytes) -> None:
    established = _established()[0].established
    assert established is not None
    buffer = bytearray(data)
    while (content := take_frame(buffer)) is not None:
        try:
            established.transport.decrypt(content)
        except NoiseError:
            continue
        require(False, "a frame was understood that the peer has not sent")
    length = length_of_next(buffer)
    require(length is None or length > len(buffer) - 2, "a whole frame was left lying")


def _frames_seeds() -> Mapping[str, bytes]:
    return {
        "empty": frame(b""),
        "tag": frame(bytes(16)),
        "some": frame(bytes(17)) + frame(bytes(40)),
        "cut": b"\xff\xff",
    }


TARGETS: Final = (
    Target(
        "stranger",
        "whoever only sends bytes is refused with a lawful error and has proven nothing",
        _stranger,
        _stranger_seeds,
        longest=1024,
    ),
    Target(
        "handshake",
        "an honest handshake holds; a changed one is refused with a lawful error, and nobody else is let in",
        _handshake,
        _handshake_seeds,
        longest=64,
    ),
    Target("frames", "no frame is understood that the peer has not sent", _frames, _frames_seeds),
)
