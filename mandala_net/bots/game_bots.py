"""The bots and the judge of a game."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TypeAlias

from attrs import field, frozen

from mandala_net.bots.move_review import Judge
from mandala_net.bots.player import Bot
from mandala_net.bots.programs.bot_lines import TableOf, no_table
from mandala_net.bots.teacher import Teacher

MakeBot: TypeAlias = Callable[[int], Bot]
"""A function that makes a bot from a seed; the same seed makes the same bot."""


@frozen
class GameBots:
    """The bots of one game.

    ``makers``: by name, from the weakest to the strongest; the random bot, which plays every game, is not among them.
    ``table_of`` shows a seat's view to bots that are programs of their own.
    ``teacher`` gives the teacher of the game, which foresees how it may end, and judges moves by that; it raises
    ``BadWeights``. Without one a ``judge`` says what a move gave away, and without both no move is judged.
    """

    makers: Mapping[str, MakeBot] = field(factory=dict)
    judge: Judge | None = None
    table_of: TableOf = no_table
    teacher: Callable[[], Teacher] | None = None
