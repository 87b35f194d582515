"""A game that is taken up again: whose program has come back, and what came into the own hand before."""

from __future__ import annotations

import trio
from attrs import evolve

from mandala_client.sentences import outcomes
from mandala_net.discovery.dns_sd import Reach
from mandala_net.link.address import Address
from mandala_net.link.listener import Listener, listen
from mandala_net.match.game_lock import lock_game
from mandala_net.match.match import Match
from mandala_net.match.news import GameAbandoned, GameEnded, GameFinished, PeerAway, PeerBack
from mandala_net.match.reconnect import Places
from mandala_net.match.resume import resume
from mandala_net.match.setup import MatchSetup, old_match
from mandala_net.player.profile import Profile
from mandala_net.store.store import SavedGame, State
from mandala_protocol.conversation.events import Abandon, Leave, Play, Resign
from mandala_protocol.conversation.snapshot import Pending
from mandala_protocol.games.mandala import MANDALA
from mandala_protocol.seats import Seat
from tests.narrowing import present
from tests.net.matches import AT_HOME, OFFER, SECONDS, WITH_CARDS, Told, greedily, idle, leave_at_once, meet

OWN_MOVES = 3


async def leave_later(match: Match) -> None:
    """A player who makes a few moves and has to go when it is time for another one."""
    for _ in range(OWN_MOVES):
        await until_due(match)
        await match.do(Play(MANDALA.legal_moves(present(match.snapshot.view))[0]))
    await until_due(match)
    await match.do(Leave("dinner"))


async def resign_later(match: Match) -> None:
    """A player who makes a move and resigns."""
    await until_due(match)
    await match.do(Play(MANDALA.legal_moves(present(match.snapshot.view))[0]))
    await match.do(Resign())
    await trio.sleep_forever()


async def until_due(match: Match) -> None:
    while match.snapshot.pending is not Pending.MOVE:
        await match.wait_changed()


async def test_a_program_that_comes_back_says_so_and_knows_all_that_it_drew(profiles: list[Profile]) -> None:
    before, after = (Told(), Told()), (Told(), Told())
    await meet(profiles, leave_later, greedily(2), heard=before, terms=WITH_CARDS)
    with trio.fail_after(SECONDS):
        async with await listen(0, "127.0.0.1") as listener, trio.open_nursery() as nursery:

            async def take_up(profile: Profile, heard: Told, places: Places, door: Listener | None) -> None:
                (stored,) = profile.store.resumable()
                with lock_game(profile.paths.locks, stored.row):
                    ended = await resume(profile, stored, heard.audience, resign_later, MatchSetup(places), door)
                assert isinstance(ended.outcome, GameFinished)

            nursery.start_soon(take_up, profiles[0], after[0], AT_HOME.places, listener)
            there = Places(Reach.THIS_MACHINE, False, Address("127.0.0.1", listener.port))
            nursery.start_soon(take_up, profiles[1], after[1], there, None)
    for then, now in zip(before, after, strict=True):
        assert {(type(news), news.returning) for news in now.news if isinstance(news, PeerAway | PeerBack)} == {
            (PeerAway, True),
            (PeerBack, True),
        }
        assert all(isinstance(news, PeerAway | PeerBack) for news in now.news)
        assert not any(isinstance(news, PeerAway) and news.returning for news in then.news)
        drawn = then.snapshots[-1].drawn
        assert len(drawn) > 1
        assert now.snapshots[0].drawn == drawn
        assert now.snapshots[-1].drawn[: len(drawn)] == drawn
        assert {one.seat for one in now.snapshots[-1].drawn} == {now.snapshots[-1].seat}


async def abandon(profile: Profile) -> None:
    """Call the game abandoned, as a program does that has waited in vain."""
    (stored,) = profile.store.resumable()
    saved_session = (await old_match(profile, stored, Told().audience, AT_HOME)).saved_session
    async with saved_session.lock:
        await saved_session.carry_out(lambda: saved_session.session.send(Abandon()))


async def test_of_a_game_that_both_have_abandoned_each_hears_that_it_was_its_own_computer_that_waited(
    profiles: list[Profile],
) -> None:
    await meet(profiles, leave_at_once, idle, terms=evolve(OFFER, grace=600))
    ended: dict[Seat, GameEnded] = {}

    async def take_up(profile: Profile, places: Places, door: Listener | None) -> None:
        (stored,) = profile.store.resumable()
        with lock_game(profile.paths.locks, stored.row):
            ended[stored.seat] = await resume(profile, stored, Told().audience, idle, MatchSetup(places), door)

    with trio.fail_after(SECONDS):
        for profile in profiles[:2]:
            await abandon(profile)
        async with await listen(0, "127.0.0.1") as listener, trio.open_nursery() as nursery:
            nursery.start_soon(take_up, profiles[0], AT_HOME.places, listener)
            there = Places(Reach.THIS_MACHINE, False, Address("127.0.0.1", listener.port))
            nursery.start_soon(take_up, profiles[1], there, None)
    for seat, profile in zip(Seat, profiles, strict=False):
        assert ended[seat].outcome == GameAbandoned(seat)
        assert outcomes.outcome(ended[seat], ended[seat].snapshot).endswith(
            "did not come back in time: the game is abandoned."
        )
        assert profile.store.resumable() == []
        (kept,) = profile.store.games()
        assert (kept.state, kept.absence) == (State.ABANDONED, None)
        assert SavedGame(profile.store, kept.row).evidence() == []
