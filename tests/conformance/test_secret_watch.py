"""The watch over the secrets of an implementation, over games of two sides in memory."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

import pytest

from mandala_conformance.findings import Fault
from mandala_conformance.puppet import Puppet, by_chance
from mandala_conformance.raw_connection import LinkKey
from mandala_conformance.secret_watch import GameWatch, SecretWatch
from mandala_net.trust.identity import Identity
from mandala_protocol.conversation.speaker import GameTerms
from mandala_protocol.games.catalogue import GAMES
from mandala_protocol.poker import ciphertexts, shuffle_proof
from mandala_protocol.poker.group import SIZE, Scalar
from mandala_protocol.poker.sampling import HashStream, Random, random_scalar
from mandala_protocol.seats import Seat
from mandala_protocol.wire.messages import End, EntryMessage, First, Move
from tests.surroundings import remove_chance


@pytest.fixture(autouse=True)
def same_players() -> None:
    """Cards that are the same in the game of a number for the same players, so that the arithmetic is done once."""
    remove_chance("a watch over secrets")


def seed_of(number: int, seat: Seat) -> bytes:
    """The secret of a seat in the game of this number."""
    return bytes([number, seat]) * 16


def terms_of(game: str, seat: Seat) -> GameTerms | None:
    """The terms that a host proposes."""
    return GameTerms(game, First.LOT) if seat is Seat.HOST else None


def sides(game: str, number: int) -> tuple[Puppet, Puppet]:
    """A host and a guest of one game, with secrets that follow from its number."""
    host, guest = (
        Puppet(
            seat,
            Identity.generate(),
            seat.name,
            seed_of(number, seat),
            terms=terms_of(game, seat),
            choose=by_chance(number),
        )
        for seat in Seat
    )
    return host, guest


Runs = Mapping[Seat, SecretWatch]
"""The runs of testers, by the seat at which each sits."""


def at_both_seats() -> Runs:
    """A run for each side, which watches the other."""
    return {seat: SecretWatch() for seat in Seat}


def played(runs: Runs, game: str, number: int, moves: int = 1000) -> list[list[Fault]]:
    """The faults that each tester hears of the other side in the game of this number."""
    return heard(runs, sides(game, number), f"XX/{number}", moves)


def heard(runs: Runs, pair: tuple[Puppet, Puppet], case: str, moves: int) -> list[list[Fault]]:
    """The faults that each tester hears of the other side in a game, which is resigned after so many moves."""
    breaches = {tester: list[Fault]() for tester in runs}
    watches = {tester: GameWatch(run, pair[tester], case, breaches[tester]) for tester, run in runs.items()}
    while not (pair[0].over and pair[1].over):
        speaker = pair[0] if pair[0].is_to_speak else pair[1]
        resigns = speaker.pending(Move) and speaker.referee.moves_made == moves
        said = speaker.resign() if resigns else speaker.say_next()
        assert isinstance(said, EntryMessage), "who is to speak resigns with an entry"
        listener = speaker.seat.other
        watches.get(listener, pair[listener]).hear(said)
    return list(breaches.values())


@pytest.mark.parametrize("game", GAMES)
def test_nothing_is_said_of_an_honest_implementation(game: str) -> None:
    """In a whole game, and in the beginning of another one, where it has secrets of its own."""
    runs = at_both_seats()
    assert [played(runs, game, number, moves) for number, moves in ((1, 1000), (2, 1))] == [[[], []]] * 2


def test_a_test_game_has_the_same_keys_and_orders_again_and_other_masks() -> None:
    runs = {Seat.HOST: SecretWatch()}
    assert [played(runs, "mandala-test-17", number, moves=1) for number in range(2)] == [[[]]] * 2


def drawn_again(_: Random, size: int, stream: HashStream) -> tuple[Scalar, ...]:
    """Draw from this stream, whatever was to be drawn from."""
    return tuple(random_scalar(stream) for _place in range(size))


def test_CV12_a_mask_of_an_earlier_game_is_found_in_a_later_one(monkeypatch: pytest.MonkeyPatch) -> None:
    runs, found = {Seat.HOST: SecretWatch()}, []
    for number in (1, 2):
        again = partial(drawn_again, stream=HashStream(b"again", "test"))
        monkeypatch.setattr(shuffle_proof, "_random_scalars", again)
        found.append(played(runs, "mandala", number, moves=0))
    first, second = found
    assert first == [[]]
    ((breach,),) = second
    assert breach.requirement == "CV12"
    assert breach.got.endswith("in an earlier game, of XX/1")


def test_each_kind_of_breach_is_told_once_in_a_run(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ciphertexts, "random_scalar", lambda _: Scalar((7).to_bytes(SIZE, "little")))
    runs = {Seat.HOST: SecretWatch()}
    (found,) = played(runs, "mandala", 1, moves=4)
    assert [breach.requirement for breach in found] == ["CV12", "CV12"]
    assert "is the secret key, so from entry" in found[0].got
    assert all("once in a run" in dict(breach.evidence)["told"] for breach in found)
    assert found[0].also == ("DK10",), "which says where the mask of a share is drawn"
    assert "a mask of 3 bits" in found[1].got
    assert played(runs, "mandala", 2, moves=4) == [[]]


@pytest.mark.parametrize("tester", Seat)
def test_an_entry_that_is_said_again_is_no_second_one(tester: Seat) -> None:
    """After a loss a peer says again what the tester lost: the same to the byte."""
    run, pair = SecretWatch(), sides("mandala", 1)
    assert heard({tester: run}, pair, "XX/1", moves=1) == [[]]
    before, breaches = pair[tester], list[Fault]()
    again = Puppet(tester, before.identity, before.name, seed_of(1, tester), terms=terms_of("mandala", tester))
    watch = GameWatch(run, again, "XX/2", breaches)
    for entry in before.referee.transcript.entries:
        if not again.is_to_speak:
            watch.hear(entry.message())
        elif isinstance(entry.body, Move | End):
            again.say(entry.body)
        else:
            again.say_next()
    assert again.over
    assert breaches == []


def test_LK4_LK10_a_key_of_a_connection_is_found_in_another() -> None:
    run = SecretWatch()
    for kind, requirement in ((LinkKey.EPHEMERAL, "LK4"), (LinkKey.STATIC, "LK10")):
        key = requirement.encode() * 8
        assert run.new(run.link_key(kind, key, "connection 1 of LK1/a")) == []
        (breach,) = run.new(run.link_key(kind, key, "connection 3 of LK2/b"))
        assert breach.requirement == requirement
        assert breach.got == f"on connection 3 of LK2/b the public key of connection 1 of LK1/a: {key.hex()}"
