"""The status line, the score, the news, the end, and what a move would bring, in sentences."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from pathlib import Path

import pytest
from attrs import evolve

from mandala_client import telling
from mandala_client.foresight import foresight
from mandala_net.acquaintance import Visitor
from mandala_net.news import (
    Chatted,
    Declined,
    Ended,
    EndWasOffered,
    Finished,
    LineLost,
    NotSaved,
    PeerBroke,
    PeerComplained,
    PeerHeard,
    PeerLeft,
    PeerQuiet,
    WeLeft,
)
from mandala_protocol.errors import Code, RemoteProtocolError
from mandala_protocol.games.counts import counted
from mandala_protocol.games.game import BadNotation, IllegalMove, Result, View
from mandala_protocol.games.mandala import COLOURS, Colour
from mandala_protocol.games.mandala import state as states
from mandala_protocol.games.mandala.colours import COLOUR_BY_LETTER
from mandala_protocol.games.mandala.moves import parse_move
from mandala_protocol.games.mandala.scoring import result
from mandala_protocol.games.mandala.state import Claiming, Mandala, MandalaState, Player, Reason, Turn
from mandala_protocol.messages import Move
from mandala_protocol.order import Due, Occasion
from mandala_protocol.seats import Seat
from mandala_protocol.snapshot import Owes, Snapshot

Moments = Sequence[Snapshot]
ANNA, BEN = Seat.HOST, Seat.GUEST
NOTHING = (0,) * len(COLOURS)


def pile(letters: str) -> tuple[int, ...]:
    return counted([COLOUR_BY_LETTER[letter] for letter in letters], len(COLOURS))


def river(letters: str) -> tuple[Colour, ...]:
    return tuple(COLOUR_BY_LETTER[letter] for letter in letters)


def finished(annas: Player, bens: Player, reason: Reason = "deck", resigned: Seat | None = None) -> MandalaState:
    over = states.Finished(ANNA, reason, resigned, (NOTHING, NOTHING), (NOTHING, NOTHING))
    return MandalaState(ANNA, over, (states.EMPTY_MANDALA, states.EMPTY_MANDALA), (annas, bens), 0, NOTHING, True, 0)


def seen(state: MandalaState, seat: Seat = ANNA) -> Snapshot:
    """The end as one of them sees it."""
    return Snapshot(
        seat=seat,
        names=("Anna", "Ben"),
        due=None,
        owes=Owes.NOTHING,
        words="dako mifo reba",
        view=View(state, seat, {"hand": NOTHING, "cup": NOTHING}),
        steps=(),
        result=result(state),
        end_offered=False,
        adjourn_offered=False,
        connected=True,
        length=100,
    )


RULEBOOK = Player(river("roygpk"), (4, 5, 6, 0, 3, 1), 0, 0)
NOBODY = Player((), NOTHING, 0, 0)


# The score.


def test_the_score_by_slot_as_in_the_example_of_the_rulebook() -> None:
    lines = telling.score_sheet(seen(finished(RULEBOOK, NOBODY)))
    assert lines[0] == "You score 53: 4 + 10 + 18 + 0 + 15 + 6 = 53."
    assert lines[1:8] == [
        "  Slot 1, red: 4 cards in the cup, 4 points.",
        "  Slot 2, orange: 5 cards in the cup, 10 points.",
        "  Slot 3, yellow: 6 cards in the cup, 18 points.",
        "  Slot 4, green: 0 cards in the cup, 0 points.",
        "  Slot 5, purple: 3 cards in the cup, 15 points.",
        "  Slot 6, black: 1 card in the cup, 6 points.",
        "  19 cards in the cup in all.",
    ]
    assert lines[8:] == ["Ben scores 0: 0 + 0 + 0 + 0 + 0 + 0 = 0.", "  0 cards in the cup in all."]


def test_cards_that_score_nothing_are_told() -> None:
    state = finished(NOBODY, NOBODY)
    over = states.Finished(ANNA, "deck", None, (NOTHING, NOTHING), (pile("rk"), NOTHING))
    assert "  Not in the river, worth nothing: 1 red and 1 black." in telling.score_sheet(
        seen(evolve(state, phase=over))
    )


def test_the_smaller_cup_breaks_a_tie_and_is_explained() -> None:
    smaller, larger = Player(river("ro"), pile("o"), 0, 0), Player(river("r"), pile("rr"), 0, 0)
    snapshot = seen(finished(smaller, larger))
    assert telling.score_sheet(snapshot)[-1] == (
        "Both have 2 points. Fewer cards in the cup decide: you have 1, Ben has 2."
    )
    assert telling.whose_turn(snapshot).startswith("Game over: you win 2 to 2, with fewer cards in the cup.")
    assert telling.whose_turn(seen(finished(smaller, larger), BEN)).startswith("Game over: Anna wins 2 to 2, with")


def test_a_draw_is_told() -> None:
    snapshot = seen(finished(NOBODY, NOBODY))
    assert telling.score_sheet(snapshot)[-1] == "Both have 0 points and 0 cards in the cup: nobody wins."
    assert telling.whose_turn(snapshot) == "Game over: a draw, 0 to 0. The draw pile had run out."


@pytest.mark.parametrize(
    ("reason", "said"),
    [
        ("deck", "The draw pile had run out."),
        ("river", "A river had all six colours."),
        ("colour", "All 18 cards of a colour were in rivers and cups."),
        ("stalemate", "Cards were only discarded, 40 times in a row."),
        ("agreed", "You both agreed to end it."),
    ],
)
def test_the_reason_of_the_end(reason: Reason, said: str) -> None:
    assert telling.whose_turn(seen(finished(RULEBOOK, NOBODY, reason))) == f"Game over: you win 53 to 0. {said}"
    assert telling.whose_turn(seen(finished(RULEBOOK, NOBODY, reason), BEN)) == f"Game over: Anna wins 53 to 0. {said}"


def test_resigning_loses_whatever_the_points() -> None:
    state = finished(RULEBOOK, NOBODY, "resigned", ANNA)
    assert telling.whose_turn(seen(state)) == "You resigned; Ben wins."
    assert telling.whose_turn(seen(state, BEN)) == "Anna resigned; you win."


def test_a_resignation_at_equal_points_needs_no_tie_break() -> None:
    lines = telling.score_sheet(seen(finished(NOBODY, NOBODY, "resigned", ANNA)))
    assert not any("Both have" in line for line in lines)


def test_no_score_before_the_end(moments: Moments) -> None:
    assert telling.score_sheet(moments[0]) == []
    assert telling.score_sheet(moments[40]) == []
    assert telling.score_sheet(moments[-1])


# The status line.


def test_the_status_line_says_what_is_going_on_in_a_whole_game(moments: Moments) -> None:
    said: dict[Occasion | None, set[str]] = {}
    for moment in moments:
        occasion = None if moment.due is None else moment.due.occasion
        said.setdefault(occasion, set()).add(telling.whose_turn(moment))
    assert said[Occasion.START] == {"Agreeing on the game …"}
    assert said[Occasion.OPENING] == {"Agreeing on a key that neither of you holds alone …"}
    assert said[Occasion.SHUFFLE] == {
        "Shuffling, 1 of 2: you shuffle the cards.",
        "Shuffling, 2 of 2: Ben shuffles the cards.",
    }
    assert said[Occasion.DEAL] == {"Dealing the cards …"}
    assert said[Occasion.TURN] >= {
        "Your turn: build a mountain, grow a field, or discard.",
        "Ben is thinking.",
        "You choose: take a colour from the mountain of mandala 0.",
        "Ben chooses a colour from the mountain of mandala 0.",
    }
    assert said[Occasion.END] == {"The game is over; all cards are being opened …"}
    assert said[None] == {"Game over: you win 20 to 16. The draw pile had run out."}


def test_an_offer_to_end_stays_in_the_status_line(moments: Moments) -> None:
    moment = next(moment for moment in moments if moment.owes is Owes.MOVE)
    offered = telling.whose_turn(evolve(moment, end_offered=True))
    assert offered == "Your turn: build a mountain, grow a field, or discard. Ben offers to end the game as it stands."


def test_a_resignation_that_waits_is_not_our_turn(moments: Moments) -> None:
    moment = next(moment for moment in moments if moment.owes is Owes.MOVE)
    assert moment.due == Due(Occasion.TURN, Move, Seat.HOST)
    assert telling.whose_turn(evolve(moment, owes=Owes.WORDS)) == "The game is being ended …"


# News and outcomes.


def test_news() -> None:
    assert telling.news(Chatted("well \x1b[1mplayed")) == "The other player: well [1mplayed"
    assert telling.news(Chatted("hi"), "Ben") == "Ben: hi"
    assert telling.news(EndWasOffered(), "Ben").startswith("Ben offers to end the game")
    assert telling.news(PeerQuiet(12)) == "Nothing has been heard of the other player for 12 seconds; waiting."
    assert telling.news(PeerQuiet(12), "Ben") == "Nothing has been heard of Ben for 12 seconds; waiting."
    assert telling.news(PeerHeard(), "Ben") == "Ben is back."


BROKEN = RemoteProtocolError(Code.FAILED_PROOF, "DK4", "the proof does not hold", b"\xffsecret")


@pytest.mark.parametrize(
    ("outcome", "said"),
    [
        (Finished(Result((24, 18), ANNA, "deck")), "The game is over, 24 to 18."),
        (PeerLeft("lunch."), "The other player left the game: lunch."),
        (PeerLeft(""), "The other player left the game."),
        (WeLeft(), "You left the game."),
        (
            Declined("The host is playing with somebody else."),
            "There was no game: The host is playing with somebody else.",
        ),
        (LineLost("Nothing was heard for 15 seconds"), "The connection was lost. Nothing was heard for 15 seconds."),
        (LineLost(""), "The connection was lost."),
        (NotSaved("The disk is full."), "The game was stopped, because it could not be saved here. The disk is full."),
        (
            PeerBroke(BROKEN),
            "The other player could not prove an operation on the cards. The game was ended; the evidence is in the "
            "log. Details: the proof does not hold [DK4].",
        ),
        (
            PeerComplained(34, "DK4", "the proof\x1b[2J does not hold"),
            "The other program says that this one broke the protocol, and ended the game. Both should have the same "
            "version. Details: the proof[2J does not hold [DK4, 34].",
        ),
    ],
)
def test_every_outcome_has_its_sentence(outcome: object, said: str) -> None:
    assert telling.outcome(Ended(outcome, Path("/a"))) == said  # type: ignore[arg-type]


def test_a_finished_game_is_told_from_our_side(moments: Moments) -> None:
    final = moments[-1]
    assert final.result is not None
    assert telling.outcome(Ended(Finished(final.result), None), final) == telling.whose_turn(final)


def test_refusals() -> None:
    assert telling.refusal(IllegalMove("G3", "orange already lies in mountain 1")) == (
        "Orange already lies in mountain 1 (rule G3)."
    )
    assert telling.refusal(BadNotation("x")) == "That is not a move. Moves look like A1o, B0r2, Ck1, Kg."


def test_visitors() -> None:
    print_ = "ABCD-EFGH-IJKL-MNOP"
    assert telling.visitor(Visitor("Ben", print_, None)) == (
        f"Ben wants to play; you have not met before. Their key is {print_}."
    )
    assert telling.visitor(Visitor("Ben", print_, "Ben")) == "Ben wants to play; you have met before."
    assert telling.visitor(Visitor("Benny", print_, "Ben")) == "Benny wants to play; you know them as Ben."


# What a move would bring.


def foreseen(
    notation: str,
    areas: str = "og/rr/k",
    *,
    phase: states.Phase = Turn(ANNA),  # noqa: B008 - a value
    anna: Player = Player(river("r"), NOTHING, 2, 6),  # noqa: B008 - a value
    draw_pile: int = 60,
    triggered: bool = False,
    hand: str = "rrooyp",
) -> str:
    mountain, annas, bens = (pile(area.replace("-", "")) for area in areas.split("/"))
    state = MandalaState(
        ANNA,
        phase,
        (Mandala(mountain, (annas, bens)), states.EMPTY_MANDALA),
        (anna, NOBODY),
        draw_pile,
        pile("k"),
        triggered,
        0,
    )
    return " ".join(foresight(state, ANNA, pile(hand), parse_move(notation), "Ben"))


@pytest.mark.parametrize(
    ("described", "said"),
    [
        (foreseen("A0o"), "orange to mountain 0, draw 3."),
        (foreseen("A0o", anna=Player((), NOTHING, 2, 8)), "orange to mountain 0, draw 1."),
        (foreseen("A0o", draw_pile=1), "orange to mountain 0, draw 2. Empties the draw pile!"),
        (foreseen("A0o", draw_pile=1, triggered=True), "orange to mountain 0, draw 2."),
        (foreseen("B0r1"), "1 red to your field 0, no draw. You hold 1 more red."),
        (foreseen("B0r2"), "2 red to your field 0, no draw."),
        (foreseen("Co1"), "discard 1 orange, draw 1. You hold 1 more orange."),
        (foreseen("Co2", draw_pile=2), "discard 2 orange, draw 2. Empties the draw pile!"),
        (foreseen("A0p", "ogy/rr/k"), "purple to mountain 0, draw 3. Completes mandala 0: you choose first."),
        (
            foreseen("A0p", "ogy/-/rk"),
            "purple to mountain 0, draw 3. Completes mandala 0: Ben chooses first, but your field is empty: "
            "you would get nothing.",
        ),
        (
            foreseen("A0p", "roygk/-/-"),
            "purple to mountain 0, draw 3. Completes mandala 0: both fields are empty, all of it is discarded.",
        ),
        (foreseen("B0p1", "ogyr/-/k"), "1 purple to your field 0, no draw. Completes mandala 0: Ben chooses first."),
        (
            foreseen("Kg", "gggo/rr/k", phase=Claiming(BEN, 0, ANNA)),
            "3 green: one to river slot 2, 2 to your cup. Ben chooses next from 1 card.",
        ),
        (
            foreseen("Kg", "g/rr/k", phase=Claiming(BEN, 0, ANNA)),
            "1 green: one to river slot 2. That empties the mountain.",
        ),
        (
            foreseen("Kg", "ggo/rr/k", phase=Claiming(BEN, 0, ANNA), anna=Player(river("rg"), NOTHING, 2, 6)),
            "2 green to your cup, worth 2 each. Ben chooses next from 1 card.",
        ),
        (
            foreseen("Kg", "ggo/-/rrk", phase=Claiming(BEN, 0, ANNA)),
            "your field is empty: 2 green to the discard pile. Ben chooses next from 1 card.",
        ),
        (
            foreseen("Kg", "g/rr/k", phase=Claiming(BEN, 0, ANNA), anna=Player(river("roypk"), NOTHING, 2, 6)),
            "1 green: one to river slot 6. That empties the mountain. "
            "Your sixth colour: the game ends after this mandala.",
        ),
    ],
)
def test_a_move_is_foreseen(described: str, said: str) -> None:
    assert described == said


def test_what_is_foreseen_comes_true(moments: Moments) -> None:
    """Draws and completions in a whole game are those that were announced."""
    checked = 0
    for before, after in itertools.pairwise(moments):
        if before.owes is not Owes.MOVE or before.view is None or len(after.steps) == len(before.steps):
            continue
        move = after.steps[-1].event.move  # type: ignore[union-attr]
        announced = foresight(before.view.state, ANNA, before.view.holdings["hand"], move, "Ben")
        deed, *_ = telling.events(after.steps[-1], ANNA, ("Anna", "Ben"))
        drawn = _number_after(deed, " draw ")
        assert _number_after(announced[0], ", draw ") == drawn
        checked += drawn is not None
    assert checked > 10


def _number_after(text: str, word: str) -> int | None:
    _, found, rest = text.partition(word)
    return int(rest.rstrip(".")) if found else None
