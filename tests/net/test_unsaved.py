"""Saving that fails or waits: a copy of the record, a game on a full disk, a proof, and a busy store."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, closing, contextmanager
from functools import partial

import attrs
import pytest
import trio

from mandala_net.link.address import Address
from mandala_net.link.listener import listen
from mandala_net.link.timeouts import Timeouts
from mandala_net.match.game_lock import lock_game
from mandala_net.match.match import Match
from mandala_net.match.news import (
    GameEnded,
    GameFinished,
    News,
    NotSaved,
    PeerBroke,
    PeerComplained,
    SavingGoesOn,
    SavingWaits,
    WeLeft,
)
from mandala_net.match.resume import resume
from mandala_net.match.saved_session import SavedSession
from mandala_net.match.setup import PlayerTask, judge_again
from mandala_net.player.profile import Profile
from mandala_net.store.store import SavedGame, State, StoreBusy
from mandala_protocol.conversation.events import Leave, Play, Resign, Speak
from mandala_protocol.conversation.greeting import Greeted
from mandala_protocol.conversation.snapshot import Pending
from mandala_protocol.errors import RemoteProtocolError
from mandala_protocol.seats import Seat
from mandala_protocol.wire.messages import EntryMessage, Message, MessageReader, Ping, UnknownMessage
from tests.narrowing import present
from tests.net.matches import AT_HOME, SECONDS, WITH_CARDS, Told, by_chance, idle, leave_at_once, meet
from tests.net.test_match_attacks import Wire, admitted, session_of
from tests.net.test_match_refused import cheat

pytestmark = pytest.mark.usefixtures("same_players")


async def resign(match: Match) -> None:
    await _own_turn(match)
    await match.do(Resign())
    await trio.sleep_forever()


# A copy of the record.


def no_records(profile: Profile) -> None:
    """A file is where the folder of the records would be."""
    profile.paths.records.write_bytes(b"")


async def test_a_record_that_cannot_be_written_leaves_the_result_and_another_game(profiles: list[Profile]) -> None:
    no_records(profiles[0])
    of_anna, of_ben = await meet(profiles, resign, idle)
    assert of_anna.outcome == of_ben.outcome
    assert isinstance(of_anna.outcome, GameFinished)
    assert of_anna.record is None
    assert of_anna.sequel is not None
    assert of_anna.warning.startswith(f"The record cannot be written to {profiles[0].paths.records}")
    assert of_anna.warning.endswith("The game itself is kept.")
    assert present(of_anna.stored).state is State.FINISHED
    assert of_ben.warning == ""


async def test_a_record_that_cannot_be_written_leaves_the_game_open(profiles: list[Profile]) -> None:
    no_records(profiles[0])
    of_anna, _ = await meet(profiles, leave_at_once, idle)
    assert isinstance(of_anna.outcome, WeLeft)
    assert of_anna.resumable
    assert of_anna.warning


# A full disk.


def fill(profile: Profile) -> None:
    """The store may not grow any more, as on a full disk."""
    (pages,) = profile.store._database.execute("PRAGMA page_count").fetchone()
    profile.store._database.execute(f"PRAGMA max_page_count = {pages}")


def make_room(profile: Profile) -> None:
    profile.store._database.execute("PRAGMA max_page_count = 1000000")


def changed_by(change: Callable[[], object], then: PlayerTask) -> PlayerTask:
    """Make the first two own moves, change something when the third is due, and go on."""

    async def play(match: Match) -> None:
        for _ in range(2):
            await _own_turn(match)
            await match.do(Play(match.saved_session.session.referee.rules.legal_moves(present(match.snapshot.view))[0]))
        await _own_turn(match)
        change()
        await then(match)

    return play


async def _own_turn(match: Match) -> None:
    while match.snapshot.pending is not Pending.MOVE:
        await match.wait_changed()


async def both_resume(
    profiles: list[Profile], players: Sequence[PlayerTask], ended: Sequence[GameEnded]
) -> list[GameEnded]:
    """Anna and Ben resume the game that is in their stores."""
    again: dict[int, GameEnded] = {}
    with trio.fail_after(SECONDS):
        async with await listen(0, "127.0.0.1") as listener, trio.open_nursery() as nursery:

            async def back(number: int) -> None:
                profile, stored = profiles[number], present(ended[number].stored)
                address = Address("127.0.0.1", listener.port) if number else None
                setup = attrs.evolve(AT_HOME, places=attrs.evolve(AT_HOME.places, address=address))
                door = None if number else listener
                with lock_game(profile.paths.locks, stored.row):
                    heard = Told()
                    again[number] = await resume(profile, stored, heard.audience, players[number], setup, door)

            nursery.start_soon(back, 0)
            nursery.start_soon(back, 1)
    return [again[0], again[1]]


async def test_a_full_disk_leaves_the_game_open_up_to_the_last_move_that_is_kept(profiles: list[Profile]) -> None:
    player = changed_by(partial(fill, profiles[0]), by_chance(2))
    of_anna, of_ben = await meet(profiles, player, by_chance(3), terms=WITH_CARDS)
    assert isinstance(of_anna.outcome, NotSaved)
    assert "is full" in of_anna.outcome.reason
    assert (of_anna.resumable, of_anna.can_try_again, of_anna.record) == (True, True, None)
    kept, of_other = present(of_anna.stored), profiles[1].store.game(present(of_ben.stored).row)
    assert 3 <= kept.moves <= of_other.moves, "the other may have said something more"
    make_room(profiles[0])
    again = await both_resume(profiles, (resign, by_chance(4)), (of_anna, of_ben))
    assert all(isinstance(ended.outcome, GameFinished) for ended in again)
    assert SavedGame(profiles[0].store, kept.row).messages() == SavedGame(profiles[1].store, of_other.row).messages()


# A store that another program keeps busy.


@contextmanager
def held(profile: Profile) -> Iterator[sqlite3.Connection]:
    """Another program writes to the store until the end of the block, or until its transaction is over."""
    profile.store._database.execute("PRAGMA busy_timeout = 0")
    with closing(sqlite3.connect(profile.paths.games, isolation_level=None, check_same_thread=False)) as other:
        other.execute("BEGIN IMMEDIATE")
        yield other
        if other.in_transaction:
            other.execute("ROLLBACK")


@attrs.define
class Hearing(Told):
    """An audience that is told of, too, and does something when it hears that saving waits."""

    when_it_waits: Callable[[], object] = lambda: None

    def _hear(self, news: News) -> None:
        super()._hear(news)
        if isinstance(news, SavingWaits):
            self.when_it_waits()


async def test_a_busy_store_is_waited_for_and_the_game_goes_on(profiles: list[Profile]) -> None:
    with ExitStack() as opened:
        others: list[sqlite3.Connection] = []

        def hold() -> None:
            others.append(opened.enter_context(held(profiles[0])))

        told = Hearing(when_it_waits=lambda: others[0].execute("ROLLBACK"))
        player = changed_by(hold, resign)
        of_anna, of_ben = await meet(profiles, player, by_chance(2), heard=(told, Told()))
    assert of_anna.outcome == of_ben.outcome
    assert isinstance(of_anna.outcome, GameFinished)
    assert [news for news in told.news if isinstance(news, SavingWaits | SavingGoesOn)] == [
        SavingWaits(),
        SavingGoesOn(),
    ]


async def test_a_store_that_stays_busy_leaves_the_game_open(profiles: list[Profile]) -> None:
    setup = attrs.evolve(AT_HOME, timeouts=Timeouts(store=0))
    with ExitStack() as opened:
        player = changed_by(lambda: opened.enter_context(held(profiles[0])), resign)
        of_anna, of_ben = await meet(profiles, player, by_chance(2), settings=(setup, AT_HOME))
    assert isinstance(of_anna.outcome, NotSaved)
    assert of_anna.can_try_again
    assert not isinstance(of_ben.outcome, GameFinished), "what is not saved is not said"
    again = await both_resume(profiles, (resign, idle), (of_anna, of_ben))
    assert all(isinstance(ended.outcome, GameFinished) for ended in again)


async def test_a_player_who_leaves_does_not_wait_for_a_busy_store(profiles: list[Profile]) -> None:
    async def resign_and_leave(match: Match) -> None:
        async with trio.open_nursery() as nursery:
            nursery.start_soon(match.do, Resign())
            await waits.wait()
            await match.do(Leave("dinner"))

    waits = trio.Event()
    setup = attrs.evolve(AT_HOME, timeouts=Timeouts(store=10 * SECONDS, confirm=0))
    with ExitStack() as opened:
        player = changed_by(lambda: opened.enter_context(held(profiles[0])), resign_and_leave)
        told = Hearing(when_it_waits=waits.set)
        of_anna, _ = await meet(profiles, player, by_chance(2), heard=(told, Told()), settings=(setup, AT_HOME))
    assert isinstance(of_anna.outcome, NotSaved)
    assert of_anna.resumable


async def test_LK23_pings_go_out_ahead_of_what_waits_to_be_saved(profiles: list[Profile]) -> None:
    session = session_of(profiles[0], profiles[1], Seat.HOST)
    peer = profiles[1].identity.public
    saved_session = SavedSession(session, lambda: profiles[0].store.begin(Seat.HOST, peer, bytes(32)))
    match = Match(saved_session, admit=admitted, timeouts=Timeouts(ping=0.01))
    wire = Wire(peer)
    with trio.fail_after(SECONDS), held(profiles[0]) as other:
        async with trio.open_nursery() as nursery:
            nursery.start_soon(match.take_line, wire.link, Greeted("Ben", "", b"", None, b""))
            while session.referee.transcript.length == 0 or len(wire.said) < 2:
                await trio.lowlevel.checkpoint()
            before = len(wire.said)
            other.execute("ROLLBACK")
            while not any(isinstance(message, EntryMessage) for message in said_on(wire)):
                await trio.lowlevel.checkpoint()
            nursery.cancel_scope.cancel()
    assert all(isinstance(message, Ping) for message in said_on(wire)[:before])
    assert not session.confirmed


def said_on(wire: Wire) -> list[Message | UnknownMessage]:
    reader = MessageReader()
    reader.add(b"".join(wire.said))
    return list(iter(reader.next_message, None))


# A proof that cannot be saved.


def cheats_while_held(profiles: list[Profile], opened: ExitStack) -> PlayerTask:
    """Anna, who cheats with her first move, while another program writes to Ben's store."""

    async def play(match: Match) -> None:
        await _own_turn(match)
        opened.enter_context(held(profiles[1]))
        await cheat(profiles[0], match)

    return play


