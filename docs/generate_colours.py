"""Writes the tables of ``colours.md`` from the themes: run it after changing one. A test keeps them equal.

Run it as ``python -m docs.generate_colours`` from the root: it measures with what the tests measure with.
"""

from __future__ import annotations

from itertools import combinations
from pathlib import Path
from typing import Final

from mandala_client.settings.settings import Theme
from mandala_client.ui.depth import Depth
from mandala_protocol.games.mandala import Colour
from tests.client.colours_seen import EYES, contrast, distance, shades_of

PAGE: Final = Path(__file__).with_name("colours.md")

_BEGIN: Final = "<!-- generated: colours -->\n"
_END: Final = "<!-- end of colours -->"

_DEPTHS: Final = {Depth.TRUE: "16 million colours", Depth.MANY: "256 colours", Depth.SIXTEEN: "16 colours"}
_HEADS: Final = ("theme", "terminal", "text", *EYES)


def render(page: str) -> str:
    """The page with the tables made anew; raises ``ValueError`` if they have no place in it."""
    before, rest = page.split(_BEGIN)
    _, after = rest.split(_END)
    return f"{before}{_BEGIN}{''.join(_table(depth) for depth in _DEPTHS)}\n{_END}{after}"


def _table(depth: Depth) -> str:
    rows = [
        (theme.value, terminal, f"{min(contrast(*pair) for pair in shades.values()):.1f} : 1", *_nearest(shades))
        for theme in Theme
        if theme is not Theme.MONOCHROME
        for terminal, shades in shades_of(theme, depth)
    ]
    lines = "".join(f"| {' | '.join(cells)} |\n" for cells in (_HEADS, ["---"] * len(_HEADS), *rows))
    return f"\n### {_DEPTHS[depth]}\n\n{lines}"


def _nearest(shades: dict[Colour, tuple[str, str]]) -> list[str]:
    """The distance of the two colours that are nearest, with their letters, for each kind of eyes."""
    found = []
    for eyes in EYES:
        apart, pair = min(
            (distance(shades[one][1], shades[other][1], eyes), one.letter + other.letter)
            for one, other in combinations(shades, 2)
        )
        found.append(f"{apart:.1f} ({pair})")
    return found


if __name__ == "__main__":
    PAGE.write_text(render(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
