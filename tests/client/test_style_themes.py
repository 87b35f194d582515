"""Every card can be read, in every theme and with any number of colours; and the colours stay apart for all eyes."""

from __future__ import annotations

import re
from itertools import combinations, product

import pytest

from docs import generate_colours
from mandala_client.games.colour_signs import BEGINS, SYMBOLS, TYPED, Part, sign_of, with_coloured_signs
from mandala_client.settings.settings import Theme
from mandala_client.ui.style import ASCII_LOOK, FULL_LOOK, Depth, Look
from mandala_client.ui.themes import AGED, FADED, HEAD, KEY_CAP, PILE
from mandala_protocol.games.mandala import COLOURS, Colour
from tests.client.colours_seen import (
    EXACT,
    EYES,
    Linear,
    accents_of,
    contrast,
    delta_e,
    distance,
    drawn_accent,
    drawn_cards,
    drawn_ground,
    drawn_in_style,
    drawn_mats,
    drawn_parts,
    drawn_secondary,
    drawn_surface,
    drawn_text,
    shades_of,
)

COLOURED = [Depth.TRUE, Depth.MANY, Depth.SIXTEEN]
WITH_COLOURS = [theme for theme in Theme if theme is not Theme.MONOCHROME]

READABLE = 4.5
"""WCAG 2.2, success criterion 1.4.3: the contrast of text that all can read."""

SEEN = 3.0
"""Success criterion 1.4.11: the contrast of what is not text; asked where the shades are the terminal's own."""

EASILY_READABLE = 7.0
"""Success criterion 1.4.6: the enhanced contrast."""

APART = 10.0
"""About ten times what can just be told apart: no doubt, also for two cards that lie far from each other."""

APART_FOR_ALL_EYES_IN_SIXTEEN = 6.0
"""Where the shades are the terminal's own, no six of the sixteen are further apart for all eyes in all palettes."""

FAINTLY_SEEN = 2.5
"""The terminal's own grey for what is not used; no other shade of the sixteen is quiet on black and on white."""

NEAREST_TO_ACCENT = 4.0
"""Where the accent is the terminal's own cyan, one palette has a bright cyan that is near to it."""

OF_ANOTHER_OWNER = 5.0
"""What can be told apart side by side; the brackets say the same."""

AS_A_CARD = 10.0
"""By how much the black card differs from a black terminal, to be seen as a card and not only by its text."""


@pytest.mark.parametrize("depth", COLOURED)
@pytest.mark.parametrize("theme", WITH_COLOURS)
def test_the_text_of_every_card_can_be_read_on_its_colour(theme: Theme, depth: Depth) -> None:
    wanted = READABLE if depth in EXACT else SEEN
    for _terminal, shades in shades_of(theme, depth):
        assert {colour: pair for colour, pair in shades.items() if contrast(*pair) < wanted} == {}


@pytest.mark.parametrize("depth", EXACT)
def test_high_contrast_is_higher_than_is_asked_of_all_text(depth: Depth) -> None:
    for _terminal, shades in shades_of(Theme.HIGH_CONTRAST, depth):
        assert {colour: pair for colour, pair in shades.items() if contrast(*pair) < EASILY_READABLE} == {}


@pytest.mark.parametrize("terminal", ["000000", "ffffff"])
@pytest.mark.parametrize("depth", COLOURED)
@pytest.mark.parametrize("theme", WITH_COLOURS)
def test_every_card_is_seen_on_a_black_and_on_a_white_terminal(theme: Theme, depth: Depth, terminal: str) -> None:
    wanted = READABLE if depth in EXACT else SEEN
    for _terminal, shades in shades_of(theme, depth):
        for text, background in shades.values():
            assert max(contrast(text, terminal), contrast(background, terminal)) >= wanted


@pytest.mark.parametrize("depth", EXACT)
@pytest.mark.parametrize("theme", [Theme.DEFAULT, Theme.COLOUR_BLIND])
def test_a_black_card_is_a_card_on_a_black_terminal_and_a_yellow_one_on_a_white(theme: Theme, depth: Depth) -> None:
    for _terminal, shades in shades_of(theme, depth):
        assert distance(shades[Colour.BLACK][1], "000000") >= AS_A_CARD
        assert distance(shades[Colour.YELLOW][1], "ffffff") >= AS_A_CARD


