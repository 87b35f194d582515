"""The lobby of the real program in a pseudo-terminal: from it into games, and back into it."""

from __future__ import annotations

import re
import signal
from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from subprocess import DEVNULL
from typing import Any

from bench.terminal import Terminal
from tests.e2e.programs import CHEAP, PROGRAM, Screen
from tests.limits import SECONDS


@contextmanager
def shown(command: Sequence[str], home: Path) -> Iterator[Terminal]:
    """The program in its lobby."""
    with Screen(command, home) as terminal:
        see(terminal, " h  ", " q  ")
        yield terminal


def lobby(home: Path, *arguments: str) -> AbstractContextManager[Terminal]:
    """The lobby that hears of programs on this machine only; of others than those of the test, too."""
    return shown([*PROGRAM, *arguments, "lobby", "--local"], home)


def see(terminal: Terminal, *wanted: str) -> str:
    """The screen once all of this is on it."""
    return terminal.wait_for(lambda text: all(one in text for one in wanted), SECONDS)


def move_first(terminal: Terminal) -> None:
    """Make the first move in Patterns, which may be the choice of a start tile."""
    terminal.type("\r")
    see(terminal, "[Enter]")
    terminal.type("\r")
    terminal.wait_for(lambda text: re.search(r"[×x]1; ", text) is not None, SECONDS)  # a group was opened


def leave_game(terminal: Terminal) -> None:
    terminal.type("\x03")
    see(terminal, "Leave")
    terminal.type("\x03")
    see(terminal, "Host a game", "You left the game.")


def quit_lobby(terminal: Terminal) -> int:
    terminal.type("q")
    while terminal.process.poll() is None:
        terminal.read(1)
    return terminal.process.wait()


def test_a_game_alone_is_left_for_the_lobby_and_the_lobby_for_the_shell(tmp_path: Path) -> None:
    with lobby(tmp_path) as terminal:
        terminal.type("a")
        see(terminal, "Start the game")
        terminal.type("ebs")
        see(terminal, "Greedy bot", "choose, or type")
        move_first(terminal)
        leave_game(terminal)
        see(terminal, "Open games       1 game", "Past games       1 game")
        terminal.type("p")
        see(terminal, "Greedy bot", "Enter replays it")
        terminal.type("\r")
        see(terminal, "Replay")
        terminal.type("q")
        see(terminal, "Past games   1 of 1")
        terminal.type("q")
        see(terminal, "Host a game")
        assert quit_lobby(terminal) == 0


def test_from_the_lobby_to_a_game_and_a_replay_the_screen_is_never_given_back(tmp_path: Path) -> None:
    with lobby(tmp_path) as terminal:
        terminal.type("a")
        see(terminal, "Start the game")
        terminal.type("s\x1bOP")  # F1, before there is a table
        see(terminal, "any other key goes back", "discarded last")
        terminal.type("\x1b")
        see(terminal, "and Bot", "draw pile")
        terminal.type("\x03")
        see(terminal, "Leave")
        terminal.type("\x03qqq")  # what is typed behind the goodbye is not for the lobby
        see(terminal, "Host a game", "It is not kept.", "Open games       none yet", "Past games       none yet")
        terminal.type("h")
        see(terminal, "Open the game")
        terminal.type("s")
        see(terminal, "open on port")
        terminal.type("\x03\x03")
        see(terminal, "There was no game: you left before it started.")
        written = bytes(terminal.written)
        assert written.count(b"\x1b[?1049h") == 1
        assert b"\x1b[?1049l" not in written
        assert b"^[" not in written
        assert quit_lobby(terminal) == 0
        written = bytes(terminal.written)
        assert written.count(b"\x1b[?1049l") == 1
        assert b"You left the game." in written.partition(b"\x1b[?1049l")[2]


def test_what_cannot_be_done_is_told_in_the_lobby(tmp_path: Path) -> None:
    with lobby(tmp_path) as terminal:
        terminal.type("j")
        see(terminal, "Address:")
        terminal.type("127.0.0.1:1\r")
        text = see(terminal, "no game is waiting there on port 1", "Address: 127.0.0.1:1")
        assert "Traceback" not in text
        terminal.type("\x15nowhere at all\r")
        see(terminal, "That is not an address")
        terminal.type("\x1b")
        see(terminal, "Host a game")
        assert quit_lobby(terminal) == 0


