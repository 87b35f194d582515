"""The reasons sent when a connection is closed or a guest is not let in: few sentences, the same in both programs.

So the other program can say them in its own language. Whatever else comes is what someone made up.
"""

from __future__ import annotations

from typing import Final

from mandala_protocol.names import clean_line
from mandala_protocol.sentence import N_, Sentence

TAKEN: Final = N_("The host is playing with someone else.")
NOT_HERE: Final = N_("The game that you want to resume is not waiting here.")
KNOWN_OTHERWISE: Final = N_("The host knows your name with a different key.")
NOT_LET_IN: Final = N_("The host did not let you in.")
OTHER_NAME: Final = N_("You came back with a different name.")
TERMS_DECLINED: Final = N_("The guest does not agree to the terms of the game.")
GAME_OVER: Final = N_("the game is over")
STOPPED: Final = N_("the program was stopped")

REFUSALS: Final = frozenset({TAKEN, NOT_HERE, KNOWN_OTHERWISE, OTHER_NAME, NOT_LET_IN})
"""The reasons by which no one is let in."""


def heard(reason: str, likely: frozenset[str]) -> str:
    """A reason as the other program gave it, in one harmless line; a ``Sentence`` if it is one of the ``likely``."""
    line = clean_line(reason)
    return Sentence(line) if line in likely else line
