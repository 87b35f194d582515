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
from mandala_net.match.playing import resume
from mandala_net.match.saved_session import SavedSession
from mandala_net.match.setup import PlayerTask, judge_again
from mandala_net.player.profile import Profile
from mandala_net.store.store import State, StoreBusy
from mandala_protocol.conversation.events import Leave, Play, Resign, Speak
from mandala_protocol.conversation.greeting import Greeted
from mandala_protocol.conversation.snapshot import Pending
from mandala_protocol.errors import RemoteProtocolError
from mandala_protocol.games.mandala import MANDALA
from mandala_protocol.seats import Seat
from mandala_protocol.wire.messages import EntryMessage, Message, MessageReader, Ping, UnknownMessage
from tests.narrowing import present
from tests.net.matches import AT_HOME, SECONDS, Told, by_chance, idle, leave_at_once, meet
from tests.net.test_match_attacks import Wire, admitted, session_of
from tests.net.test_match_refused import cheat

pytestmark = pytest.mark.usefixtures("same_players")


async def resign(match: Match) -> None:
    await _own_turn(match)
    await match.do(Resign())
    await trio.sleep_forever()


# A copy of the record.


def no_records(home: Profile) -> None:
    """A file is where the folder of the records would be."""
    home.paths.records.write_bytes(b"")


async def test_a_record_that_cannot_be_written_leaves_the_result_and_another_game(homes: list[Profile]) -> None:
    no_records(homes[0])
    of_anna, of_ben = await meet(homes, resign, idle)
    assert of_anna.outcome == of_ben.outcome
    assert isinstance(of_anna.outcome, GameFinished)
    assert of_anna.record is None
    assert of_anna.sequel is not None
    assert of_anna.warning.startswith(f"The record cannot be written to {homes[0].paths.records}")
    assert of_anna.warning.endswith("The game itself is kept.")
    assert present(of_anna.stored).state is State.FINISHED
    assert of_ben.warning == ""


async def test_a_record_that_cannot_be_written_leaves_the_game_open(homes: list[Profile]) -> None:
    no_records(homes[0])
    of_anna, _ = await meet(homes, leave_at_once, idle)
    assert isinstance(of_anna.outcome, WeLeft)
    assert of_anna.resumable
    assert of_anna.warning


# A full disk.


def fill(home: Profile) -> None:
    """The store may not grow any more, as on a full disk."""
    (pages,) = home.store._database.execute("PRAGMA page_count").fetchone()
    home.store._database.execute(f"PRAGMA max_page_count = {pages}")


def make_room(home: Profile) -> None:
    home.store._database.execute("PRAGMA max_page_count = 1000000")


def changed_by(change: Callable[[], object], then: PlayerTask) -> PlayerTask:
    """Make the first two own moves, change something when the third is due, and go on."""

    async def play(match: Match) -> None:
        for _ in range(2):
            await _own_turn(match)
            await match.do(Play(MANDALA.legal_moves(present(match.snapshot.view))[0]))
        await _own_turn(match)
        change()
        await then(match)

    return play


async def _own_turn(match: Match) -> None:
    while match.snapshot.owes is not Pending.MOVE:
        await match.wait_changed()


async def both_resume(
    homes: list[Profile], players: Sequence[PlayerTask], ended: Sequence[GameEnded]
) -> list[GameEnded]:
    """Anna and Ben resume the game that is in their stores."""
    again: dict[int, GameEnded] = {}
    with trio.fail_after(SECONDS):
        async with await listen(0, "127.0.0.1") as listener, trio.open_nursery() as nursery:

            async def back(number: int) -> None:
                home, stored = homes[number], present(ended[number].stored)
                address = Address("127.0.0.1", listener.port) if number else None
                setting = attrs.evolve(AT_HOME, places=attrs.evolve(AT_HOME.places, address=address))
                door = None if number else listener
                with lock_game(home.paths.locks, stored.row):
                    told = Told()
                    again[number] = await resume(home, stored, told.audience, players[number], setting, door)

            nursery.start_soon(back, 0)
            nursery.start_soon(back, 1)
    return [again[0], again[1]]


