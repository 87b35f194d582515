"""The handshake between two peers, one of them hostile: every way to break it has its code and its requirement."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from mandala_net.link.framing import frame
from mandala_net.link.handshake import (
    FIRST_BYTES,
    IDENTITY_TAG,
    PREAMBLE,
    PROLOGUE,
    SECOND_BYTES,
    THIRD_BYTES,
    Established,
    Handshake,
    Role,
)
from mandala_net.link.noise import HandshakeState
from mandala_net.trust.identity import Identity
from mandala_protocol.errors import Code, RemoteProtocolError

ANNA, BEN, MALLORY = Identity.generate(), Identity.generate(), Identity.generate()


def guest() -> Handshake:
    return Handshake(Role.GUEST, BEN)


def host() -> Handshake:
    return Handshake(Role.HOST, ANNA)


def established(handshake: Handshake) -> Established:
    result = handshake.established
    assert result is not None
    return result


def refusal(action: Callable[[], object]) -> tuple[Code, str]:
    with pytest.raises(RemoteProtocolError) as caught:
        action()
    assert caught.value.detail.endswith(".")
    return caught.value.code, caught.value.requirement


def run(a: Handshake, b: Handshake) -> None:
    """Carry the bytes to and fro until both are silent."""
    to_b, to_a = a.start(), b.start()
    while to_b or to_a:
        to_b, to_a = (a.receive(to_a) if to_a else b""), (b.receive(to_b) if to_b else b"")


class HostileGuest:
    """A guest with Noise of its own, which can say anything at any point."""

    def __init__(self, prologue: bytes = PROLOGUE + PREAMBLE + PREAMBLE) -> None:
        self.noise = HandshakeState(initiator=True, prologue=prologue)
        self.host = host()
        self.host.receive(PREAMBLE)

    def reach_third(self) -> None:
        second = self.host.receive(frame(self.noise.write_message()))
        self.noise.read_message(second[2:])

    def third(self, payload: bytes) -> bytes:
        return frame(self.noise.write_message(payload))

    def proof(self, signer: Identity = MALLORY, tag: bytes = IDENTITY_TAG, key: bytes | None = None) -> bytes:
        return signer.sign(tag + (self.noise.static_public if key is None else key))


class HostileHost:
    """A host with Noise of its own, up to its only message."""

    def __init__(self, prologue: bytes = PROLOGUE + PREAMBLE + PREAMBLE) -> None:
        self.noise = HandshakeState(initiator=False, prologue=prologue)
        self.guest = guest()
        self.noise.read_message(self.guest.receive(PREAMBLE)[2:])


def test_both_sides_learn_who_the_other_is_and_share_one_hash() -> None:
    a, b = guest(), host()
    run(a, b)
    of_guest, of_host = established(a), established(b)
    assert (of_guest.peer, of_host.peer) == (ANNA.public, BEN.public)
    assert of_guest.handshake_hash == of_host.handshake_hash
    assert len(of_guest.handshake_hash) == 32
    assert of_host.transport.decrypt(of_guest.transport.encrypt(b"first")) == b"first"
    assert of_guest.transport.decrypt(of_host.transport.encrypt(b"second")) == b"second"


def test_no_two_handshakes_share_a_hash() -> None:
    hashes = set()
    for _ in range(3):
        a, b = guest(), host()
        run(a, b)
        hashes.add(established(a).handshake_hash)
    assert len(hashes) == 3


def test_LK3_the_messages_have_the_sizes_that_the_standard_names() -> None:
    assert (len(PREAMBLE), FIRST_BYTES, SECOND_BYTES, THIRD_BYTES) == (8, 32, 192, 160)
    a, b = guest(), host()
    first = a.receive(b.start())
    b.receive(a.start())
    second = b.receive(first)
    third = a.receive(second)
    assert [len(message) for message in (first, second, third)] == [2 + 32, 2 + 192, 2 + 160]


@settings(deadline=None)
@given(st.lists(st.integers(1, 40), min_size=1))
def test_it_does_not_matter_in_what_pieces_the_bytes_come(sizes: list[int]) -> None:
    a, b = guest(), host()
    to_a, to_b, turn = b.start(), a.start(), 0
    while to_a or to_b:
        size = sizes[turn % len(sizes)]
        turn += 1
        to_b += a.receive(to_a[:size]) if to_a else b""
        to_a = to_a[size:]
        to_a += b.receive(to_b[:size]) if to_b else b""
        to_b = to_b[size:]
    assert established(a).peer == ANNA.public
    assert established(b).peer == BEN.public


def test_what_comes_with_the_last_message_is_kept() -> None:
    a, b = guest(), host()
    b.receive(a.start())
    third = a.receive(b.receive(a.receive(b.start())))
    b.receive(third + b"and the first of the game")
    assert established(b).rest == b"and the first of the game"


def test_nothing_is_established_before_the_end() -> None:
    a, b = guest(), host()
    assert a.established is None
    first = a.receive(b.start())
    b.receive(a.start())
    b.receive(first)
    assert b.established is None


@pytest.mark.parametrize("make", [guest, host])
@pytest.mark.parametrize("version", [0, 2, 255])
def test_LK2_another_version_is_explained(make: Callable[[], Handshake], version: int) -> None:
    with pytest.raises(RemoteProtocolError, match=f"speaks version {version} of the protocol") as caught:
        make().receive(b"MANDALA" + bytes([version]))
    assert (caught.value.code, caught.value.requirement) == (Code.VERSION, "LK2")


@pytest.mark.parametrize("make", [guest, host])
@pytest.mark.parametrize(
    "said", [b"SSH-2.0-OpenSSH\r\n", b"GET / HTTP/1.1\r\n", b"\x00", b"MANDALX", b"mandala\x01", b"\x16\x03\x01"]
)
def test_LK1_a_service_that_is_not_ours_is_told_apart_at_once(make: Callable[[], Handshake], said: bytes) -> None:
    assert refusal(lambda: make().receive(said)) == (Code.HANDSHAKE, "LK1")


@pytest.mark.parametrize(
    "prologue",
    [
        b"",
        b"mandala-lan/2" + PREAMBLE + PREAMBLE,
        PROLOGUE + PREAMBLE,
        PROLOGUE + PREAMBLE + b"MANDALA\x02",
        PROLOGUE + b"MANDALA\x02" + PREAMBLE,
    ],
)
def test_LK4_a_prologue_that_differs_is_refused_on_both_sides(prologue: bytes) -> None:
    liar = HostileHost(prologue)
    second = frame(liar.noise.write_message(MALLORY.public + MALLORY.sign(IDENTITY_TAG + liar.noise.static_public)))
    assert refusal(lambda: liar.guest.receive(second)) == (Code.HANDSHAKE, "LK4")

    mallory = HostileGuest(prologue)
    mallory.host.receive(frame(mallory.noise.write_message()))
    assert refusal(lambda: mallory.host.receive(frame(bytes(THIRD_BYTES)))) == (Code.HANDSHAKE, "LK4")


@pytest.mark.parametrize("length", [0, 1, 31])
def test_LK3_a_short_first_message_is_refused(length: int) -> None:
    mallory = HostileGuest()
    assert refusal(lambda: mallory.host.receive(frame(bytes(length)))) == (Code.HANDSHAKE, "LK3")


@pytest.mark.parametrize("length", [33, 192, 65_535])
def test_LK3_a_long_first_message_is_refused_before_it_comes(length: int) -> None:
    mallory = HostileGuest()
    assert refusal(lambda: mallory.host.receive(length.to_bytes(2, "big"))) == (Code.OVERSIZED, "LK3")


@pytest.mark.parametrize(("length", "code"), [(191, Code.HANDSHAKE), (193, Code.OVERSIZED), (65_535, Code.OVERSIZED)])
def test_a_second_message_of_the_wrong_size_is_refused(length: int, code: Code) -> None:
    liar = HostileHost()
    assert refusal(lambda: liar.guest.receive(length.to_bytes(2, "big"))) == (code, "LK3")


@pytest.mark.parametrize("payload", [b"", bytes(95), bytes(97), bytes(1000)])
def test_a_third_message_with_a_payload_of_the_wrong_size_is_refused(payload: bytes) -> None:
    mallory = HostileGuest()
    mallory.reach_third()
    code = Code.OVERSIZED if len(payload) > 96 else Code.HANDSHAKE
    assert refusal(lambda: mallory.host.receive(mallory.third(payload))) == (code, "LK3")


def test_LK4_a_first_message_of_small_order_is_refused() -> None:
    mallory = HostileGuest()
    assert refusal(lambda: mallory.host.receive(frame(bytes(32)))) == (Code.HANDSHAKE, "LK4")


def test_LK4_noise_of_zeros_is_refused_as_second_and_third_message() -> None:
    liar = HostileHost()
    assert refusal(lambda: liar.guest.receive(frame(bytes(SECOND_BYTES)))) == (Code.HANDSHAKE, "LK4")
    mallory = HostileGuest()
    mallory.reach_third()
    assert refusal(lambda: mallory.host.receive(frame(bytes(THIRD_BYTES)))) == (Code.HANDSHAKE, "LK4")


@settings(deadline=None)
@given(st.binary(min_size=1, max_size=400))
def test_random_bytes_never_establish_anything(said: bytes) -> None:
    for make in (guest, host):
        for before in (b"", PREAMBLE):
            handshake = make()
            with suppress(RemoteProtocolError):
                handshake.receive(before + said)
            assert handshake.established is None


@settings(deadline=None)
@given(st.sampled_from(["first", "second", "third"]), st.integers(0, 10_000), st.integers(1, 255))
@example("first", 31, 0x80)  # the bit of a key that X25519 itself does not look at
def test_LK4_a_byte_changed_on_the_way_is_always_noticed(which: str, place: int, change: int) -> None:
    def on_the_way(name: str, message: bytes) -> bytes:
        if name != which:
            return message
        at = 2 + place % (len(message) - 2)
        return message[:at] + bytes([message[at] ^ change]) + message[at + 1 :]

    def exchange() -> None:
        a, b = guest(), host()
        b.receive(a.start())
        first = on_the_way("first", a.receive(b.start()))
        second = on_the_way("second", b.receive(first))
        third = on_the_way("third", a.receive(second))
        b.receive(third)

    assert refusal(exchange) == (Code.HANDSHAKE, "LK4")


def test_a_true_guest_of_our_own_making_is_let_in() -> None:
    """The hostile guest below differs from this one in a single point each."""
    mallory = HostileGuest()
    mallory.reach_third()
    mallory.host.receive(mallory.third(MALLORY.public + mallory.proof()))
    assert established(mallory.host).peer == MALLORY.public


@pytest.mark.parametrize(
    "payload",
    [
        pytest.param(lambda m: BEN.public + m.proof(), id="the key of another player"),
        pytest.param(lambda m: MALLORY.public + m.proof(signer=BEN), id="signed by another player"),
        pytest.param(lambda m: MALLORY.public + m.proof(tag=b""), id="signed for something else"),
        pytest.param(lambda m: MALLORY.public + m.proof(tag=b"mandala-lan/2/noise-identity"), id="another version"),
        pytest.param(lambda m: MALLORY.public + m.proof(key=bytes(32)), id="for another connection"),
        pytest.param(lambda m: MALLORY.public + bytes(64), id="no signature"),
        pytest.param(lambda m: bytes(32) + bytes(64), id="a key of small order"),
        pytest.param(lambda m: b"\x01" + bytes(31) + b"\x01" + bytes(63), id="the neutral element"),
    ],
)
def test_LK5_a_guest_who_cannot_prove_the_identity_is_refused(payload: Callable[[HostileGuest], bytes]) -> None:
    mallory = HostileGuest()
    mallory.reach_third()
    third = mallory.third(payload(mallory))
    assert refusal(lambda: mallory.host.receive(third)) == (Code.WRONG_IDENTITY, "LK5")
    assert mallory.host.established is None


def test_LK5_a_payload_recorded_on_one_connection_is_refused_on_another() -> None:
    recorded = HostileGuest()
    payload = BEN.public + BEN.sign(IDENTITY_TAG + recorded.noise.static_public)
    mallory = HostileGuest()
    mallory.reach_third()
    assert refusal(lambda: mallory.host.receive(mallory.third(payload))) == (Code.WRONG_IDENTITY, "LK5")


def test_LK5_a_host_who_cannot_prove_the_identity_is_refused() -> None:
    liar = HostileHost()
    second = frame(liar.noise.write_message(ANNA.public + MALLORY.sign(IDENTITY_TAG + liar.noise.static_public)))
    assert refusal(lambda: liar.guest.receive(second)) == (Code.WRONG_IDENTITY, "LK5")


def test_a_guest_who_only_echoes_is_refused() -> None:
    """What the host says, said back to it, gives no connection to itself."""
    victim = host()
    victim.receive(victim.start())
    second = victim.receive(frame(HandshakeState(initiator=True, prologue=b"").write_message()))
    assert refusal(lambda: victim.receive(second)) == (Code.OVERSIZED, "LK3")


def test_LK6_the_end_of_the_stream_in_the_middle_is_refused() -> None:
    waiting = host()
    waiting.receive(PREAMBLE)
    assert refusal(waiting.end_of_stream) == (Code.HANDSHAKE, "LK6")


# What the identity signs, and who hears of it first (CV11, LK5).


class Recorded:
    """An identity that keeps all that it signs."""

    def __init__(self, identity: Identity) -> None:
        self._identity = identity
        self.public = identity.public
        self.signed: list[bytes] = []

    def sign(self, data: bytes) -> bytes:
        self.signed.append(data)
        return self._identity.sign(data)


def test_CV11_for_a_connection_an_identity_signs_one_fresh_key_under_its_tag_and_nothing_else() -> None:
    anna, ben = Recorded(ANNA), Recorded(BEN)
    for _ in range(3):
        run(Handshake(Role.GUEST, ben), Handshake(Role.HOST, anna))
    signed = anna.signed + ben.signed
    assert {len(data) for data in signed} == {60}
    assert {data[:-32] for data in signed} == {IDENTITY_TAG}
    assert len({data[-32:] for data in signed}) == 6


def test_a_guest_says_its_identity_only_to_a_host_that_has_proven_its_own() -> None:
    """Before that its program signs nothing: all that it has said is 32 bytes of a key for this connection."""
    ben, mallory = Recorded(BEN), Handshake(Role.HOST, Borrowed(ANNA.public, MALLORY))
    guest = Handshake(Role.GUEST, ben)
    to_host = guest.start() + guest.receive(mallory.start())
    assert len(to_host) == len(PREAMBLE) + 2 + FIRST_BYTES
    answer = mallory.receive(to_host)
    assert refusal(lambda: guest.receive(answer)) == (Code.WRONG_IDENTITY, "LK5")
    assert ben.signed == []


class Borrowed:
    """Somebody who says the identity of another, and signs with a key of their own."""

    def __init__(self, public: bytes, own: Identity) -> None:
        self.public = public
        self._own = own

    def sign(self, data: bytes) -> bytes:
        return self._own.sign(data)
