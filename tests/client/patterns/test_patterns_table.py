"""The table of Patterns: golden screens, what is seen without colour, and how a move is chosen."""

from __future__ import annotations

import itertools
import re
from collections.abc import Callable, Sequence
from itertools import cycle
from typing import Any

import pyte
import pytest
from attrs import evolve

from mandala_client.games.card_piles import CardSize
from mandala_client.games.colour_signs import BEGINS, CHIP, GAIN, Part, sign_of, style_of
from mandala_client.games.colour_words import letter_of
from mandala_client.games.game_table import TableForm, TableScene, scene_in_play
from mandala_client.games.patterns import chooser
from mandala_client.games.patterns.board import FieldClick, StartClick, TileBoard
from mandala_client.games.patterns.chooser import as_move, written
from mandala_client.games.patterns.preview import begins_with, best_of_each_kind, closed_fields, prospect
from mandala_client.games.patterns.table_rows import (
    both_sides,
    compact_table,
    legend,
    legend_in_words,
    table_with_panel,
)
from mandala_client.games.patterns.tiles import board_rows
from mandala_client.screens.table.table_pages import screen
from mandala_client.table import updates
from mandala_client.text.language import Language, spoken, writes_in_ascii
from mandala_client.text.numbers import points as points_in_words
from mandala_client.ui.large_text import large_number
from mandala_client.ui.rows import Fragment, Row, width_of
from mandala_client.ui.style import FULL_LOOK, SHADED_LOOK, Depth, Look
from mandala_client.ui.themes import GROUNDED, KEY_CAP, MAT, WATER
from mandala_protocol.conversation.events import Play
from mandala_protocol.conversation.snapshot import Snapshot
from mandala_protocol.games.colours import COLOURS
from mandala_protocol.games.game import Moved
from mandala_protocol.games.patterns import (
    PATTERNS,
    FlipTile,
    OpenGroup,
    PatternsMove,
    SwapTile,
    TakeStart,
)
from mandala_protocol.games.patterns.board import BESIDE, FIELD_AT, FIELDS, PLACES, ROW_LENGTHS
from mandala_protocol.games.patterns.scoring import points
from mandala_protocol.games.patterns.state import PatternsState, colour_at, owner_at
from mandala_protocol.seats import Seat
from tests.client.at_table import press, seen, typed
from tests.client.laws import nothing_cut_silently
from tests.client.patterns.conftest import MIDDLE, PATTERNS_UI, Sitting, state_of
from tests.client.scenes import LOOKS, each_language, each_look, each_plain_look, set_to
from tests.narrowing import present

Compare = Callable[[str, pyte.Screen], None]
Paint = Callable[..., pyte.Screen]

PLAYERS = ("Anna", "Ben")

# What every table shows, in every form.


def scene_of(snapshot: Snapshot) -> TableScene[Any]:
    assert snapshot.view is not None
    return scene_in_play(snapshot, PATTERNS.legal_moves(snapshot.view))


def board_of(snapshot: Snapshot, look: Look, **changes: Any) -> TileBoard:
    """The board of that scene, with these changes."""
    return TileBoard(evolve(scene_of(snapshot), **changes), look)


DRAWN: dict[tuple[int, Look, TableForm, Language, bool], tuple[Snapshot, list[Row]]] = {}
"""The tables drawn of each snapshot, with the snapshot, so that no other one takes its place in memory."""


def rows_of(snapshot: Snapshot, look: Look, form: TableForm) -> list[Row]:
    """The table of a snapshot, drawn once for all tests that look at it."""
    asked = id(snapshot), look, form, spoken(), writes_in_ascii()
    if asked not in DRAWN:
        DRAWN[asked] = snapshot, rows_in(scene_of(snapshot), look, form)
    return DRAWN[asked][1]


def rows_in(scene: TableScene[Any], look: Look, form: TableForm) -> list[Row]:
    """The table, and below it what stands beside it."""
    columns = 40 if form is TableForm.COMPACT else PATTERNS_UI.table.width(form, look)
    rows: list[Row] = PATTERNS_UI.table.board(scene, look, form, columns)
    if form in BESIDE_TABLE:
        rows += PATTERNS_UI.table.beside(scene, look, form, BESIDE_TABLE[form])
    return rows


BESIDE_TABLE = {TableForm.LARGE: 37, TableForm.HUGE: 38}
"""The columns beside a large table in the smallest window for it, also that of an onlooker."""


