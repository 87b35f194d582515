"""The names of test games; ``fixed_chance`` says what such games are."""

from __future__ import annotations

import re
from typing import Final

HIGHEST_NUMBER: Final = 2**32 - 1
_NAME: Final = re.compile(r"([a-z][a-z0-9]*)-test-(0|[1-9][0-9]{0,9})")


def played_in(name: str) -> str:
    """The name of the game that a test game plays; of any other game its own name."""
    found = _NAME.fullmatch(name)
    return name if found is None or int(found[2]) > HIGHEST_NUMBER else found[1]


def is_test_game(name: str | None) -> bool:
    """Return whether a game of this name is a test game, if there is such a game at all; None is no game."""
    return name is not None and played_in(name) != name
