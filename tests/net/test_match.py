"""A match over a real connection on loopback: games, goodbyes, silence and cheats."""

from __future__ import annotations

import threading
from contextlib import ExitStack
from functools import partial
from pathlib import Path
from typing import cast

import attrs
import pytest
import trio
import trio.testing
from trio.testing import MockClock

from mandala_net.discovery.dns_sd import Reach
from mandala_net.link.address import Address
from mandala_net.link.hello import greet
from mandala_net.link.listener import listen
from mandala_net.link.secure_link import LinkLost, SecureLink
from mandala_net.link.timeouts import Timeouts
from mandala_net.match.game_lock import is_other_away
from mandala_net.match.host import host
from mandala_net.match.join import join
from mandala_net.match.match import Match, play_automatically
from mandala_net.match.news import (
    GameEnded,
    GameFinished,
    LineLost,
    News,
    OfferDeclined,
    PeerAway,
    PeerBack,
    PeerBroke,
    PeerComplained,
    PeerHeard,
    PeerQuiet,
    Talked,
    WeLeft,
)
from mandala_net.match.reconnect import Places
from mandala_net.match.saved_session import SavedSession
from mandala_net.match.setup import MatchSetup
from mandala_net.match.talk_limit import MOST_ABSENCES_A_MINUTE
from mandala_net.player.paths import Paths
from mandala_net.player.profile import Profile, open_home
from mandala_net.threads import ThreadWorkers
from mandala_protocol.conversation.events import Command, DeclineOffer, Leave, MakeOffer, Play, Resign, Talk
from mandala_protocol.conversation.greeting import Greeted
from mandala_protocol.conversation.session import Session
from mandala_protocol.conversation.snapshot import Pending, Snapshot
from mandala_protocol.errors import Code
from mandala_protocol.games.catalogue import GAMES
from mandala_protocol.games.game import EndReason, IllegalMove
from mandala_protocol.games.mandala import COLOURS, MANDALA, Claim, Colour, Discard, MandalaMove
from mandala_protocol.poker.workers import Serial
from mandala_protocol.record import verification
from mandala_protocol.record.transcript import seal
from mandala_protocol.seats import Seat
from mandala_protocol.wire.messages import Move, OfferKind, Ping, encode
from mandala_protocol.wire.rate_limit import Allowance
from tests.narrowing import present
from tests.net.matches import (
    AT_HOME,
    OFFER,
    SECONDS,
    WITH_CARDS,
    Told,
    by_chance,
    greedily,
    idle,
    leave_at_once,
    meet,
    stranger,
)
from tests.net.test_trace import moves_of_match, traced

pytestmark = pytest.mark.usefixtures("same_players")


async def test_a_whole_game_is_played_and_both_keep_the_same_record_and_no_seed(profiles: list[Profile]) -> None:
    of_host, of_guest = await meet(profiles, by_chance(1), by_chance(2))
    assert isinstance(of_host.outcome, GameFinished)
    assert of_host.outcome == of_guest.outcome
    assert of_host.record is not None
    assert of_guest.record is not None
    assert of_host.record.read_bytes() == of_guest.record.read_bytes()
    assert verification.verify(of_host.record.read_bytes(), GAMES, Serial()).complete
    kept = verification.read_messages(of_host.record.read_bytes())
    for profile in profiles[:2]:
        saved = profile.store.take_up(1)
        assert saved.messages() == kept
        assert saved.seed() is None
        assert profile.store.game(1).settled


async def test_a_record_is_named_in_plain_letters_whoever_played(tmp_path: Path) -> None:
    with ExitStack() as opened:
        profiles = [
            opened.enter_context(open_home(Paths.under(tmp_path / str(number)), name))
            for number, name in enumerate(["Jürgen " + "𝒲" * 30, "日本語" * 10])
        ]
        of_host, _ = await meet(profiles, leave_at_once, by_chance(2))
    assert of_host.record is not None
    assert of_host.record.name.isascii()
    assert of_host.record.name.startswith("Jurgen-")


