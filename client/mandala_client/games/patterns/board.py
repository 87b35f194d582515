"""The parts of the table of Patterns: what each field and each player shows, now and after the chosen move.

Nothing depends on colour: each tile has its letter, a turned one the brackets of its owner, square ones for the near
player and round ones for the far one, and a marker its number.
"""

from __future__ import annotations

import enum
from collections.abc import Sequence
from functools import cached_property
from typing import Final

from mandala_client.games.badges import SIDE_EDGES, badge, name_tag, named_as_you, side_tag
from mandala_client.games.card_piles import Spot
from mandala_client.games.colour_signs import GAIN, LABEL, sign_of, with_coloured_signs
from mandala_client.games.colour_words import letter_of
from mandala_client.games.patterns.chooser import field_of, kind_of, on_field
from mandala_client.games.patterns.notation import as_typed, written
from mandala_client.games.patterns.preview import (
    Prospect,
    begins_with,
    best_at_once,
    best_of_each_kind,
    closed_fields,
    points_at_once,
    prospect,
    start_left,
)
from mandala_client.games.patterns.tile_scene import TileScene
from mandala_client.text.language import _, pgettext
from mandala_client.text.numbers import points as points_in_words
from mandala_client.text.player_names import player_name
from mandala_client.ui.rows import BLANK, Fragment, Row, as_label, padded, row, shortened, text_row, width_of
from mandala_client.ui.themes import KEY_CAP
from mandala_protocol.games.colours import COLOURS, Colour
from mandala_protocol.games.patterns import FlipTile, OpenGroup, PatternsMove, SwapTile, TakeStart
from mandala_protocol.games.patterns.board import FIELD_AT, FIELDS, NO_FIELDS, PLACES, FieldSet
from mandala_protocol.games.patterns.legality import mover
from mandala_protocol.games.patterns.scoring import points
from mandala_protocol.games.patterns.state import Group, colour_at, owner_at, river
from mandala_protocol.seats import Seat

_OWNER: Final = 12
"""A name where there is little room, in columns."""

SEVERAL: Final = "*"
"""Stands for the letter of the action on a field where several are possible."""

CLOSES: Final = "!"
"""The mark of a move that closes tiles to the other player: fewer flips are left for that player."""


class Direction(enum.Enum):
    """The way from a field to the next one, in rows down and columns to the right."""

    LEFT = (0, -1)
    RIGHT = (0, 1)
    ABOVE = (-1, 0)
    BELOW = (1, 0)


