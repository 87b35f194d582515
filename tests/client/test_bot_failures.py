"""Programs that fail in a batch: the limits that they are given, and what is said of them; with real programs."""

from __future__ import annotations

import json
import pickle
from pathlib import Path
from typing import Any, Final

import pytest
from click.testing import CliRunner, Result

from mandala_client.main import main
from mandala_client.play.bot_failures import failure_objects, lines_of_failures
from mandala_client.text.language import Language, speak
from mandala_client.ui.rows import width_of
from mandala_net.player.paths import HOME_VARIABLE
from mandala_protocol.sentence import Sentence
from tests.limits import SECONDS
from tests.net.bot_programs import program

DIES: Final = "sys.exit(1)"
SLEEPS: Final = "signal.pause()"
GUESSES: Final = """print('{"move": "Z{9}"}', flush=True); signal.pause()"""
PATIENT: Final = ("--bot-seconds", str(SECONDS))


def called(home: Path, *arguments: str) -> Result:
    arguments = ("bots", "--game", "patterns", "--seed", "3", "--jobs", "1", *arguments)
    return CliRunner(env={HOME_VARIABLE: str(home), "COLUMNS": "80"}).invoke(main, arguments)


def failures_of(document: dict[str, Any]) -> list[list[tuple[str, int]]]:
    """Those of each bot."""
    return [[(one["sentence"], one["games"]) for one in bot["failures"]] for bot in document["bots"]]


def test_the_ends_of_the_games_name_each_bot_that_resigned(tmp_path: Path) -> None:
    dies = program(tmp_path, DIES, "dies")
    one = called(tmp_path, dies, "random", "--games", "2", *PATIENT)
    assert "How the games ended:\n  2 dies resigned.\n" in one.stdout, one.output
    assert one.exit_code == 1, "it failed in all games"
    both = called(tmp_path, dies, dies, "--games", "2", *PATIENT)
    assert "How the games ended:\n  1 dies 1 resigned.\n  1 dies 2 resigned.\n" in both.stdout, both.output


def test_a_batch_says_of_each_program_why_it_failed_and_how_often(tmp_path: Path) -> None:
    dies, guesses = program(tmp_path, DIES, "dies"), program(tmp_path, GUESSES, "guesses")
    arguments = (dies, guesses, "--games", "4", *PATIENT)
    document = json.loads(called(tmp_path, *arguments, "--json").stdout)
    # Whoever begins in a deal fails first, so each of them in one of its two games.
    assert failures_of(document) == [
        [("dies ended without an answer.", 2)],
        [("guesses answered Z{9}, which is not possible.", 2)],
    ]
    assert document["reasons"] == {"resigned": 4}
    assert [bot["milliseconds"] for bot in document["bots"]] == [None, None]
    done = called(tmp_path, *arguments)
    assert done.exit_code == 0, done.output
    assert "dies failed in 2 games and lost them:\n  2 dies ended without an answer.\n" in done.stdout
    assert "guesses failed in 2 games and lost them:\n  2 guesses answered Z{9}, which is not" in done.stdout


def test_the_table_of_several_bots_says_so_too(tmp_path: Path) -> None:
    arguments = (program(tmp_path, DIES, "dies"), "random", "easy", "--games", "2", *PATIENT)
    done = called(tmp_path, *arguments)
    assert done.exit_code == 1, done.output
    assert "dies failed in 4 games and lost them:\n  4 dies ended without an answer.\n" in done.stdout
    document = json.loads(called(tmp_path, *arguments, "--json").stdout)
    assert failures_of(document) == [[], [], [("dies ended without an answer.", 4)]]
    assert [failures_of(match)[0] for match in document["matches"]] == [
        [("dies ended without an answer.", 2)],
        [("dies ended without an answer.", 2)],
        [],
    ]


def test_a_list_of_failures_tells_the_last_line_and_a_log_has_all(tmp_path: Path) -> None:
    raises, log = program(tmp_path, "raise KeyError('hand')", "raises"), tmp_path / "log"
    done = called(tmp_path, raises, "random", "--games", "2", "--bot-log", str(log), "--json")
    (failures, _none) = failures_of(json.loads(done.stdout))
    assert failures == [("raises ended without an answer. Its last line was “KeyError: 'hand'”.", 2)]
    assert log.read_text().count("KeyError: 'hand'") == 2


