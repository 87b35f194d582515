"""Every kind of step, told to both players."""

from __future__ import annotations

from typing import Any

import pytest

from mandala_client.games.mandala.events import END_TRIGGER, LAST_MANDALA, drew, events
from mandala_client.games.mandala.notation import Pile
from mandala_client.games.table_events import event_lines, event_sentences
from mandala_protocol.games.game import Dealt, EndOfGame, EndReason, GameEvent, Moved, Revealed, Shuffled
from mandala_protocol.games.mandala import Colour
from mandala_protocol.games.mandala.flow import apply, initial
from mandala_protocol.games.mandala.moves import parse_move
from mandala_protocol.games.mandala.state import (
    Claiming,
    Drawing,
    MandalaState,
    Phase,
    PlayerArea,
    Refilling,
    Revealing,
    Turn,
)
from mandala_protocol.record.steps import Step
from mandala_protocol.seats import Seat
from tests.positions import ANNA, BEN, mandala, pile, river

NAMES = ("Anna", "Ben")


def player(colours: str = "", claimed: str = "") -> PlayerArea:
    return PlayerArea(river(colours), pile(claimed), 2, 6)


def at(
    phase: Phase,
    first: str = "og/rr/k",
    *,
    anna: PlayerArea | None = None,
    ben: PlayerArea | None = None,
    draw_pile: int = 60,
    discard: str = "rrk",
    triggered: bool = False,
    discards_in_a_row: int = 0,
) -> MandalaState:
    """A position in which mandala 0 lies like this, and one yellow and one purple in the mountain of mandala 1."""
    return MandalaState(
        first=ANNA,
        phase=phase,
        mandalas=(mandala(first), mandala("yp/-/-")),
        players=(anna or player("r"), ben or player("g")),
        draw_pile=draw_pile,
        discard=pile(discard),
        triggered=triggered,
        discards_in_a_row=discards_in_a_row,
    )


def told(state: MandalaState, event: GameEvent[Any], seat: Seat = ANNA) -> list[str]:
    return event_sentences(events(Step(7, Seat.HOST, event, state, apply(state, event))), seat, NAMES)


def loud(state: MandalaState, event: GameEvent[Any]) -> list[str]:
    """The sentences that Anna must not miss."""
    lines = event_lines(events(Step(7, Seat.HOST, event, state, apply(state, event))), ANNA, NAMES)
    return [line.text for line in lines if line.is_loud]


def both(state: MandalaState, event: GameEvent[Any]) -> tuple[list[str], list[str]]:
    return told(state, event, ANNA), told(state, event, BEN)


def move(by: Seat, notation: str) -> Moved[Any]:
    return Moved(by, parse_move(notation))


DRAWN = Dealt((None,))


def test_a_build_tells_how_many_are_drawn() -> None:
    mine, others = both(at(Turn(ANNA)), move(ANNA, "A1o"))
    assert mine == ["You build orange in the right mountain and draw 3."]
    assert others == ["Anna builds orange in the right mountain and draws 3."]


def test_a_build_with_nothing_left_to_draw() -> None:
    state = at(Turn(ANNA), draw_pile=0, discard="", triggered=True)
    mine, others = both(state, move(ANNA, "A1o"))
    assert mine == ["You build orange in the right mountain; nothing is left to draw."]
    assert others == ["Anna builds orange in the right mountain; nothing is left to draw."]


@pytest.mark.parametrize(
    ("event", "text"),
    [
        (move(ANNA, "A1o"), "Anna builds orange in the right mountain and draws 3."),
        (EndOfGame(EndReason.RESIGNED, ANNA), "Anna resigns."),
        (EndOfGame(EndReason.AGREED, None), "Both players agree to end the game now and score it."),
    ],
)
def test_somebody_who_looks_on_hears_names_only(event: GameEvent[Any], text: str) -> None:
    state = at(Turn(ANNA))
    assert event_sentences(events(Step(7, ANNA, event, state, apply(state, event))), None, NAMES) == [text]


def test_growing_a_field() -> None:
    mine, others = both(at(Turn(BEN)), move(BEN, "B0k2"))
    assert mine == ["Ben grows their left field by 2 black."]
    assert others == ["You grow your left field by 2 black."]


def test_a_discard() -> None:
    mine, others = both(at(Turn(BEN)), move(BEN, "Ck2"))
    assert mine == ["Ben discards 2 black and draws 2."]
    assert others == ["You discard 2 black and draw 2."]