class TileBoard:
    """The parts of the table, for one scene."""

    def __init__(self, scene: TileScene) -> None:
        self.look, self.state, self.near = scene.look, scene.state, scene.near
        self._scene = scene
        self._colours = tuple(colour_at(scene.state, number) for number in FIELDS)
        self._owners = tuple(owner_at(scene.state, number) for number in FIELDS)
        fields = {number for move in scene.moves if (number := field_of(move)) is not None}
        self._there = {number: on_field(scene.moves, number) for number in fields}
        self._closed = self._closed_by_chosen()

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
        group = self._group_on(number)
        return group.value if group is not None and group.marker == number else None

    def _group_on(self, number: int) -> Group | None:
        owner = self.owner(number)
        return None if owner is None else self.state.players[owner].groups[self.colour(number)]

    def final_flip(self, number: int) -> str:
        """The number of a final flip."""
        order = self._scene.order.get(number)
        return "" if order is None else f"+{order}"

    def style_of_change(self, number: int) -> str:
        """The style of a tile that has just been turned."""
        return "fresh" if number in self._scene.fresh else ""

    # The moves.

    def moves_on(self, number: int) -> list[PatternsMove]:
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
        typed = f"{kind}{number}{SEVERAL if is_several else ''}{self._closing(move)}"
        brings = "" if isinstance(move, OpenGroup) else self.gain(move)
        is_best = self._scene.chosen is None and move in self._best
        return typed, (brings, GAIN if is_best else LABEL)

    def swapped_in(self, number: int) -> Colour | None:
        """The colour of the tile that a swap would put there; None where the move that is chosen first is no swap."""
        there = self.moves_on(number)
        return self._prospect(there[0]).colour if there and isinstance(there[0], SwapTile) else None

    @cached_property
    def _best(self) -> frozenset[PatternsMove]:
        """The moves that bring most points at once."""
        return frozenset(best_at_once(self.state, self.near, self._scene.moves))

    def begins_at(self, number: int) -> bool:
        """Return whether the arrow keys begin on this field, where nothing is chosen."""
        return self._begins_at == number

    @cached_property
    def _begins_at(self) -> int | None:
        if self._scene.chosen is not None or not self._scene.moves:
            return None
        return field_of(begins_with(self.state, self.near, self._scene.moves))

    def gain(self, move: PatternsMove) -> str:
        """The points of a flip or a swap; for a group that is opened what each further tile will score."""
        if isinstance(move, OpenGroup):
            return f"×{self._next_marker}"
        brings = points_at_once(self.state, self.near, move)
        return f"+{brings}" if brings else ""

    def _closing(self, move: PatternsMove) -> str:
        """The mark of a move that closes tiles to the other player."""
        return "" if isinstance(move, TakeStart) or not self._prospect(move).closed else CLOSES

    def _prospect(self, move: OpenGroup | FlipTile | SwapTile) -> Prospect:
        """The prospect of a move that can be chosen."""
        return prospect(self.state, self.near, move)

    # The chosen move.

    def _chosen_on_board(self) -> OpenGroup | FlipTile | SwapTile | None:
        chosen = self._scene.chosen
        return None if isinstance(chosen, TakeStart) else chosen

    @cached_property
    def _chosen_field(self) -> int | None:
        chosen = self._chosen_on_board()
        return None if chosen is None else chosen.field

    def _foreseen(self) -> Prospect | None:
        chosen = self._chosen_on_board()
        return None if chosen is None else self._prospect(chosen)

    def _closed_by_chosen(self) -> FieldSet:
        chosen = self._chosen_on_board()
        return NO_FIELDS if chosen is None else closed_fields(self.state, self.near, chosen)

    def is_chosen(self, number: int) -> bool:
        """Return whether the chosen move is on this field."""
        return self._chosen_field == number

    def closed_mark(self, number: int) -> str:
        """The mark of a tile that the other player could flip now, but not after the chosen move."""
        return self.look.dash if self._closed >> number & 1 else ""

    @property
    def chosen_colour(self) -> Colour:
        """The colour of the tile that the chosen move turns."""
        seen = self._foreseen()
        assert seen is not None, "a move on the board is chosen"
        return seen.colour

    @property
    def chosen_gain(self) -> str:
        """The gain of the chosen move."""
        chosen = self._scene.chosen
        return "" if chosen is None else self.gain(chosen)

    @property
    def opens(self) -> bool:
        """Return whether the chosen move opens a group."""
        return isinstance(self._scene.chosen, OpenGroup)

    @property
    def chosen_notation(self) -> str:
        """The chosen move as it is typed."""
        chosen = self._scene.chosen
        return "" if chosen is None else written(chosen)

    def start_tiles(self) -> tuple[Colour, ...]:
        """The start tiles, as long as they are there."""
        taken = self.state.players[0].bowl is not None or self.state.stopped is not None
        return () if taken else self.state.start

    def is_chosen_start(self, colour: Colour) -> bool:
        """Return whether this start tile is chosen."""
        return self._scene.chosen == TakeStart(colour)

    # The players.

    def marked_name(self, seat: Seat, width: int) -> Row:
        """The name in exactly ``width`` columns, lit up behind a mark if it is that player's move."""
        name, moves = player_name(seat, self._scene.names), mover(self.state) is seat
        return badge(name, width, self.look, is_you=seat is self._scene.you, moves=moves)

    def name_tag(self, seat: Seat, width: int) -> Row:
        """The name of the player there as a tag in at most ``width`` columns, lit up if it is that player's move."""
        name, moves = player_name(seat, self._scene.names), mover(self.state) is seat
        return name_tag(name, width, self.look, is_you=seat is self._scene.you, moves=moves)

    def side_tag(self, seat: Seat, width: int) -> Row:
        """The name, or that it is you, in at most ``width`` columns; in the accent if it is that player's move.

        Both are there if they have room.
        """
        shown, is_you = self._owner_name(seat, width), seat is self._scene.you
        both = named_as_you(player_name(seat, self._scene.names))
        if is_you and width_of(both) + SIDE_EDGES <= width:
            shown = both
        return side_tag(shown, width, self.look, moves=mover(self.state) is seat)

    def owner_label(self, seat: Seat, width: int) -> Row:
        """The name, or that it is you, above what belongs to that player."""
        return text_row(self._owner_name(seat, width), "label")

    def changed_points(self, seat: Seat) -> Row:
        """The points before and after the chosen move; nothing where they stay, or are not shown."""
        now, then = self._points(seat)
        return row(self.points_text(seat)) if self._scene.scored and now != then else BLANK

    def points_text(self, seat: Seat) -> Fragment:
        """The points of a player, now and after the chosen move; nothing if they are not shown."""
        if not self._scene.scored:
            return Fragment("")
        now, then = self._points(seat)
        text = str(now) if then == now else f"{now}{self.look.becomes}{then}"
        return Fragment(_("points {points}").format(points=text), "title" if then == now else "target")

    def points_now(self, seat: Seat) -> int | None:
        """The points of a player now; None if they are not shown."""
        return self._points(seat)[0] if self._scene.scored else None

    def points_beside_figures(self, seat: Seat) -> Fragment:
        """The label of large figures, or how the points change with the chosen move."""
        now, then = self._points(seat)
        fragment = self.points_text(seat)
        return Fragment(_("points"), "label") if fragment.text and now == then else fragment

    def _points(self, seat: Seat) -> tuple[int, int]:
        """The points of a player now, and after the chosen move."""
        now, seen = points(self.state.players[seat]), self._foreseen()
        then = now if seen is None else seen.scores[seat]
        return now, then

    def bowls(self, seat: Seat) -> tuple[Colour, ...]:
        """The tile in the bowl, and behind it the one after the chosen move if that is another one."""
        bowl, chosen, seen = self.state.players[seat].bowl, self._scene.chosen, self._foreseen()
        if isinstance(chosen, TakeStart):
            return (chosen.colour if seat is self.near else start_left(self.state, chosen.colour),)
        if bowl is None:
            return ()
        if seen is None or seen.taken is None or seat is not self.near:
            return (bowl,)
        return bowl, seen.taken

    def not_opened(self, seat: Seat) -> tuple[Colour, ...]:
        """The colours that a player has not opened, also after the chosen move."""
        opened = set(river(self.state.players[seat]))
        if seat is self.near and self.opens:
            opened.add(self.chosen_colour)
        return tuple(colour for colour in COLOURS if colour not in opened)

    # The markers and their groups.

    def pile(self, seat: Seat, slot: int) -> Spot:
        """The tiles of the group of a marker, counted from 0, with the one that the chosen move adds.

        The strip below says what each further tile scores.
        """
        opened, seen = river(self.state.players[seat]), self._foreseen() if seat is self.near else None
        value, is_hollow = f"×{slot + 1}", self._is_hollow(seat)
        if slot < len(opened):
            colour = opened[slot]
            count = self.state.players[seat].groups[colour].tiles.bit_count()
            if seen is not None and seen.colour is colour:
                becomes = f"{count}{self.look.becomes}{count + 1}"
                texts = f"{sign_of(self.look, colour)} {becomes}", f"{letter_of(colour)}{becomes}"
                return Spot(colour, texts, count + 1, strip=value, above_strip=texts, is_hollow=is_hollow)
            texts = f"{sign_of(self.look, colour)}{count}", f"{letter_of(colour)}{count}"
            return Spot(colour, texts, count, strip=value, above_strip=texts, is_hollow=is_hollow)
        if slot == len(opened) and seat is self.near:
            if self.opens:
                colour = self.chosen_colour
                texts = f"{sign_of(self.look, colour)}+1", f"{letter_of(colour)}+1"
                return Spot(colour, texts, 1, strip=value, above_strip=texts, is_hollow=is_hollow)
            if self._can_open:
                return Spot(0, ("+",), outline="target", strip=value, above_strip=("+",))
        return Spot(0, outline="faint", strip=value, is_shaded=True)

    def _is_hollow(self, seat: Seat) -> bool:
        """Return whether the piles of this player are outlined."""
        return seat is not self.near and not self.look.tile.is_bracketed

    def next_score(self, seat: Seat, colour: Colour) -> Spot:
        """The points of the next tile of a group; quiet where it can be opened, and nothing where it cannot."""
        group, is_far = self.state.players[seat].groups[colour], seat is not self.near
        if group.tiles:
            return Spot(colour, (f"+{group.value}",), 1, is_hollow=is_far, is_thin=is_far)
        if is_far or colour is not self._colour_to_open:
            return Spot(colour)
        return Spot(colour, (f"+{self._next_marker}",), outline="target" if self.opens else "faint")

    @property
    def _next_marker(self) -> int:
        """The number of the marker of the next group that the near player opens."""
        return self.state.players[self.near].opened + 1

    @cached_property
    def _can_open(self) -> bool:
        """Return whether a group can be opened now."""
        return any(isinstance(move, OpenGroup) for move in self._scene.moves)

    @property
    def _colour_to_open(self) -> Colour | None:
        """The colour of the group that the chosen move opens, or that can be opened now."""
        if self.opens:
            return self.chosen_colour
        return self.state.players[self.near].bowl if self._can_open else None

    def bowl_gain(self, seat: Seat) -> str:
        """The gain of every move with the tile in the bowl, such as "O×3" or "X+2": either all open, or all swap."""
        moves = [move for move in self._scene.moves if isinstance(move, OpenGroup | SwapTile)]
        return f"{kind_of(moves[0])}{self.gain(moves[0])}" if moves and seat is self.near else ""

    # What the signs mean.

    def legend(self) -> list[Row]:
        """The meaning of those signs that are there, in a few words each."""
        moves = [row(as_typed(move), " ", self._does(move)) for move in self._examples()]
        return [*moves, *_explained([*self._sign_of_points(), *self._signs_of_moves()])]

    def legend_in_words(self) -> list[Row]:
        """The meaning of the signs that are there, with what becomes of the tiles in the best move of each kind."""
        examples = self._examples()
        columns = max((width_of(as_typed(move)) for move in examples), default=0)
        keys = [Fragment(f" {padded(as_typed(move), columns)} ", KEY_CAP) for move in examples]
        moves = [row(key, " ", self._does_in_words(move)) for key, move in zip(keys, examples, strict=True)]
        return [*moves[:1], *_explained(self._signs_of_moves()), *moves[1:]]

    def _examples(self) -> list[OpenGroup | FlipTile | SwapTile]:
        """The best move of each kind, flips first."""
        best = best_of_each_kind(self.state, self.near, self._scene.moves)
        on_board = [move for move in best if not isinstance(move, TakeStart)]
        return sorted(on_board, key=lambda move: not isinstance(move, FlipTile))

    def _does(self, move: OpenGroup | FlipTile | SwapTile) -> Row:
        """The effect of a move, in a word or two."""
        return row(Fragment(_what_it_does(move).format(value=self._next_marker), "label"))

    def _does_in_words(self, move: OpenGroup | FlipTile | SwapTile) -> Row:
        """The effect of a move in words, with what becomes of the tiles."""
        seen = self._prospect(move)
        tile = sign_of(self.look, seen.colour)
        taken = "" if seen.taken is None else sign_of(self.look, seen.taken)
        brings = points_in_words(points_at_once(self.state, self.near, move))
        effect = with_coloured_signs(_what_becomes_of_tiles(move).format(tile=tile, taken=taken, points=brings))
        does, colon, becomes = effect[0].text.partition(":")
        return row(does, as_label(row(colon, becomes, *effect[1:])))

    def _sign_of_points(self) -> list[tuple[str, str]]:
        has_points = any(isinstance(move, FlipTile | SwapTile) for move in self._scene.moves)
        return [("+n", _("points"))] if has_points else []

    def _signs_of_moves(self) -> list[tuple[str, str]]:
        return [*([(CLOSES, _("closes"))] if self._some_close() else []), *self._further_signs()]

    def brief_legend(self) -> list[Row]:
        """The signs of what can be done with tiles that belong to nobody."""
        kinds = {type(move) for move in self._scene.moves}
        signs = ((FlipTile, "+n", _("flip")), (SwapTile, "X", _("swap")))
        return _explained([(sign, meaning) for kind, sign, meaning in signs if kind in kinds])

    def brief_owner(self, seat: Seat) -> Fragment:
        """The name beside a sample of that player's tiles, where there is little room."""
        return Fragment(self._owner_name(seat, _OWNER), "label")

    def sample_colour(self, seat: Seat) -> Colour | None:
        """The colour of the tile that shows how those of a player look; None before the first group."""
        opened = river(self.state.players[seat])
        # A black tile shows least how both differ.
        return next((group for group in opened if group is not Colour.BLACK), next(iter(opened), None))

    def _owner_name(self, seat: Seat, width: int) -> str:
        if seat is self._scene.you:
            return pgettext("whose field it is", "you")
        return shortened(player_name(seat, self._scene.names), width, self.look.ellipsis)

    def signs_beside_menu(self) -> list[Row]:
        """The signs that are there and that no menu explains."""
        lines = [(CLOSES, _("closes tiles to the other"))] if self._some_close() else []
        return _explained([*lines, *self._further_signs()])

    @property
    def scoring(self) -> str:
        """The sum behind the points of a group (rule G1), once there is one."""
        return _("each further tile scores ×n") if self.is_opened else ""

    @property
    def is_opened(self) -> bool:
        """Return whether there is a group."""
        return any(player.opened for player in self.state.players)

    def _some_close(self) -> bool:
        return any(self._closing(there[0]) for there in self._there.values())

    def _further_signs(self) -> list[tuple[str, str]]:
        lines = [(self.look.dash, _("closed"))] if self._closed else []
        if any(len(there) > 1 for there in self._there.values()):
            lines.append((SEVERAL, _("Tab: more")))
        return lines


def _what_it_does(move: OpenGroup | FlipTile | SwapTile) -> str:
    match move:
        case OpenGroup():
            return _("open: marker {value}")
        case FlipTile():
            return _("flip")
        case SwapTile():
            return _("swap")


def _what_becomes_of_tiles(move: OpenGroup | FlipTile | SwapTile) -> str:
    match move:
        case OpenGroup():
            return _("open: your {tile} goes there, {taken} into your bowl")
        case FlipTile():
            return _("flip: {tile} joins your group, {points}")
        case SwapTile():
            return _("swap: your {tile} goes there, {taken} into your bowl")


def _explained(lines: Sequence[tuple[str, str]]) -> list[Row]:
    return [row(f"{sign} ", Fragment(meaning, "label")) for sign, meaning in lines]
