"""The run of cases against implementations, one after the other, and of those that only wait beside each other."""

from __future__ import annotations

import re
from collections import Counter, deque
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Final

import trio
from attrs import evolve, frozen

from mandala_conformance.case import ANY_GAME, HOSTED_TEST_GAME, Case, Extent, Kind
from mandala_conformance.case_stage import Scene, Stage, WholeGame
from mandala_conformance.findings import (
    CaseVerdict,
    Fault,
    Finding,
    NotReady,
    NotStrict,
    NotTried,
    PeerGone,
    Unmet,
)
from mandala_conformance.implementation import Implementation
from mandala_conformance.secret_watch import SecretWatch
from mandala_conformance.timings import Timings
from mandala_net.link.handshake import Role
from mandala_net.trace_file import TraceFile
from mandala_protocol.games.catalogue import GAMES_AND_TESTS
from mandala_protocol.games.game import IllegalMove
from mandala_protocol.games.test_games.test_game_names import is_test_game, played_in

CASE_SECONDS: Final = 600.0
"""The seconds that no case takes, unless the implementation answers each entry at the last moment."""

MOST_ALIKE: Final = 3
"""After so many breaches of one requirement on the way, or cases in a row without a new game, the run ends."""

MOST_BESIDE: Final = 3
"""The most cases that wait beside each other: a host must bear four handshakes at once (LK12)."""

_CUT_NUMBER: Final = re.compile(r"[0-9]{2}")
"""A number that is cut in two where its first digit ends the beginning of a name."""


@frozen
class Job:
    """A case to be tried in a game; an empty name where no game has a say."""

    case: Case
    game: str


@frozen
class Plan:
    """The plan of a run.

    ``traces``: a folder in which every case leaves a trace; ``slowness``: how many times longer to wait than usual.
    """

    jobs: tuple[Job, ...]
    traces: Path | None = None
    slowness: float = 1.0


def chosen(
    cases: Iterable[Case], role: Role, games: Sequence[str], extent: Extent, prefixes: Sequence[str] = ()
) -> tuple[Job, ...]:
    """The cases to be tried in a role, in these games.

    Those whose names begin with one of the ``prefixes``, whatever their extent; without any, those of the extent.
    Cases that wait beside each other come last, so that nothing else disturbs them.
    """
    jobs = []
    for case in cases:
        wanted = is_named(case, prefixes) if prefixes else case.extent <= extent
        if not wanted or role not in case.roles:
            continue
        if not case.games:
            jobs.append(Job(case, ""))
        if case.games == ANY_GAME:
            jobs.append(Job(case, min(games, key=_length)))
        jobs += [Job(case, game) for game in games if is_about(case, game)]
    return tuple(sorted(jobs, key=lambda job: job.case.beside))


def is_named(case: Case, beginnings: Iterable[str]) -> bool:
    """Return whether the name of a case begins so. A number is meant whole: LK1 is not the beginning of LK10."""
    return any(
        case.name.startswith(beginning) and not _CUT_NUMBER.match(case.name, len(beginning) - 1)
        for beginning in beginnings
    )


def _length(game: str) -> int:
    """The rough length of a game: its cards, each of which has to be shuffled, dealt and opened."""
    return GAMES_AND_TESTS[game].faces


def is_about(case: Case, game: str) -> bool:
    """Return whether a case is tried in this game; a test game counts as the game that it plays."""
    if case.games == HOSTED_TEST_GAME:
        return is_test_game(game)
    return played_in(game) in case.games


def between_games(jobs: Sequence[Job]) -> list[Job]:
    """Put the cases without a game evenly between the others.

    A program that calls pauses twice as long after each connection that came to nothing (RS16), and after a game it
    begins again with the shortest pause.
    """
    groups = [[job for job in jobs if bool(job.game) is has_game] for has_game in (False, True)]
    placed = [((place + 0.5) / len(group), job) for group in groups for place, job in enumerate(group)]
    return [job for _place, job in sorted(placed, key=lambda one: one[0])]


