"""The secret seed of a game: new for each, by the system's source, and nobody's business (CV12)."""

from __future__ import annotations

import secrets
from collections.abc import Callable

import pytest

from mandala_net.match.setup import new_seed
from mandala_net.player.profile import Profile
from mandala_net.trust.identity import Identity
from mandala_protocol.record.transcript import read
from mandala_protocol.record.verification import read_messages
from mandala_protocol.wire.messages import Accept, Commit, Open, Propose
from tests.narrowing import present
from tests.net.sittings import two


def drawn_in(record: bytes) -> list[bytes]:
    """The values of a game that its seeds have made, and those that are equal only if the seed is."""
    drawn: list[bytes] = []
    for entry in map(read, read_messages(record)):
        match entry.body:
            case Propose(nonce=nonce) | Accept(nonce=nonce):
                drawn.append(nonce)
            case Commit(commitment=commitment):
                drawn.append(commitment)
            case Open(nonce=nonce, key=key):
                drawn += [nonce, key]
            case _:
                pass
    return drawn


async def test_CV12_every_game_of_an_evening_has_secrets_of_its_own_on_both_sides(profiles: list[Profile]) -> None:
    records = []
    async with two(profiles) as sitting:
        records.append(sitting.of_host.record)
        of_host, _of_guest = await sitting.played_again(sitting.host.gladly, sitting.guest.gladly)
        records.append(of_host.record)
    drawn = [value for record in records for value in drawn_in(present(record).read_bytes())]
    assert len(drawn) == 2 * 8
    assert len(set(drawn)) == len(drawn)


@pytest.mark.parametrize("make", [new_seed, lambda: Identity.generate()._secret])
def test_CV12_seeds_and_identities_are_drawn_whole_from_the_source_of_the_system(
    make: Callable[[], bytes], monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[int] = []
    drawn = bytes(range(32))

    def token_bytes(count: int) -> bytes:
        asked.append(count)
        return drawn

    monkeypatch.setattr(secrets, "token_bytes", token_bytes)
    assert make() == drawn
    assert asked == [32]
