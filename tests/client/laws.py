"""The laws of every screen: it fits, nothing is cut, sentences are whole, and all is translated."""

from __future__ import annotations

import os
import re
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import cache, lru_cache
from gettext import translation as catalogue_of
from inspect import currentframe
from itertools import cycle, product
from pathlib import Path
from typing import Final, TypeAlias, TypeVar

import pytest
from attrs import frozen

import mandala_client
import mandala_conformance
import mandala_net
import mandala_protocol
from mandala_client.games.catalogue import ui_of
from mandala_client.games.colour_signs import Part, style_of, styles
from mandala_client.games.colour_words import letter_of
from mandala_client.sentences.book_sentences import printed
from mandala_client.settings.settings import Theme
from mandala_client.text.characters import only_ascii
from mandala_client.text.language import CATALOGUES, DOMAIN, Language, write_in_ascii, writes_in_ascii
from mandala_client.text.spelling import spelled
from mandala_client.text.width import columns_of
from mandala_client.ui import rows
from mandala_client.ui.rows import Row, Screen, width_of
from mandala_client.ui.style import ASCII_LOOK, FULL_LOOK, SHADED_LOOK, Depth, Look
from mandala_client.ui.themes import foot_class, style_of_parts
from mandala_protocol.games.catalogue import GAMES
from mandala_protocol.games.mandala import COLOURS
from tests.client.scenes import SIZES, STANDARD, Size, set_to
from tests.client.speaking import OTHER_LETTERS, in_other_letters
from tests.portions import takes_all
from tests.seeding.seeded_secrets import SEED_VARIABLE

T = TypeVar("T")


@frozen
class Drawn:
    """A scene with what a presenter makes of it, and the words that are its own: names, chat, paths.

    ``whole_in_every_size``: its sentences are whole in every size. Lists in columns are so only in the standard one.
    """

    name: str
    draw: Callable[[Look, int, int], Screen]
    own_words: tuple[str, ...]
    whole_in_every_size: bool = False


Making: TypeAlias = Callable[[], Iterable[Drawn]]
"""Makes scenes anew in the language that is spoken now."""


# It fits.


def fits_in(shown: Screen, look: Look, size: Size) -> None:
    """A row for each line of the terminal, none wider than it; and only ASCII where no more can be written."""
    columns, lines = size
    assert len(shown.rows) == lines
    for row in shown.rows:
        assert width_of(row) <= columns, text_of(row)
        assert look.writes_all or (text_of(row).isascii() and not _LOST.search(text_of(row))), text_of(row)
    if shown.cursor is not None:
        column, line = shown.cursor
        assert column < columns
        assert line < lines


_LOST: Final = re.compile(r"\?[a-z]")
"""A letter that ASCII does not have and that nobody has spelled."""


def text_of(row: Row) -> str:
    """All that stands in a row."""
    return "".join(fragment.text for fragment in row)


# It is all there.


