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

from mandala_client.screens.table.table_pages import screen
from mandala_client.ui.rows import width_of
from mandala_client.ui.style import SHADED_LOOK
from mandala_protocol.seats import Seat
from tests.client.conftest import GOLDEN
from tests.limits import SECONDS
from tests.narrowing import present

DOCS = Path(__file__).parents[2] / "docs"

BROWSER: Final = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)

CELL_WIDTH, CELL_HEIGHT = 9, 19
"""The width and height of a cell of the pictures, in pixels."""

MEASURE: Final = r"""
const pictures = Array.from(document.querySelectorAll("svg"), picture => {
    const words = [];
    for (const text of picture.querySelectorAll("text"))
        for (const word of text.textContent.matchAll(/\S+/g)) {
            const start = text.getStartPositionOfChar(word.index);
            words.push([word[0], start.x, start.y]);
        }
    return words;
});
document.querySelector("pre").textContent = JSON.stringify(pictures);
"""
"""Writes down each word of each picture and where it begins, as the browser has laid it out."""

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
    folder = DOCS / "pictures"
    different = [name for name, picture in drawn.items() if (folder / name).read_text(encoding="utf-8") != picture]
    assert not different, "make pictures"


def test_every_picture_is_shown_by_a_document(drawn: dict[str, str]) -> None:
    pages = [DOCS.parent / "README.md", *DOCS.glob("*.md")]
    shown = {
        link for page in pages for link in re.findall(r"/([\w-]+\.(?:svg|png))\)", page.read_text(encoding="utf-8"))
    }
    assert shown == set(drawn) == {path.name for path in (DOCS / "pictures").iterdir()}


def test_half_a_cell_is_an_area_and_no_sign(drawn: dict[str, str]) -> None:
    edges = re.findall(
        r'<rect x="[\d.]+" y="\d+" width="4\.5" height="19" fill="#b98cf0"/>', drawn["patterns-swap-120x40.svg"]
    )
    assert len(edges) > 5, "those of the far player's purple tiles"
    assert not any(re.search(">[▀▄▌▐█]", picture) for picture in drawn.values())


def test_a_picture_is_as_large_as_its_window_and_has_the_colours_of_its_cards(drawn: dict[str, str]) -> None:
    shown = drawn["table-turn-80x24.svg"]
    assert 'width="720" height="456"' in shown
    assert "#f06a80" in shown
    assert "r♥" in shown


MOVING: Final = {
    "move-80x24.svg": (24, 7),  # a look, four keys, Enter, and the answer
    "two-windows-80x24.svg": (2 * 24, 5),  # a look, and two moves that are chosen and made
}
"""The rows of all windows in each moving picture, and the number of its frames."""


@pytest.mark.parametrize("name", MOVING)
def test_a_moving_picture_shows_one_version_of_each_row_in_each_frame(drawn: dict[str, str], name: str) -> None:
    (rows, count), moving = MOVING[name], drawn[name]
    classes = re.findall(r'<g class="frames-([\d-]+)">', moving)
    frames = [int(number) for one in classes for number in one.split("-")]
    assert {frames.count(number) for number in frames} == {rows + 1}, "the line below, too"
    assert len(set(frames)) == count
    assert len(classes) > rows + 1, "something moves"


def test_in_two_windows_each_player_sees_only_their_own_hand(generator: ModuleType) -> None:
    for frame in generator._frames_of_two():
        views = [present(model.snapshot).view for model in frame.windows]
        assert [view.seat for view in views] == list(Seat)
        assert views[0].state == views[1].state
        assert views[0].holdings != views[1].holdings


@pytest.mark.parametrize("name", MOVING)
def test_a_moving_picture_stands_still_for_whoever_wants_no_movement(drawn: dict[str, str], name: str) -> None:
    moving = drawn[name]
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
def test_words_in_a_browser_begin_in_the_columns_of_the_terminal(
    generator: ModuleType, drawn: dict[str, str], tmp_path: Path
) -> None:
    scenes = [("table-grow", 120, 40), ("patterns-turn", 80, 24)]
    pictures = [drawn[f"{scene}-{columns}x{lines}.svg"] for scene, columns, lines in scenes]
    for (scene, columns, lines), words in zip(scenes, words_in_browser(pictures, tmp_path), strict=True):
        shown = screen(generator.scenes()[scene], SHADED_LOOK, columns, lines).rows
        rows = ["".join(fragment.text for fragment in row) for row in shown]
        assert [row for row in rows if width_of(row) != len(row)] == [], "a character for each column"
        assert len(words) > lines
        elsewhere = [
            (word, x, y)
            for word, x, y in words
            if not rows[int(y // CELL_HEIGHT)].startswith(word, round(x / CELL_WIDTH))
        ]
        assert elsewhere == []


def words_in_browser(pictures: list[str], folder: Path) -> list[list[tuple[str, float, float]]]:
    """Each word of each picture, and the left end of its base line in pixels, as Chromium draws it."""
    page = folder / "page.html"
    page.write_text(f'<meta charset="utf-8">{"".join(pictures)}<pre></pre><script>{MEASURE}</script>', encoding="utf-8")
    options = ["--headless", "--no-sandbox", "--disable-gpu", f"--user-data-dir={folder / 'browser'}"]
    dumped = subprocess.run(
        [present(BROWSER), *options, "--dump-dom", page.as_uri()],
        capture_output=True,
        encoding="utf-8",
        check=True,
        timeout=SECONDS,
        env={**os.environ, "HOME": str(folder)},
    ).stdout
    words: list[list[tuple[str, float, float]]] = json.loads(html.unescape(dumped.split("<pre>")[1].split("</pre>")[0]))
    return words
