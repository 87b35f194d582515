"""One program at a time goes on with a game; what a killed one had is free again."""

from __future__ import annotations

import os
import platform
import signal
import stat
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
import trio
from filelock import FileLock

from mandala_net.match import game_lock
from mandala_net.match.game_lock import GameInUse, forget_locks, lock_game, take_over
from mandala_net.match.lock_holder import Holder
from mandala_net.store.store import StoreError
from tests.e2e.starter import Forking
from tests.limits import SECONDS


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "locks"


@contextmanager
def holder(folder: Path, row: int, *manner: str) -> Iterator[subprocess.Popen[str]]:
    """Another program that has claimed a game."""
    command = [sys.executable, "-m", "tests.net.lock_holder_program", str(folder), str(row), *manner]
    with Forking(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as started:
        try:
            assert started.stdout is not None
            assert started.stdout.readline() == "claimed\n"
            yield started
        finally:
            started.kill()


@pytest.fixture(scope="module")
def claimed(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """The folder in which another program has claimed game 3, for tests that leave it to it."""
    folder = tmp_path_factory.mktemp("claimed") / "locks"
    with holder(folder, 3):
        yield folder


def test_two_programs_cannot_go_on_with_one_game(folder: Path) -> None:
    with holder(folder, 3) as other:
        with (
            pytest.raises(GameInUse, match=r"^This game is already open in another program of yours: .*\.$") as refused,
            lock_game(folder, 3),
        ):
            pytest.fail("both have it")
        assert refused.value.holder is not None
        assert refused.value.holder.pid == other.pid
        other.communicate(timeout=SECONDS)
        with lock_game(folder, 3):
            pass


def test_two_programs_can_go_on_with_different_games(claimed: Path) -> None:
    with lock_game(claimed, 4):
        pass


def test_a_game_cannot_be_claimed_twice_in_one_program(folder: Path) -> None:
    with lock_game(folder, 3), pytest.raises(GameInUse), lock_game(folder, 3):
        pytest.fail("both have it")
    with lock_game(folder, 3):
        pass


def test_a_refused_claim_takes_nothing_from_the_one_who_has_it(claimed: Path) -> None:
    for _ in range(3):
        with pytest.raises(GameInUse), lock_game(claimed, 3):
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
            assert stat.S_IMODE(folder.stat().st_mode) == 0o700
            assert {stat.S_IMODE(file.stat().st_mode) for file in folder.iterdir()} == {0o600}
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
        forget_locks(folder, [3, 5, 77])
        left = {path.name for path in folder.iterdir()}
        assert left == {name for name in before if name.startswith("game-4.")}


def holder_seen(folder: Path, row: int) -> Holder | None:
    """The program that a refused claim names."""
    with pytest.raises(GameInUse) as refused, lock_game(folder, row):
        pytest.fail("both have it")
    return refused.value.holder


@pytest.mark.skipif(os.name == "nt", reason="no such signals")
@pytest.mark.parametrize("manner", ["obedient", "stubborn", "stopped"])
def test_a_game_that_is_taken_over_is_free_and_its_program_gone(
    manner: str, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    if manner == "stubborn":
        monkeypatch.setattr(game_lock, "TAKEN_OVER_SECONDS", 0.1)
    with holder(folder, 3, manner) as other:
        if manner == "stopped":
            other.send_signal(signal.SIGSTOP)
        seen = holder_seen(folder, 3)
        assert seen is not None
        trio.run(take_over, folder, 3, seen)
        with lock_game(folder, 3):
            assert other.wait(SECONDS) == -(signal.SIGKILL if manner == "stubborn" else signal.SIGTERM)


def test_only_the_program_that_has_the_game_is_ended(folder: Path) -> None:
    with holder(folder, 3) as other, holder(folder, 4) as innocent:
        seen, unasked = holder_seen(folder, 3), holder_seen(folder, 4)
        assert seen is not None
        assert unasked is not None
        trio.run(take_over, folder, 3, unasked)
        assert other.poll() is None
        other.communicate(timeout=SECONDS)
        trio.run(take_over, folder, 3, seen)
        assert innocent.poll() is None


def test_a_note_left_by_a_program_that_is_gone_names_no_one(folder: Path) -> None:
    with holder(folder, 3) as other:
        other.kill()
        other.wait(SECONDS)
    with FileLock(folder / "game-3.lock"):  # as a program does that says nothing about itself
        assert holder_seen(folder, 3) is None


@pytest.mark.parametrize(
    "note",
    [
        "",
        "7",
        "-7\n{host}\n\n2026-01-01 10:00\n",
        "0\n{host}\n\n2026-01-01 10:00\n",
        "1\n{host}\n\n2026-01-01 10:00\n",
        "{own}\n{host}\n\n2026-01-01 10:00\n",
        "77777\nanother computer\n\n2026-01-01 10:00\n",
        "7" * 5000,
        "\x00\xff" * 9,
    ],
)
def test_a_note_that_cannot_be_right_names_no_one(note: str, claimed: Path) -> None:
    written = note.format(host=platform.node(), own=os.getpid())
    (claimed / "game-3.holder").write_text(written, encoding="utf-8")
    assert holder_seen(claimed, 3) is None


def test_what_a_note_says_has_a_bound_and_nothing_that_writes_to_a_terminal_raw(claimed: Path) -> None:
    (claimed / "game-3.holder").write_text(f"77777\n{platform.node()}\n/dev/\x1b[2Jpts{'9' * 99}\nnow\n")
    seen = holder_seen(claimed, 3)
    assert seen is not None
    assert "\x1b" not in seen.terminal
    assert len(seen.terminal) < 99
