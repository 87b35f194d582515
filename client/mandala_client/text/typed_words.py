"""The words that can be typed in the linear form, in the spoken language and always in English too."""

from __future__ import annotations

import enum
import unicodedata
from collections.abc import Callable, Iterable, Mapping
from typing import Final, TypeVar, assert_never

from mandala_client.games.mandala.event_text import colour_name
from mandala_client.play.frontend import Company, Next
from mandala_client.text.duration import duration
from mandala_client.text.language import _, pgettext
from mandala_client.text.spelling import spelled
from mandala_protocol.games.mandala import COLOURS

WordT = TypeVar("WordT", bound=enum.Enum)


class TypedWord(enum.Enum):
    """Something to ask for; the values are the English words."""

    TABLE = "table"
    HAND = "hand"
    MOVES = "moves"
    SCORE = "score"
    LOG = "log"
    RULES = "rules"
    AID = "aid"
    HINT = "hint"
    REVIEW = "review"
    UNDO = "undo"
    SAY = "say"
    MUTE = "mute"
    UNMUTE = "unmute"
    WORDS = "words"
    END = "end"
    ADJOURN = "adjourn"
    DECLINE = "decline"
    RESIGN = "resign"
    LEAVE = "leave"
    HELP = "help"


_ALSO: Final = {
    "?": TypedWord.HELP,
    "h": TypedWord.HELP,
    "quit": TypedWord.LEAVE,
    "exit": TypedWord.LEAVE,
    "q": TypedWord.LEAVE,
}
"""Other ways to say it, in any language."""


def word_of(typed: str) -> TypedWord | None:
    """What a typed word asks for, in upper or lower case, with or without accents or a colon before it."""
    return among(typed.removeprefix(":"), TypedWord, spoken_word, _ALSO)


def among(
    typed: str, words: Iterable[WordT], spoken: Callable[[WordT], str], also: Mapping[str, WordT]
) -> WordT | None:
    """Which of these words is typed: as it is ``spoken``, else in one of the ways ``also``, else by its English value.

    Upper and lower case and accents make no difference.
    """
    words, wanted = tuple(words), _bare(typed)
    for word in words:
        if is_spelled(typed, spoken(word)):
            return word
    if wanted in also:
        return also[wanted]
    return next((word for word in words if wanted == word.value), None)


def is_spelled(typed: str, *words: str) -> bool:
    """Whether one of these words was typed, in upper or lower case, with or without accents."""
    return any(not _spellings(typed).isdisjoint(_spellings(word)) for word in words)


def answer_of(typed: str, number: int | None = None) -> bool | None:
    """Yes or no, in the spoken language or English, whole or by its first letter; None for anything else.

    With a ``number`` only "yes" with this number behind it is yes.
    """
    if number is not None:
        word, _space, rest = typed.partition(" ")
        answer = answer_of(word)
        return answer if rest.strip() == (str(number) if answer else "") else None
    wanted = _bare(typed)
    for answer, words in ((True, (spoken_yes(), "yes")), (False, (spoken_no(), "no"))):
        for word in map(_bare, words):
            if wanted in (word, word[:1]):
                return answer
    return None


def next_of(typed: str, number: int | None = None) -> Next | None:
    """What is wanted after a game for practice: another one with yes, none with no, or the same cards again.

    None for anything else. With a ``number`` another game is wanted only with this number behind the word.
    """
    word, _space, rest = typed.partition(" ")
    if is_spelled(word, spoken_swap(), "swap"):
        return Next.SAME_CARDS if rest.strip() == ("" if number is None else str(number)) else None
    match answer_of(typed, number):
        case None:
            return None
        case True:
            return Next.OTHER_CARDS
        case False:
            return Next.NOTHING


def with_number(word: str, number: int | None) -> str:
    """A word as it is to be typed: with this number behind it, if there is one."""
    return word if number is None else f"{word} {number}"


def spoken_yes() -> str:
    """The word for yes."""
    return pgettext("typed word", "yes")


def spoken_no() -> str:
    """The word for no."""
    return pgettext("typed word", "no")


def spoken_swap() -> str:
    """The word that asks for the same cards with the seats swapped."""
    return pgettext("typed word", "swap")


def spoken_word(word: TypedWord) -> str:
    """The word in the spoken language."""
    match word:
        case TypedWord.TABLE:
            return pgettext("typed word", "table")
        case TypedWord.HAND:
            return pgettext("typed word", "hand")
        case TypedWord.MOVES:
            return pgettext("typed word", "moves")
        case TypedWord.SCORE:
            return pgettext("typed word", "score")
        case TypedWord.LOG:
            return pgettext("typed word", "log")
        case TypedWord.RULES:
            return pgettext("typed word", "rules")
        case TypedWord.AID:
            return pgettext("typed word", "aid")
        case TypedWord.HINT:
            return pgettext("typed word", "hint")
        case TypedWord.REVIEW:
            return pgettext("typed word", "review")
        case TypedWord.UNDO:
            return pgettext("typed word", "undo")
        case TypedWord.SAY:
            return pgettext("typed word", "say")
        case TypedWord.MUTE:
            return pgettext("typed word", "mute")
        case TypedWord.UNMUTE:
            return pgettext("typed word", "unmute")
        case TypedWord.WORDS:
            return pgettext("typed word", "words")
        case TypedWord.END:
            return pgettext("typed word", "end")
        case TypedWord.ADJOURN:
            return pgettext("typed word", "adjourn")
        case TypedWord.DECLINE:
            return pgettext("typed word", "decline")
        case TypedWord.RESIGN:
            return pgettext("typed word", "resign")
        case TypedWord.LEAVE:
            return pgettext("typed word", "leave")
        case TypedWord.HELP:
            return pgettext("typed word", "help")
        case _:
            assert_never(word)


