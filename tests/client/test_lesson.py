"""The lessons: their scripts can be played, on the screen and in text mode, and nothing but their moves goes on."""

from __future__ import annotations

import io

import pytest
import trio
from attrs import evolve
from trio.testing import wait_all_tasks_blocked

from mandala_client.games.catalogue import GAMES, ui_of
from mandala_client.games.deal import Deal
from mandala_client.games.game_table import TableForm
from mandala_client.games.game_ui import AnyGameUI
from mandala_client.games.lesson import Lesson, closing, teaching
from mandala_client.linear.text_frontend import TextFrontend
from mandala_client.play.alone import Alone
from mandala_client.play.frontend import Opponent
from mandala_client.play.learning import lesson_flow
from mandala_client.play.practice import PracticeGame, Practising
from mandala_client.screens.table.parts import TableParts
from mandala_client.screens.table.screen_keys import press, type_text
from mandala_client.screens.table.status import status
from mandala_client.screens.table.table_pages import screen
from mandala_client.table import edits, updates
from mandala_client.table.table_model import Learning, Question, TableModel, evolve_playing
from mandala_client.text.language import Language, speak
from mandala_client.text.typed_words import TypedWord, spoken_word
from mandala_client.ui.form_sizes import WIDE
from mandala_client.ui.rows import Screen
from mandala_client.ui.style import FULL_LOOK
from mandala_net.bots.batch import first_of
from mandala_net.match.news import GameEnded, WeLeft
from mandala_protocol.conversation.events import Leave, Play
from mandala_protocol.games.game import Moved
from tests.client.at_table import Moments, as_playing, our_turn
from tests.client.no_terminal import screen_frontend
from tests.in_time import run_in_time
from tests.limits import SECONDS
from tests.narrowing import present

BOT = "the teacher"


def lesson_of(ui: AnyGameUI) -> Lesson:
    assert ui.lesson is not None
    return ui.lesson


def learnt(ui: AnyGameUI, typed: str) -> tuple[GameEnded, list[str]]:
    """The end of a lesson in which this is typed, and all that is said."""
    out = io.StringIO()
    frontend = TextFrontend(io.StringIO(typed), out)

    async def run() -> GameEnded:
        with trio.fail_after(SECONDS):
            how = Practising(Alone(ui.rules.name, "random"), "Anna", BOT)
            return await lesson_flow(frontend, how, lesson_of(ui))

    return trio.run(run), out.getvalue().splitlines()


def notations(ui: AnyGameUI) -> list[str]:
    return [ui.words.notation(ui.rules.parse_move(step.move)) for step in lesson_of(ui).steps]


@pytest.mark.parametrize("language", Language)
@pytest.mark.parametrize("game", GAMES)
def test_a_lesson_says_all_that_it_has_to_say_while_its_moves_are_typed(game: str, language: Language) -> None:
    speak(language)
    ui = ui_of(game)
    ended, said = learnt(ui, "".join(f"{move}\n" for move in notations(ui)))
    place = 0
    for step in lesson_of(ui).steps:
        now = teaching(step, ui.rules, ui.words)
        assert now.task is not None
        for text in (*now.explained, now.task):
            place = said.index(text, place) + 1
    assert isinstance(ended.outcome, WeLeft), "it goes on after the lesson, until the input ends"
    moved = [step.event for step in ended.snapshot.steps if isinstance(step.event, Moved)] if ended.snapshot else []
    script = [move for step in lesson_of(ui).steps for move in (*step.answers, step.move)] + [*lesson_of(ui).answers]
    assert [ui.rules.format_move(one.move) for one in moved][: len(script)] == script
    assert not any("{" in line for line in said)


@pytest.mark.parametrize("game", GAMES)
def test_another_move_is_gently_refused_and_the_task_is_said_again(game: str) -> None:
    ui = ui_of(game)
    first = teaching(lesson_of(ui).steps[0], ui.rules, ui.words).task
    other = {"mandala": "Ck1", "patterns": "O15"}[game]
    ended, said = learnt(ui, f"{other}\nundo\nhint\n")
    assert f"You will often do that later. For the lesson, do this: {first}" in said
    assert f"You can take moves back after the lesson. Now: {first}" in said
    assert said.count(str(first)) == 2, "as the task, and as the hint"
    assert ended.snapshot is not None
    own = ended.snapshot.seat
    assert not [step for step in ended.snapshot.steps if isinstance(step.event, Moved) and step.event.seat is own]


