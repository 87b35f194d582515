"""A file of vectors: read with bounds, so that anybody's file can be checked, and written always alike."""

from __future__ import annotations

import gzip
import io
import json
import zlib
from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Final, NoReturn

from mandala_conformance.vectors.all_kinds import KINDS
from mandala_conformance.vectors.form.vector_case import VectorCase, VectorFile
from mandala_conformance.vectors.form.vector_fields import (
    Field,
    VectorValue,
    array,
    hexadecimal,
    integer,
    mapping,
    name_of_case,
    one_of,
    or_null,
    record,
    text,
)
from mandala_conformance.vectors.form.vector_kinds import FileRecords, RefusedBy, VectorKind
from mandala_protocol.sentence import Sentence
from mandala_protocol.wire.messages import MAX_ENTRIES, EntryMessage

VERSION: Final = 1
"""The version of the form of these files."""

LICENCE: Final = "MIT"
SCHEMA: Final = "schema.json"
MOST_FILE_BYTES: Final = 8_000_000
"""The most bytes of the JSON, when it is no longer compressed."""

COMPRESSED: Final = ".json.gz"
ACCEPTABLE: Final = "acceptable"
_GZIP: Final = b"\x1f\x8b"
_MOST_CASES: Final = 2_000


class NotVectors(ValueError):
    """The file is no file of vectors; the text is a ``Sentence``."""


_ENTRY: Final = record({"payload": hexadecimal(0, 61_000), "signature": hexadecimal(64, 64)})
_HEAD: Final[Mapping[str, Field]] = {
    "name": text(64),
    "version": integer(VERSION, VERSION),
    "licence": text(64),
    "about": text(),
    "schema": text(64),
    "flags": mapping(text(), 64),
    "records": mapping(array(_ENTRY, 0, MAX_ENTRIES), 64),
}
_CASE: Final[Mapping[str, Field]] = {
    "id": name_of_case(),
    "note": text(),
    "flags": array(text(64), 0, 16),
    "valid": one_of(True, False, ACCEPTABLE),
}
_SHOWS: Final = "shows"
_OPTIONAL: Final = (_SHOWS,)
"""The fields of a case that came later than the form, so files without them are read too."""

_REFUSAL: Final[Mapping[str, Field]] = {"code": or_null(text(32)), "requirement": text(16)}


def case_form(kind: VectorKind, given: Field, *, valid: bool) -> Field:
    """The form of a case of this kind, with what it is ``given``."""
    if not valid:
        return record({**_CASE, "valid": one_of(False), **_REFUSAL, "given": given})
    fields = {
        **_CASE,
        "valid": one_of(True, ACCEPTABLE),
        _SHOWS: array(text(16), 0, 64),
        "given": given,
        "expected": record(kind.expected, optional=kind.expected),
    }
    return record(fields, _OPTIONAL)


def head_fields() -> Mapping[str, Field]:
    """The fields of a file besides its groups of cases."""
    return _HEAD


# Reading.


def parse(data: bytes) -> VectorFile:
    """The file of these bytes, which may be compressed. Raises ``NotVectors``."""
    value = _json(_plain(data))
    try:
        if not isinstance(value, dict) or not isinstance(value.get("groups"), list):
            raise ValueError("there are no groups of cases in it")
        head = record(_HEAD).read({name: item for name, item in value.items() if name != "groups"})
        if len(value["groups"]) > _MOST_CASES:
            raise ValueError("there are too many groups in it")
        cases = [case for group in value["groups"] for case in _group(group)]
    except (ValueError, RecursionError) as error:
        raise NotVectors(Sentence("it is not a file of test vectors: {reason}", reason=str(error)[:200])) from error
    ids = [case.id for case in cases]
    if len(ids) > _MOST_CASES:
        raise NotVectors(Sentence("it has more than {most} cases", most=_MOST_CASES))
    doubled = next((left for left, right in pairwise(sorted(ids)) if left == right), None)
    if doubled is not None:
        raise NotVectors(Sentence("the case “{id}” is in it twice", id=doubled))
    records = {
        name: [EntryMessage(bytes.fromhex(entry["payload"]), bytes.fromhex(entry["signature"])) for entry in entries]
        for name, entries in head["records"].items()
    }
    return VectorFile(head["name"], head["about"], head["flags"], FileRecords(records), tuple(cases))


