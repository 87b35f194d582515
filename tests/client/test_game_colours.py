"""A game says its colours once: every theme and depth has colours for it that can be read and told apart."""

from __future__ import annotations

import colorsys
from itertools import combinations, product

import pytest

from mandala_client.settings.settings import Theme
from mandala_client.ui.game_colours import styles_of_colours
from mandala_client.ui.style import Depth
from tests.client.colours_seen import EYES, PALETTES, contrast, distance

READABLE, EASILY_READABLE = 4.5, 7.0
"""WCAG 2.2, 1.4.3 and 1.4.6."""

APART, APART_IN_SIXTEEN = 10.0, 6.0
"""As far as the cards of the games of the program are: see test_style_themes.py."""

SIX = {
    name: f"bg:#{shade}"
    for name, shade in zip("roygbp", ["d04030", "e08030", "f0d040", "40b060", "3060d0", "9040c0"], strict=True)
}
WITH_COLOURS = [theme for theme in Theme if theme is not Theme.MONOCHROME]


def hex_of(red: float, green: float, blue: float) -> str:
    return f"{round(255 * red):02x}{round(255 * green):02x}{round(255 * blue):02x}"


MANY_SHADES = [
    hex_of(*colorsys.hls_to_rgb(hue / 24, lightness / 10, saturation))
    for hue, lightness, saturation in product(range(24), range(11), (0.0, 0.5, 1.0))
]


def grounds(theme: Theme, depth: Depth) -> list[str]:
    """The backgrounds of six colours, as they are named."""
    return [style.rpartition("bg:")[2] for style in styles_of_colours(SIX, theme, depth).values()]


def of_256(shade: str) -> str:
    """The shade where each of its parts has only six values."""
    levels = (0, 95, 135, 175, 215, 255)
    parts = (int(shade[at : at + 2], 16) for at in (0, 2, 4))
    return "".join(f"{min(levels, key=lambda level: abs(level - part)):02x}" for part in parts)


def in_palette(ansi: str, palette: str) -> str:
    return PALETTES[palette][ansi.removeprefix("ansi").replace("yellow", "brown").replace("white", "brightwhite")]


@pytest.mark.parametrize("depth", [Depth.TRUE, Depth.MANY])
def test_in_the_usual_theme_a_colour_is_as_the_game_says(depth: Depth) -> None:
    assert styles_of_colours(SIX, Theme.DEFAULT, depth) == SIX


@pytest.mark.parametrize(("theme", "least"), [(Theme.HIGH_CONTRAST, EASILY_READABLE), (Theme.COLOUR_BLIND, READABLE)])
def test_text_is_read_on_every_colour(theme: Theme, least: float) -> None:
    for shade in MANY_SHADES:
        (style,) = styles_of_colours({"stone": f"fg:#808080 bg:#{shade}"}, theme, Depth.TRUE).values()
        text, ground = (part.partition(":#")[2] for part in style.split()[-2:])
        assert contrast(text, ground) >= least, shade
        assert contrast(text, of_256(ground)) >= READABLE, shade


def test_in_high_contrast_text_in_a_colour_stands_on_it_since_the_ground_of_the_terminal_is_not_known() -> None:
    for depth in (Depth.TRUE, Depth.SIXTEEN):
        (style,) = styles_of_colours({"stone": "underline fg:#d04030"}, Theme.HIGH_CONTRAST, depth).values()
        assert {"bold", "underline"} < set(style.split())
        assert "bg:" in style


def test_elsewhere_text_in_a_colour_has_no_ground_and_keeps_its_other_looks() -> None:
    (style,) = styles_of_colours({"stone": "bold fg:#d04030"}, Theme.DEFAULT, Depth.SIXTEEN).values()
    assert style == "bold fg:ansired"


@pytest.mark.parametrize(("theme", "depth"), list(product(WITH_COLOURS, [Depth.TRUE, Depth.SIXTEEN])))
def test_six_colours_stay_six(theme: Theme, depth: Depth) -> None:
    assert len(set(grounds(theme, depth))) == len(SIX)


@pytest.mark.parametrize("eyes", EYES)
def test_for_the_colour_blind_six_colours_are_apart_for_all_eyes(eyes: str) -> None:
    shades = [ground.removeprefix("#") for ground in grounds(Theme.COLOUR_BLIND, Depth.TRUE)]
    assert [of_256(shade) for shade in shades] == shades, "with 256 colours they are the same"
    assert min(distance(one, other, eyes) for one, other in combinations(shades, 2)) >= APART
    for palette in PALETTES:
        of_terminal = [in_palette(ansi, palette) for ansi in grounds(Theme.COLOUR_BLIND, Depth.SIXTEEN)]
        assert min(distance(one, other, eyes) for one, other in combinations(of_terminal, 2)) >= APART_IN_SIXTEEN


def test_more_colours_than_hues_and_greys_have_a_colour_too() -> None:
    many = {shade: f"fg:#{shade}" for shade in MANY_SHADES}
    for theme, depth in product(WITH_COLOURS, Depth):
        assert styles_of_colours(many, theme, depth).keys() == many.keys()


@pytest.mark.parametrize("theme", Theme)
def test_what_has_no_shade_of_its_own_stays(theme: Theme) -> None:
    plain = {"stone": "reverse", "taken": "bold fg:ansired"}
    for depth in Depth:
        assert styles_of_colours(plain, theme, depth) == plain