@contextmanager
def nothing_cut_silently(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """While this lasts, no text loses its end without an ellipsis to say so.

    A row in exactly so many columns, and whatever is padded, is cut where it is too long. Here that is an error.
    """
    cut = rows.cut

    def watched(text: str, width: int) -> str:
        kept = cut(text, width)
        lost = text[len(kept) :]
        caller = currentframe()
        assert caller is not None
        assert caller.f_back is not None
        by = caller.f_back
        silent = by.f_code.co_name in ("fit", "padded") or (
            by.f_code.co_name == "shortened" and not by.f_locals["ellipsis"]
        )
        assert not (silent and lost.strip()), f"{text!r} loses {lost!r}"
        return kept

    with monkeypatch.context() as watching:
        watching.setattr(rows, "cut", watched)
        yield


# Its words are whole.

_WORD: Final = re.compile(r"[^\W\d_]{3,}")
_SHORTENED: Final = re.compile(r"\w*(…|\.\.\.)")
"""A word that has lost its end, and says so."""
_SIGNS: Final = re.compile(r"\br?o?[ye]?g?[pv]?[ksz]?\b")
"""The letters of colours side by side, in any language."""
_MOVES: Final = re.compile(r"\b[AB][LR][roygpkevsz][1-8]?\b")
"""Moves as they are typed."""
_PLACEHOLDER: Final = re.compile(r"\{[^}\n]*\}")

EVERYWHERE: Final = frozenset(
    {
        *("mandala", "lan", "checkers"),
        *(word for rules in GAMES.values() for word in rules.title.lower().split()),
        *("enter", "esc", "tab", "home", "end", "pgup", "pgdn", "ctrl", "ascii"),
        *("english", "deutsch", "nederlands"),
        *("host", "join", "resume", "verify", "local"),
        *("help", "rules", "aid", "log", "hint", "undo", "hello", "mute", "adjourn", "resign"),
    }
)
"""Names of the program, of games, of keys, of languages, of commands, and of words that can be typed."""


@cache
def vocabulary(language: Language) -> frozenset[str]:
    """Every word that the program says in this language or in English, in lower case, and as it is spelled in ASCII."""
    return _english() | words_of(language)


@cache
def words_of(language: Language) -> frozenset[str]:
    """Every word that the program says in this language, in lower case, and as it is spelled in ASCII."""
    if language is Language.ENGLISH:
        return _english()
    said: dict[object, str] = vars(catalogue_of(DOMAIN, CATALOGUES, [language.value]))["_catalog"]
    return _words([*(text for key, text in said.items() if key), *booklets(language)])


def booklets(language: Language) -> list[str]:
    """All lines of rules and player aids, with all characters, whatever is spelled in ASCII just now."""
    in_ascii = writes_in_ascii()
    write_in_ascii(False)
    try:
        books = [ui_of(game).books for game in GAMES]
        return [line for book in books for text in (book.rules(language), book.aid(language)) for line in printed(text)]
    finally:
        write_in_ascii(in_ascii)


@cache
def _english() -> frozenset[str]:
    """Every word that stands in the code or in the English rules, where a message could come from."""
    said = []
    for package in (mandala_client, mandala_conformance, mandala_net, mandala_protocol):
        assert package.__file__ is not None
        said += [path.read_text(encoding="utf-8") for path in Path(package.__file__).parent.rglob("*.py")]
    return _words([*said, *booklets(Language.ENGLISH)])


def _words(texts: Iterable[str]) -> frozenset[str]:
    plain = {word for text in texts for word in _WORD.findall(_PLACEHOLDER.sub(" ", text))}
    return frozenset(
        word.lower()
        for whole in plain
        for form in (whole, spelled(whole), only_ascii(spelled(whole)))
        for word in _WORD.findall(form)
    )


def says_whole_words(shown: Screen, language: Language, own_words: Collection[str]) -> None:
    """Every word is one of the program, or one of the scene: a name, a line of chat, a path.

    So no word has lost its end without an ellipsis.
    """
    strange = words_outside(vocabulary(language), map(text_of, shown.rows), own_words)
    assert not strange, strange


def words_outside(known: Collection[str], texts: Iterable[str], own_words: Collection[str]) -> list[str]:
    """Return the words that are neither known nor of the scene. A long command or path may be broken, to be copied."""
    of_scene, in_full = _own(tuple(own_words))
    found = {word for text in texts if text.strip() not in in_full for word in _words_in(text)}
    return sorted(word for word in found if word.lower() not in known and word.lower() not in of_scene)


@lru_cache(maxsize=8)
def _own(own_words: tuple[str, ...]) -> tuple[frozenset[str], str]:
    """The words that may stand in a scene whatever is known, and all of its own texts, line by line."""
    return EVERYWHERE | _words(own_words), "\n".join(own_words)


@lru_cache(maxsize=4096)
def _words_in(text: str) -> tuple[str, ...]:
    """The whole words of a row; kept, as the same row is in several sizes and looks of a scene."""
    return tuple(_WORD.findall(_MOVES.sub(" ", _SIGNS.sub(" ", _SHORTENED.sub(" ", text)))))


# Its sentences are whole.

_CUT: Final = re.compile(r"(?<=[\w,;:”)])…|(?<=\w)\.\.\.(?!\.)")
_LEAST_BEGINNING: Final = 3
"""The fewest letters by which the beginning of a name or a line is known."""


def says_sentences_whole(shown: Screen, own_words: Collection[str]) -> None:
    """No sentence of the program is cut for want of room; names, addresses and lines of chat may be."""
    cut = cut_sentences(shown.rows, own_words)
    assert not cut, cut


def cut_sentences(rows: Iterable[Row], own_words: Collection[str]) -> list[str]:
    """Return the rows in which a sentence of the program has lost its end."""
    return [text.strip() for text in map(text_of, rows) if _is_cut(text, own_words)]


def _is_cut(text: str, own_words: Collection[str]) -> bool:
    """Return whether something ends with an ellipsis that is not the beginning of one of these words."""
    has_ellipsis = "…" in text or "..." in text  # most rows have none, which takes long to find by the pattern
    return has_ellipsis and any(
        not any(
            _ends_with_beginning(text[: found.start()], own[word.start() :])
            for own in own_words
            for word in _WORD.finditer(own)
        )
        for found in _CUT.finditer(text)
    )


def _ends_with_beginning(text: str, own: str) -> bool:
    return any(text.endswith(own[:length]) for length in range(_LEAST_BEGINNING, len(own)))


# It is translated.


def all_is_translated(made: Making) -> None:
    """Every word was said through ``_()`` and has its translations, in each form of the screen."""
    with in_other_letters():
        past = {
            scene.name: untranslated(_texts_in_every_form(scene, turn), scene.own_words)
            for turn, scene in enumerate(made())
        }
    assert {name: words for name, words in past.items() if words} == {}


def _texts_in_every_form(scene: Drawn, turn: int) -> list[str]:
    """All rows in each size, with shades in every other one."""
    looks = cycle((FULL_LOOK, SHADED_LOOK) if turn % 2 else (SHADED_LOOK, FULL_LOOK))
    shown = [scene.draw(look, *size) for look, size in zip(looks, SIZES, strict=False)]
    return [text_of(row) for screen in shown for row in screen.rows]


def untranslated(texts: Iterable[str], own_words: Collection[str]) -> list[str]:
    """Return the words that stay in English, of texts made while ``in_other_letters`` lasts."""
    return [word for word in words_outside((), texts, own_words) if word[0] not in OTHER_LETTERS]


# Colours are never alone.

_AREAS: Final = " ▀▄▌▐▛▜█"
"""What fills a cell or a part of it, and is no letter."""

Cells: TypeAlias = set[tuple[int, int]]
"""The column and the line of each."""

_OF_TILES: Final = (Part.FREE, Part.REST, Part.DARK, Part.HOLLOW)
_OF_AREAS: Final = (Part.BODY, Part.EDGE, Part.EDGES, Part.INK, Part.RIMMED)
_WITH_FEET: Final = (Part.FREE, Part.REST, Part.DARK)
_OF_COLOURS: Final = frozenset(
    {style_of(part, colour) for part in (Part.CARD, Part.OUTLINE, *_OF_TILES, *_OF_AREAS) for colour in COLOURS}
    | {foot_class(style_of(part, colour)) for part in _WITH_FEET for colour in COLOURS}
)
"""The classes of all that has the colour of a card."""


_TILES: Final = {colour: [style_of(of_tile, colour) for of_tile in _OF_TILES] for colour in COLOURS}
_PARTS: Final = {
    colour: [
        *_TILES[colour],
        *(style_of(of_area, colour) for of_area in _OF_AREAS),
        *(foot_class(style_of(of_tile, colour)) for of_tile in _WITH_FEET),
    ]
    for colour in COLOURS
}
"""The classes of what needs the letter of this colour beside it."""


@cache
def _classes(style: str) -> tuple[str, ...]:
    """The classes of the style of a fragment."""
    return tuple(filter(None, style.split(",")))


@cache
def _coloured(style: str) -> frozenset[str]:
    """Those of its classes that have the colour of a card."""
    return _OF_COLOURS.intersection(_classes(style))


def colours_have_letters(shown: Screen) -> None:
    """Whatever has the colour of a card also has its letter, or belongs to a card or a sign beside it that has it."""
    letters = {style_of(Part.CARD, colour): letter_of(colour) for colour in COLOURS}
    signs_of = {style_of(Part.OUTLINE, colour): letter_of(colour) for colour in COLOURS}
    cells: defaultdict[str, Cells] = defaultdict(set)
    lettered: Cells = set()
    signs: defaultdict[str, Cells] = defaultdict(set)
    for line, row in enumerate(shown.rows):
        column = 0
        for fragment in row:
            begin, column = column, column + columns_of(fragment.text)
            coloured = _coloured(fragment.style)
            if not coloured:
                continue
            covered = [(place, line) for place in range(begin, column)]
            for style in coloured:
                assert letters.get(style, "") in fragment.text, fragment
                cells[style].update(covered)
                if style in signs_of and signs_of[style] in fragment.text:
                    signs[style].update(covered)
            if fragment.text.strip(_AREAS):
                lettered.update(covered)
    for colour in COLOURS:
        parts = set().union(*(cells[style] for style in _PARTS[colour]))
        with_letter = lettered.intersection(set().union(*(cells[style] for style in _TILES[colour])))
        reached = cells[style_of(Part.CARD, colour)] | signs[style_of(Part.OUTLINE, colour)] | with_letter
        assert parts <= _with_all_beside(reached, parts), f"{colour.word} without a letter"


def _with_all_beside(reached: Cells, others: Cells) -> Cells:
    """These cells, and of the others all to which a way leads from one to the next."""
    found, newest = set(reached), reached
    while newest:
        newest = {near for cell in newest for near in _beside(*cell) if near in others} - found
        found |= newest
    return found


def _beside(x: int, y: int) -> set[tuple[int, int]]:
    return {(x, y - 1), (x, y + 1), (x - 1, y), (x + 1, y)}


def styles_are_known(shown: Screen) -> None:
    """Every style is one that the themes have, so that the golden files of the themes show all there is."""
    for style in {fragment.style for row in shown.rows for fragment in row}:
        assert STYLES.issuperset(_classes(style)), style


# All of it.

STYLES: Final = frozenset({*style_of_parts(Theme.DEFAULT, Depth.TRUE), *styles(Theme.DEFAULT, Depth.TRUE)})
"""What ``test_style_golden`` shows in every theme."""


def hold_everywhere(made: Making, other_sizes: Sequence[Size], monkeypatch: pytest.MonkeyPatch) -> None:
    """All these laws hold in every language and size, in ASCII and with all characters.

    With all characters, one of both looks has its turn: the other one in the next size, and in the next language.
    In ASCII, one of the sizes has its turn in each language.
    """
    with nothing_cut_silently(monkeypatch):
        for (place, language), looks in product(enumerate(Language), ((FULL_LOOK, SHADED_LOOK), (ASCII_LOOK,))):
            set_to(language, looks[0])
            for scene in made():
                turn = int(os.environ.get(SEED_VARIABLE, "0")) + len(scene.name)
                sizes: Sequence[Size] = (*SIZES, *_in_turn(other_sizes, turn + place))
                if looks == (ASCII_LOOK,) and not takes_all():
                    sizes = _in_turn(SIZES, turn + place)
                for number, size in enumerate(sizes, start=turn + place):
                    for look in _in_turn(looks, number):
                        shown = scene.draw(look, *size)
                        fits_in(shown, look, size)
                        says_whole_words(shown, language, scene.own_words)
                        if size == STANDARD or scene.whole_in_every_size:
                            says_sentences_whole(shown, scene.own_words)
                        colours_have_letters(shown)
                        styles_are_known(shown)


def _in_turn(cases: Sequence[T], number: int) -> Sequence[T]:
    """The case whose turn it is, which is another one with the next seed of a run; all where all are wanted."""
    return cases if takes_all() else (cases[number % len(cases)],)
