"""Patterns as people play it: two programs, in plain sentences and with the keys, and all that is done with records."""

from __future__ import annotations

import json
import re
import shutil
import sys
from collections.abc import Callable
from pathlib import Path
from typing import ClassVar

import pytest
from attrs import frozen
from click.testing import CliRunner

from mandala_client.main import main
from mandala_net.player.paths import Paths
from mandala_net.player.profile import open_home
from mandala_protocol.games.colours import COLOURS
from mandala_protocol.record.transcript import read
from mandala_protocol.record.verification import write
from mandala_protocol.seats import Seat
from tests import published
from tests.client.sessions import short_game
from tests.e2e.programs import (
    HOSTING,
    JOINING,
    SECONDS,
    Player,
    Running,
    Screen,
    port_of,
    read_until,
    start_letter,
    with_wrong_entry,
)

ENTER, END = "\r", "\x1b[F"


@pytest.fixture
def anna(tmp_path: Path) -> Player:
    return Player(tmp_path / "anna")


@pytest.fixture
def ben(tmp_path: Path) -> Player:
    return Player(tmp_path / "ben")


@frozen
class PlayedPatterns:
    """A game between two bots, a random host and a greedy guest, over a real connection: both players."""

    host: Player
    guest: Player

    @property
    def record(self) -> Path:
        (record,) = self.host.records
        return record


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> PlayedPatterns:
    """Another game in each run, so not every kind of move is in it."""
    folder = tmp_path_factory.mktemp("patterns")
    players = PlayedPatterns(Player(folder / "anna"), Player(folder / "ben"))
    with (
        players.host.start(*HOSTING, "--game", "patterns", "--player", "random", "--seed", "3") as host,
        players.guest.start(*JOINING, f"127.0.0.1:{port_of(host)}", "--player", "greedy", "--seed", "4") as guest,
    ):
        assert guest.wait(SECONDS) == 0
        assert host.wait(SECONDS) == 0
    return players


@pytest.fixture
def short(tmp_path: Path) -> Path:
    """The record of a game of one move, as each takes long to be reviewed."""
    path = tmp_path / "short.mandala"
    path.write_bytes(write(short_game(moves=1)))
    return path


# Records.


def test_both_have_the_same_record_and_it_is_verified(played: PlayedPatterns) -> None:
    (other,) = played.guest.records
    assert played.record.read_bytes() == other.read_bytes()
    text = played.guest.run("verify", str(played.record)).stdout
    assert "VALID" in text
    assert re.search(r"Marker 1: .* points? for \d+ \w+ tiles?", text)
    assert "had no move left" in text


def test_it_is_replayed_in_sentences_and_as_json(played: PlayedPatterns) -> None:
    text = played.host.run("replay", str(played.record), "--text").stdout
    document = json.loads(played.host.run("replay", str(played.record), "--json").stdout)
    assert document["game"] == "patterns"
    moves = [step for step in document["steps"] if step["event"] == "moved"]
    kinds = {move["notation"][0] for move in moves}
    assert set("SO") <= kinds <= set("SOFX")
    deeds = {"S": "takes the start tile", "O": " opens ", "F": r" flips \w+ on field", "X": " swaps "}
    assert {kind for kind, deed in deeds.items() if re.search(deed, text)} == kinds
    assert "The game is over" in text
    assert all(move["position"].startswith("patterns ") for move in moves)
    result = document["result"]
    assert result["reason"] == "stuck"
    for points, groups in zip(result["scores"], result["groups"], strict=True):
        assert sum((group["tiles"] - 1) * group["marker"] for group in groups) == points
        assert [group["marker"] for group in groups] == list(range(1, len(groups) + 1))
    # On the screen and in sentences each final flip is a step of its own; here they are told with the last move.
    told_of_flips = [line for step in document["steps"] for line in step["told"] if line.startswith("Final flip: ")]
    assert len(told_of_flips) == len(result["final_flips"])
    assert document["steps"][-1]["number"] - len(document["steps"]) == len(told_of_flips)
    assert moves[-1]["position"].split(" ")[2].endswith(",".join(map(str, result["final_flips"])) or "-")
    numbers = [int(line.split()[0]) for line in text.splitlines() if "Final flip: " in line]
    assert numbers == list(range(moves[-1]["number"] + 1, moves[-1]["number"] + 1 + len(numbers)))
    assert len(numbers) == len(told_of_flips)


