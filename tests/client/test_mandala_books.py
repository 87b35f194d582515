"""The rules and the player aid: complete, the same in every language, true to the engine, and readable at any size."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pyte
import pytest
from click.testing import CliRunner

from mandala_client.commands.rules import command
from mandala_client.games.catalogue import ui_of
from mandala_client.games.game_ui import Book
from mandala_client.games.mandala.mandala_ui import MandalaUI
from mandala_client.games.mandala.notation import as_notation, for_people, written
from mandala_client.screens.rulebook_pages import book_screen
from mandala_client.sentences.book_sentences import book_sentences, printed, rule_sentences, text_of
from mandala_client.text.book import BookFault, BookFolder, Booklet, Card, Misprint, Paragraph, Typed
from mandala_client.text.language import Language, speak, spoken, write_in_ascii
from mandala_client.text.spelling import spelled
from mandala_client.text.typed_words import TypedWord, spoken_word, word_of
from mandala_client.ui.paging import scroll
from mandala_client.ui.rows import Row, width_of
from mandala_client.ui.style import ASCII_LOOK, FULL_LOOK, Look
from mandala_net.player.paths import HOME_VARIABLE
from mandala_protocol.games.game import Moved, View
from mandala_protocol.games.mandala import COLOURS, MANDALA, Build, Colour, Grow, MandalaMove
from mandala_protocol.games.mandala.colours import COLOUR_BY_LETTER
from mandala_protocol.games.mandala.moves import HAND_LIMIT
from mandala_protocol.games.mandala.outlook import drawn_by_build
from mandala_protocol.games.mandala.position import parse_position
from mandala_protocol.games.mandala.scoring import seat_score
from mandala_protocol.games.mandala.state import Refilling
from mandala_protocol.seats import Seat
from tests.client.painting import painted
from tests.limits import SECONDS

GAME = ui_of("mandala")
BOOKS = MandalaUI().books
DOCUMENT = (Path(__file__).parents[2] / "docs" / "rules-mandala.md").read_text(encoding="utf-8")
EVERY_LANGUAGE = pytest.mark.parametrize("language", Language)


def paragraphs(booklet: Booklet) -> list[Paragraph]:
    return [paragraph for chapter in booklet.chapters for paragraph in chapter.paragraphs]


def covering(language: Language, point: str, *, items: bool) -> list[Paragraph]:
    """The paragraphs of the rules about this point; either the items of lists among them, or the others."""
    return [
        paragraph
        for paragraph in paragraphs(BOOKS.rules(language))
        if point in paragraph.points and paragraph.item is items
    ]


def typed(paragraph: Paragraph) -> list[str]:
    return [span.text for word in paragraph.words for span in word if isinstance(span, Typed)]


def cards(paragraph: Paragraph) -> list[Colour]:
    return [COLOUR_BY_LETTER[span.letter] for word in paragraph.words for span in word if isinstance(span, Card)]


def numbers(paragraph: Paragraph) -> list[int]:
    return [int(number) for number in re.findall(r"\d+", text_of(paragraph))]


def text(booklet: Booklet) -> str:
    return "\n".join(printed(booklet))


@EVERY_LANGUAGE
def test_every_rule_is_read_by_its_number(language: Language) -> None:
    rules = BOOKS.rules(language)
    for point in {point for paragraph in paragraphs(rules) for point in paragraph.points}:
        told = rule_sentences(rules, point.lower())
        assert told
        assert all(point in line.rpartition("(")[2].rstrip(")").split() for line in told)
        assert set(told) <= set(book_sentences(rules))


def test_rules_without_numbers_say_so() -> None:
    bare = BOOKS.parse("# Rules\n\n## The game\n\nTake turns.")
    assert rule_sentences(bare, "K3") == rule_sentences(bare, "") == ["The rules of this game have no numbers."]


# Complete, and the same in every language.


@EVERY_LANGUAGE
def test_every_point_of_the_rules_is_covered_and_no_other(language: Language) -> None:
    points = set(re.findall(r"\*\*([A-Z]\d+)\*\*", DOCUMENT))
    assert len(points) == 61
    assert {point for paragraph in paragraphs(BOOKS.rules(language)) for point in paragraph.points} == points


@pytest.mark.parametrize(
    ("language", "mark"),
    [
        (Language.ENGLISH, "our ruling"),
        (Language.GERMAN, "Auslegung"),
        (Language.DUTCH, "onze uitleg"),
    ],
)
def test_what_the_printed_rules_leave_open_is_marked_as_our_ruling(language: Language, mark: str) -> None:
    rulings = {point for point, told in re.findall(r"\*\*([A-Z]\d+)\*\*(.*)", DOCUMENT) if "*Ruling" in told}
    assert len(rulings) == 12
    marked = [paragraph for paragraph in paragraphs(BOOKS.rules(language)) if mark in text_of(paragraph)]
    assert {point for paragraph in marked for point in paragraph.points} - {"A5"} == rulings


@EVERY_LANGUAGE
@pytest.mark.parametrize("read", [BOOKS.rules, BOOKS.aid])
def test_all_languages_say_the_same_in_the_same_order(read: Callable[[Language], Booklet], language: Language) -> None:
    def outline(language: Language) -> list[list[tuple[object, ...]]]:
        speak(language)
        return [
            [
                (
                    paragraph.item,
                    paragraph.points,
                    [word_of(word) or as_notation(word) or word for word in typed(paragraph)],
                    cards(paragraph),
                )
                for paragraph in chapter.paragraphs
            ]
            for chapter in read(language).chapters
        ]

    assert outline(language) == outline(Language.ENGLISH)


@EVERY_LANGUAGE
def test_the_words_of_the_linear_form_are_those_of_the_language(language: Language) -> None:
    speak(language)
    sentences = {word for paragraph in paragraphs(BOOKS.rules(language)) for word in typed(paragraph)}
    for word in (TypedWord.HELP, TypedWord.RULES, TypedWord.AID, TypedWord.HINT):
        assert spoken_word(word) in sentences
        assert language is Language.ENGLISH or spoken_word(word) == word.english or word.english not in sentences


@EVERY_LANGUAGE
def test_every_point_that_a_refusal_names_is_found_where_it_is_told_of(
    language: Language, run: Callable[..., str]
) -> None:
    speak(language)
    for lines in (
        book_sentences(BOOKS.rules(spoken())),
        printed(BOOKS.rules(language)),
        run("--language", language.value).splitlines(),
    ):
        shown = "\n".join(lines)
        for point in re.findall(r"\*\*([A-Z]\d+)\*\*", DOCUMENT):
            assert re.search(rf"\((?:[A-Z]\d+ )*{point}(?: [A-Z]\d+)*\)", shown), point
    (field,) = covering(language, "G3", items=True)
    assert any(line.endswith(f"{text_of(field)} (G3)") for line in book_sentences(BOOKS.rules(spoken())))
    rows = [plain(row).rstrip() for row in book_screen(GAME, Book.RULES, 0, FULL_LOOK, 80, 1000).rows]
    assert sum(row.endswith("(G3)") for row in rows) == 1


@EVERY_LANGUAGE
def test_the_chapters_of_the_rules_have_the_numbers_of_their_keys(language: Language) -> None:
    numbers_of_chapters = [chapter.title.partition(". ")[0] for chapter in BOOKS.rules(language).chapters]
    assert numbers_of_chapters == [str(number) for number in range(1, 10)]


WORDS = [
    [cell.strip() for cell in line.strip("| ").split("|")]
    for line in DOCUMENT.partition("## Words")[2].splitlines()
    if line.startswith("|") and "---" not in line
][1:]
"""The table of words: a row has those of English, German and Dutch."""

NEVER = {
    Language.ENGLISH: r"cent(?:re|er)s?|chalices?|goblets?|decks?|stock|violet|golden|hills?|stack|lane|opponents?",
    Language.GERMAN: r"bergs?|berge|hügel|becher|pokal|(?:nach)?ziehstapel|abwurfstapel|abwerfstapel|lila|purpur"
    r"|farbregel|farbenregel|zerstört?|vervollständigt?|komplett|gegner|ihnen",
    Language.DUTCH: r"centrum|heuvel|beker|bokaal|gouden|lila|purper|violet|voltooid?|voltooien|compleet|weggooien"
    r"|opgelost|slots?|tegenstander|u|uw",
}
"""Other words for what the glossary has a word for, and how nobody is addressed here."""


@EVERY_LANGUAGE
def test_the_words_of_the_glossary_are_used_and_no_others_for_the_same(language: Language) -> None:
    assert len(WORDS) == 10
    column = list(Language).index(language)
    said = text(BOOKS.rules(language)).lower()
    for row in WORDS:
        for word in row[column].lower().split(", "):
            assert word in said
    for booklet in (BOOKS.rules(language), BOOKS.aid(language)):
        assert re.findall(rf"\b(?:{NEVER[language]})\b", text(booklet).lower()) == []


# True to the engine.


@EVERY_LANGUAGE
def test_the_table_of_a2_is_what_the_engine_draws(language: Language) -> None:
    table: dict[int, int] = {}
    for item in covering(language, "A2", items=True):
        left, drawn = numbers(item)
        table[left] = drawn
    for left in range(HAND_LIMIT):
        hand = left + 1
        before = parse_position(f"mandala 0 turn:0 {100 - 2 * hand} - r2/-/- r2/-/- -/-/2/{hand} -/-/2/{hand} - 0")
        assert drawn_by_build(before, Seat.HOST) == table[max(left, min(table))]
    assert max(table) == HAND_LIMIT - 1


@EVERY_LANGUAGE
def test_the_example_of_g7_is_what_the_engine_allows(language: Language) -> None:
    nowhere, mountain, field = map(cards, covering(language, "G7", items=True))
    state = parse_position("mandala 0 turn:0 85 - y1p1/r1o1/g1 r1o1/-/- -/-/2/6 -/-/2/6 - 0")
    moves = MANDALA.legal_moves(View(state, Seat.HOST, {"hand": (1,) * 6, "cup": (0,) * 6}))
    here = [move for move in moves if isinstance(move, Build | Grow) and move.mandala == 0]
    assert sorted(mountain) == [move.colour for move in here if isinstance(move, Build)]
    assert sorted(field) == [move.colour for move in here if isinstance(move, Grow)]
    assert set(nowhere) == set(COLOURS) - {move.colour for move in here}


@EVERY_LANGUAGE
def test_the_example_of_a_destruction_can_be_played_as_it_is_told(language: Language) -> None:
    speak(language)
    chapter = next(one for one in BOOKS.rules(language).chapters if "K1" in one.paragraphs[0].points)
    moves = [move for paragraph in chapter.paragraphs for move in typed(paragraph)]
    state = parse_position("mandala 0 turn:0 75 - r2/-/- r2y1k3/g2/o3 k/-/2/8 g/-/2/6 - 0")
    for seat, notation in zip((Seat.HOST, Seat.HOST, Seat.GUEST, Seat.HOST), moves, strict=True):
        state = MANDALA.apply(state, Moved(seat, understood(notation)))
    assert isinstance(state.phase, Refilling)
    assert (state.phase.seat, state.phase.count) == (Seat.HOST, 2)
    you, ben = state.players
    assert "".join(colour.letter for colour in you.river) == "ky"
    assert you.claimed == (0, 0, 0, 0, 0, 3)
    assert "".join(colour.letter for colour in ben.river) == "gr"
    assert ben.claimed == (1, 0, 0, 0, 0, 0)
    assert state.discard == (0, 3, 0, 2, 2, 0)


@EVERY_LANGUAGE
def test_the_example_of_e5_is_what_the_engine_scores(language: Language) -> None:
    lines = list(map(numbers, covering(language, "E5", items=True)))
    score = seat_score(COLOURS, tuple(held for _slot, held, _points in lines))
    assert lines == [[slot.value, slot.cards, slot.points] for slot in score.slots]
    assert [held for _slot, held, _points in lines] == [4, 5, 6, 0, 3, 1]
    total = covering(language, "E5", items=False)[-1]
    assert numbers(total) == [*(slot.points for slot in score.slots), score.total]
    assert "4 + 10 + 18 + 0 + 15 + 6 = 53" in text_of(total)


@EVERY_LANGUAGE
def test_every_move_in_the_texts_is_written_as_moves_are(language: Language) -> None:
    speak(language)
    shown = [
        word
        for read in (BOOKS.rules, BOOKS.aid)
        for paragraph in paragraphs(read(language))
        for word in typed(paragraph)
    ]
    moves = {word for word in shown if re.fullmatch(r"[ABCK].+", word)}
    assert set(map(for_people, ("A0o", "B1r2", "Ck1", "Kg"))) <= moves
    for move in moves:
        assert written(understood(move)) == move


def understood(typed_move: str) -> MandalaMove:
    notation = as_notation(typed_move)
    assert notation is not None
    return MANDALA.parse_move(notation)


# On the screen.


def plain(row: Row) -> str:
    return "".join(fragment.text for fragment in row)


@EVERY_LANGUAGE
@pytest.mark.parametrize("look", [FULL_LOOK, ASCII_LOOK])
@pytest.mark.parametrize("columns", [40, 80, 120])
def test_nothing_is_wider_than_the_window_and_nothing_is_lost(columns: int, look: Look, language: Language) -> None:
    speak(language)
    for book, read in ((Book.RULES, BOOKS.rules), (Book.AID, BOOKS.aid)):
        write_in_ascii(False)
        written = paragraphs(read(language))
        write_in_ascii(not look.writes_all)
        lines = [plain(row) for row in book_screen(GAME, book, 0, look, columns, 1000).rows]
        assert all(width_of(line) <= columns for line in lines)
        assert all(width_of(line) <= 2 + 76 for line in lines[1:])
        assert look.writes_all or all(line.isascii() for line in lines)
        shown = " ".join(" ".join(lines[1:]).split())
        for paragraph in written:
            for word in " ".join("".join(span.text for span in word) for word in paragraph.words).split():
                assert (word if look.writes_all else spelled(word)) in shown


@EVERY_LANGUAGE
@pytest.mark.parametrize(("columns", "lines"), [(1, 1), (5, 3), (20, 10), (300, 100)])
def test_a_window_of_any_size_is_survived(columns: int, lines: int, language: Language) -> None:
    speak(language)
    for book in Book:
        for scrolled in (-5, 0, 7, 10_000):
            shown = book_screen(GAME, book, scrolled, FULL_LOOK, columns, lines)
            assert all(width_of(row) <= columns for row in shown.rows)
            assert len(shown.rows) <= max(lines, 2)


@EVERY_LANGUAGE
def test_the_player_aid_needs_no_scrolling_at_80_by_24(language: Language) -> None:
    speak(language)
    shown = book_screen(GAME, Book.AID, 0, FULL_LOOK, 80, 24)
    assert shown.most_scrolled == 0
    assert len(shown.rows) <= 24
    assert "more" not in plain(shown.rows[0])


@pytest.mark.parametrize(
    ("language", "text"),
    [
        (Language.ENGLISH, "No turn may end with an empty hand"),
        (Language.GERMAN, "Kein Zug darf mit leerer Hand enden"),
        (Language.DUTCH, "Geen beurt mag eindigen met een lege hand"),
    ],
)
def test_the_player_aid_says_that_no_turn_ends_with_an_empty_hand(language: Language, text: str) -> None:
    speak(language)
    shown = book_screen(GAME, Book.AID, 0, FULL_LOOK, 80, 24)
    assert text in " ".join(" ".join(plain(row) for row in shown.rows).split())


def test_where_it_just_fits_the_empty_rows_are_left_out() -> None:
    assert book_screen(GAME, Book.AID, 0, FULL_LOOK, 80, 22).most_scrolled == 0
    assert not any(not plain(row).strip() for row in book_screen(GAME, Book.AID, 0, FULL_LOOK, 80, 22).rows)
    assert book_screen(GAME, Book.AID, 0, FULL_LOOK, 80, 21).most_scrolled > 1


def test_scrolling_goes_to_the_last_row_and_no_further() -> None:
    size = (80, 24)
    most = book_screen(GAME, Book.RULES, 0, FULL_LOOK, *size).most_scrolled
    everything = book_screen(GAME, Book.RULES, 0, FULL_LOOK, 80, 1000).rows[1:]
    assert len(everything) == most + 23
    for scrolled in (0, 1, most - 1, most, most + 1):
        shown = book_screen(GAME, Book.RULES, scrolled, FULL_LOOK, *size)
        start = min(scrolled, most)
        assert shown.rows[1:] == everything[start : start + 23]
        assert ("more" in plain(shown.rows[0])) == (start < most)


@EVERY_LANGUAGE
@pytest.mark.parametrize(("columns", "lines"), [(40, 20), (80, 24), (120, 40)])
def test_every_chapter_can_be_jumped_to_and_back(columns: int, lines: int, language: Language) -> None:
    speak(language)
    for book, read in ((Book.RULES, BOOKS.rules), (Book.AID, BOOKS.aid)):
        chapters = book_screen(GAME, book, 0, FULL_LOOK, columns, lines).chapters
        assert len(chapters) == len(read(language).chapters)
        for start, chapter in zip(chapters, read(language).chapters, strict=True):
            shown = [plain(row) for row in book_screen(GAME, book, start, FULL_LOOK, columns, lines).rows[1:]]
            assert chapter.title in " ".join(" ".join(shown).split())
            if start < chapters[-1]:
                assert next(line for line in shown if line.strip()).strip() in chapter.title
    chapters = book_screen(GAME, Book.RULES, 0, FULL_LOOK, columns, lines).chapters
    seen = [0]
    while (further := scroll("right", seen[-1], chapters)) not in (None, seen[-1]):
        assert further is not None
        seen.append(further)
    assert seen == sorted(set(chapters))
    assert [scroll("left", start, chapters) for start in seen[1:]] == seen[:-1]
    assert scroll("left", 0, chapters) == 0
    assert scroll("left", chapters[1] + 2, chapters) == chapters[1]


Compare = Callable[[str, pyte.Screen], None]


def test_the_player_aid_on_one_page(matches_golden: Compare) -> None:
    matches_golden("aid", painted(lambda *size: book_screen(GAME, Book.AID, 0, FULL_LOOK, *size), 80, 24))


@EVERY_LANGUAGE
def test_the_player_aid_fits_on_one_page_in_every_language(language: Language) -> None:
    speak(language)
    assert book_screen(GAME, Book.AID, 0, FULL_LOOK, 80, 24).most_scrolled == 0


def test_a_page_of_the_rules_in_a_small_window(matches_golden: Compare) -> None:
    start = book_screen(GAME, Book.RULES, 0, FULL_LOOK, 40, 20).chapters[2] + 20
    matches_golden("rules_40x20", painted(lambda *size: book_screen(GAME, Book.RULES, start, FULL_LOOK, *size), 40, 20))


# In plain lines.


@EVERY_LANGUAGE
def test_the_linear_form_has_a_line_for_each_title_and_paragraph(language: Language) -> None:
    speak(language)
    for said, booklet in (
        (book_sentences(BOOKS.rules(spoken())), BOOKS.rules(language)),
        (book_sentences(BOOKS.aid(spoken())), BOOKS.aid(language)),
    ):
        assert len(said) == 1 + len(booklet.chapters) + len(paragraphs(booklet))
        assert said[0] == booklet.title
        assert all(line.strip() for line in said)
        assert not any(mark in line for line in said for mark in "`[]{}#")


@pytest.mark.parametrize(
    ("language", "text"),
    [
        (Language.ENGLISH, "yellow (y), purple (p) or black (k)"),
        (Language.GERMAN, "gelb (e), violett (v) oder schwarz (s)"),
        (Language.DUTCH, "(e), paars (p) of zwart (z)"),
    ],
)
def test_a_colour_is_said_with_its_letter(language: Language, text: str) -> None:
    speak(language)
    assert any(text in line for line in book_sentences(BOOKS.rules(spoken())))


@EVERY_LANGUAGE
def test_what_is_printed_keeps_to_the_columns(language: Language) -> None:
    for booklet in (BOOKS.rules(language), BOOKS.aid(language)):
        lines = printed(booklet, 50)
        assert max(map(width_of, lines)) <= 50
        assert " ".join(" ".join(lines).split()) == " ".join(" ".join(printed(booklet)).split())


@pytest.fixture
def run(tmp_path: Path) -> Callable[..., str]:
    def run(*options: str) -> str:
        outcome = CliRunner(env={HOME_VARIABLE: str(tmp_path), "LANGUAGE": "", "LC_ALL": "C.UTF-8"}).invoke(
            command, options, prog_name="rules", catch_exceptions=False
        )
        assert outcome.exit_code == 0, outcome.output
        return outcome.stdout

    return run


def test_the_command_prints_the_rules_or_the_player_aid(run: Callable[..., str]) -> None:
    assert run().splitlines() == printed(BOOKS.rules(Language.ENGLISH))
    assert run("--aid", "--language", "de").splitlines() == printed(BOOKS.aid(Language.GERMAN))
    assert run("--linear", "--language", "nl").splitlines() == printed(BOOKS.rules(Language.DUTCH))


@pytest.mark.skipif(sys.platform == "win32", reason="there are no pseudo-terminals")
def test_on_a_terminal_the_rules_go_through_the_pager_in_lines_that_fit(tmp_path: Path) -> None:
    import pty

    ours, theirs = pty.openpty()
    surroundings = {"PAGER": "sort -r", "COLUMNS": "50", "LC_ALL": "C.UTF-8", "TERM": "xterm"}
    with os.fdopen(ours, "rb", buffering=0) as seen, os.fdopen(theirs, "wb") as terminal:
        shown = subprocess.Popen(
            [sys.executable, "-m", "mandala_client", "rules", "--aid"],
            stdin=terminal,
            stdout=terminal,
            stderr=subprocess.PIPE,
            env={**os.environ, **surroundings, HOME_VARIABLE: str(tmp_path)},
        )
        _, complaints = shown.communicate(timeout=SECONDS)
        lines = seen.read(65536).decode().splitlines()
    assert (shown.returncode, complaints) == (0, b"")
    expected = sorted(printed(BOOKS.aid(Language.ENGLISH), 49), reverse=True)
    assert lines == expected, "the pager of this test sorts the lines"


@EVERY_LANGUAGE
def test_in_ascii_every_word_can_still_be_read(language: Language, run: Callable[..., str]) -> None:
    shown = run("--ascii", "--language", language.value)
    assert shown.isascii()
    assert shown.count("?") == text(BOOKS.rules(language)).count("?")


def test_umlauts_and_accents_are_spelled_as_people_do() -> None:
    assert spelled("Größe für Ärger, één vóór u\u0308") == "Groesse fuer Aerger, een voor ue"
    assert spelled("A1o, 山 …") == "A1o, 山 …"


# A text that cannot be read.


def test_a_text_is_read_into_chapters_paragraphs_and_words() -> None:
    booklet = BOOKS.parse("# T\n## One\nLay [r red],\nthen `A1r`. {A1 A2}\n- first\n  more\n- second\n\n## Two\n")
    assert booklet.title == "T"
    one, two = booklet.chapters
    assert (one.title, two.title, two.paragraphs) == ("One", "Two", ())
    lay, first, second = one.paragraphs
    assert text_of(lay) == "Lay red (r), then A1r."
    assert (lay.points, lay.item) == (("A1", "A2"), False)
    assert [(text_of(item), item.item, item.points) for item in (first, second)] == [
        ("first more", True, ()),
        ("second", True, ()),
    ]


@pytest.mark.parametrize(
    ("written", "fault", "line"),
    [
        ("", BookFault.NO_TITLE, 1),
        ("\n## One\n", BookFault.NO_TITLE, 2),
        ("# \n", BookFault.EMPTY, 1),
        ("# T\n\n# U\n", BookFault.SECOND_TITLE, 3),
        ("# T\n\ntext\n", BookFault.NO_CHAPTER, 3),
        ("# T\n\n## \n", BookFault.EMPTY, 3),
        ("# T\n## One\n{G1}\n", BookFault.EMPTY, 3),
        ("# T\n## One\n- \n", BookFault.EMPTY, 3),
        ("# T\n## One\na `b\n", BookFault.MARK, 3),
        ("# T\n## One\na [red] b\n", BookFault.MARK, 3),
        ("# T\n## One\na {G1} b\n", BookFault.MARK, 3),
        ("# T\n## One\na [x pink]\n", BookFault.LETTER, 3),
        ("# T\n## One\na {G0}\n", BookFault.POINT, 3),
        ("# T\n## One\na {}\n", BookFault.POINT, 3),
        ("# T\n## One\none\n\n- two\n- three {Z1}\n", BookFault.POINT, 6),
    ],
)
def test_a_misprint_is_named_with_its_line(written: str, fault: BookFault, line: int) -> None:
    with pytest.raises(Misprint) as caught:
        BOOKS.parse(written)
    assert (caught.value.fault, caught.value.line) == (fault, line)
    assert str(caught.value) == f"line {line}: {fault.value}"


def test_a_misprint_in_a_file_names_the_file(tmp_path: Path) -> None:
    file = tmp_path / "aid.en.md"
    file.write_text("# T\n\ntext\n", encoding="utf-8")
    with pytest.raises(Misprint) as caught:
        BookFolder(tmp_path, letters="", points="T1").aid(Language.ENGLISH)
    assert caught.value.__notes__ == [f"in {file}"]


def test_a_language_without_a_book_has_the_english_one(tmp_path: Path) -> None:
    (tmp_path / "rules.en.md").write_text("# English\n", encoding="utf-8")
    (tmp_path / "rules.nl.md").write_text("# Nederlands\n", encoding="utf-8")
    books = BookFolder(tmp_path, letters="", points="T1")
    titles = {language: books.rules(language).title for language in Language}
    assert titles == {Language.ENGLISH: "English", Language.GERMAN: "English", Language.DUTCH: "Nederlands"}