def test_a_log_that_cannot_be_written_is_refused_before_a_game(tmp_path: Path) -> None:
    refused = called(tmp_path, "random", "random", "--bot-log", str(tmp_path / "missing" / "log"))
    assert refused.exit_code == 1
    assert "cannot be written" in refused.output


@pytest.mark.parametrize("command", ["bots", "play", "host", "join", "demo"])
def test_the_help_names_programs(command: str) -> None:
    assert "./PROGRAM" in CliRunner().invoke(main, [command, "--help"]).stdout


def test_an_unknown_bot_is_refused_with_how_a_program_is_named(tmp_path: Path) -> None:
    refused = called(tmp_path, "mybot", "easy")
    assert refused.exit_code == 2
    assert "such as ./mybot" in " ".join(refused.output.split())


# The limits.


def test_a_program_of_a_batch_may_think_as_long_as_is_said(tmp_path: Path) -> None:
    sleeps = program(tmp_path, SLEEPS, "sleeps")
    done = called(tmp_path, sleeps, "random", "--games", "2", "--bot-seconds", "0.1", "--json")
    assert failures_of(json.loads(done.stdout))[0] == [("sleeps did not answer in 0.1 s.", 2)]


HUNGRY: Final = """
try:
    kept = bytearray(400_000_000)
except MemoryError:
    sys.exit(1)
for line in sys.stdin:
    print(json.dumps({"move": json.loads(line)["moves"][0]}), flush=True)
"""


def test_a_program_of_a_batch_may_use_as_much_memory_as_is_said(tmp_path: Path) -> None:
    hungry = program(tmp_path, HUNGRY, "hungry")
    few, enough = (
        called(tmp_path, hungry, "random", "--games", "2", "--bot-memory", megabytes, *PATIENT, "--json")
        for megabytes in ("100", "1000")
    )
    assert failures_of(json.loads(few.stdout))[0] == [("hungry ended without an answer.", 2)]
    assert failures_of(json.loads(enough.stdout))[0] == []


@pytest.mark.parametrize(("option", "value"), [("--bot-seconds", "0"), ("--bot-memory", "15")])
def test_a_limit_under_which_nothing_can_play_is_refused(tmp_path: Path, option: str, value: str) -> None:
    refused = called(tmp_path, "random", "random", option, value)
    assert refused.exit_code == 2
    assert f"Invalid value for '{option}'" in refused.output


# The lines.


def test_the_most_frequent_sentence_comes_first_and_of_many_only_some_are_shown() -> None:
    failures = {f"It said {number}.": 1 for number in range(8)} | {"It ended.": 12}
    assert lines_of_failures("mybot", failures, 40) == [
        "mybot failed in 20 games and lost them:",
        "  12 It ended.",
        *[f"   1 It said {number}." for number in range(4)],
        "   4 other failures",
        "",
    ]
    assert [one["games"] for one in failure_objects(failures)] == [12, *[1] * 8]


@pytest.mark.parametrize("language", Language)
def test_the_sentences_are_in_the_spoken_language_and_fit(language: Language) -> None:
    speak(language)
    why = Sentence("{program} did not answer in {seconds:g} s.", program="mybot", seconds=10)
    lines = lines_of_failures("A program with a long name", {why: 3}, 40)
    assert all(width_of(line) <= 40 for line in lines)
    assert (str(why) in "\n".join(lines)) is (language is Language.ENGLISH)
    assert failure_objects({why: 3})[0]["sentence"] == "mybot did not answer in 10 s."


def test_a_sentence_stays_one_on_its_way_from_another_process() -> None:
    why = Sentence("{program} answered {move}, which is not possible.", program="mybot", move="{9}")
    again = pickle.loads(pickle.dumps(why))
    assert (type(again), again, again.values) == (Sentence, why, why.values)
