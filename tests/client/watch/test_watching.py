"""Following a game out of the store: as it was said, as far as both players know it, and nothing secret."""

from __future__ import annotations

import io
import sqlite3
from collections.abc import Callable

import pytest
import trio

from mandala_client.linear.live_telling import LiveTelling
from mandala_client.linear.voice import Voice
from mandala_client.records.replay import RecordedReplay, frames_of
from mandala_client.records.watch_sentences import points, standing
from mandala_client.records.watching import Watched, Watching, follow, follow_all, game_to_watch, games_to_watch
from mandala_client.screens.watch_screen import watch_screen
from mandala_client.text.sorry import Sorry
from mandala_client.ui.style import FULL_LOOK
from mandala_net.match.game_lock import lock_game, note_absence
from mandala_net.store import public_store
from mandala_net.store.public_store import PUBLIC_COLUMNS
from mandala_net.store.store import SavedGame, State
from mandala_protocol.poker.workers import Serial
from mandala_protocol.record.transcript import read
from mandala_protocol.seats import Seat
from mandala_protocol.wire.messages import Key, Move
from tests import published
from tests.client.scenes import SIZES, words_on
from tests.client.watch.conftest import PEER, Entries, Kept, before_keys

PUBLISHED = [read(message) for message in published.ENTRIES]
"""A short game, in which both want the live score."""


def replayed(entries: Entries) -> RecordedReplay:
    """The same game for someone who has its whole record."""
    return frames_of([entry.message() for entry in entries], Serial())


# What is seen.


@pytest.mark.parametrize("game", ["whole", "tiles"])
def test_a_game_that_grows_is_seen_step_by_step(kept: Kept, game: str, request: pytest.FixtureRequest) -> None:
    entries: Entries = request.getfixturevalue(game)
    all_but_keys = before_keys(entries)
    expected = replayed(all_but_keys)
    saved = kept.begin(entries[:2])
    watching, seen = kept.watch(saved), list[Watched]()
    for number in range(2, len(all_but_keys), 7):
        saved.append(all_but_keys[number : number + 7])
        seen.append(watching.look())
        told = [frame.sentences for frame in seen[-1].frames]
        assert told == [frame.sentences for frame in expected.frames][: len(told)]
    saved.append(entries[kept.stored(saved).entries :])
    last = watching.look()
    assert last.has_result
    assert last.state == replayed(entries).frames[-1].state
    assert [len(one.frames) for one in seen] == sorted(len(one.frames) for one in seen)
    assert watching.look() == last


def test_the_last_move_is_marked_until_the_game_is_over(kept: Kept, whole: Entries) -> None:
    saved = kept.begin(before_keys(whole))
    watching = kept.watch(saved)
    (latest,) = watching.look().scene.latest
    assert latest.number == max(entry.number for entry in whole if isinstance(entry.body, Move))
    saved.append(whole[kept.stored(saved).entries :])
    assert not watching.look().scene.latest


def test_points_are_shown_as_they_stand_if_both_players_want_that(kept: Kept, tiles: Entries) -> None:
    agreed = kept.watch(kept.begin(before_keys(PUBLISHED))).look()
    assert agreed.scene.scored is True
    assert "0 open" in text_of(agreed)
    saved = kept.begin(before_keys(tiles))
    alone = kept.watch(saved)
    assert alone.look().scene.scored is False
    assert "points" not in text_of(alone.look()).partition("what happened")[0]
    saved.append(tiles[kept.stored(saved).entries :])
    assert points(alone.look())


def text_of(watched: Watched, columns: int = 80, lines: int = 24) -> str:
    return words_on(watch_screen(watched, FULL_LOOK, columns, lines).rows)


# What is not.


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> set[tuple[str | None, str | None]]:
    """All columns that SQLite is asked for, each with its table."""
    columns: set[tuple[str | None, str | None]] = set()
    judge = public_store.only_public

    def listen(action: int, what: str | None, detail: str | None, database: str | None, by: str | None) -> int:
        if action == sqlite3.SQLITE_READ:
            columns.add((what, detail))
        return judge(action, what, detail, database, by)

    monkeypatch.setattr(public_store, "only_public", listen)
    return columns


def test_no_secret_column_is_ever_asked_for(
    kept: Kept, whole: Entries, asked: set[tuple[str | None, str | None]]
) -> None:
    saved = kept.begin(whole[:2])
    watching = kept.watch(saved)
    for number in range(2, len(whole), 9):
        saved.append(whole[number : number + 9])
        watching.look()
    with kept.public.opened() as games:
        games_to_watch(games, kept.paths)
    assert ("entries", "payload") in asked
    assert {(table, column) for table, columns in PUBLIC_COLUMNS.items() for column in columns} >= asked
    assert ("games", "seed") not in asked


