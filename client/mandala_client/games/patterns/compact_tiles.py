"""The table of Patterns where there is little room: one row for each row of the board, in 40 columns or more."""

from __future__ import annotations

from typing import Final

from attrs import evolve

from mandala_client.games.card_piles import Spot, in_one_row
from mandala_client.games.colour_signs import GAIN, Part, sign_of, style_of
from mandala_client.games.patterns.board import BRACKETS, Direction, TileBoard
from mandala_client.games.patterns.board_clicks import FieldClick, StartClick
from mandala_client.games.patterns.chooser import kind_of
from mandala_client.text.language import _
from mandala_client.ui.rows import Fragment, Row, fit, flow, padded, row, width_of
from mandala_client.ui.themes import MAT
from mandala_protocol.games.colours import COLOURS, Colour
from mandala_protocol.games.patterns import FlipTile, OpenGroup, PatternsMove, SwapTile, TakeStart
from mandala_protocol.games.patterns.board import ROW_LENGTHS, WIDTH
from mandala_protocol.seats import Seat

_FIELD: Final = 5
_TILE: Final = 4
_SIGN: Final = 2
_PILE: Final = 3


def compact_tile_rows(board: TileBoard, columns: int) -> list[Row]:
    """The whole table; 13 rows, or 14 while a start tile is chosen."""
    near, far = board.near, board.near.other
    return [
        _player(board, far, columns),
        _river(board, far),
        *(fit(field, columns) for field in _fields(board)),
        *_start_tiles(board),
        _river(board, near),
        _player(board, near, columns),
        _legend(board, columns),
    ]


def _legend(board: TileBoard, columns: int) -> Row:
    """The meaning of the signs, as much of it as fits."""
    return row(" ", flow(board.brief_legend(), columns - 1, "  ")[0])


