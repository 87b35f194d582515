"""The ways to choose a move, said in the row where it is typed: with examples that are legal now."""

from __future__ import annotations

from mandala_client.text.language import _
from mandala_client.ui.style import Look


def ways_to_choose(look: Look, arrows: str, examples: str) -> str:
    """The keys that choose and play, and examples of what can be typed instead."""
    if not look.writes_all:
        return _("arrows choose, Enter plays, or type {moves}").format(moves=examples)
    return _("{arrows} choose, Enter plays, or type {moves}").format(arrows=arrows, moves=examples)
