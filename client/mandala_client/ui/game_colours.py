"""The colours of a game in each theme and depth, from those that it has in the usual theme.

Elsewhere a colour becomes the one of a few hues that is nearest to it, as far as possible one that no other has yet.
"""

from __future__ import annotations

import colorsys
from collections.abc import Iterable, Mapping
from functools import partial
from typing import Final

from attrs import frozen

from mandala_client.settings.settings import Theme
from mandala_client.ui.style import Depth


@frozen
class _Hue:
    """A hue in degrees, and its colours: of the sixteen of a terminal, and where no eyes may take it for another."""

    degrees: int
    sixteen: str
    sixteen_for_all_eyes: str
    for_all_eyes: str


# Of the shades for all eyes, no two are nearer than 11 by CIEDE2000, whatever colours are not seen; all are bright
# enough for black text, and to be read on the ground.
_HUES: Final = (
    _Hue(0, "ansired", "ansired", "#ffafaf"),
    _Hue(30, "ansibrightred", "ansibrightred", "#af875f"),
    _Hue(56, "ansibrightyellow", "ansibrightyellow", "#ffff00"),
    _Hue(140, "ansibrightgreen", "ansibrightcyan", "#87d75f"),
    _Hue(215, "ansiblue", "ansiblue", "#5fd7ff"),
    _Hue(285, "ansimagenta", "ansibrightblue", "#ff00d7"),
)
_GREY: Final = _Hue(0, "ansibrightblack", "ansibrightblack", "#9e9e9e")
_LEAST_CHROMA: Final = 0.15
_DARK_OF_SIXTEEN: Final = frozenset({"ansired", "ansiblue", "ansimagenta", "ansibrightblue", "ansibrightblack"})

_HIGH_CONTRAST: Final = 8.0
"""The contrast that is asked for: 7 is needed, and the nearest of 256 colours may have less than the exact one."""


def styles_of_colours(colours: Mapping[str, str], theme: Theme, depth: Depth) -> Mapping[str, str]:
    """The look of each style class of a game in a theme, from that in the usual theme.

    Colours are written as "fg:#d04030" and "bg:#202020"; all other words stay. Without colours the screen drops them.
    """
    usual = theme is Theme.DEFAULT and depth is not Depth.SIXTEEN
    if usual or theme is Theme.MONOCHROME or depth is Depth.MONOCHROME:
        return colours
    shades = dict.fromkeys(shade for style in colours.values() if (shade := _shade_of(style)))
    if depth is not Depth.SIXTEEN and theme is Theme.HIGH_CONTRAST:
        changed = {shade: _in_high_contrast(shade) for shade in shades}
    else:
        hues = _nearest_hues(shades)
        changed = {shade: _colour_of(hue, theme, depth) for shade, hue in hues.items()}
    return {name: _changed(style, changed, theme) for name, style in colours.items()}


def _colour_of(hue: _Hue, theme: Theme, depth: Depth) -> str:
    if depth is not Depth.SIXTEEN:
        return hue.for_all_eyes
    return hue.sixteen_for_all_eyes if theme is Theme.COLOUR_BLIND else hue.sixteen


def _nearest_hues(shades: Iterable[str]) -> dict[str, _Hue]:
    """The nearest hue for each shade: one that is free, as long as there is one."""
    nearest, free = {}, list(_HUES)
    for shade in shades:
        parts = _parts(shade)
        if max(parts) - min(parts) < _LEAST_CHROMA:
            nearest[shade] = _GREY
            continue
        free = free or list(_HUES)
        nearest[shade] = min(free, key=partial(_turn, 360 * colorsys.rgb_to_hsv(*parts)[0]))
        free.remove(nearest[shade])
    return nearest


def _turn(degrees: float, hue: _Hue) -> float:
    """The degrees from one hue to the other, by the shorter way."""
    return abs((degrees - hue.degrees + 180) % 360 - 180)


def _changed(style: str, changed: Mapping[str, str], theme: Theme) -> str:
    """The style with its colour changed, and black or white text on it.

    In high contrast the colour of a text becomes that of its ground, since the ground of the terminal is not known.
    """
    shade = _shade_of(style)
    if not shade:
        return style
    others = [word for word in style.split() if not word.startswith(("fg:", "bg:"))]
    colour = changed[shade]
    if theme is Theme.HIGH_CONTRAST:
        others = ["bold", *(word for word in others if word != "bold")]
    elif "bg:" not in style:
        return " ".join((*others, f"fg:{colour}"))
    return " ".join((*others, f"fg:{_text_on(colour)}", f"bg:{colour}"))


def _shade_of(style: str) -> str:
    """The background of a style, or the colour of its text if it has none; empty without a shade of our own."""
    words = style.split()
    shades = [word[3:] for kind in ("bg:#", "fg:#") for word in words if word.startswith(kind)]
    return shades[0] if shades else ""


def _text_on(colour: str) -> str:
    """The better of black and white text on a colour."""
    if colour.startswith("#"):
        return "#000000" if _with_black(colour) >= _with_white(colour) else "#ffffff"
    return "ansiwhite" if colour in _DARK_OF_SIXTEEN else "ansiblack"


def _in_high_contrast(shade: str) -> str:
    """The shade, so much lighter or darker that black or white text has high contrast on it."""
    hue, lightness, saturation = colorsys.rgb_to_hls(*_parts(shade))
    step = 0.02 if _with_black(shade) >= _with_white(shade) else -0.02
    while max(_with_black(shade), _with_white(shade)) < _HIGH_CONTRAST:
        lightness += step
        parts = colorsys.hls_to_rgb(hue, lightness, saturation)
        shade = "#" + "".join(f"{round(255 * part):02x}" for part in parts)
    return shade


def _with_black(shade: str) -> float:
    """The contrast with black (WCAG 2.2)."""
    return _luminance(shade) / 0.05 + 1


def _with_white(shade: str) -> float:
    """The contrast with white (WCAG 2.2)."""
    return 1.05 / (_luminance(shade) + 0.05)


def _luminance(shade: str) -> float:
    linear = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in _parts(shade))
    return float(sum(weight * part for weight, part in zip((0.2126, 0.7152, 0.0722), linear, strict=True)))


def _parts(shade: str) -> tuple[float, float, float]:
    """Red, green and blue, from 0 to 1."""
    red, green, blue = (int(shade[at : at + 2], 16) / 255 for at in (1, 3, 5))
    return red, green, blue
