"""Patterns in rules logs: its fields, a game set up from a line, and the lines of a running game.

Players of a log are 0, the first player, and 1; a game set up from a log has its first player at seat 0.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from attrs import frozen

from mandala_conformance.rules_logs.rules_log_fields import (
    Fields,
    Json,
    RulesLogLine,
    array,
    one_of,
    or_null,
    pair,
    text,
    whole,
)
from mandala_protocol.games.colours import COLOUR_BY_LETTER, COLOURS, LETTERS, Colour
from mandala_protocol.games.game import Game
from mandala_protocol.games.patterns.board import FIELDS
from mandala_protocol.games.patterns.engine import PATTERNS
from mandala_protocol.games.patterns.flow import stuck, without_turned
from mandala_protocol.games.patterns.invariants import verify_position
from mandala_protocol.games.patterns.legality import is_choosing_start
from mandala_protocol.games.patterns.moves import PatternsMove
from mandala_protocol.games.patterns.position import format_board, format_owners, table_of
from mandala_protocol.games.patterns.scoring import points, result
from mandala_protocol.games.patterns.state import PatternsState, river
from mandala_protocol.games.simulation import ShuffleCards, Simulation
from mandala_protocol.seats import Seat

_SEATS: Final = (Seat.HOST, Seat.GUEST)


@frozen
class _PatternsLog:
    """The functions are documented at ``GameLog``."""

    game: Game[PatternsState, PatternsMove] = PATTERNS
    letters: str = ""

    @property
    def state_fields(self) -> Fields:
        return _STATE_FIELDS

    @property
    def final_fields(self) -> Fields:
        return _FINAL_FIELDS

    def set_up(
        self, line: RulesLogLine, rest: Sequence[RulesLogLine], shuffle: ShuffleCards
    ) -> Simulation[PatternsState, PatternsMove]:
        return Simulation(PATTERNS, _set_up(line, rest), (), ({}, {}), shuffle)

    def describe(self, simulation: Simulation[PatternsState, PatternsMove]) -> dict[str, Json]:
        return _describe(simulation.state)

    def unused(self, simulation: Simulation[PatternsState, PatternsMove]) -> frozenset[str]:
        return frozenset()

    def describe_end(self, simulation: Simulation[PatternsState, PatternsMove]) -> dict[str, Json]:
        return _describe_end(simulation.state)


_STATE_FIELDS: Final[Fields] = {
    "phase": one_of("bowls", "turn", "end"),
    "player": whole(0, 1),
    "board": text(len(FIELDS), LETTERS),
    "owner": text(len(FIELDS), ".01"),
    "start": text(2, LETTERS),
    "bowl": pair(or_null(text(1, LETTERS))),
    "opened": pair(text(len(COLOURS), LETTERS)),
}

_FINAL_FIELDS: Final[Fields] = {
    "scores": pair(whole(0, 1000)),
    "winner": one_of(0, 1, "draw"),
    "final_flips": array(whole(FIELDS[0], FIELDS[-1]), 0, len(FIELDS)),
}


# From a line to a game.


def _set_up(line: RulesLogLine, rest: Sequence[RulesLogLine]) -> PatternsState:
    board, owners = str(line["board"]), str(line["owner"])
    if len(board) != len(FIELDS) or len(owners) != len(FIELDS):
        raise ValueError(f"board, owner: must have {len(FIELDS)} letters each")
    host, guest = (
        (None if bowl is None else _colour(bowl), _markers(opened, board, owners, seat))
        for seat, bowl, opened in zip(_SEATS, _both(line["bowl"]), _both(line["opened"]), strict=True)
    )
    state = table_of(
        first=Seat.HOST,
        to_move=_SEATS[line["player"] == 1],
        start=tuple(sorted(map(_colour, str(line["start"])))),
        board=board,
        owners=owners,
        players=(host, guest),
        stopped=None,
    )
    if (line["phase"] == "bowls") != is_choosing_start(state):
        raise ValueError("bowl: does not fit the phase")
    if line["phase"] == "end":
        state = stuck(without_turned(state, state.to_move.other, _final_flips(state, rest)))
    verify_position(state)
    return state


def _colour(letter: Json) -> Colour:
    if not letter:
        raise ValueError("a tile is one letter")
    return COLOUR_BY_LETTER[str(letter)]


def _both(values: Json) -> tuple[Json, Json]:
    assert isinstance(values, list)
    first, second = values
    return first, second


def _markers(opened: Json, board: str, owners: str, seat: Seat) -> dict[Colour, int]:
    """The places of the markers, which no line has.

    A log that begins within a game is taken to have them on the lowest field of each group. No rule but O6 could tell
    the difference.
    """
    markers = {}
    for letter in str(opened):
        group = [field for field in FIELDS if owners[field] == str(int(seat)) and board[field] == letter]
        if not group or COLOUR_BY_LETTER[letter] in markers:
            raise ValueError("opened: does not fit the board")
        markers[COLOUR_BY_LETTER[letter]] = group[0]
    return markers


def _final_flips(state: PatternsState, rest: Sequence[RulesLogLine]) -> tuple[int, ...]:
    """Return which tiles of the last position were turned by final flips, as far as the final line has sense."""
    given = rest[0].get("final_flips") if rest else None
    flips = tuple(field for field in given if isinstance(field, int)) if isinstance(given, list) else ()
    own = state.players[state.to_move.other].groups
    turned = [any(group.tiles >> field & 1 for group in own) for field in flips if field in FIELDS]
    return flips if len(turned) == len(set(flips)) and all(turned) else ()


# From a game to a line.


def _describe(state: PatternsState) -> dict[str, Json]:
    seats = (state.first, state.first.other)
    if state.stopped is not None:
        phase = "end"
    else:
        phase = "bowls" if is_choosing_start(state) else "turn"
    bowls = [state.players[seat].bowl for seat in seats]
    return {
        "phase": phase,
        "player": seats.index(state.to_move),
        "board": format_board(state),
        "owner": format_owners(state, seats),
        "start": "".join(colour.letter for colour in state.start),
        "bowl": [None if bowl is None else bowl.letter for bowl in bowls],
        "opened": ["".join(colour.letter for colour in river(state.players[seat])) for seat in seats],
    }


def _describe_end(state: PatternsState) -> dict[str, Json]:
    seats = (state.first, state.first.other)
    winner = result(state).winner
    stopped = state.stopped
    assert stopped is not None, "a final line is for the end"
    return {
        "scores": [points(state.players[seat]) for seat in seats],
        "winner": "draw" if winner is None else seats.index(winner),
        "final_flips": list[Json](sorted(stopped.final_flips)),
    }


PATTERNS_LOG: Final = _PatternsLog()
