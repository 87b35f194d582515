"""The means of making a file of vectors: cases are given by hand, and what is expected is computed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from mandala_conformance.vectors.form.vector_case import VectorCase, VectorFile
from mandala_conformance.vectors.form.vector_fields import VectorValue
from mandala_conformance.vectors.form.vector_kinds import FileRecords, RefusedBy, VectorKind
from mandala_protocol.errors import Code
from mandala_protocol.wire.messages import EntryMessage

NO_RECORDS = FileRecords({})


def valid(
    kind: VectorKind,
    name: str,
    given: Mapping[str, VectorValue],
    note: str = "",
    *,
    flags: Sequence[str] = (),
    records: FileRecords = NO_RECORDS,
    shows: Sequence[str] = (),
) -> VectorCase:
    """A case that is to be taken; what is expected is what this program computes.

    ``shows`` are the requirements that it is about, beside those of its kind.
    """
    expected = kind.run(given, records)
    assert set(expected) == set(kind.expected), (name, set(expected) ^ set(kind.expected))
    return VectorCase(name, kind, note, tuple(flags), True, given, expected, None, (*kind.shows, *shows))


def invalid(
    kind: VectorKind,
    name: str,
    given: Mapping[str, VectorValue],
    code: Code | None,
    requirement: str,
    note: str = "",
    *,
    flags: Sequence[str] = (),
) -> VectorCase:
    """A case that is to be refused for this reason; without a code it is to be ignored."""
    refusal = RefusedBy(None if code is None else code.wire_name, requirement)
    return VectorCase(name, kind, note, tuple(flags), False, given, {}, refusal)


def vector_file(
    name: str,
    about: str,
    cases: Sequence[VectorCase],
    flags: Mapping[str, str] | None = None,
    records: Mapping[str, Sequence[EntryMessage]] | None = None,
) -> VectorFile:
    """The file of these cases."""
    used = {flag for case in cases for flag in case.flags}
    known = flags or {}
    assert used == set(known), (name, used ^ set(known))
    ids = [case.id for case in cases]
    assert len(set(ids)) == len(ids), name
    return VectorFile(name, about, known, FileRecords(records or {}), tuple(cases))
