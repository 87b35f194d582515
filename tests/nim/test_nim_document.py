"""The page about adding a game has the files of Nim as they are, and names every part that a game has."""

from __future__ import annotations

import importlib.util
import re
from pathlib import Path
from types import ModuleType

import pytest

from mandala_client.games.game_records import GameRecords
from mandala_client.games.game_table import GameTable
from mandala_client.games.game_words import GameWords
from mandala_protocol.games.game import Game
from mandala_protocol.games.rules_log import GameLog
from tests.narrowing import present

DOCS = Path(__file__).parents[2] / "docs"


def generator() -> ModuleType:
    """The script that writes the files into the page."""
    spec = present(importlib.util.spec_from_file_location("generate_game", DOCS / "generate_game.py"))
    module = importlib.util.module_from_spec(spec)
    present(spec.loader).exec_module(module)
    return module


def test_the_page_has_the_files_as_they_are() -> None:
    page = (DOCS / "adding-a-game.md").read_text(encoding="utf-8")
    assert generator().render(page) == page, "run: python docs/generate_game.py"


def test_every_file_of_a_game_is_on_the_page() -> None:
    page = (DOCS / "adding-a-game.md").read_text(encoding="utf-8")
    files = {f"tests/nim/{file.name}" for file in Path(__file__).parent.glob("*.py")}
    tests = {file for file in files if re.search(r"/(test_\w+|conftest)\.py$", file)}
    assert set(re.findall(r"<!-- file: (\S+\.py) -->", page)) == files - tests


@pytest.mark.parametrize("part", [Game, GameWords, GameRecords, GameTable, GameLog])
def test_every_method_of_a_part_is_named(part: type[object]) -> None:
    page = (DOCS / "adding-a-game.md").read_text(encoding="utf-8")
    prose = re.sub(r"```.*?```", "", page, flags=re.DOTALL)
    methods = {name for name, value in vars(part).items() if not name.startswith("_") and value is not None}
    assert {name for name in methods if not re.search(rf"`{name}\b", prose)} == set()
