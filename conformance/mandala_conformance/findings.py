"""The findings of a case: how it can end, and what the report says of it."""

from __future__ import annotations

import enum
from typing import Final

from attrs import frozen

ANSWER_SECONDS: Final = 30.0
"""The seconds to wait for an answer: what OR6 allows for an entry."""


class CaseVerdict(enum.Enum):
    """The verdict on one case."""

    OK = "ok"
    NON_STRICT = "non-strict"
    FAILED = "failed"
    INFORMATIONAL = "informational"
    SKIPPED = "skipped"


@frozen
class Fault:
    """A breach of the standard that was met on the way to something else, whatever case was running."""

    requirement: str
    """The number of the requirement that was broken."""
    expected: str
    got: str
    """The breach, in a few words."""
    evidence: tuple[tuple[str, str], ...] = ()
    """The lines that help to mend it, each with its name: the entry, the position before it, digests."""
    also: tuple[str, ...] = ()
    """The numbers of other requirements to read."""


class Unmet(Exception):
    """The implementation did something else than the standard requires.

    ``fault``: the breach, if it is one that the case was not about.
    """

    def __init__(self, expected: str, got: str, fault: Fault | None = None) -> None:
        super().__init__(f"expected {expected}, got {got}")
        self.expected = expected
        self.got = got
        self.fault = fault


class NotStrict(Unmet):
    """The implementation does what is required, and leaves out what the standard recommends beside it."""


class NotTried(Exception):
    """The case cannot be tried here; the text says why."""


class NotReady(NotTried):
    """The implementation was not there for a new game in time."""


class PeerGone(Exception):
    """The implementation cannot be reached any more; the text says how that was seen."""


@frozen
class Finding:
    """The result of one case, with one game.

    ``sent`` are the steps of the tester, in order; ``gone``: the implementation could not be reached after them.
    ``is_ready``: it was there for a new game.
    ``fault``: what failed, if it was met on the way to what the case is about; ``ended``: the case ended with it, and
    has no verdict of its own. ``same_as`` names an earlier finding that is most likely the same fault.
    """

    case: str
    game: str
    verdict: CaseVerdict
    sent: tuple[str, ...] = ()
    expected: str = ""
    got: str = ""
    seconds: float = 0.0
    trace: str | None = None
    gone: bool = False
    is_ready: bool = True
    fault: Fault | None = None
    ended: bool = False
    same_as: str = ""

    @property
    def name(self) -> str:
        """The name of the case; of a fault that was heard on the way, the requirement that it breaks."""
        return self.case if self.fault is None else f"{self.fault.requirement} (heard on the way to {self.case})"

    @property
    def about(self) -> str:
        """The number of the requirement that it is about first."""
        return self.case.partition("/")[0] if self.fault is None else self.fault.requirement
