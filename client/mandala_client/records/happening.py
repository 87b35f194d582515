"""The events of a record."""

from __future__ import annotations

from typing import Final, TypeAlias

from mandala_client.games.game_ui import AnyGameUI
from mandala_client.games.table_events import TableEvent, wording_for_all
from mandala_protocol.games.game import Revealed
from mandala_protocol.record.referee import Referee
from mandala_protocol.record.steps import Abandoned, Adjourned, Step
from mandala_protocol.sentence import N_

Happening: TypeAlias = Step | Adjourned | Abandoned
"""An event of the game, or a break in it, or how it was broken off."""

_ADJOURNED: Final = wording_for_all(N_("Both players adjourn the game."))
_ABANDONED: Final = wording_for_all(
    N_("{waited}'s computer says that it waited for {gone}. The game is abandoned, without a result.")
)


def happened_at(referee: Referee, number: int) -> Happening | None:
    """Return the effect of the last entry at a table; None if there is none yet. ``number`` is that of the entry."""
    latest: list[Happening] = [*referee.steps[-1:], *referee.adjourned[-1:]]
    if referee.abandoned is not None:
        latest.append(referee.abandoned)
    return next((happening for happening in latest if happening.number == number), None)


def events_of(ui: AnyGameUI, happening: Happening) -> tuple[TableEvent, ...]:
    """The events of a happening: the deed itself first, then what followed from it."""
    match happening:
        case Step(event=Revealed(holdings=holdings)):
            return (*ui.words.events(happening), *ui.records.opened(holdings))
        case Step():
            return ui.words.events(happening)
        case Adjourned():
            return (TableEvent(_ADJOURNED),)
        case Abandoned(waited=waited):
            return (TableEvent(_ABANDONED, values={"waited": waited, "gone": waited.other}),)
