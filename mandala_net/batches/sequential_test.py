"""A test that ends as soon as it is decided which of two bots is better, or that neither is by much.

It is the sequential probability ratio test (A. Wald, "Sequential tests of statistical hypotheses", 1945), in the form
for a mean whose spread is not known before (X. Li, J. Liu and Z. Ying, "Generalized sequential probability ratio test
for separate families of hypotheses", 2014; with a normal distribution). It counts deals, as their games are in pairs.

Two such tests run at once. Each has the hypothesis that both bots are equal, against the one that a bot wins
``ENOUGH`` more than half of the games.
"""

from __future__ import annotations

import enum
import math
from typing import Final

from mandala_net.bots.batch import FEWEST_DEALS
from mandala_net.bots.win_share import WinShare

ENOUGH: Final = 0.05
"""So much more than half of the games makes a bot better: 55 in 100, which is 35 points of rating."""

FALSE_ALARM: Final = 0.025
"""How often one bot is called the better one though both are equal; the same for the other bot."""

MISSED: Final = 0.05
"""How often no bot is called better though one wins ``ENOUGH`` more than half."""

_ACCEPT: Final = math.log((1 - MISSED) / FALSE_ALARM)
_REJECT: Final = math.log(MISSED / (1 - FALSE_ALARM))


class Decision(enum.Enum):
    """What the test has found so far."""

    OPEN = "open"
    ONE = "one"
    OTHER = "other"
    EVEN = "even"


def decision(share: WinShare) -> Decision:
    """What these deals decide; ``share`` is that of the one bot."""
    if share.deals < FEWEST_DEALS:
        return Decision.OPEN
    one, other = _evidence(share), _evidence(share.for_the_other)
    if one >= _ACCEPT:
        return Decision.ONE
    if other >= _ACCEPT:
        return Decision.OTHER
    return Decision.EVEN if one <= _REJECT and other <= _REJECT else Decision.OPEN


def _evidence(share: WinShare) -> float:
    """The logarithm of how many times likelier these deals are if the bot is better than if both are equal."""
    variance = share.spread / 4
    return share.deals * ENOUGH * (2 * (share.mean - 0.5) - ENOUGH) / (2 * variance)
