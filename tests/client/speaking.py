"""Languages for tests: one with a few words of its own, and English in other letters."""

from __future__ import annotations

import re
import string
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from gettext import NullTranslations
from gettext import translation as catalogue_of
from pathlib import Path
from typing import Final, TypeAlias

import pytest
from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo

from mandala_client.text import language
from mandala_client.text.language import CATALOGUES, DOMAIN, Language, speak

Message = str | tuple[str, str]
"""A message, or the context and the message."""

Messages: TypeAlias = Mapping[str, str] | Mapping[tuple[str, str], str] | Mapping[Message, str]
"""What is said for each."""


def write_catalogue(folder: Path, catalogue: Catalog) -> None:
    """Put a catalogue where German is looked for under this folder."""
    path = folder / Language.GERMAN.value / "LC_MESSAGES" / f"{DOMAIN}.mo"
    path.parent.mkdir(parents=True)
    with path.open("wb") as file:
        write_mo(file, catalogue)


@contextmanager
def speaking(folder: Path) -> Iterator[None]:
    """Speak German as the catalogue under this folder has it; in the end English, and nobody wishes anything else."""
    with pytest.MonkeyPatch.context() as changed:
        changed.setattr(language, "CATALOGUES", folder)
        speak(Language.GERMAN)
        yield
    with pytest.MonkeyPatch.context() as changed:
        changed.delenv("LANGUAGE", raising=False)
        speak(Language.ENGLISH)


@contextmanager
def speaking_with(folder: Path, words: Messages) -> Iterator[None]:
    """Speak German with these words alone."""
    catalogue = Catalog(locale="de")
    for message, translation in words.items():
        context, text = (None, message) if isinstance(message, str) else message
        catalogue.add(text, translation, context=context)
    write_catalogue(folder, catalogue)
    with speaking(folder):
        yield


OTHER_LETTERS: Final = "αβγδεζηθικλμνξοπρστυφχψωϊϋΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣΤΥΦΧΨΩΪΫ"
"""A letter as wide as each of those of ASCII."""

_OF_ANOTHER_ALPHABET: Final = str.maketrans(string.ascii_letters, OTHER_LETTERS)
_WORD_OR_PLACEHOLDER: Final = re.compile(r"\{[^}\n]*\}|[^\W\d_]{3,}")


@contextmanager
def spoken_for_now(tongue: Language) -> Iterator[None]:
    """Speak this language; in the end English."""
    speak(tongue)
    yield
    speak(Language.ENGLISH)


class _OtherLetters(NullTranslations):
    """Translations that are the English message in other letters; single letters, as colours have them, stay.

    A message without a translation stays as it is.
    """

    def __init__(self) -> None:
        super().__init__()
        translated = [language for language in Language if language is not Language.ENGLISH]
        catalogues = [catalogue_of(DOMAIN, CATALOGUES, [language.value]) for language in translated]
        self._translated = frozenset.intersection(*(frozenset(vars(catalogue)["_catalog"]) for catalogue in catalogues))

    def _written(self, message: str, key: str | tuple[str, int]) -> str:
        return _WORD_OR_PLACEHOLDER.sub(_in_other_letters, message) if key in self._translated else message

    def gettext(self, message: str) -> str:
        return self._written(message, message)

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        return self._written(msgid1 if n == 1 else msgid2, (msgid1, 0))

    def pgettext(self, context: str, message: str) -> str:
        return self._written(message, f"{context}\x04{message}")


def _in_other_letters(found: re.Match[str]) -> str:
    return found[0] if found[0].startswith("{") else found[0].translate(_OF_ANOTHER_ALPHABET)


@contextmanager
def in_other_letters() -> Iterator[None]:
    """Say all that is translated in other letters: what keeps its own was said without ``_()``, or in English alone."""
    with pytest.MonkeyPatch.context() as changed:
        changed.setattr(language, "_spoken", language._Spoken())
        changed.setattr(language._spoken, "catalogue", _OtherLetters())
        yield