async def test_TR12_a_refusal_is_told_to_our_person_though_its_proof_cannot_be_saved(profiles: list[Profile]) -> None:
    """The other hears nothing: otherwise it would know, and we might forget."""
    with ExitStack() as opened:
        of_anna, of_ben = await meet(profiles, cheats_while_held(profiles, opened), idle, terms=WITH_CARDS)
    assert isinstance(of_ben.outcome, PeerBroke)
    assert (of_ben.outcome.error.requirement, of_ben.resumable) == ("PL5", False)
    assert of_ben.warning.startswith("The proof could not be saved. Another program has kept the store")
    assert not isinstance(of_anna.outcome, PeerComplained)
    stored = present(of_ben.stored)
    assert (stored.state, SavedGame(profiles[1].store, stored.row).evidence()) == (State.OPEN, [])
    await present(of_ben.save_again)()
    assert profiles[1].store.game(stored.row).state is State.BROKEN
    (kept,) = SavedGame(profiles[1].store, stored.row).evidence()
    assert (kept, kept.number) == (of_ben.outcome.kept, stored.entries)
    assert not judge_again(profiles[1], profiles[1].store.game(stored.row))


async def test_TR12_a_proof_that_can_still_not_be_saved_says_so_each_time(profiles: list[Profile]) -> None:
    with ExitStack() as opened:
        _, of_ben = await meet(profiles, cheats_while_held(profiles, opened), idle, terms=WITH_CARDS)
        with pytest.raises(StoreBusy):
            await present(of_ben.save_again)()


