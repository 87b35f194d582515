"""A game that the tester has with an implementation, on one connection after the other."""

from __future__ import annotations

import re
from collections.abc import Sequence
from contextlib import suppress
from typing import Final

import trio

from mandala_conformance.fault_evidence import entry_fault
from mandala_conformance.findings import ANSWER_SECONDS, Fault, NotReady, NotTried, Unmet
from mandala_conformance.probe_line import SMALL_TALK, ProbeLine, answer_text
from mandala_conformance.puppet import Puppet, Until, never
from mandala_conformance.secret_watch import GameWatch
from mandala_conformance.timings import Timings, answer_to
from mandala_protocol.conversation.trace import trace_beginning, trace_failed
from mandala_protocol.errors import RemoteProtocolError
from mandala_protocol.record.order import Occasion
from mandala_protocol.record.transcript import Entry, read, signed_by
from mandala_protocol.requirements import REQUIREMENTS
from mandala_protocol.seats import Seat
from mandala_protocol.wire.messages import (
    ENTRY_KINDS,
    MAX_REASON,
    Accept,
    Body,
    Bye,
    Decline,
    EntryMessage,
    Error,
    Key,
    Offer,
    Ping,
    Pong,
    Propose,
    name_of_kind,
)

_ANY_SECRET: Final = b"\x01" + bytes(31)

_ENTRY_KIND: Final = re.compile(r"`(\w+)` \(entry ")
"""A kind of entry in the heading of the section about it."""

_KIND_NAMES: Final = {name_of_kind(kind) for kind in ENTRY_KINDS.values()}


def _kinds_judged_by(number: str) -> set[str]:
    """The kinds of entries that a requirement is about: those in the heading above it, and in its text; else none."""
    requirement = REQUIREMENTS.get(number)
    if requirement is None or not _ENTRY_KIND.search(requirement.section):
        return set()
    named = set(re.findall(r"`(\w+)`", requirement.text)) & _KIND_NAMES
    return {*_ENTRY_KIND.findall(requirement.section), *named}


