"""A hint: the move that the greedy bot would make in our place, and why."""

from __future__ import annotations

from typing import Final

from attrs import frozen

from mandala_client.deeds import colour_name
from mandala_client.language import _
from mandala_net.bots import GreedyBot, Reason
from mandala_net.bots.reasons import Clause
from mandala_protocol.games.mandala import MANDALA, Colour
from mandala_protocol.snapshot import Owes, Snapshot

_TASTE: Final = 0
"""The seed of the bot that is asked: of moves that are equally good it recommends the same each time."""


@frozen
class Hint:
    """A legal move in canonical notation, and the sentence that recommends it."""

    move: str
    sentence: str


def hint(snapshot: Snapshot) -> Hint | None:
    """What the greedy bot would play, from nothing but our own view; None if it is not our move."""
    if snapshot.view is None or snapshot.owes is not Owes.MOVE:
        return None
    move, reason = GreedyBot(_TASTE).explain(snapshot.view)
    notation = MANDALA.format_move(move)
    return Hint(notation, _("Hint: {move} – {reason}.").format(move=notation, reason=_because(reason)))


def _because(reason: Reason) -> str:
    deed, *outcome = map(_clause, reason.clauses)
    return f"{deed}: {'; '.join(outcome)}" if outcome else deed


def _clause(clause: Clause) -> str:
    words = {name: colour_name(value) if isinstance(value, Colour) else value for name, value in clause.values.items()}
    return _(clause.template).format(**words)
