"""One session over one link: what comes is heard, what is due is said, until the line or the game is over."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import partial
from typing import Final

import trio

from mandala_net.discovery.own_addresses import wait_until_gone
from mandala_net.link.close_reasons import GAME_OVER, REFUSALS, STOPPED, heard
from mandala_net.link.secure_link import LinkLost, SecureLink
from mandala_net.link.timeouts import Timeouts
from mandala_net.match.admission import Admit
from mandala_net.match.liveness import Liveness, silence
from mandala_net.match.match_outcome import (
    blame,
    end_of_line,
    given_up,
    is_game_over,
    is_given_up,
    likely_farewells,
    trace_end_of_line,
)
from mandala_net.match.news import (
    Declined,
    LineLost,
    News,
    NotSaved,
    Outcome,
    PeerBroke,
    PeerComplained,
    PeerLeft,
    PeerQuiet,
    WeLeft,
)
from mandala_net.match.saved_session import SavedSession
from mandala_net.match.talk_limit import TalkLimit
from mandala_net.match.terms import AcceptTerms
from mandala_net.store.store import StoreError
from mandala_protocol.conversation.connection import LIVE, ConnectionState
from mandala_protocol.conversation.events import (
    HEAVY,
    Agree,
    Alive,
    AskedAlive,
    CheckAlive,
    Command,
    Complained,
    ConfirmAlive,
    Leave,
    Left,
    OfferDeclined,
    OfferMade,
    PassedOver,
    PastTold,
    Play,
    Refuse,
    Refused,
    RematchWanted,
    Said,
    SessionEvent,
    Speak,
    Talked,
    TellMissing,
    TellPast,
    WantRematch,
)
from mandala_protocol.conversation.greeting import Greeted
from mandala_protocol.conversation.snapshot import Pending
from mandala_protocol.conversation.trace import trace_ended, trace_failed
from mandala_protocol.errors import LocalProtocolError, RemoteProtocolError
from mandala_protocol.names import clean_line
from mandala_protocol.sentence import N_, Sentence, sentence_of
from mandala_protocol.wire.messages import MAX_CHAT, Accept
from mandala_protocol.wire.rate_limit import Allowance

MOST_EVIDENCE: Final = 65_536
MOST_EVIDENCE_OF_STRANGERS: Final = 256
"""The most bytes of what broke the protocol that go into the log."""

UNWEIGHED: Final = (ConfirmAlive, Play, Speak, TellMissing)
"""Commands that say an entry, or a pong that was asked for: they count for nothing (MS18)."""

UNCHANGED: Final = (Alive, AskedAlive, PassedOver, Talked)
"""Events that change nothing of the game, and after which nothing is due from us."""

PIECE: Final = 4_096
"""The most bytes that are heard at once: in the worst case some forty signatures are checked then."""

OTHER_LINE: Final = Sentence("The other player came back on another connection.")

LARGEST_SAID: Final = 300 + 4 * MAX_CHAT
"""The most that a message weighs which our person can bring about."""

log = logging.getLogger(__name__)


class SessionRunner:
    """One session over one link.

    A new game begins when ``admit`` lets it; one that has begun is resumed, whoever spoke last.
    ``after_another``: the line is about a game after the last one, which both must want. ``talk`` limits what is shown
    of it. ``agree`` decides about the proposal of a new game. ``on_progress`` is called once both can speak, and
    whenever the game has come further then; ``on_news`` hears what is not in the state of the game. Neither may wait.
    """

    def __init__(
        self,
        link: SecureLink,
        greeted: Greeted,
        saved_session: SavedSession,
        admit: Admit,
        *,
        after_another: bool = False,
        timeouts: Timeouts,
        talk: TalkLimit,
        agree: AcceptTerms | None,
        on_progress: Callable[[], None],
        on_news: Callable[[News], None],
    ) -> None:
        self._link, self._greeted, self._after_another = link, greeted, after_another
        self._saved_session, self._session = saved_session, saved_session.session
        self._admit, self._on_progress, self._on_news, self._timeouts = admit, on_progress, on_news, timeouts
        self._agree, self._proposed = agree, trio.Event()
        self._over = trio.Event()
        self._end: Outcome | None = None
        self._reported_open = False
        self._doing: set[trio.CancelScope] = set()
        self._liveness = Liveness(self._session, timeouts, after_another=after_another)
        self._talk = talk
        self._sent = Allowance(trio.current_time(), sending=True)
        self._pinged = trio.current_time()

    async def run(self) -> Outcome:
        """Talk until the game or the line is over, or someone leaves. Return that end; say goodbye when cancelled."""
        async with self._saved_session.lock:
            self._session.open_line(
                self._greeted.name,
                after_another=self._after_another,
                ask=True,
                allowance=self._link.allowance,
                trace=self._link.trace,
            )
        if self._session.state is not ConnectionState.ASKING:  # the two have played with each other
            self._link.allowance.widen()
            self._sent.widen()
        self._saved_session.meanwhile = self._give_sign_of_life
        try:
            async with trio.open_nursery() as nursery:
                nursery.start_soon(self._converse, nursery)
                nursery.start_soon(self._keep_alive)
                nursery.start_soon(self._decide_on_terms)
                nursery.start_soon(self._keep_address)
                await self._over.wait()
                nursery.cancel_scope.cancel()
        finally:
            self._saved_session.meanwhile = trio.lowlevel.checkpoint
            for doing in self._doing:
                doing.cancel()
            if self._end is None:
                trace_ended(self._link.trace, "left", Sentence(STOPPED))
                with trio.move_on_after(self._timeouts.goodbye, shield=True):
                    with suppress(LinkLost, StoreError, LocalProtocolError):
                        await self._say(Leave(STOPPED))
            with trio.CancelScope(shield=True), self._failures_end_it():
                async with self._saved_session.lock:
                    await self._saved_session.save(waits=False)
        assert self._end is not None
        return self._end

    def supersede(self) -> None:
        """End this line without a word, as another one takes its place."""
        self._finish(LineLost(OTHER_LINE, "RS7"))

    async def do(self, command: Command) -> None:
        """Carry out what this side's player wants.

        Raises ``IllegalMove`` or ``LocalProtocolError`` if it is not possible; nothing was sent then.
        """
        if self._over.is_set():
            return
        with trio.CancelScope() as scope, self._failures_end_it():
            self._doing.add(scope)
            try:
                if not isinstance(command, Play | Leave):
                    await self._wait_until_bearable()
                if isinstance(command, Leave):
                    self._saved_session.wait_no_longer()
                    await self._say_last(command, WeLeft())
                    return
                await self._say(command)
                await self._speak()
            finally:
                self._doing.discard(scope)

    async def _wait_until_bearable(self) -> None:
        """Wait until more may be sent: a script may type faster than anyone, and must not flood the other (MS18)."""
        while True:
            self._sent.pass_time(trio.current_time())
            seconds = self._sent.seconds_until(LARGEST_SAID)
            if not seconds:
                return
            await trio.sleep(seconds)

    # The conversation.

    async def _converse(self, nursery: trio.Nursery) -> None:
        with self._failures_end_it():
            try:
                match self._session.state:
                    case ConnectionState.RESUMING:
                        await self._say(TellPast())
                    case ConnectionState.ASKING | ConnectionState.BETWEEN_GAMES:
                        nursery.start_soon(self._decide)
                    case _:
                        pass  # the game is broken off: the other hears so whatever it says
                await self._take_in_piece(b"")
                await self._take_in(self._greeted.rest)
                while not self._over.is_set():
                    data = await self._receive()
                    self._heard()
                    await self._take_in(data)
            except RemoteProtocolError as error:
                await self._object(error)

    async def _receive(self) -> bytes:
        try:
            data = await self._link.receive()
        except RemoteProtocolError as error:
            # Whoever changed this on its way is not the other player, who can come back on a line of its own.
            raise LinkLost(error.detail, error.requirement) from error
        if not data:
            raise LinkLost(Sentence("The other program has closed the connection."))
        return data

    async def _take_in(self, data: bytes) -> None:
        """Hear it piece by piece, so that what our own side wants to say meanwhile does not wait for all of it."""
        for start in range(0, len(data), PIECE):
            await self._take_in_piece(data[start : start + PIECE])

    async def _take_in_piece(self, data: bytes) -> None:
        self._session.receive_data(data)
        asked, changed = 0, False
        while (event := await self._next_event()) is not None:
            await self._react(event)
            asked += isinstance(event, AskedAlive)
            changed = changed or not isinstance(event, AskedAlive | Talked | PassedOver)
        if asked and self._session.state in LIVE:
            await self._say(ConfirmAlive(asked))
        if changed:
            await self._speak()

    async def _next_event(self) -> SessionEvent | None:
        async with self._saved_session.lock:
            if self._over.is_set():
                return None
            event = await self._saved_session.hear()
            if event is not None and not isinstance(event, UNCHANGED):
                self._show()
            await self._saved_session.save_heard()
        return event

    async def _say(self, command: Command) -> None:
        async with self._saved_session.lock:
            if not self._over.is_set():
                await self._say_now(command)

    async def _say_last(self, command: Command, end: Outcome) -> None:
        """Say what ends the line. The other may have hung up before this returns, which is then no loss."""
        self._note_end(end)
        await self._say(command)
        self._over.set()

    async def _say_now(self, command: Command) -> None:
        light = not isinstance(command, HEAVY)
        data = await self._saved_session.carry_out(partial(self._session.send, command), light=light)
        if isinstance(command, CheckAlive):
            self._pinged = trio.current_time()
        if data:
            await self._send(data, weighs=not isinstance(command, UNWEIGHED))
        if not isinstance(command, CheckAlive | ConfirmAlive):
            self._show()

    async def _send(self, data: bytes, *, weighs: bool) -> None:
        if weighs:
            self._sent.count_sent(len(data))
        with trio.move_on_after(self._timeouts.lost) as sending:
            await self._link.send(data)
        if sending.cancelled_caught:
            raise LinkLost(
                silence(N_("The other program has read nothing for {seconds} seconds."), self._timeouts.lost)
            )

    async def _speak(self) -> None:
        """Say what is due from us and needs no decision, until it is the other's turn or ours to move."""
        while True:
            async with self._saved_session.lock:
                if self._over.is_set() or self._session.pending is not Pending.ENTRY:
                    break
                if self._are_terms_open():
                    self._proposed.set()
                    break
                await self._say_now(Speak())
        if is_game_over(self._session):
            await self._conclude()
        elif self._session.can_prepare and not self._over.is_set():
            async with self._saved_session.lock:
                await trio.to_thread.run_sync(self._session.prepare)

    async def _conclude(self) -> None:
        """Make sure that our last entry has arrived, then close the line. The receiver of the last entry waits."""
        if self._over.is_set() or self._session.referee.last_speaker is not self._session.seat:
            return
        if self._session.confirmed:
            await self._say_last(Leave(GAME_OVER), LineLost(Sentence(GAME_OVER)))
        elif not self._session.asks_to_confirm:
            await self._say(CheckAlive())

    def _note_progress(self) -> None:
        """Tell that both can play now, and that the game has come further since."""
        if not self._session.was_open:
            return
        if not self._reported_open:
            self._reported_open = True
            self._liveness.go_on()
        self._on_progress()

    async def _react(self, event: SessionEvent) -> None:
        match event:
            case PastTold():
                await self._say(TellMissing())
            case Said() | Alive() | AskedAlive() | PassedOver():
                pass
            case Talked() | OfferMade():
                if self._talk.allows():
                    self._on_news(event)
            case OfferDeclined():
                self._on_news(event)  # there is at most one for each offer that we have made
            case RematchWanted():
                if self._session.state is ConnectionState.REMATCH_HEARD:
                    self._on_news(event)
            case Refused(reason=reason):
                self._finish(Declined(heard(reason, REFUSALS)))
            case Left(reason=reason):
                self._finish(PeerLeft(heard(reason, likely_farewells(self._session))))
            case Complained(code=code, requirement=requirement, detail=detail):
                if is_given_up(self._session, code):
                    await self._saved_session.give_up()
                    self._finish(given_up(self._session))
                    return
                log.error("the peer complains: code %d, %s", code, clean_line(requirement))
                self._finish(PeerComplained(code, clean_line(requirement), clean_line(detail)))

    async def _decide(self) -> None:
        """Ask whether there will be a game, while signs of life go on."""
        no_game = await self._admit(self._greeted)
        with self._failures_end_it():
            if no_game is not None:
                await self._say_last(Refuse(no_game.for_peer), Declined(no_game.for_us, by_us=True))
                return
            await self._say(WantRematch() if self._after_another else Agree())
            await self._speak()

    def _are_terms_open(self) -> bool:
        """Return whether a proposal has come that our player has not agreed to yet."""
        due = self._session.referee.due
        return self._agree is not None and due is not None and due.kind is Accept

    async def _decide_on_terms(self) -> None:
        """Ask whether the proposal is accepted, while signs of life go on."""
        await self._proposed.wait()
        assert self._agree is not None, "the terms are open"
        no_game = await self._agree(self._session.snapshot())
        self._agree = None
        with self._failures_end_it():
            if no_game is not None:
                await self._say_last(Leave(no_game.for_peer), Declined(no_game.for_us, by_us=True))
                return
            await self._speak()

    async def _object(self, error: RemoteProtocolError) -> None:
        """Keep the evidence, tell the peer, end; also when another line is just taking the place of this one."""
        with trio.CancelScope(shield=True):
            end = await self._judge(error)
            if self._saved_session.unkept is None:  # what is not kept is not refused aloud (TR12)
                with trio.move_on_after(self._timeouts.goodbye), suppress(LinkLost):
                    async with self._saved_session.lock:
                        await self._link.send(self._session.complaint())
        self._finish(end)

    async def _judge(self, error: RemoteProtocolError) -> Outcome:
        if is_given_up(self._session, error.code):
            await self._saved_session.give_up()
            return given_up(self._session)
        received = error.evidence[: MOST_EVIDENCE if self._session.was_open else MOST_EVIDENCE_OF_STRANGERS].hex()
        log.error(
            "protocol broken by %s: code %d (%s), requirement %s: %s%s",
            self._link.peer.hex(),
            error.code,
            error.code.name,
            error.requirement,
            error.detail,
            f"; received {received}" if received else "",
        )
        await self._saved_session.keep_refused()
        return blame(self._session, error)

    # Signs of life.

    async def _keep_alive(self) -> None:
        while True:
            await trio.sleep(min(self._timeouts.ping, self._liveness.seconds_left))
            behind = self._link.unread
            if behind:
                self._heard()
            match self._liveness.look(behind=behind):
                case LineLost() as lost:
                    self._finish(lost)
                    return
                case PeerQuiet() as quiet:
                    self._on_news(quiet)
                case None:
                    pass
            with self._failures_end_it():
                await self._say(CheckAlive())

    async def _give_sign_of_life(self) -> None:
        """Send a ping ahead of what waits to be saved, if one is due (LK23). The lock of the session is held."""
        if trio.current_time() - self._pinged >= self._timeouts.ping and self._session.state in LIVE:
            self._pinged = trio.current_time()
            await self._send(self._session.send(CheckAlive(ahead=True)), weighs=True)

    async def _keep_address(self) -> None:
        """End the line soon after its own address is gone, instead of waiting for the silence that follows."""
        await wait_until_gone(self._link.own_address)
        self._finish(LineLost(Sentence("The network address of this computer has changed.")))

    def _heard(self) -> None:
        news = self._liveness.hear()
        if news is not None:
            self._on_news(news)

    def _show(self) -> None:
        """Show the game as it is now; before that, as news, that the other player is back for it."""
        self._note_progress()
        if self._liveness.note_length():  # the two play with each other since one has said an entry
            self._link.allowance.widen()
            self._sent.widen()
        self._saved_session.show()

    # The end.

    @contextmanager
    def _failures_end_it(self) -> Iterator[None]:
        try:
            yield
        except LinkLost as error:
            self._finish(LineLost(sentence_of(error), error.requirement))
        except StoreError as error:
            self._finish(NotSaved(sentence_of(error)))
        except LocalProtocolError:
            # The line may have closed, or failed, while we were about to say something.
            if self._session.state in LIVE and not self._over.is_set():
                raise
            self._finish(LineLost(Sentence("The other program has left.")))

    def _finish(self, end: Outcome) -> None:
        self._note_end(end)
        self._over.set()

    def _note_end(self, end: Outcome) -> None:
        if self._end is None and self._session.state is not ConnectionState.FAILED:  # a failure was traced already
            trace_end_of_line(self._link.trace, end)
        self._end = end_of_line(self._session, self._end, end, terms_open=self._are_terms_open())
        if isinstance(self._end, PeerBroke) and self._session.error is None:
            trace_failed(self._link.trace, self._end.error)
