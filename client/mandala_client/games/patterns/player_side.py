"""The side of one player at the table of Patterns, in parts for each form of the table.

It has the name, the points, the bowl, and a river with a pile for each marker. The piles are as high as their groups
have tiles, and each is above the points that each further tile scores. An empty slot is water.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from attrs import frozen

from mandala_client.games.badges import SIDE_EDGES, Badge, named_as_you
from mandala_client.games.card_piles import (
    CardMark,
    CardPile,
    CardSize,
    FreePlace,
    Outline,
    beside,
    centred,
    grounded,
    in_one_row,
    place_rows,
    surface,
)
from mandala_client.games.colour_signs import CHIP, Part, sign_of, style_of
from mandala_client.games.colour_words import letter_of
from mandala_client.games.patterns.board import StartClick, TileBoard
from mandala_client.games.patterns.chooser import kind_of
from mandala_client.games.patterns.preview import start_left
from mandala_client.text.language import _
from mandala_client.text.player_names import player_name
from mandala_client.ui.rows import BLANK, Fragment, Row, kept_drawn, on_surface, padded, row, text_row, width_of
from mandala_client.ui.style import Look
from mandala_client.ui.themes import WATER
from mandala_protocol.games.colours import COLOURS, Colour
from mandala_protocol.games.patterns import OpenGroup, SwapTile, TakeStart
from mandala_protocol.games.patterns.legality import mover
from mandala_protocol.games.patterns.scoring import points
from mandala_protocol.games.patterns.state import river as river_of
from mandala_protocol.seats import Seat

_OWNER: Final = 12
"""A name where there is little room, in columns."""

_SIGN: Final = 2
"""The columns of a sign."""

_TILE: Final = 4
"""The columns of the tile in a bowl, and of one that shows how the tiles of a player look."""

_LARGE_TILE: Final = 6
_TILE_ROWS: Final = 3
"""The columns and rows of a tile in a bowl that has room."""

_START_TILE: Final = 5
"""The columns of a start tile."""


class PlayerSide:
    """The side of one player at a table, now and after the chosen move."""

    def __init__(self, board: TileBoard, seat: Seat) -> None:
        self.board, self.seat, self.look = board, seat, board.look
        self.is_near = seat is board.near
        self._player, self._scene = board.state.players[seat], board.scene
        name, moves = player_name(seat, board.scene.names), mover(board.state) is seat
        self.badge = Badge(name, board.look, is_you=seat is board.scene.you, moves=moves)
        self._foreseen = board.foreseen() if self.is_near else None
        """The prospect of the chosen move, which only the near player can make."""
        self._opened = river_of(self._player)

    # The name.

    def side_tag(self, width: int) -> Row:
        """The name, or that it is you, in at most ``width`` columns; in the accent if it is that player's move.

        Both are there if they have room.
        """
        both = named_as_you(self.badge.name)
        has_room = self.badge.is_you and width_of(both) + SIDE_EDGES <= width
        return self.badge.side_tag(both if has_room else self.badge.owner_name(width), width)

    def owner_label(self, width: int = _OWNER) -> Row:
        """The name, or that it is you, beside or above what belongs to that player."""
        return text_row(self.badge.owner_name(width), "label")

    # The points.

    @property
    def points_now(self) -> int | None:
        """The points now; None if they are not shown."""
        return None if self._scene.scored is False else points(self._player)

    @property
    def _points_then(self) -> int:
        """The points after the chosen move."""
        seen = self.board.foreseen()
        return points(self._player) if seen is None else seen.scores[self.seat]

    def points_text(self) -> Fragment:
        """The points now and after the chosen move; nothing if they are not shown."""
        now, then = self.points_now, self._points_then
        if now is None:
            return Fragment("")
        text = str(now) if then == now else f"{now}{self.look.becomes}{then}"
        return Fragment(_("points {points}").format(points=text), "title" if then == now else "target")

    def changed_points(self) -> Row:
        """The points before and after the chosen move; nothing where they stay, or are not shown."""
        return row(self.points_text()) if self.points_now != self._points_then else BLANK

    def points_beside_figures(self) -> Fragment:
        """The label of large figures, or how the points change with the chosen move."""
        return Fragment(_("points"), "label") if self.points_now == self._points_then else self.points_text()

    # The bowl.

    def bowls(self) -> tuple[Colour, ...]:
        """The tile in the bowl, and behind it the one after the chosen move if that is another one."""
        bowl, chosen, seen = self._player.bowl, self._scene.chosen, self._foreseen
        if isinstance(chosen, TakeStart):
            return (chosen.colour if self.is_near else start_left(self.board.state, chosen.colour),)
        if bowl is None:
            return ()
        return (bowl,) if seen is None or seen.taken is None else (bowl, seen.taken)

    def bowl_gain(self) -> str:
        """The gain of every move with the tile in the bowl, such as "O×3" or "X+2": either all open, or all swap."""
        moves = [move for move in self._scene.moves if isinstance(move, OpenGroup | SwapTile)]
        return f"{kind_of(moves[0])}{self.board.gain(moves[0])}" if moves and self.is_near else ""

    # The groups.

    @property
    def sample_colour(self) -> Colour | None:
        """The colour of the tile that shows how all of them look; None before the first group."""
        # A black tile shows least how those of both players differ.
        return next((group for group in self._opened if group is not Colour.BLACK), next(iter(self._opened), None))

    def not_opened(self) -> tuple[Colour, ...]:
        """The colours that the player has not opened, also after the chosen move."""
        opened = {*self._opened, *([self.board.chosen_colour] if self.is_near and self.board.opens else [])}
        return tuple(colour for colour in COLOURS if colour not in opened)

    def pile(self, slot: int) -> CardPile | FreePlace:
        """The tiles of the group of a marker, counted from 0, with the one that the chosen move adds."""
        if slot < len(self._opened):
            colour = self._opened[slot]
            count = self._player.groups[colour].tiles.bit_count()
            if self._foreseen is not None and self._foreseen.colour is colour:
                becomes = f"{count}{self.look.becomes}{count + 1}"
                return self._pile(colour, f" {becomes}", becomes, count + 1)
            return self._pile(colour, str(count), str(count), count)
        if slot == len(self._opened) and self.is_near:
            if self.board.opens:
                return self._pile(self.board.chosen_colour, "+1", "+1", 1)
            if self.board.can_open:
                return FreePlace(0, Outline.OPEN, ("+",))
        return FreePlace(0, Outline.QUIET)

    def _pile(self, colour: Colour, after_sign: str, after_letter: str, count: int) -> CardPile:
        texts = f"{sign_of(self.look, colour)}{after_sign}", f"{letter_of(colour)}{after_letter}"
        is_outlined = not self.is_near and not self.look.tile.is_bracketed
        return CardPile(colour, texts, count, CardMark.FAR if is_outlined else CardMark.NONE)

    def next_score(self, colour: Colour) -> CardPile | FreePlace | None:
        """The points of the next tile of a group; quiet where it can be opened, and nothing where it cannot."""
        group = self._player.groups[colour]
        if group.tiles:
            return CardPile(colour, (f"+{group.value}",), 1, CardMark.NONE if self.is_near else CardMark.FAR)
        if not self.is_near or colour is not self.board.colour_to_open:
            return None
        outline = Outline.OPEN if self.board.opens else Outline.QUIET
        return FreePlace(colour, outline, (f"+{self.board.next_marker}",))


@frozen
class RiverSize:
    """The size of a river: of the face of a pile, the columns between two piles, and the rows of a pile."""

    pile: CardSize
    gap: int
    rows: int

    @property
    def columns(self) -> int:
        """The columns of the river."""
        return len(COLOURS) * (self.pile.columns + self.gap) - self.gap


# Tiles.


def tile_face(
    look: Look, colour: int, text: str, width: int, *, is_far: bool, is_thin: bool = False, part: Part = Part.CARD
) -> Row:
    """A row of a tile with a text in its middle, between the sides that show its owner.

    ``is_thin``: the outline of the far player is as thin as on a low tile. ``part``: the style of the near player's.
    """
    signs = look.tile
    if not is_far and not signs.is_bracketed:
        return row(Fragment(centred(text, width), style_of(part, colour)))
    left, right = (signs.thin if is_thin else signs.far) if is_far else signs.near
    edge = style_of(Part.RIMMED if is_far else Part.BODY, colour)
    inside = Fragment(centred(text, width - 2), style_of(Part.HOLLOW if is_far else part, colour))
    shown = row(Fragment(left, edge), inside, Fragment(right, edge))
    return closed_below(shown, look) if is_far and is_thin else shown


def closed_below(of: Row, look: Look) -> Row:
    """The row with the lower line of a thin outline; brackets need none."""
    return of if look.tile.is_bracketed else grounded(of)


def small_tile(side: PlayerSide, colour: Colour) -> Row:
    """A tile of a player in one row."""
    sign = padded(sign_of(side.look, colour), _SIGN)
    return tile_face(side.look, colour, sign, _TILE, is_far=not side.is_near)


def sample(side: PlayerSide) -> Row:
    """A tile of a player, as it differs from one of the other player; its brackets where these do."""
    if side.look.tile.is_bracketed:
        return row(brackets(side))
    colour = side.sample_colour
    return row(" " * _TILE) if colour is None else small_tile(side, colour)


def brackets(side: PlayerSide) -> str:
    """The sides of a player's tiles without a sign between them."""
    signs = side.look.tile
    return "  ".join(signs.near if side.is_near else signs.far)


