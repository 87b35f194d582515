"""Patterns, as the client needs a game. The functions are documented at ``GameUI``."""

from __future__ import annotations

from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from mandala_client.games.bot_texts import LEVELS_AND_GREEDY
from mandala_protocol.games.game import Game
from mandala_protocol.games.patterns import PATTERNS, PatternsMove, PatternsState

if TYPE_CHECKING:
    from mandala_client.games.lesson import Lesson
    from mandala_client.games.patterns.patterns_records import PatternsRecords
    from mandala_client.games.patterns.patterns_table import PatternsTable
    from mandala_client.games.patterns.patterns_words import PatternsWords
    from mandala_client.text.book import BookFolder


class PatternsUI:
    """All of it, each part imported when it is asked for."""

    rules: Game[PatternsState, PatternsMove] = PATTERNS
    title = PATTERNS.title
    bots = LEVELS_AND_GREEDY

    @cached_property
    def words(self) -> PatternsWords:
        from mandala_client.games.patterns.patterns_words import PatternsWords

        return PatternsWords()

    @cached_property
    def table(self) -> PatternsTable:
        from mandala_client.games.patterns.patterns_table import PatternsTable

        return PatternsTable()

    @cached_property
    def books(self) -> BookFolder:
        from mandala_client.games.colour_words import with_own_letters
        from mandala_client.text.book import BookFolder
        from mandala_protocol.games.colours import LETTERS

        # The points are those of docs/rules-patterns.md.
        return BookFolder(Path(__file__).parent / "books", LETTERS, "[PTAOFXNEG][0-9]", with_own_letters)

    @cached_property
    def records(self) -> PatternsRecords:
        from mandala_client.games.patterns.patterns_records import PatternsRecords

        return PatternsRecords()

    @cached_property
    def lesson(self) -> Lesson:
        from mandala_client.games.patterns.patterns_lesson import LESSON

        return LESSON
