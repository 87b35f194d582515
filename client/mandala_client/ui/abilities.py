"""The abilities of a terminal: the number of colours, the characters, and the speed of its line.

The person's choice goes first, then what the environment says (https://no-color.org, https://bixense.com/clicolors),
then the terminal's kind, and at last what prompt_toolkit takes for granted.
"""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Mapping
from typing import TYPE_CHECKING, Final

from mandala_client.settings.settings import Colours, Settings
from mandala_client.text.characters import write_for, writes_all
from mandala_client.text.console_font import Font, font_at
from mandala_client.ui.style import ASCII_LOOK, FULL_LOOK, SHADED_LOOK, Depth, Look
from mandala_client.ui.themes import has_shades

if TYPE_CHECKING:
    from prompt_toolkit.output import Output

_TRUE_COLOUR_VALUES: Final = frozenset({"truecolor", "24bit"})
_TRUE_COLOUR_KINDS: Final = re.compile(r"alacritty|contour|foot|xterm-ghostty|wezterm|xterm-kitty|.*-direct\d*$")
_SIXTEEN_KINDS: Final = re.compile(r"linux|cygwin|ansi|sun|screen$|screen\.|rxvt$|eterm|.*-16color$", re.IGNORECASE)
_COLOURLESS_KINDS: Final = re.compile(r"dumb|unknown|vt\d|.*-mono$|.*-m$", re.IGNORECASE)
"""Kinds of terminals, by how ``TERM`` begins."""

_CHOSEN_DEPTHS: Final = {
    Colours.TRUE: Depth.TRUE,
    Colours.MANY: Depth.MANY,
    Colours.SIXTEEN: Depth.SIXTEEN,
    Colours.NONE: Depth.MONOCHROME,
}
"""The number of colours of each choice but the one that leaves it to the environment."""

_SLOW_RATES: Final = tuple(
    f"B{rate}" for rate in (50, 75, 110, 134, 150, 200, 300, 600, 1200, 1800, 2400, 4800, 9600, 19200)
)
"""Slower than what a terminal without a line of its own claims to have, which is 38,400 baud."""


def depth_of(colours: Colours, environment: Mapping[str, str] = os.environ) -> Depth | None:
    """The number of colours to use; None leaves it to prompt_toolkit, which also knows the consoles of Windows."""
    return _depth_in(environment) if colours is Colours.AUTO else _CHOSEN_DEPTHS[colours]


def _depth_in(environment: Mapping[str, str]) -> Depth | None:
    kind = environment.get("TERM", "")
    forced = environment.get("CLICOLOR_FORCE", "0") not in ("", "0")
    if environment.get("NO_COLOR") or (environment.get("CLICOLOR") == "0" and not forced):
        return Depth.MONOCHROME
    if _COLOURLESS_KINDS.match(kind) and not forced:
        return Depth.MONOCHROME
    if environment.get("COLORTERM", "").lower() in _TRUE_COLOUR_VALUES or _TRUE_COLOUR_KINDS.match(kind):
        return Depth.TRUE
    if "WT_SESSION" in environment:
        return Depth.TRUE  # the Terminal of Windows
    if "256color" in kind:
        return Depth.MANY
    if _SIXTEEN_KINDS.match(kind):
        return Depth.SIXTEEN
    return None


def look_of(
    settings: Settings,
    encoding: str | None,
    environment: Mapping[str, str] = os.environ,
    font: Font | None = None,
) -> Look:
    """The characters to draw with: ASCII if the settings, the encoding, the locale or the font allow no ornaments."""
    return FULL_LOOK if writes_all(settings.only_ascii, encoding, environment, font) else ASCII_LOOK


def is_lively(settings: Settings, look: Look, *, slow: bool, environment: Mapping[str, str] = os.environ) -> bool:
    """Return whether something may move: not if the player wants none, the terminal is dull, or its line slow."""
    colourless = depth_of(settings.colours, environment) is Depth.MONOCHROME
    return look.writes_all and not (settings.still or slow or colourless)


def settle_look(settings: Settings, terminal: Output) -> Look:
    """The characters to draw with on this terminal; from now on messages are spelled with these too."""
    from mandala_client.ui.style_sheet import depth_in  # it takes long to import, and not every command draws

    font = _font_of(terminal)
    look = look_of(settings, terminal.encoding(), font=font)
    write_for(settings.only_ascii, terminal.encoding(), font)
    depth = depth_of(settings.colours) or depth_in(terminal.get_default_color_depth())
    return SHADED_LOOK if look.writes_all and has_shades(settings.theme, depth) else look


def _font_of(terminal: Output) -> Font | None:
    """Return the characters that this terminal can draw; None if all, or if it is no terminal of the system."""
    try:
        return font_at(terminal.fileno())
    except (NotImplementedError, OSError):
        return None


def is_at_terminal() -> bool:
    """Return whether there is a terminal on both sides, so that someone may read and type."""
    # A stream that was closed before the program began is None.
    return all(stream is not None and stream.isatty() for stream in (sys.stdin, sys.stdout))


def can_draw() -> bool:
    """Return whether there is a terminal on both sides that can show a full screen."""
    return is_at_terminal() and os.environ.get("TERM", "") != "dumb"


def is_on_slow_line(terminal: Output) -> bool:
    """Return whether the line to this terminal is slow; False for what is no terminal of the system."""
    try:
        return is_slow(terminal.fileno())
    except (NotImplementedError, OSError):
        return False


def is_slow(terminal: int) -> bool:
    """Return whether the line to the terminal of this descriptor is slow; False for whatever is no such line."""
    if sys.platform == "win32":
        return False
    else:  # noqa: RET505 - the types of the other systems are read only here
        import termios

        try:
            speed = termios.tcgetattr(terminal)[5]
        except (termios.error, OSError, ValueError):
            return False
        return speed in {getattr(termios, name, None) for name in _SLOW_RATES}