@pytest.mark.parametrize("depth", COLOURED)
@pytest.mark.parametrize("theme", WITH_COLOURS)
def test_the_name_is_read_on_the_accent_and_the_accent_is_seen(theme: Theme, depth: Depth) -> None:
    for terminal, parts in accents_of(theme, depth):
        assert parts.badge_text >= (READABLE if depth in EXACT else SEEN), terminal
        assert parts.accent >= SEEN, terminal


@pytest.mark.parametrize("depth", COLOURED)
@pytest.mark.parametrize("theme", WITH_COLOURS)
def test_outlines_are_seen(theme: Theme, depth: Depth) -> None:
    for terminal, parts in accents_of(theme, depth):
        if parts.outline is not None:
            assert parts.outline >= (SEEN if depth in EXACT else FAINTLY_SEEN), terminal


@pytest.mark.parametrize("depth", COLOURED)
@pytest.mark.parametrize("theme", WITH_COLOURS)
def test_the_accent_is_the_colour_of_no_card(theme: Theme, depth: Depth) -> None:
    cards = dict(shades_of(theme, depth))
    for terminal, parts in accents_of(theme, depth):
        apart = min(distance(parts.badge[1], background) for _text, background in cards[terminal].values())
        assert apart >= (2 * APART if depth in EXACT else NEAREST_TO_ACCENT), terminal


@pytest.mark.parametrize("eyes", EYES)
@pytest.mark.parametrize("depth", EXACT)
@pytest.mark.parametrize("theme", WITH_COLOURS)
def test_the_accent_is_no_card_for_any_eyes_where_the_shades_are_ours(theme: Theme, depth: Depth, eyes: str) -> None:
    ((_text, accent), _outlines), cards = drawn_accent(theme, depth), shades_of(theme, depth)
    for _terminal, shades in cards:
        for colour, (_ink, background) in shades.items():
            assert distance(accent, background, eyes) >= APART, colour


@pytest.mark.parametrize("depth", EXACT)
@pytest.mark.parametrize("theme", [Theme.DEFAULT, Theme.COLOUR_BLIND])
def test_texts_outlines_and_cards_are_seen_on_the_mats(theme: Theme, depth: Depth) -> None:
    (_terminal, shades), *_ = shades_of(theme, depth)
    mats = drawn_mats(theme, depth)
    assert len(mats) == 2
    for mat in mats:
        assert mat.text >= READABLE
        assert mat.outline >= READABLE
        assert min(distance(background, mat.background) for _text, background in shades.values()) >= AS_A_CARD


@pytest.mark.parametrize("depth", EXACT)
@pytest.mark.parametrize("theme", [Theme.DEFAULT, Theme.COLOUR_BLIND])
def test_texts_and_cards_are_seen_on_the_ground(theme: Theme, depth: Depth) -> None:
    ground, (_terminal, shades) = drawn_ground(theme, depth), next(iter(shades_of(theme, depth)))
    assert ground is not None
    assert contrast(drawn_text(theme, depth), ground) >= EASILY_READABLE
    assert min(contrast(shade, ground) for shade in drawn_secondary(theme, depth)) >= READABLE
    assert min(distance(background, ground) for _text, background in shades.values()) >= AS_A_CARD


@pytest.mark.parametrize("depth", EXACT)
def test_the_number_on_the_draw_pile_is_read_and_the_pile_is_no_card(depth: Depth) -> None:
    (_terminal, shades), *_ = shades_of(Theme.DEFAULT, depth)
    text, background = drawn_in_style(Theme.DEFAULT, depth, PILE)
    assert contrast(text, background) >= READABLE
    assert min(distance(background, card) for _text, card in shades.values()) >= AS_A_CARD


