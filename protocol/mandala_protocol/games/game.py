"""The interface of a game, for the code that deals its cards, sends its moves and shows its table.

A game is a set of pure functions on an immutable, *public* state: what both peers know.
Hidden cards are counts there. Their faces live in the deck and in each seat's own ``View``.
"""

from __future__ import annotations

import enum
import hashlib
from collections.abc import Mapping
from typing import Final, Generic, Protocol, TypeAlias, TypeVar

from attrs import frozen

from mandala_protocol.seats import Seat

Face: TypeAlias = int
"""The face of a card: an index from 0 up to the game's number of faces."""

Counts: TypeAlias = tuple[int, ...]
"""A pile without order: how many cards of each face, in the order of the faces."""

StateT = TypeVar("StateT")
MoveT = TypeVar("MoveT")
EndT = TypeVar("EndT", bound="Termination")


HAND: Final = "hand"
"""The name of the holding from which cards are played, and which its owner mixes after a deal."""


class IllegalMove(Exception):
    """The rules forbid this move; ``point`` is the rule point, such as "G3", ``reason`` one plain line."""

    def __init__(self, point: str, reason: str) -> None:
        super().__init__(f"{point}: {reason}")
        self.point = point
        self.reason = reason


class BadNotation(ValueError):
    """The text is not a move in this game's notation."""


# What must happen next.


@frozen
class TableArea:
    """Cards go here face up; ``name`` is the game's own, such as "mountain 0"."""

    name: str


@frozen
class Holding:
    """Cards go here hidden from the other seat; ``name`` is "hand" or "cup"."""

    seat: Seat
    name: str


@frozen
class Draw:
    """``count`` cards from the top of the draw pile to one place."""

    count: int
    to: TableArea | Holding


@frozen
class ExpectShuffle:
    """The draw pile is empty: shuffle these faces into a new one."""

    faces: Counts


@frozen
class ExpectDeal:
    """Draw from the top of the pile, in this order. The pile holds at least as many cards."""

    draws: tuple[Draw, ...]


@frozen
class ExpectMove:
    """This seat moves."""

    seat: Seat


@frozen
class ExpectReveal:
    """The game has ended: both open their keys, all hidden cards are shown."""


class Termination(enum.Enum):
    """A way in which a game ends. Its value is its name on the wire, in records and in stores: at most 16 characters.

    It has no members of its own: each game has an enum of the ways in which its rules end it, made of this one.
    """


class EndReason(Termination):
    """A way to end a game before its rules do, in every game."""

    RESIGNED = "resigned"
    AGREED = "agreed"


def termination_named(name: str, ends: type[EndT]) -> EndT | EndReason:
    """Return the termination of this name, among those of the rules and those of every game.

    Raises ``ValueError`` for any other name.
    """
    known: tuple[EndT | EndReason, ...] = (*ends, *EndReason)
    for termination in known:
        if termination.value == name:
            return termination
    raise ValueError("no such reason for the end")


@frozen
class Result:
    """The result of a game: points by seat, the winner (None for a draw), and how it ended."""

    scores: tuple[int, int]
    winner: Seat | None
    termination: Termination


@frozen
class Over:
    """The game is over: nothing more happens."""

    result: Result


Expectation: TypeAlias = ExpectShuffle | ExpectDeal | ExpectMove | ExpectReveal | Over


# What has happened.


@frozen
class Shuffled:
    """The faces asked for are now the draw pile, in an order that no one knows."""


@frozen
class Dealt:
    """The draws asked for were made; for each the faces in order if face up, else None."""

    shown: tuple[tuple[Face, ...] | None, ...]


@frozen
class Moved(Generic[MoveT]):
    """A seat made a move. That it holds the cards it played is proven by the deck, not judged here."""

    seat: Seat
    move: MoveT


@frozen
class EndOfGame:
    """A seat resigned, or both agreed to end (``seat`` is None then). Possible whenever the game is not over."""

    reason: EndReason
    seat: Seat | None


@frozen
class Revealed:
    """All hidden cards, by seat and name of holding."""

    holdings: tuple[Mapping[str, Counts], Mapping[str, Counts]]


GameEvent: TypeAlias = Shuffled | Dealt | Moved[MoveT] | EndOfGame | Revealed


@frozen
class View(Generic[StateT]):
    """All that one seat sees: the public state and the faces of its own hidden cards."""

    state: StateT
    seat: Seat
    holdings: Mapping[str, Counts]


class Game(Protocol[StateT, MoveT]):
    """The rules of one game. Every function is pure and deterministic to the byte.

    A method with a body is optional: it has a usual answer.
    """

    @property
    def name(self) -> str:
        """The name on the wire, such as "mandala"."""

    @property
    def title(self) -> str:
        """The name as people write it, such as "Mandala"."""

    @property
    def faces(self) -> int:
        """The number of different faces of the cards; 0 for a game without hidden cards."""
        return 0

    def initial(self, first: Seat, seed: bytes) -> StateT:
        """The state before anything happened. ``seed`` (32 bytes, common to both) feeds any public randomness."""

    def expects(self, state: StateT) -> Expectation:
        """Return the next step."""

    def apply(self, state: StateT, event: GameEvent[MoveT]) -> StateT:
        """The next state.

        Raises ``IllegalMove`` for a move that the rules forbid, and ``ValueError`` for an event that is not expected.
        """

    def legal_moves(self, view: View[StateT]) -> tuple[MoveT, ...]:
        """Every move the seat may make with the cards it holds, in a fixed order; empty if it is not to move."""

    def check(self, view: View[StateT], move: MoveT) -> None:
        """Raise ``IllegalMove`` unless the seat may make this move with the cards it holds."""

    def played(self, state: StateT, move: MoveT) -> tuple[Face, ...]:
        """The faces that this move takes from the hand of the mover, each once for every card; all of them sorted."""
        return ()

    def format_move(self, move: MoveT) -> str:
        """Canonical notation."""

    def parse_move(self, text: str) -> MoveT:
        """The move written in canonical notation; raises ``BadNotation`` for anything else."""

    def position(self, state: StateT) -> str:
        """The whole public state as one line of ASCII; equal states have equal lines and the other way round."""

    def digest(self, state: StateT) -> bytes:
        """SHA-256 of ``position``: 32 bytes that both peers compare after every move."""
        return hashlib.sha256(self.position(state).encode("ascii")).digest()
