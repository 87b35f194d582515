"""The lesson of a game: a short practice game by a script, which explains by doing."""

from __future__ import annotations

from typing import Any

from attrs import frozen

from mandala_client.games.game_words import GameWords
from mandala_client.text.language import _
from mandala_protocol.games.game import Game


@frozen
class LessonStep:
    """One step of a lesson: what is explained, and the move that is to be made then.

    ``explained`` are messages, a paragraph each, and so is ``task``, in which {move} is the move as it is typed.
    ``answers``: the moves that the other player makes before it. All moves are in the notation of the rules.
    ``keys``: messages about keys and mouse, for the full screen alone.
    """

    explained: tuple[str, ...]
    task: str
    move: str
    answers: tuple[str, ...] = ()
    keys: tuple[str, ...] = ()


@frozen
class Lesson:
    """A lesson: the ``seed`` of its deal, its steps, and what is said after the last one.

    ``answers``: the moves that the other player makes after the last step. Then the game goes on without a script.
    """

    seed: int
    steps: tuple[LessonStep, ...]
    closing: tuple[str, ...]
    answers: tuple[str, ...] = ()


@frozen
class Teaching:
    """The words of the lesson at this point, in the spoken language; without a ``task`` the player goes on alone.

    ``move`` does the task. ``keys``: sentences about keys and mouse, for the full screen alone.
    """

    explained: tuple[str, ...]
    task: str | None = None
    move: Any = None
    keys: tuple[str, ...] = ()


def teaching(step: LessonStep, rules: Game[Any, Any], words: GameWords[Any]) -> Teaching:
    """A step of the lesson as it is said to the player."""
    move = rules.parse_move(step.move)
    task = _(step.task).format(move=words.notation(move))
    return Teaching(tuple(map(_, step.explained)), task, move, tuple(map(_, step.keys)))


def closing(lesson: Lesson) -> Teaching:
    """The end of a lesson as it is said to the player, who goes on alone."""
    alone = _(
        "Now play on without help, for as long as you like. You can take moves back, and ask for a hint. "
        "A practice game is not kept."
    )
    keys = _("F4 gives a hint, F5 takes a move back, and q leaves.")
    return Teaching((*map(_, lesson.closing), alone), keys=(keys,))
