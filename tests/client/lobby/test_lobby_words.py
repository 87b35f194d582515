"""The words that can be typed in the lobby, in every language, and the values behind them."""

from __future__ import annotations

import pytest

from mandala_client.linear.lobby_sentences import asked_for
from mandala_client.screens.lobby.entries import FORMS
from mandala_client.screens.lobby.lobby_model import LobbyPage
from mandala_client.settings.setting import Setting
from mandala_client.text.language import InContext, Language, label, speak, write_in_ascii
from mandala_client.text.typed_words import TypedWord, WordPlace, value_meant, words_at


def asked_on(page: LobbyPage) -> dict[InContext, TypedWord | Setting]:
    """The words of a page; a word of the page goes before one for every page."""
    asked: dict[InContext, TypedWord | Setting] = {word.spelling: word for word in words_at(WordPlace.LOBBY)}
    if page in FORMS:
        if FORMS[page].start is not None:
            asked[TypedWord.START.spelling] = TypedWord.START
        for setting in FORMS[page].settings:
            asked[setting.word] = setting
    return asked


@pytest.mark.parametrize("language", Language)
@pytest.mark.parametrize("page", [LobbyPage.HOME, *FORMS])
def test_words_are_told_apart_in_every_language_and_each_is_one_word(language: Language, page: LobbyPage) -> None:
    speak(language)
    said = [label(spelling) for spelling in asked_on(page)]
    assert len({one.casefold() for one in said}) == len(said)
    assert all(one and not one.split()[1:] for one in said)


@pytest.mark.parametrize("language", Language)
@pytest.mark.parametrize("page", [LobbyPage.HOME, *FORMS])
def test_every_word_is_understood_as_it_is_spoken_and_in_english(language: Language, page: LobbyPage) -> None:
    speak(language)
    for spelling, asked in asked_on(page).items():
        spoken = label(spelling)
        for typed in (spoken, spoken.upper(), f":{spoken}", spelling.message):
            assert asked_for(typed, page) is asked


@pytest.mark.parametrize("typed", ["?", "h", "H"])
def test_help_and_leaving_have_other_names_as_during_a_game(typed: str) -> None:
    assert asked_for(typed, LobbyPage.HOME) is TypedWord.HELP
    for leaving in ("q", "quit", "exit"):
        assert asked_for(leaving, LobbyPage.SETTINGS) is TypedWord.LEAVE


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