def test_it_is_reviewed_in_a_table_in_sentences_and_as_json(tmp_path: Path) -> None:
    """All three in this process, which searches for what it says in each of them once."""
    record = tmp_path / "three-moves.mandala"
    record.write_bytes(write(short_game()))
    as_json, as_text, as_table = (
        CliRunner().invoke(main, ["review", str(record), *options]).stdout for options in (("--json",), ("--text",), ())
    )
    document = json.loads(as_json)
    assert (document["game"], document["judge"]) == ("patterns", "hard")
    for seat, total in enumerate(document["totals"]):
        costs = [move["given_away"] for move in document["moves"] if move["seat"] == seat and not move["forced"]]
        assert total["given_away"] == pytest.approx(sum(filter(None, costs)), abs=0.1 * len(costs))
        assert 0 < len(costs) == total["moves"] - total["forced"]
    gave = next(move for move in document["moves"] if move["given_away"])
    assert f"Better: {gave['better']['notation']} – {gave['better']['why']}" in as_text
    assert gave["notation"] in as_table


def test_it_is_listed_and_counted_apart_from_mandala(played: PlayedPatterns, tmp_path: Path) -> None:
    player = Player(tmp_path / "guest")
    shutil.copytree(played.guest.home, player.home)
    (listed,) = json.loads(player.run("history", "--json").stdout)
    assert (listed["game"], listed["result"]) == ("patterns", "won")
    with open_home(Paths.under(player.home)) as home:
        home.store.begin(Seat.GUEST, bytes(32), bytes(32)).append(map(read, published.ENTRIES))
    games = json.loads(player.run("history", "--json").stdout)
    assert sorted(game["game"] for game in games) == ["mandala", "patterns"]
    (only,) = json.loads(player.run("history", "--json", "--game", "mandala").stdout)
    assert only["result"] == "lost"
    counted = json.loads(player.run("stats", "--json").stdout)
    people = {one["game"]: (one["all_people"]["won"], one["all_people"]["lost"]) for one in counted["games"]}
    assert people == {"mandala": (0, 1), "patterns": (1, 0)}
    text = player.run("stats").stdout
    assert "Mandala" in text
    assert "Patterns" in text


def test_it_is_exported_and_a_changed_byte_is_found(played: PlayedPatterns, tmp_path: Path) -> None:
    copy = tmp_path / "game.mandala"
    copy.write_bytes(with_wrong_entry(played.record.read_bytes()))
    refused = played.host.run("verify", str(copy))
    assert refused.returncode != 0
    (game,) = [one for one in json.loads(played.host.run("history", "--json").stdout) if one["game"] == "patterns"]
    exported = played.host.run("export", game["id"], str(tmp_path / "whole.mandala"))
    assert exported.returncode == 0, exported.stderr
    assert (tmp_path / "whole.mandala").read_bytes() == played.record.read_bytes()


# Two people.


def play(process: Running, *lines: str) -> None:
    """Type these lines, each when it is our turn."""
    for line in lines:
        read_until(process, "Your turn|Choose your start tile")
        process.stdin.write(f"{line}\n")


