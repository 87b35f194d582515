"""The words that can be typed in the lobby's linear form, in the spoken language and always in English too."""

from __future__ import annotations

import enum
import re
from collections.abc import Mapping, Sequence
from typing import Final, TypeAlias, assert_never

from mandala_client.screens.lobby.entries import AloneLine, HostLine, SettingLine
from mandala_client.screens.lobby.lobby_model import LobbyPage
from mandala_client.text.language import _, pgettext
from mandala_client.text.typed_words import TypedWord, among, answer_of, is_spelled, spoken_no, spoken_word


class LobbyWord(enum.Enum):
    """Something to ask for on every page; the values are the English words."""

    GAMES = "games"
    JOIN = "join"
    HOST = "host"
    ALONE = "alone"
    OPEN = "open"
    PAST = "past"
    REVIEW = "review"
    STATISTICS = "statistics"
    RULES = "rules"
    AID = "aid"
    SETTINGS = "settings"
    LANGUAGE = "language"
    WHOAMI = "whoami"
    HELP = "help"
    BACK = "back"
    LEAVE = "leave"


class LineWord(enum.Enum):
    """An entry of one page; the values are the English words."""

    START = "start"
    FIRST = "first"
    STRANGERS = "strangers"
    GRACE = "grace"
    SCORE = "score"
    BOT = "bot"
    PRACTICE = "practice"
    NAME = "name"
    THEME = "theme"
    COLOURS = "colours"
    ASCII = "ascii"
    CONFIRM = "confirm"
    BELL = "bell"
    CHAT = "chat"


AnyWord: TypeAlias = LobbyWord | LineWord

LINES: Final[Mapping[LobbyPage, Mapping[AnyWord, HostLine | AloneLine | SettingLine]]] = {
    LobbyPage.HOST: {
        LineWord.START: HostLine.START,
        LineWord.FIRST: HostLine.FIRST,
        LineWord.STRANGERS: HostLine.ASK,
        LineWord.GRACE: HostLine.GRACE,
        LineWord.SCORE: HostLine.LIVE_SCORE,
    },
    LobbyPage.ALONE: {
        LineWord.START: AloneLine.START,
        LineWord.BOT: AloneLine.BOT,
        LineWord.PRACTICE: AloneLine.PRACTICE,
    },
    LobbyPage.SETTINGS: {
        LineWord.NAME: SettingLine.NAME,
        LobbyWord.LANGUAGE: SettingLine.LANGUAGE,
        LineWord.THEME: SettingLine.THEME,
        LineWord.COLOURS: SettingLine.COLOURS,
        LineWord.ASCII: SettingLine.ASCII,
        LineWord.CONFIRM: SettingLine.CONFIRM,
        LineWord.BELL: SettingLine.BELL,
        LineWord.SCORE: SettingLine.LIVE_SCORE,
        LineWord.CHAT: SettingLine.CHAT,
    },
}
"""The words of the entries of each page. A language can be chosen everywhere, and is a setting too."""

_ALSO: Final[Mapping[str, AnyWord]] = {
    "?": LobbyWord.HELP,
    "h": LobbyWord.HELP,
    "quit": LobbyWord.LEAVE,
    "exit": LobbyWord.LEAVE,
    "q": LobbyWord.LEAVE,
}
"""Other ways to say it, in any language; the same as during a game."""


def lobby_word_of(typed: str, page: LobbyPage) -> AnyWord | None:
    """What a typed word asks for on this page, in upper or lower case, with or without accents."""
    words: tuple[AnyWord, ...] = (*LINES.get(page, ()), *LobbyWord)
    return among(typed.removeprefix(":"), words, spoken, _ALSO)


def spoken(word: AnyWord) -> str:
    """The word in the spoken language."""
    return _spoken_everywhere(word) if isinstance(word, LobbyWord) else _spoken_on_a_page(word)


