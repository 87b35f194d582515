"""Which cases a run tries, what becomes of each, and what is left when nobody is there any more."""

from __future__ import annotations

from collections import Counter
from collections.abc import Awaitable, Callable
from itertools import pairwise
from pathlib import Path

import pytest
import trio

from mandala_conformance.case import ANY_GAME, NO_GAME, Case, CaseBook, Extent, Kind
from mandala_conformance.case_stage import Stage
from mandala_conformance.catalogue import CASES
from mandala_conformance.findings import CaseVerdict, Fault, Finding, NotReady, NotStrict, NotTried, PeerGone, Unmet
from mandala_conformance.reports import details_of, line_of
from mandala_conformance.runner import Job, Plan, Runner, between_games, chosen, is_named
from mandala_conformance.testing import in_order
from mandala_conformance.untried import untried
from mandala_net.files import open_file
from mandala_net.link.handshake import Role
from mandala_protocol.games.game import IllegalMove

GAMES = ("mandala", "patterns")


class Absent:
    """An implementation that is not there."""

    role = Role.GUEST
    label = "nowhere"
    software = ""

    async def connection(self) -> trio.SocketStream:
        raise PeerGone("nobody answers")


def acting(error: Exception | None) -> Callable[[Stage], Awaitable[None]]:
    async def act(stage: Stage) -> None:
        stage.note("a step")
        stage.note_expectation("an answer")
        if error is not None:
            raise error
        stage.got = "an answer"

    return act


def book_of(*kinds: tuple[str, Exception | None, Kind]) -> list[Case]:
    book = CaseBook()
    for name, error, kind in kinds:
        book.case(name, name, games=NO_GAME, kind=kind)(acting(error))
    return list(book)


async def run(cases: list[Case], traces: Path | None = None) -> list[Finding]:
    jobs = chosen(cases, Role.GUEST, GAMES, Extent.ALL)
    runner = Runner(Plan(jobs, traces), [(Absent(), "")])
    await runner.run()
    return in_order(runner.findings, jobs)


@pytest.mark.parametrize(
    ("error", "kind", "verdict"),
    [
        (None, Kind.MUST, CaseVerdict.OK),
        (None, Kind.TIMING, CaseVerdict.INFORMATIONAL),
        (Unmet("this", "that"), Kind.MUST, CaseVerdict.FAILED),
        (Unmet("this", "that"), Kind.SHOULD, CaseVerdict.NON_STRICT),
        (Unmet("this", "that"), Kind.TIMING, CaseVerdict.INFORMATIONAL),
        (NotStrict("this", "that"), Kind.MUST, CaseVerdict.NON_STRICT),
        (NotTried("no game"), Kind.MUST, CaseVerdict.SKIPPED),
        (NotTried("no game"), Kind.TIMING, CaseVerdict.SKIPPED),
    ],
)
async def test_what_becomes_of_a_case(error: Exception | None, kind: Kind, verdict: CaseVerdict) -> None:
    (finding,) = await run(book_of(("CV1/one", error, kind)))
    assert finding.verdict is verdict
    assert finding.sent == ("a step",)
    assert finding.got in ("an answer", "that", "no game")
    assert (finding.got == "an answer") is (error is None)


async def test_a_breach_on_the_way_fails_under_its_own_requirement() -> None:
    fault = Fault("DK5", "shares", "the proof of the shares is not valid", (("position", "x"),))
    (finding,) = await run(book_of(("LK8/garbage", Unmet("a right entry", "another", fault), Kind.MUST)))
    assert (finding.verdict, finding.fault) == (CaseVerdict.FAILED, fault)
    case = next(iter(book_of(("LK8/garbage", None, Kind.MUST))))
    assert line_of(finding, case).startswith("failed        DK5 (heard on the way to LK8/garbage)")
    told = "\n".join(details_of(finding, case))
    assert "DK5. The proof of shares holds" in told
    assert "LK8." not in told
    assert "position  x" in told
    assert "LK8/garbage ended here, and has no verdict of its own" in told
    assert "--explain DK5" in told


async def test_a_second_breach_of_one_requirement_refers_to_the_first() -> None:
    fault = Fault("DK5", "shares", "no proof", also=("DK5", "TR12"))
    kinds = (("LK8/a", Unmet("a", "b", fault)), ("DK5/b", Unmet("a", "b")), ("LK9/c", Unmet("a", "b")))
    first, second, other = await run(book_of(*((name, error, Kind.MUST) for name, error in kinds)))
    assert (first.same_as, second.same_as, other.same_as) == ("", "DK5 (heard on the way to LK8/a)", "")
    case = next(iter(book_of(("DK5/b", None, Kind.MUST))))
    quoted = [line.split()[1] for line in details_of(first, case) if line.lstrip().startswith("standard")]
    assert quoted == ["DK5.", "TR12."], "each once"
    told = "\n".join(details_of(second, case))
    assert "most likely the same fault as DK5 (heard on the way to LK8/a)" in told
    assert "standard" not in told


