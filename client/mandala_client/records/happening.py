"""Sentences about the events of a record, for an observer: every player by name."""

from __future__ import annotations

from typing import TypeAlias

from mandala_client.games.game_ui import AnyGameUI
from mandala_client.text.language import _
from mandala_client.text.player_names import Names, player_name
from mandala_protocol.games.game import Revealed
from mandala_protocol.record.referee import Referee
from mandala_protocol.record.steps import Abandoned, Adjourned, Step

Happening: TypeAlias = Step | Adjourned | Abandoned
"""An event of the game, or a break in it, or how it was broken off."""


def happened_at(table: Referee, number: int) -> Happening | None:
    """Return the effect of the last entry at a table; None if there is none yet. ``number`` is that of the entry."""
    latest: list[Happening] = [*table.steps[-1:], *table.adjourned[-1:]]
    if table.abandoned is not None:
        latest.append(table.abandoned)
    return next((happening for happening in latest if happening.number == number), None)


def told(ui: AnyGameUI, happening: Happening, names: Names) -> list[str]:
    """The sentences about an event: the deed itself first, then what followed from it."""
    match happening:
        case Step(event=Revealed(holdings=holdings)):
            return ui.words.events(happening, None, names) + ui.records.opened(holdings, names)
        case Step():
            return ui.words.events(happening, None, names)
        case Adjourned():
            return [_("Both players adjourn the game.")]
        case Abandoned(waited=waited):
            abandoned = _(
                "{waited}'s computer says that it waited for {gone}. The game is abandoned, without a result."
            )
            return [abandoned.format(waited=player_name(waited, names), gone=player_name(waited.other, names))]
