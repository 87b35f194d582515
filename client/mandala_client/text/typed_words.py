"""The words that can be typed in text mode, in the spoken language and always in English too.

``TypedWord`` is the table: how each word is spelled, where it counts, and what it means there.
"""

from __future__ import annotations

import enum
import re
import unicodedata
from collections.abc import Mapping, Sequence
from functools import cache, lru_cache
from typing import Final, TypeVar

from attrs import frozen

from mandala_client.text.language import InContext, label, label_in_letters, pgettext
from mandala_client.text.spelling import spelled
from mandala_protocol.sentence import N_

T = TypeVar("T")


class WordPlace(enum.Flag):
    """The places at which a word counts."""

    GAME = enum.auto()
    LOBBY = enum.auto()
    CHOICES = enum.auto()
    """The pages of the lobby with the choices before a game."""
    QUESTION = enum.auto()
    AFTER_GAME = enum.auto()


GAME, LOBBY, CHOICES, QUESTION, AFTER_GAME = WordPlace


class WordCondition(enum.Enum):
    """The condition under which a word is of use in a game."""

    NOTHING = enum.auto()
    HIDDEN_CARDS = enum.auto()
    PART = enum.auto()
    """The game has the part of the table that the word names."""
    PERSON = enum.auto()
    GRACE = enum.auto()
    KEPT_GAME = enum.auto()
    CHANCES = enum.auto()


@frozen(eq=False)
class Word:
    """A row of the table.

    ``meanings``: what the word means at each place where it counts. ``also``: other ways to type it in any language.
    ``followed``: the places where something can follow it on its line.
    """

    spelling: InContext
    meanings: Mapping[WordPlace, str]
    needs: WordCondition = WordCondition.NOTHING
    also: Sequence[str] = ()
    followed: WordPlace | None = None


