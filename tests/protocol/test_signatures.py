"""Signatures as the standard has them (CV10): what is strictly one, and what only looks like one."""

from __future__ import annotations

import hashlib

import pytest
from nacl.bindings import (
    crypto_core_ed25519_add,
    crypto_core_ed25519_scalar_add,
    crypto_core_ed25519_scalar_mul,
    crypto_core_ed25519_scalar_reduce,
    crypto_scalarmult_ed25519_base_noclamp,
)
from nacl.signing import SigningKey

from mandala_protocol.record.signatures import verify

ORDER = 2**252 + 27742317777372353535851937790883648493
DATA = b"what is signed"
KEY = SigningKey(bytes(range(32)))
PUBLIC = bytes(KEY.verify_key)
SIGNATURE = bytes(KEY.sign(DATA).signature)
R, S = SIGNATURE[:32], SIGNATURE[32:]
ORDER_EIGHT = bytes.fromhex("c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a")
"""A point of order 8."""
SMALL = [
    bytes([1]) + bytes(31),
    bytes(32),
    ORDER_EIGHT,
    (2**255 - 20).to_bytes(32, "little"),
]
"""Points of small order: the neutral one, and such of order 4, 8 and 2."""


def by_hand(shift: bytes | None = None) -> tuple[bytes, bytes]:
    """A key and a signature made by it step by step, with a point added to R."""
    secret, nonce = (crypto_core_ed25519_scalar_reduce(hashlib.sha512(name).digest()) for name in (b"secret", b"nonce"))
    public, point = (crypto_scalarmult_ed25519_base_noclamp(scalar) for scalar in (secret, nonce))
    if shift is not None:
        point = crypto_core_ed25519_add(point, shift)
    challenge = crypto_core_ed25519_scalar_reduce(hashlib.sha512(point + public + DATA).digest())
    response = crypto_core_ed25519_scalar_add(nonce, crypto_core_ed25519_scalar_mul(challenge, secret))
    return public, point + response


def test_CV10_an_honest_signature_is_one() -> None:
    assert verify(PUBLIC, SIGNATURE, DATA)
    assert verify(*by_hand(), DATA)
    assert not verify(PUBLIC, SIGNATURE, DATA + b"!")


def test_CV10_a_scalar_that_is_not_below_the_order_is_refused() -> None:
    """The same number modulo the order: anybody could make this second signature from the first."""
    second = int.from_bytes(S, "little") + ORDER
    assert not verify(PUBLIC, R + second.to_bytes(32, "little"), DATA)


@pytest.mark.parametrize("point", SMALL, ids=["neutral", "order 4", "order 8", "order 2"])
def test_CV10_a_key_or_a_point_of_small_order_is_refused(point: bytes) -> None:
    """With the neutral key and R, S = 0 satisfies the equation for whatever is signed."""
    assert not verify(point, point + bytes(32), DATA)
    assert not verify(point, SIGNATURE, DATA)
    assert not verify(PUBLIC, point + S, DATA)


def test_CV10_what_holds_only_after_multiplying_by_the_cofactor_is_refused() -> None:
    """8·S·G = 8·R + 8·k·A holds here, without the factor it does not."""
    assert not verify(*by_hand(shift=ORDER_EIGHT), DATA)


@pytest.mark.parametrize("above", [0, 1, 3])
def test_CV10_a_key_that_is_not_canonical_is_refused(above: int) -> None:
    noncanonical = (2**255 - 19 + above).to_bytes(32, "little")
    assert not verify(noncanonical, SIGNATURE, DATA)
    assert not verify(noncanonical, noncanonical + bytes(32), DATA)
    assert not verify(PUBLIC, noncanonical + S, DATA)


@pytest.mark.parametrize("size", [0, 63, 65])
def test_CV10_a_signature_of_another_size_is_refused(size: int) -> None:
    assert not verify(PUBLIC, (SIGNATURE + b"\x00")[:size], DATA)
