"""A console whose font has few signs shows none that it lacks, and keeps the letters that it has."""

from __future__ import annotations

import os
import pty
import struct
from array import array
from collections.abc import Iterator
from contextlib import closing

import pytest
from attrs import astuple

from mandala_client.games.colour_signs import SYMBOLS
from mandala_client.settings.settings import Settings
from mandala_client.text.characters import ORNAMENTS, as_written, write_for
from mandala_client.text.console_font import FEW_SIGNS, Font, font_at, font_in, font_of
from mandala_client.text.language import Language, _, speak
from mandala_client.ui.abilities import look_of
from mandala_client.ui.style import ASCII_LOOK, FULL_LOOK, SHADED_LOOK, Look

EVERYTHING = FEW_SIGNS | frozenset(ORNAMENTS)
CYRILLIC = frozenset(map(chr, (*range(0x20, 0x7F), *range(0x410, 0x450))))


@pytest.fixture
def terminal() -> Iterator[int]:
    """A terminal that is not the console of this computer."""
    master, slave = pty.openpty()
    yield slave
    os.close(slave)
    os.close(master)


@pytest.mark.parametrize(
    ("kind", "font"),
    [
        ("linux", FEW_SIGNS),
        ("linux-16color", FEW_SIGNS),
        ("screen.linux", FEW_SIGNS),
        ("xterm-256color", None),
        ("screen", None),
        ("", None),
    ],
)
def test_of_a_console_that_is_elsewhere_only_few_signs_are_known(kind: str, font: Font | None, terminal: int) -> None:
    assert font_at(terminal, {"TERM": kind}) == font


def test_what_is_no_terminal_has_no_font(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERM", "linux")
    reading, writing = os.pipe()
    os.close(reading)
    with os.fdopen(writing, "w") as pipe:
        assert font_of(pipe) is None
    with closing(pipe):
        assert font_of(pipe) is None  # it is closed


def test_the_stream_of_a_terminal_has_its_font(terminal: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERM", "linux")
    with os.fdopen(os.dup(terminal), "w") as stream:
        assert font_of(stream) == FEW_SIGNS


def test_linux_says_which_characters_its_font_has() -> None:
    pairs = array("H", [0x41, 1, 0xFC, 2, 0x2665, 3, 0x2666, 4])
    assert font_in(struct.pack("@HP", 3, 0), pairs) == frozenset("Aü♥")


@pytest.mark.parametrize(("font", "look"), [(None, FULL_LOOK), (EVERYTHING, FULL_LOOK), (FEW_SIGNS, ASCII_LOOK)])
def test_ornaments_are_drawn_where_the_font_has_all_of_them(font: Font | None, look: Look) -> None:
    assert look_of(Settings(), "utf-8", {}, font) is look


@pytest.mark.parametrize("missing", ORNAMENTS)
def test_no_ornament_may_be_missing(missing: str) -> None:
    assert look_of(Settings(), "utf-8", {}, EVERYTHING - {missing}) is ASCII_LOOK


def strings(value: object) -> Iterator[str]:
    """All strings in nested tuples."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, tuple):
        for each in value:
            yield from strings(each)


@pytest.mark.parametrize("look", [FULL_LOOK, SHADED_LOOK])
def test_all_that_is_drawn_is_among_the_ornaments(look: Look) -> None:
    drawn = {sign for text in (*strings(astuple(look)), *SYMBOLS) for sign in text}
    braille = set(FULL_LOOK.dots)
    assert {sign for sign in drawn - braille if not sign.isascii()} <= set(ORNAMENTS)
    assert braille.intersection(ORNAMENTS)


@pytest.mark.parametrize(
    ("font", "written"),
    [
        (None, "Züge: „Jürgen“ – ♥ …"),
        (EVERYTHING, "Züge: „Jürgen“ – ♥ …"),
        (FEW_SIGNS, 'Züge: "Jürgen" - ? ...'),
        (CYRILLIC, 'Zuege: "J?rgen" - ? ...'),
    ],
)
def test_letters_stay_where_the_font_has_them(font: Font | None, written: str, english: None) -> None:
    speak(Language.GERMAN)
    write_for(only_ascii=False, encoding="utf-8", font=font)
    assert as_written(f"{_('Turns')}: „Jürgen“ – ♥ …") == written


@pytest.mark.parametrize(
    ("locale", "written"), [("de_DE.ISO-8859-1", "Züge"), ("de_DE.KOI8-R", "Zuege"), ("C", "Zuege")]
)
def test_letters_stay_where_the_locale_has_them(
    locale: str, written: str, english: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LC_ALL", locale)
    speak(Language.GERMAN)
    write_for(only_ascii=False, encoding="utf-8")
    assert as_written(_("Turns")) == written
