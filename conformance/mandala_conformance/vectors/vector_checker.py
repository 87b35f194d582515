"""The check of vectors: each is computed by this program, and every difference is reported."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from typing import Final

from attrs import evolve, frozen

from mandala_conformance.made_games.described_games import new_referee, take_all
from mandala_conformance.vectors.form.vector_case import VectorCase, VectorFile
from mandala_conformance.vectors.form.vector_fields import VectorValue
from mandala_conformance.vectors.form.vector_kinds import CaseRefused, Computed, FileRecords, RefusedBy, refusal_of
from mandala_protocol.errors import ProtocolError
from mandala_protocol.poker.deck_errors import DeckError
from mandala_protocol.sentence import Sentence

LONGEST_SHOWN: Final = 64
"""Characters of a value."""


@frozen
class CaseReport:
    """The report on a case by this program: nothing to say if it is as the case has it."""

    id: str
    differences: tuple[Sentence, ...]


def check(file: VectorFile, progress: Callable[[int, int], None] = lambda _done, _all: None) -> Iterator[CaseReport]:
    """Iterate over the cases of a file, with what is different in each.

    ``progress`` is told how much of how much is done: the entries of the file's records, then its cases.
    """
    entries = sum(map(len, file.records.entries.values()))
    total = entries + len(file.cases)
    records = _sound(file.records, lambda done: progress(done, total))
    for number, case in enumerate(file.cases, start=entries):
        progress(number, total)
        yield CaseReport(case.id, tuple(_differences(case, records)))
    progress(total, total)


def _sound(records: FileRecords, progress: Callable[[int], None]) -> FileRecords:
    """The records, with those whose every proof holds. It need not be checked for each case that begins with one."""
    sound, done = set(), 0
    for name, messages in records.entries.items():
        referee = new_referee(messages)
        try:
            for number, message in enumerate(messages):
                progress(done + number)
                take_all(referee, [message])
        except ProtocolError:
            pass  # the cases about it say so
        else:
            sound.add(name)
        done += len(messages)
    return evolve(records, sound=frozenset(sound))


def outcome_of(case: VectorCase, records: FileRecords) -> Computed | RefusedBy:
    """The result that this program computes for a case, or its refusal. Raises ``ValueError``."""
    try:
        return case.kind.run(case.given, records)
    except CaseRefused as refused:
        return refused.refusal
    except (ProtocolError, DeckError) as error:
        return refusal_of(error)


def _differences(case: VectorCase, records: FileRecords) -> Iterator[Sentence]:
    try:
        outcome = outcome_of(case, records)
    except ValueError as wrong:
        yield Sentence("the case makes no sense: {reason}", reason=json.dumps(str(wrong)[:200]))
        return
    if isinstance(outcome, RefusedBy):
        if case.valid is True:
            yield Sentence("it is valid, but this program refuses it: {ours}", ours=str(outcome))
        elif case.refusal is not None and outcome != case.refusal:
            yield Sentence(
                "it is invalid: {theirs}; this program says {ours}", theirs=str(case.refusal), ours=str(outcome)
            )
        return
    if case.refusal is not None:
        yield Sentence("it is invalid: {theirs}; this program takes it", theirs=str(case.refusal))
        return
    for name, value in case.expected.items():
        found = first_difference(name, outcome[name], value)
        if found is not None:
            where, ours, theirs = found
            yield Sentence(
                "{field}: this program has {ours}, the file has {theirs}", field=where, ours=ours, theirs=theirs
            )


def first_difference(where: str, ours: VectorValue, theirs: VectorValue) -> tuple[str, str, str] | None:
    """The first place where two values differ, and both as text."""
    if type(ours) is type(theirs) and isinstance(ours, dict) and ours.keys() == theirs.keys():
        pairs = ((name, ours[name], theirs[name]) for name in ours)
    elif isinstance(ours, list) and isinstance(theirs, list) and len(ours) == len(theirs):
        pairs = ((str(place), own, given) for place, (own, given) in enumerate(zip(ours, theirs, strict=True)))
    elif type(ours) is type(theirs) and ours == theirs:
        return None
    else:
        return where, _shown(ours), _shown(theirs)
    differences = (first_difference(f"{where}.{name}", own, given) for name, own, given in pairs)
    return next((difference for difference in differences if difference is not None), None)


def _shown(value: VectorValue) -> str:
    """A value as JSON, cut: whatever is in the file of somebody else has no control characters then."""
    match value:
        case list():
            return f"[{len(value)}]"
        case dict():
            return f"{{{len(value)}}}"
        case _:
            written = json.dumps(value)
            return written if len(written) <= LONGEST_SHOWN + 2 else f"{written[:LONGEST_SHOWN]}…"
