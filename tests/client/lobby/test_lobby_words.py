"""The words that can be typed in the lobby, in every language, and the values behind them."""

from __future__ import annotations

import pytest

from mandala_client.linear.lobby_words import LINES, AnyWord, LobbyWord, lobby_word_of, spoken, value_meant
from mandala_client.screens.lobby.lobby_model import LobbyPage
from mandala_client.text.language import Language, speak, write_in_ascii


def words_of(page: LobbyPage) -> list[AnyWord]:
    return list(dict.fromkeys((*LINES.get(page, ()), *LobbyWord)))


@pytest.mark.parametrize("language", Language)
@pytest.mark.parametrize("page", [LobbyPage.HOME, *LINES])
def test_words_are_told_apart_in_every_language_and_each_is_one_word(language: Language, page: LobbyPage) -> None:
    speak(language)
    said = [spoken(word) for word in words_of(page)]
    assert len({one.casefold() for one in said}) == len(said)
    assert all(one and not one.split()[1:] for one in said)


@pytest.mark.parametrize("language", Language)
@pytest.mark.parametrize("page", [LobbyPage.HOME, *LINES])
def test_every_word_is_understood_as_it_is_spoken_and_in_english(language: Language, page: LobbyPage) -> None:
    speak(language)
    for word in words_of(page):
        for typed in (spoken(word), spoken(word).upper(), f":{spoken(word)}"):
            assert lobby_word_of(typed, page) is word
        assert lobby_word_of(word.value, page) is word


@pytest.mark.parametrize("typed", ["?", "h", "H"])
def test_help_and_leaving_have_other_names_as_during_a_game(typed: str) -> None:
    assert lobby_word_of(typed, LobbyPage.HOME) is LobbyWord.HELP
    for leaving in ("q", "quit", "exit"):
        assert lobby_word_of(leaving, LobbyPage.SETTINGS) is LobbyWord.LEAVE


GRACE = ["without end", "2 minutes", "10 minutes"]
SWITCH = ["no", "if both want it"]
LONG = ["the greedy bot, which plays well", "the random bot, which plays any legal move"]


@pytest.mark.parametrize(
    ("typed", "values", "meant"),
    [
        ("10 minutes", GRACE, 2),
        ("10", GRACE, 2),
        ("1", GRACE, None),
        ("minutes", GRACE, None),
        ("without", GRACE, 0),
        ("yes", SWITCH, 1),
        ("no", SWITCH, 0),
        ("n", SWITCH, 0),
        ("IF BOTH", SWITCH, 1),
        ("both if", SWITCH, None),
        ("yes", LONG, None),
        ("Random", LONG, 1),
        ("bot", LONG, None),
        ("!", LONG, None),
        ("yes", ["no", "yes: you can take moves back"], 1),
        ("high-contrast", ["default", "high contrast"], 1),
    ],
)
def test_a_value_is_meant_by_all_of_it_or_by_words_that_no_other_has(
    typed: str, values: list[str], meant: int | None
) -> None:
    assert value_meant(typed, values) == meant


@pytest.mark.parametrize("only_ascii", [False, True])
@pytest.mark.parametrize("typed", ["ja", "yes", "j", "NEIN", "no"])
def test_yes_and_no_are_understood_in_the_spoken_language_and_in_english(typed: str, only_ascii: bool) -> None:
    speak(Language.GERMAN)
    write_in_ascii(only_ascii)
    assert value_meant(typed, ["nein", "wenn beide wollen"]) == (0 if typed.lower().startswith("n") else 1)
