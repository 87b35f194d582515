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
    assert generator().render(page) == page, "run: make generated"


def test_every_setting_is_on_the_page_with_its_option() -> None:
    page = (DOCS / "settings.md").read_text(encoding="utf-8")
    for setting in SETTINGS:
        if setting.is_hidden():
            continue
        assert f"| `{setting.key}` |" in page
        if setting.option is not OptionOf.NONE:
            assert f"`--{setting.key.replace('_', '-')}`" in page


def test_every_setting_has_a_letter_a_word_and_a_key_of_its_own() -> None:
    for names in (
        [setting.letter for setting in SETTINGS],
        [setting.word for setting in SETTINGS],
        [setting.key for setting in SETTINGS],
    ):
        assert len(set(names)) == len(names)


def test_what_a_setting_usually_is_is_one_of_its_values() -> None:
    for setting in SETTINGS:
        assert setting.default in setting.values()


def test_the_choice_of_the_game_shows_titles_and_not_the_names_on_the_wire(monkeypatch: pytest.MonkeyPatch) -> None:
    other: Any = evolve(cast("Any", MANDALA), name="two-towers", title="The Two Towers")
    monkeypatch.setitem(GAMES, other.name, other)
    (choice,) = (setting for setting in SETTINGS if setting.attribute == "game")
    assert choice.shown(Settings(game=other.name)) == "The Two Towers"
    assert choice.shown(Settings()) == "Mandala"
