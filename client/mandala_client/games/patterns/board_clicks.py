"""The targets of the mouse at the table of Patterns: a field of the board, or a start tile."""

from __future__ import annotations

from attrs import frozen

from mandala_client.ui.clicks import TableClick
from mandala_protocol.games.colours import Colour


@frozen
class FieldClick(TableClick):
    """A field of the board."""

    field: int


@frozen
class StartClick(TableClick):
    """A start tile that can be taken."""

    colour: Colour
