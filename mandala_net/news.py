"""What is told about a game while it runs, besides its state: news, and in the end the outcome."""

from __future__ import annotations

from pathlib import Path
from typing import TypeAlias

from attrs import field, frozen

from mandala_protocol.errors import RemoteProtocolError
from mandala_protocol.games.game import Result
from mandala_protocol.session import Snapshot


@frozen
class Chatted:
    """The other player said something; the text is cleaned for display."""

    text: str


@frozen
class EndWasOffered:
    """The other player offers to end the game as it stands."""


@frozen
class PeerQuiet:
    """Nothing has been heard of the other side for so many seconds, though it should have answered."""

    seconds: int


@frozen
class PeerHeard:
    """The other side is heard again."""


News: TypeAlias = Chatted | EndWasOffered | PeerQuiet | PeerHeard


@frozen
class Finished:
    """The game was played to its end and both signed the result."""

    result: Result


@frozen
class PeerLeft:
    """The other player left on purpose, before the end."""

    reason: str


@frozen
class WeLeft:
    """We left on purpose, before the end."""


@frozen
class Declined:
    """The host would not play: busy, or did not let us in."""

    reason: str


@frozen
class PeerBroke:
    """The other program broke the protocol: the session was ended, the evidence is kept."""

    error: RemoteProtocolError


@frozen
class PeerComplained:
    """The other program says that we broke the protocol."""

    code: int
    requirement: str
    detail: str


@frozen
class LineLost:
    """The connection was lost, or the other side was silent for too long."""

    reason: str


@frozen
class NotSaved:
    """The game could not be saved here, so nothing more was said."""

    reason: str


Outcome: TypeAlias = Finished | PeerLeft | WeLeft | Declined | PeerBroke | PeerComplained | LineLost | NotSaved


@frozen
class Ended:
    """How a connection ended, where the record is kept if there was a game, and the game as it was last."""

    outcome: Outcome
    record: Path | None
    snapshot: Snapshot | None = field(default=None, repr=False)
