"""After a game the same two play another one, if both want it; nobody else slips in, and nobody waits in vain."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import attrs
import pytest
import trio
import trio.testing
from trio.testing import MockClock

from mandala_net.discovery.dns_sd import Reach
from mandala_net.link.address import Address
from mandala_net.link.close_reasons import KNOWN_OTHERWISE, TAKEN
from mandala_net.link.connect import connect
from mandala_net.link.hello import greet
from mandala_net.link.listener import listen
from mandala_net.link.secure_link import client_handshake
from mandala_net.link.timeouts import Timeouts
from mandala_net.match.host import host
from mandala_net.match.join import join
from mandala_net.match.match import Match
from mandala_net.match.news import (
    Declined,
    GameEnded,
    GameFinished,
    NoRematch,
    PeerBack,
    RematchWanted,
    Talked,
    WeLeft,
)
from mandala_net.match.reconnect import Places
from mandala_net.match.sequel import Sequel
from mandala_net.match.setup import MatchSetup
from mandala_net.match.talk_limit import MOST_A_MINUTE
from mandala_net.player.profile import Profile
from mandala_net.store.store import SavedGame
from mandala_net.trust.identity import Identity
from mandala_protocol.conversation.events import Leave, Talk
from mandala_protocol.conversation.snapshot import Pending
from mandala_protocol.games.catalogue import GAMES
from mandala_protocol.poker.workers import Serial
from mandala_protocol.record import verification
from mandala_protocol.record.transcript import Entry, read
from mandala_protocol.seats import Seat
from mandala_protocol.wire.messages import Busy, First, MessageReader, Propose
from tests.narrowing import of_kind, present
from tests.net.sittings import OFFER, PATIENT, SECONDS, Side, resign, two

pytestmark = pytest.mark.usefixtures("same_players")


def proposed(ended: GameEnded) -> Propose:
    """The proposal of a game, from its record."""
    assert ended.record is not None
    body = read(verification.read_messages(ended.record.read_bytes())[0]).body
    assert isinstance(body, Propose)
    return body


async def test_RS9_RS11_three_games_in_a_row_begin_with_the_other_seat_each_time_and_are_records_of_their_own(
    profiles: list[Profile],
) -> None:
    games = []
    async with two(profiles) as sitting:
        games.append((sitting.of_host, sitting.of_guest))
        for _ in range(2):
            of_host, of_guest = await sitting.played_again(sitting.host.gladly, sitting.guest.gladly)
            assert of_host is not None
            assert of_guest is not None
            sitting.of_host, sitting.of_guest = of_host, of_guest
            games.append((of_host, of_guest))
    assert [proposed(of_host).first for of_host, _ in games] == ["guest", "host", "guest"]
    winners = [of_kind(GameFinished, of_host.outcome).result.winner for of_host, _ in games]
    assert winners == [Seat.GUEST, Seat.HOST, Seat.GUEST]
    for of_host, of_guest in games:
        assert of_host.outcome == of_guest.outcome
        assert present(of_host.record).read_bytes() == present(of_guest.record).read_bytes()
        assert verification.verify(present(of_host.record).read_bytes(), GAMES, Serial()).complete
        assert (proposed(of_host).grace, present(of_host.snapshot).names) == (600, ("Anna", "Ben"))
        assert present(of_host.snapshot).grace == present(of_guest.snapshot).grace == 600
        assert present(of_host.snapshot).live_score
        assert present(of_guest.snapshot).live_score
    assert len({of_host.record for of_host, _ in games}) == 3
    for profile in profiles[:2]:
        assert [game.settled for game in profile.store.games()] == [True] * 3
        assert profile.store.resumable() == []


@pytest.mark.parametrize("wanted", [True, False])
async def test_RS9_the_next_game_has_the_live_score_if_the_last_one_had_it(
    profiles: list[Profile], wanted: bool
) -> None:
    async with two(profiles, live_score=wanted) as sitting:
        sitting.guest.setup = attrs.evolve(sitting.guest.setup, live_score=False)  # as after a game that was resumed
        ended = await sitting.played_again(sitting.host.gladly, sitting.guest.gladly)
    assert [present(one.snapshot).live_score for one in ended] == [wanted, wanted]


@pytest.mark.parametrize("first", Seat)
async def test_whoever_is_first_waits_and_the_other_is_told(profiles: list[Profile], first: Seat) -> None:
    async with two(profiles) as sitting:
        sides = (sitting.host, sitting.guest)
        waiting, deciding = sides[first], sides[first.other]
        wants = {waiting.profile.name: waiting.gladly, deciding.profile.name: deciding.once(RematchWanted)}
        of_host, of_guest = await sitting.played_again(wants["Anna"], wants["Ben"])
        assert isinstance(of_host.outcome, GameFinished)
        assert of_host.outcome == of_guest.outcome
        assert waiting.sentences[-1] == f"Waiting for {deciding.profile.name} to choose another game …"
        assert RematchWanted() not in waiting.news
        assert deciding.news.count(RematchWanted()) == 1
        assert not any("Waiting for" in sentence for sentence in deciding.sentences)


@pytest.mark.parametrize("leaver", Seat)
async def test_RS12_if_the_other_leaves_whoever_waits_is_told_and_there_is_no_game(
    profiles: list[Profile], leaver: Seat
) -> None:
    async with two(profiles) as sitting:
        sides = (sitting.host, sitting.guest)
        leaving, waiting = sides[leaver], sides[leaver.other]
        wants = {waiting.profile.name: waiting.gladly, leaving.profile.name: leaving.once(RematchWanted, wanted=False)}
        assert await sitting.again(wants["Anna"], wants["Ben"]) == (None, None)
        assert waiting.news[-1] == NoRematch()
        assert NoRematch() not in leaving.news
    for profile in profiles[:2]:
        assert len(profile.store.games()) == 1


async def test_if_the_other_leaves_while_we_still_look_at_the_end_we_are_told_then(profiles: list[Profile]) -> None:
    async with two(profiles) as sitting:
        before = sitting.relay.connections

        async def leave() -> bool:
            await sitting.relay.wait_met(before)
            return False

        assert await sitting.again(sitting.host.once(NoRematch), leave) == (None, None)
    assert not any("Waiting for" in sentence for sentence in sitting.host.sentences)


async def test_the_end_of_the_last_game_is_shown_until_the_next_one_begins(profiles: list[Profile]) -> None:
    async with two(profiles) as sitting:
        shown: list[int] = []

        async def decide() -> bool:
            await sitting.guest.heard(RematchWanted)
            shown.append(len(sitting.guest.shown))
            return True

        before = len(sitting.guest.shown)
        await sitting.again(sitting.host.gladly, decide)
    assert shown == [before]
    assert len(sitting.guest.shown) > before


async def test_whoever_loses_the_line_in_the_next_game_is_waited_for_as_in_any_game(
    profiles: list[Profile], mock_clock: MockClock
) -> None:
    """However long ago the time is over in which the other had to be there for the next game to begin."""
    mock_clock.rate = 1
    async with two(profiles, Timeouts(rematch=SECONDS / 2)) as sitting:

        async def resign_later(match: Match) -> None:
            while match.snapshot.pending is not Pending.MOVE:
                await match.wait_changed()
            mock_clock.jump(SECONDS / 2)  # so long a silence is a lost line
            await sitting.guest.heard(PeerBack)
            await resign(match)

        sitting.guest.player = resign_later
        of_host, of_guest = await sitting.played_again(sitting.host.gladly, sitting.guest.gladly)
    assert of_host is not None
    assert of_guest is not None
    assert isinstance(of_guest.outcome, GameFinished)
    assert of_host.outcome == of_guest.outcome


@pytest.mark.parametrize("talker", Seat)
async def test_RS14_what_is_said_between_two_games_is_heard_before_the_other_has_decided(
    profiles: list[Profile], talker: Seat
) -> None:
    async with two(profiles) as sitting:
        sides = (sitting.host, sitting.guest)
        talking, hearing = sides[talker], sides[talker.other]

        async def talk(match: Match) -> None:
            await match.wait_line(there=True)
            await match.do(Talk("good game"))
            await trio.sleep_forever()

        talking.between = talk
        wants = {talking.profile.name: talking.gladly, hearing.profile.name: hearing.once(Talked)}
        of_host, of_guest = map(present, await sitting.again(wants["Anna"], wants["Ben"]))
        assert isinstance(of_host.outcome, GameFinished)
        assert of_host.outcome == of_guest.outcome
    assert hearing.news.count(Talked("good game")) == 1


async def test_no_more_is_told_between_two_games_than_anybody_types(profiles: list[Profile]) -> None:
    async with two(profiles) as sitting:

        async def flood(match: Match) -> None:
            await match.wait_line(there=True)
            for number in range(3 * MOST_A_MINUTE):
                await match.do(Talk(str(number)))
            said.set()
            await trio.sleep_forever()

        said = trio.Event()
        sitting.guest.between = flood

        async def decide() -> bool:
            await said.wait()
            return True

        await sitting.again(sitting.host.once(RematchWanted), decide)
    told = [news for news in sitting.host.news if isinstance(news, Talked)]
    assert told == [Talked(str(number)) for number in range(MOST_A_MINUTE)]


@pytest.mark.parametrize("leaver", Seat)
async def test_whoever_waits_for_another_game_can_leave_after_all_and_the_other_is_told(
    profiles: list[Profile], leaver: Seat
) -> None:
    async with two(profiles) as sitting:
        sides = (sitting.host, sitting.guest)
        leaving, staying = sides[leaver], sides[leaver.other]

        async def leave(_: Match) -> None:
            await staying.heard(RematchWanted)

        leaving.between = leave
        wants = {leaving.profile.name: leaving.gladly, staying.profile.name: staying.once(NoRematch)}
        assert await sitting.again(wants["Anna"], wants["Ben"]) == (None, None)
        assert not any(isinstance(news, NoRematch) for news in leaving.news)


async def test_RS9_a_stranger_who_knocks_between_two_games_hears_that_the_table_is_taken(
    profiles: list[Profile],
) -> None:
    async with two(profiles) as sitting:
        refused: list[GameEnded | str] = []

        async def knocked() -> bool:
            """Eve comes as a guest, and then as one who knows which game it is about."""
            eve, port = profiles[2], present(sitting.host.listener).port
            link = await client_handshake(await connect(Address("127.0.0.1", port)), eve.identity)
            refused.append(
                await join(eve, link, Side(eve, MatchSetup()).audience, resign, MatchSetup(timeouts=PATIENT))
            )
            link = await client_handshake(await connect(Address("127.0.0.1", port)), eve.identity)
            greeted = await greet(link, "Ben", PATIENT, present(sitting.of_host.sequel).game)
            assert greeted.game == b""
            messages = list(MessageReader().feed(greeted.rest or await link.receive()))
            refused.append(of_kind(Busy, messages[0]).reason)
            await link.aclose()
            return True

        of_host, of_guest = await sitting.played_again(sitting.host.gladly, knocked)
    assert of_kind(GameEnded, refused[0]).outcome == Declined(TAKEN)
    assert "not waiting here" in of_kind(str, refused[1])
    assert isinstance(of_host.outcome, GameFinished)
    assert of_host.outcome == of_guest.outcome
    assert RematchWanted() in sitting.guest.news
    assert not any("Eve" in sentence for sentence in sitting.host.sentences)


@pytest.mark.parametrize("terms", [{"first": First.GUEST}, {"grace": 0}, {"grace": 1}], ids=str)
async def test_a_guest_to_whom_another_game_is_proposed_than_was_to_come_is_told_so_and_does_not_play(
    profiles: list[Profile], terms: dict[str, Any]
) -> None:
    async with two(profiles) as sitting:
        sequel = present(sitting.of_host.sequel)
        dishonest = attrs.evolve(sequel, terms=attrs.evolve(sequel.terms, **terms))
        sitting.of_host = attrs.evolve(sitting.of_host, sequel=dishonest)
        assert await sitting.again(sitting.host.gladly, sitting.guest.gladly) == (None, None)
        (told,) = (news for news in sitting.guest.news if isinstance(news, NoRematch))
        assert "with a different first player, grace or game than agreed" in told.reason
        assert sitting.host.news[-1] == NoRematch()
    assert len(profiles[1].store.games()) == 1
    for profile in profiles[:2]:
        assert not any(game.was_taken_up for game in profile.store.resumable())


async def test_a_line_that_is_cut_between_two_games_is_found_again_and_both_wishes_hold(
    profiles: list[Profile],
) -> None:
    async with two(profiles) as sitting:

        async def after_a_cut() -> bool:
            await sitting.guest.heard(RematchWanted)
            before = sitting.relay.connections
            sitting.relay.cut()
            await sitting.relay.wait_met(before)
            return True

        of_host, of_guest = await sitting.played_again(sitting.host.gladly, after_a_cut)
    assert isinstance(of_host.outcome, GameFinished)
    assert of_host.outcome == of_guest.outcome
    assert sitting.relay.connections > 2
    assert sitting.guest.news.count(RematchWanted()) == 1


@pytest.mark.parametrize("lost", [Seat.HOST, Seat.GUEST], ids=["the proposal", "the acceptance"])
async def test_a_line_that_is_cut_just_when_the_game_begins_loses_nothing(
    profiles: list[Profile], lost: Seat, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The first entry that this seat says is lost with the line."""
    async with two(profiles) as sitting:
        side = (sitting.host, sitting.guest)[lost]
        game = present((sitting.of_host, sitting.of_guest)[lost].sequel).game
        append, token = SavedGame.append, trio.lowlevel.current_trio_token()
        cuts: list[bytes] = []

        def cut_once(saved: SavedGame, entries: Iterable[Entry]) -> None:
            entries = list(entries)
            append(saved, entries)
            said = [entry.head for entry in entries if entry.number == int(lost)]
            if said and not cuts and saved.store is side.profile.store:
                cuts.extend(said)
                token.run_sync_soon(sitting.relay.cut)  # before anything is sent, as the loop does it in order

        monkeypatch.setattr(SavedGame, "append", cut_once)
        of_host, of_guest = await sitting.played_again(sitting.host.gladly, sitting.guest.gladly)
    assert cuts
    assert isinstance(of_host.outcome, GameFinished)
    assert of_host.outcome == of_guest.outcome
    kept = verification.read_messages(present(of_host.record).read_bytes())
    assert read(kept[int(lost)]).head == cuts[0]
    assert present(of_host.sequel).game != game


