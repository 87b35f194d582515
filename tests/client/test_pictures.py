"""The pictures in ``docs/pictures`` show the screens as they are."""

from __future__ import annotations

import importlib.util
import re
from pathlib import Path
from types import ModuleType

import pytest

from tests.client.conftest import GOLDEN
from tests.narrowing import present

DOCS = Path(__file__).parents[2] / "docs"

TABLE_ROWS = 16
"""Of the table with the line above it."""


@pytest.fixture(scope="module")
def generator() -> ModuleType:
    """The script that draws them."""
    spec = present(importlib.util.spec_from_file_location("generate_pictures", DOCS / "generate_pictures.py"))
    module = importlib.util.module_from_spec(spec)
    present(spec.loader).exec_module(module)
    return module


@pytest.fixture(scope="module")
def drawn(generator: ModuleType) -> dict[str, str]:
    """Each picture as it would be drawn now, by the name of its file."""
    pictures: dict[str, str] = generator.pictures()
    return pictures


def test_the_pictures_are_those_of_the_screens_as_they_are(drawn: dict[str, str]) -> None:
    kept = {path.name: path.read_text(encoding="utf-8") for path in (DOCS / "pictures").glob("*.svg")}
    assert set(kept) == set(drawn)
    different = [name for name, picture in drawn.items() if kept[name] != picture]
    assert not different, "make pictures"


@pytest.mark.parametrize(
    "page", [DOCS.parent / "README.md", DOCS / "design-of-the-table.md", DOCS / "pictures" / "README.md"]
)
def test_every_picture_that_a_page_names_is_there(page: Path) -> None:
    named = re.findall(r"\(([^)]+\.(?:svg|png))\)", page.read_text(encoding="utf-8"))
    assert named
    assert [name for name in named if not (page.parent / name).is_file()] == []


def test_each_picture_is_beside_that_of_the_screen_before_it(drawn: dict[str, str]) -> None:
    page = (DOCS / "pictures" / "README.md").read_text(encoding="utf-8")
    beside = re.findall(r"^\| !\[\]\(before/(.+)\) \| !\[\]\((.+)\) \|$", page, re.MULTILINE)
    assert [before for before, after in beside if before != after] == []
    kept = {path.name for path in (DOCS / "pictures" / "before").iterdir()}
    new = {name for name in drawn if "200x60" not in name and not name.startswith("move")}
    alone = set(re.findall(r"!\[\]\(([^/)]+)\)", page)) - {after for _before, after in beside}
    assert kept == {after for _before, after in beside} == new - alone
    assert alone <= set(drawn)


@pytest.mark.parametrize("game", ["mandala", "patterns"])
def test_the_second_screen_is_drawn_in_all_sizes_and_is_on_the_page(drawn: dict[str, str], game: str) -> None:
    page = (DOCS / "pictures" / "README.md").read_text(encoding="utf-8")
    for size in ("80x24", "40x20", "120x40", "200x60"):
        name = f"{game}-watch-{size}.svg"
        assert re.search(">▸Ben|> Ben <", drawn[name]), "it is Ben's turn"
        assert f"({name})" in page


def test_half_a_cell_is_an_area_and_no_sign(drawn: dict[str, str]) -> None:
    edges = re.findall(
        r'<rect x="[\d.]+" y="\d+" width="4\.5" height="19" fill="#b98cf0"/>', drawn["patterns-turn-120x40.svg"]
    )
    assert len(edges) > 5, "those of the far player's purple tiles"
    assert not any(re.search(">[▀▄▌▐█]", picture) for picture in drawn.values())


def test_a_picture_is_as_large_as_its_window_and_has_the_colours_of_its_cards(drawn: dict[str, str]) -> None:
    shown = drawn["table-turn-80x24.svg"]
    assert 'width="720" height="456"' in shown
    assert "#f06a80" in shown
    assert "r♥" in shown


def test_a_moving_picture_shows_one_version_of_each_row_in_each_frame(drawn: dict[str, str]) -> None:
    moving = drawn["move-80x24.svg"]
    classes = re.findall(r'<g class="frames-([\d-]+)">', moving)
    frames = [int(number) for one in classes for number in one.split("-")]
    rows = 24 + 1
    assert {frames.count(number) for number in frames} == {rows}
    assert len(set(frames)) == 7, "a look, four keys, Enter, and the answer"
    assert len(classes) > rows, "something moves"


def test_a_moving_picture_stands_still_for_whoever_wants_no_movement(drawn: dict[str, str]) -> None:
    moving = drawn["move-80x24.svg"]
    still, _rest = moving.split("@media (prefers-reduced-motion: no-preference)")
    hidden = set(re.findall(r"\.(frames-[\d-]+) { visibility: hidden }", still))
    assert hidden == {name for name in re.findall(r'<g class="(frames-[\d-]+)">', moving) if "-0" not in name}


def test_the_table_in_letters_is_the_screen_as_it_is() -> None:
    page = (DOCS.parent / "README.md").read_text(encoding="utf-8")
    rows = (GOLDEN / "table-chosen-80x24.txt").read_text(encoding="utf-8").split("\n")
    shown = page.partition("without colours:\n\n```\n")[2].partition("```")[0].splitlines()
    assert len(shown) > TABLE_ROWS
    assert shown == [row.rstrip() for row in rows[: len(shown)]]
