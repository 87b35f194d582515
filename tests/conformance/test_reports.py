"""The reports of a run, as golden files: every verdict in lines, JSON and JUnit."""

from __future__ import annotations

import json
import os
import re
from pathlib import Path
from xml.etree import ElementTree

import pytest
from attrs import evolve

from mandala_conformance.case import EVERY_GAME, CaseBook, Kind
from mandala_conformance.case_stage import Stage
from mandala_conformance.catalogue import CASES
from mandala_conformance.expectations import refusal_by, refusals_text
from mandala_conformance.explanations import explanation_of, explanation_of_requirement
from mandala_conformance.findings import CaseVerdict, Fault, Finding
from mandala_conformance.reports import RunReport, as_document, as_junit, as_text, details_of, line_of
from mandala_conformance.timings import Timings

GOLDEN = Path(__file__).with_name("golden")


async def nothing(_: Stage) -> None:
    """Do nothing."""


@pytest.fixture
def tested() -> RunReport:
    """A run with a finding of each verdict."""
    book = CaseBook()
    book.case("LK1/wrong-name", "A preamble of another protocol")(nothing)
    book.case("PL6/other-digest", "A move with the digest of another position")(nothing)
    book.case("LK13/gap-of-pings", "The longest gap between two pings", kind=Kind.TIMING)(nothing)
    book.case("DK5/shares-turned", "Shares in another order", also=("TR12",))(nothing)
    timings = Timings()
    for seconds in (0.25, 0.5, 4.0):
        timings.note("answer to move", seconds)
    findings = (
        Finding("LK1/wrong-name", "", CaseVerdict.OK, ("“MANDOLA”",), "the end", "the end", 0.25),
        Finding(
            "PL6/other-digest", "patterns", CaseVerdict.FAILED, ("entry 5",), "an error", "<a \x1bmove>", 1.5, "t/x"
        ),
        evolve(
            Finding("PL6/other-digest", "patterns", CaseVerdict.FAILED, (), "a new mask", "the mask of entry 4"),
            fault=Fault("CV12", "a new mask", "the mask of entry 4", (("position", "P H 0"),)),
        ),
        Finding("LK13/gap-of-pings", "", CaseVerdict.INFORMATIONAL, got="5.0 s", seconds=15),
        Finding("DK5/shares-turned", "mandala", CaseVerdict.NON_STRICT, ("entry 9",), "an error", "the end", 1),
        Finding("DK5/shares-turned", "patterns", CaseVerdict.SKIPPED, got="no implementation plays this game"),
    )
    return RunReport("guest", ("127.0.0.1:28108",), findings, tuple(timings.rows()), {case.name: case for case in book})


def require_golden(name: str, text: str) -> None:
    path = GOLDEN / name
    if os.environ.get("MANDALA_WRITE_GOLDEN"):
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, encoding="utf-8")
    assert text == path.read_text(encoding="utf-8")


def test_the_report_in_lines(tested: RunReport) -> None:
    require_golden("report.txt", "\n".join(as_text(tested)) + "\n")


@pytest.mark.parametrize(
    ("number", "row"),
    [
        ("CV12", "| `share` | the head before the entry: it fixes which cards are due |"),
        ("DK4", "T_1 = s̄·G − c·(Σ c_j − Σ H_i)"),
        ("DK10", "draw a mask w;  A = w·G,  B = Σ (w·ρ_k)·a_k"),
        ("PL14", "| `turn:SEAT` | a move O, F or X of SEAT |"),
    ],
)
def test_a_requirement_is_quoted_with_its_table_list_or_formula(number: str, row: str) -> None:
    case = next(iter(CASES))
    finding = Finding(case.name, "", CaseVerdict.FAILED, fault=Fault(number, "this", "that"))
    told = details_of(finding, case)
    assert f"{'':<14}{row}" in told
    assert not any(set(line.strip()) <= set("|- ") or "```" in line for line in told)
    assert f"    {row}" in explanation_of_requirement(number, CASES)


