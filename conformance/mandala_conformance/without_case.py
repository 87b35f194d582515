"""The requirements that no case of the tester shows, each with the reason.

Together with the cases they are all requirements of the standard: each is in exactly one of both, and a test says so.
"""

from __future__ import annotations

import enum
from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from attrs import frozen

from mandala_protocol.requirements import REQUIREMENTS


class Unseen(enum.Enum):
    """The kind of reason why the tester shows nothing of a requirement."""

    INSIDE = "it is about the inside of a program"
    PLAYER = "it is about what a player sees"
    SEARCH = "it is about listings, and the tester is given an address"
    FILE = "it is about files"
    DOCUMENT = "it is about the standard itself"


@frozen
class WithoutCase:
    """The reason why no case is about a requirement: its kind, and the reason in one sentence."""

    unseen: Unseen
    reason: str


_RECORDS: Final = "The folder of `mandala-lan conformance --records` is for those who write a verifier."
_FILE_VECTORS: Final = "The vectors of `files.json.gz` have such files, for those who write a verifier."
_FUTURE: Final = "It binds whoever changes the standard, and not a program that follows it."

WITHOUT_CASE: Final[Mapping[str, WithoutCase]] = MappingProxyType(
    {
        "CV3": WithoutCase(Unseen.INSIDE, "It permits something; the cases accept whatever it permits."),
        "CV5": WithoutCase(
            Unseen.INSIDE, "There is one encoding (MS4), so a new encoding of the same content has the same bytes."
        ),
        "CV11": WithoutCase(Unseen.INSIDE, "What an identity signs for others is not sent to the tester."),
        "CV14": WithoutCase(
            Unseen.INSIDE, "Only some systems and networks lose the last message; a case would see it by luck."
        ),
        "LK14": WithoutCase(
            Unseen.SEARCH, "A program under test need not announce its game: it is called at an address."
        ),
        "LK15": WithoutCase(Unseen.SEARCH, "A program that calls the tester does not search the network."),
        "LK16": WithoutCase(Unseen.SEARCH, "A program that calls the tester does not search the network."),
        "LK19": WithoutCase(Unseen.SEARCH, "A program that calls the tester does not search the network."),
        "LK21": WithoutCase(Unseen.PLAYER, "A warning about a name is shown, and not sent."),
        "MS13": WithoutCase(
            Unseen.INSIDE, "Only a program that is killed shows what it had on disk; `RS3` tries lost connections."
        ),
        "MS16": WithoutCase(
            Unseen.INSIDE, "Only the program knows what is secret, and a secret can be spelled in many ways."
        ),
        "OR9": WithoutCase(Unseen.PLAYER, "Only the player knows which grace was set."),
        "OP7": WithoutCase(Unseen.PLAYER, "The words are shown, and not sent."),
        "DK6": WithoutCase(Unseen.INSIDE, "It cannot be broken without breaking DK4 or DK5 first."),
        "EN19": WithoutCase(Unseen.PLAYER, "It is about the words for an absence."),
        "RF1": WithoutCase(Unseen.FILE, _RECORDS),
        "RF2": WithoutCase(Unseen.FILE, _RECORDS),
        "RF3": WithoutCase(Unseen.FILE, _RECORDS),
        "RF4": WithoutCase(Unseen.FILE, _RECORDS),
        "RF5": WithoutCase(Unseen.FILE, _RECORDS),
        "RF6": WithoutCase(Unseen.FILE, _FILE_VECTORS),
        "RF7": WithoutCase(Unseen.FILE, _FILE_VECTORS),
        "RF8": WithoutCase(Unseen.FILE, _FILE_VECTORS),
        "RF9": WithoutCase(Unseen.FILE, _FILE_VECTORS),
        "RF10": WithoutCase(Unseen.FILE, "It is about what a verifier shows."),
        "GR1": WithoutCase(Unseen.DOCUMENT, _FUTURE),
        "GR2": WithoutCase(Unseen.DOCUMENT, _FUTURE),
        "GR3": WithoutCase(Unseen.DOCUMENT, _FUTURE),
        "GR4": WithoutCase(Unseen.DOCUMENT, _FUTURE),
        "GR5": WithoutCase(Unseen.DOCUMENT, _FUTURE),
        "GR6": WithoutCase(Unseen.DOCUMENT, _FUTURE),
        "TG2": WithoutCase(Unseen.PLAYER, "Only the player knows whether test games were asked for."),
        "TG8": WithoutCase(Unseen.FILE, "It is about what a verifier shows."),
    }
)
"""The requirements without a case, by number, in the order of the index."""


def lines_without_case() -> list[str]:
    """The list for people, a line for each requirement in the order of the standard."""
    return [
        f"{number:<5} {REQUIREMENTS[number].title}: {without.unseen.value}. {without.reason}"
        for number, without in _in_order_of_the_standard()
    ]


def _in_order_of_the_standard() -> list[tuple[str, WithoutCase]]:
    return [(number, WITHOUT_CASE[number]) for number in REQUIREMENTS if number in WITHOUT_CASE]
