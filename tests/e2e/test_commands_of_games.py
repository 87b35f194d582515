"""The commands about games that two real programs have played: history, stats, export, verify, replay, move.

One test starts each as a program of its own; the others call them inside this one, which is much quicker.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import sqlite3
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import closing, contextmanager
from datetime import date, datetime, timedelta
from pathlib import Path

import pytest
from attrs import evolve
from click.testing import CliRunner, Result

from mandala_client.main import main
from mandala_net.identity import load_identity
from mandala_net.store import State, Store
from mandala_protocol.transcript import read, seal

SECONDS = 60
PROGRAM = [sys.executable, "-m", "mandala_client"]


class Player:
    """One player's program, with its own home."""

    def __init__(self, home: Path) -> None:
        self.home = home
        self._environment = {**os.environ, "MANDALA_LAN_HOME": str(home), "PYTHONIOENCODING": "utf-8"}

    @property
    def store(self) -> Path:
        return self.home / "data" / "games.sqlite"

    def run(self, *arguments: str | Path) -> Result:
        """Call a command inside this program."""
        return CliRunner(env={"MANDALA_LAN_HOME": str(self.home)}).invoke(main, list(map(str, arguments)))

    def run_program(self, *arguments: str | Path) -> str:
        """What a command prints, as a program of its own, that must go well."""
        done = subprocess.run(
            [*PROGRAM, *map(str, arguments)],
            env=self._environment,
            stdin=subprocess.DEVNULL,
            text=True,
            capture_output=True,
            timeout=SECONDS,
            check=False,
        )
        assert done.returncode == 0, done.stdout + done.stderr
        assert done.stderr == ""
        return done.stdout

    def says(self, *arguments: str | Path) -> str:
        """What a command prints that must go well."""
        done = self.run(*arguments)
        assert done.exit_code == 0, done.output
        assert done.stderr == ""
        return done.stdout

    def refuses(self, *arguments: str | Path) -> str:
        """The one sentence of a command that must not go well."""
        done = self.run(*arguments)
        assert done.exit_code == 1, done.output
        (sentence,) = done.stderr.splitlines()
        return sentence

    @contextmanager
    def start(self, *arguments: str) -> Iterator[subprocess.Popen[str]]:
        """A running program; killed after a minute at the latest, and at the end of the block."""
        process = subprocess.Popen(
            [*PROGRAM, *arguments],
            env=self._environment,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            bufsize=1,
        )
        watchdog = threading.Timer(SECONDS, process.kill)
        watchdog.start()
        try:
            yield process
        finally:
            watchdog.cancel()
            process.kill()
            process.wait()
            watchdog.join()
            for pipe in (process.stdin, process.stdout):
                pipe.close()


def read_until(process: subprocess.Popen[str], pattern: str) -> str:
    """The next line that holds the pattern."""
    said = []
    for line in process.stdout:
        said.append(line)
        if re.search(pattern, line):
            return line
    raise AssertionError(f"{pattern!r} was not said, but:\n{''.join(said)}")


@pytest.fixture(scope="module")
def homes(tmp_path_factory) -> Path:
    """The homes of Anna, who hosts, and Ben: he has resigned one game, and in the next one they have left."""
    root = tmp_path_factory.mktemp("homes")
    anna, ben = Player(root / "anna"), Player(root / "ben")
    hosting = ("host", "--linear", "--local", "--any", "--port", "0", "--name", "Anna", "--first", "guest")
    for word in ("resign", "quit"):
        with anna.start(*hosting, "--player", "greedy") as host:
            port = re.search(r"port (\d+)", read_until(host, "open on port"))[1]
            with ben.start("join", "--linear", "--name", "Ben", f"127.0.0.1:{port}") as guest:
                read_until(guest, "Your turn")
                guest.stdin.write(f"{word}\n")
                guest.stdin.flush()
                guest.stdout.read()
                guest.wait(SECONDS)
            if word == "resign":
                host.communicate(timeout=SECONDS)
    ben.says("players", "rename", "Anna", "Aunt Anna")
    return root


@pytest.fixture
def anna(homes) -> Player:
    return Player(homes / "anna")


@pytest.fixture
def ben(homes) -> Player:
    return Player(homes / "ben")


@pytest.fixture
def copied(homes, tmp_path) -> Player:
    """Anna's home, to be changed at will."""
    shutil.copytree(homes / "anna", tmp_path / "copied")
    return Player(tmp_path / "copied")


@pytest.fixture
def nobody(tmp_path) -> Player:
    """A home in which nothing was ever done."""
    return Player(tmp_path / "nobody")


def games_of(player: Player) -> list[dict]:
    return json.loads(player.says("history", "--json"))


def finished_id(player: Player) -> str:
    return next(game["id"] for game in games_of(player) if game["state"] == "finished")


