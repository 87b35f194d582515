"""The sizes of the table with both mandalas side by side."""

from __future__ import annotations

from typing import Final

from attrs import frozen

from mandala_client.games.card_piles import CardSize
from mandala_protocol.games.mandala import COLOURS


@frozen(cache_hash=True)
class Measures:
    """The size of the table: of a card, of what is between two, and of the areas in rows.

    ``pad``: from the outer edge of a frame to its cards. ``middle``: between both frames. ``is_airy``: there is room
    for the frames of the players.
    """

    card: CardSize
    gap: int
    pad: int
    middle: int
    field: int
    mountain: int
    hand: int
    is_airy: bool

    @property
    def cell(self) -> int:
        """The columns from one card to the next."""
        return self.card.columns + self.gap

    @property
    def wing(self) -> int:
        """The columns of the cards of one mandala."""
        return self.cell * len(COLOURS) - self.gap

    @property
    def mat(self) -> int:
        """The columns of the mat of one mandala."""
        return self.wing + 2 * self.pad

    @property
    def height(self) -> int:
        """The rows of a mandala within its frame."""
        return 2 * self.field + self.mountain

    @property
    def river(self) -> int:
        """The columns before the first slot of a river, which is in the columns of the right mandala."""
        return self.mat + self.middle + self.pad

    @property
    def label(self) -> int:
        """The columns of a long label between both mats: it reaches a column into each."""
        return self.middle + 2

    @property
    def width(self) -> int:
        """The columns of the table."""
        return 2 * self.mat + self.middle


@frozen(cache_hash=True)
class CircleMeasures:
    """The size of the table with circles: of a card, of what is between two, of a circle, and of the areas in rows.

    ``card``: None for square cards. ``edge``: the columns of a circle before its cards. ``above``: its rows above the
    far area, whose first row is that of its label; the label of the near area is below it. ``label``: the columns of a
    label where it is near the edge. ``breadth``: of an arc, in dots.
    """

    card: CardSize | None
    gap: int
    wide: int
    edge: int
    above: int
    far: int
    mountain: int
    near: int
    hand: int
    label: int
    breadth: int

    @property
    def is_small(self) -> bool:
        """Return whether the cards are square, and the players stand on the table."""
        return self.card is None

    @property
    def high(self) -> int:
        """The rows of a circle."""
        return 2 * self.above + self.far + self.mountain + self.near + 1

    @property
    def mountain_top(self) -> int:
        """The first row of the mountain in its circle."""
        return self.above + self.far

    @property
    def near_top(self) -> int:
        """The first row of the near area."""
        return self.mountain_top + self.mountain

    @property
    def width(self) -> int:
        """The columns of both circles, with a column before each."""
        return 2 * (self.wide + 1)


SMALL_CIRCLES: Final = CircleMeasures(None, 0, 30, 3, 1, 4, 3, 3, 3, 15, 3)
"""62 columns, 18 rows; the players beside them take the rest of 80 columns."""

LARGE_CIRCLES: Final = CircleMeasures(CardSize(5, 3), 1, 41, 3, 2, 6, 5, 5, 6, 26, 4)
"""84 columns, 29 rows; the players are in a panel of their own."""

HUGE_CIRCLES: Final = CircleMeasures(CardSize(9, 5), 2, 78, 7, 4, 11, 9, 10, 7, 40, 6)
"""158 columns, 48 rows."""

SMALL: Final = Measures(CardSize(5, 1), 1, 2, 2, 3, 3, 3, is_airy=False)
"""80 columns, 17 rows, where shades do not show circles. An onlooker sees one row less."""

LARGE: Final = Measures(CardSize(5, 3), 1, 2, 2, 6, 5, 5, is_airy=True)
"""80 columns, 32 rows. A player sees one row less. The warning of the end needs a row more."""

HUGE: Final = Measures(CardSize(9, 5), 2, 3, 2, 10, 9, 9, is_airy=True)
"""142 columns, 48 rows. A player sees one row less. The warning of the end needs a row more."""