async def test_RS17_a_host_that_has_moved_to_another_address_is_found_by_its_announcement(
    profiles: list[Profile],
) -> None:
    async with two(profiles) as sitting, await listen(0, "127.0.0.1") as elsewhere:
        await present(sitting.host.listener).aclose()
        sitting.host.listener = elsewhere
        for side in (sitting.host, sitting.guest):
            places = attrs.evolve(side.setup.places, announced=True)
            side.setup = attrs.evolve(side.setup, places=places)
        of_host, of_guest = await sitting.played_again(sitting.host.gladly, sitting.guest.gladly)
    assert isinstance(of_host.outcome, GameFinished)
    assert of_host.outcome == of_guest.outcome
    assert present(of_guest.sequel).address == Address("127.0.0.1", elsewhere.port)


async def test_RS12_without_a_line_for_some_time_the_other_has_left(profiles: list[Profile]) -> None:
    async with two(profiles, Timeouts(rematch=0.2)) as sitting:
        assert await sitting.host.again(sitting.of_host, sitting.host.gladly) is None
        assert sitting.host.news[-1] == NoRematch()


async def test_RS16_a_guest_whose_host_turns_it_away_over_and_over_does_not_wait_for_ever(
    profiles: list[Profile],
) -> None:
    """Anna has opened another game meanwhile, and waits for anybody."""
    async with two(profiles, Timeouts(rematch=0.5)) as sitting, trio.open_nursery() as nursery:
        anna = sitting.host

        async def hosting() -> None:
            await host(anna.profile, present(anna.listener), OFFER, anna.audience, resign, None, anna.setup)

        nursery.start_soon(hosting)
        assert await sitting.guest.again(sitting.of_guest, sitting.guest.gladly) is None
        assert sitting.guest.news[-1] == NoRematch()
        nursery.cancel_scope.cancel()


