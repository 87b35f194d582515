"""The store: what was written is there, as it was said, and the table of games tells how each game stands."""

from __future__ import annotations

import os
import secrets
import sqlite3
import stat
from collections.abc import Iterator
from contextlib import closing
from itertools import islice
from pathlib import Path

import pytest
from attrs import evolve

from mandala_net.store.store import MAX_EVIDENCE, MOST_UNACCEPTED, SavedGame, State, Store, StoreError
from mandala_net.trust.identity import Identity
from mandala_protocol.conversation.kept_entries import KeptEntry
from mandala_protocol.errors import Code
from mandala_protocol.record.transcript import START, Entry, read, seal
from mandala_protocol.seats import Seat
from mandala_protocol.wire.messages import Accept, Adjourn, Body, Commit, End, Move, Propose, Share
from tests import published
from tests.narrowing import present

PEER, OTHER_PEER = bytes(range(32)), bytes(range(1, 33))
SEED = bytes(range(100, 132))
GAME = [read(message) for message in published.ENTRIES]
"""A whole game: the published one."""

ANNA = Identity.generate()


class Clock:
    """Time that passes when a test says so."""

    def __init__(self) -> None:
        self.seconds = 1_000.0

    def __call__(self) -> float:
        return self.seconds


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "games.sqlite"


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def store(path: Path, clock: Clock) -> Iterator[Store]:
    with Store(path, now=clock) as opened:
        yield opened


def entries(count: int, start: int = 0) -> list[Entry]:
    return [seal(number, START, Commit(bytes([number]) * 64), ANNA) for number in range(start, start + count)]


def proposal(name: str = "Anna", grace: int = 0) -> Entry:
    return seal(0, START, Propose("mandala", "lot", grace, False, ANNA.public, name, secrets.token_bytes(32)), ANNA)


def after(entry: Entry, body: Body) -> Entry:
    return seal(entry.number + 1, entry.head, body, ANNA)


def acceptance(of: Entry, name: str = "Ben") -> Entry:
    return after(of, Accept(False, ANNA.public, name, bytes(32)))


# Entries.


def test_entries_come_back_as_they_were_said(path: Path) -> None:
    said = entries(3)
    with Store(path) as store:
        game = store.begin(Seat.GUEST, PEER, SEED)
        game.append(said[:1])
        game.append(said[1:])
    with Store(path) as store:
        assert store.take_up(game.row).messages() == [entry.message() for entry in said]


def test_games_do_not_mix(store: Store) -> None:
    one, other = store.begin(Seat.HOST, PEER, SEED), store.begin(Seat.GUEST, PEER, SEED)
    one.append(entries(2))
    assert other.messages() == []
    assert store.game(other.row).entries == 0


def test_an_entry_is_never_overwritten(store: Store) -> None:
    first, second = entries(1), [proposal()]
    game = store.begin(Seat.HOST, PEER, SEED)
    game.append(first)
    with pytest.raises(StoreError):
        game.append(second)
    assert game.messages() == [first[0].message()]
    assert store.game(game.row).proposal is None


def test_several_entries_are_saved_all_or_none(store: Store) -> None:
    said = entries(2)
    game = store.begin(Seat.HOST, PEER, SEED)
    with pytest.raises(StoreError):
        game.append([said[0], said[1], said[1]])
    assert game.messages() == []
    assert store.game(game.row).entries == 0
    game.append(said)
    assert len(game.messages()) == store.game(game.row).entries == 2


def test_what_is_no_entry_cannot_be_saved(store: Store) -> None:
    game = store.begin(Seat.HOST, PEER, SEED)
    with pytest.raises(AttributeError):
        game.append([b"no entry"])  # type: ignore[list-item]
    assert game.messages() == []


def test_nothing_is_saved_of_a_game_that_is_not_there(store: Store) -> None:
    with pytest.raises(StoreError, match="no game 7"):
        SavedGame(store, 7).append(entries(1))
    for ask in (store.take_up, store.game, lambda row: SavedGame(store, row).seed()):
        with pytest.raises(StoreError, match="no game 7"):
            ask(7)


# How a game stands.


