"""Programs with one defect each: the case that is meant for it finds it."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path
from typing import ClassVar

import pytest
import trio
from attrs import evolve

from mandala_conformance.case import ANY_GAME, NO_GAME, Extent
from mandala_conformance.catalogue import CASES
from mandala_conformance.findings import CaseVerdict, Finding
from mandala_conformance.runner import is_about
from mandala_conformance.testing import Assignment, Watcher, examine_guest, examine_host
from mandala_net.link.address import Address
from mandala_net.link.handshake import Role
from tests.conformance.defects.catalogue import DEFECTS
from tests.conformance.defects.defect import Defect
from tests.e2e.programs import Player, port_of
from tests.limits import SECONDS
from tests.portions import portion, takes_all

PLAYING = ("--linear", "--local", "--player", "random", "--forever")
TRIED_IN_SHORT = 3
MOST_TIMES_IN_SHORT = 5
OF_MANY_GAMES = "EN11/tie"
"""The case for which chance decides how many games it takes."""

LONGEST_SECONDS = 1_500
ROLES = {"host": Role.GUEST, "join": Role.HOST}
"""The role of the tester towards a program that runs this command."""


class BrokenPlayer(Player):
    """A program with a defect."""

    seconds: ClassVar[float] = LONGEST_SECONDS

    def __init__(self, home: Path, defect: str) -> None:
        super().__init__(home)
        self.program = [sys.executable, "-m", "tests.conformance.broken_peer", defect]  # type: ignore[misc]


def is_long(defect: Defect) -> bool:
    """Return whether it takes many games to find a defect."""
    return defect.times > MOST_TIMES_IN_SHORT or defect.case == OF_MANY_GAMES


async def findings_of(player: Player, defect: Defect) -> tuple[Finding, ...]:
    """Return the findings of the case of a defect in a program, with those that are heard on the way."""
    cases = [case for case in CASES if case.name == defect.case] * defect.times
    assignment = Assignment(cases, Extent.ALL, game=defect.game)
    playing = (*PLAYING, *defect.options)
    with trio.fail_after(LONGEST_SECONDS if is_long(defect) else SECONDS):
        find = _found_in_host if defect.command == "host" else _found_in_guest
        return await find(player, playing, assignment)


async def _found_in_host(player: Player, playing: tuple[str, ...], assignment: Assignment) -> tuple[Finding, ...]:
    hosting = ("host", *playing, "--unlisted", "--any", "--port", "0", "--game", str(assignment.game))
    with player.start(*hosting) as host:
        port = int(await trio.to_thread.run_sync(port_of, host))
        return (await examine_host([Address("127.0.0.1", port)], assignment, Watcher())).findings


async def _found_in_guest(player: Player, playing: tuple[str, ...], assignment: Assignment) -> tuple[Finding, ...]:
    findings: list[Finding] = []
    done = trio.Event()
    ports, opened = trio.open_memory_channel[int](1)

    async def examine() -> None:
        tested = await examine_guest(0, "127.0.0.1", assignment, Watcher(port=ports.send_nowait))
        findings.extend(tested.findings)
        done.set()

    async with trio.open_nursery() as nursery:
        nursery.start_soon(examine)
        with player.start("join", *playing, "--test-games", f"127.0.0.1:{await opened.receive()}"):
            await done.wait()
    return tuple(findings)


def is_heard(finding: Finding, requirement: str) -> bool:
    """Return whether a finding is a breach of this requirement, heard on the way."""
    return finding.fault is not None and finding.fault.requirement == requirement


LONG = [defect for defect in DEFECTS.values() if is_long(defect)]
SHORT = [defect for defect in DEFECTS.values() if defect not in LONG]
CHOSEN = [
    pytest.param(defect, id=defect.name) for defect in (*portion(SHORT, TRIED_IN_SHORT), *(LONG if takes_all() else []))
]


@pytest.mark.portion
@pytest.mark.parametrize("defect", CHOSEN)
async def test_a_case_finds_its_defect_and_nothing_without_it(
    tmp_path: Path, defect: Defect, monkeypatch: pytest.MonkeyPatch
) -> None:
    if not defect.heard:
        # A case may leave its game as it is: each program is there for one case.
        monkeypatch.setattr("mandala_conformance.case_stage._SETTLE_SECONDS", 0)
    findings = await findings_of(BrokenPlayer(tmp_path / "broken", defect.name), defect)
    meant = [
        finding
        for finding in findings
        if not defect.heard or (finding.fault and finding.fault.requirement == defect.heard)
    ]
    assert [finding.verdict for finding in meant[:1]] == [defect.verdict], findings
    assert re.search(defect.seen, meant[0].got), findings

    few = evolve(defect, times=min(defect.times, MOST_TIMES_IN_SHORT))
    findings = await findings_of(BrokenPlayer(tmp_path / "whole", f"{defect.name}:whole"), few)
    assert len(findings) == few.times, findings
    assert all(finding.verdict in (CaseVerdict.OK, CaseVerdict.INFORMATIONAL) for finding in findings), findings


async def test_a_game_that_a_guest_does_not_play_is_left_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is no fault to play one game only (OR4): no case is tried in the other one, and none is failed."""
    monkeypatch.setattr("mandala_conformance.case_stage._SETTLE_SECONDS", 60)  # one program for all cases
    cases = [case for case in CASES if case.name in ("LK13/pong", "OP3/open-challenge-one", "PL3/F1")]
    with trio.fail_after(SECONDS):
        player = BrokenPlayer(tmp_path / "one-game", "plays-mandala-only")
        findings = await _found_in_guest(player, PLAYING, Assignment(cases, Extent.ALL))
    tried = {(finding.case, finding.game): finding.verdict for finding in findings}
    assert tried == {("LK13/pong", ""): CaseVerdict.OK, ("OP3/open-challenge-one", "mandala"): CaseVerdict.OK}


