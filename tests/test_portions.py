"""The short form of a long check is a part of it, and another part with another seed."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from tests.portions import WHOLE_VARIABLE, portion
from tests.seeding.seeded_secrets import SEED_VARIABLE

CASES = range(100)
CHOOSING = ("portion", "takes_all", "some_of", "hold_everywhere")
"""The functions that take a portion; the first is also the name of the mark, the last the laws of screens."""


def test_a_portion_has_the_first_case_and_the_last_and_keeps_their_order(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(WHOLE_VARIABLE, raising=False)
    chosen = portion(CASES, 10)
    assert len(chosen) == 10
    assert chosen == sorted(chosen)
    assert (chosen[0], chosen[-1]) == (0, 99)
    assert portion(CASES, 10) == chosen
    assert portion([1, 2], 5) == [1, 2]


def test_another_seed_chooses_others_and_the_whole_has_all(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(WHOLE_VARIABLE, raising=False)
    met: set[int] = set()
    for seed in range(200):
        monkeypatch.setenv(SEED_VARIABLE, str(seed))
        met.update(portion(CASES, 10))
    assert met == set(CASES)
    monkeypatch.setenv(WHOLE_VARIABLE, "1")
    assert portion(CASES, 10) == list(CASES)


def test_whoever_takes_a_portion_is_marked_so_that_the_whole_is_gone_through_too() -> None:
    for path in Path(__file__).parent.rglob("test_*.py"):
        if path == Path(__file__):
            continue
        text = path.read_text(encoding="utf-8")
        if not any(word in text for word in CHOOSING):
            continue
        module = ast.parse(text)
        choosing = {*CHOOSING, *_chosen_names(module)}
        for test in ast.walk(module):
            if isinstance(test, ast.FunctionDef | ast.AsyncFunctionDef) and test.name.startswith("test_"):
                nodes = [node for part in (*test.body, *test.decorator_list) for node in ast.walk(part)]
                names = {node.id for node in nodes if isinstance(node, ast.Name)}
                in_body = [node for statement in test.body for node in ast.walk(statement)]
                names |= {node.attr for node in in_body if isinstance(node, ast.Attribute)}
                takes = not names.isdisjoint(choosing)
                marks = {ast.unparse(mark) for mark in test.decorator_list}
                assert takes == ("pytest.mark.portion" in marks), f"{path.name}: {test.name}"


def _chosen_names(module: ast.Module) -> set[str]:
    """The names at the top of a module to which a portion was given."""
    return {
        target.id
        for statement in module.body
        if isinstance(statement, ast.Assign)
        and any(isinstance(node, ast.Name) and node.id == "portion" for node in ast.walk(statement.value))
        for target in statement.targets
        if isinstance(target, ast.Name)
    }
