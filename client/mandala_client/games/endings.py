"""Sentences about a game that ends before its rules end it, the same for every game."""

from __future__ import annotations

from typing import assert_never

from mandala_client.text.language import _
from mandala_client.text.player_names import Perspective
from mandala_protocol.games.game import EndOfGame, EndReason


def ended_early(event: EndOfGame, perspective: Perspective) -> str:
    """The sentence about what a player, or both, did to end the game."""
    match event.reason:
        case EndReason.RESIGNED:
            assert event.seat is not None, "somebody resigned"
            return perspective.say(event.seat, _("You resign."), _("{name} resigns."))
        case EndReason.AGREED:
            return _("Both players agree to end the game now and score it.")
        case _:
            assert_never(event.reason)


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
