"""What a move would bring, in short sentences, before it is made. Only what both players know goes into it."""

from __future__ import annotations

from typing import assert_never

from mandala_client.deeds import cards, colour_name
from mandala_protocol.games.game import Counts
from mandala_protocol.games.mandala import Build, Claim, Discard, Grow, MandalaMove
from mandala_protocol.games.mandala.flow import RIVER_SLOTS
from mandala_protocol.games.mandala.outlook import (
    after_play,
    chooser_if_completed,
    completes,
    drawable,
    drawn_by_build,
)
from mandala_protocol.games.mandala.state import Claiming, MandalaState
from mandala_protocol.seats import Seat


def foresight(state: MandalaState, seat: Seat, hand: Counts, move: MandalaMove, other: str) -> list[str]:
    """What a legal move of ``seat`` does. ``hand`` are the cards it holds, ``other`` is the other player's name."""
    colour = colour_name(move.colour)
    match move:
        case Build(mandala=number):
            drawn = min(drawn_by_build(state, seat), drawable(state))
            told = [f"{colour} to mountain {number}, draw {drawn}."]
            return told + _trigger(state, drawn) + _completion(state, seat, move, other)
        case Grow(mandala=number, count=count):
            told = [f"{count} {colour} to your field {number}, no draw."]
            return told + _completion(state, seat, move, other) + _more(hand, move.colour, count, colour)
        case Discard(count=count):
            told = [f"discard {count} {colour}, draw {count}."]
            return told + _trigger(state, count) + _more(hand, move.colour, count, colour)
        case Claim():
            return [claim_brings(state, seat, move, other)]
        case _:
            assert_never(move)


def claim_brings(state: MandalaState, seat: Seat, move: Claim, other: str) -> str:
    """What choosing this colour gives, and what it leaves."""
    phase = state.phase
    assert isinstance(phase, Claiming), "colours are claimed from a completed mandala"
    mandala, player = state.mandalas[phase.mandala], state.players[seat]
    count, colour = mandala.mountain[move.colour], colour_name(move.colour)
    left = sum(mandala.mountain) - count
    then = f"{other} chooses next from {cards(left)}." if left else "That empties the mountain."
    if not any(mandala.fields[seat]):
        return f"your field is empty: {count} {colour} to the discard pile. {then}"
    if move.colour in player.river:
        slot = player.river.index(move.colour) + 1
        return f"{count} {colour} to your cup, worth {slot} each. {then}"
    slot = len(player.river) + 1
    cup = f", {count - 1} to your cup" if count > 1 else ""
    sixth = " Your sixth colour: the game ends after this mandala." if slot == RIVER_SLOTS else ""
    return f"{count} {colour}: one to river slot {slot}{cup}. {then}{sixth}"


def _completion(state: MandalaState, seat: Seat, move: Build | Grow, other: str) -> list[str]:
    if not completes(state, move):
        return []
    number = move.mandala
    laid = after_play(state.mandalas[number], seat, move)
    if not any(map(any, laid.fields)):
        return [f"Completes mandala {number}: both fields are empty, all of it is discarded."]
    first = "you choose first" if chooser_if_completed(laid, seat) is seat else f"{other} chooses first"
    empty = "" if any(laid.fields[seat]) else ", but your field is empty: you would get nothing"
    return [f"Completes mandala {number}: {first}{empty}."]


def _trigger(state: MandalaState, drawn: int) -> list[str]:
    return ["Empties the draw pile!"] if not state.triggered and drawn >= state.draw_pile else []


def _more(hand: Counts, face: int, count: int, colour: str) -> list[str]:
    more = hand[face] - count
    return [f"You hold {more} more {colour}."] if more > 0 else []