async def run_case(job: Job, scene: Scene, trace: TraceFile | None = None) -> list[Finding]:
    """Try one case, and leave the implementation ready for the next; what was found, that of the case first.

    Raises ``PeerGone`` if there is no implementation any more.
    """
    began = trio.current_time()
    gone: PeerGone | None = None
    if trace is not None:
        scene = evolve(scene, new_trace=trace.connection, case_trace=trace.whole("case"))
    async with trio.open_nursery() as nursery:
        stage = Stage(scene, nursery)
        try:
            finding = await _tried(job, stage)
            stage.mark_end(finding.verdict.value)
            await stage.settle()
        except PeerGone as error:
            gone = error
            finding = Finding(job.case.name, job.game, CaseVerdict.FAILED, expected="an implementation", got=str(error))
        nursery.cancel_scope.cancel()
    if gone is not None and not stage.was_met:
        raise gone
    tried = evolve(
        finding,
        sent=tuple(stage.sent),
        expected=finding.expected or stage.expected,
        got=finding.got or stage.got,
        seconds=trio.current_time() - began,
        gone=gone is not None,
    )
    return [tried, *(_heard(job, fault) for fault in stage.faults)]


def _heard(job: Job, fault: Fault) -> Finding:
    """The finding of a fault that was heard beside what a case is about."""
    name, failed = job.case.name, CaseVerdict.FAILED
    return Finding(name, job.game, failed, expected=fault.expected, got=fault.got, fault=fault)


async def _tried(job: Job, stage: Stage) -> Finding:
    case = job.case
    fault: Fault | None = None
    verdict, expected, got, is_ready = CaseVerdict.OK, "", "", True
    try:
        with trio.fail_after(CASE_SECONDS * stage.slowness):
            await case.act(stage)
    except NotTried as error:
        verdict, got, is_ready = CaseVerdict.SKIPPED, str(error), not isinstance(error, NotReady)
    except Unmet as error:
        verdict, expected, got, fault = CaseVerdict.FAILED, error.expected, error.got, error.fault
        if isinstance(error, NotStrict) or case.kind is Kind.SHOULD:
            verdict = CaseVerdict.NON_STRICT
    except trio.TooSlowError:
        verdict, expected, got = CaseVerdict.FAILED, "an end of the case", f"none within {CASE_SECONDS:g} s"
    except (IllegalMove, AssertionError) as error:
        # The game is another one than the case was written for: that is no fault of the implementation by itself.
        verdict, got = CaseVerdict.SKIPPED, f"the tester cannot go on here: {type(error).__name__} {error}".rstrip()
    if case.kind is Kind.TIMING and verdict is not CaseVerdict.SKIPPED:
        verdict = CaseVerdict.INFORMATIONAL
    fault = fault or stage.fault
    if fault is not None:
        verdict, got = CaseVerdict.FAILED, got or fault.got
    return Finding(
        case.name,
        job.game,
        verdict,
        expected=expected,
        got=got,
        is_ready=is_ready,
        fault=fault,
        ended=fault is not None,
    )


