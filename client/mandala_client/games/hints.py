"""A hint for a player against a bot: a good move, and why, if the game can say."""

from __future__ import annotations

from typing import Any

from mandala_client.games.game_ui import AnyGameUI
from mandala_client.games.game_words import Hint
from mandala_client.text.language import _, error_text
from mandala_net.bots.bad_weights import BadWeights
from mandala_net.bots.catalogue import bots_of
from mandala_net.bots.move_review import TASTE
from mandala_protocol.conversation.snapshot import Snapshot


class NoHint(ValueError):
    """There is no hint; the text is one sentence for a person."""


def hint(game: AnyGameUI, snapshot: Snapshot) -> Hint[Any]:
    """The hint of the game, else the bare move of its strongest bot.

    It must be our move. Raises ``NoHint`` for a game with neither, and where the bots cannot judge.
    """
    try:
        given, makers = game.words.hint(snapshot), bots_of(game.rules.name).makers
        if given is not None:
            return given
        if not makers:
            raise NoHint(_("There are no hints in this game."))
        assert snapshot.view is not None, "whoever moves sees the game"
        *_weaker, make_strongest = makers.values()
        move = make_strongest(TASTE).choose(snapshot.view)
        return Hint(move, _("Hint: {move}.").format(move=game.words.notation(move)))
    except BadWeights as error:
        raise NoHint(error_text(error)) from error
