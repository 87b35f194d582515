"""The table of Patterns in each of its forms: the board, and what each player has above and below it, or beside it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from mandala_client.games.card_piles import CardMark, CardPile, CardSize, FreePlace, centred, in_one_row
from mandala_client.games.colour_signs import Part, sign_of, style_of, with_coloured_signs
from mandala_client.games.patterns.board import CLOSES, SEVERAL, TileBoard
from mandala_client.games.patterns.chooser import MoveOnField, on_field, written
from mandala_client.games.patterns.player_side import (
    PlayerSide,
    RiverSize,
    brackets,
    closed_below,
    large_bowl,
    look_of_tiles,
    low_bowl,
    not_opened,
    river,
    sample,
    small_tile,
    start_tiles,
    tile_face,
)
from mandala_client.games.patterns.preview import best_of_each_kind, points_at_once
from mandala_client.games.patterns.tiles import MARGIN, board_columns, board_rows
from mandala_client.games.two_sides import aired, at_both_ends, between, points_at_both_ends
from mandala_client.text.language import _
from mandala_client.text.numbers import points as points_in_words
from mandala_client.ui.large_text import ROWS, large_number
from mandala_client.ui.rows import (
    BLANK,
    Fragment,
    Row,
    as_label,
    ends,
    filled,
    fit,
    flow,
    headed_panel,
    kept_drawn,
    on_surface,
    padded,
    row,
    text_row,
    width_of,
)
from mandala_client.ui.style import Look
from mandala_client.ui.themes import KEY_CAP, SOLID, WATER
from mandala_protocol.games.colours import COLOURS, Colour
from mandala_protocol.games.patterns import FlipTile, OpenGroup, SwapTile, TakeStart
from mandala_protocol.sentence import N_


def _sides(board: TileBoard) -> tuple[PlayerSide, PlayerSide]:
    """The side of the far player, and that of the near one."""
    return PlayerSide(board, board.near.other), PlayerSide(board, board.near)


# In 40 columns or more: one row for each row of the board.

_SMALL_FIELD: Final = CardSize(5, 1)
_PILE: Final = 4
_BRIEF_PILE: Final = 3
"""The columns of a pile, and of one with a short text, which has a gap behind it."""


def compact_table(board: TileBoard, columns: int) -> list[Row]:
    """The whole table; 13 rows, or 14 while a start tile is chosen."""
    far, near = _sides(board)
    owners = [row(sample(side), " ", side.owner_label()) for side in (near, far)]
    return [
        _compact_player(far, columns),
        _compact_river(far),
        *(fit(field, columns) for field in board_rows(board, _SMALL_FIELD)),
        *(row(" ", tiles) for tiles in start_tiles(board, columns)),
        _compact_river(near),
        _compact_player(near, columns),
        # The meaning of the signs, as much of it as fits.
        row(" ", flow([*owners, *brief_legend(board)], columns - 1, "  ")[0]),
    ]


def _compact_player(side: PlayerSide, columns: int) -> Row:
    """The name, the bowl with what a move with its tile brings, and the points if they are shown."""
    right: list[Row | str | Fragment] = [Fragment(_("bowl"), "label"), " "]
    shown = side.bowls()
    for number, colour in enumerate(shown):
        right += [side.look.becomes if number else "", small_tile(side, colour)]
    if not shown:
        right.append(Fragment(side.look.nothing, "faint"))
    if gain := side.bowl_gain():
        right.append(Fragment(f" {gain}", "label"))
    if (fragment := side.points_text()).text:
        right += [" ", fragment]
    told_of = row(*right)
    room = max(columns - width_of(told_of) - 1, 2)
    return row(fit(side.badge.tag(room), room), told_of)


def _compact_river(side: PlayerSide) -> Row:
    """The markers, each with its colour and how many tiles its group has."""
    piles = [_compact_pile(side.pile(slot), side.look) for slot in range(len(COLOURS))]
    return row("  ", *(row(Fragment(f"×{value}", "label"), pile) for value, pile in enumerate(piles, start=1)))


def _compact_pile(place: CardPile | FreePlace, look: Look) -> Row:
    """A pile and the gap to the next marker, which gives way to a longer text."""
    is_brief = any(width_of(text) <= _BRIEF_PILE for text in place.texts)
    return fit(in_one_row(place, look, _BRIEF_PILE if is_brief else _PILE), _PILE)


# In 80 columns: the board at the left, beside it a panel with what both players have.

_LOW_FIELD: Final = CardSize(7, 2)
_BELOW_BOARD: Final = 2
"""The rows below the board."""

_PANEL: Final = 23
_INSIDE: Final = _PANEL - 2
_NAME: Final = 10
_SLOT: Final = 8
"""The columns of the panel, of what is in it, of a name, and of the score of a group."""

_LEAST_NAMED: Final = 17
"""The least rows of a panel in which the names are above the groups too."""


def table_with_panel(board: TileBoard) -> list[Row]:
    """The whole table, 80 columns wide and 18 rows high; 16 for someone who looks on, for whom nothing is explained."""
    columns, fields = board_columns(_LOW_FIELD), board_rows(board, _LOW_FIELD)
    if not board.is_looked_at:
        width = columns - MARGIN
        shown = start_tiles(board, width) or _explained(board, width)
        fields += [row(" " * MARGIN, line) for line in filled(shown, _BELOW_BOARD)]
    return [row(fit(left, columns), right) for left, right in zip(fields, both_sides(board, len(fields)), strict=True)]


def _explained(board: TileBoard, width: int) -> list[Row]:
    """The meaning of the signs; in whole sentences if there is room."""
    in_words = flow(legend_in_words(board), width, "  ")
    has_room = len(in_words) <= _BELOW_BOARD and max(map(width_of, in_words), default=0) <= width
    return in_words if has_room else flow(legend(board), width, "  ")


def both_sides(board: TileBoard, height: int) -> list[Row]:
    """The panel in ``height`` rows, at least 15; the far player is at the left.

    Someone who looks on sees the start tiles in it, as long as they are there.
    """
    far, near = _sides(board)
    left = far.side_tag(_NAME)
    names = at_both_ends(left, near.side_tag(_INSIDE - 1 - width_of(left)), _INSIDE)
    start = start_tiles(board, _INSIDE) if board.is_looked_at else ()
    points = points_at_both_ends(far.points_now, near.points_now, board.look, _INSIDE)
    changes = at_both_ends(far.changed_points(), near.changed_points(), _INSIDE)
    parts = (
        [names, start[0] if start else _looks(far, near)],
        # Nothing is chosen by someone who looks on.
        [*points, *([] if board.is_looked_at else [changes]), *_bowls(far, near)],
        _groups(far, near, tells_names=height >= _LEAST_NAMED),
    )
    return aired(parts, height, _PANEL)


def _looks(far: PlayerSide, near: PlayerSide) -> Row:
    """The brackets of each player's tiles, or a word for their look, in that look, once there are any."""
    if far.look.tile.is_bracketed:
        return at_both_ends(text_row(brackets(far), "label"), text_row(brackets(near), "label"), _INSIDE)
    if not far.board.is_opened:
        return BLANK
    (left, right), solid = far.look.tile.thin, _("solid")
    outlined = closed_below(as_label(row(left, _("outlined"), right)), far.look)
    return at_both_ends(outlined, text_row(f" {solid} ", f"label,{SOLID}"), _INSIDE)