def test_a_game_is_left_resumed_and_resigned_in_sentences(anna: Player, ben: Player) -> None:
    with (
        anna.start(*HOSTING, "--game", "patterns", "--first", "host") as host,
        ben.start(*JOINING, f"127.0.0.1:{port_of(host)}") as guest,
    ):
        letter = start_letter(read_until(guest, "Choose your start tile"))
        for wrong, answer in (
            ("O17", "First the second player takes a start tile"),
            ("ALo", "not a move"),
            ("S", "not a move"),
        ):
            guest.stdin.write(f"{wrong}\n")
            read_until(guest, answer)
        guest.stdin.write(f"S{letter}\n")
        read_until(host, "Ben takes the start tile")
        play(host, "O21")
        read_until(guest, "Anna opens .* on field 21 with marker 1")
        play(guest, "leave")
        assert guest.wait(SECONDS) == 0
    resuming = ("resume", "--linear", "--local", "--port", "0")
    with anna.start(*resuming) as host, ben.start(*resuming) as guest:
        play(guest, "table")
        read_until(guest, "Fields 0 to 3: ")
        guest.stdin.write("O21\n")
        read_until(guest, "The tile on field 21 has been turned")
        guest.stdin.write("moves O0\n")
        read_until(guest, "O0: Opens .* with marker 1: ")
        guest.stdin.write("hand\n")
        read_until(guest, "no hidden cards")
        guest.stdin.write("score\n")
        guest.stdin.write("o0\n")
        play(host, "help")
        read_until(host, "9: flip the tile on field 9")
        host.stdin.write("resign\nyes\n")
        read_until(host, "You resigned; Ben wins.")
        read_until(guest, "Anna resigned; you win.")
        host.stdin.close()  # an end of the input: no other game is wanted
        guest.stdin.write("no\n")
        for process in (host, guest):
            process.stdout.read()
            assert process.wait(SECONDS) == 0
    (record,) = anna.records
    assert "VALID" in anna.run("verify", "--quiet", str(record)).stdout


def test_a_game_is_adjourned_talked_in_resumed_and_played_again_with_the_other_one_first(
    anna: Player, ben: Player
) -> None:
    with (
        anna.start(*HOSTING, "--game", "patterns", "--first", "host", "--live-score") as host,
        ben.start(*JOINING, f"127.0.0.1:{port_of(host)}", "--live-score") as guest,
    ):
        letter = start_letter(read_until(guest, "Choose your start tile"))
        guest.stdin.write(f"S{letter}\n")
        play(host, "O21")
        host.stdin.write("/hello\n")
        read_until(guest, "hello")
        guest.stdin.write("score\n")
        read_until(guest, "You have 0 points now; Anna has 0 points.")
        host.stdin.write("adjourn\n")
        read_until(guest, "Anna offers to adjourn")
        guest.stdin.write("adjourn\n")
        for process in (host, guest):
            read_until(process, "The game is adjourned")
            assert process.wait(SECONDS) == 0
    resuming = ("resume", "--linear", "--local", "--port", "0")
    with anna.start(*resuming) as host, ben.start(*resuming) as guest:
        play(guest, "O0")
        play(host, "end")
        host.stdin.write("yes\n")
        read_until(guest, "Anna offers")
        guest.stdin.write("end\nyes\n")
        for process in (host, guest):
            read_until(process, "Game over: a draw, 0 to 0. You both agreed to end it.")
            read_until(process, "Play again")
            process.stdin.write("yes\n")
        letter = start_letter(read_until(host, "You play second. Choose your start tile"))
        host.stdin.write(f"s{letter}\n")
        play(guest, "resign")
        guest.stdin.write("yes\n")
        read_until(host, "Ben resigned; you win.")
        for process in (host, guest):
            process.stdin.write("no\n")
            assert process.wait(SECONDS) == 0
    assert len(anna.records) == 2
    for record in anna.records:
        assert "VALID" in ben.run("verify", "--quiet", str(record)).stdout


def test_a_host_of_an_unknown_game_is_refused(anna: Player) -> None:
    refused = anna.run("host", "--linear", "--game", "chess")
    assert refused.returncode == 2
    assert "'chess' is not one of 'mandala', 'patterns'" in refused.stderr


class OlderPlayer(Player):
    """A player whose program does not know Patterns."""

    program: ClassVar = [sys.executable, "-m", "tests.e2e.without_patterns"]


