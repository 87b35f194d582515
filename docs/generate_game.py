"""Writes the files of Nim into ``adding-a-game.md``: run it after changing one. A test keeps them equal."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

PAGE: Final = Path(__file__).with_name("adding-a-game.md")
TOP: Final = PAGE.parents[1]

_PLACE: Final = re.compile(r"(?<=<!-- file: )(\S+)( -->\n).*?(?=<!-- end of file -->)", re.DOTALL)


def render(page: str) -> str:
    """Return the page with each file as it is now."""
    return _PLACE.sub(_filled, page)


def _filled(place: re.Match[str]) -> str:
    file = TOP / place[1]
    language = {".py": "python", ".md": "markdown"}[file.suffix]
    return f"{place[1]}{place[2]}```{language}\n{file.read_text(encoding='utf-8')}```\n"


if __name__ == "__main__":
    PAGE.write_text(render(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
