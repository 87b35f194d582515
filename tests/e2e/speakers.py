"""Players whose programs speak a language: what these say and understand is taken from its catalogue."""

from __future__ import annotations

import gettext
import re
from collections.abc import Iterable
from functools import cache, partial
from pathlib import Path
from typing import Final

from attrs import define, frozen

from mandala_client.text.language import CATALOGUES, DOMAIN, Language
from mandala_client.text.typed_words import TypedWord
from tests.client.laws import words_of, words_outside
from tests.e2e.programs import Player
from tests.e2e.watched import ENTER, RIGHT, Room, Watched

_WORDS: Final = (
    "Authentication words: {words}. Read them to each other; both of you must see the same words.",
    "Authentication words, the same for both: {words}",
)
_RANDOM: Final = re.compile(r"\b[A-Z2-7]{4}(?:-[A-Z2-7]{4})+\b|\b[0-9a-f]{8,}\b")
"""Keys of players and names of games."""

NAMES: Final = ("Anna", "Ben")

_VALUE: Final = re.compile(r"\{(\w+)\}")


class _Unknown(gettext.NullTranslations):
    """What is not in a catalogue is no message of the program: whoever waited for it would wait in vain."""

    def gettext(self, message: str) -> str:
        raise LookupError(message)

    def pgettext(self, context: str, message: str) -> str:
        raise LookupError(f"{context}: {message}")


@cache
def _catalogue(language: Language) -> gettext.NullTranslations:
    """The catalogue of a language; for English that of another one, which knows the messages too."""
    code = (Language.GERMAN if language is Language.ENGLISH else language).value
    catalogue = gettext.translation(DOMAIN, CATALOGUES, [code])
    catalogue.add_fallback(_Unknown())
    return catalogue


@cache
def _pattern(template: str) -> re.Pattern[str]:
    pattern, values = "", set[str]()
    for number, piece in enumerate(_VALUE.split(template)):
        again = rf"(?P={piece})" if piece in values else rf"(?P<{piece}>.+?)"
        pattern += again if number % 2 else r"\s+".join(map(re.escape, re.split(r" +", piece)))
        values |= {piece} if number % 2 else set()
    return re.compile(pattern)


@frozen
class Tongue:
    """What a program says in a language, and what can be typed there."""

    language: Language

    def says(self, message: str, context: str | None = None) -> str:
        """The message in this language, with the places of its values; of one with a plural, that for one."""
        catalogue = _catalogue(self.language)
        said = catalogue.gettext(message) if context is None else catalogue.pgettext(context, message)
        return message if self.language is Language.ENGLISH else said

    def pattern(self, message: str) -> re.Pattern[str]:
        """Any text that the message can be, however it is broken into lines; its values are groups."""
        return _pattern(self.says(message))

    def word(self, word: TypedWord) -> str:
        """A word of text mode."""
        return self.says(word.spelling.message, word.spelling.context)

    def says_all(self, lines: Iterable[str], *besides: str) -> None:
        """Assert that nothing is in another language, but for names, what comes of chance, and what is ``besides``."""
        known = [_RANDOM.sub(" ", line) for line in lines]
        heads = "|".join(re.escape(self.says(message).partition("{words}")[0]) for message in _WORDS)
        secret = re.findall(rf"(?:{heads})([a-z\s]+)", "\n".join(known))
        assert words_outside(words_of(self.language), known, (*NAMES, *besides, *secret)) == []


@define
class Sight:
    """Somebody at a terminal, whose program speaks a language."""

    room: Room
    terminal: Watched
    tongue: Tongue
    moves: int = 0

    def shows(self, message: str) -> bool:
        """Return whether the message is on the screen, wherever it was broken."""
        return self.tongue.pattern(message).search(self.terminal.flowing) is not None

    def see(self, *messages: str) -> None:
        """Wait until all of these are on the screen, and nothing in another language; a part of a page may come first.

        Raises ``AssertionError`` about what is in another language, ``TimeoutError`` if a message is missing.
        """
        try:
            self.room.wait(lambda: all(map(self.shows, messages)) and self._is_translated(), repr(messages))
        except TimeoutError:
            self.tongue.says_all(self.terminal.rows)
            raise

    def _is_translated(self) -> bool:
        try:
            self.tongue.says_all(self.terminal.rows)
        except AssertionError:
            return False
        return True

    def agree(self, *questions: str) -> None:
        """Wait until one of these is asked, and press the letter for yes."""
        self.room.wait(lambda: any(map(self.shows, questions)), repr(questions))
        self.see()
        self.terminal.type(self.tongue.says("y", "the letter for yes"))

    def is_titled(self, message: str) -> bool:
        """Return whether this is the title of the window."""
        titles = self.terminal.titles
        return bool(titles) and self.tongue.pattern(message).fullmatch(titles[-1]) is not None

    @property
    def is_asked(self) -> bool:
        """Return whether a move is awaited."""
        return self.is_titled("{game}: your turn")

    def move(self) -> None:
        """Make a move that an arrow chooses, whatever is asked about it; perhaps also the next, if that is ours too."""
        self.tongue.says_all(self.terminal.latest.split("\n"))
        plays, titles = self.tongue.says("[Enter] plays"), len(self.terminal.titles)

        def goes_on(before: str) -> bool:
            return len(self.terminal.titles) != titles or self.terminal.latest != before

        while len(self.terminal.titles) == titles:
            before = self.terminal.latest
            self.terminal.type(ENTER if plays in before else RIGHT)
            self.room.wait(partial(goes_on, before), "an answer to a key")
        self.moves += 1


def speaker(home: Path, language: Language) -> Player:
    """A player with the name of this folder, whose program speaks this language, and draws nothing that moves."""
    settings = {"name": f'"{home.name.title()}"', "language": f'"{language.value}"', "still": "true"}
    (home / "config").mkdir(parents=True)
    lines = "".join(f"{key} = {value}\n" for key, value in settings.items())
    (home / "config" / "settings.toml").write_text(lines, encoding="utf-8")
    return Player(home)
