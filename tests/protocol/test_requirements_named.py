"""Every requirement of the standard is shown by a test or a vector, which says so by its number.

A number counts where it belongs to a test that runs: in its name, its docstring, or what it is parametrized with.
One in a comment, in a helper or in the text of a module shows nothing.
"""

from __future__ import annotations

import ast
import json
import re
from collections import defaultdict
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Final, TypeAlias

import mandala_protocol
from mandala_protocol.requirements import REQUIREMENTS

TESTS: Final = Path(__file__).parents[1]
VECTORS: Final = Path(mandala_protocol.__file__).parent / "vectors"
NUMBER: Final = re.compile(r"(?<![A-Za-z0-9])[A-Z]{2}[1-9][0-9]?(?![A-Za-z0-9])")

Test: TypeAlias = ast.FunctionDef | ast.AsyncFunctionDef


def collected(module: ast.Module) -> Iterator[Test]:
    """The test functions that pytest collects from a file."""
    for node in module.body:
        for function in node.body if isinstance(node, ast.ClassDef) and node.name.startswith("Test") else [node]:
            if isinstance(function, Test) and function.name.startswith("test_"):
                yield function


def parametrization(test: Test, constants: Mapping[str, ast.expr]) -> Iterator[str]:
    """The texts in the decorators that parametrize a test, and in the constants of the file that they draw from."""
    waiting: list[ast.AST] = [
        decorator
        for decorator in test.decorator_list
        if isinstance(decorator, ast.Call) and ast.unparse(decorator.func) == "pytest.mark.parametrize"
    ]
    seen: set[str] = set()
    while waiting:
        for node in ast.walk(waiting.pop()):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                yield node.value
            elif isinstance(node, ast.Name) and node.id in constants and node.id not in seen:
                seen.add(node.id)
                waiting.append(constants[node.id])


def constants_of(module: ast.Module) -> dict[str, ast.expr]:
    """The values of the names at the top of a file."""
    constants: dict[str, ast.expr] = {}
    for node in module.body:
        match node:
            case ast.Assign(targets=[ast.Name(id=name)], value=value):
                constants[name] = value
            case ast.AnnAssign(target=ast.Name(id=name), value=ast.expr() as value):
                constants[name] = value
            case _:
                pass
    return constants


def checks_something(test: Test) -> bool:
    """Return whether a test does more than run: it asserts, expects an error, or calls a function that does."""
    checks = ast.Assert | ast.With | ast.AsyncWith | ast.Call
    return any(isinstance(node, checks) for statement in test.body for node in ast.walk(statement))


def named_in(source: str) -> Iterator[tuple[str, str]]:
    """Each number that a test of this source names, and the test."""
    module = ast.parse(source)
    constants = constants_of(module)
    for test in collected(module):
        if not checks_something(test):
            continue
        texts = [test.name.replace("_", " "), ast.get_docstring(test) or "", *parametrization(test, constants)]
        for text in texts:
            for number in NUMBER.findall(text):
                yield number, test.name


def shown() -> dict[str, set[str]]:
    """The tests and vectors that name each number."""
    found: dict[str, set[str]] = defaultdict(set)
    for path in sorted(TESTS.rglob("test_*.py")):
        if path != Path(__file__):
            for number, test in named_in(path.read_text()):
                found[number].add(f"{path.relative_to(TESTS)}::{test}")
    for path in sorted(VECTORS.glob("*.json")):
        for number in named_by(json.loads(path.read_text())):
            found[number].add(path.name)
    return found


def named_by(value: object) -> Iterator[str]:
    """The requirements that the cases of a file of vectors say they break."""
    match value:
        case dict():
            for name, item in value.items():
                if name == "requirement":
                    assert isinstance(item, str)
                    yield item
                yield from named_by(item)
        case list():
            for item in value:
                yield from named_by(item)
        case _:
            pass


def test_every_requirement_is_named_by_a_test_or_a_vector() -> None:
    assert len(REQUIREMENTS) > 100
    named = shown()
    assert [number for number in REQUIREMENTS if not named[number]] == []


def test_no_test_names_a_requirement_that_there_is_not() -> None:
    parts = {number[:2] for number in REQUIREMENTS}
    named = shown()
    assert {number: named[number] for number in named if number[:2] in parts and number not in REQUIREMENTS} == {}


def test_a_number_counts_only_where_a_test_stands_for_it() -> None:
    source = '''
"""TR1 of a module."""
CASES = {"MS3": 1}
MORE = [*CASES, "MS4"]
OTHER = "MS5"  # MS6


def helper():
    """TR2 of a helper."""


def test_TR3_by_its_name():
    assert helper() is None


async def test_by_its_text():
    """TR4: what it shows; not so XTR5."""
    assert OTHER  # TR6


@pytest.mark.parametrize("case", MORE, ids=["TR7"])
def test_by_its_cases(case):
    assert case


@pytest.mark.skip("TR8")
def test_of_nothing():
    """TR9 is named, but nothing is done."""
'''
    assert sorted({number for number, _ in named_in(source)}) == ["MS3", "MS4", "TR3", "TR4", "TR7"]