async def test_a_cheat_whose_proof_was_lost_is_found_again_when_the_game_is_resumed(profiles: list[Profile]) -> None:
    """Where the program ends before the proof is saved, the game is as it was before; nothing else gets by either."""
    with ExitStack() as opened:
        of_anna, of_ben = await meet(profiles, cheats_while_held(profiles, opened), idle, terms=WITH_CARDS)
    of_anna, of_ben = await both_resume(profiles, (partial(cheat, profiles[0]), idle), (of_anna, of_ben))
    assert isinstance(of_ben.outcome, PeerBroke)
    assert (of_ben.warning, of_ben.save_again) == ("", None)
    assert isinstance(of_anna.outcome, PeerComplained)
    assert profiles[1].store.game(present(of_ben.stored).row).state is State.BROKEN


async def test_a_false_message_counts_for_more_than_that_what_came_before_it_cannot_be_saved(
    profiles: list[Profile],
) -> None:
    host, guest = session_of(profiles[0], profiles[1], Seat.HOST), session_of(profiles[1], profiles[0], Seat.GUEST)
    guest.open_line("Anna")
    host.open_line("Ben")
    saved_session = SavedSession(
        guest, lambda: profiles[1].store.begin(Seat.GUEST, profiles[0].identity.public, bytes(32))
    )
    guest.receive_data(host.send(Speak()) + b"\x00\x01\xc1")
    with held(profiles[1]):
        async with saved_session.lock:
            await saved_session.hear()
            await saved_session.save_heard()
            with pytest.raises(RemoteProtocolError):
                await saved_session.hear()
    assert saved_session.saved is None
    async with saved_session.lock:
        await saved_session.save()
    assert len(present(saved_session.saved).messages()) == 1
