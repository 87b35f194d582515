"""Where cards and places are clicked, and how many cards are chosen with plus, minus and digits."""

from __future__ import annotations

import pytest
from attrs import evolve

from mandala_client.games.colour_signs import Part, cards_of, sign_of, style_of
from mandala_client.games.mandala import chooser
from mandala_client.games.mandala.chooser import THEIRS, CardClick, Target
from mandala_client.screens.table import screen_keys
from mandala_client.screens.table.table_pages import screen
from mandala_client.table import edits, updates
from mandala_client.table.table_model import TableModel
from mandala_client.ui.clicks import Click
from mandala_client.ui.rows import width_of
from mandala_client.ui.style import FULL_LOOK
from mandala_protocol.conversation.snapshot import Pending
from mandala_protocol.games.colours import Colour
from mandala_protocol.games.game import HAND
from mandala_protocol.games.mandala import COLOURS, Build, Claim, Discard, Grow
from tests.client.at_table import Moments, our_turn, press, typed

SIZES = [(40, 20), (80, 24), (120, 40)]


def _shown(moment: object) -> TableModel:
    return updates.with_snapshot(TableModel(), moment)  # type: ignore[arg-type]


def claims(model: TableModel) -> bool:
    return len(chooser.colours(model.legal_moves)) > 1 and isinstance(model.legal_moves[0], Claim)


# The places of the table.


def spans(model: TableModel, on: Click, columns: int, lines: int) -> list[str]:
    """The texts that are this, one for each place where it is drawn without a break."""
    found: list[str] = []
    for row in screen(model, FULL_LOOK, columns, lines).rows:
        joined = False
        for part in row:
            if part.click == on:
                found = [*found[:-1], found[-1] + part.text] if joined else [*found, part.text]
            joined = part.click == on
    return found


@pytest.mark.parametrize(("columns", "lines"), SIZES)
def test_the_cards_of_the_hand_are_clicked_on_their_whole_pile(columns: int, lines: int, moments: Moments) -> None:
    model = our_turn(moments)
    assert model.snapshot is not None
    assert model.snapshot.view is not None
    hand = model.snapshot.view.holdings[HAND]
    chosen, _ = press(model, "right")
    assert chosen.chosen is not None
    for colour in COLOURS:
        written = on_face(model, CardClick(colour), columns, lines)
        mark = FULL_LOOK.here if colour is chosen.chosen.colour else ""
        assert written in ([f"{mark}{letter}{hand[colour]}" for letter in letters(colour)] if hand[colour] else [""])
    colour = chosen.chosen.colour
    card = cards_of(FULL_LOOK, colour, hand[colour])
    framed = on_face(chosen, CardClick(colour), columns, lines)
    signs = (f"[{letter}]{hand[colour]}" for letter in letters(colour))
    assert framed in (f"[{card}]", f"[{colour.letter}{hand[colour]}]", *signs)


@pytest.mark.parametrize(("columns", "lines"), SIZES)
def test_chosen_cards_keep_their_colour_and_stand_higher(columns: int, lines: int, moments: Moments) -> None:
    before = our_turn(moments)
    after, _ = press(before, "right")
    assert after.chosen is not None
    on = CardClick(after.chosen.colour)
    styles = {style for _line, style in faces(after, on, columns, lines)}
    assert styles == {style for _line, style in faces(before, on, columns, lines)} == {style_of(Part.CARD, on.colour)}
    ((lay, _style),), ((stands, _style),) = (faces(model, on, columns, lines) for model in (before, after))
    assert stands == (lay if columns < 80 else lay - 1)


def letters(colour: Colour) -> tuple[str, str]:
    """The signs on cards of the colour: letter and symbol, or the letter alone where the symbols stand below it."""
    return sign_of(FULL_LOOK, colour), colour.letter


def on_face(model: TableModel, on: Click, columns: int, lines: int) -> str:
    """The letter and the number of the card that is this, which are in different rows of a large one."""
    return "".join(
        text.strip(" ×▎▕") for text in spans(model, on, columns, lines) if any(sign.isalnum() for sign in text)
    )


