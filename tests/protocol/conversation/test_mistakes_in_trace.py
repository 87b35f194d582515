"""Mistakes of an author in the entries of a game: the trace of the receiver says enough to mend them.

Mistakes in the form of messages are in ``test_malformed_places``, those before the game in ``net/test_trace_ends``.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

import attrs
import pytest

from mandala_protocol.conversation.events import Resign
from mandala_protocol.conversation.session import Session
from mandala_protocol.conversation.trace import Mark
from mandala_protocol.errors import RemoteProtocolError
from mandala_protocol.games.mandala import MANDALA
from mandala_protocol.record.transcript import Entry, seal
from mandala_protocol.seats import Seat
from mandala_protocol.wire.messages import Body, Commit, EntryMessage, Move, Open, ResultBody, Share, Shuffle, encode
from tests.narrowing import present
from tests.protocol.conversation.conftest import Pair, Prepared

Mistake: TypeAlias = Callable[[Pair, Session], bytes]


class Lines(list[str]):
    """The lines of a trace."""

    def __call__(self, mark: Mark, text: str) -> None:
        self.append(f"{mark.value} {text}")

    @property
    def end(self) -> str:
        """Why the connection ended."""
        (line,) = [line for line in self if line.startswith("! ")]
        return line


def traced(session: Session) -> Lines:
    """The trace of a session from now on."""
    session._line.trace = lines = Lines()
    return lines


def refused(pair: Pair, cheat: Session, data: bytes) -> str:
    """The ``!`` line of the one who hears this."""
    lines = traced(pair.sessions[cheat.seat.other])
    with pytest.raises(RemoteProtocolError):
        pair.deliver(cheat.seat, data)
    return lines.end


def a_move(session: Session) -> Move:
    """Some legal move."""
    return session._speaker.move_body(MANDALA.legal_moves(session.referee.view(session.seat))[0])[0]


def here(session: Session) -> str:
    """The position of a session as a trace has it."""
    position, digest = MANDALA.position(session.referee.state), MANDALA.digest(session.referee.state).hex()
    return f'here: position="{position}" digest={digest}'


def without_tag(pair: Pair, session: Session) -> bytes:
    """An entry that is signed over a tag without ``mandala-lan/1/``."""
    entry = next_entry(pair, session)
    signature = pair.identities[session.seat].sign(b"entry" + entry.payload)
    return encode(EntryMessage(entry.payload, signature))


def next_entry(pair: Pair, session: Session) -> Entry:
    transcript = session.referee.transcript
    return seal(transcript.length, transcript.head, pair.body_due(session), pair.identities[session.seat])


def other_nonce(pair: Pair, session: Session) -> bytes:
    return pair.forge(session, pair.body_due(session, nonce=bytes(32)))


def own_cards(pair: Pair, session: Session) -> bytes:
    """Shares of the cards that go to the speaker itself."""
    body = pair.body_due(session)
    others = tuple(number + len(body.cards) for number in body.cards)
    return pair.forge(session, attrs.evolve(body, cards=others))


def false_shuffle(pair: Pair, session: Session) -> bytes:
    body = pair.body_due(session)
    return pair.forge(session, attrs.evolve(body, cards=body.cards[64:] + body.cards[:64]))


MISTAKES: list[tuple[type[Body], Mistake, str]] = [
    (Commit, without_tag, '! bad-signature TR7 "the signature is not the speaker\'s"'),
    (Open, other_nonce, "! bad-commitment OP2 "),
    (Share, own_cards, '! wrong-card PL2 "shares for other cards than expected"'),
    (Shuffle, false_shuffle, "! failed-proof DK4 "),
]


@pytest.mark.parametrize(("kind", "mistake", "expected"), MISTAKES)
def test_the_requirement_of_a_wrong_entry_is_in_the_trace(
    prepared: Prepared, kind: type[Body], mistake: Mistake, expected: str
) -> None:
    pair, session = prepared(kind)
    assert refused(pair, session, mistake(pair, session)).startswith(expected)


def test_PL6_the_trace_has_our_own_position_and_the_digest_of_both(prepared: Prepared) -> None:
    pair, mover = prepared(Move)
    right = a_move(mover)
    line = refused(pair, mover, pair.forge(mover, attrs.evolve(right, digest=bytes(32))))
    mover._speaker.say(right)
    assert line == (
        f'! state-mismatch PL6 "after {right.move} the other program has a different position" '
        f"{here(mover)} there: digest={bytes(32).hex()}"
    )


def test_PL6_a_digest_of_the_position_before_the_move_is_to_be_seen_in_the_trace(prepared: Prepared) -> None:
    pair, mover = prepared(Move)
    early = MANDALA.digest(mover.referee.state)
    line = refused(pair, mover, pair.forge(mover, attrs.evolve(a_move(mover), digest=early)))
    assert line.endswith(f" there: digest={early.hex()}")


def test_EN11_the_trace_has_our_own_result_and_the_detail_what_differs(prepared: Prepared) -> None:
    pair, session = prepared(Move)
    pair.deliver(session.seat, session.send(Resign()))
    session = pair.until_due(ResultBody)
    ours: ResultBody = pair.body_due(session)
    other = 1 - present(ours.winner)
    scores = ",".join(map(str, ours.scores))
    assert refused(pair, session, pair.forge(session, attrs.evolve(ours, winner=other))) == (
        f'! wrong-result EN5 "the result is not the one of this game: winner" {here(session)} '
        f'scores=[{scores}] winner={ours.winner} reason="resigned"'
    )


@pytest.mark.parametrize("seat", Seat)
def test_OP6_OP7_both_traces_have_the_first_player_the_words_and_the_first_position(
    make_pair: type[Pair], seat: Seat
) -> None:
    pair = make_pair(1)
    lines = traced(pair.sessions[seat])
    session = pair.until_due(Shuffle)
    referee = session.referee
    first, words = referee.first_player.name.lower(), present(referee.agreed).words
    assert [line for line in lines if "keys are open" in line] == [
        f'= keys are open: first={first} words="{words}" {here(session)}'
    ]


def test_TR5_two_who_both_move_first_learn_that_the_place_is_taken(prepared: Prepared) -> None:
    pair, mover = prepared(Move)
    other = pair.sessions[mover.seat.other]
    wrong = pair.forge(other, attrs.evolve(a_move(mover), digest=bytes(32)))
    number = mover.referee.transcript.length
    mover._speaker.say(a_move(mover))
    lines = traced(mover)
    with pytest.raises(RemoteProtocolError):
        pair.deliver(other.seat, wrong)
    assert lines.end == f'! broken-chain TR5 "entry {number} is a move already, and {number + 1} is due"'
