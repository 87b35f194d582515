"""A lean form of Mandala for search: all cards known, changed in place, cards and moves as numbers.

The protocol does not use it. It follows the engine in all that a game is decided by: legal moves, position, scores,
winner and the reason for the end; a test plays both side by side.

A *cell* is one colour in one mandala: 6 × mandala + colour. By G1 a colour is in at most one area of a mandala, so a
cell needs only its area and a number of cards. A *pocket* is one colour of one player: 6 × seat + colour.
A move is its place in ``ALL_MOVES``: builds, then grows, discards and claims.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Final, TypeAlias

from mandala_protocol.games.game import Counts
from mandala_protocol.games.mandala.colours import CARDS_PER_COLOUR, COLOURS
from mandala_protocol.games.mandala.flow import CUP_START, HAND_START, MOUNTAIN_START, STALEMATE
from mandala_protocol.games.mandala.moves import HAND_LIMIT, MANDALAS
from mandala_protocol.games.mandala.outlook import BUILD_DRAW
from mandala_protocol.games.mandala.state import (
    Claiming,
    GameOver,
    MandalaEnd,
    MandalaState,
    MandalaTermination,
    Turn,
    missing_colours,
)

MoveNumber: TypeAlias = int
"""The place of a move in ``ALL_MOVES``."""

ShuffleInPlace: TypeAlias = Callable[[list[int]], None]
"""Puts cards into an order, the next card last."""

FIRST_GROW: Final = len(MANDALAS) * len(COLOURS)
FIRST_DISCARD: Final = FIRST_GROW + FIRST_GROW * HAND_LIMIT
FIRST_CLAIM: Final = FIRST_DISCARD + len(COLOURS) * HAND_LIMIT
"""Where each kind of move begins in ``ALL_MOVES``."""

NOWHERE: Final = 0
IN_MOUNTAIN: Final = 1
IN_FIELD: Final = 2
"""The areas of a cell: none, the mountain, or ``IN_FIELD`` + seat."""

NO_MANDALA: Final = -1
ENOUGH: Final = len(COLOURS)

_SIX: Final = range(len(COLOURS))
_AREAS: Final = range(IN_FIELD + 2)


def _moves_of(seat: int, colour: int, held: int, most: int, areas: tuple[int, int]) -> tuple[MoveNumber, ...]:
    """The moves with this colour. ``most``: how many cards a grow may take; ``areas``: of its cells."""
    moves: list[MoveNumber] = []
    for mandala in MANDALAS:
        cell = 6 * mandala + colour
        if areas[mandala] in (NOWHERE, IN_MOUNTAIN):
            moves.append(cell)
        if areas[mandala] in (NOWHERE, IN_FIELD + seat):
            moves += range(FIRST_GROW + 8 * cell, FIRST_GROW + 8 * cell + most)
    moves += range(FIRST_DISCARD + 8 * colour, FIRST_DISCARD + 8 * colour + held)
    return tuple(moves)


_MOVES: Final = tuple(
    tuple(
        tuple(
            tuple(tuple(_moves_of(seat, colour, held, held, (left, right)) for right in _AREAS) for left in _AREAS)
            for held in range(HAND_LIMIT + 1)
        )
        for colour in _SIX
    )
    for seat in (0, 1)
)
"""By seat, colour, cards held and the areas of its two cells; for a hand with other cards besides."""


class MandalaCore:
    """One running game.

    ``areas`` and ``counts``: by cell. ``missing``: by mandala, the colours it lacks. ``fields``: the cards in the field
    2 × mandala + seat. ``hands``: by seat, counts by colour; ``sizes``: their sums. ``slots``: by pocket, the number of
    the river slot, 0 without one; ``rivers``: by seat, the slots filled. ``claimed`` and ``sealed``: by pocket, the cup
    cards from mountains and from the start. ``pile``: the next card last. ``discard``: counts by colour.
    ``waiting``: the discards in a row. ``seat``: who moves; at the end the one who ended the game. ``shared``: the
    mandala that is shared out, which ``completer`` completed. ``reason``: None while the game goes on.
    """

    __slots__ = (
        "areas",
        "claimed",
        "completer",
        "counts",
        "discard",
        "fields",
        "hands",
        "missing",
        "pile",
        "reason",
        "rivers",
        "sealed",
        "seat",
        "shared",
        "shuffle",
        "sizes",
        "slots",
        "triggered",
        "waiting",
    )

    def __init__(self, seat: int, shuffle: ShuffleInPlace) -> None:
        """An empty table, at which this seat is to move."""
        self.areas = [NOWHERE] * 12
        self.counts = [0] * 12
        self.missing = [6, 6]
        self.fields = [0] * 4
        self.hands = ([0] * 6, [0] * 6)
        self.sizes = [0, 0]
        self.slots = [0] * 12
        self.rivers = [0, 0]
        self.claimed = [0] * 12
        self.sealed = [0] * 12
        self.pile: list[int] = []
        self.discard = [0] * 6
        self.triggered = False
        self.waiting = 0
        self.seat = seat
        self.shared = NO_MANDALA
        self.completer = seat
        self.reason: MandalaTermination | None = None
        self.shuffle = shuffle

    @classmethod
    def dealt(cls, first: int, shuffle: ShuffleInPlace) -> MandalaCore:
        """A new game after the first deal (S5)."""
        core = cls(first, shuffle)
        core.pile = [colour for colour in _SIX for _ in range(CARDS_PER_COLOUR)]
        shuffle(core.pile)
        for mandala in MANDALAS:
            core._fill(mandala)
        for seat in (first, 1 - first):
            core._draw(seat, HAND_START)
            for _ in range(CUP_START):
                core.sealed[6 * seat + core.pile.pop()] += 1
        return core

    @classmethod
    def of(
        cls,
        state: MandalaState,
        hands: Iterable[Counts],
        sealed: Iterable[Counts],
        pile: Iterable[int],
        shuffle: ShuffleInPlace,
    ) -> MandalaCore:
        """The position of a state in which a seat is to move, or all is over; the hidden cards are these.

        ``hands`` and ``sealed``: by seat; ``pile``: the next card first, as in a simulation.
        Raises ``ValueError`` while cards are dealt.
        """
        phase = state.phase
        core = cls(0, shuffle)
        match phase:
            case Claiming(seat=completer, chooser=chooser, mandala=number):
                core.seat, core.completer, core.shared = int(chooser), int(completer), number
            case GameOver(seat=ended_by, termination=termination):
                core.seat, core.reason = int(ended_by), termination
            case Turn(seat=mover):
                core.seat = int(mover)
            case _:
                raise ValueError("no seat is to move")
        for number, mandala in enumerate(state.mandalas):
            core.missing[number] = len(missing_colours(mandala))
            for area, cards in zip(
                (IN_MOUNTAIN, IN_FIELD, IN_FIELD + 1), (mandala.mountain, *mandala.fields), strict=True
            ):
                for colour in _SIX:
                    if cards[colour]:
                        core.areas[6 * number + colour] = area
                        core.counts[6 * number + colour] = cards[colour]
            core.fields[2 * number : 2 * number + 2] = map(sum, mandala.fields)
        for seat, (player, hand, start) in enumerate(zip(state.players, hands, sealed, strict=True)):
            core.hands[seat][:] = hand
            core.sizes[seat] = sum(hand)
            core.rivers[seat] = len(player.river)
            for slot, colour in enumerate(player.river, 1):
                core.slots[6 * seat + colour] = slot
            core.claimed[6 * seat : 6 * seat + 6] = player.claimed
            core.sealed[6 * seat : 6 * seat + 6] = start
        core.pile = list(pile)[::-1]
        core.discard[:] = state.discard
        core.triggered = state.triggered
        core.waiting = state.discards_in_a_row
        return core

    def copy(self) -> MandalaCore:
        """The same position, to be played on by itself."""
        twin = MandalaCore.__new__(MandalaCore)
        twin.areas = self.areas[:]
        twin.counts = self.counts[:]
        twin.missing = self.missing[:]
        twin.fields = self.fields[:]
        twin.hands = (self.hands[0][:], self.hands[1][:])
        twin.sizes = self.sizes[:]
        twin.slots = self.slots[:]
        twin.rivers = self.rivers[:]
        twin.claimed = self.claimed[:]
        twin.sealed = self.sealed[:]
        twin.pile = self.pile[:]
        twin.discard = self.discard[:]
        twin.triggered = self.triggered
        twin.waiting = self.waiting
        twin.seat = self.seat
        twin.shared = self.shared
        twin.completer = self.completer
        twin.reason = self.reason
        twin.shuffle = self.shuffle
        return twin

    # Legal moves.

    def legal_moves(self) -> list[MoveNumber]:
        """Every legal move, by colour; empty at the end."""
        if self.reason:
            return []
        if self.shared >= 0:
            first = 6 * self.shared
            return [FIRST_CLAIM + colour for colour in _SIX if self.areas[first + colour] == IN_MOUNTAIN]
        seat, areas = self.seat, self.areas
        hand, size = self.hands[seat], self.sizes[seat]
        moves: list[MoveNumber] = []
        for colour, held in enumerate(hand):
            if held:
                if held == size:
                    return self._moves_of_one_colour(colour, held)
                moves += _MOVES[seat][colour][held][areas[colour]][areas[colour + 6]]
        return moves

    def _moves_of_one_colour(self, colour: int, held: int) -> list[MoveNumber]:
        """Those of a hand without other cards: one must stay (B2), or at least come (A6)."""
        areas = (self.areas[colour], self.areas[colour + 6])
        moves = _moves_of(self.seat, colour, held, held - 1, areas)
        if held > 1 or self.pile or any(self.discard):
            return list(moves)
        return [move for move in moves if move >= FIRST_GROW]

    # Moves.

    def play(self, move: MoveNumber) -> None:
        """Make a legal move; draws, shuffles and the end follow."""
        seat = self.seat
        if move < FIRST_GROW:
            self._build(seat, move)
        elif move < FIRST_DISCARD:
            self._grow(seat, (move - FIRST_GROW) >> 3, ((move - FIRST_GROW) & 7) + 1)
        elif move < FIRST_CLAIM:
            self._discard(seat, (move - FIRST_DISCARD) >> 3, ((move - FIRST_DISCARD) & 7) + 1)
        else:
            self._claim(move - FIRST_CLAIM)

    def _build(self, seat: int, cell: int) -> None:
        mandala = cell // 6
        if not self.counts[cell]:
            self.areas[cell] = IN_MOUNTAIN
            self.missing[mandala] -= 1
        self.counts[cell] += 1
        self.hands[seat][cell % 6] -= 1
        size = self.sizes[seat] = self.sizes[seat] - 1
        self.waiting = 0
        self._draw(seat, min(BUILD_DRAW, HAND_LIMIT - size))
        self._end_play(seat, mandala)

    def _grow(self, seat: int, cell: int, cards: int) -> None:
        mandala = cell // 6
        if not self.counts[cell]:
            self.areas[cell] = IN_FIELD + seat
            self.missing[mandala] -= 1
        self.counts[cell] += cards
        self.fields[2 * mandala + seat] += cards
        self.hands[seat][cell % 6] -= cards
        self.sizes[seat] -= cards
        self.waiting = 0
        self._end_play(seat, mandala)

    def _discard(self, seat: int, colour: int, cards: int) -> None:
        self.discard[colour] += cards
        self.hands[seat][colour] -= cards
        self.sizes[seat] -= cards
        self.waiting += 1
        self._draw(seat, cards)
        self._end_turn(seat)

    def _claim(self, colour: int) -> None:
        mandala = self.shared
        if self.take(colour):
            self.destroy()
            self._go_on(mandala)

    def take(self, colour: int) -> bool:
        """The chooser takes a colour from the mountain that is shared out; return whether that was the last."""
        seat, mandala = self.seat, self.shared
        cell = 6 * mandala + colour
        cards = self.counts[cell]
        self.areas[cell] = NOWHERE
        self.counts[cell] = 0
        self.missing[mandala] += 1
        if self.fields[2 * mandala + seat]:
            pocket = 6 * seat + colour
            if not self.slots[pocket]:
                self.rivers[seat] += 1
                self.slots[pocket] = self.rivers[seat]
                cards -= 1
            self.claimed[pocket] += cards
        else:
            self.discard[colour] += cards
        if IN_MOUNTAIN not in self.areas[6 * mandala : 6 * mandala + 6]:
            return True
        self.seat = 1 - seat
        return False

    # Completion, destruction, the end of a turn.

    def _end_play(self, seat: int, mandala: int) -> None:
        if self.missing[mandala]:
            self._end_turn(seat)
            return
        own, other = self.fields[2 * mandala + seat], self.fields[2 * mandala + 1 - seat]
        self.completer = seat
        self.shared = mandala
        if own or other:
            self.seat = seat if own > other else 1 - seat
            return
        self.destroy()
        self._go_on(mandala)

    def destroy(self) -> None:
        """All cards of the mandala that is shared out go (K7, K8), then the game may end (D2, E1)."""
        mandala = self.shared
        for colour, cell in enumerate(range(6 * mandala, 6 * mandala + 6)):
            self.discard[colour] += self.counts[cell]
            self.areas[cell] = NOWHERE
            self.counts[cell] = 0
        self.fields[2 * mandala] = self.fields[2 * mandala + 1] = 0
        self.missing[mandala] = 6
        self.shared = NO_MANDALA
        if self.triggered:
            self.reason = MandalaEnd.DECK
        elif ENOUGH in self.rivers:
            self.reason = MandalaEnd.RIVER

    def _go_on(self, mandala: int) -> None:
        """The mountain is filled (K9) unless the game has ended."""
        if not self.reason:
            self._fill(mandala)
            self._end_turn(self.completer)

    def _end_turn(self, seat: int) -> None:
        if self.waiting >= STALEMATE:
            self.reason = MandalaEnd.STALEMATE
        elif self.triggered and self._is_colour_claimed():
            self.reason = MandalaEnd.COLOUR
        else:
            self.seat = 1 - seat

    def _is_colour_claimed(self) -> bool:
        """Return whether all cards of a colour are in rivers and claimed cups (D10)."""
        claimed, slots = self.claimed, self.slots
        return any(
            claimed[colour] + claimed[colour + 6] + (slots[colour] > 0) + (slots[colour + 6] > 0) == CARDS_PER_COLOUR
            for colour in _SIX
        )

    # The draw pile.

    def _draw(self, seat: int, cards: int) -> None:
        hand, pile = self.hands[seat], self.pile
        if len(pile) > cards:
            self.sizes[seat] += cards
            while cards:
                hand[pile.pop()] += 1
                cards -= 1
            return
        while cards and self._can_draw():
            hand[self._next_card()] += 1
            self.sizes[seat] += 1
            cards -= 1

    def _fill(self, mandala: int) -> None:
        """Two cards for an empty mountain (S3, K9)."""
        for _ in range(MOUNTAIN_START):
            if not self._can_draw():
                return
            cell = 6 * mandala + self._next_card()
            self.missing[mandala] -= not self.counts[cell]
            self.areas[cell] = IN_MOUNTAIN
            self.counts[cell] += 1

    def _can_draw(self) -> bool:
        """Return whether a card can be drawn, after the discard pile was shuffled in if it must be (D6, D7)."""
        if not self.pile:
            self._renew()
        return bool(self.pile)

    def _next_card(self) -> int:
        card = self.pile.pop()
        if not self.pile:
            self.triggered = True  # D1
            self._renew()
        return card

    def _renew(self) -> None:
        """The discard pile becomes the draw pile; it may be empty (D7)."""
        if any(self.discard):
            self.pile += [colour for colour in _SIX for _ in range(self.discard[colour])]
            self.discard = [0] * 6
            self.shuffle(self.pile)

    # The end.

    def points(self, seat: int) -> int:
        """The score if the game ended here (E5), starting cup cards included."""
        return sum(
            self.slots[pocket] * (self.claimed[pocket] + self.sealed[pocket])
            for pocket in range(6 * seat, 6 * seat + 6)
        )

    def cup(self, seat: int) -> int:
        """The number of cup cards (E6)."""
        return sum(self.claimed[6 * seat : 6 * seat + 6]) + sum(self.sealed[6 * seat : 6 * seat + 6])

    def winner(self) -> int | None:
        """The seat that would win if the game ended here, None for a draw (E6, E7)."""
        host, guest = (self.points(0), -self.cup(0)), (self.points(1), -self.cup(1))
        if host == guest:
            return None
        return 0 if host > guest else 1
