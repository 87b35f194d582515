"""A run of the tester from the first contact to the report."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Iterable, Iterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Final

import trio
from attrs import field, frozen

from mandala_conformance.case import EVERY_GAME, NO_GAME, Case, Extent, Kind
from mandala_conformance.case_stage import Scene, Stage
from mandala_conformance.findings import CaseVerdict, Finding, NotTried, PeerGone, Unmet
from mandala_conformance.implementation import CalledImplementation, CallingImplementation, Implementation
from mandala_conformance.reports import RunReport
from mandala_conformance.runner import Job, Plan, Runner, chosen, is_named
from mandala_conformance.secret_watch import SecretWatch
from mandala_conformance.timings import Timings
from mandala_conformance.untried import LEFT_OUT, OTHER_ROLE, not_chosen, untried
from mandala_net.link.address import Address
from mandala_net.link.connect import connect
from mandala_net.link.handshake import Role
from mandala_protocol.record.transcript import read
from mandala_protocol.sentence import Sentence
from mandala_protocol.wire.messages import Propose

CALL_SECONDS = 60.0
"""The seconds to wait for an implementation that calls."""


class NotTestable(Exception):
    """The lack of anything to test; the text says why, in one sentence."""


class NoSuchCase(NotTestable):
    """None of the cases that were asked for can be tried in this role and these games."""


async def _greet(stage: Stage) -> None:
    await stage.greet()


CONTACT: Final = Case(
    name="MS8/first-contact",
    title="Hello and a proposal, before any case",
    requirements=("MS8",),
    roles=(Role.GUEST,),
    games=NO_GAME,
    extent=Extent.QUICK,
    kind=Kind.MUST,
    beside=False,
    act=_greet,
)
"""The first contact with a program that hosts: it is asked which game it proposes."""


@frozen
class Assignment:
    """The assignment of a test: who is tested, and with which cases.

    ``prefixes`` of the names of cases, or none for all of the ``extent``; ``excluded``: prefixes of those to leave out;
    ``game``: this one alone; ``traces``: a folder for them; ``slowness``: how many times longer to wait than usual.
    """

    cases: Sequence[Case]
    extent: Extent = Extent.QUICK
    prefixes: tuple[str, ...] = ()
    game: str | None = None
    traces: Path | None = None
    excluded: tuple[str, ...] = ()
    slowness: float = 1.0

    @property
    def selection(self) -> str:
        """The words for how the cases were chosen, for a report."""
        without = f" without {' '.join(self.excluded)}" if self.excluded else ""
        if self.prefixes:
            return f"the cases {' '.join(self.prefixes)} of every profile{without}"
        return f"{'all cases' if self.extent is Extent.ALL else f'the profile {self.extent.name.lower()}'}{without}"

    def jobs(self, role: Role, games: Sequence[str]) -> tuple[Job, ...]:
        """The cases to be tried in a role, in these games."""
        cases = [case for case in self.cases if not is_named(case, self.excluded)]
        return chosen(cases, role, games, self.extent, self.prefixes)


@frozen
class Watcher:
    """An observer of a run: it hears of the ``port`` that is open, of each case that begins, and of each finding."""

    port: Callable[[int], None] = lambda _: None
    starting: Callable[[Job, int, int], None] = lambda _job, _done, _total: None
    found: Callable[[Finding], None] = lambda _: None
    stopping: trio.Event = field(factory=trio.Event)


async def examine_host(addresses: Sequence[Address], wanted: Assignment, watcher: Watcher) -> RunReport:
    """Test implementations that host at these addresses, until it is done or stopped.

    Raises ``ConnectError`` and ``NotTestable``.
    """
    found: list[tuple[Implementation, str]] = []
    for address in addresses:
        implementation = CalledImplementation(address)
        game = await _game_of(address, implementation, wanted.slowness)
        if isinstance(game, Unmet):
            return _stopped_at_contact(implementation, game, watcher)
        if wanted.game not in (None, game):
            raise NotTestable(
                Sentence(
                    "The program at {address} hosts {game}, not {wanted}.",
                    address=address,
                    game=game,
                    wanted=wanted.game,
                )
            )
        found.append((implementation, game))
    games = list(dict.fromkeys(game for _, game in found))
    return await _examine(Role.GUEST, found, games, wanted, watcher)


async def examine_guest(port: int, host: str | None, wanted: Assignment, watcher: Watcher) -> RunReport:
    """Test an implementation that joins at this port of ours. Raises ``OSError`` and ``NotTestable``."""
    async with CallingImplementation.listening(port, host, CALL_SECONDS) as implementation:
        watcher.port(implementation.port)
        games = (wanted.game,) if wanted.game else await _games_played(implementation, wanted.slowness)
        return await _examine(Role.HOST, [(implementation, "")], games, wanted, watcher)


async def _examine(
    role: Role,
    implementations: Sequence[tuple[Implementation, str]],
    games: Sequence[str],
    wanted: Assignment,
    watcher: Watcher,
) -> RunReport:
    jobs = wanted.jobs(role, games)
    if not jobs:
        raise NoSuchCase(
            Sentence(
                "None of these cases can be tried here: {reason}.",
                reason=_why_none(role, games, wanted, wanted.prefixes),
            )
        )
    runner = Runner(Plan(jobs, wanted.traces, wanted.slowness), implementations, watcher.found, watcher.starting)
    async with trio.open_nursery() as nursery:
        nursery.start_soon(_stop_when_asked, watcher.stopping, nursery.cancel_scope)
        await runner.run()
        nursery.cancel_scope.cancel()
    findings = tuple(in_order(runner.findings, jobs))
    is_whole = not wanted.prefixes and not watcher.stopping.is_set()
    return RunReport(
        role.value,
        tuple(implementation.label for implementation, _ in implementations),
        findings,
        tuple(runner.timings.rows()),
        {case.name: case for case in wanted.cases},
        software=tuple(dict.fromkeys(implementation.software for implementation, _ in implementations)),
        untried=untried(wanted.cases, role, games, wanted.extent, findings, wanted.excluded) if is_whole else {},
        complete=not watcher.stopping.is_set(),
        selection="; ".join((wanted.selection, *_passed_over(role, games, wanted, jobs))),
    )


def _why_none(role: Role, games: Sequence[str], wanted: Assignment, prefixes: tuple[str, ...]) -> str:
    """The reasons why none of the cases of these names is tried."""
    named = [case for case in wanted.cases if is_named(case, prefixes)]
    reasons = [not_chosen(case, role, games, Extent.ALL, wanted.excluded) for case in named]
    return ", ".join(dict.fromkeys(reasons)) or LEFT_OUT


def _passed_over(role: Role, games: Sequence[str], wanted: Assignment, jobs: Sequence[Job]) -> Iterator[str]:
    """The names that were given and of which no case is tried, each with the reason; without names, the other role."""
    others = [case for case in wanted.cases if role not in case.roles and case.extent <= wanted.extent]
    if others and not wanted.prefixes:
        yield f"{len(others)} more cases {OTHER_ROLE[role]}"
    for prefix in wanted.prefixes:
        if not any(is_named(job.case, (prefix,)) for job in jobs):
            yield f"{prefix} not: {_why_none(role, games, wanted, (prefix,))}"


def _stopped_at_contact(implementation: Implementation, error: Unmet, watcher: Watcher) -> RunReport:
    """The report of a run that could not begin, as hello or the proposal breaks the standard."""
    finding = Finding(
        CONTACT.name, "", CaseVerdict.FAILED, expected=error.expected, got=error.got, is_ready=False, fault=error.fault
    )
    watcher.found(finding)
    return RunReport(
        implementation.role.value,
        (implementation.label,),
        (finding,),
        (),
        {CONTACT.name: CONTACT},
        software=(implementation.software,),
        complete=False,
    )


async def _stop_when_asked(stopping: trio.Event, scope: trio.CancelScope) -> None:
    await stopping.wait()
    scope.cancel()


def in_order(findings: Iterable[Finding], jobs: Sequence[Job]) -> list[Finding]:
    """The findings in the order of what was to be tried, whichever came first."""
    places = {(job.case.name, job.game): place for place, job in enumerate(jobs)}
    return sorted(findings, key=lambda finding: places[(finding.case, finding.game)])


async def _game_of(address: Address, implementation: Implementation, slowness: float) -> str | Unmet:
    """The game that is hosted there, by its proposal; what is wrong with hello, if it is. Raises ``NotTestable``."""
    await (await connect(address)).aclose()
    async with _stage(implementation, slowness=slowness) as stage:
        try:
            await stage.open_link()
        except (NotTried, Unmet) as error:
            raise NotTestable(
                Sentence(
                    "The program at {address} does not speak this protocol: {error}.", address=address, error=error
                )
            ) from error
    async with _stage(implementation, slowness=slowness) as stage:
        try:
            await CONTACT.act(stage)
        except Unmet as error:
            if error.fault is not None:
                return error
            raise _cannot_be_tested(address, error) from error
        except (NotTried, PeerGone) as error:
            raise _cannot_be_tested(address, error) from error
        body = None if stage.proposal is None else read(stage.proposal).body
        if not isinstance(body, Propose):
            raise NotTestable(Sentence("The program at {address} proposes no game by itself.", address=address))
        return body.game


def _cannot_be_tested(address: Address, error: Exception) -> NotTestable:
    return NotTestable(Sentence("The program at {address} cannot be tested: {error}.", address=address, error=error))


async def _games_played(implementation: Implementation, slowness: float) -> Sequence[str]:
    """The games that a program that joins agrees to play, each proposed to it once; all if it agrees to none."""
    played = []
    for game in EVERY_GAME:
        async with _stage(implementation, game, slowness) as stage:
            try:
                begun = await stage.begin()
                await begun.say_next()
                await begun.hear_entry()
            except (NotTried, Unmet, PeerGone):
                continue  # what is wrong with it is told by the first case
            played.append(game)
    return played or EVERY_GAME


@asynccontextmanager
async def _stage(implementation: Implementation, game: str = "", slowness: float = 1.0) -> AsyncIterator[Stage]:
    async with trio.open_nursery() as nursery:
        stage = Stage(Scene(implementation, game, Timings(), SecretWatch(), slowness=slowness), nursery)
        try:
            yield stage
        finally:
            await stage.settle()
            nursery.cancel_scope.cancel()
