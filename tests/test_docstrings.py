"""Docstrings stand alone in a hover, and say what the code does."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Final

import pytest

from mandala_net.bots.mandala.teaching import FORECAST_FILE as MANDALA_FORECASTS
from mandala_net.bots.patterns.teaching import FORECAST_FILE as PATTERNS_FORECASTS

TOP: Final = Path(__file__).parents[1]
FOLDERS: Final = ("client", "protocol", "mandala_net", "conformance", "training", "fuzz", "bench", "bundle", "docs")

SEALED: Final = {*MANDALA_FORECASTS.makers, *PATTERNS_FORECASTS.makers, TOP / "training" / "mandala" / "training.py"}
"""The modules whose text is part of the hash in a data file, so that a better docstring would train it again."""

RIDDLES: Final = re.compile(r"(The same|Of|So (many|much|wide|long|often|far)|Whether|What|As|How|Those|By|That)\b")
"""Beginnings that refer to a name beside or above, which a hover does not show."""

FUNCTIONS: Final = (ast.FunctionDef, ast.AsyncFunctionDef)


@cache
def docstrings() -> tuple[tuple[str, ast.AST, str], ...]:
    """Every docstring with its place and what it is about."""
    return tuple(
        (f"{path.relative_to(TOP)}:{getattr(node, 'lineno', 1)}", node, text)
        for folder in FOLDERS
        for path in sorted((TOP / folder).rglob("*.py"))
        if path not in SEALED
        for node, text in _documented(ast.parse(path.read_text(encoding="utf-8")))
    )


def _statements(node: ast.AST) -> Iterator[ast.AST]:
    """A node and all statements within it, at any depth; expressions are most of a module, and have no docstrings."""
    yield node
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.stmt | ast.excepthandler | ast.match_case):
            yield from _statements(child)


def _documented(module: ast.Module) -> Iterator[tuple[ast.AST, str]]:
    for node in _statements(module):
        if isinstance(node, (ast.Module, ast.ClassDef, *FUNCTIONS)) and (text := ast.get_docstring(node)):
            yield node, text
        body = getattr(node, "body", None)
        for before, after in pairwise(body) if isinstance(body, list) else ():
            match after:
                case ast.Expr(ast.Constant(str() as text)) if isinstance(before, ast.Assign | ast.AnnAssign):
                    yield before, text


def test_a_docstring_begins_with_what_a_hover_shows() -> None:
    assert [f"{place} {text}" for place, _, text in docstrings() if RIDDLES.match(text)] == []


def test_only_what_has_a_value_says_that_it_returns_one() -> None:
    false = []
    for place, node, text in docstrings():
        kind = ast.unparse(node.returns) if isinstance(node, FUNCTIONS) and node.returns else "None"
        if (text.startswith("Return ") and kind == "None") or (text.startswith("Return whether ") and kind != "bool"):
            false.append(f"{place} {text}")
    assert false == []


def test_a_described_parameter_is_one() -> None:
    stale = []
    for place, node, text in docstrings():
        if isinstance(node, FUNCTIONS):
            named = set(re.findall(r"(?:^|[.;] |\n)``(\w+)``:", text))
            stale += [f"{place} {name}" for name in named - {argument.arg for argument in _arguments(node)}]
    assert stale == []


def _arguments(function: ast.FunctionDef | ast.AsyncFunctionDef) -> Iterator[ast.arg]:
    return (node for node in ast.walk(function.args) if isinstance(node, ast.arg))


@pytest.mark.parametrize(
    ("text", "is_riddle"),
    [("The same for rows.", True), ("What starts it.", True), ("Offers of a side.", False), ("The sum.", False)],
)
def test_what_is_a_riddle(text: str, is_riddle: bool) -> None:
    assert bool(RIDDLES.match(text)) == is_riddle