def test_the_table_of_games_tells_all_of_a_finished_game(store: Store, clock: Clock) -> None:
    game = store.begin(Seat.GUEST, PEER, SEED, bot="greedy")
    for entry in GAME:
        clock.seconds += 1.7
        game.append([entry])
    result = published.GAME["result"]
    stored = store.game(game.row)
    assert stored == evolve(
        stored,
        row=game.row,
        seat=Seat.GUEST,
        peer=PEER,
        begun=1_000,
        ended=int(clock.seconds),
        state=State.FINISHED,
        settled=False,
        entries=len(GAME),
        moves=sum(isinstance(entry.body, Move) for entry in GAME),
        game="mandala",
        proposal=bytes.fromhex(published.GAME["proposal"]),
        game_id=bytes.fromhex(published.GAME["game_id"]),
        names=published.NAMES,
        grace=0,
        reason=result["reason"],
        scores=tuple(result["scores"]),
        winner=Seat(result["winner"]),
        address=None,
        bot="greedy",
    )
    assert stored.opponent_name == published.NAMES[0]


def test_the_finished_games_against_the_same_player_are_found_and_those_of_bots_by_the_bot(store: Store) -> None:
    def played(peer: bytes, bot: str | None = None, entries: int | None = None) -> int:
        game = store.begin(Seat.HOST, peer, SEED, bot=bot)
        game.append(GAME[:entries])
        return game.row

    person = {played(PEER), played(PEER)}
    greedy = {played(PEER, "greedy"), played(OTHER_PEER, "greedy")}
    unfinished = played(PEER, entries=-1)
    played(OTHER_PEER)
    played(OTHER_PEER, "random")
    for played_now in (min(person), unfinished):
        assert {game.row for game in store.finished_with(store.game(played_now))} == person
    assert {game.row for game in store.finished_with(store.game(min(greedy)))} == greedy


def test_the_finished_games_of_another_kind_are_not_among_them(path: Path, clock: Clock) -> None:
    with Store(path, now=clock) as store:
        games = [store.begin(Seat.HOST, PEER, SEED, bot=bot) for bot in (None, None, "random", "random")]
        for game in games:
            game.append(GAME)
    with closing(sqlite3.connect(path)) as database, database:
        database.executemany("UPDATE games SET game = 'nim' WHERE id = ?", [(games[0].row,), (games[2].row,)])
    with Store(path, now=clock) as store:
        for game in games:
            assert [one.row for one in store.finished_with(store.game(game.row))] == [game.row]


def test_it_does_not_matter_in_how_many_pieces_entries_are_saved(path: Path, clock: Clock) -> None:
    with Store(path, now=clock) as store:
        at_once, singly = store.begin(Seat.HOST, PEER, SEED), store.begin(Seat.HOST, PEER, SEED)
        at_once.append(GAME)
        for entry in GAME:
            singly.append([entry])
        assert evolve(store.game(singly.row), row=at_once.row) == store.game(at_once.row)


def test_a_game_is_open_until_both_have_signed_the_result(store: Store) -> None:
    game = store.begin(Seat.HOST, PEER, SEED)
    game.append(GAME[:-1])
    assert (store.game(game.row).state, store.game(game.row).ended) == (State.OPEN, None)
    game.append(GAME[-1:])
    assert store.game(game.row).state is State.FINISHED


def test_what_is_agreed_is_told_with_names_that_can_be_shown(store: Store) -> None:
    first = proposal("An\x1b[2Jna\u202e", grace=600)
    game = store.begin(Seat.HOST, PEER, SEED)
    game.append([first])
    stored = store.game(game.row)
    assert (stored.names, stored.grace, stored.game_id) == (("An[2Jna", None), 600, None)
    game.append([acceptance(first, "\n")])
    assert store.game(game.row).names == ("An[2Jna", "?")


def test_an_adjourned_game_is_open_again_with_the_next_entry(store: Store) -> None:
    first = proposal()
    second = acceptance(first)
    adjourned = after(second, Adjourn(0, bytes(64)))
    game = store.begin(Seat.HOST, PEER, SEED)
    game.append([first, second, adjourned])
    assert store.game(game.row).state is State.ADJOURNED
    game.append([after(adjourned, Commit(bytes(64)))])
    assert store.game(game.row).state is State.OPEN


