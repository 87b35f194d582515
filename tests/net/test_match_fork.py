"""Somebody comes back with another past: what they signed twice is proof, and it is kept and shown as such."""

from __future__ import annotations

from functools import partial

import trio

from mandala_client.words import telling
from mandala_net.claims import claim
from mandala_net.connect import Address, connect
from mandala_net.discovery import Reach
from mandala_net.home import Home
from mandala_net.link import client_handshake
from mandala_net.listener import listen
from mandala_net.match import Match
from mandala_net.news import Ended, OwnFork, PeerAway, PeerBroke
from mandala_net.play import host, join, resume
from mandala_net.reunion import Places
from mandala_net.sitting import Audience, Setting
from mandala_net.store import State
from mandala_protocol import evidence
from mandala_protocol.dialogue import Leave, Play
from mandala_protocol.evidence import ProvenFork
from mandala_protocol.games.catalogue import GAMES
from mandala_protocol.games.mandala import MANDALA
from mandala_protocol.messages import First, Move
from mandala_protocol.poker.workers import Serial
from mandala_protocol.seats import Seat
from mandala_protocol.session import Session
from mandala_protocol.snapshot import Owes
from mandala_protocol.speaker import Offer
from mandala_protocol.transcript import Fork, read
from tests.limits import SECONDS

AT_HOME = Places(Reach.THIS_MACHINE, announced=False)


async def watch(_: Match) -> None:
    await trio.sleep_forever()


async def move_once_and_leave(match: Match) -> None:
    """The first legal move; the rest of the game is for another day."""
    while match.snapshot.owes is not Owes.MOVE:
        await match.wait_changed()
    (first, *_) = MANDALA.legal_moves(match.snapshot.view)
    await match.do(Play(MANDALA.format_move(first)))
    while match.snapshot.due is None or match.snapshot.due.kind is not Move:
        await match.wait_changed()
    await match.do(Leave("enough"))


def alone(told: trio.Event) -> Audience:
    def news(one: object) -> None:
        if isinstance(one, PeerAway):
            told.set()

    return Audience(lambda _: None, lambda _: None, news)


async def a_game_with_one_move(homes: list[Home]) -> None:
    """Ben is the guest, moves first, and leaves; Anna leaves when he is away."""
    left = trio.Event()

    async def leave_when_alone(match: Match) -> None:
        await left.wait()
        await match.do(Leave("alone"))

    async with await listen(0, "127.0.0.1") as listener, trio.open_nursery() as nursery:
        offer = Offer(MANDALA.name, First.GUEST)
        nursery.start_soon(
            partial(host, homes[0], listener, offer, alone(left), leave_when_alone, None, Setting(AT_HOME))
        )
        link = await client_handshake(await connect(Address("127.0.0.1", listener.port)), homes[1].identity)
        await join(homes[1], link, alone(trio.Event()), move_once_and_leave, Setting(AT_HOME))


def roll_back_and_move_otherwise(home: Home) -> None:
    """Forget everything from the own move on, and say another one in its place, as only a cheat can."""
    game = home.store.games()[0]
    saved = home.store.take_up(game.row)
    kept = saved.messages()
    number = next(index for index, message in enumerate(kept) if isinstance(read(message).body, Move))
    session = Session(
        seat=Seat.GUEST,
        signer=home.identity,
        name="Ben",
        peer=game.peer,
        seed=saved.seed(),
        games=GAMES,
        workers=Serial(),
    )
    session.restore(kept[:number])
    *_, last = MANDALA.legal_moves(session.table.view(Seat.GUEST))
    session._speaker.say(session._speaker.move_body(MANDALA.format_move(last)))
    forged = home.store.begin(Seat.GUEST, game.peer, saved.seed() or b"")
    forged.append(session.table.transcript.entries)
    saved.mark(State.DROPPED)


async def meet_again(homes: list[Home]) -> tuple[Ended, Ended]:
    ended: dict[str, Ended] = {}
    async with await listen(0, "127.0.0.1") as listener, trio.open_nursery() as nursery:

        async def come_back(home: Home) -> None:
            places = Places(Reach.THIS_MACHINE, False, Address("127.0.0.1", listener.port))
            (stored,) = home.store.resumable()
            door = listener if home is homes[0] else None
            with claim(home.paths.locks, stored.row):
                ended[home.name] = await resume(home, stored, alone(trio.Event()), watch, Setting(places), door)

        for home in homes[:2]:
            nursery.start_soon(come_back, home)
    return ended["Anna"], ended["Ben"]


async def test_a_player_who_comes_back_with_another_move_is_found_out_and_the_proof_is_kept(homes):
    with trio.fail_after(SECONDS):
        await a_game_with_one_move(homes)
        before = homes[0].store.take_up(homes[0].store.games()[0].row).messages()
        roll_back_and_move_otherwise(homes[1])
        of_anna, of_ben = await meet_again(homes)
    assert isinstance(of_anna.outcome, PeerBroke)
    assert isinstance(of_anna.outcome.error, Fork)
    assert of_ben.outcome == OwnFork()
    (game,) = homes[0].store.games()
    saved = homes[0].store.take_up(game.row)
    assert game.state is State.BROKEN
    assert not homes[0].store.resumable()
    assert saved.messages() == before
    (other,) = saved.evidence()
    verdict = evidence.judge(evidence.of_kept([read(message) for message in before], other), GAMES, Serial())
    assert isinstance(verdict, ProvenFork)
    assert {type(verdict.said), type(verdict.other)} == {Move}
    assert verdict.seat is Seat.GUEST
    assert "signed two entries" in telling.outcome(of_anna)
    assert "your own key" in telling.outcome(of_ben)
