"""The terms of a host: a guest's player is asked about unusual ones before the program accepts them."""

from __future__ import annotations

from collections.abc import Sequence

import attrs
import pytest
import trio

from mandala_net.link.address import Address
from mandala_net.link.close_reasons import TERMS_DECLINED
from mandala_net.link.connect import connect
from mandala_net.link.listener import Listener, listen
from mandala_net.link.secure_link import client_handshake
from mandala_net.match.host import host
from mandala_net.match.join import join
from mandala_net.match.match import Match
from mandala_net.match.news import Declined, GameEnded, WeLeft
from mandala_net.match.terms import SHORTEST_GRACE, OtherGame, ShortGrace, Unusual
from mandala_net.player.profile import Profile
from mandala_protocol.conversation.events import Leave
from mandala_protocol.conversation.snapshot import Pending
from mandala_protocol.conversation.speaker import GameTerms
from mandala_protocol.games.patterns import PATTERNS
from mandala_protocol.wire.messages import First
from tests.net.matches import AT_HOME, OFFER, SECONDS, Told, idle

SHORT = attrs.evolve(OFFER, grace=SHORTEST_GRACE - 1)


@attrs.define
class Guest:
    """A guest's person, who answers like this when asked about a host's terms."""

    answer: bool
    asked: list[Sequence[Unusual]] = attrs.Factory(list)

    async def ask(self, terms: Sequence[Unusual]) -> bool:
        self.asked.append(terms)
        return self.answer


async def joined(
    profiles: list[Profile], terms: GameTerms, guest: Guest | None, announced: str | None = None
) -> tuple[GameEnded, Told]:
    """A guest joins, and leaves as soon as it has to move; how that ended for it, and what the host was told."""
    heard, ended = Told(), list[GameEnded]()
    setup = attrs.evolve(AT_HOME, announced=announced, ask_terms=None if guest is None else guest.ask)

    async def leave(match: Match) -> None:
        while match.snapshot.pending is not Pending.MOVE:
            await match.wait_changed()
        await match.do(Leave(""))

    with trio.fail_after(SECONDS):
        async with await listen(0, "127.0.0.1") as listener, trio.open_nursery() as nursery:
            nursery.start_soon(host, profiles[0], listener, terms, heard.audience, idle, None, AT_HOME)
            link = await client_handshake(await connect(Address("127.0.0.1", listener.port)), profiles[1].identity)
            ended.append(await join(profiles[1], link, Told().audience, leave, setup))
            if isinstance(ended[0].outcome, Declined):
                while not any("Still waiting" in sentence for sentence in heard.sentences):
                    await trio.lowlevel.checkpoint()
            nursery.cancel_scope.cancel()
    return ended[0], heard


def no_game_is_open(profiles: list[Profile]) -> bool:
    return not any(game.was_taken_up for profile in profiles for game in profile.store.resumable())


FIRST = attrs.evolve(OFFER, first=First.HOST)


@pytest.mark.parametrize(
    ("terms", "announced"),
    [(FIRST, None), (FIRST, "patterns"), (attrs.evolve(FIRST, grace=SHORTEST_GRACE), "patterns")],
)
async def test_OR9_usual_terms_are_accepted_without_a_question(
    profiles: list[Profile], terms: GameTerms, announced: str | None
) -> None:
    guest = Guest(answer=False)
    ended, _ = await joined(profiles, terms, guest, announced)
    assert isinstance(ended.outcome, WeLeft)
    assert guest.asked == []


async def test_OR9_both_unusual_terms_are_one_question_and_yes_begins_the_game(profiles: list[Profile]) -> None:
    guest = Guest(answer=True)
    ended, _ = await joined(profiles, attrs.evolve(FIRST, grace=1), guest, "mandala")
    assert isinstance(ended.outcome, WeLeft)
    assert guest.asked == [[OtherGame("mandala", PATTERNS.name), ShortGrace(1)]]


@pytest.mark.parametrize("guest", [Guest(answer=False), None], ids=["a person says no", "no one is asked"])
async def test_OR9_terms_that_are_declined_leave_no_game_and_the_host_waits_on(
    profiles: list[Profile], guest: Guest | None
) -> None:
    ended, heard = await joined(profiles, SHORT, guest)
    assert isinstance(ended.outcome, Declined)
    assert (ended.record, ended.resumable) == (None, False)
    assert no_game_is_open(profiles)
    (why,) = (sentence for sentence in heard.sentences if "Still waiting" in sentence)
    assert TERMS_DECLINED in why


async def test_OR6_the_question_lapses_when_the_host_goes(profiles: list[Profile]) -> None:
    asked, lapsed = trio.Event(), trio.Event()

    async def ask(_: Sequence[Unusual]) -> bool:
        asked.set()
        try:
            await trio.sleep_forever()
        finally:
            lapsed.set()
        raise AssertionError("no one answers")

    with trio.fail_after(SECONDS):
        async with await listen(0, "127.0.0.1") as listener, trio.open_nursery() as nursery:
            hosting = await nursery.start(_host, profiles[0], listener)
            link = await client_handshake(await connect(Address("127.0.0.1", listener.port)), profiles[1].identity)

            async def go() -> None:
                await asked.wait()
                hosting.cancel()

            nursery.start_soon(go)
            setup = attrs.evolve(AT_HOME, ask_terms=ask)
            ended = await join(profiles[1], link, Told().audience, idle, setup)
    assert lapsed.is_set()
    assert isinstance(ended.outcome, Declined)
    assert ended.outcome.by_us, "no one looks for the host of a game that was never accepted"
    assert no_game_is_open(profiles)


async def _host(
    profile: Profile, listener: Listener, *, task_status: trio.TaskStatus[trio.CancelScope] = trio.TASK_STATUS_IGNORED
) -> None:
    with trio.CancelScope() as scope:
        task_status.started(scope)
        await host(profile, listener, SHORT, Told().audience, idle, None, AT_HOME)
