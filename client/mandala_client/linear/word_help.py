"""The meanings of the typed words at a table, at a question and after a game, and of an answer after a game."""

from __future__ import annotations

from typing import Any, Final, assert_never

from mandala_client.games.forecast_text import has_chances
from mandala_client.games.game_words import GameWords
from mandala_client.play.frontend import Next, Opponent
from mandala_client.text.language import _
from mandala_client.text.numbers import duration
from mandala_client.text.typed_words import (
    TypedWord,
    WordCondition,
    WordPlace,
    answer_of,
    named,
    spoken_word,
    with_number,
    words_at,
)
from mandala_client.ui.blocks.block_sentences import sentences_of
from mandala_client.ui.blocks.values import Topic

_ANSWERS: Final = (TypedWord.YES, TypedWord.SWAP, TypedWord.NO)
"""The words that answer whether to play again."""


def next_of(typed: str, number: int | None = None) -> Next | None:
    """The wish after a practice game: another one with yes, none with no, or the same set-up again.

    None for anything else. With a ``number`` another game is wanted only with this number behind the word.
    """
    word, _space, rest = typed.partition(" ")
    if named(word, {TypedWord.SWAP.spelling: True}):
        return Next.SAME_CARDS if rest.strip() == ("" if number is None else str(number)) else None
    match answer_of(typed, number):
        case None:
            return None
        case True:
            return Next.OTHER_CARDS
        case False:
            return Next.NOTHING


def help_lines(words: GameWords[Any], opponent: Opponent = Opponent.PERSON, grace: int = 0) -> list[str]:
    """The help of text mode: how moves of the game are typed, and the words, one line each.

    A game that is left stays open unless it is for practice; with a ``grace`` perhaps only for that number of seconds.
    """
    useful = [word for word in words_at(WordPlace.GAME) if _is_useful(word, words, opponent, grace)]
    meanings = Topic("", tuple((spoken_word(word), _meaning(word, words, opponent, grace)) for word in useful))
    return [_("Type a move, or one of the words below."), *words.how_to_type(), *sentences_of([meanings])]


def yes_or_no(question: str, number: int | None = None) -> str:
    """The question, and the words that answer it; ``number`` as for ``answer_of``."""
    yes, no = with_number(TypedWord.YES, number), spoken_word(TypedWord.NO)
    yes_or_no = _("Type “{yes}” or “{no}”.").format(yes=yes, no=no)
    return f"{question} {yes_or_no}"


def stands_alone(word: TypedWord) -> str:
    """Return the answer to a word with something after it that means nothing there."""
    return _("Nothing can follow “{word}”. Type it alone.").format(word=spoken_word(word))


def meanings_at_a_question(number: int | None = None) -> list[tuple[str, str]]:
    """The words that count where something is asked, and what each means there; ``number`` as for ``answer_of``."""
    return [_explained(word, WordPlace.QUESTION, number) for word in words_at(WordPlace.QUESTION)]


def meanings_after_a_game(opponent: Opponent, number: int | None, *, reviewable: bool) -> list[tuple[str, str]]:
    """The words that count where it is asked whether to play again, and what each means there.

    ``number`` is as for ``next_of``. ``reviewable``: what each move gave away can be told.
    """
    counts = {
        TypedWord.SWAP: opponent is Opponent.PRACTICE,
        TypedWord.REVIEW: reviewable,
        TypedWord.SAY: opponent is Opponent.PERSON,
    }
    words = [word for word in words_at(WordPlace.AFTER_GAME) if counts.get(word, True)]
    return [_explained(word, WordPlace.AFTER_GAME, number) for word in words]


def help_between_games(opponent: Opponent) -> list[str]:
    """The words that count while the other player has not said whether to play again; the rest is for the next game."""
    words = [word for word in words_at(WordPlace.AFTER_GAME) if word not in _ANSWERS and word is not TypedWord.REVIEW]
    told = [word for word in words if word is not TypedWord.SAY or opponent is Opponent.PERSON]
    meanings = Topic("", tuple(_explained(word, WordPlace.AFTER_GAME, None) for word in told))
    return [*sentences_of([meanings]), _("All other lines are kept for the next game.")]


def _explained(word: TypedWord, where: WordPlace, number: int | None) -> tuple[str, str]:
    agrees = word in (TypedWord.YES, TypedWord.SWAP)
    return with_number(word, number if agrees else None), word.meaning(where)


def _is_useful(word: TypedWord, words: GameWords[Any], opponent: Opponent, grace: int) -> bool:
    """Return whether the word does something in this game against this kind of opponent, or says why not."""
    match word.needs:
        case WordCondition.NOTHING:
            return True
        case WordCondition.HIDDEN_CARDS:
            return words.about_hand() is not None
        case WordCondition.PART:
            return word in words.parts()
        case WordCondition.PERSON:
            return opponent is Opponent.PERSON
        case WordCondition.GRACE:
            return grace > 0
        case WordCondition.KEPT_GAME:
            return opponent is not Opponent.PRACTICE
        case WordCondition.CHANCES:
            return has_chances(words.rules)
        case needs:
            assert_never(needs)


def _meaning(word: TypedWord, words: GameWords[Any], opponent: Opponent, grace: int) -> str:
    """The meaning of a word during a game: the game names its own cards, and two words mean less if it is not kept."""
    match word:
        case TypedWord.HAND:
            return words.about_hand() or word.meaning(WordPlace.GAME)
        case TypedWord.HINT if not has_chances(words.rules):
            return _("suggest a move; only against a bot")
        case TypedWord.END if opponent is Opponent.PRACTICE:
            return _("end the game now and score it")
        case TypedWord.LEAVE if opponent is Opponent.PRACTICE:
            return _("leave; the game is not kept")
        case TypedWord.LEAVE if grace:
            perhaps = _("leave; the game stays open, but may count as abandoned after {time}")
            return perhaps.format(time=duration(grace))
        case _:
            return word.meaning(WordPlace.GAME)
