"""Cases of chapter 1: signatures that only look right, in a handshake and in an entry."""

from __future__ import annotations

from collections.abc import Callable

from attrs import evolve, frozen

from mandala_conformance.case import ANY_GAME, NO_GAME, CaseBook, Extent
from mandala_conformance.case_stage import Stage
from mandala_conformance.cases.link_cases import expect_closed_handshake
from mandala_conformance.expectations import Refusal
from mandala_conformance.puppet import at
from mandala_protocol.errors import Code
from mandala_protocol.record.signatures import Signer
from mandala_protocol.wire.messages import Commit, Move

CONVENTIONS = CaseBook()

_ORDER = 2**252 + 27742317777372353535851937790883648493
_IDENTITY_POINT = b"\x01" + bytes(31)
"""The neutral element of the group: a point of order 1."""

_POINT_OF_ORDER_8 = bytes.fromhex("c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a")

Spoiling = Callable[[bytes], bytes]


def _unreduced(signature: bytes) -> bytes:
    """A signature with ℓ added to its scalar: the equation still holds."""
    scalar = int.from_bytes(signature[32:], "little") + _ORDER
    return signature[:32] + scalar.to_bytes(32, "little")


def _of_small_order(signature: bytes) -> bytes:
    """A signature whose R is of small order."""
    return _POINT_OF_ORDER_8 + signature[32:]


def _of_zeros(_: bytes) -> bytes:
    return bytes(64)


@frozen
class _Spoilt:
    """A signer whose signatures are changed."""

    public: bytes
    _honest: Signer
    _spoil: Spoiling

    def sign(self, data: bytes) -> bytes:
        return self._spoil(self._honest.sign(data))


@frozen
class _WeakKey:
    """The neutral element as an identity: R = S·G then holds for every message, as k·A is nothing."""

    public: bytes = _IDENTITY_POINT

    def sign(self, _data: bytes) -> bytes:
        return _IDENTITY_POINT + bytes(32)


_SPOILT: list[tuple[str, str, Spoiling]] = [
    ("unreduced-scalar", "A signature with ℓ added to its scalar", _unreduced),
    ("small-order-r", "A signature whose R is of small order", _of_small_order),
    ("zeros", "A signature of zeros", _of_zeros),
]


def _add(word: str, title: str, spoil: Spoiling) -> None:
    @CONVENTIONS.case(f"CV10/handshake-{word}", f"{title}, in the handshake", also=("LK5",), games=NO_GAME)
    async def in_handshake(stage: Stage) -> None:
        stage.note(title)
        await expect_closed_handshake(stage, _Spoilt(stage.identity.public, stage.identity, spoil))

    @CONVENTIONS.case(f"CV10/entry-{word}", f"{title}, of an entry", also=("TR7",), games=ANY_GAME, extent=Extent.QUICK)
    async def in_entry(stage: Stage) -> None:
        game = await stage.play_to(at(Commit))
        entry = game.puppet.sealed(await game.next_body())
        stage.note(f"entry {entry.number}: {title}")
        await game.send_forged(evolve(entry, signature=spoil(entry.signature)))
        await stage.expect_refusal(game.line, Refusal(Code.BAD_SIGNATURE, "TR7"))

    @CONVENTIONS.case(f"CV10/wish-{word}", f"{title}, of a wish", also=("EN6",), games=ANY_GAME)
    async def in_wish(stage: Stage) -> None:
        game = await stage.play_to(at(Move))
        wish = game.puppet.wish("end")
        stage.note(f"a wish to end: {title}")
        game.spoilt = True
        await game.line.send(evolve(wish, signature=spoil(wish.signature)))
        await stage.expect_refusal(game.line, Refusal(Code.BAD_SIGNATURE, "EN6"))


for _row in _SPOILT:
    _add(*_row)


@CONVENTIONS.case(
    "CV10/key-of-small-order", "An identity of small order", also=("LK5",), games=NO_GAME, extent=Extent.QUICK
)
async def key_of_small_order(stage: Stage) -> None:
    stage.note("the neutral element as identity, for which every message has a signature")
    await expect_closed_handshake(stage, _WeakKey())
