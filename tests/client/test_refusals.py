"""The refusals of moves: a sentence for every point of the rules, with the cards and places of the move."""

from __future__ import annotations

import re
from collections.abc import Sequence

import pytest

from mandala_client.games.mandala.mandala_words import refusal
from mandala_protocol.conversation.snapshot import Snapshot
from mandala_protocol.games.game import HAND, IllegalMove, View
from mandala_protocol.games.mandala import ALL_MOVES, MANDALA, MandalaMove
from mandala_protocol.games.mandala import state as states
from mandala_protocol.games.mandala.moves import parse_move
from mandala_protocol.games.mandala.state import (
    Claiming,
    Drawing,
    Mandala,
    MandalaEnd,
    MandalaState,
    Phase,
    PlayerArea,
    Turn,
)
from tests.positions import ANNA, BEN, pile

ONE_PLACE = "in one mandala, each colour is in one place only"


def seen(hand: str = "rrooyp", phase: Phase = Turn(ANNA), *, draw_pile: int = 60) -> View[MandalaState]:  # noqa: B008
    """Anna's view: mandala 1 as in the rulebook's example (G7), mandala 0 empty but for its mountain."""
    mountain, annas, bens = pile("yp"), pile("or"), pile("g")
    return View(
        MandalaState(
            first=ANNA,
            phase=phase,
            mandalas=(Mandala(pile("rrk"), (pile("-"), pile("-"))), Mandala(mountain, (annas, bens))),
            players=(PlayerArea((), pile(""), 2, len(hand)), PlayerArea((), pile(""), 2, 6)),
            draw_pile=draw_pile,
            discard=pile(""),
            triggered=False,
            discards_in_a_row=0,
        ),
        ANNA,
        {HAND: pile(hand), "cup": pile("ro")},
    )


def refused(view: View[MandalaState], notation: str) -> str:
    move = parse_move(notation)
    with pytest.raises(IllegalMove) as caught:
        MANDALA.check(view, move)
    return refusal(caught.value, view, move)


OVER = states.Revealing(ANNA, MandalaEnd.DECK, None)


@pytest.mark.parametrize(
    ("view", "notation", "text"),
    [
        (seen("g"), "A1r", "You have no red card in your hand to build with (rule A1)."),
        (
            seen(phase=Drawing(BEN, None, 2)),
            "A0o",
            "Cards are being drawn. Wait for them before you move (rule A4).",
        ),
        (
            seen(phase=states.Dealing()),
            "A0o",
            "Cards are still being dealt. Wait for them before you move (rule A4).",
        ),
        (
            seen("g", draw_pile=0),
            "A0g",
            (
                "This is your last card, and nothing is left to draw. No one may end a turn with an empty "
                "hand (rule A6)."
            ),
        ),
        (seen("g"), "B0o1", "You have no orange card in your hand for your field (rule B1)."),
        (seen("oryy"), "B0o2", "You hold only 1 orange card, so your field cannot grow by 2 (rule B1)."),
        (seen("ooryy"), "B0o3", "You hold only 2 orange cards, so your field cannot grow by 3 (rule B1)."),
        (
            seen("oo"),
            "B0o2",
            ("At least one card must stay in your hand, so you can't put all of them into a field (rule B2)."),
        ),
        (
            seen("o"),
            "B0o1",
            ("You can't grow a field with your last card: one card must always stay in your hand (rule B3)."),
        ),
        (seen("g"), "Co1", "You have no orange card in your hand to discard (rule C1)."),
        (seen("oryy"), "Co2", "You hold only 1 orange card, so you cannot discard 2 (rule C1)."),
        (seen("ooryy"), "Co3", "You hold only 2 orange cards, so you cannot discard 3 (rule C1)."),
        (
            seen(phase=Turn(BEN)),
            "Co1",
            "It is the other player's turn (rule C5).",
        ),
        (seen(phase=OVER), "Co1", "The game has ended, so there are no more moves (rule E3)."),
        (
            seen(),
            "A1o",
            f"Orange is already in your right field, so it can't go into that mountain: {ONE_PLACE} (rule G2).",
        ),
        (
            seen("goo"),
            "A1g",
            "Green is already in the other player's right field, so it can't go into that mountain: "
            f"{ONE_PLACE} (rule G2).",
        ),
        (
            seen(),
            "B1y1",
            f"Yellow is already in the right mountain, so it can't go into your field there: {ONE_PLACE} (rule G3).",
        ),
        (
            seen("goo"),
            "B1g1",
            f"Green is already in the other player's right field, so it can't go into yours: {ONE_PLACE} (rule G3).",
        ),
        (
            seen(),
            "Kr",
            (
                "No mandala is complete, so there is nothing to take. A mandala is complete when it has "
                "all six colours (rule K1)."
            ),
        ),
        (
            seen(phase=Claiming(BEN, 0, ANNA)),
            "A0o",
            "First the left mountain must be shared out: take one of the colours there, red and black (rule K3).",
        ),
        (
            seen(phase=Claiming(BEN, 0, ANNA)),
            "Kg",
            "There is no green in the left mountain: you can take only what is still there, "
            "which is red and black (rule K3).",
        ),
    ],
)
def test_a_refused_move_says_why_with_the_sense_of_the_rule(view: View[MandalaState], notation: str, text: str) -> None:
    assert refused(view, notation) == text


POINTS = ("A1", "A4", "A6", "B1", "B2", "B3", "C1", "C5", "E3", "G2", "G3", "K1", "K3")


@pytest.mark.parametrize("point", POINTS)
def test_the_point_alone_is_enough_for_a_sentence(point: str) -> None:
    text = refusal(IllegalMove(point, "the reason of the engine"))
    assert text.endswith(f"(rule {point}).")
    assert "the reason of the engine" not in text


def test_a_point_of_another_game_is_told_with_its_own_reason() -> None:
    assert refusal(IllegalMove("P4", "the pattern is not there")) == "The pattern is not there (rule P4)."


def test_every_refusal_in_a_whole_game_is_one_sentence_that_names_its_point(moments: Sequence[Snapshot]) -> None:
    points = set()
    for moment in moments:
        for move in ALL_MOVES if moment.view is not None else ():
            assert moment.view is not None
            error = forbidden(moment.view, move)
            if error is not None:
                text = refusal(error, moment.view, move)
                assert re.fullmatch(rf"[A-Z][^.]*(\. [A-Z][^.]*)? \(rule {error.point}\)\.", text)
                assert error.point in POINTS
                points.add(error.point)
    assert points >= {"A1", "B1", "C1", "C5", "G2", "G3", "K1", "K3"}


def forbidden(view: View[MandalaState], move: MandalaMove) -> IllegalMove | None:
    """The refusal of a move by the rules."""
    try:
        MANDALA.check(view, move)
    except IllegalMove as error:
        return error
    return None
