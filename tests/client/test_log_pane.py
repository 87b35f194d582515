"""The log beside the table: one row for each move, with the cards as signs; the whole sentences where it is read."""

from __future__ import annotations

import pytest

from mandala_client.games.mandala.events import events
from mandala_client.games.table_events import event_lines
from mandala_client.table import updates
from mandala_client.table.table_model import TableModel
from mandala_client.text.language import Language
from mandala_client.ui.log_pane import Log, LogLine, Tone, history, in_rounds, most_scrolled, with_heading
from mandala_client.ui.rows import BLANK, Fragment, in_ascii, row, text_row, whole_within
from mandala_client.ui.style import ASCII_LOOK, FULL_LOOK, Look
from mandala_net.match.news import Talked
from mandala_protocol.games.game import Moved
from tests.client import laws
from tests.client.at_table import Moments, press
from tests.client.scenes import each_language, set_to
from tests.client.table_scenes import first

NAMES = ("Anna", "Ben")
CARD = Fragment("r♥", "card.red")
DRAWN = row("  + ", Fragment("k♠", "card.black"))
DEED = LogLine("You build red in the left mountain and draw 1.", Tone.OWN, 1, row("You ", CARD, " → left, +1"), DRAWN)
LEFT_OUT = LogLine("You drew black.", Tone.AUTOMATIC, 1, BLANK)


def shown(log: Log, width: int, height: int = 5) -> list[str]:
    rows = ["".join(part.text for part in one).rstrip() for one in history(log, FULL_LOOK, width, height)]
    return [line for line in rows if line]


def test_a_move_and_the_cards_that_it_drew_are_one_row_where_there_is_room() -> None:
    log = Log((DEED, LEFT_OUT))
    assert shown(log, 40) == ["   You r♥ → left, +1  + k♠"]
    assert shown(log, 24) == ["   You r♥ → left, +1", "     + k♠"]
    assert shown(log, 15, 40)[-1] == "     + k♠"
    assert shown(log, 15, 40)[0] == "   You build"


def test_a_heading_stands_above_what_the_other_player_did_since_our_last_turn() -> None:
    earlier, theirs = LogLine("Ben discards 2 green.", Tone.OTHER, 1), LogLine("Ben discards 1 green.", Tone.OTHER, 3)
    drawn, talk = LogLine("Ben drew a card.", Tone.AUTOMATIC, 3), LogLine("Ben says: “hello”", Tone.TALK, 2)
    lines = (earlier, DEED, LEFT_OUT, talk, theirs, drawn)
    page = Log(with_heading(lines), is_page=True)
    heading = next(at for at, line in enumerate(shown(page, 80, 20)) if line.startswith("── since your last turn ──"))
    assert shown(page, 80, 20)[heading + 1 :] == ["• ".rjust(3) + theirs.text, f"   {drawn.text}"]
    assert most_scrolled(page, 80, 1) == len(shown(page, 80, 20)) - 1
    for nothing_since in ((earlier, DEED, LEFT_OUT, talk), (earlier, drawn), ()):
        assert with_heading(nothing_since) == nothing_since


def test_two_new_lines_share_a_single_row_if_they_have_room() -> None:
    theirs = LogLine("Ben discards 1 green.", Tone.OTHER, 2, row("Ben ", CARD, " discarded"))
    two = Log((DEED, LEFT_OUT, theirs))
    assert shown(two, 80, 1) == [" • Ben r♥ discarded"], "ours is old by now"
    then = Log((theirs, DEED, LEFT_OUT))
    assert shown(then, 80, 1) == [f"{' • Ben r♥ discarded':40}   You r♥ → left, +1  + k♠"]
    assert shown(then, 47, 1) == [" • Ben r♥ discarded     You r♥ → left, +1  + k♠"]
    assert shown(then, 46, 1) == ["   You r♥ → left, +1  + k♠"]
    own = LogLine("You discard 1 green.", Tone.OWN, 3, row("You ", CARD, " discarded"))
    assert shown(Log((theirs, own, DEED)), 80, 1) == [f"{' You r♥ discarded':40}   You r♥ → left, +1  + k♠"]
    assert shown(two, 80, 2) == ["   You r♥ → left, +1  + k♠", " • Ben r♥ discarded"]
    assert shown(Log((DEED, LEFT_OUT, theirs), scrolled=1), 80, 1) == ["   You r♥ → left, +1  + k♠"]


def test_where_there_is_no_row_nothing_is_shown() -> None:
    assert history(Log((DEED,)), FULL_LOOK, 80, 0) == []
    assert history(Log((LogLine("A long sentence. " * 9, Tone.NEWS),)), FULL_LOOK, 80, 0) == []


def test_an_empty_row_is_before_each_round_and_nothing_is_lost() -> None:
    theirs = LogLine("Ben discards 1 green.", Tone.OTHER, 2)
    news = LogLine("Ben is here again.", Tone.NEWS, 2)
    lines = (DEED, LEFT_OUT, DEED, theirs, LEFT_OUT, theirs, news, DEED, theirs)
    shown = in_rounds(lines)
    assert tuple(line for line in shown if line.text) == lines
    assert [at for at, line in enumerate(shown) if not line.text] == [7], "only where our move follows theirs"
    assert most_scrolled(Log(shown), 60, 1) == most_scrolled(Log(lines), 60, 1) + 1