def test_a_key_is_not_read_before_both_are_open(kept: Kept, whole: Entries, monkeypatch: pytest.MonkeyPatch) -> None:
    statements: list[str] = []
    connect = sqlite3.connect

    def listening(*args: object, **options: object) -> sqlite3.Connection:
        opened: sqlite3.Connection = connect(*args, **options)  # type: ignore[call-overload]
        opened.set_trace_callback(statements.append)
        return opened

    monkeypatch.setattr(sqlite3, "connect", listening)
    first, second = (entry.number for entry in whole if isinstance(entry.body, Key))
    saved = kept.begin(whole[: first + 1])
    watching = kept.watch(saved)
    assert not watching.look().has_result
    number_of_key = f"number = {first}"
    assert f"number = {first - 1}" in " ".join(statements)
    assert number_of_key not in " ".join(statements)
    saved.append([whole[second]])
    assert watching.look().has_result
    assert number_of_key in " ".join(statements)


def test_no_picture_of_a_whole_game_says_what_only_a_player_knows(kept: Kept, whole: Entries) -> None:
    entries = before_keys(whole)
    known = [frame.sentences for frame in replayed(whole).frames]
    public = [frame.sentences for frame in replayed(entries).frames]
    hidden = {one for sentences, plain in zip(known, public, strict=False) for one in sentences if one not in plain}
    assert any("drew 1 red" in one for one in hidden)
    saved = kept.begin(entries[:2])
    watching = kept.watch(saved)
    for number in range(2, len(entries), 5):
        saved.append(entries[number : number + 5])
        watched = watching.look()
        assert watched.scene.held == (None, None)
        assert all(frame.held == (None, None) for frame in watched.frames)
        for size in (*SIZES, (200, 60)):
            text = text_of(watched, *size)
            assert not [one for one in hidden if one in text]
            assert " with " not in text  # as "cup 3 with p1 k1"


# What is new.


def test_a_glance_reads_nothing_while_nothing_is_written(kept: Kept, whole: Entries) -> None:
    saved = kept.begin(whole[:40])
    watching = kept.watch(saved)
    glances = [watching.glance() for _ in range(20)]
    assert glances[0] is not None
    assert sum(glance is not None for glance in glances) < len(glances) / 2
    saved.append(whole[40:60])
    seen = watching.glance()
    assert seen is not None
    assert len(seen.frames) > len(glances[0].frames)


def test_what_is_the_same_is_not_shown_again(kept: Kept, whole: Entries, monkeypatch: pytest.MonkeyPatch) -> None:
    saved = kept.begin(before_keys(whole))
    watching, shown, looks = kept.watch(saved), list[Watched](), list[Watched]()
    look = watching.look

    def counted() -> Watched:
        if len(looks) == 3:
            saved.append(whole[kept.stored(saved).entries :])
        looks.append(look())
        return looks[-1]

    monkeypatch.setattr(watching, "look", counted)
    trio.run(follow, watching, shown.append, lambda seen: seen.has_result)
    assert len(looks) == 4
    assert [one.has_result for one in shown] == [False, True]


def test_the_next_game_of_the_same_two_follows(kept: Kept, whole: Entries) -> None:
    first = kept.begin(whole)
    shown: list[Watched] = []

    def show(seen: Watched) -> None:
        shown.append(seen)
        if seen.stored.row == first.row:
            kept.begin(PUBLISHED[:20], peer=bytes(32))  # other people
            kept.begin(PUBLISHED[:20])
        else:
            raise _Seen

    with pytest.raises(_Seen):
        trio.run(follow_all, lambda game: Watching(kept.public, kept.paths.locks, game), kept.stored(first), show)
    assert shown[0].has_result
    assert (shown[-1].stored.peer, shown[-1].goes_on) == (PEER, True)


class _Seen(Exception):
    """The test has seen enough."""


# How it stands.


def test_whose_turn_it_is_is_said_by_name(seen: Callable[[Entries], Watched], whole: Entries) -> None:
    assert standing(seen(whole[:2])).startswith("Both players agree on a key")
    assert standing(seen(whole[:6])) == "Shuffling, 1 of 2: Anna shuffles the cards."
    assert standing(seen(whole[:8])) == "Dealing the cards …"
    moves = [entry.number for entry in whole if isinstance(entry.body, Move)]
    assert standing(seen(whole[: moves[0]])) == "It is Anna's turn."
    assert standing(seen(before_keys(whole))) == "The game is over; revealing all cards …"
    assert standing(seen(whole)).startswith("Anna wins 14 to 9.")


@pytest.mark.parametrize(
    ("state", "text"),
    [
        (State.ADJOURNED, "Both players have adjourned the game."),
        (State.ABANDONED, "The game was abandoned, without a result."),
        (State.BROKEN, "The game was broken off, without a result."),
        (State.DROPPED, "The game was put away."),
    ],
)
def test_a_game_in_which_no_one_moves_says_why(kept: Kept, whole: Entries, state: State, text: str) -> None:
    saved = kept.begin(whole[:44])
    watching = kept.watch(saved)
    assert standing(watching.look()).startswith("No one has the game open at the moment.")
    with lock_game(kept.paths.locks, saved.row):
        assert standing(watching.look()) == "Cards are drawn …"
        saved.mark(state)
        seen = watching.look()
        assert standing(seen) == text
        assert seen.goes_on is (state is State.ADJOURNED)


