"""The name of a player at a table: with "(you)" where there is room, and lit up if it is that player's move."""

from __future__ import annotations

from typing import Final

from attrs import frozen

from mandala_client.text.language import _, pgettext
from mandala_client.ui.rows import Row, shortened, text_row, width_of
from mandala_client.ui.style import Look

_LEAST_NAME: Final = 4
"""A name is not shortened further than that for "(you)" to stand beside it."""

SIDE_EDGES: Final = 2
"""The columns around a name in the accent."""


def named_as_you(name: str) -> str:
    """The name, and that it is you."""
    you = _("(you)")
    return f"{name} {you}"


@frozen
class Badge:
    """A player at a table: the name, whether it is that of the viewer, and whether it is that player's move."""

    name: str
    look: Look
    is_you: bool
    moves: bool = False

    def name_at_table(self, width: int) -> str:
        """The name in at most ``width`` columns."""
        room = width - width_of(named_as_you(""))
        if not self.is_you or room < min(width_of(self.name), _LEAST_NAME):
            return shortened(self.name, width, self.look.ellipsis)
        return named_as_you(shortened(self.name, room, self.look.ellipsis))

    def owner_name(self, width: int) -> str:
        """The player as the owner of something at the table, in at most ``width`` columns: "you", or the name."""
        owner = pgettext("whose field it is", "you") if self.is_you else self.name
        return shortened(owner, width, self.look.ellipsis)

    def tag(self, width: int) -> Row:
        """The name as a tag in at most ``width`` columns, lit up behind a mark if this player is to move."""
        if not self.moves:
            return text_row(f" {self.name_at_table(width - 1)}", "title")
        return text_row(f"{self.look.here}{self.name_at_table(width - 2)} ", "turn")

    def side_tag(self, name: str, width: int) -> Row:
        """This name of the player in at most ``width`` columns, in the accent if this player is to move.

        A mark says so without shades.
        """
        if not self.moves:
            return text_row(shortened(name, width, self.look.ellipsis), "title")
        return text_row(f"{self.look.calls}{shortened(name, width - SIDE_EDGES, self.look.ellipsis)} ", "turn")
