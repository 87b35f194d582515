"""The table of Patterns on a full screen, and how a move is chosen there: a field, then what to do on it."""

from __future__ import annotations

from typing import Final

from mandala_client.games.colour_signs import sign_of
from mandala_client.games.colour_words import colour_of
from mandala_client.games.game_table import Choice, ColourTable, TableForm, TableScene
from mandala_client.games.game_words import refusal_of
from mandala_client.games.how_to_choose import HowToChoose, KindOfMove
from mandala_client.games.patterns import chooser
from mandala_client.games.patterns.board import CLOSES, SEVERAL, FieldClick, StartClick, TileBoard, first_choice
from mandala_client.games.patterns.chooser import written
from mandala_client.games.patterns.events import final_ways, state_of
from mandala_client.games.patterns.patterns_words import PatternsWords
from mandala_client.games.patterns.preview import best_at_once, best_of_each_kind, group_colour, points_at_once
from mandala_client.games.patterns.table_rows import (
    HUGE_FIELD,
    LARGE_FIELD,
    beside_large_board,
    compact_table,
    table_with_panel,
)
from mandala_client.games.patterns.tiles import board_columns, board_rows
from mandala_client.games.table_events import Way
from mandala_client.text.language import _, ngettext
from mandala_client.text.numbers import points
from mandala_client.ui.blocks.values import Topic
from mandala_client.ui.clicks import TableClick
from mandala_client.ui.form_sizes import TABLE_WIDTH
from mandala_client.ui.rows import Fragment, Row
from mandala_client.ui.style import Look
from mandala_protocol.conversation.snapshot import Snapshot
from mandala_protocol.games.colours import COLOURS
from mandala_protocol.games.patterns import FlipTile, OpenGroup, PatternsMove, SwapTile, TakeStart
from mandala_protocol.games.patterns.legality import fields_to_open, fields_to_swap, is_choosing_start
from mandala_protocol.games.patterns.scoring import points as scored
from mandala_protocol.games.patterns.state import PatternsState


