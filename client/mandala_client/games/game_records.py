"""The interface of a game's records: replay, review, and both as JSON."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Protocol, TypeAlias, TypeVar

from mandala_client.games.table_events import TableEvent
from mandala_client.text.player_names import Names
from mandala_net.bots.move_review import MoveJudgement
from mandala_protocol.games.game import Counts, View
from mandala_protocol.record.steps import Step
from mandala_protocol.seats import Seat

StateT = TypeVar("StateT", contravariant=True)

Held: TypeAlias = tuple[Mapping[str, Counts] | None, Mapping[str, Counts] | None]
"""The hidden cards by seat and name of holding; None for a seat whose cards are not known here."""


class GameRecords(Protocol[StateT]):
    """The records of one game. A method with a body is optional: it has a usual answer."""

    # A game without hidden cards needs none of these.

    def opened(self, holdings: tuple[Mapping[str, Counts], Mapping[str, Counts]]) -> tuple[TableEvent, ...]:
        """All hidden cards by seat, as they were in the end."""
        return ()

    def drawn(self, step: Step, before: Held, after: Held) -> tuple[TableEvent, ...]:
        """The cards that a deal brought to the hands; ``before`` and ``after`` are the hidden cards around it."""
        return ()

    def hidden(self, held: Mapping[str, Counts]) -> dict[str, str]:
        """The hidden cards of a seat for JSON, by name of holding."""
        return {}

    # A game whose points change before its end, or are made of several parts, has these.

    def points(self, state: StateT, held: Held) -> tuple[int, int] | None:
        """The points of both players by seat, as far as the cards are known; None if none are counted before the end.

        Without points the review has no columns for them, and calls a move a mistake, whatever it gave away.
        """
        return None

    def result_details(self, state: StateT) -> dict[str, Any]:
        """The fields of a result in JSON besides the scores, the winner and the reason."""
        return {}

    # A game with a judge of moves has this.

    def why_better(self, view: View[Any], judged: MoveJudgement[Any], mover: Seat, names: Names) -> str:
        """The reason why the best move was better than the one made in this view, without a full stop."""
        raise AssertionError("a game with a judge says why a move is better")
