"""The whole public state as one line of ASCII, for people, digests and other programs.

Eleven fields, each separated from the next by one space. Seats are 0 (host) and 1 (guest), mandalas 0 and 1.
A *pile* is, for every colour in it in the canonical order r o y g p k, its letter and the number of its cards
in decimal without leading zeros, such as ``r2k11``; an empty pile is ``-``.

1. ``mandala``, the name of the game.
2. The seat that is the first player of S5.
3. What is awaited, its parts joined by ``:``.
   ``shuffle`` the first shuffle · ``deal`` the first deal ·
   ``turn:SEAT`` a turn ·
   ``draw:SEAT:MANDALA:COUNT`` COUNT more cards for the hand of SEAT, who has built the mountain of MANDALA,
   or has discarded if MANDALA is ``-``; COUNT is 0 if only the empty draw pile is still to be renewed ·
   ``claim:SEAT:MANDALA:CHOOSER`` CHOOSER takes a colour from the mountain of the mandala that SEAT completed ·
   ``refill:SEAT:MANDALA:COUNT`` COUNT more cards for the mountain of the mandala that SEAT completed ·
   ``reveal:SEAT:REASON:RESIGNED`` the game has ended; SEAT made the last move, or was to move or drawing when the
   players ended it (before the first turn: the first player);
   REASON is deck, river, colour, stalemate, resigned or agreed; RESIGNED the seat that resigned, or ``-`` ·
   ``over:SEAT:REASON:RESIGNED:HAND:CUP:HAND:CUP`` the same after the reveal, with the piles that were
   hidden: hand and starting cup cards of seat 0, then of seat 1.
4. The number of cards in the draw pile.
5. The discard pile, a pile.
6. and 7. Mandala 0 and mandala 1: the mountain, the field of seat 0, the field of seat 1; piles joined by ``/``.
8. and 9. Seat 0 and seat 1, joined by ``/``: the letters of the river, slot 1 first, or ``-``;
   the pile of claimed cards in the cup; the number of starting cards in the cup; the number of cards in hand.
10. ``deck`` if the draw pile has run out (D1), else ``-``.
11. The number of C moves made one after the other up to now (D11).

The position after the first deal of a game that the host begins could be

``mandala 0 turn:0 88 - r1p1/-/- r1k1/-/- -/-/2/6 -/-/2/6 - 0``
"""

from __future__ import annotations

import re
from functools import lru_cache

from mandala_protocol.games.colours import LETTERS, colours_of
from mandala_protocol.games.game import Counts, termination_named
from mandala_protocol.games.mandala.colours import NO_CARDS
from mandala_protocol.games.mandala.invariants import verify_position
from mandala_protocol.games.mandala.state import (
    Claiming,
    Dealing,
    Drawing,
    GameOver,
    Mandala,
    MandalaEnd,
    MandalaState,
    Phase,
    PlayerArea,
    Refilling,
    Revealing,
    Shuffling,
    Turn,
)
from mandala_protocol.seats import Seat


def format_position(state: MandalaState) -> str:
    """The line for this state, which no other state has."""
    return " ".join(
        (
            "mandala",
            str(int(state.first)),
            _format_phase(state.phase),
            str(state.draw_pile),
            format_pile(state.discard),
            *("/".join(map(format_pile, (mandala.mountain, *mandala.fields))) for mandala in state.mandalas),
            *map(_format_player, state.players),
            "deck" if state.triggered else "-",
            str(state.discards_in_a_row),
        )
    )


@lru_cache(maxsize=4096)
def format_pile(counts: Counts) -> str:
    """Return text such as ``r2k11``, or ``-``. Most piles are the same from one position to the next."""
    return "".join([f"{letter}{count}" for letter, count in zip(LETTERS, counts, strict=True) if count]) or "-"


def _format_player(player: PlayerArea) -> str:
    river = "".join(colour.letter for colour in player.river) or "-"
    return f"{river}/{format_pile(player.claimed)}/{player.sealed}/{player.hand}"


