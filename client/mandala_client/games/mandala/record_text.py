"""What happened in a game, for someone who reads its record: every player by name."""

from __future__ import annotations

from typing import TypeAlias

from mandala_client.games.mandala.event_text import Names, events, player_name
from mandala_client.games.mandala.score_text import by_colour
from mandala_client.text.language import _
from mandala_protocol.games.game import HAND, Counts, Revealed
from mandala_protocol.record.referee import Referee
from mandala_protocol.record.steps import Abandoned, Adjourned, Step
from mandala_protocol.seats import Seat

Happening: TypeAlias = Step | Adjourned | Abandoned
"""An event of the game, or a break in it, or how it was broken off."""


def happened_at(table: Referee, number: int) -> Happening | None:
    """Return what the last entry at a table brought about; None if nothing yet. ``number`` is that of the entry."""
    latest: list[Happening] = [*table.steps[-1:], *table.adjourned[-1:]]
    if table.abandoned is not None:
        latest.append(table.abandoned)
    return next((happening for happening in latest if happening.number == number), None)


def told(happening: Happening, names: Names) -> list[str]:
    """Return what happened, in sentences: the deed itself first, then what followed of it."""
    match happening:
        case Step():
            return events(happening, None, names) + _opened(happening, names)
        case Adjourned():
            return [_("Both players adjourn the game.")]
        case Abandoned(waited=waited):
            abandoned = _(
                "{waited}'s computer says that it waited for {gone}. The game is abandoned, without a result."
            )
            return [abandoned.format(waited=player_name(waited, names), gone=player_name(waited.other, names))]


def _opened(step: Step, names: Names) -> list[str]:
    """The hidden cards of both, as they were in the end."""
    if not isinstance(step.event, Revealed):
        return []
    return [
        _held(where == HAND, counts).format(name=player_name(seat, names), cards=by_colour(counts))
        for seat, holdings in zip(Seat, step.event.holdings, strict=True)
        for where, counts in holdings.items()
    ]


def _held(in_hand: bool, counts: Counts) -> str:
    if not in_hand:
        return _("{name}: the first two cards of the cup were {cards}.")
    return _("{name}: in hand {cards}.") if any(counts) else _("{name}: no cards in hand.")
