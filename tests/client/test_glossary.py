"""The words of the rulebooks, in every message: whoever has read the rules finds their words on the screen."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache

import pytest
from babel.messages.pofile import read_po

from mandala_client.text.language import CATALOGUES, DOMAIN, Language
from tests.narrowing import present

GERMAN, DUTCH = Language.GERMAN, Language.DUTCH

WORDS: dict[str, dict[Language, str]] = {
    r"mandalas?": {GERMAN: r"mandala", DUTCH: r"mandala"},
    r"mountains?": {GERMAN: r"zentr", DUTCH: r"berg"},
    r"fields?": {GERMAN: r"feld", DUTCH: r"veld"},
    r"rivers?": {GERMAN: r"fl[uü]ss", DUTCH: r"rivier"},
    r"cups?": {GERMAN: r"kelch", DUTCH: r"kelk"},
    r"draw pile": {GERMAN: r"zugstapel", DUTCH: r"trekstapel"},
    r"discard pile": {GERMAN: r"ablagestapel", DUTCH: r"aflegstapel"},
    r"hands?": {GERMAN: r"hand|hände", DUTCH: r"hand"},
    r"player aid": {GERMAN: r"aktionsübersicht", DUTCH: r"overzichtskaart"},
    r"red": {GERMAN: r"rot", DUTCH: r"rood|rode"},
    r"orange": {GERMAN: r"orange", DUTCH: r"oranje"},
    r"yellow": {GERMAN: r"gelb", DUTCH: r"geel|gele"},
    r"green": {GERMAN: r"grün", DUTCH: r"groen"},
    r"purple": {GERMAN: r"violett", DUTCH: r"paars|paarse"},
    r"black": {GERMAN: r"schwarz", DUTCH: r"zwart"},
    r"completes?|completed|completing|complete": {
        GERMAN: r"vollende",
        DUTCH: r"af(?:ge)?werk|werkt?\b.*\baf\b|^af\b",
    },
    r"destroy|destroyed|destruction": {GERMAN: r"auf(?:ge)?lös", DUTCH: r"vernietig"},
    r"discards?|discarded": {
        GERMAN: r"abwerf|abgeworf|w[ei]rfs?t?\b.*\bab\b|ablage",
        DUTCH: r"afleg|afgelegd|leg(?:t|gen)?\b.*\baf\b",
    },
}
"""An English word, and how its German and Dutch begin or contain it, inflected or split."""


def catalogue(language: Language) -> Iterator[tuple[str, str]]:
    """Every message with its translation, each of its forms."""
    with (CATALOGUES / language.value / "LC_MESSAGES" / f"{DOMAIN}.po").open("rb") as opened:
        for message in read_po(opened):
            if message.id:
                yield from zip(texts(message.id), texts(present(message.string)), strict=False)


def texts(value: str | Sequence[str]) -> list[str]:
    return [value] if isinstance(value, str) else list(value)


def plain(text: str) -> str:
    """Without the names of values."""
    return re.sub(r"\{[^}]*\}", "", text)


@cache
def strays(language: Language) -> list[tuple[str, str, str]]:
    """The messages that have a word of the glossary, and translations without it."""
    return [
        (english, message, said)
        for message, said in catalogue(language)
        for english, translations in WORDS.items()
        if re.search(rf"\b(?:{english})\b", plain(message), re.IGNORECASE)
        and not re.search(translations[language], plain(said), re.IGNORECASE | re.DOTALL)
    ]


FIELDS_OF_A_DOCUMENT = "Step through a game, forward and back."
"""It lists the names of the fields of a document, which are English everywhere."""

EXCEPTIONS: dict[str, str] = {
    FIELDS_OF_A_DOCUMENT: "names of fields",
    "Review a finished game, move by move.": "names of fields too",
    "NOT COMPLETE: it stops before the result.": "a record is incomplete, not a mandala",
    "NOT COMPLETE: it stops when {name} was {deed}.": "a record is incomplete",
    "NOT COMPLETE: both adjourned the game when {name} was {deed}.": "a record is incomplete",
    "Player aid": "as a title among others it is short; the page itself bears the whole word",
}
"""Messages that may do without a word of the glossary, by their first line, and why."""

NEVER = {
    GERMAN: r"bergs?|berge|hügel|becher|pokal|(?:nach)?ziehstapel|abwurfstapel|abwerfstapel|lila|purpur"
    r"|farbregel|farbenregel|zerstört?|vervollständigt?|komplett|gegner",
    DUTCH: r"centrum|heuvel|beker|bokaal|gouden|lila|purper|violet|voltooid?|voltooien|compleet|weggooien"
    r"|opgelost|slots?|tegenstander",
}
"""Other words for what the glossary has a word for."""


@pytest.mark.parametrize("language", [GERMAN, DUTCH])
def test_where_english_has_a_word_of_the_glossary_the_translation_has_it_too(language: Language) -> None:
    missing = [
        f"{english}: {message!r} is {said!r}"
        for english, message, said in strays(language)
        if message.splitlines()[0] not in EXCEPTIONS
    ]
    assert not missing, "\n".join(missing)


@pytest.mark.parametrize("language", [GERMAN, DUTCH])
def test_no_other_word_stands_for_one_of_the_glossary(language: Language) -> None:
    wrong = [
        f"{message!r} is {said!r}"
        for message, said in catalogue(language)
        if re.search(rf"\b(?:{NEVER[language]})\b", plain(said), re.IGNORECASE)
        and message.splitlines()[0] != FIELDS_OF_A_DOCUMENT
    ]
    assert not wrong, "\n".join(wrong)


def test_every_exception_is_still_needed() -> None:
    needed = {message.splitlines()[0] for language in (GERMAN, DUTCH) for _, message, _ in strays(language)}
    assert set(EXCEPTIONS) <= needed