async def test_EN12_MS15_leaving_is_told_to_the_other_and_the_game_stays_open(profiles: list[Profile]) -> None:
    heard = Told(), Told()
    of_host, of_guest = await meet(profiles, leave_at_once, by_chance(2), heard=heard)
    assert isinstance(of_host.outcome, WeLeft)
    assert heard[1].absence == "dinner"
    assert isinstance(of_guest.outcome, WeLeft)
    assert of_host.resumable
    assert of_guest.resumable
    assert len(profiles[0].store.resumable()) == len(profiles[1].store.resumable()) == 1
    assert of_guest.record is not None
    verdict = verification.verify(of_guest.record.read_bytes(), GAMES, Serial())
    assert verdict.fault is None
    assert not verdict.complete


async def test_resigning_when_the_other_is_to_move_ends_the_game(profiles: list[Profile]) -> None:
    async def resign(match: Match) -> None:
        while match.snapshot.due is None or match.snapshot.due.kind is not Move:
            await match.wait_changed()
        await match.do(Resign())
        await trio.sleep_forever()

    of_host, of_guest = await meet(profiles, idle, resign)
    assert isinstance(of_host.outcome, GameFinished)
    assert of_host.outcome.result.termination is EndReason.RESIGNED
    assert of_host.outcome.result.winner is Seat.HOST
    assert of_host.outcome == of_guest.outcome


@pytest.mark.parametrize("resigns", Seat)
async def test_whoever_resigns_and_leaves_at_once_has_resigned(profiles: list[Profile], resigns: Seat) -> None:
    """Whoever's turn it is to speak: before the cards are dealt that is one, and then the other."""

    async def resign_and_leave(match: Match) -> None:
        while match.snapshot.view is None:
            await match.wait_changed()
        await match.do(Resign())
        await match.do(Leave("the lines are at their end"))
        await trio.sleep_forever()

    players = (resign_and_leave, idle) if resigns is Seat.HOST else (idle, resign_and_leave)
    of_host, of_guest = await meet(profiles, players[0], players[1], terms=WITH_CARDS)
    assert isinstance(of_host.outcome, GameFinished)
    assert of_host.outcome.result.termination is EndReason.RESIGNED
    assert of_host.outcome.result.winner is resigns.other
    assert of_host.outcome == of_guest.outcome
    assert [profile.store.games()[0].settled for profile in profiles[:2]] == [True, True]


async def test_CV13_talk_arrives_cleaned(profiles: list[Profile]) -> None:
    async def talk(match: Match) -> None:
        while match.snapshot.pending is not Pending.MOVE:
            await match.wait_changed()
        await match.do(Talk("hello\x1b[2J there"))
        await match.do(Leave("done"))

    heard = Told(), Told()
    await meet(profiles, talk, idle, heard=heard)
    assert heard[1].news[0] == Talked("hello[2J there")


async def test_whoever_made_an_offer_hears_that_it_is_declined(profiles: list[Profile]) -> None:
    heard = Told(), Told()

    async def offer(match: Match) -> None:
        while match.snapshot.pending is not Pending.MOVE:
            await match.wait_changed()
        await match.do(MakeOffer(OfferKind.END))
        while OfferDeclined(OfferKind.END) not in heard[0].news:
            await trio.testing.wait_all_tasks_blocked(0.001)
        await match.do(Leave("dinner"))

    async def decline(match: Match) -> None:
        while match.snapshot.their_offer is None:
            await match.wait_changed()
        await match.do(DeclineOffer())
        await trio.sleep_forever()

    await meet(profiles, offer, decline, heard=heard)
    assert heard[0].news.count(OfferDeclined(OfferKind.END)) == 1
    assert OfferDeclined(OfferKind.END) not in heard[1].news


async def test_a_bot_declines_what_is_offered_and_plays_on(profiles: list[Profile]) -> None:
    """EN16."""
    heard = Told(), Told()

    async def offer(match: Match) -> None:
        while match.snapshot.pending is not Pending.MOVE:
            await match.wait_changed()
        await match.do(MakeOffer(OfferKind.ADJOURN))
        while OfferDeclined(OfferKind.ADJOURN) not in heard[0].news:
            await trio.testing.wait_all_tasks_blocked(0.001)
        await by_chance(1)(match)

    of_host, of_guest = await meet(profiles, offer, greedily(1), heard=heard)
    assert heard[0].news.count(OfferDeclined(OfferKind.ADJOURN)) == 1
    assert isinstance(of_host.outcome, GameFinished)
    assert of_host.outcome == of_guest.outcome


