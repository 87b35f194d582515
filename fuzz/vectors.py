"""Files of test vectors, as somebody else may have made them."""

from __future__ import annotations

import gzip
import json
from collections.abc import Mapping
from functools import cache
from typing import Any, Final

from fuzz.choices import Choices
from fuzz.edits import edited, set_byte
from fuzz.target import Target, require
from mandala_conformance.vectors.shipped import shipped_files
from mandala_conformance.vectors.vector_checker import check
from mandala_conformance.vectors.vector_file import NotVectors, parse

_SOURCES: Final = ("deck.json", "link.json", "patterns.json", "signatures.json")
_LARGEST: Final = 4_000


@cache
def _file() -> bytes:
    """A file with a small case of each kind."""
    paths = {path.name: path for path in shipped_files()}
    files = [json.loads(paths[name].read_text(encoding="utf-8")) for name in _SOURCES]
    groups: list[dict[str, Any]] = []
    for group in (group for file in files for group in file["groups"]):
        small = [case for case in group["cases"] if len(json.dumps(case)) < _LARGEST]
        groups.append({**group, "cases": small[:1]})
    whole = {**files[0], "groups": groups, "flags": {}}
    return json.dumps(whole, separators=(",", ":")).encode()


def _vectors(data: bytes) -> None:
    choices = Choices(data)
    content = choices.rest() if choices.byte() % 4 == 0 else edited(_file(), choices)
    try:
        file = parse(content)
    except NotVectors as error:
        require(str(error).isprintable() and len(str(error)) < 400, "more than a line is said of a file")
        return
    reports = list(check(file))
    require(len(reports) == len(file.cases), "a case was left out")
    require(
        all(said.isprintable() for report in reports for said in (report.id, *report.differences)),
        "something of the file would reach a terminal as it is",
    )


def _seeds() -> Mapping[str, bytes]:
    return {
        "honest": b"\1",
        "nothing": b"\0{}",
        "groups": b'\0{"groups": []}',
        "deep": b'\0{"groups": ' + b"[" * 900 + b"]" * 900 + b"}",
        "packed": b"\0" + gzip.compress(b'{"groups": []}', mtime=0),
        "byte": b"\1" + set_byte(400, 0x30),
    }


TARGETS: Final = (
    Target(
        "vectors",
        "every case with what differs in it, or one sentence; nothing of the file reaches a terminal as it is",
        _vectors,
        _seeds,
        longest=2048,
        quick=20,
    ),
)
