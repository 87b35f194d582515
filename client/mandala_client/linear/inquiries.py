"""Answers in text mode to typed words that only ask for information."""

from __future__ import annotations

from typing import Any

import trio

from mandala_client.games.forecast_text import only_in_practice, own_chance
from mandala_client.games.game_words import GameWords
from mandala_client.linear.game_sentences import GameSentences
from mandala_client.linear.voice import Voice
from mandala_client.linear.word_help import help_lines
from mandala_client.play.frontend import Opponent
from mandala_client.sentences import status_text
from mandala_client.text.language import _, spoken
from mandala_client.text.typed_words import TypedWord
from mandala_client.ui.blocks.block_sentences import sentences_of
from mandala_protocol.conversation.snapshot import Pending, Snapshot


async def answer_to(word: TypedWord, game: GameSentences, voice: Voice) -> list[str]:
    """The sentences that answer this word, in the game as it has been told; the last things are those of the voice."""
    match word:
        case TypedWord.HELP:
            grace = 0 if game.snapshot is None else game.snapshot.grace
            return help_lines(game.words, game.opponent, grace)
        case TypedWord.RULES | TypedWord.AID:
            from mandala_client.sentences.book_sentences import book_sentences

            books = game.game.books
            return book_sentences((books.rules if word is TypedWord.RULES else books.aid)(spoken()))
        case TypedWord.LOG:
            return voice.lately()
        case TypedWord.TABLE | TypedWord.HAND | TypedWord.MOVES | TypedWord.SCORE | TypedWord.WORDS:
            snapshot = game.snapshot
            if snapshot is None or snapshot.view is None or not game.words.is_laid(snapshot.view.state):
                return [_("The cards have not been dealt yet.")]
            return _about(word, snapshot, game.words)
        case TypedWord.HINT:
            return await _hint(game)
        case TypedWord.CHANCE:
            return [await _chance(game)]
        case TypedWord.REVIEW:
            return [_("You can review the game once it is over.")]
        case _:
            raise AssertionError(f"{word.english} asks for something to be done")


def _about(word: TypedWord, snapshot: Snapshot, words: GameWords[Any]) -> list[str]:
    match word:
        case TypedWord.TABLE:
            return words.table(snapshot)
        case TypedWord.HAND:
            return words.hand(snapshot) or [_("In this game there are no hidden cards.")]
        case TypedWord.MOVES:
            return words.moves(snapshot)
        case TypedWord.SCORE if words.game_over(snapshot) is not None:
            return sentences_of(words.score(snapshot))
        case TypedWord.SCORE if snapshot.live_score:
            return [words.points_now(snapshot)]
        case TypedWord.SCORE:
            return [_("The live score is shown only if both players have chosen it in their settings.")]
        case _ if snapshot.words is None:
            return [_("This game has no authentication words.")]
        case _:
            return [status_text.words(snapshot.words)]


async def _chance(game: GameSentences) -> str:
    if game.opponent is not Opponent.PRACTICE:
        return only_in_practice()
    from mandala_client.games.live_chance import NoChance, live_chance

    snapshot = game.snapshot
    if snapshot is None:
        return _("The cards have not been dealt yet.")
    try:
        return own_chance(await trio.to_thread.run_sync(live_chance, game.game, snapshot))
    except NoChance as error:
        return str(error)


async def _hint(game: GameSentences) -> list[str]:
    if game.opponent is Opponent.PERSON:
        return [_("You get hints only against a bot.")]
    from mandala_client.games.hints import NoHint, hint

    snapshot = game.snapshot
    if snapshot is None or snapshot.pending is not Pending.MOVE:
        return [_("You get a hint only on your turn.")]
    if game.lesson is not None and game.lesson.task is not None:
        return [game.lesson.task]
    try:
        given = await trio.to_thread.run_sync(hint, game.game, snapshot)
    except NoHint as error:
        return [str(error)]
    return [given.sentence]