async def test_a_full_disk_leaves_the_game_open_up_to_the_last_move_that_is_kept(homes: list[Profile]) -> None:
    player = changed_by(partial(fill, homes[0]), by_chance(2))
    of_anna, of_ben = await meet(homes, player, by_chance(3))
    assert isinstance(of_anna.outcome, NotSaved)
    assert "is full" in of_anna.outcome.reason
    assert (of_anna.resumable, of_anna.can_try_again, of_anna.record) == (True, True, None)
    kept, of_other = present(of_anna.stored), homes[1].store.game(present(of_ben.stored).row)
    assert 3 <= kept.moves <= of_other.moves, "the other may have said something more"
    make_room(homes[0])
    again = await both_resume(homes, (resign, by_chance(4)), (of_anna, of_ben))
    assert all(isinstance(one.outcome, GameFinished) for one in again)
    assert homes[0].store.messages(kept.row) == homes[1].store.messages(of_other.row)


# A store that another program keeps busy.


@contextmanager
def held(home: Profile) -> Iterator[sqlite3.Connection]:
    """Another program writes to the store until the end of the block, or until its transaction is over."""
    home.store._database.execute("PRAGMA busy_timeout = 0")
    with closing(sqlite3.connect(home.paths.games, isolation_level=None, check_same_thread=False)) as other:
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


async def test_a_busy_store_is_waited_for_and_the_game_goes_on(homes: list[Profile]) -> None:
    with ExitStack() as opened:
        others: list[sqlite3.Connection] = []

        def hold() -> None:
            others.append(opened.enter_context(held(homes[0])))

        told = Hearing(when_it_waits=lambda: others[0].execute("ROLLBACK"))
        player = changed_by(hold, resign)
        of_anna, of_ben = await meet(homes, player, by_chance(2), told=(told, Told()))
    assert of_anna.outcome == of_ben.outcome
    assert isinstance(of_anna.outcome, GameFinished)
    assert [one for one in told.news if isinstance(one, SavingWaits | SavingGoesOn)] == [SavingWaits(), SavingGoesOn()]


async def test_a_store_that_stays_busy_leaves_the_game_open(homes: list[Profile]) -> None:
    setting = attrs.evolve(AT_HOME, patience=Timeouts(store=0))
    with ExitStack() as opened:
        player = changed_by(lambda: opened.enter_context(held(homes[0])), resign)
        of_anna, of_ben = await meet(homes, player, by_chance(2), settings=(setting, AT_HOME))
    assert isinstance(of_anna.outcome, NotSaved)
    assert of_anna.can_try_again
    assert not isinstance(of_ben.outcome, GameFinished), "what is not saved is not said"
    again = await both_resume(homes, (resign, idle), (of_anna, of_ben))
    assert all(isinstance(one.outcome, GameFinished) for one in again)


async def test_a_player_who_leaves_does_not_wait_for_a_busy_store(homes: list[Profile]) -> None:
    async def resign_and_leave(match: Match) -> None:
        async with trio.open_nursery() as nursery:
            nursery.start_soon(match.do, Resign())
            await waits.wait()
            await match.do(Leave("dinner"))

    waits = trio.Event()
    setting = attrs.evolve(AT_HOME, patience=Timeouts(store=10 * SECONDS, confirm=0))
    with ExitStack() as opened:
        player = changed_by(lambda: opened.enter_context(held(homes[0])), resign_and_leave)
        told = Hearing(when_it_waits=waits.set)
        of_anna, _ = await meet(homes, player, by_chance(2), told=(told, Told()), settings=(setting, AT_HOME))
    assert isinstance(of_anna.outcome, NotSaved)
    assert of_anna.resumable