def _spoken_everywhere(word: LobbyWord) -> str:
    match word:
        case LobbyWord.GAMES:
            return pgettext("typed word", "games")
        case LobbyWord.JOIN:
            return pgettext("typed word", "join")
        case LobbyWord.HOST:
            return pgettext("typed word", "host")
        case LobbyWord.ALONE:
            return pgettext("typed word", "alone")
        case LobbyWord.OPEN:
            return pgettext("typed word", "open")
        case LobbyWord.PAST:
            return pgettext("typed word", "past")
        case LobbyWord.REVIEW:
            return spoken_word(TypedWord.REVIEW)
        case LobbyWord.STATISTICS:
            return pgettext("typed word", "statistics")
        case LobbyWord.RULES:
            return spoken_word(TypedWord.RULES)
        case LobbyWord.AID:
            return spoken_word(TypedWord.AID)
        case LobbyWord.SETTINGS:
            return pgettext("typed word", "settings")
        case LobbyWord.LANGUAGE:
            return pgettext("typed word", "language")
        case LobbyWord.WHOAMI:
            return pgettext("typed word", "whoami")
        case LobbyWord.HELP:
            return spoken_word(TypedWord.HELP)
        case LobbyWord.BACK:
            return pgettext("typed word", "back")
        case LobbyWord.LEAVE:
            return spoken_word(TypedWord.LEAVE)
        case _:
            assert_never(word)


def _spoken_on_a_page(word: LineWord) -> str:
    match word:
        case LineWord.START:
            return pgettext("typed word", "start")
        case LineWord.FIRST:
            return pgettext("typed word", "first")
        case LineWord.STRANGERS:
            return pgettext("typed word", "strangers")
        case LineWord.GRACE:
            return pgettext("typed word", "grace")
        case LineWord.SCORE:
            return spoken_word(TypedWord.SCORE)
        case LineWord.BOT:
            return pgettext("typed word", "bot")
        case LineWord.PRACTICE:
            return pgettext("typed word", "practice")
        case LineWord.NAME:
            return pgettext("typed word", "name")
        case LineWord.THEME:
            return pgettext("typed word", "theme")
        case LineWord.COLOURS:
            return pgettext("typed word", "colours")
        case LineWord.ASCII:
            return pgettext("typed word", "ascii")
        case LineWord.CONFIRM:
            return pgettext("typed word", "confirm")
        case LineWord.BELL:
            return pgettext("typed word", "bell")
        case LineWord.CHAT:
            return pgettext("typed word", "chat")
        case _:
            assert_never(word)


def meaning(word: LobbyWord) -> str:
    """What a word is for that is understood everywhere."""
    match word:
        case LobbyWord.GAMES:
            return _("list the games on your network")
        case LobbyWord.JOIN:
            return _("join a game: add its number or address")
        case LobbyWord.HOST:
            return _("open a game and wait for someone to join")
        case LobbyWord.ALONE:
            return _("play against a bot, also for practice")
        case LobbyWord.OPEN:
            return _("list your open games; to resume one, add its number")
        case LobbyWord.PAST:
            return _("list your past games; to replay one, add its number")
        case LobbyWord.REVIEW:
            return _("review a past game: add its number")
        case LobbyWord.STATISTICS:
            return _("show your results so far")
        case LobbyWord.RULES:
            return _("read the rules of the game")
        case LobbyWord.AID:
            return _("read the player aid: the rules in short")
        case LobbyWord.SETTINGS:
            return _("show and change the settings")
        case LobbyWord.LANGUAGE:
            return _("choose the language: add its name")
        case LobbyWord.WHOAMI:
            return _("show your name and your key")
        case LobbyWord.HELP:
            return _("show this help")
        case LobbyWord.BACK:
            return _("leave the choices or settings")
        case LobbyWord.LEAVE:
            return _("leave the program")
        case _:
            assert_never(word)


# What may stand behind the word of an entry.


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
    off = [place for place, value in enumerate(values) if is_spelled(value, spoken_no())]
    if answer is None or len(values) != 2 or len(off) != 1:
        return None
    return 1 - off[0] if answer else off[0]


def _parts(text: str) -> list[str]:
    return re.findall(r"\w+", text)


def _has(words: Sequence[str], wanted: Sequence[str]) -> bool:
    """Whether these words stand side by side among the others."""
    return any(
        all(is_spelled(one, other) for one, other in zip(wanted, words[start:], strict=False))
        for start in range(len(words) - len(wanted) + 1)
    )