@pytest.mark.parametrize("width", [15, 24, 40])
def test_how_far_the_log_can_be_scrolled_goes_by_what_is_drawn(width: int) -> None:
    log = Log((DEED, LEFT_OUT, DEED, LEFT_OUT))
    assert most_scrolled(log, width, 1) == len(shown(log, width, 40)) - 1


def test_where_the_log_is_read_it_has_whole_sentences() -> None:
    log = Log((DEED, LEFT_OUT), is_page=True)
    assert shown(log, 80) == [f"   {DEED.text}", f"   {LEFT_OUT.text}"]


def test_cards_keep_their_colour_in_the_last_move_of_the_other() -> None:
    log = Log((LogLine("…", Tone.OTHER, 1, row("Ben ", CARD)),))
    (shown_row, *_) = history(log, FULL_LOOK, 40, 1)
    assert [part.style for part in shown_row] == ["", "other", "card.red"]


@pytest.mark.parametrize("is_page", [False, True])
def test_what_is_older_than_the_last_move_of_the_other_is_quiet_beside_the_table(is_page: bool) -> None:
    tones = (Tone.OWN, Tone.TALK, Tone.OTHER, Tone.OWN, Tone.OTHER, Tone.OWN)
    log = Log(tuple(LogLine(f"Line {number}.", tone) for number, tone in enumerate(tones)), is_page=is_page)
    styles = [one[1].style for one in history(log, FULL_LOOK, 40, len(tones))]
    old = "" if is_page else "label"
    assert styles == [old, "talk", old, old, "other", ""]


def model_with_log_of(moments: Moments) -> TableModel:
    """The table once all of a game was told."""
    model = TableModel()
    for moment in moments:
        model = updates.with_snapshot(model, moment)
    return model


@each_language
@pytest.mark.parametrize("look", [FULL_LOOK, ASCII_LOOK], ids=["full", "ascii"])
def test_no_sentence_about_a_game_is_cut_however_few_rows_there_are(
    language: Language, look: Look, moments: Moments
) -> None:
    set_to(language, look)
    model = model_with_log_of(moments)
    model = updates.with_news(press(model, "f6")[0], Talked("nobody hears this"))
    for line in model.log:
        for width, height in ((40, 1), (40, 2), (60, 1), (80, 1), (34, 3)):
            shown = in_ascii(history(Log((line,)), look, width, height), look)
            assert laws.cut_sentences(shown, NAMES) == []
            assert line.brief == BLANK or any(map(laws.text_of, shown)), "something of it is told"


@pytest.mark.parametrize(
    ("text", "width", "shown"),
    [
        ("The pile is shuffled: its 50 cards are the new one.", 30, "The pile is shuffled."),
        ("Ben takes red: 2 cards, one to slot 3, 1 to the cup.", 30, "Ben takes red: 2 cards."),
        ("If you are away, Ben wins.", 20, "If you are away, Be…"),
        ("You choose first (a tie: the other completed it).", 30, "You choose first (a tie: the…"),
        ("Type “a: b” to go on here.", 12, "Type “a: b”…"),
        ("Ben says: “Go on.” You agree.", 20, "Ben says: “Go on.”"),
    ],
)
def test_where_a_sentence_has_no_room_its_beginning_must_be_one_by_itself(text: str, width: int, shown: str) -> None:
    assert whole_within(text, width, 1, "…") == [shown]


def test_what_people_say_is_not_made_shorter_without_a_sign() -> None:
    assert shown_rows(LogLine("Ben: yes: I agree. But not today.", Tone.TALK)) == ["   Ben: yes: I agr…"]


def shown_rows(line: LogLine) -> list[str]:
    return [laws.text_of(one).rstrip() for one in history(Log((line,)), FULL_LOOK, 20, 1)]


@each_language
def test_each_move_of_a_whole_game_has_a_row_with_its_cards(language: Language, moments: Moments) -> None:
    set_to(language, FULL_LOOK)
    last = moments[-1]
    assert last.names is not None
    for step in last.steps:
        lines = event_lines(events(step), last.seat, last.names)
        if isinstance(step.event, Moved):
            assert any(part.style.startswith("card.") for part in lines[0].brief or BLANK)


def test_the_signs_in_ascii_are_letters(moments: Moments) -> None:
    set_to(Language.ENGLISH, ASCII_LOOK)
    model: TableModel = first(moments, lambda moment: moment is moments[-1])
    briefs = [part.text for line in model.log for part in line.brief or BLANK if part.style]
    assert briefs
    assert all(text.isascii() for text in briefs)


def test_a_row_without_a_style_takes_that_of_its_line() -> None:
    log = Log((LogLine("Ben chooses first.", Tone.AUTOMATIC, 1, text_row("Ben first, 2:1")),))
    (shown_row, *_) = history(log, FULL_LOOK, 40, 1)
    assert shown_row[1] == Fragment("Ben first, 2:1", "label")
