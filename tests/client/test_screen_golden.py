"""The table as a terminal shows it, in each of its forms, compared with files that can be read.

After a change that is meant, write them anew and read what changed:
``MANDALA_WRITE_GOLDEN=1 .venv/bin/pytest tests/client/test_screen_golden.py``
"""

from __future__ import annotations

from collections.abc import Callable

import pyte
import pytest
from attrs import evolve
from prompt_toolkit.output import ColorDepth

from mandala_client.desk import Company
from mandala_client.table import keys
from mandala_client.table import model as updates
from mandala_client.table.board import MOUNTAIN
from mandala_client.table.lately import fresh_cells
from mandala_client.table.model import Model, Question
from mandala_net.news import AdjournWasOffered, Chatted, PeerAway, PeerQuiet
from mandala_protocol.games.game import HAND
from mandala_protocol.games.mandala import COLOURS, MANDALA, Grow
from mandala_protocol.games.mandala.outlook import completes
from mandala_protocol.games.mandala.state import Claiming, Turn
from mandala_protocol.order import Occasion
from mandala_protocol.sentence import Sentence
from mandala_protocol.snapshot import Owes, Snapshot
from tests.client.at_table import Moments

Compare = Callable[[str, pyte.Screen], None]
Paint = Callable[..., pyte.Screen]
Check = Callable[[str, Model], None]

FORMS = [(40, 20), (80, 24), (120, 40)]


@pytest.fixture(params=FORMS, ids=["compact", "standard", "wide"])
def check(request: pytest.FixtureRequest, paint: Paint, matches_golden: Compare) -> Check:
    """Compares a model, painted in one of the forms, with the file of this name and size."""
    columns, lines = request.param

    def compare(name: str, model: Model) -> None:
        matches_golden(f"table-{name}-{columns}x{lines}", paint(model, columns, lines))

    return compare


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
    assert moment.view is not None
    return isinstance(phase(moment), Turn) and any(player.river for player in moment.view.state.players)


def our_turn(moments: Moments) -> Model:
    return played(moments, in_mid_game)


def pressed(model: Model, *names: str) -> Model:
    for name in names:
        model, _ = keys.press(model, name)
    return model


def test_our_turn_with_nothing_chosen(check: Check, moments: Moments) -> None:
    check("own-turn", our_turn(moments))


def test_a_colour_is_chosen_and_where_it_may_go_is_lit_up(check: Check, moments: Moments) -> None:
    check("chosen", pressed(our_turn(moments), "right", "right", "down"))


def test_a_move_that_completes_a_mandala_says_who_chooses_and_what_is_to_be_won(check: Check, moments: Moments) -> None:
    def can_complete(moment: Snapshot) -> bool:
        model = updates.with_snapshot(Model(), moment)
        return any(completes(model.state, move) for move in model.legal_moves if model.state is not None)

    model = played(moments, can_complete)
    move = next(move for move in model.legal_moves if model.state is not None and completes(model.state, move))
    check("completing", updates.drafted(model, MANDALA.format_move(move), composed=True))


def test_a_partial_field_play_is_asked_about(check: Check, moments: Moments) -> None:
    def partial(moment: Snapshot) -> list[Grow]:
        model = updates.with_snapshot(Model(), moment)
        assert moment.view is not None
        hand = moment.view.holdings[HAND]
        return [move for move in model.legal_moves if isinstance(move, Grow) and move.count < hand[move.colour]]

    model = played(moments, lambda moment: in_mid_game(moment) and bool(partial(moment)))
    assert model.snapshot is not None
    notation = MANDALA.format_move(partial(model.snapshot)[0])
    check("partial", pressed(updates.drafted(model, notation, composed=True), "enter"))


def test_colours_are_claimed_with_what_each_brings(check: Check, moments: Moments) -> None:
    def choice_of_three(moment: Snapshot) -> bool:
        now = phase(moment)
        if not isinstance(now, Claiming) or moment.view is None:
            return False
        mandala = moment.view.state.mandalas[now.mandala]
        return sum(map(bool, mandala.mountain)) >= 3 and any(mandala.fields[moment.seat])

    check("claim", pressed(played(moments, choice_of_three), "right", "right"))


def test_the_others_turn_while_nothing_is_heard_and_they_chat(check: Check, moments: Moments) -> None:
    def other_thinks(moment: Snapshot) -> bool:
        return moment.due is not None and moment.due.occasion is Occasion.TURN and moment.owes is Owes.NOTHING

    model = first(moments, lambda moment: other_thinks(moment) and in_mid_game(moment))
    model = updates.with_news(updates.with_news(model, Chatted("nice one")), PeerQuiet(12))
    check("others-turn", updates.with_own_talk(model, "thank you"))


