"""One game over one link: a session driven by trio, every entry saved before it is sent.

Whoever plays, a person's client or a bot, looks at ``snapshot``, waits with ``wait_changed`` and acts with ``do``.
Proofs run in threads, so nothing here holds up the loop.
"""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager, suppress
from functools import partial
from typing import Final, TypeVar

import trio
from attrs import frozen

from mandala_net.link import LinkLost, SecureLink
from mandala_net.news import (
    Chatted,
    Declined,
    EndWasOffered,
    Finished,
    LineLost,
    News,
    NotSaved,
    Outcome,
    PeerBroke,
    PeerComplained,
    PeerHeard,
    PeerLeft,
    PeerQuiet,
    WeLeft,
)
from mandala_net.store import SavedGame, StoreError
from mandala_protocol.errors import LocalProtocolError, RemoteProtocolError
from mandala_protocol.messages import Move, Propose
from mandala_protocol.names import clean_line
from mandala_protocol.session import (
    Alive,
    AskedAlive,
    CheckAlive,
    Command,
    Complained,
    ConfirmAlive,
    EndOffered,
    Event,
    Greet,
    Greeted,
    Leave,
    Left,
    Line,
    Owes,
    Play,
    Refuse,
    Refused,
    Said,
    Session,
    Snapshot,
    Speak,
    Talked,
)

PING_SECONDS: Final = 5
QUIET_SECONDS: Final = 10
"""After so long without a sign of life the other player is said to be quiet."""
LOST_SECONDS: Final = 15
"""After so long the line counts as lost."""

GOODBYE_SECONDS: Final = 1
"""How long a program that ends the match tries to tell the other side why."""
HELLO_SECONDS: Final = 10
"""How long the first word may take."""
WORDS_SECONDS: Final = 30
"""How long an entry may take that needs no decision: its proofs take a second on a slow machine."""
DECISIONS: Final = (Propose, Move)
"""A host decides whether to play, and both decide on their moves; for these a person may take any time."""
MOST_CHATS_A_MINUTE: Final = 30
"""More than anybody types; what is beyond is not shown."""

MOST_EVIDENCE: Final = 65_536
MOST_EVIDENCE_OF_STRANGERS: Final = 256
"""How many bytes of what broke the protocol go into the log."""

T = TypeVar("T")

log = logging.getLogger(__name__)


@frozen
class NoGame:
    """Why there will be no game, in the words for the peer, and in those for our own person."""

    told_peer: str
    told_us: str


Admit = Callable[[Greeted], Awaitable[NoGame | None]]
"""Decides, after hello, whether there will be a game; None if there will."""


