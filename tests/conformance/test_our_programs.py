"""Our own programs pass the standard profile of the tester: as host and as guest, in both games, all in one go."""

from __future__ import annotations

import resource
from collections.abc import Awaitable, Callable
from contextlib import ExitStack
from pathlib import Path
from typing import ClassVar

import pytest
import trio

from mandala_conformance.case import EVERY_GAME, Extent
from mandala_conformance.catalogue import CASES
from mandala_conformance.findings import CaseVerdict
from mandala_conformance.reports import RunReport
from mandala_conformance.testing import Assignment, Watcher, examine_guest, examine_host
from mandala_net.link.address import Address
from tests.e2e.programs import Player, leave_unread, port_of

PLAYING = ("--linear", "--local", "--player", "random", "--forever")
LONGEST_SECONDS = 3_000

ANOTHER_GAME = ("RS9/", "RS10/", "RS11/", "RS12/", "RS13/", "RS14/")
"""Cases about another game after one: a program that plays with anyone goes on without waiting for one."""

NEEDS_CONSENT = ("EN2/their-", "EN8/their-", "EN13/", "EN15/", *ANOTHER_GAME)
"""Cases that may be skipped: our bots do not agree to an offer."""

pytestmark = pytest.mark.soak


class PatientPlayer(Player):
    """A program that is tested for a long time."""

    seconds: ClassVar[float] = LONGEST_SECONDS


def require_passed(tested: RunReport, skipped: tuple[str, ...] = NEEDS_CONSENT) -> None:
    passed = (CaseVerdict.OK, CaseVerdict.INFORMATIONAL)
    others = {
        (finding.case, finding.game): (finding.verdict, finding.got)
        for finding in tested.findings
        if finding.verdict not in passed
        and not (finding.verdict is CaseVerdict.SKIPPED and finding.case.startswith(skipped))
    }
    assert others == {}
    assert tested.findings


async def examine_our_hosts(home: Path) -> RunReport:
    """Both games beside each other, each in a program of its own."""
    with ExitStack() as programs:
        addresses = []
        for game in EVERY_GAME:
            hosting = ("host", *PLAYING, "--unlisted", "--any", "--port", "0", "--game", game)
            host = programs.enter_context(PatientPlayer(home / f"host-{game}").start(*hosting))
            addresses.append(Address("127.0.0.1", int(await trio.to_thread.run_sync(port_of, host))))
            leave_unread(host)
        return await examine_host(addresses, Assignment(CASES, Extent.STANDARD), Watcher())


async def examine_our_guest(home: Path, assignment: Assignment, playing: tuple[str, ...] = PLAYING) -> RunReport:
    ports, opened = trio.open_memory_channel[int](1)
    reports: list[RunReport] = []

    async def examine() -> None:
        reports.append(await examine_guest(0, "127.0.0.1", assignment, Watcher(port=ports.send_nowait)))

    with ExitStack() as programs:
        async with trio.open_nursery() as nursery:
            nursery.start_soon(examine)
            joining = ("join", *playing, "--test-games", f"127.0.0.1:{await opened.receive()}")
            leave_unread(programs.enter_context(PatientPlayer(home / f"guest-{assignment.game}").start(*joining)))
    return reports[0]


async def test_our_programs_pass_the_standard_profile(tmp_path: Path) -> None:
    reports: list[RunReport] = []
    began, worked = trio.current_time(), _cpu_seconds()

    async def keep(examine: Callable[..., Awaitable[RunReport]], *given: Path | Assignment) -> None:
        reports.append(await examine(*given))
        seconds = trio.current_time() - began
        print(f"{reports[-1].role}: {len(reports[-1].findings)} findings after {seconds:.0f} s")

    with trio.fail_after(LONGEST_SECONDS):
        async with trio.open_nursery() as nursery:
            nursery.start_soon(keep, examine_our_hosts, tmp_path)
            for game in EVERY_GAME:
                nursery.start_soon(keep, examine_our_guest, tmp_path, Assignment(CASES, Extent.STANDARD, game=game))
    print(f"all in {trio.current_time() - began:.0f} s, with {_cpu_seconds() - worked:.0f} s of computing")
    for report in reports:
        require_passed(report)


async def test_our_tireless_programs_play_another_game(tmp_path: Path) -> None:
    assignment = Assignment(CASES, prefixes=ANOTHER_GAME, game="patterns")
    playing = (*PLAYING, "--tireless")
    with trio.fail_after(LONGEST_SECONDS):
        hosting = ("host", *playing, "--unlisted", "--any", "--port", "0", "--game", "patterns")
        with PatientPlayer(tmp_path / "host").start(*hosting) as host:
            address = Address("127.0.0.1", int(await trio.to_thread.run_sync(port_of, host)))
            leave_unread(host)
            require_passed(await examine_host([address], assignment, Watcher()), skipped=())
        require_passed(await examine_our_guest(tmp_path, assignment, playing), skipped=())


def _cpu_seconds() -> float:
    """What this program and those that it has started and ended have computed."""
    used = (resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    return sum(one.ru_utime + one.ru_stime for one in used)
