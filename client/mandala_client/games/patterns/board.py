"""The board of Patterns in rows, in the shape of the printed one, with the bowls and rivers of both players.

A tile is its letter and symbol. Front up it stands alone; turned, it stands in the brackets of its owner, square ones
for the near player and round ones for the far one, with the number of the marker if there is one on it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from attrs import field, frozen

from mandala_client.games.colour_signs import card_class, sign_of
from mandala_client.games.patterns.board_clicks import FieldClick, StartClick
from mandala_client.games.patterns.chooser import field_of, kind_of, on_field
from mandala_client.games.patterns.preview import Prospect, prospect
from mandala_client.text.language import _
from mandala_client.text.player_names import Names, player_name
from mandala_client.ui.form_sizes import TABLE_WIDTH
from mandala_client.ui.rows import BLANK, Fragment, Row, fit, padded, row, shortened, text_row, width_of
from mandala_client.ui.style import Look
from mandala_protocol.games.colours import COLOURS, Colour
from mandala_protocol.games.patterns import FlipTile, OpenGroup, PatternsMove, PatternsState, SwapTile, TakeStart
from mandala_protocol.games.patterns.board import ROW_LENGTHS, WIDTH
from mandala_protocol.games.patterns.legality import mover
from mandala_protocol.games.patterns.scoring import group_points, points
from mandala_protocol.games.patterns.state import colour_at, owner_at, river
from mandala_protocol.seats import Seat

BRACKETS: Final = ("[]", "()")
"""Around the turned tiles of the near and of the far player."""

SEVERAL: Final = "*"
"""Stands for the letter of the action on a field where several are possible."""

CLOSES: Final = "!"
"""After a move that closes tiles to the other player: fewer flips are left for that player."""

_TWO_DIGITS: Final = 10
"""From this number on there is no room for a plus before it."""

_CELL: Final = 8
_COMPACT_CELL: Final = 5
_LEFT: Final = 1
_SLOT: Final = 12
_COMPACT_SLOT: Final = 6
_SIGN: Final = 2
_LABEL: Final = 8
_COMPACT_LABEL: Final = 4
_NAME: Final = 26
_LEAST_NAME: Final = 4
_LEGEND: Final = 13


@frozen
class TileScene:
    """The drawing of one state.

    ``near``: from which seat it is seen. ``you``: whose player looks on; None if everyone is called by name.
    ``moves`` that can be chosen, and the ``chosen`` one. ``fresh``: the fields that have just changed. ``scored``:
    whether the points are shown. ``order``: the number of each final flip by its field.
    """

    look: Look
    state: PatternsState
    near: Seat
    names: Names | None
    you: Seat | None
    moves: Sequence[PatternsMove] = ()
    chosen: PatternsMove | None = None
    fresh: frozenset[int] = frozenset()
    scored: bool = False
    order: Mapping[int, int] = field(factory=dict)


class TileBoard:
    """The parts of the table, for one scene."""

    def __init__(self, scene: TileScene) -> None:
        self._scene, self._look, self._state = scene, scene.look, scene.state
        fields = {number for move in scene.moves if (number := field_of(move)) is not None}
        self._there = {number: on_field(scene.moves, number) for number in fields}
        self._prospects: dict[PatternsMove, Prospect] = {}
        self._closes = True

    def standard(self) -> list[Row]:
        """The table in 79 columns; 13 rows, or 14 while a start tile is chosen."""
        legend = self._legend()
        board = [
            row(fit(one, _LEFT + WIDTH * _CELL), legend[number] if number < len(legend) else BLANK)
            for number, one in enumerate(self._board(_CELL))
        ]
        return [*self._player_rows(far=True), BLANK, *board, *self._offered(), *self._player_rows(far=False)]

    def large(self) -> list[Row]:
        """The same with a row below each row of the board, which says more of its moves; at most 22 rows."""
        self._closes = False  # said below the fields, with how many
        legend = [*self._legend(), *self._legend_below()]
        board: list[Row] = []
        for one, below in zip(self._board(_CELL), self._below(), strict=True):
            board += [fit(one, _LEFT + WIDTH * _CELL), fit(below, _LEFT + WIDTH * _CELL)]
        shown = [row(one, legend[number] if number < len(legend) else BLANK) for number, one in enumerate(board)]
        return [*self._player_rows(far=True), BLANK, *shown, *self._offered(), *self._player_rows(far=False)]

    def compact(self, columns: int) -> list[Row]:
        """The table in 40 columns; 12 rows, or 13 while a start tile is chosen."""
        near, far = self._scene.near, self._scene.near.other
        return [
            self._brief_player(far, columns),
            self._brief_river(far),
            *(fit(one, columns) for one in self._board(_COMPACT_CELL)),
            *self._offered(),
            self._brief_river(near),
            self._brief_player(near, columns),
        ]

    # The board.

    def _board(self, cell: int) -> list[Row]:
        rows: list[Row] = []
        first = 0
        left = _LEFT if cell == _CELL else 0
        for length in ROW_LENGTHS:
            indent = " " * (left + (WIDTH - length) * cell // 2)
            draw = self._cell if cell == _CELL else self._brief_cell
            rows.append(row(indent, *(draw(number) for number in range(first, first + length))))
            first += length
        return rows

    def _cell(self, number: int) -> Row:
        """A field in eight columns: bracket or action, number or marker, sign, bracket or points, whether it closes."""
        turned = self._turned(number, 2)
        if turned is not None:
            return row(*turned, "  ")
        sign, click = self._sign(number), FieldClick(number)
        there = self._there.get(number, [])
        if not there:
            return row(Fragment("   ", "", click), sign, Fragment("   ", "", click))
        chosen = self._chosen_there(number)
        if chosen is not None:
            mark = f"{self._look.here}{number:>2}"
            gain = Fragment(padded(self._gain(chosen), 2), "chosen", click)
            return row(Fragment(mark, "chosen", click), sign, gain, self._closing(chosen))
        kind = kind_of(there[0]) if len(there) == 1 else SEVERAL
        gain = Fragment(padded(self._gain(there[0]), 2), "target", click)
        return row(Fragment(f"{kind}{number:>2}", "target", click), sign, gain, self._closing(there[0]))

    def _brief_cell(self, number: int) -> Row:
        """A field in five columns: bracket, marker or number, sign, bracket, points of a flip, action or choice."""
        turned = self._turned(number, 1)
        if turned is not None:
            return row(*turned)
        sign, click = self._sign(number), FieldClick(number)
        there = self._there.get(number, [])
        if not there:
            return row(Fragment("  ", "", click), sign, Fragment(" ", "", click))
        chosen = self._chosen_there(number)
        style = "target" if chosen is None else "chosen"
        if chosen is not None:
            brought = self._look.here
        elif isinstance(there[0], FlipTile):
            brought = self._gain(there[0])[-1]
        else:
            brought = kind_of(there[0])  # what all of this kind bring stands beside the bowl
        return row(Fragment(f"{number:>2}", style, click), sign, Fragment(brought, style, click))

    def _turned(self, number: int, width: int) -> Row | None:
        """A turned tile, its marker or the order of its final flip in so many columns; None if it lies front up."""
        owner = owner_at(self._state, number)
        if owner is None:
            return None
        begin, end = BRACKETS[owner is not self._scene.near]
        colour = colour_at(self._state, number)
        group = self._state.players[owner].groups[colour]
        middle = str(group.value) if group.marker == number else ""
        if number in self._scene.order:
            middle = self._order(number, width)
        text = f"{middle[:width]:>{width}}{padded(sign_of(self._look, colour), _SIGN)}"
        around = "fresh" if number in self._scene.fresh else card_class(colour)
        click = FieldClick(number)
        return row(
            Fragment(begin, around, click), Fragment(text, card_class(colour), click), Fragment(end, around, click)
        )

    def _order(self, number: int, width: int) -> str:
        """The number of a final flip in so many columns; in one there is room for no number."""
        if width == 1:
            return self._look.here if number in self._scene.fresh else "+"
        order = self._scene.order[number]
        return f"+{order}" if order < _TWO_DIGITS else str(order)

    def _sign(self, number: int) -> Fragment:
        colour = colour_at(self._state, number)
        return Fragment(padded(sign_of(self._look, colour), _SIGN), card_class(colour), FieldClick(number))

    def _chosen_there(self, number: int) -> PatternsMove | None:
        chosen = self._scene.chosen
        return chosen if chosen is not None and field_of(chosen) == number else None

    def _gain(self, move: PatternsMove) -> str:
        """The points of a flip or a swap; for a group that is opened what each further tile will score."""
        player = self._state.players[self._scene.near]
        match move:
            case OpenGroup():
                return f"×{player.opened + 1}"
            case FlipTile(field=number):
                return f"+{player.groups[colour_at(self._state, number)].value}"
            case SwapTile() if player.bowl is not None:
                return f"+{player.groups[player.bowl].value}"
            case _:
                return ""

    def _closing(self, move: PatternsMove) -> Fragment:
        """The mark of a move that closes tiles to the other player."""
        if isinstance(move, TakeStart):
            return Fragment(" ")
        closes = self._closes and self._prospect(move).closed
        return Fragment(CLOSES if closes else " ", "label", FieldClick(move.field))

    def _prospect(self, move: OpenGroup | FlipTile | SwapTile) -> Prospect:
        """The prospect of a move that can be chosen."""
        if move not in self._prospects:
            self._prospects[move] = prospect(self._state, self._scene.near, move)
        return self._prospects[move]

    def _below(self) -> list[Row]:
        """Below each field with moves: the tiles of the group then, and how many are closed to the other player."""
        rows: list[Row] = []
        first = 0
        for length in ROW_LENGTHS:
            indent = " " * (_LEFT + (WIDTH - length) * _CELL // 2)
            rows.append(row(indent, *(self._outcome(number) for number in range(first, first + length))))
            first += length
        return rows

    def _outcome(self, number: int) -> Fragment:
        there = self._there.get(number, [])
        move = self._chosen_there(number) or (there[0] if there else None)
        if move is None or isinstance(move, TakeStart):
            return Fragment(" " * _CELL)
        seen = self._prospect(move)
        closed = sum(count for _colour, count in seen.closed)
        text = f" ={seen.tiles}{f' -{closed}' if closed else ''}"
        return Fragment(padded(text, _CELL), "label", FieldClick(number))

    # What stands beside the board and below it.

    def _legend(self) -> list[Row]:
        """The meaning of the signs, in no more than 13 columns."""
        near, far = self._scene.near, self._scene.near.other
        sign = sign_of(self._look, COLOURS[0])
        kinds = {type(move) for move in self._scene.moves}
        lines = [
            row(f"[{sign}] ", self._whose(near)),
            row(f"({sign}) ", self._whose(far)),
            row(f"[1{sign}] ", Fragment(_("marker"), "label")),
        ]
        if OpenGroup in kinds:
            value = self._state.players[near].opened + 1
            lines.append(row("O ", Fragment(_("open: ×{value}").format(value=value), "label")))
        if FlipTile in kinds:
            lines.append(row("F ", Fragment(_("flip"), "label")))
        if SwapTile in kinds:
            lines.append(row("X ", Fragment(_("swap"), "label")))
        if kinds & {FlipTile, SwapTile}:
            lines.append(row("+2 ", Fragment(_("points"), "label")))
        if any(self._closing(there[0]).text == CLOSES for there in self._there.values()):
            lines.append(row(f"{CLOSES} ", Fragment(_("closes"), "label")))
        if any(len(there) > 1 for there in self._there.values()):
            lines.append(row(f"{SEVERAL} ", Fragment(_("Tab: more"), "label")))
        return [row(" ", fit(one, _LEGEND)) for one in lines]

    def _legend_below(self) -> list[Row]:
        """The meaning of the signs below the fields."""
        if not any(field_of(move) is not None for move in self._scene.moves):
            return []
        lines = [row("=4 ", Fragment(_("tiles"), "label"))]
        if any(self._prospect(move).closed for move in self._scene.moves if not isinstance(move, TakeStart)):
            lines.append(row("-2 ", Fragment(_("closed"), "label")))
        return [row(" ", fit(one, _LEGEND)) for one in lines]

    def _whose(self, seat: Seat) -> Fragment:
        if seat is self._scene.you:
            return Fragment(_("yours"), "label")
        return Fragment(shortened(player_name(seat, self._scene.names), _LEGEND - 5, self._look.ellipsis), "label")

    def _offered(self) -> list[Row]:
        """The start tiles, as long as they are there; a blank row otherwise in the large forms."""
        if self._state.players[0].bowl is not None or self._state.stopped is not None:
            return []
        tiles: list[Row] = []
        for colour in self._state.start:
            is_chosen = self._scene.chosen == TakeStart(colour)
            click = StartClick(colour)
            mark = Fragment(self._look.here if is_chosen else " ", "chosen" if is_chosen else "", click)
            tiles.append(row(mark, Fragment(sign_of(self._look, colour), card_class(colour), click), "  "))
        return [row(" ", Fragment(_("start tiles"), "label"), " ", *tiles)]

    # The players.

    def _player_rows(self, *, far: bool) -> list[Row]:
        seat = self._scene.near.other if far else self._scene.near
        rows = [self._player(seat), self._river(seat)]
        return rows if far else rows[::-1]

    def _player(self, seat: Seat) -> Row:
        """The line of one player: the name, whether it is their move, the bowl, and the points if they are shown."""
        parts: list[Row] = [row(self._marked_name(seat, _NAME)), self._bowl(seat)]
        if self._scene.scored:
            told = _("points {points}").format(points=points(self._state.players[seat]))
            parts.append(row("   ", told))
        return row(*parts)

    def _bowl(self, seat: Seat) -> Row:
        bowl = self._state.players[seat].bowl
        label = row(Fragment(_("bowl"), "label"), " ")
        if bowl is None:
            return row(label, Fragment(self._look.nothing, "faint"))
        return row(label, Fragment(sign_of(self._look, bowl), card_class(bowl)))

    def _marked_name(self, seat: Seat, width: int) -> Row:
        """The name in exactly so many columns, lit up behind a mark if it is that player's move."""
        if mover(self._state) is not seat:
            return row(Fragment(padded(f" {self._name(seat, width - 2)}", width), "title"))
        shown = f"{self._look.here}{self._name(seat, width - 2)} "
        return row(Fragment(shown, "turn"), " " * (width - width_of(shown)))

    def _name(self, seat: Seat, width: int) -> str:
        name, you = player_name(seat, self._scene.names), _("(you)")
        room = width - width_of(you) - 1
        if seat is not self._scene.you or room < min(width_of(name), _LEAST_NAME):
            return shortened(name, width, self._look.ellipsis)
        return f"{shortened(name, room, self._look.ellipsis)} {you}"

    def _river(self, seat: Seat) -> Row:
        """The six fields of the river: the marker, the colour, how many tiles, and the points if they are shown."""
        player = self._state.players[seat]
        slots: list[Row] = []
        opened = river(player)
        for slot in range(len(COLOURS)):
            value = Fragment(f"{slot + 1} ", "label")
            if slot >= len(opened):
                slots.append(fit(row(value, Fragment(self._look.nothing, "faint")), _SLOT))
                continue
            slots.append(fit(row(value, self._slot(seat, opened[slot])), _SLOT))
        return fit(row(" ", Fragment(padded(_("river"), _LABEL - 1), "label"), *slots), TABLE_WIDTH - 1)

    def _slot(self, seat: Seat, colour: Colour) -> Row:
        group = self._state.players[seat].groups[colour]
        counted = f" {group.tiles.bit_count()}"
        if self._scene.scored:
            counted += f" ({group_points(group)})"
        return row(Fragment(sign_of(self._look, colour), card_class(colour)), counted)

    # The same in 40 columns.

    def _brief_player(self, seat: Seat, columns: int) -> Row:
        right = [self._bowl(seat), *(self._brought_by_bowl() if seat is self._scene.near else [])]
        if self._scene.scored:
            right.append(row(" ", _("points {points}").format(points=points(self._state.players[seat]))))
        room = columns - sum(map(width_of, right)) - 1
        return row(self._marked_name(seat, max(room, 2)), *right)

    def _brought_by_bowl(self) -> list[Row]:
        """The gain of every move with the tile in the bowl, such as "O×3" or "X+2": either all open, or all swap."""
        moves = [move for move in self._scene.moves if isinstance(move, OpenGroup | SwapTile)]
        return [text_row(f" {kind_of(move)}{self._gain(move)}", "label") for move in moves[:1]]

    def _brief_river(self, seat: Seat) -> Row:
        player = self._state.players[seat]
        opened = river(player)
        slots: list[Row] = []
        for slot in range(len(COLOURS)):
            value = Fragment(str(slot + 1), "label")
            if slot >= len(opened):
                slots.append(fit(row(value, Fragment(self._look.nothing, "faint")), _COMPACT_SLOT))
                continue
            group = player.groups[opened[slot]]
            sign = Fragment(sign_of(self._look, opened[slot]), card_class(opened[slot]))
            slots.append(fit(row(value, sign, str(group.tiles.bit_count())), _COMPACT_SLOT))
        return row(" " * _COMPACT_LABEL, *slots)
