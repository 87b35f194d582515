"""Names that others claim: whatever comes in, one short harmless line comes out."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from mandala_protocol.names import MAX_SHOWN_NAME, NO_NAME, clean_name
from tests.texts import any_text


@pytest.mark.parametrize(
    "name", ["Anna", "Jürgen", "Łukasz Żółć", "محمد", "דנה", "小林 さくら", "Ωμέγα", "x", "O'Neil-2", "🦊"]
)
def test_an_honest_name_stays_as_it_is(name: str) -> None:
    assert clean_name(name) == name


@pytest.mark.parametrize(
    ("claimed", "shown"),
    [
        ("", NO_NAME),
        ("   \t\r\n ", NO_NAME),
        ("\x00\x1b\x7f\x9b", NO_NAME),
        ("\u200b\u200e\u2060\ufeff", NO_NAME),
        ("\u3164\u115f\u2800", NO_NAME),
        ("\u0301\u0301", NO_NAME),
        ("\ud800", NO_NAME),
        ("\ue000\U000f0000\uffff", NO_NAME),
        ("\x1b[31mAnna\x1b[0m", "[31mAnna[0m"),
        ("An\nna", "An na"),
        ("An\u2028na\u2029", "An na"),
        ("  Anna \t  Maria  ", "Anna Maria"),
        ("\u202eannA", "annA"),
        ("\u2066Anna\u2069\u200f", "Anna"),
        ("An\u00adna", "Anna"),
        ("An\u200dna", "Anna"),
        ("Anna\U000e0041\U000e007f", "Anna"),
        ("Ju\u0308rgen", "Jürgen"),
        ("Ju\u200b\u0308rgen", "Jürgen"),
        ("A" * 500, "A" * 32),
        ("A" * 31 + "e\u0323\u0302\u0304", "A" * 31),
        ("A" * 31 + " B", "A" * 31),
        ("A" + "\u0316" * 400 + "nna", "A" + "\u0316" * 3 + "nna"),
        (" \u0301Anna", "Anna"),
    ],
)
def test_CV13_a_hostile_name_is_made_harmless(claimed: str, shown: str) -> None:
    assert clean_name(claimed) == shown


def test_a_name_of_a_million_characters_is_no_burden() -> None:
    assert clean_name("\u200b" * 1_000_000 + "Anna") == NO_NAME


@settings(deadline=None)
@given(any_text() | st.text(alphabet="Aé e\u0301\u0323\u200d\u202e\u1100\u1161\u11a8\u0dd9\u0dca\u0344\n\u3164\ufb1d"))
@example("\u0344" * 3)
@example("\u1100" + "\u200d" + "\u1161")
def test_CV13_whatever_comes_in_what_is_shown_is_one_short_clean_line(claimed: str) -> None:
    shown = clean_name(claimed)
    assert 1 <= len(shown) <= MAX_SHOWN_NAME
    assert shown == shown.strip()
    assert unicodedata.is_normalized("NFC", shown)
    assert not any(unicodedata.category(character)[0] == "C" for character in shown)
    assert not any(character.isspace() and character != " " for character in shown)
    assert "  " not in shown
    assert not unicodedata.category(shown[0]).startswith("M")
    assert clean_name(shown) == shown