def test_the_page_of_a_case_sends_to_files_and_rule_points_that_there_are() -> None:
    root = Path(__file__).parents[2]
    rules = {game: (root / "docs" / f"rules-{game}.md").read_text(encoding="utf-8") for game in EVERY_GAME}
    points = 0
    for case in CASES:
        told = " ".join(explanation_of(case))
        for name in re.findall(r"docs/[\w-]+\.md", told):
            assert (root / name).is_file(), name
        for name in re.findall(r"[\w-]+\.json", told.partition("To mend it:")[2]):
            assert (root / "protocol" / "mandala_protocol" / "vectors" / name).is_file(), name
        for game, point in re.findall(r"rules-(\w+)\.md, point ([A-Z]\d+)", told):
            assert f"- **{point}**" in rules[game], case.name
            points += 1
    assert points > 30


def test_an_error_is_expected_once() -> None:
    assert refusals_text([refusal_by("TR8"), refusal_by("TR8")]) == "the error fork (TR8), and the connection closed"


def test_the_report_in_the_document_is_that_of_a_case_there_is() -> None:
    page = (Path(__file__).parents[2] / "docs" / "writing-a-peer.md").read_text(encoding="utf-8")
    name = "PL6/other-digest"
    case = next(one for one in CASES if one.name == name)
    steps, expected = ("entry 7: a move with zeros for the digest",), refusals_text([refusal_by("PL6")])
    finding = Finding(name, "patterns", CaseVerdict.FAILED, steps, expected)
    *before_it_came, _came = details_of(finding, case)
    assert "\n".join([line_of(finding, case), *before_it_came]) in page


def test_the_report_as_json(tested: RunReport) -> None:
    require_golden("report.json", json.dumps(as_document(tested), indent=1, ensure_ascii=False) + "\n")


def test_the_report_for_junit(tested: RunReport) -> None:
    written = as_junit(tested).decode()
    require_golden("report.xml", written)
    suite = ElementTree.fromstring(written)
    assert (suite.get("tests"), suite.get("failures"), suite.get("skipped")) == ("6", "2", "1")
    _, case, heard, *_ = suite.iter("testcase")
    assert (case.get("classname"), case.get("name")) == ("PL6", "PL6/other-digest patterns")
    assert (heard.get("classname"), heard.get("name")) == (
        "CV12",
        "CV12 (heard on the way to PL6/other-digest) patterns",
    )


def test_what_was_heard_on_the_way_is_named_and_quoted_by_what_was_broken(tested: RunReport) -> None:
    finding = next(finding for finding in tested.findings if finding.fault)
    case = tested.cases[finding.case]
    assert line_of(finding, case).split(": ")[0].split(maxsplit=1)[1] == (
        "CV12 (heard on the way to PL6/other-digest) (patterns)"
    )
    quoted = [line for line in details_of(finding, case) if line.lstrip().startswith("standard")]
    assert [line.split()[1] for line in quoted] == ["CV12."]


def test_many_requirements_that_were_not_tried_are_counted_and_named_in_json_alone(tested: RunReport) -> None:
    many = tuple(f"PL{number}" for number in range(1, 14))
    told = evolve(tested, untried={"with more": many, "with another": ("LK1",)}, selection="the profile quick")
    lines = as_text(told)
    assert "    13        with more" in lines
    assert "    1         with another: LK1" in lines
    assert "Tried: the profile quick." in lines
    untried = json.loads(json.dumps(as_document(told)))["untried"]
    assert untried[0] == {"why": "with more", "requirements": list(many)}


def test_what_a_run_comes_to(tested: RunReport) -> None:
    assert tested.failed
    assert not tested.gone
    assert tested.counts == {"ok": 1, "non-strict": 1, "failed": 2, "informational": 1, "skipped": 1}