@pytest.mark.parametrize("depth", EXACT)
def test_an_arc_is_seen_where_a_colour_is_and_quieter_where_it_is_missing(depth: Depth) -> None:
    ground = drawn_ground(Theme.DEFAULT, depth)
    assert ground is not None
    arcs, traces = (drawn_parts(Theme.DEFAULT, depth, one) for one in (Part.ARC, Part.TRACE))
    for colour, (arc, _ground) in arcs.items():
        assert contrast(arc, ground) >= SEEN
        assert 1 < contrast(traces[colour][0], ground) < contrast(arc, ground) * 2 / 3
    assert min(distance(one, other) for one, other in combinations((arc for arc, _ground in arcs.values()), 2)) >= APART


@pytest.mark.parametrize("depth", EXACT)
def test_a_letter_to_type_is_read_on_its_key(depth: Depth) -> None:
    text, background = drawn_in_style(Theme.DEFAULT, depth, KEY_CAP)
    assert contrast(text, background) >= READABLE


@pytest.mark.parametrize("depth", EXACT)
def test_a_move_that_brings_most_is_read_on_its_strip_and_its_points_are_easiest_to_read(depth: Depth) -> None:
    typed, points = (drawn_in_style(Theme.DEFAULT, depth, style) for style in (f"{BEGINS},{TYPED}", BEGINS))
    assert typed[1] == points[1]
    assert READABLE <= contrast(*typed) < contrast(*points)


@pytest.mark.parametrize("depth", EXACT)
def test_tiles_of_nobody_and_of_the_far_player_and_strips_are_read_and_their_colours_are_apart(depth: Depth) -> None:
    free, far, strips = (drawn_parts(Theme.DEFAULT, depth, part) for part in (Part.FREE, Part.HOLLOW, Part.DARK))
    for tiles in (free, far, strips):
        assert min(contrast(*pair) for pair in tiles.values()) >= READABLE
    # Of the 256 colours too few are dark: there the sign alone has the colour of a tile of nobody.
    shades = [[pair[1] for pair in strips.values()], [pair[1 if depth is Depth.TRUE else 0] for pair in free.values()]]
    shades.append([pair[0] for pair in drawn_parts(Theme.DEFAULT, depth, Part.RIMMED).values()])
    for ones in shades:
        assert min(distance(one, other) for one, other in combinations(ones, 2)) >= APART


@pytest.mark.parametrize("depth", EXACT)
def test_what_is_said_above_a_mat_and_cards_of_earlier_lines_are_read(depth: Depth) -> None:
    head, ground = drawn_surface(Theme.DEFAULT, depth, HEAD), drawn_ground(Theme.DEFAULT, depth)
    assert ground is not None
    *texts, _faint = head.texts  # nothing faint is said there
    assert min(contrast(text, head.background) for text in texts) >= READABLE
    assert head.outline >= SEEN
    assert min(contrast(*pair) for pair in drawn_parts(Theme.DEFAULT, depth, Part.CARD, AGED).values()) >= READABLE
    assert {background for _text, background in drawn_parts(Theme.DEFAULT, depth, Part.CARD, AGED).values()} == {ground}
    assert drawn_parts(Theme.DEFAULT, depth, Part.CARD, FADED) == drawn_parts(Theme.DEFAULT, depth, Part.FREE)


@pytest.mark.parametrize("depth", EXACT)
def test_a_tile_with_which_nothing_can_be_done_is_quieter_and_still_read(depth: Depth) -> None:
    free, rest = drawn_parts(Theme.DEFAULT, depth, Part.FREE), drawn_parts(Theme.DEFAULT, depth, Part.REST)
    for colour in COLOURS:
        assert contrast(*rest[colour]) >= READABLE
        assert contrast(rest[colour][1], "000000") < contrast(free[colour][1], "000000")