def _format_phase(phase: Phase) -> str:
    match phase:
        case Shuffling():
            return "shuffle"
        case Dealing():
            return "deal"
        case Turn(seat=seat):
            return f"turn:{seat:d}"
        case Drawing(seat=seat, mandala=mandala, count=count):
            return f"draw:{seat:d}:{_or_dash(mandala)}:{count}"
        case Claiming(seat=seat, mandala=number, chooser=chooser):
            return f"claim:{seat:d}:{number}:{chooser:d}"
        case Refilling(seat=seat, mandala=number, count=count):
            return f"refill:{seat:d}:{number}:{count}"
        case Revealing(seat=seat, termination=termination, resigned=resigned):
            return f"reveal:{seat:d}:{termination.value}:{_or_dash(resigned)}"
        case GameOver(seat=seat, termination=termination, resigned=resigned, hands=hands, cups=cups):
            hidden = ":".join(map(format_pile, (hands[0], cups[0], hands[1], cups[1])))
            return f"over:{seat:d}:{termination.value}:{_or_dash(resigned)}:{hidden}"


def _or_dash(number: int | None) -> str:
    return "-" if number is None else f"{number:d}"


# Reading.

_LONGEST = 1000
_PILE = re.compile("".join(f"(?:{letter}([1-9][0-9]?))?" for letter in LETTERS))


def parse_position(line: str) -> MandalaState:
    """The state of this line.

    Raises ``ValueError`` if it is not a line of that form, or if ``verify_position`` refuses its state.
    """
    fields = line.split(" ") if len(line) <= _LONGEST else []
    if len(fields) != 11 or fields[0] != "mandala":
        raise ValueError("a position has eleven fields, the first of them 'mandala'")
    _, first, phase, draw_pile, discard, *rest, triggered, discards_in_a_row = fields
    mandala_0, mandala_1, player_0, player_1 = rest
    state = MandalaState(
        first=_seat(first),
        phase=_phase(phase.split(":")),
        mandalas=(_mandala(mandala_0), _mandala(mandala_1)),
        players=(_player(player_0), _player(player_1)),
        draw_pile=_number(draw_pile),
        discard=_pile(discard),
        triggered=triggered == "deck",
        discards_in_a_row=_number(discards_in_a_row),
    )
    if format_position(state) != line:
        raise ValueError("the position is not written in the canonical way")
    verify_position(state)
    return state


def _number(text: str) -> int:
    if not re.fullmatch("[0-9]{1,3}", text):
        raise ValueError("a number of one to three digits was expected")
    return int(text)


def _seat(text: str) -> Seat:
    return Seat(_number(text))


def _mandala_number(text: str) -> int:
    if text not in ("0", "1"):
        raise ValueError("mandalas are 0 and 1")
    return int(text)


def _pile(text: str) -> Counts:
    if text == "-":
        return NO_CARDS
    match = _PILE.fullmatch(text)
    if match is None or not text:
        raise ValueError("a pile looks like r2k11")
    return tuple(int(count or 0) for count in match.groups())


def _mandala(text: str) -> Mandala:
    match text.split("/"):
        case [mountain, host, guest]:
            return Mandala(_pile(mountain), (_pile(host), _pile(guest)))
        case _:
            raise ValueError("a mandala is a mountain and two fields")


def _player(text: str) -> PlayerArea:
    match text.split("/"):
        case [river, claimed, sealed, hand]:
            return PlayerArea(colours_of(river if river != "-" else ""), _pile(claimed), _number(sealed), _number(hand))
        case _:
            raise ValueError("a player is river, claimed cards, starting cards and hand")


def _phase(parts: list[str]) -> Phase:
    match parts:
        case ["shuffle"]:
            return Shuffling()
        case ["deal"]:
            return Dealing()
        case ["turn", seat]:
            return Turn(_seat(seat))
        case ["draw", seat, mandala, count]:
            return Drawing(_seat(seat), None if mandala == "-" else _mandala_number(mandala), _number(count))
        case ["claim", seat, mandala, chooser]:
            return Claiming(_seat(seat), _mandala_number(mandala), _seat(chooser))
        case ["refill", seat, mandala, count]:
            return Refilling(_seat(seat), _mandala_number(mandala), _number(count))
        case ["reveal", seat, reason, resigned]:
            return Revealing(
                _seat(seat), termination_named(reason, MandalaEnd), None if resigned == "-" else _seat(resigned)
            )
        case ["over", seat, reason, resigned, hand_0, cup_0, hand_1, cup_1]:
            return GameOver(
                _seat(seat),
                termination_named(reason, MandalaEnd),
                None if resigned == "-" else _seat(resigned),
                (_pile(hand_0), _pile(hand_1)),
                (_pile(cup_0), _pile(cup_1)),
            )
        case _:
            raise ValueError("the third field does not say what is awaited")
