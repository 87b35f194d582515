"""Whole games at two full screens: the real program in two pseudo-terminals, both played with the keys alone.

What is hidden stays hidden: how that is searched for is told at the tests that do it.
"""

from __future__ import annotations

import re
import signal
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any, Final

import pytest
from attrs import evolve, frozen

from mandala_client.records.replay import RecordedReplay
from mandala_protocol.games.game import EndReason, Over, Result
from mandala_protocol.games.mandala import MANDALA
from mandala_protocol.record.transcript import read
from mandala_protocol.record.verification import read_messages
from mandala_protocol.seats import Seat
from mandala_protocol.wire.messages import Key
from tests.e2e.hands import Hands, play_to_the_end, play_until
from tests.e2e.onlooker import Onlooker, mentions_cards, replay_of
from tests.e2e.programs import Player
from tests.e2e.seen_table import LETTERS, SeenTable, read_table, whose_turn
from tests.e2e.watched import (
    ENTER,
    INTERRUPT,
    RESIGN,
    SMALL,
    WIDE,
    Room,
    Watched,
    two_at_a_table,
)

_TITLES: Final = {"", "Mandala", "Mandala: your turn", "Mandala: the game is over"}
_NOT_YET: Final = ("reason", "ended", "host_score", "guest_score", "winner")
_HALFWAY: Final = 8


@frozen
class Drawn:
    """The drawings of one terminal in a game, up to the page of its end: tables, and screens without one."""

    tables: tuple[str, ...]
    pages: tuple[str, ...]
    titles: tuple[str, ...]
    all_bytes: bytes


@frozen
class Kept:
    """The files of a program at a moment: the row of the game, its entries, and all files as they are."""

    row: dict[str, Any]
    entries: list[tuple[bytes, bytes]]
    files: dict[str, bytes]


@frozen
class Evening:
    """A game from the first key to the last page, and another one, that was resigned.

    By seat: ``moves`` how many were made in the first game, ``halfway`` what was kept in its middle, ``drawn`` what was
    drawn until its end; ``ends`` the last screens of both games, ``begun_anew`` the first tables of the second,
    ``codes`` the exit codes.
    """

    players: tuple[Player, Player]
    moves: tuple[int, int]
    halfway: tuple[Kept, Kept]
    drawn: tuple[Drawn, Drawn]
    ends: tuple[tuple[str, str], tuple[str, str]]
    begun_anew: tuple[str, str]
    codes: tuple[int, int]

    @property
    def replays(self) -> tuple[RecordedReplay, RecordedReplay]:
        """Both games, by their records, in the order in which they were played."""
        records = sorted(self.players[0].records, key=lambda path: path.stat().st_mtime_ns)
        first, second = (replay_of(path.read_bytes()) for path in records)
        return first, second


@pytest.fixture(scope="module")
def evening(tmp_path_factory: pytest.TempPathFactory) -> Evening:
    """Anna and Ben play until a game is over, and then half-heartedly another one."""
    folder = tmp_path_factory.mktemp("evening")
    players = Player(folder / "anna"), Player(folder / "ben")
    with two_at_a_table(folder, "--first", "host") as (room, anna, ben):
        hands = Hands(room, anna), Hands(room, ben)
        play_until(room, hands, lambda: made(hands) >= _HALFWAY)
        halfway = kept(players[0]), kept(players[1])
        play_to_the_end(room, hands)
        drawn = drawn_by(anna), drawn_by(ben)
        first = anna.text, ben.text
        begun_anew = play_again(room, anna, ben)
        resign(room, ben, "Anna")
        for terminal in (anna, ben):
            room.see(terminal, "This series, 2 games", "q leave")
        second = anna.text, ben.text
        anna.type("q")
        room.see(anna, "Leave without another game?")
        anna.type("y")
        anna_left = room.leave(anna)
        room.see(ben, "Anna will not play another game.")
        ben.type("q")
        codes = anna_left, room.leave(ben)
    return Evening(
        players, (len(hands[0].moves), len(hands[1].moves)), halfway, drawn, (first, second), begun_anew, codes
    )


def made(hands: tuple[Hands, Hands]) -> int:
    """The number of moves that both have made."""
    return sum(len(side.moves) for side in hands)