def practice_of(ui: AnyGameUI) -> PracticeGame:
    """The game of the lesson before its first move."""
    seed = lesson_of(ui).seed
    return PracticeGame(Practising(Alone(ui.rules.name, "random"), "Anna", BOT), Deal(seed, first_of(seed)))


def practice_before(ui: AnyGameUI, made: int) -> PracticeGame:
    """The game of the lesson before the move of a step, when those of the steps before are ``made``."""
    lesson, game = lesson_of(ui), practice_of(ui)
    for step in lesson.steps[:made]:
        for move in (*step.answers, step.move):
            game.make(ui.rules.parse_move(move))
    for move in lesson.steps[made].answers:
        game.make(ui.rules.parse_move(move))
    return game


def begun(ui: AnyGameUI, made: int = 0) -> TableModel:
    """The table on a screen when the lesson begins, or when its first moves were ``made``."""
    lesson, game = lesson_of(ui), practice_before(ui, made)
    model = updates.with_snapshot(TableModel(opponent=Opponent.PRACTICE), game.snapshot())
    return updates.with_lesson(model, teaching(lesson.steps[made], ui.rules, ui.words))


def text_of(shown: Screen) -> str:
    return "\n".join("".join(fragment.text for fragment in line) for line in shown.rows)


@pytest.mark.parametrize("game", GAMES)
def test_the_screen_explains_first_and_has_the_task_at_the_table(game: str) -> None:
    ui = ui_of(game)
    model = begun(ui)
    assert model.overlay == Learning()
    lesson = present(as_playing(model).lesson)
    large, huge = (ui.table.width(form, FULL_LOOK) for form in (TableForm.LARGE, TableForm.HUGE))
    for columns, lines, left in ((80, 24, 0), (80, 50, 0), (120, 40, large), (200, 60, huge)):
        beside = [line[left:] for line in text_of(screen(model, FULL_LOOK, columns, lines)).splitlines()]
        page = " ".join(" ".join(beside).split())
        for text in (*lesson.explained, lesson.task):
            assert " ".join(str(text).split()) in page
    model, act = press(model, "enter")
    assert (model.overlay, act) == (None, None)
    assert status(model, "…") == model.task
    assert model.chosen == lesson.move
    assert "[Enter] plays" in text_of(screen(model, FULL_LOOK, 80, 24))
    model, _act = press(model, "f4")
    assert model.overlay == Learning(), "the key for hints explains again"
    assert type_text(model, " ")[0].overlay is None


@pytest.mark.parametrize(("game", "told"), [("mandala", "each card scores"), ("patterns", "bowl")])
def test_what_stands_beside_a_large_table_is_above_what_is_explained_if_both_have_room(game: str, told: str) -> None:
    ui = ui_of(game)
    model, large = begun(ui), ui.table.width(TableForm.LARGE, FULL_LOOK)
    short = evolve_playing(model, lesson=evolve(present(as_playing(model).lesson), explained=("Short.",)))
    beside = [line[large:] for line in text_of(screen(short, FULL_LOOK, 120, 40)).splitlines()]
    shown, explained = (next(at for at, line in enumerate(beside) if text in line) for text in (told, "Short."))
    assert shown < explained


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize(
    ("size", "form"),
    [
        ((80, 24), None),
        ((80, 50), TableForm.STANDARD),
        ((120, 24), TableForm.STANDARD),
        ((120, 40), TableForm.LARGE),
        ((200, 60), TableForm.HUGE),
    ],
)
def test_the_table_stays_in_sight_where_there_is_room(game: str, size: tuple[int, int], form: TableForm | None) -> None:
    model = begun(ui_of(game))
    shown = text_of(screen(model, FULL_LOOK, *size)).splitlines()[1:]
    table = [] if form is None else TableParts(model, FULL_LOOK).board(form, 80)
    expected = ["".join(part.text for part in row).rstrip() for row in table]
    if size[0] >= WIDE:
        expected = ["", *expected]  # air below the bar
    width = 80 if form is None else model.game.table.width(form, FULL_LOOK)
    assert [line[:width].rstrip() for line in shown[: len(expected)]] == expected
    assert form is not None or not any(player in "\n".join(shown) for player in (BOT, "(you)"))


