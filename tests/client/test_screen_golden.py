"""Whole screens as a terminal shows them, each compared with a file that can be read.

After a change that is meant, write them anew and read what changed:
``MANDALA_WRITE_GOLDEN=1 .venv/bin/pytest tests/client/test_screen_golden.py``
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pyte
import pytest
from attrs import evolve
from prompt_toolkit.output import ColorDepth

from mandala_client.table import keys
from mandala_client.table import model as updates
from mandala_client.table.model import Admitting, Choosing, Model, Question
from mandala_client.table.presenter import MOUNTAIN, fresh_cells
from mandala_net.acquaintance import Visitor
from mandala_net.listing import Announcement, Listing
from mandala_net.news import Chatted, Ended, Finished, LineLost, PeerQuiet
from mandala_protocol.games.mandala import COLOURS, Build, Grow
from mandala_protocol.games.mandala.outlook import completes
from mandala_protocol.games.mandala.state import Claiming, Turn
from mandala_protocol.order import Occasion
from mandala_protocol.snapshot import Owes, Snapshot

Moments = tuple[Snapshot, ...]
Compare = Callable[[str, pyte.Screen], None]
Paint = Callable[..., pyte.Screen]


def first(moments: Moments, wanted: Callable[[Snapshot], bool]) -> Model:
    """The model when this is so for the first time, everything before having been shown too."""
    model = Model()
    for moment in moments:
        model = updates.with_snapshot(model, moment)
        if wanted(moment):
            return model
    raise AssertionError("this never happens in the game of the tests")


def played(moments: Moments, wanted: Callable[[Snapshot], bool]) -> Model:
    """The same, among the moments in which it is our move."""
    return first(moments, lambda moment: moment.owes is Owes.MOVE and wanted(moment))


def phase(moment: Snapshot) -> object:
    assert moment.view is not None
    return moment.view.state.phase


def in_mid_game(moment: Snapshot) -> bool:
    return isinstance(phase(moment), Turn) and any(player.river for player in moment.view.state.players)  # type: ignore[union-attr]


def pressed(model: Model, *names: str) -> Model:
    for name in names:
        model, _ = keys.press(model, name)
    return model


def test_our_turn_with_nothing_chosen(moments: Moments, paint: Paint, matches_golden: Compare) -> None:
    matches_golden("own_turn", paint(played(moments, in_mid_game)))


def test_our_turn_with_a_colour_chosen_and_its_consequence(
    moments: Moments, paint: Paint, matches_golden: Compare
) -> None:
    model = pressed(played(moments, in_mid_game), "right", "right", "down", "down")
    matches_golden("own_turn_chosen", paint(model))


def test_a_move_that_completes_a_mandala_says_who_chooses(
    moments: Moments, paint: Paint, matches_golden: Compare
) -> None:
    def can_complete(moment: Snapshot) -> bool:
        model = updates.with_snapshot(Model(), moment)
        return any(completes(moment.view.state, move) for move in model.legal_moves)  # type: ignore[union-attr]

    model = played(moments, can_complete)
    assert model.state is not None
    move = next(move for move in model.legal_moves if completes(model.state, move))
    assert isinstance(move, Build | Grow)
    matches_golden(
        "own_turn_completing",
        paint(
            updates.drafted(
                model,
                f"{'A' if isinstance(move, Build) else 'B'}"
                f"{move.mandala}{move.colour.letter}{'' if isinstance(move, Build) else move.count}",
            )
        ),
    )


def test_the_others_turn(moments: Moments, paint: Paint, matches_golden: Compare) -> None:
    def other_thinks(moment: Snapshot) -> bool:
        return moment.due is not None and moment.due.occasion is Occasion.TURN and moment.owes is Owes.NOTHING

    model = first(moments, lambda moment: other_thinks(moment) and in_mid_game(moment))
    model = updates.with_news(model, Chatted("nice one"))
    matches_golden("others_turn", paint(updates.with_news(model, PeerQuiet(12))))


def test_a_claim(moments: Moments, paint: Paint, matches_golden: Compare) -> None:
    def choice_of_three(moment: Snapshot) -> bool:
        now = phase(moment)
        if not isinstance(now, Claiming) or moment.view is None:
            return False
        mandala = moment.view.state.mandalas[now.mandala]
        return sum(map(bool, mandala.mountain)) >= 3 and any(mandala.fields[moment.seat])

    matches_golden("claim", paint(pressed(played(moments, choice_of_three), "right", "right")))


def test_the_end_trigger_stays_in_sight(moments: Moments, paint: Paint, matches_golden: Compare) -> None:
    matches_golden("end_trigger", paint(played(moments, lambda moment: moment.view.state.triggered)))  # type: ignore[union-attr]


def test_a_refused_move_says_why(moments: Moments, paint: Paint, matches_golden: Compare) -> None:
    model, act = keys.press(updates.drafted(played(moments, in_mid_game), "kg"), "enter")
    assert act is None
    matches_golden("refused", paint(model))


def test_resigning_is_asked_first(moments: Moments, paint: Paint, matches_golden: Compare) -> None:
    matches_golden("resign", paint(updates.asking(played(moments, in_mid_game), Question.RESIGN)))


def test_a_wide_and_tall_window_has_a_longer_log_beside_the_table(
    moments: Moments, paint: Paint, matches_golden: Compare
) -> None:
    model = played(moments, lambda moment: moment.view.state.triggered)  # type: ignore[union-attr]
    matches_golden("wide", paint(pressed(model, "right"), 120, 40))


def test_a_tall_window_keeps_the_input_line_at_the_table(
    moments: Moments, paint: Paint, matches_golden: Compare
) -> None:
    model = played(moments, lambda moment: moment.view.state.triggered)  # type: ignore[union-attr]
    matches_golden("tall", paint(pressed(model, "right"), 80, 40))


def test_ascii_without_colours(moments: Moments, paint: Paint, matches_golden: Compare) -> None:
    model = pressed(played(moments, in_mid_game), "right", "right", "down")
    emulated = paint(model, only_ascii=True, depth=ColorDepth.DEPTH_1_BIT)
    assert all(line.isascii() for line in emulated.display)
    cells = [emulated.buffer[row][column] for row in range(24) for column in range(80)]
    assert {(cell.fg, cell.bg) for cell in cells} == {("default", "default")}
    matches_golden("ascii_no_colour", emulated)


def test_the_score_by_river_slot(moments: Moments, paint: Paint, matches_golden: Compare) -> None:
    result = moments[-1].result
    assert result is not None
    model = first(moments, lambda moment: moment is moments[-1])
    ended = Ended(Finished(result), Path("/home/anna/mandala/2026-01-02-ben.mandala"))
    matches_golden("score", paint(updates.with_end(model, ended)))


def test_the_last_table_shows_all_that_was_hidden(moments: Moments, paint: Paint, matches_golden: Compare) -> None:
    result = moments[-1].result
    assert result is not None
    model = updates.with_end(first(moments, lambda moment: moment is moments[-1]), Ended(Finished(result), None))
    model, _ = keys.type_text(model, "t")
    matches_golden("last_table", paint(model))


def test_an_end_without_a_result(moments: Moments, paint: Paint, matches_golden: Compare) -> None:
    ended = Ended(LineLost("Nothing was heard of the other side for 15 seconds."), Path("/home/anna/mandala/1.mandala"))
    matches_golden("line_lost", paint(updates.with_end(played(moments, in_mid_game), ended)))


@pytest.mark.parametrize(("columns", "lines"), [(79, 24), (80, 23), (20, 5)])
def test_a_window_too_small_asks_for_room(
    columns: int, lines: int, moments: Moments, paint: Paint, matches_golden: Compare
) -> None:
    matches_golden(f"too_small_{columns}x{lines}", paint(played(moments, in_mid_game), columns, lines))


def waiting() -> Model:
    model = updates.with_status(Model(), "You are Anna. Your game is open on port 28108.")
    return updates.with_status(model, "The other player types: mandala-lan join")


def test_the_start(moments: Moments, paint: Paint, matches_golden: Compare) -> None:
    matches_golden("start", paint(updates.with_progress(waiting(), "Measuring this machine", 3, 10)))


def test_the_start_with_authentication_words(moments: Moments, paint: Paint, matches_golden: Compare) -> None:
    shuffling = next(moment for moment in moments if moment.due is not None and moment.due.occasion is Occasion.SHUFFLE)
    matches_golden("shuffling", paint(updates.with_snapshot(waiting(), shuffling)))


def test_a_visitor_at_the_door(paint: Paint, matches_golden: Compare) -> None:
    visitor = Visitor("Ben", "ABCD-EFGH-IJKL-MNOP", None)
    matches_golden("admit", paint(updates.overlaid(waiting(), Admitting(visitor))))


def test_the_choice_of_a_game(paint: Paint, matches_golden: Compare) -> None:
    listings = tuple(
        Listing(
            name, Announcement(name, "mandala", "ABCD-EFGH-IJKL-MNOP", f"{name.lower()}-laptop"), 28108, ("10.0.0.2",)
        )
        for name in ("Ben", "Carla", "Dan")
    )
    model = updates.overlaid(updates.with_status(Model(), "Looking for games …"), Choosing(listings))
    matches_golden("choose", paint(pressed(model, "down")))


def test_the_help_fits_on_one_page(moments: Moments, paint: Paint, matches_golden: Compare) -> None:
    matches_golden("help", paint(pressed(played(moments, in_mid_game), "f1")))


def test_a_new_game_begins_with_an_empty_log(moments: Moments) -> None:
    finished = first(moments, lambda moment: moment is moments[-1])
    assert finished.log
    assert updates.with_snapshot(finished, evolve(moments[0])).log == ()


@pytest.mark.parametrize("depth", [ColorDepth.DEPTH_4_BIT, ColorDepth.DEPTH_8_BIT, ColorDepth.DEPTH_24_BIT])
def test_every_colour_has_its_own_background_and_is_named_in_the_same_place(
    depth: ColorDepth, moments: Moments, paint: Paint
) -> None:
    emulated = paint(pressed(played(moments, in_mid_game), "f1"), depth=depth)
    line = emulated.display[2]
    backgrounds = set()
    for colour in COLOURS:
        column = line.index(f" {colour.word}") - 2
        cells = [emulated.buffer[2][column], emulated.buffer[2][column + 1]]
        assert cells[0].data == colour.letter
        assert cells[0].fg != cells[0].bg
        assert cells[0].bg == cells[1].bg != "default"
        backgrounds.add(cells[0].bg)
    assert len(backgrounds) == len(COLOURS)


def test_what_the_other_player_just_changed_is_underlined(moments: Moments, paint: Paint) -> None:
    def just_built(moment: Snapshot) -> bool:
        return any((number, MOUNTAIN, colour) in fresh_cells(moment) for number in (0, 1) for colour in COLOURS)

    emulated = paint(played(moments, just_built))
    underlined = [
        (row, emulated.buffer[row][column].data)
        for row in range(24)
        for column in range(80)
        if emulated.buffer[row][column].underscore
    ]
    assert underlined
    assert {row for row, _ in underlined} <= {6, 7, 8}
    assert any(line.startswith(" ▸ Ben") for line in emulated.display)
