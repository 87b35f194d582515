"""The numbered requirements of the standard, as docs/protocol.md words them.

``requirements.json`` is made from the document by ``docs/generate.py``; a test keeps the two equal.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final

import attrs

REQUIREMENTS_FILE: Final = Path(__file__).with_name("requirements.json")

_RULER: Final = re.compile(r"[|\- ]+|```")
"""A line of Markdown that only says how others look."""


@attrs.frozen
class Requirement:
    """One requirement of the standard.

    ``section`` is the heading above it, such as "2.3 Handshake"; ``text`` is in the Markdown of the document, and so is
    ``rest``, the table, list or formula right behind the text, if there is one.
    ``code`` is the error that a receiver fails with, by its name on the wire, or None if there is none to fail with.
    ``further_codes`` are those of other breaches of the same requirement.
    """

    number: str
    title: str
    section: str
    text: str
    rest: str
    code: str | None
    further_codes: tuple[str, ...]

    @property
    def whole(self) -> str:
        """The text with what belongs to it."""
        return f"{self.text}\n\n{self.rest}".rstrip()

    @property
    def lines(self) -> list[str]:
        """The text in one line, then a line for each row of a table, item of a list or line of a formula behind it."""
        return [" ".join(self.text.split()), *(line for line in self.rest.splitlines() if not _RULER.fullmatch(line))]


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
