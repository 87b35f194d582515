"""The effect of a move by the rules: worked out once on each side, by who makes it and by who checks it."""

from __future__ import annotations

from typing import Any

from attrs import frozen

from mandala_protocol.games.game import Face, Game, Moved


@frozen
class MoveEffect:
    """A move of a game and what comes of it.

    ``played``: the faces that it takes from the hand of the mover; ``digest``: that of the state ``after`` it.
    """

    moved: Moved[Any]
    before: Any
    after: Any
    played: tuple[Face, ...]
    digest: bytes


def effect_of(rules: Game[Any, Any], state: Any, moved: Moved[Any]) -> MoveEffect:
    """The effect of a move in this state. Raises ``IllegalMove``."""
    after = rules.apply(state, moved)
    return MoveEffect(moved, state, after, rules.played(state, moved.move), rules.digest(after))