class Runner:
    """The run of a plan against ``implementations``, each at its own pace; ``found`` hears of each finding.

    ``starting`` hears of each case when it begins, how many are done, and of how many. The findings so far are in
    ``findings``, also if it is cancelled.
    """

    def __init__(
        self,
        plan: Plan,
        implementations: Sequence[tuple[Implementation, str]],
        found: Callable[[Finding], None] = lambda _: None,
        starting: Callable[[Job, int, int], None] = lambda _job, _done, _total: None,
    ) -> None:
        self._plan, self._implementations = plan, implementations
        self._found, self._starting = found, starting
        self.timings = Timings()
        self._watch = SecretWatch()
        self._whole_games: dict[str, WholeGame] = {}
        self.findings: list[Finding] = []
        calls = any(implementation.role is Role.HOST for implementation, _ in implementations)
        self._waiting = deque(between_games(plan.jobs) if calls else plan.jobs)
        self._beside = trio.CapacityLimiter(MOST_BESIDE)
        self._faults: Counter[str] = Counter()
        self._unready = 0

    async def run(self) -> None:
        """Try all; the findings are in ``findings`` then."""
        async with trio.open_nursery() as nursery:
            for implementation, game in self._implementations:
                nursery.start_soon(self._work, implementation, game)
        for job in self._waiting:
            self._skip(job, "no implementation plays this game")
        self._waiting.clear()

    async def _work(self, implementation: Implementation, game: str) -> None:
        """Try one job after the other with this implementation; ``game``: the only one it plays, or empty."""
        gone = ""
        async with trio.open_nursery() as nursery:
            while (job := self._next(game)) is not None:
                if gone:
                    self._skip(job, gone, gone=True)
                elif job.case.beside and implementation.role is Role.GUEST:
                    nursery.start_soon(self._try_beside, job, implementation)
                else:
                    gone = await self._try(job, implementation)

    def _next(self, game: str) -> Job | None:
        """Take the next job that an implementation of this game can do; None if there is none."""
        job = next((job for job in self._waiting if not game or job.game in ("", game)), None)
        if job is not None:
            self._waiting.remove(job)
        return job

    async def _try_beside(self, job: Job, implementation: Implementation) -> None:
        async with self._beside:
            await self._try(job, implementation)

    async def _try(self, job: Job, implementation: Implementation) -> str:
        """Try one job; the reason if the implementation is gone since."""
        self._starting(job, len(self.findings), len(self._plan.jobs))
        trace = self._trace(job)
        scene = Scene(
            implementation,
            job.game,
            self.timings,
            self._watch,
            job.case.name,
            slowness=self._plan.slowness,
            whole_games=self._whole_games,
        )
        try:
            findings = await run_case(job, scene, trace)
        except PeerGone as error:
            self._skip(job, str(error), gone=True)
            return str(error)
        finally:
            if trace is not None:
                trace.close()
        for finding in findings:
            self._note(finding if trace is None else evolve(finding, trace=str(self._trace_path(job))))
        return findings[0].got if findings[0].gone else self._reason_to_end(findings)

    def _reason_to_end(self, findings: Sequence[Finding]) -> str:
        """The reason why no more of this implementation would be learned; empty if there is none."""
        self._unready = 0 if findings[0].is_ready else self._unready + 1
        for fault in (finding.fault for finding in findings if finding.fault is not None):
            self._faults[fault.requirement] += 1
            if self._faults[fault.requirement] == MOST_ALIKE:
                return f"{fault.requirement} was broken {MOST_ALIKE} times on the way: mend that first"
        return findings[0].got if self._unready == MOST_ALIKE else ""

    def _same_as(self, finding: Finding) -> str:
        """Name the first failure of the same requirement, where at least one of the two was heard on the way."""
        if finding.verdict is not CaseVerdict.FAILED:
            return ""
        return next(
            (
                earlier.name
                for earlier in self.findings
                if earlier.verdict is CaseVerdict.FAILED
                and earlier.about == finding.about
                and (earlier.fault or finding.fault)
            ),
            "",
        )

    def _trace(self, job: Job) -> TraceFile | None:
        if self._plan.traces is None:
            return None
        self._trace_path(job).unlink(missing_ok=True)
        return TraceFile(self._trace_path(job))

    def _trace_path(self, job: Job) -> Path:
        assert self._plan.traces is not None, "there is a folder for traces"
        name = "-".join(part for part in (job.case.name.replace("/", "-"), job.game) if part)
        return self._plan.traces / f"{name}.trace"

    def _skip(self, job: Job, why: str, *, gone: bool = False) -> None:
        self._note(Finding(job.case.name, job.game, CaseVerdict.SKIPPED, got=why, gone=gone))

    def _note(self, finding: Finding) -> None:
        finding = evolve(finding, same_as=self._same_as(finding))
        self.findings.append(finding)
        self._found(finding)
