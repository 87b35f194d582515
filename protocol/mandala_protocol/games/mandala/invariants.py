"""The invariants of a game of Mandala, to check positions that come from elsewhere."""

from __future__ import annotations

from typing import assert_never

from mandala_protocol.games.counts import union
from mandala_protocol.games.game import Counts, EndReason
from mandala_protocol.games.mandala.colours import ALL_CARDS, CARDS_PER_COLOUR, COLOURS, NO_CARDS
from mandala_protocol.games.mandala.flow import CUP_START, MOUNTAIN_START, RIVER_SLOTS, STALEMATE
from mandala_protocol.games.mandala.moves import HAND_LIMIT, MANDALAS
from mandala_protocol.games.mandala.state import (
    EMPTY_MANDALA,
    Claiming,
    Dealing,
    Drawing,
    GameOver,
    Mandala,
    MandalaEnd,
    MandalaState,
    PlayerArea,
    Refilling,
    Revealing,
    Shuffling,
    Turn,
    claimed_in_all,
    is_complete,
    visible,
)
from mandala_protocol.seats import Seat


def verify_position(state: MandalaState) -> None:
    """Raise ``ValueError`` with one plain line if no game can come to this state by what is checked here:
    the number of cards (S1), the rule of colour (G1), hands, rivers, and whether the phase fits the table."""
    if not any(player.sealed for player in state.players):
        _verify_nothing_dealt(state)
        return
    for player in state.players:
        _verify_player(player)
    _verify_cards(state)
    for number, mandala in zip(MANDALAS, state.mandalas, strict=True):
        _require(_obeys_rule_of_colour(mandala), f"in mandala {number} a colour lies in two areas (G1)")
    _require(state.triggered or state.draw_pile > 0, "the draw pile is empty but the end is not triggered (D1)")
    _verify_phase(state)


def _require(holds: bool, otherwise: str) -> None:
    if not holds:
        raise ValueError(otherwise)


def _verify_nothing_dealt(state: MandalaState) -> None:
    phase = state.phase
    _require(isinstance(phase, Shuffling | Dealing | Revealing | GameOver), "the cups have no starting cards (S4)")
    if isinstance(phase, Revealing | GameOver):
        _verify_resignation(phase)
    shuffled = 0 if isinstance(phase, Shuffling) else sum(ALL_CARDS)
    sizes = (shuffled,) if isinstance(phase, Shuffling | Dealing) else (0, shuffled)
    nobody = PlayerArea((), NO_CARDS, 0, 0)
    untouched = (
        state.draw_pile in sizes
        and state.players == (nobody, nobody)
        and state.mandalas == (EMPTY_MANDALA, EMPTY_MANDALA)
        and not any(state.discard)
        and not state.triggered
        and not state.discards_in_a_row
    )
    _require(untouched, "cards lie on the table before the first deal")


def _verify_cards(state: MandalaState) -> None:
    known = visible(state)
    hidden = state.draw_pile
    if isinstance(state.phase, GameOver):
        for name, piles in (("hand", state.phase.hands), ("sealed", state.phase.cups)):
            for player, pile in zip(state.players, piles, strict=True):
                _require(getattr(player, name) == sum(pile), "the revealed cards are not as many as were hidden")
                known = union(known, pile)
    else:
        hidden += sum(player.hand + player.sealed for player in state.players)
    for colour in COLOURS:
        count = known[colour]
        _require(count <= CARDS_PER_COLOUR, f"there are {count} {colour.word} cards (S1)")
    _require(sum(known) + hidden == sum(ALL_CARDS), f"there are {sum(known) + hidden} cards (S1)")


def _verify_player(player: PlayerArea) -> None:
    _require(player.sealed == CUP_START, "a cup does not have two starting cards (S4)")
    _require(player.hand <= HAND_LIMIT, "a hand has more than eight cards (A2)")
    _require(len(set(player.river)) == len(player.river), "a colour lies twice in a river (K4)")
    claimed = (colour for colour in COLOURS if player.claimed[colour])
    _require(set(claimed) <= set(player.river), "a claimed colour is not in the river (K4)")


def _obeys_rule_of_colour(mandala: Mandala) -> bool:
    areas = (mandala.mountain, *mandala.fields)
    return all(sum(area[colour] > 0 for area in areas) <= 1 for colour in COLOURS)


