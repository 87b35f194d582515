"""The look of a theme's cards on an emulated terminal, and how far colours are apart for different eyes.

Contrast: WCAG 2.2, "relative luminance" and "contrast ratio". Distance: CIEDE2000 (CIE 142-2001) in L*a*b* with the
white D65; about 1 can just be told apart side by side. Its formula and the pairs it is tested with: G. Sharma, W. Wu,
E. N. Dalal, "The CIEDE2000 Color-Difference Formula", Color Research and Application 30 (1), 2005. Colour blindness:
G. M. Machado, M. M. Oliveira, L. A. F. Fernandes, "A Physiologically-based Model for Simulation of Color Vision
Deficiency", IEEE Transactions on Visualization and Computer Graphics 15 (6), 2009, the matrices of severity 1.0, on
linear RGB.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from functools import cache
from typing import Final, TypeAlias

from attrs import frozen
from pyte.screens import Char

from mandala_client.games.colour_signs import Part, style_of
from mandala_client.settings.settings import Theme
from mandala_client.ui.rows import Fragment, Screen, on_surface, row
from mandala_client.ui.style import Depth
from mandala_client.ui.themes import MAT, OLDEST, STRIP
from mandala_protocol.games.mandala import COLOURS, Colour
from tests.client.painting import painted

Linear: TypeAlias = tuple[float, float, float]
Matrix: TypeAlias = tuple[Linear, Linear, Linear]

EYES: Final[dict[str, Matrix]] = {
    "usual": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protanopia": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deuteranopia": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritanopia": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}

_NAMES: Final = ("black", "red", "green", "brown", "blue", "magenta", "cyan", "white")
_SIXTEEN: Final = (*_NAMES, *(f"bright{name}" for name in _NAMES))
PALETTES: Final = {
    name: dict(zip(_SIXTEEN, shades.split(), strict=True))
    for name, shades in {
        "xterm": "000000 cd0000 00cd00 cdcd00 0000ee cd00cd 00cdcd e5e5e5 "
        "7f7f7f ff0000 00ff00 ffff00 5c5cff ff00ff 00ffff ffffff",
        "the Terminal of Windows": "0c0c0c c50f1f 13a10e c19c00 0037da 881798 3a96dd cccccc "
        "767676 e74856 16c60c f9f1a5 3b78ff b4009e 61d6d6 f2f2f2",
        "the older console of Windows": "000000 800000 008000 808000 000080 800080 008080 c0c0c0 "
        "808080 ff0000 00ff00 ffff00 0000ff ff00ff 00ffff ffffff",
        "the console of Linux": "000000 aa0000 00aa00 aa5500 0000aa aa00aa 00aaaa aaaaaa "
        "555555 ff5555 55ff55 ffff55 5555ff ff55ff 55ffff ffffff",
        "the Terminal of macOS": "000000 990000 00a600 999900 0000b2 b200b2 00a6b2 bfbfbf "
        "666666 e50000 00d900 e5e500 0000ff e500e5 00e5e5 e5e5e5",
        "the Terminal of GNOME": "171421 c01c28 26a269 a2734c 12488b a347ba 2aa1b3 d0cfcc "
        "5e5c64 f66151 33d17a e9ad0c 2a7bde c061cb 33c7de ffffff",
        "Visual Studio Code": "000000 cd3131 0dbc79 e5e510 2472c8 bc3fbc 11a8cd e5e5e5 "
        "666666 f14c4c 23d18b f5f543 3b8eea d670d6 29b8db e5e5e5",
    }.items()
}
"""The sixteen colours of common terminals, by the names that the emulated terminal gives them."""

EXACT: Final = (Depth.TRUE, Depth.MANY)
"""Where shades are ours, and every terminal shows the same."""


_COLUMNS: Final = 40


@cache
def _drawn(theme: Theme, depth: Depth, *styles: str) -> tuple[Char, ...]:
    """A cell in each of these styles, as the terminal was told; kept, as many tests look at the same ones."""
    parts = row(*(Fragment("#", style) for style in styles))
    cells = painted(lambda _columns, _lines: Screen((parts,)), _COLUMNS, 1, depth, theme).buffer[0]
    return tuple(cells[number] for number in range(len(parts)))


def drawn_in_style(theme: Theme, depth: Depth, style: str) -> tuple[str, str]:
    """The colours of text and background in these style classes: hex triples or names."""
    (cell,) = _drawn(theme, depth, style)
    return cell.fg, cell.bg


def drawn_parts(theme: Theme, depth: Depth, part: Part, *further: str) -> dict[Colour, tuple[str, str]]:
    """The colours of text and background of this part of a card or tile of each colour, with ``further`` classes."""
    cells = _drawn(theme, depth, *(",".join((style_of(part, colour), *further)) for colour in COLOURS))
    return {colour: (cell.fg, cell.bg) for colour, cell in zip(COLOURS, cells, strict=True)}


def drawn_cards(theme: Theme, depth: Depth) -> dict[Colour, tuple[str, str]]:
    """The text and the background of a card of each colour."""
    return drawn_parts(theme, depth, Part.CARD)


def shades_of(theme: Theme, depth: Depth) -> Iterator[tuple[str, dict[Colour, tuple[str, str]]]]:
    """The text and the background of each card in hex triples, with the name of the terminal if they are its own."""
    cards = drawn_cards(theme, depth)
    if depth in EXACT:
        yield "any terminal", cards
        return
    for name, palette in PALETTES.items():
        yield name, {colour: (palette[text], palette[background]) for colour, (text, background) in cards.items()}


@frozen
class AccentShades:
    """The shades of what is no card, in hex triples: whose turn it is, and outlines; ``grounds``: the backgrounds.

    ``outlines``: empty where they have the colour of the text.
    """

    badge: tuple[str, str]
    outlines: tuple[str, ...]
    grounds: tuple[str, ...]

    @property
    def badge_text(self) -> float:
        """The contrast of the name on the accent."""
        return contrast(*self.badge)

    @property
    def accent(self) -> float:
        """The lowest contrast of the accent with a background."""
        return min(contrast(self.badge[1], ground) for ground in self.grounds)

    @property
    def outline(self) -> float | None:
        """The lowest contrast of an outline with a background; None where they have the colour of the text."""
        both = [contrast(shade, ground) for shade in self.outlines for ground in self.grounds]
        return min(both, default=None)


def drawn_accent(theme: Theme, depth: Depth) -> tuple[tuple[str, str], tuple[str, ...]]:
    """The text and background of the badge, and the outlines as far as they have a colour, as the terminal was told."""
    classes = ("turn", *(style_of(Part.OUTLINE, colour) for colour in COLOURS), "faint")
    badge, *outlines = _drawn(theme, depth, *classes)
    assert not badge.reverse, "the accent has a colour"
    text = drawn_text(theme, depth)
    return (badge.fg, badge.bg), tuple(outline.fg for outline in outlines if outline.fg not in ("default", text))


def drawn_ground(theme: Theme, depth: Depth) -> str | None:
    """The background of the whole screen; None where it is the terminal's own."""
    _text, ground = drawn_in_style(theme, depth, "")
    return None if ground == "default" else ground


