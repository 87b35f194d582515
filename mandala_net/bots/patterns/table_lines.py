"""The view of a seat of Patterns as a JSON object, for bots that are programs. docs/writing-a-bot.md describes it."""

from __future__ import annotations

from typing import Any

from mandala_protocol.games.colours import COLOURS
from mandala_protocol.games.game import View
from mandala_protocol.games.patterns.board import fields_in
from mandala_protocol.games.patterns.position import format_board, format_owners
from mandala_protocol.games.patterns.state import PatternsPlayer, PatternsState
from mandala_protocol.seats import Seat


def table_of(view: View[PatternsState]) -> dict[str, Any]:
    """The whole state: nothing is hidden in Patterns."""
    state = view.state
    return {
        "start_tiles": [colour.letter for colour in state.start],
        "tiles": list(format_board(state)),
        "owners": [None if owner == "." else int(owner) for owner in format_owners(state, (Seat.HOST, Seat.GUEST))],
        "players": [_player(player) for player in state.players],
    }


def _player(player: PatternsPlayer) -> dict[str, Any]:
    groups = [(group, colour) for group, colour in zip(player.groups, COLOURS, strict=True) if group.tiles]
    return {
        "bowl": None if player.bowl is None else player.bowl.letter,
        "groups": [
            {
                "marker": group.value,
                "colour": colour.letter,
                "marker_on": group.marker,
                "fields": list(fields_in(group.tiles)),
            }
            for group, colour in sorted(groups, key=lambda pair: pair[0].value)
        ],
    }
