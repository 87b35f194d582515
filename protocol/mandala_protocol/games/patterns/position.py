"""The whole state as one line of ASCII, for people, digests and other programs.

Eight fields, each separated from the next by one space. Seats are 0 (host) and 1 (guest).

1. ``patterns``, the name of the game.
2. The seat that is the first player of T2.
3. What is awaited, its parts joined by ``:``.
   ``start:SEAT`` SEAT takes a start tile ·
   ``turn:SEAT`` a turn ·
   ``reveal:SEAT:REASON:RESIGNED:FLIPS`` the game has ended; SEAT could not move (E1), or was to move when the players
   ended the game; REASON is stuck, resigned or agreed; RESIGNED the seat that resigned, or ``-``; FLIPS the fields of
   the final flips (E2) in their order, joined by ``,``, or ``-`` ·
   ``over:SEAT:REASON:RESIGNED:FLIPS`` the same after both keys were opened.
4. The letters of the two start tiles, in canonical order.
5. The letters of the 52 tiles, in the order of the fields.
6. For each of them ``.`` if it lies front up, else the seat whose group it belongs to.
7. and 8. Seat 0 and seat 1, two parts joined by ``/``: the letter of the tile in the bowl, or ``-`` before T2 is done;
   for each group in the order of its markers its letter and the field of its marker, such as ``g17r3``, or ``-``.
"""

from __future__ import annotations

import re

from mandala_protocol.games.colours import COLOUR_BY_LETTER, COLOURS, LETTERS, Colour, colours_of
from mandala_protocol.games.game import termination_named
from mandala_protocol.games.patterns.board import FIELDS, NO_FIELDS, fields_in
from mandala_protocol.games.patterns.invariants import verify_position
from mandala_protocol.games.patterns.legality import is_choosing_start
from mandala_protocol.games.patterns.state import (
    NOT_OPENED,
    PatternsEnd,
    PatternsPlayer,
    PatternsState,
    Stopped,
    group_of,
    river,
)
from mandala_protocol.seats import Seat

FRONT_UP = "."
"""Stands for no owner."""


def format_position(state: PatternsState) -> str:
    """The line that stands for this state and no other."""
    return " ".join(
        (
            "patterns",
            str(int(state.first)),
            _format_phase(state),
            "".join(colour.letter for colour in state.start),
            format_board(state),
            format_owners(state, (Seat.HOST, Seat.GUEST)),
            *map(_format_player, state.players),
        )
    )


def format_board(state: PatternsState) -> str:
    """The letters of the tiles, in the order of the fields."""
    letters = [""] * len(FIELDS)
    host, guest = state.players
    for colour, letter in zip(COLOURS, LETTERS, strict=True):
        for field in fields_in(state.front_up[colour] | host.groups[colour].tiles | guest.groups[colour].tiles):
            letters[field] = letter
    return "".join(letters)


def format_owners(state: PatternsState, seats: tuple[Seat, Seat]) -> str:
    """The owners of all fields, a character each: ``.``, or the place that the tile's owner has among these seats."""
    owners = [FRONT_UP] * len(FIELDS)
    for number, seat in enumerate(seats):
        for group in state.players[seat].groups:
            for field in fields_in(group.tiles):
                owners[field] = str(number)
    return "".join(owners)


def _format_phase(state: PatternsState) -> str:
    seat = int(state.to_move)
    stopped = state.stopped
    if stopped is None:
        return f"{'start' if is_choosing_start(state) else 'turn'}:{seat}"
    resigned = "-" if stopped.resigned is None else int(stopped.resigned)
    flips = ",".join(map(str, stopped.final_flips)) or "-"
    return f"{'over' if stopped.revealed else 'reveal'}:{seat}:{stopped.termination.value}:{resigned}:{flips}"


def _format_player(player: PatternsPlayer) -> str:
    bowl = "-" if player.bowl is None else player.bowl.letter
    groups = "".join(f"{colour.letter}{player.groups[colour].marker}" for colour in river(player))
    return f"{bowl}/{groups or '-'}"


# Reading.

_LONGEST = 500
_BOARD = re.compile(f"[{LETTERS}]{{{len(FIELDS)}}}")
_OWNERS = re.compile(f"[.01]{{{len(FIELDS)}}}")
_GROUP = re.compile(f"([{LETTERS}])(0|[1-9][0-9]?)")


