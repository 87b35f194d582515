"""The chance to win as a game goes on: in practice alone, from our own view alone."""

from __future__ import annotations

from mandala_client.games.forecast_text import no_chances
from mandala_client.games.game_ui import AnyGameUI
from mandala_client.text.language import _, error_text
from mandala_net.bots.bad_weights import BadWeights
from mandala_net.bots.catalogue import bots_of
from mandala_net.bots.forecast import Forecast
from mandala_protocol.conversation.snapshot import Pending, Snapshot


class NoChance(ValueError):
    """The chance cannot be told; the text is one sentence for a person."""


def live_chance(game: AnyGameUI, snapshot: Snapshot) -> Forecast:
    """Forecast our chance to win; it must be our move. Raises ``NoChance``."""
    if snapshot.view is None or snapshot.pending is not Pending.MOVE:
        raise NoChance(_("Your chance to win is shown on your turn."))
    make = bots_of(game.rules.name).teacher
    if make is None:
        raise NoChance(no_chances())
    try:
        return make().forecast(snapshot.view)
    except BadWeights as error:
        raise NoChance(error_text(error)) from error
