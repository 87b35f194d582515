"""Test games between two programs: whoever has not asked for them plays none, whatever way the other goes (TG2)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

import pytest
import trio
from attrs import evolve

from mandala_net.link.address import Address
from mandala_net.link.listener import listen
from mandala_net.match.game_lock import lock_game
from mandala_net.match.host import host
from mandala_net.match.join import join
from mandala_net.match.news import GameEnded, GameFinished, PeerBroke, WeLeft
from mandala_net.match.resume import resume
from mandala_net.match.setup import MatchSetup, PlayerTask, bot_player, judge_again, old_match
from mandala_net.player.profile import Profile
from mandala_net.store.store import StoreError
from mandala_protocol.conversation.speaker import GameTerms
from mandala_protocol.errors import Code, RemoteProtocolError
from mandala_protocol.games.catalogue import GAMES
from mandala_protocol.wire.messages import First
from tests.limits import SECONDS
from tests.net.matches import AT_HOME, Told, idle, leave_at_once, meet, stranger

NAME = "patterns-test-73"
TERMS = GameTerms(NAME, First.HOST)
ASKED = evolve(AT_HOME, test_games=True)
BOTS: tuple[PlayerTask, PlayerTask] = (bot_player("random", 1), bot_player("random", 2))


def refused(ended: GameEnded) -> RemoteProtocolError:
    assert isinstance(ended.outcome, PeerBroke), ended.outcome
    return ended.outcome.error


async def test_two_who_have_asked_play_one(profiles: list[Profile]) -> None:
    ended = await meet(profiles, *BOTS, settings=(ASKED, ASKED), terms=TERMS)
    assert [type(one.outcome) for one in ended] == [GameFinished, GameFinished]
    assert ended[0].snapshot is not None
    assert ended[0].snapshot.game == NAME


async def test_TG2_a_guest_who_has_not_asked_does_not_know_what_the_host_proposes(profiles: list[Profile]) -> None:
    with trio.fail_after(SECONDS):
        async with await listen(0, "127.0.0.1") as listener, trio.open_nursery() as nursery:
            nursery.start_soon(host, profiles[0], listener, TERMS, Told().audience, BOTS[0], None, ASKED)
            link = await stranger(profiles, listener)
            error = refused(await join(profiles[1], link, Told().audience, BOTS[1], AT_HOME))
            nursery.cancel_scope.cancel()
    assert (error.code, error.requirement) == (Code.NOT_AGREED, "OR4")
    assert profiles[1].store.games() == []


async def test_TG2_a_host_who_has_not_asked_cannot_propose_one(profiles: list[Profile]) -> None:
    with pytest.RaisesGroup(RemoteProtocolError, flatten_subgroups=True, allow_unwrapped=True):
        await meet(profiles, *BOTS, settings=(AT_HOME, ASKED), terms=TERMS)


def test_TG2_unasked_there_are_only_the_games_for_people() -> None:
    assert dict(MatchSetup().games) == GAMES
    assert NAME in ASKED.games
    assert NAME not in MatchSetup(plays=lambda _game: True).games
    assert NAME not in MatchSetup(test_games=True, plays=lambda game: game == "mandala").games


@pytest.fixture
async def left(profiles: list[Profile]) -> Sequence[Profile]:
    """Two who have left a test game open."""
    ended = await meet(profiles, leave_at_once, BOTS[1], settings=(ASKED, ASKED), terms=TERMS)
    assert isinstance(ended[0].outcome, WeLeft)
    return profiles


async def said_to_one_who_comes_back(profiles: Sequence[Profile], setup: MatchSetup) -> list[str]:
    """The sentences that a host with this setting says until it has heard that its guest of before is back, or why not.

    The guest has asked for test games, and goes on looking when it is turned away.
    """
    said: list[str] = []
    with trio.fail_after(SECONDS):
        async with await listen(0, "127.0.0.1") as listener, trio.open_nursery() as nursery:

            def hear(sentence: str) -> None:
                said.append(sentence)
                if "is back" in sentence or NAME in sentence:
                    nursery.cancel_scope.cancel()

            async def come_back() -> None:
                there = evolve(ASKED.places, address=Address("127.0.0.1", listener.port))
                (stored,) = profiles[1].store.resumable()
                with lock_game(profiles[1].paths.locks, stored.row):
                    await resume(profiles[1], stored, Told().audience, idle, evolve(ASKED, places=there))

            audience = evolve(Told().audience, status=hear)
            terms = GameTerms("patterns", First.HOST)
            nursery.start_soon(partial(host, profiles[0], listener, terms, audience, idle, None, setup))
            nursery.start_soon(come_back)
    return said


async def test_an_open_test_game_goes_on_at_a_host_who_has_asked(left: Sequence[Profile]) -> None:
    said = await said_to_one_who_comes_back(left, ASKED)
    assert [sentence for sentence in said if NAME in sentence] == []
    assert "is back" in said[-1]


async def test_TG2_an_open_test_game_does_not_go_on_at_a_host_who_has_not_asked_again(left: Sequence[Profile]) -> None:
    said = await said_to_one_who_comes_back(left, AT_HOME)
    assert said[-1] == f"{NAME} is a test game. Add --test-games to play it."
    (stored,) = left[0].store.resumable()
    assert stored.game == NAME


async def test_TG2_an_open_test_game_is_not_resumed_unasked(left: Sequence[Profile]) -> None:
    for profile in left[:2]:
        (stored,) = profile.store.resumable()
        with pytest.raises(StoreError, match="Add --test-games"):
            await old_match(profile, stored, Told().audience, AT_HOME)
        assert (await old_match(profile, stored, Told().audience, ASKED)).snapshot.game == NAME
        assert judge_again(profile, stored), "what was said in it is judged all the same"
