"""The language in which the program speaks: English, or one of the gettext catalogues beside this module.

The process has one language at a time, chosen at its start and in the settings. Nothing that goes to another program
or into a file is ever translated.
"""

from __future__ import annotations

import enum
import gettext
import os
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Final, TypeAlias

from attrs import frozen

from mandala_client.text.spelling import spelled
from mandala_protocol.sentence import Sentence, sentence_of

DOMAIN: Final = "mandala"
CATALOGUES: Final = Path(__file__).parent / "catalogues"

_LOCALE_VARIABLES: Final = ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG")
"""The variables that name a language, the most decisive first, as gettext reads them."""


class Language(enum.Enum):
    """A language, by its ISO 639 code."""

    # That of Enum is written in Python, and a drawing looks up many letters of colours.
    __hash__ = object.__hash__

    ENGLISH = "en"
    GERMAN = "de"
    DUTCH = "nl"

    @property
    def own_name(self) -> str:
        """The language's name for itself."""
        return {Language.ENGLISH: "English", Language.GERMAN: "Deutsch", Language.DUTCH: "Nederlands"}[self]


class _Spoken:
    """The language of the process, and its catalogue."""

    def __init__(self) -> None:
        self.language = Language.ENGLISH
        self.catalogue = gettext.NullTranslations()
        self.wished: str | None = None
        """The value of the most decisive variable before it was set here; None if it had none."""
        self.set_to: str | None = None
        """The value that variable was set to here; None if it was not."""
        self.only_ascii = False
        self.letters = False
        """True if letters with accents are written even where all else is ASCII."""


_spoken: Final = _Spoken()


def speak(language: Language) -> None:
    """Say everything in this language from now on."""
    _spoken.language = language
    _spoken.catalogue = gettext.translation(DOMAIN, CATALOGUES, [language.value], fallback=language is Language.ENGLISH)
    _tell_libraries(language)


def _tell_libraries(language: Language) -> None:
    """Libraries that speak for themselves, as click does, ask gettext in its global form: give them our catalogues.

    In that form the language is chosen by the environment alone. Programs started from here speak it too.
    """
    gettext.bindtextdomain(DOMAIN, CATALOGUES)
    gettext.textdomain(DOMAIN)
    decisive = _LOCALE_VARIABLES[0]
    if os.environ.get(decisive) != _spoken.set_to:
        _spoken.wished = os.environ.get(decisive)
    os.environ[decisive] = _spoken.set_to = language.value


def spoken() -> Language:
    """The language that is spoken now."""
    return _spoken.language


def language_of(environment: Mapping[str, str] = os.environ) -> Language:
    """The language that the locale asks for; English if it asks for none that is spoken here."""
    for variable in _LOCALE_VARIABLES:
        wishes = environment.get(variable, "")
        if variable == _LOCALE_VARIABLES[0] and environment is os.environ and wishes == _spoken.set_to:
            wishes = _spoken.wished or ""  # what was set here is no wish of the person
        if not wishes:
            continue
        for wish in wishes.split(":"):
            code = wish[:2].lower()
            if len(wish) > 2 and wish[2] not in "_.@-":
                continue
            for language in Language:
                if language.value == code:
                    return language
        if variable != "LANGUAGE":
            break  # the most decisive one that is set decides, also for a language that is not spoken here
    return Language.ENGLISH


def write_in_ascii(only_ascii: bool, *, letters: bool = False) -> None:
    """Write ASCII only from now on, or no longer. Without ``letters`` messages are spelled so too: "ae" for "ä".

    That makes them wider, so it is done before they are laid out, here.
    """
    _spoken.only_ascii, _spoken.letters = only_ascii, letters


def writes_in_ascii() -> bool:
    """Return whether nothing but ASCII is written now, except perhaps letters with accents."""
    return _spoken.only_ascii


def spells_in_ascii() -> bool:
    """Return whether messages are spelled with nothing but the letters of ASCII now."""
    return _spoken.only_ascii and not _spoken.letters


def _written(text: str) -> str:
    return spelled(text) if spells_in_ascii() else text


def _(message: str) -> str:
    """The message in the spoken language. It must stand as a literal in the call, to be found for the catalogues."""
    return _written(_spoken.catalogue.gettext(message)) if message else ""


def ngettext(one: str, many: str, count: int) -> str:
    """The message for this number of things, in the spoken language."""
    return _written(_spoken.catalogue.ngettext(one, many, count))


def pgettext(context: str, message: str) -> str:
    """The message as it is said in this context, in the spoken language."""
    return _written(_spoken.catalogue.pgettext(context, message))


@frozen
class InContext:
    """A message that means something else elsewhere, for a table: ``label`` says it in this context."""

    context: str
    message: str


Label: TypeAlias = str | InContext | Callable[[], str]
"""A text in a table, which is said when it is shown. A plain one is a message, in ``N_`` where it stands."""


def label(text: Label) -> str:
    """The text in the spoken language."""
    if isinstance(text, str):
        return _(text)
    return pgettext(text.context, text.message) if isinstance(text, InContext) else text()


def label_in_letters(text: Label) -> str:
    """The text in the spoken language with all its letters, whatever can be written: it is compared with typed text."""
    match text:
        case str():
            return _spoken.catalogue.gettext(text) if text else ""
        case InContext():
            return _spoken.catalogue.pgettext(text.context, text.message)
        case _:
            return text()


def said(text: str) -> str:
    """A sentence from below in the spoken language.

    Anything else comes back as it is, as do the values in a sentence that are none themselves: a player may be called,
    and may say, what is in the catalogue.
    """
    if not isinstance(text, Sentence):
        return text
    values = {name: said(value) if isinstance(value, Sentence) else value for name, value in text.values.items()}
    return _(text.template).format(**values)


def error_text(error: BaseException) -> str:
    """The text of one of our errors, in the spoken language."""
    return said(sentence_of(error))