async def test_a_cheat_ends_the_game_on_both_sides_with_its_code_and_the_evidence_is_logged(
    profiles: list[Profile], caplog: pytest.LogCaptureFixture
) -> None:
    async def cheat(match: Match) -> None:
        """Claim to discard a colour that the card played does not have."""
        while match.snapshot.pending is not Pending.MOVE:
            await match.wait_changed()
        session = match.saved_session.session
        referee = session.referee
        faces = referee.cards.faces(Seat.HOST)
        true = Discard(COLOURS[present(faces[0])], 1)
        lie = next(f"C{letter}1" for face, letter in enumerate("roygpk") if face != faces[0])
        body = attrs.evolve(session._speaker.move_body(true)[0], move=lie)
        entry = seal(referee.transcript.length, referee.transcript.head, body, profiles[0].identity)
        await present(match._runner)._link.send(encode(entry.message()))
        await trio.sleep_forever()

    of_host, of_guest = await meet(profiles, cheat, idle, terms=WITH_CARDS)
    assert isinstance(of_guest.outcome, PeerBroke)
    assert of_guest.outcome.error.code is Code.FALSE_FACE
    assert isinstance(of_host.outcome, PeerComplained)
    assert of_host.outcome.code == Code.FALSE_FACE
    assert of_guest.record is not None
    assert "FALSE_FACE" in caplog.text
    assert of_guest.outcome.error.evidence.hex() in caplog.text


async def test_a_resignation_while_a_bot_thinks_ends_the_game_and_not_the_bot(
    profiles: list[Profile], monkeypatch: pytest.MonkeyPatch
) -> None:
    thinking, resigned, attempted = threading.Event(), threading.Event(), trio.Event()

    def slow(snapshot: Snapshot) -> MandalaMove:
        thinking.set()
        assert resigned.wait(SECONDS)
        return MANDALA.legal_moves(present(snapshot.view))[0]

    async def slow_bot(match: Match) -> None:
        play = match.do

        async def attempt(command: Command) -> None:
            try:
                await play(command)
            finally:
                attempted.set()

        monkeypatch.setattr(match, "do", attempt)
        await play_automatically(match, slow)

    async def resign(match: Match) -> None:
        await trio.to_thread.run_sync(thinking.wait)
        await match.do(Resign())
        async with match.saved_session.lock:  # our key is not said before the bot has tried to move
            resigned.set()
            await attempted.wait()
        await trio.sleep_forever()

    of_host, of_guest = await meet(profiles, slow_bot, resign, terms=WITH_CARDS)
    assert isinstance(of_host.outcome, GameFinished)
    assert of_host.outcome == of_guest.outcome


async def test_when_a_line_breaks_both_find_each_other_and_play_on_to_the_same_record(
    profiles: list[Profile], tmp_path: Path
) -> None:
    profiles = [traced(profile, tmp_path) for profile in profiles]

    async def cut(match: Match) -> None:
        while match.snapshot.pending is not Pending.MOVE:
            await match.wait_changed()
        await present(match._runner)._link._stream.aclose()
        await greedily(1)(match)

    heard = Told(), Told()
    ended: list[GameEnded] = []
    locks, noted = profiles[0].paths.locks, list[bool]()

    def hear(news: News) -> None:
        if isinstance(news, PeerAway):
            noted.append(is_other_away(locks, 1))
        heard[0].audience.news(news)

    with trio.fail_after(SECONDS):
        async with await listen(0, "127.0.0.1") as listener, trio.open_nursery() as nursery:

            async def hosting() -> None:
                audience = attrs.evolve(heard[0].audience, news=hear)
                ended.append(await host(profiles[0], listener, OFFER, audience, cut, None, AT_HOME))

            nursery.start_soon(hosting)
            setup = MatchSetup(Places(Reach.THIS_MACHINE, False, Address("127.0.0.1", listener.port)))
            link = await stranger(profiles, listener)
            ended.append(await join(profiles[1], link, heard[1].audience, greedily(2), setup))
    assert [type(one.outcome) for one in ended] == [GameFinished, GameFinished]
    assert present(ended[0].record).read_bytes() == present(ended[1].record).read_bytes()
    assert verification.verify(present(ended[0].record).read_bytes(), GAMES, Serial()).complete
    for one in heard:
        assert [type(news) for news in one.news if not isinstance(news, Talked)] == [PeerAway, PeerBack]
        assert one.backs_in_time == [True], "whose turn it is follows the news that both are there"
    assert noted == [True], "whoever looks on sees it too"
    assert not list(locks.glob("*.away"))
    for profile in profiles[:2]:
        moves = moves_of_match((tmp_path / f"{profile.name}.trace").read_text())
        assert moves == ["asking -> playing", "playing -> away", "away -> playing", "playing -> over"]


