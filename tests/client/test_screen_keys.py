"""Keys on positions of a real game."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pyte
import pytest
from attrs import evolve
from hypothesis import given, settings
from hypothesis import strategies as st

from mandala_client.games.game_table import scene_in_play
from mandala_client.games.game_ui import how_to_choose
from mandala_client.games.mandala import chooser
from mandala_client.games.mandala.board import MOUNTAIN, RIVER, fresh_cells
from mandala_client.games.mandala.chooser import CardClick, Target
from mandala_client.games.mandala.events import events
from mandala_client.games.mandala.notation import written
from mandala_client.games.table_events import event_sentences
from mandala_client.screens.table import screen_keys
from mandala_client.screens.table.table_pages import screen
from mandala_client.sentences import status_text
from mandala_client.settings.settings import Settings
from mandala_client.table import edits, updates
from mandala_client.table.acts import AbandonGame, Admitted, Chosen, QuestionSeen, TableAct
from mandala_client.table.table_model import Admitting, Agreeing, Choosing, Helping, Question, TableModel
from mandala_client.text.typed_words import yes_letter
from mandala_client.ui.clicks import Button
from mandala_client.ui.log_pane import Tone
from mandala_client.ui.style import FULL_LOOK
from mandala_net.discovery.listing import Announcement, Listing
from mandala_net.match.admission import PeerInfo
from mandala_net.match.news import GameEnded, OfferMade, PeerHeard, PeerQuiet, Talked, WeLeft
from mandala_protocol.conversation.events import Leave, MakeOffer, Play, Resign, Talk
from mandala_protocol.conversation.snapshot import Pending, Snapshot
from mandala_protocol.games.game import HAND, Moved
from mandala_protocol.games.mandala import MANDALA, Build, Claim, Colour
from mandala_protocol.games.mandala.state import Claiming, Turn
from mandala_protocol.record.order import Occasion
from mandala_protocol.wire.messages import OfferKind
from tests.client import at_table
from tests.client.at_table import Moments, as_playing, press, table_at, typed
from tests.narrowing import present
from tests.texts import any_text

NAMED_KEYS = (
    *("left", "right", "up", "down", "tab", "s-tab", "enter", "escape", "backspace"),
    *("c-c", "c-u", "c-w", "f1", "f9", "f10", "pageup", "pagedown"),
)
LISTINGS = tuple(
    Listing(name, Announcement(name, "mandala", "ABCD-EFGH-IJKL-MNOP", "laptop"), 28108, ("10.0.0.2",))
    for name in ("Ben", "Carla", "Dan")
)


def our_moves(moments: Moments) -> list[Snapshot]:
    return [moment for moment in moments if moment.pending is Pending.MOVE]


def first_of(moments: Moments, occasion: Occasion) -> Snapshot:
    """The first moment of this occasion."""
    return next(moment for moment in moments if moment.due is not None and moment.due.occasion is occasion)


def test_what_is_typed_while_the_cards_are_dealt_stands_in_the_input_line_of_the_table(moments: Moments) -> None:
    model = updates.with_snapshot(TableModel(), first_of(moments, Occasion.DEAL))
    assert not model.laid
    model, _act = typed(model, "ALo")
    for moment in moments:
        if not model.laid:
            model = updates.with_snapshot(model, moment)
    assert (model.draft.text, model.draft.move) == ("ALo", Build(0, Colour.ORANGE))


def test_what_is_typed_before_the_cards_are_dealt_is_for_nothing(moments: Moments) -> None:
    model, _act = typed(updates.with_snapshot(TableModel(), first_of(moments, Occasion.SHUFFLE)), "ALo")
    assert model.draft.text == ""


AT_ONCE = Settings(confirm=False)
"""Nothing is asked once more."""


def our_turn(moments: Moments) -> TableModel:
    """The first turn that is ours, with a choice of several things."""
    return at_table.our_turn(moments, AT_ONCE)


def others_turn(moments: Moments) -> TableModel:
    moment = next(
        moment
        for moment in moments
        if moment.view is not None
        and isinstance(moment.view.state.phase, Turn)
        and moment.view.state.phase.seat is not moment.seat
    )
    return updates.with_snapshot(TableModel(), moment)


def test_typed_notation_is_sent_with_enter_whatever_its_case(moments: Moments) -> None:
    model = our_turn(moments)
    for move in model.legal_moves:
        notation = MANDALA.format_move(move)
        for text in (notation, notation.lower(), notation.upper(), f" {notation} "):
            written, _ = typed(model, text)
            sent, act = press(written, "enter")
            assert act == Play(MANDALA.parse_move(notation))
            assert as_playing(sent).sent
            assert sent.draft.text == ""


def test_the_arrows_reach_every_legal_move_and_nothing_else(moments: Moments) -> None:
    for moment in our_moves(moments)[:12]:
        model = table_at(moment)
        reached = set()
        for _ in chooser.colours(model.legal_moves):
            model, _ = press(model, "right")
            now = model.chosen
            assert now is not None
            for _ in range(len(chooser.targets(model.legal_moves, now.colour))):
                model, _ = typed(model, "-" * 8)
                for _ in range(8):
                    reached.add(model.chosen)
                    model, _ = typed(model, "+")
                if not isinstance(moment.view.state.phase, Claiming):  # type: ignore[union-attr]
                    model, _ = press(model, "down")
        assert reached == set(MANDALA.legal_moves(moment.view))  # type: ignore[arg-type]


def test_what_the_arrows_show_is_what_enter_sends(moments: Moments) -> None:
    model, _ = press(our_turn(moments), "right", "right", "down")
    _, act = press(model, "enter")
    assert model.chosen is not None
    assert model.draft.text == written(model.chosen)
    assert act == Play(model.chosen)


def test_up_undoes_down_and_left_undoes_right(moments: Moments) -> None:
    begun, _ = press(our_turn(moments), "right")
    assert press(begun, "down", "up")[0] == begun
    assert press(begun, "tab", "s-tab")[0] == begun
    assert press(begun, "right", "left")[0].draft.text[2] == begun.draft.text[2]


def test_a_digit_sets_the_number_of_a_move_chosen_with_arrows(moments: Moments) -> None:
    model = next(
        model
        for model in map(table_at, our_moves(moments))
        if any(chooser.count_of(move) >= 2 for move in model.legal_moves)
    )
    two = next(move for move in model.legal_moves if chooser.count_of(move) == 2)
    one = chooser.to_count(model.legal_moves, two, 1)
    assert one is not None
    composed = edits.composed(model, one)
    assert typed(composed, "2")[0].chosen == two
    assert chooser.count_of(typed(composed, "8")[0].chosen or one) < 8


@pytest.mark.parametrize("size", [(40, 20), (80, 24), (120, 40)], ids=str)
def test_no_other_move_is_shown_while_one_is_typed_that_is_not_possible(
    size: tuple[int, int], moments: Moments
) -> None:
    model = at_table.our_turn(moments)
    proposed = written(how_to_choose(model.game, model.scene, FULL_LOOK).example)
    for text in ("A", "ALx", "BLr8"):
        assert proposed not in at_table.seen(edits.drafted(model, text), *size)
    assert size != (80, 24) or proposed in at_table.seen(model, *size)


def test_typing_a_letter_after_the_arrows_starts_anew(moments: Moments) -> None:
    model, _ = press(our_turn(moments), "right")
    assert typed(model, "C")[0].draft.text == "C"
    assert press(model, "backspace")[0].draft.text == ""


def test_escape_takes_back(moments: Moments) -> None:
    model, act = press(our_turn(moments), "right", "escape")
    assert (model.draft.text, act) == ("", None)
    assert press(model, "enter")[1] is None


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("Kg", "nothing to take"),
        ("hello", "not a move"),
        ("B0r", "How many"),
        ("C9", "not a move"),
        (":dance", "resign"),
    ],
)
def test_what_is_not_possible_says_why_and_sends_nothing(moments: Moments, text: str, said: str) -> None:
    model, act = press(typed(our_turn(moments), text)[0], "enter")
    assert act is None
    assert model.message is not None
    assert said in model.message


def test_a_card_that_is_not_held_is_refused_with_the_rule(moments: Moments) -> None:
    model = our_turn(moments)
    assert model.snapshot is not None
    assert model.snapshot.view is not None
    hand = model.snapshot.view.holdings[HAND]
    missing = next(colour for colour in Colour if not hand[colour])
    refused, act = press(typed(model, f"C{missing.letter}1")[0], "enter")
    assert act is None
    assert refused.message is not None
    assert "C1" in refused.message


def test_on_the_others_turn_nothing_can_be_played(moments: Moments) -> None:
    model = others_turn(moments)
    assert model.legal_moves == ()
    for one in (press(model, "right"), press(typed(model, "A0r")[0], "enter"), press(model, "enter")):
        assert one[1] is None
        assert one[0].message == "It is not your turn. To chat, type / and then your text."


def test_a_move_is_sent_once(moments: Moments) -> None:
    model = our_turn(moments)
    notation = MANDALA.format_move(model.legal_moves[0])
    sent, act = press(typed(model, notation)[0], "enter")
    assert act == Play(MANDALA.parse_move(notation))
    again, act = press(typed(sent, notation)[0], "enter")
    assert act is None
    assert again.message == "Your move is on its way."


def test_after_a_refusal_from_the_game_another_move_can_be_sent(moments: Moments) -> None:
    model = our_turn(moments)
    notation = MANDALA.format_move(model.legal_moves[0])
    sent, _ = press(typed(model, notation)[0], "enter")
    refused = updates.with_refusal(sent, "it is not our move")
    assert press(typed(refused, notation)[0], "enter")[1] == Play(MANDALA.parse_move(notation))


def test_talk_is_sent_and_seen_on_any_turn(moments: Moments) -> None:
    model, act = press(typed(others_turn(moments), "/good? luck+")[0], "enter")
    assert act == Talk("good? luck+")
    assert model.log[-1].text == "You say: “good? luck+”"
    assert press(typed(model, "/ ")[0], "enter")[1] is None


@pytest.mark.parametrize(
    ("key", "word", "question", "command"),
    [("f10", ":resign", Question.RESIGN, Resign()), ("f9", ":end", OfferKind.END, MakeOffer(OfferKind.END))],
)
def test_resigning_and_offering_the_end_ask_first(
    moments: Moments, key: str, word: str, question: Question, command: TableAct
) -> None:
    asked, act = press(our_turn(moments), key)
    assert (asked.question, act) == (question, None)
    by_word, act = press(typed(our_turn(moments), word)[0], "enter")
    assert (by_word.question, act) == (question, None)
    assert typed(asked, "y")[1] == command
    for refused, act in (typed(asked, "n"), press(asked, "escape")):
        assert (refused.question, act) == (None, None)


@pytest.mark.parametrize("key", ["f8", "f9", "f10", "c-c"])
def test_a_question_stays_until_it_is_answered(moments: Moments, key: str) -> None:
    asked, _ = press(our_turn(moments), key)
    assert asked.question is not None
    answers = edits.noted(asked, "Type “y” or “n”.")
    for name in ("enter", "f1", "f2", "f5", "f7", "f9", "f10", "left", "tab", "backspace", "pageup"):
        assert press(asked, name) == (answers, None)
    for other in ("x", " ", "A", "?"):
        model, act = typed(asked, other)
        assert (edits.answered_by(model, ""), act) == (answers, None)
    assert screen_keys.type_text(asked, "y", pasted=True) == (answers, None)
    assert screen_keys.click(asked, Button("n"))[0].question is None


def test_yes_has_a_letter_in_every_language_and_y_is_always_understood(moments: Moments) -> None:
    asked, _ = press(our_turn(moments), "f10")
    for letter in ("y", "Y", yes_letter()):
        assert typed(asked, letter)[1] == Resign()


def test_control_c_asks_and_the_second_one_leaves(moments: Moments) -> None:
    asked, act = press(our_turn(moments), "c-c")
    assert (asked.question, act) == (Question.LEAVE, None)
    left, act = press(asked, "c-c")
    assert isinstance(act, Leave)
    assert isinstance(press(left, "c-c", "c-c")[1], AbandonGame)


def test_before_the_game_leaving_ends_the_program() -> None:
    assert isinstance(press(TableModel(), "c-c", "c-c")[1], AbandonGame)
    assert press(TableModel(), "c-c", "escape")[0].question is None


@pytest.mark.parametrize(
    "asked", [Admitting(PeerInfo("Ben", "ABCD-EFGH-IJKL-MNOP", None)), Agreeing(("Told.",), "End it?")]
)
def test_a_question_is_answered_with_y_and_not_by_pasting_or_enter(asked: Admitting | Agreeing) -> None:
    model = edits.overlaid(TableModel(), asked)
    assert typed(model, "y")[1] == Admitted(True)
    assert typed(model, "Y")[1] == Admitted(True)
    assert typed(model, "n")[1] == Admitted(False)
    assert press(model, "escape")[1] == Admitted(False)
    assert press(model, "enter")[1] is None
    assert screen_keys.type_text(model, "y", pasted=True)[1] is None


def test_the_question_about_leaving_does_not_lose_the_visitor() -> None:
    model = edits.overlaid(TableModel(), Admitting(PeerInfo("Ben", "ABCD-EFGH-IJKL-MNOP", None)))
    back, _ = press(model, "c-c", "escape")
    assert typed(back, "y")[1] == Admitted(True)


def test_a_game_is_chosen_with_the_arrows_or_a_digit() -> None:
    model = edits.overlaid(TableModel(), Choosing(LISTINGS))
    assert press(model, "enter")[1] == Chosen(LISTINGS[0])
    assert press(model, "down", "down", "enter")[1] == Chosen(LISTINGS[2])
    assert press(model, "down", "down", "down", "enter")[1] == Chosen(LISTINGS[0])
    assert press(model, "up", "enter")[1] == Chosen(LISTINGS[-1])
    assert press(typed(model, "2")[0], "enter")[1] == Chosen(LISTINGS[1])
    assert press(typed(model, "9")[0], "enter")[1] == Chosen(LISTINGS[0])
    assert press(model, "escape")[1] == Chosen(None)


def test_the_help_opens_and_closes(moments: Moments) -> None:
    model = our_turn(moments)
    assert typed(model, "?")[0].overlay == Helping()
    assert press(model, "f1", "escape")[0] == model
    assert typed(press(model, "f1")[0], "x")[0] == model


def test_at_the_end_only_a_meant_key_leaves() -> None:
    model = updates.with_end(TableModel(), GameEnded(WeLeft(), None))
    for name in ("escape", "c-c"):
        assert press(model, name)[1] == QuestionSeen()
    assert typed(model, "q")[1] == QuestionSeen()
    assert typed(model, "A")[1] is None
    for name in ("enter", "left"):
        assert press(model, name) == (model, None)


def test_the_end_voids_what_was_asked_and_written(moments: Moments) -> None:
    model = edits.asking(edits.drafted(our_turn(moments), "/so"), Question.RESIGN)
    ended = updates.with_end(model, GameEnded(WeLeft(), None))
    assert (ended.question, ended.overlay, ended.draft.text) == (None, None, "")


def test_the_mouse_chooses_a_colour_and_then_a_place(moments: Moments) -> None:
    model = our_turn(moments)
    move = next(move for move in model.legal_moves if isinstance(move, Build))
    clicked, act = screen_keys.click(model, CardClick(move.colour))
    assert clicked.chosen is not None
    assert (clicked.chosen.colour, act) == (move.colour, None)
    for first in (clicked, press(clicked, "down")[0]):
        assert screen_keys.click(first, Target("A", move.mandala))[1] == Play(move)
    for unmoved, act in (
        screen_keys.click(model, Target("A", 0)),
        screen_keys.click(others_turn(moments), CardClick(Colour.RED)),
    ):
        assert (unmoved.draft.text, act) == ("", None)
        assert unmoved.message is not None


def test_the_only_possible_move_stands_ready(moments: Moments) -> None:
    single = [
        moment
        for moment in our_moves(moments)
        if len(MANDALA.legal_moves(moment.view)) == 1  # type: ignore[arg-type]
    ]
    assert single, "in the game of the tests a last colour is claimed"
    model = updates.with_snapshot(TableModel(), single[0])
    assert press(model, "enter")[1] == Play(model.legal_moves[0])


def test_what_was_written_survives_the_others_move(moments: Moments) -> None:
    model = edits.drafted(others_turn(moments), "/wel")
    assert model.snapshot is not None
    later = next(moment for moment in moments if moment.length > model.snapshot.length)
    assert updates.with_snapshot(model, later).draft.text == "/wel"


def test_the_log_tells_once_after_how_long_alone_the_game_may_be_called_abandoned(moments: Moments) -> None:
    model = TableModel()
    for moment in moments:
        model = updates.with_snapshot(model, evolve(moment, grace=90))
    told = [(line.text, line.tone) for line in model.log if "abandoned" in line.text]
    grace = (
        "Time limit for absences: 1 minute and 30 seconds. After that, the other player may call the game abandoned."
    )
    assert told == [(grace, Tone.NEWS)]


def test_the_log_tells_every_step_once_and_what_came_into_our_hand(moments: Moments) -> None:
    model = TableModel()
    for moment in moments:
        model = updates.with_snapshot(updates.with_snapshot(model, moment), moment)
    names = moments[-1].names
    assert names is not None
    assert moments[-1].words is not None
    words = status_text.words(moments[-1].words)
    assert [line.text for line in model.log].count(words) == 1
    sentences = [line.text for line in model.log if not line.text.startswith("You drew") and line.text != words]
    expected = [text for step in moments[-1].steps for text in event_sentences(events(step), moments[-1].seat, names)]
    assert sentences == expected
    drawn = [number for number, line in enumerate(model.log) if line.text.startswith("You drew")]
    assert len(drawn) > 5
    deeds = [line.text for line in model.log if line.tone is Tone.OWN and " draw " in line.text]
    assert len(drawn) == len(deeds)


def test_the_log_of_a_game_that_is_taken_up_again_tells_all_that_it_told_before(moments: Moments) -> None:
    lived = at_table.played(moments)
    restored = updates.with_snapshot(TableModel(), moments[-1])
    news = {moments[-1].words and status_text.words(moments[-1].words)}
    assert [line for line in restored.log if line.text not in news] == [
        line for line in lived.log if line.text not in news
    ]


def test_what_the_other_player_changed_is_fresh_until_we_move(moments: Moments) -> None:
    seen_fresh = False
    for moment in our_moves(moments):
        moved = [step for step in moment.steps if isinstance(step.event, Moved)]
        cells = fresh_cells(scene_in_play(moment))
        if not moved or moved[-1].event.seat is moment.seat:  # type: ignore[union-attr]
            assert not cells
            continue
        move = moved[-1].event.move  # type: ignore[union-attr]
        if isinstance(move, Build) and not isinstance(moment.view.state.phase, Claiming):  # type: ignore[union-attr]
            assert (move.mandala, MOUNTAIN, move.colour) in cells
            seen_fresh = True
    assert seen_fresh


def test_a_claim_of_the_other_player_is_fresh_too_in_the_mountain_and_in_the_river(moments: Moments) -> None:
    claims = 0
    for moment in our_moves(moments):
        moves = [(step, step.event) for step in moment.steps if isinstance(step.event, Moved)]
        if not moves or moves[-1][1].seat is moment.seat or not isinstance(moves[-1][1].move, Claim):
            continue
        (step, event), after = moves[-1], present(moment.view).state
        before, colour = step.before, event.move.colour
        assert any((number, MOUNTAIN, colour) in fresh_cells(scene_in_play(moment)) for number in (0, 1))
        other = moment.seat.other
        if before.players[other].river != after.players[other].river:
            assert (RIVER, other, colour) in fresh_cells(scene_in_play(moment))
            claims += 1
    assert claims


def test_all_moves_of_the_other_player_since_ours_are_marked(moments: Moments) -> None:
    several = 0
    for moment in our_moves(moments):
        others: list[object] = []
        for event in (step.event for step in moment.steps):
            if isinstance(event, Moved):
                others = [] if event.seat is moment.seat else [*others, event.move]
        events = [step.event for step in scene_in_play(moment).latest]
        assert [event.move for event in events if isinstance(event, Moved)] == others
        several += len(others) > 1
    assert several


def test_news_are_shown(moments: Moments) -> None:
    model = our_turn(moments)
    assert updates.with_news(model, Talked("hi")).log[-1].text == "Ben says: “hi”"
    assert "Ben offers to end" in updates.with_news(model, OfferMade(OfferKind.END)).log[-1].text
    quiet = updates.with_news(model, PeerQuiet(11))
    assert quiet.quiet == PeerQuiet(11)
    assert updates.with_news(quiet, PeerHeard()).quiet is None


ESCAPES = "\x1b[2J\x1b]0;owned\x07\u202e\u0000\r\n\u200b"


def test_nothing_from_outside_reaches_the_terminal_as_more_than_text(
    moments: Moments, paint: Callable[..., pyte.Screen]
) -> None:
    model = others_turn(moments)
    assert model.snapshot is not None
    model = evolve(model, snapshot=evolve(model.snapshot, names=("Anna", f"Ev{ESCAPES}e")))
    model = updates.with_news(model, Talked(f"boo{ESCAPES}!"))
    model, _ = screen_keys.type_text(model, f"/x{ESCAPES}y", pasted=True)
    model = updates.with_status(model, f"st{ESCAPES}atus")
    for shown in (model, updates.with_end(model, GameEnded(WeLeft(), Path("/a/b")))):
        for row in screen(shown, FULL_LOOK, 80, 24).rows:
            assert all(character.isprintable() for fragment in row for character in fragment.text)
    assert any("Ev[2J]0;owned e" in line for line in paint(model).display)


@settings(max_examples=60)
@given(
    st.lists(
        st.one_of(
            st.sampled_from(NAMED_KEYS),
            any_text(min_size=1, max_size=1),
            st.sampled_from(["A0r", "/hi", ":quit", "?", "y", "+", "Kk", "C1"]),
        ),
        max_size=25,
    ),
    st.integers(0, 400),
    st.sampled_from([(80, 24), (120, 40), (30, 8)]),
)
def test_no_keys_in_any_order_do_harm(moments: Moments, pressed: list[str], number: int, size: tuple[int, int]) -> None:
    model = updates.with_snapshot(TableModel(), moments[number % len(moments)])
    for key in pressed:
        if key in NAMED_KEYS:
            model, act = screen_keys.press(model, key)
        else:
            model, act = screen_keys.type_text(model, key, pasted=len(key) > 1)
        if isinstance(act, Play):
            MANDALA.check(moments[number % len(moments)].view, MANDALA.parse_move(act.move))  # type: ignore[arg-type]
        shown = screen(model, FULL_LOOK, *size)
        assert len(shown.rows) == size[1]
        if size[0] >= 80:
            assert shown.cursor is None or 0 <= shown.cursor[0] < size[0]