def test_a_program_that_does_not_know_the_game_says_what_to_do(anna: Player, tmp_path: Path) -> None:
    """The host has a name of its own, as other tests host games of Anna's on this machine at the same time."""
    older = OlderPlayer(tmp_path / "older")
    with anna.start(*HOSTING, "--name", "Olga", "--game", "patterns") as host:
        port = port_of(host)
        listed = older.run("list", "--local").stdout
        assert "Olga" in listed
        assert "patterns" in listed
        by_address = older.run(*JOINING, f"127.0.0.1:{port}")
        assert by_address.returncode == 1
        text = "The host opened a game that this program does not know: update it, or ask for another game."
        assert text in by_address.stdout + by_address.stderr
        read_until(
            host, "The guest's program does not play this game. Perhaps it has to be updated first. Still waiting"
        )
        by_name = older.run(*JOINING, "--of", "Olga")
        assert by_name.returncode == 1
        assert "“Olga” is playing “patterns”. This program does not know it" in by_name.stdout + by_name.stderr


@pytest.fixture
def older(played: PlayedPatterns, tmp_path: Path) -> OlderPlayer:
    """A player whose program has become older than the games in its store."""
    shutil.copytree(played.guest.home, tmp_path / "older")
    return OlderPlayer(tmp_path / "older")


def the_game(player: Player) -> dict[str, str]:
    """The one game of Patterns in a history that may have others."""
    (game,) = (one for one in json.loads(player.run("history", "--json").stdout) if one["game"] == "patterns")
    return dict(game)


@pytest.mark.parametrize(
    "command",
    [("verify",), ("verify", "--quiet"), ("replay", "--text"), ("replay", "--json"), ("review", "--text"), ("review",)],
)
def test_a_program_that_does_not_know_the_game_cannot_tell_whether_a_record_is_valid(
    command: tuple[str, ...], played: PlayedPatterns, older: OlderPlayer
) -> None:
    name, *options = command
    game = the_game(older)
    for which, where in ((str(played.record), str(played.record)), (game["id"], f"Game {game['id'][:8]}")):
        done = older.run(name, which, *options)
        assert (done.returncode, done.stdout) == (1, "")
        assert done.stderr == f"{where}: this program does not know the game “patterns”; update the program.\n"


def test_a_program_that_does_not_know_the_game_does_not_resume_it(anna: Player, ben: Player, tmp_path: Path) -> None:
    with (
        anna.start(*HOSTING, "--game", "patterns", "--first", "host") as host,
        ben.start(*JOINING, f"127.0.0.1:{port_of(host)}") as guest,
    ):
        guest.stdin.write(f"S{start_letter(read_until(guest, 'Choose your start tile'))}\n")
        play(host, "leave")
        assert host.wait(SECONDS) == 0
    shutil.copytree(anna.home, tmp_path / "older")
    refused = OlderPlayer(tmp_path / "older").run("resume", "--linear", "--local", "--port", "0")
    assert refused.returncode == 1
    assert refused.stderr == "This program does not know the game “patterns”. Update it to resume.\n"


def test_a_program_that_does_not_know_the_game_keeps_and_gives_out_what_it_has(
    played: PlayedPatterns, older: OlderPlayer, tmp_path: Path
) -> None:
    game = the_game(older)
    assert (game["game"], game["result"]) == ("patterns", "won")
    assert "won" in older.run("history").stdout
    counted = json.loads(older.run("stats", "--json").stdout)["games"]
    assert [one["all_people"]["won"] for one in counted if one["game"] == "patterns"] == [1]
    copy = tmp_path / "copy.mandala"
    assert older.run("export", game["id"], str(copy)).returncode == 0
    assert copy.read_bytes() == played.record.read_bytes()
    refused = older.run("export", game["id"], str(tmp_path / "evidence"), "--evidence")
    assert refused.returncode == 1
    assert "This program does not know the game “patterns”. Update it to look for evidence." in refused.stderr
    moved = tmp_path / "moved"
    assert older.run("move", "out", str(moved)).returncode == 0
    for player in (OlderPlayer(tmp_path / "elsewhere"), Player(tmp_path / "newer")):
        assert player.run("move", "in", str(moved)).returncode == 0
    assert "VALID" in Player(tmp_path / "newer").run("verify", game["id"], "--quiet").stdout


def test_rules_and_aid_are_those_of_the_game(anna: Player) -> None:
    assert "groups of the same colour never touch" in anna.run("rules", "--game", "patterns").stdout
    assert "(tiles − 1) × marker" in anna.run("rules", "--aid", "--game", "patterns").stdout
    assert "Mandala is a card game" in anna.run("rules").stdout


