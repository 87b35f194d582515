"""The changes between two turns that text mode says after the events: leads, a last colour, a hand, the live score."""

from __future__ import annotations

import io
import itertools
from collections.abc import Sequence
from typing import Any

import pytest
from attrs import evolve

from mandala_client.games.catalogue import ui_of
from mandala_client.games.colour_words import colour_name
from mandala_client.games.mandala.notation import side
from mandala_client.linear.text_frontend import TextFrontend
from mandala_client.linear.text_table import noticed
from mandala_protocol.conversation.snapshot import Pending, Snapshot
from mandala_protocol.games.mandala.state import (
    Claiming,
    GameOver,
    MandalaState,
    Phase,
    Revealing,
    Turn,
    missing_colours,
)
from mandala_protocol.games.patterns.outlook import outlook
from mandala_protocol.seats import Seat
from mandala_protocol.wire.messages import Move
from tests.client.patterns.conftest import Sitting, sit
from tests.client.patterns.conftest import state_of as patterns_state_of
from tests.positions import ANNA, BEN, at_annas_turn, mandala, owned

WORDS: Any = ui_of("mandala").words
NOTHING = owned("-/-/-")


def at_turn(left: str, right: str = "ro//", *, hands: tuple[int, int] = (3, 6), phase: Phase | None = None) -> Snapshot:
    """Anna's view with these mandalas: mountain, her field, Ben's field, such as "og/rr/k"."""
    snapshot = at_annas_turn((NOTHING, NOTHING), "rog", live_score=False)
    assert snapshot.view is not None
    state: MandalaState = snapshot.view.state
    players = evolve(state.players[ANNA], hand=hands[ANNA]), evolve(state.players[BEN], hand=hands[BEN])
    mandalas = mandala(left), mandala(right)
    state = evolve(state, mandalas=mandalas, players=players, phase=phase or state.phase)
    return evolve(snapshot, view=evolve(snapshot.view, state=state))


@pytest.mark.parametrize(
    ("before", "after", "sentence"),
    [
        ("og//", "og/r/", "You lead 1 to 0 in the left mandala."),
        ("og/r/y", "og/rr/y", "You lead 2 to 1 in the left mandala."),
        ("og/rr/y", "og/rr/yyy", "Ben leads 3 to 2 in the left mandala."),
        ("og/rr/y", "og/rr/yy", "The left mandala is tied 2 to 2."),
        ("og/rrr/y", "ogp/rrr/y", "The left mandala needs only black; you lead 3 to 1."),
        ("og/r/y", "og/r/yyp", "The left mandala needs only black; Ben leads 3 to 1."),
        ("og/r/y", "ogp/r/y", "The left mandala needs only black; it is tied 1 to 1."),
        ("ogp/r/yy", "ogp/rrr/yy", "The left mandala needs only black; you lead 3 to 2."),
    ],
)
def test_a_new_lead_and_a_last_colour_are_said_in_one_sentence(before: str, after: str, sentence: str) -> None:
    assert WORDS.noticed(at_turn(before), at_turn(after)) == [sentence]


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("og/rr/y", "og/rrr/y"),  # a longer lead
        ("ogp/rr/y", "ogpp/rr/y"),  # it needed only black before
        ("og/rrr/y", "ro//"),  # destroyed and laid anew
        ("og//", "ogg//"),
    ],
)
def test_what_has_not_changed_is_not_said(before: str, after: str) -> None:
    assert WORDS.noticed(at_turn(before), at_turn(after)) == []


def test_a_mandala_that_is_shared_out_needs_nothing() -> None:
    sharing = at_turn("gy/r/pp", phase=Claiming(ANNA, 0, BEN))
    assert WORDS.noticed(at_turn("og/r/p"), sharing) == []


@pytest.mark.parametrize(
    ("before", "after", "said"),
    [(3, 6, ["Ben now holds 6 cards."]), (5, 8, []), (8, 8, []), (6, 4, []), (6, 6, [])],
)
def test_the_other_hand_is_said_after_a_draw_that_does_not_fill_it(before: int, after: int, said: list[str]) -> None:
    assert WORDS.noticed(at_turn("ro//", hands=(3, before)), at_turn("ro//", hands=(3, after))) == said


@pytest.mark.parametrize(
    ("before", "after", "said"),
    [(3, 6, ["You now hold 6 cards."]), (6, 4, ["You now hold 4 cards."]), (5, 8, []), (6, 6, [])],
)
def test_the_own_hand_is_counted_when_a_move_has_changed_it(before: int, after: int, said: list[str]) -> None:
    assert WORDS.noticed(at_turn("ro//", hands=(before, 6)), at_turn("ro//", hands=(after, 6))) == said


def state_of(snapshot: Snapshot) -> MandalaState:
    assert snapshot.view is not None
    state: MandalaState = snapshot.view.state
    return state


def turns(moments: Sequence[Snapshot]) -> list[Snapshot]:
    """The moments at which a move is due, whoever makes it."""
    return [moment for moment in moments if moment.due is not None and moment.due.kind is Move]


