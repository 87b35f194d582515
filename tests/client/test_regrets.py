"""Moves that are easily regretted: the question before each. That it is asked the tests of keys and of lines say."""

from __future__ import annotations

import pytest

from mandala_client.games.mandala.mandala_words import MandalaWords
from mandala_protocol.conversation.snapshot import Snapshot
from mandala_protocol.games.mandala import MANDALA
from tests.narrowing import present
from tests.positions import wasting_a_mountain, yielding_the_choice

WASTES = "Both fields are empty, so no one gets the mountain and 6 cards are discarded. Play anyway?"
YIELDS = "This completes the mandala, and the other player leads 2 to 1 and chooses first. Play anyway?"


@pytest.mark.parametrize(
    ("snapshot", "notation", "question"),
    [
        pytest.param(wasting_a_mountain(), "A0p", WASTES, id="K7: a whole mountain is thrown away"),
        pytest.param(wasting_a_mountain(), "A1p", None, id="K7: the other mountain is not"),
        pytest.param(yielding_the_choice(), "A0p", YIELDS, id="K2: the mandala is completed for the other player"),
        pytest.param(yielding_the_choice(), "A1p", None, id="K2: the other mandala is not completed"),
        pytest.param(yielding_the_choice(), "B0p2", None, id="K2: the field brings the first choice"),
    ],
)
def test_the_question_before_a_move(snapshot: Snapshot, notation: str, question: str | None) -> None:
    assert MandalaWords().regretted(present(snapshot.view), MANDALA.parse_move(notation)) == question