async def traced(folder: Path, name: str) -> tuple[Finding, str]:
    """Return the finding of the case of a defect in a host, and the trace of it."""
    defect, traces = DEFECTS[name], folder / "traces"
    traces.mkdir()
    cases = [case for case in CASES if case.name == defect.case]
    with trio.fail_after(SECONDS):
        assignment = Assignment(cases, Extent.ALL, game=defect.game, traces=traces)
        (finding,) = await _found_in_host(BrokenPlayer(folder / "broken", name), PLAYING, assignment)
    (trace,) = traces.glob("*.trace")
    return finding, trace.read_text()


async def test_the_trace_of_a_breach_has_what_an_author_compares_and_ends_with_the_error(tmp_path: Path) -> None:
    """The position when the keys are open, the line of the end with what is right, and no minute of signs of life."""
    _, told = await traced(tmp_path, "knows-no-draw-in-patterns")
    assert re.search(r"= keys are open: first=\w+ words=.* here: position=", told)
    error, end = re.search(r" 1 > error .*EN5", told), re.search(r" 1 ! wrong-result EN5 .* here: .* winner=nil", told)
    assert error
    assert end
    assert error.start() < end.start()
    assert not re.search(r" 1 > ", told[end.start() :]), "nothing more is said"


async def test_a_report_has_only_the_steps_that_were_made_and_a_trace_says_where_the_case_ends(tmp_path: Path) -> None:
    """A host that lets anyone come back: who called is in the trace, and the steps behind the failure are not told."""
    finding, told = await traced(tmp_path, "lets-anyone-come-back")
    (step,) = finding.sent
    own, somebody = re.findall("[0-9a-f]{64}", step)
    proven = re.findall(r" (\d+) = proven identities: tester=([0-9a-f]{64}) implementation=[0-9a-f]{64}", told)
    assert proven[:2] == [("1", own), ("2", somebody)]
    case, tidying_up = told.split(" case = failed; what follows only leaves the implementation ready\n")
    assert "> resume" not in case
    assert "> resume" in tidying_up, "the game is ended"


def test_each_defect_is_for_a_case_that_there_is() -> None:
    cases = {case.name: case for case in CASES}
    for defect in DEFECTS.values():
        assert defect.case in cases, defect.name
        case = cases[defect.case]
        assert case.games in (NO_GAME, ANY_GAME) or is_about(case, defect.game), defect.name
        assert ROLES[defect.command] in case.roles, defect.name


def test_no_defect_reads_an_attribute_that_the_type_checker_does_not_see() -> None:
    """A lambda has no types: after a renaming it breaks the peer in another way than it says."""
    folder = Path(__file__).parent / "defects"
    assert [file.name for file in folder.glob("*.py") if "lambda self" in file.read_text()] == []


def test_each_defect_breaks_what_there_is_by_its_name() -> None:
    """All in one program, which plays nothing: only a portion of the defects is played with in a short run."""
    broken = "from tests.conformance.defects.catalogue import DEFECTS\nfor one in DEFECTS.values(): one.break_it()"
    done = subprocess.run(
        [sys.executable, "-c", broken],
        cwd=Path(__file__).parents[2],
        capture_output=True,
        text=True,
        timeout=SECONDS,
        check=False,
    )
    assert done.returncode == 0, done.stderr
