"""Nim as a person plays it: by the program with Nim in it, in plain sentences and with the keys at the table."""

from __future__ import annotations

import signal
import sys
from collections.abc import Callable
from pathlib import Path
from typing import ClassVar

import pytest

from tests.e2e.programs import HOSTING, JOINING, SECONDS, Player, Running, Screen, port_of, read_until
from tests.nim.conftest import PlayedNim
from tests.nim.rules import NIM

DOWN, END, ENTER = "\x1b[B", "\x1b[F", "\r"

HOST = "Nina"
"""A host whom guests look for by name, which no other test has: tests that run at once hear each other's hosts."""


class NimPlayer(Player):
    """A player whose program has Nim in it."""

    program: ClassVar = [sys.executable, "-m", "tests.nim.launcher"]


@pytest.fixture
def anna(tmp_path: Path) -> NimPlayer:
    return NimPlayer(tmp_path / "anna")


@pytest.fixture
def ben(tmp_path: Path) -> NimPlayer:
    return NimPlayer(tmp_path / "ben")


def play(process: Running, *lines: str) -> None:
    """Type these lines, each when it is our turn."""
    for line in lines:
        read_until(process, "Your turn")
        process.stdin.write(f"{line}\n")


def test_a_game_is_hosted_joined_left_resumed_and_played_to_its_end_in_sentences(
    anna: NimPlayer, ben: NimPlayer
) -> None:
    with (
        anna.start(*HOSTING, "--game", NIM.name, "--first", "guest") as host,
        ben.start(*JOINING, f"127.0.0.1:{port_of(host)}") as guest,
    ):
        play(guest, "A1")
        read_until(host, "Ben takes 1 stone from heap A")
        play(host, "leave")
        assert host.wait(SECONDS) == 0
    resuming = ("resume", "--linear", "--local", "--port", "0")
    with anna.start(*resuming) as host, ben.start(*resuming) as guest:
        play(host, "D1")
        read_until(host, "not a move")
        host.stdin.write("A3\n")
        read_until(host, "Heap A has 2 stones.")
        host.stdin.write("table\n")
        read_until(host, "Heap A: 2, heap B: 5, heap C: 7.")
        host.stdin.write("a2\n")
        play(guest, "C7")
        play(host, "b5")
        read_until(host, "Game over: you win 1 to 0. The last stone was taken.")
        read_until(guest, "Game over: Anna wins 1 to 0. The last stone was taken.")
        for process in (host, guest):
            process.stdin.write("no\n")
            assert process.wait(SECONDS) == 0
    (record,) = anna.records
    assert "VALID" in anna.run("verify", "--quiet", str(record)).stdout
    assert "Ben" in anna.run("history").stdout


def test_a_game_against_a_bot_of_its_own_is_resumed_as_the_game_that_it_is(anna: NimPlayer) -> None:
    with anna.start("play", "--linear", "--game", NIM.name) as process:
        read_until(process, "Perfect bot comes to the table")
        play(process, "A1")
        read_until(process, "Your turn")
        process.send_signal(signal.SIGKILL)
    assert "Perfect bot" in anna.run("resume", "--list").stdout
    with anna.start("resume", "--linear") as process:
        read_until(process, "Perfect bot comes back to the table")
        play(process, "table")
        read_until(process, "heap C: ")
        process.stdin.write("resign\nyes\nno\n")
        assert process.wait(SECONDS) == 0
    (record,) = anna.records
    assert "VALID" in anna.run("verify", "--quiet", str(record)).stdout.split("NOT ")[0]


def test_a_bot_of_another_game_is_refused(anna: NimPlayer) -> None:
    refused = anna.run("play", "--linear", "--game", NIM.name, "--against", "greedy")
    assert refused.returncode == 2
    assert "Nim has no bot called greedy. Its bots: random, perfect" in refused.stderr


def test_a_bot_that_does_not_play_the_game_takes_no_seat(anna: NimPlayer, ben: NimPlayer) -> None:
    text = "Nim has no bot called greedy. Its bots: random, perfect\n"
    with anna.start(*HOSTING, "--name", HOST, "--game", NIM.name, "--first", "guest") as host:
        port = port_of(host)
        for guest in (("--of", HOST), (f"127.0.0.1:{port}",)):
            refused = ben.run(*JOINING, *guest, "--player", "greedy")
            assert (refused.returncode, refused.stderr) == (1, text)
            assert "Authentication words" not in refused.stdout  # the game has not begun, and none is kept
        assert "no open games" in ben.run("resume", "--list").stdout
        read_until(host, "The guest's program does not play this game.")
    refused = ben.run(*HOSTING, "--game", NIM.name, "--player", "greedy")
    assert (refused.returncode, refused.stderr) == (1, text)


