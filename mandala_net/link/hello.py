"""The first words on a link: both say hello, and about which game."""

from __future__ import annotations

from typing import Final

import trio

from mandala_net.link.secure_link import LinkLost, SecureLink, trace_end
from mandala_net.link.timeouts import Timeouts
from mandala_net.version import VERSION
from mandala_protocol.conversation import greeting
from mandala_protocol.conversation.greeting import Greeted, Greeting
from mandala_protocol.conversation.trace import trace_ended, trace_failed, trace_said
from mandala_protocol.errors import RemoteProtocolError
from mandala_protocol.seats import Seat
from mandala_protocol.sentence import Sentence

SOFTWARE: Final = f"mandala-lan {VERSION}"

MOST_UNGREETED: Final = 16
"""The most callers who may not have said hello yet; beyond that the one who came first gives way."""


async def greet(
    link: SecureLink,
    name: str,
    timeouts: Timeouts,
    game: bytes = b"",
    seat: Seat | None = None,
) -> Greeted:
    """Say hello, about the game named by its proposal with our seat in it, or about a new one, and hear the other's.

    Raises ``LinkLost``, and ``RemoteProtocolError`` after the peer was told of it.
    """
    try:
        return await _greet(
            link, Greeting(name, SOFTWARE, game, seat if game else None, link.allowance, link.trace), timeouts
        )
    except BaseException as error:
        trace_end(link.trace, error)
        raise


async def _greet(link: SecureLink, words: Greeting, timeouts: Timeouts) -> Greeted:
    with trio.move_on_after(timeouts.hello):
        await link.send(words.hello())
        while True:
            data = await link.receive()
            if not data:
                raise LinkLost(words.with_rest(Sentence("The other program has closed the connection.")))
            try:
                greeted = words.receive(data)
            except RemoteProtocolError as error:
                await _say_last(link, greeting.complaint(error), timeouts)
                raise
            if greeted is not None:
                return greeted
    raise LinkLost(words.with_rest(Sentence("The other program did not introduce itself.")), "MS12")


async def turn_away(link: SecureLink, reason: str, timeouts: Timeouts) -> None:
    """Tell a peer that has said hello that there will be no game now."""
    trace_ended(link.trace, "left", reason)
    await _say_last(link, greeting.refusal(reason), timeouts)


async def refuse_again(link: SecureLink, error: RemoteProtocolError, timeouts: Timeouts) -> None:
    """Tell a peer that has said hello for what its game was broken off."""
    trace_failed(link.trace, error)
    await _say_last(link, greeting.complaint(error), timeouts)


async def _say_last(link: SecureLink, data: bytes, timeouts: Timeouts) -> None:
    trace_said(link.trace, data)
    with trio.move_on_after(timeouts.goodbye):
        try:
            await link.send(data)
        except LinkLost:
            return
