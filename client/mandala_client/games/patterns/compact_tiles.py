"""The table of Patterns where there is little room: one row for each row of the board, in 40 columns or more."""

from __future__ import annotations

from typing import Final

from mandala_client.games.card_piles import CardSize, Spot, in_one_row
from mandala_client.games.colour_signs import sign_of
from mandala_client.games.patterns.belongings import tile_face
from mandala_client.games.patterns.board import TileBoard
from mandala_client.games.patterns.board_clicks import StartClick
from mandala_client.games.patterns.tiles import board_rows
from mandala_client.text.language import _
from mandala_client.ui.rows import Fragment, Row, fit, flow, padded, row, width_of
from mandala_protocol.games.colours import COLOURS, Colour
from mandala_protocol.seats import Seat

_FIELD: Final = CardSize(5, 1)
_TILE: Final = 4
_SIGN: Final = 2
_PILE: Final = 3


def compact_tile_rows(board: TileBoard, columns: int) -> list[Row]:
    """The whole table; 13 rows, or 14 while a start tile is chosen."""
    near, far = board.near, board.near.other
    return [
        _player(board, far, columns),
        _river(board, far),
        *(fit(field, columns) for field in board_rows(board, _FIELD)),
        *_start_tiles(board),
        _river(board, near),
        _player(board, near, columns),
        _legend(board, columns),
    ]


def _legend(board: TileBoard, columns: int) -> Row:
    """The look of each player's tiles and the meaning of the signs, as much of it as fits."""
    owners = [row(_sample(board, seat), " ", board.brief_owner(seat)) for seat in (board.near, board.near.other)]
    return row(" ", flow([*owners, *board.brief_legend()], columns - 1, "  ")[0])


def _sample(board: TileBoard, seat: Seat) -> Row:
    """A tile of this player, as it differs from one of the other player; its brackets where these do."""
    look, is_far = board.look, seat is not board.near
    if look.tile.is_bracketed:
        begin, end = look.tile.far if is_far else look.tile.near
        return row(padded(begin, _TILE - 1), end)
    colour = board.sample_colour(seat)
    return row(" " * _TILE) if colour is None else _tile(board, colour, seat)


def _tile(board: TileBoard, colour: Colour, seat: Seat) -> Row:
    sign = padded(sign_of(board.look, colour), _SIGN)
    return tile_face(board.look, colour, sign, _TILE, is_far=seat is not board.near)


def _start_tiles(board: TileBoard) -> list[Row]:
    tiles: list[Row] = []
    for colour in board.start_tiles():
        sign = sign_of(board.look, colour)
        text = f"[{sign}]" if board.is_chosen_start(colour) else sign
        tiles.append(in_one_row(Spot(colour, (text,), 1, click=StartClick(colour)), board.look, _FIELD.columns))
    return [row(" ", Fragment(_("start tiles"), "label"), *(row("  ", tile) for tile in tiles))] if tiles else []


def _player(board: TileBoard, seat: Seat, columns: int) -> Row:
    """The name, the bowl with what a move with its tile brings, and the points if they are shown."""
    right: list[Row | str | Fragment] = [Fragment(_("bowl"), "label"), " "]
    shown = board.bowls(seat)
    for number, colour in enumerate(shown):
        right += [board.look.becomes if number else "", _tile(board, colour, seat)]
    if not shown:
        right.append(Fragment(board.look.nothing, "faint"))
    if gain := board.bowl_gain(seat):
        right.append(Fragment(f" {gain}", "label"))
    if (fragment := board.points_text(seat)).text:
        right += [" ", fragment]
    told_of = row(*right)
    return row(board.marked_name(seat, max(columns - width_of(told_of) - 1, 2)), told_of)


def _river(board: TileBoard, seat: Seat) -> Row:
    """The markers, each with its colour and how many tiles its group has."""
    piles = [_pile(board, board.pile(seat, slot)) for slot in range(len(COLOURS))]
    return row("  ", *(row(Fragment(f"×{value}", "label"), pile) for value, pile in enumerate(piles, start=1)))


def _pile(board: TileBoard, spot: Spot) -> Row:
    """A pile and the gap to the next marker, which gives way to a longer text."""
    is_brief = any(width_of(text) <= _PILE for text in spot.texts)
    return fit(in_one_row(spot, board.look, _PILE if is_brief else _TILE), _TILE)
