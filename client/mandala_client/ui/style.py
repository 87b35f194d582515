"""The characters to draw a screen with."""

from __future__ import annotations

from typing import Final

from attrs import frozen

from mandala_client.text.language import writes_in_ascii
from mandala_client.text.width import columns_of


@frozen
class Look:
    """The characters to draw with."""

    nothing: str
    rule: str
    here: str
    dash: str
    full: str
    empty: str
    ellipsis: str

    @property
    def writes_all(self) -> bool:
        """Return whether it writes more than ASCII."""
        return not self.rule.isascii()


FULL_LOOK: Final = Look(
    nothing="·",
    rule="─",
    here="▸",
    dash="–",
    full="█",
    empty="░",
    ellipsis="…",
)
ASCII_LOOK: Final = Look(
    nothing=".",
    rule="-",
    here=">",
    dash="-",
    full="#",
    empty=".",
    ellipsis="...",
)

_ASCII: Final = str.maketrans(
    {"–": "-", "—": "-", "…": "...", "’": "'", "„": '"', "“": '"', "”": '"', "×": "x", "·": "."}
)


def only_ascii(text: str) -> str:
    """The same text in ASCII, as near as possible; what has no likeness becomes "?", as wide as it was."""
    shown = text.translate(_ASCII)
    return "".join(one if one.isascii() else "?" * columns_of(one) for one in shown)


def as_written(text: str) -> str:
    """The text as lines are written now: in ASCII if messages are spelled so."""
    return only_ascii(text) if writes_in_ascii() else text
