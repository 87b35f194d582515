"""Steps of a game that are shown in parts, such as the final flips of Patterns: one after another."""

from __future__ import annotations

from itertools import zip_longest
from typing import Any

from attrs import frozen

from mandala_client.games.game_words import GameWords
from mandala_client.text.player_names import Names
from mandala_client.ui.rows import Row
from mandala_protocol.record.steps import Step
from mandala_protocol.seats import Seat


@frozen
class Part:
    """A part of a step: the sentences about it, and the table after it.

    ``rows``: what is drawn of the sentences beside the table, as ``GameWords.event_rows`` says.
    """

    told: tuple[str, ...]
    table: Any
    rows: tuple[Row | None, ...]


def parts_of(words: GameWords[Any], step: Step, seat: Seat | None, names: Names) -> tuple[Part, ...]:
    """The parts of a step as this seat sees them, None for someone who looks on; empty for a step shown whole."""
    tables = words.unfolded(step)
    if not tables:
        return ()
    told = words.events(step, seat, names)
    drawn = words.event_rows(step, seat, names)
    both = list(zip_longest(told, drawn[: len(told)]))
    deed = len(told) - len(tables) + 1
    pieces = (both[:deed], *([one] for one in both[deed:]))
    return tuple(
        Part(tuple(text for text, _row in piece), table, tuple(shown for _text, shown in piece))
        for piece, table in zip(pieces, tables, strict=True)
    )
