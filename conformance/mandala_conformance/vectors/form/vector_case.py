"""A test vector, and a file of them: as values, neither read nor written."""

from __future__ import annotations

from collections.abc import Mapping

from attrs import frozen

from mandala_conformance.vectors.form.vector_fields import VectorValue
from mandala_conformance.vectors.form.vector_kinds import FileRecords, RefusedBy, VectorKind


@frozen
class VectorCase:
    """One vector. ``valid`` is None where either is acceptable. ``refusal`` is expected of an invalid one.

    ``shows`` has the numbers of the requirements that a case which is not invalid is about.
    """

    id: str
    kind: VectorKind
    note: str
    flags: tuple[str, ...]
    valid: bool | None
    given: Mapping[str, VectorValue]
    expected: Mapping[str, VectorValue]
    refusal: RefusedBy | None
    shows: tuple[str, ...] = ()


@frozen
class VectorFile:
    """A file of vectors, read but not checked. ``flags`` says what each flag of a case means."""

    name: str
    about: str
    flags: Mapping[str, str]
    records: FileRecords
    cases: tuple[VectorCase, ...]
