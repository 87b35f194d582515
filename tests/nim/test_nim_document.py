"""The page about adding a game links the files of Nim and of the interfaces, and names only what they define."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

from mandala_client.games.game_records import GameRecords
from mandala_client.games.game_table import GameTable
from mandala_client.games.game_words import GameWords
from mandala_conformance.rules_logs.rules_log import GameLog
from mandala_protocol.games.game import Game
from mandala_protocol.games.open_game import OpenGame

TOP = Path(__file__).parents[2]
PAGE = TOP / "docs" / "adding-a-game.md"
LINKS = {(PAGE.parent / link).resolve() for link in re.findall(r"\]\(([^)]+)\)", PAGE.read_text(encoding="utf-8"))}

CODE = re.compile(r"`([^`\n]+)`")
NAME = re.compile(r"(\w+)(?:\(.*\))?")
"""An identifier in code marks, alone or with its arguments."""

ELSEWHERE = {"ValueError", "PYTHONPATH", "format"}
"""Names of Python itself."""

COMMANDS = {"verify", "replay", "watch", "review", "history", "stats", "host", "play", "demo", "bots"}
"""Words behind ``mandala-lan``."""


def test_every_file_of_the_example_is_linked() -> None:
    files = set((TOP / "tests" / "nim").glob("*.py"))
    tests = {file for file in files if re.fullmatch(r"test_\w+|conftest", file.stem)}
    assert files - tests <= LINKS


def test_every_name_on_the_page_is_defined_in_a_file_that_it_links() -> None:
    defined = {name for link in LINKS if link.suffix == ".py" for name in names_in(link)}
    named = {found[1] for code in CODE.findall(PAGE.read_text(encoding="utf-8")) if (found := NAME.fullmatch(code))}
    assert len(named) > 100
    assert named - defined - ELSEWHERE - COMMANDS == set()


def names_in(file: Path) -> set[str]:
    """Return the classes, functions, parameters, attributes and variables of a file, and what it imports."""
    nodes = ast.walk(ast.parse(file.read_text(encoding="utf-8")))
    names = {getattr(node, field, None) for node in nodes for field in ("name", "id", "arg", "attr")}
    return {name for name in names if isinstance(name, str)}


@pytest.mark.parametrize("part", [Game, OpenGame, GameWords, GameRecords, GameTable, GameLog])
def test_every_method_of_a_part_is_named(part: type[object]) -> None:
    named = " ".join(CODE.findall(PAGE.read_text(encoding="utf-8")))
    methods = {name for name, value in vars(part).items() if not name.startswith("_") and value is not None}
    assert {name for name in methods if not re.search(rf"\b{name}\b", named)} == set()
