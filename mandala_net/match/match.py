"""One game from its first word to its last, over as many lines as that takes.

The player, a person's client or a bot, looks at ``snapshot``, waits with ``wait_changed`` and acts with ``do``.
When the line is lost the match waits for the next one; to find it is the matter of ``reconnect``.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from typing import Any

import trio

from mandala_net.bots.programs.bot_lines import BotFailed
from mandala_net.link.address import Address
from mandala_net.link.close_reasons import NOT_HERE
from mandala_net.link.hello import refuse_again, turn_away
from mandala_net.link.secure_link import SecureLink
from mandala_net.link.timeouts import Timeouts
from mandala_net.match.admission import Admit
from mandala_net.match.news import GameAbandoned, News, NotSaved, Outcome, PeerBroke, WeLeft
from mandala_net.match.presence import Presence
from mandala_net.match.saved_session import SavedSession
from mandala_net.match.sequel import Sequel
from mandala_net.match.session_runner import OTHER_LINE, SessionRunner
from mandala_net.match.talk_limit import TalkLimit
from mandala_net.match.terms import AcceptTerms
from mandala_net.store.store import StoreError
from mandala_protocol.conversation.events import Abandon, Command, DeclineOffer, Leave, Play, Resign, Talk
from mandala_protocol.conversation.greeting import Greeted
from mandala_protocol.conversation.snapshot import Pending, Snapshot
from mandala_protocol.conversation.trace import Trace, trace_ended
from mandala_protocol.errors import Code, LocalProtocolError
from mandala_protocol.seats import Seat
from mandala_protocol.sentence import Sentence, sentence_of


class Match:
    """One game. ``admit`` is asked once the peer of a new game has said hello; ``on_news`` must not wait.

    ``agree`` is asked, on a guest's side, about the proposal of a new game; without it, all are accepted.

    ``after``: it comes after another game of the same two. Until it has begun both look for each other by that one,
    and ``admit`` waits until our player wants it. ``latest``: when the latest entry of the game was saved, in Unix
    seconds, if that was before this program runs. ``address``: where the other player was last reached, if that is
    known. ``trace`` hears of each change of the match's state.
    """

    def __init__(
        self,
        saved_session: SavedSession,
        *,
        admit: Admit,
        on_news: Callable[[News], None] = lambda _: None,
        timeouts: Timeouts | None = None,
        after: Sequel | None = None,
        latest: int | None = None,
        agree: AcceptTerms | None = None,
        address: Address | None = None,
        trace: Trace | None = None,
    ) -> None:
        self.saved_session = saved_session
        self.admitted = trio.Event()
        """Set when there will be a game."""
        self._session = saved_session.session
        self._after = after
        self._admit, self._on_news, self._timeouts = admit, on_news, timeouts or Timeouts()
        self._agree = agree
        self._runner: SessionRunner | None = None
        self._turn = trio.Lock()
        self._calls = 0
        self._moved = trio.lowlevel.ParkingLot()
        self._talk = TalkLimit()
        self.presence = Presence(
            self._session, self._timeouts, follows=after is not None, latest=latest, address=address, trace=trace
        )

    # What the player sees and does.

    @property
    def snapshot(self) -> Snapshot:
        """The game as it is now."""
        return self.saved_session.snapshot

    async def wait_changed(self) -> None:
        """Wait until ``snapshot`` is another one, or the other player is ``overdue``, for a second at most."""
        await self.saved_session.wait_changed()

    @property
    def overdue(self) -> bool:
        """Return whether the other player has been away long enough for ours to call the game abandoned."""
        return self.presence.overdue

    async def do(self, command: Command) -> None:
        """Carry out what this side's player wants.

        Raises ``IllegalMove`` or ``LocalProtocolError`` if it is not possible; nothing was sent then.
        """
        if isinstance(command, Leave):
            self.presence.leave()
            if self._session.ending:  # a player resigns and leaves at once, as a script does
                with trio.move_on_after(self._timeouts.confirm):
                    await self.wait_line(there=False)
        if self.presence.over:
            return
        if isinstance(command, Abandon):
            await self._abandon()
        elif self._runner is not None:
            await self._runner.do(command)
        elif isinstance(command, Leave):
            self._end(WeLeft())
        else:
            raise LocalProtocolError(
                Code.OUT_OF_TURN, "MS9", Sentence("the other player is not there; try again later")
            )

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
        """The name of the game between the two: its proposal, or nothing before there is one."""
        return self._session.referee.proposal

    @property
    def topic(self) -> tuple[bytes, Seat | None]:
        """The game that a connection is about, for hello: this game and our seat, or the game before it and None."""
        if self._after is not None and not self.presence.begun:
            return self._after.game, None
        return self.game, self.seat

    def is_meant(self, greeted: Greeted) -> bool:
        """Return whether the other player, who calls, calls about this match."""
        if greeted.game and greeted.game == self.game:
            return greeted.seat is self.seat.other
        if self._after is None or self.presence.begun:
            return False
        # A program that was started again knows nothing of the game before, and joins as ever.
        joins = self.seat is Seat.HOST and not greeted.game and not self.game
        return joins or (greeted.game, greeted.seat) == (self._after.game, None)

    @property
    def game_name(self) -> str:
        """The game by its name, once it has begun or if it comes after another."""
        if self._after is not None:
            return self._after.terms.game
        return self._session.referee.rules.name

    async def reached_at(self, address: Address) -> None:
        """Note, and save, the address at which the other player was reached. Raises ``StoreError``."""
        if address != self.presence.status.address:
            self.presence.reached_at(address)
            await self.saved_session.remember_address(str(address))

    @property
    def lineless(self) -> bool:
        return self._runner is None

    async def wait_line(self, there: bool) -> None:
        """Wait until there is a line, or none."""
        while self.lineless is there:
            await self._moved.park()

    async def take_line(self, link: SecureLink, greeted: Greeted, *, after_another: bool = False) -> bool:
        """Talk over this link, in place of any before, until it or the match is over. Return whether both were heard.

        The link must have proven that it leads to our ``peer``; it is not closed here. ``after_another``: whoever made
        the connection has called about a game after the last one.
        """
        self._calls += 1
        call = self._calls
        if self._runner is not None:
            self._runner.supersede()
        async with self._turn:
            if call != self._calls or (after_another and self.presence.begun):
                trace_ended(link.trace, "lost RS7", OTHER_LINE)
                return False  # the newest line counts
            if self.presence.over:
                await self._answer_after_end(link)
                return False
            self.presence.take_line()
            opened = False

            def on_progress() -> None:
                nonlocal opened
                opened = True
                self._go_on()

            self._runner = runner = SessionRunner(
                link,
                greeted,
                self.saved_session,
                self._admit,
                after_another=after_another,
                timeouts=self._timeouts,
                talk=self._talk,
                agree=self._agree,
                on_progress=on_progress,
                on_news=self._tell,
            )
            self._moved.unpark_all()
            try:
                end = await runner.run()
            finally:
                self._runner = None
                self._session.lose_line()
                self._moved.unpark_all()
            await self._lose_line(end)
            return opened

    async def _answer_after_end(self, link: SecureLink) -> None:
        """Tell a caller why the match is over: it was broken off (RS15), or no one waits here any more (RS6)."""
        outcome = self.presence.status.outcome
        broken_off = isinstance(outcome, PeerBroke) and outcome.kept is not None
        if broken_off and self.saved_session.unkept is None:
            await refuse_again(link, self._session.refusals.refusal_again(), self._timeouts)
        else:
            await turn_away(link, NOT_HERE, self._timeouts)

    async def _lose_line(self, end: Outcome) -> None:
        abandoned = self._session.referee.abandoned
        abandonment = end if isinstance(end, GameAbandoned) else abandoned
        if abandonment is not None and abandonment.waited is not self.seat:
            with suppress(StoreError):  # the game is over all the same
                await self.saved_session.hear_abandonment(self.presence.status.absence)
        news = self.presence.lose_line(end)
        if not self.presence.over:
            self.saved_session.show()
        self._moved.unpark_all()
        if news is not None:
            self._on_news(news)
        if self._session.referee.due is None and self._session.confirmed:
            with suppress(StoreError):  # the game is over all the same, and can be settled another time
                await self.saved_session.settle()

    def _tell(self, news: News) -> None:
        self._on_news(self.presence.heard_of(news))

    def _go_on(self) -> None:
        news = self.presence.go_on()
        self.admitted.set()
        if news is not None:
            self._on_news(news)

    # From beginning to end.

    async def run(self) -> Outcome:
        """Wait until the game is over, or someone leaves for good."""
        async with trio.open_nursery() as nursery:
            nursery.start_soon(self._watch_absence)
            nursery.start_soon(self._watch_before)
            while not self.presence.over:
                await self._moved.park()
            nursery.cancel_scope.cancel()
        outcome = self.presence.status.outcome
        assert outcome is not None
        return outcome

    async def _watch_before(self) -> None:
        """End the match when the other player stays away before a game after another one begins."""
        while (until := self.presence.alone_until) is not None:
            if not self.lineless:
                await self.wait_line(there=False)
                continue
            with trio.move_on_at(until):
                await self.wait_line(there=True)
                continue
            self._give_up()
            return

    async def _watch_absence(self) -> None:
        """Tell how long the other has been away, and end the match when that is too long."""
        while True:
            step = self.presence.look()
            if step is None:
                await self._moved.park()
                continue
            if self.presence.unconfirmed:
                self._give_up()
            elif step.news is not None:
                self._on_news(step.news)
            if self.overdue:
                self.saved_session.wake()
            await trio.sleep(step.seconds)

    async def _abandon(self) -> None:
        """Call the game abandoned. Raises ``LocalProtocolError`` while the other player still has time, or is here."""
        try:
            async with self.saved_session.lock:
                if not self.lineless:
                    raise LocalProtocolError(Code.OUT_OF_TURN, "EN14", Sentence("the other player is connected"))
                if not self.overdue:
                    still = Sentence("the other player has not been away for as long as both of you agreed on")
                    raise LocalProtocolError(Code.NOT_AGREED, "EN14", still)
                await self.saved_session.carry_out(lambda: self._session.send(Abandon()))
        except StoreError as error:
            self._end(NotSaved(sentence_of(error)))
        else:
            self.saved_session.show()
            self._end(GameAbandoned(self.seat))

    def _end(self, end: Outcome) -> None:
        self.presence.end(end)
        self._moved.unpark_all()

    def _give_up(self) -> None:
        self.presence.give_up()
        self._moved.unpark_all()


async def play_automatically(
    match: Match, choose: Callable[[Snapshot], Any], tell: Callable[[str], None] = lambda _: None
) -> None:
    """Make every move that is due from us with ``choose``, which runs in a thread; ends with the match.

    Offers of the other are declined at once, and the game is called abandoned as soon as the other player is
    ``overdue``. If ``choose`` raises ``BotFailed`` we resign, and say why to the other
    player and to ``tell``.
    """
    while True:
        if match.overdue:
            # The other may be coming back just now.
            with suppress(LocalProtocolError):
                await match.do(Abandon())
        snapshot = match.snapshot
        if snapshot.connected and snapshot.their_offer is not None and not snapshot.their_offer.declined:
            # The offer may have become void meanwhile.
            with suppress(LocalProtocolError):
                await match.do(DeclineOffer())
            if match.snapshot is not snapshot:
                continue
        if snapshot.pending is Pending.MOVE:
            try:
                commands: tuple[Command, ...] = (Play(await trio.to_thread.run_sync(choose, snapshot)),)
            except BotFailed as failure:
                # The last line of its log can tell our hand.
                tell(Sentence("{why} We resign.", why=failure.for_us))
                commands = (Talk(Sentence("{why} We resign.", why=failure.why)), Resign())
            # While we thought, the other may have resigned, or gone.
            with suppress(LocalProtocolError):
                for command in commands:
                    await match.do(command)
            if match.snapshot is not snapshot:
                continue
        await match.wait_changed()
