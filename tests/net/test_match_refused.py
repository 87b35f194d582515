"""A player whose entry was refused: it is kept before anything else is said, and the game stays broken off."""

from __future__ import annotations

import threading
from functools import partial
from pathlib import Path
from typing import Any

import attrs
import pytest
import trio

from mandala_net.link.address import Address
from mandala_net.link.connect import connect
from mandala_net.link.hello import greet
from mandala_net.link.listener import listen
from mandala_net.link.secure_link import LinkLost, client_handshake
from mandala_net.link.timeouts import Timeouts
from mandala_net.match.host import host
from mandala_net.match.join import join
from mandala_net.match.match import Match
from mandala_net.match.news import GameEnded, PeerBroke, PeerComplained
from mandala_net.match.saved_session import SavedSession
from mandala_net.match.setup import _restored, judge_again
from mandala_net.player.profile import Profile
from mandala_net.store.store import SavedGame, State, StoredGame
from mandala_protocol.conversation import evidence
from mandala_protocol.conversation.events import Leave
from mandala_protocol.conversation.evidence import ProvenBreach, ProvenFork
from mandala_protocol.conversation.kept_entries import KeptEntry
from mandala_protocol.conversation.snapshot import Pending
from mandala_protocol.errors import Code
from mandala_protocol.games.catalogue import GAMES
from mandala_protocol.games.game import Moved
from mandala_protocol.games.mandala import COLOURS, Discard
from mandala_protocol.poker.workers import Serial
from mandala_protocol.record.referee import AnyGame, Referee
from mandala_protocol.record.transcript import Entry, Fork, read, seal
from mandala_protocol.seats import Seat
from mandala_protocol.wire.messages import Commit, End, Error, First, Message, MessageReader, encode
from tests.hearing import hear
from tests.narrowing import present
from tests.net.matches import AT_HOME, OFFER, SECONDS, WITH_CARDS, Told, by_chance, idle, meet, stranger

pytestmark = pytest.mark.usefixtures("same_players")


def false_move(match: Match, profile: Profile) -> Entry:
    """To discard a colour that the card played does not have."""
    session = match.saved_session.session
    referee = session.referee
    faces = referee.cards.faces(match.seat)
    true = Discard(COLOURS[present(faces[0])], 1)
    lie = next(f"C{letter}1" for face, letter in enumerate("roygpk") if face != faces[0])
    after = referee.rules.apply(referee.state, _moved(referee.rules, match.seat, lie))
    said, _ = session._speaker.move_body(true)
    body = attrs.evolve(said, move=lie, digest=referee.rules.digest(after))
    return seal(referee.transcript.length, referee.transcript.head, body, profile.identity)


def _moved(rules: AnyGame, seat: Seat, notation: str) -> Moved[Any]:
    from mandala_protocol.games.game import Moved

    return Moved(seat, rules.parse_move(notation))


async def cheat(profile: Profile, match: Match) -> None:
    while match.snapshot.pending is not Pending.MOVE:
        await match.wait_changed()
    await present(match._runner)._link.send(encode(false_move(match, profile).message()))
    await trio.sleep_forever()


async def caught(profiles: list[Profile]) -> tuple[GameEnded, GameEnded]:
    """Anna hosts and cheats with her first move; Ben finds it."""
    return await meet(profiles, partial(cheat, profiles[0]), idle, terms=WITH_CARDS)


async def test_TR12_a_refused_entry_is_kept_in_the_store_and_as_a_file_beside_the_record(
    profiles: list[Profile],
) -> None:
    of_anna, of_ben = await caught(profiles)
    assert isinstance(of_ben.outcome, PeerBroke)
    assert isinstance(of_anna.outcome, PeerComplained)
    (game,) = profiles[1].store.games()
    (kept,) = SavedGame(profiles[1].store, game.row).evidence()
    assert of_ben.outcome.kept == kept
    assert (kept.number, kept.code, kept.requirement) == (game.entries, Code.FALSE_FACE, "PL5")
    (file,) = present(of_ben.record).parent.glob("*.mandala-evidence")
    assert file.name == f"{present(of_ben.record).stem}-{kept.number}.mandala-evidence"
    verdict = evidence.judge(evidence.read_file(file.read_bytes()), GAMES, Serial())
    assert isinstance(verdict, ProvenBreach)
    assert (verdict.seat, verdict.number, verdict.error.requirement) == (Seat.HOST, kept.number, "PL5")


