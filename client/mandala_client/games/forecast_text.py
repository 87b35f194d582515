"""Forecasts in words: the chance to win, and in a review the expected margin."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from mandala_client.text.language import _, pgettext
from mandala_net.bots.forecast import Forecast
from mandala_protocol.games.game import Game, Moved, MoveT
from mandala_protocol.seats import Seat


def chance_of(forecast: Forecast) -> str:
    """Return text such as "78 %"."""
    return pgettext("a share", "{percent} %").format(percent=forecast.in_100)


def chance_to_win(forecast: Forecast) -> str:
    """Return text such as "78 % to win"."""
    return _("{chance} to win").format(chance=chance_of(forecast))


def told_hint(move: str, forecast: Forecast, reason: str) -> str:
    """The sentence of a hint: a move in our notation, and why if there is a reason."""
    chance = chance_to_win(forecast)
    if not reason:
        return _("Hint: {move} ({chance}).").format(move=move, chance=chance)
    return _("Hint: {move} ({chance}) – {reason}.").format(move=move, chance=chance, reason=reason)


def told_line(line: Sequence[Moved[MoveT]], own: Seat, name: str, written: Callable[[MoveT], str]) -> str:
    """The sentence on the moves that are expected after that of a hint; ``name`` is the other player's.

    ``written`` gives a move in our notation.
    """
    movers = {own: pgettext("before a move that you are expected to make", "you"), own.other: name}
    moves = ", ".join(f"{movers[moved.seat]} {written(moved.move)}" for moved in line)
    return _("Expected next: {moves}.").format(moves=moves)


def margin_of(forecast: Forecast) -> str:
    """The expected margin in points, such as "+6"."""
    margin = round(forecast.margin)
    return f"{margin:+}" if margin else "0"


def own_chance(forecast: Forecast) -> str:
    """The sentence for the player whose chance it is."""
    return _("Your chance to win: {chance}.").format(chance=chance_of(forecast))


def has_chances(rules: Game[Any, Any]) -> bool:
    """Return whether a teacher foresees the chance to win in this game. This brings the bots of the game along."""
    from mandala_net.bots.catalogue import bots_of

    return bots_of(rules.name).teacher is not None


def no_chances() -> str:
    """The answer to who asks for the chance in a game without a teacher."""
    return _("In this game no bot can estimate the chance to win.")


def only_in_practice() -> str:
    """The answer to who asks for the chance in any other game."""
    return _("You see your chance to win only in a practice game.")
