"""The requirements that no test vector shows, by the reason.

Together with those that the vectors name they are all requirements of the standard, and a test says so.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

WITHOUT_VECTOR: Final[Mapping[str, tuple[str, ...]]] = MappingProxyType(
    {
        "It permits something, so nothing has to come of it.": ("CV3", "MS17", "EN12"),
        "It is about the order of checks: a vector that breaks several requirements names one of them.": (
            "CV2",
            "TR9",
        ),
        "There is one encoding (MS4), so a new one of the same content has the same bytes.": ("CV5",),
        "It is about when something is sent, and vectors have no clock beside that of the weights.": (
            "LK7",
            "LK13",
            "LK18",
            "LK22",
            "LK23",
            "MS12",
            "OR6",
            "RS16",
        ),
        "It is about which connections are made, taken and closed; the vectors begin when one is there.": (
            "CV14",
            "LK12",
            "LK16",
            "LK17",
            "LK20",
            "MS9",
            "MS10",
            "MS14",
            "RS6",
            "RS7",
            "RS12",
            "RS17",
        ),
        "It is about what is drawn, or must not be sent or signed, and no bytes show that.": (
            "CV11",
            "CV12",
            "LK10",
            "MS16",
            "PL7",
            "TG6",
        ),
        "It is about what is on the disk, and what comes of it when the program is started again.": (
            "LK11",
            "MS13",
            "RS8",
            "RS15",
            "TR12",
        ),
        "It is about what a player sees or decides.": (
            "CV13",
            "EN19",
            "LK21",
            "OR9",
            "RF10",
            "TG2",
            "TG7",
            "TG8",
        ),
        "It binds whoever changes the standard, and not a program that follows it.": (
            "GR1",
            "GR2",
            "GR3",
            "GR4",
            "GR5",
            "GR6",
        ),
    }
)
