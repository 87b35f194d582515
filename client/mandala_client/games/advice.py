"""The advice of a game's bots to a player: a good move and why, and in practice the chance to win."""

from __future__ import annotations

from typing import Any

from mandala_client.games.forecast_text import no_chances
from mandala_client.games.game_ui import AnyGameUI
from mandala_client.games.game_words import Hint, view_of
from mandala_client.text.language import _, error_text
from mandala_net.bots.catalogue import bots_of
from mandala_net.bots.forecast import Forecast
from mandala_net.bots.move_review import TASTE
from mandala_net.bots.sealed_file import BadWeights
from mandala_protocol.conversation.snapshot import Pending, Snapshot


class NoAdvice(ValueError):
    """No bot can tell; the text is one sentence for a person."""


def hint(game: AnyGameUI, snapshot: Snapshot) -> Hint[Any]:
    """The hint of the game, else the bare move of its strongest bot.

    It must be our move. Raises ``NoAdvice`` for a game with neither, and where the bots cannot judge.
    """
    try:
        given, makers = game.words.hint(snapshot), bots_of(game.rules.name).makers
        if given is not None:
            return given
        if not makers:
            raise NoAdvice(_("There are no hints in this game."))
        *_weaker, make_strongest = makers.values()
        move = make_strongest(TASTE).choose(view_of(snapshot))
        return Hint(move, _("Hint: {move}.").format(move=game.words.notation(move)))
    except BadWeights as error:
        raise NoAdvice(error_text(error)) from error


def live_chance(game: AnyGameUI, snapshot: Snapshot) -> Forecast:
    """Forecast our chance to win; it must be our move. Raises ``NoAdvice``."""
    if snapshot.view is None or snapshot.pending is not Pending.MOVE:
        raise NoAdvice(_("Your chance to win is shown on your turn."))
    make = bots_of(game.rules.name).teacher
    if make is None:
        raise NoAdvice(no_chances())
    try:
        return make().forecast(snapshot.view)
    except BadWeights as error:
        raise NoAdvice(error_text(error)) from error
