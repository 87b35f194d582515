"""The rules and the player aid of a game as values, and how their texts are read.

A text is a small part of Markdown. Lines that follow each other make one block, empty lines part blocks:

- ``# Title``, once, at the beginning; ``## Title`` begins a chapter;
- ``- text`` is an item of a list, and what follows it is indented; any other block is a paragraph;
- ```A1o``` is a move, a key or a command, to be typed as it stands;
- ``[y yellow]`` is a kind of cards: its letter, and the word for it;
- ``{G1 G2}`` at the end of a block names the points of the rules that it covers.
"""

from __future__ import annotations

import enum
import re
from collections.abc import Callable, Iterator
from functools import cache
from itertools import groupby
from pathlib import Path
from typing import Final, TypeAlias

from attrs import frozen

from mandala_client.text.language import Language, spells_in_ascii
from mandala_client.text.spelling import spelled


@frozen
class Plain:
    """Text as it is."""

    text: str


@frozen
class Typed:
    """A move, a key or a command."""

    text: str


@frozen
class Card:
    """A kind of cards, by the word for it; ``letter`` is the English one of its sign at the table."""

    text: str
    letter: str


Span: TypeAlias = Plain | Typed | Card
BookWord: TypeAlias = tuple[Span, ...]
"""A text that must stay on one line."""


@frozen
class Paragraph:
    """A paragraph, or an item of a list.

    ``points``: the points of the rules that it covers, such as "G1", by which a refusal names its reason.
    """

    words: tuple[BookWord, ...]
    points: tuple[str, ...] = ()
    item: bool = False

    @property
    def note(self) -> str:
        """Its points as they stand behind it, such as "(G1 G2)"; nothing if it covers none."""
        return f"({' '.join(self.points)})" if self.points else ""


@frozen
class Chapter:
    """Some paragraphs under a title."""

    title: str
    paragraphs: tuple[Paragraph, ...]


@frozen(eq=False)
class Booklet:
    """The rules or the player aid in one language. It is read once, so it is equal to itself only.

    ``reads`` gives the letter in the spoken language for the English one of a card.
    """

    title: str
    chapters: tuple[Chapter, ...]
    reads: Callable[[str], str] = str


class BookFault(enum.Enum):
    """The kinds of faults in a text."""

    NO_TITLE = "the text does not begin with its title"
    SECOND_TITLE = "there is a second title"
    NO_CHAPTER = "a text stands before the first chapter"
    EMPTY = "a title or a text is empty"
    MARK = "a mark is left open, or is none of those that there are"
    LETTER = "no cards have this letter"
    POINT = "this is not a point of the rules"


class Misprint(Exception):
    """A text that cannot be read. ``line`` is counted from 1."""

    def __init__(self, fault: BookFault, line: int) -> None:
        super().__init__(f"line {line}: {fault.value}")
        self.fault, self.line = fault, line


@frozen
class BookFolder:
    """The texts of a game in one folder, such as ``rules.en.md``. English replaces a language that is not there.

    ``letters``: the English ones of its cards; ``reads`` gives that of the spoken language for one of them.
    ``points``: a pattern of the points of its rules, such as "G[1-9]".
    """

    path: Path
    letters: str
    points: str
    reads: Callable[[str], str] = str

    def rules(self, language: Language) -> Booklet:
        """All the rules, spelled as messages are. Raises ``Misprint``, but not for the texts of this program."""
        return _read(self, "rules", language, spells_in_ascii())

    def aid(self, language: Language) -> Booklet:
        """The rules in short: what one looks up while playing. Raises ``Misprint`` as ``rules`` does."""
        return _read(self, "aid", language, spells_in_ascii())

    def parse(self, text: str) -> Booklet:
        """The booklet that this text is. Raises ``Misprint``."""
        blocks = _blocks(text)
        number, first = next(blocks, (1, ""))
        if not first.startswith("# "):
            raise Misprint(BookFault.NO_TITLE, number)
        title = _title(first, number)
        chapters: list[Chapter] = []
        for number, block in blocks:
            if block.startswith("# "):
                raise Misprint(BookFault.SECOND_TITLE, number)
            if block.startswith("## "):
                chapters.append(Chapter(_title(block, number), ()))
            elif not chapters:
                raise Misprint(BookFault.NO_CHAPTER, number)
            else:
                chapter = chapters.pop()
                chapters.append(Chapter(chapter.title, (*chapter.paragraphs, self._paragraph(block, number))))
        return Booklet(title, tuple(chapters), self.reads)

    def _paragraph(self, block: str, line: int) -> Paragraph:
        text = block
        points: tuple[str, ...] = ()
        marked = _POINTS.search(text)
        if marked is not None:
            text, points = text[: marked.start()], tuple(marked[1].split())
            if not points or not all(re.fullmatch(self.points, point) for point in points):
                raise Misprint(BookFault.POINT, line)
        item = text.startswith("- ")
        words = tuple(self._words(text.removeprefix("- "), line))
        if not words:
            raise Misprint(BookFault.EMPTY, line)
        return Paragraph(words, points, item)

    def _words(self, text: str, line: int) -> Iterator[BookWord]:
        word: list[Span] = []
        for piece in _PIECE.finditer(text):
            match piece.lastgroup:
                case "space":
                    if word:
                        yield tuple(word)
                    word = []
                case "typed":
                    word.append(Typed(piece["typed"]))
                case "card":
                    if piece["letter"] not in self.letters:
                        raise Misprint(BookFault.LETTER, line)
                    word.append(Card(piece["card"], piece["letter"]))
                case "plain":
                    word.append(Plain(piece["plain"]))
                case _:
                    raise Misprint(BookFault.MARK, line)
        if word:
            yield tuple(word)


@cache
def _read(folder: BookFolder, name: str, language: Language, only_ascii: bool) -> Booklet:
    path = folder.path / f"{name}.{language.value}.md"
    if not path.exists():
        path = folder.path / f"{name}.{Language.ENGLISH.value}.md"
    text = path.read_text(encoding="utf-8")
    try:
        return folder.parse(spelled(text) if only_ascii else text)
    except Misprint as misprint:
        misprint.add_note(f"in {path}")
        raise


def _blocks(text: str) -> Iterator[tuple[int, str]]:
    """Each block as one line, with the number of its first line."""
    numbered = enumerate(text.splitlines(), start=1)
    for has_text, group in groupby(numbered, key=lambda line: bool(line[1].strip())):
        if not has_text:
            continue
        block: list[str] = []
        begin = 0
        for number, line in group:
            if block and (line.startswith(("- ", "#")) or block[0].startswith("#")):
                yield begin, " ".join(block)
                block = []
            if not block:
                begin = number
            block.append(line.strip() if block else line)
        yield begin, " ".join(block)


def _title(block: str, line: int) -> str:
    title = block.lstrip("#").strip()
    if not title:
        raise Misprint(BookFault.EMPTY, line)
    return title


_POINTS: Final = re.compile(r"\{([^{}]*)\}\s*$")
_PIECE: Final = re.compile(
    r"(?P<space>\s+)|`(?P<typed>[^`]+)`|\[(?P<letter>\w) (?P<card>[^\[\]]+)\]|(?P<plain>[^\s`\[\]{}]+)|(?P<other>.)"
)
