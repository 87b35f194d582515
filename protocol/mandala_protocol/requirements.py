"""The numbered requirements of the standard, as docs/protocol.md words them.

``requirements.json`` is made from the document by ``docs/generate.py``; a test keeps the two equal.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final

import attrs

REQUIREMENTS_FILE: Final = Path(__file__).with_name("requirements.json")


@attrs.frozen
class Requirement:
    """One requirement of the standard.

    ``section`` is the heading above it, such as "2.3 Handshake"; ``text`` is in the Markdown of the document.
    ``code`` is the error that a receiver fails with, by its name on the wire, or None if there is none to fail with.
    ``further_codes`` are those of other breaches of the same requirement.
    """

    number: str
    title: str
    section: str
    text: str
    code: str | None
    further_codes: tuple[str, ...]

    @property
    def in_a_line(self) -> str:
        """The text in one line. Where a list or a table follows it in the document, it says where that is."""
        text = " ".join(self.text.split())
        return (
            f"{text} (The rest is a table or a list in docs/protocol.md, {self.section}.)" if text[-1] == ":" else text
        )


def _read() -> Mapping[str, Requirement]:
    listed: list[dict[str, Any]] = json.loads(REQUIREMENTS_FILE.read_text(encoding="utf-8"))
    return MappingProxyType(
        {
            fields["number"]: Requirement(**{**fields, "further_codes": tuple(fields["further_codes"])})
            for fields in listed
        }
    )


REQUIREMENTS: Final[Mapping[str, Requirement]] = _read()
"""All requirements by their numbers, in the order of the document."""
