"""The rules and the player aid of Patterns: complete, the same in every language, and true."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from mandala_client.games.patterns.chooser import as_move
from mandala_client.sentences.book_sentences import printed, text_of
from mandala_client.text.book import Booklet, Card, Paragraph, Typed
from mandala_client.text.language import Language, speak
from mandala_client.text.typed_words import word_of
from tests.client.patterns.conftest import PATTERNS_UI
from tests.client.scenes import each_language

BOOKS = PATTERNS_UI.books

DOCUMENT = (Path(__file__).parents[3] / "docs" / "rules-patterns.md").read_text(encoding="utf-8")

RULING = {Language.ENGLISH: "(our ruling)", Language.GERMAN: "(Auslegung)", Language.DUTCH: "(onze uitleg)"}


def paragraphs(booklet: Booklet) -> list[Paragraph]:
    return [paragraph for chapter in booklet.chapters for paragraph in chapter.paragraphs]


def typed(paragraph: Paragraph) -> list[str]:
    return [span.text for word in paragraph.words for span in word if isinstance(span, Typed)]


@each_language
def test_every_point_of_the_rules_is_covered_and_no_other(language: Language) -> None:
    points = set(re.findall(r"\*\*([A-Z]\d+)\*\*", DOCUMENT))
    assert len(points) == 30
    assert {point for paragraph in paragraphs(BOOKS.rules(language)) for point in paragraph.points} == points


@each_language
@pytest.mark.parametrize("read", [BOOKS.rules, BOOKS.aid])
def test_all_languages_say_the_same_in_the_same_order(read: Callable[[Language], Booklet], language: Language) -> None:
    def outline(spoken: Language) -> list[list[tuple[object, ...]]]:
        speak(spoken)
        return [
            [
                (
                    paragraph.item,
                    paragraph.points,
                    [word_of(word) or word for word in typed(paragraph)],
                    [span.letter for word in paragraph.words for span in word if isinstance(span, Card)],
                )
                for paragraph in chapter.paragraphs
            ]
            for chapter in read(spoken).chapters
        ]

    assert outline(language) == outline(Language.ENGLISH)


@each_language
def test_rulings_are_marked_where_the_document_marks_them(language: Language) -> None:
    rulings = {
        point for point, text in re.findall(r"^- \*\*([A-Z]\d)\*\* (.*)$", DOCUMENT, re.MULTILINE) if "*Ruling" in text
    }
    marked = {
        point
        for paragraph in paragraphs(BOOKS.rules(language))
        if RULING[language] in text_of(paragraph)
        for point in paragraph.points
    }
    assert marked == rulings - {"T3"}, "that colours are named as in Mandala needs no mark for players"


@each_language
def test_the_authors_are_credited_and_every_move_can_be_typed(language: Language) -> None:
    text = "\n".join(printed(BOOKS.rules(language)))
    for name in ("Trevor Benjamin", "Brett J. Gilbert", "Lookout"):
        assert name in text
    moves = [
        word
        for paragraph in paragraphs(BOOKS.rules(language))
        for word in typed(paragraph)
        if re.fullmatch(r"[SOFX].*\d|S.", word)
    ]
    assert len(moves) >= 5
    assert all(as_move(move) is not None for move in moves)


@each_language
def test_the_player_aid_has_one_page(language: Language) -> None:
    assert len(printed(BOOKS.aid(language), 76)) <= 24
