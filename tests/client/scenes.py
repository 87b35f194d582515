"""Scenes: moments of the client with a name, made again in the language that is spoken then."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cache
from typing import Any, Final, TypeAlias

import pytest
from attrs import field, frozen

from mandala_client.text.language import Language, speak, write_in_ascii
from mandala_client.ui.rows import Row, Screen
from mandala_client.ui.style import ASCII_LOOK, FULL_LOOK, SHADED_LOOK, Look

Size: TypeAlias = tuple[int, int]
"""Columns and lines."""

COMPACT: Final[Size] = (40, 20)
STANDARD: Final[Size] = (80, 24)
WIDE: Final[Size] = (120, 40)
SIZES: Final = (COMPACT, STANDARD, WIDE)
"""One for each form of the screen."""

LOOKS: Final = (FULL_LOOK, SHADED_LOOK, ASCII_LOOK)


@frozen
class Scene:
    """A moment with a name. ``model`` makes it of the game that is looked at.

    ``golden``: in which sizes it is compared with a file of its own. That is the standard one, and others where it has
    a form of its own; that it fits into all of them, and is all there, the laws say. ``like``: its form is that of
    the scene of this name; its words are in one file with those of all such scenes (``words_of_others``).
    """

    name: str
    model: Callable[[Any], Any] = field(repr=False)
    golden: tuple[Size, ...] = (STANDARD,)
    like: str | None = field(default=None, kw_only=True)


def set_to(language: Language, look: Look) -> None:
    """Speak this language and write with these characters from now on; ``conftest`` takes it back after each test."""
    speak(language)
    write_in_ascii(not look.writes_all)


def golden_name(name: str, size: Size) -> str:
    """The name of the file with which a scene of this name is compared in this size."""
    return f"{name}-{size[0]}x{size[1]}"


def words_of_others(scenes: Iterable[Scene], lines_of: Callable[[Scene], list[str]]) -> str:
    """The words of the scenes that look like another, each line with its number, but for what the other says too."""
    named = {scene.name: scene for scene in scenes}
    lines = cache(lambda name: lines_of(named[name]))
    said: list[str] = []
    for scene in named.values():
        if scene.like is not None:
            said += [
                scene.name,
                *(f"{at:>2} {line}" for at, line in new_lines(lines(scene.name), lines(scene.like))),
                "",
            ]
    return "\n".join(said)


def new_lines(lines: Iterable[str], known: Iterable[str]) -> list[tuple[int, str]]:
    """The lines that are not known, and where they stand."""
    return [(at, line) for at, line in enumerate(lines) if line and line not in known]


def words_on(rows: Iterable[Row]) -> str:
    """All that stands in the rows, with one space between the words, and without the bar of an area in the accent."""
    return " ".join(" ".join("".join(part.text for part in row) for row in rows).replace("▌", " ").split())


def lines_on(screen: Screen) -> list[str]:
    """The rows of a screen as text."""
    return ["".join(part.text for part in row).rstrip() for row in screen.rows]


def each_golden(scenes: Iterable[Scene]) -> pytest.MarkDecorator:
    """A test for each scene and each size in which it has a golden file."""
    return pytest.mark.parametrize(
        ("scene", "size"),
        [
            pytest.param(scene, size, id=golden_name(scene.name, size))
            for scene in scenes
            if scene.like is None
            for size in scene.golden
        ],
    )


def each_scene(scenes: Iterable[Scene]) -> pytest.MarkDecorator:
    """A test for each scene."""
    return pytest.mark.parametrize("scene", [pytest.param(scene, id=scene.name) for scene in scenes])


each_language = pytest.mark.parametrize("language", Language)
each_plain_look = pytest.mark.parametrize(
    "look", [pytest.param(FULL_LOOK, id="full"), pytest.param(ASCII_LOOK, id="ascii")]
)
"""Those in which shades say nothing."""

each_look = pytest.mark.parametrize(
    "look",
    [
        pytest.param(FULL_LOOK, id="full"),
        pytest.param(SHADED_LOOK, id="shaded"),
        pytest.param(ASCII_LOOK, id="ascii"),
    ],
)
each_size = pytest.mark.parametrize("size", [pytest.param(size, id=f"{size[0]}x{size[1]}") for size in SIZES])