def test_in_a_whole_game_each_change_of_leader_and_each_last_colour_is_said_and_nothing_else(
    moments: Sequence[Snapshot],
) -> None:
    heard = 0
    at_turns = turns(moments)
    for before, after in itertools.pairwise(at_turns):
        said = " ".join(WORDS.noticed(before, after))
        for number, now in enumerate(state_of(after).mandalas):
            then, missing = state_of(before).mandalas[number], missing_colours(now)
            shared = isinstance(phase := state_of(after).phase, Claiming) and phase.mandala == number
            margins = [sum(one.fields[after.seat]) - sum(one.fields[after.seat.other]) for one in (then, now)]
            changed = any(map(any, now.fields)) and len({(margin > 0) - (margin < 0) for margin in margins}) == 2
            last = len(missing) == 1 and len(missing_colours(then)) > 1
            assert (f"{side(number)} mandala" in said) is (not shared and (changed or last))
            if last and not shared:
                assert f"{side(number)} mandala needs only {colour_name(missing[0])}; " in said
        heard += bool(said)
    assert heard > 10, "a game has many of them"


def test_nothing_is_noticed_at_the_end(moments: Sequence[Snapshot]) -> None:
    last = turns(moments)[-1]
    ends = [moment for moment in moments if moment.view and isinstance(state_of(moment).phase, Revealing | GameOver)]
    assert ends
    assert all(WORDS.noticed(last, end) == [] for end in ends)


def test_the_live_score_is_said_when_it_has_changed_and_only_if_it_is_on() -> None:
    before = at_annas_turn((owned("-/-/-"), owned("-/-/-")), "rog", live_score=True)
    after = at_annas_turn((owned("og/gg/-"), owned("r/rrr/-")), "rog", live_score=True)
    assert noticed(WORDS, before, after) == ["Live score: you 4, Ben 3."]
    assert noticed(WORDS, after, after) == []
    assert noticed(WORDS, before, evolve(after, live_score=False)) == []


def test_what_is_noticed_comes_after_the_events_and_before_whose_turn_it_is(moments: Sequence[Snapshot]) -> None:
    out = io.StringIO()
    frontend = TextFrontend(io.StringIO(), out)
    before: Snapshot | None = None
    checked = 0
    for moment in moments:
        begins = len(out.getvalue().splitlines())
        frontend.show(moment)
        if moment in turns([moment]) and isinstance(state_of(moment).phase, Turn):
            lines = noticed(WORDS, before, moment) if before is not None else []
            said = out.getvalue().splitlines()[begins:]
            if lines and said:
                turn = [line for line in said if line.startswith("Your turn")]
                assert said[len(said) - len(lines) - len(turn) :] == [*lines, *turn]
                assert bool(turn) is (moment.pending is Pending.MOVE)
                checked += 1
        before = moment if moment in turns([moment]) else before
    assert checked > 5


def test_someone_who_only_looks_on_hears_the_events_alone(moments: Sequence[Snapshot]) -> None:
    out = io.StringIO()
    frontend = TextFrontend(io.StringIO(), out, person=False)
    for moment in moments:
        frontend.show(moment)
    assert " lead" not in out.getvalue()
    assert "needs only" not in out.getvalue()


@pytest.fixture(scope="module")
def sitting() -> Sitting:
    """A game of Patterns."""
    return sit()


def test_in_patterns_a_group_that_can_grow_no_more_is_said_once(sitting: Sitting) -> None:
    words: Any = ui_of("patterns").words

    def closed(snapshot: Snapshot) -> set[tuple[Seat, int]]:
        state = patterns_state_of(snapshot)
        seen = {seat: outlook(state, seat) for seat in Seat}
        groups = ((seat, colour) for seat in Seat for colour in range(6) if state.players[seat].groups[colour].tiles)
        return {(seat, colour) for seat, colour in groups if not (seen[seat].reach[colour] or seen[seat].room[colour])}

    heard = []
    for before, after in zip(sitting.moments, sitting.moments[1:], strict=False):
        said = [line for line in words.noticed(before, after) if line.startswith("Closed: ")]
        assert len(said) == len(closed(after) - closed(before))
        assert len(set(said)) == len(said)
        heard += said
    assert len(heard) == len(closed(sitting.moments[-1])) > 0
    last = [evolve(one, seat=one.seat.other) for one in (sitting.moments[0], sitting.moments[-1])]
    of_the_other = [line for line in words.noticed(*last) if line.startswith("Closed: ")]
    assert all(line.startswith("Closed: Ben can extend ") for line in heard)
    assert all(line.startswith("Closed: you can extend ") for line in of_the_other)
    assert len(of_the_other) == len(heard)


def test_in_patterns_the_tiles_of_a_group_are_counted_when_it_has_grown(sitting: Sitting) -> None:
    words: Any = ui_of("patterns").words
    grown = 0
    for before, after in itertools.pairwise(sitting.moments):
        said = [line for line in words.noticed(before, after) if "group now has" in line]
        expected = []
        for seat in Seat:
            earlier, now = (patterns_state_of(one).players[seat].groups for one in (before, after))
            for colour in range(6):
                had, has = (groups[colour].tiles.bit_count() for groups in (earlier, now))
                if 0 < had < has:
                    whose = "Your" if seat is after.seat else "Ben's"
                    expected.append(f"{whose} {colour_name(colour)} group now has {has} tiles.")
        assert said == expected
        grown += len(said)
    assert grown > 5
