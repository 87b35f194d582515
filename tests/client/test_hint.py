"""A hint is the hard bot's own move, from our view alone, with the chance to win and the reason in words."""

from __future__ import annotations

from pathlib import Path

import pytest
from attrs import evolve, frozen

from mandala_client.games.advice import NoAdvice
from mandala_client.games.advice import hint as hint_of
from mandala_client.games.catalogue import ui_of
from mandala_client.games.forecast_text import chance_to_win, told_hint, told_line
from mandala_client.games.game_words import Hint
from mandala_client.games.mandala.hint import clauses, hint, threat
from mandala_client.games.mandala.notation import of_colour, written
from mandala_client.games.mandala.preview import preview_sentences
from mandala_client.text.numbers import points
from mandala_net.bots.catalogue import make_bot
from mandala_net.bots.forecast import Forecast
from mandala_net.bots.mandala import reasons, teaching
from mandala_net.bots.mandala.evaluation import Evaluator
from mandala_net.bots.mandala.reasons import Clause, reason_for
from mandala_net.bots.mandala.teaching import FORECAST_FILE, mandala_teacher
from mandala_net.bots.mandala.weights import Weights
from mandala_net.bots.move_review import TASTE
from mandala_net.bots.teacher import expected_line
from mandala_protocol.conversation.snapshot import Pending, Snapshot
from mandala_protocol.games.game import HAND, Moved, View
from mandala_protocol.games.mandala import MANDALA, Claim, MandalaMove
from mandala_protocol.games.mandala.colours import NO_CARDS
from mandala_protocol.games.mandala.state import MandalaState, PlayerArea, Turn
from mandala_protocol.seats import Seat
from tests.client.at_table import positions
from tests.narrowing import present
from tests.positions import ANNA, mandala, pile, river


@frozen
class Told:
    """A position of a game in which it is our move, and its hint."""

    view: View[MandalaState]
    hint: Hint[MandalaMove]


@pytest.fixture(scope="module")
def hints(moments: tuple[Snapshot, ...]) -> list[Told]:
    """The hints for some of our moves in a game, from its beginning to its end."""
    asked = [moment for moment in moments if moment.pending is Pending.MOVE][1::7]
    return [Told(present(moment.view), present(hint(moment))) for moment in asked]


def test_every_hint_of_a_game_is_a_legal_move_with_a_sentence(hints: list[Told]) -> None:
    for position in hints[::2]:
        told = position.hint
        assert told.move == make_bot(MANDALA.name, "hard", TASTE).choose(position.view)
        chance = chance_to_win(mandala_teacher().forecast(position.view))
        assert told.sentence.startswith(f"Hint: {written(told.move)} ({chance}) – ")
        assert told.sentence.endswith(".")
        assert "{" not in told.sentence


def test_there_is_no_hint_when_it_is_not_our_move(moments: tuple[Snapshot, ...]) -> None:
    moment = next(moment for moment in moments if moment.pending is Pending.MOVE)
    assert hint(evolve(moment, pending=Pending.NOTHING)) is None
    assert hint(evolve(moment, view=None)) is None


def test_a_hint_depends_on_nothing_but_the_own_view(moments: tuple[Snapshot, ...]) -> None:
    moment = next(moment for moment in moments if moment.pending is Pending.MOVE)
    alone = evolve(moment, steps=(), names=None, length=0)
    assert hint(alone) == hint(moment)


def test_a_hint_without_a_reason_is_a_move_and_its_chance() -> None:
    assert told_hint("ALr", Forecast(0.384, -3.0), "") == "Hint: ALr (38 % to win)."
    assert told_hint("ALr", Forecast(0.384, -3.0), "why") == "Hint: ALr (38 % to win) – why."


def test_the_line_of_play_names_who_is_expected_to_make_each_move() -> None:
    moves = [Moved(Seat.GUEST, "ALr"), Moved(Seat.HOST, "BRo1")]
    assert told_line(moves, Seat.HOST, "Ben", str.upper) == "Expected next: Ben ALR, you BRO1."
    assert told_line(moves[:1], Seat.GUEST, "Anna", str) == "Expected next: you ALr."


def test_a_hint_tells_the_line_that_the_teacher_expects(hints: list[Told]) -> None:
    told = set()
    for position in hints[1::2]:
        expected = expected_line(MANDALA, mandala_teacher(), position.view)[1:]
        told.add(bool(expected))
        sentence = position.hint.sentence
        if expected:
            assert sentence.endswith(f" {told_line(expected, position.view.seat, 'Ben', written)}")
        else:
            assert "Expected next" not in sentence
    assert told == {True, False}


# What the other player threatens.


def threatened(notation: str, left: str, *, right: str = "-/-/-", hand: str = "rrooppy", ben: int = 6) -> str | None:
    """The threat of Ben after this move of Anna: a mandala and what he would take; the areas as in ``mandala``."""
    players = (PlayerArea(river(""), NO_CARDS, 2, len(hand)), PlayerArea(river("rg"), NO_CARDS, 2, ben))
    mandalas = (mandala(left), mandala(right))
    state = MandalaState(ANNA, Turn(ANNA), mandalas, players, 50, NO_CARDS, False, 0)
    view: View[MandalaState] = View(state, ANNA, {HAND: pile(hand), "cup": pile("yk")})
    found = threat(view, MANDALA.parse_move(notation))
    if found is None:
        return None
    best = found.best
    return f"{found.mandala} {found.colour.word}: {best.count} {best.colour.word} for {best.points}"


