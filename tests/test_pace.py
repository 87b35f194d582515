"""The rule that says which tests are quick."""

from __future__ import annotations

import importlib.util
from itertools import groupby
from pathlib import Path

import pytest

from tests.pace import MEANS, ROOT, TOGETHER, company_of, in_own_order, is_slow, turn_of

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


def test_long_folders_begin_then_whole_programs_then_what_can_take_long_and_each_file_stays_together(
    request: pytest.FixtureRequest,
) -> None:
    files = [path for path, _ in groupby(item.path for item in request.session.items)]
    assert len(files) == len(set(files))
    assert [turn_of(path) for path in files] == sorted(turn_of(path) for path in files)
    turns = ["protocol/conversation/test_line.py", "e2e/test_starter.py", "net/test_store.py", "test_pace.py"]
    assert [turn_of(TESTS / path) for path in turns] == [0, 1, 2, 3]


def test_files_that_look_at_the_same_game_stay_together() -> None:
    reviews = [f"tests/client/replay/{file}.py::test_one[two]" for file in ("test_review", "test_review_keys")]
    assert {company_of(test) for test in reviews} == {"tests/client/replay/"} < set(TOGETHER)
    assert company_of("tests/client/test_hint.py::test_one[a::b]") == "tests/client/test_hint.py"
    assert all((ROOT / folder).is_dir() for folder in TOGETHER)


@pytest.mark.parametrize("means", MEANS)
def test_the_means_to_take_long_are_there_by_these_names(means: str) -> None:
    assert importlib.util.find_spec(means) is not None


def test_each_process_begins_at_its_own_part_of_all_files() -> None:
    files = [Path(name) for name in "abcdefg"]
    orders = [in_own_order(files, process, 4) for process in range(4)]
    assert [order[0] for order in orders] == [files[place] for place in (0, 1, 3, 5)]
    assert all(sorted(order) == files for order in orders)
