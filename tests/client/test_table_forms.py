"""Every form of the table, whatever the size: nothing too wide, nothing missing, nothing shown that is hidden."""

from __future__ import annotations

import re
from itertools import cycle

import pytest
from attrs import evolve, field, frozen
from hypothesis import given, settings
from hypothesis import strategies as st

from mandala_client.games.colour_signs import SYMBOLS, sign_of
from mandala_client.games.colour_words import letter_of
from mandala_client.games.mandala.circles import HUGE_CIRCLES, LARGE_CIRCLES, SMALL_CIRCLES
from mandala_client.screens.table import screen_keys
from mandala_client.screens.table.table_pages import screen
from mandala_client.table import updates
from mandala_client.table.table_model import TableModel
from mandala_client.text import language as spoken
from mandala_client.text.language import Language
from mandala_client.ui.form_sizes import HUGE_LINES, LARGE_LINES, TABLE_WIDTH, WIDE
from mandala_client.ui.rows import Screen, width_of
from mandala_client.ui.style import ASCII_LOOK, FULL_LOOK
from mandala_net.match.news import News, PeerAway, PeerQuiet, Talked
from mandala_protocol.conversation.snapshot import Pending
from mandala_protocol.games.mandala import COLOURS
from mandala_protocol.games.mandala.colours import NO_CARDS
from tests.client.at_table import Moments, table_at
from tests.client.faces_read import in_corners
from tests.client.scenes import LOOKS, Size
from tests.client.speaking import spoken_for_now
from tests.narrowing import present
from tests.texts import any_text

FORMS = [(40, 20), (60, 30), (80, 22), (80, 24), (80, 40), (100, 30), (120, 24), (120, 40), (200, 60)]

LETTERS = "".join(colour.letter for colour in COLOURS)

_SLOT = rf"(?:([{LETTERS}])\S?(?:[×x](\d+))?[•~]?|[·.]|\[\S+)?"
_SLOTS = re.compile(rf"(?:{_SLOT} +)?([1-6])(?: +{_SLOT})?")
"""A slot of both rivers, and between them the score of a card there."""

_RIVER = re.compile(r"\briver +([1┆:].*)")
"""A river where there is little room."""

NAMES = (
    "Ben",
    "",
    "x" * 500,
    "山田太郎" * 20,
    "ב״ן גוריון הראשון לשמו",
    "e\u0301" * 40,
    "{name} {0} %s",
    "Z\u0300\u0301\u0302\u0303\u0304alg\u0300\u0301\u0302o",
    "👨‍👩‍👧‍👦" * 8,
)

"""Wide, empty, far too long, from right to left, accents upon accents, and what a format string is made of."""

NEWS: tuple[News, ...] = (Talked("boo " * 100), PeerQuiet(100_000), PeerAway(99_999, "gone " * 50, 99_999))
PRESSED = ("right", "down", "up", "enter", "f4", "f6", "f7", "f9", "f10", "escape", "pageup")


@frozen
class Played:
    """A whole game, which is not printed when a test fails."""

    moments: Moments = field(repr=False)


@pytest.fixture(scope="session")
def played(moments: Moments) -> Played:
    return Played(moments)


def text_of(shown: Screen) -> list[str]:
    return ["".join(part.text for part in row) for row in shown.rows]


def rivers_side_by_side(rows: list[str], columns: int, lines: int) -> list[str]:
    """The colours of both rivers with their numbers of cards, such as "r2 g0"; no river where they do not stand so."""
    is_large = columns >= WIDE and lines >= LARGE_LINES
    measures = HUGE_CIRCLES if lines >= HUGE_LINES else LARGE_CIRCLES
    beside = slice(measures.width + 1, None) if is_large else slice(SMALL_CIRCLES.width, TABLE_WIDTH)
    slots = [found for one in rows if (found := _SLOTS.fullmatch(one[beside].strip(" │|")))]
    rivers: tuple[list[str], list[str]] = ([], [])
    for found in reversed(slots):
        left, lefts, _value, right, rights = found.groups()
        for river, sign, count in zip(rivers, (left, right), (lefts, rights), strict=True):
            river += [f"{sign}{count or 0}"] if sign else []
    return [" ".join(river) for river in rivers] if len(slots) == len(COLOURS) else []


def model_of(moments: Moments, number: int, names: tuple[str, str]) -> TableModel:
    return updates.with_snapshot(TableModel(), evolve(moments[number % len(moments)], names=names))


