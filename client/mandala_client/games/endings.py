"""Sentences about a game that ends before its rules end it, the same for every game."""

from __future__ import annotations

from typing import Final, assert_never

from mandala_client.games.table_events import TableEvent, Wording, wording_for_all
from mandala_client.text.language import _
from mandala_protocol.games.game import EndOfGame, EndReason
from mandala_protocol.sentence import N_

_WORDINGS: Final = {
    EndReason.RESIGNED: Wording(N_("You resign."), N_("{name} resigns.")),
    EndReason.AGREED: wording_for_all(N_("Both players agree to end the game now and score it.")),
}


def ended_early(event: EndOfGame) -> TableEvent:
    """The event that a player, or both, ended the game early."""
    return TableEvent(_WORDINGS[event.reason], event.seat)


def why_ended_early(reason: EndReason, other: str, *, we_won: bool) -> str:
    """The reason for the end of a game, from our side; ``other`` is the other player's name."""
    match reason:
        case EndReason.RESIGNED if we_won:
            return _("{name} resigned; you win.").format(name=other)
        case EndReason.RESIGNED:
            return _("You resigned; {name} wins.").format(name=other)
        case EndReason.AGREED:
            return _("You both agreed to end it.")
        case _:
            assert_never(reason)


def why_ended_early_for_all(reason: EndReason, loser: str) -> str:
    """The reason for the end of a game, for an observer; ``loser`` is the name of the player who lost, if one won."""
    match reason:
        case EndReason.RESIGNED:
            return _("{name} resigned.").format(name=loser)
        case EndReason.AGREED:
            return _("Both agreed to end it.")
        case _:
            assert_never(reason)
