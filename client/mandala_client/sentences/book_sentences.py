"""The rules and the player aid in plain lines: for text mode, for a pager and for a pipe."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from itertools import groupby

from mandala_client.games.game_ui import AnyGameUI, Book, booklet
from mandala_client.text.book import Booklet, Card, Paragraph, Plain, Span, Typed
from mandala_client.text.language import _
from mandala_client.text.typed_words import TypedWord
from mandala_client.ui.rows import wrap


def book_sentences(booklet: Booklet) -> list[str]:
    """The booklet for text mode: each title, paragraph and item of a list is one line."""
    lines = [booklet.title]
    for chapter in booklet.chapters:
        lines += [chapter.title, *(_line(paragraph, booklet.reads) for paragraph in chapter.paragraphs)]
    return lines


def asked_book(game: AnyGameUI, word: TypedWord) -> list[str]:
    """The rules or the player aid of a game for text mode, whichever is asked for by this word."""
    return book_sentences(booklet(game, Book.RULES if word is TypedWord.RULES else Book.AID))


def rule_sentences(rules: Booklet, number: str) -> list[str]:
    """The paragraphs about the point of the rules with this number, such as "K3" or "k3".

    If there is none, the numbers that there are.
    """
    paragraphs = [paragraph for chapter in rules.chapters for paragraph in chapter.paragraphs]
    numbers = {point for paragraph in paragraphs for point in paragraph.points}
    if not numbers:
        return [_("The rules of this game have no numbers.")]
    point = number.upper()
    if point in numbers:
        return [_line(paragraph, rules.reads) for paragraph in paragraphs if point in paragraph.points]
    known = _("Add the number of a rule: {numbers}.").format(numbers=", ".join(_from_to(numbers)))
    return [_("There is no rule with this number."), known] if number else [known]


def _from_to(numbers: Collection[str]) -> Iterator[str]:
    """The first and the last number of each letter: "K1 to K11"."""
    in_order = sorted(numbers, key=lambda number: (number[0], len(number), number))
    for _letter, group in groupby(in_order, key=lambda number: number[0]):
        first, *more = group
        yield _("{first} to {last}").format(first=first, last=more[-1]) if more else first


def printed(booklet: Booklet, columns: int | None = None) -> list[str]:
    """The booklet with empty lines between its parts, in lines of at most ``columns`` columns if that is given."""
    lines = [booklet.title]
    for chapter in booklet.chapters:
        lines += ["", *_folded(chapter.title, columns)]
        in_list = False
        for paragraph in chapter.paragraphs:
            if not (in_list and paragraph.item):
                lines.append("")
            lines += _folded(_line(paragraph, booklet.reads), columns, "  " if paragraph.item else "")
            in_list = paragraph.item
    return lines


def text_of(paragraph: Paragraph, reads: Callable[[str], str] = str) -> str:
    """The paragraph without any marks; a colour of cards is followed by its letter, as the person reads it."""
    return " ".join("".join(_plain(span, reads) for span in word) for word in paragraph.words)


def _line(paragraph: Paragraph, reads: Callable[[str], str]) -> str:
    return f"{'- ' if paragraph.item else ''}{text_of(paragraph, reads)} {paragraph.note}".rstrip()


def _plain(span: Span, reads: Callable[[str], str]) -> str:
    match span:
        case Plain() | Typed():
            return span.text
        case Card():
            return f"{span.text} ({reads(span.letter)})"


def _folded(text: str, columns: int | None, indent: str = "") -> list[str]:
    if columns is None:
        return [text]
    first, *more = wrap(text, columns - len(indent))
    return [first, *(f"{indent}{line}" for line in more)]