class ProbeGame:
    """A game at its current ``line``. ``puppet`` is the tester's side of it."""

    def __init__(self, puppet: Puppet, line: ProbeLine, timings: Timings, watch: GameWatch) -> None:
        self.puppet = puppet
        self.line = line
        self.broken_off = False
        """The implementation has refused an entry, and need not go on with the game."""
        self.spoilt = False
        """Something was sent on the line after which it is of no more use."""
        self.over_at: float | None = None
        """The time when the game was played to its end."""
        self.answers: list[tuple[float, str]] = []
        """The seconds that each entry of the implementation took to come, and its kind."""
        self._timings = timings
        self._watch = watch

    @property
    def begun(self) -> bool:
        """Return whether both have agreed to play."""
        return self.puppet.number > 1

    async def go_to(self, until: Until) -> None:
        """Play on honestly until the tester is to speak at this place, or the game is over.

        Raises ``Unmet`` if the implementation does not play along, ``NotTried`` if the game ends before the place.
        """
        while not self.puppet.over:
            if not self.puppet.is_to_speak:
                await self.hear_entry()
            elif await trio.to_thread.run_sync(until, self.puppet):
                return
            else:
                await self.say_next()
        self.over_at = self.over_at or trio.current_time()
        if until is not never:
            raise NotTried("the game ended before that place")

    async def say_next(self) -> Entry:
        """Say the honest entry that is due; the entry."""
        message = await trio.to_thread.run_sync(self.puppet.say_next)
        await self.line.send(message)
        self._trace_beginning()
        return self._entries[-1]

    async def say(self, body: Body) -> None:
        """Say this as the next entry of an honest game."""
        message = await trio.to_thread.run_sync(self.puppet.say, body)
        await self.line.send(message)

    async def hear_entry(self) -> Entry:
        """Wait for the entry that is due from the implementation, and take it.

        Raises ``Unmet`` if something else comes, or an entry that is not right.
        """
        began, last = trio.current_time(), self._entries[-1:]
        heard = await self.line.next(without=(*SMALL_TALK, Offer, Decline))
        if isinstance(heard, Error) and heard.requirement == "OR4" and self.puppet.number == 1:
            assert self.puppet.proposed is not None, "entry 0 is the proposal"
            raise NotReady(f"the implementation does not play {self.puppet.proposed.game}")
        if not isinstance(heard, EntryMessage):
            got = answer_text(heard) + (self._refused_of_its_own(heard) if isinstance(heard, Error) else "")
            raise Unmet(f"entry {self.puppet.number} of a game that is right so far", got)
        seconds = trio.current_time() - began
        if last:
            self._timings.note(answer_to(name_of_kind(type(last[0].body))), seconds)
        await self.take(heard)
        entry = self._entries[-1]
        self.answers.append((seconds, name_of_kind(type(entry.body))))
        return entry

    def _refused_of_its_own(self, error: Error) -> str:
        """The words for an error about a kind of entry that the tester has not sent; empty for any other error."""
        kinds, own = _kinds_judged_by(error.requirement), self.puppet.identity.public
        sent = {name_of_kind(type(entry.body)) for entry in self._entries if signed_by(entry, own)}
        if self.spoilt or not kinds or kinds & sent:
            return ""
        about = f"{error.requirement} is about {' and '.join(sorted(kinds))}"
        return f"; {about}, which the tester has not sent: the implementation refused an entry of its own"

    @property
    def _entries(self) -> Sequence[Entry]:
        return self.puppet.referee.transcript.entries

    async def take(self, heard: EntryMessage) -> None:
        """Take an entry of the implementation. Raises ``Unmet`` if it is not right.

        The implementation hears the error at once: whoever fails at an entry says so (CV1), and it need not wait.
        """
        expected = f"a right entry {self.puppet.number}"
        if (stranger := self._other_than_in_hello(heard)) is not None:
            raise Unmet(expected, f"one that breaks OR7: {stranger}", Fault("OR7", "who said hello", stranger))
        try:
            await trio.to_thread.run_sync(self._watch.hear, heard)
        except RemoteProtocolError as error:
            fault = entry_fault(self.puppet.referee, heard, error)
            self.broken_off = self.spoilt = True
            await self.line.send(Error(int(error.code), error.requirement, str(error.detail)[:MAX_REASON]))
            trace_failed(self.line.raw.trace, error)
            raise Unmet(expected, f"one that breaks {error.requirement}: {error.detail}", fault) from error
        self._trace_beginning()

    def _trace_beginning(self) -> None:
        """Trace what must be alike on both sides once both keys are open."""
        referee = self.puppet.referee
        trace_beginning(self.line.raw.trace, self._entries[-1], referee)

    def _other_than_in_hello(self, heard: EntryMessage) -> str | None:
        """The difference between who begins the game and who is at the other end; None if it is the same."""
        with suppress(RemoteProtocolError):
            entry = read(heard)
            if entry.number != self.puppet.number:
                return None  # such as an entry of ours that is said again
            match entry.body:
                case Propose(name=name, identity=identity) | Accept(name=name, identity=identity):
                    if identity != self.line.peer:
                        return "it names another identity than the connection has proven"
                    if name != self.line.name:
                        return f"it names {name!r}, and hello {self.line.name!r}"
                case _:
                    return None
        return None

    async def say_and_hear(self) -> Entry:
        """Say what is due, until an entry of the implementation answers it; that entry. Raises ``Unmet``."""
        await self.say_next()
        while self.puppet.is_to_speak:
            await self.say_next()  # by lot the tester moves first, right after its own opening
        return await self.hear_entry()

    async def hear_until_due(self) -> None:
        """Take all entries of the implementation that come before the tester is to speak. Raises ``Unmet``."""
        while not self.puppet.is_to_speak and not self.puppet.over:
            await self.hear_entry()

    async def next_body(self) -> Body:
        """The honest entry that is due from the tester; nothing is said."""
        body, _ = await trio.to_thread.run_sync(self.puppet.next_body)
        return body

    async def send_forged(self, entry: Entry | EntryMessage) -> None:
        """Send an entry that does not happen in the tester's own record."""
        self.spoilt = True
        await self.line.send(entry.message() if isinstance(entry, Entry) else entry)

    async def confirm(self, within: float = ANSWER_SECONDS) -> bool:
        """Ask for a sign of life, and return whether it came, so that all before has arrived (LK18)."""
        await self.line.send(Ping())
        heard = await self.line.next(within, without=())
        while heard is not None and not isinstance(heard, Pong) and not self.line.ended:
            heard = await self.line.next(within, without=())
        return isinstance(heard, Pong)

    async def hear_missing(self, length: int) -> None:
        """Take the entries up to this length, which the implementation says again."""
        while self.puppet.number < length:
            await self.hear_entry()

    def _is_opening(self) -> bool:
        """Return whether the next entry is one of the opening."""
        due = self.puppet.referee.due
        return due is not None and due.occasion is Occasion.OPENING

    async def break_off(self) -> bool:
        """Break off a game in its opening with an entry that is not due; return whether that was refused.

        A game can be resigned only later (EN7), and one that is broken off is over for both at once (TR12).
        """
        if self.spoilt or self.line.ended or not self._is_opening():
            return False
        await self.hear_until_due()
        if not self._is_opening():
            return False
        await self.send_forged(self.puppet.sealed(Key(_ANY_SECRET)))
        self.broken_off = isinstance(await self.line.next(), Error)
        return self.broken_off

    async def end(self) -> None:
        """Bring the game to its end: resign as soon as that is possible, open the keys, sign the result."""
        resigned_at = -1
        while not self.puppet.over:
            turn = self.puppet.referee.moves_made
            if self.puppet.referee.playing and resigned_at != turn:
                resigned_at = turn  # a move that crosses with a wish makes it void
                await self.line.send(await trio.to_thread.run_sync(self.puppet.resign))
            elif self.puppet.is_to_speak:
                await self.say_next()
            else:
                await self.hear_entry()
        if self.puppet.seat is Seat.GUEST:
            await self.confirm(5)
            await self.line.send(Bye(""))
        else:
            await self.line.wait_end(5)
