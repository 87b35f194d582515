"""A game with all cards known, for bots, tests and the comparison of logs.

It runs on the very functions that two peers run, and carries out what they ask of the deck: shuffles and deals.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Generic, TypeAlias

from mandala_protocol.games.counts import counted, nothing, plus, union
from mandala_protocol.games.game import (
    HAND,
    Counts,
    Dealt,
    EndOfGame,
    ExpectDeal,
    ExpectMove,
    ExpectReveal,
    ExpectShuffle,
    Face,
    Game,
    GameEvent,
    Holding,
    Moved,
    MoveT,
    Over,
    Result,
    Revealed,
    Shuffled,
    StateT,
    View,
)
from mandala_protocol.seats import Seat

ShuffleCards: TypeAlias = Callable[[Counts], Sequence[Face]]
"""Puts a pile into an order, next card first. Random or given by a log: that is for the caller to decide."""

Holdings: TypeAlias = Mapping[str, Counts]
"""The hidden cards of one seat, by the name of the holding."""


class Simulation(Generic[StateT, MoveT]):
    """One running game with open cards. Between calls a seat is to move or the game is over, all hidden cards revealed.

    ``draw_pile`` is ordered, next card first.
    """

    __slots__ = ("_holdings", "draw_pile", "game", "shuffle", "state")

    def __init__(
        self,
        game: Game[StateT, MoveT],
        state: StateT,
        draw_pile: Iterable[Face],
        holdings: tuple[Holdings, Holdings],
        shuffle: ShuffleCards,
    ) -> None:
        """Go on from any state, whose hidden cards are these. Raises ``ValueError`` if they do not fit the state."""
        self.game = game
        self.state = state
        self.draw_pile = tuple(draw_pile)
        self._holdings = list(holdings)
        self.shuffle = shuffle
        self._carry_on()

    @classmethod
    def start(
        cls, game: Game[StateT, MoveT], first: Seat, seed: bytes, shuffle: ShuffleCards
    ) -> Simulation[StateT, MoveT]:
        """A new game; ``first`` and ``seed`` as for ``Game.initial``."""
        return cls(game, game.initial(first, seed), (), ({}, {}), shuffle)

    def copy(self, shuffle: ShuffleCards) -> Simulation[StateT, MoveT]:
        """Return a copy of this position, to be played on by itself with shuffles of its own."""
        return Simulation(self.game, self.state, self.draw_pile, (self._holdings[0], self._holdings[1]), shuffle)

    @property
    def holdings(self) -> tuple[Holdings, Holdings]:
        """All hidden cards, by seat."""
        return self._holdings[0], self._holdings[1]

    @property
    def to_move(self) -> Seat | None:
        """The seat that moves now, None when the game is over."""
        expected = self.game.expects(self.state)
        return expected.seat if isinstance(expected, ExpectMove) else None

    @property
    def result(self) -> Result | None:
        """The result; None while the game goes on."""
        expected = self.game.expects(self.state)
        return expected.result if isinstance(expected, Over) else None

    def view(self, seat: Seat) -> View[StateT]:
        """The view of this seat."""
        return View(self.state, seat, self._holdings[seat])

    def legal_moves(self) -> tuple[MoveT, ...]:
        """The legal moves of the seat to move; empty when the game is over."""
        seat = self.to_move
        return () if seat is None else self.game.legal_moves(self.view(seat))

    def play(self, move: MoveT) -> None:
        """Make this move for the seat to move, and carry out the shuffles and deals that follow.

        Raises ``IllegalMove`` if the rules forbid it, ``ValueError`` if the mover does not hold the cards
        or the game is over; the position is unchanged then.
        """
        seat = self.to_move
        if seat is None:
            raise ValueError("the game is over")
        cards = self.game.played(self.state, move)
        moved = Moved(seat, move)
        after = self.game.apply(self.state, moved)
        if cards:
            hand = self._holdings[seat][HAND]
            for face in cards:
                if not hand[face]:
                    raise ValueError("the mover does not hold the cards of this move")
                hand = plus(hand, face, -1)
            self._hold(seat, HAND, hand)
        self._become(after, moved)
        self._carry_on()

    def end(self, ended: EndOfGame) -> None:
        """End the game by a seat's resignation, or by agreement. Raises ``ValueError`` if it has ended already."""
        self._happen(ended)
        self._carry_on()

    def _happen(self, event: GameEvent[MoveT]) -> None:
        self._become(self.game.apply(self.state, event), event)

    def _become(self, after: StateT, event: GameEvent[MoveT]) -> None:  # noqa: ARG002 - for whoever tells what happens
        """Take the next state, by this event. Nothing else changes the state."""
        self.state = after

    def _hold(self, seat: Seat, name: str, cards: Counts) -> None:
        """Change a holding, in a new mapping each time, so that views and copies keep theirs."""
        self._holdings[seat] = {**self._holdings[seat], name: cards}

    def _carry_on(self) -> None:
        """Shuffle, deal and reveal until a seat is to move or the game is over."""
        game = self.game
        while True:
            expected = game.expects(self.state)
            match expected:
                case ExpectMove() | Over():
                    return
                case ExpectDeal():
                    self._deal(expected)
                case ExpectShuffle(faces=faces):
                    self._renew(faces)
                case ExpectReveal():
                    self._happen(Revealed(self.holdings))

    def _renew(self, faces: Counts) -> None:
        pile = tuple(self.shuffle(faces))
        if self.draw_pile or counted(pile, self.game.faces) != faces:
            raise ValueError("the shuffled pile has other cards than were to be shuffled")
        self.draw_pile = pile
        self._happen(Shuffled())

    def _deal(self, expected: ExpectDeal) -> None:
        shown: list[tuple[Face, ...] | None] = []
        for draw in expected.draws:
            cards, self.draw_pile = self.draw_pile[: draw.count], self.draw_pile[draw.count :]
            if len(cards) < draw.count:
                raise ValueError("the draw pile has fewer cards than the state says")
            if not isinstance(draw.to, Holding):
                shown.append(cards)
                continue
            faces = self.game.faces
            held = self._holdings[draw.to.seat].get(draw.to.name, nothing(faces))
            self._hold(draw.to.seat, draw.to.name, union(held, counted(cards, faces)))
            shown.append(None)
        self._happen(Dealt(tuple(shown)))
