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
import zipfile
from contextlib import closing
from datetime import date, datetime, timedelta
from pathlib import Path
from typing import Any, Final
from xml.etree import ElementTree

import pytest
from attrs import evolve
from click.testing import CliRunner, Result

from mandala_client.commands.list import line_of
from mandala_client.main import main
from mandala_client.records.library import open_game_hint
from mandala_net.discovery.listing import Announcement, Listing
from mandala_net.player.paths import Paths
from mandala_net.player.profile import open_home
from mandala_net.store.store import SavedGame, Store
from mandala_net.trust.identity import Identity, load_identity
from mandala_protocol.conversation.kept_entries import KeptEntry
from mandala_protocol.errors import Code
from mandala_protocol.record.transcript import read, seal
from mandala_protocol.wire.messages import Commit
from tests.e2e.programs import SECONDS, Player, port_of, read_until
from tests.narrowing import of_kind, present

SVG: Final = "{http://www.w3.org/2000/svg}"


class Owner(Player):
    """A player, and what the commands about games say."""

    @property
    def store(self) -> Path:
        return self.home / "data" / "games.sqlite"

    def call(self, *arguments: str | Path) -> Result:
        """Call a command inside this program."""
        return CliRunner(env={"MANDALA_LAN_HOME": str(self.home)}).invoke(main, list(map(str, arguments)))

    def run_program(self, *arguments: str | Path) -> str:
        """The output of a command, run as a program of its own, which must succeed."""
        done = self.run(*map(str, arguments))
        assert done.returncode == 0, done.stdout + done.stderr
        assert done.stderr == ""
        return done.stdout

    def says(self, *arguments: str | Path) -> str:
        """The output of a command, which must succeed."""
        done = self.call(*arguments)
        assert done.exit_code == 0, done.output
        assert done.stderr == ""
        return done.stdout

    def refuses(self, *arguments: str | Path) -> str:
        """The one sentence of a command that must not go well."""
        done = self.call(*arguments)
        assert done.exit_code == 1, done.output
        (sentence,) = done.stderr.splitlines()
        return sentence


