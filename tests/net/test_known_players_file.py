"""The text file in which the known players were kept before: read once, never changed, and not ours to repair."""

from __future__ import annotations

import base64
from collections.abc import Iterator
from pathlib import Path

import pytest

from mandala_net.store.store import Store
from mandala_net.trust.known_players import MAX_PLAYERS, Known, KnownPlayers, KnownPlayersError

ANNAS, BENS, CARLAS = (bytes([number]) * 32 for number in (1, 2, 3))


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "known-players"


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with Store(tmp_path / "games.sqlite") as opened:
        yield opened


def line(name: str, key: bytes) -> bytes:
    return f"{name}\t{base64.b64encode(key).decode()}\n".encode()


def test_the_players_of_before_are_known_and_their_file_stays(store: Store, path: Path) -> None:
    path.write_bytes(line("Anna", ANNAS) + line("Jürgen", BENS))
    players = KnownPlayers.load(store, path)
    assert players.keys == KnownPlayers.load(store).keys == {"Anna": ANNAS, "Jürgen": BENS}
    assert players.check("Anna", ANNAS) == Known()
    assert path.read_bytes() == line("Anna", ANNAS) + line("Jürgen", BENS)


def test_the_file_is_read_once(store: Store, path: Path) -> None:
    path.write_bytes(line("Anna", ANNAS))
    KnownPlayers.load(store, path).forget("Anna")
    path.write_bytes(line("Anna", ANNAS) + b"by now nonsense")
    assert KnownPlayers.load(store, path).keys == {}


def test_two_programs_that_begin_at_once_take_it_over_once(store: Store, path: Path) -> None:
    path.write_bytes(line("Anna", ANNAS))
    KnownPlayers.load(store, path).forget("Anna")
    store.take_over_players("known-players", {"Anna": ANNAS})
    assert KnownPlayers.load(store, path).keys == {}


def test_whoever_is_known_already_stays_as_known(store: Store, path: Path) -> None:
    players = KnownPlayers.load(store, path)
    players.remember("Anna", ANNAS)
    players.remember("Ben", BENS)
    path.write_bytes(line("Anna", CARLAS) + line("Benjamin", BENS))
    assert KnownPlayers.load(store, path).keys == {"Anna": ANNAS, "Ben": BENS}


def test_without_a_file_nobody_is_known_and_none_is_made(store: Store, path: Path) -> None:
    assert len(KnownPlayers.load(store, path)) == 0
    assert not path.exists()


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
def test_a_broken_line_is_named_and_the_file_left_alone(store: Store, path: Path, data: bytes, number: int) -> None:
    path.write_bytes(data)
    with pytest.raises(KnownPlayersError, match=rf"^Line {number} of .*\.$") as caught:
        KnownPlayers.load(store, path)
    assert "\x1b" not in str(caught.value)
    assert path.read_bytes() == data
    assert len(KnownPlayers.load(store)) == 0
    path.write_bytes(GOOD)
    assert KnownPlayers.load(store, path).keys == {"Anna": ANNAS}, "corrected, it is taken over"


def test_a_huge_file_is_refused(store: Store, path: Path) -> None:
    path.write_bytes(GOOD * 10_000)
    with pytest.raises(KnownPlayersError, match="too large"):
        KnownPlayers.load(store, path)
    many = b"".join(line(f"player {number}", number.to_bytes(32, "big")) for number in range(MAX_PLAYERS))
    path.write_bytes(many + GOOD)
    with pytest.raises(KnownPlayersError, match=f"more than {MAX_PLAYERS} lines"):
        KnownPlayers.load(store, path)
    path.write_bytes(many)
    assert len(KnownPlayers.load(store, path)) == MAX_PLAYERS


def test_a_file_that_cannot_be_read_is_told_in_a_sentence(store: Store, tmp_path: Path) -> None:
    with pytest.raises(KnownPlayersError, match=r"cannot be read: .*\.$"):
        KnownPlayers.load(store, tmp_path)
