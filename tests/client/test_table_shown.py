"""The screens of the table, besides what their golden files show; see ``test_table_scenes`` for those."""

from __future__ import annotations

import re
from collections.abc import Callable
from itertools import cycle

import pyte
import pytest
from attrs import evolve

from mandala_client.games.game_table import scene_in_play
from mandala_client.games.mandala.board import MOUNTAIN, fresh_cells
from mandala_client.play.frontend import Opponent
from mandala_client.screens.table.table_pages import screen
from mandala_client.table import edits, updates
from mandala_client.ui.style import FULL_LOOK
from mandala_net.match.news import Talked
from mandala_protocol.conversation.snapshot import Pending, Snapshot
from mandala_protocol.games.game import Moved
from mandala_protocol.games.mandala import COLOURS, Build, Grow
from tests.client.at_table import Moments, press, table_at, typed
from tests.client.scenes import SIZES
from tests.client.table_scenes import at_a_move, begun, first

Paint = Callable[..., pyte.Screen]


def test_a_new_game_begins_with_an_empty_log(moments: Moments) -> None:
    finished = first(moments, lambda moment: moment is moments[-1])
    assert finished.log
    assert updates.with_snapshot(finished, evolve(moments[0])).log == ()


@pytest.mark.parametrize(("columns", "lines"), SIZES)
def test_what_the_other_player_just_changed_has_a_sign_behind_its_number(
    columns: int, lines: int, moments: Moments
) -> None:
    def just_built(moment: Snapshot) -> bool:
        return any(area == MOUNTAIN for _number, area, _colour in fresh_cells(scene_in_play(moment)))

    moment = at_a_move(moments, just_built)
    changed = {COLOURS[colour] for _number, area, colour in fresh_cells(moment.scene) if area == MOUNTAIN}
    rows = screen(moment, FULL_LOOK, columns, lines).rows
    styles = {style for one in rows for part in one if "•" in part.text for style in part.style.split(",")}
    assert changed <= {colour for colour in COLOURS if {f"card.{colour.word}", f"body.{colour.word}"} & styles}
    assert any("• Ben " in "".join(part.text for part in one) for one in rows)


def test_cards_to_which_more_can_be_added_have_no_sign_but_the_plus(moments: Moments) -> None:
    added = dict.fromkeys(SIZES, 0)
    fresh = (one for one in moments if one.pending is Pending.MOVE and fresh_cells(scene_in_play(one)))
    for moment, size in zip(fresh, cycle(SIZES)):
        model = table_at(moment)
        for colour in {move.colour for move in model.legal_moves if isinstance(move, Build | Grow)}:
            rows = screen(typed(model, COLOURS[colour].letter)[0], FULL_LOOK, *size).rows
            text = "\n".join("".join(part.text for part in row) for row in rows)
            assert "•+" not in text
            added[size] += len(re.findall(r"\d\+|[a-z] \+", text))
    assert all(added.values())


@pytest.mark.parametrize(("columns", "lines"), SIZES)
def test_the_words_to_compare_are_in_sight_until_the_first_move(
    columns: int, lines: int, moments: Moments, paint: Paint
) -> None:
    model = begun(moments)
    assert model.snapshot is not None
    words = model.snapshot.words
    assert words is not None
    for shown in (model, press(model, "right")[0], edits.noted(model, "a note that answers the last key")):
        text = "\n".join(paint(shown, columns, lines).display)
        assert all(word in text for word in words.split())


def test_the_words_make_room_after_the_first_move_and_where_nobody_is_to_compare_them(moments: Moments) -> None:
    model = begun(moments)
    assert model.words_to_compare is not None
    assert evolve(model, opponent=Opponent.BOT).words_to_compare is None
    moved = first(moments, lambda moment: any(isinstance(step.event, Moved) for step in moment.steps))
    assert moved.words_to_compare is None


@pytest.mark.parametrize(("columns", "lines"), [(120, 24), (120, 40), (200, 60)])
def test_the_chat_beside_the_table_ends_with_the_newest_line(
    columns: int, lines: int, moments: Moments, paint: Paint
) -> None:
    model = begun(moments)
    for number in range(50):
        model = updates.with_own_talk(updates.with_news(model, Talked(f"question {number}")), f"answer {number}")
        model = updates.with_snapshot(model, moments[-1]) if number == 25 else model
    display = paint(model, columns, lines).display
    asked, answered = (next(at for at, row in enumerate(display) if said in row) for said in ("ion 49”", "wer 49”"))
    assert asked < answered
    assert not any("question 0”" in row for row in display)