def look_of_tiles(side: PlayerSide) -> str:
    """The look of a player's tiles, once there are any: in a word if shades show it, or their brackets."""
    if side.look.tile.is_bracketed:
        return brackets(side)
    if side.sample_colour is None:
        return ""
    return _("solid tiles") if side.is_near else _("outlined tiles")


def low_bowl(side: PlayerSide) -> list[Row]:
    """The tile in the bowl, now and after the chosen move, in two rows."""
    return _in_turn(side.look, [_low_tile(side, colour) for colour in side.bowls()], 2)


def large_bowl(side: PlayerSide) -> list[Row]:
    """The bowl in three rows, with tiles as on the board."""
    label = row(Fragment(_("bowl"), "label"), " ")
    rows = _in_turn(side.look, [_large_tile(side, colour) for colour in side.bowls()], _TILE_ROWS)
    return [row(label if number == 1 else " " * width_of(label), tile_row) for number, tile_row in enumerate(rows)]


def _in_turn(look: Look, tiles: Sequence[Sequence[Row]], height: int) -> list[Row]:
    """The tiles side by side, with an arrow between them in their second row; there is a sign if there is no tile."""

    def parts(line: int) -> Iterator[str | Fragment | Row]:
        arrow = f" {look.becomes} "
        for number, tile in enumerate(tiles):
            yield "" if number == 0 else arrow if line == 1 else " " * width_of(arrow)
            yield tile[line]
        if not tiles and line == 1:
            yield Fragment(look.nothing, "faint")

    return [row(*parts(line)) for line in range(height)]


