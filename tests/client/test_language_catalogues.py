"""The catalogues are complete: whatever is said in English is said in German and Dutch, with the same names in it."""

from __future__ import annotations

import ast
import io
import re
import string
from collections.abc import Iterator, Sequence
from functools import cache
from gettext import GNUTranslations
from pathlib import Path
from typing import IO

import pytest
from babel.messages import Message
from babel.messages.catalog import Catalog
from babel.messages.extract import DEFAULT_KEYWORDS, extract_from_file
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

import mandala_client
import mandala_conformance
import mandala_net
import mandala_protocol
from mandala_client.text.language import CATALOGUES, DOMAIN, Language
from tests.narrowing import present

KEYWORDS = {**DEFAULT_KEYWORDS, "Sentence": None, "marked": None, "InContext": ((1, "c"), 2), "Plural": (1, 2)}
TRANSLATED = [language for language in Language if language is not Language.ENGLISH]
Key = tuple[str | None, str]


_SAYING = rf"\b(?:{'|'.join(KEYWORDS)})\("
"""The beginning of a call that marks a message."""


def sources(pattern: str) -> Iterator[tuple[Path, str]]:
    """The files with this pattern, and their texts: to read each of the others as Python takes long."""
    for package in (mandala_client, mandala_conformance, mandala_net, mandala_protocol):
        assert package.__file__ is not None
        for path in sorted(Path(package.__file__).parent.rglob("*.py")):
            text = path.read_text(encoding="utf-8")
            if re.search(pattern, text):
                yield path, text


@pytest.fixture(scope="session")
def extracted() -> Catalog:
    """All messages that stand in the code."""
    catalogue = Catalog()
    for path, _text in sources(_SAYING):
        for line, message, _comments, context in extract_from_file("python", path, KEYWORDS):
            catalogue.add(message, None, [(path.name, line)], context=context)
    return catalogue


def file_of(language: Language, ending: str) -> Path:
    return CATALOGUES / language.value / "LC_MESSAGES" / f"{DOMAIN}.{ending}"


@cache
def catalogue_of(language: Language) -> Catalog:
    with file_of(language, "po").open("rb") as opened:
        return read_po(opened, locale=language.value, abort_invalid=True)


def messages(catalogue: Catalog) -> dict[Key, Message]:
    return {(message.context, key_of(message)): message for message in catalogue if message.id}


def key_of(message: Message) -> str:
    return message.id[0] if isinstance(message.id, tuple | list) else message.id


def texts(value: str | Sequence[str]) -> list[str]:
    return [value] if isinstance(value, str) else list(value)


def names_in(text: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(text) if name is not None}


def test_no_message_hides_in_an_f_string_where_it_would_not_be_found() -> None:
    hidden = [
        f"{path.name}:{call.lineno}"
        for path, text in sources(rf"\{{[^{{}}]*{_SAYING}")
        for string in ast.walk(ast.parse(text))
        if isinstance(string, ast.JoinedStr)
        for call in ast.walk(string)
        if isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id in KEYWORDS
    ]
    assert not hidden


@pytest.mark.parametrize("language", TRANSLATED)
def test_every_message_of_the_code_has_a_translation(extracted: Catalog, language: Language) -> None:
    there = messages(catalogue_of(language))
    missing = [
        f"{message.locations[0]}: {key_of(message)}"
        for key, message in messages(extracted).items()
        if key not in there or not all(texts(present(there[key].string))) or there[key].fuzzy
    ]
    assert not missing, "\n".join(missing)


@pytest.mark.parametrize("language", TRANSLATED)
def test_no_translation_is_of_a_message_that_is_said_no_longer(extracted: Catalog, language: Language) -> None:
    assert not set(messages(catalogue_of(language))) - set(messages(extracted))


@pytest.mark.parametrize("language", TRANSLATED)
def test_a_translation_has_the_names_of_its_message_and_no_others(language: Language) -> None:
    for message in messages(catalogue_of(language)).values():
        wanted = {name for text in texts(message.id) for name in names_in(text)}
        for text in texts(present(message.string)):
            assert names_in(text) <= wanted, text
        assert {name for text in texts(present(message.string)) for name in names_in(text)} == wanted, key_of(message)


@pytest.mark.parametrize("language", TRANSLATED)
def test_a_translation_begins_and_ends_with_the_same_spaces_and_lines(language: Language) -> None:
    for message in messages(catalogue_of(language)).values():
        for text in texts(present(message.string)):
            original = texts(message.id)[-1]
            assert text[: len(text) - len(text.lstrip())] == original[: len(original) - len(original.lstrip())], text
            assert text[len(text.rstrip()) :] == original[len(original.rstrip()) :], text


def read(compiled: IO[bytes]) -> dict[object, str]:
    """The messages of a compiled catalogue, without its head, which has dates."""
    said: dict[object, str] = dict(vars(GNUTranslations(compiled))["_catalog"])
    said.pop("")
    return said


@pytest.mark.parametrize("language", TRANSLATED)
def test_what_the_program_reads_is_made_of_what_people_read(language: Language) -> None:
    made = io.BytesIO()
    write_mo(made, catalogue_of(language))
    made.seek(0)
    with file_of(language, "mo").open("rb") as opened:
        assert read(opened) == read(made), "run: make generated"