def _bowls(far: PlayerSide, near: PlayerSide) -> list[Row]:
    """The tile in each bowl, and in the near one also what comes there with the chosen move."""
    (above, left), (near_above, right) = low_bowl(far), low_bowl(near)
    return [at_both_ends(above, near_above, _INSIDE), between(left, _("bowl"), right, _INSIDE)]


def _groups(far: PlayerSide, near: PlayerSide, *, tells_names: bool) -> list[Row]:
    """The groups of both, colour by colour, below what the numbers mean and the names."""
    heading = between(BLANK, _("one more tile scores"), BLANK, _INSIDE)
    names = [at_both_ends(far.owner_label(_NAME), near.owner_label(_NAME), _INSIDE)] if tells_names else []
    return [heading, *names, *(_groups_of(far, near, colour) for colour in COLOURS)]


def _groups_of(far: PlayerSide, near: PlayerSide, colour: Colour) -> Row:
    """The groups of both in a colour, and its sign between them."""
    left, right = (_slot(side.next_score(colour), side.look) for side in (far, near))
    sign = centred(sign_of(far.look, colour), _INSIDE - 2 * _SLOT)
    return row(left, Fragment(sign, style_of(Part.OUTLINE, colour)), right)


@kept_drawn
def _slot(score: CardPile | FreePlace | None, look: Look) -> Row:
    """The points of the next tile of a group; where there is none yet water, or a sign if shades do not show that."""
    if isinstance(score, CardPile):
        is_far = score.mark is CardMark.FAR
        return tile_face(look, score.colour, score.texts[0], _SLOT, is_far=is_far, is_thin=True, part=Part.BODY)
    nothing = look.nothing if look.tile.is_bracketed else ""
    text, style = (nothing, "") if score is None else (score.texts[0], score.style)
    return on_surface(text_row(centred(text, _SLOT), style), WATER)


