"""Whole games with open cards: what holds in each of them, and how often things happen."""

from __future__ import annotations

import itertools
import random
from collections.abc import Sequence

import pytest
from attrs import define, field
from hypothesis import given, settings
from hypothesis import strategies as st

from mandala_protocol.games.counts import counted, spread, union
from mandala_protocol.games.game import (
    BadNotation,
    Counts,
    Dealt,
    EndOfGame,
    EndReason,
    ExpectDeal,
    ExpectShuffle,
    Face,
    Game,
    GameEvent,
    IllegalMove,
    Moved,
    Revealed,
    Shuffled,
    View,
)
from mandala_protocol.games.mandala import (
    ALL_MOVES,
    MANDALA,
    Build,
    Claim,
    Discard,
    Grow,
    MandalaMove,
    MandalaState,
)
from mandala_protocol.games.mandala.invariants import verify_position
from mandala_protocol.games.mandala.outlook import after_play, completes
from mandala_protocol.games.mandala.position import format_position, parse_position
from mandala_protocol.games.mandala.state import Claiming, Drawing, GameOver, MandalaEnd, Refilling, Turn, visible
from mandala_protocol.games.simulation import Simulation
from mandala_protocol.seats import Seat
from tests.texts import any_text

SEED = bytes(32)
seeds = st.integers(min_value=0, max_value=2**32 - 1)
seats = st.sampled_from(list(Seat))
games = settings(max_examples=25, deadline=None)


def new_game(chance: random.Random, first: Seat, game: Game[MandalaState, MandalaMove] = MANDALA) -> Table:
    def shuffled(faces: Counts) -> Sequence[Face]:
        cards = list(spread(faces))
        chance.shuffle(cards)
        return cards

    return Simulation.start(game, first, SEED, shuffled)


Table = Simulation[MandalaState, MandalaMove]


WEIGHTS = {Build: 3, Grow: 2, Discard: 1, Claim: 1}


def mixed_choice(chance: random.Random, legal: Sequence[MandalaMove]) -> MandalaMove:
    """First the kind of move, then the move: otherwise most moves would be C."""
    of_kind = {kind: [move for move in legal if type(move) is kind] for kind in WEIGHTS}
    kinds = [kind for kind, moves in of_kind.items() if moves]
    (kind,) = chance.choices(kinds, [WEIGHTS[kind] for kind in kinds])
    return chance.choice(of_kind[kind])


def play_out(table: Table, chance: random.Random) -> None:
    while legal := table.legal_moves():
        table.play(mixed_choice(chance, legal))


@define
class Watched:
    """The rules of Mandala, writing down every state they lead to."""

    seen: list[MandalaState] = field(factory=list)

    def __getattr__(self, name: str) -> object:
        return getattr(MANDALA, name)

    def apply(self, state: MandalaState, event: GameEvent[MandalaMove]) -> MandalaState:
        after = MANDALA.apply(state, event)
        self.seen.append(after)
        return after


@games
@given(seeds, seats)
def test_in_every_game_the_cards_the_colours_and_the_hands_are_in_order(seed: int, first: Seat) -> None:
    chance = random.Random(seed)
    table = new_game(chance, first)
    while True:
        state = table.state
        cards = union(visible(state), counted(table.draw_pile, 6))
        for seat in Seat:
            cards = union(cards, union(table.holdings[seat]["hand"], table.holdings[seat]["cup"]))
            assert sum(table.holdings[seat]["hand"]) == state.players[seat].hand
            assert 1 <= state.players[seat].hand <= 8
        assert cards == (18,) * 6
        assert len(table.draw_pile) == state.draw_pile
        for mandala in state.mandalas:
            for colour in range(6):
                areas = (mandala.mountain, *mandala.fields)
                assert sum(1 for area in areas if area[colour]) <= 1
        legal = table.legal_moves()
        if table.to_move is None:
            break
        assert legal
        table.play(mixed_choice(chance, legal))
    assert isinstance(table.state.phase, GameOver)
    assert table.result is not None
    assert isinstance(table.result.termination, MandalaEnd)


