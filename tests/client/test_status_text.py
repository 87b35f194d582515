"""The status line, the score, the news, and the end, in sentences."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest
from attrs import evolve

from mandala_client.games.mandala import score_text
from mandala_client.games.mandala.events import events
from mandala_client.games.mandala.mandala_words import MandalaWords
from mandala_client.games.table_events import event_sentences
from mandala_client.sentences import outcomes, status_text
from mandala_client.text import player_names
from mandala_client.text.language import Language, said, speak
from mandala_client.ui.blocks.block_sentences import sentences_of
from mandala_net.match.admission import PeerInfo
from mandala_net.match.news import (
    Declined,
    GameEnded,
    GameFinished,
    LineLost,
    NoRematch,
    NotSaved,
    OfferDeclined,
    OfferMade,
    PeerAway,
    PeerBroke,
    PeerComplained,
    PeerHeard,
    PeerLeft,
    PeerQuiet,
    Talked,
    WeLeft,
)
from mandala_protocol.conversation.offers import StandingOffer
from mandala_protocol.conversation.snapshot import Pending, Snapshot
from mandala_protocol.errors import Code, RemoteProtocolError
from mandala_protocol.games.game import EndReason, Moved, Result, View
from mandala_protocol.games.mandala import MANDALA
from mandala_protocol.games.mandala import state as states
from mandala_protocol.games.mandala.colours import NO_CARDS
from mandala_protocol.games.mandala.scoring import result
from mandala_protocol.games.mandala.state import MandalaEnd, MandalaState, MandalaTermination, PlayerArea
from mandala_protocol.names import clean_line
from mandala_protocol.record.order import Due, Occasion
from mandala_protocol.seats import Seat
from mandala_protocol.sentence import Sentence
from mandala_protocol.wire.messages import Move, OfferKind
from tests.positions import ANNA, BEN, pile, river

Moments = Sequence[Snapshot]


def finished(
    annas: PlayerArea, bens: PlayerArea, termination: MandalaTermination = MandalaEnd.DECK, resigned: Seat | None = None
) -> MandalaState:
    over = states.GameOver(ANNA, termination, resigned, (NO_CARDS, NO_CARDS), (NO_CARDS, NO_CARDS))
    return MandalaState(ANNA, over, (states.EMPTY_MANDALA, states.EMPTY_MANDALA), (annas, bens), 0, NO_CARDS, True, 0)


def seen(state: MandalaState, seat: Seat = ANNA) -> Snapshot:
    """The end as one of them sees it."""
    return Snapshot(
        game=MANDALA.name,
        seat=seat,
        names=("Anna", "Ben"),
        due=None,
        pending=Pending.NOTHING,
        words="dako mifo reba",
        view=View(state, seat, {"hand": NO_CARDS, "cup": NO_CARDS}),
        steps=(),
        result=result(state),
        connected=True,
        length=100,
    )


RULEBOOK = PlayerArea(river("roygpk"), (4, 5, 6, 0, 3, 1), 0, 0)
NOBODY = PlayerArea((), NO_CARDS, 0, 0)


# The score.


def score_of(snapshot: Snapshot) -> list[str]:
    """The score as text mode tells it."""
    return sentences_of(score_text.score(snapshot))


def test_the_score_by_slot_as_in_the_example_of_the_rulebook() -> None:
    assert score_of(seen(finished(RULEBOOK, NOBODY))) == [
        "Slot 1: you 4 points for 4 red, Ben 0 points.",
        "Slot 2: you 10 points for 5 orange, Ben 0 points.",
        "Slot 3: you 18 points for 6 yellow, Ben 0 points.",
        "Slot 4: you 0 points for 0 green, Ben 0 points.",
        "Slot 5: you 15 points for 3 purple, Ben 0 points.",
        "Slot 6: you 6 points for 1 black, Ben 0 points.",
        "Points: you 4 + 10 + 18 + 0 + 15 + 6 = 53, Ben 0 + 0 + 0 + 0 + 0 + 0 = 0.",
        "Cup: you 19 cards, Ben 0 cards.",
    ]


def test_who_looks_on_is_told_the_same_by_name_and_who_won() -> None:
    lines = sentences_of(MandalaWords().onlooker_score(finished(RULEBOOK, NOBODY), ("Anna", "Ben")))
    assert lines[1] == "Slot 2: Anna 10 points for 5 orange, Ben 0 points."
    assert lines[6] == "Points: Anna 4 + 10 + 18 + 0 + 15 + 6 = 53, Ben 0 + 0 + 0 + 0 + 0 + 0 = 0."
    assert lines[-1] == "Anna wins 53 to 0. The draw pile had run out."


def test_cards_that_score_nothing_are_told() -> None:
    state = finished(NOBODY, NOBODY)
    over = states.GameOver(ANNA, MandalaEnd.DECK, None, (NO_CARDS, NO_CARDS), (pile("rk"), NO_CARDS))
    assert "No slot: you 1 red and 1 black, Ben 0 cards." in score_of(seen(evolve(state, phase=over)))


@pytest.mark.parametrize(
    ("termination", "said"),
    [
        (MandalaEnd.DECK, "The draw pile had run out."),
        (MandalaEnd.RIVER, "A river had all six colours."),
        (MandalaEnd.COLOUR, "All 18 cards of a colour were in rivers and cups."),
        (MandalaEnd.STALEMATE, "40 turns in a row were only discards."),
        (EndReason.AGREED, "You both agreed to end it."),
    ],
)
def test_the_reason_of_the_end(termination: MandalaTermination, said: str) -> None:
    ended = finished(RULEBOOK, NOBODY, termination)
    assert status_text.whose_turn(seen(ended)) == f"Game over: you win 53 to 0. {said}"
    assert status_text.whose_turn(seen(ended, BEN)) == f"Game over: Anna wins 53 to 0. {said}"


def test_resigning_loses_whatever_the_points() -> None:
    state = finished(RULEBOOK, NOBODY, EndReason.RESIGNED, ANNA)
    assert status_text.whose_turn(seen(state)) == "You resigned; Ben wins."
    assert status_text.whose_turn(seen(state, BEN)) == "Anna resigned; you win."


def test_a_resignation_at_equal_points_needs_no_tie_break() -> None:
    lines = score_of(seen(finished(NOBODY, NOBODY, EndReason.RESIGNED, ANNA)))
    assert not any("Both have" in line for line in lines)


def test_no_score_before_the_end(moments: Moments) -> None:
    assert score_of(moments[0]) == []
    assert score_of(moments[40]) == []
    assert score_of(moments[-1])


# The status line.


def test_nobody_deals_once_a_move_was_made(moments: Moments) -> None:
    for moment in moments:
        if any(isinstance(step.event, Moved) for step in moment.steps):
            assert "Dealing" not in status_text.whose_turn(moment)


def test_the_status_line_says_what_is_going_on_in_a_whole_game(moments: Moments) -> None:
    said: dict[Occasion | None, set[str]] = {}
    for moment in moments:
        occasion = None if moment.due is None else moment.due.occasion
        said.setdefault(occasion, set()).add(status_text.whose_turn(moment))
    assert said[Occasion.START] == {"Agreeing on the game …"}
    assert said[Occasion.OPENING] == {"Agreeing on a key that neither of you holds alone …"}
    assert said[Occasion.SHUFFLE] == {
        "Shuffling, 1 of 2: you shuffle the cards.",
        "Shuffling, 2 of 2: Ben shuffles the cards.",
    }
    assert said[Occasion.DEAL] == {
        "Dealing the cards …",
        "You draw cards …",
        "Ben draws cards …",
        "You put the new cards into your hand …",
        "Ben puts the new cards into their hand …",
        "The left mandala gets its new mountain …",
        "The right mandala gets its new mountain …",
    }
    assert said[Occasion.TURN] >= {
        "Your turn: build a mountain (A), grow a field (B) or discard (C).",
        "Ben is thinking.",
    }
    assert said[Occasion.TURN] & {f"You choose: take a colour from the {side} mountain." for side in ("left", "right")}
    assert said[Occasion.TURN] & {f"Ben chooses a colour from the {side} mountain." for side in ("left", "right")}
    assert said[Occasion.END] == {"The game is over; revealing all cards …"}
    (over,) = said[None]
    assert over.startswith("Game over: ")


def test_an_offer_to_end_stays_in_the_status_line(moments: Moments) -> None:
    moment = next(moment for moment in moments if moment.pending is Pending.MOVE)
    offered = status_text.whose_turn(evolve(moment, their_offer=StandingOffer(OfferKind.END)))
    assert offered == "Your turn. Ben offers to end the game now and score it."


def test_a_resignation_that_waits_is_not_our_turn(moments: Moments) -> None:
    moment = next(moment for moment in moments if moment.pending is Pending.MOVE)
    assert moment.due == Due(Occasion.TURN, Move, Seat.HOST)
    assert status_text.whose_turn(evolve(moment, pending=Pending.ENTRY)) == "The game is being ended …"


# News and outcomes.


def test_OR9_nothing_is_told_of_a_grace_that_nobody_has_set() -> None:
    over = seen(finished(NOBODY, NOBODY))
    assert status_text.agreed(over) == [status_text.words("dako mifo reba")]
    assert status_text.agreed(evolve(over, grace=3600))[1:] == [
        "Time limit for absences: 60 minutes. After that, the other player may call the game abandoned."
    ]


def test_news() -> None:
    assert status_text.news(Talked("well \x1b[1mplayed")) == "The other player says: “well [1mplayed”"
    assert status_text.news(Talked("hi"), "Ben") == "Ben says: “hi”"
    assert status_text.news(OfferMade(OfferKind.END), "Ben").startswith("Ben offers to end the game")
    assert (
        status_text.news(OfferDeclined(OfferKind.END), "Ben")
        == "Ben declines, but may still agree until the next move."
    )
    assert status_text.news(NoRematch(), "Ben") == "Ben will not play another game."
    assert status_text.news(NoRematch("he cheats"), "Ben") == "There will be no other game: he cheats."
    assert status_text.news(PeerQuiet(12)) == "No word from the other player for 12 seconds; waiting."
    assert status_text.news(PeerQuiet(12), "Ben") == "No word from Ben for 12 seconds; waiting."
    assert status_text.news(PeerHeard(), "Ben") == "Ben is back."


def test_what_becomes_of_a_game_whose_other_player_is_away_is_told_as_it_is_agreed() -> None:
    waiting = "Ben is away. Trying to reconnect"
    for away, text in [
        (PeerAway(0, "", None), f"{waiting}. The game stays open even if you leave."),
        (PeerAway(0, "", 90, 600), f"{waiting}. In 1:30 you may call the game abandoned."),
        (
            PeerAway(0, "", None, 600),
            f"{waiting}. The game stays open here, but the other program may abandon it after 10 minutes.",
        ),
    ]:
        assert status_text.news(away, "Ben") == text


def test_a_reason_from_below_is_told_in_the_spoken_language() -> None:
    speak(Language.GERMAN)
    try:
        text = outcomes.fact(Sentence("Port {port} is in use.", port=28108))
        assert text == said(Sentence("Port {port} is in use.", port=28108))
    finally:
        speak(Language.ENGLISH)


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("B\u202ene\u202c", "Bne"),
        ("\u200f\u2067Ben\u2069", "Ben"),
        ("Be\x1b[31mn\r\n\t\x07", "Be[31mn"),
        ("B" * 500, "B" * 32),
        ("e" + "\u0301" * 40, "\u00e9\u0301\u0301\u0301"),
        ("", "?"),
        ("\u2066\u200b\u3164 \ufeff", "?"),
        ("\u05d1\u05df", "\u05d1\u05df"),
        ("{other} %s {0}", "{other} %s {0}"),
    ],
)
def test_a_name_from_outside_is_shown_harmlessly_wherever_it_is_told(name: str, shown: str, moments: Moments) -> None:
    final = evolve(moments[-1], names=("Anna", name))
    turn = evolve(next(moment for moment in moments if moment.pending is Pending.MOVE), names=("Anna", name))
    sentences = [
        player_names.player_name(BEN, ("Anna", name)),
        status_text.whose_turn(evolve(turn, connected=False)),
        status_text.whose_turn(evolve(turn, their_offer=StandingOffer(OfferKind.END))),
        score_text.points_now(turn),
        *score_of(final),
        *MandalaWords().table(turn),
        status_text.wants_to_play(PeerInfo(name, "ABCD-EFGH-IJKL-MNOP", None)),
        outcomes.outcome(GameEnded(PeerLeft(f"bye {name}"), None), final),
        *(line for step in final.steps for line in event_sentences(events(step), ANNA, ("Anna", name))),
    ]
    assert sentences[0] == shown
    for line in sentences:
        assert clean_line(line[:400]) == line[:400].strip(), "nothing in it can do harm"
        assert len(line) < 600
    assert sentences[1] == f"Waiting for {shown} to come back."


def test_a_chat_from_outside_is_shown_harmlessly() -> None:
    assert status_text.news(Talked("a\u202eb\x1b]0;x\x07c\nd"), "Ben") == "Ben says: “ab]0;xc d”"
    assert len(status_text.news(Talked("x" * 5000), "Ben")) == len("Ben says: “”") + 500


BROKEN = RemoteProtocolError(Code.FAILED_PROOF, "DK4", Sentence("the proof is not valid"), b"\xffsecret")


@pytest.mark.parametrize(
    ("outcome", "said"),
    [
        (GameFinished(Result((24, 18), ANNA, MandalaEnd.DECK)), "The game is over, 24 to 18."),
        (PeerLeft("lunch."), "The other player left the game: “lunch.”."),
        (PeerLeft(""), "The other player left the game."),
        (WeLeft(), "You left the game."),
        (
            Declined(Sentence("The host is playing with someone else.")),
            "The host is playing with someone else. There was no game. Ask the host, and join again.",
        ),
        (LineLost("Nothing was heard for 15 seconds"), "The connection was lost. Nothing was heard for 15 seconds."),
        (LineLost(""), "The connection was lost."),
        (NotSaved("The disk is full."), "The game was stopped, because it could not be saved here. The disk is full."),
        (
            PeerBroke(BROKEN),
            "The other player could not prove an operation on the cards. The connection was ended. "
            "Details: the proof is not valid [DK4].",
        ),
        (
            PeerComplained(34, "DK4", "the proof\x1b[2J is not valid"),
            (
                "The other program ended the connection, because it says that this one broke the protocol. Both "
                "should have the same version. Details: “the proof[2J is not valid” [DK4, 34]."
            ),
        ),
    ],
)
def test_every_outcome_has_its_sentence(outcome: object, said: str) -> None:
    assert outcomes.outcome(GameEnded(outcome, Path("/a"))) == said  # type: ignore[arg-type]


@pytest.mark.parametrize("outcome", [PeerBroke(BROKEN), PeerComplained(34, "DK4", "the proof is not valid")])
def test_a_connection_that_one_program_ended_leaves_the_game_open(outcome: PeerBroke | PeerComplained) -> None:
    ended = GameEnded(outcome, Path("/a"), resumable=True)
    assert outcomes.outcome(ended).endswith(" The game stays open. To resume it, type: mandala-lan resume")
    assert outcomes.outcome(ended, in_lobby=True).endswith(" The game stays open, under “Open games”.")
    assert "stays open" not in outcomes.outcome(evolve(ended, resumable=False))


def test_a_finished_game_is_told_from_our_side(moments: Moments) -> None:
    final = moments[-1]
    assert final.result is not None
    assert outcomes.outcome(GameEnded(GameFinished(final.result), None), final) == status_text.whose_turn(final)


def test_a_result_whose_cards_are_not_seen_is_told_from_the_own_side(moments: Moments) -> None:
    turn = evolve(next(one for one in moments if one.pending is Pending.MOVE), seat=Seat.GUEST, names=("Anna", "Ben"))
    for score, text in (
        (Result((24, 18), Seat.HOST, MandalaEnd.DECK), "The game is over, 18 to 24."),
        (Result((0, 0), Seat.HOST, EndReason.RESIGNED), "You resigned; Anna wins."),
        (Result((0, 0), Seat.GUEST, EndReason.RESIGNED), "Anna resigned; you win."),
    ):
        assert outcomes.outcome(GameEnded(GameFinished(score), None), turn) == text


def test_whoever_leaves_hears_how_to_go_on_and_for_how_long_that_is_sure(moments: Moments) -> None:
    left, going_on = GameEnded(WeLeft(), Path("/a"), resumable=True), "To resume it, type: mandala-lan resume"
    turn, over = moments[40], moments[-1]
    assert outcomes.outcome(left, turn) == f"You left the game. It stays open. {going_on}"
    assert outcomes.outcome(left, evolve(turn, grace=600)) == (
        f"You left the game. It stays open, but may count as abandoned after 10 minutes. {going_on}"
    )
    nothing_to_abandon = outcomes.outcome(left, evolve(over, grace=600))
    assert nothing_to_abandon == f"You left the game. It stays open. {going_on}"


def test_visitors() -> None:
    print_ = "ABCD-EFGH-IJKL-MNOP"
    stranger, known = PeerInfo("Benny", print_, None), PeerInfo("Benny", print_, "Ben")
    assert status_text.wants_to_play(stranger) == "Benny wants to play."
    assert status_text.key_of_peer(stranger) == f"Their key is {print_}."
    assert status_text.met_before(stranger) == "You have not met before."
    assert status_text.met_before(known) == "You have met before, as Ben."
    unasked = evolve(known, confirmed=False)
    assert status_text.met_before(unasked) == "Ben played here before, when everyone was let in."
