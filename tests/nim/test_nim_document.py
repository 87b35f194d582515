"""The page about adding a game links the files of Nim and of the interfaces, and names only what they define."""

from __future__ import annotations

import ast
import builtins
import inspect
import re
import textwrap
from collections.abc import Iterator
from pathlib import Path

import pytest

from mandala_client.games.game_records import GameRecords
from mandala_client.games.game_table import GameTable
from mandala_client.games.game_ui import GameUI
from mandala_client.games.game_words import GameWords
from mandala_conformance.rules_logs.rules_log import GameLog
from mandala_net.bots.game_bots import GameBots
from mandala_net.bots.move_review import Judge
from mandala_net.bots.player import Bot
from mandala_net.bots.teacher import Teacher
from mandala_protocol.games.game import Game
from mandala_protocol.games.open_game import OpenGame

TOP = Path(__file__).parents[2]
PAGE = TOP / "docs" / "adding-a-game.md"
LINKS = {(PAGE.parent / link).resolve() for link in re.findall(r"\]\(([^)]+)\)", PAGE.read_text(encoding="utf-8"))}

CODE = re.compile(r"`([^`\n]+)`")
NAME = re.compile(r"(\w+)(?:\(.*\))?")
"""An identifier in code marks, alone or with its arguments."""

OF_PYTHON = {"Any", "Callable", "Collection", "Iterable", "Mapping", "Sequence", "StateT", "MoveT"}
"""Names in annotations that need no entry in the index."""

ELSEWHERE = {"ValueError", "PYTHONPATH", "format"}
"""Names of Python itself."""

INTERFACES = (Game, OpenGame, GameWords, GameRecords, GameTable, GameUI, GameBots, Bot, Judge, Teacher)

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


INDEX: dict[str, Path] = {
    name: PAGE.parent / link
    for names, link in re.findall(
        r"^\| ((?:`\w+`(?:, )?)+) \| \[[\w.]+\]\(([^)]+)\)", PAGE.read_text(encoding="utf-8"), re.MULTILINE
    )
    for name in re.findall(r"\w+", names)
}
"""The index of types: each name, and the file that it is imported from."""


def test_every_name_of_the_index_is_defined_where_it_says() -> None:
    assert len(INDEX) > 50
    for path in set(INDEX.values()):
        module = ast.parse(path.read_text(encoding="utf-8"))
        imported = {name for node in ast.walk(module) if isinstance(node, ast.ImportFrom) for name in _aliases(node)}
        listed = {name for name, home in INDEX.items() if home == path}
        assert listed <= names_in(path) - imported, path


def _aliases(node: ast.ImportFrom) -> Iterator[str]:
    yield from (alias.name for alias in node.names)


@pytest.mark.parametrize("interface", INTERFACES)
def test_every_type_that_an_interface_names_is_in_the_index(interface: type[object]) -> None:
    tree = ast.parse(textwrap.dedent(inspect.getsource(interface)))
    annotations = [
        annotation
        for node in ast.walk(tree)
        for annotation in (getattr(node, "annotation", None), getattr(node, "returns", None))
        if annotation is not None
    ]
    names = {node.id for annotation in annotations for node in ast.walk(annotation) if isinstance(node, ast.Name)}
    ours = {name for name in names if not hasattr(builtins, name) and name not in OF_PYTHON}
    assert ours - set(INDEX) == set()


@pytest.mark.parametrize(
    ("parts", "named"), [((Game, OpenGame), "OpenGame"), ((GameWords,), "GameWords"), ((GameTable,), "GameTable")]
)
def test_a_first_version_needs_what_has_no_usual_answer(parts: tuple[type[object], ...], named: str) -> None:
    answered: dict[str, bool] = {}
    for part in parts:
        for method in ast.parse(inspect.getsource(part)).body[0].body:  # type: ignore[attr-defined]
            if isinstance(method, ast.FunctionDef):
                last = method.body[-1]  # a docstring alone is no answer, nor is an error
                is_docstring = len(method.body) == 1 and ast.get_docstring(method) is not None
                answered[method.name] = not is_docstring and not isinstance(last, ast.Raise)
    row = next(line for line in PAGE.read_text(encoding="utf-8").splitlines() if line.startswith(f"| `{named}` | "))
    assert set(CODE.findall(row)) - {named} == {name for name, has_answer in answered.items() if not has_answer}


def test_the_page_is_no_longer_than_can_be_read() -> None:
    assert len(PAGE.read_text(encoding="utf-8").splitlines()) <= 500


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