async def test_a_line_that_breaks_over_and_over_is_told_of_aloud_only_so_often(profiles: list[Profile]) -> None:
    heard = Told(), Told()

    def backs() -> list[PeerBack]:
        return [news for news in heard[0].news if isinstance(news, PeerBack)]

    async def flap(match: Match) -> None:
        while match.snapshot.pending is not Pending.MOVE:
            await match.wait_changed()
        for cuts in range(1, MOST_ABSENCES_A_MINUTE + 3):
            await present(match._runner)._link._stream.aclose()
            while len(backs()) < cuts:
                await trio.testing.wait_all_tasks_blocked(0.001)
        await match.do(Leave("enough"))

    with trio.fail_after(SECONDS):
        async with await listen(0, "127.0.0.1") as listener, trio.open_nursery() as nursery:

            async def joining() -> None:
                setup = MatchSetup(Places(Reach.THIS_MACHINE, False, Address("127.0.0.1", listener.port)))
                link = await stranger(profiles, listener)
                await join(profiles[1], link, heard[1].audience, idle, setup)

            nursery.start_soon(joining)
            await host(profiles[0], listener, OFFER, heard[0].audience, flap, None, AT_HOME)
            nursery.cancel_scope.cancel()
    quietly = [back.quietly for back in backs()]
    assert quietly == sorted(quietly), "the first ones are told"
    assert 1 <= quietly.count(False) <= MOST_ABSENCES_A_MINUTE
    assert quietly[-1]


async def test_an_illegal_move_of_ours_is_refused_and_the_game_goes_on(profiles: list[Profile]) -> None:
    refusals: list[str] = []

    async def clumsy(match: Match) -> None:
        while match.snapshot.pending is not Pending.MOVE:
            await match.wait_changed()
        try:
            await match.do(Play(Claim(Colour.RED)))
        except IllegalMove as error:
            refusals.append(error.point)
        await match.do(Leave("enough"))

    await meet(profiles, clumsy, idle, terms=WITH_CARDS)
    assert len(refusals) == 1


class ScriptedLink:
    """The end of a connection on which something is heard at fixed times, in seconds from its first use."""

    peer = bytes(32)
    allowance = Allowance(0)
    unread = False
    own_address = None
    trace = None

    def __init__(self, *script: tuple[float, bytes]) -> None:
        self._script = list(script)
        self._began: float | None = None

    @property
    def link(self) -> SecureLink:
        """This, as a match takes it."""
        return cast("SecureLink", self)

    async def send(self, data: bytes) -> None:
        await trio.lowlevel.checkpoint()

    async def receive(self) -> bytes:
        if self._began is None:
            self._began = trio.current_time()
        if not self._script:
            await trio.sleep_forever()
        when, data = self._script.pop(0)
        await trio.sleep_until(self._began + when)
        return data


PING = encode(Ping())
UNKNOWN_ODD = b"\x00\x03\x92\x63\x80"
TIMEOUTS = Timeouts()
SILENT = ScriptedLink()
NEVER_ACCEPTS = ScriptedLink(*((4 * turn, PING) for turn in range(100)))


async def test_MS12_a_peer_that_never_says_hello_is_not_waited_for(autojump_clock: MockClock) -> None:
    link = ScriptedLink(*((4 * turn, UNKNOWN_ODD) for turn in range(100)))
    with pytest.raises(LinkLost):
        await greet(link.link, "Anna", TIMEOUTS)
    assert trio.current_time() == pytest.approx(10, abs=0.1)


