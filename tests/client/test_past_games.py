"""The list of games: rows for a person, objects for a program, and which games are wanted."""

from __future__ import annotations

from datetime import date, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from attrs import evolve

from mandala_client.commands.history import RESULTS
from mandala_client.records.past_games import (
    HISTORY,
    IN_LOBBY,
    WIDTH,
    Filter,
    PastResult,
    Played,
    result_word,
    table_of,
)
from mandala_client.sentences.status_text import perhaps_abandoned
from mandala_client.ui.rows import width_of
from mandala_net.store.store import State
from mandala_net.trust.identity import fingerprint
from mandala_protocol.conversation.kept_entries import KeptEntry
from mandala_protocol.errors import Code
from mandala_protocol.record.transcript import seal
from mandala_protocol.seats import Seat
from mandala_protocol.wire.messages import Commit
from tests.client.kept_games import WON_BY_HOST
from tests.client.sessions import Signer
from tests.client.speaking import Message, speaking_with
from tests.narrowing import present

BEGUN = datetime(2025, 3, 9, 23, 45)
PEER = bytes(range(32))
GAME = evolve(
    WON_BY_HOST,
    seat=Seat.GUEST,
    peer=PEER,
    begun=int(BEGUN.timestamp()),
    ended=int(BEGUN.timestamp()) + 600,
    moves=57,
    scores=(9, 41),
    winner=Seat.GUEST,
)
WON = Played(GAME)


def in_state(state: State, **changes: Any) -> Played:
    return Played(evolve(GAME, state=state, **changes))


def test_where_several_games_are_listed_each_row_says_which_it_is() -> None:
    patterns = Played(evolve(GAME, game="patterns"))
    unknown = Played(evolve(GAME, game="chess"))
    assert "Mandala" not in "".join(table_of([WON, WON]).lines(WIDTH))
    for layouts, width in ((HISTORY, WIDTH), (IN_LOBBY, 76), (IN_LOBBY, 36)):
        rows = table_of([WON, patterns, unknown], layouts).lines(width, headed=False)
        assert ["Mandala" in rows[0], "Patterns" in rows[1], "chess" in rows[2]] == [True] * 3, rows
        assert max(map(width_of, rows)) <= width
    assert "title" in table_of([WON, patterns]).lines(WIDTH)[0]
    sentences = [line.split(",")[1].split()[0] for line in table_of([WON, patterns]).sentences()]
    assert sentences == ["Mandala", "Patterns"]


def test_a_row_tells_id_local_date_opponent_result_own_score_first_and_moves() -> None:
    heading, row = table_of([WON]).lines_with_remarks(WIDTH)
    assert heading.split() == ["game", "started", "opponent", "result", "score", "moves"]
    assert row.split() == ["1f2e3d4c", "2025-03-09", "23:45", "Anna", "won", "41", ":", "9", "57"]


@pytest.mark.parametrize(
    ("played", "text"),
    [
        (in_state(State.FINISHED), "won"),
        (in_state(State.FINISHED, winner=Seat.HOST), "lost"),
        (in_state(State.FINISHED, winner=None), "drawn"),
        (in_state(State.OPEN), "open"),
        (in_state(State.ADJOURNED), "adjourned"),
        (in_state(State.ABANDONED), "abandoned"),
        (in_state(State.BROKEN), "broken off"),
        (in_state(State.DROPPED), "put away"),
    ],
)
def test_what_became_of_a_game_is_told_from_the_own_side(played: Played, text: str) -> None:
    assert result_word(played.result) == text


def kept(requirement: str, signer: Signer) -> KeptEntry:
    entry = seal(9, bytes(32), Commit(bytes(64)), signer)
    return KeptEntry(9, entry.message(), Code.FORK if requirement == "TR8" else Code.FALSE_FACE, requirement)


OTHER, OWN = Signer(bytes([1]) * 32), Signer(bytes([2]) * 32)


