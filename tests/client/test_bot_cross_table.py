"""Several bots, each against each: the table of shares, in any width, and the object for programs."""

from __future__ import annotations

import itertools
import re

import pytest

from mandala_client.play.bot_cross_table import BotCrossTable, document_of_table, lines_of_table
from mandala_client.play.bot_match import document_of
from mandala_client.text.language import Language, speak, write_in_ascii
from mandala_client.ui.rows import width_of
from mandala_net.batches.pairings import BatchPlan
from mandala_net.bots.batch import BatchTally
from tests.client.test_bot_match import documented
from tests.net.deals_played import BOTH, HALF, MORE, NONE, ONE_EACH, deal_of

BOTS = ("random", "hard", "greedy")
DEALS = 30


def table(*, stopped: bool = False, deals: int = DEALS) -> BotCrossTable:
    """The hard bot wins nearly everything; of six games with the greedy bot the random bot has one and two draws."""
    plan = BatchPlan("patterns", BOTS, 7, DEALS)
    tallies = [BatchTally()] * 3
    halves = (itertools.repeat(NONE), itertools.cycle([NONE, HALF, ONE_EACH]), itertools.cycle([BOTH, BOTH, MORE]))
    for asked in itertools.islice(plan.to_play(), 3 * deals):
        deal = deal_of(next(halves[asked.pairing]), asked.seed)
        tallies[asked.pairing] = tallies[asked.pairing].after(deal)
    return BotCrossTable(plan, tuple(tallies), stopped)


def told(of: BotCrossTable, width: int = 80) -> list[str]:
    return lines_of_table(of, width)


def as_one_line(of: BotCrossTable) -> str:
    return " ".join(" ".join(told(of)).split())


def test_the_bots_are_in_the_order_of_their_shares_with_the_share_against_each() -> None:
    lines = told(table())
    assert lines[0] == "Patterns, 3 bots, 180 games: each pair played each set-up from both seats."
    heading, *bots = (line.split() for line in lines[2:6])
    assert heading == ["bot", "share", "range", "1", "2", "3"]
    assert [row[:3] for row in bots] == [["1", "Hard", "bot"], ["2", "Greedy", "bot"], ["3", "Random", "bot"]]
    assert [row[3] for row in bots] == ["96%", "42%", "12%"]
    assert [row[5:] for row in bots] == [["–", "92", "100"], ["8", "–", "75"], ["0", "25", "–"]]
    for row in bots:
        low, high = map(int, re.findall(r"\d+", row[4]))
        assert low < int(row[3].rstrip("%")) < high


def test_a_bot_that_has_not_played_is_the_last_one_and_has_no_share() -> None:
    plan = BatchPlan("patterns", BOTS, 7, DEALS)
    of = BotCrossTable(plan, (BatchTally.of([deal_of(NONE)]), BatchTally(), BatchTally()), stopped=True)
    greedy = told(of)[7].split()
    assert greedy == ["3", "Greedy", "bot", "–", "–", "–", "–", "–"]
    assert [bot["share"] for bot in document_of_table(of)["bots"]] == [1.0, 0.0, None]


def test_each_pair_has_its_share_and_interval() -> None:
    lines = told(table())
    start = next(number for number, line in enumerate(lines) if line.startswith("pair"))
    heading, *pairs = (line.split() for line in lines[start : start + 4])
    assert heading == ["pair", "games", "share", "range"]
    assert [" ".join(pair[:5]) for pair in pairs] == [
        "Hard bot – Greedy bot",
        "Hard bot – Random bot",
        "Greedy bot – Random bot",
    ]
    assert [pair[5:7] for pair in pairs] == [["60", "92%"], ["60", "100%"], ["60", "75%"]]
    for pair in pairs:
        low, high = map(int, re.findall(r"\d+", pair[7]))
        assert low < int(pair[6].rstrip("%")) <= high
        assert high - low < 20


def test_it_says_where_it_was_stopped() -> None:
    said = as_one_line(table(stopped=True, deals=10))
    assert said.startswith("Stopped: 60 of 180 games were played. Patterns, 3 bots, 60 games:")
    assert "The set-up numbers are 7 to 16." in said
    assert told(table(stopped=True, deals=0)) == ["Stopped before any set-up was played from both seats."]


@pytest.mark.parametrize("language", Language)
@pytest.mark.parametrize("width", [40, 60, 80])
def test_nothing_is_wider_than_the_terminal(language: Language, width: int) -> None:
    speak(language)
    *lines, _command = told(table(stopped=True, deals=10), width)
    assert all(width_of(line) <= width for line in lines), lines


def test_it_is_spelled_in_ascii_where_no_more_can_be_shown() -> None:
    from mandala_client.text.characters import as_written

    write_in_ascii(True)
    assert all(as_written(line).isascii() for line in lines_of_table(table(), 60, "..."))


# For programs.


def test_the_document_describes_the_fields_that_there_are() -> None:
    document = document_of_table(table())
    assert documented("## Three bots or more\n") == list(document)
    for bot in document["bots"]:
        assert documented("Each bot of the table has these fields:") == list(bot)


def test_the_object_has_the_same_figures() -> None:
    of = table()
    document = document_of_table(of)
    assert (document["game"], document["seed"], document["asked"], document["stopped"]) == ("patterns", 7, 180, False)
    assert document["games"] == sum(match["games"] for match in document["matches"]) == 180
    assert [bot["name"] for bot in document["bots"]] == ["hard", "greedy", "random"]
    assert [bot["place"] for bot in document["bots"]] == [1, 2, 3]
    assert document["matches"] == [document_of(match) for match in of.matches]
    hard = document["bots"][0]
    assert hard["share_low"] < hard["share"] < hard["share_high"] <= 1
