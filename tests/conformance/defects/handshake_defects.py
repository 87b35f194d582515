"""Defects of waiting: handshakes that cannot come to an end, and guests who wait at the door."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import trio
from cryptography.hazmat.primitives.asymmetric.x25519 import X25519PrivateKey, X25519PublicKey

from mandala_conformance.findings import CaseVerdict
from mandala_net.link import noise, secure_link
from mandala_net.link.handshake import Established, Handshake
from mandala_net.link.noise import KEY_BYTES, NoiseError, shared_secret
from mandala_net.link.pending_limit import PendingLimit
from mandala_protocol.errors import RemoteProtocolError
from tests.conformance.defects.defect import DefectBook, replace

HANDSHAKES = DefectBook()


@HANDSHAKES.defect(
    "shares-no-secret", "Goes on with a shared secret of zeros", case="LK4/key-of-zeros", seen="still open|after"
)
def shares_no_secret() -> None:
    def secret_or_zeros(private: X25519PrivateKey, public: X25519PublicKey) -> bytes:
        try:
            return shared_secret(private, public)
        except NoiseError:
            return bytes(KEY_BYTES)

    replace(noise, "shared_secret", secret_or_zeros)


@HANDSHAKES.defect(
    "waits-after-the-end", "Waits on when a handshake has ended", case="LK6/end-in-handshake", seen="still open"
)
def waits_after_the_end() -> None:
    exchange = secure_link._exchange

    async def exchange_or_wait(stream: trio.abc.Stream, handshake: Handshake) -> Established:
        try:
            return await exchange(stream, handshake)
        except RemoteProtocolError:
            await trio.sleep_forever()

    replace(secure_link, "_exchange", exchange_or_wait)


@HANDSHAKES.defect(
    "turns-the-newest-away",
    "Closes the newest of too many handshakes",
    case="LK12/four-handshakes",
    seen="closed",
    verdict=CaseVerdict.NON_STRICT,
)
def turns_the_newest_away() -> None:
    @contextmanager
    def stand_if_there_is_room(self: PendingLimit) -> Iterator[None]:
        with trio.CancelScope() as scope:
            if len(self._waiting) >= self._most:
                scope.cancel()
            self._waiting.append(scope)
            try:
                yield
            finally:
                self._waiting.remove(scope)

    replace(PendingLimit, "stand", stand_if_there_is_room)