def test_a_broken_store_is_told_in_the_lobby_and_all_else_still_works(tmp_path: Path) -> None:
    (tmp_path / "data").mkdir()
    (tmp_path / "data" / "identity.pem").write_text("this is no key")
    with lobby(tmp_path) as terminal:
        see(terminal, "identity")
        terminal.type("o")
        see(terminal, "Open games", "identity")
        terminal.type("\x1b")
        see(terminal, "Host a game")
        terminal.type("r")
        see(terminal, "mountain")
        terminal.type("\x1b")
        see(terminal, "Host a game")
        assert quit_lobby(terminal) == 0
    assert (tmp_path / "data" / "identity.pem").read_text() == "this is no key"


def test_a_game_on_the_network_comes_is_joined_is_waited_for_and_goes(two_machines: Any) -> None:
    anna, ben = two_machines
    hosting = ("host", "--linear", "--any", "--name", "Anna", "--player", "random", *CHEAP)
    inside = ("ip", "netns", "exec", ben.namespace, *PROGRAM, "lobby")
    with shown(inside, ben.home) as terminal:
        see(terminal, "None at the moment")
        host = anna.popen([*PROGRAM, *hosting], timeout=4 * SECONDS, stdout=DEVNULL, stderr=DEVNULL)
        see(terminal, "1 game on this network", "Anna on ")
        terminal.type("1")
        see(terminal, "▸ 1  Anna on ")
        terminal.type("\r")
        see(terminal, "Anna", "bowl")
        leave_game(terminal)
        see(terminal, "Anna on ", "waiting for you to resume")
        terminal.type("1")
        see(terminal, "▸ 1  Anna on ")
        terminal.type("\r")
        see(terminal, "Anna", "bowl")
        leave_game(terminal)
        see(terminal, "Anna on ")
        host.send_signal(signal.SIGTERM)
        see(terminal, "None at the moment")
        assert quit_lobby(terminal) == 0


def test_settings_hold_at_once_and_the_next_time(tmp_path: Path) -> None:
    with lobby(tmp_path) as terminal:
        terminal.type("s")
        see(terminal, "Theme")
        terminal.type("n")
        see(terminal, "Enter saves")
        terminal.type("\x15Zoe\r")  # in place of the name that is there
        see(terminal, "Name          Zoe")
        terminal.type("a")
        see(terminal, "ASCII only    yes", "> a")
        terminal.type("q")
        see(terminal, "Mandala   Zoe")
        assert quit_lobby(terminal) == 0
    with lobby(tmp_path) as terminal:
        see(terminal, "Mandala   Zoe", "> h")
        assert quit_lobby(terminal) == 0


def test_the_language_of_the_command_line_goes_before_the_settings(tmp_path: Path) -> None:
    (tmp_path / "config").mkdir()
    (tmp_path / "config" / "settings.toml").write_text('language = "nl"\n')
    with lobby(tmp_path, "--language", "de") as terminal:
        terminal.type("l")
        see(terminal, "▸ d  Deutsch", "Nederlands")
        terminal.type("\x1b")
        see(terminal, " h  ")
        assert quit_lobby(terminal) == 0


def test_a_replay_has_the_look_and_the_language_of_the_lobby(tmp_path: Path) -> None:
    (tmp_path / "config").mkdir()
    (tmp_path / "config" / "settings.toml").write_text('language = "nl"\n')
    with shown([*PROGRAM, "lobby", "--local", "--language", "de", "--ascii"], tmp_path) as terminal:
        terminal.type("a")
        see(terminal, "Spiel beginnen")
        terminal.type("es")
        see(terminal, "Schale", "oder tippe")
        move_first(terminal)  # nothing of a game without a move is kept
        terminal.type("\x03")
        see(terminal, "Strg-C)")
        terminal.type("\x03")
        see(terminal, " h  ", " q  ")
        terminal.type("p")
        see(terminal, "1 von 1")
        terminal.type("\r")
        assert see(terminal, "Rueckblick").isascii()
        terminal.type("q")
        see(terminal, "1 von 1")
        terminal.type("q")
        see(terminal, " h  ", " q  ")
        assert quit_lobby(terminal) == 0


def test_on_the_console_of_linux_german_keeps_its_letters_and_no_sign_is_drawn_that_it_lacks(tmp_path: Path) -> None:
    with Screen([*PROGRAM, "lobby", "--local"], tmp_path, TERM="linux", LANGUAGE="de") as terminal:
        text = see(terminal, "Spiel eröffnen", " q ")
        assert all(ord(character) < 0x100 for character in text)
        assert quit_lobby(terminal) == 0