def test_each_command_does_its_work_as_a_program_of_its_own(ben, nobody, tmp_path):
    game = finished_id(ben)
    record, move = tmp_path / "record.mandala", tmp_path / "me.mandala-move"
    assert "Aunt Anna" in ben.run_program("history", "--since", "2025-01-01")
    assert "1 lost" in ben.run_program("stats", "--ascii")
    assert str(record) in ben.run_program("export", game, record)
    ben.run_program("move", "out", move)
    nobody.run_program("move", "in", move)
    assert "VALID" in nobody.run_program("verify", record)
    assert "Ben resigns." in nobody.run_program("replay", game, "--text")


# History and statistics.


def test_history_lists_the_games_newest_first_with_the_names_known_here(ben):
    heading, newest, oldest = ben.says("history").splitlines()
    assert heading.startswith("game ")
    assert re.fullmatch(r"[0-9a-f]{8}  \d{4}-\d\d-\d\d \d\d:\d\d  Aunt Anna +open +0", newest)
    assert re.fullmatch(r"[0-9a-f]{8}  \d{4}-\d\d-\d\d \d\d:\d\d  Aunt Anna +lost +\d+ : \d+ +0", oldest)


def test_both_have_the_same_game_each_from_the_own_side(anna, ben):
    mine, theirs = ({game["id"]: game for game in games_of(player)} for player in (anna, ben))
    assert mine.keys() == theirs.keys()
    game = finished_id(anna)
    assert (mine[game]["result"], theirs[game]["result"]) == ("won", "lost")
    assert (mine[game]["seat"], theirs[game]["seat"]) == (0, 1)
    assert mine[game]["scores"] == theirs[game]["scores"]
    assert mine[game]["reason"] == "resigned"
    assert datetime.fromisoformat(mine[game]["begun"]).tzinfo is not None


def test_history_can_be_filtered(ben):
    tomorrow = date.today() + timedelta(days=1)
    long_ago = date.today() - timedelta(days=2)
    for options, count in {
        ("--opponent", "aunt anna"): 2,
        ("--opponent", "Zoe"): 0,
        ("--result", "lost"): 1,
        ("--result", "won"): 0,
        ("--since", str(tomorrow)): 0,
        ("--until", str(tomorrow)): 2,
        ("--until", str(long_ago)): 0,
        ("--limit", "1"): 1,
        ("--game", "mandala"): 2,
        ("--game", "patterns"): 0,
    }.items():
        assert len(json.loads(ben.says("history", "--json", *options))) == count, options
    assert ben.says("history", "--result", "won") == "No game of yours is like that.\n"


def test_stats_count_the_finished_game_alone(anna, ben):
    (person,) = json.loads(ben.says("stats", "--json"))["people"]
    assert (person["name"], person["games"], person["won"], person["lost"]) == ("Aunt Anna", 1, 0, 1)
    shown = anna.says("stats", "--ascii")
    assert re.search(r"^Ben +1 +1 +0 +0 +100% ", shown, re.MULTILINE)
    assert re.search(r"^Ben  W +1 won, 0 drawn, 0 lost$", shown, re.MULTILINE)
    assert "come to its end" in anna.says("stats", "--opponent", "Zoe")


def test_who_has_not_played_hears_so_in_one_sentence(nobody):
    assert nobody.says("history") == "You have not played yet.\n"
    assert nobody.says("history", "--json") == "[]\n"
    assert len(nobody.says("stats").splitlines()) == 1
    assert "no game" in nobody.refuses("export", "1f2e3d4c", "file")
    assert "no game" in nobody.refuses("verify", "1f2e3d4c")


# Export, verify, replay.


def test_a_game_is_exported_verified_and_replayed_by_its_id(anna, ben, tmp_path):
    game = finished_id(anna)
    folder = tmp_path / "records"
    folder.mkdir()
    told = anna.says("export", game[:8], folder)
    (file,) = folder.iterdir()
    assert file.name == f"Anna-Ben-{game[:16]}.mandala"
    assert told.splitlines()[-1] == f"mandala-lan verify {file}"
    by_file, by_id = ben.says("verify", file), ben.says("verify", game[:8])
    assert by_file == by_id
    assert "VALID" in by_file
    assert "Anna: in hand" in by_file
    assert "Ben resigns." in ben.says("replay", game[:8], "--text")


def test_an_open_game_can_be_exported_and_its_record_says_where_it_stops(ben, tmp_path):
    (game,) = (game["id"] for game in games_of(ben) if game["state"] == "open")
    file = tmp_path / "open.mandala"
    ben.says("export", game, file)
    for what in (file, game):
        verified = ben.run("verify", "--quiet", what)
        assert verified.exit_code == 1
        assert "NOT COMPLETE: it stops where Ben was to move." in verified.stdout


def test_export_never_overwrites_unless_it_is_told_to(anna, tmp_path):
    game, file = finished_id(anna), tmp_path / "dear.mandala"
    file.write_text("dear to somebody")
    assert "--force" in anna.refuses("export", game, file)
    assert file.read_text() == "dear to somebody"
    anna.says("export", game, file, "--force")
    assert "VALID" in anna.says("verify", file)