@pytest.mark.parametrize(
    ("link", "seconds", "news"),
    [(SILENT, 15, [PeerQuiet]), (NEVER_ACCEPTS, 30, [])],
    ids=["silent", "never accepts"],
)
async def test_LK13_OR6_a_line_on_which_nothing_due_is_heard_counts_as_lost(
    profiles: list[Profile],
    mock_clock: MockClock,
    jumps_when_idle: None,
    link: ScriptedLink,
    seconds: int,
    news: list[type[News]],
) -> None:
    heard = Told()

    async def admit(_: object) -> None:
        return None

    begin = partial(profiles[0].store.begin, Seat.HOST, bytes(32), bytes(32))
    match = Match(SavedSession(_session_of(profiles[0]), begin), admit=admit, on_news=heard.news.append)
    began = trio.current_time()
    async with trio.open_nursery() as nursery:
        nursery.start_soon(match.take_line, link.link, Greeted("Ben", "tests", b"", None, b""))
        assert isinstance(await match.run(), LineLost)
    assert seconds - 0.1 < trio.current_time() - began <= seconds + TIMEOUTS.ping
    assert [type(one) for one in heard.news] == news


async def test_LK13_a_line_counts_as_lost_fifteen_seconds_after_the_last_word(
    profiles: list[Profile], mock_clock: MockClock, jumps_when_idle: None
) -> None:
    async def admit(_: object) -> None:
        return None

    begin = partial(profiles[0].store.begin, Seat.HOST, bytes(32), bytes(32))
    match = Match(SavedSession(_session_of(profiles[0]), begin), admit=admit)
    began = trio.current_time()
    async with trio.open_nursery() as nursery:
        link = ScriptedLink((TIMEOUTS.ping + 1, PING))  # between two signs of life of ours
        nursery.start_soon(match.take_line, link.link, Greeted("Ben", "tests", b"", None, b""))
        assert isinstance(await match.run(), LineLost)
    assert trio.current_time() - began == pytest.approx(TIMEOUTS.ping + 1 + TIMEOUTS.lost, abs=0.1)


async def test_a_line_that_falls_silent_over_and_over_is_told_of_aloud_only_so_often(
    profiles: list[Profile], mock_clock: MockClock, jumps_when_idle: None
) -> None:
    told, timeouts = Told(), Timeouts(ping=1, quiet=3, lost=8, words=600)
    link = ScriptedLink(*((5 * turn, PING) for turn in range(1, 9)))

    async def admit(_: object) -> None:
        return None

    begin = partial(profiles[0].store.begin, Seat.HOST, bytes(32), bytes(32))
    match = Match(
        SavedSession(_session_of(profiles[0]), begin), admit=admit, on_news=told.news.append, timeouts=timeouts
    )
    async with trio.open_nursery() as nursery:
        nursery.start_soon(match.take_line, link.link, Greeted("Ben", "tests", b"", None, b""))
        await match.run()
    silences = [news.quietly for news in told.news if isinstance(news, PeerQuiet)]
    heard = [news.quietly for news in told.news if isinstance(news, PeerHeard)]
    assert heard == [False] * MOST_ABSENCES_A_MINUTE + [True] * (len(heard) - MOST_ABSENCES_A_MINUTE)
    assert len(heard) > MOST_ABSENCES_A_MINUTE
    assert silences == sorted(silences), "the first ones are told"
    assert silences[-1]


def _session_of(profile: Profile) -> Session:
    from mandala_protocol.conversation.session import Session

    return Session(
        seat=Seat.HOST,
        signer=profile.identity,
        name=profile.name,
        peer=bytes(32),
        seed=bytes(32),
        games=GAMES,
        workers=Serial(),
        terms=OFFER,
    )


def test_workers_give_results_in_order_and_raise_what_the_first_failure_raised() -> None:
    workers = ThreadWorkers(2)
    assert workers.run([partial(pow, number, 2) for number in range(5)]) == [0, 1, 4, 9, 16]

    def fail(text: str) -> None:
        raise ValueError(text)

    with pytest.raises(ValueError, match="first"):
        workers.run([lambda: None, lambda: fail("first"), lambda: fail("second")])
