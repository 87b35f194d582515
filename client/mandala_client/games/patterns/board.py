"""A table of Patterns as it is drawn: the scene, and what each field shows, now and after the chosen move.

Nothing depends on colour: each tile has its letter, a turned one the edges or the brackets of its owner, and a marker
its number.
"""

from __future__ import annotations

import enum
from functools import cached_property
from typing import Final

from attrs import frozen

from mandala_client.games.colour_signs import GAIN, LABEL
from mandala_client.games.game_table import TableScene, Viewer
from mandala_client.games.patterns.chooser import MoveOnField, field_of, kind_of, on_each_field, written
from mandala_client.games.patterns.preview import (
    Prospect,
    begins_with,
    best_at_once,
    closed_fields,
    points_at_once,
    prospect,
)
from mandala_client.ui.clicks import TableClick
from mandala_client.ui.style import Look
from mandala_protocol.games.colours import Colour
from mandala_protocol.games.game import Moved
from mandala_protocol.games.patterns import FlipTile, OpenGroup, PatternsMove, PatternsState, SwapTile, TakeStart
from mandala_protocol.games.patterns.board import FIELD_AT, FIELDS, NO_FIELDS, PLACES, FieldSet
from mandala_protocol.games.patterns.state import colour_at, owner_at
from mandala_protocol.seats import Seat

SEVERAL: Final = "*"
"""Stands for the letter of the action on a field where several are possible."""

CLOSES: Final = "!"
"""The mark of a move that closes tiles to the other player: fewer flips are left for that player."""


@frozen
class FieldClick(TableClick):
    """A field of the board."""

    field: int


@frozen
class StartClick(TableClick):
    """A start tile that can be taken."""

    colour: Colour


class Direction(enum.Enum):
    """The way from a field to the next one, in rows down and columns to the right."""

    LEFT = (0, -1)
    RIGHT = (0, 1)
    ABOVE = (-1, 0)
    BELOW = (1, 0)


def first_choice(scene: TableScene[PatternsMove]) -> PatternsMove:
    """The legal move that the arrow keys begin with; there must be one."""
    return begins_with(scene.state, scene.near, scene.moves) if scene.taught is None else scene.taught


