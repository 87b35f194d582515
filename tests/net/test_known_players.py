"""Trust on first use: what is remembered, and what is said of whom."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mandala_net.store.store import PlayerKey, Store, StoreBusy
from mandala_net.trust.identity import fingerprint
from mandala_net.trust.known_players import (
    MAX_PLAYERS,
    MAX_UNCONFIRMED,
    KeyChanged,
    Known,
    KnownAs,
    KnownPlayers,
    KnownPlayersError,
    Unknown,
)
from mandala_protocol.names import NO_NAME, clean_name
from tests.texts import any_text

ANNAS, BENS, CARLAS = (bytes([number]) * 32 for number in (1, 2, 3))


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "games.sqlite"


@pytest.fixture
def store(path: Path) -> Iterator[Store]:
    with Store(path) as opened:
        yield opened


def test_in_the_beginning_nobody_is_known(store: Store) -> None:
    players = KnownPlayers.load(store)
    assert (len(players), list(players)) == (0, [])
    assert players.check("Anna", ANNAS) == Unknown()


def test_who_is_remembered_is_known_in_the_next_program_too(path: Path) -> None:
    with Store(path) as store:
        players = KnownPlayers.load(store)
        players.remember("Ben", BENS)
        players.remember("Anna", ANNAS)
    with Store(path) as store:
        for known in (players, KnownPlayers.load(store)):
            assert list(known) == [("Anna", ANNAS), ("Ben", BENS)]
            assert known.check("Anna", ANNAS) == Known()
            assert known.name_of(BENS) == "Ben"


def test_a_known_name_with_another_key_is_an_alarm(store: Store) -> None:
    players = KnownPlayers.load(store)
    players.remember("Anna", ANNAS)
    players.remember("Ben", BENS)
    assert players.check("Anna", CARLAS) == KeyChanged(ANNAS)
    # Even if the key belongs to somebody else who is known.
    assert players.check("Anna", BENS) == KeyChanged(ANNAS)


def test_a_known_key_under_another_name_is_told_by_its_known_name(store: Store) -> None:
    players = KnownPlayers.load(store)
    players.remember("Anna", ANNAS)
    assert players.check("Annabel", ANNAS) == KnownAs("Anna")


def test_a_name_is_compared_as_it_would_be_shown(store: Store) -> None:
    players = KnownPlayers.load(store)
    players.remember("Ju\u0308rgen", ANNAS)
    assert players.check(" Jürgen\u200b", BENS) == KeyChanged(ANNAS)


def test_a_name_or_key_that_is_kept_is_not_replaced_in_passing(store: Store) -> None:
    players = KnownPlayers.load(store)
    players.remember("Anna", ANNAS)
    players.remember("Anna", ANNAS)
    with pytest.raises(KnownPlayersError, match="already known with a different key"):
        players.remember("Anna", BENS)
    with pytest.raises(KnownPlayersError, match="already known as Anna"):
        players.remember("Annabel", ANNAS)
    with pytest.raises(KnownPlayersError, match="without a name"):
        players.remember("\u200b", CARLAS)
    with pytest.raises(ValueError, match="32 bytes"):
        players.remember("Carla", b"short")
    assert KnownPlayers.load(store).keys == {"Anna": ANNAS}


def test_who_is_forgotten_is_unknown_and_can_come_with_a_new_key(store: Store) -> None:
    players = KnownPlayers.load(store)
    players.remember("Anna", ANNAS)
    players.forget("Anna")
    assert players.check("Anna", ANNAS) == Unknown()
    assert len(KnownPlayers.load(store)) == 0
    players.remember("Anna", BENS)
    assert KnownPlayers.load(store).check("Anna", BENS) == Known()
    with pytest.raises(KnownPlayersError, match="No known player is called Ben"):
        players.forget("Ben")


def test_a_player_can_be_renamed_but_not_to_the_name_of_another(store: Store) -> None:
    players = KnownPlayers.load(store)
    players.remember("Anna", ANNAS)
    players.remember("Ben", BENS)
    players.rename("Anna", "Anna upstairs")
    assert players.check("Anna upstairs", ANNAS) == Known()
    assert players.check("Anna", CARLAS) == Unknown()
    players.rename("Ben", "Ben")
    with pytest.raises(KnownPlayersError, match="known player is already called Ben"):
        players.rename("Anna upstairs", "Ben")
    with pytest.raises(KnownPlayersError, match="No known player is called Carla"):
        players.rename("Carla", "Carol")
    assert KnownPlayers.load(store).keys == {"Anna upstairs": ANNAS, "Ben": BENS}


def test_names_can_be_exchanged_through_a_third(store: Store) -> None:
    players = KnownPlayers.load(store)
    players.remember("Anna", BENS)
    players.remember("Ben", ANNAS)
    players.rename("Anna", "?!")
    players.rename("Ben", "Anna")
    players.rename("?!", "Ben")
    assert KnownPlayers.load(store).keys == {"Anna": ANNAS, "Ben": BENS}


def test_two_programs_do_not_undo_each_others_changes(path: Path) -> None:
    with Store(path) as one, Store(path) as other:
        first, second = KnownPlayers.load(one), KnownPlayers.load(other)
        first.remember("Anna", ANNAS)
        second.remember("Ben", BENS)
        with pytest.raises(KnownPlayersError, match="already known with a different key"):
            second.remember("Anna", CARLAS)
        assert KnownPlayers.load(one).keys == {"Anna": ANNAS, "Ben": BENS}


def test_there_is_room_for_a_thousand_and_no_more(store: Store) -> None:
    store.change_players(
        lambda _: {f"player {number}": PlayerKey(number.to_bytes(32, "big")) for number in range(MAX_PLAYERS)}
    )
    players = KnownPlayers.load(store)
    with pytest.raises(KnownPlayersError, match="Forget some"):
        players.remember("Anna", ANNAS)
    players.forget("player 7")
    players.remember("Anna", ANNAS)
    assert len(KnownPlayers.load(store)) == MAX_PLAYERS


def test_a_player_that_cannot_be_kept_is_told_in_a_sentence(path: Path) -> None:
    with Store(path, timeout=0) as store:
        players = KnownPlayers.load(store)
        other = sqlite3.connect(path, isolation_level=None)
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(StoreBusy, match=r"^Another program has kept the store .*\.$"):
            players.remember("Anna", ANNAS)
        other.close()
        assert players.check("Anna", ANNAS) == Unknown()


@settings(max_examples=25, deadline=None)
@given(
    st.dictionaries(
        any_text().map(clean_name).filter(lambda name: name != NO_NAME), st.binary(min_size=32, max_size=32), max_size=6
    )
)
def test_whatever_names_are_kept_are_read_back(
    tmp_path_factory: pytest.TempPathFactory, players: dict[str, bytes]
) -> None:
    kept = {key: name for name, key in players.items()}
    with Store(tmp_path_factory.mktemp("known") / "games.sqlite") as store:
        known = KnownPlayers.load(store)
        for key, name in kept.items():
            known.remember(name, key)
        assert KnownPlayers.load(store).keys == {name: key for key, name in kept.items()}


# Unconfirmed, and blocked.


def test_one_who_is_not_confirmed_gives_way_by_name_and_is_confirmed_by_key(store: Store) -> None:
    players = KnownPlayers.load(store)
    players.remember("Anna", ANNAS, confirmed=False)
    assert players.check("Anna", ANNAS) == Known(confirmed=False)
    assert players.check("Annabel", ANNAS) == KnownAs("Anna", confirmed=False)
    assert players.check("Anna", BENS) == KeyChanged(ANNAS, confirmed=False)
    players.remember("Anna", BENS)
    assert players.check("Anna", BENS) == Known()
    with pytest.raises(KnownPlayersError):
        players.remember("Anna", CARLAS, confirmed=False)
    players.remember("Carla", CARLAS, confirmed=False)
    players.remember("Clara", CARLAS)
    assert list(players) == [("Anna", BENS), ("Carla", CARLAS)]
    assert players.is_confirmed("Carla")
    players.remember("Carla", CARLAS, confirmed=False)
    assert players.is_confirmed("Carla")


def test_strangers_at_an_open_door_push_out_only_each_other(store: Store) -> None:
    players = KnownPlayers.load(store)
    players.remember("Anna", ANNAS)
    for number in range(MAX_UNCONFIRMED + 3):
        players.remember(f"stranger {number}", (1000 + number).to_bytes(32, "big"), confirmed=False)
    assert len(players) == MAX_UNCONFIRMED + 1
    assert players.check("stranger 2", ANNAS) == KnownAs("Anna")
    assert players.check("stranger 3", ANNAS) == KeyChanged((1003).to_bytes(32, "big"), confirmed=False)
    crowd = {f"player {number}": PlayerKey(number.to_bytes(32, "big")) for number in range(MAX_PLAYERS - 1)}
    store.change_players(lambda _: {**crowd, "stranger": PlayerKey(CARLAS, confirmed=False)})
    players.remember("Ben", BENS)
    assert len(players) == MAX_PLAYERS
    assert "stranger" not in players.keys


def test_a_player_is_blocked_by_name_or_by_fingerprint_however_it_is_typed(store: Store) -> None:
    players = KnownPlayers.load(store)
    players.remember("Anna", ANNAS)
    assert players.block("Anna") == fingerprint(ANNAS)
    assert players.block(fingerprint(BENS).lower().replace("-", " ")) == fingerprint(BENS)
    assert players.blocked == {fingerprint(ANNAS): "Anna", fingerprint(BENS): None}
    players.forget("Anna")
    again = KnownPlayers.load(store)
    assert again.is_blocked(ANNAS)
    assert again.is_blocked(BENS)
    assert not again.is_blocked(CARLAS)
    assert again.unblock("Anna") == [fingerprint(ANNAS)]
    assert again.unblock(fingerprint(BENS)) == [fingerprint(BENS)]
    assert not again.blocked
    for whom in ("Anna", fingerprint(BENS)):
        with pytest.raises(KnownPlayersError, match="is not blocked"):
            again.unblock(whom)
    with pytest.raises(KnownPlayersError, match="No known player is called Carla"):
        again.block("Carla")


def test_whoever_is_called_like_a_fingerprint_is_not_meant_by_it(store: Store) -> None:
    players = KnownPlayers.load(store)
    players.remember(fingerprint(BENS), ANNAS)
    players.block(fingerprint(BENS))
    assert players.is_blocked(BENS)
    assert not players.is_blocked(ANNAS)


def test_what_another_program_blocks_is_seen_when_it_is_read_again(path: Path) -> None:
    with Store(path) as one, Store(path) as other:
        players = KnownPlayers.load(one)
        KnownPlayers.load(other).block(fingerprint(ANNAS))
        assert not players.is_blocked(ANNAS)
        players.read_again()
        assert players.is_blocked(ANNAS)