async def test_RS9_a_guest_whose_program_was_started_anew_joins_as_ever(profiles: list[Profile]) -> None:
    async with two(profiles) as sitting:
        ended: list[GameEnded | None] = []

        async def hosting() -> None:
            ended.append(await sitting.host.again(sitting.of_host, sitting.host.gladly))

        async with trio.open_nursery() as nursery:
            nursery.start_soon(hosting)
            link = await client_handshake(
                await connect(Address("127.0.0.1", present(sitting.host.listener).port)), profiles[1].identity
            )
            ended.append(await join(profiles[1], link, sitting.guest.audience, resign, sitting.guest.setup))
    assert isinstance(present(ended[0]).outcome, GameFinished)
    assert present(ended[0]).outcome == present(ended[1]).outcome


@pytest.mark.parametrize("seat", Seat)
async def test_RS9_whoever_is_started_again_without_a_name_keeps_that_of_the_game(
    profiles: list[Profile], seat: Seat
) -> None:
    async with two(profiles) as sitting:
        side = (sitting.host, sitting.guest)[seat]
        side.profile = attrs.evolve(side.profile, name="root")
        of_host, _of_guest = await sitting.played_again(sitting.host.gladly, sitting.guest.gladly)
    assert present(of_host.snapshot).names == ("Anna", "Ben")


