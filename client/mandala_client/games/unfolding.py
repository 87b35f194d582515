"""Steps of a game that are shown in parts, such as the final flips of Patterns: one after another."""

from __future__ import annotations

from typing import Any

from attrs import frozen

from mandala_client.games.game_words import GameWords
from mandala_client.text.player_names import Names
from mandala_protocol.record.steps import Step
from mandala_protocol.seats import Seat


@frozen
class Part:
    """A part of a step: the sentences about it, and the table after it."""

    told: tuple[str, ...]
    table: Any


def parts_of(words: GameWords[Any], step: Step, seat: Seat | None, names: Names) -> tuple[Part, ...]:
    """The parts of a step as this seat sees them, None for someone who looks on; empty for a step shown whole."""
    tables = words.unfolded(step)
    if not tables:
        return ()
    told = words.events(step, seat, names)
    deed = len(told) - len(tables) + 1
    sentences = (tuple(told[:deed]), *((one,) for one in told[deed:]))
    return tuple(Part(*both) for both in zip(sentences, tables, strict=True))
