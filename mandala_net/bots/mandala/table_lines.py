"""The view of a seat of Mandala as a JSON object, for bots that are programs. docs/writing-a-bot.md describes it."""

from __future__ import annotations

from typing import Any

from mandala_protocol.games.game import HAND, Counts, View
from mandala_protocol.games.mandala import COLOURS, MandalaState
from mandala_protocol.games.mandala.colours import NO_CARDS
from mandala_protocol.games.mandala.state import Claiming, Mandala, PlayerArea


def table_of(view: View[MandalaState]) -> dict[str, Any]:
    """The public state, and the cards that this seat alone knows: its hand and the starting cards of its cup."""
    state = view.state
    return {
        "hand": _pile(view.holdings.get(HAND, NO_CARDS)),
        "cup": _pile(view.holdings.get("cup", NO_CARDS)),
        "mandalas": [_mandala(mandala) for mandala in state.mandalas],
        "players": [_player(player) for player in state.players],
        "claiming": state.phase.mandala if isinstance(state.phase, Claiming) else None,
        "draw_pile": state.draw_pile,
        "discard_pile": _pile(state.discard),
        "last_round": state.triggered,
        "discards_in_a_row": state.discards_in_a_row,
    }


def _mandala(mandala: Mandala) -> dict[str, Any]:
    return {"mountain": _pile(mandala.mountain), "fields": [_pile(field) for field in mandala.fields]}


def _player(player: PlayerArea) -> dict[str, Any]:
    return {
        "river": [colour.letter for colour in player.river],
        "claimed": _pile(player.claimed),
        "sealed": player.sealed,
        "hand": player.hand,
    }


def _pile(counts: Counts) -> dict[str, int]:
    """Return the number of cards of each colour that is there, by its letter."""
    return {colour.letter: count for colour, count in zip(COLOURS, counts, strict=True) if count}