@pytest.mark.parametrize("game", GAMES)
def test_a_small_window_scrolls_what_the_lesson_explains_to_its_end(game: str) -> None:
    model = begun(ui_of(game))
    task, seen = str(model.task), ""
    for _press in range(20):
        shown = screen(model, FULL_LOOK, 40, 20)
        model = edits.laid_out(model, shown.most_scrolled, shown.chapters)
        seen += text_of(shown)
        model, _act = press(model, "pagedown")
        if model.overlay is None:
            break
    assert task.split()[-1] in seen


def moved(model: TableModel, ui: AnyGameUI, number: int) -> TableModel:
    """The table of the lesson after the moves before this step, as the page of the step comes."""
    lesson, game = lesson_of(ui), practice_before(ui, number)
    shown = updates.with_snapshot(edits.committed(press(model, "enter")[0]), game.snapshot())
    return updates.with_lesson(shown, teaching(lesson.steps[number], ui.rules, ui.words))


@pytest.mark.parametrize("game", GAMES)
def test_after_a_move_the_table_is_seen_before_the_next_page(game: str) -> None:
    ui = ui_of(game)
    model = moved(begun(ui), ui, 1)
    assert model.overlay is None
    shown = " ".join(text_of(screen(model, FULL_LOOK, 80, 24)).split())
    assert "See what has changed on the table" in shown
    assert "[Enter] goes on" in shown
    assert "[Enter] plays" not in shown
    for way in ("enter", "right", "f4"):
        explained, act = press(model, way)
        assert (explained.overlay, act) == (Learning(), None)
    explained = type_text(model, "B")[0]
    assert explained.overlay == Learning()
    assert present(as_playing(explained).lesson).keys[0] in " ".join(
        text_of(screen(explained, FULL_LOOK, 80, 24)).split()
    )
    at_table = press(explained, "enter")[0]
    assert press(at_table, "enter")[1] == Play(present(as_playing(model).lesson).move)


@pytest.mark.parametrize("game", GAMES)
def test_enter_alone_goes_through_the_whole_lesson_by_page_table_and_look(game: str) -> None:
    ui = ui_of(game)
    frontend = screen_frontend()
    seen: list[str] = []

    async def main() -> GameEnded:
        how = Practising(Alone(ui.rules.name, "random"), "Anna", BOT)
        ended: list[GameEnded] = []

        async def learn() -> None:
            ended.append(await lesson_flow(frontend, how, lesson_of(ui)))

        async with trio.open_nursery() as nursery:
            nursery.start_soon(learn)
            await wait_all_tasks_blocked()
            while seen.count("page") <= len(lesson_of(ui).steps):
                shown = text_of(frontend.draw(80, 24))
                stages = {"page": "Enter: to the table", "table": "[Enter] plays", "look": "[Enter] goes on"}
                (stage,) = (stage for stage, text in stages.items() if text in shown)
                seen.append(stage)
                frontend.press("enter")
                await wait_all_tasks_blocked()
            assert as_playing(frontend.model).lesson == closing(lesson_of(ui))
            frontend.type_text("q")
            frontend.type_text("y")
            await wait_all_tasks_blocked()
            frontend.type_text("q")
        return ended[0]

    ended = run_in_time(main)
    assert isinstance(ended.outcome, WeLeft)
    assert seen == [*["page", "table", "look"] * len(lesson_of(ui).steps), "page"]


@pytest.mark.parametrize("game", GAMES)
def test_the_move_of_the_lesson_is_brought_back_by_an_arrow_or_by_enter(game: str) -> None:
    model = press(begun(ui_of(game)), "enter")[0]
    wanted = model.taught
    elsewhere = press(model, "right")[0]
    assert elsewhere.chosen not in (None, wanted)
    cleared = press(elsewhere, "escape")[0]
    assert cleared.chosen is None
    line = text_of(screen(cleared, FULL_LOOK, 80, 24))
    assert f"choose, or type {model.game.words.notation(wanted)}" in line
    assert present(FULL_LOOK.here) in line
    usual = evolve_playing(cleared, lesson=None)
    assert text_of(screen(usual, FULL_LOOK, 80, 24)).count(FULL_LOOK.here) == line.count(FULL_LOOK.here)
    assert press(usual, "left")[0].chosen != wanted, "the arrow keys begin elsewhere outside the lesson"
    assert press(cleared, "left")[0].chosen == press(cleared, "enter")[0].chosen == wanted
    refused = updates.with_refusal(edits.committed(elsewhere), "Later.")
    assert (refused.chosen, refused.message) == (wanted, "Later.")