def kept(player: Player) -> Kept:
    """The files of this player now, while the program runs."""
    store = player.home / "data" / "games.sqlite"
    with closing(sqlite3.connect(f"{store.as_uri()}?mode=ro", uri=True)) as database:
        database.row_factory = sqlite3.Row
        (row,) = database.execute("SELECT * FROM games").fetchall()
        entries = database.execute("SELECT payload, signature FROM entries ORDER BY number").fetchall()
    files = {str(path.relative_to(player.home)): path.read_bytes() for path in player.home.rglob("*") if path.is_file()}
    return Kept(dict(row), [tuple(entry) for entry in entries], files)


def drawn_by(terminal: Watched) -> Drawn:
    """The drawings so far; of pages, only those before the last table."""
    count = len(terminal.tables)
    pages = tuple(page for before, page in terminal.pages if before < count)
    return Drawn(tuple(terminal.tables), pages, tuple(terminal.titles), bytes(terminal.all_bytes))


def play_again(room: Room, anna: Watched, ben: Watched) -> tuple[str, str]:
    """Both press the key for another game, Anna first; the first tables of it."""
    counts = len(anna.tables), len(ben.tables)
    anna.type("r")
    room.see(anna, "Waiting for Ben to choose another game")
    room.see(ben, "Anna wants to play again.")
    ben.type("r")
    room.wait(lambda: len(anna.tables) > counts[0] and len(ben.tables) > counts[1], "another table on both sides")
    return anna.tables[counts[0]], ben.tables[counts[1]]


def resign(room: Room, terminal: Watched, winner: str) -> None:
    """Press the key for it and think better of it; then press it again and mean it."""
    for answer in ("n", "y"):
        terminal.type(RESIGN)
        room.see(terminal, f"Resign? Then {winner} wins. (y/n)")
        terminal.type(answer)
        room.wait(lambda: "Resign? Then" not in terminal.flowing, "an answer")


def without_words(table: SeenTable) -> SeenTable:
    """The cards alone: what the log tells of begins anew with a program."""
    return evolve(table, panes=())


def told_of(name: str, screen: str) -> list[str]:
    """The lines of the log that begin with this name."""
    logs = [pane for pane in read_table(screen).panes if pane.title == "what happened"]
    rows = [row.lstrip(" ▸") for pane in logs for row in pane.rows]
    return [row for row in rows if row.startswith(f"{name} ")]


def result_of(replay: RecordedReplay) -> Result:
    """The result of the game, by its record."""
    over = MANDALA.expects(replay.frames[-1].state)
    assert isinstance(over, Over)
    return over.result


def score_on(screen: str) -> tuple[str, int, int]:
    """The winner on a page of the end ("you", a name, "a draw"), and the points, those of the winner first."""
    told = re.search(r"Game over: (?:(\w+) wins? |(a draw), )(\d+) to (\d+)", " ".join(screen.split()))
    assert told is not None, screen
    return told[1] or told[2], int(told[3]), int(told[4])


def command_on(screen: str) -> list[str]:
    """The command that a page of the end shows, in whatever rows it stands, in words."""
    after = screen[screen.index("mandala-lan verify") :]
    return after.partition("\n\n")[0].replace("\n", "").split()


def test_two_people_play_a_whole_game_and_both_see_its_score_and_how_to_verify_it(evening: Evening) -> None:
    replay, _ = evening.replays
    result = result_of(replay)
    host, guest = result.scores
    expected = {
        Seat.HOST: (("you", host, guest), ("Anna", host, guest)),
        Seat.GUEST: (("Ben", guest, host), ("you", guest, host)),
        None: (("a draw", host, guest), ("a draw", guest, host)),
    }
    assert tuple(map(score_on, evening.ends[0])) == expected[result.winner]
    assert evening.codes == (0, 0)


def test_the_command_that_both_see_at_the_end_finds_the_same_valid_record(evening: Evening) -> None:
    commands = [command_on(screen) for screen in evening.ends[0]]
    assert [command[:-1] for command in commands] == [["mandala-lan", "verify"]] * 2
    told = []
    for player, command in zip(evening.players, commands, strict=True):
        verdict = player.run(*command[1:])
        assert verdict.returncode == 0, verdict.stdout
        assert verdict.stdout.splitlines()[-1].startswith("VALID: ")
        told.append(verdict.stdout)
    assert told[0] == told[1]
    assert f"{max(result_of(evening.replays[0]).scores)} to" in told[0]