def test_an_abandoned_game_is_over_without_a_result(store: Store, clock: Clock) -> None:
    first = proposal(grace=60)
    second = acceptance(first)
    game = store.begin(Seat.HOST, PEER, SEED)
    clock.seconds = 2_000.9
    game.append([first, second, after(second, End("abandoned", 0, b""))])
    stored = store.game(game.row)
    assert (stored.state, stored.reason, stored.ended, stored.scores, stored.winner) == (
        State.ABANDONED,
        "abandoned",
        2_000,
        None,
        None,
    )


def test_a_game_that_somebody_gave_up_is_over_only_with_its_result(store: Store) -> None:
    first = proposal()
    second = acceptance(first)
    game = store.begin(Seat.HOST, PEER, SEED)
    game.append([first, second, after(second, End("resigned", 0, b""))])
    assert (store.game(game.row).state, store.game(game.row).reason) == (State.OPEN, None)


def test_a_game_can_be_marked_and_says_when_it_ended(store: Store, clock: Clock) -> None:
    game = store.begin(Seat.HOST, PEER, SEED)
    game.append(entries(1))
    game.mark(State.DROPPED)
    assert (store.game(game.row).state, store.game(game.row).ended) == (State.DROPPED, None)
    game.append(entries(1, start=1))
    assert store.game(game.row).state is State.OPEN
    clock.seconds = 5_000
    game.mark(State.BROKEN)
    clock.seconds = 6_000
    game.mark(State.BROKEN)
    game.append(entries(1, start=2))
    assert (store.game(game.row).state, store.game(game.row).ended) == (State.BROKEN, 5_000)
    game.mark(State.OPEN)
    assert store.game(game.row).ended is None


@pytest.mark.parametrize(
    ("state", "unsettled", "settled"),
    [
        (State.OPEN, True, True),
        (State.ADJOURNED, True, True),
        (State.FINISHED, True, False),
        (State.ABANDONED, True, False),
        (State.BROKEN, False, False),
        (State.DROPPED, False, False),
    ],
)
def test_a_game_can_be_gone_on_with_while_anybody_lacks_anything(
    store: Store, state: State, unsettled: bool, settled: bool
) -> None:
    game = store.begin(Seat.HOST, PEER, SEED)
    game.mark(state)
    assert not store.game(game.row).resumable, "nothing was said yet"
    game.append(entries(1))
    game.mark(state)
    assert store.game(game.row).resumable is unsettled
    assert [stored.row for stored in store.resumable()] == [game.row] * unsettled
    game.settle()
    assert store.game(game.row).settled
    assert store.game(game.row).resumable is settled
    assert len(store.resumable()) == settled


def test_games_are_listed_from_the_newest_without_those_that_never_began(store: Store, clock: Clock) -> None:
    rows = []
    for seconds in (50, 70, 60, 70):
        clock.seconds = seconds
        game = store.begin(Seat.HOST, PEER, SEED)
        game.append(entries(1))
        rows.append(game.row)
        store.begin(Seat.HOST, PEER, SEED)
    assert [game.row for game in store.games()] == [rows[3], rows[1], rows[2], rows[0]]


def test_the_newest_games_are_read_without_the_old_ones(store: Store, path: Path, clock: Clock) -> None:
    count = 150
    for number in range(count):
        clock.seconds = 1_000 + number // 3
        store.begin(Seat.HOST, PEER, SEED).append(entries(1))
    assert [game.row for game in store.games()] == list(range(count, 0, -1))
    with closing(sqlite3.connect(path)) as database, database:
        database.execute("UPDATE games SET host_score = 9007199254740992 WHERE id = 1")
    assert [game.row for game in islice(store.newest_first(), 20)] == list(range(count, count - 20, -1))
    with pytest.raises(StoreError, match="is damaged"):
        store.games()


def test_the_address_of_a_peer_is_remembered(store: Store) -> None:
    game = store.begin(Seat.GUEST, PEER, SEED)
    game.append(entries(1))
    game.remember_address("192.0.2.1:1")
    game.remember_address("[2001:db8::1]:26326")
    assert store.game(game.row).address == "[2001:db8::1]:26326"


