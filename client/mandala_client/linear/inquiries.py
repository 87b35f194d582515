"""What is heard in the linear form when a typed word only asks for something to be told."""

from __future__ import annotations

from collections.abc import Callable

import trio

from mandala_client.games.mandala import position_text
from mandala_client.linear.game_sentences import GameTold
from mandala_client.linear.voice import Voice
from mandala_client.linear.word_help import help_lines
from mandala_client.play.frontend import Company
from mandala_client.text import status_text
from mandala_client.text.language import _
from mandala_client.text.typed_words import TypedWord
from mandala_protocol.conversation.snapshot import Snapshot
from mandala_protocol.games.mandala.state import Dealing, Shuffling


async def answer_to(word: TypedWord, game: GameTold, voice: Voice) -> list[str]:
    """The sentences that answer this word, in the game as it has been told; the last things are those of the voice."""
    match word:
        case TypedWord.HELP:
            grace = 0 if game.snapshot is None else game.snapshot.grace
            return help_lines(game.company, grace)
        case TypedWord.RULES:
            from mandala_client.text.book_sentences import rules_sentences

            return rules_sentences()
        case TypedWord.AID:
            from mandala_client.text.book_sentences import aid_sentences

            return aid_sentences()
        case TypedWord.LOG:
            return voice.lately()
        case TypedWord.TABLE:
            return _about(game.snapshot, position_text.table)
        case TypedWord.HAND:
            return _about(game.snapshot, position_text.hand)
        case TypedWord.MOVES:
            return _about(game.snapshot, position_text.moves)
        case TypedWord.SCORE:
            return _about(game.snapshot, _points)
        case TypedWord.WORDS:
            return _about(game.snapshot, _words)
        case TypedWord.HINT:
            return await _hint(game)
        case TypedWord.REVIEW:
            return [_("You can review the game once it is over.")]
        case _:
            raise AssertionError(f"{word.english} asks for something to be done")


def _about(snapshot: Snapshot | None, describing: Callable[[Snapshot], list[str]]) -> list[str]:
    if snapshot is None or snapshot.view is None or isinstance(snapshot.view.state.phase, Shuffling | Dealing):
        return [_("The cards have not been dealt yet.")]
    return describing(snapshot)


def _points(snapshot: Snapshot) -> list[str]:
    if status_text.game_over(snapshot) is not None:
        return status_text.score_sheet(snapshot)
    if snapshot.live_score:
        return [status_text.points_now(snapshot)]
    return [_("The live score is shown only if both players have chosen it in their settings.")]


def _words(snapshot: Snapshot) -> list[str]:
    if snapshot.words is None:
        return [_("This game has no authentication words.")]
    return [status_text.words(snapshot.words)]


async def _hint(game: GameTold) -> list[str]:
    if game.company is Company.PERSON:
        return [_("You get hints only against a bot.")]
    from mandala_client.games.mandala.hint import hint

    assert game.snapshot is not None, "whoever is asked for a move sees a game"
    given = await trio.to_thread.run_sync(hint, game.snapshot)
    return [_("You get a hint only on your turn.") if given is None else given.sentence]