class TypedWord(enum.Enum):
    """The words, in the order in which they are listed."""

    YES = Word(
        InContext("typed word", "yes"),
        {
            GAME: N_("agree to what the other player offers"),
            QUESTION: N_("say yes to the question"),
            AFTER_GAME: N_("play again"),
        },
        WordCondition.KEPT_GAME,
    )
    SWAP = Word(
        InContext("typed word", "swap"), {AFTER_GAME: N_("play again with the same set-up and the seats swapped")}
    )
    NO = Word(
        InContext("typed word", "no"),
        {
            GAME: N_("decline an offer, or take back your own"),
            QUESTION: N_("say no to the question"),
            AFTER_GAME: N_("stop playing"),
        },
        WordCondition.KEPT_GAME,
        also=("n",),
    )
    START = Word(InContext("typed word", "start"), {CHOICES: N_("begin with these choices")})
    GAMES = Word(InContext("typed word", "games"), {LOBBY: N_("list the games on your network")}, also=("list",))
    JOIN = Word(InContext("typed word", "join"), {LOBBY: N_("join a game: add its number or address")}, followed=LOBBY)
    HOST = Word(
        InContext("typed word", "host"), {LOBBY: N_("open a game and wait for someone to join")}, followed=LOBBY
    )
    LEARN = Word(InContext("typed word", "learn"), {LOBBY: N_("learn the game by playing a lesson")}, followed=LOBBY)
    ALONE = Word(
        InContext("typed word", "alone"),
        {LOBBY: N_("play against a bot, also for practice")},
        also=("play",),
        followed=LOBBY,
    )
    OPEN = Word(
        InContext("typed word", "open"),
        {LOBBY: N_("list your open games; to resume one, add its number")},
        also=("resume", "fortsetzen", "hervatten"),
        followed=LOBBY,
    )
    PAST = Word(
        InContext("typed word", "past"),
        {LOBBY: N_("list your past games; to replay one, add its number")},
        also=("history", "replay"),
        followed=LOBBY,
    )
    TABLE = Word(InContext("typed word", "table"), {GAME | AFTER_GAME: N_("show the whole position")})
    LEFT = Word(InContext("typed word", "left"), {GAME: N_("show the left mandala alone")}, WordCondition.PART)
    RIGHT = Word(InContext("typed word", "right"), {GAME: N_("show the right mandala alone")}, WordCondition.PART)
    FIELD = Word(
        InContext("typed word", "field"),
        {GAME: N_("show a field and those next to it: add its number")},
        WordCondition.PART,
        followed=GAME,
    )
    GROUPS = Word(InContext("typed word", "groups"), {GAME: N_("show the groups")}, WordCondition.PART)
    BOWL = Word(InContext("typed word", "bowl"), {GAME: N_("show the tiles in the bowls")}, WordCondition.PART)
    HAND = Word(InContext("typed word", "hand"), {GAME: N_("show your cards")}, WordCondition.HIDDEN_CARDS)
    MOVES = Word(
        InContext("typed word", "moves"),
        {GAME: N_("list the moves you can make now, and what each brings; to choose, add how they begin")},
        followed=GAME,
    )
    SCORE = Word(
        InContext("typed word", "score"),
        {
            GAME: N_("show the live score, unless one of you has turned it off"),
            AFTER_GAME: N_("show the points of the game again"),
        },
    )
    REPEAT = Word(
        InContext("typed word", "repeat"), {GAME | AFTER_GAME: N_("repeat the last sentences")}, also=("again",)
    )
    LOG = Word(InContext("typed word", "log"), {GAME | AFTER_GAME: N_("show the last events again")})
    REVIEW = Word(
        InContext("typed word", "review"),
        {
            GAME: N_("review the game, once it is over"),
            LOBBY: N_("review a past game: add its number"),
            AFTER_GAME: N_("review the game"),
        },
        followed=LOBBY,
    )
    STATISTICS = Word(
        InContext("typed word", "statistics"),
        {
            LOBBY: N_("show your results so far"),
            AFTER_GAME: N_("show the statistics of the game"),
        },
        also=("stats",),
    )
    RULES = Word(InContext("typed word", "rules"), {GAME | LOBBY: N_("read the rules of the game")}, followed=LOBBY)
    RULE = Word(
        InContext("typed word", "rule"),
        {GAME: N_("read one rule: add its number, such as the one behind a refusal")},
        followed=GAME,
    )
    AID = Word(
        InContext("typed word", "aid"), {GAME | LOBBY: N_("read the player aid: the rules in short")}, followed=LOBBY
    )
    SETTINGS = Word(InContext("typed word", "settings"), {LOBBY: N_("show and change the settings")}, followed=LOBBY)
    LANGUAGE = Word(
        InContext("typed word", "language"), {LOBBY: N_("choose the language: add its name")}, followed=LOBBY
    )
    WHOAMI = Word(InContext("typed word", "whoami"), {LOBBY: N_("show your name and your key")})
    HINT = Word(InContext("typed word", "hint"), {GAME: N_("suggest a move and say why; only against a bot")})
    CHANCE = Word(
        InContext("typed word", "chance"),
        {GAME: N_("show your chance to win; only in a practice game")},
        WordCondition.CHANCES,
    )
    UNDO = Word(InContext("typed word", "undo"), {GAME: N_("take your last move back; only in a practice game")})
    SAY = Word(
        InContext("typed word", "say"),
        {GAME | AFTER_GAME: N_("chat with the other player: add your text")},
        WordCondition.PERSON,
        followed=GAME | AFTER_GAME,
    )
    MUTE = Word(InContext("typed word", "mute"), {GAME: N_("hide the chat")}, WordCondition.PERSON)
    UNMUTE = Word(InContext("typed word", "unmute"), {GAME: N_("show the chat again")}, WordCondition.PERSON)
    WORDS = Word(InContext("typed word", "words"), {GAME: N_("show the authentication words")}, WordCondition.PERSON)
    END = Word(InContext("typed word", "end"), {GAME: N_("offer to end the game now and score it, or agree to end it")})
    ADJOURN = Word(
        InContext("typed word", "adjourn"),
        {GAME: N_("offer to adjourn the game, or agree to adjourn")},
        WordCondition.KEPT_GAME,
    )
    DECLINE = Word(
        InContext("typed word", "decline"), {GAME: N_("decline the offer and play on")}, WordCondition.KEPT_GAME
    )
    RESIGN = Word(InContext("typed word", "resign"), {GAME: N_("resign")})
    ABANDON = Word(
        InContext("typed word", "abandon"),
        {GAME: N_("call the game abandoned, if the other player stays away too long")},
        WordCondition.GRACE,
    )
    HELP = Word(
        InContext("typed word", "help"),
        {GAME: N_("show this help again"), LOBBY: N_("show this help")},
        also=("?", "h"),
    )
    BACK = Word(InContext("typed word", "back"), {LOBBY: N_("leave the choices or settings")})
    LEAVE = Word(
        InContext("typed word", "leave"),
        {
            GAME: N_("leave; you can resume later"),
            LOBBY: N_("leave the program"),
            QUESTION: N_("say no, and leave"),
            AFTER_GAME: N_("stop playing"),
        },
        also=("quit", "exit", "q"),
    )

    @property
    def spelling(self) -> InContext:
        """The word as the catalogues spell it in each language."""
        return self.value.spelling

    @property
    def english(self) -> str:
        """The English word."""
        return self.spelling.message

    @property
    def needs(self) -> WordCondition:
        """The condition under which the word is of use in a game."""
        return self.value.needs

    def counts(self, where: WordPlace) -> bool:
        """Return whether the word means something at this place."""
        return any(where in places for places in self.value.meanings)

    def can_be_followed(self, where: WordPlace) -> bool:
        """Return whether something can follow the word on its line at this place."""
        return self.value.followed is not None and where in self.value.followed

    def meaning(self, where: WordPlace) -> str:
        """The meaning of the word at a place where it counts."""
        return label(next(text for places, text in self.value.meanings.items() if where in places))


