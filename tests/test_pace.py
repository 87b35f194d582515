"""The rule that says which tests are quick."""

from __future__ import annotations

import importlib.util
from pathlib import Path

import pytest

from tests.pace import MEANS, ROOT, is_slow

TESTS = ROOT / "tests"


@pytest.mark.parametrize("folder", ["e2e", "protocol/conversation"])
def test_what_starts_programs_or_holds_conversations_is_slow(folder: str) -> None:
    helpers = [path for path in (TESTS / folder).glob("*.py") if path.name in ("programs.py", "conftest.py")]
    assert helpers
    assert all(is_slow(path) for path in helpers)


def test_what_only_computes_is_quick() -> None:
    rules = sorted((TESTS / "protocol" / "rules").glob("test_*.py"))
    assert len(rules) > 3
    assert not any(is_slow(path) for path in rules)


def test_a_helper_that_can_take_long_makes_its_file_slow(tmp_path: Path) -> None:
    quick, slow = tmp_path / "quick.py", tmp_path / "slow.py"
    quick.write_text("import json\nfrom tests.limits import SECONDS\n")
    slow.write_text("def late():\n    from tests.e2e.programs import Player\n")
    assert not is_slow(quick)
    assert is_slow(slow)


@pytest.mark.parametrize("means", MEANS)
def test_the_means_to_take_long_are_there_by_these_names(means: str) -> None:
    assert importlib.util.find_spec(means) is not None
