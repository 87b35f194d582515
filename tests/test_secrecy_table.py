"""The rules of secrecy in ``docs/threats.md``: every test that is named there is there."""

from __future__ import annotations

import ast
import re
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parents[1]
RULES_OF_SECRECY = {"CV11", "CV12", "LK5", "LK10", "LK14", "MS13", "MS16", "OP1", "OP2", "DK7", "DK9", "DK11"} | {
    *("PL2", "PL7", "EN10", "RS6")
}
"""The requirements of the standard by which something stays secret."""


def rows() -> list[tuple[str, str]]:
    """The rules and the tests of each row."""
    text = (ROOT / "docs" / "threats.md").read_text(encoding="utf-8")
    table = re.search(r"<!-- secrecy -->\n(.*)<!-- end of secrecy -->", text, re.DOTALL)
    assert table is not None
    cells = [[cell.strip() for cell in line.strip("|").split("|")] for line in table[1].splitlines()[2:]]
    return [(rule, tests) for rule, _what, tests in cells]


def named() -> list[tuple[str, str]]:
    """Every file and test that is named in the table."""
    pairs = []
    for _rule, tests in rows():
        for part in tests.split(";"):
            file, *names = re.findall(r"`([^`]+)`", part)
            assert names, part
            pairs += [(file, name) for name in names]
    return pairs


@cache
def functions_of(file: str) -> set[str]:
    tree = ast.parse((ROOT / file).read_text(encoding="utf-8"))
    return {node.name for node in tree.body if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)}


def test_every_test_that_the_table_names_is_there() -> None:
    for file, name in named():
        assert name.startswith("test_")
        assert name in functions_of(file), file


def test_every_rule_of_secrecy_has_a_row_and_every_row_a_test() -> None:
    assert {rule for numbers, _tests in rows() for rule in re.findall(r"[A-Z]{2}\d+", numbers)} == RULES_OF_SECRECY
    assert all(tests for _rule, tests in rows())