async def test_RS15_the_game_is_broken_off_without_a_result(profiles: list[Profile]) -> None:
    await caught(profiles)
    (game,) = profiles[1].store.games()
    assert (game.state, game.scores, game.winner) == (State.BROKEN, None, None)
    assert profiles[1].store.resumable() == []
    assert not judge_again(profiles[1], game)


async def heard(profile: Profile, game: StoredGame, address: Address) -> list[Message]:
    """The messages to a player who comes back to a game, until the connection is closed."""
    link = await client_handshake(await connect(address), profile.identity)
    greeted = await greet(link, profile.name, Timeouts(), present(game.proposal), game.seat)
    reader = MessageReader()
    messages: list[Message] = []
    data = greeted.rest
    while True:
        messages += reader.feed(data)
        try:
            data = await link.receive()
        except LinkLost:
            break
        if not data:
            break
    await link.aclose()
    return messages


async def test_RS15_a_caught_cheat_who_comes_back_hears_the_same_again(profiles: list[Profile]) -> None:
    await caught(profiles)
    (game,) = profiles[0].store.games()
    (before,) = profiles[1].store.games()
    told = Told()
    with trio.fail_after(SECONDS):
        async with await listen(0, "127.0.0.1") as listener, trio.open_nursery() as nursery:
            nursery.start_soon(host, profiles[1], listener, OFFER, told.audience, idle, None, AT_HOME)
            for _ in range(2):
                (error,) = await heard(profiles[0], game, Address("127.0.0.1", listener.port))
                assert isinstance(error, Error)
                assert (error.code, error.requirement) == (Code.FALSE_FACE, "PL5")
            nursery.cancel_scope.cancel()
    assert any("broken off" in sentence for sentence in told.sentences)
    (after,) = profiles[1].store.games()
    assert after == before
    assert len(SavedGame(profiles[1].store, after.row).evidence()) == 1