class Match:
    """One game over one link.

    ``begin`` makes the place where the entries are saved, when there is the first one. ``admit`` is asked once the
    peer has said hello; ``on_show`` and ``on_news`` are told of every change, on trio's thread, and must not wait.
    """

    def __init__(
        self,
        link: SecureLink,
        session: Session,
        begin: Callable[[], SavedGame],
        *,
        admit: Admit,
        on_show: Callable[[Snapshot], None] = lambda _: None,
        on_news: Callable[[News], None] = lambda _: None,
    ) -> None:
        self._link, self._session, self._begin = link, session, begin
        self._admit, self._on_show, self._on_news = admit, on_show, on_news
        self._saved: SavedGame | None = None
        self._lock = trio.Lock()
        self._changed = trio.Event()
        self._over = trio.Event()
        self._outcome: Outcome | None = None
        self.admitted = trio.Event()
        """Set when there will be a game."""
        self._last_heard = 0.0
        self._last_progress = 0.0
        self._quiet = False
        self._chats: list[float] = []
        self.snapshot = session.snapshot()

    async def run(self) -> Outcome:
        """Play until the game is over, somebody leaves, or the line is lost. Says goodbye when cancelled."""
        self._last_heard = self._last_progress = trio.current_time()
        try:
            async with trio.open_nursery() as nursery:
                nursery.start_soon(self._converse, nursery)
                nursery.start_soon(self._keep_alive)
                await self._over.wait()
                nursery.cancel_scope.cancel()
        finally:
            if self._outcome is None:
                await self._say_goodbye()
        assert self._outcome is not None
        return self._outcome

    async def _say_goodbye(self) -> None:
        with trio.move_on_after(GOODBYE_SECONDS, shield=True), suppress(LinkLost, StoreError, LocalProtocolError):
            await self._say(Leave("the program was stopped"))

    async def wait_changed(self) -> None:
        """Wait until ``snapshot`` is another one."""
        await self._changed.wait()

    async def do(self, command: Command) -> None:
        """Carry out what this side's player wants.

        Raises ``IllegalMove``, ``BadNotation`` or ``LocalProtocolError`` if it is not possible; nothing was sent then.
        """
        if self._over.is_set():
            return
        with self._failures_end_it():
            await self._say(command)
            if isinstance(command, Leave):
                self._finish(WeLeft())
                return
            await self._speak()

    # The conversation.

    async def _converse(self, nursery: trio.Nursery) -> None:
        with self._failures_end_it():
            try:
                await self._say(Greet())
                while not self._over.is_set():
                    data = await self._link.receive()
                    if not data:
                        raise LinkLost("The other program has closed the connection.")
                    self._heard()
                    events = await self._hear(data)
                    for event in events:
                        await self._react(event, nursery)
                    if AskedAlive() in events and self._session.line is not Line.CLOSED:
                        await self._say(ConfirmAlive())
                    await self._speak()
            except RemoteProtocolError as error:
                await self._object(error)

    async def _hear(self, data: bytes) -> tuple[Event, ...]:
        async with self._lock:
            events = await self._on_thread(partial(self._session.receive, data))
            if any(not isinstance(event, Alive | AskedAlive) for event in events):
                self._show()
        return events

    async def _say(self, command: Command) -> None:
        async with self._lock:
            await self._say_now(command)

    async def _say_now(self, command: Command) -> None:
        data = await self._on_thread(partial(self._session.send, command))
        with trio.move_on_after(LOST_SECONDS) as sending:
            await self._link.send(data)
        if sending.cancelled_caught:
            raise LinkLost(f"The other side has taken nothing in for {LOST_SECONDS} seconds.")
        if not isinstance(command, CheckAlive | ConfirmAlive):
            self._show()

    async def _speak(self) -> None:
        """Say what is due from us and needs no decision, until it is the other's turn or ours to move."""
        while self.admitted.is_set():
            async with self._lock:
                if self._session.owes is not Owes.WORDS:
                    break
                await self._say_now(Speak())
        table = self._session.table
        if table.due is None and table.result is not None:
            self._finish(Finished(table.result))
        elif self._session.can_prepare:
            async with self._lock:
                await trio.to_thread.run_sync(self._session.prepare)

    async def _on_thread(self, operation: Callable[[], T]) -> T:
        """An operation of the session with its proofs; what it added to the record is on disk before it returns."""

        def work() -> T:
            try:
                return operation()
            finally:
                self._save()

        return await trio.to_thread.run_sync(work)

    def _save(self) -> None:
        entries = self._session.new_entries()
        if not entries:
            return
        if self._saved is None:
            self._saved = self._begin()
        self._saved.append(entries)
        if self._session.table.due is None:
            self._saved.forget_seed()

    async def _react(self, event: Event, nursery: trio.Nursery) -> None:
        match event:
            case Greeted():
                nursery.start_soon(self._decide, event)
            case Said() | Alive() | AskedAlive():
                pass
            case Talked(text=text):
                if self.admitted.is_set() and self._may_be_told():
                    self._on_news(Chatted(clean_line(text)))
            case EndOffered():
                self._on_news(EndWasOffered())
            case Refused(reason=reason):
                self._finish(Declined(clean_line(reason)))
            case Left(reason=reason):
                self._finish(PeerLeft(clean_line(reason)))
            case Complained(code=code, requirement=requirement, detail=detail):
                log.error("the peer complains: code %d, %s", code, clean_line(requirement))
                self._finish(PeerComplained(code, clean_line(requirement), clean_line(detail)))

    def _may_be_told(self) -> bool:
        """Whether a line of chat is shown: a flood of them would bury the table."""
        now = trio.current_time()
        self._chats = [told for told in self._chats if told > now - 60] + [now]
        return len(self._chats) <= MOST_CHATS_A_MINUTE

    async def _decide(self, greeted: Greeted) -> None:
        """Ask whether there will be a game, while signs of life go on."""
        no_game = await self._admit(greeted)
        with self._failures_end_it():
            if no_game is None:
                self.admitted.set()
                await self._speak()
            else:
                await self._say(Refuse(no_game.told_peer))
                self._finish(Declined(no_game.told_us))

    async def _object(self, error: RemoteProtocolError) -> None:
        """Keep the evidence, tell the peer, end."""
        log.error(
            "protocol broken by %s: code %d (%s), requirement %s: %s; evidence %s",
            self._link.peer.hex(),
            error.code,
            error.code.name,
            error.requirement,
            error.detail,
            error.evidence[: MOST_EVIDENCE if self.admitted.is_set() else MOST_EVIDENCE_OF_STRANGERS].hex(),
        )
        if self._session.error is not None:
            with trio.move_on_after(GOODBYE_SECONDS):
                try:
                    await self._link.send(self._session.complaint())
                except LinkLost:
                    log.info("the peer was gone before it could be told")
        self._finish(PeerBroke(error))

    # Signs of life.

    async def _keep_alive(self) -> None:
        while True:
            await trio.sleep(PING_SECONDS)
            silent = trio.current_time() - self._last_heard
            if silent >= LOST_SECONDS:
                self._finish(LineLost(f"Nothing was heard of the other side for {LOST_SECONDS} seconds."))
                return
            if self._is_held_up():
                self._finish(LineLost("The other program did not say what was due from it."))
                return
            if silent >= QUIET_SECONDS:
                self._quiet = True
                self._on_news(PeerQuiet(round(silent)))
            with self._failures_end_it():
                await self._say(CheckAlive())

    def _is_held_up(self) -> bool:
        """Whether the peer shows signs of life, but not what needs no decision of a person."""
        held_up = trio.current_time() - self._last_progress
        if self._session.line is Line.FRESH:
            return held_up >= HELLO_SECONDS
        due = self._session.table.due
        if not self.admitted.is_set() or due is None or due.speaker is self._session.seat:
            return False
        return due.kind not in DECISIONS and held_up >= WORDS_SECONDS

    def _heard(self) -> None:
        self._last_heard = trio.current_time()
        if self._quiet:
            self._quiet = False
            self._on_news(PeerHeard())

    # What the player sees.

    def _show(self) -> None:
        if self._session.table.transcript.length != self.snapshot.length:
            self._last_progress = trio.current_time()
        self.snapshot = self._session.snapshot()
        self._changed.set()
        self._changed = trio.Event()
        self._on_show(self.snapshot)

    @contextmanager
    def _failures_end_it(self) -> Iterator[None]:
        try:
            yield
        except LinkLost as error:
            self._finish(LineLost(str(error)))
        except StoreError as error:
            self._finish(NotSaved(str(error)))
        except LocalProtocolError:
            # The line may have closed, or failed, while we were about to say something.
            if self._session.line in (Line.FRESH, Line.OPEN) and not self._over.is_set():
                raise

    def _finish(self, outcome: Outcome) -> None:
        if self._outcome is None:
            self._outcome = outcome
            self._over.set()


async def play_automatically(match: Match, choose: Callable[[Snapshot], str]) -> None:
    """Make every move that is due from us with ``choose``, which runs in a thread; ends with the match."""
    while True:
        snapshot = match.snapshot
        if snapshot.owes is Owes.MOVE:
            move = await trio.to_thread.run_sync(choose, snapshot)
            # While we thought, the other may have resigned.
            with suppress(LocalProtocolError):
                await match.do(Play(move))
        else:
            await match.wait_changed()
