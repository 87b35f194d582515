"""Nim at the table and in text mode: the parts of the client that know no game play it to its end."""

from __future__ import annotations

import io
from collections.abc import Iterator

import pytest
import trio
from attrs import evolve
from prompt_toolkit.output import ColorDepth
from prompt_toolkit.styles import Attrs

from mandala_client.games.deal import Deal
from mandala_client.linear.text_frontend import TextFrontend
from mandala_client.play.alone import Alone
from mandala_client.play.frontend import Opponent
from mandala_client.play.practice import PracticeGame, Practising, practice_flow
from mandala_client.screens.table import screen_keys
from mandala_client.screens.table.table_pages import screen
from mandala_client.settings.settings import Theme
from mandala_client.table import consulting, updates
from mandala_client.table.acts import TableAct
from mandala_client.table.table_model import EndPage, TableModel
from mandala_client.text.language import Language, speak
from mandala_client.ui.page_frame import fits
from mandala_client.ui.style import FULL_LOOK
from mandala_client.ui.style_sheet import screen_style
from mandala_net.match.news import GameEnded, GameFinished
from mandala_protocol.conversation.events import Play
from tests.client.at_table import answered, as_ended, press, seen, typed
from tests.limits import SECONDS
from tests.narrowing import present
from tests.nim.nim_ui import NIM_UI
from tests.nim.rules import NIM, Take
from tests.nim.table import OnStones

SEED = 3
HOW = Practising(Alone(NIM.name, "random", seed=SEED), "Anna", "Random bot")
SIZES = [(40, 20), (80, 24), (120, 40), (80, 50)]

pytestmark = pytest.mark.usefixtures("registered")


@pytest.fixture(autouse=True)
def english() -> None:
    speak(Language.ENGLISH)


def begun() -> tuple[PracticeGame, TableModel]:
    """A game in which it is our move, with all three heaps on the table."""
    game = PracticeGame(HOW, Deal(SEED))
    model = evolve(TableModel(expected_game=NIM.name), opponent=Opponent.PRACTICE)
    return game, shown(game, model)


def shown(game: PracticeGame, model: TableModel) -> TableModel:
    """The table after the bot has made its moves."""
    while game.bot_is_to_move:
        game.let_bot_move()
    return updates.with_snapshot(model, game.snapshot())


def play(game: PracticeGame, model: TableModel, act: TableAct | None) -> TableModel:
    """The table after our move and those of the bot."""
    assert isinstance(act, Play)
    game.play(act.move)
    return shown(game, model)


def rows(model: TableModel, columns: int = 80, lines: int = 24) -> list[str]:
    assert fits(columns, lines)
    return ["".join(part.text for part in row) for row in screen(model, FULL_LOOK, columns, lines).rows]


@pytest.mark.parametrize(("columns", "lines"), SIZES)
def test_the_table_has_three_rows_in_every_form(columns: int, lines: int) -> None:
    _, model = begun()
    model, _ = press(model, "down", "right")
    heaps = [row[:30].split() for row in rows(model, columns, lines)]
    assert [row for row in heaps if row and row[0] in "AB"] == [["A", "o", "x", "x", "3"], ["B", "o", "o", "o", "3"]]
    assert ["C", *"ooooooo", "7"] in heaps


def test_a_game_is_played_to_its_end_with_the_arrow_keys() -> None:
    game, model = begun()
    while game.snapshot().result is None:
        model, act = press(model, "down", "enter")
        model = play(game, model, act)
    assert "The last stone was taken." in " ".join(seen(model).split())
    result = game.snapshot().result
    assert result is not None
    ended = updates.with_end(model, GameEnded(GameFinished(result), None, game.snapshot()))
    assert "last stone" in seen(ended)
    assert "statistics" not in seen(ended), "Nim counts nothing"
    assert "statistics" not in seen(typed(ended, "?")[0])
    assert as_ended(typed(ended, "s")[0]).page is EndPage.RESULT
    table, _ = typed(ended, "t")
    assert ["A", "0"] in [row.split() for row in rows(table)]


def test_a_click_chooses_stones_and_a_second_one_takes_them() -> None:
    _, model = begun()
    (row,) = [row for row in screen(model, FULL_LOOK, 80, 24).rows if row and row[0].text.strip() == "B"]
    stones = [fragment.click for fragment in row if isinstance(fragment.click, OnStones)]
    assert [stone.take for stone in stones] == [Take(1, 3), Take(1, 2), Take(1, 1)]
    model, act = screen_keys.click(model, stones[1])
    assert (model.chosen, model.draft.text, act) == (Take(1, 2), "B2", None)
    _, act = screen_keys.click(model, stones[1])
    assert act == Play(Take(1, 2))


def test_a_typed_move_is_played_or_refused_in_the_words_of_the_game() -> None:
    _, model = begun()
    _, act = press(typed(model, "b3")[0], "enter")
    assert act == Play(NIM.parse_move("B3"))
    for text, answer in (
        ("b4", "Heap B has 3 stones."),
        ("hello", "That is not a move; moves look like A1, C4. ? is help."),
    ):
        refused, act = press(typed(model, text)[0], "enter")
        assert (refused.message, act) == (answer, None)