@pytest.fixture(scope="module")
def homes(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The homes of Anna, who hosts, and Ben: he has resigned one game, and in the next one they have left."""
    root = tmp_path_factory.mktemp("homes")
    anna, ben = Owner(root / "anna"), Owner(root / "ben")
    hosting = ("host", "--linear", "--local", "--any", "--port", "0", "--name", "Anna", "--first", "guest")
    for word in ("resign", "quit"):
        with anna.start(*hosting, "--player", "greedy") as host:
            joining = ("join", "--linear", "--no-confirm", "--name", "Ben", f"127.0.0.1:{port_of(host)}")
            with ben.start(*joining) as guest:
                read_until(guest, "Your turn")
                guest.stdin.write(f"{word}\n")
                guest.stdin.close()  # an end of the input: no other game is wanted
                guest.stdout.read()
                assert guest.wait(SECONDS) == 0
            if word == "resign":
                host.communicate(timeout=SECONDS)
    ben.says("players", "rename", "Anna", "Aunt Anna")
    return root


@pytest.fixture
def anna(homes: Path) -> Owner:
    return Owner(homes / "anna")


@pytest.fixture
def ben(homes: Path) -> Owner:
    return Owner(homes / "ben")


@pytest.fixture
def copied(homes: Path, tmp_path: Path) -> Owner:
    """Anna's home, to be changed at will."""
    shutil.copytree(homes / "anna", tmp_path / "copied")
    return Owner(tmp_path / "copied")


@pytest.fixture
def nobody(tmp_path: Path) -> Owner:
    """A home in which nothing was ever done."""
    return Owner(tmp_path / "nobody")


def games_of(player: Owner) -> list[dict[str, Any]]:
    games: list[dict[str, Any]] = json.loads(player.says("history", "--json"))
    return games


def finished_id(player: Owner) -> str:
    return next(str(game["id"]) for game in games_of(player) if game["state"] == "finished")


def open_id(player: Owner) -> str:
    (game,) = (str(game["id"]) for game in games_of(player) if game["state"] == "open")
    return game


def test_each_command_does_its_work_as_a_program_of_its_own(ben: Owner, nobody: Owner, tmp_path: Path) -> None:
    game = finished_id(ben)
    record, move = tmp_path / "record.mandala", tmp_path / "me.mandala-move"
    assert "Aunt Anna" in ben.run_program("history", "--since", "2025-01-01")
    assert "1 lost" in ben.run_program("stats", "--ascii")
    assert str(record) in ben.run_program("export", game, record)
    ben.run_program("move", "out", move)
    nobody.run_program("move", "in", move)
    assert "VALID" in nobody.run_program("verify", record)
    assert "Ben resigns." in nobody.run_program("replay", game, "--text")
    picture = tmp_path / "chance.svg"
    nobody.run_program("review", game, "--svg", picture)
    assert title_of_picture(picture) == "Ben's chance to win in %, from what Ben could see"


# History and statistics.


def test_history_lists_the_games_newest_first_with_the_names_known_here(ben: Owner) -> None:
    heading, newest, oldest = ben.says("history").splitlines()
    assert heading.startswith("game ")
    assert re.fullmatch(r"[0-9a-f]{8}  \d{4}-\d\d-\d\d \d\d:\d\d  Aunt Anna +open +0", newest)
    assert re.fullmatch(r"[0-9a-f]{8}  \d{4}-\d\d-\d\d \d\d:\d\d  Aunt Anna +lost +\d+ : \d+ +0", oldest)


def test_both_have_the_same_game_each_from_the_own_side(anna: Owner, ben: Owner) -> None:
    mine, theirs = ({game["id"]: game for game in games_of(player)} for player in (anna, ben))
    assert mine.keys() == theirs.keys()
    game = finished_id(anna)
    assert (mine[game]["result"], theirs[game]["result"]) == ("won", "lost")
    assert (mine[game]["seat"], theirs[game]["seat"]) == (0, 1)
    assert mine[game]["scores"] == theirs[game]["scores"]
    assert mine[game]["reason"] == "resigned"
    assert datetime.fromisoformat(mine[game]["begun"]).tzinfo is not None


def test_history_can_be_filtered(ben: Owner) -> None:
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
    assert ben.says("history", "--result", "won") == "No games match.\n"


def test_days_in_the_wrong_order_are_one_sentence(ben: Owner) -> None:
    sentence = ben.refuses("history", "--since", "2025-02-01", "--until", "2025-01-31")
    assert sentence == "2025-02-01 is after 2025-01-31. Swap the two dates."
    yesterday = date.today() - timedelta(days=1)  # the games may have been played before midnight
    assert "Aunt Anna" in ben.says("history", "--since", str(yesterday), "--until", "9999-12-31")


def test_stats_count_the_finished_game_alone(anna: Owner, ben: Owner) -> None:
    ((person,),) = [game["people"] for game in json.loads(ben.says("stats", "--json"))["games"]]
    assert (person["name"], person["games"], person["won"], person["lost"]) == ("Aunt Anna", 1, 0, 1)
    shown = anna.says("stats", "--ascii")
    assert re.search(r"^Ben +1 +1 +0 +0 +100% ", shown, re.MULTILINE)
    assert re.search(r"^Ben  W +1 won, 0 drawn, 0 lost$", shown, re.MULTILINE)
    assert "not finished such a game" in anna.says("stats", "--opponent", "Zoe")


def test_who_has_not_played_hears_so_in_one_sentence(nobody: Owner) -> None:
    assert nobody.says("history") == "You have not played yet.\n"
    assert nobody.says("history", "--json") == "[]\n"
    assert len(nobody.says("stats").splitlines()) == 1
    assert "no game" in nobody.refuses("export", "1f2e3d4c", "file")
    assert "no game" in nobody.refuses("verify", "1f2e3d4c")


# Export, verify, replay.


def test_a_game_is_exported_verified_and_replayed_by_its_id(anna: Owner, ben: Owner, tmp_path: Path) -> None:
    game = finished_id(anna)
    folder = tmp_path / "records"
    folder.mkdir()
    text = anna.says("export", game[:8], folder)
    (file,) = folder.iterdir()
    assert file.name == f"Anna-Ben-{game[:16]}.mandala"
    assert text.splitlines()[-1] == f"mandala-lan verify {file}"
    by_file, by_id = ben.says("verify", file), ben.says("verify", game[:8])
    assert by_file == by_id
    assert "VALID" in by_file
    assert "Anna: in hand" in by_file
    assert "Ben resigns." in ben.says("replay", game[:8], "--text")


def test_the_command_told_after_an_export_works_as_it_is_printed_without_the_program_on_the_path(
    anna: Owner, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", os.defpath)
    text = anna.says("export", finished_id(anna), tmp_path / "my game.mandala").splitlines()[-1]
    checked = subprocess.run(["sh", "-c", text], capture_output=True, text=True, timeout=SECONDS, check=False)
    assert checked.returncode == 0, checked.stderr
    assert "VALID" in checked.stdout


def test_an_open_game_can_be_exported_and_its_record_says_where_it_stops(ben: Owner, tmp_path: Path) -> None:
    file = tmp_path / "open.mandala"
    ben.says("export", open_id(ben), file)
    verified = ben.call("verify", "--quiet", file)
    assert verified.exit_code == 1
    assert "NOT COMPLETE: it stops when Ben was to move." in verified.stdout


def test_an_open_game_of_ones_own_goes_on_and_lacks_nothing(ben: Owner) -> None:
    verified = ben.call("verify", "--quiet", open_id(ben))
    assert verified.exit_code == 1
    goes_on = r"The game is not over. Next: Ben is to move\. The \d+ entries so far are correct\.\n"
    assert re.fullmatch(goes_on, verified.stdout)
    assert re.search(goes_on, ben.says("replay", open_id(ben), "--text"))


@pytest.mark.parametrize("name", ["anna", "ben"])
def test_no_command_shows_or_writes_a_secret_of_an_open_game_or_a_card_of_the_other(
    homes: Path, name: str, tmp_path: Path
) -> None:
    """Neither the seeds, which open all cards, nor a hand that is not the own one, in whatever form is asked for."""
    player, other = Owner(homes / name), Owner(homes / {"anna": "ben", "ben": "anna"}[name])
    game = open_id(player)
    file = tmp_path / "open.mandala"
    exported = player.call("export", game, file).output.encode()
    commands = (
        *(("verify", game), ("verify", game, "--quiet"), ("replay", game, "--text"), ("replay", game, "--json")),
        *(("review", game), ("review", game, "--json"), ("history",), ("history", "--json"), ("stats", "--json")),
        *(("resume", "--list"), ("whoami",), ("players",), ("verify", file), ("replay", file, "--json")),
    )
    told = [player.call(*command).output.encode() for command in commands]
    outputs = [exported, *told, file.read_bytes(), (player.home / "log" / "mandala-lan.log").read_bytes()]
    seeds = [seed_of(owner) for owner in (player, other)]
    for output in outputs:
        assert not [seed for seed in seeds if seed in output or seed.hex().encode() in output.lower()]
    own = 0 if name == "anna" else 1
    steps = json.loads(player.says("replay", game, "--json"))["steps"]
    hands = [step["hands"] for step in steps if step["event"] in ("dealt", "moved")]
    assert all(hand[own] is not None and hand[1 - own] is None for hand in hands)
    assert hands
    of_file = json.loads(player.call("replay", file, "--json").stdout)["steps"]
    assert {str(step["hands"]) for step in of_file} == {"[None, None]"}


def seed_of(player: Owner) -> bytes:
    """The seed of the only game that is still open; of others there is none any more."""
    with closing(sqlite3.connect(player.store)) as database:
        ((seed,),) = database.execute("SELECT seed FROM games WHERE seed IS NOT NULL").fetchall()
    assert len(seed) == 32
    return bytes(seed)


def test_export_never_overwrites_unless_it_is_told_to(anna: Owner, tmp_path: Path) -> None:
    game, file = finished_id(anna), tmp_path / "dear.mandala"
    file.write_text("dear to somebody")
    assert "--force" in anna.refuses("export", game, file)
    assert file.read_text() == "dear to somebody"
    anna.says("export", game, file, "--force")
    assert "VALID" in anna.says("verify", file)


# The picture of a review.


def title_of_picture(file: Path) -> str | None:
    """The title of a file that is a picture in SVG, and nothing else."""
    root = ElementTree.fromstring(file.read_bytes())
    assert root.tag == f"{SVG}svg"
    assert root.find(f"{SVG}polyline") is not None
    return present(root.find(f"{SVG}title")).text


@pytest.mark.parametrize(
    ("language", "title"),
    [
        ("en", "Ben's chance to win in %, from what Ben could see"),
        ("de", "Gewinnchance für Ben in %, nach dem, was Ben sehen konnte"),
        ("nl", "Winstkans voor Ben in %, naar wat Ben kon zien"),
    ],
)
def test_the_picture_of_a_review_has_its_title_in_the_language_that_is_asked_for(
    language: str, title: str, ben: Owner, tmp_path: Path
) -> None:
    file = tmp_path / "chance.svg"
    text = ben.says("review", finished_id(ben), "--svg", file, "--language", language)
    assert text == ben.says("review", finished_id(ben), "--language", language), "the review is told as well"
    assert title_of_picture(file) == title


def test_a_picture_that_cannot_be_written_is_one_sentence_and_the_exit_code_1(ben: Owner, tmp_path: Path) -> None:
    game, nowhere, there = finished_id(ben), tmp_path / "no" / "chance.svg", tmp_path / "chance.svg"
    assert ben.refuses("review", game, "--svg", nowhere) == f"{nowhere} cannot be written: No such file or directory."
    assert ben.refuses("review", game, "--svg", tmp_path).startswith(f"{tmp_path} already exists.")
    assert ben.refuses("review", game, "--svg", tmp_path, "--force").startswith(f"{tmp_path} cannot be written: ")
    there.write_text("dear to somebody")
    assert ben.refuses("review", game, "--svg", there) == f"{there} already exists. To replace it: --force"
    assert there.read_text() == "dear to somebody"
    ben.says("review", game, "--svg", there, "--force")
    assert title_of_picture(there)


def test_an_id_that_no_game_has_is_one_sentence(anna: Owner, tmp_path: Path) -> None:
    for arguments in (("verify", "ffff"), ("replay", "ffff"), ("export", "xyz", tmp_path / "file")):
        assert anna.refuses(*arguments).startswith(f"There is no game {arguments[1]} here. ")


@pytest.mark.parametrize("digits", ["", " ", "1", "12f"])
def test_too_few_digits_are_told_how_many_it_takes(anna: Owner, tmp_path: Path, digits: str) -> None:
    for arguments in (("verify", digits), ("replay", digits), ("export", digits, tmp_path), ("resume", digits)):
        assert anna.refuses(*arguments).startswith("Type at least the first 4 characters of the game's ID.")


@pytest.mark.parametrize("name", ["xyz", "nofile", "'; DROP TABLE games"])
def test_what_can_be_neither_file_nor_id_is_one_sentence(anna: Owner, name: str) -> None:
    for command in ("verify", "replay"):
        assert anna.refuses(command, name).startswith(f"There is no file or game {name}.")


@pytest.mark.parametrize("name", ["nothing.mandala", "no.thing", "folder/nothing", "x" * 5000])
def test_a_file_that_is_not_there_is_one_sentence(anna: Owner, name: str) -> None:
    said = r"There is no file .*\.|x+ cannot be read: File name too long\."
    for command in ("verify", "replay"):
        assert re.fullmatch(said, anna.refuses(command, name))


def test_a_folder_or_a_device_is_no_record(anna: Owner, tmp_path: Path) -> None:
    for command in ("verify", "replay"):
        assert anna.refuses(command, tmp_path) == f"{tmp_path} is a folder. Name a file in it."
        assert anna.refuses(command, os.devnull) == f"{os.devnull} cannot be read: it is not a file."


def test_a_folder_with_the_name_of_an_id_hides_no_game(
    anna: Owner, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = finished_id(anna)[:8]
    (tmp_path / game).mkdir()
    monkeypatch.chdir(tmp_path)
    assert "VALID" in anna.says("verify", game)


# Going on.


def test_a_game_that_was_put_away_is_taken_back_by_going_on_with_it(copied: Owner) -> None:
    game = open_id(copied)
    copied.says("resume", game, "--drop")
    assert copied.says("resume", "--list") == "You have no open games.\n"
    assert copied.refuses("resume", game, "--drop").startswith(f"The game {game} is put away.")
    with copied.start("resume", game, "--linear", "--local", "--port", "0", "--player", "random") as program:
        assert "is open again" in read_until(program, "put away")
    assert game[:8] in copied.says("resume", "--list")


def test_a_game_that_was_put_away_and_cannot_be_read_stays_away(copied: Owner) -> None:
    game = open_id(copied)
    copied.says("resume", game, "--drop")
    with closing(sqlite3.connect(copied.store, isolation_level=None)) as database:
        database.execute("UPDATE entries SET payload = x'00' WHERE number = 3")
    assert "Another version" in copied.refuses("resume", game, "--linear", "--local")
    assert copied.says("resume", "--list") == "You have no open games.\n"


def test_a_game_that_is_over_is_not_gone_on_with(anna: Owner) -> None:
    assert "is over" in anna.refuses("resume", finished_id(anna), "--linear", "--local")


def test_who_finds_no_game_is_reminded_of_the_open_ones(anna: Owner, copied: Owner, nobody: Owner) -> None:
    assert hint(anna) == " You have an open game with Ben: mandala-lan resume"
    assert hint(nobody) == ""
    with closing(sqlite3.connect(copied.store, isolation_level=None)) as database:
        database.execute("UPDATE games SET state = 'open'")
    assert hint(copied) == " You have 2 open games: mandala-lan resume"


def hint(player: Owner) -> str:
    with open_home(paths_of(player)) as profile:
        return open_game_hint(profile)


def paths_of(player: Owner) -> Paths:
    return Paths.under(player.home)


def test_a_host_who_waits_to_go_on_is_listed_as_such() -> None:
    new = Announcement("Anna", "mandala", "ABCD-2345-ABCD-2345", "annas-box")
    sentences = [line_of(Listing("x", announcement, 28108, ())) for announcement in (new, evolve(new, resume="tag"))]
    assert sentences[0].startswith("Anna on annas-box plays Mandala")
    assert sentences[1] == f"{sentences[0]}; waiting to resume a game, not open to others"


def test_a_host_who_is_blocked_or_only_looks_known_is_listed_as_such(nobody: Owner) -> None:
    new = Announcement("Anna", "mandala", "ABCD-2345-ABCD-2345", "annas-box")
    with open_home(paths_of(nobody)) as profile:
        profile.players.remember("Аnna", bytes(range(32)))
        text = line_of(Listing("x", new, 28108, ()), profile.players)
        assert text.endswith("Warning: “Anna” only looks like “Аnna”, whom you know with a different key.")
        profile.players.block(new.fingerprint)
        assert line_of(Listing("x", new, 28108, ()), profile.players).endswith("; you have blocked this player")


# What is missing, and what cannot be written.


def test_a_store_that_was_emptied_is_told_of_if_there_are_records(copied: Owner, nobody: Owner) -> None:
    for log in copied.store.parent.glob(f"{copied.store.name}-*"):
        log.unlink()  # of a program that was killed
    copied.store.write_bytes(b"")
    (copied.home / "data" / "records" / "Anna-Ben-1f2e3d4c.mandala").touch()
    done = copied.call("history")
    assert (done.exit_code, done.stdout) == (0, "You have not played yet.\n")
    (sentence,) = done.stderr.splitlines()
    assert sentence.startswith(
        "The store of your games was empty, and a new one was started. Records of games are still"
    )
    assert copied.says("history") == "You have not played yet.\n"
    nobody.store.parent.mkdir(parents=True)
    nobody.store.touch()
    assert nobody.says("history") == "You have not played yet.\n"


def test_a_missing_identity_is_not_made_anew_beside_games(copied: Owner, tmp_path: Path) -> None:
    identity = copied.home / "data" / "identity.pem"
    identity.rename(tmp_path / "kept")
    for arguments in (("history",), ("whoami",), ("join", "--local"), ("move", "out", tmp_path / "file")):
        assert copied.refuses(*arguments).startswith(f"The identity is missing from {identity}, ")
    assert not identity.exists()


@pytest.mark.parametrize("command", ["host", "join", "resume"])
def test_a_home_that_cannot_be_written_is_one_sentence(copied: Owner, command: str) -> None:
    """A folder in the place of a file stands for whatever cannot be written, for every user."""
    folder_in_place_of(copied.home / "log" / "mandala-lan.log")
    folder_in_place_of(copied.store)
    assert copied.refuses(command, "--linear", "--local").startswith(f"The store of games {copied.store} ")


def test_without_a_log_it_goes_on_and_says_so(nobody: Owner) -> None:
    log = nobody.home / "log" / "mandala-lan.log"
    folder_in_place_of(log)
    done = nobody.call("resume", "--linear", "--local")
    assert done.exit_code == 1
    no_log, no_game = done.stderr.splitlines()
    assert no_log == f"No log is kept, because {log} cannot be written: Is a directory."
    assert no_game.startswith("You have no open games.")


def test_a_log_on_a_full_disk_puts_nothing_on_the_screen(tmp_path: Path) -> None:
    log = tmp_path / "full"
    log.symlink_to("/dev/full")
    import_both = "import logging, pathlib, sys; from mandala_client.play.logfile import log_to"
    script = f"{import_both}; log_to(pathlib.Path(sys.argv[1]))"
    command = [sys.executable, "-c", f"{script}; logging.warning('of something')", str(log)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=SECONDS, check=True)
    assert (done.stdout, done.stderr) == ("", "")


def folder_in_place_of(path: Path) -> None:
    path.unlink(missing_ok=True)
    path.mkdir(parents=True)


def test_digits_that_can_mean_several_games_are_refused_with_longer_ones(copied: Owner, tmp_path: Path) -> None:
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
def forked(copied: Owner, ben: Owner) -> Owner:
    """Anna's home, in which Ben is found to have signed another word in a place."""
    with Store(copied.store) as store:
        (game,) = store.resumable()
        said = read(SavedGame(store, game.row).messages()[3])
        other = seal(
            said.number, said.previous, evolve(of_kind(Commit, said.body), commitment=bytes(64)), identity_of(ben)
        )
        SavedGame(store, game.row).break_off(KeptEntry(other.number, other.message(), Code.FORK, "TR8"))
    return copied


def identity_of(player: Owner) -> Identity:
    return load_identity(player.home / "data" / "identity.pem")


def test_a_fork_is_shown_exported_and_proven_to_anybody(forked: Owner, nobody: Owner, tmp_path: Path) -> None:
    assert "Broken off: Ben's program signed two entries that contradict each other." in " ".join(
        forked.says("history").split()
    )
    (game,) = (game["id"] for game in games_of(forked) if game["state"] == "broken")
    shown = forked.call("verify", "--quiet", game)
    assert "TWO ENTRIES PROVEN: Ben (the guest) signed two different entries with the number 3" in shown.stdout
    assert shown.exit_code == 1, "something is proven against a player"
    file = tmp_path / "proof.mandala-evidence"
    forked.says("export", game, file, "--evidence")
    assert "TWO ENTRIES PROVEN: Ben (the guest) signed" in nobody.says("verify", file)
    file.write_bytes(file.read_bytes()[:-66] + bytes(64) + file.read_bytes()[-2:])
    disproved = nobody.call("verify", file)
    assert disproved.exit_code == 1
    assert disproved.stdout.startswith("NOT PROVEN: ")
    cut = file.with_suffix(".part")
    cut.write_bytes(file.read_bytes()[:-10])
    assert "the evidence ends too early" in nobody.refuses("verify", cut)


def test_evidence_that_lies_beside_a_record_counts_against_it(forked: Owner, nobody: Owner, tmp_path: Path) -> None:
    """As the program leaves them: the record, and a file for each place beside it."""
    (game,) = (game["id"] for game in games_of(forked) if game["state"] == "broken")
    record, evidence = tmp_path / "a [game].mandala", tmp_path / "a [game]-3.mandala-evidence"
    forked.says("export", game, record)
    other = tmp_path / "other.mandala"
    forked.says("export", finished_id(forked), other)
    forked.says("export", game, evidence, "--evidence")
    shown = nobody.call("verify", "--quiet", record)
    assert shown.exit_code == 1
    assert "TWO ENTRIES PROVEN: Ben (the guest) signed" in shown.stdout
    evidence.rename(tmp_path / "other-3.mandala-evidence")
    assert nobody.call("verify", "--quiet", other).exit_code == 0, "it is of another game"


def test_without_evidence_there_is_no_proof_to_export(anna: Owner, tmp_path: Path) -> None:
    assert "There is no evidence" in anna.refuses("export", finished_id(anna), tmp_path / "file", "--evidence")
    assert not (tmp_path / "file").exists()


# Reporting.


def read_report(file: Path) -> dict[str, bytes]:
    """The files of a report by their names."""
    with zipfile.ZipFile(file) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def test_a_report_holds_the_record_the_evidence_and_every_entry_in_clear(
    forked: Owner, nobody: Owner, tmp_path: Path
) -> None:
    (game,) = (game["id"] for game in games_of(forked) if game["state"] == "broken")
    file, trace = tmp_path / "ben.zip", tmp_path / "trace.txt"
    trace.write_text('# mandala-lan 0.1.0, protocol 1, 2026-11-22T12:00:00Z\n0.031 1 > chat text="hello"\n')
    assert str(file) in forked.says("report", game, file, "--trace", trace)
    found = read_report(file)
    assert set(found) == {
        "report.json",
        "record.mandala",
        "record.txt",
        "evidence-1-entry-3.mandala-evidence",
        "trace.txt",
    }
    assert found["trace.txt"] == trace.read_bytes()
    told = json.loads(found["report.json"])
    assert (told["format"], told["version"], told["id"], told["state"]) == ("mandala-lan report", 1, game, "broken")
    assert told["names"] == ["Anna", "Ben"]
    (refused,), (proven,) = told["refused"], told["evidence"]
    assert (refused["entry"], refused["code"], refused["requirement"]) == (3, "fork", "TR8")
    assert proven == {
        "file": "evidence-1-entry-3.mandala-evidence",
        "entry": 3,
        "seat": 1,
        "code": "fork",
        "requirement": "TR8",
    }
    for name in ("record.mandala", proven["file"]):
        (tmp_path / name).write_bytes(found[name])
    assert "TWO ENTRIES PROVEN" in nobody.says("verify", tmp_path / proven["file"])
    lines = found["record.txt"].decode("ascii").splitlines()
    assert len(lines) == told["entries"]
    assert lines[0].startswith("entry 0 ")
    again = tmp_path / "again.zip"
    forked.says("report", game, again, "--trace", trace)
    assert again.read_bytes() == file.read_bytes()


def test_a_report_of_an_open_game_has_no_secret(ben: Owner, tmp_path: Path) -> None:
    (game,) = (game["id"] for game in games_of(ben) if game["state"] == "open")
    ben.says("report", game, tmp_path)
    (file,) = tmp_path.glob("*.mandala-report.zip")
    with open_home(Paths.under(ben.home)) as profile:
        (row,) = (one.row for one in profile.store.games() if one.ended is None)
        seed = present(SavedGame(profile.store, row).seed())
    for data in read_report(file).values():
        assert seed not in data
        assert seed.hex().encode() not in data


def test_a_report_takes_no_other_file_for_a_trace_and_overwrites_none(ben: Owner, tmp_path: Path) -> None:
    game, file = finished_id(ben), tmp_path / "report.zip"
    no_trace = tmp_path / "secret.txt"
    no_trace.write_text("something of mine")
    assert "is not a trace" in ben.refuses("report", game, file, "--trace", no_trace)
    assert "cannot be read" in ben.refuses("report", game, file, "--trace", tmp_path / "missing")
    assert not file.exists()
    ben.says("report", game, file)
    assert "already exists" in ben.refuses("report", game, file)
    ben.says("report", game, file, "--force")


# Moving.


def test_all_that_is_ones_own_moves_to_a_new_machine_in_one_file(ben: Owner, nobody: Owner, tmp_path: Path) -> None:
    file = tmp_path / "me.mandala-move"
    text = ben.says("move", "out", file)
    assert "2 games, 1 player" in text
    assert "These games are open." in text
    assert "only" in text
    assert file.stat().st_mode & 0o777 == 0o600
    nobody.says("history")  # looking around makes a key, which nobody has seen
    assert "From now on, play only on this computer" in nobody.says("move", "in", file)
    assert nobody.says("history", "--json") == ben.says("history", "--json")
    assert nobody.says("players") == ben.says("players")
    assert nobody.says("whoami").splitlines()[0] == ben.says("whoami").splitlines()[0]
    assert "VALID" in nobody.says("verify", finished_id(ben))
    assert "already exists" in ben.refuses("move", "out", file)
    for command in ("host", "join", "resume"):
        assert "to another computer. Play there." in ben.refuses(command, "--local")


def test_moving_in_destroys_nothing(ben: Owner, copied: Owner, tmp_path: Path) -> None:
    file = tmp_path / "me.mandala-move"
    ben.says("move", "out", file)
    before = copied.says("whoami")
    assert "--set-aside" in copied.refuses("move", "in", file)
    assert copied.says("whoami") == before
    text = copied.says("move", "in", file, "--set-aside")
    aside = Path(present(re.search("is now in (.*)\\.", text))[1])
    assert (aside / "identity.pem").exists()
    assert copied.says("players") == ben.says("players")


def test_who_has_no_key_yet_has_nothing_to_move(nobody: Owner, tmp_path: Path) -> None:
    assert "There is nothing to export" in nobody.refuses("move", "out", tmp_path / "file")
    assert not nobody.home.exists()


def test_a_file_that_is_no_move_is_one_sentence_and_changes_nothing(nobody: Owner, tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.write_bytes(b"no such thing")
    assert "not a file written by move out" in nobody.refuses("move", "in", file)
    assert not (nobody.home / "data" / "identity.pem").exists()


@pytest.mark.parametrize("command", ["history", "export", "stats", "verify", "move"])
def test_every_command_of_games_has_help_with_an_example(nobody: Owner, command: str) -> None:
    assert re.search(rf"Examples?:\s+mandala-lan {command}", nobody.says(command, "--help"))