def test_whoever_looks_on_is_told_who_is_away_and_what_comes_when_they_are_back(kept: Kept, whole: Entries) -> None:
    first = next(number for number, entry in enumerate(whole) if isinstance(entry.body, Move))
    saved, said = kept.begin(whole[: first + 1]), io.StringIO()
    telling, watching = LiveTelling(Voice(said)), kept.watch(saved)
    away = "Ben is away. The game continues when Ben is back."
    with lock_game(kept.paths.locks, saved.row):
        for gone in (False, True, True, False, False):
            note_absence(kept.paths.locks, saved.row, away=gone)
            seen = watching.look()
            assert (standing(seen) == away) is seen.is_other_away is gone
            telling.show(seen)
        turn = standing(watching.look())
    note_absence(kept.paths.locks, saved.row, away=True)
    assert not watching.look().is_other_away, "no one plays it"
    assert said.getvalue().splitlines()[-2:] == [away, turn]


def test_a_game_that_is_gone_is_told_in_a_sentence(kept: Kept, whole: Entries) -> None:
    saved = kept.begin(whole[:40])
    watching = kept.watch(saved)
    watching.look()
    kept.store.forget(saved.row)
    with pytest.raises(Sorry, match=r"^The game [0-9a-f]{8} is gone from the store\.$"):
        watching.look()
    for file in kept.paths.data.glob("games.sqlite*"):
        file.unlink()
    with pytest.raises(Sorry, match="is gone from the store"):
        watching.look()


def test_a_game_that_only_another_version_knows_is_told_in_a_sentence(kept: Kept, whole: Entries) -> None:
    saved = kept.begin(whole[:40])
    kept.store._database.execute("UPDATE games SET game = 'checkers'")
    with pytest.raises(Sorry, match="does not know the game “checkers”"):
        kept.watch(saved).look()


# Which game.


def found(kept: Kept) -> list[int]:
    """The rows of the games that are offered."""
    with kept.public.opened() as games:
        return [game.row for game in games_to_watch(games, kept.paths)]


def test_the_game_that_is_played_is_the_one_to_watch(kept: Kept, whole: Entries) -> None:
    assert found(kept) == []
    older, newer = kept.begin(whole[:40]), kept.begin(PUBLISHED[:20], peer=bytes(32))
    kept.begin(whole)
    kept.begin(whole[:1], peer=bytes([1]) * 32)
    assert found(kept) == [newer.row, older.row]
    with lock_game(kept.paths.locks, older.row):
        assert found(kept) == [older.row]


def test_of_a_game_against_oneself_one_side_is_watched(kept: Kept, whole: Entries) -> None:
    kept.begin(whole[:40], seat=Seat.GUEST)
    hosted = kept.begin(whole[:40])
    assert found(kept) == [hosted.row]


def digits(kept: Kept, saved: SavedGame) -> str:
    game_id = kept.stored(saved).game_id
    assert game_id is not None
    return game_id.hex()[:8]


@pytest.mark.parametrize(
    ("state", "text"),
    [
        (State.FINISHED, r"is over\. To look at it: .* replay"),
        (State.BROKEN, r"is broken off\. To see why: .* verify"),
        (State.DROPPED, r"is put away\. To resume it: .* resume"),
    ],
)
def test_a_game_that_is_closed_is_not_watched(kept: Kept, whole: Entries, state: State, text: str) -> None:
    saved = kept.begin(whole[:40])
    named = digits(kept, saved)
    with kept.public.opened() as games:
        assert game_to_watch(games, named).row == saved.row
        saved.mark(state)
        with pytest.raises(Sorry, match=text):
            game_to_watch(games, named)
        with pytest.raises(Sorry, match="There is no game 00000000 here"):
            game_to_watch(games, "00000000")
        with pytest.raises(Sorry, match="at least the first 4 characters"):
            game_to_watch(games, "ab")


# Told in sentences.


def test_whoever_comes_while_cards_are_dealt_is_told_whose_turn_it_is_then(kept: Kept, whole: Entries) -> None:
    first = next(number for number, entry in enumerate(whole) if isinstance(entry.body, Move))
    saved, said = kept.begin(whole[:2]), io.StringIO()
    telling = LiveTelling(Voice(said))
    with lock_game(kept.paths.locks, saved.row):
        watching = kept.watch(saved)
        telling.show(watching.look())
        for entry in whole[2:first]:
            saved.append([entry])
            telling.show(watching.look())
        turn = standing(watching.look())
        assert turn in ("It is Anna's turn.", "It is Ben's turn.")
        assert said.getvalue().splitlines()[-1] == turn
        saved.append([whole[first]])
        telling.show(watching.look())
    assert said.getvalue().count(turn) == 1