def test_growing_that_completes_says_who_did_and_who_chooses_first() -> None:
    mine, others = both(at(Turn(ANNA), "ogy/rr/k"), move(ANNA, "B0p1"))
    assert mine == [
        "You grow your left field by 1 purple.",
        "You complete the left mandala!",
        "You choose first (3 cards in the field against 1).",
    ]
    assert others[1:] == ["Anna completes the left mandala!", "Anna chooses first (3 cards in the field against 1)."]


def test_a_tie_of_the_fields_says_why_the_other_is_first() -> None:
    mine = told(at(Turn(ANNA), "ogyp/-/k"), move(ANNA, "B0r1"))
    assert mine[2] == ("Ben chooses first (a tie: the player who did not complete it goes first).")


def test_a_build_completes_only_after_its_draw() -> None:
    before = at(Turn(ANNA), "ogyp/rr/-")
    assert told(before, move(ANNA, "A0k")) == ["You build black in the left mountain and draw 3."]
    assert told(apply(before, move(ANNA, "A0k")), DRAWN) == [
        "You complete the left mandala!",
        "You choose first (2 cards in the field against 0).",
    ]


ANNA_CLAIMS = Claiming(BEN, 0, ANNA)


def test_a_claim_of_a_new_colour_goes_to_river_and_cup() -> None:
    state = at(ANNA_CLAIMS, "gggo/rr/k")
    mine, others = both(state, move(ANNA, "Kg"))
    assert mine == ["You take green: 3 cards, one to river slot 2, 2 to the cup."]
    assert others == ["Anna takes green: 3 cards, one to river slot 2, 2 to the cup."]
    assert told(state, move(ANNA, "Ko")) == ["You take orange: 1 card, to river slot 2."]


def test_a_claim_of_a_colour_in_the_river_goes_to_the_cup() -> None:
    state = at(Claiming(BEN, 0, BEN), "gggo/rr/k")
    assert told(state, move(BEN, "Kg")) == ["Ben takes green: 3 cards to the cup."]


def test_a_claim_with_an_empty_field_goes_to_the_discard_pile() -> None:
    mine, others = both(at(ANNA_CLAIMS, "gggo/-/rrk"), move(ANNA, "Kg"))
    assert mine == ["You take green: your field there is empty, so 3 cards go to the discard pile."]
    assert others == ["Anna takes green: their field there is empty, so 3 cards go to the discard pile."]


def test_the_last_claim_destroys_the_mandala() -> None:
    assert told(at(ANNA_CLAIMS, "o/rr/k"), move(ANNA, "Ko")) == [
        "You take orange: 1 card, to river slot 2.",
        "The left mandala is destroyed; 3 cards go from its fields to the discard pile.",
    ]


def test_the_sixth_colour_in_a_river_says_that_the_game_ends_once_the_mountain_is_shared_out() -> None:
    state, takes = at(ANNA_CLAIMS, "ggo/rr/k", anna=player("ryokp")), move(ANNA, "Kg")
    mine, others = both(state, takes)
    assert mine[1:] == ["Your river has all six colours: the game ends after this mandala!"]
    assert others[1:] == ["Anna's river has all six colours: the game ends after this mandala!"]
    assert loud(state, takes) == mine[1:]
    assert told(apply(state, takes), move(BEN, "Ko"))[1:] == [
        "The left mandala is destroyed; 3 cards go from its fields to the discard pile.",
        "The game is over: a river has all six colours.",
    ]


def test_the_sixth_colour_in_a_river_is_not_announced_where_the_end_is_known_or_is_there() -> None:
    known = at(ANNA_CLAIMS, "ggo/rr/k", anna=player("ryokp"), triggered=True)
    assert len(told(known, move(ANNA, "Kg"))) == 1
    last = at(ANNA_CLAIMS, "gg/rr/k", anna=player("ryokp"))
    assert not any("after this mandala" in line for line in told(last, move(ANNA, "Kg")))


def test_both_fields_empty_discards_the_mountain_at_once() -> None:
    mine, others = both(at(Drawing(BEN, 0, 3), "roygpk/-/-"), DRAWN)
    assert mine == [
        "Ben completes the left mandala!",
        "The whole mountain goes to the discard pile: both fields there are empty.",
    ]
    assert others[0] == "You complete the left mandala!"
    nothing_to_draw = at(Turn(BEN), "roygp/-/-", draw_pile=0, discard="", triggered=True)
    assert told(nothing_to_draw, move(BEN, "A0k"))[1] == "Ben completes the left mandala!"


