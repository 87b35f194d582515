"""A record says from which entry on a secret key could be computed by anyone (CV12)."""

from __future__ import annotations

import pytest

from mandala_client.records.verdict import exposure_lines
from mandala_protocol.conversation.speaker import Speaker
from mandala_protocol.games.catalogue import GAMES
from mandala_protocol.poker import ciphertexts
from mandala_protocol.poker.group import SIZE, Scalar
from mandala_protocol.poker.sampling import HashStream, Random
from mandala_protocol.poker.workers import Serial
from mandala_protocol.record.key_exposure import Exposure, KeyProof, exposures, key_proof, secret_from
from mandala_protocol.record.transcript import signed_by
from mandala_protocol.record.verification import Verdict, verify, write
from mandala_protocol.seats import Seat
from mandala_protocol.wire.messages import Move, Share
from tests.narrowing import present
from tests.protocol.conversation.conftest import Pair


def verified(pair: Pair) -> Verdict:
    return verify(write(pair.sessions[0].referee.transcript.entries), GAMES, Serial())


def proofs_of(pair: Pair, seat: Seat) -> list[KeyProof]:
    """The proofs of a seat, by who signed them."""
    referee, identity = pair.sessions[seat].referee, pair.identities[seat].public
    said = [entry for entry in referee.transcript.entries if signed_by(entry, identity)]
    found = [key_proof(entry, seat, referee.public_key(seat)) for entry in said]
    return [proof for proof in found if proof is not None]


def mask_alike(monkeypatch: pytest.MonkeyPatch, seat: Seat, purpose: str) -> None:
    """Let a seat draw the same for this purpose all through a game."""
    drawn = Speaker._stream

    def draw(self: Speaker, wanted: str, *content: bytes) -> HashStream:
        return self._drawn(wanted) if (self._seat, wanted) == (seat, purpose) else drawn(self, wanted, *content)

    monkeypatch.setattr(Speaker, "_stream", draw)


def test_an_honest_game_exposes_no_key(make_pair: type[Pair]) -> None:
    pair = make_pair(1, moves=4)
    pair.play_to_end()
    verdict = verified(pair)
    assert verdict.complete
    assert exposures(verdict.referee) == ()
    assert exposure_lines(verdict) == []
    for seat in Seat:
        one, two, *_ = proofs_of(pair, seat)
        assert secret_from(one, two) is None


@pytest.mark.parametrize("seat", Seat)
def test_CV12_two_shares_with_one_mask_give_the_key_of_their_seat_away(
    make_pair: type[Pair], monkeypatch: pytest.MonkeyPatch, seat: Seat
) -> None:
    mask_alike(monkeypatch, seat, "share")
    pair = make_pair(1, moves=4)
    pair.play_to_end()
    shared = [proof for proof in proofs_of(pair, seat) if _is_share(pair, proof)]
    verdict = verified(pair)
    assert exposures(verdict.referee) == (Exposure(seat, shared[1].number, shared[0].number),)
    assert secret_from(*shared[:2]) == present(pair.sessions[seat].referee.keys.pair(seat)).secret
    name = verdict.referee.players[seat].name
    assert exposure_lines(verdict) == [
        f"NOT SECRET: from entry {shared[1].number} on, anyone could compute the key that {name} used in this game. "
        f"The entries {shared[0].number} and {shared[1].number} use the same random number."
    ]


def _is_share(pair: Pair, proof: KeyProof) -> bool:
    return isinstance(pair.sessions[0].referee.transcript.entries[proof.number].body, Share)


def test_the_key_is_exposed_before_it_is_opened_too(make_pair: type[Pair], monkeypatch: pytest.MonkeyPatch) -> None:
    mask_alike(monkeypatch, Seat.GUEST, "share")
    pair = make_pair(1)
    pair.until_due(Move, 4)
    (exposure,) = exposures(verified(pair).referee)
    assert exposure.seat is Seat.GUEST


def test_a_mask_that_is_found_by_trying_exposes_the_key_at_once(
    make_pair: type[Pair], monkeypatch: pytest.MonkeyPatch
) -> None:
    drawn = iter(range(7, 1000))

    def number(_: Random) -> Scalar:
        return Scalar(next(drawn).to_bytes(SIZE, "little"))

    monkeypatch.setattr(ciphertexts, "random_scalar", number)
    pair = make_pair(1, moves=2)
    pair.play_to_end()
    verdict = verified(pair)
    first = {seat: next(proof.number for proof in proofs_of(pair, seat) if _is_share(pair, proof)) for seat in Seat}
    assert exposures(verdict.referee) == tuple(Exposure(seat, first[seat], None) for seat in Seat)
    assert exposure_lines(verdict)[1].endswith(
        f"The random number in entry {first[Seat.GUEST]} is so small that anyone can find it by trying."
    )
