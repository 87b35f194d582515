"""Writes the files of Nim and the interfaces of a game into ``adding-a-game.md``: run it after changing one.

A test keeps them equal.
"""

from __future__ import annotations

import ast
import re
from pathlib import Path
from typing import Final

PAGE: Final = Path(__file__).with_name("adding-a-game.md")
TOP: Final = PAGE.parents[1]

_FILE: Final = re.compile(r"(?<=<!-- file: )(\S+)( -->\n).*?(?=<!-- end of file -->)", re.DOTALL)
_CLASSES: Final = re.compile(r"(?<=<!-- classes: )(\S+)((?: \w+)+)( -->\n).*?(?=<!-- end of classes -->)", re.DOTALL)


def render(page: str) -> str:
    """Return the page with each file and each class as it is now."""
    return _CLASSES.sub(_with_classes, _FILE.sub(_with_file, page))


def _with_file(place: re.Match[str]) -> str:
    file = TOP / place[1]
    language = {".py": "python", ".md": "markdown"}[file.suffix]
    return f"{place[1]}{place[2]}```{language}\n{file.read_text(encoding='utf-8')}```\n"


def _with_classes(place: re.Match[str]) -> str:
    source = (TOP / place[1]).read_text(encoding="utf-8")
    classes = {node.name: node for node in ast.parse(source).body if isinstance(node, ast.ClassDef)}
    texts = (_text(source, classes[name]) for name in place[2].split())
    text = "\n\n\n".join(texts)
    return f"{place[1]}{place[2]}{place[3]}```python\n{text}\n```\n"


def _text(source: str, one: ast.ClassDef) -> str:
    """The lines of a class, with its decorators."""
    first = min([one.lineno, *(decorator.lineno for decorator in one.decorator_list)])
    return "\n".join(source.splitlines()[first - 1 : one.end_lineno])


if __name__ == "__main__":
    PAGE.write_text(render(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