def test_the_other_is_away(check: Check, moments: Moments) -> None:
    model = our_turn(moments)
    assert model.snapshot is not None
    model = updates.with_snapshot(model, evolve(model.snapshot, connected=False, owes=Owes.NOTHING))
    lost = PeerAway(0, Sentence("The connection was reset."), None)
    check("away", updates.with_news(updates.with_news(model, lost), evolve(lost, seconds=80)))


def test_the_end_trigger_stays_in_sight(check: Check, moments: Moments) -> None:
    check("end-trigger", played(moments, triggered))


def triggered(moment: Snapshot) -> bool:
    assert moment.view is not None
    return moment.view.state.triggered


def test_the_chat_is_muted(check: Check, moments: Moments) -> None:
    model = updates.with_news(pressed(our_turn(moments), "f6"), Chatted("nobody hears this"))
    check("muted", updates.with_news(model, Chatted("nor this")))


def test_the_points_are_shown_if_both_have_agreed(check: Check, moments: Moments) -> None:
    check("live-score", played(tuple(evolve(moment, live_score=True) for moment in moments), triggered))


def test_a_hint_is_given_against_a_bot(check: Check, moments: Moments) -> None:
    check("hint", pressed(evolve(our_turn(moments), company=Company.PRACTICE), "f4"))


def test_a_bot_offers_its_help(check: Check, moments: Moments) -> None:
    check("practice", evolve(our_turn(moments), company=Company.PRACTICE))


def test_a_refused_move_says_why(check: Check, moments: Moments) -> None:
    model, act = keys.press(updates.drafted(our_turn(moments), "kg"), "enter")
    assert act is None
    check("refused", model)


def test_resigning_is_asked_first(check: Check, moments: Moments) -> None:
    check("resign", updates.asking(our_turn(moments), Question.RESIGN))


def test_an_offer_of_the_other_stays_in_sight(check: Check, moments: Moments) -> None:
    model = our_turn(moments)
    assert model.snapshot is not None
    model = updates.with_snapshot(model, evolve(model.snapshot, adjourn_offered=True))
    check("adjourn-offered", updates.with_news(model, AdjournWasOffered()))


def test_the_whole_log(check: Check, moments: Moments) -> None:
    check("log", pressed(played(moments, triggered), "f7", "up"))


@pytest.mark.parametrize(("columns", "lines"), [(80, 40), (100, 30), (120, 24), (60, 30), (80, 22)])
def test_sizes_between_the_forms(
    columns: int, lines: int, moments: Moments, paint: Paint, matches_golden: Compare
) -> None:
    model = updates.with_news(pressed(played(moments, triggered), "right"), Chatted("soon it is over"))
    matches_golden(f"table-between-{columns}x{lines}", paint(model, columns, lines))


@pytest.mark.parametrize(("columns", "lines"), FORMS)
def test_ascii_without_colours(
    columns: int, lines: int, moments: Moments, paint: Paint, matches_golden: Compare
) -> None:
    model = pressed(our_turn(moments), "right", "right", "down")
    emulated = paint(model, columns, lines, only_ascii=True, depth=ColorDepth.DEPTH_1_BIT)
    assert all(line.isascii() for line in emulated.display)
    cells = [emulated.buffer[row][column] for row in range(lines) for column in range(columns)]
    assert {(cell.fg, cell.bg) for cell in cells} == {("default", "default")}
    matches_golden(f"table-ascii-{columns}x{lines}", emulated)


def test_a_new_game_begins_with_an_empty_log(moments: Moments) -> None:
    finished = first(moments, lambda moment: moment is moments[-1])
    assert finished.log
    assert updates.with_snapshot(finished, evolve(moments[0])).log == ()


@pytest.mark.parametrize(("columns", "lines"), FORMS)
def test_what_the_other_player_just_changed_is_underlined(
    columns: int, lines: int, moments: Moments, paint: Paint
) -> None:
    def just_built(moment: Snapshot) -> bool:
        return any((number, MOUNTAIN, colour) in fresh_cells(moment) for number in (0, 1) for colour in COLOURS)

    emulated = paint(played(moments, just_built), columns, lines)
    underlined = {row for row in range(lines) for column in range(columns) if emulated.buffer[row][column].underscore}
    assert underlined
    assert all(
        any(label in emulated.display[row] for label in ("their field", "mountain", "your field")) for row in underlined
    )
    assert any("── Ben: A" in line for line in emulated.display)
