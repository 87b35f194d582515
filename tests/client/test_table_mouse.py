"""The mouse at the table: every cell that can be clicked is one of the text that says what happens, and no other."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from itertools import groupby

import pytest
from attrs import evolve

from mandala_client.games.colour_signs import SYMBOLS
from mandala_client.games.colour_words import letter_of
from mandala_client.games.mandala.chooser import PLACES, THEIRS, CardClick, Target, target_of
from mandala_client.games.mandala.circles import LARGE_CIRCLES, SMALL_CIRCLES
from mandala_client.games.mandala.notation import side_letter
from mandala_client.screens.table import screen_keys
from mandala_client.screens.table.table_pages import screen
from mandala_client.table import consulting
from mandala_client.table.table_model import Choosing, Ended, TableModel
from mandala_client.text import language as spoken
from mandala_client.text.language import Language
from mandala_client.ui.clicks import Button, Click
from mandala_client.ui.rows import Screen
from mandala_client.ui.style import FULL_LOOK
from mandala_protocol.conversation.events import Play
from mandala_protocol.games.mandala import Colour
from tests.client import end_scenes, table_scenes
from tests.client.at_table import Moments
from tests.client.pointing import Cells, edges, meant, pointed_at
from tests.client.scenes import (
    LOOKS,
    SIZES,
    STANDARD,
    WIDE,
    Scene,
    Size,
    each_language,
    each_scene,
    each_size,
    set_to,
)
from tests.client.table_scenes import chosen, claiming, own_turn
from tests.portions import takes_all

EVERY = (*table_scenes.SCENES, *end_scenes.SCENES)
PLAYED_WITH_THE_MOUSE = [Scene("own-turn", own_turn), Scene("chosen", chosen), Scene("claiming", claiming)]
WITH_ALL_THERE_IS = [
    *PLAYED_WITH_THE_MOUSE,
    *(scene for scene in EVERY if scene.name in ("page-door", "page-choose", "page-end", "table-leave", "table-log")),
]
"""Each kind of thing that can be clicked, and of row in which it stands."""
WIDE_NAME = "曼荼羅の遊び手である山田太郎左衛門尉"

MIDDLE = {STANDARD: SMALL_CIRCLES.wide, WIDE: LARGE_CIRCLES.wide}
"""The last column of the left mandala."""

SHOWN_KEYS = {
    **{f"f{number}": f"F{number}" for number in range(1, 11)},
    "enter": "Enter",
    "escape": "Esc",
    "decline": "n",
}
"""How a key is written on the screen."""


def runs(shown: Screen) -> Iterator[tuple[Click, int, str]]:
    """Each text that can be clicked as one piece: what it is, its line and the text."""
    for line, row in enumerate(shown.rows):
        for on, parts in groupby(row, key=lambda part: part.click):
            if on is not None:
                yield on, line, "".join(part.text for part in parts)


# The window hands on what was drawn.

WITH_EVERY_CELL = PLAYED_WITH_THE_MOUSE[1]
"""In this scene each cell of the window is tried; in the others those where something else begins."""


@pytest.mark.portion
@each_size
@each_scene(WITH_ALL_THERE_IS)
def test_every_cell_does_what_is_drawn_there_and_no_other_does_anything(
    scene: Scene, size: Size, moments: Moments
) -> None:
    draw = partial(screen, scene.model(moments), FULL_LOOK)
    shown = draw(*size)
    drawn = meant(shown)
    cells = None if scene is WITH_EVERY_CELL or takes_all() else edges(shown, *size)
    expected = drawn if cells is None else {cell: drawn[cell] for cell in cells if cell in drawn}
    assert pointed_at(draw, *size, cells) == expected
    assert set(drawn.values()) == set(expected.values())


@each_size
def test_behind_characters_of_two_columns_the_mouse_hits_the_same(size: Size, moments: Moments) -> None:
    model = chosen(moments)
    assert model.snapshot is not None
    named = evolve(model, snapshot=evolve(model.snapshot, names=(WIDE_NAME, WIDE_NAME)))
    draw = partial(screen, named, FULL_LOOK)
    shown = draw(*size)
    assert any("遊" in part.text for row in shown.rows for part in row)
    drawn, cells = meant(shown), edges(shown, *size)
    pointed = pointed_at(draw, *size, cells)
    assert pointed == {cell: drawn[cell] for cell in cells if cell in drawn}
    assert pointed


# What is drawn there says what it does.


@each_language
@each_size
@each_scene(PLAYED_WITH_THE_MOUSE)
def test_a_colour_can_be_clicked_exactly_where_its_cards_are(
    scene: Scene, size: Size, language: Language, moments: Moments
) -> None:
    """In hand, or in the mountain that is shared out and at what it would bring; nothing beside the cards."""
    set_to(language, FULL_LOOK)
    model = scene.model(moments)
    shown = screen(model, FULL_LOOK, *size)
    colours = [(on, line, text) for on, line, text in runs(shown) if isinstance(on, CardClick)]
    lettered = {(on, line) for on, line, text in colours if letter_of(on.colour) in text.strip().lstrip("[▸▎ ")[:1]}
    lines_of = {on: {line for one, line, _text in colours if one == on} for on, _line, _text in colours}
    for on, line, text in colours:
        assert joined(on, line, lettered, lines_of[on]), text
        assert not any(letter_of(other) + SYMBOLS[other] in text for other in Colour if other is not on.colour)
    offered = {move.colour for move in model.legal_moves}
    assert {on.colour for on, _line, _text in colours} >= offered


def joined(on: Click, line: int, lettered: set[tuple[CardClick, int]], lines: set[int]) -> bool:
    """Return whether this line belongs to one with the letter, with no line between that is not the same."""
    return any(one == on and set(range(min(line, at), max(line, at))) <= lines for one, at in lettered)


@each_language
@each_size
def test_a_place_can_be_clicked_exactly_where_it_is_drawn(size: Size, language: Language, moments: Moments) -> None:
    """At the mountain and both fields of either mandala, from the far field to the near one; and at the piles."""
    set_to(language, FULL_LOOK)
    shown = screen(chosen(moments), FULL_LOOK, *size)
    cells = meant(shown)
    lines: dict[Target, list[int]] = {}
    for (_column, line), on in cells.items():
        if isinstance(on, Target):
            lines.setdefault(on, []).append(line)
    assert set(lines) == {*PLACES, Target(THEIRS, 0), Target(THEIRS, 1)}
    # Where there is little room, the places are named once more below the board.
    end = max(lines[Target("C")]) if size[0] < 80 else size[1]
    board = {on: [line for line in at if line < end] for on, at in lines.items()}
    for mandala in (0, 1):
        far, mountain, near = (Target(action, mandala) for action in (THEIRS, "A", "B"))
        assert max(board[far]) < min(board[mountain])
        assert max(board[mountain]) < min(board[near])
        if size[0] >= 80:
            columns = {column for (column, _line), on in cells.items() if on in (far, mountain, near)}
            assert {column > MIDDLE[size] for column in columns} == {mandala == 1}
    if size[0] < 80:
        named = max(line for at in lines.values() for line in at)
        in_the_row = [(on, text) for on, line, text in runs(shown) if line == named and isinstance(on, Target)]
        assert [on for on, _text in in_the_row] == list(PLACES)
        assert all(on.mandala is None or side_letter(on.mandala) in text for on, text in in_the_row)
    else:
        told = "".join(text for on, _line, text in runs(shown) if on == Target("C"))
        assert spoken._("discard pile {count}").split()[0] in told


# It does something.


@each_scene(EVERY)
def test_all_that_can_be_clicked_does_something_and_a_key_is_named_there(scene: Scene, moments: Moments) -> None:
    """But what is so already stays so; and while something is asked, only the answers do anything."""
    for number, size in enumerate(SIZES):
        look = LOOKS[(EVERY.index(scene) + number) % len(LOOKS)]
        set_to(Language.ENGLISH, look)
        model = scene.model(moments)
        shown = list(runs(screen(model, look, *size)))
        for on, _line, text in shown:
            if isinstance(on, Button):
                assert (on.key if on.types else SHOWN_KEYS[on.key]) in text, (look, size)
        for on in {on for on, _line, _text in shown}:
            if is_so_already(model, on) or (model.question is not None and not is_answer(on)):
                continue
            if isinstance(model.phase, Ended) and not isinstance(on, Button):
                continue  # the cards of the last table are only looked at
            after, act = screen_keys.click(model, on)
            assert act is not None or after != model, on


def is_so_already(model: TableModel, on: Click) -> bool:
    """Return whether these cards, or this game, are chosen, a reason is given why not, or the hint is asked for."""
    if consulting.inquiries(model) and on == Button("f4"):
        return True
    if isinstance(model.overlay, Choosing):
        return on == Button(str(model.overlay.cursor + 1))
    if model.draft.refused:
        return on == Button("enter")
    return model.chosen is not None and on == CardClick(model.chosen.colour)


def is_answer(on: Click) -> bool:
    return on in (Button("y"), Button("n"), Button("escape"))


def under_the_mouse(model: TableModel, size: Size) -> Cells:
    """The targets where something begins or ends."""
    draw = partial(screen, model, FULL_LOOK)
    return pointed_at(draw, *size, edges(draw(*size), *size))


@each_size
def test_a_move_can_be_played_with_nothing_but_the_mouse(size: Size, moments: Moments) -> None:
    """The cards, the place, and the place once more."""
    model: TableModel = own_turn(moments)
    cells = under_the_mouse(model, size)
    model, act = screen_keys.click(model, next(on for on in cells.values() if isinstance(on, CardClick)))
    assert act is None
    cells = under_the_mouse(model, size)
    assert model.chosen is not None
    place = target_of(model.chosen)
    assert place in cells.values()
    _, act = screen_keys.click(model, place)
    assert act == Play(model.chosen)