@games
@given(seeds, seats)
def test_the_legal_moves_are_those_that_check_and_apply_accept(seed: int, first: Seat) -> None:
    chance = random.Random(seed)
    table = new_game(chance, first)
    for number in itertools.count(seed):
        if table.to_move is None:
            break
        if number % 3 == 0:
            require_exact_legality(table, table.to_move)
        table.play(mixed_choice(chance, table.legal_moves()))


def require_exact_legality(table: Table, mover: Seat) -> None:
    view = table.view(mover)
    accepted = [_accepted(view, move) for move in ALL_MOVES]
    assert table.legal_moves() == tuple(itertools.compress(ALL_MOVES, accepted))
    hand = table.holdings[mover]["hand"]
    for move, is_accepted in zip(ALL_MOVES, accepted, strict=True):
        cards = MANDALA.played(table.state, move)
        held = not cards or hand[cards[0]] >= len(cards)  # all of one colour
        assert is_accepted == (held and _applied(table, mover, move))
    assert MANDALA.legal_moves(table.view(mover.other)) == ()
    assert view == table.view(mover)


def _accepted(view: View[MandalaState], move: MandalaMove) -> bool:
    try:
        MANDALA.check(view, move)
    except IllegalMove:
        return False
    return True


def _applied(table: Table, seat: Seat, move: MandalaMove) -> bool:
    try:
        MANDALA.apply(table.state, Moved(seat, move))
    except IllegalMove:
        return False
    return True


@games
@given(seeds, seats)
def test_every_state_has_its_own_position_and_can_be_read_from_it(seed: int, first: Seat) -> None:
    chance = random.Random(seed)
    watched = Watched()
    table = new_game(chance, first, watched)  # type: ignore[arg-type]  # it passes on what it does not define
    play_out(table, chance)
    phases = {type(state.phase) for state in watched.seen}
    assert phases >= {Turn, Drawing, Claiming, GameOver}
    for state in watched.seen:
        verify_position(state)
        line = format_position(state)
        assert line.isascii()
        assert parse_position(line) == state
    lines = {format_position(state) for state in watched.seen}
    digests = {MANDALA.digest(state) for state in watched.seen}
    assert len(set(watched.seen)) == len(lines) == len(digests)


def test_moves_are_read_as_they_are_written() -> None:
    for move in ALL_MOVES:
        assert MANDALA.parse_move(MANDALA.format_move(move)) is move


@given(st.one_of(any_text(max_size=6), st.text("ABCKroygpk0123456789", max_size=5)))
def test_other_texts_are_no_moves(text: str) -> None:
    written = {MANDALA.format_move(move) for move in ALL_MOVES}
    if text in written:
        assert MANDALA.format_move(MANDALA.parse_move(text)) == text
    else:
        with pytest.raises(BadNotation):
            MANDALA.parse_move(text)


def test_there_are_162_moves_in_canonical_order() -> None:
    written = [MANDALA.format_move(move) for move in ALL_MOVES]
    assert len(set(written)) == 12 + 96 + 48 + 6
    assert written[:7] == ["A0r", "A0o", "A0y", "A0g", "A0p", "A0k", "A1r"]
    assert (written[12], written[19], written[108], written[-1]) == ("B0r1", "B0r8", "Cr1", "Kk")


@pytest.mark.parametrize(("mandala", "count"), [(2, 1), (-1, 1), (0, 0), (0, 9)])
def test_a_move_that_cannot_be_written_cannot_be_made(mandala: int, count: int) -> None:
    with pytest.raises(ValueError, match="must be"):
        Grow(mandala, ALL_MOVES[0].colour, count)


@define
class Tally:
    """The events of many games. Turns are A, B and C moves; the last five count games in which it happened."""

    turns: list[int] = field(factory=list)
    legal_moves: list[int] = field(factory=list)
    mandalas: int = 0
    by_deck: int = 0
    by_river: int = 0
    emptied_by_completing_draw: int = 0
    emptied_by_refill: int = 0
    both_fields_empty: int = 0
    one_field_empty: int = 0