def _fields(board: TileBoard) -> list[Row]:
    rows: list[Row] = []
    first = 0
    for length in ROW_LENGTHS:
        indent = " " * ((WIDTH - length) * _FIELD // 2)
        rows.append(row(indent, *(_field(board, number) for number in range(first, first + length))))
        first += length
    return rows


def _field(board: TileBoard, number: int) -> Row:
    """A field in five columns: the sign, in the brackets of its owner or before what a move there brings.

    Its marker is beside its pile: there is no room for it that would not make a code of the sign.
    """
    owner, colour, click = board.owner(number), board.colour(number), FieldClick(number)
    if owner is not None:
        if board.look.has_shades:
            return _shaded(board, number, owner)
        begin, end = BRACKETS[owner is not board.near]
        of_owner = style_of(Part.CARD, colour) if owner is board.near else style_of(Part.HOLLOW, colour)
        style = ",".join(filter(None, (of_owner, board.style_of_change(number))))
        mark = "+" if board.final_flip(number) else board.look.fresh if board.style_of_change(number) else ""
        face = Fragment(f"{begin}{_sign(board, colour)}{end}{mark}", style, click)
        area = style_of(Part.BODY, colour) if owner is board.near else style_of(Part.HOLLOW, colour)
        return fit(row(face, Fragment(" ", area if board.is_joined(number, owner) else MAT, click)), _FIELD)
    if board.is_chosen(number):
        shown = padded(f"{board.look.here}{_sign(board, board.chosen_colour)}{board.chosen_gain}", _FIELD)
        return row(Fragment(shown, style_of(Part.CARD, board.chosen_colour), click))
    there = board.moves_on(number)
    free = style_of(Part.FREE, colour) if there or not board.look.has_shades else style_of(Part.REST, colour)
    tile = Fragment(f"{board.closed_mark(number) or ' '}{_sign(board, colour)}", free, click)
    brought = Fragment(_brought(board, there[0]), f"{free},{GAIN}", click) if there else Fragment(" ", free, click)
    return fit(row(tile, brought, Fragment(" ", MAT, click)), _FIELD)


def _shaded(board: TileBoard, number: int, owner: Seat) -> Row:
    """A turned tile: plain, or in the darker shade between edges in its colour where it is the far player's."""
    colour, click, is_near = board.colour(number), FieldClick(number), owner is board.near
    change = board.style_of_change(number)
    mark = "+" if board.final_flip(number) else board.look.fresh if change else ""
    shade = style_of(Part.CARD if is_near else Part.HOLLOW, colour)
    joined = board.is_joined(number, owner)
    gap = Fragment(" ", style_of(Part.BODY if is_near else Part.HOLLOW, colour) if joined else MAT, click)
    if is_near:
        face = padded(f" {_sign(board, colour)}{mark}", _TILE)
        return row(Fragment(face, f"{shade},{change}" if change else shade, click), gap)
    edge = style_of(Part.RIMMED, colour)
    follows = board.is_joined(number, owner, Direction.LEFT)
    begin = Fragment(" ", shade, click) if follows else Fragment(board.look.left, edge, click)
    sign = Fragment(f"{_sign(board, colour)}{mark}", f"{shade},{change}" if change else shade, click)
    end = Fragment(" ", shade, click) if joined else Fragment(board.look.right, edge, click)
    return row(begin, sign, *([] if mark else [end]), gap)


def _sign(board: TileBoard, colour: Colour) -> str:
    """The sign of a tile, in the same columns of all fields."""
    return padded(sign_of(board.look, colour), _SIGN)


def _brought(board: TileBoard, move: PatternsMove) -> str:
    """The points of a flip. What all moves with the tile in the bowl bring stands beside the bowl."""
    match move:
        case FlipTile():
            return board.gain(move)
        case OpenGroup() | SwapTile():
            return kind_of(move)
        case TakeStart():
            return ""


def _start_tiles(board: TileBoard) -> list[Row]:
    tiles: list[Row] = []
    for colour in board.start_tiles():
        sign = sign_of(board.look, colour)
        text = f"[{sign}]" if board.is_chosen_start(colour) else sign
        tiles.append(in_one_row(Spot(colour, (text,), 1, click=StartClick(colour)), board.look, _FIELD))
    return [row(" ", Fragment(_("start tiles"), "label"), *(row("  ", tile) for tile in tiles))] if tiles else []


def _player(board: TileBoard, seat: Seat, columns: int) -> Row:
    """The name, the bowl with what a move with its tile brings, and the points if they are shown."""
    right: list[Row | str | Fragment] = [Fragment(_("bowl"), "label"), " "]
    shown, is_hollow = board.bowls(seat), board.look.has_shades and seat is not board.near
    for number, colour in enumerate(shown):
        face = evolve(_face(board, colour), is_hollow=is_hollow)
        right += [board.look.becomes if number else "", in_one_row(face, board.look, _TILE)]
    if not shown:
        right.append(Fragment(board.look.nothing, "faint"))
    if gain := board.bowl_gain(seat):
        right.append(Fragment(f" {gain}", "label"))
    if (fragment := board.points_text(seat)).text:
        right += [" ", fragment]
    told_of = row(*right)
    return row(board.marked_name(seat, max(columns - width_of(told_of) - 1, 2)), told_of)


def _face(board: TileBoard, colour: int) -> Spot:
    return Spot(colour, (sign_of(board.look, colour),), 1)


def _river(board: TileBoard, seat: Seat) -> Row:
    """The markers, each with its colour and how many tiles its group has."""
    is_hollow = board.look.has_shades and seat is not board.near
    piles = [_pile(board, evolve(board.pile(seat, slot), is_hollow=is_hollow)) for slot in range(len(COLOURS))]
    return row("  ", *(row(Fragment(f"×{value}", "label"), pile) for value, pile in enumerate(piles, start=1)))


def _pile(board: TileBoard, spot: Spot) -> Row:
    """A pile and the gap to the next marker, which gives way to a longer text."""
    is_brief = any(width_of(text) <= _PILE for text in spot.texts)
    return fit(in_one_row(spot, board.look, _PILE if is_brief else _TILE), _TILE)
