"""Languages for tests: one with a few words of its own, and English in other letters."""

from __future__ import annotations

import re
import string
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from gettext import NullTranslations
from pathlib import Path
from typing import Final, TypeAlias

import pytest
from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo

from mandala_client.text import language
from mandala_client.text.language import DOMAIN, Language, speak

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

_IN_OTHER_LETTERS: Final = str.maketrans(string.ascii_letters, OTHER_LETTERS)
_WORD_OR_PLACEHOLDER: Final = re.compile(r"\{[^}\n]*\}|[^\W\d_]{3,}")


class _OtherLetters(NullTranslations):
    """Every message as it is in English, but for the letters of its words; single letters, which colours have, stay."""

    def gettext(self, message: str) -> str:
        return _WORD_OR_PLACEHOLDER.sub(
            lambda found: found[0] if found[0].startswith("{") else found[0].translate(_IN_OTHER_LETTERS), message
        )

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        return self.gettext(msgid1 if n == 1 else msgid2)

    def pgettext(self, context: str, message: str) -> str:
        return self.gettext(message)


@contextmanager
def in_other_letters() -> Iterator[None]:
    """Say every message in other letters, so that each word in its own letters was said without ``_()``."""
    with pytest.MonkeyPatch.context() as changed:
        changed.setattr(language, "_spoken", language._Spoken())
        changed.setattr(language._spoken, "catalogue", _OtherLetters())
        yield
