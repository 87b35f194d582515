"""Reports of findings: lines for people, JSON, and JUnit for build systems. In English, as the standard is."""

from __future__ import annotations

import textwrap
from collections import Counter
from xml.etree.ElementTree import Element, SubElement, indent, tostring

from attrs import frozen

from mandala_conformance.case import Case
from mandala_conformance.findings import CaseVerdict, Finding
from mandala_conformance.timings import TimingRow
from mandala_net.version import VERSION
from mandala_protocol.requirements import REQUIREMENTS, Requirement
from mandala_protocol.wire.messages import PROTOCOL_VERSION

_WIDTH = 110


@frozen
class RunReport:
    """All that was found: the tester's role, the implementations by their labels, the findings and the times."""

    role: str
    implementations: tuple[str, ...]
    findings: tuple[Finding, ...]
    timings: tuple[TimingRow, ...]
    cases: dict[str, Case]

    @property
    def counts(self) -> dict[str, int]:
        """The number of findings of each verdict."""
        counted = Counter(finding.verdict for finding in self.findings)
        return {verdict.value: counted[verdict] for verdict in CaseVerdict}

    @property
    def failed(self) -> bool:
        """Return whether a case failed."""
        return any(finding.verdict is CaseVerdict.FAILED for finding in self.findings)

    @property
    def gone(self) -> bool:
        """Return whether an implementation was gone before all was tried."""
        return any(finding.gone for finding in self.findings)


def line_of(finding: Finding, case: Case) -> str:
    """A finding in one line."""
    game = f" ({finding.game})" if finding.game else ""
    return f"{finding.verdict.value:<13} {finding.case}{game}: {case.title}"


def _requirements_of(case: Case) -> tuple[Requirement, ...]:
    return tuple(REQUIREMENTS[number] for number in case.requirements)


def details_of(finding: Finding, case: Case) -> list[str]:
    """The details of a finding: sent, expected, got, and the standard's text; none for a case that passed."""
    match finding.verdict:
        case CaseVerdict.OK:
            return []
        case CaseVerdict.SKIPPED:
            return _field("why", finding.got)
        case CaseVerdict.INFORMATIONAL:
            return _field("got", finding.got)
        case CaseVerdict.FAILED | CaseVerdict.NON_STRICT:
            pass
    lines = []
    for requirement in _requirements_of(case):
        lines += _field("standard", f"{requirement.number}. {requirement.title}. {' '.join(requirement.text.split())}")
    for step in finding.sent:
        lines += _field("sent", step)
    lines += _field("expected", finding.expected) + _field("got", finding.got)
    return lines + ([] if finding.trace is None else _field("trace", finding.trace))


def _field(name: str, value: str) -> list[str]:
    first, further = f"    {name:<9} ", " " * 14
    return textwrap.wrap(
        _shown(value),
        _WIDTH,
        initial_indent=first,
        subsequent_indent=further,
        break_long_words=False,
        break_on_hyphens=False,
    ) or [first.rstrip()]


def summary_of(tested: RunReport) -> list[str]:
    """The last lines of a report: the times, and how many cases had which verdict."""
    lines = []
    if tested.timings:
        lines += ["", "Times in seconds:", f"  {'':<32} {'count':>6} {'median':>8} {'longest':>8}"]
        lines += [f"  {row.what:<32} {row.count:>6} {row.median:>8.3f} {row.longest:>8.3f}" for row in tested.timings]
    counts = ", ".join(f"{count} {verdict}" for verdict, count in tested.counts.items())
    return [*lines, "", f"{len(tested.findings)} results: {counts}."]


def as_text(tested: RunReport) -> list[str]:
    """The whole report in lines."""
    lines = []
    for finding in tested.findings:
        lines += [line_of(finding, tested.cases[finding.case]), *details_of(finding, tested.cases[finding.case])]
    return lines + summary_of(tested)


def as_document(tested: RunReport) -> dict[str, object]:
    """The whole report for a JSON file."""
    return {
        "tester": f"mandala-lan {VERSION}",
        "protocol": PROTOCOL_VERSION,
        "role": tested.role,
        "implementations": list(tested.implementations),
        "counts": tested.counts,
        "results": [_result_document(finding, tested) for finding in tested.findings],
        "times": [
            {"what": row.what, "count": row.count, "median": round(row.median, 4), "longest": round(row.longest, 4)}
            for row in tested.timings
        ],
    }


def _result_document(finding: Finding, tested: RunReport) -> dict[str, object]:
    case = tested.cases[finding.case]
    return {
        "case": finding.case,
        "title": case.title,
        "game": finding.game or None,
        "kind": case.kind.value,
        "verdict": finding.verdict.value,
        "requirements": [
            {"number": requirement.number, "title": requirement.title, "text": requirement.text}
            for requirement in _requirements_of(case)
        ],
        "sent": list(finding.sent),
        "expected": finding.expected,
        "got": finding.got,
        "seconds": round(finding.seconds, 3),
        "trace": finding.trace,
    }


def as_junit(tested: RunReport) -> bytes:
    """The whole report for a JUnit file: a case that is not strict counts as passed, with a note."""
    counts = tested.counts
    suite = Element(
        "testsuite",
        name=f"mandala-lan conformance as {tested.role}",
        tests=str(len(tested.findings)),
        failures=str(counts[CaseVerdict.FAILED.value]),
        skipped=str(counts[CaseVerdict.SKIPPED.value]),
        errors="0",
        time=f"{sum(finding.seconds for finding in tested.findings):.3f}",
    )
    for finding in tested.findings:
        name = f"{finding.case} {finding.game}".strip()
        entry = SubElement(
            suite,
            "testcase",
            classname=finding.case.partition("/")[0],
            name=_shown(name),
            time=f"{finding.seconds:.3f}",
        )
        text = "\n".join(details_of(finding, tested.cases[finding.case]))
        match finding.verdict:
            case CaseVerdict.FAILED:
                SubElement(entry, "failure", message=_shown(finding.got)).text = _shown(text)
            case CaseVerdict.SKIPPED:
                SubElement(entry, "skipped", message=_shown(finding.got))
            case CaseVerdict.NON_STRICT:
                SubElement(entry, "system-out").text = _shown(text)
            case CaseVerdict.OK | CaseVerdict.INFORMATIONAL:
                pass
    indent(suite)
    written: bytes = tostring(suite, encoding="utf-8", xml_declaration=True)
    return written + b"\n"


def _shown(text: str) -> str:
    """The text without characters that a terminal would obey, or that XML has no place for."""
    return "".join(letter if letter.isprintable() or letter == "\n" else "�" for letter in text)