@settings(max_examples=150, deadline=None)
@given(
    st.integers(1, 200),
    st.integers(1, 80),
    st.integers(0, 1000),
    st.tuples(st.sampled_from(NAMES), st.sampled_from(NAMES)),
    st.lists(st.one_of(st.sampled_from(PRESSED), any_text(min_size=1, max_size=3)), max_size=5),
    st.lists(st.sampled_from(NEWS), unique=True),
    st.booleans(),
    st.booleans(),
    st.sampled_from(Language),
)
def test_no_row_is_wider_than_the_window_whatever_its_size(
    played: Played,
    columns: int,
    lines: int,
    number: int,
    names: tuple[str, str],
    pressed: list[str],
    news: list[News],
    scored: bool,
    only_ascii: bool,
    language: Language,
) -> None:
    with spoken_for_now(language):
        model = model_of(played.moments, number, names)
        assert model.snapshot is not None
        model = evolve(model, snapshot=evolve(model.snapshot, live_score=scored))
        for key in pressed:
            model, _ = screen_keys.press(model, key) if key in PRESSED else screen_keys.type_text(model, key)
        for told in news:
            model = updates.with_news(model, told)
        shown = screen(model, ASCII_LOOK if only_ascii else FULL_LOOK, columns, lines)
        assert len(shown.rows) == lines
        assert max(map(width_of, shown.rows)) <= max(columns, 2)  # a character of two columns needs two
        assert shown.cursor is None or (shown.cursor[0] < columns and shown.cursor[1] < lines)
        assert not only_ascii or all(text.isascii() for text in text_of(shown))


@pytest.mark.parametrize("size", FORMS)
def test_the_whole_position_is_on_one_screen_in_every_form(size: Size, moments: Moments) -> None:
    """Every card that lies open, every count, and what each mandala needs; one move in one look, the next in the next.

    Each form has a third of the moves.
    """
    moves = [moment for moment in moments if moment.pending is Pending.MOVE]
    for moment, look in zip(moves[FORMS.index(size) % 3 :: 3], cycle(LOOKS)):
        model = table_at(moment)
        state = present(model.state)
        drawn = screen(model, look, *size)
        rows = text_of(drawn)
        shown = " ".join([*rows, *in_corners(drawn)])
        for colour in COLOURS:
            cards = [
                area[colour]
                for mandala in state.mandalas
                for area in (mandala.mountain, *mandala.fields)
                if area[colour]
            ]
            cards += (
                [moment.view.holdings["hand"][colour]] if moment.view and moment.view.holdings["hand"][colour] else []
            )
            sign = f"{colour.letter}{SYMBOLS[colour]}?"
            for count in cards:
                assert len(re.findall(f"{sign}{count}", shown)) >= cards.count(count)
            if state.discard[colour]:
                assert re.search(f"{sign}{state.discard[colour]}", shown)
        for number in (state.draw_pile, sum(state.discard), *(player.hand for player in state.players)):
            assert str(number) in shown
        assert moment.view is not None
        own = moment.view.seat
        rivers = rivers_side_by_side(rows, *size) or _RIVER.findall("\n".join(rows))
        for seat, slots in zip((own.other, own), rivers, strict=True):
            player, hidden = state.players[seat], moment.view.holdings["cup"] if seat is own else NO_CARDS
            assert str(sum(player.claimed) + player.sealed) in shown
            counts = [f"{LETTERS[one]}{SYMBOLS[one]}?[×x]?{player.claimed[one] + hidden[one]}" for one in player.river]
            assert re.search(".*".join(counts), slots), f"{counts} in {slots}"


@pytest.mark.parametrize("language", Language)
@pytest.mark.parametrize("size", [(40, 20), (60, 30), (80, 24), (120, 40)])
def test_no_count_of_the_discard_pile_is_cut(size: tuple[int, int], language: Language, moments: Moments) -> None:
    moment = next(moment for moment in moments if moment.pending is Pending.MOVE)
    assert moment.view is not None
    discards = (10, 11, 12, 13, 14, 15)
    state = evolve(moment.view.state, discard=discards, draw_pile=10)
    model = updates.with_snapshot(TableModel(), evolve(moment, view=evolve(moment.view, state=state)))
    with spoken_for_now(language):
        shown = " ".join(text_of(screen(model, FULL_LOOK, *size)))
        signs = [(sign_of(FULL_LOOK, colour), letter_of(colour)) for colour in COLOURS]
    for (sign, letter), count in zip(signs, discards, strict=True):
        assert f"{sign}{count}" in shown or f"{letter}{count}" in shown


@pytest.mark.parametrize("language", Language)
def test_in_a_small_window_no_title_is_cut_without_a_sign_of_it(language: Language, moments: Moments) -> None:
    long = ("Anna", "Maximiliane-Charlotte von Hohenf")
    with spoken_for_now(language):
        model = model_of(moments, 60, long)
        log = text_of(screen(screen_keys.press(model, "f7")[0], FULL_LOOK, 40, 20))[0]
        assert log.startswith(f" {spoken._('what happened')} ")
        assert spoken._("Esc goes back") in log