def _low_tile(side: PlayerSide, colour: Colour) -> list[Row]:
    """A tile in two rows, with half of the first one, or a line in it, where shades show it."""
    look, is_far = side.look, not side.is_near
    above = row(Fragment((look.tile.lid if is_far else look.tile.lower) * _TILE, style_of(Part.INK, colour)))
    return [above, tile_face(look, colour, sign_of(look, colour), _TILE, is_far=is_far, is_thin=True)]


def _large_tile(side: PlayerSide, colour: Colour) -> list[Row]:
    """A tile in three rows, the last of them half of one where shades show it."""
    look, is_far = side.look, not side.is_near
    first = tile_face(look, colour, "", _LARGE_TILE, is_far=is_far, part=Part.BODY)
    if is_far and not look.tile.is_bracketed:
        left, right = look.upper_corners
        lid = left, look.upper * (_LARGE_TILE - 2), right
        first = row(*(Fragment(part, style_of(Part.RIMMED, colour)) for part in lid))
    face = tile_face(look, colour, sign_of(look, colour), _LARGE_TILE, is_far=is_far)
    return [first, face, row(Fragment(look.tile.upper * _LARGE_TILE, style_of(Part.INK, colour)))]


def start_tiles(board: TileBoard, width: int) -> Sequence[Row]:
    """The start tiles in a row, as long as they are there; the chosen one in brackets.

    They have no label where that has no room.
    """
    tiles: list[Row] = []
    for colour in board.start_tiles():
        sign = sign_of(board.look, colour)
        text = f"[{sign}]" if board.scene.chosen == TakeStart(colour) else sign
        tile = CardPile(colour, (text,), 1, click=StartClick(colour))
        tiles.append(in_one_row(tile, board.look, _START_TILE))
    if not tiles:
        return []
    alone = row(*(row("  ", tile) for tile in tiles))
    labelled = row(Fragment(_("start tiles"), "label"), alone)
    return [labelled if width_of(labelled) <= width else alone]


def not_opened(side: PlayerSide, width: int) -> Row | None:
    """The colours that a player has not opened, at the right; None if there are none, or no room."""
    left = side.not_opened()
    label = row(Fragment(_("not opened"), "label"), " ")
    for with_symbols in (True, False):
        signs = row(*(_unopened(side.look, colour, with_symbols=with_symbols) for colour in left))
        if left and 2 + width_of(label) + width_of(signs) <= width:
            return row(" " * (width - width_of(label) - width_of(signs)), label, signs)
    return None


def _unopened(look: Look, colour: Colour, *, with_symbols: bool) -> Fragment:
    text = f" {sign_of(look, colour)}" if with_symbols else letter_of(colour)
    return Fragment(text, style_of(Part.OUTLINE, colour))


# The river.


def river(side: PlayerSide, size: RiverSize) -> list[Row]:
    """The piles, each above what each further tile of its group scores."""
    return _river_rows(tuple(side.pile(slot) for slot in range(len(COLOURS))), side.look, size)


@kept_drawn
def _river_rows(places: tuple[CardPile | FreePlace, ...], look: Look, size: RiverSize) -> list[Row]:
    return beside([_slot(place, f"×{value}", look, size) for value, place in enumerate(places, start=1)], size.gap)


def _slot(place: CardPile | FreePlace, value: str, look: Look, size: RiverSize) -> list[Row]:
    """A pile, or water where the slot is empty; where shades show it, a pile ends in half a row."""
    columns, above = size.pile.columns, size.rows - size.pile.rows
    rows = place_rows(place, look, size.pile, size.rows)
    match place:
        case CardPile():
            foot = row(Fragment(look.tile.upper * columns, style_of(Part.INK, place.colour)))
            return [*rows, surface(place, look, value, columns, CHIP), foot]
        case FreePlace():
            water = [*rows[above:], row(Fragment(centred(value, columns), place.style))]
            return [*rows[:above], *(on_surface(line, WATER) for line in water), row(" " * columns)]
