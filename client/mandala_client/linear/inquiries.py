"""Answers in text mode to typed words that only ask for information."""

from __future__ import annotations

from typing import Any, Final

import trio

from mandala_client.games.forecast_text import only_in_practice, own_chance
from mandala_client.games.game_ui import Book, booklet
from mandala_client.games.game_words import Hint, listed_moves
from mandala_client.linear.voice import Voice
from mandala_client.linear.word_help import help_lines
from mandala_client.play.frontend import Opponent
from mandala_client.sentences import status_text
from mandala_client.table.consulting import answer_to as answer_of_teacher
from mandala_client.table.table_model import Inquiry, TableModel, TeacherRequest
from mandala_client.text.language import _
from mandala_client.text.typed_words import TypedWord, WordCondition, spoken_word
from mandala_client.ui.blocks.block_sentences import sentences_of
from mandala_net.bots.forecast import Forecast
from mandala_protocol.conversation.snapshot import Pending, Snapshot

_ABOUT_THE_TABLE: Final = frozenset(
    {TypedWord.TABLE, TypedWord.HAND, TypedWord.MOVES, TypedWord.SCORE, TypedWord.WORDS}
    | {word for word in TypedWord if word.needs is WordCondition.PART}
)
"""The words that ask how it stands at the table."""

ONLY_ASK: Final = _ABOUT_THE_TABLE | {
    TypedWord.REPEAT,
    TypedWord.LOG,
    TypedWord.RULES,
    TypedWord.RULE,
    TypedWord.AID,
    TypedWord.HINT,
    TypedWord.CHANCE,
}
"""The words that only ask for something to read; they are answered also while another question is open."""

ASKED_AFTER_GAME: Final = frozenset(
    {TypedWord.TABLE, TypedWord.SCORE, TypedWord.REPEAT, TypedWord.LOG, TypedWord.STATISTICS}
)
"""The words that ask for something to read about a game that is over."""


async def answer_to(word: TypedWord, rest: str, model: TableModel, voice: Voice) -> list[str]:
    """The sentences that answer this word at the table; the last things are those of the voice.

    ``rest``: the text after the word.
    """
    match word:
        case TypedWord.HELP:
            grace = 0 if model.snapshot is None else model.snapshot.grace
            return help_lines(model.game.words, model.opponent, grace)
        case TypedWord.RULES | TypedWord.AID:
            from mandala_client.sentences.book_sentences import asked_book

            return asked_book(model.game, word)
        case TypedWord.RULE:
            from mandala_client.sentences.book_sentences import rule_sentences

            return rule_sentences(booklet(model.game, Book.RULES), rest)
        case TypedWord.LOG:
            return voice.lately()
        case TypedWord.REPEAT:
            return voice.said_last()
        case _ if word in _ABOUT_THE_TABLE:
            return _shown(word, rest, model)
        case TypedWord.CHANCE:
            return [await _chance(model)]
        case TypedWord.REVIEW:
            return [_("You can review the game once it is over.")]
        case _:
            raise AssertionError(f"{word.english} asks for something to be done")


def answer_after_game(word: TypedWord, model: TableModel, voice: Voice) -> list[str]:
    """The sentences that answer one of the words ``ASKED_AFTER_GAME``."""
    match word:
        case TypedWord.LOG:
            return voice.lately()
        case TypedWord.REPEAT:
            return voice.said_last()
        case TypedWord.STATISTICS:
            return statistics_of(model) or [_("Nothing was counted in this game.")]
        case _:
            return _shown(word, "", model)


def statistics_of(model: TableModel) -> list[str]:
    """The counts of a game that is over, in sentences; none if nothing was played in it."""
    snapshot, words = model.snapshot, model.game.words
    if snapshot is None or words.game_over(snapshot) is None:
        return []
    return sentences_of(words.statistics(snapshot)) if snapshot.has_moves else []  # else nothing but noughts


def _shown(word: TypedWord, rest: str, model: TableModel) -> list[str]:
    snapshot, words = model.snapshot, model.game.words
    if snapshot is None or snapshot.view is None or not words.is_laid(snapshot.view.state):
        return [_("The cards have not been dealt yet.")]
    match word:
        case TypedWord.TABLE:
            return words.table(snapshot)
        case _ if word.needs is WordCondition.PART:
            if word not in words.parts():
                return [_("In this game, “{word}” shows nothing.").format(word=spoken_word(word))]
            return words.part(snapshot, word, rest)
        case TypedWord.HAND:
            return words.hand(snapshot) or [_("In this game there are no hidden cards.")]
        case TypedWord.MOVES:
            return listed_moves(words, snapshot, model.game.rules.legal_moves(snapshot.view), rest)
        case TypedWord.SCORE if words.game_over(snapshot) is not None:
            return sentences_of(words.score(snapshot))
        case TypedWord.SCORE if snapshot.live_score:
            return [words.points_now(snapshot)]
        case TypedWord.SCORE:
            return [_("The live score is shown only if neither player has turned it off in their settings.")]
        case _ if snapshot.words is None:
            return [_("This game has no authentication words.")]
        case _:
            return [status_text.words(snapshot.words)]


async def _chance(model: TableModel) -> str:
    if model.opponent is not Opponent.PRACTICE:
        return only_in_practice()
    if model.snapshot is None:
        return _("The cards have not been dealt yet.")
    return await trio.to_thread.run_sync(told_chance, model, model.snapshot)


async def hint_for(model: TableModel) -> Hint[Any] | str:
    """A good move in this position and why, or the sentence that says why there is none."""
    if model.opponent is Opponent.PERSON:
        return _("You get hints only against a bot.")
    if model.snapshot is None or model.snapshot.pending is not Pending.MOVE:
        return _("You get a hint only on your turn.")
    if model.task is not None:
        return model.task
    inquiry = Inquiry(TeacherRequest.HINT, model.game, model.snapshot, model.draft)
    found = await trio.to_thread.run_sync(answer_of_teacher, inquiry)
    assert not isinstance(found, Forecast), "a hint was asked for"
    return found


def told_chance(model: TableModel, snapshot: Snapshot) -> str:
    """Our chance to win in a sentence, or why it is unknown. The teacher thinks long: this is called in a thread."""
    found = answer_of_teacher(Inquiry(TeacherRequest.CHANCE, model.game, snapshot, model.draft))
    assert not isinstance(found, Hint), "a chance was asked for"
    return own_chance(found) if isinstance(found, Forecast) else found
