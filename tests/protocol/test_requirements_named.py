"""Every requirement of the standard is shown by a test or a vector, which says so by its number."""

from __future__ import annotations

import importlib.util
from functools import cache
from pathlib import Path
from types import ModuleType

from mandala_conformance.catalogue import CASES
from mandala_conformance.vectors.without_vector import WITHOUT_VECTOR
from mandala_conformance.without_case import WITHOUT_CASE, lines_without_case
from mandala_protocol.requirements import REQUIREMENTS

DOCS = Path(__file__).parents[2] / "docs"


def load_generator() -> ModuleType:
    spec = importlib.util.spec_from_file_location("generate_requirements", DOCS / "generate_requirements.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


GENERATOR = load_generator()


@cache
def shown() -> dict[str, set[str]]:
    """The tests and vectors that name each number."""
    tests, vectors = GENERATOR.shown_by_tests(), GENERATOR.shown_by_vectors()
    return {number: {*tests.get(number, ()), *vectors.get(number, ())} for number in {*REQUIREMENTS, *tests, *vectors}}


def test_the_page_of_what_shows_each_requirement_is_up_to_date() -> None:
    page = (DOCS / "requirements.md").read_text("utf-8")
    assert page == GENERATOR.render(), "run: make generated"


def test_every_requirement_is_named_by_a_test_or_a_vector() -> None:
    assert len(REQUIREMENTS) > 100
    named = shown()
    assert [number for number in REQUIREMENTS if not named[number]] == []


def test_every_requirement_has_a_vector_or_a_reason_why_there_is_none() -> None:
    shown_by_vectors = GENERATOR.shown_by_vectors()
    without = [number for numbers in WITHOUT_VECTOR.values() for number in numbers]
    assert len(without) == len(set(without))
    assert [number for number in REQUIREMENTS if number not in shown_by_vectors and number not in without] == []
    assert [number for number in without if number in shown_by_vectors] == [], "there is a vector now"
    assert [number for number in [*shown_by_vectors, *without] if number not in REQUIREMENTS] == []


def test_a_vector_counts_for_what_it_shows_and_for_what_it_breaks() -> None:
    right = {"shows": ["CV6", "CV7"], "expected": {"fields": {"requirement": "PL3"}}}
    judged = {"shows": [], "expected": {"requirement": "TR5"}}
    wrong = {"requirement": "DK4", "given": {}}
    file = {"groups": [{"cases": [right, judged]}, {"cases": [wrong]}]}
    assert list(GENERATOR.named_by(file)) == ["CV6", "CV7", "TR5", "DK4"]


def test_every_requirement_has_a_case_of_the_tester_or_a_reason_why_there_is_none() -> None:
    tried = {number for case in CASES for number in case.requirements}
    assert [number for number in REQUIREMENTS if number not in tried | set(WITHOUT_CASE)] == [], "no case, no reason"
    assert sorted(tried & set(WITHOUT_CASE)) == [], "there is a case now: take the reason away"
    assert [number for number in WITHOUT_CASE if number not in REQUIREMENTS] == []


def test_the_reasons_are_listed_for_people() -> None:
    lines = lines_without_case()
    assert [line.split()[0] for line in lines] == [number for number in REQUIREMENTS if number in WITHOUT_CASE]
    for line in lines:
        assert line.endswith("."), line
    page = (DOCS / "requirements.md").read_text("utf-8")
    for number, without in WITHOUT_CASE.items():
        assert f"| {number} | {REQUIREMENTS[number].title} | {without.reason} |" in page


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
    assert sorted({number for number, _ in GENERATOR.named_in(source)}) == ["MS3", "MS4", "TR3", "TR4", "TR7"]
