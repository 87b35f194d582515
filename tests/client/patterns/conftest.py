"""A practice game of Patterns at every one of its moments; the moves on both sides are those of the greedy bot."""

from __future__ import annotations

from typing import Any, Final

import pytest
from attrs import evolve, frozen

from mandala_client.games.catalogue import ui_of
from mandala_client.games.deal import Deal
from mandala_client.play.alone import Alone
from mandala_client.play.frontend import Opponent
from mandala_client.play.practice import PracticeGame, Practising
from mandala_client.records.replay import Replay
from mandala_client.screens.table import motions
from mandala_client.screens.table.motions import motions_between
from mandala_client.table import updates
from mandala_client.table.table_model import TableModel
from mandala_client.ui.style import FULL_LOOK
from mandala_net.bots.patterns.greedy_bot import PatternsGreedyBot
from mandala_net.match.news import GameEnded, GameFinished
from mandala_protocol.conversation.snapshot import Snapshot
from mandala_protocol.games.patterns import PatternsState
from tests.client.at_table import press

SEED: Final = 11
HOW: Final = Practising(Alone("patterns", "greedy", seed=SEED), "Anna", "Ben")
PATTERNS_UI: Final[Any] = ui_of("patterns")


MIDDLE: Final = 9
"""The number of a turn at which flips, swaps and fields for both are there."""


@frozen
class Sitting:
    """The moments at which it is our move, the oldest first, and the end; ``models`` as the screen has them.

    ``flipping``: the end while the final flips are shown; ``ended``: when all of them are. ``replay``: the whole game.
    """

    moments: tuple[Snapshot, ...]
    models: tuple[TableModel, ...]
    flipping: TableModel
    ended: TableModel
    replay: Replay

    def at(self, number: int) -> TableModel:
        """The table when it is our move for the time of this number, from 0."""
        return self.models[number]


def state_of(snapshot: Snapshot) -> PatternsState:
    assert snapshot.view is not None
    state: PatternsState = snapshot.view.state
    return state


def chosen(sitting: Sitting, number: int = MIDDLE) -> TableModel:
    """The table with a move chosen by two keys."""
    model, _ = press(sitting.at(number), "right", "down")
    assert model.chosen is not None
    return model


def sit(how: Practising = HOW, deal: Deal | None = None) -> Sitting:
    """Play the whole game."""
    game, bot = PracticeGame(how, deal or Deal(SEED)), PatternsGreedyBot(1)
    model = evolve(TableModel(expected_game="patterns"), opponent=Opponent.PRACTICE)
    moments: list[Snapshot] = []
    models: list[TableModel] = []
    while True:
        while game.bot_is_to_move:
            game.let_bot_move()
        snapshot = game.snapshot()
        before, model = model, updates.with_snapshot(model, snapshot)
        if snapshot.result is not None:
            ended = flipping = updates.with_end(model, GameEnded(GameFinished(snapshot.result), None, snapshot))
            for motion in motions_between(before, model, FULL_LOOK):
                flipping = motions.moving_next(flipping, motion)
            return Sitting(tuple(moments), tuple(models), flipping, ended, game.replay())
        moments.append(snapshot)
        models.append(model)
        assert snapshot.view is not None
        game.play(bot.choose(snapshot.view))


@pytest.fixture(scope="session")
def sitting() -> Sitting:
    return sit()