@pytest.mark.parametrize("depth", EXACT)
def test_tiles_of_the_near_player_are_bright_and_those_of_the_far_one_have_bright_edges(depth: Depth) -> None:
    (_terminal, near), *_ = shades_of(Theme.DEFAULT, depth)
    far, rims = drawn_parts(Theme.DEFAULT, depth, Part.HOLLOW), drawn_parts(Theme.DEFAULT, depth, Part.RIMMED)
    mat, *_strips = drawn_mats(Theme.DEFAULT, depth)
    for colour in COLOURS:
        assert distance(far[colour][1], near[colour][1]) >= OF_ANOTHER_OWNER
        assert contrast(*rims[colour]) >= SEEN, "from within"
        assert contrast(rims[colour][0], mat.background) >= SEEN, "from the board"


@pytest.mark.parametrize(
    ("theme", "depth"),
    [pair for pair in product(WITH_COLOURS, COLOURED) if pair not in product([Theme.DEFAULT], EXACT)],
)
def test_elsewhere_turned_tiles_and_the_signs_of_all_others_have_the_shades_of_the_cards(
    theme: Theme, depth: Depth
) -> None:
    assert drawn_parts(theme, depth, Part.SIGN) == drawn_parts(theme, depth, Part.HOLLOW) == drawn_cards(theme, depth)
    assert len(set(drawn_parts(theme, depth, Part.FREE).values())) == 1, "what is around such a sign has no colour"


@pytest.mark.parametrize(
    ("theme", "depth"),
    [
        *((theme, Depth.SIXTEEN) for theme in Theme),
        *((theme, depth) for theme in (Theme.HIGH_CONTRAST, Theme.MONOCHROME) for depth in EXACT),
    ],
)
def test_there_is_no_ground_and_no_mat_where_its_shades_are_not_ours_or_contrast_is_asked_for(
    theme: Theme, depth: Depth
) -> None:
    assert drawn_mats(theme, depth) == []
    assert drawn_ground(theme, depth) is None


def of_256_colours() -> list[str]:
    """All that have one shade in every terminal: a cube of colours, and greys."""
    levels = (0, 95, 135, 175, 215, 255)
    greys = range(8, 248, 10)
    return [f"{red:02x}{green:02x}{blue:02x}" for red, green, blue in product(levels, repeat=3)] + [
        f"{grey:02x}" * 3 for grey in greys
    ]


def test_no_other_of_256_colours_is_a_better_accent_and_the_page_names_all_that_can_be_one() -> None:
    cards = [pair[1] for theme in WITH_COLOURS for pair in drawn_cards(theme, Depth.MANY).values()]

    def nearest(shade: str, eyes: str) -> float:
        return min(distance(shade, card, eyes) for card in cards)

    possible: dict[str, float] = {}
    for shade in of_256_colours():
        on_black, on_white = contrast(shade, "000000"), contrast(shade, "ffffff")
        if min(on_black, on_white) < SEEN or max(on_black, on_white) < READABLE or nearest(shade, "usual") < 2 * APART:
            continue
        possible[shade] = min(nearest(shade, eyes) for eyes in EYES)
    possible = {shade: apart for shade, apart in possible.items() if apart >= APART}
    (_text, accent), _outlines = drawn_accent(Theme.DEFAULT, Depth.MANY)
    assert accent == max(possible, key=lambda shade: possible[shade])
    page = generate_colours.PAGE.read_text(encoding="utf-8")
    assert set(re.findall(r"`#([0-9a-f]{6})`", page)) == set(possible)


def test_only_outlines_of_places_that_are_not_used_have_a_shade_of_sixteen() -> None:
    for theme in WITH_COLOURS:
        assert set(drawn_accent(theme, Depth.SIXTEEN)[1]) <= {"brightblack"}
    assert len(drawn_accent(Theme.DEFAULT, Depth.TRUE)[1]) == len(COLOURS) + 1


@pytest.mark.parametrize("eyes", EYES)
@pytest.mark.parametrize("depth", EXACT)
def test_the_colours_for_the_colour_blind_stay_clearly_apart(depth: Depth, eyes: str) -> None:
    for _terminal, shades in shades_of(Theme.COLOUR_BLIND, depth):
        near = [
            (one, other)
            for one, other in combinations(COLOURS, 2)
            if distance(shades[one][1], shades[other][1], eyes) < APART
        ]
        assert near == []


