"""What happened in a game, for somebody who reads its record: every player by name."""

from __future__ import annotations

from typing import Final, TypeAlias

from mandala_client import telling
from mandala_client.deeds import Names
from mandala_protocol.games.game import Revealed
from mandala_protocol.happenings import Abandoned, Adjourned, Step
from mandala_protocol.seats import Seat
from mandala_protocol.table import Table

Happening: TypeAlias = Step | Adjourned | Abandoned
"""An event of the game, or a break in it, or how it was broken off."""


def happened_at(table: Table, number: int) -> Happening | None:
    """What the last entry at a table brought about; None if nothing yet. ``number`` is that of the entry."""
    latest: list[Happening] = [*table.steps[-1:], *table.adjourned[-1:]]
    if table.abandoned is not None:
        latest.append(table.abandoned)
    return next((happening for happening in latest if happening.number == number), None)


def told(happening: Happening, names: Names) -> list[str]:
    """What happened, in sentences: the deed itself first, then what followed of it."""
    match happening:
        case Step():
            sentences = telling.events(happening, None, names)
            return sentences + _opened(happening, names)
        case Adjourned():
            return ["Both players adjourn the game, to go on with it later."]
        case Abandoned(waited=waited):
            waiting, gone = (telling.player_name(seat, names) for seat in (waited, waited.other))
            return [f"{waiting} has waited for {gone} in vain, and calls the game abandoned; it has no result."]


_WHERE: Final = {"hand": "in hand", "cup": "the first two cards of the cup were"}


def _opened(step: Step, names: Names) -> list[str]:
    """The hidden cards of both, as they were in the end."""
    if not isinstance(step.event, Revealed):
        return []
    return [
        f"{telling.player_name(seat, names)}: {_WHERE.get(where, where)} {telling.by_colour(counts) or 'nothing'}."
        for seat, holdings in zip(Seat, step.event.holdings, strict=True)
        for where, counts in holdings.items()
    ]
