"""The interface of a game in the client: rules, words, books, table and records.

Everything else in the client takes these parts as a parameter, and finds them in the catalogue by the name of the game
on the wire. Nothing imports the folder of a game but the catalogue.
"""

from __future__ import annotations

import enum
from collections.abc import Mapping
from typing import Any, Protocol, TypeAlias, TypeVar

from attrs import evolve

from mandala_client.games.bot_texts import BotTexts
from mandala_client.games.game_records import GameRecords
from mandala_client.games.game_table import GameTable, TableScene
from mandala_client.games.game_words import GameWords
from mandala_client.games.how_to_choose import HowToChoose
from mandala_client.games.lesson import Lesson
from mandala_client.text.book import BookFolder, Booklet
from mandala_client.text.language import spoken
from mandala_client.ui.style import Look
from mandala_protocol.games.game import Game

StateT = TypeVar("StateT")
MoveT = TypeVar("MoveT")


class Book(enum.Enum):
    """A text that can be read at any time."""

    RULES = "rules"
    AID = "player aid"


class GameUI(Protocol[StateT, MoveT]):
    """One game. Each part is imported on demand: text mode needs no table, and nothing needs all at once."""

    @property
    def rules(self) -> Game[StateT, MoveT]:
        """The rules."""

    @property
    def title(self) -> str:
        """The name of the game, as people say it."""

    @property
    def bots(self) -> Mapping[str, BotTexts]:
        """Its own bots by their names on the command line, from the weakest to the strongest.

        The random bot, which plays every game, is not among them.
        """

    @property
    def words(self) -> GameWords[MoveT]:
        """Its sentences."""

    @property
    def table(self) -> GameTable[MoveT]:
        """Its table on a full screen."""

    @property
    def books(self) -> BookFolder:
        """Its rules and player aid, as texts."""

    @property
    def records(self) -> GameRecords[StateT]:
        """Its records."""

    @property
    def lesson(self) -> Lesson | None:
        """Its lesson; None for a game without one."""


AnyGameUI: TypeAlias = GameUI[Any, Any]


def booklet(game: AnyGameUI, book: Book) -> Booklet:
    """The rules or the player aid of a game, in the spoken language."""
    return (game.books.rules if book is Book.RULES else game.books.aid)(spoken())


def how_to_choose(game: AnyGameUI, scene: TableScene[Any], look: Look) -> HowToChoose[Any]:
    """The way to choose a move while none is chosen, with what is typed as an example; in a lesson that alone."""
    how = game.table.how_to_choose(scene, look)
    if scene.taught is not None:
        how = evolve(how, example=scene.taught, typed=(), opportunity="")
    return how if how.typed else evolve(how, typed=(game.words.notation(how.example),))
