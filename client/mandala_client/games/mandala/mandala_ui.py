"""Mandala, as the client needs a game. The functions are documented at ``GameUI``."""

from __future__ import annotations

from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from mandala_client.games.bot_texts import LEVELS_AND_GREEDY
from mandala_protocol.games.game import Game
from mandala_protocol.games.mandala import MANDALA, MandalaMove, MandalaState

if TYPE_CHECKING:
    from mandala_client.games.lesson import Lesson
    from mandala_client.games.mandala.mandala_records import MandalaRecords
    from mandala_client.games.mandala.mandala_table import MandalaTable
    from mandala_client.games.mandala.mandala_words import MandalaWords
    from mandala_client.text.book import BookFolder


class MandalaUI:
    """All of it, each part imported when it is asked for."""

    rules: Game[MandalaState, MandalaMove] = MANDALA
    title = MANDALA.title
    bots = LEVELS_AND_GREEDY

    @cached_property
    def words(self) -> MandalaWords:
        from mandala_client.games.mandala.mandala_words import MandalaWords

        return MandalaWords()

    @cached_property
    def table(self) -> MandalaTable:
        from mandala_client.games.mandala.mandala_table import MandalaTable

        return MandalaTable()

    @cached_property
    def books(self) -> BookFolder:
        from mandala_client.games.colour_words import with_own_letters
        from mandala_client.text.book import BookFolder
        from mandala_protocol.games.mandala.colours import LETTERS

        # The points of the rules are those of docs/rules-mandala.md.
        return BookFolder(Path(__file__).parent / "books", LETTERS, "[SGABCKDE][1-9][0-9]?", with_own_letters)

    @cached_property
    def records(self) -> MandalaRecords:
        from mandala_client.games.mandala.mandala_records import MandalaRecords

        return MandalaRecords()

    @cached_property
    def lesson(self) -> Lesson:
        from mandala_client.games.mandala.mandala_lesson import LESSON

        return LESSON