def faces(model: TableModel, on: Click, columns: int, lines: int) -> list[tuple[int, str]]:
    """The line and the style of each face that is this."""
    shown = screen(model, FULL_LOOK, columns, lines)
    return [
        (line, style.split(",")[0])
        for line, row in enumerate(shown.rows)
        for part in row
        if part.click == on and (style := part.style.removeprefix("panel,")).startswith("card.")
    ]


@pytest.mark.parametrize(("columns", "lines"), SIZES)
def test_an_own_area_is_clicked_wherever_no_card_is(columns: int, lines: int, moments: Moments) -> None:
    model = our_turn(moments)
    for number in (0, 1):
        for place in (Target("A", number), Target("B", number), Target(THEIRS, number)):
            assert sum(map(width_of, spans(model, place, columns, lines))) > 4 * len(COLOURS)


def test_a_click_on_a_place_before_any_card_says_what_to_do_first(moments: Moments) -> None:
    clicked, act = screen_keys.click(our_turn(moments), Target("A", 0))
    assert (clicked.message, act) == ("First choose cards from your hand, then where they go.", None)


@pytest.mark.parametrize(("columns", "lines"), SIZES)
def test_a_colour_to_claim_is_clicked_in_the_mountain_and_where_it_is_offered(
    columns: int, lines: int, moments: Moments
) -> None:
    model = next(model for model in map(_shown, moments) if claims(model))
    for colour in chooser.colours(model.legal_moves):
        texts = spans(model, CardClick(colour), columns, lines)
        assert any(text.strip(" ▎").startswith(letters(colour)) for text in texts)
        assert any("+" in text for text in texts)
    for place in chooser.PLACES:
        assert not spans(model, place, columns, lines)


# Plus, minus and digits.


def after(model: TableModel, text: str) -> str | None:
    return typed(model, text)[0].message


def test_a_number_that_cannot_be_played_says_why(moments: Moments) -> None:
    model = our_turn(moments)
    build = next(move for move in model.legal_moves if isinstance(move, Build))
    built = edits.composed(model, build)
    for text in "+-2":
        assert after(built, text) == "Only one card at a time goes into a mountain (rule A1)."
    discard = max((move for move in model.legal_moves if isinstance(move, Discard)), key=lambda move: move.count)
    most = edits.composed(model, discard)
    assert "rule C1" in (after(most, "+") or "")
    assert after(most, "9") == "No one ever holds more than 8 cards (rule A2)."
    least, _ = typed(most, "1")
    assert after(least, "-") == "Play at least one card."
    assert typed(least, "-")[0].chosen == Discard(discard.colour, 1)


def test_a_number_that_can_be_played_says_nothing(moments: Moments) -> None:
    for model in (_shown(moment) for moment in moments if moment.pending is Pending.MOVE):
        two = next((move for move in model.legal_moves if isinstance(move, Grow) and move.count == 2), None)
        if two is not None:
            one = edits.composed(model, evolve(two, count=1))
            for text in "+2":
                counted, _ = typed(one, text)
                assert (counted.chosen, counted.message) == (two, None)
            return
    raise AssertionError("nobody ever holds two of a colour")


@pytest.mark.parametrize("text", ["+", "-", "3"])
def test_a_number_before_any_card_is_no_move_and_says_what_to_do(text: str, moments: Moments) -> None:
    model = our_turn(moments)
    example = press(model, "right")[0].draft.text
    answered, act = typed(model, text)
    assert (answered.draft.text, act) == ("", None)
    assert answered.message == f"Choose with the arrow keys, or type a move such as {example}; ? is help."


def test_all_cards_of_a_colour_are_claimed_together(moments: Moments) -> None:
    model = next(model for model in map(_shown, moments) if claims(model))
    chosen, _ = press(model, "right")
    assert after(chosen, "+") == "You take all cards of a colour together (rule K3)."
