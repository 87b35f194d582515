"""Write the tables of ``colours.md`` from the themes: run it after changing one. A test keeps them equal.

Run it as ``python -m docs.generate_colours`` from the root: it measures with what the tests measure with.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from pathlib import Path
from typing import Final

from mandala_client.settings.settings import Theme
from mandala_client.ui.style import Depth
from mandala_protocol.games.mandala import Colour
from tests.client.colours_seen import EXACT, EYES, accents_of, contrast, distance, drawn_mats, shades_of

PAGE: Final = Path(__file__).with_name("colours.md")

_BEGIN: Final = "<!-- generated: colours -->\n"
_END: Final = "<!-- end of colours -->"

_DEPTHS: Final = {Depth.TRUE: "16 million colours", Depth.MANY: "256 colours", Depth.SIXTEEN: "16 colours"}
_HEADS: Final = ("theme", "terminal", "text", *EYES)
_HEADS_OF_PARTS: Final = ("theme", "terminal", "name", "accent", "outlines", *EYES)
_HEADS_OF_MATS: Final = ("theme", "text on a mat", "outlines on a mat", "nearest card")
_THEMES: Final = tuple(theme for theme in Theme if theme is not Theme.MONOCHROME)


def render(page: str) -> str:
    """The page with the tables made anew; raises ``ValueError`` if they have no place in it."""
    before, rest = page.split(_BEGIN)
    _, after = rest.split(_END)
    return f"{before}{_BEGIN}{''.join(_table(depth) for depth in _DEPTHS)}\n{_END}{after}"


def _table(depth: Depth) -> str:
    rows = [
        (theme.value, terminal, f"{min(contrast(*pair) for pair in shades.values()):.1f} : 1", *_nearest(shades))
        for theme in _THEMES
        for terminal, shades in shades_of(theme, depth)
    ]
    parts = [row for theme in _THEMES for row in _parts(theme, depth)]
    title = _DEPTHS[depth]
    return (
        f"\n### {title}: the cards\n\n{_lines(_HEADS, rows)}"
        f"\n### {title}: whose turn it is, and outlines\n\n{_lines(_HEADS_OF_PARTS, parts)}"
        f"{_mats(depth) if depth in EXACT else ''}"
    )


def _mats(depth: Depth) -> str:
    rows = []
    for theme in _THEMES:
        mats, (_terminal, shades) = drawn_mats(theme, depth), next(iter(shades_of(theme, depth)))
        if mats:
            apart, letter = min(
                (distance(mat.background, shades[colour][1]), colour.letter) for mat in mats for colour in shades
            )
            contrasts = (min(mat.text for mat in mats), min(mat.outline for mat in mats))
            rows.append((theme.value, *(f"{contrast:.1f} : 1" for contrast in contrasts), f"{apart:.1f} ({letter})"))
    return f"\n### {_DEPTHS[depth]}: the mats\n\n{_lines(_HEADS_OF_MATS, rows)}"


def _lines(heads: tuple[str, ...], rows: Sequence[tuple[str, ...]]) -> str:
    return "".join(f"| {' | '.join(cells)} |\n" for cells in (heads, ["---"] * len(heads), *rows))


def _parts(theme: Theme, depth: Depth) -> list[tuple[str, ...]]:
    """The contrasts of what is no card, and how far the accent is from the nearest card, for each kind of eyes."""
    cards = dict(shades_of(theme, depth))
    rows = []
    for terminal, parts in accents_of(theme, depth):
        outline = "as text" if parts.outline is None else f"{parts.outline:.1f} : 1"
        contrasts = (f"{parts.badge_text:.1f} : 1", f"{parts.accent:.1f} : 1", outline)
        rows.append((theme.value, terminal, *contrasts, *_from_accent(parts.badge[1], cards[terminal])))
    return rows


def _from_accent(accent: str, shades: dict[Colour, tuple[str, str]]) -> list[str]:
    found = []
    for eyes in EYES:
        apart, letter = min((distance(accent, shades[colour][1], eyes), colour.letter) for colour in shades)
        found.append(f"{apart:.1f} ({letter})")
    return found


def _nearest(shades: dict[Colour, tuple[str, str]]) -> list[str]:
    """The distance of the two colours that are nearest, with their letters, for each kind of eyes."""
    found = []
    for eyes in EYES:
        apart, pair = min(
            (distance(shades[first][1], shades[second][1], eyes), first.letter + second.letter)
            for first, second in combinations(shades, 2)
        )
        found.append(f"{apart:.1f} ({pair})")
    return found


if __name__ == "__main__":
    PAGE.write_text(render(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