def test_a_hint_is_the_move_of_the_strongest_bot() -> None:
    _, model = begun()
    hinted = answered(press(model, "f4")[0])
    assert hinted.chosen in model.legal_moves
    assert hinted.message == f"Hint: {hinted.draft.text}."
    heaps = [3, 3, 7]
    heaps[hinted.chosen.heap] -= hinted.chosen.stones
    assert heaps[0] ^ heaps[1] ^ heaps[2] == 0, "whatever is taken then, there is an answer"


def test_help_and_books_are_those_of_the_game() -> None:
    _, model = begun()
    helped, _ = press(model, "f1")
    assert seen(helped).startswith("Nim help ")
    assert "which heap" in seen(helped)
    assert "take 3 from heap B" in seen(helped)
    read, _ = press(model, "f2")
    assert seen(read).startswith("Nim Rules ")
    assert "There are three heaps, of 3, 5 and 7 stones. (N1)" in seen(read)


@pytest.mark.parametrize("language", Language)
def test_every_book_can_be_read_and_the_rules_name_each_point(language: Language) -> None:
    rules, aid = NIM_UI.books.rules(language), NIM_UI.books.aid(language)
    named = [point for chapter in rules.chapters for paragraph in chapter.paragraphs for point in paragraph.points]
    assert sorted(named) == ["N1", "N2", "N3", "N4", "N5"]
    assert aid.chapters


def moves_to_the_end() -> Iterator[str]:
    """Our moves of a whole game: one stone of the first heap that is left."""
    game, model = begun()
    while game.snapshot().result is None:
        move = model.legal_moves[0]
        yield NIM.format_move(move)
        game.play(move)
        model = shown(game, model)


def test_a_game_is_played_to_its_end_in_plain_sentences() -> None:
    asked = ["help", "table", "moves", "hand", "hint", "score", "rules", "b4"]
    lines = [*asked, *moves_to_the_end(), "no"]
    out = io.StringIO()

    async def run() -> GameEnded:
        with trio.fail_after(SECONDS):
            return await practice_flow(TextFrontend(io.StringIO("\n".join([*lines, ""])), out), HOW)

    ended = trio.run(run)
    assert isinstance(ended.outcome, GameFinished)
    said = out.getvalue().splitlines()
    for sentence in (
        "Random bot takes 2 stones from heap B.",
        "Take stones: the letter of the heap and how many, such as B3.",
        "Heap A: 3, heap B: 3, heap C: 7.",
        "A1: Heap A will have 2 stones.",
        "In this game there are no hidden cards.",
        "Hint: C7.",
        "There are three heaps, of 3, 5 and 7 stones. (N1)",
        "Heap B has 3 stones.",
        "You take 1 stone from heap A.",
    ):
        assert sentence in said, sentence
    assert any("last stone" in line for line in said)
    assert any(line.startswith("table: ") for line in said)
    assert not any(line.startswith("hand: ") for line in said), "the help names no cards in a game without any"


def test_choices_are_listed_in_text_mode_only_when_it_is_our_move(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(NIM_UI.words, "choices", lambda _snapshot: ["The choices."], raising=False)
    turn = begun()[0].snapshot()
    for seat, sentences in ((turn.seat, ["The choices."]), (turn.seat.other, [])):
        out = io.StringIO()
        frontend = TextFrontend(io.StringIO(), out)
        frontend.opponent(Opponent.PRACTICE)
        frontend.show(evolve(turn, seat=seat))
        assert [line for line in out.getvalue().splitlines() if line == "The choices."] == sentences
        assert ("Your turn" in out.getvalue()) is bool(sentences)


def test_a_waiting_host_is_sent_to_practise_a_game_that_has_no_lesson() -> None:
    waiting = updates.with_status(TableModel(expected_game=NIM.name), "You are Anna. Your game of Nim is open.")
    text = seen(waiting)
    assert "learn --game" not in text
    assert "New to the game? Practise in another window:" in " ".join(text.split())
    assert "mandala-lan play --practice --game nim" in text


def test_what_the_game_lacks_is_not_in_the_help_and_no_chance_is_asked_for_at_every_turn() -> None:
    _, model = begun()
    help_page = seen(press(model, "f1")[0])
    assert "F12" not in help_page
    assert "On the table" not in help_page, "no sign is explained there"
    told, _ = press(model, "f12")
    assert told.message == "In this game no bot can estimate the chance to win."
    assert not told.settings.live_chance
    wanted = evolve(model, settings=evolve(model.settings, live_chance=True))
    assert consulting.inquiries(consulting.with_chance_asked(wanted)) == ()
    out = io.StringIO()
    frontend = TextFrontend(io.StringIO(), out, settings=wanted.settings)
    frontend.opponent(Opponent.PRACTICE)
    frontend.show(present(model.snapshot))
    assert "chance" not in out.getvalue()


def test_the_colours_of_a_game_are_shown_only_where_there_are_colours() -> None:
    def taken(theme: Theme, depth: ColorDepth) -> Attrs:
        return screen_style(theme, depth, NIM_UI.table.styles).get_attrs_for_style_str("class:taken")

    assert taken(Theme.DEFAULT, ColorDepth.DEPTH_4_BIT).color == "ansired"
    assert taken(Theme.DEFAULT, ColorDepth.DEPTH_24_BIT).color == "d04030"
    for colourless in (
        taken(Theme.MONOCHROME, ColorDepth.DEPTH_24_BIT),
        taken(Theme.DEFAULT, ColorDepth.DEPTH_1_BIT),
    ):
        assert (colourless.color, colourless.bold) == ("", True)