def test_the_other_one_begins_the_rematch_and_the_evening_is_counted(evening: Evening) -> None:
    first, second = evening.replays
    assert (first.frames[0].state.first, second.frames[0].state.first) == (Seat.HOST, Seat.GUEST)
    assert [whose_turn(table) for table in evening.begun_anew] == ["Ben", "you"]
    result, resigned = result_of(first), result_of(second)
    assert (resigned.winner, resigned.termination) == (Seat.HOST, EndReason.RESIGNED)
    for seat, screen in zip(Seat, evening.ends[1], strict=True):
        text = " ".join(screen.split())
        own = [one.winner is seat for one in (result, resigned)].count(True)
        theirs = [one.winner is seat.other for one in (result, resigned)].count(True)
        assert f"This series, 2 games: you won {own}, {('Ben', 'Anna')[seat]} won {theirs}" in text
        points = [result.scores[one] + resigned.scores[one] for one in (seat, seat.other)]
        assert f"Total points: you {points[0]}, {('Ben', 'Anna')[seat]} {points[1]}." in text
        assert ("You resigned; Anna wins." if seat is Seat.GUEST else "Ben resigned; you win.") in text


@pytest.mark.parametrize("seat", Seat)
def test_no_table_of_a_side_ever_shows_more_than_that_side_can_know(evening: Evening, seat: Seat) -> None:
    """Every table that was drawn in a whole game is compared with the record, in which all cards are open at the end.

    Each must be the public position of a step of the game, in order, with the own hand and the own two cards in the
    cup at that step; in the row of the other player only the numbers of cards are allowed. Whatever else stands on the
    screen - log, titles, status, preview, input - may only name a card, a colour or a move in sentences that come from
    the public position at that step and the own cards. So nothing is left where a card of the other could stand.
    """
    replay, _ = evening.replays
    drawn = evening.drawn[seat]
    seen = Onlooker(replay, seat).check([read_table(text) for text in drawn.tables])
    assert seen >= evening.moves[seat] > 0
    assert not [page for page in drawn.pages if mentions_cards(page)]


@pytest.mark.parametrize("seat", Seat)
def test_no_title_and_no_log_tells_of_a_card(evening: Evening, seat: Seat) -> None:
    """Titles and log files are seen by others too, so that not even the own cards may be named there."""
    drawn = evening.drawn[seat]
    assert set(drawn.titles) <= _TITLES
    assert "Mandala: your turn" in drawn.titles
    log = evening.players[seat].log
    assert not mentions_cards(log)
    assert "Traceback" not in log


@pytest.mark.parametrize("seat", Seat)
def test_nothing_that_a_side_keeps_or_draws_opens_the_cards_of_the_other(evening: Evening, seat: Seat) -> None:
    """Whoever has the other's seed, or the key that comes of it, can open all of the other's cards from the entries.

    In the middle of the game neither is in a file of this side, nor ever in what it draws; and beside its own seed and
    the entries, which both sides have alike, it keeps nothing that tells of cards, nor of the end.
    """
    own, other = evening.halfway[seat], evening.halfway[seat.other]
    replay, _ = evening.replays
    (record,) = [path for path in evening.players[seat].records if replay.game_id.hex()[:8] in path.name]
    keys = [entry.body.secret for entry in map(read, read_messages(record.read_bytes())) if isinstance(entry.body, Key)]
    secrets = [other.row["seed"], *keys]
    everything = {**own.files, "the screen": evening.drawn[seat].all_bytes}
    assert {"data/games.sqlite", "log/mandala-lan.log"} <= set(everything)
    for name, content in everything.items():
        for secret in secrets:
            assert len(secret) == 32
            assert secret not in content, name
            assert secret.hex().encode() not in content.lower(), name
    own_secrets = [own.row["seed"], keys[seat]]
    for name in ("log/mandala-lan.log", "the screen"):
        for secret in own_secrets:
            assert secret not in everything[name], name
            assert secret.hex().encode() not in everything[name].lower(), name
    common = min(len(own.entries), len(other.entries))
    assert common > _HALFWAY
    assert own.entries[:common] == other.entries[:common]
    assert [own.row[column] for column in _NOT_YET] == [None] * len(_NOT_YET)
    assert not [value for value in own.row.values() if isinstance(value, str) and mentions_cards(value)]