@pytest.mark.parametrize(
    ("entries", "text"),
    [
        ([kept("PL5", OTHER)], "Broken off: Anna's program signed a wrong entry."),
        ([kept("TR8", OTHER)], "Broken off: Anna's program signed two entries that contradict each other."),
        ([kept("TR8", OTHER), kept("PL5", OTHER)], "Broken off: Anna's program signed a wrong entry."),
        ([kept("TR8", OWN)], "Broken off: your key signed two different entries for one place."),
    ],
)
def test_why_a_game_was_broken_off_is_said_below_its_row(entries: list[KeptEntry], text: str) -> None:
    broken = Played(evolve(GAME, state=State.BROKEN, peer=OTHER.public), kept=tuple(entries))
    lines = table_of([broken]).lines_with_remarks(WIDTH)[2:]
    assert all(line.startswith("          ") for line in lines)
    assert " ".join(" ".join(lines).split()) == text
    assert not any("cheat" in line for line in table_of([broken]).lines_with_remarks(WIDTH))
    assert broken.scores is None


def test_that_a_game_is_abandoned_is_what_the_others_computer_says_beside_what_the_clock_here_knows() -> None:
    abandoned = in_state(State.ABANDONED, grace=3600, absence=8)
    said = " ".join(" ".join(table_of([abandoned]).lines_with_remarks(WIDTH)[2:]).split())
    assert said == (
        "Anna's computer says that it waited 60 minutes. Here, the connection was lost for at most 8 seconds."
    )
    assert len(table_of([in_state(State.ABANDONED)]).lines_with_remarks(WIDTH)) == 2, (
        "called so by this player, there is no more to say"
    )


@pytest.mark.parametrize("state", [state for state in State if state is not State.FINISHED])
def test_only_a_finished_game_has_a_score(state: State) -> None:
    assert in_state(state).scores is None


def test_the_name_known_here_comes_before_the_one_in_the_record() -> None:
    assert evolve(WON, known_as="Aunt Anna").opponent == "Aunt Anna"
    assert WON.opponent == "Anna"
    assert Played(evolve(GAME, names=(None, "Ben"))).opponent == "?"


@pytest.mark.parametrize("name", ["A", "Anneliese von und zu Hohenstein X", "安" * 32, "🂏" * 32])
@pytest.mark.parametrize("state", list(State))
def test_rows_are_aligned_and_fit_80_columns_whatever_the_names(name: str, state: State) -> None:
    long = Played(evolve(GAME, state=state, names=(name, "Ben"), scores=(140, 101), moves=999))
    rows = table_of([WON, long]).lines_with_remarks(WIDTH)
    assert all(width_of(row) <= 80 for row in rows)
    assert width_of(rows[1]) == width_of(rows[2])  # the last column is flush right
    before = [row[: row.index(word)] for row, word in ((rows[1], "won"), (rows[2], result_word(long.result)))]
    assert width_of(before[0]) == width_of(before[1])


@pytest.mark.parametrize(
    ("wanted", "taken"),
    [
        (Filter(), True),
        (Filter(opponent="anna"), True),
        (Filter(opponent="Aunt Anna"), True),
        (Filter(opponent="ANN"), True),
        (Filter(opponent="aunt"), True),
        (Filter(opponent="nna"), False),
        (Filter(opponent="Annabel"), False),
        (Filter(opponent="Ben"), False),
        (Filter(result=PastResult.WON), True),
        (Filter(result=PastResult.LOST), False),
        (Filter(since=BEGUN.date()), True),
        (Filter(since=BEGUN.date() + timedelta(days=1)), False),
        (Filter(until=BEGUN.date()), True),
        (Filter(until=BEGUN.date() - timedelta(days=1)), False),
        (Filter(game="mandala"), True),
        (Filter(game="patterns"), False),
        (Filter(opponent="Anna", result=PastResult.WON, since=date(2025, 1, 1), until=date(2025, 12, 31)), True),
    ],
)
def test_a_filter_takes_the_games_that_are_wanted(wanted: Filter, taken: bool) -> None:
    assert wanted.takes(evolve(WON, known_as="Aunt Anna")) is taken