def drawn_text(theme: Theme, depth: Depth) -> str:
    """The colour of plain text."""
    return drawn_in_style(theme, depth, "")[0]


def drawn_secondary(theme: Theme, depth: Depth) -> tuple[str, ...]:
    """The colours of what is quieter than plain text."""
    return tuple(str(cell.fg) for cell in _drawn(theme, depth, "label", "faint", OLDEST))


def accents_of(theme: Theme, depth: Depth) -> Iterator[tuple[str, AccentShades]]:
    """The accent and the outlines in hex triples, with the name of the terminal if they are its own."""
    badge, outlines = drawn_accent(theme, depth)
    if depth in EXACT:
        ground = drawn_ground(theme, depth)
        yield "any terminal", AccentShades(badge, outlines, ("000000", "ffffff") if ground is None else (ground,))
        return
    for name, palette in PALETTES.items():
        text, background = (palette[one] for one in badge)
        shades = tuple(palette[outline] for outline in outlines)
        yield name, AccentShades((text, background), shades, (palette["black"],))


@frozen
class MatShades:
    """The shades on a mat, in hex triples. ``texts``: of texts and of what is faint; ``outlines``: of missing cards."""

    background: str
    texts: tuple[str, ...]
    outlines: tuple[str, ...]

    @property
    def text(self) -> float:
        """The lowest contrast of a text with the mat."""
        return min(contrast(text, self.background) for text in self.texts)

    @property
    def outline(self) -> float:
        """The lowest contrast of an outline with the mat."""
        return min(contrast(outline, self.background) for outline in self.outlines)


def drawn_mats(theme: Theme, depth: Depth) -> list[MatShades]:
    """The mat and its strip, as the terminal was told; none where the theme has none."""
    mats = (drawn_surface(theme, depth, surface) for surface in (MAT, STRIP))
    return [mat for mat in mats if mat.background != "default"]


