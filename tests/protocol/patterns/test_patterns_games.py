"""Whole games of Patterns: what holds in each of them."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from typing import TypeAlias

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mandala_protocol.games.game import (
    Dealt,
    EndOfGame,
    EndReason,
    ExpectMove,
    ExpectReveal,
    GameEvent,
    IllegalMove,
    Moved,
    Over,
    Revealed,
    Shuffled,
    View,
)
from mandala_protocol.games.patterns import ALL_MOVES, COLOURS, PATTERNS, PatternsMove, PatternsState, TakeStart
from mandala_protocol.games.patterns.board import ALL_FIELDS, BESIDE, FIELDS, fields_in
from mandala_protocol.games.patterns.flow import before_final_flips
from mandala_protocol.games.patterns.invariants import verify_position
from mandala_protocol.games.patterns.legality import fields_to_flip
from mandala_protocol.games.patterns.position import parse_position
from mandala_protocol.games.patterns.scoring import points
from mandala_protocol.games.patterns.state import all_front_up, colour_at, owner_at
from mandala_protocol.games.simulation import Simulation
from mandala_protocol.poker.sampling import HashStream, below
from mandala_protocol.seats import Seat

seeds = st.integers(min_value=0, max_value=2**32 - 1)
seats = st.sampled_from(list(Seat))
games = settings(max_examples=25, deadline=None)

Table: TypeAlias = Simulation[PatternsState, PatternsMove]


def new_table(seed: int, first: Seat = Seat.HOST) -> Table:
    return Simulation.start(PATTERNS, first, seed.to_bytes(32, "big"), lambda _: ())


def played_out(seed: int, first: Seat) -> Iterator[Table]:
    """The table before each move of a game by chance, and at its end."""
    table, chance = new_table(seed, first), random.Random(seed)
    yield table
    while moves := table.legal_moves():
        table.play(chance.choice(moves))
        yield table


def connected(fields: set[int]) -> bool:
    """Reached from one of them by neighbours, without the bits of the engine."""
    waiting, reached = [min(fields)], {min(fields)}
    while waiting:
        for field in BESIDE[waiting.pop()]:
            if field in fields - reached:
                reached.add(field)
                waiting.append(field)
    return reached == fields


@games
@given(seeds, seats)
def test_in_every_game_tiles_groups_and_markers_are_in_order(seed: int, first: Seat) -> None:
    for table in played_out(seed, first):
        state = table.state
        verify_position(state)
        tiles = [colour_at(state, field) for field in FIELDS]
        aside = [player.bowl for player in state.players] if state.players[0].bowl is not None else [*state.start]
        assert all(tiles.count(colour) + aside.count(colour) == 9 for colour in COLOURS)
        areas: dict[tuple[int, int], set[int]] = {}
        for field in FIELDS:
            owner = owner_at(state, field)
            if owner is not None:
                areas.setdefault((owner, tiles[field]), set()).add(field)
        for (seat, colour), fields in areas.items():
            group = state.players[seat].groups[colour]
            assert connected(fields)
            assert group.marker in fields
            assert set(fields_in(group.tiles)) == fields
            beside = {other for field in fields for other in BESIDE[field]}
            assert beside.isdisjoint(areas.get((1 - seat, colour), set()))
            assert set(fields_in(group.border)) == beside
        for seat in Seat:
            values = sorted(state.players[seat].groups[colour].value for whose, colour in areas if whose == seat)
            assert values == list(range(1, len(values) + 1))


@games
@given(seeds, seats)
def test_a_game_goes_on_until_the_player_to_move_can_do_nothing(seed: int, first: Seat) -> None:
    turns = 0
    for table in played_out(seed, first):
        seat = table.to_move
        state = table.state
        assert (seat is None) == (not table.legal_moves())
        if seat is None:
            break
        turned = len(FIELDS) - all_front_up(state).bit_count()
        assert turned == max(0, turns - 1)
        assert seat is (first.other if turns == 0 or turned % 2 else first)
        turns += 1
    else:
        raise AssertionError("the game has an end")
    assert 4 <= turns <= 63


@games
@given(seeds, seats)
def test_legal_moves_are_those_that_are_not_refused_in_a_fixed_order(seed: int, first: Seat) -> None:
    for table in played_out(seed, first):
        seat = table.to_move
        if seat is None:
            break
        legal, view = table.legal_moves(), table.view(seat)
        assert list(legal) == [move for move in ALL_MOVES if not _refused(PATTERNS.check, view, move)]
        illegal = frozenset(ALL_MOVES).difference(legal)
        assert all(_refused(PATTERNS.apply, table.state, Moved(seat, move)) for move in illegal)
        assert PATTERNS.legal_moves(table.view(seat.other)) == ()
        assert PATTERNS.played(table.state, legal[0]) == ()


def _refused(function: Callable[..., object], *arguments: object) -> bool:
    """Quicker than ``pytest.raises``, which matters for all moves of all positions."""
    try:
        function(*arguments)
    except IllegalMove:
        return True
    return False


@games
@given(seeds, seats)
def test_the_final_flips_do_not_depend_on_their_order(seed: int, first: Seat) -> None:
    *_, table = played_out(seed, first)
    state = table.state
    assert state.stopped is not None
    if not state.stopped.final_flips:
        return
    start = before_final_flips(state)[0]
    flipper, chance = state.to_move.other, random.Random(seed)
    flips = set()
    while possible := list(fields_in(fields_to_flip(start, flipper))):
        field = chance.choice(possible)
        before = points(start.players[flipper])
        # It is flipped as in a turn of the player's own.
        turn = PatternsState(start.first, flipper, start.start, start.front_up, start.players, None)
        start = PATTERNS.apply(turn, Moved(flipper, PATTERNS.parse_move(f"F{field}")))
        assert points(start.players[flipper]) > before
        flips.add(field)
        if start.stopped is not None:
            flips |= set(start.stopped.final_flips)
            break
        start = PatternsState(start.first, state.to_move, start.start, start.front_up, start.players, None)
    assert flips == set(state.stopped.final_flips)


@games
@given(seeds, seats)
def test_PL13_a_position_is_read_and_written(seed: int, first: Seat) -> None:
    for table in played_out(seed, first):
        line = PATTERNS.position(table.state)
        assert parse_position(line) == table.state
        assert line.isascii()
        assert len(line) < 300


@games
@given(seeds, seats, st.integers(min_value=0, max_value=40), st.booleans())
def test_players_can_end_a_game_at_any_time(seed: int, first: Seat, after: int, resign: bool) -> None:
    table = next(table for number, table in enumerate(played_out(seed, first)) if number == after or not table.to_move)
    if table.to_move is None:
        with pytest.raises(ValueError, match="ended already"):
            table.end(EndOfGame(EndReason.AGREED, None))
        return
    before = table.state
    table.end(EndOfGame(EndReason.RESIGNED, Seat.HOST) if resign else EndOfGame(EndReason.AGREED, None))
    assert table.state.players == before.players
    assert all_front_up(table.state) == all_front_up(before)
    assert parse_position(PATTERNS.position(table.state)) == table.state
    assert table.result is not None
    host, guest = map(points, table.state.players)
    assert table.result.scores == (host, guest)
    if resign:
        assert table.result.winner is Seat.GUEST


def test_other_events_are_not_expected() -> None:
    state = new_table(1).state
    early: list[GameEvent[PatternsMove]] = [
        Shuffled(),
        Dealt(()),
        Revealed(({}, {})),
        EndOfGame(EndReason.RESIGNED, None),
    ]
    for event in early:
        with pytest.raises(ValueError, match=r"nothing|one seat"):
            PATTERNS.apply(state, event)
    ended = PATTERNS.apply(state, EndOfGame(EndReason.AGREED, None))
    assert PATTERNS.expects(ended) == ExpectReveal()
    with pytest.raises(ValueError, match="nothing is hidden"):
        PATTERNS.apply(ended, Revealed(({"hand": (1,)}, {})))
    over = PATTERNS.apply(ended, Revealed(({}, {})))
    assert isinstance(PATTERNS.expects(over), Over)
    late: list[GameEvent[PatternsMove]] = [
        Revealed(({}, {})),
        EndOfGame(EndReason.AGREED, None),
        Moved(Seat.HOST, ALL_MOVES[0]),
    ]
    for event in late:
        with pytest.raises(ValueError, match=r"nothing|already|not expected"):
            PATTERNS.apply(over, event)


# The set-up from the seed.


def laid_by_the_standard(seed: bytes) -> tuple[str, str]:
    """PL12 once more, drawn by hand: the letters of the 52 fields, and of the start tiles."""
    stream = HashStream(seed, "patterns")

    def shuffled(tiles: list[str]) -> list[str]:
        for last in range(len(tiles) - 1, 0, -1):
            other = below(stream, last + 1)
            tiles[last], tiles[other] = tiles[other], tiles[last]
        return tiles

    aside = shuffled(list("roygpk"))
    others = shuffled([letter for letter in "roygpk" for _ in range(8)])
    board = [*others[:21], *aside[:2], *others[21:27], *aside[2:4], *others[27:]]
    return "".join(board), "".join(sorted(aside[4:], key="roygpk".index))


@given(st.binary(min_size=32, max_size=32))
def test_PL12_the_set_up_follows_from_the_seed(seed: bytes) -> None:
    board, start = laid_by_the_standard(seed)
    for first in Seat:
        line = PATTERNS.position(PATTERNS.initial(first, seed))
        assert line == f"patterns {first:d} start:{first.other:d} {start} {board} {'.' * 52} -/- -/-"


def test_PL12_the_set_up_of_one_seed_is_written_down() -> None:
    assert PATTERNS.position(PATTERNS.initial(Seat.HOST, bytes(32))) == (
        "patterns 0 start:1 yk gkyogyrkpprorooyoykrpgogpokkrprygkgyor"
        "kpygrporpykpgg .................................................... -/- -/-"
    )


def test_all_tiles_are_equally_likely_everywhere() -> None:
    """3000 set-ups: a field has a colour one time in six, within five standard errors."""
    seen = [[0] * 6 for _ in FIELDS]
    for seed in range(3000):
        state = PATTERNS.initial(Seat.HOST, seed.to_bytes(32, "big"))
        for colour, fields in enumerate(state.front_up):
            for field in fields_in(fields):
                seen[field][colour] += 1
        assert sum(state.front_up) == ALL_FIELDS
    assert all(abs(count - 500) < 5 * (3000 * 5 / 36) ** 0.5 for counts in seen for count in counts)


def test_PL14_a_game_from_the_start_tile_to_the_end() -> None:
    table = new_table(5, Seat.GUEST)
    assert PATTERNS.expects(table.state) == ExpectMove(Seat.HOST)
    table.play(TakeStart(table.state.start[1]))
    assert PATTERNS.position(table.state).split(" ")[2] == "turn:1"
    while moves := table.legal_moves():
        before = table.state
        table.play(moves[-1])
        assert PATTERNS.expects(before) == ExpectMove(before.to_move)
    phase = PATTERNS.position(table.state).split(" ")[2].split(":")
    assert phase[:4] == ["over", str(int(table.state.to_move)), "stuck", "-"]
    assert PATTERNS.legal_moves(View(table.state, Seat.HOST, {})) == ()