class PatternsTable(ColourTable[PatternsMove]):
    """The functions are documented at ``GameTable``."""

    # What is drawn.

    def width(self, form: TableForm, look: Look) -> int:
        return board_columns(_FIELDS[form]) if form in _FIELDS else TABLE_WIDTH

    def board(self, scene: TableScene[PatternsMove], look: Look, form: TableForm, columns: int) -> list[Row]:
        board = TileBoard(scene, look)
        match form:
            case TableForm.COMPACT:
                return compact_table(board, columns)
            case TableForm.STANDARD:
                return table_with_panel(board)
            case TableForm.LARGE | TableForm.HUGE:
                return board_rows(board, _FIELDS[form])

    def beside(self, scene: TableScene[PatternsMove], look: Look, form: TableForm, width: int) -> list[Row]:
        return beside_large_board(TileBoard(scene, look), width, is_huge=form is TableForm.HUGE)

    def tells_points(self, form: TableForm, look: Look) -> bool:
        return True

    def final_ways(self, snapshot: Snapshot) -> tuple[Way, ...]:
        return final_ways(state_of(snapshot), snapshot.seat)

    # What the help says.

    def help_topics(self, look: Look) -> tuple[Topic, ...]:
        arrows = "← → ↑ ↓" if look.writes_all else _("arrows")
        return (
            Topic(
                _("Choose a move"),
                (
                    (arrows, _("which field")),
                    ("Tab", _("the next move, also on the same field")),
                    ("Enter", _("play")),
                    ("Esc", _("clear the choice")),
                    (_("Mouse"), _("click twice to play")),
                ),
            ),
            Topic(
                _("Or type it"),
                (
                    ("O17", _("open a group on field 17")),
                    ("9", _("flip the tile on field 9")),
                    ("X30", _("swap with the tile on 30")),
                    ("Sg", _("take the green start tile")),
                ),
            ),
        )

    def help_signs(self, look: Look) -> tuple[tuple[str, str], ...]:
        sign = sign_of(look, COLOURS[0])
        tiles = " ".join(f"{left}{sign}{right}" for left, right in (look.tile.near, look.tile.far))
        return (
            (tiles, _("tiles: near, far player")),
            (f"×3 {sign}4", _("marker 3, red, 4 tiles")),
            ("+2", _("points; after the end: order of the final flips")),
            (CLOSES, _("closes tiles")),
            (SEVERAL, _("several moves here")),
        )

    # How a move is chosen.

    def how_to_choose(self, scene: TableScene[PatternsMove], look: Look) -> HowToChoose[PatternsMove]:
        best = best_of_each_kind(scene.state, scene.near, scene.moves, scene.taught)
        example = first_choice(scene)
        typed = tuple(map(written, sorted(best, key=lambda move: move != example)))
        if isinstance(example, TakeStart):
            return HowToChoose(example, typed=typed, arrows="←→")
        invitation = _("Your turn: choose a field with the arrow keys; Enter plays.")
        if look.writes_all:
            invitation = _("Your turn: choose a field with ←→↑↓; Enter plays.")
        kinds = {
            OpenGroup: (_("Open a group"), _("with your bowl's tile; you take the tile there")),
            FlipTile: (_("Flip a tile"), _("to join your group of its colour beside it")),
            SwapTile: (_("Swap a tile"), _("your bowl's tile goes there, this into your bowl")),
        }
        return HowToChoose(
            example,
            typed=typed,
            kinds=tuple(KindOfMove(written(move), *kinds[type(move)]) for move in best),
            invitation=invitation,
            opportunity=_opportunity(scene, look),
        )

    def chosen_keys(self, scene: TableScene[PatternsMove], look: Look) -> list[Fragment]:
        chosen = scene.chosen
        if chosen is None or isinstance(chosen, TakeStart):
            return []
        several = len(chooser.on_field(scene.moves, chosen.field)) > 1
        return [Fragment(_("Tab: other move here"), "label")] if several else []

    def arrow(self, scene: TableScene[PatternsMove], key: str) -> PatternsMove | None:
        if key in ("tab", "s-tab"):
            return chooser.following(scene.moves, scene.chosen, 1 if key == "tab" else -1)
        if scene.chosen is None:
            return first_choice(scene)
        return chooser.beside(scene.moves, scene.chosen, key)

    def letter(self, scene: TableScene[PatternsMove], text: str, *, fresh: bool) -> Choice[PatternsMove] | str | None:
        colour = colour_of(text.lower())
        if not fresh or colour is None:
            return None
        move = TakeStart(colour)
        return Choice(move) if move in scene.moves else None

    def meant_by_key(self, scene: TableScene[PatternsMove], key: str) -> str | None:
        field = int(key[1:])
        return _("Type {field} to flip the tile there.").format(field=field) if FlipTile(field) in scene.moves else None

    def click(self, scene: TableScene[PatternsMove], on: TableClick) -> Choice[PatternsMove] | str | None:
        match on:
            case StartClick(colour=colour):
                return _clicked(scene, TakeStart(colour))
            case FieldClick(field=field):
                there = chooser.on_field(scene.moves, field)
                if not there:
                    return Choice(None, _why_not(scene, field))
                return _clicked(scene, scene.chosen if scene.chosen in there else there[0])
            case _:
                return None


def _opportunity(scene: TableScene[PatternsMove], look: Look) -> str:
    """The fields whose tile brings most points at once; nothing if none brings any."""
    state: PatternsState = scene.state
    seat = scene.near
    best = [move for move in best_at_once(state, seat, scene.moves) if not isinstance(move, TakeStart)]
    if not best:
        return ""
    most = points_at_once(state, seat, best[0])
    # No two groups of a player have the same marker, so all of these extend one.
    card = sign_of(look, group_colour(state, seat, best[0]))
    fields = ", ".join(str(number) for number in sorted(move.field for move in best))
    brings_most = ngettext(
        "{card} brings most: {points} on field {fields}.",
        "{card} brings most: {points} on fields {fields}.",
        len(best),
    )
    text = brings_most.format(card=card, points=points(most), fields=fields)
    if scene.scored is False:
        return text
    then = _("You then have {points}.").format(points=points(scored(state.players[seat]) + most))
    return f"{text} {then}"


def _clicked(scene: TableScene[PatternsMove], move: PatternsMove | None) -> Choice[PatternsMove] | None:
    """The first click chooses a move, the second plays it."""
    return Choice(move, done=move == scene.chosen) if move in scene.moves else None


def _why_not(scene: TableScene[PatternsMove], field: int) -> str | None:
    """The reason why nothing can be done on this field, for the move that comes to mind first."""
    view, state = scene.view, scene.state
    move: PatternsMove
    if fields_to_open(state, view.seat) or is_choosing_start(state):
        move = OpenGroup(field)
    elif fields_to_swap(state, view.seat):
        move = SwapTile(field)
    else:
        move = FlipTile(field)
    return refusal_of(PatternsWords(), view, move)


_FIELDS: Final = {TableForm.LARGE: LARGE_FIELD, TableForm.HUGE: HUGE_FIELD}
"""The size of a field where the board is the whole table."""
