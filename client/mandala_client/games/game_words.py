"""The interface of a game's words: writing its moves, and all sentences about it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Generic, Protocol, TypeVar

from attrs import frozen

from mandala_client.games.standing import Standing
from mandala_client.games.table_events import TableEvent
from mandala_client.text.language import _
from mandala_client.text.player_names import player_name
from mandala_client.ui.blocks.values import Blocks
from mandala_protocol.conversation.snapshot import Snapshot
from mandala_protocol.games.game import IllegalMove, View
from mandala_protocol.record.steps import Step
from mandala_protocol.seats import Seat

MoveT = TypeVar("MoveT")


@frozen
class Hint(Generic[MoveT]):
    """A legal move, and the sentence that recommends it."""

    move: MoveT
    sentence: str


class GameWords(Protocol[MoveT]):
    """The sentences of one game, in the spoken language. A method with a body is optional: it has a usual answer.

    ``snapshot`` is the game as we see it, with a view; ``you`` in a sentence is the player at its seat.
    """

    # Moves, as they are written for people.

    def typed(self, text: str) -> MoveT | None:
        """The move that is typed like this, allowed or not; None if it looks like none."""

    def notation(self, move: MoveT) -> str:
        """The move as it is shown and typed."""

    def examples(self) -> str:
        """An example of each kind of move as it is typed, such as "A1o, Ck1"."""

    def how_to_type(self) -> list[str]:
        """A sentence for each kind of move on how to type it, for the help of text mode."""

    def uncounted(self, text: str) -> str | None:
        """An example of the move that this would be if a number were typed too; None if that is not what it lacks."""
        return None

    # What happens.

    def events(self, step: Step) -> tuple[TableEvent, ...]:
        """The events of one step: the deed itself first, then what followed from it.

        A step that is shown in parts has the state after each part with the last event of that part.
        """

    def drawn(self, snapshot: Snapshot, step: int) -> tuple[TableEvent, ...]:
        """The cards that the step of this number, counted from 0, brought to our hand."""
        return ()

    def noticed(self, before: Snapshot, after: Snapshot) -> list[str]:
        """The changes between two turns that one sees at a glance, and that no event says, for text mode."""
        return []

    # Whose turn it is.

    def is_laid(self, state: Any) -> bool:
        """Return whether the table is laid: all cards of the beginning have been dealt."""
        return True

    def began(self, state: Any) -> Seat | None:
        """The player who moved first; None if that is not said."""
        return None

    def turn(self, snapshot: Snapshot, mover: str, *, ours: bool) -> str | None:
        """The sentence about whose turn it is, and the choices; ``mover`` is the name. None for the usual sentence."""
        return None

    def dealing(self, snapshot: Snapshot) -> str | None:
        """The sentence about who is dealt cards at the moment. None for the usual sentence."""
        return None

    # A move before it is made.

    def refusal(self, error: IllegalMove, view: View[Any] | None = None, move: MoveT | None = None) -> str:
        """The reason why a move is not possible, in one sentence; ``view`` and ``move`` as far as they are known."""

    def preview(self, snapshot: Snapshot, move: MoveT, other: str, *, brief: bool = False) -> list[str]:
        """A preview of a legal move; ``other`` is the other player's name. ``brief`` where there is little room."""

    def regretted(self, view: View[Any], move: MoveT) -> str | None:
        """The question before a legal move that is easily regretted; None for a move that needs none."""
        return None

    def hint(self, snapshot: Snapshot) -> Hint[MoveT] | None:
        """A good move and why; None for the usual hint, which is the bare move of the strongest bot."""
        return None

    # The position, for someone who asks.

    def table(self, snapshot: Snapshot) -> list[str]:
        """Everything that is on the table, and our own cards."""

    def has_sides(self) -> bool:
        """Return whether there are two parts of the table, left and right, that someone may ask for alone."""
        return False

    def side(self, snapshot: Snapshot, number: int) -> list[str]:
        """Everything on one side of the table: 0 is the left one, 1 the right one. Nothing if there are no sides."""
        return []

    def hand(self, snapshot: Snapshot) -> list[str]:
        """Our own hidden cards."""
        return []

    def about_hand(self) -> str | None:
        """The meaning of the word for one's own hidden cards, for the help; None if there are none."""
        return None

    def choices(self, snapshot: Snapshot) -> list[str]:
        """The choices that are listed, unasked, when it is our move."""
        return []

    # How it stands, and how it ended.

    def game_over(self, snapshot: Snapshot) -> str | None:
        """The winner, the points if they count, and the reason for the end; None while the game goes on."""

    def score(self, snapshot: Snapshot) -> Blocks:
        """The points of both players and what they are made of; nothing as long as the game goes on."""

    def standing(self, snapshot: Snapshot) -> Standing | None:
        """The points of both players as they stand; None in a game that counts none before its end."""
        return None

    def points_now(self, snapshot: Snapshot) -> str:
        """The points during the game."""

    def why_over(self, termination: Any) -> str:
        """The sentence about how games ended: by their rules, or agreed."""

    def statistics(self, snapshot: Snapshot) -> Blocks:
        """The counts of the game; nothing if nothing is counted."""
        return []


def listed_moves(words: GameWords[MoveT], snapshot: Snapshot, legal: Sequence[MoveT]) -> list[str]:
    """The legal moves at this moment, a line for each: how it is typed, and its preview."""
    if not legal:
        return [_("It is not your turn.")]
    other = player_name(snapshot.seat.other, snapshot.names)
    line = _("{move}: {brought}")
    return [
        line.format(move=words.notation(move), brought=" ".join(words.preview(snapshot, move, other))) for move in legal
    ]
