"""The judgement of the levels of Mandala: it sees one seat's cards alone, and its weights come from a file."""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from attrs import evolve

from mandala_net.bots.batch import start
from mandala_net.bots.mandala.core import FIRST_CLAIM, FIRST_DISCARD, FIRST_GROW, MandalaCore
from mandala_net.bots.mandala.features import EMPTY, mandala_terms
from mandala_net.bots.mandala.quick_sharing import by_gain, worths
from mandala_net.bots.mandala.trained_weights import WEIGHTS_FILE, read_weights, win_chance
from mandala_net.bots.mandala.win_chance import WIDTH, chance_of
from mandala_net.bots.mandala.worlds import hidden_cards, world
from mandala_net.bots.sealed_file import BadWeights
from mandala_protocol.games.counts import counted, union
from mandala_protocol.games.game import View
from mandala_protocol.games.mandala import MANDALA, MandalaState
from mandala_protocol.games.mandala.position import parse_position
from mandala_protocol.seats import Seat


def views(games: int) -> Iterator[View[MandalaState]]:
    """Every view of whoever is to move, in some random games."""
    for seed in range(games):
        simulation, chance = start(MANDALA, seed), random.Random(seed)
        while (seat := simulation.to_move) is not None:
            yield simulation.view(seat)
            simulation.play(chance.choice(simulation.legal_moves()))


def described(core: MandalaCore) -> str:
    return repr({name: getattr(core, name) for name in MandalaCore.__slots__ if name != "shuffle"})


def test_worlds_fit_the_view_and_differ() -> None:
    for view in views(2):
        worlds = [world(view, random.Random(seed)) for seed in range(3)]
        for one in worlds:
            seat = int(view.seat)
            assert one.hands[seat] == list(view.holdings["hand"])
            assert one.sealed[6 * seat : 6 * seat + 6] == list(view.holdings["cup"])
            assert one.sizes == [player.hand for player in view.state.players]
            assert len(one.pile) == view.state.draw_pile
            other = 1 - seat
            hidden = union(counted(one.pile, 6), tuple(one.hands[other]))
            assert union(hidden, tuple(one.sealed[6 * other : 6 * other + 6])) == hidden_cards(view)
            assert one.seat == seat
    fresh = next(views(1))
    assert len({described(world(fresh, random.Random(seed))) for seed in range(5)}) == 5


def test_a_judgement_looks_at_no_hidden_card_and_leaves_the_position_alone() -> None:
    judge = win_chance()
    for view in views(4):
        one, other = (world(view, random.Random(seed)) for seed in (1, 2))
        before = described(one)
        found = judge.candidates(one)
        assert described(one) == before
        assert found == judge.candidates(other)
        assert sorted(candidate.move for candidate in found) == sorted(one.legal_moves())
        assert [candidate.odds for candidate in found] == sorted((candidate.odds for candidate in found), reverse=True)
        if one.shared < 0:
            assert judge.odds(one, one.seat) == judge.odds(other, one.seat)


def test_a_grow_is_judged_by_the_position_that_follows_from_it() -> None:
    judge, grown = win_chance(), 0
    for view in views(2):
        core = world(view, random.Random(1))
        for candidate in judge.candidates(core):
            if FIRST_GROW <= candidate.move < FIRST_DISCARD and candidate.features:
                after = core.copy()
                after.play(candidate.move)
                assert candidate.features == judge.features(after, core.seat)
                grown += 1
    assert grown > 100


@pytest.mark.parametrize(("areas", "likely"), [("ro/o8/2/6 ro/-/2/6", True), ("ro/-/2/6 ro/o8/2/6", False)])
def test_whoever_is_ahead_is_more_likely_to_win(areas: str, likely: bool) -> None:
    """The same position, but for the owner of eight cards."""
    state = parse_position(f"mandala 0 turn:0 46 r10y10g10 r1p1/-/- r1k1/-/- {areas} - 0")
    view = View(state, Seat.HOST, {"hand": (1, 1, 1, 1, 1, 1), "cup": (0, 0, 0, 1, 0, 1)})
    chance = chance_of(win_chance().odds(world(view, random.Random(1)), 0))
    assert chance > 0.7 if likely else chance < 0.3


def all_ways(core: MandalaCore, seat: int, colour: int, coming: int) -> float:
    """The odds of this claim by trying every claim of the few that look best, as rule points K2 to K7 go on."""
    judge, twin = win_chance(), core.copy()
    if twin.take(colour):
        return judge._shared_out(twin, seat, is_last=True, coming=coming)
    gains = by_gain(twin, seat, twin.seat, worths(twin, twin.shared, seat))[:WIDTH]
    return (max if twin.seat == seat else min)(all_ways(twin, seat, gain, coming) for gain in gains)


def test_what_is_left_out_of_a_sharing_changes_nothing() -> None:
    shared = 0
    for view in views(3):
        core = world(view, random.Random(1))
        if core.shared >= 0:
            shared += 1
            for candidate in win_chance().candidates(core):
                assert candidate.odds == all_ways(core, core.seat, candidate.move - FIRST_CLAIM, 0)
    assert shared > 10


def test_the_terms_of_a_mandala_without_cards() -> None:
    assert mandala_terms(MandalaCore(0, random.Random(1).shuffle), 1, 0) == EMPTY


# The file.


def shipped() -> dict[str, Any]:
    document: dict[str, Any] = json.loads(WEIGHTS_FILE.read())
    return document


def test_the_file_says_where_its_weights_come_from() -> None:
    document = shipped()
    assert (document["game"], document["version"]) == ("mandala", 1)
    assert document["games"] >= 1000
    assert len(document["made_by"]) == 64
    assert read_weights(json.dumps(document)) == list(document["weights"].values())


def changed(change: Callable[[dict[str, Any]], object]) -> str:
    document = shipped()
    change(document)
    return json.dumps(document)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{",
        "[]",
        "{}",
        changed(lambda document: document["weights"].update(lead=9.0)),
        changed(lambda document: document.update(games=1)),
        changed(lambda document: document.pop("digest")),
        WEIGHTS_FILE.read()[:-20],
    ],
)
def test_a_damaged_file_is_refused_in_a_sentence(text: str) -> None:
    with pytest.raises(
        BadWeights, match=r"^The weights of the bots for Mandala are damaged\. Reinstall mandala-lan\.$"
    ):
        read_weights(text)


def test_weights_of_another_version_are_refused_in_a_sentence() -> None:
    with pytest.raises(BadWeights, match=r"of another version\. Reinstall mandala-lan\.$"):
        read_weights(WEIGHTS_FILE.read(), evolve(WEIGHTS_FILE, version=2))
