"""Positions laid by hand, in the letters of the colours."""

from __future__ import annotations

from typing import Final

from attrs import evolve, frozen

from mandala_protocol.conversation.snapshot import Pending, Snapshot
from mandala_protocol.games.counts import counted
from mandala_protocol.games.game import HAND, Counts, View
from mandala_protocol.games.mandala import COLOURS, MANDALA
from mandala_protocol.games.mandala.colours import COLOUR_BY_LETTER, NO_CARDS, Colour
from mandala_protocol.games.mandala.scoring import result
from mandala_protocol.games.mandala.state import (
    EMPTY_MANDALA,
    GameOver,
    Mandala,
    MandalaEnd,
    MandalaState,
    MandalaTermination,
    PlayerArea,
    Turn,
)
from mandala_protocol.record.order import Due, Occasion
from mandala_protocol.seats import Seat
from mandala_protocol.wire.messages import Move

ANNA: Final = Seat.HOST
BEN: Final = Seat.GUEST


def river(letters: str) -> tuple[Colour, ...]:
    """The colours of a river, slot 1 first."""
    return tuple(COLOUR_BY_LETTER[letter] for letter in letters)


def pile(letters: str) -> Counts:
    """So many cards of each colour; "-" is for none."""
    return counted(river(letters.replace("-", "")), len(COLOURS))


def mandala(areas: str) -> Mandala:
    """Mountain, Anna's field, Ben's field, such as "og/rr/k"."""
    mountain, annas, bens = map(pile, areas.split("/"))
    return Mandala(mountain, (annas, bens))


@frozen
class Owned:
    """A player's cards on the table and in the cup; ``starting``: the cards that were dealt into it."""

    river: tuple[Colour, ...]
    claimed: Counts
    starting: Counts

    def player(self, hand: int) -> PlayerArea:
        """The public part of a player's cards, with so many cards in hand."""
        return PlayerArea(self.river, self.claimed, sum(self.starting), hand)


def owned(parts: str) -> Owned:
    """River, claimed cards and starting cards, such as "og/ggo/rk"."""
    slots, claimed, starting = parts.split("/")
    return Owned(river(slots.replace("-", "")), pile(claimed), pile(starting))


EQUAL_POINTS: Final = {
    "anna by cup": (owned("gpy/py/kk"), owned("or/orr/kk")),
    "ben by cup": (owned("or/orr/kk"), owned("gpy/py/kk")),
    "draw": (owned("or/orr/kk"), owned("gp/gpp/yy")),
}
"""What Anna and Ben own at ends with 5 points for both: fewer cards in the cup decide (E6), or nothing does (E7)."""


def at_the_end(
    owns: tuple[Owned, Owned], *, termination: MandalaTermination = MandalaEnd.DECK, resigned: Seat | None = None
) -> Snapshot:
    """Anna's view of a game that has ended with this, with all cards open; no one holds any."""
    phase = GameOver(ANNA, termination, resigned, (NO_CARDS, NO_CARDS), (owns[ANNA].starting, owns[BEN].starting))
    return _seen(_state(owns, phase, hands=(0, 0)), {}, due=None)


def at_annas_turn(owns: tuple[Owned, Owned], hand: str, *, live_score: bool) -> Snapshot:
    """The view of Anna, who holds this hand, at her turn; Ben holds six cards."""
    cards = {HAND: pile(hand), "cup": owns[ANNA].starting}
    state = _state(owns, Turn(ANNA), hands=(len(hand), 6))
    return _seen(state, cards, due=Due(Occasion.TURN, Move, ANNA), live_score=live_score)


def wasting_a_mountain() -> Snapshot:
    """Anna's view at her turn where purple in mandala 0 completes it, while both fields there are empty (K7)."""
    at_turn = at_annas_turn((owned("-/-/-"), owned("-/-/-")), "po", live_score=False)
    assert at_turn.view is not None
    state = evolve(at_turn.view.state, mandalas=(mandala("rogyk//"), mandala("ro//")))
    return evolve(at_turn, view=evolve(at_turn.view, state=state))


def yielding_the_choice() -> Snapshot:
    """Anna's view at her turn where purple completes both mandalas; Ben leads in the left one, no one in the right."""
    at_turn = at_annas_turn((owned("-/-/-"), owned("-/-/-")), "ppr", live_score=False)
    assert at_turn.view is not None
    state = evolve(at_turn.view.state, mandalas=(mandala("roky/g/yy"), mandala("roky/g/g")))
    return evolve(at_turn, view=evolve(at_turn.view, state=state))


def _state(owns: tuple[Owned, Owned], phase: Turn | GameOver, hands: tuple[int, int]) -> MandalaState:
    players = owns[ANNA].player(hands[ANNA]), owns[BEN].player(hands[BEN])
    mandalas = Mandala(pile("ro"), (NO_CARDS, NO_CARDS)), EMPTY_MANDALA
    return MandalaState(ANNA, phase, mandalas, players, 40, NO_CARDS, isinstance(phase, GameOver), 0)


def _seen(state: MandalaState, holdings: dict[str, Counts], *, due: Due | None, live_score: bool = False) -> Snapshot:
    return Snapshot(
        game=MANDALA.name,
        seat=ANNA,
        names=("Anna", "Ben"),
        due=due,
        pending=Pending.NOTHING if due is None else Pending.MOVE,
        words=None,
        view=View(state, ANNA, holdings),
        steps=(),
        result=result(state) if due is None else None,
        connected=True,
        length=40,
        live_score=live_score,
    )
