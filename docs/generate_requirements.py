"""Write docs/requirements.md: the tests, vectors and conformance cases that show each requirement.

A number counts where it belongs to a test that runs: in its name, its docstring, or what it is parametrized with.
One in a comment, in a helper or in the text of a module shows nothing.
"""

from __future__ import annotations

import ast
import gzip
import json
import re
from collections import defaultdict
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any, Final, TypeAlias

from mandala_conformance.catalogue import CASES
from mandala_conformance.vectors.shipped import shipped_files
from mandala_conformance.vectors.without_vector import WITHOUT_VECTOR
from mandala_conformance.without_case import WITHOUT_CASE, Unseen
from mandala_protocol.requirements import REQUIREMENTS

PAGE: Final = Path(__file__).with_name("requirements.md")
TESTS: Final = Path(__file__).parents[1] / "tests"
NUMBER: Final = re.compile(r"(?<![A-Za-z0-9])[A-Z]{2}[1-9][0-9]?(?![A-Za-z0-9])")

MOST_CASES: Final = 8
"""The most cases that are named for a requirement; the others can be listed with `--list`."""

COUNTS_NUMBERS: Final = "test_requirements_named.py"
"""The test of what stands here: the numbers in it are examples."""

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
    module = ast.parse(source if NUMBER.search(source) else "")
    constants = constants_of(module)
    for test in collected(module):
        if not checks_something(test):
            continue
        texts = [test.name.replace("_", " "), ast.get_docstring(test) or "", *parametrization(test, constants)]
        for text in texts:
            for number in NUMBER.findall(text):
                yield number, test.name


@cache
def shown_by_tests() -> dict[str, set[str]]:
    """The tests that name each number, by file and name."""
    found: dict[str, set[str]] = defaultdict(set)
    for path in sorted(TESTS.rglob("test_*.py")):
        if path.name != COUNTS_NUMBERS:
            for number, test in named_in(path.read_text("utf-8")):
                found[number].add(f"{path.relative_to(TESTS).as_posix()}::{test}")
    return dict(found)


@cache
def shown_by_vectors() -> dict[str, set[str]]:
    """The files of vectors that name each number."""
    found: dict[str, set[str]] = defaultdict(set)
    for path in shipped_files():
        data = path.read_bytes()
        for number in named_by(json.loads(gzip.decompress(data) if path.suffix == ".gz" else data)):
            found[number].add(path.name)
    return dict(found)


def named_by(file: Mapping[str, Any]) -> Iterator[str]:
    """The requirements that the cases of a file of vectors show, and those that they say are broken."""
    for group in file["groups"]:
        for case in group["cases"]:
            yield from case.get("shows", ())
            for broken in (case, case.get("expected", {})):
                if broken.get("requirement") is not None:
                    yield broken["requirement"]


def shown_by_cases() -> dict[str, set[str]]:
    """The cases of the conformance tester that are about each number."""
    found: dict[str, set[str]] = defaultdict(set)
    for case in CASES:
        for number in case.requirements:
            found[number].add(case.name)
    return found


def render() -> str:
    """The whole page."""
    tests, vectors, cases = shown_by_tests(), shown_by_vectors(), shown_by_cases()
    rows = [
        (
            number,
            requirement.title,
            _names(_files(tests.get(number, set()))),
            _names(vectors.get(number, set())),
            _some(cases[number]),
        )
        for number, requirement in REQUIREMENTS.items()
    ]
    lines = [("number", "title", "tests", "vectors", "conformance cases"), ("---",) * 5, *rows]
    table = "".join(f"| {' | '.join(line)} |\n" for line in lines)
    return _INTRODUCTION + "\n" + table + without_a_vector() + without_a_case()


def without_a_vector() -> str:
    """The section about the requirements that no vector shows, by reason."""
    rows = [f"| {reason} | {', '.join(numbers)} |\n" for reason, numbers in WITHOUT_VECTOR.items()]
    return f"{_WITHOUT_A_VECTOR}\n| reason | numbers |\n| --- | --- |\n{''.join(rows)}"


def without_a_case() -> str:
    """The section about the requirements that no case shows, by the kind of reason."""
    section = _WITHOUT_A_CASE
    for unseen in Unseen:
        rows = [
            f"| {number} | {requirement.title} | {WITHOUT_CASE[number].reason} |\n"
            for number, requirement in REQUIREMENTS.items()
            if number in WITHOUT_CASE and WITHOUT_CASE[number].unseen is unseen
        ]
        if rows:
            heading = unseen.value[0].upper() + unseen.value[1:]
            section += f"\n### {heading}\n\n| number | title | reason |\n| --- | --- | --- |\n{''.join(rows)}"
    return section


_INTRODUCTION: Final = """# What shows each requirement

The requirements of [protocol.md](protocol.md) in the order of that document.
For each: the files with tests of this project that name it, the files of vectors with a case that shows or breaks it,
and the cases of the conformance tester ([conformance.md](conformance.md)) that are about it, the first eight of them;
`mandala-lan conformance --list` lists all.
Those without a vector, and those without a case, are listed below, with the reason.
`make generated` writes this page; a test keeps it up to date.
"""

_WITHOUT_A_VECTOR: Final = """
## Requirements without a vector

A vector has what is given and what must come of it. These requirements are about something else.
The table is `conformance/mandala_conformance/vectors/without_vector.py`.
"""

_WITHOUT_A_CASE: Final = """
## Requirements without a case

The conformance tester has no case for these. The table is `conformance/mandala_conformance/without_case.py`.
"""


def _files(tests: set[str]) -> set[str]:
    return {test.partition("::")[0] for test in tests}


def _names(files: set[str]) -> str:
    return ", ".join(f"`{file}`" for file in sorted(files)) or "—"


def _some(cases: set[str]) -> str:
    """The first of many names, and how many there are beside them."""
    first = sorted(cases)[:MOST_CASES]
    more = len(cases) - len(first)
    return _names(set(first)) + (f" and {more} more" if more else "")


if __name__ == "__main__":
    PAGE.write_text(render(), "utf-8")
