"""Bot against bot in batches: what is told of it, in any width, and what is there for programs."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from attrs import evolve
from click.testing import CliRunner, Result

from mandala_client.main import main
from mandala_client.play.bot_match import BotMatch, document_of, lines_of
from mandala_client.text.language import Language, speak, write_in_ascii
from mandala_client.ui.rows import width_of
from mandala_net.bots.batch import BatchTally, DealPlayed, GamePlayed, play_deals
from mandala_net.bots.catalogue import two_bots
from mandala_net.player.paths import HOME_VARIABLE
from mandala_protocol.games.game import Termination
from mandala_protocol.games.mandala import MANDALA
from mandala_protocol.games.mandala.state import MandalaEnd

DOCUMENT = Path(__file__).parents[2] / "docs" / "bots-json.md"
TIMES = ("milliseconds", "longest_milliseconds")


def deal(seed: int, first: tuple[int, int], second: tuple[int, int] = (20, 20)) -> DealPlayed:
    """A deal with these points of the one and of the other; the one thinks for 2 ms, the other for 4."""

    def game(points: tuple[int, int], termination: Termination) -> GamePlayed:
        winner = None if points[0] == points[1] else int(points[0] < points[1])
        return GamePlayed(points, winner, termination, ((0.001, 0.003), (0.004,)))

    return DealPlayed(seed, (game(first, MandalaEnd.DECK), game(second, MandalaEnd.RIVER)))


def match(*firsts: tuple[int, int], one: str = "greedy", other: str = "random", asked: int | None = None) -> BotMatch:
    tally = BatchTally.of(deal(seed, first) for seed, first in enumerate(firsts, start=7))
    if asked is None:
        return BotMatch("mandala", one, other, 7, tally.games, tally)
    return BotMatch("mandala", one, other, 7, asked, tally, stopped=True)


CLEAR = match(*[(40, 20), (42, 20)] * 6)


def told(of: BotMatch, width: int = 80) -> str:
    return "\n".join(lines_of(of, width))


def as_one_line(of: BotMatch) -> str:
    return " ".join(told(of).split())


def test_wins_rate_points_and_time_stand_in_a_row_for_each_bot() -> None:
    lines = lines_of(CLEAR, 80)
    assert lines[0] == "Greedy bot against Random bot, 24 games: each set-up was played from both seats."
    heading, greedy, other = (line.split() for line in lines[2:5])
    assert heading == ["bot", "won", "share", "points", "ms"]
    assert greedy == ["Greedy", "bot", "12", "75%", "30.5", "2.00"]
    assert other == ["Random", "bot", "0", "25%", "20.0", "4.00"]


def test_the_difference_its_error_how_games_ended_and_how_long_they_took_are_told() -> None:
    said = as_one_line(CLEAR)
    share = "Greedy bot won 75.0 % of the games, counting a draw as half."
    assert f"{share} The true share is between 69.7 % and 79.6 %, 19 times in 20." in said
    difference = "Per set-up (two games), Greedy bot scored 21.0 points more on average, with a standard error of 0.3."
    assert f"{difference} The difference is more than luck." in said
    assert "How the games ended: 12 The draw pile had run out. 12 A river had all six colours." in said
    assert "A game took 3.0 moves on average. 12 games were drawn." in said
    assert "The set-up numbers are 7 to 18." in said
    assert "deal" not in said
    assert said.endswith("mandala-lan play --practice --game mandala --seed 7")


@pytest.mark.parametrize(
    ("of", "sentence"),
    [
        (match(*[(20, 40), (20, 42)] * 6), "Random bot scored 21.0 points more on average"),
        (match(*[(20, 40), (40, 21)] * 6), "The difference may be luck."),
        (match(*[(40, 20)] * 9), "That is too few games to draw any conclusion."),
        (match((40, 20)), "Over both games, Greedy bot scored 20.0 points more. That is too few"),
        (match((40, 20)), "The set-up number is 7. To play it yourself:"),
        (match(*[(40, 20), (20, 40)] * 6), "Over all games, both scored the same number of points. How the games"),
        (match((40, 20), (40, 20), asked=100), "Stopped: 4 of 100 games were played. Greedy bot against"),
        (match(asked=100), "Stopped before any set-up was played from both seats."),
        (match(*[(20, 40), (20, 42)] * 6, one="greedy", other="greedy"), "Greedy bot 2 scored 21.0 points more"),
        (match(*[(20, 40), (20, 42)] * 6, one="greedy", other="greedy"), "Greedy bot 2 won 75.0 % of the games"),
    ],
)
def test_it_is_said_what_may_be_concluded(of: BotMatch, sentence: str) -> None:
    assert sentence in as_one_line(of)


def test_two_bots_of_one_name_are_told_apart_by_a_number() -> None:
    _heading, one, other = lines_of(evolve(CLEAR, other="greedy"), 100)[2:5]
    assert (one.split()[0], other.split()[0]) == ("1", "2")


@pytest.mark.parametrize("language", Language)
@pytest.mark.parametrize("width", [40, 80])
@pytest.mark.parametrize("other", ["random", "greedy"])
def test_nothing_is_wider_than_the_terminal(language: Language, width: int, other: str) -> None:
    speak(language)
    for of in (evolve(CLEAR, other=other), match(asked=100, other=other)):
        *lines, command = lines_of(of, width)
        assert all(width_of(line) <= width for line in lines), lines
        assert "…" not in "".join(lines[3:5]) or other == "greedy"
        assert not of.tally.deals or command.strip() == "mandala-lan play --practice --game mandala --seed 7"


def test_it_is_spelled_in_ascii_where_no_more_can_be_shown() -> None:
    write_in_ascii(True)
    assert "\n".join(lines_of(evolve(CLEAR, other="greedy"), 40, "...")).isascii()


# Playing.


def called(home: Path, *arguments: str) -> Result:
    return CliRunner(env={HOME_VARIABLE: str(home), "COLUMNS": "80"}).invoke(main, ["bots", *arguments])


def without_times(document: dict[str, object]) -> dict[str, object]:
    bots = [{name: value for name, value in bot.items() if name not in TIMES} for bot in document["bots"]]  # type: ignore[attr-defined]
    return {**document, "bots": bots}


def test_the_command_plays_the_deals_that_are_asked_for(tmp_path: Path) -> None:
    arguments = ("random", "random", "--games", "6", "--seed", "5", "--jobs", "1", "--json")
    done = called(tmp_path, *arguments)
    assert (done.exit_code, done.stderr) == (0, "")
    document, again = json.loads(done.stdout), json.loads(called(tmp_path, *arguments).stdout)
    deals = play_deals(MANDALA, *two_bots(MANDALA.name, "random", "random"), range(5, 8))
    expected = document_of(BotMatch("mandala", "random", "random", 5, 6, BatchTally.of(deals)))
    assert without_times(document) == without_times(expected) == without_times(again)
    assert not document["stopped"]


def test_without_a_seed_the_set_ups_are_told_all_the_same(tmp_path: Path) -> None:
    done = called(tmp_path, "random", "greedy", "--games", "2", "--jobs", "1")
    assert done.exit_code == 0
    assert done.stdout.startswith("Random bot against Greedy bot, 2 games")
    assert "failed" not in done.stdout
    assert re.search(r"The set-up number is (\d+)\..*--seed \1$", done.stdout.strip(), re.DOTALL)


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("random", "greedy", "--games", "3"), "the number of games must be even"),
        (("random", "greedy", "--games", "0"), "0 is not in the range"),
        (("random", "greedy", "--games", "100002"), "100002 is not in the range"),
        (("random", "greedy", "--seed", "-1"), "-1 is not in the range"),
        (("random", "greedy", "--games", "1000000000"), "1000000000 is not in the range"),
        (("random", "greedy", "--jobs", "0"), "0 is not in the range"),
        (("random",), "Name two bots or more."),
        ((), "Missing argument"),
        (("random", "greedy", "random"), "Name each bot once: only two can be of one name."),
        (("random", "clever"), "'clever' is not one of"),
    ],
)
def test_what_cannot_be_played_is_refused_in_a_sentence(
    arguments: tuple[str, ...], sentence: str, tmp_path: Path
) -> None:
    refused = called(tmp_path, *arguments)
    assert refused.exit_code == 2
    assert sentence in " ".join(refused.output.split())


# For programs.


def documented(heading: str) -> list[str]:
    """The fields that the document describes below this sentence."""
    _before, _heading, below = DOCUMENT.read_text(encoding="utf-8").partition(heading)
    table = below.partition("| --- | --- |\n")[2].partition("\n\n")[0]
    return [name for line in table.splitlines() for name in re.findall(r"`(\w+)`", line.split("|")[1])]


@pytest.mark.parametrize("of", [CLEAR, match(asked=2)])
def test_the_document_describes_the_fields_that_there_are(of: BotMatch) -> None:
    document = document_of(of)
    assert documented("The difference of a deal") == list(document)
    for bot in document["bots"]:
        assert documented("Each bot has these fields:") == list(bot)


def test_the_object_has_the_same_figures() -> None:
    document = document_of(CLEAR)
    greedy, other = document.pop("bots")
    assert document == {
        "game": "mandala",
        "seed": 7,
        "asked": 24,
        "games": 24,
        "deals": 12,
        "stopped": False,
        "drawn": 12,
        "reasons": {"deck": 12, "river": 12},
        "moves": 3.0,
        "difference": 21.0,
        "standard_error": 0.3015,
        "beyond_chance": True,
    }
    assert greedy == {
        "name": "greedy",
        "won": 12,
        "win_rate": 0.5,
        "share": 0.75,
        "share_low": 0.6969,
        "share_high": 0.7965,
        "points": 732,
        "average": 30.5,
        "moves": 48,
        "milliseconds": 2.0,
        "longest_milliseconds": 3.0,
        "failures": [],
    }
    assert (other["name"], other["won"], other["points"], other["milliseconds"]) == ("random", 0, 480, 4.0)


def test_where_nothing_was_played_there_are_no_averages() -> None:
    document = document_of(match(asked=2))
    assert [document[name] for name in ("moves", "difference", "standard_error", "beyond_chance")] == [None] * 4
    assert all(
        bot["average"] is bot["win_rate"] is bot["share"] is bot["milliseconds"] is None for bot in document["bots"]
    )
    assert json.dumps(document)