def test_two_windows_of_different_size_are_made_tiny_and_large_again_in_the_middle_of_a_game(tmp_path: Path) -> None:
    """In a window that shows nothing no key plays; a move that comes meanwhile is there when the window is large again.

    All tables of both, of the small form and of the wide one, are held against the record as in the whole game.
    """
    with two_at_a_table(tmp_path, "--first", "host", sizes=(SMALL, WIDE)) as (room, anna, ben):
        hands = Hands(room, anna), Hands(room, ben)
        play_until(room, hands, lambda: made(hands) >= 4 and "Your turn:" in anna.table)
        laid = read_table(anna.table)
        room.shrink(anna)
        anna.type(f"C{next(letter for letter, count in zip(LETTERS, laid.held, strict=True) if count)}1{ENTER}")
        anna.type(INTERRUPT)
        room.see(anna, "L")
        anna.type("x")
        room.see(anna, "T")
        room.enlarge(anna, SMALL, lambda table: "▸Anna " in table)
        assert read_table(anna.table) == laid
        sentences = told_of("Anna", ben.table)
        room.shrink(ben)
        hands[0].move()
        room.enlarge(ben, WIDE, lambda table: told_of("Anna", table) != sentences)
        play_until(room, hands, lambda: made(hands) >= 10)
        drawn = drawn_by(anna), drawn_by(ben)
        resign(room, anna, "Ben")
        for terminal in (anna, ben):
            room.see(terminal, "resigned", "q leave")
    (record,) = Player(tmp_path / "anna").records
    for seat in Seat:
        tables = [read_table(text) for text in drawn[seat].tables]
        assert Onlooker(replay_of(record.read_bytes()), seat).check(tables) >= len(hands[seat].moves)
        assert not [page for page in drawn[seat].pages if mentions_cards(page)]


def test_whoever_hangs_up_is_told_to_be_away_and_goes_on_at_a_screen_where_the_game_was(tmp_path: Path) -> None:
    """First Ben, who has joined; then Anna, who hosts, and comes back at the port that she had."""
    with two_at_a_table(tmp_path, "--first", "host") as (room, anna, ben):
        hands = Hands(room, anna), Hands(room, ben)
        play_until(room, hands, lambda: made(hands) >= 3 and "Your turn:" in ben.table)
        with coming_back(room, Player(tmp_path / "ben"), ben, anna, "0") as ben_again:
            room.see(ben_again, "Your turn")
            hands = Hands(room, anna), Hands(room, ben_again)
            play_until(room, hands, lambda: made(hands) >= 2 and "Your turn:" in ben_again.table)
            room.wait(lambda: "Ben is thinking." in anna.table, "the turn on the other side")
            with coming_back(room, Player(tmp_path / "anna"), anna, ben_again, room.port) as anna_again:
                room.see(anna_again, "Ben is thinking")
                hands = Hands(room, anna_again), Hands(room, ben_again)
                play_until(room, hands, lambda: made(hands) >= 2)
                resign(room, anna_again, "Ben")
                room.see(anna_again, "You resigned; Ben wins.", "q leave")
                room.see(ben_again, "Anna resigned; you win.", "q leave")
    records = [path.read_bytes() for name in ("anna", "ben") for path in Player(tmp_path / name).records]
    assert len(records) == 2
    assert records[0] == records[1]
    assert result_of(replay_of(records[0])).winner is Seat.GUEST


@contextmanager
def coming_back(room: Room, player: Player, leaves: Watched, stays: Watched, port: str) -> Iterator[Watched]:
    """One side hangs up, the other is told, and the first is started anew, on this port; its new terminal."""
    laid, name = read_table(leaves.table), player.home.name.title()
    leaves.process.send_signal(signal.SIGHUP)
    assert room.leave(leaves) == 128 + signal.SIGHUP
    room.see(stays, f"{name} is away: the program was stopped.", f"{name} is away, reconnecting")
    with room.start(player, "resume", "--local", "--port", port) as back:
        room.see(stays, f"{name} is back. The game continues where it was.")
        room.wait(lambda: back.table, "the table")
        assert without_words(read_table(back.table)) == without_words(laid)
        yield back
