"""The words that can be typed, in every language."""

from __future__ import annotations

import pytest

from mandala_client.linear.word_help import next_of
from mandala_client.play.frontend import Next
from mandala_client.text.language import Language, speak, write_in_ascii
from mandala_client.text.typed_words import TypedWord, WordPlace, answer_of, spoken_word, word_of, words_at
from tests.client.scenes import each_language


@each_language
def test_every_word_is_understood_as_it_is_spoken_and_in_english(language: Language) -> None:
    speak(language)
    for where in WordPlace:
        words = words_at(where)
        assert len({spoken_word(word).casefold() for word in words}) == len(words)
        for word in words:
            assert word_of(word.english, where) is word_of(spoken_word(word), where) is word
    assert (answer_of("yes"), answer_of("no")) == (True, False)


@pytest.mark.parametrize("typed", ["", "yesno", "1", "maybe"])
def test_what_is_neither_yes_nor_no_is_no_answer(typed: str) -> None:
    assert answer_of(typed) is None


@pytest.mark.parametrize("only_ascii", [False, True])
@pytest.mark.parametrize("typed", ["zurück", "ZURÜCK", ":zurueck", "zuruck", "undo"])
def test_a_word_with_an_umlaut_is_understood_in_every_spelling(typed: str, only_ascii: bool) -> None:
    speak(Language.GERMAN)
    write_in_ascii(only_ascii)
    assert word_of(typed) is TypedWord.UNDO


@each_language
def test_what_is_wanted_after_practice_is_understood_in_every_language(language: Language) -> None:
    speak(language)
    for typed, wanted in (
        (spoken_word(TypedWord.YES), Next.OTHER_CARDS),
        (spoken_word(TypedWord.SWAP), Next.SAME_CARDS),
        (spoken_word(TypedWord.NO), Next.NOTHING),
        ("yes", Next.OTHER_CARDS),
        ("swap", Next.SAME_CARDS),
        ("no", Next.NOTHING),
    ):
        assert next_of(typed.upper()) is wanted
        assert next_of(f"{typed} 3") is None
        assert next_of(f"{typed} 3", 3) is (None if wanted is Next.NOTHING else wanted)
        assert next_of(typed, 3) is (Next.NOTHING if wanted is Next.NOTHING else None)
    assert next_of("swapped") is None
    assert next_of("") is None