# Beside a large board: an area for each player, the far one above.

LARGE_FIELD: Final = CardSize(9, 4)
HUGE_FIELD: Final = CardSize(13, 6)
"""The size of a field where the board is the whole table."""

_EDGES: Final = 2
"""The columns of both sides of an area."""

_RIVERS: Final = (
    RiverSize(CardSize(8, 3, is_deep=True), 2, 7),
    RiverSize(CardSize(6, 2, is_deep=True), 1, 4),
    RiverSize(CardSize(4, 2, is_deep=True), 1, 4),
)
"""The sizes of a river, the largest first, for which only a huge board has the rows."""

_LEAST_NAME: Final = 6
"""The least columns of a name."""


def beside_large_board(board: TileBoard, width: int, *, is_huge: bool) -> list[Row]:
    """The areas of both players in ``width`` columns; between them is what can be chosen or what the signs mean."""
    inside = width - _EDGES
    sizes = _RIVERS if is_huge else _RIVERS[1:]
    size = next((fitting for fitting in sizes if fitting.columns <= inside), sizes[-1])
    far, near = (_area(side, size, width) for side in _sides(board))
    shown = start_tiles(board, inside) or flow(signs_beside_menu(board), inside, "   ")
    middle = headed_panel(board.look, shown[0], shown[1:], width) if shown else []
    return [*far, *middle, *near]


def _area(side: PlayerSide, size: RiverSize, width: int) -> list[Row]:
    """The area of a player: the name, how the tiles look, the bowl, the points in large figures, and the river."""
    inside, look = width - _EDGES, text_row(look_of_tiles(side))
    tail = row(side.points_beside_figures())
    tail = row(" ", tail, " ") if width_of(tail) else BLANK
    room = inside - width_of(look) - width_of(tail) - 2 - _EDGES
    head = row(side.badge.tag(max(room, _LEAST_NAME)), " ", look, " " if width_of(look) else "")
    figures: Sequence[Row] = [BLANK] * ROWS
    if side.points_now is not None:
        figures = large_number(side.points_now, side.look, "title")
    beside = [ends(line, figure, inside) for line, figure in zip(large_bowl(side), figures, strict=True)]
    scoring = _("each further tile scores ×n") if side.board.is_opened else ""
    caption = not_opened(side, inside) or text_row(scoring, "label")
    return headed_panel(side.look, head, [*beside, caption, *river(side, size)], width, tail=tail)


# The meaning of the signs at the table: only of those that are there.


