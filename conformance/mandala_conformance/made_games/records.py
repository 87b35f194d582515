"""A folder of records for those who write a verifier: good, cut, changed, and changed and signed again.

``verdicts.json`` says of each file what a verifier must find.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, Final

from attrs import asdict, frozen

from mandala_conformance.made_games.card_faults import (
    forbidden_moves,
    move_faults,
    opening_proofs,
    played_faults,
    share_faults,
    shuffle_faults,
)
from mandala_conformance.made_games.described_games import described_due, new_referee, take_all
from mandala_conformance.made_games.finished_game import GRACE, FinishedGame, finished
from mandala_conformance.made_games.form_faults import chain_faults, form_faults, opening_and_end_faults, order_faults
from mandala_conformance.made_games.record_faults import FaultMaker, WrongEntry
from mandala_protocol.record import verification
from mandala_protocol.record.statements import offer_statement
from mandala_protocol.wire.messages import Adjourn, Body, Commit, End, EntryMessage, Mix, Move, Share

VERDICTS: Final = "verdicts.json"
NOT_A_RECORD: Final = "RF2"
_WRONG_NOTATION: Final = ("", "Z", " ", "resign")
_MANDALA_NOTATION: Final = ("a0r", "A2r", "B0r0", "B0r9", "B0r10", "B0r", "Cx1", "C r1", "Kr1", "A0r ")
_PATTERNS_NOTATION: Final = ("O52", "O07", "O-1", "F", "X0x", "Sx", "s", "O1 ")
_MANDALA_MOVES: Final = (*(f"B{mandala}{letter}1" for mandala in "01" for letter in "roygpk"), "Kr")
_PATTERNS_MOVES: Final = ("Sr", *(f"{kind}{place}" for kind in "XFO" for place in (0, 21, 51)))


@frozen
class RecordVerdict:
    """The verdict that a verifier must reach about a file.

    ``valid``: every entry is right. ``complete``: both results are in it too. ``entries``: how many are right before
    the first that is not, or before the end. ``entry`` is the number of the wrong one, and ``seat`` the player who
    signed it, None if none of the two did. ``due`` is what must come next in a record that is right.
    ``code`` and ``requirement`` say why; a file that is no record has a requirement alone.
    """

    file: str
    about: str
    valid: bool
    complete: bool
    entries: int
    entry: int | None
    seat: int | None
    code: str | None
    requirement: str | None
    due: dict[str, Any] | None


@frozen
class MadeRecord:
    """A file of the folder with its verdict."""

    content: bytes
    verdict: RecordVerdict


def mandala_game() -> FinishedGame:
    """A game of Mandala, resigned after a few moves."""
    return finished("mandala", 41, moves=4)


def patterns_game() -> FinishedGame:
    """A whole game of Patterns, with a grace."""
    return finished("patterns", 42, moves=None, grace=GRACE)


def faults_of(game: FinishedGame) -> list[WrongEntry]:
    """All wrong entries for this game."""
    make = FaultMaker(game)
    found = [*form_faults(make), *chain_faults(make), *order_faults(make), *opening_and_end_faults(make)]
    found += opening_proofs(make)
    if game.name == "mandala":
        found += [*shuffle_faults(make), *share_faults(make), *played_faults(make)]
        found += move_faults(make, _WRONG_NOTATION + _MANDALA_NOTATION, forbidden_moves(make, _MANDALA_MOVES))
    else:
        found += move_faults(make, _WRONG_NOTATION + _PATTERNS_NOTATION, forbidden_moves(make, _PATTERNS_MOVES))
    return found


# The files.


def _right(name: str, about: str, messages: Sequence[EntryMessage]) -> MadeRecord:
    """A record all of whose entries are right, complete or not."""
    referee = new_referee(messages)
    take_all(referee, messages, trusted=True)
    verdict = RecordVerdict(
        file=name + verification.SUFFIX,
        about=about,
        valid=True,
        complete=referee.due is None and referee.result is not None,
        entries=len(messages),
        entry=None,
        seat=None,
        code=None,
        requirement=None,
        due=None if referee.due is None else dict(described_due(referee.due) or {}),
    )
    return MadeRecord(verification.write(messages), verdict)


def _good(game: FinishedGame) -> Iterator[MadeRecord]:
    yield _right(f"{game.name}-whole", "a whole game", game.entries)
    places = {
        "the proposal alone": 1,
        "up to the acceptance": 2,
        "in the opening": game.place(Commit, 2),
        "at a move": game.place(Move, 2),
        "before the last result": len(game.entries) - 1,
    }
    if game.name == "mandala":
        places |= {"at a share": game.place(Share, 2), "at a mix": game.place(Mix)}
    for about, length in places.items():
        yield _right(f"{game.name}-cut-{length:02}", f"cut {about}: right, and not complete", game.entries[:length])
    yield from _ended(game)


def _ended(game: FinishedGame) -> Iterator[MadeRecord]:
    """Adjourned, resigned, agreed and abandoned at the second move; nobody has said more."""
    place = game.place(Move, 2)
    referee, speaker = game.known(place), game.speakers[place]
    turn, other = referee.moves_made, game.identities[speaker.other]

    def wish(text: str) -> bytes:
        return other.sign(offer_statement(referee.game_id, text, turn))

    endings: dict[str, Body] = {
        "adjourned": Adjourn(turn, wish("adjourn")),
        "resigned": End("resigned", turn, b""),
        "resigned-by-wish": End("resigned", turn, wish("resign")),
        "agreed": End("agreed", turn, wish("end")),
    }
    if referee.grace:
        endings["abandoned"] = End("abandoned", turn, b"")
    for name, body in endings.items():
        yield _right(
            f"{game.name}-{name}",
            f"{name.replace('-', ' ')} at move {turn + 1}",
            [*game.entries[:place], game.said(place, body, speaker)],
        )


def _faulty(game: FinishedGame, fault: WrongEntry) -> MadeRecord:
    messages = [*game.entries[: fault.length], *fault.then, fault.entry, *fault.after]
    number, _, name = fault.name.partition(" ")
    words = "".join(character if character.isascii() and character.isalnum() else "-" for character in name)
    verdict = RecordVerdict(
        file=f"{game.name}-{number}-{words}{verification.SUFFIX}",
        about=name,
        valid=False,
        complete=False,
        entries=fault.number,
        entry=fault.number,
        seat=None if fault.seat is None else int(fault.seat),
        code=fault.code.wire_name,
        requirement=fault.requirement,
        due=None,
    )
    return MadeRecord(verification.write(messages), verdict)


def _no_records(game: FinishedGame) -> Iterator[MadeRecord]:
    """Files that are no records at all."""
    whole = verification.write(game.entries[: game.place(Move)])
    spoilt: dict[str, Callable[[bytes], bytes]] = {
        "empty": lambda _: b"",
        "cut-within-an-entry": lambda data: data[:-30],
        "a-byte-more": lambda data: data + b"\0",
        "another-name": lambda data: data.replace(b"mandala-lan record", b"mandala-lan recipe"),
        "another-version": lambda data: data.replace(b"record\x01", b"record\x02"),
        "text": lambda _: b"This is not a record.",
        "a-map": lambda _: b"\x80",
    }
    for name, change in spoilt.items():
        verdict = RecordVerdict(
            file=f"{game.name}-no-record-{name}{verification.SUFFIX}",
            about=f"no record: {name.replace('-', ' ')}",
            valid=False,
            complete=False,
            entries=0,
            entry=None,
            seat=None,
            code=None,
            requirement=NOT_A_RECORD,
            due=None,
        )
        yield MadeRecord(change(whole), verdict)


_GAMES: Final = {"patterns": patterns_game, "mandala": mandala_game}


def made_records(*names: str) -> Iterator[MadeRecord]:
    """All files of the folder, for the games named or both; the same each time."""
    for name in names or _GAMES:
        game = _GAMES[name]()
        yield from _good(game)
        yield from _no_records(game)
        for fault in faults_of(game):
            yield _faulty(game, fault)


def write_records(folder: Path, progress: Callable[[int], object] = lambda _done: None) -> int:
    """Write the folder, which is made if it is not there; how many records are in it.

    ``progress`` is told how many are written. Raises ``OSError``.
    """
    folder.mkdir(parents=True, exist_ok=True)
    verdicts = []
    for made in made_records():
        (folder / made.verdict.file).write_bytes(made.content)
        verdicts.append(asdict(made.verdict))
        progress(len(verdicts))
    text = json.dumps({"records": verdicts}, indent=1, ensure_ascii=False) + "\n"
    (folder / VERDICTS).write_text(text, encoding="utf-8")
    return len(verdicts)