async def test_whoever_comes_back_by_another_name_is_let_in_by_the_key_and_the_name_is_told(
    profiles: list[Profile],
) -> None:
    async with two(profiles) as sitting:
        sitting.of_guest = renamed(sitting.of_guest, "Eve")
        of_host, of_guest = await sitting.played_again(sitting.host.gladly, sitting.guest.gladly)
    assert sitting.host.sentences.count("Ben came back with the name Eve.") == 1
    assert present(of_host.snapshot).names == present(of_guest.snapshot).names == ("Anna", "Eve")


async def test_LK21_whoever_comes_back_by_the_name_of_someone_else_is_refused_and_both_are_told_why(
    profiles: list[Profile],
) -> None:
    profiles[0].players.remember("Eve", Identity.generate().public, confirmed=True)
    async with two(profiles) as sitting:
        sitting.of_guest = renamed(sitting.of_guest, "Eve")
        want = sitting.guest.once(NoRematch, wanted=False)
        of_host, of_guest = await sitting.again(sitting.host.once(NoRematch, wanted=False), want)
    assert (of_host, of_guest) == (None, None)
    (refused,) = [news for news in sitting.host.news if isinstance(news, NoRematch)]
    assert "Eve" in refused.reason
    assert sitting.guest.news[-1] == NoRematch(KNOWN_OTHERWISE)


