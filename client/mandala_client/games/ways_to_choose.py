"""How a move can be chosen, said in the row where it is typed: with examples that are legal now."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar

from mandala_client.text.language import _
from mandala_client.ui.style import Look

MoveT = TypeVar("MoveT")


def ways_to_choose(look: Look, arrows: str, moves: Sequence[MoveT], written: Callable[[MoveT], str]) -> str:
    """The keys that choose, and the first legal move of each kind as it is typed."""
    first_of_each = {type(move): move for move in reversed(moves)}
    kinds = dict.fromkeys(type(move) for move in moves)
    examples = " ".join(written(first_of_each[kind]) for kind in kinds)
    if not look.writes_all:
        return _("arrows choose, or type {moves}").format(moves=examples)
    return _("{arrows} choose, or type {moves}").format(arrows=arrows, moves=examples)