@pytest.mark.parametrize("digits", ["ffff", "xyz", "12", "", "'; DROP TABLE games"])
def test_an_id_that_is_none_is_one_sentence(anna, digits):
    assert "There is no game" in anna.refuses("verify", digits)


def test_a_file_that_is_not_there_is_one_sentence(anna):
    assert anna.refuses("verify", "nothing.mandala") == "There is no file nothing.mandala."


def test_digits_that_can_mean_several_games_are_refused_with_longer_ones(copied, tmp_path):
    ids = [game["id"] for game in games_of(copied)]
    with closing(sqlite3.connect(copied.store, isolation_level=None)) as database:
        for game in ids:
            changed = bytes.fromhex(f"abcd{game[4:]}")
            database.execute("UPDATE games SET game_id = ? WHERE game_id = ?", (changed, bytes.fromhex(game)))
    for arguments in (("verify", "abcd"), ("export", "abcd", tmp_path / "file")):
        sentence = copied.refuses(*arguments)
        assert "several games" in sentence
        assert all(f"abcd{game[4:16]}" in sentence for game in ids)


# A fork.


@pytest.fixture
def forked(copied, ben) -> Player:
    """Anna's home, in which Ben is found to have signed another word in a place."""
    with Store(copied.store) as store:
        (game,) = store.resumable()
        said = read(store.messages(game.row)[3])
        other = seal(said.number, said.previous, evolve(said.body, commitment=bytes(64)), identity_of(ben))
        store.keep_evidence(game.row, other)
        store.mark(game.row, State.BROKEN)
    return copied


def identity_of(player: Player):
    return load_identity(player.home / "data" / "identity.pem")


def test_a_fork_is_shown_exported_and_proven_to_anybody(forked, nobody, tmp_path):
    assert "broken off: fork" in forked.says("history")
    (game,) = (game["id"] for game in games_of(forked) if game["state"] == "broken")
    shown = forked.run("verify", "--quiet", game)
    assert "FORK PROVEN: Ben has signed two different entries with the number 3" in shown.stdout
    file = tmp_path / "proof.mandala-fork"
    forked.says("export", game, file, "--fork")
    assert "FORK PROVEN: Ben has signed" in nobody.says("verify", file)
    file.write_bytes(file.read_bytes()[:-64] + bytes(64))
    disproved = nobody.run("verify", file)
    assert disproved.exit_code == 1
    assert disproved.stdout.startswith("NOT PROVEN: ")


def test_without_evidence_there_is_no_proof_to_export(anna, tmp_path):
    assert "nobody is known" in anna.refuses("export", finished_id(anna), tmp_path / "file", "--fork")
    assert not (tmp_path / "file").exists()


# Moving.


def test_all_that_is_ones_own_moves_to_a_new_machine_in_one_file(ben, nobody, tmp_path):
    file = tmp_path / "me.mandala-move"
    told = ben.says("move", "out", file)
    assert "2 games, 1 player" in told
    assert "These games are open." in told
    assert "only" in told
    assert file.stat().st_mode & 0o777 == 0o600
    nobody.says("history")  # looking around makes a key, which nobody has seen
    assert "From now on play on this machine only" in nobody.says("move", "in", file)
    assert nobody.says("history", "--json") == ben.says("history", "--json")
    assert nobody.says("players") == ben.says("players")
    assert nobody.says("whoami").splitlines()[0] == ben.says("whoami").splitlines()[0]
    assert "VALID" in nobody.says("verify", finished_id(ben))
    assert "there already" in ben.refuses("move", "out", file)


def test_moving_in_destroys_nothing(ben, copied, tmp_path):
    file = tmp_path / "me.mandala-move"
    ben.says("move", "out", file)
    before = copied.says("whoami")
    assert "--set-aside" in copied.refuses("move", "in", file)
    assert copied.says("whoami") == before
    told = copied.says("move", "in", file, "--set-aside")
    aside = Path(re.search("is in (.*)\\.", told)[1])
    assert (aside / "identity.pem").exists()
    assert copied.says("players") == ben.says("players")


def test_who_has_no_key_yet_has_nothing_to_move(nobody, tmp_path):
    assert "nothing to take along" in nobody.refuses("move", "out", tmp_path / "file")
    assert not nobody.home.exists()


def test_a_file_that_is_no_move_is_one_sentence_and_changes_nothing(nobody, tmp_path):
    file = tmp_path / "file"
    file.write_bytes(b"no such thing")
    assert "not a file that move out has written" in nobody.refuses("move", "in", file)
    assert not (nobody.home / "data" / "identity.pem").exists()


@pytest.mark.parametrize("command", ["history", "export", "stats", "verify", "move"])
def test_every_command_of_games_has_help_with_an_example(nobody, command):
    assert re.search(rf"Examples?:\s+mandala-lan {command}", nobody.says(command, "--help"))
