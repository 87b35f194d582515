"""The scene of a table of Patterns that is drawn: one state, as someone sees it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from attrs import field, frozen

from mandala_client.text.player_names import Names
from mandala_client.ui.style import Look
from mandala_protocol.games.patterns import PatternsMove, PatternsState
from mandala_protocol.seats import Seat


@frozen
class TileScene:
    """The drawing of one state.

    ``near``: from which seat it is seen. ``you``: whose player looks on; None if everyone is called by name.
    ``moves`` that can be chosen, and the ``chosen`` one. ``fresh``: the fields that have just changed. ``scored``:
    whether the points are shown. ``order``: the number of each final flip by its field.
    """

    look: Look
    state: PatternsState
    near: Seat
    names: Names | None
    you: Seat | None
    moves: Sequence[PatternsMove] = ()
    chosen: PatternsMove | None = None
    fresh: frozenset[int] = frozenset()
    scored: bool = False
    order: Mapping[int, int] = field(factory=dict)
