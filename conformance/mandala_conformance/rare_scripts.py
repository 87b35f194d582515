"""Moves of the tester that lead a test game into a phase that no simple way of choosing moves has reached.

The tester sits at the host's seat, moves first, and makes these moves; when they are over it makes the first legal one.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

SCRIPTS: Final[Mapping[str, str]] = MappingProxyType(
    {
        "mandala-test-1": (
            "B0p1 A1g B1p1 B0y1 B0r1 Co1 Ck2 B1y1 Kg Ko Cp2 B0k1 A1o Kg Kr Cy2 Co1 B0p1 B0r1 Kg Ky B0k1 Cr1 "
            "A0r A1g B1r3 B0y1 Kg Kr A0y A0g B1y1 B0r1 B0r1 Kg Ko Ky A0o B1p1 Kg Ko B1p1 Ck1 A1o Ck1 B1p1 "
            "B0r2 Kg Ko Ky A0o"
        ),
        "mandala-test-6": (
            "A1r A1k A1g A0g A1o A1y A0r A1r A1k A1y A1y A0k A0g A1k A1o A0g A1k A1g A0k A1g A1y A0r A0o A1y "
            "A1g A0k A0p A1o A1y A1y A1g A0o A1y A1y B1p1 Kg Ko Ky A1p A1p B1k2 A0p B1o3 B1r2 A1y A1y B1k5 "
            "A0r"
        ),
        "mandala-test-400": (
            "B0k1 A0g B1k1 B0p1 A0o B1p1 B1y1 B1r1 Kg Ky A0g A0k B0o1 A0k Co4 B0y1 Cr1 B0r1 Kg Kp B0p1 B0g1 "
            "Cg1 Cg2 Ky Ko B0r1 B0k1 A1o B0g1 A1o A0p Ck1 A0p B1g1 Ko B1k1 A1g B1r1 B0g1 Cy2 Cy2 Cp2 Cp1 Co2 "
            "Cr1 Cr3 A0y Cy2 Cr1 Ck1 Co3 Cp1 Cy1 Co3 Cy1 Co3 Ck2 Cg1 Cp3 Cg5 Cy2 Co1 Ck3 Cr2 Cr1 Co3 Ck1 Cp2 "
            "Cy2 Ck2 Co5 Cg1 Cg1 Ck1 Co4 Cr1 Cy1 Co1"
        ),
    }
)
"""The moves of each game in their notation, by its name."""
