"""Keys and the mouse at the table besides choosing a move: asking once more, words, the log, the chat."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from attrs import evolve

from mandala_client.games.game_ui import Book
from mandala_client.games.mandala import chooser
from mandala_client.games.mandala.chooser import THEIRS, CardClick, Target
from mandala_client.games.mandala.hint import hint
from mandala_client.games.mandala.notation import written
from mandala_client.games.mandala.preview import completion
from mandala_client.play.frontend import Opponent, TakeBack
from mandala_client.screens.table import screen_keys
from mandala_client.screens.table.table_pages import screen
from mandala_client.settings.settings import Settings
from mandala_client.table import edits, updates
from mandala_client.table.consulting import inquiries
from mandala_client.table.function_keys import WORDS_OF_KEYS
from mandala_client.table.table_model import Helping, Question, Reading, TableModel, evolve_playing
from mandala_client.text.language import Language
from mandala_client.text.typed_words import TypedWord, spoken_word
from mandala_client.ui.clicks import Button
from mandala_client.ui.log_pane import Tone
from mandala_client.ui.style import FULL_LOOK
from mandala_net.match.news import Talked
from mandala_protocol.conversation.events import Play
from mandala_protocol.conversation.snapshot import Pending
from mandala_protocol.games.mandala import MANDALA, Build, Claim, Colour, Discard, Grow, MandalaMove
from tests.client.at_table import (
    Moments,
    answered,
    as_playing,
    held,
    is_part,
    press,
    seen,
    shown_in_turn,
    typed,
    where_a_part_is_recommended,
)
from tests.client.speaking import spoken_for_now


def models(moments: Moments, settings: Settings | None = None) -> Iterator[TableModel]:
    """The model each time that it is our move, after all that happened before."""
    for moment, model in shown_in_turn(moments):
        if moment.pending is Pending.MOVE:
            yield model if settings is None else evolve(model, settings=settings)


def our_turn(moments: Moments) -> TableModel:
    return next(models(moments))


def completes(model: TableModel, move: MandalaMove) -> bool:
    """Return whether a mandala is complete after this move."""
    assert model.snapshot is not None
    assert model.snapshot.view is not None
    return completion(model.snapshot.view.state, model.snapshot.seat, move) is not None


def partial(moments: Moments, settings: Settings | None = None) -> tuple[TableModel, Grow]:
    """Our turn with a field play that leaves cards of the colour in hand."""
    for model in models(moments, settings):
        for move in model.legal_moves:
            if isinstance(move, Grow) and move.count < held(model, move.colour):
                return model, move
    raise AssertionError("this never happens in the game of the tests")


# Asking once more.


def test_a_partial_field_play_is_asked_once_more_and_says_how_many_more_are_held(moments: Moments) -> None:
    model, move = partial(moments)
    notation = MANDALA.format_move(move)
    asked, act = press(typed(model, notation)[0], "enter")
    assert (asked.draft.confirming, act) == (True, None)
    more = held(model, move.colour) - move.count
    them = "it" if more == 1 else "them"
    assert f"You hold {more} {move.colour.word} more. Play without {them}?" in seen(asked)
    sent, act = press(asked, "enter")
    assert act == Play(MANDALA.parse_move(notation))
    assert not sent.draft.confirming


def test_escape_takes_back_the_question_first_and_the_move_then(moments: Moments) -> None:
    model, move = partial(moments)
    asked, _ = press(typed(model, MANDALA.format_move(move))[0], "enter")
    back, act = press(asked, "escape")
    assert (back.draft.confirming, back.chosen, act) == (False, move, None)
    assert press(back, "escape")[0].chosen is None


@pytest.mark.parametrize("key", ["right", "up", "backspace", "c-u"])
def test_whatever_changes_the_move_takes_the_question_back(key: str, moments: Moments) -> None:
    model, move = partial(moments)
    asked, _ = press(typed(model, MANDALA.format_move(move))[0], "enter")
    assert not press(asked, key)[0].draft.confirming


def test_nothing_is_asked_about_a_whole_field_play_or_another_move(moments: Moments) -> None:
    checked = set()
    for model in models(moments):
        for move in model.legal_moves:
            if not completes(model, move) and (not isinstance(move, Grow) or move.count == held(model, move.colour)):
                _, act = press(typed(model, MANDALA.format_move(move))[0], "enter")
                assert act == Play(move)
                checked.add(type(move))
    assert checked == {Build, Grow, Discard, Claim}


def test_with_confirming_turned_off_nothing_is_asked(moments: Moments) -> None:
    model, move = partial(moments, Settings(confirm=False))
    notation = MANDALA.format_move(move)
    assert press(typed(model, notation)[0], "enter")[1] == Play(MANDALA.parse_move(notation))


def test_nothing_is_asked_about_the_move_that_was_just_recommended() -> None:
    model = where_a_part_is_recommended()
    hinted = answered(press(model, "f4")[0])
    recommended = hinted.draft.text
    assert press(typed(model, recommended)[0], "enter")[0].draft.confirming, "without the hint it is asked about"
    for ready in (hinted, typed(press(hinted, "escape")[0], recommended)[0]):
        assert press(ready, "enter")[1] == Play(as_playing(hinted).hinted)
    another = next(move for move in model.legal_moves if is_part(model, move) and move != as_playing(hinted).hinted)
    assert press(typed(hinted, MANDALA.format_move(another))[0], "enter")[0].draft.confirming


def test_a_hint_comes_into_the_line_that_is_no_longer_asked_about() -> None:
    model = where_a_part_is_recommended()
    part = next(move for move in model.legal_moves if is_part(model, move))
    asking = press(typed(model, MANDALA.format_move(part))[0], "enter", "f4")[0]
    assert asking.draft.confirming
    assert answered(asking).draft == asking.draft, "a question is not replaced"
    assert answered(press(asking, "escape")[0]).draft.composed


def test_a_hint_is_for_one_position(moments: Moments) -> None:
    model, move = partial(moments)
    hinted = edits.hinted(model, move, "why")
    assert model.snapshot is not None
    later = updates.with_snapshot(hinted, evolve(model.snapshot, length=model.snapshot.length + 1))
    assert press(typed(later, MANDALA.format_move(move))[0], "enter")[0].draft.confirming


# The mouse.


def test_with_confirming_a_second_click_on_the_same_place_plays(moments: Moments) -> None:
    model = our_turn(moments)
    move = next(move for move in model.legal_moves if isinstance(move, Build))
    place = Target("A", move.mandala)
    begun, _ = screen_keys.click(model, CardClick(move.colour))
    there, act = screen_keys.click(begun, place)
    if chooser.target_of(begun.chosen) != place:
        assert act is None
        there, act = screen_keys.click(there, place)
    assert act == Play(move)
    assert as_playing(there).sent


def test_a_place_where_the_cards_may_not_go_says_why(moments: Moments) -> None:
    for model in models(moments):
        for colour in chooser.colours(model.legal_moves):
            for place in chooser.PLACES:
                begun, _ = screen_keys.click(model, CardClick(colour))
                if isinstance(begun.chosen, Claim) or place in chooser.targets(model.legal_moves, colour):
                    continue
                refused, act = screen_keys.click(begun, place)
                assert (refused.chosen, refused.draft.text, act) == (None, "", None)
                assert refused.message is not None
                assert "rule" in refused.message
                assert press(refused, "enter")[1] is None
                return
    raise AssertionError("every card may go everywhere in the game of the tests")


def test_a_click_on_the_field_of_the_other_player_is_answered_and_leaves_nothing_chosen(moments: Moments) -> None:
    model = our_turn(moments)
    begun, _ = screen_keys.click(model, CardClick(model.legal_moves[0].colour))
    lines = [
        [part for part in line if part.click == Target(THEIRS, 0)] for line in screen(begun, FULL_LOOK, 80, 24).rows
    ]
    assert any(lines)
    for before in (model, begun):
        after, act = screen_keys.click(before, Target(THEIRS, 0))
        assert (after.draft.text, act) == ("", None)
        assert after.message == "That is Ben's field. You can play to a mountain, your own field or the discard pile."


def test_a_colour_of_a_mountain_is_taken_with_two_clicks(moments: Moments) -> None:
    model = next(model for model in models(moments) if len(chooser.colours(model.legal_moves)) > 1 and claims(model))
    for move in model.legal_moves:
        once, act = screen_keys.click(model, CardClick(move.colour))
        assert act is None
        assert screen_keys.click(once, CardClick(move.colour))[1] == Play(move)


def claims(model: TableModel) -> bool:
    return any(isinstance(move, Claim) for move in model.legal_moves)


def test_every_key_that_is_shown_can_be_clicked(moments: Moments) -> None:
    model = our_turn(moments)
    begun, _ = press(model, "right")
    for state in (model, begun, press(model, "f10")[0], press(model, "f7")[0]):
        buttons = [part.click for row in screen(state, FULL_LOOK, 80, 24).rows for part in row if part.click]
        for button in buttons:
            if isinstance(button, Button):
                by_key = typed(state, button.key) if button.types else press(state, button.key)
                assert screen_keys.click(state, button) == by_key
        assert any(isinstance(button, Button) for button in buttons)


# The input line.


@pytest.mark.parametrize("first", ["/", ":"])
def test_in_a_line_of_text_the_arrows_move_the_cursor_and_a_letter_goes_there(first: str, moments: Moments) -> None:
    model, _ = typed(our_turn(moments), f"{first}hello big wrld")
    model, act = typed(press(model, "left", "left", "left")[0], "o")
    assert (model.draft.text, act) == (f"{first}hello big world", None)
    model, _ = press(model, "home", "delete", "c-e")
    model, _ = typed(press(model, "a-b", "a-b", "c-k")[0], "small")
    assert model.draft.text == "hello small"
    assert model.message is None


def test_the_cursor_is_shown_where_the_next_letter_goes(moments: Moments) -> None:
    model, _ = press(typed(our_turn(moments), "/你好 you")[0], "a-b")
    shown = screen(model, FULL_LOOK, 80, 24)
    assert shown.cursor is not None
    characters, line = shown.cursor
    row = "".join(part.text for part in shown.rows[line])
    assert row[:characters].endswith("> /你好 ")
    assert row[characters:].startswith("you")


def test_with_a_move_in_the_line_the_arrows_choose_a_move(moments: Moments) -> None:
    model, _ = press(our_turn(moments), "right")
    assert model.draft.composed
    there, _ = press(model, "right")
    assert there.chosen not in (None, model.chosen)
    assert press(there, "c-a", "a-b", "a-x")[0].draft == there.draft
    assert press(typed(model, "Cr1")[0], "left")[0].draft.composed


def test_a_typed_move_can_be_edited_in_the_middle(moments: Moments) -> None:
    model, _ = press(typed(our_turn(moments), "Cr1")[0], "a-b", "delete")
    assert typed(model, "B")[0].draft.text == "Br1"


def test_after_a_refusal_typing_starts_anew_and_backspace_edits(moments: Moments) -> None:
    refused, _ = press(typed(our_turn(moments), "C9x")[0], "enter")
    assert refused.draft.text == "C9x"
    assert refused.message is not None
    assert typed(refused, "A")[0].draft.text == "A"
    edited, _ = press(refused, "backspace")
    assert edited.draft.text == "C9"
    assert typed(edited, "r")[0].draft.text == "C9r"


def test_a_letter_by_itself_chooses_its_colour(moments: Moments) -> None:
    for model in models(moments):
        for colour in chooser.colours(model.legal_moves):
            chosen = typed(model, colour.letter)[0].chosen
            if claims(model) and colour is Colour.BLACK:
                assert typed(model, "kk")[0].chosen == Claim(Colour.BLACK)
            else:
                assert chosen is not None
                assert chosen.colour is colour


def test_a_claim_can_be_typed_in_either_case(moments: Moments) -> None:
    model = next(model for model in models(moments) if claims(model))
    for move in model.legal_moves:
        for text in (f"K{move.colour.letter}", f"k{move.colour.letter}"):
            assert typed(model, text)[0].chosen == move


# Function keys, and the words that do the same.


@pytest.mark.parametrize(
    ("key", "word"),
    [
        ("f1", "help"),
        ("f2", "rules"),
        ("f3", "aid"),
        ("f4", "hint"),
        ("f5", "undo"),
        ("f6", "mute"),
        ("f7", "log"),
        ("f8", "adjourn"),
        ("f9", "end"),
        ("f10", "resign"),
        ("c-c", "quit"),
    ],
)
@pytest.mark.parametrize("opponent", list(Opponent))
def test_every_key_has_a_word_after_a_colon(key: str, word: str, opponent: Opponent, moments: Moments) -> None:
    model = evolve(our_turn(moments), opponent=opponent)
    by_key, act = press(model, key)
    by_word, same_act = press(typed(model, f":{word}")[0], "enter")
    asked, same_asked = inquiries(by_key), inquiries(by_word)
    assert [inquiry.sought for inquiry in same_asked] == [inquiry.sought for inquiry in asked]
    assert (evolve_playing(by_word, asked=asked), same_act) == (by_key, act)
    assert by_key != model or act is not None


@pytest.mark.parametrize(
    ("language", "word", "english"),
    [
        (Language.GERMAN, "aufgeben", "resign"),
        (Language.GERMAN, "zurück", "undo"),
        (Language.GERMAN, "zurueck", "undo"),
        (Language.GERMAN, "Regeln", "rules"),
        (Language.DUTCH, "opgeven", "resign"),
        (Language.DUTCH, "overzicht", "aid"),
        (Language.DUTCH, "weg", "leave"),
    ],
)
def test_the_words_of_the_spoken_language_work_after_a_colon_and_the_english_ones_too(
    language: Language, word: str, english: str, moments: Moments
) -> None:
    model = our_turn(moments)
    with spoken_for_now(language):
        spoken, act = press(typed(model, f":{word}")[0], "enter")
        assert (spoken, act) == press(typed(model, f":{english}")[0], "enter")
        assert spoken != model


@pytest.mark.parametrize("language", Language)
def test_the_help_has_the_words_of_the_spoken_language(language: Language, moments: Moments) -> None:
    with spoken_for_now(language):
        rows = screen(press(our_turn(moments), "f1")[0], FULL_LOOK, 100, 60).rows
        shown = "\n".join("".join(part.text for part in row) for row in rows)
        for word in (
            TypedWord.HELP,
            TypedWord.RULES,
            TypedWord.AID,
            TypedWord.LOG,
            TypedWord.HINT,
            TypedWord.UNDO,
            TypedWord.MUTE,
            TypedWord.ADJOURN,
        ):
            assert f" :{spoken_word(word)} " in shown


def test_words_of_the_linear_form_alone_are_refused_with_those_that_there_are(moments: Moments) -> None:
    for word, of_text_mode in (("table", True), ("say hi", True), ("rule K3", True), ("left", True), ("dance", False)):
        refused, act = press(typed(our_turn(moments), f":{word}")[0], "enter")
        assert act is None
        assert refused.message is not None
        elsewhere = f"“{word.partition(' ')[0]}” works in text mode only. After a colon "
        assert refused.message.startswith(elsewhere) is of_text_mode
        assert refused.message.endswith("undo mute log adjourn end resign chance leave decline.")


def test_unmuting_by_word_shows_a_chat_that_is_muted_and_mutes_none(moments: Moments) -> None:
    model = our_turn(moments)
    assert press(typed(model, ":unmute")[0], "enter")[0].settings.chat
    muted, _ = press(model, "f6")
    assert press(typed(muted, ":unmute")[0], "enter")[0].settings.chat


def test_the_help_names_every_function_key_with_the_word_that_does_the_same(moments: Moments) -> None:
    helping = edits.overlaid(our_turn(moments), Helping())
    pages = [screen(evolve(helping, opponent=opponent), FULL_LOOK, 160, 60).rows for opponent in Opponent]
    told = " ".join(part.text for rows in pages for row in rows for part in row)
    for key, word in WORDS_OF_KEYS.items():
        assert re.search(rf"\b{key.upper()}\b[ ?]+:{spoken_word(word)}\b", told), key


def test_help_rules_and_player_aid_open_and_one_leads_to_the_other(moments: Moments) -> None:
    model = our_turn(moments)
    assert press(model, "f1")[0].overlay == Helping()
    assert press(model, "f2")[0].overlay == Reading(Book.RULES)
    assert press(model, "f2", "f3")[0].overlay == Reading(Book.AID)
    assert press(model, "f1", "f2")[0].overlay == Reading(Book.RULES)
    for closing in ("f2", "escape"):
        assert press(model, "f2", "pagedown", closing)[0] == model
    assert press(TableModel(), "f3")[0].overlay == Reading(Book.AID)


def test_leaving_is_asked_where_it_can_be_seen(moments: Moments) -> None:
    for opened in ("f1", "f2", "f7"):
        asked, _ = press(our_turn(moments), opened, "c-c")
        assert asked.question is Question.LEAVE
        assert "Leave the game?" in seen(asked)


def test_a_hint_composes_the_move_of_a_bot_and_says_why(moments: Moments) -> None:
    model = evolve(our_turn(moments), opponent=Opponent.BOT)
    assert model.snapshot is not None
    expected = hint(model.snapshot)
    assert expected is not None
    consulting, act = press(model, "f4")
    hinted = answered(consulting)
    assert (hinted.draft.text, hinted.message, act) == (written(expected.move), expected.sentence, None)
    assert expected.sentence[:40] in seen(hinted)


def test_there_is_no_hint_and_no_taking_back_against_a_person(moments: Moments) -> None:
    model = our_turn(moments)
    for key in ("f4", "f5"):
        answered, act = press(model, key)
        assert (answered.draft, act) == (model.draft, None)
        assert answered.message is not None


def test_a_move_is_taken_back_only_in_practice(moments: Moments) -> None:
    assert press(evolve(our_turn(moments), opponent=Opponent.PRACTICE), "f5")[1] == TakeBack()
    assert press(evolve(our_turn(moments), opponent=Opponent.BOT), "f5")[1] is None


def test_after_taking_back_the_game_is_told_up_to_there(moments: Moments) -> None:
    turns = [moment for moment in moments if moment.pending is Pending.MOVE]
    before = updates.with_snapshot(TableModel(opponent=Opponent.PRACTICE), turns[2])
    after = updates.with_snapshot(before, turns[4])
    back = updates.with_snapshot(after, turns[2])
    sentences = [line.text for line in before.log if line.tone in (Tone.OWN, Tone.OTHER)]
    assert [line.text for line in back.log if line.tone in (Tone.OWN, Tone.OTHER)] == sentences
    assert back.legal_moves == before.legal_moves


# The log and the chat.


def test_the_log_fills_the_screen_and_scrolls(moments: Moments) -> None:
    *_, model = models(moments)
    opened, _ = press(model, "f7")
    assert as_playing(opened).log_open
    assert "needs " not in seen(opened)
    assert press(opened, "up")[0].scrolled > 0
    assert press(opened, "home")[0].scrolled > press(opened, "pageup")[0].scrolled
    assert press(opened, "home", "end")[0].scrolled == 0
    for closing in ("escape", "enter", "f7"):
        assert press(opened, closing)[0] == model
    assert typed(opened, "q")[0] == model
    assert typed(opened, "A")[0] == opened
    assert press(opened, "right") == (opened, None)


def test_the_log_says_what_came_since_our_last_turn(moments: Moments) -> None:
    *_, model = models(moments)
    theirs = next(line.text for line in reversed(model.log) if line.tone is Tone.OTHER)
    assert f"since your last turn ─── {theirs}" in re.sub("─+", "───", seen(press(model, "f7")[0])).replace("• ", "")


def test_whoever_reads_the_log_is_not_thrown_to_its_end_by_a_move(moments: Moments) -> None:
    model = our_turn(moments)
    reading = press(model, "f7", "up")[0]
    assert model.snapshot is not None
    later = next(moment for moment in moments if moment.length > model.snapshot.length)
    assert updates.with_snapshot(reading, later).scrolled == reading.scrolled


def test_muted_chat_is_counted_and_nothing_of_it_is_shown(moments: Moments) -> None:
    muted, act = press(our_turn(moments), "f6")
    assert (muted.settings.chat, act) == (False, None)
    for text in ("one secret", "two secret", "three secret"):
        muted = updates.with_news(muted, Talked(text))
    assert [line.text for line in muted.log if line.tone is Tone.MUTED] == [
        "Chat is muted: 3 lines were not shown.",
    ]
    assert "secret" not in seen(muted)
    assert "chat muted" in seen(muted)
    shown, _ = press(muted, "f6")
    assert updates.with_news(shown, Talked("hello again")).log[-1].text == "Ben says: “hello again”"
    assert not any("secret" in line.text for line in shown.log)


def test_what_we_say_is_seen_also_while_the_other_is_muted(moments: Moments) -> None:
    muted, _ = press(our_turn(moments), "f6")
    assert press(typed(muted, "/hello")[0], "enter")[0].log[-1].text == "You say: “hello”"