async def test_after_three_breaches_of_one_requirement_the_run_ends() -> None:
    fault = Fault("DK5", "shares", "no proof")
    findings = await run(book_of(*((f"LK8/{word}", Unmet("this", "that", fault), Kind.MUST) for word in "abcd")))
    assert [finding.verdict for finding in findings] == [*[CaseVerdict.FAILED] * 3, CaseVerdict.SKIPPED]
    assert "DK5 was broken 3 times on the way: mend that first" in findings[-1].got


async def test_after_three_cases_without_a_new_game_the_run_ends() -> None:
    kinds = (("LK8/a", None), *((f"LK8/{word}", NotReady("not ready")) for word in "bcd"), ("LK8/e", None))
    findings = await run(book_of(*((name, error, Kind.MUST) for name, error in kinds)))
    assert [finding.verdict for finding in findings] == [CaseVerdict.OK, *[CaseVerdict.SKIPPED] * 4]
    assert findings[-1].gone


async def test_a_game_that_goes_another_way_than_a_case_was_written_for_is_no_fault() -> None:
    (finding,) = await run(book_of(("PL3/a", IllegalMove("B1", "you hold no purple card"), Kind.MUST)))
    assert (finding.verdict, finding.fault) == (CaseVerdict.SKIPPED, None)


async def connects(stage: Stage) -> None:
    await stage.connect()


async def test_when_nobody_is_there_the_rest_is_skipped_with_the_reason() -> None:
    book = CaseBook()
    book.case("CV1/before", "Before", games=NO_GAME)(acting(None))
    book.case("CV1/gone", "Gone", games=NO_GAME)(connects)
    book.case("CV1/after", "After", games=NO_GAME)(acting(None))
    findings = await run(list(book))
    assert [(finding.verdict, finding.got, finding.gone) for finding in findings] == [
        (CaseVerdict.OK, "an answer", False),
        (CaseVerdict.SKIPPED, "nobody answers", True),
        (CaseVerdict.SKIPPED, "nobody answers", True),
    ]


async def test_each_case_leaves_a_trace(tmp_path: Path) -> None:
    (finding,) = await run(book_of(("CV1/one", None, Kind.MUST)), tmp_path)
    assert finding.trace == str(tmp_path / "CV1-one.trace")
    with open_file(tmp_path / "CV1-one.trace") as trace:
        assert trace.read().startswith(b"# mandala-lan")


def test_between_games_no_two_cases_without_one_follow_each_other() -> None:
    """The pauses of a program that calls do not grow then, as they do after each connection that comes to nothing."""
    jobs = chosen(CASES, Role.HOST, GAMES, Extent.QUICK)
    placed = between_games(jobs)
    assert Counter(placed) == Counter(jobs)
    assert [job for job in placed if job.game] == [job for job in jobs if job.game]
    assert not any(not one.game and not other.game for one, other in pairwise(placed))


class Caller(Absent):
    """An implementation that calls, and does not."""

    role = Role.HOST


@pytest.mark.parametrize(("implementation", "order"), [(Absent(), "abcd"), (Caller(), "acbd")])
async def test_only_a_program_that_calls_is_tested_in_another_order(implementation: Absent, order: str) -> None:
    book = CaseBook()
    for word in "abcd":
        book.case(f"LK1/{word}", "", games=NO_GAME if word in "ab" else ANY_GAME)(acting(None))
    runner = Runner(Plan(chosen(book, implementation.role, GAMES, Extent.ALL)), [(implementation, "")])
    await runner.run()
    assert "".join(finding.case[-1] for finding in runner.findings) == order


def names(jobs: tuple[Job, ...]) -> list[tuple[str, str]]:
    return [(job.case.name, job.game) for job in jobs]