def renamed(ended: GameEnded, name: str) -> GameEnded:
    return attrs.evolve(ended, sequel=attrs.evolve(present(ended.sequel), name=name))


async def test_after_a_game_that_was_left_there_is_no_other_one(profiles: list[Profile]) -> None:
    async def leave(match: Match) -> None:
        while match.snapshot.pending is not Pending.MOVE:
            await match.wait_changed()
        await match.do(Leave("dinner"))

    alone = MatchSetup(Places(Reach.THIS_MACHINE, announced=False), PATIENT)
    with trio.fail_after(SECONDS):
        async with await listen(0, "127.0.0.1") as listener, trio.open_nursery() as nursery:
            stream = await connect(Address("127.0.0.1", listener.port))

            async def joining() -> None:
                link = await client_handshake(stream, profiles[1].identity)
                await join(profiles[1], link, Side(profiles[1], alone).audience, resign, alone)

            nursery.start_soon(joining)
            left = await host(profiles[0], listener, OFFER, Side(profiles[0], alone).audience, leave, None, alone)
            nursery.cancel_scope.cancel()
    assert isinstance(left.outcome, WeLeft)
    assert left.sequel is None


def test_a_sequel_tells_no_secret(profiles: list[Profile]) -> None:
    sequel = Sequel(bytes(32), Seat.HOST, "Anna", profiles[1].identity.public, "Ben", OFFER, None)
    assert "sequel" not in repr(GameEnded(WeLeft(), None, sequel=sequel))
