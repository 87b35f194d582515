"""Each point of the rules of Patterns, by its id in the name of a test."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from mandala_protocol.games.game import BadNotation, EndReason, ExpectMove, ExpectReveal, Moved, Over, Result, View
from mandala_protocol.games.patterns import ALL_MOVES, PATTERNS, Colour
from mandala_protocol.games.patterns.board import (
    BESIDE,
    FIELDS,
    MARKED,
    NEXT_TO,
    PLACES,
    ROW_LENGTHS,
    fields_in,
    set_of,
)
from mandala_protocol.games.patterns.flow import before_final_flips
from mandala_protocol.games.patterns.legality import can_move, fields_to_flip
from mandala_protocol.games.patterns.position import parse_position
from mandala_protocol.games.patterns.scoring import GroupScore, group_scores
from mandala_protocol.games.patterns.state import PatternsEnd, colour_at, owner_at, river
from mandala_protocol.games.simulation import Simulation
from mandala_protocol.seats import Seat

LayOut = Callable[..., Any]
NewGame = Callable[..., Any]

RULES = Path(__file__).parents[3] / "docs" / "rules-patterns.md"

# The row of fields 18 to 25 and the one below it, 26 to 33, are where most of these positions are.


def test_every_point_of_the_rules_is_named_by_a_test() -> None:
    points = re.findall(r"^- \*\*([A-Z][0-9])\*\* ", RULES.read_text("utf-8"), re.MULTILINE)
    sizes = Counter(point[0] for point in points)
    assert sizes == {"P": 2, "T": 3, "A": 1, "O": 9, "F": 2, "X": 3, "N": 3, "E": 3, "G": 4}
    tests = [name for name in globals() if name.startswith("test_")]
    named = {point for name in tests for point in re.findall(r"(?<=_)[A-Z][0-9](?=_)", name)}
    assert named == set(points)


def test_every_point_that_a_refusal_names_is_in_the_rules() -> None:
    points = set(re.findall(r"^- \*\*([A-Z][0-9])\*\* ", RULES.read_text("utf-8"), re.MULTILINE))
    folder = RULES.parents[1] / "protocol" / "mandala_protocol" / "games" / "patterns"
    named = set()
    for path in folder.glob("*.py"):
        named |= set(re.findall(r'IllegalMove\("([A-Z][0-9])"', path.read_text("utf-8")))
        named |= set(re.findall(r"\(([PTAOFXNEG][0-9])\)", path.read_text("utf-8")))
    assert len(named) > 15
    assert named <= points


# The board.


def test_P1_the_board_has_52_fields_in_eight_centred_rows() -> None:
    assert ROW_LENGTHS == (4, 6, 8, 8, 8, 8, 6, 4)
    assert len(FIELDS) == 52
    assert MARKED == (21, 22, 29, 30)
    assert [PLACES[field] for field in (0, 3, 4, 10, 21, 51)] == [(0, 2), (0, 5), (1, 1), (2, 0), (3, 3), (7, 5)]


def test_P2_fields_are_next_to_each_other_in_rows_and_columns_only() -> None:
    assert Counter(len(fields) for fields in BESIDE) == {4: 32, 3: 8, 2: 12}
    assert sum(len(fields) for fields in BESIDE) == 2 * 88
    assert BESIDE[21] == (13, 20, 22, 29)
    assert BESIDE[0] == (1, 5)
    assert BESIDE[10] == (11, 18)
    for field in FIELDS:
        assert set(fields_in(NEXT_TO[field])) == set(BESIDE[field])
        assert all(field in BESIDE[other] for other in BESIDE[field])


def test_P2_a_tile_that_only_a_diagonal_would_join_is_not_flipped(lay_out: LayOut) -> None:
    board = lay_out({20: "g0", 21: "g", 27: "g", 28: "p", 29: "g", 40: "r1"}, "yk", ("g", "r"))
    assert {"F21"} == {move for move in board.legal() if move[0] == "F"}
    assert board.refusal("F29") == "F1: field 29 is not next to your green group"


# The set-up.


@pytest.mark.parametrize("seed", range(20))
def test_T1_the_tiles_are_laid_out(new_game: NewGame, seed: int) -> None:
    board = new_game(seed)
    assert board["owner"] == "." * 52
    tiles = Counter(board["board"])
    assert sorted(tiles) == sorted("roygpk")
    assert all(tiles[letter] == 9 - (letter in board["start"]) for letter in "roygpk")
    aside = [board["board"][field] for field in MARKED] + list(board["start"])
    assert sorted(aside) == sorted("roygpk")


def test_T2_the_second_player_takes_a_start_tile_and_the_first_begins(new_game: NewGame) -> None:
    for first in Seat:
        board = new_game(3, first)
        assert PATTERNS.expects(board.state) == ExpectMove(first.other)
        one, other = board["start"]
        assert board.legal() == {f"S{one}", f"S{other}"}
        assert board.refusal("O17") == "T2: first the second player takes a start tile"
        missing = next(letter for letter in "roygpk" if letter not in board["start"])
        assert board.refusal(f"S{missing}").startswith("T2: no start tile is ")
        board.play(f"S{other}")
        assert board["bowl"] == [one, other]
        assert PATTERNS.expects(board.state) == ExpectMove(first)
        assert board.refusal(f"S{one}") == "T2: the start tiles are in the bowls"


def test_T3_bowls_and_all_else_are_public(new_game: NewGame) -> None:
    board = new_game().play("S" + new_game()["start"][0], "O17")
    for seat in Seat:
        view = board.simulation.view(seat)
        assert view == View(board.state, seat, {})
    assert PATTERNS.faces == 0
    bowls = "/".join(board["bowl"])
    position = PATTERNS.position(board.state).split(" ")
    assert "/".join([position[6][0], position[7][0]]) == bowls
    assert [colour.letter for colour in Colour] == list("roygpk")


# A turn.


def test_A1_a_turn_is_one_action_of_the_player_to_move(lay_out: LayOut) -> None:
    board = lay_out({20: "g0", 21: "g", 40: "r1"}, "gk", ("g", "r"))
    assert board["player"] == 0
    assert {move[0] for move in board.legal()} == {"F", "X"}
    assert PATTERNS.legal_moves(board.simulation.view(Seat.GUEST)) == ()
    assert board.refusal("O10", Seat.GUEST) == "A1: it is the other player's turn"
    with pytest.raises(ValueError, match="not expected"):
        PATTERNS.apply(board.state, Moved(Seat.GUEST, PATTERNS.parse_move("O10")))
    board.play("F21")
    assert board["player"] == 1
    assert sum(owner != "." for owner in board["owner"]) == 3


# Open.


def test_O0_a_colour_is_opened_once(lay_out: LayOut) -> None:
    board = lay_out({20: "g0", 40: "r1"}, "gk", ("g", "r"))
    assert board.refusal("O10") == "O0: you already have a green group"


def test_O1_any_tile_that_is_front_up_becomes_the_tile_in_the_bowl(lay_out: LayOut) -> None:
    board = lay_out({20: "g0", 40: "r1", 33: "p"}, "yk", ("g", "r"))
    opens = {int(move[1:]) for move in board.legal() if move[0] == "O"}
    assert opens == set(FIELDS) - {20, 40}
    assert board.refusal("O40") == "N1: the tile on field 40 has been turned"
    assert board.play("O33")["bowl"] == ["p", "k"]


def test_O2_the_old_tile_of_the_bowl_is_the_first_of_the_group(lay_out: LayOut) -> None:
    board = lay_out({20: "g0", 40: "r1", 33: "p"}, "yk", ("g", "r")).play("O33")
    assert board.at(33) == "y0"
    assert owner_at(board.state, 33) is Seat.HOST
    assert colour_at(board.state, 33) is Colour.YELLOW


def test_O3_the_lowest_marker_goes_on_it(lay_out: LayOut) -> None:
    board = lay_out({20: "g0", 40: "r1"}, "yk", ("g", "r")).play("O33", "O0")
    group = board.state.players[Seat.HOST].groups[Colour.YELLOW]
    assert (group.value, group.marker) == (2, 33)
    group = board.state.players[Seat.GUEST].groups[Colour.BLACK]
    assert (group.value, group.marker) == (2, 0)


def test_O4_the_colour_opened_as_number_k_is_worth_k(lay_out: LayOut) -> None:
    board = lay_out({20: "g0", 40: "r1", 33: "p"}, "yk", ("g", "r")).play("O33")
    assert board["opened"] == ["gy", "r"]
    assert river(board.state.players[Seat.HOST]) == (Colour.GREEN, Colour.YELLOW)


def test_O5_a_group_cannot_be_opened_next_to_the_other_one_of_its_colour(lay_out: LayOut) -> None:
    board = lay_out({20: "r0", 40: "y1", 41: "g"}, "yk", ("r", "y"))
    closed = set(BESIDE[40])
    assert {f"O{field}" for field in closed}.isdisjoint(board.legal())
    assert board.refusal("O41") == "O5: field 41 is next to the other player's yellow group"
    # Another colour may be next to it, and a diagonal is no neighbour.
    assert "O32" not in board.legal()
    assert "O31" in board.legal()
    other = lay_out({20: "r0", 40: "y1", 41: "g"}, "pk", ("r", "y"))
    assert {f"O{field}" for field in closed} <= other.legal()


def test_O6_markers_never_move(lay_out: LayOut) -> None:
    board = lay_out({20: "g0", 10: "r1", 11: "r", 33: "y", 32: "p", 25: "y"}, "yk", ("g", "r"))
    board.play("O33", "O0", "F25", "F11", "X32")
    group = board.state.players[Seat.HOST].groups[Colour.YELLOW]
    assert (group.marker, set(fields_in(group.tiles))) == (33, {33, 25, 32})


def test_O7_the_tile_taken_may_have_the_same_colour(lay_out: LayOut) -> None:
    board = lay_out({20: "g0", 40: "r1", 33: "y"}, "yk", ("g", "r")).play("O33")
    assert board["bowl"][0] == "y"
    assert board.at(33) == "y0"


def test_O8_a_group_may_be_opened_next_to_other_groups(lay_out: LayOut) -> None:
    board = lay_out({20: "g0", 28: "r1"}, "yk", ("g", "r"))
    assert {"O19", "O21", "O12", "O27", "O29", "O36"} <= board.legal()


# Flip.


def test_F1_a_tile_next_to_a_group_of_its_colour_is_flipped_whatever_the_bowl_holds(lay_out: LayOut) -> None:
    board = lay_out({20: "g0", 21: "g", 19: "p", 40: "r1", 18: "g"}, "yk", ("g", "r"))
    assert {move for move in board.legal() if move[0] == "F"} == {"F21"}
    assert board.refusal("F19") == "F1: you have no purple group"
    assert board.refusal("F18") == "F1: field 18 is not next to your green group"
    board.play("F21")
    assert board["bowl"] == ["y", "k"]
    assert board.at(21) == "g0"
    assert board.state.players[Seat.HOST].groups[Colour.GREEN].tiles == set_of(20, 21)


def test_F2_a_tile_next_to_the_group_of_the_other_player_is_not_flipped(lay_out: LayOut) -> None:
    tiles = {20: "g0", 21: "g", 22: "g1", 12: "g"}
    board = lay_out(tiles, "yk", ("g", "g"))
    assert {move for move in board.legal() if move[0] == "F"} == {"F12"}
    assert board.refusal("F21") == "F2: field 21 is next to the other player's green group"
    # The same tile with another colour there is free to both.
    assert "F21" in lay_out({**tiles, 22: "p1"}, "yk", ("g", "p")).legal()


# Swap.


def test_X1_the_tile_in_the_bowl_is_swapped_for_one_next_to_its_group(lay_out: LayOut) -> None:
    board = lay_out({20: "g0", 21: "p", 29: "o", 40: "r1"}, "gk", ("g", "r"))
    assert {move for move in board.legal() if move[0] == "X"} >= {"X21"}
    assert board.refusal("X29") == "X1: field 29 is not next to your green group"
    assert board.refusal("X20") == "N1: the tile on field 20 has been turned"
    board.play("X21")
    assert board["bowl"] == ["p", "k"]
    assert board.at(21) == "g0"
    without = lay_out({20: "g0", 21: "p", 40: "r1"}, "yk", ("g", "r"))
    assert without.refusal("X21") == "X1: you have no yellow group"


def test_X2_the_field_is_not_next_to_the_other_group_of_the_colour_in_the_bowl(lay_out: LayOut) -> None:
    board = lay_out({20: "g0", 21: "p", 22: "g1", 12: "p"}, "gk", ("g", "g"))
    assert "X12" in board.legal()
    assert board.refusal("X21") == "X2: field 21 is next to the other player's green group"


def test_X2_a_swap_is_allowed_where_F2_forbids_the_flip(lay_out: LayOut) -> None:
    """The purple tile on field 21 is next to the purple group of player 1, but only green counts for the swap."""
    board = lay_out({20: "g0", 21: "p", 22: "p1", 13: "p0", 51: "r1"}, "gk", ("gp", "pr"))
    assert board["player"] == 0
    assert board.refusal("F21") == "F2: field 21 is next to the other player's purple group"
    board.play("X21")
    assert board.at(21) == "g0"
    assert board["bowl"][0] == "p"


def test_X3_a_swap_for_the_same_colour_is_written_as_the_flip(lay_out: LayOut) -> None:
    board = lay_out({20: "g0", 21: "g", 40: "r1"}, "gk", ("g", "r"))
    assert "F21" in board.legal()
    assert board.refusal("X21") == "X3: the tile on field 21 is green too: flip it"


# What always holds.


def test_N1_turned_tiles_stay(lay_out: LayOut) -> None:
    board = lay_out({20: "g0", 21: "g0", 40: "g1"}, "yg", ("g", "g"))
    for move in ("O20", "F20", "X21", "O40"):
        assert board.refusal(move, Seat.HOST if board["player"] == 0 else Seat.GUEST).startswith(("N1", "O0"))
    assert board.refusal("F20").startswith("N1: the tile on field 20")
    before = {field: board.at(field) for field in (20, 21, 40)}
    board.play(min(board.legal()))
    assert {field: board.at(field) for field in (20, 21, 40)} == before


def test_N2_a_tile_that_is_front_up_belongs_to_nobody_and_blocks_nothing(lay_out: LayOut) -> None:
    board = lay_out({20: "g0", 21: "g", 22: "g", 40: "r1"}, "yk", ("g", "r"))
    assert owner_at(board.state, 22) is None
    assert owner_at(board.state, 20) is Seat.HOST
    assert "F21" in board.legal()
    for piece, complaint in (
        ({20: "g0", 23: "g0", 40: "r1"}, "in pieces"),
        ({20: "g0", 21: "y0", 40: "r1"}, "belongs to no group"),
    ):
        with pytest.raises(ValueError, match=complaint):
            lay_out(piece, "yk", ("g", "r"))


def test_N3_two_groups_of_a_colour_never_touch(lay_out: LayOut) -> None:
    with pytest.raises(ValueError, match="the two green groups touch"):
        lay_out({20: "g0", 21: "g1"}, "yk", ("g", "g"))
    with pytest.raises(ValueError, match="opened: does not fit"):
        lay_out({20: "g0", 51: "g0", 40: "r1"}, "yk", ("gg", "r"))


# The end.

THREE_TURNS = "patterns 0 start:1 pk rrkpkkygyrpkykygoykgkgopygrogryrypororprogopgopoygpk " + "." * 52 + " -/- -/-"


def test_E1_the_shortest_game_has_three_turns() -> None:
    """Both purple groups meet at a corner: the second player has a purple tile in the bowl and can extend nowhere."""
    game: Simulation[Any, Any] = Simulation(PATTERNS, parse_position(THREE_TURNS), (), ({}, {}), lambda _: ())
    for move in ("Sp", "O23", "O3", "O7"):
        game.play(PATTERNS.parse_move(move))
    assert game.to_move is None
    assert game.result == Result((0, 0), None, PatternsEnd.STUCK)
    assert isinstance(PATTERNS.expects(game.state), Over)
    assert game.state.to_move is Seat.GUEST
    assert not can_move(game.state, Seat.GUEST)


def test_E1_nobody_passes_or_moves_after_the_end(new_game: NewGame) -> None:
    for text in ("", "-", "pass", "P"):
        with pytest.raises(BadNotation):
            PATTERNS.parse_move(text)
    board = new_game().play("S" + new_game()["start"][0]).resign(Seat.GUEST)
    assert board.refusal("O17", Seat.HOST) == "E1: the game has ended"
    assert board.refusal("O17", Seat.GUEST) == "E1: the game has ended"


def play_until_the_end(board: Any) -> Any:
    """Always the lowest move in the fixed order; what happens is the same each time."""
    while moves := board.simulation.legal_moves():
        board.simulation.play(moves[0])
    return board


def with_flips(new_game: NewGame) -> Any:
    """A game that ended with at least three final flips, one of which another one made possible."""
    for seed in range(200):
        board = play_until_the_end(new_game(seed))
        tables = before_final_flips(board.state)
        if len(tables) >= 3 and any(
            PATTERNS.parse_move(f"F{field}") not in flips_of(tables[0], board.state.to_move.other)
            for field in board.state.stopped.final_flips
        ):
            return board
    raise AssertionError("there is no such game")


def flips_of(state: Any, seat: Seat) -> list[Any]:
    """The flips that this seat could make."""
    return [PATTERNS.parse_move(f"F{field}") for field in fields_in(fields_to_flip(state, seat))]


def test_E2_the_other_player_flips_all_that_can_be_flipped_the_lowest_first(new_game: NewGame) -> None:
    board = with_flips(new_game)
    state = board.state
    flipper = state.to_move.other
    tables = before_final_flips(state)
    flips = state.stopped.final_flips
    assert len(tables) == len(flips)
    for table, field in zip(tables, flips, strict=True):
        possible = flips_of(table, flipper)
        assert PATTERNS.format_move(possible[0]) == f"F{field}"
        assert not can_move(table, state.to_move)
    assert flips_of(state, flipper) == []
    for before, after in pairwise([*tables, state]):
        assert before.players[flipper].bowl == after.players[flipper].bowl
        assert before.players[flipper.other] == after.players[flipper.other]


def test_E2_nothing_is_flipped_after_resigning(lay_out: LayOut) -> None:
    board = lay_out({20: "g0", 21: "g", 40: "r1"}, "yk", ("g", "r")).resign(Seat.GUEST)
    assert board.at(21) == "g"
    assert board.state.stopped.final_flips == ()


ALONE = (
    "patterns 0 turn:0 yk gkkogyrkppropooroyrrpgogpokkpprygkkgorkpygryoyypyygg "
    ".00....0..1.0..0..110.....110.....11.......0.11100.. r/y48k2p20r15 k/k26g35y46p47r10"
)
"""Player 1 can do nothing here, but player 0 is to move and can flip and swap."""


def test_E3_a_player_who_is_stuck_lets_the_other_take_a_whole_turn() -> None:
    state = parse_position(ALONE)
    assert not can_move(state, Seat.GUEST)
    assert PATTERNS.expects(state) == ExpectMove(Seat.HOST)
    legal = {PATTERNS.format_move(move) for move in PATTERNS.legal_moves(View(state, Seat.HOST, {}))}
    assert legal == {"F29", "X8", "X14", "X16", "X23"}
    after = PATTERNS.apply(state, Moved(Seat.HOST, PATTERNS.parse_move("X8")))
    assert after.stopped is not None, "now player 1 is to move, and stuck"
    assert PATTERNS.expects(after) == ExpectReveal()


def test_E3_whoever_cannot_go_on_after_the_own_move_does_not_end_the_game(new_game: NewGame) -> None:
    """In many games a move leaves its mover stuck. The other one then moves, open and swap included."""
    kinds = set()
    for seed in range(120):
        board = new_game(seed)
        while moves := board.simulation.legal_moves():
            state = board.state
            if state.players[0].bowl is not None and not can_move(state, state.to_move.other):
                kinds |= {PATTERNS.format_move(move)[0] for move in moves}
            board.simulation.play(moves[-1])
    assert kinds == {"F", "O", "X"}


# Scoring.


def test_G1_the_tile_under_the_marker_does_not_count(lay_out: LayOut) -> None:
    board = lay_out({20: "g0", 21: "g0", 12: "g0", 0: "y0", 1: "y0", 51: "r1"}, "pk", ("gy", "r"))
    assert group_scores(board.state.players[Seat.HOST]) == (
        GroupScore(1, Colour.GREEN, 3, 2),
        GroupScore(2, Colour.YELLOW, 2, 2),
    )
    assert group_scores(board.state.players[Seat.GUEST]) == (GroupScore(1, Colour.RED, 1, 0),)
    assert board.resign(Seat.GUEST).result == Result((4, 0), Seat.HOST, EndReason.RESIGNED)


def test_G2_G3_bowls_and_colours_never_opened_score_nothing(lay_out: LayOut) -> None:
    tiles = {20: "g0", 21: "g0", 51: "r1", 22: "p", 23: "p"}
    scores = {lay_out(tiles, bowl, ("g", "r")).resign(Seat.GUEST).result.scores for bowl in ("pk", "gk", "yr")}
    assert scores == {(1, 0)}


def test_G4_most_points_win_and_a_tie_is_a_draw(new_game: NewGame) -> None:
    winners = set()
    for seed in range(120):
        result = play_until_the_end(new_game(seed)).result
        host, guest = result.scores
        assert result.winner == (None if host == guest else Seat.HOST if host > guest else Seat.GUEST)
        winners.add(result.winner)
    assert winners == {None, Seat.HOST, Seat.GUEST}


# Notation.


def test_the_notation_has_one_spelling_for_each_move() -> None:
    texts = [PATTERNS.format_move(move) for move in ALL_MOVES]
    assert len(set(texts)) == len(texts) == 6 + 3 * 52
    assert [PATTERNS.parse_move(text) for text in texts] == list(ALL_MOVES)
    for text in ("o17", "O017", "O52", "O-1", "O", "F", "X1 ", "Sx", "S", "A1o", "B0r2", "Kg", "O١٧", "O17x", " O1"):
        with pytest.raises(BadNotation):
            PATTERNS.parse_move(text)