def _meaning(word: TypedWord, *, kept: bool, grace: int) -> str:
    match word:
        case TypedWord.TABLE:
            return _("show the whole position")
        case TypedWord.HAND:
            return _("show your hand and cup")
        case TypedWord.MOVES:
            return _("list the moves you can make now")
        case TypedWord.SCORE:
            return _("show the live score, if both players have chosen it")
        case TypedWord.LOG:
            return _("show the last events again")
        case TypedWord.RULES:
            return _("read the rules of the game")
        case TypedWord.AID:
            return _("read the player aid: the rules in short")
        case TypedWord.HINT:
            return _("suggest a move and say why; only against a bot")
        case TypedWord.REVIEW:
            return _("review the game, once it is over")
        case TypedWord.UNDO:
            return _("take your last move back; only in a practice game")
        case TypedWord.SAY:
            return _("chat with the other player: add your text")
        case TypedWord.MUTE:
            return _("hide the chat")
        case TypedWord.UNMUTE:
            return _("show the chat again")
        case TypedWord.WORDS:
            return _("show the authentication words")
        case TypedWord.END if not kept:
            return _("end the game now and score it")
        case TypedWord.END:
            return _("offer to end the game now and score it, or agree to end it")
        case TypedWord.ADJOURN:
            return _("offer to adjourn the game, or agree to adjourn")
        case TypedWord.DECLINE:
            return _("decline the offer and play on")
        case TypedWord.RESIGN:
            return _("resign")
        case TypedWord.LEAVE if kept and grace:
            perhaps = _("leave; the game stays open, but may count as abandoned after {time}")
            return perhaps.format(time=duration(grace))
        case TypedWord.LEAVE if kept:
            return _("leave; you can resume later")
        case TypedWord.LEAVE:
            return _("leave; the game is not kept")
        case TypedWord.HELP:
            return _("show this help again")
        case _:
            assert_never(word)


_FOR_PEOPLE: Final = frozenset({TypedWord.SAY, TypedWord.MUTE, TypedWord.UNMUTE, TypedWord.WORDS})
"""What a bot has no use for."""

_FOR_KEPT_GAMES: Final = frozenset({TypedWord.ADJOURN, TypedWord.DECLINE})


def words_with(company: Company) -> list[TypedWord]:
    """The words that do something in a game in this company, or say why not."""
    match company:
        case Company.PERSON:
            useless: frozenset[TypedWord] = frozenset()
        case Company.BOT:
            useless = _FOR_PEOPLE
        case Company.PRACTICE:
            useless = _FOR_PEOPLE | _FOR_KEPT_GAMES
        case _:
            assert_never(company)
    return [word for word in TypedWord if word not in useless]


def help_lines(company: Company = Company.PERSON, grace: int = 0) -> list[str]:
    """How moves are typed, which words there are, and the letters of the colours: one line each.

    A game that is left stays open unless it is for practice; with a ``grace`` perhaps only for so many seconds.
    """
    kept = company is not Company.PRACTICE
    letters = ", ".join(f"{colour.letter} {colour_name(colour)}" for colour in COLOURS)
    return [
        _("Type a move, or one of the words below."),
        _("ALo: one orange card to the left mountain, then draw."),
        _("BRr2: two red cards to your right field."),
        _("Ck1: discard one black card, then draw as many."),
        _("Kg: take green from a completed mandala."),
        _("The letters of the colours: {letters}.").format(letters=letters),
        *(
            _("{word}: {meaning}.").format(word=spoken_word(word), meaning=_meaning(word, kept=kept, grace=grace))
            for word in words_with(company)
        ),
    ]


def meanings_at_a_question(number: int | None = None) -> list[tuple[str, str]]:
    """The words that count where something is asked, and what each means there; ``number`` as for ``answer_of``."""
    return [
        (with_number(spoken_yes(), number), _("say yes to the question")),
        (spoken_no(), _("say no to the question")),
        (spoken_word(TypedWord.LEAVE), _("say no, and leave")),
    ]


def meanings_after_a_game(company: Company, number: int | None, *, reviewable: bool) -> list[tuple[str, str]]:
    """The words that count where it is asked whether to play again, and what each means there.

    ``number`` is as for ``next_of``. ``reviewable``: what each move gave away can be told.
    """
    swap = (with_number(spoken_swap(), number), _("play again with the same cards and the seats swapped"))
    review = (spoken_word(TypedWord.REVIEW), _("review the game"))
    say = (spoken_word(TypedWord.SAY), _("chat with the other player: add your text"))
    return [
        (with_number(spoken_yes(), number), _("play again")),
        *([swap] if company is Company.PRACTICE else []),
        (spoken_no(), _("stop playing")),
        *([review] if reviewable else []),
        *([say] if company is Company.PERSON else []),
        (spoken_word(TypedWord.LEAVE), _("stop playing")),
    ]


def _spellings(text: str) -> frozenset[str]:
    """The text without accents, and as it is spelled without umlauts: somebody may type "zuruck" or "zurueck"."""
    return frozenset({_bare(text), _bare(spelled(text))})


def _bare(text: str) -> str:
    """The text in lower case and without accents, which are hard to type on some keyboards."""
    return "".join(one for one in unicodedata.normalize("NFKD", text.casefold()) if not unicodedata.combining(one))
