"""Boards laid out by hand."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import pytest

from mandala_conformance.rules_logs.patterns import PATTERNS_LOG
from mandala_protocol.games.game import EndOfGame, EndReason, IllegalMove, Result
from mandala_protocol.games.patterns import PATTERNS, PatternsState
from mandala_protocol.games.simulation import Simulation
from mandala_protocol.seats import Seat


class Board:
    """A running game; the first player is player 0 and sits at seat 0. ``board["bowl"]`` is a field of its log line."""

    def __init__(self, simulation: Simulation[PatternsState, Any]) -> None:
        self.simulation = simulation

    @property
    def state(self) -> PatternsState:
        return self.simulation.state

    @property
    def result(self) -> Result | None:
        return self.simulation.result

    def __getitem__(self, field: str) -> Any:
        return PATTERNS_LOG.describe(self.simulation)[field]

    def at(self, field: int) -> str:
        """The tile on a field as it is laid out: ``r`` front up, ``r0`` in the red group of player 0."""
        return f"{self['board'][field]}{self['owner'][field]}".rstrip(".")

    def legal(self) -> set[str]:
        return {PATTERNS.format_move(move) for move in self.simulation.legal_moves()}

    def play(self, *moves: str) -> Board:
        for move in moves:
            assert move in self.legal(), f"{move} is not among {sorted(self.legal())}"
            self.simulation.play(PATTERNS.parse_move(move))
        return self

    def resign(self, seat: Seat) -> Board:
        self.simulation.end(EndOfGame(EndReason.RESIGNED, seat))
        return self

    def refusal(self, move: str, seat: Seat | None = None) -> str:
        """The rule point and reason for which the player to move, or this seat, may not make this move."""
        judged = self.simulation.to_move if seat is None else seat
        assert judged is not None
        view = self.simulation.view(judged)
        parsed = PATTERNS.parse_move(move)
        assert parsed not in PATTERNS.legal_moves(view)
        with pytest.raises(IllegalMove) as caught:
            PATTERNS.check(view, parsed)
        return str(caught.value)


def _lay_out(tiles: Mapping[int, str], bowl: str, opened: tuple[str, str]) -> Board:
    """The tiles on these fields, written as by ``Board.at``, the bowls of both players, the colours in their rivers.

    The other fields get the other tiles, front up, in canonical order. The turned tiles say by their number whose turn
    it is.
    """
    letters = [""] * 52
    owner = ["."] * 52
    for field, tile in tiles.items():
        letters[field] = tile[0]
        owner[field] = tile[1:] or "."
    left = iter([letter for letter in "roygpk" for _ in range(9 - [*letters, *bowl].count(letter))])
    line: dict[str, Any] = {
        "phase": "turn",
        "player": sum(who != "." for who in owner) % 2,
        "board": "".join(letter or next(left) for letter in letters),
        "owner": "".join(owner),
        "start": "ro",
        "bowl": list(bowl),
        "opened": list(opened),
    }
    return Board(PATTERNS_LOG.set_up(line, [], _no_shuffle))


def _no_shuffle(faces: object) -> Any:
    raise AssertionError("Patterns has no shuffles")


@pytest.fixture
def lay_out() -> Callable[..., Board]:
    """``lay_out(tiles, bowl, opened) -> Board``."""
    return _lay_out


@pytest.fixture
def new_game() -> Callable[..., Board]:
    """``new_game(seed=0, first=Seat.HOST) -> Board``: the second player is to take a start tile."""

    def begin(seed: int = 0, first: Seat = Seat.HOST) -> Board:
        return Board(Simulation.start(PATTERNS, first, seed.to_bytes(32, "big"), _no_shuffle))

    return begin
