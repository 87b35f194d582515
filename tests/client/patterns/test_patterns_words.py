"""What is said about Patterns: previews that come true, refusals for every point, the position, and the end."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from typing import Any

import pytest
from attrs import evolve

from mandala_client.games.colour_words import colour_name
from mandala_client.games.game_words import MOST_MOVES_IN_FULL, listed_moves
from mandala_client.games.patterns.chooser import as_move
from mandala_client.games.patterns.events import FINAL_FLIP, STUCK
from mandala_client.games.patterns.preview import prospect
from mandala_client.games.table_events import event_sentences
from mandala_client.text.language import Language, speak
from mandala_client.text.typed_words import TypedWord
from mandala_net.bots.batch import start
from mandala_net.bots.patterns.teaching import patterns_teacher
from mandala_protocol.conversation.snapshot import Snapshot
from mandala_protocol.games.game import IllegalMove, Moved, View
from mandala_protocol.games.patterns import (
    ALL_MOVES,
    PATTERNS,
    FlipTile,
    OpenGroup,
    PatternsMove,
    PatternsState,
    SwapTile,
    TakeStart,
)
from mandala_protocol.games.patterns.flow import before_final_flips
from mandala_protocol.games.patterns.legality import can_move
from mandala_protocol.games.patterns.position import parse_position
from mandala_protocol.games.patterns.scoring import group_scores, points
from mandala_protocol.games.patterns.state import PatternsEnd, colour_at, owner_at
from mandala_protocol.record.steps import Step
from mandala_protocol.seats import Seat
from tests.client.laws import untranslated
from tests.client.patterns.conftest import MIDDLE, PATTERNS_UI, Sitting, state_of
from tests.client.scenes import each_language
from tests.client.speaking import in_other_letters
from tests.narrowing import present

WORDS = PATTERNS_UI.words
NAMES = ("Anna", "Ben")
EACH_OF = 12
"""A hint takes a long search: it is asked for at some moments of a game only, so far apart."""

ALONE = (
    "patterns 0 turn:0 yk gkkogyrkppropooroyrrpgogpokkpprygkkgorkpygryoyypyygg "
    ".00....0..1.0..0..110.....110.....11.......0.11100.. r/y48k2p20r15 k/k26g35y46p47r10"
)
"""The other player can do nothing, so each of the five moves ends the game."""


def test_typed_moves_are_understood_whatever_their_case_and_spaces() -> None:
    for move in ALL_MOVES:
        text = PATTERNS.format_move(move)
        for typed in (text, text.lower(), text.upper(), f" {text[0]} {text[1:]} "):
            assert as_move(typed) == move
    assert as_move("O07") == OpenGroup(7)
    assert as_move("9") == as_move("09") == as_move("F9") == FlipTile(9), "a number alone flips"
    assert as_move("017") == OpenGroup(17), "a zero for the letter O"
    assert as_move("OO") == as_move("oo") == as_move("00") == OpenGroup(0), "and the letter for a zero"
    assert as_move("O1O") == as_move("010") == OpenGroup(10)
    assert as_move("1o") == as_move("F1O") == FlipTile(10)
    assert as_move("0") == FlipTile(0)
    nonsense = "", "O", "O52", "O99", "O-1", "O 1 0 0", "ALo", "BRr2", "Kg", "Sx", "S1", "F1x", "O" * 100, "O٣"
    for text in (*nonsense, "52", "123", "٣"):
        assert as_move(text) is None, text


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("O", "Which field? Type its number too, such as O17."),
        ("f", "Which field? Type its number too, such as 17."),
        ("O55", "There is no field 55; the fields are 0 to 51."),
        ("99", "There is no field 99; the fields are 0 to 51."),
        ("x 100", "There is no field 100; the fields are 0 to 51."),
        ("Sx", "“x” is not a colour; the letters are r o y g p k."),
        ("A", None),
        ("hello", None),
        ("", None),
    ],
)
def test_a_slip_in_a_move_is_named(typed: str, said: str | None) -> None:
    assert WORDS.slip(typed) == said


def test_no_move_is_written_like_a_function_key() -> None:
    keys = {f"F{number}" for number in range(1, 25)}
    assert WORDS.notation(FlipTile(12)) == "12"
    assert keys.isdisjoint(map(WORDS.notation, ALL_MOVES))
    assert all(as_move(WORDS.notation(move)) == move for move in ALL_MOVES)


# Before a move.


def test_what_a_preview_says_comes_true(sitting: Sitting) -> None:
    kinds = set()
    for snapshot in sitting.moments[1:]:
        state, seat = state_of(snapshot), snapshot.seat
        assert snapshot.view is not None
        for move in PATTERNS.legal_moves(snapshot.view):
            assert isinstance(move, OpenGroup | FlipTile | SwapTile)
            seen = prospect(state, seat, move)
            after = PATTERNS.apply(state, Moved(seat, move))
            kinds.add(type(move))
            group = after.players[seat].groups[seen.colour]
            assert colour_at(after, move.field) is seen.colour
            if after.stopped is None:
                assert points(after.players[seat]) - points(state.players[seat]) == seen.points
                assert group.tiles.bit_count() == seen.tiles
            assert group.value == seen.value
            taken = after.players[seat].bowl
            assert seen.taken == (None if isinstance(move, FlipTile) else taken)
            assert seen.stuck == (not can_move(after, seat))
            assert seen.scores == (points(after.players[0]), points(after.players[1]))
            text = " ".join(WORDS.preview(snapshot, move, "Ben"))
            assert colour_name(seen.colour) in text.lower()
            assert ("the game ends" in text) == (after.stopped is not None)
            brief = WORDS.preview(snapshot, move, "Ben", brief=True)
            assert max(map(len, brief)) <= 2 * 38
    assert kinds == {OpenGroup, FlipTile, SwapTile}


def test_a_move_that_ends_the_game_without_winning_it_is_asked_about() -> None:
    state = parse_position(ALONE)
    view = View(state, Seat.HOST, {})
    questions = {PATTERNS.format_move(move): WORDS.regretted(view, move) for move in PATTERNS.legal_moves(view)}
    for text, question in questions.items():
        after = PATTERNS.apply(state, Moved(Seat.HOST, PATTERNS.parse_move(text)))
        own, other = map(points, after.players)
        if own > other:
            assert question is None
        else:
            assert f"{own} to {other}. Play anyway?" in question
    assert WORDS.regretted(View(state, Seat.HOST, {}), TakeStart(state.start[0])) is None


@each_language
def test_every_move_that_is_refused_is_refused_in_a_sentence_with_its_point(language: Language) -> None:
    speak(language)
    found: set[str] = set()
    for state in states_of_games_by_chance():
        for seat in Seat:
            judged: View[Any] = View(state, seat, {})
            for move in ALL_MOVES:
                point = refused_for(judged, move)
                if point is None:
                    continue
                told = WORDS.refusal(IllegalMove(point, "because"), judged, move)
                assert told.endswith(f"{point})."), told
                assert "{" not in told
                assert "because" not in told, "the reason of the rules is English"
                assert told[0].isupper()
                found.add(point)
    assert found == {"T2", "A1", "O0", "O5", "F1", "F2", "X1", "X2", "X3", "N1", "E1"}


def states_of_games_by_chance() -> Iterator[PatternsState]:
    """All states of two games, the last of each included; in one of them groups of a colour come close."""
    for seed in (0, 3):
        game, chance = start(PATTERNS, seed), random.Random(seed)
        while moves := game.legal_moves():
            yield game.state
            game.play(chance.choice(moves))
        yield game.state


def refused_for(view: View[Any], move: PatternsMove) -> str | None:
    try:
        PATTERNS.check(view, move)
    except IllegalMove as error:
        return error.point
    return None


# What happened.


def steps_of(sitting: Sitting) -> tuple[Step, ...]:
    assert sitting.ended.snapshot is not None
    return sitting.ended.snapshot.steps


@each_language
def test_each_deed_is_told_to_both_and_to_whoever_looks_on(language: Language, sitting: Sitting) -> None:
    speak(language)
    for step in steps_of(sitting):
        for seat in (None, *Seat):
            for sentence in event_sentences(WORDS.events(step), seat, NAMES):
                assert "{" not in sentence
                assert sentence.endswith(".")
        if isinstance(step.event, Moved):
            mover = NAMES[step.event.seat]
            assert mover not in WORDS.events(step)[0].sentence(step.event.seat, NAMES)
            assert mover in WORDS.events(step)[0].sentence(None, NAMES)


def test_the_final_flips_are_told_one_after_another_in_a_legal_order(sitting: Sitting) -> None:
    step = next(step for step in steps_of(sitting) if step.after.stopped is not None)
    flips = step.after.stopped.final_flips
    assert len(flips) >= 2
    flipped = [event for event in WORDS.events(step) if event.wording is FINAL_FLIP]
    assert [event.values["field"] for event in flipped] == list(flips)
    tables = before_final_flips(step.after)
    for table, field in zip(tables, flips, strict=True):
        assert owner_at(table, field) is None
    loud = {seat: [event.wording for event in WORDS.events(step) if event.is_loud(seat)] for seat in (None, *Seat)}
    stuck = step.after.to_move
    assert loud == {None: [], stuck: [STUCK], stuck.other: []}


# The position.


@each_language
def test_the_position_is_told_in_full(language: Language, sitting: Sitting) -> None:
    speak(language)
    for snapshot in sitting.moments:
        told = WORDS.table(snapshot)
        rows = told[:8]
        state = state_of(snapshot)
        tiles = [tile for row in rows for tile in row.rstrip(".").split(": ", 1)[1].split(", ")]
        assert len(tiles) == 52
        for field, tile in enumerate(tiles):
            assert tile.startswith(colour_name(colour_at(state, field)))
            assert (tile != colour_name(colour_at(state, field))) == (owner_at(state, field) is not None)
        opened = sum(player.opened for player in state.players)
        assert sum(bool(re.search(r"(marker|Marker|fiche) \d", line)) for line in told) == opened
        assert not any("{" in line for line in told)


def test_a_field_is_told_with_those_beside_it_and_where_they_are(sitting: Sitting) -> None:
    snapshot = sitting.moments[MIDDLE]
    tiles = _tiles(snapshot)
    assert WORDS.part(snapshot, TypedWord.FIELD, "14") == [
        f"Field 14: {tiles[14]}; above 7 {tiles[7]}, left 13 {tiles[13]}, right 15 {tiles[15]}, below 22 {tiles[22]}."
    ]
    assert WORDS.part(snapshot, TypedWord.FIELD, "0") == [
        f"Field 0: {tiles[0]}; right 1 {tiles[1]}, below 5 {tiles[5]}."
    ]
    for typed in ("", "52", "-1", "red"):
        assert WORDS.part(snapshot, TypedWord.FIELD, typed) == ["Add the number of a field, from 0 to 51: “field 14”."]


def _tiles(snapshot: Snapshot) -> list[str]:
    """The tile on each field, as the table tells it."""
    rows = WORDS.table(snapshot)[:8]
    return [tile for row in rows for tile in row.rstrip(".").split(": ", 1)[1].split(", ")]


def test_groups_and_bowls_are_told_alone_and_with_the_table(sitting: Sitting) -> None:
    snapshot = sitting.moments[MIDDLE]
    bowls, groups = (WORDS.part(snapshot, word, "") for word in (TypedWord.BOWL, TypedWord.GROUPS))
    assert [line.rpartition(" is ")[0] for line in bowls] == ["The tile in your bowl", "The tile in Ben's bowl"]
    assert sum("marker" in line for line in groups) == sum(player.opened for player in state_of(snapshot).players)
    assert WORDS.table(snapshot)[9:] == [*bowls, *groups]
    assert WORDS.part(sitting.moments[0], TypedWord.BOWL, "") == ["The start tiles are green and black."]


def test_it_is_said_who_gets_which_start_tile(sitting: Sitting) -> None:
    step, taker = next((step, step.event.seat) for step in steps_of(sitting) if isinstance(step.event, Moved))
    colours = [colour_name(event.values["colour"]) for event in WORDS.events(step)]
    assert event_sentences(WORDS.events(step), taker, NAMES) == [
        f"You take the start tile {colours[0]} into your bowl.",
        f"{NAMES[taker.other]} gets the start tile {colours[1]}.",
    ]
    assert event_sentences(WORDS.events(step), taker.other, NAMES) == [
        f"{NAMES[taker]} takes the start tile {colours[0]}.",
        f"You get the start tile {colours[1]} into your bowl.",
    ]


def test_all_legal_moves_are_listed_and_those_that_bring_the_same_in_one_line(sitting: Sitting) -> None:
    many_seen = set()
    for snapshot in sitting.moments:
        legal = PATTERNS.legal_moves(present(snapshot.view))
        lines, many = listed_moves(WORDS, snapshot, legal), len(legal) > MOST_MOVES_IN_FULL
        told = [line.split(": ", 1) for line in lines[: -1 if many else None]]
        assert {move: brought for moves, brought in told for move in moves.split(", ")} == {
            WORDS.notation(move): " ".join(WORDS.preview(snapshot, move, "Ben", brief=many)) for move in legal
        }
        assert len({brought for _moves, brought in told}) == len(told)
        assert lines[-1].startswith("To hear more of some of them, ") is many
        many_seen.add(many)
    assert many_seen == {True, False}
    assert listed_moves(WORDS, sitting.moments[1], ()) == ["It is not your turn."]


def test_the_moves_with_a_beginning_are_listed_alone_with_all_that_they_bring(sitting: Sitting) -> None:
    snapshot = sitting.moments[MIDDLE]
    legal = PATTERNS.legal_moves(present(snapshot.view))
    swap, flip = (next(move for move in legal if isinstance(move, kind)) for kind in (SwapTile, FlipTile))
    for beginning, move in ((f"x{swap.field}", swap), (f"F{flip.field}", flip)):
        lines = listed_moves(WORDS, snapshot, [move], beginning)
        assert lines == [f"{WORDS.notation(move)}: {' '.join(WORDS.preview(snapshot, move, 'Ben'))}"]
    swaps = listed_moves(WORDS, snapshot, legal, "X")
    assert all(line.startswith(("X", "To hear")) for line in swaps)
    assert listed_moves(WORDS, snapshot, legal, "O") == ["None of your moves begins with “O”."]
    green, black = WORDS.choices(sitting.moments[0])
    assert green.startswith("Sg: You begin with green in your bowl, and Ben with black.")
    assert black.startswith("Sk: You begin with black in your bowl, and Ben with green.")
    assert WORDS.choices(sitting.moments[1]) == []


# The end.


def test_whose_turn_it_is_names_the_actions_that_are_possible(sitting: Sitting) -> None:
    words = {"O": "open a group", "F": "flip a tile", "X": "swap "}
    kinds_seen = set()
    for snapshot in sitting.moments[1:]:
        assert snapshot.view is not None
        kinds = {PATTERNS.format_move(move)[0] for move in PATTERNS.legal_moves(snapshot.view)}
        told = present(WORDS.turn(snapshot, "Anna", ours=True))
        assert {kind for kind, word in words.items() if word in told} == kinds
        kinds_seen.add("".join(sorted(kinds)))
    assert {"O", "FX"} <= kinds_seen


def late(sitting: Sitting) -> list[Snapshot]:
    """Moments at which more and no more than six moves are possible after the best one, and the last one."""
    return [sitting.moments[number] for number in (14, 15, -1)]


def test_a_hint_is_a_move_with_a_reason(sitting: Sitting) -> None:
    for snapshot in (*sitting.moments[::EACH_OF], *late(sitting)):
        hint = WORDS.hint(snapshot)
        assert snapshot.view is not None
        assert hint.move in PATTERNS.legal_moves(snapshot.view)
        forecast = r"\(\d+ % to win\)"
        assert re.match(rf"Hint: {PATTERNS.format_move(hint.move)} {forecast} – ", hint.sentence)


def test_a_hint_counts_the_possible_moves_as_soon_as_they_are_few(sitting: Sitting) -> None:
    told = set()
    for snapshot in late(sitting):
        view, hint = present(snapshot.view), WORDS.hint(snapshot)
        after = PATTERNS.apply(view.state, Moved(view.seat, hint.move))
        own, other = (len(PATTERNS.legal_moves(View(evolve(after, to_move=seat), seat, {}))) for seat in Seat)
        counts = after.stopped is None and min(own, other) <= 6
        assert (f" Possible moves after that: you {own}, Ben {other}." in hint.sentence) == counts
        assert counts == ("Possible moves" in hint.sentence)
        told.add(counts)
    assert told == {True, False}


def test_a_hint_tells_the_line_that_the_search_expects(sitting: Sitting) -> None:
    for snapshot in sitting.moments[::EACH_OF]:
        view = present(snapshot.view)
        _advised, *expected = patterns_teacher().line(view)
        moves = [("you" if moved.seat is view.seat else "Ben", PATTERNS.format_move(moved.move)) for moved in expected]
        told = ", ".join(f"{name} {move}" for name, move in moves)
        assert WORDS.hint(snapshot).sentence.endswith(f" Expected next: {told}." if told else ".")


def test_a_hint_is_translated(sitting: Sitting) -> None:
    with in_other_letters():
        said = [WORDS.hint(snapshot).sentence for snapshot in sitting.moments[::EACH_OF]]
    assert untranslated(said, ["Ben"]) == []


def test_the_end_says_who_won_and_why(sitting: Sitting) -> None:
    snapshot = sitting.ended.snapshot
    assert snapshot is not None
    own, other = (points(state_of(snapshot).players[seat]) for seat in (snapshot.seat, snapshot.seat.other))
    assert own > other
    assert WORDS.game_over(snapshot) == f"Game over: you win {own} to {other}. Ben had no move left."
    comparison, flips = WORDS.score(snapshot)
    assert comparison.lines[-1].one.said.endswith(f" = {own}")
    assert flips.endswith("final flips are included.")
    swapped = evolve(snapshot, seat=snapshot.seat.other)
    assert WORDS.game_over(swapped) == f"Game over: Anna wins {own} to {other}. You had no move left."
    assert WORDS.points_now(snapshot) == f"You have {own} points now; Ben has {other} points."
    assert WORDS.score(sitting.moments[3]) == []
    assert WORDS.game_over(sitting.moments[3]) is None
    assert WORDS.why_over(PatternsEnd.STUCK) == "One player had no move left."


def test_of_at_most_one_group_the_points_are_a_number_and_no_sum(sitting: Sitting) -> None:
    stopped = state_of(present(sitting.ended.snapshot)).stopped
    seen: set[int] = set()
    for snapshot in sitting.moments:
        state = state_of(snapshot)
        resigned = evolve(snapshot, view=evolve(present(snapshot.view), state=evolve(state, stopped=stopped)))
        groups = len(group_scores(state.players[snapshot.seat]))
        seen.add(groups)
        assert ("=" in WORDS.score(resigned)[0].lines[-1].one.said) is (groups > 1)
    assert {0, 1, 2} <= seen


def test_a_sentence_about_our_turn_begins_with_a_capital_in_german(sitting: Sitting) -> None:
    speak(Language.GERMAN)
    for snapshot in sitting.moments:
        told = present(WORDS.turn(snapshot, "Anna", ours=True))
        assert re.search(r"(: [A-ZÄÖÜ][a-zäöü]+ ein|beginnst nicht\. Wähle )", told), told
