"""A lean form of Patterns for search: changed in place, sets of fields of all colours in one number.

The protocol does not use it. It follows the engine in all that a game is decided by: legal moves, position, scores,
winner and the reason for the end; a test plays both side by side.

A *spot* is one colour on one field: 52 × colour + field. A set of spots is an integer in which bit n stands for spot n,
so one operation does for all colours. A move is its place in ``ALL_MOVES``: start tiles, opens, flips and swaps.
Which tiles make up a group is not kept: what may follow depends on the fields beside it alone.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, TypeAlias

from mandala_protocol.games.colours import COLOURS
from mandala_protocol.games.patterns.board import FIELDS, NEXT_TO, FieldSet
from mandala_protocol.games.patterns.scoring import points
from mandala_protocol.games.patterns.state import PatternsState, all_front_up

PatternsMoveNumber: TypeAlias = int
"""The place of a move in ``ALL_MOVES``."""

SpotSet: TypeAlias = int
"""Bit n is set if spot n is in the set."""

FIRST_OPEN: Final = len(COLOURS)
FIRST_FLIP: Final = FIRST_OPEN + len(FIELDS)
FIRST_SWAP: Final = FIRST_FLIP + len(FIELDS)
"""Where each kind of move begins in ``ALL_MOVES``."""

NO_BOWL: Final = -1

_SIZE: Final = len(FIELDS)
_SHIFTS: Final = tuple(_SIZE * colour for colour in COLOURS)

SPOTS_BESIDE: Final[tuple[SpotSet, ...]] = tuple(NEXT_TO[field] << shift for shift in _SHIFTS for field in FIELDS)
"""By spot: those next to it, of the same colour."""

_FIELD_OF: Final = tuple(field for _ in COLOURS for field in FIELDS)


class PatternsCore:
    """One running game.

    ``front``: the spots whose tile is front up; ``up``: their fields. ``borders``: by seat, the spots beside a group of
    their colour, whatever is there. ``bowls``: by seat, the colour, ``NO_BOWL`` before T2. ``opened``: by seat, the
    number of groups. ``values``: of the marker, by 6 × seat + colour, 0 for a colour not opened. ``points``: by seat.
    ``seat``: who moves; at the end the one who could not. ``start``: the start tiles. ``over``: the game has ended.
    """

    __slots__ = ("borders", "bowls", "front", "opened", "over", "points", "seat", "start", "up", "values")

    def __init__(self, state: PatternsState) -> None:
        """The position of this state, in which a seat is to move."""
        self.front = sum(fields << shift for fields, shift in zip(state.front_up, _SHIFTS, strict=True))
        self.up: FieldSet = all_front_up(state)
        self.borders = [
            sum(group.border << shift for group, shift in zip(player.groups, _SHIFTS, strict=True))
            for player in state.players
        ]
        self.bowls = [NO_BOWL if player.bowl is None else int(player.bowl) for player in state.players]
        self.opened = [player.opened for player in state.players]
        self.values = [group.value for player in state.players for group in player.groups]
        self.points = [points(player) for player in state.players]
        self.seat = int(state.to_move)
        self.start = (int(state.start[0]), int(state.start[1]))
        self.over = state.stopped is not None

    def copy(self) -> PatternsCore:
        """The same position, to be played on by itself."""
        twin = PatternsCore.__new__(PatternsCore)
        twin.front = self.front
        twin.up = self.up
        twin.borders = self.borders[:]
        twin.bowls = self.bowls[:]
        twin.opened = self.opened[:]
        twin.values = self.values[:]
        twin.points = self.points[:]
        twin.seat = self.seat
        twin.start = self.start
        twin.over = self.over
        return twin

    # Legal moves.

    def flips(self, seat: int) -> SpotSet:
        """The spots that this seat could flip (F1, F2)."""
        return self.front & self.borders[seat] & ~self.borders[1 - seat]

    def opens(self, seat: int) -> FieldSet:
        """The fields on which this seat could open a group (O0, O1, O5)."""
        bowl = self.bowls[seat]
        if self.values[6 * seat + bowl]:
            return 0
        return self.up & ~(self.borders[1 - seat] >> _SHIFTS[bowl])

    def swaps(self, seat: int) -> FieldSet:
        """The fields whose tile this seat could take in a swap (X1 to X3)."""
        bowl = self.bowls[seat]
        if not self.values[6 * seat + bowl]:
            return 0
        return self.up & (self.borders[seat] & ~(self.borders[1 - seat] | self.front)) >> _SHIFTS[bowl]

    def legal_moves(self) -> list[PatternsMoveNumber]:
        """Every legal move, not in the order of ``ALL_MOVES``; empty at the end."""
        if self.over:
            return []
        seat = self.seat
        bowl = self.bowls[seat]
        if bowl == NO_BOWL:
            return list(self.start)
        if self.values[6 * seat + bowl]:
            moves = _listed(self.swaps(seat), _SWAPS)
        else:
            moves = _listed(self.opens(seat), _OPENS)
        flips = self.flips(seat)
        while flips:
            lowest = flips & -flips
            moves.append(FIRST_FLIP + _FIELD_OF[lowest.bit_length() - 1])
            flips ^= lowest
        return moves

    # Moves.

    def play(self, move: PatternsMoveNumber) -> None:
        """Make a legal move; the final flips and the end follow."""
        if move >= FIRST_SWAP:
            self._use_bowl(move - FIRST_SWAP, is_new=False)
        elif move >= FIRST_FLIP:
            self._flip(move - FIRST_FLIP)
        elif move >= FIRST_OPEN:
            self._use_bowl(move - FIRST_OPEN, is_new=True)
        else:
            self._take_start(move)
            return
        self._end_turn()

    def _take_start(self, colour: int) -> None:
        chooser = self.seat
        one, other = self.start
        self.bowls[chooser] = colour
        self.bowls[1 - chooser] = other if colour == one else one
        self.seat = 1 - chooser

    def _use_bowl(self, field: int, *, is_new: bool) -> None:
        """Open or swap: the bowl's tile goes back up to the field, and the tile there into the bowl."""
        seat = self.seat
        bowl = self.bowls[seat]
        if is_new:
            self.opened[seat] += 1
            self.values[6 * seat + bowl] = self.opened[seat]
        else:
            self.points[seat] += self.values[6 * seat + bowl]
        self.borders[seat] |= SPOTS_BESIDE[_SHIFTS[bowl] + field]
        taken = self.front & _COLUMNS[field]
        self.bowls[seat] = (taken.bit_length() - 1) // _SIZE
        self.front ^= taken
        self.up ^= 1 << field

    def _flip(self, field: int) -> None:
        taken = self.front & _COLUMNS[field]
        self._turn_spot(self.seat, taken.bit_length() - 1)

    def _turn_spot(self, seat: int, spot: int) -> None:
        self.points[seat] += self.values[6 * seat + spot // _SIZE]
        self.borders[seat] |= SPOTS_BESIDE[spot]
        self.front ^= 1 << spot
        self.up ^= 1 << _FIELD_OF[spot]

    def _end_turn(self) -> None:
        """The other player is to move; if that one cannot, the final flips and the end (E1, E2)."""
        mover = self.seat
        seat = self.seat = 1 - mover
        if not (self.flips(seat) or self.swaps(seat) or self.opens(seat)):
            self._end(mover)

    def play_out(self, draw: Callable[[], float]) -> None:
        """Play on to the end; each draw, from 0 to 1, takes one of ``legal_moves``, in their order.

        Most of a search is this, so the position is kept in local names, and the moves are counted but not listed.
        """
        if self.over:
            return
        if self.bowls[self.seat] == NO_BOWL:
            self._take_start(self.start[int(draw() * len(self.start))])
        seat, front, up = self.seat, self.front, self.up
        borders, bowls, opened, values, points = self.borders, self.bowls, self.opened, self.values, self.points
        while True:
            own, other = borders[seat], borders[1 - seat]
            bowl = bowls[seat]
            shift, pocket = _SHIFTS[bowl], 6 * seat + bowl
            value = values[pocket]
            fields = up & (own & ~(other | front)) >> shift if value else up & ~(other >> shift)
            flips = front & own & ~other
            uses = fields.bit_count()
            moves = uses + flips.bit_count()
            if not moves:
                break
            place = int(draw() * moves)
            if place < uses:  # as in _use_bowl
                field = _field_at(fields, place)
                if not value:
                    opened[seat] += 1
                    values[pocket] = opened[seat]
                points[seat] += value
                borders[seat] = own | SPOTS_BESIDE[shift + field]
                taken = front & _COLUMNS[field]
                bowls[seat] = (taken.bit_length() - 1) // _SIZE
                front ^= taken
                up ^= 1 << field
            else:  # as in _turn_spot
                for _ in range(place - uses):
                    flips &= flips - 1
                lowest = flips & -flips
                spot = lowest.bit_length() - 1
                points[seat] += values[6 * seat + spot // _SIZE]
                borders[seat] = own | SPOTS_BESIDE[spot]
                front ^= lowest
                up ^= 1 << _FIELD_OF[spot]
            seat = 1 - seat
        self.seat, self.front, self.up = seat, front, up
        self._end(1 - seat)

    # The end.

    def _end(self, mover: int) -> None:
        """The other player cannot move: the final flips of the one who could, and the end (E2)."""
        self.over = True
        while flips := self.flips(mover):
            self._turn_spot(mover, flips.bit_length() - 1)

    def winner(self) -> int | None:
        """The seat that would win if the game ended here, None for a draw (G4)."""
        host, guest = self.points
        if host == guest:
            return None
        return 0 if host > guest else 1


_CHUNK: Final = 9
_CHUNKS: Final = range(0, _SIZE, _CHUNK)
"""Sets of fields are listed by so many bits at a time, with tables."""

_Lists: TypeAlias = tuple[tuple[tuple[int, ...], ...], ...]


def _lists(first: PatternsMoveNumber) -> _Lists:
    """By chunk and its bits: the moves on these fields, where field 0 has the first of them."""
    return tuple(_lists_of_chunk(range(first + low, first + low + _CHUNK)) for low in _CHUNKS)


def _lists_of_chunk(moves: range) -> tuple[tuple[PatternsMoveNumber, ...], ...]:
    """By the bits of a chunk: the moves among these whose bit is set. Each further bit doubles the lists."""
    lists: list[tuple[PatternsMoveNumber, ...]] = [()]
    for move in moves:
        lists += [(*those, move) for those in lists]
    return tuple(lists)


_OPENS: Final = _lists(FIRST_OPEN)
_SWAPS: Final = _lists(FIRST_SWAP)
_LAST: Final = (1 << _CHUNK) - 1


def _listed(fields: FieldSet, lists: _Lists) -> list[PatternsMoveNumber]:
    """The moves on these fields."""
    one, two, three, four, five, six = lists
    return [
        *one[fields & _LAST],
        *two[fields >> 9 & _LAST],
        *three[fields >> 18 & _LAST],
        *four[fields >> 27 & _LAST],
        *five[fields >> 36 & _LAST],
        *six[fields >> 45],
    ]


def _field_at(fields: FieldSet, place: int) -> int:
    """The field in this place of the set, from the lowest on."""
    for lists in _OPENS:
        moves = lists[fields & _LAST]
        if place < len(moves):
            return moves[place] - FIRST_OPEN
        place -= len(moves)
        fields >>= _CHUNK
    raise ValueError("fewer fields than that")


_COLUMNS: Final[tuple[SpotSet, ...]] = tuple(sum(1 << shift + field for shift in _SHIFTS) for field in FIELDS)
"""By field: its spots of all colours."""
