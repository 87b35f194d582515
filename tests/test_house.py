"""The shape of the house: imports point one way, each name stands for one thing, and no event is replaced.

Every import counts, also one inside a function or for types only. A ``catalogue`` joins the games of its package:
it is a place of its own, above the folders of the games.
"""

from __future__ import annotations

import ast
from collections import defaultdict
from collections.abc import Iterator, Mapping
from functools import cache
from itertools import combinations
from pathlib import Path
from typing import Final

import pytest

from mandala_protocol.games.catalogue import GAMES

TOP: Final = Path(__file__).parents[1]

PACKAGES: Final = {  # each may import those above it
    "mandala_protocol": TOP / "protocol" / "mandala_protocol",
    "mandala_net": TOP / "mandala_net",
    "mandala_conformance": TOP / "conformance" / "mandala_conformance",
    "mandala_client": TOP / "client" / "mandala_client",
    "training": TOP / "training",
}

SAME_NAME_IN_EVERY_GAME: Final = tuple(
    f"{part}.{game}" for game in GAMES for part in ("games", "bots", "rules_logs", "training")
)
"""Folders and modules of one game: a module there may be called as the one that does the same for another game."""

STATEMENTS: Final = (ast.stmt, ast.excepthandler, ast.match_case)
"""Nodes that are statements, or have some; all others are or belong to expressions."""


@cache
def modules() -> dict[str, ast.Module]:
    """Every module of the packages by its dotted name."""
    found = {}
    for package, folder in PACKAGES.items():
        for path in sorted(folder.rglob("*.py")):
            parts = path.relative_to(folder).with_suffix("").parts
            name = ".".join([package, *parts]).removesuffix(".__init__")
            found[name] = ast.parse(path.read_text(encoding="utf-8"))
    return found


@cache
def statements_of(module: str) -> tuple[ast.AST, ...]:
    """The statements of a module, at any depth; kept, as the way through all modules is long."""
    found = list[ast.AST](modules()[module].body)
    for node in found:
        found += [one for one in ast.iter_child_nodes(node) if isinstance(one, STATEMENTS)]
    return tuple(found)


def imported_by(name: str) -> Iterator[str]:
    """The modules of ours that a module imports."""
    known = modules()
    for node in statements_of(name):
        if isinstance(node, ast.ImportFrom) and node.module is not None:
            for alias in node.names:
                whole = f"{node.module}.{alias.name}"
                yield from (one for one in [whole if whole in known else node.module] if one in known and one != name)
        elif isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names if alias.name in known and alias.name != name)


def is_in(package: str, name: str) -> bool:
    return name.split(".")[0] == package


def is_of_a_game(name: str) -> bool:
    """Return whether a module belongs to one game."""
    return any(f".{folder}." in f".{name}." for folder in SAME_NAME_IN_EVERY_GAME)


def folder_of(name: str) -> str:
    """The folder of a module. A catalogue is a place of its own, and so is what a package exports."""
    if name in PACKAGES:
        return f"the exports of {name}"
    is_folder = (PACKAGES[name.split(".")[0]] / Path(*name.split(".")[1:])).is_dir()
    if is_folder or name.endswith(".catalogue"):
        return name
    return name.rpartition(".")[0]


def circles(graph: Mapping[str, set[str]]) -> list[list[str]]:
    """The circles of a graph: sets of two or more places, each reached from each other (Tarjan)."""
    index: dict[str, int] = {}
    lowest: dict[str, int] = {}
    stack: list[str] = []
    found: list[list[str]] = []

    def visit(place: str) -> None:
        index[place] = lowest[place] = len(index)
        stack.append(place)
        for after in sorted(graph.get(place, ())):
            if after not in index:
                visit(after)
                lowest[place] = min(lowest[place], lowest[after])
            elif after in stack:
                lowest[place] = min(lowest[place], index[after])
        if lowest[place] == index[place]:
            at = stack.index(place)
            circle, stack[at:] = stack[at:], []
            if len(circle) > 1:
                found.append(sorted(circle))

    for place in sorted(graph):
        if place not in index:
            visit(place)
    return found


@cache
def module_graph() -> dict[str, set[str]]:
    return {name: set(imported_by(name)) for name in modules()}


def folder_graph() -> dict[str, set[str]]:
    graph: dict[str, set[str]] = defaultdict(set)
    for name, imported in module_graph().items():
        graph[folder_of(name)] |= {folder_of(one) for one in imported} - {folder_of(name)}
    return dict(graph)


def test_circles_are_found() -> None:
    assert circles({"a": {"b"}, "b": {"c"}, "c": {"b"}, "d": {"d"}}) == [["b", "c"]]


