"""The place of each card in hands and cups, followed from the entries alone, beside what the sessions hold."""

from __future__ import annotations

from mandala_protocol.conversation.session import Session
from mandala_protocol.games.game import HAND, Expectation, ExpectDeal, Holding
from mandala_protocol.games.mandala import MANDALA
from mandala_protocol.seats import Seat
from mandala_protocol.wire.messages import Body, Mix, Move, Share, Shuffle
from tests.protocol.conversation.conftest import Pair

CARD = 64
CUP = "cup"
ENOUGH = 30
"""So many cards are played before the test is content."""


def split(cards: bytes) -> list[bytes]:
    return [cards[start : start + CARD] for start in range(0, len(cards), CARD)]


class Follower:
    """Pile, hands and cups as rows of ciphertexts, as somebody keeps them who only hears the entries."""

    def __init__(self) -> None:
        self._pile: list[bytes] = []
        self.places: dict[tuple[Seat, str], list[bytes]] = {(seat, name): [] for seat in Seat for name in (HAND, CUP)}
        self.mixed = self.played = 0

    def hear(self, speaker: Seat, body: Body, expected: Expectation, *, dealt: bool) -> None:
        """``expected`` is what the game expected before; ``dealt``: the deal has happened with this entry."""
        match body:
            case Shuffle(cards=cards) if speaker is Seat.GUEST:
                self._pile = split(cards)
            case Mix(cards=cards):
                self.places[speaker, HAND] = split(cards)
                self.mixed += 1
            case Move(played=Share(cards=positions)):
                hand = self.places[speaker, HAND]
                self.places[speaker, HAND] = [card for at, card in enumerate(hand) if at not in positions]
                self.played += len(positions)
            case _:
                pass
        if dealt:
            assert isinstance(expected, ExpectDeal)
            for draw in expected.draws:
                taken, self._pile = self._pile[: draw.count], self._pile[draw.count :]
                if isinstance(draw.to, Holding):
                    self.places[draw.to.seat, draw.to.name] += taken


def held(session: Session, seat: Seat, name: str) -> list[bytes]:
    return [card.a + card.b for card in session.referee.cards.held(seat, name)]


def test_DK11_DK12_cards_lie_in_the_order_in_which_they_came_until_their_owner_mixes_them(
    make_pair: type[Pair],
) -> None:
    """New cards come after those held; those that stay keep their order; a cup stays as it was dealt."""
    pair, follower = make_pair(1), Follower()
    cups: set[tuple[bytes, ...]] = set()
    while (session := pair.speaker) is not None and follower.played < ENOUGH:
        referee = session.referee
        due, expected = referee.due, None if referee.state is None else MANDALA.expects(referee.state)
        assert due is not None
        before = {seat: list(follower.places[seat, HAND]) for seat in Seat}
        pair.say_next()
        entry = referee.transcript.entries[-1]
        last = referee.due is None or referee.due.kind is not Share
        dealt = isinstance(expected, ExpectDeal) and isinstance(entry.body, Share) and last
        if expected is not None:
            follower.hear(session.seat, entry.body, expected, dealt=dealt)
        if dealt:
            grown = [seat for seat in Seat if len(follower.places[seat, HAND]) > len(before[seat])]
            mixes = [seat for seat in grown if len(follower.places[seat, HAND]) >= 2]
            assert mixes == [row.speaker for row in referee._agenda if row.kind is Mix]
        for one in pair.sessions:
            for (seat, name), cards in follower.places.items():
                assert held(one, seat, name) == cards
        cups.add(tuple(follower.places[Seat.HOST, CUP] + follower.places[Seat.GUEST, CUP]))
    assert cups <= {(), max(cups, key=len)}
    assert follower.played >= ENOUGH
    assert follower.mixed > 10
