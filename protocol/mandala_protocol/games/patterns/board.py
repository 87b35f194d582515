"""The board of Patterns: its shape, and sets of its fields.

Fields are numbered in reading order from 0. A set of fields is an integer in which bit n stands for field n, so that
union, intersection and difference are one operation each: in a game of a second these are all that counts.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, TypeAlias

ROW_LENGTHS: Final = (4, 6, 8, 8, 8, 8, 6, 4)
"""The number of fields in each row of the board (P1), centred. Its shape: everything else here follows from it."""

WIDTH: Final = max(ROW_LENGTHS)

FieldSet: TypeAlias = int
"""Bit n is set if field n is in the set."""

NO_FIELDS: Final[FieldSet] = 0

PLACES: Final = tuple(
    (row, (WIDTH - length) // 2 + place) for row, length in enumerate(ROW_LENGTHS) for place in range(length)
)
"""The row and column of each field, both counted from 0 in the square around the board."""

FIELDS: Final = range(len(PLACES))

FIELD_AT: Final = {place: field for field, place in enumerate(PLACES)}
"""The field at a row and column, where there is one."""

_CENTRE: Final = (len(ROW_LENGTHS) // 2 - 1, WIDTH // 2 - 1)

MARKED: Final = tuple(FIELD_AT[_CENTRE[0] + down, _CENTRE[1] + right] for down in (0, 1) for right in (0, 1))
"""The four marked fields (P1), in reading order."""


def set_of(*fields: int) -> FieldSet:
    """Return these fields as a set."""
    chosen = NO_FIELDS
    for field in fields:
        chosen |= 1 << field
    return chosen


def fields_in(chosen: FieldSet) -> Iterator[int]:
    """The fields of a set, the lowest first."""
    while chosen:
        lowest = chosen & -chosen
        yield lowest.bit_length() - 1
        chosen ^= lowest


ALL_FIELDS: Final[FieldSet] = set_of(*FIELDS)

BESIDE: Final = tuple(
    tuple(
        FIELD_AT[row + down, column + right]
        for down, right in ((-1, 0), (0, -1), (0, 1), (1, 0))
        if (row + down, column + right) in FIELD_AT
    )
    for row, column in PLACES
)
"""The fields next to each field, horizontally and vertically (P2)."""

NEXT_TO: Final[tuple[FieldSet, ...]] = tuple(set_of(*fields) for fields in BESIDE)
"""The fields next to each field, horizontally and vertically (P2), as sets."""
