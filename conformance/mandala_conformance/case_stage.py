"""The stage of a case: connections and games with the implementation, and what the report says of them."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial
from typing import Final

import trio
from attrs import field, frozen

from mandala_conformance.expectations import Refusal, expect_refusal, is_turned_away, refusals_text
from mandala_conformance.findings import Fault, NotReady, NotStrict, NotTried, PeerGone, Unmet
from mandala_conformance.implementation import PAUSE_SECONDS, Implementation
from mandala_conformance.probe_game import ProbeGame
from mandala_conformance.probe_line import LineEnd, ProbeLine, answer_text
from mandala_conformance.puppet import Chooser, Puppet, Until, by_chance
from mandala_conformance.raw_connection import Altering, HandshakeEnded, LinkKey, RawConnection
from mandala_conformance.secret_watch import GameWatch, SecretWatch
from mandala_conformance.timings import Timings
from mandala_net.link.handshake import Role
from mandala_net.trust.identity import Identity
from mandala_net.version import VERSION
from mandala_protocol.conversation.speaker import GameTerms
from mandala_protocol.conversation.trace import Mark, Trace
from mandala_protocol.errors import Code
from mandala_protocol.record.signatures import Signer
from mandala_protocol.record.transcript import Entry, read
from mandala_protocol.seats import Seat
from mandala_protocol.wire.messages import (
    PROTOCOL_VERSION,
    Body,
    Busy,
    EntryMessage,
    First,
    Hello,
    Message,
    Propose,
    Resume,
    name_of_kind,
)

READY_SECONDS: Final = 40.0
"""The seconds that an implementation may take after one game to be there for the next one."""

_LONGEST_PAUSE_SECONDS: Final = 0.5
"""The longest pause before an implementation that was not ready is called again."""

_BACK_SECONDS: Final = 20.0
_AGAIN_SECONDS: Final = 3.0
_SETTLE_SECONDS: Final = 60.0

SOFTWARE: Final = f"mandala-lan tester {VERSION}"


@frozen
class WholeGame:
    """A game that ``case`` has played to its end."""

    case: str
    game: ProbeGame


@frozen
class Scene:
    """The setting of one case: the implementation, the game, where traces and times go.

    ``slowness``: how many times longer than usual to wait for the implementation.
    ``case`` is its name, and ``case_trace`` takes lines about it as a whole; ``watch`` watches over the secrets of the
    implementation in all cases of a run, and ``whole_games`` has a game of each kind that an earlier case has played to
    its end.
    """

    implementation: Implementation
    game: str
    timings: Timings
    watch: SecretWatch
    case: str = ""
    new_trace: Callable[[], Trace | None] = lambda: None
    case_trace: Trace | None = None
    slowness: float = 1.0
    whole_games: dict[str, WholeGame] = field(factory=dict)


def _forgotten(sent: Sequence[str], first: str, refusals: Sequence[Refusal], error: Unmet) -> Fault:
    """The fault of a peer that refuses an entry rightly, and does not remember it when the other comes back."""
    codes = " or ".join(dict.fromkeys(refusal.code.wire_name for refusal in refusals))
    return Fault(
        "RS15",
        f"at hello the error {codes} again, with the same requirement (RS15), or fork (TR8) at the honest entry",
        f"when the tester came back: {error.got}",
        (
            ("before", "; ".join(sent)),
            ("first", f"the right error: {first}"),
            ("look at", "the refused entry is kept before the error is sent (TR12), and judged again (RS15)"),
        ),
        ("TR12",),
    )


class Stage:
    """The means of one case. Its ``identity`` and ``name`` are new, so that no case depends on another.

    ``sent``, ``expected`` and ``got`` are told in the report.
    """

    def __init__(self, scene: Scene, nursery: trio.Nursery) -> None:
        self._scene, self._nursery = scene, nursery
        self.identity = Identity.generate()
        self.name = f"Tester {secrets.token_hex(4)}"
        self.game = scene.game
        self.role = scene.implementation.role
        self.timings = scene.timings
        self.slowness = scene.slowness
        self.sent: list[str] = []
        self.expected = self.got = ""
        self.faults: list[Fault] = []
        """The breaches that the watch over the secrets found in this case."""
        self._games: list[ProbeGame] = []
        self._whole: ProbeGame | None = None
        self._lines: list[ProbeLine] = []
        self._raw: list[RawConnection] = []
        self._connections = 0

    @property
    def seat(self) -> Seat:
        """The tester's seat in a new game."""
        return Seat.GUEST if self.role is Role.GUEST else Seat.HOST

    @property
    def was_met(self) -> bool:
        """Return whether there was a connection with the implementation in this case."""
        return bool(self._raw)

    @property
    def fault(self) -> Fault | None:
        """The first breach of the standard on the lines of this case, for which no case is needed."""
        return next((line.fault for line in self._lines if line.fault is not None), None)

    @property
    def proposal(self) -> EntryMessage | None:
        """The last proposal of a host; None without any."""
        return next((line.proposal for line in reversed(self._lines) if line.proposal is not None), None)

    def note(self, step: str) -> None:
        """Tell of something that the tester sends or does."""
        self.sent.append(step)

    def note_expectation(self, expected: str) -> None:
        """Tell what is expected now, whatever comes."""
        self.expected, self.got = expected, ""

    # Connections.

    async def connect(self) -> RawConnection:
        """A TCP connection on which nothing has been sent yet. Raises ``PeerGone``."""
        while True:
            stream = await self._scene.implementation.connection()
            self._connections += 1
            heard = partial(self._hear_key, f"connection {self._connections} of {self._scene.case}")
            raw = RawConnection(stream, self._scene.new_trace(), heard)
            if not (self.role is Role.HOST and await raw.is_stale()):
                self._raw.append(raw)
                return raw
            await raw.cut()

    def _hear_key(self, connection: str, kind: LinkKey, key: bytes) -> None:
        self.faults += self._scene.watch.new(self._scene.watch.link_key(kind, key, connection))

    async def open_link(self, identity: Signer | None = None, alter: Altering | None = None) -> ProbeLine:
        """A connection with a finished handshake, on which nothing has been said yet."""
        raw, own = await self.connect(), identity or self.identity
        line = ProbeLine(raw, await raw.shake_hands(self.role, own, alter), self.timings)
        line.trace(Mark.MOVED, f"proven identities: tester={own.public.hex()} implementation={line.peer.hex()}")
        line.slowness = self.slowness
        self._lines.append(line)
        self._nursery.start_soon(line.listen)
        self._nursery.start_soon(line.keep_alive)
        return line

    def hello(self, name: str | None = None) -> Hello:
        """The tester's hello about a new game."""
        return Hello(PROTOCOL_VERSION, SOFTWARE, self.name if name is None else name, b"", None)

    async def greet(self, identity: Signer | None = None, hello: Hello | None = None) -> ProbeLine:
        """A connection on which both have said hello about a new game, and a host has proposed one.

        An implementation that is not ready is called again for a while. Raises ``NotReady`` and ``Unmet``.
        """
        until, why, failed = trio.current_time() + READY_SECONDS * self.slowness, "", False
        pause = PAUSE_SECONDS
        while trio.current_time() < until:
            try:
                line = await self.open_link(identity)
            except HandshakeEnded as ended:
                why, failed = str(ended), True
                await trio.sleep(PAUSE_SECONDS)
                continue
            failed = False
            await line.send(hello or self.hello())
            heard = await line.next()
            if isinstance(heard, Hello):
                self._scene.implementation.software = heard.software
            if self.role is Role.HOST:
                if isinstance(heard, Hello) and not heard.game:
                    return line
            elif isinstance(heard, Hello):
                heard = await line.next()
                if isinstance(heard, EntryMessage):
                    line.proposal = heard
                    return line
            why = answer_text(heard)
            if heard is None or isinstance(heard, LineEnd):
                line.blame_what_is_missing()
            if line.fault is not None:
                raise Unmet(line.fault.expected, line.fault.got, line.fault)
            await self._turn_away(line, pause)
            pause = min(2 * pause, _LONGEST_PAUSE_SECONDS)
        if failed and self.role is Role.HOST:
            raise Unmet("a handshake of an implementation that calls", why)
        raise NotReady(f"the implementation was not ready for a new game within {READY_SECONDS:g} s: {why}")

    async def _turn_away(self, line: ProbeLine, pause: float = PAUSE_SECONDS) -> None:
        """End a connection about something else than is wanted now."""
        if self.role is Role.HOST and not line.ended:
            await line.send(Busy("The tester is not ready for that."))
        await line.close()
        await trio.sleep(pause)

    # Games.

    async def begin(
        self,
        *,
        first: First = First.LOT,
        choose: Chooser | None = None,
        grace: int = 0,
        game: str | None = None,
    ) -> ProbeGame:
        """A new game: hello is said; as the guest the proposal is heard too. The next entry is the tester's.

        ``game``: what a host proposes, if it is a test game.
        """
        line = await self.greet()
        puppet = Puppet(
            self.seat,
            self.identity,
            self.name,
            secrets.token_bytes(32),
            terms=GameTerms(game or self.game, first, grace) if self.role is Role.HOST else None,
            choose=choose or by_chance(1),
        )
        begun = self.new_game(puppet, line)
        if line.proposal is not None:
            self._require_game(line.proposal)
            await begun.take(line.proposal)
        return begun

    def new_game(self, puppet: Puppet, line: ProbeLine) -> ProbeGame:
        """A game of this puppet, which is ended with the case."""
        watch = GameWatch(self._scene.watch, puppet, self._scene.case, self.faults)
        begun = ProbeGame(puppet, line, self.timings, watch)
        self._games.append(begun)
        return begun

    def _require_game(self, heard: EntryMessage) -> None:
        body = read(heard).body
        if isinstance(body, Propose) and body.game != self.game:
            raise NotTried(f"the implementation proposes {body.game!r}, not {self.game!r}")

    async def play_to(
        self, until: Until, *, first: First = First.LOT, choose: Chooser | None = None, grace: int = 0
    ) -> ProbeGame:
        """A new game, played honestly up to this place, where the tester is to speak."""
        game = await self.begin(first=first, choose=choose, grace=grace)
        await game.go_to(until)
        return game

    async def whole_game(self) -> ProbeGame:
        """A game to be played to its end, honestly and on one connection; if another case has played one, that one."""
        earlier = self._scene.whole_games.get(self.game)
        if earlier is not None and earlier.case != self._scene.case:
            self.note(f"the game that {earlier.case} has played")
            return earlier.game
        self._whole = await self.begin()
        return self._whole

    # Coming back.

    async def come_back(self, game: ProbeGame, hello: Hello | None = None) -> ProbeLine:
        """A new connection about this game, on which both have said hello, and the tester nothing else.

        Raises ``NotTried`` if the implementation that calls does not come back to it.
        """
        about = hello or Hello(
            PROTOCOL_VERSION, SOFTWARE, self.name, game.puppet.referee.proposal, int(game.puppet.seat)
        )
        until, heard = trio.current_time() + _BACK_SECONDS * self.slowness, None
        while trio.current_time() < until:
            try:
                line = await self.open_link()
            except HandshakeEnded:
                await trio.sleep(PAUSE_SECONDS)
                continue
            await line.send(about)
            heard = await line.next()
            if isinstance(heard, Hello):
                if self.role is Role.HOST and heard.game != about.game:
                    await self._turn_away(line)
                    raise NotTried("the implementation does not come back to the game by itself")
                game.line, game.spoilt = line, False
                return line
            await self._turn_away(line)
        raise Unmet("hello about the game", answer_text(heard))

    async def resume(self, game: ProbeGame) -> None:
        """Come back to the game and go on where it was: afterwards both records are equal. Raises ``Unmet``."""
        until = trio.current_time() + _BACK_SECONDS * self.slowness
        while True:
            line = await self.come_back(game)
            await line.send(game.puppet.past)
            heard = await line.next()
            if isinstance(heard, Resume):
                break
            if not is_turned_away(heard) or trio.current_time() > until:
                raise Unmet("resume", answer_text(heard))
            await self._turn_away(line)
        transcript = game.puppet.referee.transcript
        await line.send(*(entry.message() for entry in transcript.entries[heard.length :]))
        await game.hear_missing(heard.length)
        if transcript.head_after(heard.length) != heard.head:
            raise Unmet(f"the head after {heard.length} entries in resume", f"another one, {heard.head.hex()}")

    # Cheating.

    async def expect_refusal(
        self, line: ProbeLine, *refusals: Refusal, passing: tuple[type[Message], ...] = ()
    ) -> None:
        """Expect one of these errors and the end of the connection, perhaps after messages of the kinds ``passing``.

        Raises ``Unmet`` and ``NotStrict``.
        """
        self.note_expectation(refusals_text(refusals))
        self.got = await expect_refusal(line, *refusals, passing=passing)

    async def cheat(
        self,
        game: ProbeGame,
        entry: Entry | EntryMessage,
        what: str,
        *refusals: Refusal,
        passing: tuple[type[Message], ...] = (),
    ) -> None:
        """Say a wrong entry that is signed and has its place, and expect to be refused, now and ever after.

        The tester comes back with the honest entry for that place, and must hear the same code, or ``fork`` (RS15).
        It does so also if the connection was closed without a word, and raises ``NotStrict`` only then.
        Messages of the kinds ``passing`` can come before.
        """
        self.note(f"entry {game.puppet.number}: {what}")
        await game.send_forged(entry)
        silent: NotStrict | None = None
        try:
            await self.expect_refusal(game.line, *refusals, passing=passing)
        except NotStrict as error:
            silent, self.got = error, error.got
        game.broken_off = True
        if self.role is Role.HOST:
            self.got += "; the implementation calls, so it was not tried to come back"
        else:
            first, steps = self.got, tuple(self.sent)
            try:
                await self._come_back_in_vain(game, (*refusals, Refusal(Code.FORK, "TR8")))
            except NotStrict:
                raise
            except Unmet as error:
                if silent is not None:
                    raise
                self.got = first
                self.faults.append(_forgotten(steps, first, refusals, error))
        if silent is not None:
            raise NotStrict(silent.expected, self.got)

    async def _come_back_in_vain(self, game: ProbeGame, refusals: tuple[Refusal, ...]) -> None:
        """Come back, and again if the connection is closed without a word, as it may be just when a game ends."""
        first, until = self.got, trio.current_time() + _AGAIN_SECONDS
        self.note("came back with the honest entry for that place")
        honest = game.puppet.sealed(await game.next_body())
        past = Resume(honest.number + 1, honest.head)
        while True:
            line = await self.come_back(game)
            await line.send(past, honest.message())
            try:
                await self.expect_refusal(line, *refusals)
            except NotStrict:
                if trio.current_time() > until:
                    raise
                await trio.sleep(PAUSE_SECONDS)
            else:
                self.got = f"{first}; when the tester came back, {self.got}"
                return

    async def tamper(self, until: Until, what: str, change: Callable[[Body], Body], *refusals: Refusal) -> None:
        """Play up to this place, and cheat with the entry that is due, changed like this."""
        game = await self.play_to(until)
        body = await game.next_body()
        forged = game.puppet.sealed(change(body))
        await self.cheat(game, forged, f"{name_of_kind(type(body))} {what}", *refusals)

    # The end.

    def mark_end(self, verdict: str) -> None:
        """Mark in the trace where the case ends, and what follows is tidying up."""
        if self._scene.case_trace is not None:
            self._scene.case_trace(Mark.MOVED, f"{verdict}; what follows only leaves the implementation ready")

    async def settle(self) -> None:
        """Leave the implementation ready for the next case: games that are open are ended, connections closed."""
        if self._whole is not None and self._whole.puppet.over:
            self._scene.whole_games.setdefault(self.game, WholeGame(self._scene.case, self._whole))
        with trio.move_on_after(_SETTLE_SECONDS * self.slowness):
            for game in self._games:
                if game.begun and not game.puppet.over and not game.broken_off:
                    await self._end(game)
        await self._close_lines()
        if self.role is Role.GUEST and any(game.begun for game in self._games):
            with trio.move_on_after(_SETTLE_SECONDS * self.slowness), suppress(Unmet, NotTried, PeerGone):
                await self.greet()  # it is ready when it proposes another game
        await self._close_lines()
        for raw in self._raw:
            await raw.cut()

    async def _close_lines(self) -> None:
        for line in self._lines:
            if not line.ended:
                await line.close()

    async def _end(self, game: ProbeGame) -> None:
        try:
            if await game.break_off():
                return
            if game.spoilt or game.line.ended:
                await game.line.raw.cut()
                await self.resume(game)
            await game.end()
        except (Unmet, NotTried, PeerGone, HandshakeEnded):
            return  # it has its reasons not to go on with this game, and is free for another one
