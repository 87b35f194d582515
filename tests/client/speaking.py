"""A language with a few words of its own, for tests of what is said in it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import TypeAlias

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
