"""Somebody comes back with another past: what they signed twice is proof, and it is kept and shown as such."""

from __future__ import annotations

from functools import partial

import trio

from mandala_client.sentences import outcomes
from mandala_net.discovery.dns_sd import Reach
from mandala_net.link.address import Address
from mandala_net.link.connect import connect
from mandala_net.link.listener import listen
from mandala_net.link.secure_link import client_handshake
from mandala_net.match.game_lock import lock_game
from mandala_net.match.host import host
from mandala_net.match.join import join
from mandala_net.match.match import Match
from mandala_net.match.news import GameEnded, OwnFork, PeerAway, PeerBroke
from mandala_net.match.reconnect import Places
from mandala_net.match.resume import resume
from mandala_net.match.setup import Audience, MatchSetup
from mandala_net.player.profile import Profile
from mandala_net.store.store import State
from mandala_protocol.conversation import evidence
from mandala_protocol.conversation.events import Leave, Play
from mandala_protocol.conversation.evidence import ProvenFork
from mandala_protocol.conversation.session import Session
from mandala_protocol.conversation.snapshot import Pending
from mandala_protocol.conversation.speaker import GameTerms
from mandala_protocol.games.catalogue import GAMES
from mandala_protocol.games.patterns import PATTERNS
from mandala_protocol.poker.workers import Serial
from mandala_protocol.record.transcript import Fork, read
from mandala_protocol.seats import Seat
from mandala_protocol.wire.messages import First, Move
from tests.limits import SECONDS
from tests.narrowing import present

AT_HOME = Places(Reach.THIS_MACHINE, announced=False)


async def watch(_: Match) -> None:
    await trio.sleep_forever()


async def move_once_and_leave(match: Match) -> None:
    """The first legal move; the rest of the game is for another day."""
    while match.snapshot.pending is not Pending.MOVE:
        await match.wait_changed()
    (first, *_) = PATTERNS.legal_moves(present(match.snapshot.view))
    await match.do(Play(first))
    while match.snapshot.due is None or match.snapshot.due.kind is not Move:
        await match.wait_changed()
    await match.do(Leave("enough"))


def alone(told: trio.Event) -> Audience:
    def news(one: object) -> None:
        if isinstance(one, PeerAway):
            told.set()

    return Audience(lambda _: None, lambda _: None, news)


async def a_game_with_one_move(profiles: list[Profile]) -> None:
    """Ben is the guest, moves first (T2), and leaves; Anna leaves when he is away."""
    left = trio.Event()

    async def leave_when_alone(match: Match) -> None:
        await left.wait()
        await match.do(Leave("alone"))

    async with await listen(0, "127.0.0.1") as listener, trio.open_nursery() as nursery:
        offer = GameTerms(PATTERNS.name, First.HOST)
        nursery.start_soon(
            partial(host, profiles[0], listener, offer, alone(left), leave_when_alone, None, MatchSetup(AT_HOME))
        )
        link = await client_handshake(await connect(Address("127.0.0.1", listener.port)), profiles[1].identity)
        await join(profiles[1], link, alone(trio.Event()), move_once_and_leave, MatchSetup(AT_HOME))


def roll_back_and_move_otherwise(profile: Profile) -> None:
    """Forget everything from the own move on, and say another one in its place, as only a cheat can."""
    game = profile.store.games()[0]
    saved = profile.store.take_up(game.row)
    kept = saved.messages()
    number = next(index for index, message in enumerate(kept) if isinstance(read(message).body, Move))
    session = Session(
        seat=Seat.GUEST,
        signer=profile.identity,
        name="Ben",
        peer=game.peer,
        seed=saved.seed(),
        games=GAMES,
        workers=Serial(),
    )
    session.restore(kept[:number])
    *_, last = PATTERNS.legal_moves(session.referee.view(Seat.GUEST))
    session._speaker.say(*session._speaker.move_body(last))
    forged = profile.store.begin(Seat.GUEST, game.peer, saved.seed() or b"")
    forged.append(session.referee.transcript.entries)
    saved.mark(State.DROPPED)


async def meet_again(profiles: list[Profile]) -> tuple[GameEnded, GameEnded]:
    ended: dict[str, GameEnded] = {}
    async with await listen(0, "127.0.0.1") as listener, trio.open_nursery() as nursery:

        async def come_back(profile: Profile) -> None:
            places = Places(Reach.THIS_MACHINE, False, Address("127.0.0.1", listener.port))
            (stored,) = profile.store.resumable()
            door = listener if profile is profiles[0] else None
            with lock_game(profile.paths.locks, stored.row):
                ended[profile.name] = await resume(
                    profile, stored, alone(trio.Event()), watch, MatchSetup(places), door
                )

        for profile in profiles[:2]:
            nursery.start_soon(come_back, profile)
    return ended["Anna"], ended["Ben"]


async def test_a_player_who_comes_back_with_another_move_is_found_out_and_the_proof_is_kept(
    profiles: list[Profile],
) -> None:
    with trio.fail_after(SECONDS):
        await a_game_with_one_move(profiles)
        before = profiles[0].store.take_up(profiles[0].store.games()[0].row).messages()
        roll_back_and_move_otherwise(profiles[1])
        of_anna, of_ben = await meet_again(profiles)
    assert isinstance(of_anna.outcome, PeerBroke)
    assert isinstance(of_anna.outcome.error, Fork)
    assert of_ben.outcome == OwnFork()
    (game,) = profiles[0].store.games()
    saved = profiles[0].store.take_up(game.row)
    assert game.state is State.BROKEN
    assert not profiles[0].store.resumable()
    assert saved.messages() == before
    (other,) = saved.evidence()
    verdict = evidence.judge(evidence.of_kept([read(message) for message in before], other), GAMES, Serial())
    assert isinstance(verdict, ProvenFork)
    assert {type(verdict.said), type(verdict.other)} == {Move}
    assert verdict.seat is Seat.GUEST
    assert "signed two entries" in outcomes.outcome(of_anna)
    assert "your key has signed two different entries" in outcomes.outcome(of_ben)