def test_a_clock_that_is_set_back_an_hour_neither_loses_nor_closes_a_game(path: Path, clock: Clock) -> None:
    clock.seconds = 10_000.0
    with Store(path, now=clock) as store:
        going_on, ended = store.begin(Seat.HOST, PEER, SEED), store.begin(Seat.HOST, PEER, SEED)
        going_on.append(GAME[:-1])
        ended.append(GAME[:-1])
        clock.seconds -= 3_600
        ended.append(GAME[-1:])
        later = store.begin(Seat.HOST, PEER, SEED)
        later.append(GAME[:2])
    with Store(path, now=clock) as store:
        assert {game.row for game in store.games()} == {going_on.row, ended.row, later.row}
        assert {going_on.row, later.row} <= {game.row for game in store.resumable()}
        over = store.game(ended.row)
        assert present(over.ended) < over.begun
        store.take_up(going_on.row).append(GAME[-1:])
        assert store.game(going_on.row).state is State.FINISHED


# Finding games.


def test_RS5_a_game_is_found_by_its_proposal_and_the_one_who_asks(store: Store) -> None:
    first = proposal()
    rows = []
    for peer in (PEER, OTHER_PEER, PEER):
        game = store.begin(Seat.HOST, peer, SEED)
        game.append([first])
        rows.append(game.row)
    assert present(store.with_proposal(first.head, PEER)).row == rows[2]
    assert present(store.with_proposal(first.head, OTHER_PEER)).row == rows[1]
    assert store.with_proposal(first.head, bytes(32)) is None
    assert store.with_proposal(bytes(32), PEER) is None


def test_one_store_holds_both_sides_of_a_game_against_oneself(store: Store) -> None:
    rows = []
    for seat in Seat:
        game = store.begin(seat, ANNA.public, SEED)
        game.append(GAME[:2])
        rows.append(game.row)
    head = GAME[0].head
    assert [present(store.with_proposal(head, ANNA.public, seat=seat)).row for seat in Seat] == rows
    assert [game.row for game in store.find(GAME[1].head.hex())] == rows[::-1]


def test_a_game_is_found_by_the_first_digits_of_its_id(store: Store) -> None:
    agreed, proposed = store.begin(Seat.HOST, PEER, SEED), store.begin(Seat.HOST, PEER, SEED)
    agreed.append(GAME)
    other = proposal()
    proposed.append([other])
    game_id = GAME[1].head.hex()
    for digits in (game_id, game_id[:4], game_id[:5].upper()):
        assert [game.row for game in store.find(digits)] == [agreed.row]
    assert [game.row for game in store.find(other.head.hex())] == [proposed.row]
    assert store.find(GAME[0].head.hex()) == [], "there is an id, the proposal no longer counts"


@pytest.mark.parametrize("digits", ["", "abc", "____", "%%%%", "zzzz", "a" * 65, "abcd\n", "ab%d"])
def test_what_is_not_four_digits_or_more_finds_nothing(store: Store, digits: str) -> None:
    store.begin(Seat.HOST, PEER, SEED).append(GAME)
    assert store.find(digits) == []


# Evidence.


def kept(entry: Entry, requirement: str = "PL5", lent: Share | None = None) -> KeptEntry:
    return KeptEntry(
        entry.number, entry.message(), Code.FORK if requirement == "TR8" else Code.FALSE_FACE, requirement, lent
    )


def test_refused_entries_are_kept_beside_the_record_with_their_reason_and_help(path: Path) -> None:
    said = entries(2)
    refused = kept(seal(2, said[-1].head, Commit(bytes(64)), ANNA), lent=Share((3,), bytes(32), bytes(32), bytes(32)))
    with Store(path) as store:
        game = store.begin(Seat.HOST, PEER, SEED)
        game.append(said)
        game.break_off(refused)
    with Store(path) as store:
        game = store.take_up(game.row)
        assert game.evidence() == [refused]
        assert game.messages() == [entry.message() for entry in said]
        assert store.game(game.row).state is State.BROKEN


def test_of_each_place_one_refused_entry_is_kept_and_one_that_contradicts(store: Store) -> None:
    game = store.begin(Seat.HOST, PEER, SEED)
    first, second, third = (seal(2, START, Commit(bytes([n]) * 64), ANNA) for n in range(3))
    for entry in (kept(first), kept(second), kept(second, "TR8"), kept(third, "TR8"), kept(first)):
        game.break_off(entry)
    assert game.evidence() == [kept(first), kept(second, "TR8")]


def test_a_pardoned_entry_is_in_the_record_and_no_longer_kept(store: Store) -> None:
    said = entries(3)
    game = store.begin(Seat.HOST, PEER, SEED)
    game.append(said[:2])
    game.break_off(kept(said[2]))
    game.pardon(said[2])
    assert game.evidence() == []
    assert game.messages() == [entry.message() for entry in said]
    assert store.game(game.row).state is State.OPEN