def too_large() -> Sentence:
    """The reason why a large file is not read."""
    return Sentence("it has more than {most} bytes", most=MOST_FILE_BYTES)


def _plain(data: bytes) -> bytes:
    if not data.startswith(_GZIP):
        plain = data
    else:
        try:
            with gzip.GzipFile(fileobj=io.BytesIO(data)) as file:
                plain = file.read(MOST_FILE_BYTES + 1)
        except (OSError, EOFError, zlib.error) as error:
            raise NotVectors(Sentence("it is damaged: it cannot be unpacked")) from error
    if len(plain) > MOST_FILE_BYTES:
        raise NotVectors(too_large())
    return plain


def _json(data: bytes) -> VectorValue:
    try:
        return json.loads(data, object_pairs_hook=_without_doubles, parse_constant=_refuse)
    except (ValueError, RecursionError) as error:
        raise NotVectors(Sentence("it is not JSON")) from error


def _without_doubles(pairs: list[tuple[str, object]]) -> dict[str, object]:
    value = dict(pairs)
    if len(value) != len(pairs):
        raise ValueError("a name is twice in one object")
    return value


def _refuse(_number: str) -> NoReturn:
    raise ValueError("no such numbers are used")


def _group(group: VectorValue) -> list[VectorCase]:
    if not isinstance(group, dict) or set(group) != {"kind", "about", "cases"} or not isinstance(group["cases"], list):
        raise ValueError("a group has the fields kind, about and cases")
    kind = KINDS.get(group["kind"]) if isinstance(group["kind"], str) else None
    if kind is None:
        raise ValueError(f"no kind of vector is called {str(group['kind'])[:40]!r}")
    return [_case(kind, case) for case in group["cases"]]


def _case(kind: VectorKind, value: VectorValue) -> VectorCase:
    valid = not isinstance(value, dict) or value.get("valid") is not False
    name = str(value.get("id"))[:60] if isinstance(value, dict) else "?"
    try:
        read = case_form(kind, record(kind.given), valid=valid).read(value)
    except ValueError as error:
        raise ValueError(f"case {name!r}: {error}") from None
    return VectorCase(
        id=read["id"],
        kind=kind,
        note=read["note"],
        flags=tuple(read["flags"]),
        valid=None if read["valid"] == ACCEPTABLE else read["valid"],
        given=read["given"],
        expected=read.get("expected", {}),
        refusal=None if valid else RefusedBy(read["code"], read["requirement"]),
        shows=tuple(read.get(_SHOWS, ())),
    )


# Writing.


def as_value(case: VectorCase) -> dict[str, VectorValue]:
    """The case as JSON."""
    value: dict[str, VectorValue] = {
        "id": case.id,
        "note": case.note,
        "flags": list(case.flags),
        "valid": ACCEPTABLE if case.valid is None else case.valid,
    }
    if case.refusal is not None:
        return {**value, "code": case.refusal.code, "requirement": case.refusal.requirement, "given": dict(case.given)}
    return {**value, _SHOWS: list(case.shows), "given": dict(case.given), "expected": dict(case.expected)}


def written(file: VectorFile) -> str:
    """The file as text: cases of one kind that follow each other are one group."""
    groups: list[dict[str, VectorValue]] = []
    for case in file.cases:
        if not groups or groups[-1]["kind"] != case.kind.name:
            groups.append({"kind": case.kind.name, "about": case.kind.about, "cases": []})
        groups[-1]["cases"].append(as_value(case))
    value = {
        "name": file.name,
        "version": VERSION,
        "licence": LICENCE,
        "about": file.about,
        "schema": SCHEMA,
        "flags": dict(file.flags),
        "records": {name: _entries(entries) for name, entries in file.records.entries.items()},
        "groups": groups,
    }
    return json.dumps(value, indent=1, ensure_ascii=False) + "\n"


def _entries(entries: Sequence[EntryMessage]) -> list[dict[str, VectorValue]]:
    return [{"payload": entry.payload.hex(), "signature": entry.signature.hex()} for entry in entries]