@pytest.mark.parametrize("game", GAMES)
def test_q_and_escape_leave_the_lesson_wherever_nothing_is_chosen(game: str) -> None:
    ui = ui_of(game)
    page = begun(ui)
    waiting = moved(page, ui, 1)
    chosen = press(page, "enter")[0]
    at_table = press(chosen, "escape")[0]
    alone = press(updates.with_lesson(at_table, closing(lesson_of(ui))), "enter")[0]
    for model in (page, waiting, at_table, alone):
        for asked, act in (type_text(model, "q"), press(model, "escape")):
            assert (asked.question, act) == (Question.LEAVE, None)
            assert press(asked, "escape")[0].question is None
            assert isinstance(type_text(asked, "y")[1], Leave)
    asked = type_text(chosen, "q")[0]
    assert (asked.question, asked.chosen) == (Question.LEAVE, chosen.taught), "only what was typed makes it a letter"
    assert type_text(type_text(at_table, "B")[0], "q")[0].draft.text == "Bq"
    assert "q: leave" in text_of(screen(page, FULL_LOOK, 80, 24))
    assert "[q] leave" in text_of(screen(waiting, FULL_LOOK, 80, 24))
    assert "q leaves." in text_of(screen(alone, FULL_LOOK, 80, 24))


def test_q_is_a_letter_like_any_other_against_a_person(moments: Moments) -> None:
    model = evolve(our_turn(moments), opponent=Opponent.PERSON)
    assert type_text(model, "q")[0].draft.text == "q"
    assert press(model, "escape")[0].question is None


@pytest.mark.parametrize("language", Language)
@pytest.mark.parametrize("game", GAMES)
def test_in_text_mode_enter_alone_plays_what_the_lesson_speaks_of(game: str, language: Language) -> None:
    speak(language)
    ui = ui_of(game)
    steps = lesson_of(ui).steps
    ended, said = learnt(ui, "\n" * len(steps) + "\n")
    made = [step.event.move for step in present(ended.snapshot).steps if isinstance(step.event, Moved)]
    assert all(ui.rules.parse_move(step.move) in made for step in steps)
    tasks = [str(teaching(step, ui.rules, ui.words).task) for step in steps]
    how = [said.index(task) + 1 for task in tasks[:1]]
    leave = spoken_word(TypedWord.LEAVE)
    assert [said[at] for at in how] == [line for line in said if f"“{leave}”" in line or f"„{leave}“" in line][:1]
    assert said.count(said[how[0]]) == 1, "how it goes on is said once"


@pytest.mark.parametrize("game", GAMES)
def test_in_text_mode_the_turn_is_said_only_once_the_lesson_is_over(game: str) -> None:
    ui = ui_of(game)
    _ended, said = learnt(ui, "\n" * len(lesson_of(ui).steps))
    (turn,) = [at for at, line in enumerate(said) if line.startswith("Your turn")]
    assert turn > next(at for at, line in enumerate(said) if line.startswith("Type “hint” for a hint"))
    assert not [line for line in said if line.startswith("Type a move")], "moves have been typed for five minutes"


def test_a_lesson_that_is_left_ends_the_game_without_a_result() -> None:
    ended, _said = learnt(ui_of("mandala"), "leave\n")
    assert isinstance(ended.outcome, WeLeft)


def test_a_function_key_pressed_for_the_move_of_the_lesson_says_what_to_type_and_does_nothing_else() -> None:
    model = press(begun(ui_of("patterns"), made=4), "enter")[0]
    assert str(model.task) == "Flip the red tile on field 12: type 12."
    told, act = press(model, "f12")
    assert (told, act) == (edits.noted(model, "Type 12 to flip the tile there."), None)
    assert press(model, "f1")[0].overlay is not None, "help is help"
