"""Forecasts in words: the chance to win, and the expected margin."""

from __future__ import annotations

from typing import Any

from mandala_client.text.language import _, ngettext
from mandala_net.bots.forecast import Forecast
from mandala_protocol.games.game import Game


def expected(forecast: Forecast) -> str:
    """Return text such as "78 in 100, about +6 points"."""
    margin = round(forecast.margin)
    text = ngettext("{chance} in 100, about {margin} point", "{chance} in 100, about {margin} points", abs(margin))
    return text.format(chance=forecast.in_100, margin=signed(margin))


def own_chance(forecast: Forecast) -> str:
    """The sentence for the player whose chance it is."""
    return _("Your chance to win: {expected}.").format(expected=expected(forecast))


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


def signed(number: int) -> str:
    """The number with its sign, 0 without."""
    return f"{number:+}" if number else "0"