async def test_RS15_a_cheat_who_calls_while_the_host_still_puts_the_game_away_hears_the_same(
    profiles: list[Profile], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The record of the game is written late, so that the call certainly comes before the host is done with it."""
    has_called = threading.Event()
    write_record = Profile.write_record

    def write_late(self: Profile, referee: Referee) -> Path | None:
        if self is profiles[0]:
            assert has_called.wait(SECONDS)
        return write_record(self, referee)

    monkeypatch.setattr(Profile, "write_record", write_late)
    terms, told = attrs.evolve(WITH_CARDS, first=First.GUEST), Told()
    with trio.fail_after(SECONDS):
        async with await listen(0, "127.0.0.1") as listener, trio.open_nursery() as nursery:
            nursery.start_soon(host, profiles[0], listener, terms, told.audience, idle, None, AT_HOME)
            link = await stranger(profiles, listener)
            of_ben = await join(profiles[1], link, Told().audience, partial(cheat, profiles[1]), AT_HOME)
            assert isinstance(of_ben.outcome, PeerComplained)
            (game,) = profiles[1].store.games()
            try:
                messages = await heard(profiles[1], game, Address("127.0.0.1", listener.port))
            finally:
                has_called.set()
    (error,) = messages
    assert isinstance(error, Error)
    assert (error.code, error.requirement) == (Code.FALSE_FACE, "PL5")


async def test_TR8_the_right_entry_in_the_same_place_makes_the_file_beside_the_record_prove_a_fork(
    profiles: list[Profile],
) -> None:
    """It comes at once with the hello of the next line; the file then holds both entries."""
    _, of_ben = await caught(profiles)
    (game,) = profiles[1].store.games()
    session = _restored(profiles[1], game, profiles[1].store.take_up(game.row))
    transcript = session.referee.transcript
    other = seal(transcript.length, transcript.head, End("resigned", 0, b""), profiles[0].identity)
    session.open_line("Anna")
    saved_session = SavedSession(
        session,
        lambda: profiles[1].store.take_up(game.row),
        saved=profiles[1].store.take_up(game.row),
        write_evidence=profiles[1].write_evidence,
    )
    with pytest.raises(Fork):
        hear(session, encode(other.message()))
    await saved_session.keep_refused()
    (file,) = present(of_ben.record).parent.glob("*.mandala-evidence")
    verdict = evidence.judge(evidence.read_file(file.read_bytes()), GAMES, Serial())
    assert isinstance(verdict, ProvenFork)
    assert (verdict.seat, verdict.other) == (Seat.HOST, other.body)


async def test_RS15_a_new_game_with_that_player_is_possible_and_the_person_is_told_what_happened(
    profiles: list[Profile],
) -> None:
    await caught(profiles)
    heard = Told(), Told()
    of_anna, of_ben = await meet(profiles, by_chance(1), by_chance(2), heard=heard)
    assert of_anna.outcome == of_ben.outcome
    assert {game.state for game in profiles[1].store.games()} == {State.BROKEN, State.FINISHED}
    (careful,) = (sentence for sentence in heard[1].sentences if "signed a wrong entry" in sentence)
    assert careful.startswith("Warning: on ")
    assert careful.endswith("mandala-lan players block Anna")
    assert not any("signed a wrong entry" in sentence for sentence in heard[0].sentences)


@pytest.fixture
async def refused_by_mistake(profiles: list[Profile]) -> tuple[StoredGame, Entry]:
    """Ben's game with Anna, in which a program of before refused her right move."""
    moved: list[Entry] = []

    async def move_and_leave(match: Match) -> None:
        while match.snapshot.pending is not Pending.MOVE:
            await match.wait_changed()
        session = match.saved_session.session
        (move, *_) = session.referee.rules.legal_moves(present(match.snapshot.view))
        body, _ = session._speaker.move_body(move)
        transcript = session.referee.transcript
        moved.append(seal(transcript.length, transcript.head, body, profiles[0].identity))
        await match.do(Leave("enough"))

    await meet(profiles, move_and_leave, idle)
    (game,) = profiles[1].store.games()
    (entry,) = moved
    kept = KeptEntry(entry.number, entry.message(), Code.ILLEGAL_MOVE, "PL3")
    SavedGame(profiles[1].store, game.row).break_off(kept)
    return profiles[1].store.game(game.row), entry


async def test_RS15_what_this_program_finds_right_is_taken_and_the_game_goes_on(
    profiles: list[Profile], refused_by_mistake: tuple[StoredGame, Entry]
) -> None:
    game, entry = refused_by_mistake
    assert (game.state, game.resumable) == (State.BROKEN, False)
    assert judge_again(profiles[1], game)
    again = profiles[1].store.game(game.row)
    assert (again.state, again.resumable, again.ended) == (State.OPEN, True, None)
    assert [read(message) for message in SavedGame(profiles[1].store, game.row).messages()][-1] == entry
    assert SavedGame(profiles[1].store, game.row).evidence() == []


def test_RS15_a_result_that_both_have_signed_stays_whatever_is_found_later(profiles: list[Profile]) -> None:
    """A loser who forks afterwards does not take the result back."""
    store = profiles[0].store
    saved = store.begin(Seat.HOST, bytes(32), bytes(32))
    saved.mark(State.FINISHED)
    other = seal(2, bytes(32), _commit(), profiles[1].identity)
    saved.break_off(KeptEntry(2, other.message(), Code.FORK, "TR8"))
    assert store.game(saved.row).state is State.FINISHED
    assert len(saved.evidence()) == 1


def _commit() -> Commit:
    from mandala_protocol.wire.messages import Commit

    return Commit(bytes(64))
