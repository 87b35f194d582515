"""The short form of a long check: a part of its cases, chosen by the seed of the run.

``make soak`` goes through all of them, and ``make flaky`` through others each time. A test that takes a portion is
marked ``portion``, so that ``make soak`` finds it.
"""

from __future__ import annotations

import os
import random
from collections.abc import Iterable
from typing import Final, TypeVar

from tests.seeding.seeded_secrets import SEED_VARIABLE

T = TypeVar("T")

WHOLE_VARIABLE: Final = "MANDALA_TESTS_WHOLE"
"""Set this to 1 to have all cases of every portion."""


def takes_all() -> bool:
    """Return whether every case of each portion is wanted."""
    return os.environ.get(WHOLE_VARIABLE) == "1"


def portion(cases: Iterable[T], count: int) -> list[T]:
    """Choose so many cases, in their order, the first and the last among them; all of them where that is asked for."""
    every = list(cases)
    if takes_all() or len(every) <= count:
        return every
    between = random.Random(os.environ.get(SEED_VARIABLE, "0")).sample(range(1, len(every) - 1), max(count - 2, 0))
    return [every[place] for place in sorted({0, len(every) - 1, *between})]