def test_no_modules_import_each_other_in_a_circle() -> None:
    assert circles(module_graph()) == []


def test_no_folders_import_each_other_in_a_circle() -> None:
    assert circles(folder_graph()) == []


@pytest.mark.parametrize(("low", "high"), list(combinations(PACKAGES, 2)))
def test_packages_import_one_way(low: str, high: str) -> None:
    upward = {
        (name, one)
        for name, imported in module_graph().items()
        if is_in(low, name)
        for one in imported
        if is_in(high, one)
    }
    assert upward == set()


def test_the_commands_of_the_tester_write_as_all_others_do() -> None:
    """The lint rule about imports is off in them, and with it the one about ``click.echo``."""
    for name in ("check_rules", "conformance", "vectors"):
        nodes = ast.walk(modules()[f"mandala_client.commands.{name}"])
        names = [node.attr for node in nodes if isinstance(node, ast.Attribute)]
        assert "echo" not in names, name


def test_only_its_commands_import_the_tester_and_only_when_they_run() -> None:
    importers = {
        name
        for name, imported in module_graph().items()
        if not is_in("mandala_conformance", name) and any(is_in("mandala_conformance", one) for one in imported)
    }
    assert importers == {f"mandala_client.commands.{name}" for name in ("check_rules", "conformance", "vectors")}
    for name in importers:
        first = [node for node in modules()[name].body if isinstance(node, ast.Import | ast.ImportFrom)]
        assert "mandala_conformance" not in "\n".join(map(ast.unparse, first)), name


def importers_of(wanted: str) -> set[str]:
    """The modules that import this name, but for those of the tester."""
    return {
        module
        for module in modules()
        for node in statements_of(module)
        if isinstance(node, ast.ImportFrom) and any(alias.name == wanted for alias in node.names)
        if not is_in("mandala_conformance", module)
    }


def test_TG2_a_test_game_begins_and_goes_on_in_one_place() -> None:
    """All others that know the test games read what was played; the option of the game looks whether there is one."""
    assert importers_of("WithTestGames") == {"mandala_protocol.games.catalogue", "mandala_net.match.setup"}
    readers = {f"mandala_client.records.{name}" for name in ("proof", "replay", "watching")}
    assert importers_of("GAMES_AND_TESTS") == {
        *readers,
        "mandala_client.commands.verify",
        "mandala_client.commands.tester_options",
        "mandala_net.match.setup",
        "mandala_net.player.profile",
    }
    sessions = importers_of("Session") - {"mandala_protocol.conversation.session"}
    makers = {
        module
        for module in sessions
        for node in ast.walk(modules()[module])
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "Session"
    }
    assert makers == {"mandala_net.match.setup"}


def test_only_its_catalogue_imports_a_game() -> None:
    strangers = {
        (name, one)
        for name, imported in module_graph().items()
        for one in imported
        if is_of_a_game(one) and not is_of_a_game(name) and not name.endswith(".catalogue")
    }
    assert strangers == set()


def test_no_event_is_replaced_by_another() -> None:
    """A task that waits for the first one would wait for ever. What comes again is a state, with a place to wait at."""
    replaced = {
        (module, function.name)
        for module in modules()
        for node in statements_of(module)
        if isinstance(node, ast.Assign) and any("self." in ast.unparse(target) for target in node.targets)
        if "trio.Event()" in ast.unparse(node.value)
        for function in statements_of(module)
        if isinstance(function, ast.FunctionDef | ast.AsyncFunctionDef) and function.name != "__init__"
        if node in ast.walk(function)
    }
    assert replaced == set()


def test_no_name_of_a_type_stands_for_two_things() -> None:
    places = defaultdict(set)
    for module, tree in modules().items():
        for node in tree.body:
            match node:
                case ast.ClassDef(name=name):
                    places[name].add(module)
                case ast.AnnAssign(target=ast.Name(id=name), annotation=ast.Name(id="TypeAlias")):
                    places[name].add(module)
                case _:
                    pass
    assert {name: sorted(where) for name, where in places.items() if len(where) > 1} == {}


def test_no_name_of_a_module_stands_for_two_things() -> None:
    """But a module of ``commands`` has the name of its command."""
    places = defaultdict(set)
    for module in modules():
        folder, _, name = module.rpartition(".")
        is_command = folder == "mandala_client.commands"
        if folder_of(module) == folder and not is_of_a_game(module) and not is_command:
            places[name].add(module)
    assert {name: sorted(where) for name, where in places.items() if len(where) > 1} == {}
