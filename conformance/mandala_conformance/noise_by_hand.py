"""A handshake step by step, for cases that need another prologue or key, or look at what the other says."""

from __future__ import annotations

import trio
from attrs import frozen

from mandala_conformance.findings import ANSWER_SECONDS, Unmet
from mandala_conformance.raw_connection import HandshakeEnded, RawConnection
from mandala_net.link.framing import frame
from mandala_net.link.handshake import (
    FIRST_BYTES,
    IDENTITY_TAG,
    PREAMBLE,
    PROLOGUE,
    SECOND_BYTES,
    THIRD_BYTES,
    Role,
)
from mandala_net.link.noise import HandshakeState, NoiseError
from mandala_protocol.record.signatures import IDENTITY_BYTES, Signer


@frozen
class IdentityShown:
    """The proof of the other in a handshake: its identity, and the static key of this connection."""

    identity: bytes
    static: bytes


async def take(raw: RawConnection, count: int) -> bytes:
    """Receive ``count`` bytes from the other. Raises ``HandshakeEnded`` and ``Unmet``."""
    data = b""
    with trio.move_on_after(ANSWER_SECONDS):
        while len(data) < count:
            more = await raw.receive(count - len(data))
            if not more:
                raise HandshakeEnded(len(data))
            data += more
        return data
    raise Unmet(f"{count} bytes", f"{len(data)} within {ANSWER_SECONDS:g} s")


async def shake_by_hand(
    raw: RawConnection, role: Role, signer: Signer, prologue: bytes = PROLOGUE, *, replayed: bytes | None = None
) -> IdentityShown:
    """Make a handshake with this prologue; ``replayed`` is said in place of our own identity payload.

    Raises ``HandshakeEnded`` if the other closes the connection, ``Unmet`` if what it says cannot be decrypted.
    """
    await raw.send(PREAMBLE)
    theirs = await take(raw, len(PREAMBLE))
    both = PREAMBLE + theirs if role is Role.GUEST else theirs + PREAMBLE
    noise = HandshakeState(initiator=role is Role.GUEST, prologue=prologue + both)
    payload = replayed or signer.public + signer.sign(IDENTITY_TAG + noise.static_public)
    try:
        if role is Role.GUEST:
            await raw.send(frame(noise.write_message()))
            shown = noise.read_message((await take(raw, 2 + SECOND_BYTES))[2:])
            await raw.send(frame(noise.write_message(payload)))
        else:
            noise.read_message((await take(raw, 2 + FIRST_BYTES))[2:])
            await raw.send(frame(noise.write_message(payload)))
            shown = noise.read_message((await take(raw, 2 + THIRD_BYTES))[2:])
    except NoiseError as error:
        raise Unmet("a handshake message that can be decrypted", str(error)) from error
    return IdentityShown(shown[:IDENTITY_BYTES], noise.peer_static_public)
