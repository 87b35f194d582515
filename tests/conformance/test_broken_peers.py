"""Programs with one defect each: the case that is meant for it finds it."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
import trio

from mandala_net.conformance.case import Extent
from mandala_net.conformance.catalogue import CASES
from mandala_net.conformance.findings import CaseVerdict, Finding
from mandala_net.conformance.testing import Assignment, Watcher, examine_guest, examine_host
from mandala_net.link.address import Address
from tests.conformance.broken_peer import DEFECTS, NOT_STRICT, Defect
from tests.e2e.programs import Player, port_of
from tests.limits import SECONDS

PLAYING = ("--linear", "--local", "--player", "random", "--forever")


class BrokenPlayer(Player):
    """A program with a defect."""

    def __init__(self, home: Path, defect: str) -> None:
        super().__init__(home)
        self.program = [sys.executable, "-m", "tests.conformance.broken_peer", defect]  # type: ignore[misc]


async def found(home: Path, name: str, defect: Defect) -> Finding:
    """The finding of the case that is meant for a defect."""
    assignment = Assignment(CASES, Extent.ALL, (defect.case,), defect.game)
    player = BrokenPlayer(home, name)
    with trio.fail_after(SECONDS):
        if defect.command == "host":
            return await _found_in_host(player, defect, assignment)
        return await _found_in_guest(player, assignment)


async def _found_in_host(player: BrokenPlayer, defect: Defect, assignment: Assignment) -> Finding:
    hosting = ("host", *PLAYING, "--unlisted", "--any", "--port", "0", "--game", defect.game)
    with player.start(*hosting) as host:
        port = int(await trio.to_thread.run_sync(port_of, host))
        tested = await examine_host([Address("127.0.0.1", port)], assignment, Watcher())
    (finding,) = tested.findings
    return finding


async def _found_in_guest(player: BrokenPlayer, assignment: Assignment) -> Finding:
    findings: list[Finding] = []
    done = trio.Event()
    ports, opened = trio.open_memory_channel[int](1)

    async def examine() -> None:
        tested = await examine_guest(0, "127.0.0.1", assignment, Watcher(port=ports.send_nowait))
        findings.extend(tested.findings)
        done.set()

    async with trio.open_nursery() as nursery:
        nursery.start_soon(examine)
        with player.start("join", *PLAYING, f"127.0.0.1:{await opened.receive()}"):
            await done.wait()
    (finding,) = findings
    return finding


@pytest.mark.parametrize("name", DEFECTS)
async def test_a_defect_is_found(tmp_path: Path, name: str) -> None:
    finding = await found(tmp_path, name, DEFECTS[name])
    assert finding.case == DEFECTS[name].case
    assert finding.verdict is CaseVerdict.FAILED, finding


@pytest.mark.parametrize("name", NOT_STRICT)
async def test_what_is_only_recommended_is_not_strict(tmp_path: Path, name: str) -> None:
    finding = await found(tmp_path, name, NOT_STRICT[name])
    assert finding.verdict is CaseVerdict.NON_STRICT, finding
