"""Refusals of a move of Patterns: a sentence for every point of the rules."""

from __future__ import annotations

from typing import assert_never

from mandala_client.games.colour_words import colour_name
from mandala_client.games.patterns.preview import group_colour
from mandala_client.text.language import _, said
from mandala_client.text.numbers import list_of
from mandala_protocol.games.game import IllegalMove, View
from mandala_protocol.games.patterns import FlipTile, OpenGroup, PatternsMove, PatternsState, SwapTile, TakeStart
from mandala_protocol.games.patterns.legality import is_choosing_start


def refusal(error: IllegalMove, view: View[PatternsState] | None = None, move: PatternsMove | None = None) -> str:
    """The reason why a move is not possible, in one sentence that ends with the point of the rules."""
    sentence = None
    if view is not None and move is not None and view.state.stopped is None:
        sentence = _about_this_move(error.point, view, move)
    sentence = sentence or _in_general(error.point)
    if sentence is None:
        sentence = _("{reason} (rule {point}).").format(reason=said(error.reason), point=error.point)
    return sentence[:1].upper() + sentence[1:]


def _in_general(point: str) -> str | None:
    match point:
        case "A1":
            return _("It is not your turn (rule A1).")
        case "E1":
            return _("The game is over (rule E1).")
        case "T2":
            return _("First the second player takes a start tile (rule T2).")
        case _:
            return None


def _about_this_move(point: str, view: View[PatternsState], move: PatternsMove) -> str | None:
    """The sentence that names the tile and the field of this move; None if that of the point alone says it all."""
    if isinstance(move, TakeStart):
        return _about_start(point, view)
    if point == "N1":
        text = _("The tile on field {field} has been turned and stays as it is (rule N1).")
        return text.format(field=move.field)
    if is_choosing_start(view.state) or point == "A1":
        return None
    colour = group_colour(view.state, view.seat, move)
    return _sentence(point, view, move).format(colour=colour_name(colour), field=move.field)


def _about_start(point: str, view: View[PatternsState]) -> str | None:
    if point != "T2":
        return None
    if not is_choosing_start(view.state):
        return _("The start tiles have been taken (rule T2).")
    text = _("The start tiles are {colours}: take one of them (rule T2).")
    return text.format(colours=list_of(list(map(colour_name, view.state.start))))


def _sentence(point: str, view: View[PatternsState], move: OpenGroup | FlipTile | SwapTile) -> str:
    """With {colour}, the colour of the group, and {field}."""
    opened = bool(view.state.players[view.seat].groups[group_colour(view.state, view.seat, move)].tiles)
    match move:
        case OpenGroup():
            if point == "O0":
                return _("The tile in your bowl is {colour}, and you already have that group (rule O0).")
            return _("Field {field} is next to the other player's {colour} group: you cannot open there (rule O5).")
        case FlipTile():
            if not opened:
                return _("The tile on field {field} is {colour}, and you have not opened that colour (rule F1).")
            if point == "F1":
                return _("Field {field} is not next to your {colour} group (rule F1).")
            return _("The {colour} tile on field {field} is next to the other player's {colour} group (rule F2).")
        case SwapTile():
            if not opened:
                return _("The tile in your bowl is {colour}, and you have not opened that colour (rule X1).")
            if point == "X1":
                return _("The tile in your bowl is {colour}, and field {field} is not next to that group (rule X1).")
            if point == "X2":
                return _("Field {field} is next to the other player's {colour} group: no swap there (rule X2).")
            return _("The tile on field {field} is {colour} too: flip it, F{field} (rule X3).")
        case _:
            assert_never(move)
