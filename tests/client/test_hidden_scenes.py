"""Whatever is going on at the table: a card that is hidden from us changes nothing that we see.

Every scene is made in two games that differ in such cards alone, and everything on the screen must be the same.
"""

from __future__ import annotations

from functools import cache

import pytest

from mandala_client.screens.table.status import window_title
from mandala_client.screens.table.table_pages import screen
from mandala_client.table.table_model import TableModel
from mandala_client.ui.style import FULL_LOOK
from mandala_protocol.seats import Seat
from tests.client.at_table import Moments, press, shown_in_turn
from tests.client.scenes import SIZES, Scene, each_scene
from tests.client.table_scenes import SCENES
from tests.client.worlds import two_worlds
from tests.narrowing import present

SEEDS = range(4)
PRESSED = ((), ("right", "down"), ("f7",))
NOT_BEFORE_THE_END = (
    *("page-host", "page-guest", "page-opening", "page-shuffle", "page-door", "page-door-known", "page-choose"),
    *("page-door-careful", "page-choose-careful"),
    *("page-choose-open", "page-leave", "table-live-score", "table-end-trigger", "table-last-claim"),
    "table-log",
)
"""Scenes before there are cards, and after those that differ have been drawn."""

AT_THE_TABLE = [scene for scene in SCENES if scene.name not in NOT_BEFORE_THE_END]


@cache
def worlds(seed: int) -> tuple[Moments, Moments]:
    """All that the host sees in either world."""
    pairs = [(one.snapshot(), other.snapshot()) for one, other in two_worlds(seed)]
    return tuple(one for one, _ in pairs), tuple(other for _, other in pairs)


def in_both(scene: Scene, seed: int) -> tuple[TableModel, TableModel] | None:
    """The scene in both worlds; None if it never happens in this game."""
    one, other = worlds(seed)
    try:
        return scene.model(one), scene.model(other)
    except LookupError:
        return None


def test_the_worlds_differ_in_what_is_hidden() -> None:
    for seed in SEEDS:
        for one, other in two_worlds(seed):
            assert one.holdings[Seat.GUEST] != other.holdings[Seat.GUEST]
            assert one.holdings[Seat.HOST] == other.holdings[Seat.HOST]


@each_scene(AT_THE_TABLE)
def test_no_hidden_card_changes_anything_that_is_seen(scene: Scene) -> None:
    seen = (models for seed in SEEDS if (models := in_both(scene, seed)) is not None)
    one, other = present(next(seen, None))
    for size in SIZES:
        assert screen(one, FULL_LOOK, *size) == screen(other, FULL_LOOK, *size)
    assert one.log == other.log
    assert one.message == other.message
    assert window_title(one) == window_title(other)


@pytest.mark.parametrize("seed", SEEDS[:2])
def test_at_no_moment_of_a_game_a_hidden_card_changes_anything_that_is_seen(seed: int) -> None:
    one_world, other_world = (shown_in_turn(moments) for moments in worlds(seed))
    compared = 0
    for (_moment, one), (_other_moment, other) in zip(one_world, other_world, strict=True):
        # In each game another size for the same moment, and each of the nine pairs again and again.
        pressed = PRESSED[compared % len(PRESSED)]
        size = SIZES[(compared // len(PRESSED) + seed) % len(SIZES)]
        first, second = (screen(press(model, *pressed)[0], FULL_LOOK, *size) for model in (one, other))
        assert first == second
        assert window_title(one) == window_title(other)
        assert one.log == other.log
        compared += 1
    assert compared > 15


@pytest.mark.parametrize("seed", SEEDS)
def test_what_is_ours_does_change_what_is_seen(seed: int) -> None:
    """Or the worlds would be the same for any reason: seen from the other side they differ."""
    differing = [
        (one.view(Seat.GUEST), other.view(Seat.GUEST)) for one, other in two_worlds(seed) if one.to_move is Seat.GUEST
    ]
    assert differing
    assert all(one.holdings != other.holdings for one, other in differing)
