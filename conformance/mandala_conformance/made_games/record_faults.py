"""Entries that must be refused: each is right but for one thing, and signed again where that does not matter."""

from __future__ import annotations

from typing import Final

from attrs import evolve, frozen

from mandala_conformance.made_games.finished_game import FinishedGame
from mandala_protocol.errors import Code
from mandala_protocol.requirements import REQUIREMENTS
from mandala_protocol.seats import Seat
from mandala_protocol.wire.messages import EntryMessage

CODES: Final = {code.wire_name: code for code in Code}


@frozen
class WrongEntry:
    """A wrong entry: it comes after the first ``length`` entries of a game and those in ``then``, which are right.

    ``seat`` is the player who signed it, None if none of the two did. ``after`` are entries after it without which
    nobody else sees what is wrong with it: the keys of both.
    """

    name: str
    game: str
    length: int
    then: tuple[EntryMessage, ...]
    entry: EntryMessage
    code: Code
    requirement: str
    seat: Seat | None
    after: tuple[EntryMessage, ...] = ()

    @property
    def number(self) -> int:
        """The place where the wrong entry stands."""
        return self.length + len(self.then)


class FaultMaker:
    """The maker of the faults of one game."""

    def __init__(self, game: FinishedGame) -> None:
        self.game = game

    def fault(
        self,
        name: str,
        requirement: str,
        length: int,
        entry: EntryMessage,
        *,
        then: tuple[EntryMessage, ...] = (),
        code: Code | None = None,
        by: Seat | None = None,
    ) -> WrongEntry:
        """An entry that breaks this requirement, said by the seat whose turn it is unless ``by`` names another."""
        written = REQUIREMENTS[requirement].code
        if code is None:
            assert written is not None, requirement
            code = CODES[written]
        due = self.game.known(length).due
        seat = by if by is not None else None if due is None else due.speaker
        return WrongEntry(f"{requirement} {name}", self.game.name, length, then, entry, code, requirement, seat)

    def changed(self, name: str, requirement: str, number: int, **fields: object) -> WrongEntry:
        """The entry of this place with fields changed."""
        return self.fault(name, requirement, number, self.game.changed(number, **fields))


def unsigned(fault: WrongEntry) -> WrongEntry:
    """The fault of an entry that neither player has signed."""
    return evolve(fault, seat=None)