def test_cases_are_chosen_by_role_game_extent_and_prefix() -> None:
    book = CaseBook()
    book.case("LK1/a", "", games=NO_GAME, beside=True)(acting(None))
    book.case("LK1/b", "", games=NO_GAME, extent=Extent.QUICK)(acting(None))
    book.case("LK2/c", "", games=ANY_GAME, roles=(Role.HOST,))(acting(None))
    book.case("MS1/d", "", extent=Extent.ALL)(acting(None))
    everything = names(chosen(book, Role.HOST, GAMES, Extent.ALL))
    assert everything == [
        ("LK1/b", ""),
        ("LK2/c", "patterns"),
        ("MS1/d", "mandala"),
        ("MS1/d", "patterns"),
        ("LK1/a", ""),
    ]
    assert names(chosen(book, Role.GUEST, GAMES, Extent.STANDARD)) == [("LK1/b", ""), ("LK1/a", "")]
    assert names(chosen(book, Role.GUEST, GAMES, Extent.QUICK)) == [("LK1/b", "")]
    assert names(chosen(book, Role.HOST, ("mandala",), Extent.QUICK, ("LK2", "MS1/d"))) == [
        ("LK2/c", "mandala"),
        ("MS1/d", "mandala"),
    ]


@pytest.mark.parametrize(
    ("beginning", "named"),
    [
        ("LK", ["LK1/a", "LK10/b", "LK10/b-2"]),
        ("LK1", ["LK1/a"]),
        ("LK10", ["LK10/b", "LK10/b-2"]),
        ("LK10/b-2", ["LK10/b-2"]),
        ("LK10/b-", ["LK10/b-2"]),
        ("K10", []),
    ],
)
def test_the_number_of_a_requirement_selects_its_own_cases_alone(beginning: str, named: list[str]) -> None:
    cases = book_of(*((name, None, Kind.MUST) for name in ("LK1/a", "LK10/b", "LK10/b-2")))
    assert [name for name, _ in names(chosen(cases, Role.GUEST, GAMES, Extent.QUICK, (beginning,)))] == named
    assert [case.name for case in cases if is_named(case, (beginning,))] == named


def test_a_program_of_one_game_is_tested_for_all_that_is_not_about_the_other_game() -> None:
    """No requirement is left out with a program of Mandala but those of Patterns itself."""
    jobs = chosen(CASES, Role.HOST, ("mandala",), Extent.ALL)
    every = chosen(CASES, Role.HOST, GAMES, Extent.ALL)
    left_out = {number for job in every for number in job.case.requirements} - {
        number for job in jobs for number in job.case.requirements
    }
    assert left_out == {"PL13", "PL14", "PL15", "TG3"}, "TG5 is what TG3 is to a game without cards"


def test_what_a_run_has_not_tried_is_told_by_the_reason() -> None:
    book = CaseBook()
    book.case("LK1/tried", "", games=NO_GAME, also=("LK2",))(acting(None))
    book.case("LK2/other-role", "", games=NO_GAME, roles=(Role.HOST,))(acting(None))
    book.case("LK3/other-role", "", games=NO_GAME, roles=(Role.HOST,))(acting(None))
    book.case("MS1/more", "", games=NO_GAME, extent=Extent.ALL)(acting(None))
    book.case("PL1/other-game", "", games=("patterns",))(acting(None))
    book.case("EN1/skipped", "", games=ANY_GAME)(acting(None))
    book.case("MS2/ended", "", games=ANY_GAME)(acting(None))
    book.case("DK5/never", "", games=ANY_GAME)(acting(None))
    book.case("DK6/excluded", "", games=ANY_GAME)(acting(None))
    findings = [
        Finding("LK1/tried", "", CaseVerdict.FAILED),
        Finding("EN1/skipped", "mandala", CaseVerdict.SKIPPED, got="it does not agree"),
        Finding("MS2/ended", "mandala", CaseVerdict.FAILED, fault=Fault("DK5", "a", "b"), ended=True),
    ]
    assert untried(book, Role.GUEST, ("mandala",), Extent.STANDARD, findings, ("DK6",)) == {
        "only when the tester hosts (--listen)": ("LK3",),
        "only with --all": ("MS1",),
        "only in a program of patterns": ("PL1",),
        "it does not agree": ("EN1",),
        "DK5 was broken on the way": ("MS2",),
        "left out by --exclude": ("DK6",),
    }


def test_a_case_must_name_a_requirement_that_there_is() -> None:
    with pytest.raises(ValueError, match="XX1"):
        CaseBook().case("XX1/word", "")


def test_no_two_cases_have_one_name_and_all_names_are_plain() -> None:
    every = [case.name for case in CASES]
    assert len(set(every)) == len(every)
    assert all(name.replace("/", "").replace("-", "").isalnum() and name.isascii() for name in every)
    assert all(case.title and case.roles for case in CASES)
