"""The changelog: short entries in the open section, and closed sections as they were released."""

from __future__ import annotations

import hashlib
import re
from pathlib import Path
from typing import Final

from mandala_net.version import VERSION

CHANGELOG: Final = (Path(__file__).parents[1] / "CHANGELOG.md").read_text(encoding="utf-8")
NEWEST, *CLOSED = re.split(r"^(?=## )", CHANGELOG, flags=re.MULTILINE)[1:]

AS_RELEASED: Final = {"1.0.0": "3a99942a8a27dc19f03736fed67f02dd97aafdd0b4630ea6177003327152a335"}
"""The SHA-256 of each closed section, as its release had it."""


def test_an_entry_has_at_most_two_lines() -> None:
    entries = re.findall(r"^- .*(?:\n  .*)*", NEWEST, re.MULTILINE)
    assert len(entries) > 1
    assert [entry for entry in entries if entry.count("\n") > 1] == []
    assert [line for line in NEWEST.splitlines() if len(line) > 140] == []


def test_a_closed_section_is_as_it_was_released() -> None:
    digests = {section.split()[1]: hashlib.sha256(section.encode()).hexdigest() for section in CLOSED}
    assert digests == AS_RELEASED


def test_the_newest_section_is_that_of_this_version() -> None:
    title = NEWEST.partition("\n")[0]
    assert title.startswith(f"## {VERSION.removesuffix('.dev0')} – ")
    assert title.endswith("open") == VERSION.endswith(".dev0")
