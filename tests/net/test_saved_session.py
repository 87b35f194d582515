"""When a session is saved: what was heard waits for what is said next, and nothing is said before it is on disk."""

from __future__ import annotations

import pytest

from mandala_net.match.saved_session import SavedSession
from mandala_net.player.profile import Profile
from mandala_protocol.conversation.events import CheckAlive, Speak
from mandala_protocol.conversation.session import Session
from mandala_protocol.conversation.speaker import GameTerms
from mandala_protocol.errors import RemoteProtocolError
from mandala_protocol.games.catalogue import GAMES
from mandala_protocol.games.mandala import MANDALA
from mandala_protocol.poker.workers import Serial
from mandala_protocol.seats import Seat
from mandala_protocol.wire.messages import First

pytestmark = pytest.mark.usefixtures("same_players")


class Hearing:
    """Ben has heard a proposal, and owes his acceptance at once."""

    def __init__(self, profiles: list[Profile]) -> None:
        anna, ben, _ = profiles
        self.host = _session(anna, ben, Seat.HOST)
        self.session = _session(ben, anna, Seat.GUEST)
        self.saved_session = SavedSession(
            self.session, lambda: ben.store.begin(Seat.GUEST, anna.identity.public, bytes(32))
        )
        self.session.receive_data(self.host.send(Speak()))

    @property
    def on_disk(self) -> int:
        """How many entries are."""
        return 0 if self.saved_session.saved is None else len(self.saved_session.saved.messages())


def _session(profile: Profile, peer: Profile, seat: Seat) -> Session:
    terms = GameTerms(MANDALA.name, First.GUEST) if seat is Seat.HOST else None
    session = Session(
        seat=seat,
        signer=profile.identity,
        name=profile.name,
        peer=peer.identity.public,
        seed=bytes([int(seat)]) * 32,
        games=GAMES,
        workers=Serial(),
        terms=terms,
    )
    session.open_line(peer.name)
    return session


@pytest.fixture
def hearing(profiles: list[Profile]) -> Hearing:
    return Hearing(profiles)


async def test_what_is_answered_at_once_is_saved_with_the_answer(hearing: Hearing) -> None:
    async with hearing.saved_session.lock:
        await hearing.saved_session.hear()
        await hearing.saved_session.save_heard()
        assert hearing.on_disk == 0
        await hearing.saved_session.carry_out(lambda: hearing.session.send(Speak()))
    assert hearing.on_disk == 2


async def test_RS8_whatever_is_said_first_what_was_heard_is_on_disk_before(hearing: Hearing) -> None:
    async with hearing.saved_session.lock:
        await hearing.saved_session.hear()
        await hearing.saved_session.save_heard()
        await hearing.saved_session.carry_out(lambda: hearing.session.send(CheckAlive()), light=True)
    assert hearing.on_disk == 1


async def test_what_is_not_answered_at_once_is_saved_at_once(hearing: Hearing) -> None:
    async with hearing.saved_session.lock:
        await hearing.saved_session.hear()
        hearing.session.lose_line()
        await hearing.saved_session.save_heard()
    assert hearing.on_disk == 1


async def test_what_came_before_a_bad_message_is_on_disk_when_that_is_refused(hearing: Hearing) -> None:
    hearing.session.receive_data(b"\x00\x01\xc1")
    async with hearing.saved_session.lock:
        await hearing.saved_session.hear()
        await hearing.saved_session.save_heard()
        with pytest.raises(RemoteProtocolError):
            await hearing.saved_session.hear()
    assert hearing.on_disk == 1
