"""The state of Patterns, all of it public.

Whatever belongs to a player is in the order of the seats, whatever belongs to a colour in the order of the colours.
"""

from __future__ import annotations

from typing import Final, TypeAlias

from attrs import frozen

from mandala_protocol.games.colours import COLOURS, Colour
from mandala_protocol.games.game import EndReason, Termination
from mandala_protocol.games.patterns.board import NEXT_TO, NO_FIELDS, FieldSet, fields_in
from mandala_protocol.seats import Seat


class PatternsEnd(Termination):
    """The one way in which the rules of Patterns end a game: the player to move can do nothing (E1)."""

    STUCK = "stuck"


PatternsTermination: TypeAlias = PatternsEnd | EndReason
"""A way in which a game of Patterns ends: by its rules, or by its players."""


@frozen
class Group:
    """A player's group of one colour. Without tiles it has not been opened.

    ``value``: the number of its marker. ``marker``: the field under it. ``tiles``: its fields. ``border``: the fields
    next to these, whatever is on them; it follows from ``tiles`` and is kept because every move asks for it.
    """

    value: int
    marker: int | None
    tiles: FieldSet
    border: FieldSet


NOT_OPENED: Final = Group(0, None, NO_FIELDS, NO_FIELDS)


def group_of(value: int, marker: int | None, tiles: FieldSet) -> Group:
    """A group with these tiles, its border worked out."""
    border = NO_FIELDS
    for field in fields_in(tiles):
        border |= NEXT_TO[field]
    return Group(value, marker, tiles, border)


def opened_on(field: int, value: int) -> Group:
    """A new group with marker ``value`` on its only field (O3)."""
    return Group(value, field, 1 << field, NEXT_TO[field])


def extended(group: Group, field: int) -> Group:
    """The group with one more tile; its marker stays (O6)."""
    return Group(group.value, group.marker, group.tiles | 1 << field, group.border | NEXT_TO[field])


@frozen
class PatternsPlayer:
    """The possessions of one player. ``bowl``: the tile there, None until T2 is done. ``opened``: how many groups."""

    bowl: Colour | None
    groups: tuple[Group, ...]
    opened: int


@frozen
class Stopped:
    """The game has ended.

    ``resigned``: the seat that did. ``final_flips``: the fields of E2, in the order in which they were flipped.
    ``revealed``: both players have opened their keys after that.
    """

    termination: PatternsTermination
    resigned: Seat | None
    final_flips: tuple[int, ...]
    revealed: bool


@frozen(cache_hash=True)
class PatternsState:
    """The whole state.

    ``first``: the first player of T2. ``to_move``: the seat to move; at the end the one that could not, or that was to
    move when the players ended the game. ``start``: the start tiles, in canonical order. ``front_up``: by colour, the
    fields whose tile lies front up.
    """

    first: Seat
    to_move: Seat
    start: tuple[Colour, Colour]
    front_up: tuple[FieldSet, ...]
    players: tuple[PatternsPlayer, PatternsPlayer]
    stopped: Stopped | None


NOBODY_YET: Final = PatternsPlayer(None, (NOT_OPENED,) * len(COLOURS), 0)
"""A player before T2 is done."""


def all_front_up(state: PatternsState) -> FieldSet:
    """The fields whose tile lies front up, whatever its colour."""
    return sum(state.front_up)


def colour_at(state: PatternsState, field: int) -> Colour:
    """The colour of the tile on this field; both faces show it (T3)."""
    bit = 1 << field
    host, guest = state.players
    for colour in COLOURS:
        if (state.front_up[colour] | host.groups[colour].tiles | guest.groups[colour].tiles) & bit:
            return colour
    raise ValueError("there is no tile on this field")


def owner_at(state: PatternsState, field: int) -> Seat | None:
    """The seat whose group the tile on this field belongs to, None if it lies front up (N2)."""
    for seat, player in zip(Seat, state.players, strict=True):
        if any(group.tiles >> field & 1 for group in player.groups):
            return seat
    return None


def river(player: PatternsPlayer) -> tuple[Colour, ...]:
    """The colours that a player has opened, in that order: the first is worth 1 for each tile (O4)."""
    opened = [colour for colour in COLOURS if player.groups[colour].value]
    return tuple(sorted(opened, key=lambda colour: player.groups[colour].value))
