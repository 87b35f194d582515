"""The name of a player at a table: with "(you)" where there is room, and lit up if it is that player's move."""

from __future__ import annotations

from typing import Final

from mandala_client.text.language import _, pgettext
from mandala_client.ui.rows import Row, fit, shortened, text_row, width_of
from mandala_client.ui.style import Look

_LEAST_NAME: Final = 4
"""A name is not shortened further than that for "(you)" to stand beside it."""

SIDE_EDGES: Final = 2
"""The columns around a name in the accent."""


def named_as_you(name: str) -> str:
    """The name, and that it is you."""
    you = _("(you)")
    return f"{name} {you}"


def name_at_table(name: str, width: int, look: Look, *, is_you: bool) -> str:
    """The name in at most ``width`` columns."""
    room = width - width_of(named_as_you(""))
    if not is_you or room < min(width_of(name), _LEAST_NAME):
        return shortened(name, width, look.ellipsis)
    return named_as_you(shortened(name, room, look.ellipsis))


def owner_name(name: str, width: int, look: Look, *, is_you: bool) -> str:
    """The owner of something at the table in at most ``width`` columns: the name, or that it is you."""
    return shortened(pgettext("whose field it is", "you") if is_you else name, width, look.ellipsis)


def badge(name: str, width: int, look: Look, *, is_you: bool, moves: bool) -> Row:
    """The name in exactly ``width`` columns, lit up behind a mark if this player is to move."""
    return fit(name_tag(name, width, look, is_you=is_you, moves=moves), width)


def name_tag(name: str, width: int, look: Look, *, is_you: bool, moves: bool) -> Row:
    """The name as a tag in at most ``width`` columns, lit up if this player is to move."""
    if not moves:
        return text_row(f" {name_at_table(name, width - 1, look, is_you=is_you)}", "title")
    return text_row(f"{look.here}{name_at_table(name, width - 2, look, is_you=is_you)} ", "turn")


def side_tag(name: str, width: int, look: Look, *, moves: bool) -> Row:
    """The name in at most ``width`` columns, in the accent if this player is to move; a mark says so without shades."""
    if not moves:
        return text_row(shortened(name, width, look.ellipsis), "title")
    return text_row(f"{look.calls}{shortened(name, width - SIDE_EDGES, look.ellipsis)} ", "turn")
