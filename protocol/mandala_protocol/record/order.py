"""The order of entries and their speakers: one table, from which the standard's table and diagram are made.

At every point exactly one peer may speak. A game is a row of occasions; each has its entries in a fixed order.
"""

from __future__ import annotations

import enum
from collections.abc import Mapping
from typing import Final

from attrs import frozen

from mandala_protocol.games.game import Expectation, ExpectDeal, ExpectMove, ExpectReveal, ExpectShuffle, Over
from mandala_protocol.seats import Seat
from mandala_protocol.wire.messages import (
    Accept,
    Body,
    Commit,
    Key,
    Mix,
    Move,
    Open,
    Propose,
    ResultBody,
    Share,
    Shuffle,
)


class Occasion(enum.Enum):
    """An occasion in a game."""

    START = "start"
    OPENING = "opening"
    SHUFFLE = "shuffle"
    DEAL = "deal"
    TURN = "turn"
    END = "end"
    RESULT = "result"


class When(enum.Enum):
    """Under which condition a row of the table applies."""

    ALWAYS = "always"
    OWES_SHARES = "if cards were dealt to the table or to the other seat"
    GOT_CARDS = "if cards were dealt into its own hand, which now holds two or more"
    MOVES = "if it is this seat's move"


@frozen
class OrderRow:
    """One entry of an occasion."""

    kind: type[Body]
    speaker: Seat
    when: When = When.ALWAYS


@frozen
class Due:
    """The next entry, and the seat that must send it."""

    occasion: Occasion
    kind: type[Body]
    speaker: Seat


ORDER: Final[Mapping[Occasion, tuple[OrderRow, ...]]] = {
    Occasion.START: (OrderRow(Propose, Seat.HOST), OrderRow(Accept, Seat.GUEST)),
    Occasion.OPENING: (
        OrderRow(Commit, Seat.HOST),
        OrderRow(Commit, Seat.GUEST),
        OrderRow(Open, Seat.HOST),
        OrderRow(Open, Seat.GUEST),
    ),
    Occasion.SHUFFLE: (OrderRow(Shuffle, Seat.HOST), OrderRow(Shuffle, Seat.GUEST)),
    Occasion.DEAL: (
        OrderRow(Share, Seat.HOST, When.OWES_SHARES),
        OrderRow(Share, Seat.GUEST, When.OWES_SHARES),
        OrderRow(Mix, Seat.HOST, When.GOT_CARDS),
        OrderRow(Mix, Seat.GUEST, When.GOT_CARDS),
    ),
    Occasion.TURN: (OrderRow(Move, Seat.HOST, When.MOVES), OrderRow(Move, Seat.GUEST, When.MOVES)),
    Occasion.END: (OrderRow(Key, Seat.HOST), OrderRow(Key, Seat.GUEST)),
    Occasion.RESULT: (OrderRow(ResultBody, Seat.HOST), OrderRow(ResultBody, Seat.GUEST)),
}

BEFORE_PLAY: Final = (Occasion.START, Occasion.OPENING)
"""The occasions that come first, once; after them the state of the game says which one comes next."""

PLAYING: Final = frozenset({Occasion.SHUFFLE, Occasion.DEAL, Occasion.TURN})
"""During these the peer whose turn it is to speak may say ``End`` or ``Adjourn`` instead."""

ABANDONABLE: Final = frozenset(Occasion) - {Occasion.START, Occasion.RESULT}
"""During these either peer may call the game abandoned instead, where that was agreed: two play, without a result."""


def occasion_of(expectation: Expectation) -> Occasion:
    """The occasion in which the game gets what it expects."""
    match expectation:
        case ExpectShuffle():
            return Occasion.SHUFFLE
        case ExpectDeal():
            return Occasion.DEAL
        case ExpectMove():
            return Occasion.TURN
        case ExpectReveal():
            return Occasion.END
        case Over():
            return Occasion.RESULT
