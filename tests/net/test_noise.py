"""The published Noise vectors, both sides through our own layer."""

from __future__ import annotations

from typing import Any

import pytest

from mandala_net.link.noise import (
    MAX_NOISE_MESSAGE,
    MAX_PLAINTEXT,
    PROTOCOL_NAME,
    HandshakeState,
    NoiseError,
    NoiseTransport,
)
from tests.published import cases_of

VECTORS = [case | case["given"] | case["expected"] for case in cases_of("link.json", "noise")]


def side_of(vector: dict[str, Any], side: str) -> HandshakeState:
    return HandshakeState(
        initiator=side == "init",
        prologue=bytes.fromhex(vector[f"{side}_prologue"]),
        static=bytes.fromhex(vector[f"{side}_static"]),
        ephemeral=bytes.fromhex(vector[f"{side}_ephemeral"]),
    )


@pytest.mark.parametrize("vector", VECTORS, ids=[vector["id"] for vector in VECTORS])
def test_LK4_every_message_of_the_published_vectors_comes_out_to_the_byte(vector: dict[str, Any]) -> None:
    assert PROTOCOL_NAME.decode() in vector["note"]
    initiator, responder = side_of(vector, "init"), side_of(vector, "resp")
    transports: tuple[NoiseTransport, NoiseTransport] | None = None
    messages = list(zip(vector["payloads"], vector["ciphertexts"], strict=True))
    for number, message in enumerate(messages):
        payload, ciphertext = map(bytes.fromhex, message)
        from_initiator = number % 2 == 0
        if number < 3:
            writer, reader = (initiator, responder) if from_initiator else (responder, initiator)
            assert writer.write_message(payload) == ciphertext
            assert reader.read_message(ciphertext) == payload
            continue
        transports = transports or (initiator.transport(), responder.transport())
        sender, receiver = transports if from_initiator else transports[::-1]
        assert sender.encrypt(payload) == ciphertext
        assert receiver.decrypt(ciphertext) == payload
    assert len(messages) > 3
    assert initiator.handshake_hash == responder.handshake_hash
    assert initiator.handshake_hash.hex() == vector["handshake_hash"]
    assert initiator.peer_static_public == responder.static_public
    assert responder.peer_static_public == initiator.static_public


def finished_pair() -> tuple[NoiseTransport, NoiseTransport]:
    initiator = HandshakeState(initiator=True, prologue=b"")
    responder = HandshakeState(initiator=False, prologue=b"")
    responder.read_message(initiator.write_message())
    initiator.read_message(responder.write_message())
    responder.read_message(initiator.write_message())
    return initiator.transport(), responder.transport()


def test_LK10_each_connection_has_a_static_key_of_its_own() -> None:
    first, second = (HandshakeState(initiator=True, prologue=b"") for _ in range(2))
    assert first.static_public != second.static_public


def test_a_key_of_small_order_is_refused() -> None:
    responder = HandshakeState(initiator=False, prologue=b"")
    responder.read_message(bytes(32))
    with pytest.raises(NoiseError):
        responder.write_message()


def test_whose_turn_it_is_not_neither_writes_nor_reads() -> None:
    initiator = HandshakeState(initiator=True, prologue=b"")
    responder = HandshakeState(initiator=False, prologue=b"")
    with pytest.raises(ValueError, match="turn"):
        responder.write_message()
    first = initiator.write_message()
    with pytest.raises(ValueError, match="turn"):
        initiator.write_message()
    responder.read_message(first)
    with pytest.raises(ValueError, match="turn"):
        responder.read_message(first)
    initiator.read_message(responder.write_message())
    responder.read_message(initiator.write_message())
    with pytest.raises(ValueError, match="turn"):
        responder.write_message()


def test_the_ciphers_come_only_after_the_handshake() -> None:
    with pytest.raises(ValueError, match="not finished"):
        HandshakeState(initiator=True, prologue=b"").transport()


def test_the_largest_message_fits_a_frame_and_a_larger_one_is_refused() -> None:
    sender, receiver = finished_pair()
    message = sender.encrypt(bytes(MAX_PLAINTEXT))
    assert len(message) == MAX_NOISE_MESSAGE
    assert receiver.decrypt(message) == bytes(MAX_PLAINTEXT)
    with pytest.raises(ValueError, match="65,519"):
        sender.encrypt(bytes(MAX_PLAINTEXT + 1))


@pytest.mark.parametrize(
    "spoil", [lambda m: m[:-1], lambda m: m + b"x", lambda m: bytes([m[0] ^ 1]) + m[1:], lambda _: b""]
)
def test_a_changed_message_is_refused(spoil: Any) -> None:
    sender, receiver = finished_pair()
    with pytest.raises(NoiseError):
        receiver.decrypt(spoil(sender.encrypt(b"a card")))


def test_a_message_played_again_is_refused() -> None:
    sender, receiver = finished_pair()
    message = sender.encrypt(b"a card")
    receiver.decrypt(message)
    with pytest.raises(NoiseError):
        receiver.decrypt(message)


@pytest.mark.parametrize("length", [0, 31, 32, 95, 96])
def test_a_handshake_message_that_is_cut_short_is_refused_and_ends_nothing(length: int) -> None:
    initiator = HandshakeState(initiator=True, prologue=b"")
    responder = HandshakeState(initiator=False, prologue=b"")
    responder.read_message(initiator.write_message())
    second = responder.write_message(b"who I am")
    with pytest.raises(NoiseError):
        initiator.read_message(second[:length])
    assert not initiator.finished
    with pytest.raises(ValueError, match="turn"):
        initiator.write_message()
