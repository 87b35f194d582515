"""The top of the discard pile is what was put there last."""

from __future__ import annotations

import pytest

from mandala_client.games.colour_signs import sign_of
from mandala_client.games.game_table import TableScene
from mandala_client.games.mandala.board import Board
from mandala_client.games.mandala.events import on_top
from mandala_client.games.mandala.mandala_words import MandalaWords
from mandala_client.screens.table.table_pages import screen
from mandala_client.table import updates
from mandala_client.table.table_model import TableModel
from mandala_client.ui.style import FULL_LOOK
from mandala_protocol.games.game import Moved
from mandala_protocol.games.mandala import COLOURS, Discard
from mandala_protocol.games.mandala.colours import NO_CARDS
from mandala_protocol.record.steps import Step
from tests.client.at_table import Moments, seen
from tests.narrowing import present


@pytest.fixture
def steps(moments: Moments) -> tuple[Step, ...]:
    """All that happened in a whole game, a reshuffle among it."""
    assert any(any(step.before.discard) and not any(step.after.discard) for step in moments[-1].steps)
    return moments[-1].steps


def test_nothing_lies_on_top_of_an_empty_pile(steps: tuple[Step, ...]) -> None:
    for number, step in enumerate(steps, start=1):
        if not any(step.after.discard):
            assert on_top(steps[:number]) == NO_CARDS
    assert on_top(()) == NO_CARDS


def test_what_was_discarded_lies_on_top_until_something_else_does_or_the_pile_is_shuffled(
    steps: tuple[Step, ...],
) -> None:
    top, discards = NO_CARDS, 0
    for number, step in enumerate(steps, start=1):
        if isinstance(step.event, Moved) and isinstance(step.event.move, Discard):
            colour, count = step.event.move.colour, step.event.move.count
            top = tuple(count if one is colour else 0 for one in COLOURS)
            assert on_top(steps[:number]) == top
            discards += 1
        elif step.after.discard == step.before.discard:
            assert on_top(steps[:number]) == top
        else:
            top = on_top(steps[:number])
            assert any(top) == any(step.after.discard)
            assert all(above <= held for above, held in zip(top, step.after.discard, strict=True))
    assert discards


def test_the_table_marks_it_and_the_linear_form_says_it(moments: Moments) -> None:
    moment = next(
        moment
        for moment in moments
        if moment.view is not None and sum(map(bool, on_top(moment.steps))) == 1 and sum(moment.view.state.discard) > 9
    )
    (colour,) = (one for one in COLOURS if on_top(moment.steps)[one])
    held = present(moment.view).state.discard
    model = updates.with_snapshot(TableModel(), moment)
    sign = sign_of(FULL_LOOK, colour)
    assert f"discard pile {sum(held)} " in seen(model)
    for size in ((80, 24), (120, 40)):
        rows = ["".join(part.text for part in row) for row in screen(model, FULL_LOOK, *size).rows]
        assert any(f"newest {sign} " in one for one in rows)
    compact = "".join(part.text for part in screen(model, FULL_LOOK, 40, 20).rows[0])
    assert [one for one in COLOURS if f"^{one.letter}" in compact] == [colour]
    (said,) = (line for line in MandalaWords().table(moment) if line.startswith("On top of the discard pile"))
    assert colour.name.lower() in said
    assert str(on_top(moment.steps)[colour]) in said
    assert held[colour] >= on_top(moment.steps)[colour]


def test_a_replay_says_what_lies_on_top_too(moments: Moments) -> None:
    moment = next(one for one in moments if one.view is not None and any(on_top(one.steps)))
    state = present(moment.view).state
    colours = [colour for colour in COLOURS if on_top(moment.steps)[colour]]
    board = Board(TableScene(state, moment.seat, moment.names, (None, None), moment.steps), FULL_LOOK)
    text = "".join(part.text for part in board.counts_text(80))
    counts = f"draw {state.draw_pile}, discard {sum(state.discard)}"
    top = on_top(moment.steps) != state.discard
    assert text == (f"{counts}, newest {' '.join(sign_of(FULL_LOOK, colour) for colour in colours)}" if top else counts)
    assert "".join(part.text for part in board.counts_text(len(counts))) == counts
