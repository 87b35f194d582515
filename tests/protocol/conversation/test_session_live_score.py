"""The live score is on if both have wanted it, and both know."""

from __future__ import annotations

import attrs
import pytest

from mandala_protocol.seats import Seat
from mandala_protocol.wire.messages import Accept, Commit, Propose
from tests.narrowing import present
from tests.protocol.conversation.conftest import Pair


@pytest.mark.parametrize(
    ("offered", "wanted", "on"),
    [(False, False, False), (True, False, False), (False, True, False), (True, True, True)],
)
def test_OR8_it_is_on_if_it_was_offered_and_wanted(
    make_pair: type[Pair], offered: bool, wanted: bool, on: bool
) -> None:
    pair = make_pair(1)
    host, guest = pair.sessions
    host._speaker._terms = attrs.evolve(present(host._speaker._terms), live_score=offered)
    guest._speaker._live_score = wanted
    pair.until_due(Commit)
    said = [entry.body for entry in host.referee.transcript.entries]
    assert [body.live_score for body in said if isinstance(body, Propose | Accept)] == [offered, wanted]
    assert [session.snapshot().live_score for session in pair.sessions] == [on, on]


def test_OR8_it_is_known_again_from_the_record(make_pair: type[Pair]) -> None:
    pair = make_pair(1)
    pair.sessions[Seat.HOST]._speaker._terms = attrs.evolve(
        present(pair.sessions[Seat.HOST]._speaker._terms), live_score=True
    )
    pair.sessions[Seat.GUEST]._speaker._live_score = True
    pair.until_due(Commit)
    pair.cut()
    assert pair.rebuild(Seat.GUEST).snapshot().live_score
