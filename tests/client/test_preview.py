"""Previews of a move, on positions laid by hand."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable

import pytest

from mandala_client.games.mandala.events import events
from mandala_client.games.mandala.preview import brief_preview, gain, preview_sentences, question_before
from mandala_client.games.table_events import event_sentences
from mandala_client.ui.rows import wrap
from mandala_protocol.conversation.snapshot import Pending
from mandala_protocol.games.game import HAND, View
from mandala_protocol.games.mandala import MANDALA
from mandala_protocol.games.mandala.colours import NO_CARDS
from mandala_protocol.games.mandala.state import EMPTY_MANDALA, Claiming, MandalaState, Phase, PlayerArea, Turn
from tests.client.at_table import Moments, positions
from tests.positions import ANNA, BEN, mandala, pile, river

OWN_TURN = Turn(ANNA)
CLAIMS = Claiming(BEN, 0, ANNA)


def player(colours: str = "", hand: int = 6) -> PlayerArea:
    return PlayerArea(river(colours), NO_CARDS, 2, hand)


def foreseen(
    notation: str,
    areas: str = "y/r/k",
    *,
    anna: PlayerArea | None = None,
    ben: PlayerArea | None = None,
    phase: Phase = OWN_TURN,
    draw_pile: int = 50,
    triggered: bool = False,
    cup: str = "",
    tell: Callable[..., Iterable[str]] = preview_sentences,
) -> str:
    """``areas``: mountain, Anna's field and Ben's field of mandala 0."""
    mandalas = (mandala(areas), EMPTY_MANDALA)
    players = (anna or player(), ben or player())
    state = MandalaState(ANNA, phase, mandalas, players, draw_pile, pile("k"), triggered, 0)
    hand = pile("rrooppy")
    return " ".join(tell(state, ANNA, hand, MANDALA.parse_move(notation), "Ben", pile(cup)))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (foreseen("A0o"), "Build the left mountain with orange, draw 3."),
        (foreseen("A0o", anna=player(hand=8)), "Build the left mountain with orange, draw 1."),
        (foreseen("B0r2"), "Grow your left field by 2 red, no draw."),
        (foreseen("B0r1"), "Grow your left field by 1 red, no draw. You keep 1 red in hand."),
        (foreseen("Co1"), "Discard 1 orange, draw 1. You keep 1 orange in hand."),
        (foreseen("Co2"), "Discard 2 orange, draw 2."),
        (
            foreseen("A0o", draw_pile=3),
            (
                "Build the left mountain with orange, draw 3. It empties the draw pile: the next completed "
                "mandala is the last."
            ),
        ),
        (
            foreseen("Co2", draw_pile=2),
            "Discard 2 orange, draw 2. It empties the draw pile: the next completed mandala is the last.",
        ),
        (foreseen("A0o", draw_pile=3, triggered=True), "Build the left mountain with orange, draw 3."),
    ],
)
def test_what_is_drawn_and_kept_and_the_end_trigger_are_told(text: str, expected: str) -> None:
    assert text == expected


def test_whoever_chooses_first_is_told_what_the_best_colour_brings() -> None:
    text = foreseen("A0p", "ogggy/rr/k", anna=player("kg"))
    assert text.endswith(
        "Completes the left mandala: you choose first. The best colour for you: 3 green, 6 points at slot 2."
    )


def test_a_new_colour_gives_one_card_to_the_river_and_the_hidden_cards_of_it_come_to_count() -> None:
    assert foreseen("A0p", "oggy/rr/k").endswith("The best colour for you: 2 green, 1 point at slot 1.")
    assert foreseen("A0p", "oggy/rr/k", cup="yy").endswith("The best colour for you: 1 yellow, 2 points at slot 1.")
    assert foreseen("A0p", "ogy/rr/k").endswith("No colour there scores for you at once.")


def test_when_the_other_chooses_first_it_is_told_what_that_may_cost() -> None:
    text = foreseen("A0p", "oggy/r/k", ben=player("g"))
    assert "Completes the left mandala: Ben chooses first." in text
    assert text.endswith("The best colour for Ben: 2 green, 2 points at slot 1.")


def test_with_an_empty_field_one_gets_nothing() -> None:
    text = foreseen("A0p", "ogy//rk")
    assert "Ben chooses first, and you get nothing, as your field is empty." in text


def test_with_both_fields_empty_the_whole_mountain_goes() -> None:
    text = foreseen("A0p", "rogyk//")
    assert text.endswith("Completes the left mandala: both fields are empty, so its whole mountain is discarded.")


def test_a_field_too_can_complete_a_mandala() -> None:
    assert foreseen("B0p1", "ogyr//k") == (
        "Grow your left field by 1 purple, no draw. Completes the left mandala: Ben chooses first. "
        "No colour there scores for Ben at once. You keep 1 purple in hand."
    )


def test_the_last_mandala_is_announced() -> None:
    assert "this mandala is the last." in foreseen("A0p", "ogy/rr/k", draw_pile=3)
    assert "you choose first. The game ends with it. " in foreseen("A0p", "ogy/rr/k", triggered=True)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            foreseen("Kg", "gggo/rr/k", anna=player("k"), phase=CLAIMS),
            "Take 3 green: one to river slot 2, 2 to your cup, 4 points. "
            "Ben chooses next from 1 card, at best 1 orange for 0 points.",
        ),
        (
            foreseen("Kg", "g/rr/k", phase=CLAIMS),
            "Take 1 green to river slot 1: 0 points. That empties the mountain.",
        ),
        (
            foreseen("Kg", "ggoo/rr/k", anna=player("rg"), ben=player("ro"), phase=CLAIMS),
            "Take 2 green to your cup: 4 points, as slot 2 scores 2 each. "
            "Ben chooses next from 2 cards, at best 2 orange for 4 points.",
        ),
        (
            foreseen("Kg", "ggo/rr/", anna=player("rg"), phase=CLAIMS),
            "Take 2 green to your cup: 4 points, as slot 2 scores 2 each. "
            "Ben chooses next, but gets nothing: their field there is empty.",
        ),
        (
            foreseen("Kg", "ggo//rk", phase=CLAIMS),
            "Take 2 green: to the discard pile, as your field there is empty. "
            "Ben chooses next from 1 card, at best 1 orange for 0 points.",
        ),
        (
            foreseen("Kg", "g/rr/k", anna=player("roypk"), phase=CLAIMS),
            "Take 1 green to river slot 6: 0 points. Your sixth colour: the game ends after this mandala. "
            "That empties the mountain.",
        ),
    ],
)
def test_a_claim_is_told_with_what_it_brings_and_what_the_other_could_take_next(text: str, expected: str) -> None:
    assert text == expected


def test_what_is_foreseen_comes_true(moments: Moments) -> None:
    """Draws in a whole game, and the points of each claim, are those that were announced."""
    drawn = claimed = 0
    for before, after in itertools.pairwise(moments):
        if before.pending is not Pending.MOVE or before.view is None or len(after.steps) == len(before.steps):
            continue
        step = after.steps[-1]
        move = step.event.move  # type: ignore[union-attr]
        announced, *_ = preview_sentences(before.view.state, ANNA, before.view.holdings[HAND], move, "Ben")
        deed, *_ = event_sentences(events(step), ANNA, ("Anna", "Ben"))
        assert number_after(announced, ", draw ") == number_after(deed, " draw ")
        drawn += number_after(deed, " draw ") is not None
        if isinstance(before.view.state.phase, Claiming):
            number = before.view.state.phase.mandala
            was, now = before.view.state.players[ANNA], step.after.players[ANNA]
            got = gain(before.view.state.mandalas[number], ANNA, was, move.colour)
            assert got.to_cup == now.claimed[move.colour] - was.claimed[move.colour]
            assert got.is_new == (len(now.river) > len(was.river))
            claimed += 1
    assert drawn > 10
    assert claimed


def number_after(text: str, word: str) -> int | None:
    _, found, rest = text.partition(word)
    return int(rest.split()[0].rstrip(".")) if found else None


@pytest.mark.parametrize(
    ("notation", "question"),
    [
        ("B0r1", "You hold 2 red more. Play without them?"),
        ("B0r2", "You hold 1 red more. Play without it?"),
        ("B0r3", None),
        ("Cr1", None),
        ("A0r", None),
    ],
)
def test_only_a_field_play_keeps_cards_back(notation: str, question: str | None) -> None:
    mandalas, players = (EMPTY_MANDALA, EMPTY_MANDALA), (player(), player())
    state = MandalaState(ANNA, OWN_TURN, mandalas, players, 50, pile("k"), triggered=False, discards_in_a_row=0)
    view = View(state, ANNA, {HAND: pile("rrr"), "cup": NO_CARDS})
    assert question_before(view, MANDALA.parse_move(notation)) == question


@pytest.mark.parametrize(
    ("draw_pile", "triggered", "anna", "told"),
    [
        (2, False, player("r"), True),
        (1, False, player("r"), True),
        (3, False, player("r"), False),
        (2, True, player("r"), False),
        (2, False, player("royg" + "p"), False),
    ],
)
def test_D4_a_claim_after_which_the_refill_empties_the_draw_pile_says_so(
    draw_pile: int, triggered: bool, anna: PlayerArea, told: bool
) -> None:
    last_colour = "k" if len(anna.river) == 5 else "r"
    foretold = foreseen(
        f"K{last_colour}", f"{last_colour}/p/o", anna=anna, phase=CLAIMS, draw_pile=draw_pile, triggered=triggered
    )
    assert ("It empties the draw pile: the next completed mandala is the last." in foretold) is told


def test_D4_a_claim_that_leaves_a_colour_is_followed_by_no_refill() -> None:
    assert "empties the draw pile" not in foreseen("Kr", "ry/p/o", phase=CLAIMS, draw_pile=2)


def test_D4_completing_with_both_fields_empty_is_followed_by_the_refill() -> None:
    foretold = foreseen("A0o", "ryg" + "pk" + "//", anna=player(hand=8), draw_pile=3)
    assert "so its whole mountain is discarded. It empties the draw pile" in foretold


# In a small window.


@pytest.mark.parametrize("seed", range(4))
def test_in_few_words_the_same_is_told_and_all_of_it_fits_into_a_small_window(seed: int) -> None:
    for view in positions(seed):
        hand, cup = view.holdings[HAND], view.holdings["cup"]
        for move in MANDALA.legal_moves(view):
            text = " ".join(preview_sentences(view.state, view.seat, hand, move, NAME, cup))
            brief = " ".join(brief_preview(view.state, view.seat, hand, move, NAME, cup))
            assert len(wrap(brief, COLUMNS)) <= LINES
            for same in SAME:
                assert (same[0] in text) == (same[1] in brief), (text, brief)
            assert (number_after(text.partition(".")[0], ", draw ") or 0) == (number_after(brief, "Draw ") or 0)


def test_in_few_words_it_is_said_for_whom_nothing_that_is_left_scores() -> None:
    assert (
        foreseen("Kr", "ro/p/k", phase=CLAIMS, cup="r", tell=brief_preview)
        == "1 red to slot 1: 1 point. No points at once for Ben."
    )


NAME = "Maximiliane-C…"
COLUMNS, LINES = 38, 4
"""What there is for it in a window of 40 × 20."""

SAME = [
    (": you choose first.", "Complete: you choose first."),
    (f": {NAME} chooses first", f"Complete: {NAME} chooses first"),
    ("and you get nothing", "you get nothing"),
    (": both fields are empty", "Complete with empty fields"),
    ("The game ends with it.", "The game ends with it."),
    ("this mandala is the last", "This mandala is the LAST!"),
    ("the next completed mandala is the last", "The next complete mandala is the LAST!"),
    ("The best colour for you: ", "Best for you: "),
    ("You keep ", "You keep "),
    ("Your sixth colour: the game ends", "Your sixth colour: the game ends"),
    (f"{NAME} chooses next, but gets nothing", f"Then {NAME} gets nothing."),
]