def _verify_phase(state: MandalaState) -> None:
    phase = state.phase
    match phase:
        case Shuffling() | Dealing():
            raise ValueError("the cups have starting cards before the first deal (S4)")
        case Turn():
            _verify_goes_on(state)
            _verify_hands(state, None)
            _require(state.discards_in_a_row < STALEMATE, "the game has ended by stalemate (D11)")
            all_of_a_colour = CARDS_PER_COLOUR in claimed_in_all(state)
            _require(not (state.triggered and all_of_a_colour), "the game has ended by colour (D10)")
            _verify_incomplete(state, None)
        case Drawing():
            _verify_drawing(state, phase)
        case Claiming():
            _verify_hands(state, None)
            _verify_nothing_discarded(state)
            _verify_incomplete(state, phase.mandala)
            mandala = state.mandalas[phase.mandala]
            _require(any(mandala.mountain), "there is nothing to claim (K5)")
            _require(any(map(any, mandala.fields)), "with both fields empty nobody claims (K7)")
        case Refilling():
            _verify_refilling(state, phase)
        case Revealing() | GameOver():
            _verify_end(state, phase)


def _verify_goes_on(state: MandalaState) -> None:
    full = any(len(player.river) == RIVER_SLOTS for player in state.players)
    _require(not full, "a river has six colours but the game goes on (E1)")


def _verify_hands(state: MandalaState, drawing: Seat | None) -> None:
    for seat, player in zip(Seat, state.players, strict=True):
        _require(player.hand > 0 or seat is drawing, "a hand is empty (A6)")


def _verify_incomplete(state: MandalaState, except_for: int | None) -> None:
    for number, mandala in zip(MANDALAS, state.mandalas, strict=True):
        complete = number != except_for and is_complete(mandala)
        _require(not complete, f"mandala {number} is complete but not being destroyed (K1)")


def _verify_nothing_discarded(state: MandalaState) -> None:
    _require(state.discards_in_a_row == 0, "the last move was not C, yet C moves are counted (D11)")


def _verify_drawing(state: MandalaState, phase: Drawing) -> None:
    _verify_goes_on(state)
    _verify_hands(state, phase.seat)
    _verify_incomplete(state, phase.mandala)
    _require(state.players[phase.seat].hand + phase.count <= HAND_LIMIT, "the draw is larger than the hand (A2)")
    if phase.mandala is not None:
        _verify_nothing_discarded(state)
    else:
        _require(1 <= state.discards_in_a_row <= STALEMATE, "the C move is not counted (D11)")
    _verify_pile_awaited(state, phase.count)


def _verify_refilling(state: MandalaState, phase: Refilling) -> None:
    _verify_goes_on(state)
    _verify_hands(state, None)
    _verify_nothing_discarded(state)
    _verify_incomplete(state, None)
    mandala = state.mandalas[phase.mandala]
    _require(not any(map(any, mandala.fields)), "a field is not empty at the refill (K8)")
    _require(sum(mandala.mountain) + phase.count == MOUNTAIN_START, "the refill is not two cards (K9)")
    _verify_pile_awaited(state, phase.count)


def _verify_pile_awaited(state: MandalaState, count: int) -> None:
    awaited = count > 0 if state.draw_pile else any(state.discard)
    _require(awaited, "there is nothing to draw or to shuffle (D7)")


def _verify_end(state: MandalaState, phase: Revealing | GameOver) -> None:
    _verify_resignation(phase)
    match phase.termination:
        case MandalaEnd.DECK:
            fits = state.triggered
        case MandalaEnd.RIVER:
            fits = not state.triggered and any(len(player.river) == RIVER_SLOTS for player in state.players)
        case MandalaEnd.COLOUR:
            fits = state.triggered and CARDS_PER_COLOUR in claimed_in_all(state)
        case MandalaEnd.STALEMATE:
            fits = state.discards_in_a_row == STALEMATE
        case EndReason():
            fits = True
        case _:
            assert_never(phase.termination)
    _require(fits, f"the table does not fit the end by {phase.termination.value}")


def _verify_resignation(phase: Revealing | GameOver) -> None:
    has_resigned = phase.termination is EndReason.RESIGNED
    _require((phase.resigned is not None) == has_resigned, "who resigned does not fit the reason")


def verify_all_cards(known: Counts) -> None:
    """Raise ``ValueError`` unless these are exactly the 108 cards of S1."""
    for colour in COLOURS:
        _require(known[colour] == CARDS_PER_COLOUR, f"there are {known[colour]} {colour.word} cards (S1)")
