"""Our own programs, in what they do only when they are asked to. ``make conformance`` tests all else of them."""

from __future__ import annotations

from contextlib import ExitStack
from pathlib import Path

import pytest
import trio

from mandala_conformance.catalogue import CASES
from mandala_conformance.findings import CaseVerdict
from mandala_conformance.reports import RunReport
from mandala_conformance.testing import Assignment, Watcher, examine_guest, examine_host
from mandala_net.link.address import Address
from tests.conformance.whole_runs import ANOTHER_GAME
from tests.e2e.programs import Player, leave_unread, port_of
from tests.limits import SECONDS

TIRELESS = ("--linear", "--local", "--player", "random", "--forever", "--tireless")
WANTED = Assignment(CASES, prefixes=ANOTHER_GAME, game="patterns")

pytestmark = pytest.mark.soak


def require_passed(tested: RunReport) -> None:
    assert {finding.verdict for finding in tested.findings} == {CaseVerdict.OK}, tested.findings


async def test_our_tireless_host_plays_another_game(tmp_path: Path) -> None:
    hosting = ("host", *TIRELESS, "--unlisted", "--any", "--port", "0", "--game", "patterns")
    with trio.fail_after(SECONDS), Player(tmp_path).start(*hosting) as host:
        address = Address("127.0.0.1", int(await trio.to_thread.run_sync(port_of, host)))
        leave_unread(host)
        require_passed(await examine_host([address], WANTED, Watcher()))


async def test_our_tireless_guest_plays_another_game(tmp_path: Path) -> None:
    ports, opened = trio.open_memory_channel[int](1)
    reports: list[RunReport] = []

    async def examine() -> None:
        reports.append(await examine_guest(0, "127.0.0.1", WANTED, Watcher(port=ports.send_nowait)))

    with trio.fail_after(SECONDS), ExitStack() as programs:
        async with trio.open_nursery() as nursery:
            nursery.start_soon(examine)
            joining = ("join", *TIRELESS, "--test-games", f"127.0.0.1:{await opened.receive()}")
            leave_unread(programs.enter_context(Player(tmp_path).start(*joining)))
    require_passed(reports[0])