def test_a_game_is_found_on_the_network_by_its_name_and_joined(anna: NimPlayer, ben: NimPlayer) -> None:
    with anna.start(*HOSTING, "--name", HOST, "--game", NIM.name, "--first", "guest") as host:
        port_of(host)
        listed = ben.run("list", "--local").stdout
        assert HOST in listed
        assert "Nim" in listed
        with ben.start(*JOINING, "--of", HOST) as guest:
            play(guest, "A1")
            read_until(host, "Ben takes 1 stone from heap A")


def shows(*wanted: str) -> Callable[[str], bool]:
    """Return whether all of this is on the screen, wherever its lines are broken."""
    return lambda text: all(one in " ".join(text.split()) for one in wanted)


def test_a_game_is_played_to_its_end_with_the_keys_on_the_screen(tmp_path: Path) -> None:
    command = [*NimPlayer.program, "play", "--practice", "--game", NIM.name, "--against", "random", "--seed", "4"]
    with Screen(command, tmp_path) as terminal:
        terminal.wait_for(shows("A o o o", "C o o o o o o o", "Your turn"), SECONDS)
        while not _is_over(chosen := terminal.type_until(DOWN, lambda text: _is_over(text) or _has_chosen(text))):
            terminal.type(ENTER)
            terminal.wait_for(lambda text, chosen=chosen: _is_over(text) or text != chosen, SECONDS)  # type: ignore[misc]


def test_a_record_is_replayed_and_reviewed_with_the_keys_on_the_screen(played: PlayedNim) -> None:
    with Screen([*NimPlayer.program, "replay", str(played.record)], played.homes[0]) as terminal:
        terminal.wait_for(shows("Anna and Ben", "Anna takes"), SECONDS)
        terminal.type(END)
        terminal.wait_for(shows("A 0", "B 0", "C 0", "Ben wins 1 to 0.", "VALID"), SECONDS)
        assert terminal.text.startswith(" Nim   Replay   Anna and Ben ")
        terminal.type("v")
        terminal.wait_for(shows("The moves are judged by Perfect bot", "only legal move"), SECONDS)
        terminal.type("!")
        terminal.wait_for(shows("has an answer"), SECONDS)
        assert terminal.text.startswith(" Nim   review ")
        terminal.type("q")
        terminal.wait_for(shows("A 0", "B 0", "C 0"), SECONDS)


def test_a_game_is_watched_on_the_screen_and_in_sentences(anna: NimPlayer, ben: NimPlayer) -> None:
    hosting = (*HOSTING, "--game", NIM.name, "--first", "guest")
    with anna.start(*hosting) as host, ben.start(*JOINING, f"127.0.0.1:{port_of(host)}") as guest:
        read_until(guest, "Your turn")
        with (
            Screen([*NimPlayer.program, "watch"], anna.home) as terminal,
            ben.start("watch", "--linear") as program,
        ):
            read_until(program, "You watch Nim: Anna and Ben")
            terminal.wait_for(shows("A o o o 3", "It is Ben's turn."), SECONDS)
            guest.stdin.write("A1\n")
            terminal.wait_for(shows("A o o 2", "It is Anna's turn."), SECONDS)
            play(host, "A2")
            play(guest, "B5")
            play(host, "C7")
            for move in ("Ben takes 1 stone from heap A", "Anna takes 2 stones from heap A", "Ben takes 5 stones"):
                read_until(program, move)
            read_until(program, "Anna wins")
            assert program.wait(SECONDS) == 0
            terminal.wait_for(shows("Anna wins", "Anna takes 7 stones from heap C"), SECONDS)


def _is_over(text: str) -> bool:
    """Return whether the screen says how the game ended."""
    return "last stone" in text


def _has_chosen(text: str) -> bool:
    """Return whether a stone is chosen, which is drawn as a cross."""
    return " x " in f"{text} "
