"""One program at a time goes on with a game; what a killed one had is free again."""

from __future__ import annotations

import os
import signal
import stat
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from mandala_net.match.game_lock import GameInUse, forget_claims, lock_game
from mandala_net.store.store import StoreError
from tests.limits import SECONDS

HOLD = """
import sys
from pathlib import Path
from mandala_net.match.game_lock import lock_game as claim
with claim(Path(sys.argv[1]), int(sys.argv[2])):
    print("claimed", flush=True)
    sys.stdin.read()
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "locks"


@contextmanager
def holder(folder: Path, row: int) -> Iterator[subprocess.Popen[str]]:
    """Another program that has claimed a game."""
    command = [sys.executable, "-c", HOLD, str(folder), str(row)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as started:
        try:
            assert started.stdout is not None
            assert started.stdout.readline() == "claimed\n"
            yield started
        finally:
            started.kill()


def test_two_programs_cannot_go_on_with_one_game(folder: Path) -> None:
    with holder(folder, 3) as other:
        with (
            pytest.raises(GameInUse, match=r"^This game is already open in another program of yours\..*\.$"),
            lock_game(folder, 3),
        ):
            pytest.fail("both have it")
        other.communicate(timeout=SECONDS)
        with lock_game(folder, 3):
            pass


def test_two_programs_can_go_on_with_different_games(folder: Path) -> None:
    with holder(folder, 3), lock_game(folder, 4):
        pass


def test_a_game_cannot_be_claimed_twice_in_one_program(folder: Path) -> None:
    with lock_game(folder, 3), pytest.raises(GameInUse), lock_game(folder, 3):
        pytest.fail("both have it")
    with lock_game(folder, 3):
        pass


def test_a_refused_claim_takes_nothing_from_the_one_who_has_it(folder: Path) -> None:
    with holder(folder, 3):
        for _ in range(3):
            with pytest.raises(GameInUse), lock_game(folder, 3):
                pytest.fail("both have it")


def test_a_game_is_free_after_an_error(folder: Path) -> None:
    with pytest.raises(ZeroDivisionError), lock_game(folder, 3):
        raise ZeroDivisionError
    with lock_game(folder, 3):
        pass


@pytest.mark.skipif(os.name == "nt", reason="no such signal")
def test_what_a_killed_program_had_is_free(folder: Path) -> None:
    with holder(folder, 3) as other:
        other.send_signal(signal.SIGKILL)
        assert other.wait(timeout=SECONDS) == -signal.SIGKILL
        with lock_game(folder, 3):
            pass


@pytest.mark.skipif(os.name == "nt", reason="no mode bits")
def test_the_locks_are_for_their_owner_alone(folder: Path) -> None:
    umask = os.umask(0)
    try:
        with lock_game(folder, 3):
            (lock,) = folder.iterdir()
            assert [stat.S_IMODE(each.stat().st_mode) for each in (folder, lock)] == [0o700, 0o600]
    finally:
        os.umask(umask)


def test_where_nothing_can_be_locked_a_sentence_says_so(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    for folder in (tmp_path / "file", tmp_path / "missing" / "locks"):
        with pytest.raises(StoreError, match=r"^The game cannot be locked in .*\.$"), lock_game(folder, 3):
            pytest.fail("nothing is locked")


def test_what_is_left_of_forgotten_games_is_removed(folder: Path) -> None:
    for row in (3, 4, 5):
        with lock_game(folder, row):
            pass
    with lock_game(folder, 4):
        before = {path.name for path in folder.iterdir()}
        forget_claims(folder, [3, 5, 77])
        assert {path.name for path in folder.iterdir()} == before - {"game-3.lock", "game-5.lock"}
