"""The expectations that a case has of an implementation, each with the time after which it is unmet."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from attrs import frozen

from mandala_conformance.findings import ANSWER_SECONDS, NotStrict, Unmet
from mandala_conformance.probe_line import SMALL_TALK, LineEnd, ProbeLine, answer_text
from mandala_protocol.errors import Code
from mandala_protocol.requirements import REQUIREMENTS
from mandala_protocol.wire.messages import Busy, Error, Message, Ping, Pong

CLOSE_SECONDS: Final = 10.0
"""The seconds that a peer that fails may take to close the connection."""


@frozen
class Refusal:
    """An error that may come: its code, and the number of the requirement."""

    code: Code
    requirement: str

    def __str__(self) -> str:
        return f"{self.code.wire_name} ({self.requirement})"


def refusal_by(requirement: str) -> Refusal:
    """The error of a requirement, with the code that the standard names in it first."""
    name = REQUIREMENTS[requirement].code
    assert name is not None, f"{requirement} names no code"
    return Refusal(Code[name.upper().replace("-", "_")], requirement)


def refusals_text(refusals: Sequence[Refusal]) -> str:
    """The expectation of one of these errors, for people."""
    return "the error " + " or ".join(dict.fromkeys(map(str, refusals))) + ", and the connection closed"


async def expect_refusal(
    line: ProbeLine,
    *refusals: Refusal,
    passing: tuple[type[Message], ...] = (),
    within: float = ANSWER_SECONDS,
) -> str:
    """Wait for one of these errors, and then for the end of the connection; what came.

    Messages of the kinds ``passing`` may come before it. Raises ``NotStrict`` if the connection is closed without a
    word (CV1 recommends one), or if the number is another one; ``Unmet`` for anything else.
    """
    expected = refusals_text(refusals)
    heard = await line.next(within, without=(*SMALL_TALK, *passing))
    if isinstance(heard, LineEnd) and not heard.fault:
        raise NotStrict(expected, "the connection closed without an error")
    if not isinstance(heard, Error):
        raise Unmet(expected, answer_text(heard, within))
    if heard.code not in {refusal.code for refusal in refusals}:
        raise Unmet(expected, answer_text(heard))
    after = await line.next(CLOSE_SECONDS)
    if not isinstance(after, LineEnd):
        raise Unmet(expected, f"{answer_text(heard)}, then {answer_text(after, CLOSE_SECONDS)}")
    if (heard.code, heard.requirement) not in {(refusal.code, refusal.requirement) for refusal in refusals}:
        raise NotStrict(expected, answer_text(heard))
    return answer_text(heard)


async def expect_end(line: ProbeLine, within: float = CLOSE_SECONDS, *, silent: bool = False) -> str:
    """Wait for the end of the connection; ``silent``: nothing may be said before. Raises ``Unmet``."""
    heard = await line.next(within)
    if isinstance(heard, Error) and not silent:
        heard = await line.next(within)
    if isinstance(heard, LineEnd) and not heard.fault:
        return answer_text(heard)
    raise Unmet("the connection closed", answer_text(heard, within))


async def expect_alive(line: ProbeLine, within: float = ANSWER_SECONDS) -> str:
    """Ask for a sign of life and wait for it: what was sent before was ignored, or taken. Raises ``Unmet``."""
    await line.send(Ping())
    heard = await line.next(within, without=tuple(kind for kind in SMALL_TALK if kind is not Pong))
    if isinstance(heard, Pong):
        return "a pong, and the conversation goes on"
    raise Unmet("a pong, and no error", answer_text(heard, within))


async def expect_silence(line: ProbeLine, seconds: float) -> str:
    """Wait for ``seconds``, in which nothing but signs of life and talk may come. Raises ``Unmet``."""
    heard = await line.next(seconds)
    if heard is None:
        return f"nothing for {seconds:g} s"
    raise Unmet(f"nothing for {seconds:g} s", answer_text(heard))


async def expect_message(line: ProbeLine, kind: type[Message], within: float = ANSWER_SECONDS) -> Message:
    """Wait for a message of this kind. Raises ``Unmet``."""
    heard = await line.next(within, without=tuple(talk for talk in SMALL_TALK if talk is not kind))
    if isinstance(heard, kind):
        return heard
    raise Unmet(f"a {kind.__name__.lower()}", answer_text(heard, within))


def is_turned_away(heard: object) -> bool:
    """Return whether the implementation will not play now, or has closed the connection."""
    return isinstance(heard, Busy | LineEnd)