@pytest.mark.parametrize(
    ("faces", "text"),
    [((Colour.RED, Colour.GREEN), "red and green"), ((Colour.BLACK, Colour.BLACK), "2 black")],
    ids=["two colours", "one colour"],
)
def test_a_refill_names_its_colours(faces: tuple[Colour, ...], text: str) -> None:
    assert told(at(Refilling(ANNA, 0, 2), "-/-/-"), Dealt((faces,))) == [f"The left mandala is refilled with {text}."]


def test_the_end_trigger_is_loud_whatever_draws_the_last_card() -> None:
    drawing = at(Drawing(BEN, None, 2), draw_pile=2)
    assert told(drawing, DRAWN) == loud(drawing, DRAWN) == [END_TRIGGER]
    by_refill = at(Refilling(ANNA, 0, 2), "-/-/-", draw_pile=2)
    refilled = Dealt(((Colour.RED, Colour.GREEN),))
    assert told(by_refill, refilled) == ["The left mandala is refilled with red and green.", END_TRIGGER]
    assert loud(by_refill, refilled) == [END_TRIGGER]
    by_completion = at(Drawing(ANNA, 0, 3), "ogypk/rr/-", draw_pile=3)
    assert told(by_completion, DRAWN)[0] == LAST_MANDALA
    assert loud(by_completion, DRAWN) == [LAST_MANDALA]
    assert "LAST" in END_TRIGGER
    assert "LAST" in LAST_MANDALA


def test_the_trigger_is_told_once() -> None:
    assert told(at(Drawing(BEN, None, 2), draw_pile=2, triggered=True), DRAWN) == []


def test_reshuffling() -> None:
    state = at(Drawing(BEN, None, 0), draw_pile=0, triggered=True)
    assert told(state, Shuffled()) == ["The discard pile is shuffled: its 3 cards are the new draw pile."]


def test_the_first_shuffle_and_deal() -> None:
    state = initial(Seat.HOST)
    assert told(state, Shuffled()) == ["The 108 cards are shuffled."]
    shuffled = apply(state, Shuffled())
    dealt = Dealt(((Colour.RED, Colour.RED), (Colour.GREEN, Colour.BLACK), None, None, None, None))
    assert told(shuffled, dealt) == [
        "The cards are dealt: 2 red to the left mountain, green and black to the "
        "right one; 6 to each hand, 2 face down to each cup."
    ]


def test_resigning_and_agreeing() -> None:
    mine, others = both(at(Turn(ANNA)), EndOfGame(EndReason.RESIGNED, BEN))
    assert mine == ["Ben resigns."]
    assert others == ["You resign."]
    assert told(at(Turn(ANNA)), EndOfGame(EndReason.AGREED, None)) == [
        "Both players agree to end the game now and score it."
    ]


def test_the_ends_by_the_rules_say_why() -> None:
    by_deck = at(ANNA_CLAIMS, "o/rr/k", triggered=True)
    assert told(by_deck, move(ANNA, "Ko"))[-1] == (
        "The game is over: the draw pile had run out, and this was the last mandala."
    )
    by_river = at(ANNA_CLAIMS, "o/rr/k", anna=player("rgypk"))
    assert told(by_river, move(ANNA, "Ko"))[-1] == "The game is over: a river has all six colours."
    stalemate = at(Drawing(BEN, None, 1), discards_in_a_row=40)
    assert told(stalemate, DRAWN) == ["The game is over: 40 turns in a row were only discards."]
    colour = at(Drawing(BEN, None, 1), "o/rr/-", ben=player("g", "g" * 17), triggered=True)
    assert told(colour, DRAWN) == [
        ("The game is over: all 18 cards of a colour are in rivers and cups, so no mandala can be completed.")
    ]


def test_the_opened_keys() -> None:
    held = {"hand": pile("roygpk"), "cup": pile("ro")}
    state = at(Revealing(ANNA, EndReason.AGREED, None))
    assert told(state, Revealed((held, held))) == ["All cards are revealed: hands and cups, too."]


def test_a_name_from_outside_is_cleaned() -> None:
    state, event = at(Turn(BEN)), move(BEN, "Ck1")
    step = Step(7, BEN, event, state, apply(state, event))
    evil = event_sentences(events(step), ANNA, ("Anna", "B\x1b[2J\ne{name}n"))
    assert evil == ["B[2J e{name}n discards 1 black and draws 1."]


def test_cards_are_told_all_with_their_number_or_all_without() -> None:
    assert drew(ANNA, Pile(pile("oop"))).sentence(ANNA, NAMES) == "You drew 2 orange and 1 purple."
    assert drew(ANNA, Pile(pile("op"))).sentence(ANNA, NAMES) == "You drew orange and purple."
    assert drew(ANNA, Pile(pile("kkk"))).sentence(ANNA, NAMES) == "You drew 3 black."
