"""The page about the settings says what the table of settings says."""

from __future__ import annotations

import importlib.util
from pathlib import Path
from types import ModuleType
from typing import Any, cast

import pytest
from attrs import evolve

import mandala_client
from mandala_client.settings.setting import OptionOf
from mandala_client.settings.settings import SETTINGS, Settings
from mandala_protocol.games.catalogue import GAMES
from mandala_protocol.games.mandala import MANDALA

DOCS = Path(mandala_client.__file__).parents[2] / "docs"


def generator() -> ModuleType:
    spec = importlib.util.spec_from_file_location("generate_settings", DOCS / "generate_settings.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_page_is_up_to_date() -> None:
    page = (DOCS / "settings.md").read_text(encoding="utf-8")
    assert generator().render(page) == page, "run: python docs/generate_settings.py"


def test_every_setting_is_on_the_page_with_its_option() -> None:
    page = (DOCS / "settings.md").read_text(encoding="utf-8")
    for one in SETTINGS:
        if one.is_hidden():
            continue
        assert f"| `{one.key}` |" in page
        if one.option is not OptionOf.NONE:
            assert f"`--{one.key.replace('_', '-')}`" in page


def test_every_setting_has_a_letter_a_word_and_a_key_of_its_own() -> None:
    for names in ([one.letter for one in SETTINGS], [one.word for one in SETTINGS], [one.key for one in SETTINGS]):
        assert len(set(names)) == len(names)


def test_what_a_setting_usually_is_is_one_of_its_values() -> None:
    for one in SETTINGS:
        assert one.default in one.values()


def test_the_choice_of_the_game_shows_titles_and_not_the_names_on_the_wire(monkeypatch: pytest.MonkeyPatch) -> None:
    other: Any = evolve(cast("Any", MANDALA), name="two-towers", title="The Two Towers")
    monkeypatch.setitem(GAMES, other.name, other)
    (choice,) = (one for one in SETTINGS if one.attribute == "game")
    assert choice.shown(Settings(game=other.name)) == "The Two Towers"
    assert choice.shown(Settings()) == "Mandala"
