"""Two players who are called the same are told apart, wherever their names are said."""

from __future__ import annotations

import pytest
from attrs import evolve

from mandala_client.screens.table.table_pages import screen
from mandala_client.sentences.bot_names import names_in_record
from mandala_client.table import updates
from mandala_client.text.player_names import Names, player_name, told_apart
from mandala_client.ui.style import FULL_LOOK
from mandala_protocol.names import MAX_SHOWN_NAME
from mandala_protocol.seats import Seat
from tests.client.at_table import Moments
from tests.client.scenes import words_on
from tests.client.table_scenes import others_turn
from tests.narrowing import present

LONG = "M" * MAX_SHOWN_NAME


@pytest.mark.parametrize(
    ("names", "shown"),
    [
        (("Anna", "Ben"), ("Anna", "Ben")),
        (("root", "root"), ("root", "root 2")),
        (("Anna", "anna"), ("Anna", "anna 2")),
        (("Anna ", " Anna"), ("Anna", "Anna 2")),
        ((LONG, LONG), (LONG, f"{LONG} 2")),
    ],
)
def test_the_guest_of_two_equal_names_has_a_number(names: Names, shown: Names) -> None:
    assert told_apart(names) == shown
    assert told_apart(shown) == shown
    assert tuple(player_name(seat, names) for seat in Seat) == shown


def test_in_a_record_a_bot_of_ours_is_told_apart_from_a_player_of_its_name() -> None:
    assert names_in_record("Easy bot", "Bot") == ("Bot", "Bot 2")


def test_the_table_tells_them_apart_in_its_head_and_its_sentences(moments: Moments) -> None:
    model = others_turn(moments)
    snapshot = evolve(present(model.snapshot), names=("Anna", "Anna"))
    shown = words_on(screen(updates.with_snapshot(model, snapshot), FULL_LOOK, 80, 24).rows)
    assert "Anna and Anna 2" in shown
    assert "Anna 2 is thinking" in shown
