"""The lobby of the real program in sentences: one pipe from the lobby into games and back again."""

from __future__ import annotations

import signal
from pathlib import Path
from subprocess import DEVNULL
from typing import Any

import pytest

from tests.e2e.programs import CHEAP, HOSTING, PROGRAM, SECONDS, Player, port_of, read_until

LOBBY = ("lobby", "--linear", "--local")
AGAIN = "You are back in the lobby. Type “help” for help."


def typed(*lines: str) -> str:
    return "".join(f"{line}\n" for line in lines)


def in_order(text: str, *wanted: str) -> None:
    """All of these are said, one after the other."""
    at = 0
    for one in wanted:
        assert one in text[at:], f"{one!r} is missing in:\n{text}"
        at = text.index(one, at) + len(one)


def test_settings_a_game_for_practice_and_the_way_out_in_one_pipe(anna: Player) -> None:
    done = anna.run(
        *LOBBY,
        stdin=typed(
            *("settings", "name Zoe", "confirm no", "theme monochrome"),
            *("alone", "bot random", "practice yes", "start", "help", "resign", "no"),
            *("whoami", "settings", "leave", "never heard"),
        ),
    )
    assert (done.returncode, done.stderr) == (0, "")
    in_order(
        done.stdout,
        *("in the lobby of Mandala.", "name: Zoe.", "confirm: no.", "theme: monochrome."),
        *("bot: the random bot, which plays any legal move.", "practice: yes", "The cards are dealt"),
        *(
            "leave: leave; the game is not kept.",
            "You resigned; Random bot wins.",
            "Play again? Type “yes”, or “swap” for the same set-up with the seats swapped, or “no”.",
        ),
        *(AGAIN, "Name: Zoe", "name: Zoe.", "confirm: no."),
    )
    assert "Resign? Then the other player wins." not in done.stdout, "it is not asked again, as was settled"
    settings = (anna.home / "config" / "settings.toml").read_text().splitlines()
    assert {'name = "Zoe"', "confirm = false", 'theme = "monochrome"'} <= set(settings)


def test_a_kept_game_is_left_gone_on_with_finished_and_told_again(anna: Player) -> None:
    with anna.start(*LOBBY) as lobby:
        lobby.stdin.write(typed("settings", "confirm no", "alone", "bot random", "start"))
        read_until(lobby, "^Your turn")
        lobby.stdin.write(typed("Cr1", "Co1", "Cy1", "Cg1", "Cp1", "Ck1"))  # one is held, and is a move to be kept
        read_until(lobby, "^You discard")
        lobby.stdin.write(typed("leave", "open", "open 1"))
        read_until(lobby, AGAIN)
        read_until(lobby, "^1: [0-9a-f]{8}  Mandala with Random bot")
        read_until(lobby, "^Your turn")
        lobby.stdin.write(typed("resign", "no", "past", "past 1", "review 1", "statistics", "leave"))
        read_until(lobby, AGAIN)
        read_until(lobby, "^1: .* against Random bot: lost ")
        read_until(lobby, "^ +[0-9]+ +[0-9]+ .* resigns?")
        read_until(lobby, AGAIN)
        read_until(lobby, "^Chances are estimates by ")
        read_until(lobby, AGAIN)
        read_until(lobby, "^Against Random bot, 1 game: 0 won, 0 drawn, 1 lost.")
        assert lobby.wait(SECONDS) == 0


def test_a_game_is_joined_by_its_address_and_what_is_wrong_before_it_is_said_in_the_lobby(
    anna: Player, ben: Player
) -> None:
    with anna.start(*HOSTING, *CHEAP, "--unlisted") as host, ben.start(*LOBBY) as lobby:
        lobby.stdin.write(typed("join 127.0.0.1:1"))
        read_until(lobby, "no game is waiting there on port 1")
        read_until(lobby, AGAIN)
        lobby.stdin.write(typed(f"join 127.0.0.1:{port_of(host)}"))
        read_until(lobby, "Choose your start tile")
        lobby.stdin.write(typed("leave", "leave"))
        read_until(lobby, AGAIN)
        assert lobby.wait(SECONDS) == 0


