"""The meaning of the signs at the table of Patterns: only of those that are there."""

from __future__ import annotations

from collections.abc import Sequence

from mandala_client.games.colour_signs import sign_of, with_coloured_signs
from mandala_client.games.patterns.board import CLOSES, SEVERAL, TileBoard
from mandala_client.games.patterns.notation import as_typed
from mandala_client.games.patterns.preview import best_of_each_kind, points_at_once
from mandala_client.text.language import _
from mandala_client.text.numbers import points as points_in_words
from mandala_client.ui.rows import Fragment, Row, as_label, padded, row, width_of
from mandala_client.ui.themes import KEY_CAP
from mandala_protocol.games.patterns import FlipTile, OpenGroup, SwapTile, TakeStart


def legend(board: TileBoard) -> list[Row]:
    """The meaning of the signs in a few words each."""
    moves = [row(as_typed(move), " ", Fragment(_what_it_does(board, move), "label")) for move in _examples(board)]
    has_points = any(isinstance(move, FlipTile | SwapTile) for move in board.scene.moves)
    return [*moves, *_explained([*([("+n", _("points"))] if has_points else []), *_signs_of_moves(board)])]


def legend_in_words(board: TileBoard) -> list[Row]:
    """The meaning of the signs, with what becomes of the tiles in the best move of each kind."""
    examples = _examples(board)
    columns = max((width_of(as_typed(move)) for move in examples), default=0)
    keys = [Fragment(f" {padded(as_typed(move), columns)} ", KEY_CAP) for move in examples]
    moves = [row(key, " ", _does_in_words(board, move)) for key, move in zip(keys, examples, strict=True)]
    return [*moves[:1], *_explained(_signs_of_moves(board)), *moves[1:]]


def brief_legend(board: TileBoard) -> list[Row]:
    """The signs of what can be done with tiles that belong to nobody."""
    kinds = {type(move) for move in board.scene.moves}
    signs = ((FlipTile, "+n", _("flip")), (SwapTile, "X", _("swap")))
    return _explained([(sign, meaning) for kind, sign, meaning in signs if kind in kinds])


def signs_beside_menu(board: TileBoard) -> list[Row]:
    """The meaning of the signs that no menu explains."""
    lines = [(CLOSES, _("closes tiles to the other"))] if board.some_close() else []
    return _explained([*lines, *_further_signs(board)])


def scoring(board: TileBoard) -> str:
    """The sum behind the points of a group (rule G1), once there is one."""
    return _("each further tile scores ×n") if board.is_opened else ""


def _examples(board: TileBoard) -> list[OpenGroup | FlipTile | SwapTile]:
    """The best move of each kind, flips first."""
    best = best_of_each_kind(board.state, board.near, board.scene.moves)
    on_board = [move for move in best if not isinstance(move, TakeStart)]
    return sorted(on_board, key=lambda move: not isinstance(move, FlipTile))


def _what_it_does(board: TileBoard, move: OpenGroup | FlipTile | SwapTile) -> str:
    """The effect of a move, in a word or two."""
    match move:
        case OpenGroup():
            return _("open: marker {value}").format(value=board.next_marker)
        case FlipTile():
            return _("flip")
        case SwapTile():
            return _("swap")


def _does_in_words(board: TileBoard, move: OpenGroup | FlipTile | SwapTile) -> Row:
    """The effect of a move in words, with what becomes of the tiles."""
    seen = board.prospect(move)
    tile = sign_of(board.look, seen.colour)
    taken = "" if seen.taken is None else sign_of(board.look, seen.taken)
    brings = points_in_words(points_at_once(board.state, board.near, move))
    effect = with_coloured_signs(_what_becomes_of_tiles(move).format(tile=tile, taken=taken, points=brings))
    does, colon, becomes = effect[0].text.partition(":")
    return row(does, as_label(row(colon, becomes, *effect[1:])))


def _what_becomes_of_tiles(move: OpenGroup | FlipTile | SwapTile) -> str:
    match move:
        case OpenGroup():
            return _("open: your {tile} goes there, {taken} into your bowl")
        case FlipTile():
            return _("flip: {tile} joins your group, {points}")
        case SwapTile():
            return _("swap: your {tile} goes there, {taken} into your bowl")


def _signs_of_moves(board: TileBoard) -> list[tuple[str, str]]:
    return [*([(CLOSES, _("closes"))] if board.some_close() else []), *_further_signs(board)]


def _further_signs(board: TileBoard) -> list[tuple[str, str]]:
    lines = [(board.look.dash, _("closed"))] if board.has_closed else []
    return [*lines, *([(SEVERAL, _("Tab: more"))] if board.some_have_several() else [])]


def _explained(lines: Sequence[tuple[str, str]]) -> list[Row]:
    return [row(f"{sign} ", Fragment(meaning, "label")) for sign, meaning in lines]