@pytest.mark.parametrize(
    ("form", "most", "columns"),
    [("STANDARD", 18, 80), ("LARGE", 32, 73), ("HUGE", 48, 105), ("COMPACT", 15, 40)],
)
def test_the_table_fits_at_every_moment(
    form: str, most: int, columns: int, sitting: Sitting, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each moment in one look and language, the next in the next; the laws of all screens hold some of them in all."""
    for snapshot, (language, look) in zip(sitting.moments, cycle(itertools.product(Language, LOOKS))):
        set_to(language, look)
        with nothing_cut_silently(monkeypatch):
            rows = rows_of(snapshot, look, TableForm[form])
        beside = rows[most:]
        assert len(beside) <= most
        assert max(map(width_of, rows[:most])) <= columns
        assert max(map(width_of, beside), default=0) <= BESIDE_TABLE.get(TableForm[form], 0)


@each_language
def test_the_table_fits_whatever_is_chosen(language: Language, sitting: Sitting) -> None:
    scene = scene_of(evolve(sitting.moments[MIDDLE], live_score=True))
    kinds = {type(move) for move in scene.moves}
    assert len(kinds) > 1
    for move, look in zip(scene.moves, cycle(LOOKS)):
        set_to(language, look)
        rows = rows_in(evolve(scene, chosen=move), look, TableForm.STANDARD)
        assert max(map(width_of, rows)) <= 80


def brought_briefly(snapshot: Snapshot, move: PatternsMove) -> str:
    """The points of a flip, or the letter of another move: what it brings stands beside the bowl."""
    assert not isinstance(move, TakeStart)
    ahead = prospect(state_of(snapshot), snapshot.seat, move)
    return f"+{ahead.value}" if isinstance(move, FlipTile) else chooser.kind_of(move)


def parts_on(rows: list[Row]) -> dict[int, list[list[Fragment]]]:
    """Return the parts of each row of every field, and of the row below it."""
    fields: dict[int, list[list[Fragment]]] = {}
    for row in rows:
        parts: dict[int, list[Fragment]] = {}
        for part in row:
            if isinstance(part.click, FieldClick):
                parts.setdefault(part.click.field, []).append(part)
        for field, line in parts.items():
            fields.setdefault(field, []).append(line)
    return fields


def cells_of(rows: list[Row]) -> dict[int, list[str]]:
    """The text of each of its rows by its field."""
    return {field: ["".join(part.text for part in line) for line in lines] for field, lines in parts_on(rows).items()}


ROWS_OF_FIELD = {TableForm.COMPACT: 1, TableForm.STANDARD: 2, TableForm.LARGE: 4, TableForm.HUGE: 6}

SPREADS = [TableForm.STANDARD, TableForm.LARGE, TableForm.HUGE]


@pytest.mark.parametrize("form", [*SPREADS, TableForm.COMPACT])
def test_where_there_are_shades_each_field_shows_its_tile_its_owner_and_its_moves(
    form: TableForm, sitting: Sitting
) -> None:
    for snapshot in sitting.moments[1::2]:
        state, moves = state_of(snapshot), scene_of(snapshot).moves
        tiles = parts_on(rows_of(snapshot, SHADED_LOOK, form))
        best = most_at_once(snapshot)
        for field in FIELDS:
            lines, colour, owner = tiles[field], colour_at(state, field), owner_at(state, field)
            text = "\n".join("".join(part.text for part in line) for line in lines)
            seen = {style for line in lines for part in line for style in part.style.split(",")}
            assert colour.letter in text
            there = chooser.on_field(moves, field)
            edges = sum(text.count(edge) for edge in far_edges(form))
            if owner is snapshot.seat:
                assert style_of(Part.CARD, colour) in seen
                assert edges == 0
            elif owner is not None:
                assert style_of(Part.HOLLOW, colour) in seen
                assert edges == edges_of(state, field, form, is_fresh=SHADED_LOOK.fresh in text)
                assert (GROUNDED in seen) == (form is TableForm.STANDARD and not is_joined(state, field, 1))
            elif there:
                assert style_of(Part.FREE, tinted_as(snapshot, there[0], form)) in seen
                begins = field == chooser.field_of(begins_with(state, snapshot.seat, moves))
                begins = begins and form is not TableForm.COMPACT
                is_best, is_large, is_small = there[0] in best, form in BESIDE_TABLE, form is TableForm.STANDARD
                has_strip = is_large and is_best
                assert (GAIN in seen) == (has_strip or (is_large and begins) or form is TableForm.COMPACT)
                assert (BEGINS in seen) == (is_small and is_best), "points on white"
                assert (KEY_CAP in seen) == (is_small and begins)
                if is_small:
                    above = {part.style.split(",")[0] for part in lines[0]} - {MAT}
                    expected = {KEY_CAP} if begins else set()
                    assert above == expected | ({BEGINS} if is_best else set()), "it stands above its tile"
                assert any(style_of(Part.DARK, one) in seen for one in COLOURS) == has_strip, "what brings most at once"
                marks = SHADED_LOOK.here if form is TableForm.STANDARD else SHADED_LOOK.left + SHADED_LOOK.right
                assert ({text.count(mark) for mark in marks} == {1}) == begins
                is_compact = form is TableForm.COMPACT
                told = (brought_briefly(snapshot, there[0]),) if is_compact else on_tile(snapshot, there)
                assert all(one in f" {text} " for one in told)
            else:
                assert style_of(Part.REST, colour) in seen
                assert re.findall(r"\d+", text) == ([str(field)] if form in BESIDE_TABLE else [])


def tinted_as(snapshot: Snapshot, move: PatternsMove, form: TableForm) -> int:
    """The colour whose shade a tile has with which something can be done: for a swap that of the tile that comes."""
    assert not isinstance(move, TakeStart)
    if isinstance(move, SwapTile) and form is not TableForm.COMPACT:
        return prospect(state_of(snapshot), snapshot.seat, move).colour
    return colour_at(state_of(snapshot), move.field)


def most_at_once(snapshot: Snapshot) -> list[PatternsMove]:
    """The moves that bring most points at once; none if none brings any."""
    gains = {move: gain_of(snapshot, move) for move in scene_of(snapshot).moves}
    most = max(gains.values(), default=0)
    return [move for move, brings in gains.items() if brings == most > 0]


def gain_of(snapshot: Snapshot, move: PatternsMove) -> int:
    if isinstance(move, OpenGroup | TakeStart):
        return 0
    return prospect(state_of(snapshot), snapshot.seat, move).value


def far_edges(form: TableForm) -> Sequence[str]:
    """The signs of the left and the right edge of a tile of the far player: lines where tiles are low."""
    return SHADED_LOOK.thin[1:] if form is TableForm.STANDARD else (SHADED_LOOK.left, SHADED_LOOK.right)


def is_joined(state: PatternsState, field: int, step: int) -> bool:
    """Return whether the group on this field goes on so many rows below it."""
    line, column = PLACES[field]
    other = FIELD_AT.get((line + step, column))
    return other is not None and all(one(state, other) == one(state, field) for one in (owner_at, colour_at))


def edges_of(state: PatternsState, field: int, form: TableForm, *, is_fresh: bool) -> int:
    """The edges of a tile of the far player: one on each side and in each row, unless its group goes on there.

    A row of which half is the board's has none, and on a large board the upper edge has none but its corners.
    ``is_fresh``: a mark is on it, where the right one would be if there is little room.
    """
    owner, colour = owner_at(state, field), colour_at(state, field)
    assert owner is not None

    def is_edge(other: int | None) -> bool:
        if other is None or other not in BESIDE[field]:
            return True
        return owner_at(state, other) is not owner or colour_at(state, other) is not colour

    line, column = PLACES[field]
    above, below = (FIELD_AT.get((line + step, column)) for step in (-1, 1))
    rows, has_left, has_right = ROWS_OF_FIELD[form], is_edge(field - 1), is_edge(field + 1)
    if form is not TableForm.COMPACT:
        rows -= is_edge(above) + (is_edge(below) and form is not TableForm.STANDARD)
    return (has_left + has_right) * rows - (is_fresh and form is TableForm.COMPACT and has_right)


def on_tile(snapshot: Snapshot, there: Sequence[PatternsMove]) -> tuple[str, str]:
    """The move as it is typed, but for the letter of a flip, and whether it closes tiles; and its points."""
    move = there[0]
    assert not isinstance(move, TakeStart)
    ahead = prospect(state_of(snapshot), snapshot.seat, move)
    is_several = len(there) > 1
    kind = "" if is_several or isinstance(move, FlipTile) else chooser.kind_of(move)
    scored = "" if isinstance(move, OpenGroup) else f"+{ahead.value}"
    return f"{kind}{move.field}{'*' if is_several else ''}{'!' if ahead.closed else ''}", scored


@each_plain_look
@pytest.mark.parametrize("form", [*SPREADS, TableForm.COMPACT])
def test_each_field_shows_its_tile_its_owner_and_its_moves_without_any_colour(
    look: Look, form: TableForm, sitting: Sitting
) -> None:
    set_to(Language.ENGLISH, look)
    begun = 0
    for snapshot in sitting.moments[3::2]:
        state, moves = state_of(snapshot), scene_of(snapshot).moves
        cells = cells_of(rows_of(snapshot, look, form))
        assert sorted(cells) == list(FIELDS)
        begins, last = chooser.field_of(begins_with(state, snapshot.seat, moves)), last_field(snapshot)
        for field, lines in cells.items():
            owner, there = owner_at(state, field), chooser.on_field(moves, field)
            face, text = lines[ROW_OF_SIGN[form]], "\n".join(lines)
            assert colour_at(state, field).letter in face
            assert (look.fresh in face) == (field == last)
            is_large = form in BESIDE_TABLE
            if owner is not None:
                brackets = "[]" if owner is snapshot.seat else "()"
                rows = [line.strip() for line in lines]
                whole = rows[:-1] if is_large else rows[1:] if form is TableForm.STANDARD else rows
                halved = {TableForm.STANDARD: rows[0], TableForm.COMPACT: brackets}.get(form, rows[-1])
                assert {line[0] + line[-1] for line in whole} == {brackets}
                goes_on = form is not TableForm.COMPACT and is_joined(state, field, 1 if is_large else -1)
                assert form is TableForm.COMPACT or halved[:1] + halved[-1:] == (brackets if goes_on else "")
                group = state.players[owner].groups[colour_at(state, field)]
                marker = [str(group.value)] if group.marker == field and is_large else []
                assert re.findall(r"\d+", text) == ([str(field), *marker] if is_large else [])
            else:
                assert not re.search(r"[][()]", text)
                is_begun = field == begins and form is not TableForm.COMPACT
                begun += is_begun
                assert text.replace(look.swaps, "").count(look.here) == is_begun
                if there:
                    is_compact = form is TableForm.COMPACT
                    told = [brought_briefly(snapshot, there[0])] if is_compact else on_tile(snapshot, there)
                    assert all(one in text for one in told)
                assert there or re.findall(r"\d+", text) == ([str(field)] if is_large else [])
    assert begun or form is TableForm.COMPACT


def test_with_sixteen_colours_turned_tiles_are_filled_and_of_all_others_only_the_sign(
    sitting: Sitting, paint: Paint
) -> None:
    model = sitting.at(MIDDLE)
    snapshot = present(model.snapshot)
    state, rows = state_of(snapshot), screen(model, FULL_LOOK, 80, 24).rows
    emulated = paint(model, 80, 24, depth=Depth.SIXTEEN)
    filled: dict[int, str] = {}
    for line, shown in enumerate(rows):
        column, cells = 0, dict[int, str]()
        for part in shown:
            for number in range(column, column + width_of(part.text)):
                if isinstance(part.click, FieldClick):
                    cell = emulated.buffer[line][number]
                    cells[part.click.field] = cells.get(part.click.field, "") + (" " if cell.bg == "default" else "#")
            column += width_of(part.text)
        filled |= cells  # the last row of a tile has its sign
    for field, cells_of_field in filled.items():
        owner, there = owner_at(state, field), chooser.on_field(model.legal_moves, field)
        if owner is not None:
            assert cells_of_field[:6] == ("######" if owner is snapshot.seat else " #### ")
        elif not (there and isinstance(there[0], SwapTile)):
            assert cells_of_field.rstrip() == " ####"


ROW_OF_SIGN = {TableForm.COMPACT: 0, TableForm.STANDARD: 1, TableForm.LARGE: 1, TableForm.HUGE: 2}


def last_field(snapshot: Snapshot) -> int:
    """The field of the last move."""
    last = next(step.event for step in reversed(snapshot.steps) if isinstance(step.event, Moved))
    return present(chooser.field_of(last.move))


_WIDTH_OF_TILE = 6
"""The columns of a tile in 80 columns."""


@pytest.mark.parametrize("form", SPREADS)
def test_the_tiles_of_a_group_are_one_area_and_all_others_are_apart(form: TableForm, sitting: Sitting) -> None:
    snapshot = sitting.moments[-1]
    state = state_of(snapshot)
    tiles = parts_on(rows_of(snapshot, FULL_LOOK, form))
    joined = 0
    for field in FIELDS:
        owner, colour = owner_at(state, field), colour_at(state, field)
        right = field + 1
        of_one = (
            right in BESIDE[field]
            and owner is not None
            and owner_at(state, right) is owner
            and colour_at(state, right) is colour
        )
        joined += of_one
        last = [parts[-1] for parts in tiles[field]]
        assert of_one == (MAT not in {part.style for part in last})
    assert joined > 5


@pytest.mark.parametrize("form", SPREADS)
def test_where_there_are_shades_half_a_row_of_the_board_is_between_groups(form: TableForm, sitting: Sitting) -> None:
    # It is above the tiles of a small board, whose last row has the signs, and below those of a large one.
    step, half = (-1, SHADED_LOOK.lower) if form is TableForm.STANDARD else (1, SHADED_LOOK.upper)
    lid, *_sides = SHADED_LOOK.thin
    kinds = set()
    for snapshot in sitting.moments[1::2]:
        state, tiles = state_of(snapshot), parts_on(rows_of(snapshot, SHADED_LOOK, form))

        def is_of(field: int, place: tuple[int, int], state: PatternsState = state) -> bool:
            other = FIELD_AT.get(place)
            return other is not None and (owner_at(state, other), colour_at(state, other)) == (
                owner_at(state, field),
                colour_at(state, field),
            )

        for field in FIELDS:
            if owner_at(state, field) is None:
                continue
            line, column = PLACES[field]
            right, goes_on = is_of(field, (line, column + 1)), is_of(field, (line + step, column))
            is_whole = right and goes_on and is_of(field, (line + step, column + 1))
            halved = tiles[field][0 if form is TableForm.STANDARD else -1]
            text = "".join(part.text for part in halved)
            edge = lid if form is TableForm.STANDARD and owner_at(state, field) is not snapshot.seat else half
            assert (text[0] == edge) == (not goes_on)
            assert text[-1] == (edge if right and not is_whole else " ")
            kinds.add((right, goes_on, is_whole))
    assert {(False, False, False), (True, False, False), (False, True, False)} <= kinds


@pytest.mark.parametrize("form", SPREADS)
@each_look
def test_a_marker_is_on_its_tile_if_that_is_large_else_beside_its_colour_alone(
    look: Look, form: TableForm, sitting: Sitting
) -> None:
    set_to(Language.ENGLISH, look)
    for snapshot in sitting.moments[1::2]:
        state, tiles = state_of(snapshot), parts_on(rows_of(snapshot, look, form))
        for seat in Seat:
            for group in state.players[seat].groups:
                if group.marker is None:
                    continue
                colour = colour_at(state, group.marker)
                surface = style_of(Part.BODY, colour) if seat is snapshot.seat else style_of(Part.HOLLOW, colour)
                parts = [part for line in tiles[group.marker] for part in line]
                sentences = {part.text.strip() for part in parts if part.style == f"{surface},{CHIP}"}
                assert (f"×{group.value}" in sentences) == (form in BESIDE_TABLE)
                assert form in BESIDE_TABLE or not any("×" in part.text for part in parts)


@each_look
def test_at_80_columns_what_the_next_tile_of_each_group_scores_is_beside_its_colour(
    look: Look, sitting: Sitting
) -> None:
    set_to(Language.ENGLISH, look)
    edges = "".join((*look.tile.near, *look.tile.thin, look.nothing if look is not SHADED_LOOK else ""))
    opened = set()
    for snapshot in sitting.moments[1::2]:
        state = state_of(snapshot)
        board = board_of(snapshot, look, names=PLAYERS, moves=())
        heading, names, *rows = both_sides(board, 18)[-2 - len(COLOURS) :]
        assert "".join(part.text for part in heading).strip() == "one more tile scores"
        assert "".join(part.text for part in names).split() == [PLAYERS[snapshot.seat.other], "you"]
        for colour, line in zip(COLOURS, rows, strict=True):
            left, right = "".join(part.text for part in line).split(sign_of(look, colour))
            for seat, text in ((snapshot.seat.other, left), (snapshot.seat, right)):
                value = state.players[seat].groups[colour].value
                assert text.strip(f" {edges}") == (f"+{value}" if value else "")
                opened.add(bool(value))
    assert opened == {True, False}


@each_look
def test_at_80_columns_a_group_that_can_be_opened_is_quiet_until_that_is_chosen(look: Look, sitting: Sitting) -> None:
    set_to(Language.ENGLISH, look)
    told = set()
    for snapshot in sitting.moments[1::2]:
        state, moves = state_of(snapshot), scene_of(snapshot).moves
        player = state.players[snapshot.seat]
        opens = next((move for move in moves if isinstance(move, OpenGroup)), None)
        for chosen in {None, opens}:
            board = board_of(snapshot, look, chosen=chosen)
            for colour, line in zip(COLOURS, both_sides(board, 18)[-len(COLOURS) :], strict=True):
                shown = [part for part in line if part.text.strip() == f"+{player.opened + 1}" and WATER in part.style]
                can_open = opens is not None and colour is player.bowl
                style = "faint" if chosen is None else "target"
                assert [part.style for part in shown] == ([f"{WATER},{style}"] if can_open else [])
                told.add((can_open, style))
    assert told == {(True, "faint"), (True, "target"), (False, "faint"), (False, "target")}


@each_look
@pytest.mark.parametrize("form", SPREADS)
def test_a_swap_shows_the_tile_that_comes(form: TableForm, look: Look, sitting: Sitting) -> None:
    set_to(Language.ENGLISH, look)
    swaps, arrow = 0, f" {look.swaps} "
    for snapshot in sitting.moments[1::2]:
        state, moves = state_of(snapshot), scene_of(snapshot).moves
        tiles = parts_on(rows_of(snapshot, look, form))
        bowl = state.players[snapshot.seat].bowl
        for field in FIELDS:
            there = chooser.on_field(moves, field)
            text = "".join(part.text for line in tiles[field] for part in line)
            is_swap = bool(there) and isinstance(there[0], SwapTile)
            if is_swap and form is TableForm.STANDARD:
                # There is no room where the move and its points have more than a row.
                begins = field == chooser.field_of(begins_with(state, snapshot.seat, moves))
                mark = look.here if begins else ""
                is_swap = len("".join([mark, *on_tile(snapshot, there)])) <= _WIDTH_OF_TILE
            swaps += is_swap
            if is_swap:
                assert bowl is not None
                before = colour_at(state, field)
                signs = arrow.join((sign_of(look, before), sign_of(look, bowl)))
                letters = arrow.join((letter_of(before), letter_of(bowl)))
                assert (signs if form is TableForm.HUGE else letters) in text
            else:
                assert look.swaps not in text
    assert swaps


@pytest.mark.parametrize("form", [TableForm.LARGE, TableForm.HUGE])
@each_look
def test_on_a_large_board_a_tile_that_was_just_turned_is_new_if_it_has_no_marker(
    look: Look, form: TableForm, sitting: Sitting
) -> None:
    set_to(Language.ENGLISH, look)
    said = set()
    for snapshot in sitting.moments[3::2]:
        state, tiles = state_of(snapshot), parts_on(rows_of(snapshot, look, form))
        markers = {group.marker for player in state.players for group in player.groups}
        texts = {field: "".join(part.text for line in tiles[field] for part in line) for field in FIELDS}
        new = {field for field, text in texts.items() if "new" in text}
        assert new == {last_field(snapshot)} - markers
        said.add(bool(new))
    assert said == {True, False}


@pytest.mark.parametrize("form", SPREADS)
def test_where_there_are_shades_it_is_said_whose_tiles_are_solid(form: TableForm, sitting: Sitting) -> None:
    snapshot = sitting.moments[-1]
    shown = ["".join(part.text for part in row) for row in rows_of(snapshot, SHADED_LOOK, form)]
    if form is TableForm.STANDARD:
        (text,) = (row for row in shown if "solid" in row)
        assert text.index("outlined") < text.index("solid"), "the far player is at the left"
    else:
        (outlined,) = (at for at, row in enumerate(shown) if "outlined tiles" in row)
        (solid,) = (at for at, row in enumerate(shown) if "solid tiles" in row)
        assert outlined < solid, "the far player is above"


@each_plain_look
@pytest.mark.parametrize("form", [*SPREADS, TableForm.COMPACT])
def test_without_shades_the_brackets_of_each_player_are_beside_the_name(
    form: TableForm, look: Look, sitting: Sitting
) -> None:
    set_to(Language.ENGLISH, look)
    shown = ["".join(part.text for part in row) for row in rows_of(sitting.moments[-1], look, form)]
    assert not any("solid" in row for row in shown)
    if form is TableForm.STANDARD:
        beside = [row[57:].split() for row in shown]
        at = beside.index(["(", ")", "[", "]"])
        assert [name.lstrip(look.calls) for name in beside[at - 1]] == ["Ben", "Anna", "(you)"], (
            "the far player is at the left"
        )
    elif form is TableForm.COMPACT:
        assert shown[-1].startswith(" [  ] you  (  ) Ben")
    else:
        assert sum(bool(re.search(r" Ben \(  \)", row)) for row in shown) == 1
        assert sum(bool(re.search(r"Anna \(you\)  ?\[  \]", row)) for row in shown) == 1


def test_beside_a_large_board_points_stand_in_figures_and_change_with_the_chosen_move(sitting: Sitting) -> None:
    snapshot = evolve(sitting.moments[MIDDLE], live_score=True)
    scene = scene_of(snapshot)
    (flip, *_others) = (move for move in scene.moves if isinstance(move, FlipTile))

    def told(chosen: PatternsMove | None, *, live_score: bool = True) -> str:
        shown = evolve(scene, chosen=chosen, scored=live_score)
        rows = PATTERNS_UI.table.beside(shown, FULL_LOOK, TableForm.LARGE, BESIDE_TABLE[TableForm.LARGE])
        return "\n".join("".join(part.text for part in row) for row in rows)

    figures = FULL_LOOK.upper * 3
    assert told(None).count("points") == 2
    assert not re.search(r"points \d", told(None))
    assert figures in told(None)
    (changed,) = re.findall(r"points (\d+→\d+)", told(flip))
    now = points(state_of(snapshot).players[snapshot.seat])
    assert changed == f"{now}→{now + gain_of(snapshot, flip)}"
    assert "points" not in told(None, live_score=False)
    assert figures not in told(None, live_score=False)


# What would change.


def ghosts(sitting: Sitting) -> list[tuple[Snapshot, Any]]:
    """Every other move on the board at some moments, which have moves of every kind."""
    moments = [sitting.moments[number] for number in (4, 6, MIDDLE, -1)]
    return [(snapshot, move) for snapshot in moments for move in scene_of(snapshot).moves[::2]]


@each_plain_look
def test_the_chosen_move_is_on_the_table_with_what_it_changes(look: Look, sitting: Sitting) -> None:
    set_to(Language.ENGLISH, look)
    closing, arrow = 0, look.becomes
    for snapshot, move in ghosts(sitting):
        state, ahead = state_of(snapshot), prospect(state_of(snapshot), snapshot.seat, move)
        live = evolve(snapshot, live_score=True)
        scene = evolve(scene_of(live), chosen=move)
        rows = PATTERNS_UI.table.board(scene, look, TableForm.STANDARD, 80)
        cells, side = cells_of(rows), look.solid_frame.upright
        brings = "" if isinstance(move, OpenGroup) else f"+{ahead.points}"
        sign, letter = sign_of(look, ahead.colour), ahead.colour.letter
        assert cells[move.field][1].strip() in {
            f"{side}{f'{of_tile}{brings}':^4}{side}" for of_tile in (sign, letter)
        } | {f"{side}{letter}{brings} {side}"}
        assert re.fullmatch(f" *{chooser.written(move)} *", cells[move.field][0].strip().strip(side))
        styles = {part.style for row in rows for part in row if part.click == FieldClick(move.field)}
        assert styles <= {MAT, f"card.{ahead.colour.word}", f"body.{ahead.colour.word}"}, "it keeps its colour"
        text = "\n".join("".join(part.text for part in row) for row in rows)
        now = points(state.players[snapshot.seat])
        then = ahead.scores[snapshot.seat]
        assert (f"points {now}{arrow}{then}" in text) == (now != then)
        (bowl,) = (line[57:] for line in text.splitlines() if " bowl " in line[57:])
        assert (f" {arrow} " in bowl) == (ahead.taken is not None)
        lost = closed_fields(state, snapshot.seat, move)
        assert not lost >> move.field & 1
        assert sum(count for _colour, count in ahead.closed) - lost.bit_count() in (0, 1), "1 for the field itself"
        marked = {field for field, lines in cells.items() if look.dash in lines[1]}
        assert marked == {field for field in FIELDS if lost >> field & 1}
        closing += bool(marked)
    assert closing > 3


@pytest.mark.parametrize("form", [TableForm.COMPACT, TableForm.LARGE, TableForm.HUGE])
def test_where_groups_have_piles_the_chosen_move_adds_a_tile_to_one(form: TableForm, sitting: Sitting) -> None:
    for snapshot, move in ghosts(sitting)[::2]:
        ahead = prospect(state_of(snapshot), snapshot.seat, move)
        rows = rows_in(evolve(scene_of(snapshot), chosen=move), FULL_LOOK, form)
        text = "\n".join("".join(part.text for part in row) for row in rows)
        adds = rf"{ahead.colour.letter}.? ?{ahead.tiles - 1}→{ahead.tiles}"
        assert bool(re.search(adds, text)) != isinstance(move, OpenGroup)
        assert re.search(rf"{ahead.colour.letter}.?\+1", text) or not isinstance(move, OpenGroup)


@pytest.mark.parametrize("form", BESIDE_TABLE)
def test_each_slot_of_a_river_has_the_value_of_its_marker_also_while_it_is_empty(
    form: TableForm, sitting: Sitting
) -> None:
    values = [f"×{value}" for value in range(1, len(COLOURS) + 1)]
    for snapshot in (sitting.moments[1], sitting.moments[-1]):
        beside = PATTERNS_UI.table.beside(scene_of(snapshot), FULL_LOOK, form, BESIDE_TABLE[form])
        told = (re.findall(r"×\d", "".join(part.text for part in row)) for row in beside)
        assert [found for found in told if found] == [values, values], "one river for each player"


def test_the_compact_form_says_beside_the_bowl_what_a_move_with_its_tile_brings(sitting: Sitting) -> None:
    said = set()
    for snapshot in sitting.moments[1::2]:
        player = state_of(snapshot).players[snapshot.seat]
        near = "".join(part.text for part in rows_of(snapshot, FULL_LOOK, TableForm.COMPACT)[-2])
        kinds = {chooser.kind_of(move) for move in scene_of(snapshot).moves}
        if "O" in kinds:
            assert f" O×{player.opened + 1} " in f"{near} "
        elif "X" in kinds:
            assert player.bowl is not None
            assert f" X+{player.groups[player.bowl].value} " in f"{near} "
        else:
            assert not re.search(r"[×+]", near)
        said |= kinds
    assert said == set("OFX")


def test_the_board_has_the_shape_of_the_printed_one(sitting: Sitting) -> None:
    rows = rows_of(sitting.moments[0], FULL_LOOK, TableForm.STANDARD)
    board = [[part for part in row if isinstance(part.click, FieldClick)] for row in rows]
    lengths = [len({part.click.field for part in row if isinstance(part.click, FieldClick)}) for row in board if row]
    high = ROWS_OF_FIELD[TableForm.STANDARD]
    assert tuple(lengths[::high]) == tuple(lengths[1::high]) == ROW_LENGTHS
    # Whatever is next to each other on the board is so on the screen.
    places: dict[int, tuple[int, int]] = {}
    for number, row in enumerate(rows):
        column = 0
        for part in row:
            if isinstance(part.click, FieldClick):
                places.setdefault(part.click.field, (number, column))
            column += width_of((part,))
    width = places[1][1] - places[0][1]
    for field, (row_number, column) in places.items():
        beside = {
            (row_number + high * down, column + right * width) for down, right in ((0, 1), (0, -1), (1, 0), (-1, 0))
        }
        assert {other for other, place in places.items() if place in beside} == set(BESIDE[field])


def test_points_are_shown_during_the_game_only_if_both_want_it(sitting: Sitting) -> None:
    model = sitting.at(MIDDLE)
    assert model.snapshot is not None
    hidden = updates.with_snapshot(model, evolve(model.snapshot, live_score=False))
    assert not re.search(r"points \d", seen(hidden))
    live = updates.with_snapshot(model, evolve(model.snapshot, live_score=True))
    state = state_of(model.snapshot)
    for player in state.players:
        figures = [
            " ".join("".join(part.text for part in row).split()) for row in large_number(points(player), FULL_LOOK, "")
        ]
        assert [all(line in seen(of) for line in figures) for of in (hidden, live)] == [False, True]


# Choosing.


def test_arrow_keys_lead_from_field_to_field_and_enter_plays(sitting: Sitting) -> None:
    model = sitting.at(1)
    moves = set()
    for key in ("right", "right", "down", "left", "up", "up"):
        model, _ = press(model, key)
        assert model.chosen in model.legal_moves
        moves.add(model.chosen)
    assert len(moves) >= 5
    assert all(isinstance(move, OpenGroup) for move in moves)
    assert press(model, "enter")[1] == Play(model.chosen)


def test_a_function_key_named_like_a_flip_does_its_work_and_says_what_to_type(sitting: Sitting) -> None:
    flips = [(model, move) for model in sitting.models for move in model.legal_moves if isinstance(move, FlipTile)]
    named_like_keys = [(model, move.field) for model, move in flips if move.field in (5, 6, 8, 9, 10, 12)]
    assert named_like_keys
    for model, field in named_like_keys:
        pressed, _act = press(model, f"f{field}")
        assert present(pressed.message).endswith(f"Type {field} to flip the tile there.")
    for model, field in itertools.product(sitting.models, (8, 9, 10, 12)):
        if FlipTile(field) not in model.legal_moves:
            assert "flip the tile" not in (press(model, f"f{field}")[0].message or "")


def test_tab_goes_through_every_move_and_back(sitting: Sitting) -> None:
    for number in (0, 1, MIDDLE):
        model = sitting.at(number)
        reached = set()
        for _time in range(len(model.legal_moves)):
            model, _ = press(model, "tab")
            reached.add(model.chosen)
        assert reached == set(model.legal_moves)
        first, _ = press(model, "tab")
        assert press(first, "s-tab")[0].chosen == model.chosen


def test_every_field_with_a_move_is_reached_by_arrow_keys(sitting: Sitting) -> None:
    for snapshot in sitting.moments[1:]:
        scene = scene_of(snapshot)
        table = PATTERNS_UI.table
        waiting = [table.arrow(scene, "right")]
        reached = set()
        while waiting:
            move = waiting.pop()
            if move is None or chooser.field_of(move) in reached:
                continue
            reached.add(chooser.field_of(move))
            standing = evolve(scene, chosen=move)
            waiting += [table.arrow(standing, key) for key in ("left", "right", "up", "down")]
        missed = {chooser.field_of(move) for move in scene.moves} - reached
        assert not missed, (snapshot.length, missed)


def test_a_start_tile_is_chosen_by_arrow_letter_and_click(sitting: Sitting) -> None:
    model = sitting.at(0)
    one, other = state_of(sitting.moments[0]).start
    assert press(model, "right")[0].chosen == TakeStart(one)
    assert press(model, "right", "right")[0].chosen == TakeStart(other)
    assert typed(model, other.letter)[0].chosen == TakeStart(other)
    missing = next(colour for colour in COLOURS if colour not in (one, other))
    table, scene = PATTERNS_UI.table, scene_of(sitting.moments[0])
    assert table.letter(scene, missing.letter, fresh=True) is None
    choice = table.click(scene, StartClick(one))
    assert (choice.move, choice.done) == (TakeStart(one), False)
    assert table.click(evolve(scene, chosen=TakeStart(one)), StartClick(one)).done


def test_a_click_chooses_a_field_and_another_one_plays(sitting: Sitting) -> None:
    scene = scene_of(sitting.moments[MIDDLE])
    table = PATTERNS_UI.table
    for move in scene.moves:
        field = chooser.field_of(move)
        assert field is not None
        choice = table.click(scene, FieldClick(field))
        assert choice.move == chooser.on_field(scene.moves, field)[0]
        assert not choice.done
        again = table.click(evolve(scene, chosen=move), FieldClick(field))
        assert (again.move, again.done) == (move, True)


def test_a_click_on_another_field_says_why_nothing_can_be_done_there(sitting: Sitting) -> None:
    scene = scene_of(sitting.moments[MIDDLE])
    closed = set(FIELDS) - {chooser.field_of(move) for move in scene.moves}
    for field in closed:
        choice = PATTERNS_UI.table.click(scene, FieldClick(field))
        assert choice.move is None
        assert re.search(r"\(rule [A-Z]\d\)", choice.note), choice


def test_a_typed_move_is_played_or_refused(sitting: Sitting) -> None:
    model = sitting.at(MIDDLE)
    flip = next(move for move in model.legal_moves if isinstance(move, FlipTile))
    _, act = press(typed(model, PATTERNS.format_move(flip).lower())[0], "enter")
    assert act == Play(flip)
    for text, answer in (("O52", "There is no field 52"), ("ALo", "That is not a move"), ("O", "O17")):
        refused, act = press(typed(model, text)[0], "enter")
        assert act is None
        assert refused.message is not None
        assert answer in refused.message


def test_a_flip_is_chosen_before_a_swap_and_that_before_opening() -> None:
    moves: list[PatternsMove] = [OpenGroup(9), SwapTile(9), FlipTile(9), OpenGroup(3)]
    assert chooser.on_field(moves, 9) == [FlipTile(9), SwapTile(9), OpenGroup(9)]
    assert chooser.following(moves, FlipTile(9), 1) == SwapTile(9)


# Looking on.


@pytest.mark.parametrize(("form", "most", "columns"), [("STANDARD", 16, 80), ("COMPACT", 15, 40)])
def test_whoever_looks_on_sees_every_step_from_either_side_by_name(
    form: str, most: int, columns: int, sitting: Sitting, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert sitting.ended.snapshot is not None
    steps = sitting.ended.snapshot.steps
    rows, shown = [], ""
    for number, (step, language) in enumerate(zip(steps, cycle(Language))):
        set_to(language, FULL_LOOK)
        for near in Seat:
            scene = TableScene[Any](step.after, near, PLAYERS, ({}, {}), steps[: number + 1], (step,))
            with nothing_cut_silently(monkeypatch):
                rows = PATTERNS_UI.table.board(scene, FULL_LOOK, TableForm[form], columns)
            assert len(rows) <= most
            assert max(map(width_of, rows)) <= columns
            shown = "\n".join("".join(part.text for part in row) for row in rows)
            assert shown.index(("Anna", "Ben")[near.other]) < shown.rindex(("Anna", "Ben")[near])
            assert "(you)" not in shown
    flips = steps[-1].after.stopped.final_flips
    assert len(flips) > 1
    order = {field: re.findall(r"\+(\d+)", "".join(lines)) for field, lines in cells_of(rows).items()}
    expected = {field: [str(number)] for number, field in enumerate(flips, start=1)} if form == "STANDARD" else {}
    assert {field: numbers for field, numbers in order.items() if numbers} == expected


@pytest.mark.parametrize("form", TableForm)
def test_the_start_tiles_are_there_until_one_is_taken(form: TableForm, sitting: Sitting) -> None:
    begun = present(sitting.ended.snapshot).steps[:3]
    looking_on = [TableScene[Any](step.before, Seat.HOST, PLAYERS, ({}, {}), ()) for step in begun]
    for scene, look in itertools.product([*looking_on, *map(scene_of, sitting.moments[:2])], LOOKS):
        set_to(Language.ENGLISH, look)
        rows = rows_in(scene, look, form)
        shown = {part.click.colour for row in rows for part in row if isinstance(part.click, StartClick)}
        taken = scene.state.players[0].bowl is not None
        assert shown == (set() if taken else set(scene.state.start))


def test_each_of_many_final_flips_has_its_number_and_none_looks_like_a_marker(sitting: Sitting) -> None:
    assert sitting.ended.snapshot is not None
    state = state_of(sitting.ended.snapshot)
    markers = {group.marker for player in state.players for group in player.groups}
    unmarked = [field for field in FIELDS if owner_at(state, field) is not None and field not in markers]
    order = {field: number for number, field in enumerate(unmarked, start=1)}
    assert len(order) > 10, "more than one digit can count"
    flipped = evolve(state, stopped=evolve(present(state.stopped), final_flips=tuple(unmarked)))
    board = TileBoard(TableScene(flipped, Seat.HOST, PLAYERS, ({}, {}), ()), FULL_LOOK)
    # Where a tile is low it has no marker, so a number of two digits needs no sign before it.
    spread, large = table_with_panel(board), board_rows(board, CardSize(9, 4))
    for rows, number_of_flip in ((spread, r"\+?(\d+)"), (large, r"\+(\d+)")):
        cells = cells_of(rows)
        shown = {field: re.findall(number_of_flip, "".join(cells[field])) for field in FIELDS}
        assert {field: [str(number)] for field, number in order.items()} == {
            field: found for field, found in shown.items() if found
        }
    compact = "\n".join("".join(part.text for part in row) for row in compact_table(board, 40)[2:10])
    assert len(re.findall(r"[a-z]\+[])]", compact)) == len(order)


@pytest.mark.parametrize("form", SPREADS)
def test_only_the_signs_that_are_there_are_explained(form: TableForm, sitting: Sitting) -> None:
    explained = set()
    for snapshot in sitting.moments[1::2]:
        shown = "\n".join("".join(part.text for part in row) for row in rows_of(snapshot, FULL_LOOK, form))
        closes = bool(re.search(r"[\dO]!", shown))
        assert ("! closes" in shown) is closes, shown
        explained.add(closes)
        if form is not TableForm.STANDARD:
            continue  # beside a large board the menu says what can be done
        kinds = {chooser.kind_of(move) for move in scene_of(snapshot).moves}
        assert {
            sign
            for sign, meaning in (("O", "O\\d+ +open"), ("F", "\\d+ +flip"), ("X", "X\\d+ +swap"))
            if re.search(meaning, shown)
        } == (kinds)
    assert explained == {True, False}


def test_the_moves_that_bring_most_at_once_are_named_with_the_points_after_them(
    sitting: Sitting,
) -> None:
    named = 0
    for snapshot in sitting.moments[1:]:
        told = PATTERNS_UI.table.how_to_choose(scene_of(snapshot), FULL_LOOK).opportunity
        best = most_at_once(snapshot)
        if not best:
            assert told == ""
            continue
        named += 1
        fields = sorted(move.field for move in best if not isinstance(move, TakeStart))
        value = gain_of(snapshot, best[0])
        assert not isinstance(best[0], TakeStart)
        colour = prospect(state_of(snapshot), snapshot.seat, best[0]).colour
        sign, places = sign_of(FULL_LOOK, colour), ", ".join(map(str, fields))
        field = "field" if len(fields) == 1 else "fields"
        assert told == f"{sign} brings most: {points_in_words(value)} on {field} {places}."
        now = points(state_of(snapshot).players[snapshot.seat])
        with_points = PATTERNS_UI.table.how_to_choose(evolve(scene_of(snapshot), scored=True), FULL_LOOK).opportunity
        assert with_points.endswith(f". You then have {points_in_words(now + value)}.")
    assert named


def test_beside_a_board_the_points_stand_once_and_all_that_each_player_has(sitting: Sitting) -> None:
    not_opened = set()
    for model in sitting.models:
        snapshot = model.snapshot
        assert snapshot is not None
        if model.overlay is not None or snapshot.result is not None:
            continue
        live = updates.with_snapshot(model, evolve(snapshot, live_score=True))
        shown = ["".join(part.text for part in row) for row in screen(live, FULL_LOOK, 120, 40).rows]
        assert sum("points ╮" in row for row in shown) == 2
        assert sum("bowl" in row[73:80] for row in shown) == 2
        left = [opened for player in state_of(snapshot).players if (opened := len(COLOURS) - player.opened)]
        sentences = [row.partition("not opened")[2] for row in shown if "not opened" in row]
        assert sorted(len(re.findall(r"[roygpk][^ │]?", sentence)) for sentence in sentences) == sorted(left)
        not_opened |= set(left)
    assert not_opened == set(range(1, len(COLOURS) + 1))


def test_the_arrow_keys_begin_with_a_move_that_brings_most_at_once(sitting: Sitting) -> None:
    for snapshot in sitting.moments[1:]:
        scene, best = scene_of(snapshot), most_at_once(snapshot)
        begun = {PATTERNS_UI.table.arrow(scene, key) for key in ("left", "right", "up", "down")}
        assert begun == {chooser.nearest_to_centre(best or scene.moves)}


def test_the_keys_of_the_menu_are_the_best_moves_of_their_kinds(sitting: Sitting) -> None:
    seen_kinds = set()
    for snapshot in sitting.moments[1:]:
        scene = scene_of(snapshot)
        kinds = PATTERNS_UI.table.how_to_choose(scene, FULL_LOOK).kinds
        typed_moves = (as_move(kind.typed) for kind in kinds)
        moves = [move for move in typed_moves if move is not None]
        assert [type(move) for move in moves] == list(dict.fromkeys(type(move) for move in scene.moves))
        for move in moves:
            alike = [other for other in scene.moves if type(other) is type(move)]
            assert gain_of(snapshot, move) == max(gain_of(snapshot, other) for other in alike)
            seen_kinds.add(type(move))
    assert seen_kinds == {OpenGroup, FlipTile, SwapTile}


@each_language
def test_beside_a_board_all_kinds_of_moves_have_room(language: Language, sitting: Sitting) -> None:
    set_to(language, FULL_LOOK)
    for model in sitting.models:
        assert model.snapshot is not None
        if model.legal_moves and not isinstance(model.legal_moves[0], TakeStart):
            shown = "\n".join("".join(part.text for part in row) for row in screen(model, FULL_LOOK, 120, 40).rows)
            for kind in PATTERNS_UI.table.how_to_choose(model.scene, FULL_LOOK).kinds:
                assert kind.does in shown


def test_what_is_typed_as_an_example_is_a_move(sitting: Sitting) -> None:
    for snapshot in sitting.moments[1:]:
        for move in scene_of(snapshot).moves:
            assert as_move(written(move)) == move


@each_language
def test_all_that_is_explained_has_room_at_once(language: Language, sitting: Sitting) -> None:
    set_to(language, FULL_LOOK)
    longest = 0
    for snapshot, chosen in ((snapshot, chosen) for snapshot, move in ghosts(sitting)[::4] for chosen in (move, None)):
        board = board_of(snapshot, FULL_LOOK, chosen=chosen)
        signs = legend(board)
        shown = "\n".join("".join(part.text for part in row) for row in table_with_panel(board))
        assert any(
            all("".join(part.text for part in entry) in shown for entry in entries)
            for entries in (signs, legend_in_words(board))
        )
        longest = max(longest, len(signs))
    assert longest > 4


def test_where_a_field_is_chosen_its_moves_are_explained_and_no_others(sitting: Sitting) -> None:
    for snapshot, move in ghosts(sitting)[::4]:
        lines = legend_in_words(board_of(snapshot, FULL_LOOK, chosen=move))
        keys = [part.text.strip() for line in lines for part in line if part.style == KEY_CAP]
        there = chooser.on_field(scene_of(snapshot).moves, move.field)
        assert keys[0] == written(move)
        assert set(keys) == set(map(written, there))


@each_look
def test_at_80_columns_the_best_move_of_each_kind_is_explained_beside_its_key(look: Look, sitting: Sitting) -> None:
    set_to(Language.ENGLISH, look)
    told = set()
    for snapshot in sitting.moments[1::2]:
        state, moves = state_of(snapshot), scene_of(snapshot).moves
        board = board_of(snapshot, look)
        lines = ["".join(part.text for part in line) for line in legend_in_words(board)]
        in_few_words = ["".join(part.text for part in line) for line in legend(board)]
        keys = {part.text.strip() for line in legend_in_words(board) for part in line if part.style == KEY_CAP}
        best = [move for move in best_of_each_kind(state, snapshot.seat, moves) if not isinstance(move, TakeStart)]
        assert keys == set(map(written, best))
        for move in best:
            (line,) = (one for one in lines if one.split()[0] == written(move))
            seen, player = prospect(state, snapshot.seat, move), state.players[snapshot.seat]
            tile = sign_of(look, seen.colour)
            if isinstance(move, FlipTile):
                value = player.groups[seen.colour].value
                assert line.endswith(f" flip: {tile} joins your group, {points_in_words(value)}")
            else:
                does = "swap" if isinstance(move, SwapTile) else "open"
                taken = sign_of(look, present(seen.taken))
                assert line.endswith(f" {does}: your {tile} goes there, {taken} into your bowl")
            briefly = f"{written(move)} open: marker {player.opened + 1}"
            assert (briefly in in_few_words) == isinstance(move, OpenGroup)
            told.add(type(move))
    assert told == {OpenGroup, FlipTile, SwapTile}


@pytest.mark.parametrize(
    ("names", "shown"),
    [(("Anna", "Ben"), ["Anna", "Ben (you)"]), (("Anna", "Bartholomew"), ["Anna", "you"])],
)
def test_at_80_columns_your_name_says_that_it_is_you_if_it_has_room(
    names: tuple[str, str], shown: list[str], sitting: Sitting
) -> None:
    board = board_of(sitting.moments[1], SHADED_LOOK, near=Seat.GUEST, names=names, moves=())
    lines = ("".join(part.text for part in line).strip() for line in both_sides(board, 18))
    assert re.split(" {2,}", next(filter(None, lines))) == shown


def fresh_parts(snapshot: Snapshot, look: Look) -> dict[int, str]:
    """What is told on each tile that is shown as just turned, by its field."""
    told: dict[int, str] = {}
    for row in rows_of(snapshot, look, TableForm.STANDARD):
        for part in row:
            if "fresh" in part.style.split(",") and isinstance(part.click, FieldClick):
                told[part.click.field] = told.get(part.click.field, "") + part.text
    return told


@each_look
def test_at_80_columns_the_tiles_that_were_turned_since_our_last_move_are_marked(look: Look, sitting: Sitting) -> None:
    set_to(Language.ENGLISH, look)
    for snapshot in sitting.moments[3::2]:
        field = last_field(snapshot)
        sign = sign_of(look, colour_at(state_of(snapshot), field))
        assert fresh_parts(snapshot, look) == {field: f"{sign}{look.fresh}"}, "with the mark of their row of the log"
