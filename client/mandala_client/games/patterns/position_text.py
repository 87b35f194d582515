"""The position of Patterns in sentences, for whoever asks in text mode."""

from __future__ import annotations

from typing import Final

from mandala_client.games.colour_words import colour_name
from mandala_client.text.language import _, ngettext, pgettext
from mandala_client.text.numbers import list_of
from mandala_client.text.player_names import player_name
from mandala_protocol.conversation.snapshot import Snapshot
from mandala_protocol.games.patterns import (
    PatternsState,
)
from mandala_protocol.games.patterns.board import FIELDS, ROW_LENGTHS, fields_in
from mandala_protocol.games.patterns.state import colour_at, owner_at, river
from mandala_protocol.seats import Seat


def state_of(snapshot: Snapshot) -> PatternsState:
    """The state of a game that has begun."""
    assert snapshot.view is not None, "the game has begun"
    state: PatternsState = snapshot.view.state
    return state


def table(snapshot: Snapshot) -> list[str]:
    """The board row by row, then the groups and the bowls of both players."""
    state, seat = state_of(snapshot), snapshot.seat
    other = player_name(seat.other, snapshot.names)
    lines = [_row(state, seat, first, length) for first, length in _ROWS]
    lines.append(_("“Yours” and “theirs” are turned tiles; all others are front up."))
    for who, name in ((seat, None), (seat.other, other)):
        lines += _groups(state, who, name)
    return lines


_ROWS: Final = tuple((sum(ROW_LENGTHS[:number]), length) for number, length in enumerate(ROW_LENGTHS))
"""The first field of each row, and how many it has."""


def _row(state: PatternsState, seat: Seat, first: int, length: int) -> str:
    text = _("Fields {first} to {last}: {tiles}.")
    tiles = ", ".join(_tile(state, seat, field) for field in FIELDS[first : first + length])
    return text.format(first=first, last=first + length - 1, tiles=tiles)


def _tile(state: PatternsState, seat: Seat, field: int) -> str:
    colour = colour_name(colour_at(state, field))
    match owner_at(state, field):
        case None:
            return colour
        case owner if owner is seat:
            return pgettext("a turned tile", "{colour} yours").format(colour=colour)
        case _:
            return pgettext("a turned tile", "{colour} theirs").format(colour=colour)


def _groups(state: PatternsState, who: Seat, name: str | None) -> list[str]:
    """The bowl and the groups of a player, in sentences; "you" if there is no name."""
    player = state.players[who]
    lines = []
    if player.bowl is not None:
        text = _("The tile in your bowl is {colour}.") if name is None else _("The tile in {name}'s bowl is {colour}.")
        lines.append(text.format(name=name, colour=colour_name(player.bowl)))
    if not player.opened:
        text = _("You have no group.") if name is None else _("{name} has no group.")
        return [*lines, text.format(name=name)]
    for colour in river(player):
        group = player.groups[colour]
        count = group.tiles.bit_count()
        if name is None:
            text = ngettext(
                "Your {colour} group, marker {value}: {count} tile on field {fields}.",
                "Your {colour} group, marker {value}: {count} tiles on fields {fields}.",
                count,
            )
        else:
            text = ngettext(
                "{name}'s {colour} group, marker {value}: {count} tile on field {fields}.",
                "{name}'s {colour} group, marker {value}: {count} tiles on fields {fields}.",
                count,
            )
        said = text.format(
            name=name,
            colour=colour_name(colour),
            value=group.value,
            count=count,
            fields=list_of([str(field) for field in fields_in(group.tiles)]),
        )
        lines.append(said)
    return lines
