"""A player's results: counted by the opponent's key, people and bots apart, as a table and as bars."""

from __future__ import annotations

from pathlib import Path

import pytest
from attrs import evolve
from click.testing import CliRunner

from mandala_client.commands.stats import command
from mandala_client.records.past_games import PastResult, Played
from mandala_client.records.statistics import (
    all_statistics,
    bar_lengths,
    document_of,
    lines_of,
    sentences_of,
    statistics_of,
    titled,
)
from mandala_client.ui.rows import width_of
from mandala_net.player.paths import HOME_VARIABLE
from mandala_net.store.store import State
from mandala_net.trust.identity import fingerprint
from mandala_protocol.seats import Seat
from tests.client.kept_games import WON_BY_HOST
from tests.client.speaking import Message, speaking_with
from tests.narrowing import present

ANNA, OTHER, BOT = bytes([1]) * 32, bytes([2]) * 32, bytes([3]) * 32
DAY = 86_400


def game(
    peer: bytes = ANNA,
    points: tuple[int, int] = (30, 20),
    *,
    name: str = "Anna",
    day: int = 20_000,
    state: State = State.FINISHED,
    bot: str | None = None,
    drawn: bool = False,
) -> Played:
    """A game that we joined; ``points`` are ours and theirs."""
    own, theirs = points
    return Played(
        evolve(
            WON_BY_HOST,
            seat=Seat.GUEST,
            peer=peer,
            begun=day * DAY + DAY // 2,
            state=state,
            names=(name, "Me"),
            scores=(theirs, own),
            winner=None if drawn else Seat.GUEST if own > theirs else Seat.HOST,
            bot=bot,
        )
    )


def test_a_tally_counts_results_and_points_from_the_own_side() -> None:
    games = [game(points=(30, 20)), game(points=(50, 10)), game(points=(5, 45)), game(points=(7, 7), drawn=True)]
    (anna,) = statistics_of("mandala", games).people
    assert (anna.games, anna.count(PastResult.WON), anna.count(PastResult.LOST), anna.count(PastResult.DRAWN)) == (
        4,
        2,
        1,
        1,
    )
    assert (anna.win_rate, anna.average, anna.their_average) == (0.5, 23.0, 20.5)
    assert (max(anna.own), min(anna.own)) == (50, 5)


@pytest.mark.parametrize("state", [state for state in State if state is not State.FINISHED])
def test_a_game_without_an_end_does_not_count(state: State) -> None:
    statistics = statistics_of("mandala", [game(state=state)])
    assert statistics.people == ()
    assert statistics.all_people is None
    assert [line for line in lines_of(statistics) if not line.startswith("Not counted: ")] == []