def parse_position(line: str) -> PatternsState:
    """The state that this line stands for.

    Raises ``ValueError`` if it is not a line of that form, or if ``verify_position`` refuses its state.
    """
    fields = line.split(" ") if len(line) <= _LONGEST else []
    if len(fields) != 8 or fields[0] != "patterns":
        raise ValueError("a position has eight fields, the first of them 'patterns'")
    _, first, phase, start, board, owners, host, guest = fields
    if not _BOARD.fullmatch(board) or not _OWNERS.fullmatch(owners):
        raise ValueError("a board is the letters of 52 tiles, and for each of them . or a seat")
    to_move, stopped = _phase(phase.split(":"))
    state = table_of(
        first=_seat(first),
        to_move=to_move,
        start=colours_of(start),
        board=board,
        owners=owners,
        players=(_player(host), _player(guest)),
        stopped=stopped,
    )
    if format_position(state) != line:
        raise ValueError("the position is not written in the canonical way")
    verify_position(state)
    return state


def table_of(
    *,
    first: Seat,
    to_move: Seat,
    start: tuple[Colour, ...],
    board: str,
    owners: str,
    players: tuple[tuple[Colour | None, dict[Colour, int]], tuple[Colour | None, dict[Colour, int]]],
    stopped: Stopped | None,
) -> PatternsState:
    """The state of a board written with its owners by seat; of a player come the bowl and, by colour in the order of
    the markers, the field of each marker. It is not verified. Raises ``ValueError`` for a turned tile without group."""
    if len(start) != 2:
        raise ValueError("there are two start tiles")
    front_up = [NO_FIELDS] * len(COLOURS)
    tiles = [[NO_FIELDS] * len(COLOURS) for _ in Seat]
    for field, (letter, owner) in enumerate(zip(board, owners, strict=True)):
        area = front_up if owner == FRONT_UP else tiles[int(owner)]
        area[COLOUR_BY_LETTER[letter]] |= 1 << field
    host, guest = (_player_of(*both, turned) for both, turned in zip(players, tiles, strict=True))
    return PatternsState(first, to_move, (start[0], start[1]), tuple(front_up), (host, guest), stopped)


def _player_of(bowl: Colour | None, markers: dict[Colour, int], turned: list[int]) -> PatternsPlayer:
    groups = [NOT_OPENED] * len(COLOURS)
    for value, (colour, marker) in enumerate(markers.items(), start=1):
        groups[colour] = group_of(value, marker, turned[colour])
    if any(fields and not group.value for fields, group in zip(turned, groups, strict=True)):
        raise ValueError("a turned tile belongs to no group (N2)")
    return PatternsPlayer(bowl, tuple(groups), len(markers))


def _seat(text: str) -> Seat:
    if text not in ("0", "1"):
        raise ValueError("seats are 0 and 1")
    return Seat(int(text))


def _player(text: str) -> tuple[Colour | None, dict[Colour, int]]:
    match text.split("/"):
        case [bowl, groups]:
            markers = _GROUP.findall("" if groups == "-" else groups)
            tile = None if bowl == "-" else colours_of(bowl)
            if tile is not None and len(tile) != 1:
                raise ValueError("there is one tile in a bowl")
            return tile and tile[0], {COLOUR_BY_LETTER[letter]: int(field) for letter, field in markers}
        case _:
            raise ValueError("a player is a bowl and groups")


def _phase(parts: list[str]) -> tuple[Seat, Stopped | None]:
    match parts:
        case ["start" | "turn", seat]:
            return _seat(seat), None
        case ["reveal" | "over" as word, seat, reason, resigned, flips]:
            who = None if resigned == "-" else _seat(resigned)
            termination = termination_named(reason, PatternsEnd)
            return _seat(seat), Stopped(termination, who, _flips(flips), revealed=word == "over")
        case _:
            raise ValueError("the third field does not say what is awaited")


def _flips(text: str) -> tuple[int, ...]:
    if text == "-":
        return ()
    if not re.fullmatch("[0-9]{1,2}(,[0-9]{1,2})*", text):
        raise ValueError("final flips are fields, such as 4,17")
    return tuple(map(int, text.split(",")))
