"""A game of Nim that was played over a real connection, in all that the program does with a record."""

from __future__ import annotations

import json
import os
import re
import sys
from pathlib import Path

from click.testing import CliRunner

from mandala_client.main import main
from mandala_net.match.news import GameFinished
from mandala_net.player.paths import HOME_VARIABLE
from mandala_protocol.games.catalogue import GAMES
from mandala_protocol.poker.workers import Serial
from mandala_protocol.record import verification
from mandala_protocol.seats import Seat
from tests.e2e.programs import complete
from tests.nim.conftest import PlayedNim
from tests.nim.rules import NIM


def said(home: Path, *arguments: str) -> str:
    """The output of the program with Nim in its catalogues, as its fixture registers it."""
    done = CliRunner(env={HOME_VARIABLE: str(home)}).invoke(main, arguments)
    assert (done.exit_code, done.stderr) == (0, ""), done.output
    return done.stdout


def said_by_program(home: Path, *arguments: str) -> str:
    """The output of the program that registers Nim itself."""
    environment = {**os.environ, HOME_VARIABLE: str(home), "PYTHONIOENCODING": "utf-8"}
    done = complete([sys.executable, "-m", "tests.nim.launcher", *arguments], environment)
    assert (done.returncode, done.stderr) == (0, ""), done.stdout
    return done.stdout


def test_both_have_the_same_record_of_a_whole_game(played: PlayedNim) -> None:
    of_host, of_guest = played.ended
    assert isinstance(of_host.outcome, GameFinished)
    assert of_host.outcome == of_guest.outcome
    assert of_guest.record is not None
    assert played.record.read_bytes() == of_guest.record.read_bytes()
    verdict = verification.verify(played.record.read_bytes(), GAMES, Serial())
    assert verdict.complete
    assert verdict.referee.game == NIM.name
    assert of_host.snapshot is not None
    assert of_host.snapshot.game == NIM.name


def test_it_is_verified(played: PlayedNim) -> None:
    text = said_by_program(played.homes[1], "verify", str(played.record))
    assert "Anna takes " in text
    assert "The last stone was taken." in text
    assert "VALID" in text


def test_it_is_replayed_in_sentences_and_as_json(played: PlayedNim) -> None:
    text = said(played.homes[0], "replay", str(played.record), "--text")
    assert "Anna takes " in text
    assert "Ben wins 1 to 0." in text
    document = json.loads(said(played.homes[0], "replay", str(played.record), "--json"))
    assert document["game"] == NIM.name
    assert document["first"] == Seat.HOST
    moves = [step for step in document["steps"] if step["event"] == "moved"]
    assert {step["seat"] for step in moves} == {0, 1}
    assert moves[-1]["position"].startswith("heaps 0,0,0 ")
    assert all(step["hands"] == [{}, {}] for step in document["steps"])
    assert document["result"] == {"scores": [0, 1], "winner": 1, "reason": "last stone", "heaps": [0, 0, 0]}


def test_it_is_reviewed_in_a_table_in_sentences_and_as_json(played: PlayedNim) -> None:
    document = json.loads(said(played.homes[0], "review", str(played.record), "--json"))
    assert (document["game"], document["judge"]) == (NIM.name, "perfect")
    host, guest = document["totals"]
    assert host["given_away"] >= 1
    assert guest["given_away"] == 0
    gave = next(move for move in document["moves"] if move["given_away"])
    assert "has an answer" in gave["better"]["why"]
    text = said(played.homes[0], "review", str(played.record), "--text")
    assert "The moves are judged by Perfect bot, based on what the player could see." in text
    assert not any(word in text for word in ("teacher", "chance", "points", "Gave away"))
    assert re.search(r"Anna: \d moves with a choice, \d of them the best\.", text)
    assert {(move["points"], move["swing"]) for move in document["moves"]} == {(None, None)}
    assert document["course"] is None
    assert {(move["before"], move["after"], move["cost"]) for move in document["moves"]} == {(None, None, None)}
    assert f"A mistake. Better: {gave['better']['notation']} – whatever Ben takes" in text
    table = said(played.homes[0], "review", str(played.record))
    heading, *rows = table[table.index("step") :].splitlines()
    assert heading.split() == ["step", "player", "move", "verdict", "better", "why"]
    assert any(row.split()[-1:] != [] and gave["notation"] in row and "mistake" in row for row in rows)


def test_it_is_listed_and_counted(played: PlayedNim) -> None:
    (listed,) = json.loads(said(played.homes[1], "history", "--json"))
    assert (listed["game"], listed["result"], listed["scores"]) == (NIM.name, "won", [0, 1])
    assert "Anna" in said(played.homes[1], "history", "--game", NIM.name)
    counted = json.loads(said(played.homes[1], "stats", "--json"))
    assert [(one["game"], one["all_people"]["won"]) for one in counted["games"]] == [(NIM.name, 1)]


def test_bots_play_it_in_a_batch(tmp_path: Path) -> None:
    """In several processes, each of which has to know the game, and in the program itself."""
    batch = ("bots", "perfect", "random", "--games", "40", "--seed", "1", "--game", NIM.name)
    assert "The last stone was taken." in said_by_program(tmp_path, *batch, "--jobs", "2")
    document = json.loads(said_by_program(tmp_path, *batch, "--jobs", "1", "--json"))
    assert (document["game"], document["reasons"]) == (NIM.name, {"last stone": 40})
    assert document["bots"][0]["won"] > 38