def test_whoever_hosts_from_the_lobby_can_leave_for_it_before_anybody_comes(anna: Player) -> None:
    with anna.start(*LOBBY) as lobby:
        lobby.stdin.write(typed("host", "start"))
        read_until(lobby, "open on port")
        lobby.stdin.write(typed("leave"))
        read_until(lobby, "There was no game.")
        read_until(lobby, AGAIN)
        lobby.stdin.close()
        assert lobby.wait(SECONDS) == 0


def test_the_lobby_is_left_in_order_when_the_program_is_told_to_stop(anna: Player) -> None:
    with anna.start(*LOBBY) as lobby:
        read_until(lobby, "^Type one of these words")
        lobby.send_signal(signal.SIGTERM)
        assert lobby.wait(SECONDS) == 128 + signal.SIGTERM
        assert lobby.stdout.read().endswith("Stopped.\n")


# Without being asked for.


def test_without_a_terminal_what_is_typed_into_the_program_goes_to_the_lobby(anna: Player) -> None:
    for arguments in ((), ("lobby", "--local"), ("--linear",), ("--linear", "lobby", "--local")):
        finished = anna.run(*arguments, stdin=typed("whoami", "leave"))
        assert finished.returncode == 0
        in_order(finished.stdout, "in the lobby of Mandala.", "Key: ")


@pytest.mark.parametrize("arguments", [("--linear",), LOBBY, ("lobby",)])
def test_a_lobby_into_which_nothing_is_typed_is_left_at_once(arguments: tuple[str, ...], tmp_path: Path) -> None:
    finished = Player(tmp_path).run(*arguments)
    assert finished.returncode == 0
    assert "Type one of these words: " in finished.stdout


def test_without_a_terminal_and_with_nothing_typed_the_help_is_shown(tmp_path: Path) -> None:
    helped = Player(tmp_path).run()
    assert helped.returncode == 0
    assert "mandala-lan host" in helped.stdout
    assert "--linear" in helped.stdout


def test_a_program_that_types_nothing_is_not_waited_for(tmp_path: Path) -> None:
    with Player(tmp_path).start() as silent:
        assert silent.wait(SECONDS) == 0
        assert "mandala-lan host" in silent.stdout.read()


def test_a_game_on_the_network_is_told_is_joined_by_its_number_is_waited_for_and_goes(two_machines: Any) -> None:
    anna, ben = two_machines
    hosting = ("host", "--linear", "--any", "--name", "Anna", "--player", "random")
    lobby = ben.popen([*PROGRAM, "lobby", "--linear"], timeout=SECONDS, bufsize=1)
    read_until(lobby, "^There are no games on your network")
    host = anna.popen([*PROGRAM, *hosting], timeout=SECONDS, stdout=DEVNULL, stderr=DEVNULL)
    read_until(lobby, "^1: “Anna” on .* is waiting for a guest")
    read_until(lobby, "^To join a game, type “join” and its number, such as: join 1")
    lobby.stdin.write(typed("join 1"))
    read_until(lobby, "^Your turn|^Anna is thinking")
    lobby.stdin.write(typed("leave"))
    read_until(lobby, AGAIN)
    read_until(lobby, "^2: “Anna” on .* is waiting for you to resume your game")
    lobby.stdin.write(typed("join 2"))
    read_until(lobby, "^The game continues|^Your turn|^Anna is thinking|^Your hand")
    lobby.stdin.write(typed("leave", "games"))
    read_until(lobby, AGAIN)
    read_until(lobby, "^[23]: “Anna” on .* is waiting for you to resume your game")
    host.send_signal(signal.SIGTERM)
    read_until(lobby, "^[23]: “Anna” on .* is no longer waiting")
    lobby.stdin.write(typed("leave"))
    assert lobby.wait(SECONDS) == 0
