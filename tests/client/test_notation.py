"""Moves as people write and read them: L and R for the mandalas, where the protocol has 0 and 1."""

from __future__ import annotations

import pytest

from mandala_client.games.colour_words import colour_of, letter_of
from mandala_client.games.mandala.notation import as_notation, for_people, side, side_title, written
from mandala_client.text.language import Language, speak
from mandala_protocol.games.mandala import MANDALA, Build, Colour, Grow
from mandala_protocol.games.mandala.moves import ALL_MOVES


def test_a_move_is_written_with_left_and_right() -> None:
    assert written(Build(0, Colour.ORANGE)) == "ALo"
    assert written(Grow(1, Colour.RED, 2)) == "BRr2"


def test_what_is_written_is_understood_and_so_is_canonical_notation() -> None:
    for move in ALL_MOVES:
        canonical, shown = MANDALA.format_move(move), written(move)
        assert not set(shown[:2]) & set("01")
        for notation in (canonical, shown):
            assert as_notation(notation) == canonical
            assert as_notation(f" {notation.upper()} ") == canonical
            assert as_notation(notation.lower()) == canonical


def test_no_two_moves_are_written_alike() -> None:
    assert len(set(map(written, ALL_MOVES))) == len(ALL_MOVES)


@pytest.mark.parametrize(
    "text",
    [
        *("", "A", "A2o", "A0x", "A0o2", "B0r", "B0r0", "B0r9", "C0r1", "K1r", "kk1", "table", "A0oo", "Ａ0o", "A٠o"),
        *("ALx", "ALo2", "BRr", "BRr0", "BRr9", "CLr1", "KRr", "LAo", "ALRo", "AŁo"),
    ],
)
def test_what_is_no_move_is_not_understood(text: str) -> None:
    assert as_notation(text) is None


@pytest.mark.parametrize("typed", ["a1o1", "aro1", "A R o 1"])
def test_a_needless_one_after_a_build_is_forgiven(typed: str) -> None:
    assert as_notation(typed) == "A1o"


@pytest.mark.parametrize(
    ("language", "moves"),
    [
        (Language.ENGLISH, "ALy BRp2 Ck1 Ky"),
        (Language.GERMAN, "ALe BRv2 Cs1 Ke"),
        (Language.DUTCH, "ALe BRp2 Cz1 Ke"),
    ],
)
def test_a_colour_has_the_letter_of_the_language_and_the_english_one_is_understood(
    language: Language, moves: str
) -> None:
    speak(language)
    canonical = ["A0y", "B1p2", "Ck1", "Ky"]
    assert list(map(for_people, canonical)) == moves.split()
    for typed in ("ALy BRp2 Ck1 Ky", moves, moves.lower(), moves.upper()):
        assert list(map(as_notation, typed.split())) == canonical


def test_no_letter_means_two_colours_in_any_two_languages() -> None:
    meant: dict[str, set[Colour]] = {}
    for language in Language:
        speak(language)
        for colour in Colour:
            meant.setdefault(letter_of(colour), set()).add(colour)
            assert colour_of(letter_of(colour)) is colour_of(colour.letter) is colour
    assert {letter: colours for letter, colours in meant.items() if len(colours) > 1} == {}


@pytest.mark.parametrize("text", ["", "A0", "A2o", "Ck1", "Kg", "hello", "xA0o"])
def test_other_text_is_not_translated(text: str) -> None:
    assert for_people(text) == text


@pytest.mark.parametrize("language", Language)
def test_the_letters_are_the_initials_of_the_words_in_every_language(language: Language) -> None:
    speak(language)
    assert [side(number)[0].upper() for number in (0, 1)] == ["L", "R"]
    assert all(side(number) == side_title(number).lower() for number in (0, 1))