def tally_game(tally: Tally, table: Table, chance: random.Random) -> None:
    turns = 0
    seen: set[str] = set()
    while legal := table.legal_moves():
        before = table.state
        move = mixed_choice(chance, legal)
        completing = completes(before, move)
        table.play(move)
        after = table.state
        emptied = after.triggered and not before.triggered
        if not isinstance(move, Claim):
            turns += 1
            tally.legal_moves.append(len(legal))
        if completing and isinstance(move, Build | Grow):
            tally.mandalas += 1
            seat = table_seat(before)
            fields = after_play(before.mandalas[move.mandala], seat, move).fields
            seen |= {("both", "one", "none")[sum(map(any, fields))]}
            seen |= {"completing draw"} if emptied and isinstance(after.phase, Claiming) else set()
        elif isinstance(move, Claim) and emptied:
            seen.add("refill")
    tally.turns.append(turns)
    assert table.result is not None
    tally.by_deck += table.result.termination is MandalaEnd.DECK
    tally.by_river += table.result.termination is MandalaEnd.RIVER
    tally.emptied_by_completing_draw += "completing draw" in seen
    tally.emptied_by_refill += "refill" in seen
    tally.both_fields_empty += "both" in seen
    tally.one_field_empty += "one" in seen


def table_seat(state: MandalaState) -> Seat:
    assert isinstance(state.phase, Turn)
    return state.phase.seat


def test_how_often_things_happen_in_100_games() -> None:
    """Near what the rules page measured over 20,000 games of another mixture; these very games never change."""
    chance = random.Random(20)
    tally = Tally()
    for number in range(100):
        tally_game(tally, new_game(chance, Seat(number % 2)), chance)
    assert 52 * 100 < sum(tally.turns) < 61 * 100
    assert min(tally.turns) >= 13
    assert 70 < max(tally.turns) < 110
    assert 17 < sum(tally.legal_moves) / len(tally.legal_moves) < 20
    assert max(tally.legal_moves) <= 34
    assert 6.0 < tally.mandalas / 100 < 6.8
    assert tally.by_deck + tally.by_river == 100
    assert 0.4 < tally.by_deck / 100 < 0.65
    assert 1 <= tally.emptied_by_completing_draw <= 7
    assert 3 <= tally.emptied_by_refill <= 12
    assert tally.one_field_empty / 100 > 0.9
    assert 0.1 < tally.both_fields_empty / 100 < 0.3
    exact = (sum(tally.turns), sum(tally.legal_moves), tally.mandalas, tally.by_deck, tally.both_fields_empty)
    assert exact == (6_016, 112_067, 651, 61, 14)


# What a simulation promises to those who use it.


def test_a_copy_is_played_on_by_itself() -> None:
    chance = random.Random(1)
    table = new_game(chance, Seat.HOST)
    before, view = table.state, table.view(Seat.HOST)
    copy = table.copy(spread)
    play_out(copy, chance)
    assert copy.result is not None
    assert (table.state, table.view(Seat.HOST)) == (before, view)
    assert table.result is None


def test_a_refused_move_leaves_the_table_as_it_was() -> None:
    table = new_game(random.Random(2), Seat.GUEST)
    before, holdings = table.state, table.holdings
    hand = table.holdings[Seat.GUEST]["hand"]
    missing = hand.index(0)
    with pytest.raises(ValueError, match="does not hold"):
        table.play(
            next(
                move
                for move in ALL_MOVES
                if MANDALA.played(before, move) == (missing,) and _applied(table, Seat.GUEST, move)
            )
        )
    with pytest.raises(IllegalMove, match="K1"):
        table.play(MANDALA.parse_move("Kr"))
    assert (table.state, table.holdings) == (before, holdings)


def test_a_shuffle_must_keep_the_cards() -> None:
    with pytest.raises(ValueError, match="other cards"):
        Simulation.start(MANDALA, Seat.HOST, SEED, lambda faces: [0] * sum(faces))


def test_a_draw_pile_must_be_as_large_as_the_state_says() -> None:
    table = new_game(random.Random(3), Seat.HOST)
    short = Simulation(MANDALA, table.state, (), table.holdings, spread)
    with pytest.raises(ValueError, match="fewer cards"):
        short.play(next(move for move in short.legal_moves() if isinstance(move, Build)))