def test_nobody_fills_the_disk_with_evidence(store: Store) -> None:
    game = store.begin(Seat.HOST, PEER, SEED)
    others = entries(MAX_EVIDENCE + 5)
    for other in others:
        game.break_off(kept(other))
    assert game.evidence() == [kept(other) for other in others[:MAX_EVIDENCE]]


# Secrets.


def raw(folder: Path) -> bytes:
    return b"".join(file.read_bytes() for file in folder.iterdir())


def test_nobody_fills_the_disk_with_proposals_that_are_never_accepted(store: Store) -> None:
    proposal = seal(0, START, Propose("mandala", "lot", 0, False, ANNA.public, "Anna", SEED), ANNA)
    accepted = store.begin(Seat.HOST, PEER, SEED)
    accepted.append(GAME[:2])
    joined = store.begin(Seat.GUEST, PEER, SEED)
    joined.append(GAME[:2])
    seats = [Seat.HOST, Seat.GUEST] * MOST_UNACCEPTED
    unaccepted = [store.begin(seat, OTHER_PEER, SEED) for seat in seats[: MOST_UNACCEPTED + 2]]
    for game in unaccepted:
        game.append([proposal])
    assert store.forget_unaccepted() == [unaccepted[1].row, unaccepted[0].row]
    assert {game.row for game in store.games()} == {accepted.row, joined.row, *(game.row for game in unaccepted[2:])}
    assert {game.row for game in store.games() if game.was_taken_up} == {accepted.row, joined.row}
    assert unaccepted[0].messages() == []
    assert store.forget_unaccepted() == []


def test_RS8_the_seed_is_there_until_both_keys_are_open(store: Store) -> None:
    first_key = next(number for number, entry in enumerate(published.GAME["entries"]) if entry["kind"] == "key")
    game = store.begin(Seat.HOST, PEER, SEED)
    game.append(GAME[: first_key + 1])
    assert game.seed() == SEED
    game.append(GAME[first_key + 1 : first_key + 2])
    assert game.seed() is None


def test_RS8_no_file_holds_a_seed_once_both_keys_are_open(path: Path) -> None:
    seeds = [bytes([200 + number]) * 16 + secrets.token_bytes(16) for number in range(40)]
    with Store(path) as store:
        games = [store.begin(Seat.HOST, PEER, seed) for seed in seeds]
        assert all(seed in raw(path.parent) for seed in seeds)
        for game in games:
            game.append(GAME)
        assert not [seed for seed in seeds if seed in raw(path.parent)]
    assert not [seed for seed in seeds if seed in raw(path.parent)]


def test_no_file_holds_a_seed_after_closing_though_another_was_reading(path: Path) -> None:
    with Store(path) as store:
        game = store.begin(Seat.HOST, PEER, SEED)
        with Store(path) as other:
            reading = other._database.execute("SELECT * FROM games")
            reading.fetchone()
            other._database.execute("BEGIN")
            other._database.execute("SELECT * FROM games").fetchall()
            game.append(GAME)
            assert game.seed() is None
    assert SEED not in raw(path.parent)


def test_nothing_that_can_be_printed_shows_a_seed(store: Store) -> None:
    game = store.begin(Seat.HOST, PEER, SEED)
    game.append(entries(1))
    for shown in (store, game, store.game(game.row)):
        assert repr(SEED) not in repr(shown)


@pytest.mark.skipif(os.name == "nt", reason="no mode bits")
def test_all_its_files_are_for_their_owner_alone(path: Path) -> None:
    umask = os.umask(0)
    try:
        with Store(path) as store:
            store.begin(Seat.HOST, PEER, SEED)
            files = sorted(path.parent.iterdir())
            assert {file.name for file in files} >= {path.name, f"{path.name}-wal", f"{path.name}-shm"}
            assert {stat.S_IMODE(file.stat().st_mode) for file in files} == {0o600}
            for file in files:
                file.chmod(0o644)
            with Store(path):
                ours = [file for file in files if not file.name.endswith(".lock")]
                assert {stat.S_IMODE(file.stat().st_mode) for file in ours} == {0o600}
    finally:
        os.umask(umask)