def test_bots_play_it_in_a_batch(anna: Player) -> None:
    done = anna.run(
        "bots", "greedy", "random", "--games", "10", "--jobs", "1", "--seed", "1", "--json", "--game", "patterns"
    )
    document = json.loads(done.stdout)
    assert (document["game"], document["reasons"]) == ("patterns", {"stuck": 10})
    assert document["bots"][0]["won"] > 8
    text = anna.run(
        "bots", "greedy", "random", "--games", "2", "--jobs", "1", "--seed", "1", "--game", "patterns"
    ).stdout
    assert "One player had no move left." in text


# On the screen.


def shows(*wanted: str) -> Callable[[str], bool]:
    """Whether all of this is on the screen, wherever its lines are broken."""
    return lambda text: all(one in " ".join(text.split()) for one in wanted)


@pytest.mark.parametrize("size", [(80, 24), (40, 20), (120, 40)])
def test_a_game_is_played_to_its_end_with_the_keys_on_the_screen(tmp_path: Path, size: tuple[int, int]) -> None:
    command = [*Player.program, "play", "--practice", "--game", "patterns", "--against", "random", "--seed", "4"]
    with Screen(command, tmp_path, *size) as terminal:
        terminal.wait_for(_is_quiet, SECONDS)
        for _move in range(62):
            if "[Enter] plays" not in terminal.text:  # the only move stands there already
                # The game may end meanwhile, by what the other player does.
                terminal.type_until("\t", lambda text: shows("[Enter] plays")(text) or "Game over" in text)
            if "Game over" in terminal.text:
                break
            chosen = terminal.text
            terminal.type(ENTER)
            terminal.wait_for(lambda text, chosen=chosen: text != chosen and _is_quiet(text), SECONDS)  # type: ignore[misc]
            if "Play anyway?" in terminal.text:
                terminal.type(ENTER)  # y is the letter of a colour
                terminal.wait_for(lambda text: "Play anyway?" not in text and _is_quiet(text), SECONDS)
        terminal.wait_for(shows("had no move left"), SECONDS)  # when what moves at the end is over


def _is_quiet(text: str) -> bool:
    """Whether the program waits for us, or the game is over."""
    flat = " ".join(text.split())
    asked = ("Your turn", "Choose a field", "Choose with", "start tile:", "[Enter] plays", "Game over", "Play anyway?")
    return any(one in flat for one in asked)


def test_a_record_is_replayed_and_reviewed_with_the_keys_on_the_screen(anna: Player, short: Path) -> None:
    with Screen([*Player.program, "replay", str(short)], anna.home) as terminal:
        terminal.wait_for(shows("Patterns", "Replay", "→ bowl"), SECONDS)
        terminal.type(END)
        terminal.wait_for(shows("VALID"), SECONDS)
        terminal.type("v")
        terminal.wait_for(shows("Chances are estimates by "), SECONDS)
        terminal.type("q")
        terminal.wait_for(shows("v review"), SECONDS)


def test_the_review_of_a_record_is_a_screen_at_a_terminal(anna: Player, short: Path) -> None:
    with Screen([*Player.program, "review", str(short)], anna.home) as terminal:
        terminal.wait_for(shows("Patterns", "review", "Chances are estimates by ", "go to this step"), SECONDS)
        terminal.type("q")
        while terminal.read(1) or terminal.process.poll() is None:
            pass
    assert terminal.process.returncode == 0


@pytest.mark.parametrize(("theme", "coloured"), [("default", True), ("monochrome", False)])
def test_a_replay_is_drawn_in_the_theme_that_is_asked_for(played: PlayedPatterns, theme: str, coloured: bool) -> None:
    command = [*Player.program, "replay", str(played.record), "--theme", theme, "--at", "3"]
    with Screen(command, played.host.home, COLORTERM="truecolor") as terminal:
        terminal.wait_for(shows("×1", "? help"), SECONDS)
        colours = {cell.bg for line in terminal._screen.buffer.values() for cell in line.values()}
        assert (len(colours - {"default"}) >= len(COLOURS)) is coloured