def test_ending_early_reveals_and_scores() -> None:
    table = new_game(random.Random(4), Seat.HOST)
    table.end(EndOfGame(EndReason.RESIGNED, Seat.HOST))
    assert table.result is not None
    assert (table.result.winner, table.result.termination) == (Seat.GUEST, EndReason.RESIGNED)
    assert table.legal_moves() == ()
    with pytest.raises(ValueError, match="over"):
        table.play(ALL_MOVES[0])


@pytest.mark.parametrize("events", [[], [Shuffled()]])
def test_a_game_can_end_before_its_first_deal(events: list[GameEvent[MandalaMove]]) -> None:
    state = MANDALA.initial(Seat.GUEST, SEED)
    for event in (*events, EndOfGame(EndReason.AGREED, None)):
        state = MANDALA.apply(state, event)
    assert parse_position(format_position(state)) == state
    state = MANDALA.apply(state, Revealed(({}, {"hand": (0,) * 6, "cup": (0,) * 6})))
    assert parse_position(format_position(state)) == state
    assert isinstance(state.phase, GameOver)


def test_only_the_expected_event_is_accepted() -> None:
    fresh = MANDALA.initial(Seat.HOST, SEED)
    shuffled = MANDALA.apply(fresh, Shuffled())
    dealt = MANDALA.apply(shuffled, Dealt(((0, 1), (2, 3), None, None, None, None)))
    drawing = MANDALA.apply(dealt, Moved(Seat.HOST, MANDALA.parse_move("A0g")))
    assert isinstance(MANDALA.expects(fresh), ExpectShuffle)
    assert isinstance(MANDALA.expects(drawing), ExpectDeal)
    a_move = Moved(Seat.HOST, MANDALA.parse_move("Cg1"))
    nothing = {"hand": (0,) * 6, "cup": (0,) * 6}
    for state, allowed in ((fresh, Shuffled), (shuffled, Dealt), (dealt, Moved), (drawing, Dealt)):
        events: tuple[GameEvent[MandalaMove], ...] = (Shuffled(), Dealt(()), a_move, Revealed((nothing, nothing)))
        for event in events:
            if not isinstance(event, allowed):
                with pytest.raises(ValueError, match=r"expected|revealed now"):
                    MANDALA.apply(state, event)
    with pytest.raises(IllegalMove, match="A4: cards are still being dealt"):
        MANDALA.check(new_view(drawing), a_move.move)


def new_view(state: MandalaState) -> View[MandalaState]:
    return View(state, Seat.HOST, {"hand": (1, 1, 1, 1, 1, 1), "cup": (2, 0, 0, 0, 0, 0)})


@pytest.mark.parametrize(
    ("shown", "complaint"),
    [
        (((0, 1), (2, 3), None, None, None), "5 draws were made instead of 6"),
        (((0, 1), (2, 3), None, None, None, (0, 0)), "cards for a cup are dealt face down"),
        (((0, 1), None, None, None, None, None), "2 cards must be shown in mountain 1"),
        (((0, 1), (2, 3, 4), None, None, None, None), "2 cards must be shown in mountain 1"),
        (((0, 1), (2, 6), None, None, None, None), "face 6 does not exist"),
        (((0, 1), (2, -1), None, None, None, None), "face -1 does not exist"),
    ],
)
def test_a_deal_shows_what_lies_face_up_and_nothing_else(
    shown: tuple[tuple[int, ...] | None, ...], complaint: str
) -> None:
    state = MANDALA.apply(MANDALA.initial(Seat.HOST, SEED), Shuffled())
    with pytest.raises(ValueError, match=complaint):
        MANDALA.apply(state, Dealt(shown))


def test_a_hand_is_drawn_face_down_and_a_refill_cannot_show_a_nineteenth_card() -> None:
    drawing = parse_position("mandala 0 draw:0:1:3 70 k1 r3k7/-/- y4/-/g11 -/-/2/4 -/-/2/4 - 0")
    with pytest.raises(ValueError, match="face down"):
        MANDALA.apply(drawing, Dealt(((0, 1, 2),)))
    refilling = parse_position("mandala 0 refill:0:1:2 60 r18k6 y4/-/- -/-/- -/-/2/8 -/-/2/8 - 0")
    assert isinstance(refilling.phase, Refilling)
    with pytest.raises(ValueError, match="there cannot be 19 red cards"):
        MANDALA.apply(refilling, Dealt(((0, 1),)))