class TileBoard:
    """The fields of a scene: their tiles, and what can be done there."""

    def __init__(self, scene: TableScene[PatternsMove], look: Look) -> None:
        self.scene, self.look, self.near = scene, look, scene.near
        self.state: PatternsState = scene.state
        self.is_looked_at = scene.viewer is Viewer.ONLOOKER
        self._colours = tuple(colour_at(self.state, number) for number in FIELDS)
        self._owners = tuple(owner_at(self.state, number) for number in FIELDS)
        self._fresh = self._just_turned()
        self._there = on_each_field(scene.moves)
        chosen = self._chosen_on_board()
        self.closed = NO_FIELDS if chosen is None else closed_fields(self.state, self.near, chosen)
        """The fields of the tiles that the other player could flip now, but not after the chosen move."""

    # The fields.

    def owner(self, number: int) -> Seat | None:
        """The player whose group the tile belongs to; None if it lies front up."""
        return self._owners[number]

    def colour(self, number: int) -> Colour:
        """The colour of the tile there."""
        return self._colours[number]

    def colour_then(self, number: int) -> Colour:
        """The colour of the tile there after the chosen move."""
        return self.chosen_colour if self.is_chosen(number) else self.colour(number)

    def is_joined(self, number: int, owner: Seat, towards: Direction = Direction.RIGHT) -> bool:
        """Return whether the next tile there belongs to the same group of its owner, or would after the chosen move."""
        (line, column), (rows, columns) = PLACES[number], towards.value
        other, colour = FIELD_AT.get((line + rows, column + columns)), self.colour_then(number)
        return other is not None and self.colour_then(other) is colour and bool(self._tiles(owner, colour) >> other & 1)

    def _tiles(self, owner: Seat, colour: Colour) -> FieldSet:
        """The fields of a group after the chosen move."""
        tiles = self.state.players[owner].groups[colour].tiles
        chosen = self._chosen_field
        if chosen is not None and owner is self.near and colour is self.chosen_colour:
            return tiles | 1 << chosen
        return tiles

    def marker(self, number: int) -> int | None:
        """The number of the marker on a tile: what each further tile of its group scores."""
        owner = self.owner(number)
        group = None if owner is None else self.state.players[owner].groups[self.colour(number)]
        return group.value if group is not None and group.marker == number else None

    @property
    def _final_flips(self) -> tuple[int, ...]:
        """The fields of the final flips so far, in their order."""
        return () if self.state.stopped is None else self.state.stopped.final_flips

    def final_flip(self, number: int) -> str:
        """The number of a final flip, for whoever does not play any more."""
        flips = () if self.scene.viewer is Viewer.PLAYER else self._final_flips
        return f"+{flips.index(number) + 1}" if number in flips else ""

    def _just_turned(self) -> frozenset[int]:
        """The fields whose tiles the latest steps have turned; whoever does not play sees final flips one by one."""
        moves = [step.event.move for step in self.scene.latest if isinstance(step.event, Moved)]
        turned = frozenset(number for move in moves if (number := field_of(move)) is not None)
        if self.scene.viewer is Viewer.PLAYER:
            return turned.union(self._final_flips) if turned else turned
        stopped = self.state.stopped
        has_just_ended = stopped is not None and not stopped.revealed
        return frozenset(self._final_flips[-1:]) if has_just_ended and self._final_flips else turned

    def style_of_change(self, number: int) -> str:
        """The style of a tile that has just been turned."""
        return "fresh" if number in self._fresh else ""

    # The moves.

    def moves_on(self, number: int) -> list[MoveOnField]:
        """The moves that can be chosen there, the one that is chosen first at the front."""
        return self._there.get(number, [])

    def label_on_tile(self, number: int) -> tuple[str, tuple[str, str]] | None:
        """The move there as it is typed, without the letter of a flip, and its points with their style.

        A mark says that it closes tiles, or that several moves are possible there. All groups that can be opened bring
        the same, which is said elsewhere.
        """
        there = self.moves_on(number)
        if not there:
            return None
        move, is_several = there[0], len(there) > 1
        kind = "" if is_several or isinstance(move, FlipTile) else kind_of(move)
        typed = f"{kind}{number}{SEVERAL if is_several else ''}{self.closing(move)}"
        brings = "" if isinstance(move, OpenGroup) else self.gain(move)
        is_best = self.scene.chosen is None and move in self._best
        return typed, (brings, GAIN if is_best else LABEL)

    def swapped_in(self, number: int) -> Colour | None:
        """The colour of the tile that a swap would put there; None where the move that is chosen first is no swap."""
        there = self.moves_on(number)
        return self.prospect(there[0]).colour if there and isinstance(there[0], SwapTile) else None

    @cached_property
    def _best(self) -> frozenset[PatternsMove]:
        """The moves that bring most points at once."""
        return frozenset(best_at_once(self.state, self.near, self.scene.moves))

    def begins_at(self, number: int) -> bool:
        """Return whether the arrow keys begin on this field, where nothing is chosen."""
        return self._begins_at == number

    @cached_property
    def _begins_at(self) -> int | None:
        if self.scene.chosen is not None or not self.scene.moves:
            return None
        return field_of(first_choice(self.scene))

    def gain(self, move: PatternsMove) -> str:
        """The points of a flip or a swap; for a group that is opened what each further tile will score."""
        if isinstance(move, OpenGroup):
            return f"×{self.next_marker}"
        brings = points_at_once(self.state, self.near, move)
        return f"+{brings}" if brings else ""

    def closing(self, move: PatternsMove) -> str:
        """The mark of a move that closes tiles to the other player."""
        return "" if isinstance(move, TakeStart) or not self.prospect(move).closed else CLOSES

    def prospect(self, move: MoveOnField) -> Prospect:
        """The prospect of a move that can be chosen."""
        return prospect(self.state, self.near, move)

    # The chosen move.

    def _chosen_on_board(self) -> MoveOnField | None:
        chosen = self.scene.chosen
        return None if isinstance(chosen, TakeStart) else chosen

    @cached_property
    def _chosen_field(self) -> int | None:
        chosen = self._chosen_on_board()
        return None if chosen is None else chosen.field

    def foreseen(self) -> Prospect | None:
        """The prospect of the chosen move; None if it is not on the board."""
        chosen = self._chosen_on_board()
        return None if chosen is None else self.prospect(chosen)

    def is_chosen(self, number: int) -> bool:
        """Return whether the chosen move is on this field."""
        return self._chosen_field == number

    def closed_mark(self, number: int) -> str:
        """The mark of a tile that the other player could flip now, but not after the chosen move."""
        return self.look.dash if self.closed >> number & 1 else ""

    @property
    def chosen_colour(self) -> Colour:
        """The colour of the tile that the chosen move turns."""
        seen = self.foreseen()
        assert seen is not None, "a move on the board is chosen"
        return seen.colour

    @property
    def chosen_gain(self) -> str:
        """The gain of the chosen move."""
        chosen = self.scene.chosen
        return "" if chosen is None else self.gain(chosen)

    @property
    def opens(self) -> bool:
        """Return whether the chosen move opens a group."""
        return isinstance(self.scene.chosen, OpenGroup)

    @property
    def chosen_notation(self) -> str:
        """The chosen move as it is typed."""
        chosen = self.scene.chosen
        return "" if chosen is None else written(chosen)

    def start_tiles(self) -> tuple[Colour, ...]:
        """The start tiles, as long as they are there."""
        taken = self.state.players[0].bowl is not None or self.state.stopped is not None
        return () if taken else self.state.start

    # The groups.

    @property
    def next_marker(self) -> int:
        """The number of the marker of the next group that the near player opens."""
        return self.state.players[self.near].opened + 1

    @cached_property
    def can_open(self) -> bool:
        """Return whether a group can be opened now."""
        return any(isinstance(move, OpenGroup) for move in self.scene.moves)

    @property
    def colour_to_open(self) -> Colour | None:
        """The colour of the group that the chosen move opens, or that can be opened now."""
        if self.opens:
            return self.chosen_colour
        return self.state.players[self.near].bowl if self.can_open else None

    @property
    def is_opened(self) -> bool:
        """Return whether there is a group."""
        return any(player.opened for player in self.state.players)

    def some_close(self) -> bool:
        """Return whether a move closes tiles to the other player."""
        return any(self.closing(there[0]) for there in self._there.values())

    def some_have_several(self) -> bool:
        """Return whether several moves are possible on a field."""
        return any(len(there) > 1 for there in self._there.values())
