"""The side of one player at the table of Patterns: the name, the points, the bowl, and the groups with markers."""

from __future__ import annotations

from typing import Final

from mandala_client.games.badges import SIDE_EDGES, badge, name_tag, named_as_you, side_tag
from mandala_client.games.card_piles import CardMark, CardPile, FreePlace, Outline
from mandala_client.games.colour_signs import sign_of
from mandala_client.games.colour_words import letter_of
from mandala_client.games.patterns.board import TileBoard
from mandala_client.games.patterns.chooser import kind_of
from mandala_client.games.patterns.preview import start_left
from mandala_client.text.language import _, pgettext
from mandala_client.text.player_names import player_name
from mandala_client.ui.rows import BLANK, Fragment, Row, row, shortened, text_row, width_of
from mandala_protocol.games.colours import COLOURS, Colour
from mandala_protocol.games.patterns import OpenGroup, SwapTile, TakeStart
from mandala_protocol.games.patterns.legality import mover
from mandala_protocol.games.patterns.scoring import points
from mandala_protocol.games.patterns.state import river
from mandala_protocol.seats import Seat

_OWNER: Final = 12
"""A name where there is little room, in columns."""


class PlayerSide:
    """The side of one player at a table, now and after the chosen move."""

    def __init__(self, board: TileBoard, seat: Seat) -> None:
        self.board, self.seat, self.look = board, seat, board.look
        self.is_near = seat is board.near
        self._player, self._scene = board.state.players[seat], board.scene
        self._foreseen = board.foreseen() if self.is_near else None
        """The prospect of the chosen move, which only the near player can make."""
        self._opened = river(self._player)

    # The name.

    @property
    def _name(self) -> str:
        return player_name(self.seat, self._scene.names)

    @property
    def _is_you(self) -> bool:
        return self.seat is self._scene.you

    @property
    def _moves(self) -> bool:
        return mover(self.board.state) is self.seat

    def marked_name(self, width: int) -> Row:
        """The name in exactly ``width`` columns, lit up behind a mark if it is that player's move."""
        return badge(self._name, width, self.look, is_you=self._is_you, moves=self._moves)

    def name_tag(self, width: int) -> Row:
        """The name as a tag in at most ``width`` columns, lit up if it is that player's move."""
        return name_tag(self._name, width, self.look, is_you=self._is_you, moves=self._moves)

    def side_tag(self, width: int) -> Row:
        """The name, or that it is you, in at most ``width`` columns; in the accent if it is that player's move.

        Both are there if they have room.
        """
        both = named_as_you(self._name)
        has_room = self._is_you and width_of(both) + SIDE_EDGES <= width
        return side_tag(both if has_room else self._owner_name(width), width, self.look, moves=self._moves)

    def owner_label(self, width: int = _OWNER) -> Row:
        """The name, or that it is you, beside or above what belongs to that player."""
        return text_row(self._owner_name(width), "label")

    def _owner_name(self, width: int) -> str:
        if self._is_you:
            return pgettext("whose field it is", "you")
        return shortened(self._name, width, self.look.ellipsis)

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
