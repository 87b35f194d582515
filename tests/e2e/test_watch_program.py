"""A second screen beside a real game of two real programs."""

from __future__ import annotations

import signal
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.e2e.programs import (
    CHEAP,
    HOSTING,
    JOINING,
    SECONDS,
    Player,
    Running,
    Screen,
    port_of,
    read_until,
    take_start_tile,
)

THEIR_TURN = "It is Ben's turn."


@pytest.fixture
def anna(tmp_path: Path) -> Player:
    return Player(tmp_path / "anna")


@pytest.fixture
def ben(tmp_path: Path) -> Player:
    return Player(tmp_path / "ben")


def shows(*wanted: str) -> Callable[[str], bool]:
    """Return whether all of this is on the screen, wherever its lines are broken."""
    return lambda text: all(one in " ".join(text.split()) for one in wanted)


def watching(player: Player, *options: str, columns: int = 80, lines: int = 24) -> Screen:
    return Screen([*player.program, "watch", *options], player.home, columns, lines)


def say(process: Running, *lines: str) -> None:
    for line in lines:
        process.stdin.write(f"{line}\n")


def ended(terminal: Screen) -> int:
    """The exit code of a program that leaves its screen."""
    until = time.monotonic() + SECONDS
    while terminal.process.poll() is None and time.monotonic() < until:
        terminal.read(0.02)
    return terminal.process.wait(1)


@pytest.mark.parametrize("game", ["mandala", "patterns"])
def test_a_game_is_watched_from_both_sides_while_it_is_played(anna: Player, ben: Player, game: str) -> None:
    hosting = (*HOSTING, "--game", game, "--first", "host", "--player", "random")
    with anna.start(*hosting) as host, ben.start(*JOINING, f"127.0.0.1:{port_of(host)}") as guest:
        read_until(guest, "Your turn|start tile:|start tile ")
        with (
            watching(anna, columns=120, lines=40) as large,
            watching(ben, "--ascii", "--theme", "monochrome") as plain,
            ben.start("watch", "--linear") as program,
        ):
            for terminal in (large, plain):
                terminal.wait_for(shows("Anna and Ben", THEIR_TURN, "what happened"), SECONDS)
            assert plain.text.isascii()
            read_until(program, "You watch .*: Anna and Ben")
            read_until(program, THEIR_TURN)
            say(guest, "resign", "yes")
            read_until(program, "Ben resigns")
            read_until(program, "Anna wins.*Ben")
            assert program.wait(SECONDS) == 0
            for terminal in (large, plain):
                terminal.wait_for(shows("Anna wins", "Ben resigns"), SECONDS)
                terminal.type("q")
                assert ended(terminal) == 0
        say(guest, "no")
        assert guest.wait(SECONDS) == 0
        assert host.wait(SECONDS) == 0
    nothing = anna.run("watch")
    assert nothing.returncode == 1
    assert nothing.stderr.startswith("You have no open game to watch.")
    assert nothing.stderr.count("\n") == 1


def test_a_game_whose_program_is_gone_waits_and_follows_when_it_comes_back(anna: Player, ben: Player) -> None:
    with anna.start(*HOSTING, *CHEAP) as host, ben.start(*JOINING, f"127.0.0.1:{port_of(host)}") as guest:
        read_until(guest, "start tile")
        with watching(anna) as terminal:
            terminal.wait_for(shows(THEIR_TURN), SECONDS)
            host.send_signal(signal.SIGKILL)
            terminal.wait_for(shows("No one has the game open at the moment."), SECONDS)
            with anna.start("resume", "--linear", "--local", "--port", "0"):
                terminal.wait_for(shows(THEIR_TURN), SECONDS)
            terminal.type("\x03")
            assert ended(terminal) == 0


def test_text_that_no_one_reads_any_more_ends_with_the_next_move(anna: Player, ben: Player) -> None:
    with anna.start(*HOSTING, *CHEAP) as host, ben.start(*JOINING, f"127.0.0.1:{port_of(host)}") as guest:
        take_start_tile(guest)
        read_until(guest, "Anna is thinking")
        with anna.start("watch", "--linear") as program:
            read_until(program, "It is Anna's turn")
            program.stdout.close()
            say(guest, "resign", "yes")
            assert program.wait(SECONDS) == 0
