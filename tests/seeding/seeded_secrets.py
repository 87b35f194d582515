"""Secrets that follow from a number instead of chance, so that a test which fails fails again.

All secrets that can reach an assertion (identities, the seeds of games) are drawn by the module ``secrets``. What never
shows is left to chance: the keys of single connections, and the names of announcements (``secrets.token_hex``), of
which no two may be the same in one network.
"""

from __future__ import annotations

import hashlib
import os
import random
import secrets
from pathlib import Path
from typing import Final

from tests.narrowing import present

SEED_VARIABLE: Final = "MANDALA_TEST_SEED"
"""The number from which all follows."""

STARTS_VARIABLE: Final = "MANDALA_TEST_STARTS"
"""A folder in which is counted how often a program was started in each home."""

_HOME_VARIABLE: Final = "MANDALA_LAN_HOME"

_TEST_VARIABLE: Final = "PYTEST_CURRENT_TEST"
"""Set by pytest: the name of a test, a space, and whether it is being set up, called or taken down."""


def replace_secrets(label: str) -> None:
    """Let all that ``secrets`` and the functions of ``random`` give from now on follow from this label."""
    source = random.Random(label)
    secrets.token_bytes = lambda count=32: source.randbytes(present(count))  # type: ignore[assignment]
    secrets.randbits = source.getrandbits  # type: ignore[assignment]
    secrets.randbelow = source.randrange  # type: ignore[assignment]
    random.seed(label)


def of_this_program() -> str:
    """A label of this program's own: by the seed, the test, the name of its home, and how often one started there.

    Two tests that run at once must not have the same players: on one machine their programs would find each other.
    """
    home = os.environ.get(_HOME_VARIABLE, "")
    test = os.environ.get(_TEST_VARIABLE, "").rpartition(" ")[0]
    return f"{os.environ[SEED_VARIABLE]} {test} {Path(home).name} {_starts(home)}"


def _starts(home: str) -> int:
    """The number of this start; two at once never get the same number."""
    counter = Path(os.environ[STARTS_VARIABLE]) / hashlib.sha256(home.encode("utf-8", "surrogateescape")).hexdigest()
    with counter.open("ab", buffering=0) as file:
        file.write(b".")
        return file.tell()
