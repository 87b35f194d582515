"""Mandala in rules logs: its fields, a game set up from a line, and the lines of a running game.

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
    record,
    text,
    whole,
)
from mandala_protocol.games.counts import counted, plus, spread, union
from mandala_protocol.games.game import Counts, Face, Game
from mandala_protocol.games.mandala.colours import ALL_CARDS, COLOUR_BY_LETTER, COLOURS, LETTERS, NO_CARDS, Colour
from mandala_protocol.games.mandala.engine import MANDALA
from mandala_protocol.games.mandala.flow import CUP_START, STALEMATE
from mandala_protocol.games.mandala.invariants import verify_all_cards, verify_position
from mandala_protocol.games.mandala.moves import MandalaMove
from mandala_protocol.games.mandala.scoring import score_sheet
from mandala_protocol.games.mandala.state import (
    Claiming,
    GameOver,
    Mandala,
    MandalaEnd,
    MandalaState,
    Phase,
    PlayerArea,
    Revealing,
    Turn,
    visible,
)
from mandala_protocol.games.simulation import ShuffleCards, Simulation
from mandala_protocol.seats import Seat

_pile = text(sum(ALL_CARDS), LETTERS)
_player = whole(0, 1)


@frozen
class _MandalaLog:
    """The functions are documented at ``GameLog``."""

    game: Game[MandalaState, MandalaMove] = MANDALA
    letters: str = LETTERS

    @property
    def state_fields(self) -> Fields:
        return _STATE_FIELDS

    @property
    def final_fields(self) -> Fields:
        return _FINAL_FIELDS

    def set_up(
        self, line: RulesLogLine, rest: Sequence[RulesLogLine], shuffle: ShuffleCards
    ) -> Simulation[MandalaState, MandalaMove]:
        return _set_up(line, rest, shuffle)

    def describe(self, simulation: Simulation[MandalaState, MandalaMove]) -> dict[str, Json]:
        return _describe(simulation)

    def unused(self, simulation: Simulation[MandalaState, MandalaMove]) -> frozenset[str]:
        over = isinstance(simulation.state.phase, GameOver)
        return frozenset({"player"}) if over else frozenset()

    def describe_end(self, simulation: Simulation[MandalaState, MandalaMove]) -> dict[str, Json]:
        return _describe_end(simulation)


_STATE_FIELDS: Final[Fields] = {
    "phase": one_of("turn", "claim", "end"),
    "player": _player,
    "deck": _pile,
    "discard": _pile,
    "hands": pair(_pile),
    "cups": pair(_pile),
    "rivers": pair(text(len(COLOURS), LETTERS)),
    "mandalas": pair(record({"mountain": _pile, "fields": pair(_pile)})),
    "claiming": or_null(whole(0, 1)),
    "trig": one_of(None, "deck", "river"),
    "reshuffles": array(_pile, 0, 20),
}

_FINAL_FIELDS: Final[Fields] = {
    "end": one_of("deck", "river", "colour", "stalemate"),
    "scores": pair(whole(0, 1000)),
    "winner": one_of(0, 1, "draw"),
    "cups": pair(whole(0, sum(ALL_CARDS))),
}


# From a line to a game.


def _faces(letters: Json) -> tuple[Colour, ...]:
    assert isinstance(letters, str)
    return tuple(COLOUR_BY_LETTER[letter] for letter in letters)


def _counts(letters: Json) -> Counts:
    return counted(_faces(letters), len(COLOURS))


def _both(values: Json) -> tuple[Json, Json]:
    assert isinstance(values, list)
    first, second = values
    return first, second


def _set_up(
    line: RulesLogLine, rest: Sequence[RulesLogLine], shuffle: ShuffleCards
) -> Simulation[MandalaState, MandalaMove]:
    draw_pile = _faces(line["deck"])
    hands = [_counts(hand) for hand in _both(line["hands"])]
    players, sealed = [], []
    for hand, cup, river in zip(hands, _both(line["cups"]), _both(line["rivers"]), strict=True):
        slots, cards = _faces(river), _counts(cup)
        starting = _starting_cards(slots, cards)
        claimed = tuple(all_of_it - hidden for all_of_it, hidden in zip(cards, starting, strict=True))
        players.append(PlayerArea(slots, claimed, sum(starting), sum(hand)))
        sealed.append(starting)
    host, guest = players
    mandala_0, mandala_1 = map(_mandala, _both(line["mandalas"]))
    phase = _phase(line, rest)
    is_stalemate = isinstance(phase, Revealing) and phase.termination is MandalaEnd.STALEMATE
    state = MandalaState(
        first=Seat.HOST,
        phase=phase,
        mandalas=(mandala_0, mandala_1),
        players=(host, guest),
        draw_pile=len(draw_pile),
        discard=_counts(line["discard"]),
        triggered=line["trig"] == "deck",
        # The count of C moves is not in the line: a log that begins within a game is taken to begin after another move.
        discards_in_a_row=STALEMATE if is_stalemate else 0,
    )
    known = union(visible(state), counted(draw_pile, len(COLOURS)))
    for cards in (*hands, *sealed):
        known = union(known, cards)
    verify_all_cards(known)
    verify_position(state)
    holdings = [{"hand": hand, "cup": cup} for hand, cup in zip(hands, sealed, strict=True)]
    return Simulation(MANDALA, state, draw_pile, (holdings[0], holdings[1]), shuffle)


def _mandala(value: Json) -> Mandala:
    assert isinstance(value, dict)
    own, other = _both(value["fields"])
    return Mandala(_counts(value["mountain"]), (_counts(own), _counts(other)))


def _starting_cards(river: tuple[Colour, ...], cup: Counts) -> Counts:
    """Two cards of the cup that can be those of S4: first those that were never claimed, as they lack a river slot.

    At the start of a game they are the whole cup. Later the choice among claimed colours is ours, as the line does not
    tell; only the end by D10 could depend on it.
    """
    starting = NO_CARDS
    cards = spread(cup)
    for colour in sorted(cards, key=lambda face: (face in river, face))[:CUP_START]:
        starting = plus(starting, colour, 1)
    return starting


def _phase(line: RulesLogLine, rest: Sequence[RulesLogLine]) -> Phase:
    """The phase of the game; ``rest`` gives what the line alone does not have."""
    player = Seat.GUEST if line["player"] == 1 else Seat.HOST
    claiming, trig = line["claiming"], line["trig"]
    if (claiming is None) == (line["phase"] == "claim"):
        raise ValueError("claiming: does not fit the phase")
    if trig == "river" and line["phase"] != "end":
        raise ValueError("trig: river is for the end")
    match line["phase"]:
        case "claim":
            assert isinstance(claiming, int)
            return Claiming(_completer(rest, player.other), claiming, player)
        case "end":
            return Revealing(player, _end(trig, rest), None)
        case _:
            return Turn(player)


def _completer(rest: Sequence[RulesLogLine], otherwise: Seat) -> Seat:
    """Return who completed the mandala: the opponent of the player whose turn comes after its destruction (K10)."""
    for line in rest:
        if line.get("phase") == "turn":
            return Seat.HOST if line.get("player") == 1 else Seat.GUEST
    return otherwise


def _end(trig: Json, rest: Sequence[RulesLogLine]) -> MandalaEnd:
    end = rest[0].get("end") if rest else None
    if trig == "river":
        return MandalaEnd.RIVER
    if end == "colour":
        return MandalaEnd.COLOUR
    if end == "stalemate" or trig is None:
        return MandalaEnd.STALEMATE
    return MandalaEnd.DECK


# From a game to a line.


def _letters(faces: Sequence[Face]) -> str:
    return "".join(LETTERS[face] for face in faces)


def _sorted(pile: Counts) -> str:
    return "".join(letter * count for letter, count in zip(LETTERS, pile, strict=True))


def _describe(simulation: Simulation[MandalaState, MandalaMove]) -> dict[str, Json]:
    state = simulation.state
    seats = (state.first, state.first.other)
    claiming: int | None = None
    trig = "deck" if state.triggered else None
    match state.phase:
        case Turn(seat=seat):
            phase, player = "turn", seat
        case Claiming(mandala=claiming, chooser=chooser):
            phase, player = "claim", chooser
        case GameOver(seat=seat, termination=termination):
            phase, player = "end", seat
            trig = "river" if termination is MandalaEnd.RIVER else trig
        case _:
            raise ValueError("a log has no lines for what happens within a move")
    return {
        "phase": phase,
        "player": seats.index(player),
        "deck": _letters(simulation.draw_pile),
        "discard": _sorted(state.discard),
        "hands": [_sorted(simulation.holdings[seat]["hand"]) for seat in seats],
        "cups": [_sorted(union(simulation.holdings[seat]["cup"], state.players[seat].claimed)) for seat in seats],
        "rivers": [_letters(state.players[seat].river) for seat in seats],
        "mandalas": [
            {"mountain": _sorted(mandala.mountain), "fields": [_sorted(mandala.fields[seat]) for seat in seats]}
            for mandala in state.mandalas
        ],
        "claiming": claiming,
        "trig": trig,
    }


def _describe_end(simulation: Simulation[MandalaState, MandalaMove]) -> dict[str, Json]:
    seats = (simulation.state.first, simulation.state.first.other)
    sheet = score_sheet(simulation.state)
    return {
        "end": sheet.termination.value,
        "scores": [sheet.seats[seat].total for seat in seats],
        "winner": "draw" if sheet.winner is None else seats.index(sheet.winner),
        "cups": [sheet.seats[seat].cup for seat in seats],
    }


MANDALA_LOG: Final = _MandalaLog()
