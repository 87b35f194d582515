"""The lesson of a game: its script is played first, with both players' moves; then the game goes on as practice."""

from __future__ import annotations

from mandala_client.games.deal import Deal
from mandala_client.games.lesson import Lesson, LessonStep, Teaching, closing, teaching
from mandala_client.play.frontend import Frontend, Opponent, TakeBack
from mandala_client.play.practice import PracticeGame, Practising, carry_out, play_on, replaying
from mandala_client.text.language import _
from mandala_net.bots.batch import first_of
from mandala_net.match.news import GameEnded, GameFinished, WeLeft
from mandala_protocol.conversation.events import Leave, Play


async def lesson_flow(frontend: Frontend, how: Practising, lesson: Lesson) -> GameEnded:
    """Play the lesson of a game, and its rest for as long as the player likes; how the game ended."""
    game = PracticeGame(how, Deal(lesson.seed, first_of(lesson.seed)))
    frontend.opponent(Opponent.PRACTICE, how.alone.game)
    ended = await _taught(frontend, game, lesson)
    if ended is None:
        frontend.teach(game.snapshot(), closing(lesson))
        ended = await play_on(frontend, game)
    if isinstance(ended.outcome, GameFinished):
        await frontend.end(ended, replay=replaying(game))
    else:
        await frontend.end(ended)
    return ended


async def _taught(frontend: Frontend, game: PracticeGame, lesson: Lesson) -> GameEnded | None:
    """Play all steps of the script; how the game ended if it was ended before, else None."""
    for step in lesson.steps:
        _answer(game, step.answers)
        now = teaching(step, game.ui.rules, game.ui.words)
        frontend.teach(game.snapshot(), now)
        ended = await _done(frontend, game, step, now)
        if ended is not None:
            return ended
    _answer(game, lesson.answers)
    return None


def _answer(game: PracticeGame, answers: tuple[str, ...]) -> None:
    for move in answers:
        game.make(game.ui.rules.parse_move(move))


async def _done(frontend: Frontend, game: PracticeGame, step: LessonStep, now: Teaching) -> GameEnded | None:
    """Wait until the task of this step is done, and gently refuse everything else; how the game ended, if it did."""
    wanted = game.ui.rules.parse_move(step.move)
    while True:
        match await frontend.next_command():
            case Leave():
                return GameEnded(WeLeft(), None, game.snapshot())
            case Play(move=move) if move == wanted:
                game.play(move)
                return None
            case Play():
                text = _("You will often do that later. For the lesson, do this: {task}")
                frontend.refuse(text.format(task=now.task))
            case TakeBack():
                frontend.refuse(_("You can take moves back after the lesson. Now: {task}").format(task=now.task))
            case command:
                refusal = carry_out(command, game)
                if refusal is not None:
                    frontend.refuse(refusal)
                snapshot = game.snapshot()
                if snapshot.result is not None:
                    frontend.show(snapshot)
                    return GameEnded(GameFinished(snapshot.result), None, snapshot)