def drawn_surface(theme: Theme, depth: Depth, surface: str) -> MatShades:
    """A surface of this style class, as the terminal was told."""
    texts = ("", "title", "label", "target", "faint")
    classes = (*texts, *(style_of(Part.OUTLINE, colour) for colour in COLOURS))
    on_it = on_surface(row(*(Fragment("#", one) for one in classes)), surface)
    cells = _drawn(theme, depth, *(part.style for part in on_it))
    (background,) = {cell.bg for cell in cells}
    shades = [cell.fg for cell in cells]
    return MatShades(background, tuple(shades[: len(texts)]), tuple(shades[len(texts) :]))


def contrast(one: str, other: str) -> float:
    """Of two hex triples, from 1 to 21."""
    darker, lighter = sorted((_luminance(one), _luminance(other)))
    return (lighter + 0.05) / (darker + 0.05)


def distance(one: str, other: str, eyes: str = "usual") -> float:
    """Delta E between two hex triples, as these eyes see them."""
    return delta_e(_in_lab(one, eyes), _in_lab(other, eyes))


@cache
def _in_lab(shade: str, eyes: str) -> Linear:
    return _lab(_seen(_linear(shade), EYES[eyes]))


def delta_e(one: Linear, other: Linear) -> float:
    """CIEDE2000 between two colours in L*a*b*; the names are those of Sharma, Wu, Dalal."""
    (l_1, a_1, b_1), (l_2, a_2, b_2) = one, other
    c_mean = (math.hypot(a_1, b_1) + math.hypot(a_2, b_2)) / 2
    stretch = 1 + 0.5 * (1 - _saturation(c_mean))
    c_1, c_2 = math.hypot(a_1 * stretch, b_1), math.hypot(a_2 * stretch, b_2)
    h_1, h_2 = (math.degrees(math.atan2(b, a * stretch)) % 360 for a, b in ((a_1, b_1), (a_2, b_2)))
    grey = c_1 * c_2 == 0
    turn = 0.0 if grey else (h_2 - h_1 + 180) % 360 - 180
    l_bar, c_bar = (l_1 + l_2) / 2, (c_1 + c_2) / 2
    h_bar = h_1 + h_2 if grey else (h_1 + turn / 2) % 360
    d_hue = 2 * math.sqrt(c_1 * c_2) * math.sin(math.radians(turn / 2))
    weight = (
        1 - 0.17 * _cos(h_bar - 30) + 0.24 * _cos(2 * h_bar) + 0.32 * _cos(3 * h_bar + 6) - 0.2 * _cos(4 * h_bar - 63)
    )
    lightness = (l_2 - l_1) / (1 + 0.015 * (l_bar - 50) ** 2 / math.sqrt(20 + (l_bar - 50) ** 2))
    chroma = (c_2 - c_1) / (1 + 0.045 * c_bar)
    hue = d_hue / (1 + 0.015 * c_bar * weight)
    rotation = -2 * _saturation(c_bar) * math.sin(math.radians(60 * math.exp(-(((h_bar - 275) / 25) ** 2))))
    return math.sqrt(lightness**2 + chroma**2 + hue**2 + rotation * chroma * hue)


def _saturation(chroma: float) -> float:
    return math.sqrt(chroma**7 / (chroma**7 + 25**7))


def _cos(degrees: float) -> float:
    return math.cos(math.radians(degrees))


@cache
def _luminance(shade: str) -> float:
    red, green, blue = _linear(shade)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def _linear(shade: str) -> Linear:
    red, green, blue = (int(shade[start : start + 2], 16) / 255 for start in (0, 2, 4))
    return _without_gamma(red), _without_gamma(green), _without_gamma(blue)


def _without_gamma(value: float) -> float:
    return value / 12.92 if value <= 0.04045 else float(((value + 0.055) / 1.055) ** 2.4)


def _seen(shade: Linear, eyes: Matrix) -> Linear:
    red, green, blue = (
        min(max(sum(part * value for part, value in zip(line, shade, strict=True)), 0.0), 1.0) for line in eyes
    )
    return red, green, blue


def _lab(shade: Linear) -> Linear:
    red, green, blue = shade
    x = _root((0.4124564 * red + 0.3575761 * green + 0.1804375 * blue) / 0.95047)
    y = _root(0.2126729 * red + 0.7151522 * green + 0.0721750 * blue)
    z = _root((0.0193339 * red + 0.1191920 * green + 0.9503041 * blue) / 1.08883)
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def _root(value: float) -> float:
    return float(value ** (1 / 3)) if value > 216 / 24389 else (24389 / 27 * value + 16) / 116