@pytest.mark.parametrize(
    ("after", "expected"),
    [
        (threatened("Co1", "ggry/o/pp"), "0 black: 2 green for 4"),
        (threatened("A0g", "ggry/o/pp"), "0 black: 3 green for 6"),
        (threatened("A0p", "ggry/o/kk"), None),
        (threatened("A0p", "ggr/o/kk", hand="rooppyy"), "0 yellow: 2 green for 4"),
        (threatened("Co1", "ggry/ooo/pp"), None),
        (threatened("Co1", "ggr/o/pp"), None),
        (threatened("Co1", "gry/o/pp"), None),
        (threatened("Co1", "ggry/o/pp", ben=0), None),
        (threatened("Co1", "ggry/o/pp", hand="k" * 17), None),
        (threatened("Co1", "ggry/o/pp", right="rrrr/o/gyyppk"), "0 black: 2 green for 4"),
    ],
)
def test_the_threat_is_the_mandala_that_the_other_player_could_complete_and_choose_first_in(
    after: str | None, expected: str | None
) -> None:
    assert after == expected


def test_a_hint_names_the_threat(hints: list[Told]) -> None:
    told = set()
    for position in hints:
        threatens = threat(position.view, position.hint.move) is not None
        assert threatens == (" Ben could then complete the " in position.hint.sentence)
        told.add(threatens)
    assert told == {True, False}


# The reason, and what is told of the move before it is made.


def test_the_reason_for_a_move_and_what_is_told_of_it_before_agree_for_every_move() -> None:
    met: set[str] = set()
    for view in (view for seed in range(6) for view in positions(seed)):
        evaluator = Evaluator(view, Weights())
        for move in MANDALA.legal_moves(view):
            told = clauses(view, move, reason_for(view, evaluator.evaluate(move)))
            foreseen = preview_sentences(view.state, view.seat, view.holdings[HAND], move, "Ben", view.holdings["cup"])
            assert_agreement(view, move, told, " ".join(foreseen))
            met |= {clause.template for clause in told}
    assert met >= {
        *(reasons.COMPLETES_FIRST, reasons.COMPLETES_SECOND, reasons.ADDS_POINTS, reasons.FILLS_SLOT),
        *(reasons.ONLY_ONE, reasons.DENIES, reasons.FILLS_HAND),
    }


def assert_agreement(view: View[MandalaState], move: MandalaMove, clauses: tuple[Clause, ...], foreseen: str) -> None:
    templates = {clause.template for clause in clauses}
    assert (reasons.COMPLETES_FIRST in templates) == (": you choose first." in foreseen)
    assert (reasons.COMPLETES_SECOND in templates) == (": Ben chooses first" in foreseen)
    assert (reasons.CLEARS in templates) == (": both fields are empty" in foreseen)
    assert (reasons.ONLY_ONE in templates) == (isinstance(move, Claim) and "That empties the mountain." in foreseen)
    if reasons.ENDS_AHEAD in templates:
        assert "the next completed mandala is the last" not in foreseen
        assert reasons.OTHERWISE_BEHIND not in templates
    for clause in clauses:
        values = clause.values
        match clause.template:
            case reasons.ADDS_POINTS if isinstance(move, Claim):
                assert f"to your cup: {points(values['points'])}," in foreseen
            case reasons.ADDS_POINTS:
                best, _found, more = foreseen.partition("The best colour for you: ")[2].partition(", ")
                assert best.endswith(of_colour(0, values["colour"]).removeprefix("0"))
                assert more.startswith(f"{points(values['points'])} at slot ")
            case reasons.FILLS_SLOT if isinstance(move, Claim):
                assert f"to river slot {values['slot']}" in foreseen
            case reasons.FILLS_SLOT:
                assert "No colour there scores for you at once." in foreseen
            case reasons.DENIES:
                assert "to the discard pile, as your field there is empty" in foreseen
            case reasons.FILLS_HAND:
                drawn = values["cards"] - view.state.players[view.seat].hand + 1
                assert f", draw {drawn}." in foreseen
            case _:
                pass


# Where no one can judge; last, as it forgets all that the teacher has found out.


def test_where_the_weights_are_damaged_there_is_one_sentence_in_place_of_a_hint(
    moments: tuple[Snapshot, ...], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    moment = next(moment for moment in moments if moment.pending is Pending.MOVE)
    monkeypatch.setattr(teaching, "FORECAST_FILE", evolve(FORECAST_FILE, path=tmp_path / "lost.json"))
    mandala_teacher.cache_clear()
    try:
        with pytest.raises(
            NoAdvice, match=r"^The weights of the bots for Mandala are damaged\. Reinstall mandala-lan\.$"
        ):
            hint_of(ui_of(MANDALA.name), moment)
    finally:
        mandala_teacher.cache_clear()
