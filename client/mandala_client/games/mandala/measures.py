"""The sizes of the table with both mandalas side by side."""

from __future__ import annotations

from typing import Final

from attrs import frozen

from mandala_client.games.card_piles import CardSize


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
