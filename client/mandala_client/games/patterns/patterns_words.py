"""Sentences about Patterns: its moves, refusals and the position; the writing of moves for people."""

from __future__ import annotations

from typing import Any, Final

from mandala_client.games.colour_words import colour_name, letters_of_colours
from mandala_client.games.game_words import GameWords, Hint, listed_moves, refusal_sentence
from mandala_client.games.patterns import events, preview, score_text
from mandala_client.games.patterns.chooser import MoveOnField, as_move, slip_in, written
from mandala_client.games.patterns.events import state_of
from mandala_client.games.patterns.preview import group_colour, question_before
from mandala_client.games.table_events import event_sentences
from mandala_client.text.language import _, ngettext, pgettext
from mandala_client.text.numbers import list_of
from mandala_client.text.player_names import Names, player_name
from mandala_client.text.typed_words import TypedWord, spoken_word
from mandala_client.ui.blocks.values import Blocks
from mandala_protocol.conversation.snapshot import Pending, Snapshot
from mandala_protocol.games.game import IllegalMove, View
from mandala_protocol.games.patterns import (
    PATTERNS,
    FlipTile,
    OpenGroup,
    PatternsMove,
    PatternsState,
    SwapTile,
    TakeStart,
)
from mandala_protocol.games.patterns.board import FIELD_AT, FIELDS, PLACES, ROW_LENGTHS, fields_in
from mandala_protocol.games.patterns.legality import fields_to_flip, fields_to_open, fields_to_swap, is_choosing_start
from mandala_protocol.games.patterns.state import PatternsEnd, colour_at, owner_at, river
from mandala_protocol.seats import Seat
from mandala_protocol.sentence import N_


class PatternsWords(GameWords[PatternsMove]):
    """The functions are documented at ``GameWords``; what is left out there has its usual answer."""

    rules = PATTERNS

    # Moves, as they are written for people.

    typed = staticmethod(as_move)
    notation = staticmethod(written)

    def examples(self) -> str:
        return "O17, 9, X30, Sg"

    def slip(self, text: str, view: View[Any] | None = None) -> str | None:
        return slip_in(text)

    def how_to_type(self) -> list[str]:
        return [
            _("O17: open a group in the colour of the tile in your bowl, on field 17."),
            _("9: flip the tile on field 9 into your group of its colour."),
            _("X30: swap the tile in your bowl for the one on field 30, next to its group."),
            _("Sg: take the green start tile, if you play second."),
            letters_of_colours(),
        ]

    # What happens.

    moved = staticmethod(events.moved)

    def noticed(self, before: Snapshot, after: Snapshot) -> list[str]:
        assert after.names is not None, "whoever plays has a name"
        earlier, now = state_of(before), state_of(after)
        changed = [*events.grown_groups(earlier, now), *events.closed_groups(earlier, now)]
        return event_sentences(changed, after.seat, after.names)

    # Whose turn it is.

    def began(self, state: PatternsState) -> Seat | None:
        return state.first

    def turn(self, snapshot: Snapshot, mover: str, *, ours: bool) -> str | None:
        state = None if snapshot.view is None else snapshot.view.state
        if state is None or state.stopped is not None:
            return None
        if is_choosing_start(state):
            if not ours:
                return _("{name} plays second and chooses a start tile.").format(name=mover)
            one, another = map(colour_name, state.start)
            text = _("You play second. Choose your start tile: {one} or {another}.")
            return text.format(one=one, another=another)
        if ours and snapshot.pending is Pending.MOVE:
            return _what_to_do(state, snapshot.seat)
        return None

    # A move before it is made.

    def refusal(self, error: IllegalMove, view: View[Any] | None = None, move: PatternsMove | None = None) -> str:
        return refusal(error, view, move)

    def preview(self, snapshot: Snapshot, move: PatternsMove, other: str, *, brief: bool = False) -> list[str]:
        wording = preview.brief_preview if brief else preview.preview_sentences
        return wording(state_of(snapshot), snapshot.seat, move, other)

    regretted = staticmethod(question_before)

    def hint(self, snapshot: Snapshot) -> Hint[PatternsMove] | None:
        from mandala_client.games.patterns.hint import hint  # brings the bots along

        return hint(snapshot)

    # The position.

    def table(self, snapshot: Snapshot) -> list[str]:
        state, seat = state_of(snapshot), snapshot.seat
        other = player_name(seat.other, snapshot.names)
        lines = [_row(state, seat, first, length) for first, length in _ROWS]
        lines.append(_("“Yours” and “theirs” are turned tiles; all others are front up."))
        return [*lines, *_bowls(state, seat, other), *_groups(state, seat, None), *_groups(state, seat.other, other)]

    def parts(self) -> tuple[TypedWord, ...]:
        return TypedWord.FIELD, TypedWord.GROUPS, TypedWord.BOWL

    def part(self, snapshot: Snapshot, word: TypedWord, which: str) -> list[str]:
        state, seat = state_of(snapshot), snapshot.seat
        other = player_name(seat.other, snapshot.names)
        match word:
            case TypedWord.FIELD:
                return [_field(state, seat, which)]
            case TypedWord.GROUPS:
                return [*_groups(state, seat, None), *_groups(state, seat.other, other)]
            case _:
                return _bowls(state, seat, other)

    def choices(self, snapshot: Snapshot) -> list[str]:
        legal = () if snapshot.view is None else PATTERNS.legal_moves(snapshot.view)
        return listed_moves(self, snapshot, legal) if any(isinstance(move, TakeStart) for move in legal) else []

    # How it stands, and how it ended.

    def why_over(self, termination: PatternsEnd) -> str:
        return _("One player had no move left.")

    why_it_ended = staticmethod(score_text.why_it_ended)
    score = staticmethod(score_text.score)
    standing = staticmethod(score_text.standing)

    def onlooker_score(self, state: PatternsState, names: Names) -> Blocks:
        return [*score_text.onlooker_score(state, names), *super().onlooker_score(state, names)]

    def statistics(self, snapshot: Snapshot) -> Blocks:
        return score_text.statistics(snapshot, player_name(snapshot.seat.other, snapshot.names))


