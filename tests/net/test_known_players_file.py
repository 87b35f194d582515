"""Trust on first use: what is remembered, what is said of whom, and files that are not ours to repair."""

from __future__ import annotations

import base64
import os
import stat
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mandala_net.known_players import (
    MAX_PLAYERS,
    KeyChanged,
    Known,
    KnownAs,
    KnownPlayers,
    KnownPlayersError,
    Unknown,
)
from mandala_protocol.names import NO_NAME, clean_name

ANNAS, BENS, CARLAS = (bytes([number]) * 32 for number in (1, 2, 3))


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "known-players"


def line(name: str, key: bytes) -> bytes:
    return f"{name}\t{base64.b64encode(key).decode()}\n".encode()


def test_in_the_beginning_nobody_is_known_and_no_file_is_made(path: Path) -> None:
    players = KnownPlayers.load(path)
    assert (len(players), list(players)) == (0, [])
    assert players.check("Anna", ANNAS) == Unknown()
    assert not path.exists()


def test_who_is_remembered_is_known_in_the_next_program_too(path: Path) -> None:
    players = KnownPlayers.load(path)
    players.remember("Anna", ANNAS)
    players.remember("Ben", BENS)
    for known in (players, KnownPlayers.load(path)):
        assert list(known) == [("Anna", ANNAS), ("Ben", BENS)]
        assert known.check("Anna", ANNAS) == Known()
        assert known.name_of(BENS) == "Ben"
    assert path.read_bytes() == line("Anna", ANNAS) + line("Ben", BENS)


def test_a_known_name_with_another_key_is_an_alarm(path: Path) -> None:
    players = KnownPlayers.load(path)
    players.remember("Anna", ANNAS)
    players.remember("Ben", BENS)
    assert players.check("Anna", CARLAS) == KeyChanged(ANNAS)
    # Even if the key belongs to somebody else who is known.
    assert players.check("Anna", BENS) == KeyChanged(ANNAS)


def test_a_known_key_under_another_name_is_told_by_its_known_name(path: Path) -> None:
    players = KnownPlayers.load(path)
    players.remember("Anna", ANNAS)
    assert players.check("Annabel", ANNAS) == KnownAs("Anna")


def test_a_name_is_compared_as_it_would_be_shown(path: Path) -> None:
    players = KnownPlayers.load(path)
    players.remember("Ju\u0308rgen", ANNAS)
    assert players.check(" Jürgen\u200b", BENS) == KeyChanged(ANNAS)


def test_a_name_or_key_that_is_kept_is_not_replaced_in_passing(path: Path) -> None:
    players = KnownPlayers.load(path)
    players.remember("Anna", ANNAS)
    players.remember("Anna", ANNAS)
    with pytest.raises(KnownPlayersError, match="already known with another key"):
        players.remember("Anna", BENS)
    with pytest.raises(KnownPlayersError, match="already known as Anna"):
        players.remember("Annabel", ANNAS)
    with pytest.raises(KnownPlayersError, match="without a name"):
        players.remember("\u200b", CARLAS)
    with pytest.raises(ValueError, match="32 bytes"):
        players.remember("Carla", b"short")
    assert path.read_bytes() == line("Anna", ANNAS)


def test_who_is_forgotten_is_unknown_and_can_come_with_a_new_key(path: Path) -> None:
    players = KnownPlayers.load(path)
    players.remember("Anna", ANNAS)
    players.forget("Anna")
    assert players.check("Anna", ANNAS) == Unknown()
    assert path.read_bytes() == b""
    players.remember("Anna", BENS)
    assert KnownPlayers.load(path).check("Anna", BENS) == Known()
    with pytest.raises(KnownPlayersError, match="no known player called Ben"):
        players.forget("Ben")


def test_a_player_can_be_renamed_but_not_to_the_name_of_another(path: Path) -> None:
    players = KnownPlayers.load(path)
    players.remember("Anna", ANNAS)
    players.remember("Ben", BENS)
    players.rename("Anna", "Anna upstairs")
    assert players.check("Anna upstairs", ANNAS) == Known()
    assert players.check("Anna", CARLAS) == Unknown()
    players.rename("Ben", "Ben")
    with pytest.raises(KnownPlayersError, match="already a known player called Ben"):
        players.rename("Anna upstairs", "Ben")
    with pytest.raises(KnownPlayersError, match="no known player called Carla"):
        players.rename("Carla", "Carol")
    assert KnownPlayers.load(path).keys == {"Anna upstairs": ANNAS, "Ben": BENS}


