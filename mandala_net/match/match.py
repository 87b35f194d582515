"""One game from its first word to its last, over as many lines as that takes.

Whoever plays, a person's client or a bot, looks at ``snapshot``, waits with ``wait_changed`` and acts with ``do``.
When the line is lost the match waits for the next one; to find it is the matter of ``reunion``.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from contextlib import suppress
from typing import Final

import trio
from attrs import evolve

from mandala_net.link.secure_link import SecureLink
from mandala_net.link.timeouts import Timeouts
from mandala_net.match.news import (
    Declined,
    GameAbandoned,
    LineLost,
    News,
    NotSaved,
    Outcome,
    PeerAway,
    PeerBack,
    PeerBroke,
    PeerHeard,
    PeerLeft,
    PeerQuiet,
    WeLeft,
    end_of,
)
from mandala_net.match.saved_session import SavedSession
from mandala_net.match.sequel import Sequel
from mandala_net.match.session_runner import Admit, NoGame, SessionRunner
from mandala_net.match.talk_limit import AbsenceLimit, TalkLimit
from mandala_net.store.store import StoreError
from mandala_protocol.conversation.events import Abandon, Command, Leave, Play
from mandala_protocol.conversation.greeting import Greeted
from mandala_protocol.conversation.snapshot import Pending, Snapshot
from mandala_protocol.errors import Code, LocalProtocolError
from mandala_protocol.record.referee import ACCEPTANCE
from mandala_protocol.seats import Seat
from mandala_protocol.sentence import Sentence, sentence_of

log = logging.getLogger(__name__)

_SILENT: Final = "nothing is heard"
"""The only reason for which someone on a line is quiet."""


class Match:
    """One game. ``admit`` is asked once the peer of a new game has said hello; ``on_news`` must not wait.

    ``after``: it comes after another game of the same two. Until it has begun both look for each other by that one,
    and ``admit`` waits until our player wants it. ``latest``: when the latest entry of the game was saved, in Unix
    seconds, if that was before this program runs.
    """

    def __init__(
        self,
        ledger: SavedSession,
        *,
        admit: Admit,
        on_news: Callable[[News], None] = lambda _: None,
        patience: Timeouts | None = None,
        after: Sequel | None = None,
        latest: int | None = None,
    ) -> None:
        self.ledger = ledger
        self.admitted = trio.Event()
        """Set when there will be a game."""
        self._session = ledger.session
        self._after = after
        self._admit, self._on_news, self._patience = admit, on_news, patience or Timeouts()
        self._conversation: SessionRunner | None = None
        self._turn = trio.Lock()
        self._calls = 0
        self._line_changed = trio.Event()
        self._over = trio.Event()
        self._outcome: Outcome | None = None
        self._leaving = False
        self._away_since: float | None = trio.current_time()
        self._away_reason = ""
        self._talk, self._absences, self._silences = TalkLimit(), AbsenceLimit(), AbsenceLimit()
        self._alone_since = trio.current_time()
        """Since when no one has been there to begin a game with; whoever turns us away has not been there."""
        self._latest, self._absence = latest, 0
        self.was_there = False
        """Whether both have been heard on one line since this program runs."""

    # What the player sees and does.

    @property
    def snapshot(self) -> Snapshot:
        """The game as it is now."""
        return self.ledger.snapshot

    async def wait_changed(self) -> None:
        """Wait until ``snapshot`` is another one."""
        await self.ledger.wait_changed()

    async def do(self, command: Command) -> None:
        """Carry out what this side's player wants.

        Raises ``IllegalMove``, ``BadNotation`` or ``LocalProtocolError`` if it is not possible; nothing was sent then.
        """
        if isinstance(command, Leave):
            self._leaving = True
            await self._let_it_end()
        if self._over.is_set():
            return
        if self._conversation is not None:
            await self._conversation.do(command)
        elif isinstance(command, Leave):
            self._finish(end_of(self._session.table.abandoned, self._session.table.result) or WeLeft())
        else:
            raise LocalProtocolError(
                Code.OUT_OF_TURN, "MS9", Sentence("the other player is not there; try again later")
            )

    async def _let_it_end(self) -> None:
        """Whoever resigns and leaves at once, as a script does, is not to leave the game open: the end comes first."""
        if self._session.ending:
            with trio.move_on_after(self._patience.confirm):
                await self.wait_line(there=False)

    # The lines.

    @property
    def peer(self) -> bytes:
        """The identity of the other player (32 bytes)."""
        return self._session.peer

    @property
    def seat(self) -> Seat:
        return self._session.seat

    @property
    def game(self) -> bytes:
        """Return how both name the game to each other: its proposal, or nothing before there is one."""
        return self._session.table.proposal

    @property
    def topic(self) -> tuple[bytes, Seat | None]:
        """What a line is about, as hello says it: this game and our seat, or the one that it comes after and None."""
        if self._after is not None and not self.begun:
            return self._after.game, None
        return self.game, self.seat

    def is_meant(self, greeted: Greeted) -> bool:
        """Return whether the other player, who calls, calls about this match."""
        if greeted.game and greeted.game == self.game:
            return greeted.seat is self.seat.other
        if self._after is None or self.begun:
            return False
        # A program that was started again knows nothing of the game before, and joins as ever.
        joins = self.seat is Seat.HOST and not greeted.game and not self.game
        return joins or (greeted.game, greeted.seat) == (self._after.game, None)

    @property
    def game_name(self) -> str:
        """The game by its name, once it has begun or if it comes after another."""
        if self._after is not None:
            return self._after.terms.game
        return self._session.table.rules.name

    @property
    def begun(self) -> bool:
        """Return whether the other side can come back to this game: for a host, once the guest has accepted."""
        return self._session.table.transcript.length > (1 if self.seat is Seat.HOST else 0)

    @property
    def accepted(self) -> bool:
        """Return whether both have agreed to play: for a guest only once it has said so itself."""
        return self._session.table.transcript.length > ACCEPTANCE

    @property
    def lineless(self) -> bool:
        return self._conversation is None

    async def wait_line(self, there: bool) -> None:
        """Wait until there is a line, or none."""
        while self.lineless is there:
            await self._line_changed.wait()

    async def take_line(self, link: SecureLink, greeted: Greeted, *, after_another: bool = False) -> bool:
        """Talk over this link, in place of any before, until it or the match is over; says whether both were heard.

        The link must have proven that it leads to our ``peer``; it is not closed here. ``after_another``: whoever made
        the connection has called about a game after the last one.
        """
        self._calls += 1
        call = self._calls
        if self._conversation is not None:
            self._conversation.supersede()
        async with self._turn:
            if self._over.is_set() or call != self._calls or (after_another and self.begun):
                return False  # the newest line counts
            opened = trio.Event()
            self._absence = self._longest_absence

            def on_open() -> None:
                opened.set()
                self._is_back()

            self._conversation = conversation = SessionRunner(
                link,
                greeted,
                self.ledger,
                self._admit,
                after_another=after_another,
                patience=self._patience,
                talk=self._talk,
                on_open=on_open,
                on_news=self._tell,
            )
            self._tell_line_changed()
            try:
                outcome = await conversation.run()
            finally:
                self._conversation = None
                self._session.lose_line()
                self._silences.ends()
                self._tell_line_changed()
            await self._end_line(outcome)
            return opened.is_set()

    def _tell_line_changed(self) -> None:
        self._line_changed.set()
        self._line_changed = trio.Event()

    @property
    def _longest_absence(self) -> int:
        """For how many seconds, at most, there has been no line to the other player by our own clock."""
        if self._away_since is None:
            return 0
        if self._latest is not None and not self.was_there:
            return max(int(time.time()) - self._latest, 0)
        return int(trio.current_time() - self._away_since)

    async def _end_line(self, outcome: Outcome) -> None:
        abandoned = self._session.table.abandoned
        claimed = outcome if isinstance(outcome, GameAbandoned) else abandoned
        if claimed is not None and claimed.waited is not self.seat:
            with suppress(StoreError):  # the game is over all the same
                await self.ledger.hear_claim(self._absence)
        if self.ledger.failed is not None:
            outcome = NotSaved(sentence_of(self.ledger.failed))
        elif self._session.error is not None and isinstance(outcome, LineLost | PeerLeft | Declined):
            outcome = PeerBroke(self._session.error, self._session.refusals.kept)
        match outcome:
            case LineLost() if self._leaving:  # whoever wants to leave does not wait for another line
                self._finish(end_of(self._session.table.abandoned, self._session.table.result) or WeLeft())
            case LineLost(reason=reason) | PeerLeft(reason=reason) | Declined(reason=reason) if self.begun:
                self._is_away(reason)
            case LineLost() if self._after is not None and not self.begun:
                self._alone_since = trio.current_time()
            case Declined() if self._after is not None and not self.begun:
                pass  # not ready yet, or it has nothing to do with us any more: a while will tell
            case _:
                self._finish(outcome)
        if self._session.table.due is None and self._session.confirmed:
            with suppress(StoreError):  # the game is over all the same, and can be settled another time
                await self.ledger.settle()

    def _tell(self, news: News) -> None:
        """Announce a silence, no more often than a lost connection."""
        match news:
            case PeerQuiet():
                self._on_news(evolve(news, quietly=not self._silences.allows(_SILENT)))
            case PeerHeard():
                self._on_news(evolve(news, quietly=not self._silences.ends()))
            case _:
                self._on_news(news)

    def _is_back(self) -> None:
        was_away, self._away_since = self._away_since is not None and self.begun, None
        returning, self.was_there = not self.was_there, True
        self.admitted.set()
        if was_away:
            self._on_news(PeerBack(quietly=not self._absences.ends(), returning=returning))

    def _is_away(self, reason: str) -> None:
        if self._away_since is None:
            self._away_since = trio.current_time()
            self.ledger.show()
        elif reason != self._away_reason:
            self._tell_away(reason)
        self._away_reason = reason
        self._tell_line_changed()

    def _tell_away(self, reason: str) -> None:
        assert self._away_since is not None
        seconds, grace, table = int(trio.current_time() - self._away_since), self._grace, self._session.table
        left = None if grace is None else max(grace - seconds, 0)
        agreed = table.grace if table.due is not None else 0
        quietly = not self._absences.allows(reason)
        self._on_news(PeerAway(seconds, reason, left, agreed, quietly=quietly, returning=not self.was_there))

    @property
    def _grace(self) -> int | None:
        """How long the other may be away: no matter who has been there first, or whether both had gone on purpose."""
        table = self._session.table
        return table.grace if table.grace and table.due is not None and self.was_there else None

    # From beginning to end.

    async def run(self) -> Outcome:
        """Wait until the game is over, or someone leaves for good."""
        async with trio.open_nursery() as nursery:
            nursery.start_soon(self._watch_absence)
            nursery.start_soon(self._watch_before)
            await self._over.wait()
            nursery.cancel_scope.cancel()
        assert self._outcome is not None
        return self._outcome

    async def _watch_before(self) -> None:
        """Before a game that comes after another has begun, whoever is not there for some time has left."""
        while self._after is not None:
            await self.wait_line(there=False)
            if self.begun:
                return  # from now on whoever is away is waited for as in any game
            with trio.move_on_at(self._alone_since + self._patience.rematch):
                await self.wait_line(there=True)
                continue
            self._finish(LineLost(Sentence("The other player is no longer there.")))
            return

    async def _watch_absence(self) -> None:
        """Tell how long the other has been away, and end the match when that is too long."""
        told = None
        while True:
            if self._away_since is None or not self.begun:
                told = None
                await self._line_changed.wait()
                continue
            seconds = trio.current_time() - self._away_since
            table = self._session.table
            if table.due is None and seconds >= self._patience.confirm and self.was_there:
                self._finish(end_of(table.abandoned, table.result) or WeLeft())
            elif self._grace is not None and seconds >= self._grace:
                await self._abandon()
            elif told != int(seconds):
                told = int(seconds)
                self._tell_away(self._away_reason)
            await trio.sleep(1 - seconds % 1)

    async def _abandon(self) -> None:
        try:
            async with self.ledger.lock:
                if self._conversation is not None:
                    return  # at the last moment someone came
                await self.ledger.carry_out(lambda: self._session.send(Abandon()))
        except StoreError as error:
            self._finish(NotSaved(sentence_of(error)))
        except LocalProtocolError as error:
            log.info("the game cannot be abandoned: %s", error.detail)
        else:
            self.ledger.show()
            self._finish(GameAbandoned(self.seat))

    def _finish(self, outcome: Outcome) -> None:
        if isinstance(outcome, GameAbandoned) and outcome.waited is not self.seat:
            outcome = evolve(outcome, absence=self._absence)
        if self._outcome is None:
            self._outcome = outcome
            self._over.set()


async def play_automatically(match: Match, choose: Callable[[Snapshot], str]) -> None:
    """Make every move that is due from us with ``choose``, which runs in a thread; ends with the match."""
    while True:
        snapshot = match.snapshot
        if snapshot.owes is Pending.MOVE:
            move = await trio.to_thread.run_sync(choose, snapshot)
            # While we thought, the other may have resigned, or gone.
            with suppress(LocalProtocolError):
                await match.do(Play(move))
            if match.snapshot is not snapshot:
                continue
        await match.wait_changed()


__all__ = ["Admit", "Match", "NoGame", "play_automatically"]
