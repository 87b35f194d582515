"""The meanings of the typed words at a table, at a question and after a game, and of an answer after a game."""

from __future__ import annotations

from typing import Any, assert_never

from mandala_client.games.game_words import GameWords
from mandala_client.play.frontend import Company, Next
from mandala_client.text.duration import duration
from mandala_client.text.language import _
from mandala_client.text.typed_words import (
    Needs,
    TypedWord,
    Where,
    answer_of,
    named,
    spoken_word,
    with_number,
    words_at,
)
from mandala_client.ui.blocks.block_sentences import sentences_of
from mandala_client.ui.blocks.values import Topic


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


def help_lines(words: GameWords[Any], company: Company = Company.PERSON, grace: int = 0) -> list[str]:
    """The help of text mode: how moves of the game are typed, and the words: one line each.

    A game that is left stays open unless it is for practice; with a ``grace`` perhaps only for so many seconds.
    """
    useful = [word for word in words_at(Where.GAME) if _is_useful(word, words, company, grace)]
    meanings = Topic("", tuple((spoken_word(word), _meaning(word, words, company, grace)) for word in useful))
    return [_("Type a move, or one of the words below."), *words.how_to_type(), *sentences_of([meanings])]


def yes_or_no(question: str, number: int | None = None) -> str:
    """The question, and the words that answer it; ``number`` as for ``answer_of``."""
    yes, no = with_number(TypedWord.YES, number), spoken_word(TypedWord.NO)
    yes_or_no = _("Type “{yes}” or “{no}”.").format(yes=yes, no=no)
    return f"{question} {yes_or_no}"


def meanings_at_a_question(number: int | None = None) -> list[tuple[str, str]]:
    """The words that count where something is asked, and what each means there; ``number`` as for ``answer_of``."""
    return [_explained(word, Where.QUESTION, number) for word in words_at(Where.QUESTION)]


def meanings_after_a_game(company: Company, number: int | None, *, reviewable: bool) -> list[tuple[str, str]]:
    """The words that count where it is asked whether to play again, and what each means there.

    ``number`` is as for ``next_of``. ``reviewable``: what each move gave away can be told.
    """
    counts = {
        TypedWord.SWAP: company is Company.PRACTICE,
        TypedWord.REVIEW: reviewable,
        TypedWord.SAY: company is Company.PERSON,
    }
    words = [word for word in words_at(Where.AFTER_GAME) if counts.get(word, True)]
    return [_explained(word, Where.AFTER_GAME, number) for word in words]


def _explained(word: TypedWord, where: Where, number: int | None) -> tuple[str, str]:
    agrees = word in (TypedWord.YES, TypedWord.SWAP)
    return with_number(word, number if agrees else None), word.meaning(where)


def _is_useful(word: TypedWord, words: GameWords[Any], company: Company, grace: int) -> bool:
    """Return whether the word does something in this game in this company, or says why not."""
    match word.needs:
        case Needs.NOTHING:
            return True
        case Needs.HIDDEN_CARDS:
            return words.about_hand() is not None
        case Needs.PERSON:
            return company is Company.PERSON
        case Needs.GRACE:
            return grace > 0
        case Needs.KEPT_GAME:
            return company is not Company.PRACTICE
        case needs:
            assert_never(needs)


def _meaning(word: TypedWord, words: GameWords[Any], company: Company, grace: int) -> str:
    """The meaning of a word during a game: the game names its own cards, and two words mean less if it is not kept."""
    match word:
        case TypedWord.HAND:
            return words.about_hand() or word.meaning(Where.GAME)
        case TypedWord.END if company is Company.PRACTICE:
            return _("end the game now and score it")
        case TypedWord.LEAVE if company is Company.PRACTICE:
            return _("leave; the game is not kept")
        case TypedWord.LEAVE if grace:
            perhaps = _("leave; the game stays open, but may count as abandoned after {time}")
            return perhaps.format(time=duration(grace))
        case _:
            return word.meaning(Where.GAME)