def test_two_programs_do_not_undo_each_others_changes(path: Path) -> None:
    first, second = KnownPlayers.load(path), KnownPlayers.load(path)
    first.remember("Anna", ANNAS)
    second.remember("Ben", BENS)
    assert KnownPlayers.load(path).keys == {"Anna": ANNAS, "Ben": BENS}


@pytest.mark.skipif(os.name == "nt", reason="no mode bits")
def test_its_file_is_closed_to_others(path: Path) -> None:
    KnownPlayers.load(path).remember("Anna", ANNAS)
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert [entry.name for entry in path.parent.iterdir()] == [path.name]


@settings(max_examples=25, deadline=None)
@given(
    st.dictionaries(
        st.text().map(clean_name).filter(lambda name: name != NO_NAME), st.binary(min_size=32, max_size=32), max_size=6
    )
)
def test_whatever_names_are_kept_are_read_back(
    tmp_path_factory: pytest.TempPathFactory, players: dict[str, bytes]
) -> None:
    path = tmp_path_factory.mktemp("known") / "known-players"
    kept = {key: name for name, key in players.items()}
    known = KnownPlayers.load(path)
    for key, name in kept.items():
        known.remember(name, key)
    assert KnownPlayers.load(path).keys == {name: key for key, name in kept.items()}


GOOD = line("Anna", ANNAS)


@pytest.mark.parametrize(
    ("data", "number"),
    [
        pytest.param(b"Anna\n", 1, id="no key"),
        pytest.param(b"\n", 1, id="empty line"),
        pytest.param(GOOD + b"\n" + line("Ben", BENS), 2, id="empty line between"),
        pytest.param(GOOD + line("Ben", BENS[:31]), 2, id="short key"),
        pytest.param(GOOD + line("Ben", BENS + b"x"), 2, id="long key"),
        pytest.param(GOOD + b"Ben\t????\n", 2, id="not base64"),
        pytest.param(line("Ben", BENS).replace(b"=", b""), 1, id="no padding"),
        pytest.param(line("Ben", BENS).replace(b"I=", b"J="), 1, id="another spelling of the key"),
        pytest.param(GOOD.replace(b"\t", b" "), 1, id="a blank instead of the tab"),
        pytest.param(GOOD.replace(b"\n", b" \n"), 1, id="something after the key"),
        pytest.param(GOOD.replace(b"\n", b"\r\n"), 1, id="other line ends"),
        pytest.param(GOOD + line("", BENS), 2, id="no name"),
        pytest.param(GOOD + line("?", BENS), 2, id="a name that stands for none"),
        pytest.param(GOOD + line("\x1b[2JBen", BENS), 2, id="a name with control characters"),
        pytest.param(GOOD + line("B" * 33, BENS), 2, id="a long name"),
        pytest.param(GOOD + b"\xff\xfe\t" + GOOD.split(b"\t")[1], 2, id="not UTF-8"),
        pytest.param(GOOD + line("Anna", BENS), 2, id="a name twice"),
        pytest.param(GOOD + line("Ben", ANNAS), 2, id="a key twice"),
    ],
)
def test_a_broken_line_is_named_and_the_file_left_alone(path: Path, data: bytes, number: int) -> None:
    players = KnownPlayers.load(path)
    path.write_bytes(data)
    for action in (lambda: KnownPlayers.load(path), lambda: players.remember("Carla", CARLAS)):
        with pytest.raises(KnownPlayersError, match=rf"^Line {number} of .*\.$") as caught:
            action()
        assert "\x1b" not in str(caught.value)
    assert path.read_bytes() == data


def test_a_huge_file_is_refused(path: Path) -> None:
    path.write_bytes(GOOD * 10_000)
    with pytest.raises(KnownPlayersError, match="too large"):
        KnownPlayers.load(path)


def test_there_is_room_for_a_thousand_and_no_more(path: Path) -> None:
    many = b"".join(line(f"player {number}", number.to_bytes(32, "big")) for number in range(MAX_PLAYERS))
    path.write_bytes(many)
    players = KnownPlayers.load(path)
    with pytest.raises(KnownPlayersError, match="forget some"):
        players.remember("Anna", ANNAS)
    path.write_bytes(many + GOOD)
    with pytest.raises(KnownPlayersError, match=f"more than {MAX_PLAYERS} lines"):
        KnownPlayers.load(path)


def test_a_file_that_cannot_be_read_or_written_is_told_in_a_sentence(tmp_path: Path) -> None:
    with pytest.raises(KnownPlayersError, match=r"cannot be read: .*\.$"):
        KnownPlayers.load(tmp_path)
    with pytest.raises(KnownPlayersError, match=r"cannot be kept in .*\.$"):
        KnownPlayers.load(tmp_path / "missing" / "known-players").remember("Anna", ANNAS)