def legend(board: TileBoard) -> list[Row]:
    """The meaning of the signs in a few words each."""
    does = {move: _(_DOES[type(move)]).format(value=board.next_marker) for move in _examples(board)}
    moves = [row(written(move), " ", Fragment(text, "label")) for move, text in does.items()]
    has_points = any(isinstance(move, FlipTile | SwapTile) for move in board.scene.moves)
    return [*moves, *_with_meanings([*([("+n", _("points"))] if has_points else []), *_signs_of_moves(board)])]


def legend_in_words(board: TileBoard) -> list[Row]:
    """The meaning of the signs, with what becomes of the tiles in the best move of each kind."""
    examples = _examples(board)
    columns = max((width_of(written(move)) for move in examples), default=0)
    keys = [Fragment(f" {padded(written(move), columns)} ", KEY_CAP) for move in examples]
    moves = [row(key, " ", _does_in_words(board, move)) for key, move in zip(keys, examples, strict=True)]
    return [*moves[:1], *_with_meanings(_signs_of_moves(board)), *moves[1:]]


def brief_legend(board: TileBoard) -> list[Row]:
    """The signs of what can be done with tiles that belong to nobody."""
    kinds = {type(move) for move in board.scene.moves}
    signs = ((FlipTile, "+n", _("flip")), (SwapTile, "X", _("swap")))
    return _with_meanings([(sign, meaning) for kind, sign, meaning in signs if kind in kinds])


def signs_beside_menu(board: TileBoard) -> list[Row]:
    """The meaning of the signs that no menu explains."""
    lines = [(CLOSES, _("closes tiles to the other"))] if board.some_close() else []
    return _with_meanings([*lines, *_further_signs(board)])


def _examples(board: TileBoard) -> list[MoveOnField]:
    """The moves on the chosen field, the chosen one first; or the best move of each kind, flips first."""
    chosen = board.scene.chosen
    if chosen is None or isinstance(chosen, TakeStart):
        best = best_of_each_kind(board.state, board.near, board.scene.moves, board.scene.taught)
        on_board = [move for move in best if not isinstance(move, TakeStart)]
        return sorted(on_board, key=lambda move: not isinstance(move, FlipTile))
    return sorted(on_field(board.scene.moves, chosen.field), key=lambda move: move != chosen)


_DOES: Final = {OpenGroup: N_("open: marker {value}"), FlipTile: N_("flip"), SwapTile: N_("swap")}
"""The effect of each kind of move, in a word or two."""

_BECOMES: Final = {
    OpenGroup: N_("open: your {tile} goes there, {taken} into your bowl"),
    FlipTile: N_("flip: {tile} joins your group, {points}"),
    SwapTile: N_("swap: your {tile} goes there, {taken} into your bowl"),
}
"""The effect of each kind of move, with what becomes of the tiles."""


def _does_in_words(board: TileBoard, move: MoveOnField) -> Row:
    """The effect of a move in words, with what becomes of the tiles."""
    seen = board.prospect(move)
    tile = sign_of(board.look, seen.colour)
    taken = "" if seen.taken is None else sign_of(board.look, seen.taken)
    brings = points_in_words(points_at_once(board.state, board.near, move))
    effect = with_coloured_signs(_(_BECOMES[type(move)]).format(tile=tile, taken=taken, points=brings))
    does, colon, becomes = effect[0].text.partition(":")
    return row(does, as_label(row(colon, becomes, *effect[1:])))


def _signs_of_moves(board: TileBoard) -> list[tuple[str, str]]:
    return [*([(CLOSES, _("closes"))] if board.some_close() else []), *_further_signs(board)]


def _further_signs(board: TileBoard) -> list[tuple[str, str]]:
    lines = [(board.look.dash, _("closed"))] if board.closed else []
    return [*lines, *([(SEVERAL, _("Tab: more"))] if board.some_have_several() else [])]


def _with_meanings(lines: Sequence[tuple[str, str]]) -> list[Row]:
    return [row(f"{sign} ", Fragment(meaning, "label")) for sign, meaning in lines]
