"""Tables laid out by hand, in the letters of the rules logs."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import pytest

from mandala_conformance.rules_logs.mandala import MANDALA_LOG
from mandala_protocol.games.counts import counted, spread
from mandala_protocol.games.game import Counts, EndOfGame, EndReason, Face, IllegalMove, Result
from mandala_protocol.games.mandala import MANDALA
from mandala_protocol.games.mandala.colours import LETTERS
from mandala_protocol.games.mandala.state import MandalaState
from mandala_protocol.seats import Seat


def shuffled_by_colour(faces: Counts) -> Sequence[Face]:
    """A new pile that anyone can foretell: black on top, red at the bottom."""
    return spread(faces)[::-1]


class Table:
    """A running game; what lies where is read as in a log line, ``table["hands"]``."""

    def __init__(self, line: dict[str, Any]) -> None:
        self.shuffles: list[str] = []
        self.simulation = MANDALA_LOG.set_up(line, [], self._shuffle)

    def _shuffle(self, faces: Counts) -> Sequence[Face]:
        self.shuffles.append(_letters(spread(faces)))
        return shuffled_by_colour(faces)

    @property
    def state(self) -> MandalaState:
        return self.simulation.state

    @property
    def result(self) -> Result | None:
        return self.simulation.result

    def __getitem__(self, field: str) -> Any:
        return MANDALA_LOG.describe(self.simulation)[field]

    def mandala(self, number: int) -> str:
        lies = self["mandalas"][number]
        return "/".join([lies["mountain"], *lies["fields"]])

    def legal(self) -> set[str]:
        return {MANDALA.format_move(move) for move in self.simulation.legal_moves()}

    def play(self, *moves: str) -> Table:
        for move in moves:
            assert move in self.legal(), f"{move} is not among {sorted(self.legal())}"
            self.simulation.play(MANDALA.parse_move(move))
        return self

    def resign(self, seat: Seat) -> Table:
        self.simulation.end(EndOfGame(EndReason.RESIGNED, seat))
        return self

    def agree(self) -> Table:
        self.simulation.end(EndOfGame(EndReason.AGREED, None))
        return self

    def refusal(self, move: str, seat: Seat | None = None) -> str:
        """The rule point and reason for which the mover, or this seat, may not make this move."""
        judged = self.simulation.to_move if seat is None else seat
        assert judged is not None
        view = self.simulation.view(judged)
        parsed = MANDALA.parse_move(move)
        assert parsed not in MANDALA.legal_moves(view)
        with pytest.raises(IllegalMove) as caught:
            MANDALA.check(view, parsed)
        return str(caught.value)


def _letters(faces: Sequence[Face]) -> str:
    return "".join(LETTERS[face] for face in faces)


def _lay_out(rest: str = "deck", mandalas: tuple[str, str] = ("r//", "r//"), **fields: Any) -> Table:
    """A position of which only these fields matter; all other cards of the 108 go where ``rest`` says:
    under the "deck", on the "discard" pile, or into the "cups", each colour to the first player with it in the river.

    Mandalas are written "mountain/field of 0/field of 1".
    """
    line: dict[str, Any] = {
        "phase": "turn",
        "player": 0,
        "deck": "",
        "discard": "",
        "hands": ["ro", "ro"],
        "cups": ["rr", "rr"],
        "rivers": ["", ""],
        "claiming": None,
        "trig": None,
        **fields,
    }
    split = [mandala.split("/") for mandala in mandalas]
    line["mandalas"] = [{"mountain": mountain, "fields": both} for mountain, *both in split]
    line["cups"] = list(line["cups"])
    placed = "".join([line["deck"], line["discard"], *line["hands"], *line["cups"], *line["rivers"], *mandalas])
    there = counted([LETTERS.index(letter) for letter in placed if letter != "/"], len(LETTERS))
    missing = _letters(spread(tuple(18 - count for count in there)))
    if rest == "cups":
        for letter in missing:
            owner = next(player for player in (0, 1) if letter in line["rivers"][player])
            line["cups"][owner] += letter
    else:
        line[rest] += missing
    return Table(line)


@pytest.fixture
def lay_out() -> Callable[..., Table]:
    """``lay_out(rest, mandalas, **fields of a log line) -> Table``."""
    return _lay_out
