"""The way to a tie in Mandala: equal points, and cups that are not equal (E6), read from position lines.

Nobody can be led there in a test game: whoever makes the first move by its notation builds while it can, so it never
has a card in a field, nor a point. In any other game two cards of the other cup are hidden from the tester.
"""

from __future__ import annotations

import re
from collections import Counter
from typing import Any, Final

from attrs import frozen

from mandala_conformance.puppet import Chooser, Puppet, by_chance
from mandala_protocol.games.colours import LETTERS
from mandala_protocol.games.game import HAND, Moved, View
from mandala_protocol.seats import Seat
from mandala_protocol.wire.messages import Move

_MOST_MOVES: Final = 45
"""After so many moves rivers are long, and a tie is seldom likely."""

_LIKELY_ENOUGH: Final = 0.15
"""The chance of a tie at which an offer takes fewer moves in all than to wait for a better one."""

_OF_EACH_COLOUR: Final = 18

_PILE: Final = re.compile(r"([a-z])([0-9]+)")
"""The cards of a colour in a position line."""


def _cards(text: str) -> Counter[str]:
    return Counter({letter: int(count) for letter, count in _PILE.findall(text)})


@frozen
class _Cup:
    """A cup, by the river over it and the cards that are known to be in it."""

    river: str
    cards: Counter[str]

    @classmethod
    def of(cls, line: str, seat: Seat) -> _Cup:
        """The claimed cards of a seat, by a position line."""
        river, claimed, *_ = line.split(" ")[7 + seat].split("/")
        return cls(river.strip("-"), _cards(claimed))

    def worth(self, letter: str) -> int:
        """The points for a card of this colour (E5)."""
        return self.river.find(letter) + 1

    @property
    def points(self) -> int:
        return sum(count * self.worth(letter) for letter, count in self.cards.items())


def _held(view: View[Any], holding: str) -> Counter[str]:
    """The hidden cards of one's own."""
    return Counter(dict(zip(LETTERS, view.holdings[holding], strict=True)))


def _lead(view: View[Any], line: str) -> int:
    """One's own points less those that the cards which the other has claimed are worth."""
    own, other = _Cup.of(line, view.seat), _Cup.of(line, view.seat.other)
    return _Cup(own.river, own.cards + _held(view, "cup")).points - other.points


def chance_of_tie(view: View[Any], line: str) -> float:
    """The chance that points are equal and cups are not, as one seat sees it; ``line`` is the position."""
    own, other = _Cup.of(line, view.seat), _Cup.of(line, view.seat.other)
    if own.cards.total() == other.cards.total():
        return 0
    rivers = Counter(own.river + other.river)
    known = rivers + own.cards + other.cards + _held(view, HAND) + _held(view, "cup")
    for pile in line.split(" ")[4:7]:  # the discard pile and both mandalas
        for area in pile.split("/"):
            known += _cards(area)
    hidden = {letter: _OF_EACH_COLOUR - known[letter] for letter in LETTERS}
    wanted, total = _lead(view, line), sum(hidden.values())
    ties = sum(
        hidden[one] * (hidden[two] - (one == two))
        for one in LETTERS
        for two in LETTERS
        if other.worth(one) + other.worth(two) == wanted
    )
    return ties / (total * (total - 1))


def is_worth_an_offer(puppet: Puppet) -> bool:
    """Return whether the tester is to move, and the game is likely to end in a tie if both end it now."""
    if not puppet.pending(Move):
        return False
    view = puppet.referee.view(puppet.seat)
    return chance_of_tie(view, puppet.referee.rules.position(view.state)) >= _LIKELY_ENOUGH


def is_worth_an_offer_or_late(puppet: Puppet) -> bool:
    """Return whether the tester is to move where an offer is worth it, or none will be soon."""
    return is_worth_an_offer(puppet) or (puppet.pending(Move) and puppet.referee.moves_made >= _MOST_MOVES)


def towards_a_tie(seed: int) -> Chooser:
    """Claim what leads to equal points, and make any other move by chance."""
    otherwise = by_chance(seed)

    def choose(puppet: Puppet, moves: tuple[Any, ...]) -> Any:
        rules, view = puppet.referee.rules, puppet.referee.view(puppet.seat)
        if not rules.format_move(moves[0]).startswith("K"):
            return otherwise(puppet, moves)
        after = {move: rules.position(rules.apply(view.state, Moved(puppet.seat, move))) for move in moves}
        return min(moves, key=lambda move: abs(_lead(view, after[move])))

    return choose


def is_tie_by_cup(puppet: Puppet) -> bool:
    """Return whether the game is over with equal points, and with a winner all the same."""
    result = puppet.referee.result
    return result is not None and result.scores[0] == result.scores[1] and result.winner is not None
