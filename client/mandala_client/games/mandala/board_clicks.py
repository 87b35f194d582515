"""The targets of the mouse at the table of Mandala: cards of a colour, or a place for them."""

from __future__ import annotations

from typing import Final

from attrs import frozen

from mandala_client.ui.clicks import TableClick
from mandala_protocol.games.mandala import Colour

THEIRS: Final = "theirs"
"""Stands for the letter of an action at a place where no action leads: the other player's field."""


@frozen
class CardClick(TableClick):
    """Cards of a colour, in hand or in a mountain that is being shared out."""

    colour: Colour


@frozen
class Target(TableClick):
    """A place for cards: the letter of the action, and the mandala if it matters."""

    action: str
    mandala: int | None = None