def _what_to_do(state: PatternsState, seat: Seat) -> str:
    """The sentence about the actions that are possible now. Opening and swapping are never both (O0, X1)."""
    flips = bool(fields_to_flip(state, seat))
    if fields_to_open(state, seat):
        return _("Your turn: open a group or flip a tile.") if flips else _("Your turn: open a group.")
    if fields_to_swap(state, seat):
        return _("Your turn: flip a tile or swap one.") if flips else _("Your turn: swap a tile.")
    return _("Your turn: flip a tile.")


# The position.

_ROWS: Final = tuple((sum(ROW_LENGTHS[:number]), length) for number, length in enumerate(ROW_LENGTHS))
"""The first field of each row, and how many it has."""


def _row(state: PatternsState, seat: Seat, first: int, length: int) -> str:
    text = _("Fields {first} to {last}: {tiles}.")
    tiles = ", ".join(_tile(state, seat, field) for field in FIELDS[first : first + length])
    return text.format(first=first, last=first + length - 1, tiles=tiles)


def _tile(state: PatternsState, seat: Seat, field: int) -> str:
    colour = colour_name(colour_at(state, field))
    match owner_at(state, field):
        case None:
            return colour
        case owner if owner is seat:
            return pgettext("a turned tile", "{colour} yours").format(colour=colour)
        case _:
            return pgettext("a turned tile", "{colour} theirs").format(colour=colour)


def _field(state: PatternsState, seat: Seat, number: str) -> str:
    """The sentence about the tile on a field, and about those next to it, each with its direction and its field."""
    if not number.isdecimal() or int(number) not in FIELDS:
        text = _("Add the number of a field, from 0 to {last}: “{word} 14”.")
        return text.format(last=FIELDS[-1], word=spoken_word(TypedWord.FIELD))
    row, column = PLACES[int(number)]
    directions = {
        _("above {field} {tile}"): (row - 1, column),
        _("left {field} {tile}"): (row, column - 1),
        _("right {field} {tile}"): (row, column + 1),
        _("below {field} {tile}"): (row + 1, column),
    }
    beside = [
        text.format(field=FIELD_AT[place], tile=_tile(state, seat, FIELD_AT[place]))
        for text, place in directions.items()
        if place in FIELD_AT
    ]
    text = _("Field {field}: {tile}; {beside}.")
    return text.format(field=int(number), tile=_tile(state, seat, int(number)), beside=", ".join(beside))


def _bowls(state: PatternsState, seat: Seat, other: str) -> list[str]:
    """Sentences on the tiles in both bowls, our own first; before they are filled, on the start tiles to take."""
    own, theirs = state.players[seat].bowl, state.players[seat.other].bowl
    if own is None or theirs is None:
        return [_("The start tiles are {colours}.").format(colours=list_of(list(map(colour_name, state.start))))]
    return [
        _("The tile in your bowl is {colour}.").format(colour=colour_name(own)),
        _("The tile in {name}'s bowl is {colour}.").format(name=other, colour=colour_name(theirs)),
    ]


def _groups(state: PatternsState, who: Seat, name: str | None) -> list[str]:
    """The groups of a player, in sentences; "you" if there is no name."""
    player = state.players[who]
    if not player.opened:
        text = _("You have no group.") if name is None else _("{name} has no group.")
        return [text.format(name=name)]
    lines = []
    for colour in river(player):
        group = player.groups[colour]
        count = group.tiles.bit_count()
        if name is None:
            text = ngettext(
                "Your {colour} group, marker {value}: {count} tile on field {fields}.",
                "Your {colour} group, marker {value}: {count} tiles on fields {fields}.",
                count,
            )
        else:
            text = ngettext(
                "{name}'s {colour} group, marker {value}: {count} tile on field {fields}.",
                "{name}'s {colour} group, marker {value}: {count} tiles on fields {fields}.",
                count,
            )
        line = text.format(
            name=name,
            colour=colour_name(colour),
            value=group.value,
            count=count,
            fields=list_of([str(field) for field in fields_in(group.tiles)]),
        )
        lines.append(line)
    return lines


# Refusals: a sentence for every point of the rules.


def refusal(error: IllegalMove, view: View[PatternsState] | None = None, move: PatternsMove | None = None) -> str:
    """The reason why a move is not possible, in one sentence that ends with the point of the rules."""
    about_it = None
    if view is not None and move is not None and view.state.stopped is None:
        about_it = _about_this_move(error.point, view, move)
    return refusal_sentence(error, about_it or _(_IN_GENERAL.get(error.point, "")))


_IN_GENERAL: Final = {
    "A1": N_("It is not your turn (rule A1)."),
    "E1": N_("The game is over (rule E1)."),
    "T2": N_("First the second player takes a start tile (rule T2)."),
}
"""The sense of a point, for any move that breaks it."""


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


def _sentence(point: str, view: View[PatternsState], move: MoveOnField) -> str:
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
            return _("The tile on field {field} is {colour} too: type {field} to flip it (rule X3).")
