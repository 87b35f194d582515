"""The rules and the player aid as values, read from the texts beside this module.

A text is a small part of Markdown. Lines that follow each other make one block, empty lines part blocks:

- ``# Title``, once, at the beginning; ``## Title`` begins a chapter;
- ``- text`` is an item of a list, and what follows it is indented; any other block is a paragraph;
- ```A1o``` is a move, a key or a command, to be typed as it stands;
- ``[y yellow]`` is a card: the letter of its colour, and the word for it;
- ``{G1 G2}`` at the end of a block names the points of the rules that it covers (docs/rules-mandala.md).
"""

from __future__ import annotations

import enum
import re
from collections.abc import Iterator
from functools import cache
from itertools import groupby
from pathlib import Path
from typing import Final, TypeAlias

from attrs import frozen

from mandala_client.text.language import Language, writes_in_ascii
from mandala_client.text.spelling import spelled
from mandala_protocol.games.mandala.colours import COLOUR_BY_LETTER, Colour


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
    """A colour of cards, by the word for it."""

    text: str
    colour: Colour


Span: TypeAlias = Plain | Typed | Card
BookWord: TypeAlias = tuple[Span, ...]
"""What must stay on one line."""


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
    """The rules or the player aid in one language. It is read once, so it is equal to itself only."""

    title: str
    chapters: tuple[Chapter, ...]


class BookFault(enum.Enum):
    """What can be wrong with a text."""

    NO_TITLE = "the text does not begin with its title"
    SECOND_TITLE = "there is a second title"
    NO_CHAPTER = "a text stands before the first chapter"
    EMPTY = "a title or a text is empty"
    MARK = "a mark is left open, or is none of those that there are"
    COLOUR = "no colour has this letter"
    POINT = "this is not a point of the rules"


class Misprint(Exception):
    """A text that cannot be read. ``line`` is counted from 1."""

    def __init__(self, fault: BookFault, line: int) -> None:
        super().__init__(f"line {line}: {fault.value}")
        self.fault, self.line = fault, line


def rules(language: Language) -> Booklet:
    """All the rules, spelled as messages are. Raises ``Misprint``, but not for the texts of this program."""
    return _read("rules", language, writes_in_ascii())


def aid(language: Language) -> Booklet:
    """The rules in short: what one looks up while playing. Raises ``Misprint`` as ``rules`` does."""
    return _read("aid", language, writes_in_ascii())


@cache
def _read(name: str, language: Language, only_ascii: bool) -> Booklet:
    text = (Path(__file__).parent / "books" / f"{name}.{language.value}.md").read_text(encoding="utf-8")
    return parse(spelled(text) if only_ascii else text)


def parse(text: str) -> Booklet:
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
            chapters.append(Chapter(chapter.title, (*chapter.paragraphs, _paragraph(block, number))))
    return Booklet(title, tuple(chapters))


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
_POINT: Final = re.compile(r"[SGABCKDE][1-9][0-9]?")


def _paragraph(block: str, line: int) -> Paragraph:
    text = block
    points: tuple[str, ...] = ()
    marked = _POINTS.search(text)
    if marked is not None:
        text, points = text[: marked.start()], tuple(marked[1].split())
        if not points or not all(map(_POINT.fullmatch, points)):
            raise Misprint(BookFault.POINT, line)
    item = text.startswith("- ")
    words = tuple(_words(text.removeprefix("- "), line))
    if not words:
        raise Misprint(BookFault.EMPTY, line)
    return Paragraph(words, points, item)


_PIECE: Final = re.compile(
    r"(?P<space>\s+)|`(?P<typed>[^`]+)`|\[(?P<letter>\w) (?P<card>[^\[\]]+)\]|(?P<plain>[^\s`\[\]{}]+)|(?P<other>.)"
)


def _words(text: str, line: int) -> Iterator[BookWord]:
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
                if piece["letter"] not in COLOUR_BY_LETTER:
                    raise Misprint(BookFault.COLOUR, line)
                word.append(Card(piece["card"], COLOUR_BY_LETTER[piece["letter"]]))
            case "plain":
                word.append(Plain(piece["plain"]))
            case _:
                raise Misprint(BookFault.MARK, line)
    if word:
        yield tuple(word)