@pytest.mark.parametrize("eyes", EYES)
def test_with_sixteen_colours_too_those_for_the_colour_blind_stay_apart(eyes: str) -> None:
    for _terminal, shades in shades_of(Theme.COLOUR_BLIND, Depth.SIXTEEN):
        backgrounds = [background for _, background in shades.values()]
        nearest = min(distance(one, other, eyes) for one, other in combinations(backgrounds, 2))
        assert nearest >= APART_FOR_ALL_EYES_IN_SIXTEEN


@pytest.mark.parametrize("depth", COLOURED)
@pytest.mark.parametrize("theme", WITH_COLOURS)
def test_every_colour_has_a_background_of_its_own(theme: Theme, depth: Depth) -> None:
    for _terminal, shades in shades_of(theme, depth):
        backgrounds = [background for _, background in shades.values()]
        assert min(distance(one, other) for one, other in combinations(backgrounds, 2)) >= APART


@pytest.mark.parametrize(
    ("theme", "depth"),
    [*((Theme.MONOCHROME, depth) for depth in COLOURED), *((theme, Depth.MONOCHROME) for theme in Theme)],
)
def test_without_colours_a_card_is_in_those_of_the_terminal(theme: Theme, depth: Depth) -> None:
    assert set(drawn_cards(theme, depth).values()) == {("default", "default")}


@pytest.mark.parametrize("look", [FULL_LOOK, ASCII_LOOK])
def test_every_colour_is_told_by_its_letter_alone(look: Look) -> None:
    assert [sign_of(look, colour)[0] for colour in COLOURS] == [colour.letter for colour in COLOURS]


def test_signs_in_a_text_have_the_colour_of_their_symbol_whatever_their_letter() -> None:
    parts = [(part.text, part.style) for part in with_coloured_signs("needs r♥e☼, and k")]
    assert parts == [("needs ", ""), ("r♥", "outline.red"), ("e☼", "outline.yellow"), (", and k", "")]


def test_every_colour_has_a_symbol_of_its_own_where_there_are_any() -> None:
    assert len(set(SYMBOLS)) == len(COLOURS)


@pytest.mark.parametrize(
    ("one", "other", "apart"),
    [
        ((50.0, 2.6772, -79.7751), (50.0, 0.0, -82.7485), 2.0425),
        ((50.0, -1.3802, -84.2814), (50.0, 0.0, -82.7485), 1.0),
        ((50.0, 0.0, 0.0), (50.0, -1.0, 2.0), 2.3669),
        ((50.0, 2.49, -0.001), (50.0, -2.49, 0.0011), 7.2195),
        ((50.0, 2.5, 0.0), (73.0, 25.0, -18.0), 27.1492),
        ((60.2574, -34.0099, 36.2677), (60.4626, -34.1751, 39.4387), 1.2644),
        ((22.7233, 20.0904, -46.6940), (23.0331, 14.9730, -42.5619), 2.0373),
        ((2.0776, 0.0795, -1.1350), (0.9033, -0.0636, -0.5514), 0.9082),
    ],
)
def test_the_distance_is_that_of_the_published_pairs(one: Linear, other: Linear, apart: float) -> None:
    assert delta_e(one, other) == pytest.approx(apart, abs=0.0001)
    assert delta_e(other, one) == pytest.approx(apart, abs=0.0001)


@pytest.mark.parametrize("eyes", EYES)
def test_the_simulation_of_eyes_leaves_grey_as_it_is(eyes: str) -> None:
    for grey in ("000000", "767676", "ffffff"):
        assert distance(grey, grey, eyes) == 0
    assert distance("000000", "ffffff", eyes) == pytest.approx(100, abs=0.1)


def test_the_simulation_of_eyes_knows_what_colour_blind_people_mix_up() -> None:
    assert distance("d04040", "707000", "deuteranopia") < distance("d04040", "707000") / 2
    assert distance("0070c0", "007090", "tritanopia") < distance("0070c0", "007090") / 2


def test_the_page_says_what_is_measured() -> None:
    page = generate_colours.PAGE.read_text(encoding="utf-8")
    assert generate_colours.render(page) == page, "run: make generated"
