"""The terms that a host proposes, as far as a guest's player must agree to them before the program accepts."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from typing import TYPE_CHECKING, Final, TypeAlias

from attrs import frozen

if TYPE_CHECKING:  # the command line is read by this before anything of the network is imported
    from mandala_net.match.admission import NoGame
    from mandala_protocol.conversation.snapshot import Snapshot

SHORTEST_GRACE: Final = 60
"""The seconds of the shortest grace that a host can set here. The standard allows shorter ones."""


@frozen
class OtherGame:
    """The host has announced one game and proposes another, both by their names on the wire."""

    announced: str
    proposed: str


@frozen
class ShortGrace:
    """A grace so short that a player who is away for a moment may find the game called abandoned."""

    seconds: int


Unusual: TypeAlias = OtherGame | ShortGrace
"""A term that a guest does not expect."""

AskTerms: TypeAlias = Callable[[Sequence[Unusual]], Awaitable[bool]]
"""A question to the person in front of the program: whether to play by these terms."""

AcceptTerms: TypeAlias = "Callable[[Snapshot], Awaitable[NoGame | None]]"
"""Decides about a proposal that was just heard; None to accept it."""


def unusual_terms(proposed: Snapshot, announced: str | None) -> list[Unusual]:
    """Return the unusual terms of a proposal; ``announced``: the game that was announced, if any was."""
    unusual: list[Unusual] = []
    if announced is not None and proposed.game is not None and proposed.game != announced:
        unusual.append(OtherGame(announced, proposed.game))
    if 0 < proposed.grace < SHORTEST_GRACE:
        unusual.append(ShortGrace(proposed.grace))
    return unusual
