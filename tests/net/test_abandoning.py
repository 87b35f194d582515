"""Who is away for too long: the program signs nothing by itself, and a bot follows its rule."""

from __future__ import annotations

import attrs
import pytest
import trio

from mandala_net.match import presence
from mandala_net.match.match import Match
from mandala_net.match.news import GameAbandoned, News, PeerAway
from mandala_net.match.setup import PlayerTask
from mandala_net.player.profile import Profile
from mandala_protocol.conversation.events import Abandon, Leave
from mandala_protocol.errors import Code, LocalProtocolError
from mandala_protocol.seats import Seat
from mandala_protocol.wire.messages import First
from tests.net.matches import OFFER, Told, greedily, leave_at_once, meet

GRACE = 600
TERMS = attrs.evolve(OFFER, first=First.HOST, grace=GRACE)


class Passing:
    """A clock that the test puts forward."""

    def __init__(self) -> None:
        self.passed = 0

    def __call__(self) -> float:
        return trio.current_time() + self.passed


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Passing:
    clock = Passing()
    monkeypatch.setattr(presence, "away_clock", clock)
    return clock


@attrs.define
class Waits(Told):
    """All that a player is told who does not leave when the other does. ``more`` is set by each piece of news."""

    more: trio.Event = attrs.Factory(trio.Event)

    async def graces(self, count: int) -> None:
        """Wait until the other player was said to be away for so many graces."""
        while not any(isinstance(news, PeerAway) and news.graces >= count for news in self.news):
            self.more = trio.Event()
            await self.more.wait()

    def _hear(self, news: News) -> None:
        super()._hear(news)
        self.more.set()

    def impatient(self, player: PlayerTask) -> PlayerTask:
        return player


async def refused(match: Match) -> LocalProtocolError:
    with pytest.raises(LocalProtocolError) as refusal:
        await match.do(Abandon())
    return refusal.value


async def test_EN14_nothing_is_signed_before_the_player_who_waits_says_so(
    profiles: list[Profile], clock: Passing
) -> None:
    told, decided = Waits(), trio.Event()

    async def wait(match: Match) -> None:
        assert "connected" in (await refused(match)).detail
        await told.alone.wait()
        clock.passed = GRACE - 60
        assert (await refused(match)).code is Code.NOT_AGREED
        length = match.snapshot.length
        for count in (1, 2):
            clock.passed = count * GRACE
            await told.graces(count)
        assert match.snapshot.length == length
        decided.set()
        await match.do(Abandon())

    of_host, _ = await meet(profiles, wait, leave_at_once, heard=(told, Told()), terms=TERMS)
    assert decided.is_set(), "the program waits for its player"
    assert of_host.outcome == GameAbandoned(Seat.HOST)


async def test_EN14_without_a_grace_a_player_can_not_call_the_game_abandoned(
    profiles: list[Profile], clock: Passing
) -> None:
    told = Waits()

    async def wait(match: Match) -> None:
        await told.alone.wait()
        clock.passed = 86_400
        assert (await refused(match)).code is Code.NOT_AGREED
        await match.do(Leave(""))

    await meet(profiles, wait, leave_at_once, heard=(told, Told()), terms=attrs.evolve(TERMS, grace=0))


async def test_a_bot_calls_the_game_abandoned_once_the_grace_is_over(profiles: list[Profile], clock: Passing) -> None:
    told = Waits()

    async def pass_time(match: Match) -> None:
        await told.alone.wait()
        clock.passed = GRACE
        await trio.sleep_forever()

    async def bot(match: Match) -> None:
        async with trio.open_nursery() as nursery:
            nursery.start_soon(pass_time, match)
            await greedily(1)(match)

    of_host, _ = await meet(profiles, bot, leave_at_once, heard=(told, Told()), terms=TERMS)
    assert of_host.outcome == GameAbandoned(Seat.HOST)