def test_every_result_can_be_asked_for() -> None:
    assert {result.value for result in PastResult} == set(RESULTS)


def test_the_object_of_a_game_has_full_ids_and_dates_with_their_offset() -> None:
    (answer,) = table_of([evolve(WON, known_as="Aunt Anna")]).objects()
    assert answer["id"] == present(GAME.game_id).hex()
    assert datetime.fromisoformat(answer["begun"]).tzinfo is not None
    assert datetime.fromisoformat(answer["begun"]).timestamp() == GAME.begun
    assert datetime.fromisoformat(answer["ended"]).timestamp() == GAME.ended
    assert answer["opponent"] == {
        "name": "Aunt Anna",
        "known_as": "Aunt Anna",
        "fingerprint": fingerprint(PEER),
        "key": PEER.hex(),
        "bot": None,
    }
    assert (answer["seat"], answer["scores"], answer["winner"], answer["names"]) == (1, [9, 41], 1, ["Anna", "Ben"])
    assert (answer["state"], answer["result"], answer["reason"], answer["settled"]) == (
        "finished",
        "won",
        "river",
        True,
    )


def test_a_way_to_end_that_no_game_of_now_has_is_listed_by_its_name() -> None:
    table = table_of([Played(evolve(GAME, reason="by decree"))])
    (answer,) = table.objects()
    assert (answer["result"], answer["reason"]) == ("won", "by decree")
    assert table.lines(WIDTH) == table_of([WON]).lines(WIDTH)


def test_the_object_of_a_game_without_an_end_has_null_for_what_is_not_there() -> None:
    open_game = evolve(GAME, state=State.OPEN, ended=None, scores=None, winner=None, reason=None, game_id=None)
    (answer,) = table_of([Played(open_game)]).objects()
    assert [answer[key] for key in ("id", "ended", "scores", "winner", "reason")] == [None] * 5
    assert answer["result"] == "open"


# In another language.

HEADINGS = ("game", "started", "opponent", "result", "score", "moves")


def test_a_table_stays_aligned_in_a_language_of_longer_and_wider_words(tmp_path: Path) -> None:
    words = {("heading of a column", heading): f"{heading}en" for heading in HEADINGS}
    with speaking_with(tmp_path, {**words, ("what became of a game", "won"): "勝ち"}):
        heading, won, lost = table_of([WON, in_state(State.FINISHED, winner=Seat.HOST)]).lines_with_remarks(WIDTH)
    assert heading.split() == [f"{word}en" for word in HEADINGS]
    assert "勝ち" in won
    scores = {width_of(line[: line.index("41 :")]) for line in (won, lost)}
    assert scores == {width_of(heading[: heading.index("scoreen")])}
    assert {width_of(line) for line in (won, lost)} == {width_of(heading)}


def test_what_is_for_programs_is_the_same_in_every_language(tmp_path: Path) -> None:
    in_english = table_of([WON]).objects()
    words: dict[Message, str] = {("what became of a game", "won"): "gewonnen", "won": "gewonnen"}
    with speaking_with(tmp_path, words):
        assert table_of([WON]).objects() == in_english


def test_an_open_game_whose_time_limit_has_passed_may_have_been_called_abandoned() -> None:
    """Whoever was away can know no more than that."""
    latest = GAME.begun + 60
    timed = evolve(GAME, state=State.OPEN, ended=None, grace=600, latest=latest)
    assert perhaps_abandoned(timed, latest + 600) == (
        "Its time limit of 10 minutes has passed since its last move here: Anna may have called it abandoned."
    )
    assert perhaps_abandoned(timed, latest + 599) is None
    for game in (evolve(timed, grace=0), evolve(timed, latest=None), evolve(timed, state=State.ABANDONED)):
        assert perhaps_abandoned(game, latest + 600) is None
