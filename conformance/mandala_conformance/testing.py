"""A run of the tester from the first contact to the report."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Iterable, Sequence
from contextlib import asynccontextmanager
from pathlib import Path

import trio
from attrs import field, frozen

from mandala_conformance.case import EVERY_GAME, Case, Extent
from mandala_conformance.case_stage import Scene, Stage
from mandala_conformance.findings import Finding, NotTried, PeerGone, Unmet
from mandala_conformance.implementation import CalledImplementation, CallingImplementation, Implementation
from mandala_conformance.reports import RunReport
from mandala_conformance.runner import Job, Plan, Runner, chosen
from mandala_conformance.timings import Timings
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


@frozen
class Assignment:
    """The assignment of a test: who is tested, and with which cases.

    ``prefixes`` of the names of cases, or none for all of the ``extent``; ``game``: this one alone; ``traces``: a
    folder for them.
    """

    cases: Sequence[Case]
    extent: Extent = Extent.QUICK
    prefixes: tuple[str, ...] = ()
    game: str | None = None
    traces: Path | None = None


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
        game = await _game_of(address, implementation)
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
        games = EVERY_GAME if wanted.game is None else (wanted.game,)
        return await _examine(Role.HOST, [(implementation, "")], games, wanted, watcher)


async def _examine(
    role: Role,
    implementations: Sequence[tuple[Implementation, str]],
    games: Sequence[str],
    wanted: Assignment,
    watcher: Watcher,
) -> RunReport:
    jobs = chosen(wanted.cases, role, games, wanted.extent, wanted.prefixes)
    if not jobs:
        raise NotTestable(Sentence("There is no such case. The option --list shows all cases."))
    runner = Runner(Plan(jobs, wanted.traces), implementations, watcher.found, watcher.starting)
    async with trio.open_nursery() as nursery:
        nursery.start_soon(_stop_when_asked, watcher.stopping, nursery.cancel_scope)
        await runner.run()
        nursery.cancel_scope.cancel()
    return RunReport(
        role.value,
        tuple(implementation.label for implementation, _ in implementations),
        tuple(in_order(runner.findings, jobs)),
        tuple(runner.timings.rows()),
        {case.name: case for case in wanted.cases},
    )


async def _stop_when_asked(stopping: trio.Event, scope: trio.CancelScope) -> None:
    await stopping.wait()
    scope.cancel()


def in_order(findings: Iterable[Finding], jobs: Sequence[Job]) -> list[Finding]:
    """The findings in the order of what was to be tried, whichever came first."""
    places = {(job.case.name, job.game): place for place, job in enumerate(jobs)}
    return sorted(findings, key=lambda finding: places[(finding.case, finding.game)])


async def _game_of(address: Address, implementation: Implementation) -> str:
    """The game that is hosted there, by its proposal."""
    await (await connect(address)).aclose()
    async with _stage(implementation) as stage:
        try:
            await stage.open_link()
        except (NotTried, Unmet) as error:
            raise NotTestable(
                Sentence(
                    "The program at {address} does not speak this protocol: {error}.", address=address, error=error
                )
            ) from error
    async with _stage(implementation) as stage:
        try:
            proposal = (await stage.greet()).proposal
        except (NotTried, Unmet, PeerGone) as error:
            raise NotTestable(
                Sentence("The program at {address} cannot be tested: {error}.", address=address, error=error)
            ) from error
        body = None if proposal is None else read(proposal).body
        if not isinstance(body, Propose):
            raise NotTestable(Sentence("The program at {address} proposes no game by itself.", address=address))
        return body.game


@asynccontextmanager
async def _stage(implementation: Implementation) -> AsyncIterator[Stage]:
    async with trio.open_nursery() as nursery:
        stage = Stage(Scene(implementation, "", Timings()), nursery)
        try:
            yield stage
        finally:
            await stage.settle()
            nursery.cancel_scope.cancel()
