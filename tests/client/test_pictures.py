"""The pictures in ``docs/pictures`` show the screens as they are."""

from __future__ import annotations

import html
import importlib.util
import json
import os
import re
import shutil
import subprocess
from pathlib import Path
from types import ModuleType
from typing import Final

import pytest

from mandala_client.ui.rows import width_of
from tests.client.conftest import GOLDEN
from tests.limits import SECONDS
from tests.narrowing import present

DOCS = Path(__file__).parents[2] / "docs"

BROWSER: Final = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)

CELL_WIDTH, CELL_HEIGHT = 9, 19
"""The width and height of a cell of the pictures, in pixels."""

MEASURE: Final = r"""
const words = [];
for (const text of document.querySelectorAll("svg text"))
    for (const word of text.textContent.matchAll(/\S+/g)) {
        const start = text.getStartPositionOfChar(word.index);
        words.push([word[0], start.x, start.y]);
    }
document.querySelector("pre").textContent = JSON.stringify(words);
"""
"""Writes down each word of the pictures and where it begins, as the browser has laid it out."""

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


@pytest.mark.skipif(BROWSER is None, reason="needs Chromium, which is not installed here")
@pytest.mark.parametrize(("scene", "columns", "lines"), [("table-grow", 120, 40), ("patterns-swap", 80, 24)])
def test_words_in_a_browser_begin_in_the_columns_of_the_terminal(
    generator: ModuleType, drawn: dict[str, str], scene: str, columns: int, lines: int, tmp_path: Path
) -> None:
    _game, shown = generator.shown_on(generator.scenes()[scene], columns, lines)
    rows = ["".join(fragment.text for fragment in row) for row in shown.rows]
    assert [row for row in rows if width_of(row) != len(row)] == [], "a character for each column"
    words = words_in_browser(drawn[f"{scene}-{columns}x{lines}.svg"], tmp_path)
    assert len(words) > lines
    elsewhere = [
        (word, x, y) for word, x, y in words if not rows[int(y // CELL_HEIGHT)].startswith(word, round(x / CELL_WIDTH))
    ]
    assert elsewhere == []


def words_in_browser(picture: str, folder: Path) -> list[tuple[str, float, float]]:
    """Each word of a picture, and the left end of its base line in pixels, as Chromium draws it."""
    page = folder / "page.html"
    page.write_text(f'<meta charset="utf-8">{picture}<pre></pre><script>{MEASURE}</script>', encoding="utf-8")
    options = ["--headless", "--no-sandbox", "--disable-gpu", f"--user-data-dir={folder / 'browser'}"]
    dumped = subprocess.run(
        [present(BROWSER), *options, "--dump-dom", page.as_uri()],
        capture_output=True,
        encoding="utf-8",
        check=True,
        timeout=SECONDS,
        env={**os.environ, "HOME": str(folder)},
    ).stdout
    words: list[tuple[str, float, float]] = json.loads(html.unescape(dumped.split("<pre>")[1].split("</pre>")[0]))
    return words