_REMEMBERED: Final = 1024
"""The texts whose spellings are kept, as each typed line is compared with all words."""

_OTHER_NAMES: Final = {name: word.english for word in TypedWord for name in word.value.also}


@cache
def words_at(where: WordPlace) -> tuple[TypedWord, ...]:
    """The words that count at this place."""
    return tuple(word for word in TypedWord if word.counts(where))


def word_of(typed: str, where: WordPlace = WordPlace.GAME) -> TypedWord | None:
    """The word that was typed, in upper or lower case, with or without accents or a colon before it."""
    return named(typed, {word.spelling: word for word in words_at(where)})


def named(typed: str, things: Mapping[InContext, T]) -> T | None:
    """The thing whose word is typed: as it is spoken, else by another name of it, else in English."""
    typed = typed.removeprefix(":")
    for spelling, thing in things.items():
        if is_spelled(typed, label_in_letters(spelling)):
            return thing
    wanted = _OTHER_NAMES.get(_bare(typed), _bare(typed))
    return next((thing for spelling, thing in things.items() if spelling.message == wanted), None)


def spoken_word(word: TypedWord) -> str:
    """The word in the spoken language."""
    return label(word.spelling)


def is_spelled(typed: str, *words: str) -> bool:
    """Return whether one of these words was typed, in upper or lower case, with or without accents."""
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
    for answer, of in ((True, TypedWord.YES), (False, TypedWord.NO)):
        for word in map(_bare, (spoken_word(of), of.english)):
            if wanted in (word, word[:1]):
                return answer
    return None


def whole_answer_of(typed: str) -> bool | None:
    """Yes by the whole word alone, and no also by its first letter; None for anything else.

    It is for what can be answered where a move can be typed: a letter that means a move agrees to nothing.
    """
    word = word_of(typed, WordPlace.QUESTION)
    return word is TypedWord.YES if word in (TypedWord.YES, TypedWord.NO) else None


def answer_begun(typed: str) -> TypedWord | None:
    """The answer whose word begins with these letters, in the spoken language or English; None if there is none."""
    begun = _bare(typed)
    for word in (TypedWord.YES, TypedWord.NO):
        if any(_bare(whole).startswith(begun) for whole in (spoken_word(word), word.english)):
            return word
    return None


def with_number(word: TypedWord, number: int | None) -> str:
    """A word as it is to be typed: with this number behind it, if there is one."""
    return spoken_word(word) if number is None else f"{spoken_word(word)} {number}"


# Values behind a word.


def value_meant(typed: str, values: Sequence[str]) -> int | None:
    """The place of the value that is typed, whole or by some of its words; None if it is none, or could be several.

    Yes and no, also in English, mean the two values of a switch, one of which is called "no".
    """
    for place, value in enumerate(values):
        if is_spelled(typed, value):
            return place
    wanted = _parts(typed)
    alike = [place for place, value in enumerate(values) if wanted and _has(_parts(value), wanted)]
    if len(alike) == 1:
        return alike[0]
    return _switched(typed, values)


def _switched(typed: str, values: Sequence[str]) -> int | None:
    answer = answer_of(typed)
    off = [place for place, value in enumerate(values) if is_spelled(value, spoken_word(TypedWord.NO))]
    if answer is None or len(values) != 2 or len(off) != 1:
        return None
    return 1 - off[0] if answer else off[0]


def _parts(text: str) -> list[str]:
    return re.findall(r"\w+", text)


def _has(words: Sequence[str], wanted: Sequence[str]) -> bool:
    """Return whether these words stand side by side among the others."""
    return any(
        all(is_spelled(wanted_word, word) for wanted_word, word in zip(wanted, words[start:], strict=False))
        for start in range(len(words) - len(wanted) + 1)
    )


@lru_cache(_REMEMBERED)
def _spellings(text: str) -> frozenset[str]:
    """The text without accents, and as it is spelled without umlauts: someone may type "zuruck" or "zurueck"."""
    return frozenset({_bare(text), _bare(spelled(text))})


def _bare(text: str) -> str:
    """The text in lower case and without accents, which are hard to type on some keyboards."""
    folded = text.casefold()
    if folded.isascii():
        return folded
    return "".join(sign for sign in unicodedata.normalize("NFKD", folded) if not unicodedata.combining(sign))


def yes_letter() -> str:
    """The letter that means yes in the spoken language; the English one is always understood."""
    return pgettext("the letter for yes", "y")


def no_letter() -> str:
    """The letter that means no in the spoken language; the English one is always understood."""
    return pgettext("the letter for no", "n")


def is_yes(letter: str) -> bool:
    """Return whether this letter, in lower case, means yes."""
    return letter in ("y", yes_letter())


def is_no(letter: str) -> bool:
    """Return whether this letter, in lower case, means no."""
    return letter in ("n", no_letter())
