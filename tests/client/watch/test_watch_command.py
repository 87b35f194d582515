"""``mandala-lan watch`` without a terminal: which game, a sentence a move, and what is wrong in one sentence."""

from __future__ import annotations

import os
import sqlite3
from contextlib import closing

import pytest
from click.testing import CliRunner, Result

from mandala_client.commands.watch import command
from mandala_client.records.replay import frames_of
from mandala_client.records.watching import Watched, Watching
from mandala_net.match.game_lock import lock_game
from mandala_net.store.schema import SCHEMA_VERSION
from mandala_net.store.store import State
from mandala_protocol.poker.workers import Serial
from tests.client.watch.conftest import Entries, Kept

IS_ROOT = hasattr(os, "geteuid") and os.geteuid() == 0
NOBODY = 65534


def run(*arguments: str, stdin: str = "") -> Result:
    return CliRunner().invoke(command, list(arguments), input=stdin)


def refused(result: Result) -> str:
    """The one sentence with which the command was refused."""
    assert result.exit_code == 1
    (sentence,) = result.stderr.splitlines()
    return sentence


def digits(kept: Kept, row: int) -> str:
    game_id = kept.store.game(row).game_id
    assert game_id is not None
    return game_id.hex()[:8]


def test_without_a_game_it_says_so(kept: Kept) -> None:
    assert refused(run()).startswith("You have no open game to watch. To start one: ")


def test_without_a_store_it_says_so_and_makes_none(kept: Kept) -> None:
    kept.store.close()
    kept.paths.games.unlink()
    before = sorted(kept.paths.data.iterdir())
    assert refused(run()).startswith("You have no open game to watch.")
    assert sorted(kept.paths.data.iterdir()) == before


def test_an_unknown_game_and_one_that_is_over_are_told_in_a_sentence(kept: Kept, whole: Entries) -> None:
    over = kept.begin(whole)
    assert refused(run("0000ffff")).startswith("There is no game 0000ffff here.")
    assert "is over. To look at it:" in refused(run(digits(kept, over.row)))


def test_a_store_of_a_newer_version_is_told_in_a_sentence(kept: Kept, whole: Entries) -> None:
    kept.begin(whole[:60])
    kept.store.close()
    with closing(sqlite3.connect(kept.paths.games)) as database:
        database.execute(f"PRAGMA user_version = {SCHEMA_VERSION + 1}")
        database.execute(f"PRAGMA application_id = {SCHEMA_VERSION + 1}")
    assert refused(run()).endswith("was written by a newer version of this program. Update this one.")


@pytest.mark.skipif(not IS_ROOT, reason="only root can give a file away")
def test_a_store_of_another_user_is_told_in_a_sentence(kept: Kept, whole: Entries) -> None:
    kept.begin(whole[:60])
    os.chown(kept.paths.games, NOBODY, -1)
    assert refused(run()).endswith("Only their owner can watch them.")


def test_someone_who_has_several_games_chooses_one(kept: Kept, whole: Entries, monkeypatch: pytest.MonkeyPatch) -> None:
    adjourned = kept.begin(whole[:60])
    adjourned.mark(State.ADJOURNED)
    other = kept.begin(whole[:80], peer=bytes(32))
    asked = run(stdin="7\nno\n0\n")
    assert asked.exit_code == 0
    assert "Which one do you want to watch?" in asked.stdout
    assert asked.stdout.count("Type the number of a game, or 0 for none.") == 3
    assert "You watch" not in asked.stdout
    assert "Name one by its ID." in refused(run(stdin=""))
    other.mark(State.ABANDONED)
    look = Watching.look

    def look_once(watching: Watching) -> Watched:
        seen = look(watching)
        adjourned.mark(State.ABANDONED)
        return seen

    monkeypatch.setattr(Watching, "look", look_once)
    chosen = run()
    assert chosen.exit_code == 0
    assert chosen.stdout.splitlines()[-2:] == [
        "Both players have adjourned the game.",
        "The game was abandoned, without a result.",
    ]


def test_someone_who_types_so_leaves(kept: Kept, whole: Entries) -> None:
    kept.begin(whole[:60])
    left = run(stdin="hello\nleave\n")
    assert left.exit_code == 0
    assert left.stdout.splitlines()[-1] == "Stopped."
    assert "While you watch, you can type only “leave”." in left.stdout


@pytest.mark.parametrize("game", ["whole", "tiles"])
def test_every_move_is_a_sentence_and_the_end_is_told(
    kept: Kept, game: str, request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch
) -> None:
    entries: Entries = request.getfixturevalue(game)
    saved = kept.begin(entries[:6])
    frames = frames_of([entry.message() for entry in entries], Serial()).frames
    look, looks = Watching.look, []

    def counted(watching: Watching) -> Watched:
        """All the rest is said after the first look."""
        looks.append(watching)
        if len(looks) == 2:
            saved.append(entries[6:])
        return look(watching)

    monkeypatch.setattr(Watching, "look", counted)
    with lock_game(kept.paths.locks, saved.row):
        result = run(digits(kept, saved.row), "--linear")
    assert result.exit_code == 0
    lines = result.stdout.splitlines()
    assert lines[0].startswith("You watch ")
    moves = [" ".join(frame.sentences) for frame in frames if frame.is_move]
    assert [line for line in lines if line in moves] == moves
    assert " wins " in lines[-1]
