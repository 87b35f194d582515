"""The pages around the table, names of any length on them, and windows of any size."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pyte
import pytest
import trio
from attrs import evolve

from mandala_client.games.colour_signs import SYMBOLS
from mandala_client.games.colour_words import letter_of
from mandala_client.games.deal import Deal, Practised
from mandala_client.games.mandala.chooser import CardClick
from mandala_client.games.series import Series
from mandala_client.play.frontend import Opponent
from mandala_client.screens.table import screen_keys
from mandala_client.screens.table.status import window_title
from mandala_client.screens.table.table_pages import screen
from mandala_client.sentences import status_text
from mandala_client.table import edits, updates
from mandala_client.table.acts import Again, Chosen, Pressed, QuestionSeen
from mandala_client.table.table_model import (
    Admitting,
    Choosing,
    Ended,
    EndPage,
    Helping,
    Question,
    TableModel,
    evolve_ended,
)
from mandala_client.text.language import Language, speak
from mandala_client.ui.clicks import Button
from mandala_client.ui.rows import width_of
from mandala_client.ui.style import ASCII_LOOK, FULL_LOOK
from mandala_net.discovery.listing import Announcement, Listing
from mandala_net.match.admission import PeerInfo
from mandala_net.match.news import (
    GameAdjourned,
    GameEnded,
    GameFinished,
    LineLost,
    NoRematch,
    PeerAway,
    PeerLeft,
    PeerQuiet,
    RematchWanted,
    Talked,
    WeLeft,
)
from mandala_protocol.conversation.snapshot import Pending
from mandala_protocol.games.mandala.state import Claiming
from mandala_protocol.games.mandala.state import GameOver as FinishedPhase
from mandala_protocol.record.order import Occasion
from mandala_protocol.seats import Seat
from mandala_protocol.sentence import Sentence
from mandala_protocol.wire.messages import OfferKind
from tests.client.at_table import Moments, as_ended, our_turn, played, press, table_at
from tests.client.no_terminal import screen_frontend
from tests.client.table_scenes import hosting
from tests.limits import SECONDS

Paint = Callable[..., pyte.Screen]

KEY = "ABCD-EFGH-IJKL-MNOP"
LONG, WIDE = (
    "Maximiliane-Charlotte von Hohenf",
    "曼荼羅の遊び手である山田太郎左衛門尉信長入道前右府様御一行様方御中"[:32],
)


def text_of(model: TableModel, columns: int = 80, lines: int = 24, *, ascii_only: bool = False) -> list[str]:
    shown = screen(model, ASCII_LOOK if ascii_only else FULL_LOOK, columns, lines)
    return ["".join(fragment.text for fragment in row) for row in shown.rows]


def named(model: TableModel, own: str, other: str) -> TableModel:
    assert model.snapshot is not None
    return evolve(model, snapshot=evolve(model.snapshot, names=(own, other)))


# Before the game.


@pytest.mark.parametrize("length", [0, 1])
def test_nothing_is_agreed_on_while_nobody_has_been_let_in(moments: Moments, length: int) -> None:
    model = updates.with_snapshot(updates.with_status(TableModel(), "Waiting to be let in …"), moments[length])
    assert moments[length].names is None
    assert "Agreeing on" not in "\n".join(text_of(model))
    begun = next(moment for moment in moments if moment.due is not None and moment.due.occasion is Occasion.OPENING)
    assert "Agreeing on" in "\n".join(text_of(updates.with_snapshot(model, begun)))


# Names.


@pytest.mark.parametrize("name", [LONG, WIDE])
@pytest.mark.parametrize("columns", [80, 81, 130])
@pytest.mark.parametrize("ascii_only", [False, True])
def test_long_names_stay_in_their_places(name: str, columns: int, ascii_only: bool, moments: Moments) -> None:
    model = named(our_turn(moments), name, name)
    lines = text_of(model, columns, ascii_only=ascii_only)
    assert "  F1 help " in lines[0]
    assert lines[0].count("..." if ascii_only else "…") == (0 if name == LONG and columns == 130 else 2)
    assert sum(bool(re.search(r" [▸>]you\b", line)) for line in lines) == 1
    assert sum(bool(re.search(r" \d+ +cup +\d+ ", line)) for line in lines) == 1
    assert sum("each card scores" in line for line in lines) == 1
    for shown in (
        model,
        updates.with_news(model, PeerQuiet(12)),
        *(edits.asking(model, question) for question in Question),
    ):
        assert all(width_of(line) <= columns for line in text_of(shown, columns, ascii_only=ascii_only))


def test_long_names_leave_room_for_the_question_and_for_whose_turn_it_is(moments: Moments) -> None:
    asked = text_of(edits.asking(named(our_turn(moments), "Anna", WIDE), OfferKind.END))
    assert any(line.rstrip().endswith("(y/n)") for line in asked)
    claiming = next(
        moment
        for moment in moments
        if moment.view is not None and isinstance(moment.view.state.phase, Claiming)
        if moment.pending is Pending.NOTHING and moment.due is not None and moment.due.occasion is Occasion.TURN
    )
    model = named(updates.with_snapshot(TableModel(), claiming), "Anna", WIDE)
    assert any(line.rstrip().endswith(("left mountain.", "right mountain.")) for line in text_of(model))


def test_a_long_name_stays_in_its_column_of_the_score(moments: Moments) -> None:
    result = moments[-1].result
    assert result is not None
    for name in (LONG, WIDE):
        model = named(updates.with_snapshot(TableModel(), moments[-1]), "Anna", name)
        lines = text_of(updates.with_end(model, GameEnded(GameFinished(result), None)))
        names = next(line for line in lines if name[:3] in line and line.lstrip().startswith("cards in the cup"))
        sums = next(line for line in lines if line.startswith("  Points"))
        ends = [found.end() for found in re.finditer(r"\d+( \+ \d+){5} = \d+", sums)]
        assert ends == [width_of(names[: names.index("You")]) + len("You"), width_of(names)]
        assert width_of(names) <= 80
        narrow = text_of(updates.with_end(model, GameEnded(GameFinished(result), None)), 40, 40)
        assert "…" in next(line for line in narrow if "You" in line)


def test_the_key_stays_in_sight_when_a_game_is_chosen() -> None:
    listings = tuple(
        Listing(name, Announcement(name, "mandala", KEY, machine), 28108, ("10.0.0.2",))
        for name in ("Ben", LONG, WIDE)
        for machine in ("laptop", LONG, WIDE)
    )
    for cursor, listing in enumerate(listings):
        shown = text_of(edits.overlaid(TableModel(), Choosing(listings, cursor)), 80, 30)
        lines = [line for line in shown if line.rstrip().endswith(f"Mandala  {KEY}")]
        assert len(lines) == len(listings)
        assert all(width_of(line) == 80 for line in lines)
        assert lines[0][6:].startswith("Ben on laptop ")
        about = "".join("".join(shown[shown.index(lines[-1]) + 1 :]).split())
        assert about.startswith("".join(status_text.listing(listing).split()))


def test_the_game_under_the_cursor_is_always_in_sight() -> None:
    listings = tuple(Listing(f"g{n}", Announcement(f"Player{n}", "mandala", KEY, "pc"), 1, ("::1",)) for n in range(30))
    for cursor in range(len(listings)):
        lines = text_of(edits.overlaid(TableModel(), Choosing(listings, cursor)), 40, 20)
        here = [line for line in lines if line.startswith(" ▸ ")]
        assert len(here) == 1
        assert f"Player{cursor} " in here[0]
        assert any("Esc leave" in line for line in lines)


def test_a_game_can_be_chosen_by_mouse() -> None:
    listings = tuple(Listing(f"g{n}", Announcement(f"P{n}", "mandala", KEY, "pc"), 1, ("::1",)) for n in range(3))
    model = edits.overlaid(TableModel(), Choosing(listings))
    shown = screen(model, FULL_LOOK, 80, 24)
    buttons = [part.click for row in shown.rows for part in row if part.click is not None]
    for button in buttons:
        chosen, act = screen_keys.click(model, button)
        if button == Button("3"):
            assert isinstance(chosen.overlay, Choosing)
            assert chosen.overlay.cursor == 2
        if button == Button("enter"):
            assert act == Chosen(listings[0])
        if button == Button("escape"):
            assert act == Chosen(None)
    assert {Button("1"), Button("2"), Button("3"), Button("enter"), Button("escape")} == set(buttons)


# The commands for the other side.


@pytest.mark.parametrize(
    ("sentence", "rows"),
    [
        ("The other player types: mandala-lan join", ["  The other player types:", "      mandala-lan join"]),
        ("Type: mandala-lan resume --local", ["  Type:", "      mandala-lan resume --local"]),
        (
            "Falls nichts da ist: mandala-lan join 10.0.0.2 oder mandala-lan join [fe80::1]:28109",
            ["  Falls nichts da ist:", "      mandala-lan join 10.0.0.2", "      mandala-lan join [fe80::1]:28109"],
        ),
        ("Then mandala-lan host opens another.", ["  Then mandala-lan host opens another."]),
        ("Type: mandala-lan join ADDRESS with care", ["  Type: mandala-lan join ADDRESS with care"]),
    ],
)
def test_a_command_at_the_end_of_a_sentence_has_a_row_of_its_own(sentence: str, rows: list[str]) -> None:
    shown = [line.rstrip() for line in text_of(updates.with_status(TableModel(), sentence))]
    assert shown[2 : 2 + len(rows)] == rows
    below = shown[2 + len(rows) :]
    assert not any(below[: next((number for number, row in enumerate(below) if "While you wait" in row), None)])


# A terminal that cannot write everything.


def test_what_cannot_be_written_keeps_its_columns(moments: Moments) -> None:
    model = named(our_turn(moments), "Zoë", "山田")
    full, plain = text_of(model), text_of(model, ascii_only=True)
    assert plain[0].startswith(" Mandala   Zo? and ????  ")
    other = next(number for number, line in enumerate(plain) if " ????  " in line and number)
    assert width_of(full[other][: full[other].index("you")]) == plain[other].index("you")
    typed = screen(edits.drafted(model, "/山"), ASCII_LOOK, 80, 24)
    assert typed.cursor is not None
    assert typed.cursor[0] == len(" > /??")
    assert "".join(part.text for part in typed.rows[typed.cursor[1]]).startswith("|> /??")


# Windows of any size.


def test_in_the_smallest_window_the_whole_sentence_is_seen(moments: Moments) -> None:
    assert " ".join(text_of(our_turn(moments), 20, 5)).split() == (
        ["Too", "small:", "20×5.", "Please", "enlarge", "to", "40×20.", "Only", "Ctrl-C", "works", "now."]
    )


@pytest.mark.parametrize(("columns", "lines"), [(200, 60), (111, 34)])
def test_in_a_large_window_the_input_line_stays_near_the_table(columns: int, lines: int, moments: Moments) -> None:
    model = our_turn(moments)
    shown = text_of(model, columns, lines)
    places = max(number for number, line in enumerate(shown) if re.search(r" (discard pile|cup) ", line))
    status = next(number for number, line in enumerate(shown) if line.startswith("╭ Your turn"))
    cursor = screen(model, FULL_LOOK, columns, lines).cursor
    assert cursor is not None
    assert shown[cursor[1]].startswith("│ >")
    assert places < status < cursor[1] <= places + 19


def test_an_example_of_a_move_is_explained_until_one_is_chosen_or_asked_about(moments: Moments) -> None:
    model = our_turn(moments)
    assert model.snapshot is not None
    move = model.legal_moves[0]
    typed = model.game.words.notation(move)
    explained = f"▌ {typed}  {' '.join(model.game.words.preview(model.snapshot, move, model.other_name))}"
    assert any(line.rstrip() == explained for line in text_of(model))
    assert typed in text_of(model)[-1], "beside the input line"
    for other in (press(model, "right")[0], edits.asking(model, Question.LEAVE)):
        assert explained not in map(str.rstrip, text_of(other))


@pytest.mark.parametrize("size", [(80, 40), (120, 40), (200, 60)])
def test_the_box_of_the_input_line_has_the_accent_only_on_our_turn(size: tuple[int, int], moments: Moments) -> None:
    ours = our_turn(moments)
    models = map(table_at, moments)
    theirs = next(model for model in models if model.laid and not model.legal_moves)
    for model, style in ((ours, "accent"), (theirs, "rule")):
        shown = screen(model, FULL_LOOK, *size)
        assert shown.cursor is not None
        side = shown.rows[shown.cursor[1]][0]
        assert (side.text, side.style) == ("│", style)


class _Quiet:
    """A frontend whose terminal does nothing, and what it did send."""

    def __init__(self) -> None:
        self.abandoned = False
        self.sent: list[object] = []
        self.frontend = screen_frontend(abandon=self._abandon, soon=self.sent.append)

    def _abandon(self) -> None:
        self.abandoned = True


def test_no_key_does_anything_that_cannot_be_seen(moments: Moments) -> None:
    quiet = _Quiet()
    frontend = quiet.frontend
    frontend.model = edits.drafted(our_turn(moments), "")
    move = frontend.model.legal_moves[0]
    frontend.draw(40, 19)
    before = frontend.model
    for key in ("right", "down", "enter", "f9", "f10", "f1", "pageup"):
        frontend.press(key)
    for letter in "A0r1y/?":
        frontend.type_text(letter)
    frontend.click(CardClick(move.colour))
    assert frontend.model == before
    assert not quiet.sent
    frontend.draw(40, 20)
    frontend.press("right")
    frontend.press("enter")
    assert len(quiet.sent) == 1


def test_control_c_still_leaves_a_window_too_small(moments: Moments) -> None:
    quiet = _Quiet()
    frontend = quiet.frontend
    frontend.model = our_turn(moments)
    frontend.draw(20, 5)
    frontend.press("c-c")
    assert frontend.draw(20, 5).rows[0][0].text.startswith("Leave?")
    frontend.type_text("y")
    assert frontend.model.question is None
    assert not quiet.sent
    frontend.press("c-c")
    frontend.press("c-c")
    assert len(quiet.sent) == 1
    frontend.press("c-c")
    frontend.press("c-c")
    assert quiet.abandoned


# The log.


def test_the_log_stops_at_its_beginning_with_a_full_pane(moments: Moments) -> None:
    frontend = _Quiet().frontend
    for moment in moments[:-1]:
        frontend.show(moment)
    first = "The 108 cards are shuffled."
    for size in ((80, 24), (80, 60), (120, 40)):
        frontend.draw(*size)
        assert not any(first in line for line in text_of(frontend.model, *size))
        for _ in range(500):
            frontend.press("pageup")
        frontend.draw(*size)
        top = text_of(frontend.model, *size)
        assert any(first in line for line in top)
        frontend.press("pagedown")
        frontend.draw(*size)
        assert text_of(frontend.model, *size) != top
        for _ in range(500):
            frontend.press("pagedown")
        assert frontend.model.scrolled == 0


# Waiting for a game.


@pytest.mark.parametrize("from_lobby", [False, True])
def test_the_help_of_whoever_waits_tells_what_can_be_done_there_and_no_keys_of_the_table(
    from_lobby: bool, moments: Moments
) -> None:
    helped = " ".join(" ".join(text_of(press(evolve(hosting(moments), from_lobby=from_lobby), "f1")[0])).split())
    assert "F2 the rules F3 the player aid" in helped
    assert ("Ctrl-C back to the lobby" if from_lobby else "Ctrl-C leave") in helped
    for useless in ("stays open", "F8", "F10", "which colour", "ALo", "say hello"):
        assert useless not in helped
    assert "F10" in " ".join(text_of(press(updates.with_snapshot(TableModel(), moments[-1]), "f1")[0]))


# The end.


def ended(moments: Moments, record: Path | None = None) -> TableModel:
    assert moments[-1].result is not None
    return updates.with_end(played(moments), GameEnded(GameFinished(moments[-1].result), record))


@pytest.mark.parametrize("folder", ["/home/anna", f"/home/{'a very long name/' * 9}x"])
def test_the_command_that_verifies_can_be_copied_whole(folder: str, moments: Moments) -> None:
    record = Path(folder) / "Anna-Ben-1f2e.mandala"
    lines = [line.rstrip() for line in text_of(ended(moments, record))]
    (command,) = (line for line in lines if line.startswith("mandala-lan verify "))
    assert command == f"mandala-lan verify {record if len(folder) < 20 else '1f2e'}"


def test_from_the_end_the_log_and_the_last_table_can_be_seen(moments: Moments) -> None:
    result = ended(moments)
    log, act = screen_keys.type_text(result, "l")
    assert act is None
    assert "All cards are revealed" in "\n".join(text_of(log))
    assert text_of(screen_keys.press(log, "pageup")[0]) != text_of(log)
    table, _ = screen_keys.type_text(log, "t")
    assert sum(bool(re.search(r"^ you ([a-z]\S\d )+ +Ben( [a-z]\S\d)+ ", line)) for line in text_of(table)) == 1
    for page in (log, table):
        for key in ("enter", "escape"):
            assert screen_keys.press(page, key) == (result, None)
        assert screen_keys.press(page, "f7") == (result if page is log else log, None)
        assert screen_keys.type_text(page, "q") == (result, None)
        assert screen_keys.press(page, "c-c")[1] == QuestionSeen()
    assert screen_keys.press(result, "escape")[1] == QuestionSeen()
    assert screen_keys.type_text(result, "q")[1] == QuestionSeen()


@pytest.mark.parametrize("leaving", ["q", "escape", "c-c"])
def test_leaving_is_asked_once_where_there_can_be_another_game(leaving: str, moments: Moments) -> None:
    result = evolve_ended(ended(moments), rematch=True)
    asked, act = press_or_type(result, leaving)
    assert (asked.question, act) == (Question.LEAVE, None)
    assert "Leave without another game?" in "\n".join(text_of(asked))
    assert press_or_type(asked, "n") == (evolve(result, answered="n"), None)
    assert press_or_type(asked, "escape") == (result, None)
    for leaves in ("y", "c-c"):
        assert press_or_type(asked, leaves)[1] == QuestionSeen()
    for stray in ("enter", "f1", "r", "l"):
        model, act = press_or_type(asked, stray)
        assert (edits.answered_by(model, ""), act) == (edits.noted(asked, "Type “y” or “n”."), None)


def press_or_type(model: TableModel, key: str) -> Pressed:
    return screen_keys.type_text(model, key) if len(key) == 1 else screen_keys.press(model, key)


def test_whoever_leaves_is_told_that_the_other_wants_to_play_again(moments: Moments) -> None:
    wanted = updates.with_news(evolve_ended(ended(moments), rematch=True), RematchWanted())
    asked, _ = screen_keys.type_text(wanted, "q")
    for columns in (40, 80):
        shown = " ".join("\n".join(text_of(asked, columns)).split())
        assert "Ben wants to play again. Leave anyway?" in shown
        assert shown.count("wants to play again.") == 1


def test_when_the_other_has_gone_nothing_is_asked_any_more(moments: Moments) -> None:
    asked, _ = screen_keys.type_text(evolve_ended(ended(moments), rematch=True), "q")
    gone = updates.with_news(asked, NoRematch())
    assert gone.question is None
    assert screen_keys.type_text(gone, "q")[1] == QuestionSeen()


def test_the_end_shows_last_words_and_what_has_happened_since_but_no_news_of_the_game(moments: Moments) -> None:
    laid = updates.with_snapshot(TableModel(), moments[-1])
    away = updates.with_news(laid, PeerAway(0, Sentence("The connection was reset."), None))
    left = updates.with_end(away, GameEnded(WeLeft(), None))
    assert "is away" not in "".join(text_of(left))
    farewell = updates.with_end(updates.with_news(laid, Talked("well played")), GameEnded(WeLeft(), None))
    assert "Ben says: “well played”" in "".join(text_of(farewell))
    gone = updates.with_news(farewell, NoRematch())
    assert "Ben will not play another game." in "".join(text_of(gone))


@pytest.mark.parametrize("typed", ["n", "AL", "B0r2", ":end"])
def test_what_was_typed_when_the_game_ended_takes_no_key_from_its_page(typed: str, moments: Moments) -> None:
    typing = edits.drafted(our_turn(moments), typed)
    model = updates.with_end(typing, GameEnded(WeLeft(), None), rematch=True)
    assert model.draft.text == ""
    assert screen_keys.type_text(model, "r")[1] == Again()
    assert "stop typing" not in " ".join("".join(text_of(model)).split())


@pytest.mark.parametrize(
    ("end", "title"),
    [
        (GameEnded(GameAdjourned(), None, resumable=True), "the game is adjourned"),
        (GameEnded(PeerLeft(""), None, resumable=True), "the game is still open"),
        (GameEnded(WeLeft(), None), "the game is over"),
    ],
)
def test_the_title_of_the_window_says_over_only_of_a_game_that_is(end: GameEnded, title: str, moments: Moments) -> None:
    assert window_title(updates.with_end(our_turn(moments), end)) == f"Mandala: {title}"


def test_chat_that_was_being_typed_to_someone_who_has_gone_is_no_key(moments: Moments) -> None:
    typing = edits.drafted(our_turn(moments), "/are you the")
    model = updates.with_end(typing, GameEnded(WeLeft(), None))
    for letter in "req":
        assert screen_keys.type_text(model, letter) == (model, None)
    assert "Enter stop typing" in " ".join("".join(text_of(model)).split())
    read, act = screen_keys.press(model, "enter")
    assert act is None
    assert screen_keys.type_text(read, "q")[1] == QuestionSeen()


def test_a_move_that_was_taken_back_is_told(moments: Moments) -> None:
    earlier, later = [moment for moment in moments if moment.pending is Pending.MOVE][:2]
    model = updates.with_snapshot(TableModel(opponent=Opponent.PRACTICE), later)
    assert updates.with_snapshot(model, earlier).message == "Your last move has been taken back."


def test_what_still_is_so_stays_in_the_log_when_a_move_is_taken_back(moments: Moments) -> None:
    earlier, later = [moment for moment in moments if moment.pending is Pending.MOVE][3:5]
    model = TableModel(opponent=Opponent.PRACTICE)
    for moment in moments[: moments.index(earlier) + 1]:
        model = updates.with_snapshot(model, moment)
    assert any(line.text.startswith("You drew") for line in model.log)
    gone_on = model
    for moment in moments[moments.index(earlier) : moments.index(later) + 1]:
        gone_on = updates.with_snapshot(gone_on, moment)
    assert len(gone_on.log) > len(model.log)
    assert updates.with_snapshot(gone_on, earlier).log == model.log


def test_who_has_gone_is_told_also_where_an_answer_stood_before(moments: Moments) -> None:
    answered = updates.with_refusal(our_turn(moments), "It is not your turn now.")
    away = updates.with_news(answered, PeerAway(0, Sentence("The connection was reset."), None))
    shown = " ".join("".join(text_of(away, 40, 20)).split())
    assert "is away" in shown
    assert "It is not your turn" not in shown


def test_a_stray_enter_at_the_end_does_nothing(moments: Moments) -> None:
    for result in (ended(moments), evolve_ended(ended(moments), rematch=True)):
        assert screen_keys.press(result, "enter") == (result, None)


@pytest.mark.parametrize(
    ("key", "seen"), [("f1", "this help"), ("f2", "Rules"), ("f3", "Player aid"), ("f7", "what happened")]
)
def test_help_and_books_can_be_opened_at_the_end(key: str, seen: str, moments: Moments) -> None:
    result = ended(moments)
    opened, act = screen_keys.press(result, key)
    assert act is None
    assert seen in "\n".join(text_of(opened))
    assert screen_keys.press(opened, "escape") == (result, None)


def test_a_book_at_the_end_is_scrolled_no_further_than_to_its_end(moments: Moments) -> None:
    frontend = _Quiet().frontend
    frontend.model = ended(moments)
    frontend.press("f2")
    frontend.press("end")
    frontend.draw(80, 24)
    last = text_of(frontend.model)
    frontend.press("down")
    frontend.draw(80, 24)
    assert text_of(frontend.model) == last


def test_after_practice_the_same_cards_are_one_key_away_and_a_click_does_it_too(moments: Moments) -> None:
    result = evolve_ended(ended(moments), rematch=True)
    assert screen_keys.type_text(result, "w") == (result, None)
    assert "same set-up" not in "\n".join(text_of(result))
    practised = evolve_ended(result, practised=Practised("greedy", Deal(4711), game="mandala"))
    assert "w same set-up, seats swapped" in "\n".join(text_of(practised))
    assert screen_keys.type_text(practised, "w") == (practised, Again(same_cards=True))
    assert screen_keys.type_text(practised, "w", pasted=True) == (practised, None)
    assert screen_keys.type_text(practised, "r") == (practised, Again())
    clicks = [part.click for row in screen(practised, FULL_LOOK, 80, 24).rows for part in row]
    assert Button("w") in clicks
    assert screen_keys.click(practised, Button("w")) == (practised, Again(same_cards=True))


def test_another_game_is_one_key_away_and_who_begins_it_is_said(moments: Moments) -> None:
    result = ended(moments)
    assert screen_keys.type_text(result, "r") == (result, None)
    assert "play again" not in "\n".join(text_of(result))
    again = evolve_ended(result, rematch=True)
    assert screen_keys.type_text(again, "r") == (again, Again())
    assert screen_keys.type_text(again, "R") == (again, Again())
    assert screen_keys.type_text(again, "r", pasted=True) == (again, None)
    first = again.state.first
    who = {first: f"{again.other_name} starts", first.other: "you start"}
    for seat in Seat:
        seen = evolve(again, snapshot=evolve(moments[-1], seat=seat))
        starts = who[first] if seat is first else who[first.other]
        starts = starts.replace(again.other_name, seen.other_name)
        assert f"r play again, {starts}" in "\n".join(text_of(seen))


def test_the_pages_of_the_end_have_keys_and_lead_back(moments: Moments) -> None:
    result = ended(moments)
    for key, title in (("s", "statistics"), ("l", "what happened"), ("t", "the final table")):
        page, act = screen_keys.type_text(result, key)
        assert act is None
        assert title in text_of(page)[0]
        assert "Esc back" in "\n".join(text_of(page))
        assert screen_keys.press(page, "escape") == (result, None)
    assert screen_keys.press(result, "f7") == screen_keys.type_text(result, "l")


@pytest.mark.parametrize("page", [EndPage.RESULT, EndPage.STATISTICS])
def test_a_page_too_long_for_the_window_is_scrolled_down_to_its_end(page: EndPage, moments: Moments) -> None:
    frontend = _Quiet().frontend
    series = Series((2, 1), 1, (145, 120))
    over = evolve_ended(ended(moments, Path("/home/anna/1.mandala")), series=series)
    frontend.model = edits.at_end_page(over, page)
    last = "mandala-lan verify" if page is EndPage.RESULT else "The longest wait"
    frontend.draw(40, 20)
    assert not any(last in line for line in text_of(frontend.model, 40, 20))
    frontend.press("up")
    assert frontend.model.scrolled == 0
    for _ in range(50):
        frontend.press("down")
        frontend.draw(40, 20)
    assert any(last in line for line in text_of(frontend.model, 40, 20))
    for _ in range(50):
        frontend.press("up")
    assert frontend.model.scrolled == 0


def test_what_stands_at_the_foot_of_the_end_can_be_clicked(moments: Moments) -> None:
    result = evolve_ended(ended(moments), rematch=True)
    for page in EndPage:
        model = edits.at_end_page(result, page)
        buttons = {part.click for row in screen(model, FULL_LOOK, 80, 24).rows for part in row if part.click}
        pages = {EndPage.RESULT: "slt", EndPage.STATISTICS: "lt", EndPage.LOG: "st", EndPage.TABLE: "sl"}[page]
        letters = f"r{pages}/"
        leave = Button("q" if page is EndPage.RESULT else "escape")
        assert {on for on in buttons if isinstance(on, Button)} == {leave, *map(Button, letters)}
        for letter in letters:
            assert screen_keys.click(model, Button(letter)) == screen_keys.type_text(model, letter)
        assert screen_keys.click(model, leave) == press_or_type(model, leave.key)


def test_a_last_word_of_the_other_player_is_seen_at_the_end(moments: Moments) -> None:
    result = ended(moments)
    assert "good game" not in "\n".join(text_of(result))
    model = updates.with_news(result, Talked("good game"))
    for page in (EndPage.RESULT, EndPage.STATISTICS, EndPage.TABLE):
        assert "Ben says: “good game”" in "\n".join(text_of(edits.at_end_page(model, page)))


def test_a_word_from_within_the_game_is_no_last_word(moments: Moments) -> None:
    last = max(number for number, moment in enumerate(moments) if moment.pending is Pending.MOVE)
    model = updates.with_news(updates.with_snapshot(TableModel(), moments[last]), Talked("hurry up"))
    for moment in moments[last + 1 :]:
        model = updates.with_snapshot(model, moment)
    assert moments[-1].result is not None
    shown = text_of(updates.with_end(model, GameEnded(GameFinished(moments[-1].result), None)))
    assert "hurry up" not in "\n".join(shown)


def test_why_there_is_no_other_game_is_seen_at_the_end_that_comes_back(moments: Moments) -> None:
    over = ended(moments)
    waiting = updates.awaiting(evolve_ended(over, rematch=True))
    model = updates.with_news(waiting, NoRematch("the game was proposed on other terms"))
    for again in (model, updates.with_end(model, evolve(as_ended(over).end, snapshot=moments[-1]))):
        shown = " ".join(" ".join(text_of(again)).split())
        assert "There will be no other game: the game was proposed on other terms." in shown
        assert "Waiting for" not in shown


def test_every_page_stays_within_every_window(moments: Moments) -> None:
    result = named(evolve_ended(ended(moments, Path("/home/anna/1.mandala")), rematch=True), LONG, WIDE)
    model = named(our_turn(moments), LONG, WIDE)
    pages = [edits.at_end_page(result, page) for page in EndPage]
    pages += [edits.overlaid(model, Helping(scrolled)) for scrolled in (0, 7, 1000)]
    pages += [edits.overlaid(TableModel(), Admitting(PeerInfo(name, KEY, name))) for name in (LONG, WIDE)]
    for columns, lines in ((1, 1), (3, 200), (39, 19), (40, 20), (41, 23), (79, 24), (80, 20), (100, 30), (300, 100)):
        for page in pages:
            shown = screen(page, FULL_LOOK, columns, lines)
            assert len(shown.rows) == lines
            assert all(width_of(row) <= columns for row in shown.rows)


@pytest.mark.parametrize(("columns", "lines"), [(40, 20), (80, 24), (120, 40)])
def test_the_last_table_shows_both_hands_only_when_all_is_open(columns: int, lines: int, moments: Moments) -> None:
    over = edits.at_end_page(ended(moments), EndPage.TABLE)
    assert over.state is not None
    assert isinstance(over.state.phase, FinishedPhase)
    theirs = over.state.phase.hands[Seat.GUEST]
    lost = updates.with_end(our_turn(moments), GameEnded(LineLost("No line."), None))
    assert lost.state is not None
    own, other = (lost.state.players[seat].hand for seat in (Seat.HOST, Seat.GUEST))
    shown = text_of(over, columns, lines)
    assert any(shows(line, theirs) for line in shown)
    hidden = text_of(edits.at_end_page(lost, EndPage.TABLE), columns, lines)
    assert not any(shows(line, theirs) for line in hidden)
    assert any(re.search(rf"▮{{{other}}}|\b{other} +hand +{own}\b", line) for line in hidden)


def shows(line: str, counts: tuple[int, ...]) -> bool:
    """Return whether a row has the cards of a hand by their letters, such as "r♥3" or "r3"."""
    cards = (f"{letter_of(colour)}{SYMBOLS[colour]}?{count}" for colour, count in enumerate(counts) if count)
    return re.search(r"\b.*\b".join(cards), line) is not None


def test_without_a_table_there_is_no_last_one() -> None:
    model = updates.with_end(TableModel(), GameEnded(WeLeft(), None))
    assert screen_keys.type_text(model, "t") == (model, None)
    assert "the final table" not in "\n".join(text_of(model))
    assert "what happened" in text_of(screen_keys.type_text(model, "l")[0])[0]


async def test_whoever_has_left_is_shown_no_end(moments: Moments) -> None:
    frontend = _Quiet().frontend
    frontend.model = our_turn(moments)
    frontend.press("c-c")
    frontend.press("c-c")
    with trio.fail_after(SECONDS):  # instead of hanging
        await frontend.end(GameEnded(WeLeft(), None))
    assert not isinstance(frontend.model.phase, Ended)


@pytest.mark.parametrize("language", list(Language))
def test_the_answers_about_a_visitor_are_in_sight_whatever_there_is_to_say(language: Language) -> None:
    speak(language)
    peer = PeerInfo(LONG, KEY, LONG, confirmed=False, resembles=WIDE)
    model = edits.overlaid(updates.with_status(TableModel(), "You are Anna."), Admitting(peer, 12))
    lines = text_of(model, 40, 20)
    assert any(" 12 " in line for line in lines)
    assert any(KEY in line for line in lines)