async def test_LK23_pings_go_out_ahead_of_what_waits_to_be_saved(homes: list[Profile]) -> None:
    session = session_of(homes[0], homes[1], Seat.HOST)
    peer = homes[1].identity.public
    ledger = SavedSession(session, lambda: homes[0].store.begin(Seat.HOST, peer, bytes(32)))
    match = Match(ledger, admit=admitted, patience=Timeouts(ping=0.01))
    wire = Wire(peer)
    with trio.fail_after(SECONDS), held(homes[0]) as other:
        async with trio.open_nursery() as nursery:
            nursery.start_soon(match.take_line, wire.link, Greeted("Ben", "", b"", None, b""))
            while session.table.transcript.length == 0 or len(wire.said) < 2:
                await trio.lowlevel.checkpoint()
            before = len(wire.said)
            other.execute("ROLLBACK")
            while not any(isinstance(one, EntryMessage) for one in said_on(wire)):
                await trio.lowlevel.checkpoint()
            nursery.cancel_scope.cancel()
    assert all(isinstance(one, Ping) for one in said_on(wire)[:before])
    assert not session.confirmed


def said_on(wire: Wire) -> list[Message | UnknownMessage]:
    reader = MessageReader()
    reader.add(b"".join(wire.said))
    return list(iter(reader.next_message, None))


# A proof that cannot be saved.


def cheats_while_held(homes: list[Profile], opened: ExitStack) -> PlayerTask:
    """Anna, who cheats with her first move, while another program writes to Ben's store."""

    async def play(match: Match) -> None:
        await _own_turn(match)
        opened.enter_context(held(homes[1]))
        await cheat(homes[0], match)

    return play


async def test_TR12_a_refusal_is_told_to_our_person_though_its_proof_cannot_be_saved(homes: list[Profile]) -> None:
    """The other hears nothing: otherwise it would know, and we might forget."""
    with ExitStack() as opened:
        of_anna, of_ben = await meet(homes, cheats_while_held(homes, opened), idle)
    assert isinstance(of_ben.outcome, PeerBroke)
    assert (of_ben.outcome.error.requirement, of_ben.resumable) == ("PL5", False)
    assert of_ben.warning.startswith("The proof could not be saved. Another program has kept the store")
    assert not isinstance(of_anna.outcome, PeerComplained)
    stored = present(of_ben.stored)
    assert (stored.state, homes[1].store.evidence(stored.row)) == (State.OPEN, [])
    await present(of_ben.save_again)()
    assert homes[1].store.game(stored.row).state is State.BROKEN
    (kept,) = homes[1].store.evidence(stored.row)
    assert (kept, kept.number) == (of_ben.outcome.kept, stored.entries)
    assert not judge_again(homes[1], homes[1].store.game(stored.row))


async def test_TR12_a_proof_that_can_still_not_be_saved_says_so_each_time(homes: list[Profile]) -> None:
    with ExitStack() as opened:
        _, of_ben = await meet(homes, cheats_while_held(homes, opened), idle)
        with pytest.raises(StoreBusy):
            await present(of_ben.save_again)()


async def test_a_cheat_whose_proof_was_lost_is_found_again_when_the_game_is_resumed(homes: list[Profile]) -> None:
    """Where the program ends before the proof is saved, the game is as it was before; nothing else gets by either."""
    with ExitStack() as opened:
        of_anna, of_ben = await meet(homes, cheats_while_held(homes, opened), idle)
    of_anna, of_ben = await both_resume(homes, (partial(cheat, homes[0]), idle), (of_anna, of_ben))
    assert isinstance(of_ben.outcome, PeerBroke)
    assert (of_ben.warning, of_ben.save_again) == ("", None)
    assert isinstance(of_anna.outcome, PeerComplained)
    assert homes[1].store.game(present(of_ben.stored).row).state is State.BROKEN


async def test_a_false_message_counts_for_more_than_that_what_came_before_it_cannot_be_saved(
    homes: list[Profile],
) -> None:
    host, guest = session_of(homes[0], homes[1], Seat.HOST), session_of(homes[1], homes[0], Seat.GUEST)
    guest.open_line("Anna")
    host.open_line("Ben")
    ledger = SavedSession(guest, lambda: homes[1].store.begin(Seat.GUEST, homes[0].identity.public, bytes(32)))
    guest.receive_data(host.send(Speak()) + b"\x00\x01\xc1")
    with held(homes[1]):
        async with ledger.lock:
            await ledger.hear()
            await ledger.save_heard()
            with pytest.raises(RemoteProtocolError):
                await ledger.hear()
    assert ledger.saved is None
    async with ledger.lock:
        await ledger.save()
    assert len(present(ledger.saved).messages()) == 1