def test_one_key_is_one_opponent_under_the_newest_name() -> None:
    (anna,) = statistics_of(
        "mandala", [game(name="Anna", day=1), game(name="Annie", day=3), game(name="Ann", day=2)]
    ).people
    assert (anna.name, anna.games, anna.last.timestamp()) == ("Annie", 3, 3 * DAY + DAY // 2)


def test_the_points_of_two_games_are_never_put_together() -> None:
    others = [evolve(one, game=evolve(one.game, game="whist")) for one in (game(points=(1, 0)), game(points=(0, 1)))]
    both = all_statistics([*others, game(points=(30, 20))])
    assert [(statistics.game, statistics.people[0].own) for statistics in both] == [
        ("mandala", (30,)),
        ("whist", (1, 0)),
    ]
    assert [one["game"] for one in document_of(both)["games"]] == ["mandala", "whist"]
    sentences = titled(both, sentences_of, between=())
    assert sentences[0] == "Mandala:"
    assert "1 won, 0 drawn, 0 lost" in sentences[1]
    assert sentences[2] == "whist:", "a game that is not here has no other title"
    assert "1 won, 0 drawn, 1 lost" in sentences[3]
    assert titled(both[:1], sentences_of) == sentences_of(both[0])
    assert titled((), sentences_of) == []


def test_test_games_are_in_no_count_and_no_average() -> None:
    tested = [evolve(one, game=evolve(one.game, game="mandala-test-7")) for one in (game(points=(99, 0)), game())]
    (statistics,) = all_statistics([*tested, game(points=(30, 20))])
    (anna,) = statistics.people
    assert (anna.own, present(statistics.all_people).games) == ((30,), 1)
    assert lines_of(statistics)[-1] == sentences_of(statistics)[-1] == "2 test games are not counted."


def test_two_keys_of_one_name_are_two_opponents_told_apart_by_their_fingerprints() -> None:
    people = statistics_of("mandala", [game(ANNA), game(OTHER)]).people
    assert {person.name for person in people} == {f"Anna {fingerprint(key)[:4]}" for key in (ANNA, OTHER)}


def test_bots_are_counted_apart_and_the_most_played_opponent_comes_first() -> None:
    statistics = statistics_of(
        "mandala",
        [game(BOT, name="Greedy bot", bot="greedy"), game(ANNA), game(OTHER, name="Zoe"), game(OTHER, name="Zoe")],
    )
    assert [person.name for person in statistics.people] == ["Zoe", "Anna"]
    assert [bot.name for bot in statistics.bots] == ["Greedy bot"]
    assert present(statistics.all_people).games == 3
    assert present(statistics.all_bots).games == 1


def test_it_is_said_which_columns_are_averages() -> None:
    *_table, text = lines_of(statistics_of("mandala", [game()]))
    assert text == "own, theirs: average points"


def test_the_table_tells_every_figure_and_all_together() -> None:
    games = [game(points=(30, 20)), game(OTHER, (10, 41), name="Zoe")]
    rows = [line.split() for line in lines_of(statistics_of("mandala", games))]
    assert rows[1] == ["Anna", "1", "1", "0", "0", "100%", "30.0", "30", "30", "20.0", games[0].begun.strftime("%F")]
    assert rows[3][:9] == ["all", "people", "2", "1", "1", "0", "50%", "20.0", "30"]


@pytest.mark.parametrize("only_ascii", [False, True])
def test_the_bar_has_a_sign_for_every_game_while_they_are_few(only_ascii: bool) -> None:
    games = [game(), game(), game(drawn=True), game(points=(1, 2))]
    shown = "\n".join(lines_of(statistics_of("mandala", games), only_ascii=only_ascii))
    assert ("WWDL" if only_ascii else "██▒░") in shown
    assert "2 won, 1 drawn, 1 lost" in shown
    assert "W won  D drawn  L lost" in shown or not only_ascii
    assert shown.isascii() or not only_ascii


@pytest.mark.parametrize("name", ["A", "Anneliese von und zu Hohenstein X", "安" * 32])
def test_table_and_bars_fit_80_columns(name: str) -> None:
    games = [game(name=name, points=(140, 120))] * 1234 + [game(OTHER, (100, 101), name="Zoe")]
    lines = lines_of(statistics_of("mandala", games))
    assert max(map(width_of, lines)) <= 80


@pytest.mark.parametrize(
    ("counts", "length", "lengths"),
    [
        ([1, 0, 1], 2, [1, 0, 1]),
        ([10, 0, 10], 10, [5, 0, 5]),
        ([98, 1, 1], 10, [8, 1, 1]),
        ([2, 1, 0], 30, [20, 10, 0]),
        ([1, 1, 1], 1, [1, 1, 1]),
        ([0, 0, 7], 3, [0, 0, 3]),
    ],
)
def test_a_bar_is_divided_in_proportion_and_nothing_that_happened_is_left_out(
    counts: list[int], length: int, lengths: list[int]
) -> None:
    assert bar_lengths(counts, length) == lengths


@pytest.mark.parametrize("length", range(1, 31))
def test_a_bar_is_as_long_as_asked(length: int) -> None:
    for counts in ([1, 2, 3], [7, 0, 900], [333, 333, 334]):
        assert sum(bar_lengths(counts, length)) == max(length, sum(map(bool, counts)))


def test_the_object_has_the_same_figures() -> None:
    (told,) = document_of(all_statistics([game(points=(30, 20)), game(points=(10, 41)), game(points=(2, 9))]))["games"]
    (anna,) = told["people"]
    assert (anna["key"], anna["fingerprint"]) == (ANNA.hex(), fingerprint(ANNA))
    assert (anna["games"], anna["won"], anna["lost"], anna["drawn"], anna["win_rate"]) == (3, 1, 2, 0, 0.3333)
    assert (anna["average"], anna["best"], anna["worst"], anna["opponent_average"]) == (14.0, 30, 2, 23.33)
    assert told["bots"] == []
    assert told["all_bots"] is None
    assert told["all_people"]["games"] == 3
    assert told["all_people"]["key"] is None


@pytest.mark.parametrize(
    ("options", "text"),
    [
        ((), "You have not finished a game yet."),
        (("--opponent", "Ben"), "You have not finished such a game yet."),
    ],
)
def test_without_any_game_it_is_said_which_games_are_missing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, options: tuple[str, ...], text: str
) -> None:
    monkeypatch.setenv(HOME_VARIABLE, str(tmp_path))
    assert CliRunner().invoke(command, options).stdout == f"{text}\n"


# In another language.


@pytest.mark.parametrize("only_ascii", [False, True])
def test_table_and_bars_stay_aligned_in_a_language_of_longer_and_wider_words(tmp_path: Path, only_ascii: bool) -> None:
    words: dict[Message, str] = {
        ("heading of a narrow column", "won"): "gewonnene",
        ("what became of a game", "won"): "gewonnen",
        ("one ASCII letter for a game that was won", "W"): "G",
        "all people": "全部",
    }
    games = [game(), game(OTHER, (10, 40), name="Bob")]
    with speaking_with(tmp_path, words):
        table = lines_of(statistics_of("mandala", games), only_ascii=only_ascii)
    heading, *rows = table[: table.index("")]
    assert any(row.startswith("全部") for row in rows)
    dates = {width_of(row[: row.rindex(" ")]) for row in rows}
    assert dates == {width_of(heading[: heading.index(" last played")])}
    assert ("G gewonnen" if only_ascii else "█ gewonnen") in table[-2]


def test_what_is_for_programs_is_the_same_in_every_language(tmp_path: Path) -> None:
    statistics = statistics_of("mandala", [game()])
    in_english = document_of([statistics])
    with speaking_with(tmp_path, {"all people": "alle Menschen"}):
        assert document_of([statistics]) == document_of(all_statistics([game()])) == in_english
